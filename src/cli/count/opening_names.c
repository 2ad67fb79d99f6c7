#include "cli/count/opening_names.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/openings/game_opening.h"
#include "cli/openings/opening_file.h"
#include "cli/search/find_search.h"

/* Tags that are looked at. */
enum { NAME, VARIANT, TAGS };

/* Games are taken block by block, so that damage costs no other. */
struct opening_names {
    struct find_run *run;
    struct opening_table *table;
    int are_codes;
    struct database *database;
    struct pgnpack_names *names;
    struct pgnpack_batch *tags, *lines; /* of the database: what its games say, and their positions */
    uint64_t block;                     /* that the games are of */
    uint64_t block_end;                 /* the game behind it */
    uint64_t *games, *unnamed;          /* of the block: those that were taken, and those without the tag */
    size_t count, capacity, unnamed_capacity;
    struct pgnpack_text *views[TAGS];
    struct pgnpack_text values[TAGS][GAME_KEYS_ROWS];
    uint64_t numbers[GAME_KEYS_ROWS];
    struct game_keys keys;
    int is_told; /* how long it takes, of this database */
    uint64_t without, named;
};

int opening_names_have(const char *tag)
{
    return tag != NULL && (strcmp(tag, "Opening") == 0 || strcmp(tag, "ECO") == 0);
}

struct opening_names *opening_names_new(struct find_run *run)
{
    const struct pgnpack_options options = command_library_options(run->context);
    struct opening_names *openings = calloc(1, sizeof *openings);
    if (openings == NULL || !game_keys_start(&openings->keys, &options)) {
        command_no_memory(run->context);
        free(openings);
        return NULL;
    }
    openings->run = run;
    openings->are_codes = strcmp(run->options->name_tag, "ECO") == 0;
    for (size_t i = 0; i < TAGS; i++)
        openings->views[i] = openings->values[i];
    openings->table = opening_lines_read(run->options->common.openings, run->context->messages, &options);
    if (openings->table != NULL)
        return openings;
    opening_names_free(openings);
    return NULL;
}

static void leave_database(struct opening_names *openings)
{
    pgnpack_free(openings->tags);
    pgnpack_free(openings->lines);
    openings->tags = openings->lines = NULL;
    openings->count = 0;
}

void opening_names_free(struct opening_names *openings)
{
    if (openings == NULL)
        return;
    leave_database(openings);
    opening_table_free(openings->table);
    game_keys_free(&openings->keys);
    free(openings->games);
    free(openings->unnamed);
    free(openings);
}

enum exit_status opening_names_begin(struct opening_names *openings, struct database *database,
                                     struct pgnpack_names *names)
{
    const char *const tags[TAGS] = {openings->run->options->name_tag, "Variant"};
    const struct pgnpack_batch_options tag_options = {
        .size = sizeof tag_options, .tags = tags, .tag_count = TAGS};
    const struct pgnpack_batch_options line_options = {.size = sizeof line_options,
                                                       .parts = PGNPACK_BATCH_KEYS};
    leave_database(openings);
    openings->database = database;
    openings->names = names;
    openings->block = openings->block_end = 0;
    openings->is_told = 0;
    openings->tags = pgnpack_batch_new(database->reader, &tag_options);
    openings->lines = pgnpack_batch_new(database->reader, &line_options);
    return openings->tags != NULL && openings->lines != NULL ? EXIT_FINE
                                                             : command_no_memory(openings->run->context);
}

static enum exit_status judge(struct opening_names *openings, enum pgnpack_status status, void *handle)
{
    return status == PGNPACK_OK || status == PGNPACK_END
               ? EXIT_FINE
               : find_run_judge(openings->run, openings->database, pgnpack_error(handle));
}

/* Of the games that were taken those of chess that have no such tag. */
static enum exit_status find_unnamed(struct opening_names *openings, size_t *count_ret)
{
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = GAME_KEYS_ROWS,
                                            .numbers = openings->numbers,
                                            .views = openings->views};
    enum pgnpack_status status = pgnpack_batch_pick(openings->tags, openings->games, openings->count);
    size_t rows;
    *count_ret = 0;
    if (!GROW(openings->unnamed, openings->unnamed_capacity, openings->count))
        return command_no_memory(openings->run->context);
    while (status == PGNPACK_OK &&
           (status = pgnpack_batch_next(openings->tags, &columns, &rows)) == PGNPACK_OK)
        for (size_t row = 0; row < rows; row++) {
            int has_none = openings->values[NAME][row].data == NULL;
            openings->without += (uint64_t)has_none;
            if (has_none && game_is_chess(openings->values[VARIANT][row]))
                openings->unnamed[(*count_ret)++] = openings->numbers[row];
        }
    return judge(openings, status, openings->tags);
}

static enum exit_status count_game(struct opening_names *openings, size_t row)
{
    struct opening opening;
    if (game_opening_find(&openings->keys, row, openings->table, &opening) != GAME_NAMED)
        return EXIT_FINE;
    openings->named++;
    enum pgnpack_status status = pgnpack_names_add_as(openings->names, openings->numbers[row],
                                                      openings->are_codes ? opening.eco : opening.name);
    return judge(openings, status, openings->names);
}

static enum exit_status count_unnamed(struct opening_names *openings, size_t count)
{
    struct pgnpack_columns columns = {.numbers = openings->numbers};
    enum pgnpack_status found = pgnpack_batch_pick(openings->lines, openings->unnamed, count);
    enum exit_status status = EXIT_FINE;
    size_t rows;
    if (!openings->is_told)
        find_notice_of_games(openings->run, openings->database,
                             pgnpack_reader_info(openings->database->reader)->game_count, 1);
    openings->is_told = 1;
    while (found == PGNPACK_OK && status == EXIT_FINE &&
           (found = game_keys_next(&openings->keys, openings->lines, &columns, &rows)) == PGNPACK_OK)
        for (size_t row = 0; row < rows && status == EXIT_FINE; row++)
            status = count_game(openings, row);
    return status != EXIT_FINE ? status : judge(openings, found, openings->lines);
}

/* The games that were taken so far. */
static enum exit_status count_taken(struct opening_names *openings)
{
    size_t count = 0;
    enum exit_status status = openings->count == 0 ? EXIT_FINE : find_unnamed(openings, &count);
    openings->count = 0;
    return status != EXIT_FINE || count == 0 ? status : count_unnamed(openings, count);
}

/* The block of a game that is behind the one before. */
static enum exit_status enter_block(struct opening_names *openings, uint64_t game)
{
    struct pgnpack_block_info info;
    enum exit_status status = count_taken(openings);
    while (game >= openings->block_end &&
           pgnpack_reader_block(openings->database->reader, openings->block, &info)) {
        openings->block_end = info.first_game + info.game_count;
        openings->block++;
    }
    return status;
}

enum exit_status opening_names_take(struct opening_names *openings, uint64_t first, uint64_t count)
{
    enum exit_status status = EXIT_FINE;
    for (uint64_t game = first; game < first + count && status == EXIT_FINE; game++) {
        if (game >= openings->block_end)
            status = enter_block(openings, game);
        if (!GROW(openings->games, openings->capacity, openings->count + 1))
            return command_no_memory(openings->run->context);
        openings->games[openings->count++] = game;
    }
    return status;
}

enum exit_status opening_names_end(struct opening_names *openings)
{
    enum exit_status status = count_taken(openings);
    leave_database(openings);
    return status;
}

void opening_names_tell(const struct opening_names *openings)
{
    const char *tag = openings->run->options->name_tag;
    if (openings->without != 0)
        message_notice(openings->run->context->messages, NULL,
                       "%s without the tag %s: %" PRIu64 " %s counted by %s positions",
                       COUNTED(openings->without, "game"), tag, openings->named, WAS_OR_WERE(openings->named),
                       openings->named == 1 ? "its" : "their");
}
