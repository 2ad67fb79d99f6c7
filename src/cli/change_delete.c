/* pgnpack --delete, --delete-where, --undelete: games that are left out from now on, or are there again. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/change_tasks.h"
#include "cli/change_database.h"
#include "cli/game_choice.h"
#include "cli/hit_values.h"
#include "cli/number_text.h"

struct deletion {
    struct command_context *context;
    const char *name;
    struct pgnpack_database *database; /* NULL: nothing is changed, games are counted */
    struct pgnpack_reader *reader;     /* the database's as it was, or its own */
    uint8_t *counted;                  /* a bit a game, from number 0 */
    uint64_t count;                    /* of bits set */
    struct hit_values *values;         /* of these games */
};

static int is_counted(const struct deletion *deletion, uint64_t number)
{
    return deletion->counted[number / 8] >> number % 8 & 1;
}

/* Games that would change, each once. */
static void count_range(struct deletion *deletion, uint64_t first, uint64_t count)
{
    int is_there = deletion->context->options->change == CHANGE_DELETE;
    for (uint64_t number = first; number < first + count; number++) {
        if (is_counted(deletion, number) || pgnpack_reader_is_deleted(deletion->reader, number) == is_there)
            continue;
        deletion->counted[number / 8] |= (uint8_t)(1 << number % 8);
        deletion->count++;
        hit_values_add(deletion->values, number);
    }
}

/* The games are there. Failures are reported. */
static enum exit_status change_range(struct deletion *deletion, uint64_t first, uint64_t count)
{
    struct pgnpack_database *database = deletion->database;
    if (database == NULL) {
        count_range(deletion, first, count);
        return EXIT_FINE;
    }
    enum pgnpack_status status = deletion->context->options->change == CHANGE_DELETE
                                     ? pgnpack_database_delete(database, first, count)
                                     : pgnpack_database_undelete(database, first, count);
    return status == PGNPACK_OK ? EXIT_FINE : change_report(deletion->context, database, deletion->name);
}

/* Those of the list. */
static enum exit_status change_ranges(struct deletion *deletion, const struct game_ranges *games)
{
    uint64_t game_count = pgnpack_reader_game_count(deletion->reader);
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < games->count && status == EXIT_FINE; i++) {
        const struct game_range *range = &games->ranges[i];
        uint64_t last = range->is_open ? game_count : range->last;
        if (range->first > game_count || last > game_count || last < range->first) {
            message_error(deletion->context->messages, IN_FILE(deletion->name),
                          "has no game %" PRIu64 ": there are %" PRIu64,
                          range->first > game_count ? range->first : last, game_count);
            return EXIT_USAGE;
        }
        status = change_range(deletion, range->first, last - range->first + 1);
    }
    return status;
}

static enum exit_status change_listed(struct deletion *deletion)
{
    struct game_ranges games;
    enum exit_status status =
        game_choice_make(deletion->context, deletion->name, deletion->reader,
                         &deletion->context->options->games, command_report_path, &games);
    if (status == EXIT_FINE)
        status = change_ranges(deletion, &games);
    game_ranges_free(&games);
    return status;
}

static enum exit_status change_hits(struct deletion *deletion, struct pgnpack_search *search)
{
    struct pgnpack_hit hit;
    enum exit_status result = EXIT_FINE;
    enum pgnpack_status status = PGNPACK_OK;
    while (result == EXIT_FINE && (status = pgnpack_search_next(search, &hit)) == PGNPACK_OK)
        result = change_range(deletion, hit.game, 1);
    if (result != EXIT_FINE || status == PGNPACK_END)
        return result;
    return command_report_path(deletion->context, deletion->name, pgnpack_search_error(search));
}

/* Those that a query finds: --delete-where. */
static enum exit_status change_found(struct deletion *deletion)
{
    struct pgnpack_query *query = change_query(deletion->context, &deletion->context->options->where);
    if (query == NULL)
        return EXIT_USAGE;
    struct pgnpack_search *search = pgnpack_search_new(deletion->reader, query);
    enum exit_status status =
        search == NULL ? command_no_memory(deletion->context) : change_hits(deletion, search);
    pgnpack_search_free(search);
    pgnpack_query_free(query);
    return status;
}

static enum exit_status change_all(struct deletion *deletion)
{
    uint64_t all = pgnpack_reader_game_count(deletion->reader);
    return all == 0 ? EXIT_FINE : change_range(deletion, 1, all);
}

/* `before`: so many games were deleted. */
static void tell(const struct deletion *deletion, uint64_t before)
{
    struct messages *messages = deletion->context->messages;
    int is_delete = deletion->context->options->change == CHANGE_DELETE;
    if (deletion->database == NULL) {
        uint64_t all = pgnpack_reader_game_count(deletion->reader);
        uint64_t after = is_delete ? before + deletion->count : before - deletion->count;
        message_notice(
            messages, IN_FILE(deletion->name), "%s would be %s: %" PRIu64 " of %" PRIu64 " would be left",
            COUNTED(deletion->count, "game"), is_delete ? "deleted" : "brought back", all - after, all);
        return;
    }
    const struct pgnpack_reader *changed = pgnpack_database_reader(deletion->database);
    uint64_t all = pgnpack_reader_game_count(changed), after = pgnpack_reader_deleted_count(changed);
    message_notice(messages, IN_FILE(deletion->name), "%s %s: %" PRIu64 " of %" PRIu64 " %s left",
                   COUNTED(after > before ? after - before : before - after, "game"),
                   is_delete ? "deleted" : "brought back", all - after, all, IS_OR_ARE(all - after));
}

static enum exit_status change_games(struct deletion *deletion)
{
    struct command_context *context = deletion->context;
    const struct options *options = context->options;
    uint64_t before = pgnpack_reader_deleted_count(deletion->reader);
    enum exit_status status = options->where.count != 0   ? change_found(deletion)
                              : options->games.count != 0 ? change_listed(deletion)
                                                          : change_all(deletion);
    if (status == EXIT_FINE && deletion->database != NULL)
        status = change_commit(context, deletion->database, deletion->name);
    if (status == EXIT_FINE)
        tell(deletion, before);
    return status;
}

/* --dry-run: the database is only read. */
static enum exit_status count_one(struct deletion *deletion)
{
    enum exit_status status;
    deletion->reader = change_open_to_read(deletion->context, deletion->name, &status);
    if (deletion->reader == NULL)
        return status;
    deletion->counted = calloc((size_t)(pgnpack_reader_game_count(deletion->reader) / 8) + 1, 1);
    deletion->values = hit_values_new(deletion->context, deletion->reader);
    status = deletion->counted == NULL || deletion->values == NULL ? command_no_memory(deletion->context)
                                                                   : change_games(deletion);
    if (status == EXIT_FINE)
        status = hit_values_tell(deletion->values, deletion->context, deletion->name);
    hit_values_free(deletion->values);
    free(deletion->counted);
    pgnpack_reader_free(deletion->reader);
    return status;
}

static enum exit_status change_one(struct command_context *context, const char *name, void *job)
{
    struct deletion deletion = {.context = context, .name = name};
    enum exit_status status;
    (void)job;
    if (context->options->dry_run)
        return count_one(&deletion);
    deletion.database = change_open(context, name, &status);
    if (deletion.database == NULL)
        return status;
    deletion.reader = pgnpack_database_reader(deletion.database);
    status = change_games(&deletion);
    pgnpack_database_free(deletion.database);
    return status;
}

enum exit_status change_delete(struct command_context *context)
{
    return command_each_input(context, change_one, NULL);
}
