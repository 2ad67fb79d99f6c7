#include "cli/game_choice.h"

#include <stdlib.h>
#include <string.h>

static enum exit_status find(struct command_context *context, const char *file, struct pgnpack_reader *reader,
                             const char *id, report_function report, struct game_range *range)
{
    enum pgnpack_status status = pgnpack_reader_find_id(reader, id, &range->first);
    range->last = range->first;
    range->id = 0;
    if (status == PGNPACK_OK)
        return EXIT_FINE;
    if (status != PGNPACK_ERROR_ARGUMENT)
        return report(context, file, pgnpack_reader_error(reader));
    message_error(context->messages, IN_FILE(file), "%s", pgnpack_reader_error(reader)->text);
    return EXIT_USAGE;
}

enum exit_status game_choice_make(struct command_context *context, const char *file,
                                  struct pgnpack_reader *reader, const struct game_ranges *ranges,
                                  report_function report, struct game_ranges *chosen_ret)
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
            status = find(context, file, reader, ranges->ids + ranges->ranges[i].id, report,
                          &chosen_ret->ranges[i]);
    return status;
}
