#include "cli/count/opening_names.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/count/played_openings.h"

enum { ROWS = 1024 };

/* Games are taken block by block, so that damage costs no other. */
struct opening_names {
    struct find_run *run;
    struct played_openings *played;
    int are_codes;
    struct database *database;
    struct pgnpack_names *names;
    struct pgnpack_batch *tags; /* of the database */
    uint64_t block_end;         /* the game behind the block that the games are of */
    uint64_t *games, *unnamed;  /* of the block: those that were taken, and those without the tag */
    size_t count, capacity, unnamed_capacity;
    struct pgnpack_text values[ROWS];
    uint64_t numbers[ROWS];
};

struct opening_names *opening_names_new(struct find_run *run)
{
    struct opening_names *openings = calloc(1, sizeof *openings);
    if (openings == NULL) {
        command_no_memory(run->context);
        return NULL;
    }
    openings->run = run;
    openings->are_codes = strcmp(run->options->name_tag, "ECO") == 0;
    openings->played = played_openings_new(run);
    if (openings->played != NULL)
        return openings;
    opening_names_free(openings);
    return NULL;
}

static void leave_database(struct opening_names *openings)
{
    pgnpack_free(openings->tags);
    openings->tags = NULL;
    openings->count = 0;
    if (openings->played != NULL)
        played_openings_end(openings->played);
}

void opening_names_free(struct opening_names *openings)
{
    if (openings == NULL)
        return;
    leave_database(openings);
    played_openings_free(openings->played);
    free(openings->games);
    free(openings->unnamed);
    free(openings);
}

enum exit_status opening_names_begin(struct opening_names *openings, struct database *database,
                                     struct pgnpack_names *names)
{
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = &openings->run->options->name_tag, .tag_count = 1};
    leave_database(openings);
    openings->database = database;
    openings->names = names;
    openings->block_end = 0;
    openings->tags = pgnpack_batch_new(database->reader, &options);
    return openings->tags != NULL ? played_openings_begin(openings->played, database)
                                  : command_no_memory(openings->run->context);
}

static enum exit_status judge(struct opening_names *openings, enum pgnpack_status status, void *handle)
{
    return status == PGNPACK_OK || status == PGNPACK_END
               ? EXIT_FINE
               : find_run_judge(openings->run, openings->database, pgnpack_error(handle));
}

/* Of the games that were taken those that have no such tag. */
static enum exit_status find_unnamed(struct opening_names *openings, size_t *count_ret)
{
    struct pgnpack_text *const views[] = {openings->values};
    const struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = ROWS, .numbers = openings->numbers, .views = views};
    enum pgnpack_status status = pgnpack_batch_pick(openings->tags, openings->games, openings->count);
    size_t rows;
    *count_ret = 0;
    if (!GROW(openings->unnamed, openings->unnamed_capacity, openings->count))
        return command_no_memory(openings->run->context);
    while (status == PGNPACK_OK &&
           (status = pgnpack_batch_next(openings->tags, &columns, &rows)) == PGNPACK_OK)
        for (size_t row = 0; row < rows; row++)
            if (openings->values[row].data == NULL)
                openings->unnamed[(*count_ret)++] = openings->numbers[row];
    return judge(openings, status, openings->tags);
}

/* A played_openings_function. */
static enum exit_status count_game(void *opaque, uint64_t game, const struct opening *opening)
{
    struct opening_names *openings = opaque;
    if (opening == NULL)
        return EXIT_FINE;
    enum pgnpack_status status =
        pgnpack_names_add_as(openings->names, game, openings->are_codes ? opening->eco : opening->name);
    return judge(openings, status, openings->names);
}

/* The games that were taken so far. */
static enum exit_status count_taken(struct opening_names *openings)
{
    size_t count = 0;
    enum exit_status status = openings->count == 0 ? EXIT_FINE : find_unnamed(openings, &count);
    openings->count = 0;
    return status != EXIT_FINE
               ? status
               : played_openings_find(openings->played, openings->unnamed, count, count_game, openings);
}

enum exit_status opening_names_take(struct opening_names *openings, uint64_t first, uint64_t count)
{
    enum exit_status status = EXIT_FINE;
    for (uint64_t game = first; game < first + count && status == EXIT_FINE; game++) {
        if (game >= openings->block_end) {
            status = count_taken(openings);
            openings->block_end = database_block_end(openings->database, game);
        }
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
    played_openings_tell(openings->played, openings->run->options->name_tag);
}
