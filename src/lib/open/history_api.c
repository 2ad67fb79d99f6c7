/* Public functions: the changes of a database, and why games are deleted. */
#include "lib/open/change_games.h"
#include "lib/open/history.h"

struct pgnpack_history {
    struct memory memory;
    const struct handle_kind *handle_kind;
    const struct pgnpack_reader *reader;
    struct history history;
    int is_read;
    struct change_games games; /* of the change that was asked for last: */
    uint64_t games_change;     /* its number; 0: none */
    struct error error;
    enum pgnpack_status last; /* what the last call came to */
    struct pgnpack_error public_error;
};

static const struct handle_kind history_kind;

struct pgnpack_history *pgnpack_history_new(const struct pgnpack_reader *reader)
{
    struct pgnpack_history *history = handle_new_like(&reader->memory, sizeof *history, &history_kind);
    if (history == NULL)
        return NULL;
    history->reader = reader;
    error_clear(&history->error);
    history_init(&history->history, &history->memory);
    change_games_init(&history->games, &history->memory);
    return history;
}

static void free_history(void *handle)
{
    struct pgnpack_history *history = handle;
    history_free(&history->history);
    change_games_free(&history->games);
    handle_free(history, sizeof *history);
}

/* Once, by the first call. A call for a change that is not there keeps no other from going on. */
static enum pgnpack_status read_all(struct pgnpack_history *history)
{
    if (history->error.status == PGNPACK_ERROR_ARGUMENT)
        error_clear(&history->error);
    if (history->is_read || history->error.status != PGNPACK_OK)
        return history->error.status;
    history->is_read = 1;
    if (reader_check_open(history->reader, &history->error) == PGNPACK_OK)
        history_read(&history->history, history->reader, &history->error);
    return history->error.status;
}

/* Kinds that the format keeps for later versions are no reasons that are known. */
static enum pgnpack_reason reason_of(unsigned kind)
{
    return kind == DELETION_ADDED || kind > PGNPACK_REASON_UNKNOWN ? PGNPACK_REASON_UNKNOWN
                                                                   : (enum pgnpack_reason)kind;
}

static void export_change(const struct pgnpack_history *history, const struct history_change *change,
                          struct pgnpack_change_info *info)
{
    const struct history *all = &history->history;
    const struct segment *segment = &history->reader->segments.segments[change->segment];
    *info = (struct pgnpack_change_info){
        .number = change->number,
        .takes_back = change->takes_back,
        .segment = change->segment,
        .is_state = change->number != 0 && change->number == segment->state,
        .is_damaged = segment->record_damage != PGNPACK_OK,
        .time = change->time <= INT64_MAX ? (int64_t)change->time : 0,
        .added = change->games[DELETION_ADDED],
        .brought_back = change->games[DELETION_NONE],
        .command = {(const char *)buffer_bytes(&all->commands) + change->command_start,
                    change->command_size}};
    for (unsigned kind = DELETION_BY_HAND; kind < DELETION_KINDS; kind++)
        info->deleted += kind == DELETION_ADDED ? 0 : change->games[kind];
}

enum pgnpack_status pgnpack_history_change(struct pgnpack_history *history, uint64_t n,
                                           struct pgnpack_change_info *info_ret)
{
    if (read_all(history) != PGNPACK_OK)
        return handle_end(history, history->error.status);
    if (n >= history->history.count)
        return handle_end(history, PGNPACK_END);
    if (info_ret != NULL)
        export_change(history, &history->history.changes[n], info_ret);
    return handle_end(history, PGNPACK_OK);
}

enum pgnpack_status pgnpack_history_deleted(struct pgnpack_history *history, uint64_t number,
                                            struct pgnpack_deleted_info *info_ret)
{
    uint64_t from = number == 0 ? 0 : number - 1;
    if (read_all(history) != PGNPACK_OK)
        return handle_end(history, history->error.status);
    const struct game_range *found = deleted_games_from(&history->history.deleted, from);
    if (found == NULL)
        return handle_end(history, PGNPACK_END);
    const struct game_range range = game_range_from(*found, from);
    const struct history_change *change = &history->history.changes[range.change - 1];
    if (info_ret != NULL)
        *info_ret = (struct pgnpack_deleted_info){.first = range.first + 1,
                                                  .count = range.end - range.first,
                                                  .reason = reason_of(range.kind),
                                                  .other = range.target,
                                                  .change = change->number};
    return handle_end(history, PGNPACK_OK);
}

/* The last change that was asked for is kept. */
static enum pgnpack_status read_games(struct pgnpack_history *history, uint64_t change)
{
    if (read_all(history) != PGNPACK_OK || (change != 0 && change == history->games_change))
        return history->error.status;
    history->games_change = 0;
    if (change_games_read(&history->games, history->reader, change, &history->error) == PGNPACK_OK)
        history->games_change = change;
    return history->error.status;
}

enum pgnpack_status pgnpack_history_games(struct pgnpack_history *history, uint64_t change, uint64_t n,
                                          struct pgnpack_change_games *games_ret)
{
    if (read_games(history, change) != PGNPACK_OK)
        return handle_end(history, history->error.status);
    if (n >= history->games.count)
        return handle_end(history, PGNPACK_END);
    const struct change_step *step = &history->games.steps[n];
    int is_added = step->games.kind == DELETION_ADDED;
    if (games_ret != NULL)
        *games_ret = (struct pgnpack_change_games){.first = step->games.first + 1,
                                                   .count = step->games.end - step->games.first,
                                                   .is_added = is_added,
                                                   .reason = is_added ? PGNPACK_REASON_NONE
                                                                      : reason_of(step->games.kind),
                                                   .other = step->games.target,
                                                   .can_undo = step->is_free};
    return handle_end(history, PGNPACK_OK);
}

static const struct handle_kind history_kind = {
    .free = free_history, HANDLE_ERROR(struct pgnpack_history), HANDLE_LAST(struct pgnpack_history)};
