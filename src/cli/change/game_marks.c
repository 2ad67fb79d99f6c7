#include "cli/change/game_marks.h"

#include <stdlib.h>

#include "cli/run/change_database.h"
#include "cli/run/game_choice.h"

/* A games_function. */
static enum exit_status mark(void *marks_opaque, uint64_t first, uint64_t count)
{
    uint8_t *marks = marks_opaque;
    for (uint64_t number = first; number < first + count; number++)
        marks[number / 8] |= (uint8_t)(1 << number % 8);
    return EXIT_FINE;
}

static enum exit_status mark_found(struct command_context *context, const char *name,
                                   struct pgnpack_reader *reader, uint8_t *marks)
{
    struct pgnpack_query *query = change_query(context, &context->options->where);
    enum exit_status status =
        query == NULL ? EXIT_USAGE : game_choice_each_found(context, name, reader, query, mark, marks);
    pgnpack_query_free(query);
    return status;
}

enum exit_status game_marks_make(struct command_context *context, const char *name,
                                 struct pgnpack_reader *reader, uint8_t **marks_ret)
{
    const struct options *options = context->options;
    *marks_ret = NULL;
    if (options->games.count == 0 && options->where.count == 0)
        return EXIT_FINE;
    *marks_ret = calloc((size_t)(pgnpack_reader_game_count(reader) / 8) + 1, 1);
    if (*marks_ret == NULL)
        return command_no_memory(context);
    return options->where.count != 0 ? mark_found(context, name, reader, *marks_ret)
                                     : game_choice_each(context, name, reader, TO_DELETE, mark, *marks_ret);
}

int game_is_marked(const uint8_t *marks, uint64_t number)
{
    return marks == NULL || (marks[number / 8] >> number % 8 & 1) != 0;
}
