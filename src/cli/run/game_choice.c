#include "cli/run/game_choice.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run/change_database.h"
#include "cli/run/near_names.h"

enum exit_status game_ids_load(struct command_context *context, const char *file,
                               const struct pgnpack_reader *reader, report_function report)
{
    struct pgnpack_error error;
    return pgnpack_reader_load_ids(reader, &error) == PGNPACK_OK ? EXIT_FINE : report(context, file, &error);
}

void game_id_show(struct view_text *text, const char *file, const struct pgnpack_reader *reader,
                  uint64_t number, char id[PGNPACK_ID_SIZE])
{
    struct pgnpack_error error; /* where ids are damaged, others are known */
    id[0] = '\0';
    if (text->status != EXIT_FINE)
        return;
    enum pgnpack_status status = pgnpack_reader_load_ids(reader, &error);
    if (!pgnpack_reader_game_id(reader, number, id) && status != PGNPACK_OK)
        text->status = command_report(text->context, file, &error);
}

static enum exit_status find(struct command_context *context, const char *file, struct pgnpack_reader *reader,
                             const char *id, enum game_use use, report_function report,
                             struct game_range *range)
{
    static const enum pgnpack_id_game meant[] = {
        [TO_READ] = PGNPACK_ID_NOW,
        [TO_DELETE] = PGNPACK_ID_OWN,
        [TO_UNDELETE] = PGNPACK_ID_OWN_DELETED,
    };
    enum pgnpack_status status = pgnpack_reader_find_id(reader, id, meant[use], &range->first);
    range->last = range->first;
    range->id = 0;
    if (status == PGNPACK_OK)
        return EXIT_FINE;
    if (status != PGNPACK_ERROR_ARGUMENT && status != PGNPACK_END)
        return report(context, file, pgnpack_error(reader));
    message_error(context->messages, IN_FILE(file), "%s", pgnpack_error(reader)->text);
    return EXIT_FAILED;
}

enum exit_status game_choice_make(struct command_context *context, const char *file,
                                  struct pgnpack_reader *reader, const struct game_ranges *ranges,
                                  enum game_use use, report_function report, struct game_ranges *chosen_ret)
{
    enum exit_status status = EXIT_FINE;
    *chosen_ret = (struct game_ranges){.count = ranges->count, .capacity = ranges->count};
    chosen_ret->ranges = malloc((ranges->count + 1) * sizeof *ranges->ranges);
    if (chosen_ret->ranges == NULL)
        return command_no_memory(context);
    if (ranges->count != 0)
        memcpy(chosen_ret->ranges, ranges->ranges, ranges->count * sizeof *ranges->ranges);
    for (size_t i = 0; i < ranges->count && status == EXIT_FINE; i++)
        if (ranges->ranges[i].id != 0)
            status = find(context, file, reader, ranges->ids + ranges->ranges[i].id, use, report,
                          &chosen_ret->ranges[i]);
    return status;
}

enum exit_status game_choice_check(struct command_context *context, const char *file, uint64_t game_count,
                                   const struct game_range *range, uint64_t *last_ret)
{
    *last_ret = range->is_open ? game_count : range->last;
    uint64_t missing = range->first > game_count ? range->first : *last_ret;
    if (missing <= game_count)
        return EXIT_FINE;
    message_error(context->messages, IN_FILE(file), "has no game %" PRIu64 ": there are %" PRIu64, missing,
                  game_count);
    return EXIT_FAILED;
}

static enum exit_status take_ranges(struct command_context *context, const char *file, uint64_t game_count,
                                    const struct game_ranges *games, games_function take, void *opaque)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < games->count && status == EXIT_FINE; i++) {
        uint64_t first = games->ranges[i].first, last;
        status = game_choice_check(context, file, game_count, &games->ranges[i], &last);
        if (status == EXIT_FINE)
            status = take(opaque, first, last - first + 1);
    }
    return status;
}

enum exit_status game_choice_each(struct command_context *context, const char *file,
                                  struct pgnpack_reader *reader, enum game_use use, games_function take,
                                  void *opaque)
{
    struct game_ranges games;
    enum exit_status status =
        game_choice_make(context, file, reader, &context->options->games, use, command_report_path, &games);
    if (status == EXIT_FINE)
        status = take_ranges(context, file, pgnpack_reader_info(reader)->game_count, &games, take, opaque);
    game_ranges_free(&games);
    return status;
}

/* The game that has the place of a deleted one now; 0: none does. A new version has a larger number than the old one. */
static uint64_t find_new(struct pgnpack_history *history, const struct pgnpack_reader *reader,
                         uint64_t number)
{
    struct pgnpack_deleted_info info;
    while (pgnpack_reader_is_deleted(reader, number)) {
        if (pgnpack_history_deleted(history, number, &info) != PGNPACK_OK || info.first != number ||
            info.reason != PGNPACK_REASON_REPLACED || info.other <= number)
            return 0;
        number = info.other;
    }
    return number;
}

enum exit_status game_choice_refuse_old(struct command_context *context, const char *file,
                                        const struct pgnpack_reader *reader, struct pgnpack_history **history,
                                        uint64_t number)
{
    const struct place place = {.file = file, .game = number};
    if (!pgnpack_reader_is_deleted(reader, number))
        return EXIT_FINE;
    if (*history == NULL)
        *history = pgnpack_history_new(reader);
    if (*history == NULL)
        return command_no_memory(context);
    uint64_t now = find_new(*history, reader, number);
    if (now == 0)
        return EXIT_FINE;
    message_error(context->messages, &place,
                  "is the old version of game %" PRIu64 "; give that number, or the id, which both have",
                  now);
    return EXIT_FAILED;
}

enum exit_status game_choice_refuse_deleted(struct command_context *context, const char *file,
                                            const struct pgnpack_reader *reader, uint64_t first,
                                            uint64_t last)
{
    static const char remedy[] =
        "deleted; pgndb undelete brings games back, pgnunpack --with-deleted shows them";
    const struct place place = {.file = file, .game = first};
    struct pgnpack_history *history = NULL;
    if (first != last)
        message_error(context->messages, IN_FILE(file), "games %" PRIu64 " to %" PRIu64 " are %s", first,
                      last, remedy);
    else if (game_choice_refuse_old(context, file, reader, &history, first) == EXIT_FINE)
        message_error(context->messages, &place, "is %s", remedy);
    pgnpack_free(history);
    return EXIT_FAILED;
}

/* A condition_function. */
static int ask(void *near, const char *word, const char *value)
{
    return near_names_ask(near, word, value);
}

/* Nothing was found, or little: because of a name that few games have? */
static void tell_near_names(struct command_context *context, const char *file,
                            const struct pgnpack_reader *reader, uint64_t found)
{
    struct near_names near = {0};
    if (change_each_condition(&context->options->change.where, ask, &near)) {
        near_names_look(&near, reader, found);
        near_names_tell(&near, found, context->messages, IN_FILE(file));
        near_names_tell_sense(&near, context->messages, IN_FILE(file));
    }
    near_names_free(&near);
}

enum exit_status game_choice_each_found(struct command_context *context, const char *file,
                                        const struct pgnpack_reader *reader, struct pgnpack_query *query,
                                        games_function take, void *opaque)
{
    struct pgnpack_hit hit;
    uint64_t count = 0;
    enum exit_status status = EXIT_FINE;
    enum pgnpack_status found = PGNPACK_OK;
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    if (search == NULL)
        return command_no_memory(context);
    for (; status == EXIT_FINE && (found = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK; count++)
        status = take(opaque, hit.game, 1);
    if (status == EXIT_FINE && found != PGNPACK_END)
        status = command_report_path(context, file, pgnpack_error(search));
    if (status == EXIT_FINE)
        tell_near_names(context, file, reader, count);
    pgnpack_free(search);
    return status;
}
