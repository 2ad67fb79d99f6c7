#include "cli/count/played_openings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/openings/game_opening.h"
#include "cli/openings/opening_file.h"
#include "cli/search/find_search.h"

struct played_openings {
    struct find_run *run;
    struct opening_table *table;
    struct database *database;
    struct pgnpack_batch *variants, *lines; /* of the database */
    uint64_t *chess;                        /* those of the games that are games of chess */
    size_t chess_count, capacity;
    uint64_t numbers[GAME_KEYS_ROWS];
    struct pgnpack_text variant_values[GAME_KEYS_ROWS];
    struct game_keys keys;
    int is_told; /* how long it takes, of this database */
    played_openings_function take;
    void *opaque;
    uint64_t asked, named;
};

int played_openings_have(const char *tag)
{
    return tag != NULL && (strcmp(tag, "Opening") == 0 || strcmp(tag, "ECO") == 0);
}

struct played_openings *played_openings_new(struct find_run *run)
{
    const struct pgnpack_options options = command_library_options(run->context);
    struct played_openings *openings = calloc(1, sizeof *openings);
    if (openings == NULL || !game_keys_start(&openings->keys, &options)) {
        command_no_memory(run->context);
        free(openings);
        return NULL;
    }
    openings->run = run;
    openings->table = opening_lines_read(run->options->common.openings, run->context->messages, &options);
    if (openings->table != NULL)
        return openings;
    played_openings_free(openings);
    return NULL;
}

void played_openings_free(struct played_openings *openings)
{
    if (openings == NULL)
        return;
    played_openings_end(openings);
    opening_table_free(openings->table);
    game_keys_free(&openings->keys);
    free(openings->chess);
    free(openings);
}

void played_openings_end(struct played_openings *openings)
{
    pgnpack_free(openings->variants);
    pgnpack_free(openings->lines);
    openings->variants = openings->lines = NULL;
}

enum exit_status played_openings_begin(struct played_openings *openings, struct database *database)
{
    static const char *const tags[] = {"Variant"};
    const struct pgnpack_batch_options variant_options = {
        .size = sizeof variant_options, .tags = tags, .tag_count = 1};
    const struct pgnpack_batch_options line_options = {.size = sizeof line_options,
                                                       .parts = PGNPACK_BATCH_KEYS};
    played_openings_end(openings);
    openings->database = database;
    openings->is_told = 0;
    openings->variants = pgnpack_batch_new(database->reader, &variant_options);
    openings->lines = pgnpack_batch_new(database->reader, &line_options);
    return openings->variants != NULL && openings->lines != NULL ? EXIT_FINE
                                                                 : command_no_memory(openings->run->context);
}

static enum exit_status judge(struct played_openings *openings, enum pgnpack_status status, void *handle)
{
    return status == PGNPACK_OK || status == PGNPACK_END
               ? EXIT_FINE
               : find_run_judge(openings->run, openings->database, pgnpack_error(handle));
}

/* Takes those that are no chess, and keeps the others. */
static enum exit_status sift(struct played_openings *openings, const uint64_t *games, size_t count)
{
    struct pgnpack_text *const views[] = {openings->variant_values};
    const struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = GAME_KEYS_ROWS, .numbers = openings->numbers, .views = views};
    enum pgnpack_status found = pgnpack_batch_pick(openings->variants, games, count);
    enum exit_status status = EXIT_FINE;
    size_t rows;
    openings->chess_count = 0;
    if (!GROW(openings->chess, openings->capacity, count))
        return command_no_memory(openings->run->context);
    while (found == PGNPACK_OK && status == EXIT_FINE &&
           (found = pgnpack_batch_next(openings->variants, &columns, &rows)) == PGNPACK_OK)
        for (size_t row = 0; row < rows && status == EXIT_FINE; row++) {
            openings->asked++;
            if (game_is_chess(openings->variant_values[row]))
                openings->chess[openings->chess_count++] = openings->numbers[row];
            else
                status = openings->take(openings->opaque, openings->numbers[row], NULL);
        }
    return status != EXIT_FINE ? status : judge(openings, found, openings->variants);
}

static enum exit_status take_game(struct played_openings *openings, size_t row)
{
    struct opening opening;
    int is_named = game_opening_find(&openings->keys, row, openings->table, &opening) == GAME_NAMED;
    openings->named += (uint64_t)is_named;
    return openings->take(openings->opaque, openings->numbers[row], is_named ? &opening : NULL);
}

static enum exit_status take_chess(struct played_openings *openings)
{
    struct pgnpack_columns columns = {.numbers = openings->numbers};
    enum pgnpack_status found = pgnpack_batch_pick(openings->lines, openings->chess, openings->chess_count);
    enum exit_status status = EXIT_FINE;
    size_t rows;
    if (!openings->is_told)
        find_notice_of_games(openings->run, openings->database,
                             pgnpack_reader_info(openings->database->reader)->game_count, 1);
    openings->is_told = 1;
    while (found == PGNPACK_OK && status == EXIT_FINE &&
           (found = game_keys_next(&openings->keys, openings->lines, &columns, &rows)) == PGNPACK_OK)
        for (size_t row = 0; row < rows && status == EXIT_FINE; row++)
            status = take_game(openings, row);
    return status != EXIT_FINE ? status : judge(openings, found, openings->lines);
}

enum exit_status played_openings_find(struct played_openings *openings, const uint64_t *games, size_t count,
                                      played_openings_function take, void *opaque)
{
    if (count == 0)
        return EXIT_FINE;
    openings->take = take;
    openings->opaque = opaque;
    enum exit_status status = sift(openings, games, count);
    return status != EXIT_FINE || openings->chess_count == 0 ? status : take_chess(openings);
}

void played_openings_tell(const struct played_openings *openings, const char *tag)
{
    if (openings->asked != 0)
        message_notice(openings->run->context->messages, NULL,
                       "%s without the tag %s: %" PRIu64 " %s counted by %s positions",
                       COUNTED(openings->asked, "game"), tag, openings->named, WAS_OR_WERE(openings->named),
                       openings->named == 1 ? "its" : "their");
}
