/* pgnpack --delete, --delete-where, --undelete: games that are left out from now on, or are there again. */
#include <inttypes.h>

#include "cli/change_tasks.h"
#include "cli/change_database.h"
#include "cli/game_choice.h"

static enum pgnpack_status change_range(struct command_context *context, struct pgnpack_database *database,
                                        uint64_t first, uint64_t count)
{
    return context->options->change == CHANGE_DELETE ? pgnpack_database_delete(database, first, count)
                                                     : pgnpack_database_undelete(database, first, count);
}

/* Those of the list. */
static enum exit_status change_ranges(struct command_context *context, struct pgnpack_database *database,
                                      const char *name, const struct game_ranges *games)
{
    uint64_t game_count = pgnpack_reader_game_count(pgnpack_database_reader(database));
    for (size_t i = 0; i < games->count; i++) {
        const struct game_range *range = &games->ranges[i];
        uint64_t last = range->is_open ? game_count : range->last;
        if (range->first > game_count || last > game_count || last < range->first) {
            message_error(context->messages, IN_FILE(name), "has no game %" PRIu64 ": there are %" PRIu64,
                          range->first > game_count ? range->first : last, game_count);
            return EXIT_USAGE;
        }
        if (change_range(context, database, range->first, last - range->first + 1) != PGNPACK_OK)
            return change_report(context, database, name);
    }
    return EXIT_FINE;
}

static enum exit_status change_listed(struct command_context *context, struct pgnpack_database *database,
                                      const char *name)
{
    struct game_ranges games;
    enum exit_status status =
        game_choice_make(context, name, pgnpack_database_reader(database), &context->options->games, &games);
    if (status == EXIT_FINE)
        status = change_ranges(context, database, name, &games);
    game_ranges_free(&games);
    return status;
}

/* Those that a query finds: --delete-where. */
static enum exit_status change_found(struct command_context *context, struct pgnpack_database *database,
                                     const char *name)
{
    struct pgnpack_query *query = change_query(context, &context->options->where);
    struct pgnpack_reader *reader = pgnpack_database_reader(database);
    struct pgnpack_hit hit;
    enum pgnpack_status status = PGNPACK_OK;
    if (query == NULL)
        return EXIT_USAGE;
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    enum exit_status result = search == NULL ? command_no_memory(context) : EXIT_FINE;
    while (search != NULL && status == PGNPACK_OK &&
           (status = pgnpack_search_next(search, &hit)) == PGNPACK_OK)
        status = change_range(context, database, hit.game, 1);
    if (search != NULL && status != PGNPACK_END)
        result = pgnpack_database_error(database)->status != PGNPACK_OK
                     ? change_report(context, database, name)
                     : command_report(context, name, pgnpack_search_error(search));
    pgnpack_search_free(search);
    pgnpack_query_free(query);
    return result;
}

static enum exit_status change_games(struct command_context *context, struct pgnpack_database *database,
                                     const char *name)
{
    const struct options *options = context->options;
    uint64_t before = pgnpack_reader_deleted_count(pgnpack_database_reader(database));
    enum exit_status status = options->where.count != 0   ? change_found(context, database, name)
                              : options->games.count != 0 ? change_listed(context, database, name)
                                                          : EXIT_FINE;
    uint64_t all = pgnpack_reader_game_count(pgnpack_database_reader(database));
    if (status == EXIT_FINE && options->where.count == 0 && options->games.count == 0 && all != 0 &&
        change_range(context, database, 1, all) != PGNPACK_OK)
        status = change_report(context, database, name);
    if (status == EXIT_FINE)
        status = change_commit(context, database, name);
    if (status != EXIT_FINE)
        return status;
    uint64_t after = pgnpack_reader_deleted_count(pgnpack_database_reader(database));
    message_information(context->messages, IN_FILE(name),
                        "%" PRIu64 " games %s: %" PRIu64 " of %" PRIu64 " are left",
                        after > before ? after - before : before - after,
                        options->change == CHANGE_DELETE ? "deleted" : "brought back", all - after, all);
    return EXIT_FINE;
}

static enum exit_status change_one(struct command_context *context, const char *name, void *job)
{
    enum exit_status status;
    struct pgnpack_database *database = change_open(context, name, &status);
    (void)job;
    if (database == NULL)
        return status;
    status = change_games(context, database, name);
    pgnpack_database_free(database);
    return status;
}

enum exit_status change_delete(struct command_context *context)
{
    return command_each_input(context, change_one, NULL);
}
