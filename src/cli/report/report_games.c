#include "cli/report/report_games.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/search/find_databases.h"

struct report_games {
    struct report *report;
    struct pgnpack_writer *writer;
    char *bytes; /* the packed games */
    size_t size, capacity;
    struct database *database; /* that is searched */
    struct pgnpack_cursor *cursor;
    uint64_t count;
};

/* A pgnpack_write_function. */
static int keep(void *opaque, const void *bytes, size_t size)
{
    struct report_games *games = opaque;
    if (!GROW(games->bytes, games->capacity, games->size + size))
        return -1;
    memcpy(games->bytes + games->size, bytes, size);
    games->size += size;
    return 0;
}

static enum exit_status pack_game(struct report_games *games, uint64_t number)
{
    struct find_run *run = games->report->run;
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    if (pgnpack_cursor_range(games->cursor, number, 1) != PGNPACK_OK ||
        pgnpack_cursor_next(games->cursor, &game) != PGNPACK_OK)
        return find_run_judge(run, games->database, pgnpack_error(games->cursor));
    pgnpack_cursor_text(games->cursor, &text);
    if (pgnpack_writer_begin_game(games->writer) == PGNPACK_OK &&
        pgnpack_writer_write(games->writer, text.data, text.size) == PGNPACK_OK)
        return EXIT_FINE;
    return command_report(run->context, games->database->file.name, pgnpack_error(games->writer));
}

/* A find_take_function. */
static enum exit_status take(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct report_games *games = opaque;
    enum exit_status status = EXIT_FINE;
    games->count += count;
    if (games->count > REPORT_GAMES_MAX) {
        message_error(games->report->run->context->messages, NULL,
                      "--report: more than %d games; ask for fewer, as with --date or --elo",
                      REPORT_GAMES_MAX);
        return EXIT_LIMIT;
    }
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        status = pack_game(games, hits[i].game);
    return status;
}

/* A find_database_function. */
static enum exit_status find_in(struct find_run *run, struct database *database, void *opaque)
{
    struct report_games *games = opaque;
    games->database = database;
    games->cursor = pgnpack_cursor_new(database->reader, PGNPACK_PART_TEXT);
    enum exit_status status = games->cursor != NULL ? find_search(run, database, UINT64_MAX, take, games)
                                                    : command_no_memory(run->context);
    pgnpack_free(games->cursor);
    games->cursor = NULL;
    if (status == EXIT_FINE && run->context->messages->quiet == 0)
        near_names_look(run->options->near, database->reader, games->count);
    return status;
}

/* The packed games as the report's database. */
static enum exit_status open_games(struct report_games *games)
{
    struct find_run *run = games->report->run;
    const struct pgnpack_options options = command_library_options(run->context);
    if (pgnpack_writer_finish(games->writer) != PGNPACK_OK)
        return command_report(run->context, "the report", pgnpack_error(games->writer));
    struct database *database = &games->report->games;
    *database = (struct database){.context = run->context, .file = {.name = "the report"}, .is_shared = 1};
    database->reader = pgnpack_reader_new(&options);
    if (database->reader == NULL)
        return command_no_memory(run->context);
    return pgnpack_reader_open(database->reader, PGNPACK_FROM_MEMORY(games->bytes, games->size)) == PGNPACK_OK
               ? EXIT_FINE
               : command_report(run->context, "the report", pgnpack_error(database->reader));
}

struct report_games *report_games_find(struct report *report, enum exit_status *status_ret)
{
    struct find_run *run = report->run;
    const struct pgnpack_options options = command_library_options(run->context);
    const struct pgnpack_writer_options writer_options = {.size = sizeof writer_options,
                                                          .threads = run->context->options->threads};
    struct report_games *games = calloc(1, sizeof *games);
    if (games != NULL) {
        games->report = report;
        games->writer = pgnpack_writer_new(&options, &writer_options, PGNPACK_TO_FUNCTION(keep, games));
    }
    if (games == NULL || games->writer == NULL) {
        report_games_free(games);
        *status_ret = command_no_memory(run->context);
        return NULL;
    }
    *status_ret = find_each_database(run, find_in, games);
    enum exit_status opened = games->count > REPORT_GAMES_MAX ? EXIT_LIMIT : open_games(games);
    if (opened == EXIT_FINE)
        return games;
    *status_ret = opened;
    report_games_free(games);
    return NULL;
}

void report_games_free(struct report_games *games)
{
    if (games == NULL)
        return;
    pgnpack_free(games->report->games.reader);
    games->report->games.reader = NULL;
    pgnpack_free(games->writer);
    free(games->bytes);
    free(games);
}
