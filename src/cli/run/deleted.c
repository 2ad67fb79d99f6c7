#include "cli/run/deleted.h"

#include <inttypes.h>

#include "cli/base/number_text.h"

void deleted_set(const struct command_context *context, struct pgnpack_reader *reader)
{
    pgnpack_reader_set_deleted(reader, context->options->with_deleted ? PGNPACK_DELETED_KEPT
                                                                      : PGNPACK_DELETED_LEFT_OUT);
}

enum exit_status deleted_tell(const struct command_context *context, const char *name,
                              const struct pgnpack_reader *reader)
{
    deleted_tell_torn(context, name, pgnpack_reader_torn(reader), pgnpack_reader_torn_size(reader));
    return deleted_tell_records(context, name, reader);
}

void deleted_tell_torn(const struct command_context *context, const char *name, enum pgnpack_torn torn,
                       uint64_t size)
{
    if (torn == PGNPACK_TORN_UNFINISHED)
        message_notice(context->messages, IN_FILE(name),
                       "its last %s %s of a change that was broken off, or is just being made; "
                       "that is not read, and the next change removes it",
                       COUNTED(size, "byte"), IS_OR_ARE(size));
    if (torn == PGNPACK_TORN_UNMARKED)
        message_notice(context->messages, IN_FILE(name),
                       "its end mark is not whole; nothing else is missing, and the next change writes it");
}

enum exit_status deleted_tell_records(const struct command_context *context, const char *name,
                                      const struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info info;
    enum exit_status status = EXIT_FINE;
    for (uint64_t i = 0; pgnpack_reader_segment(reader, i, &info); i++)
        if (info.is_damaged) {
            message_error(
                context->messages, IN_FILE(name),
                "the record of change %" PRIu64 " is damaged: games that it deleted are there again", i + 1);
            status = EXIT_CORRUPT;
        }
    return status;
}

uint64_t deleted_games_left(const struct command_context *context, const struct pgnpack_reader *reader)
{
    uint64_t count = pgnpack_reader_game_count(reader);
    return context->options->with_deleted ? count : count - pgnpack_reader_deleted_count(reader);
}

uint64_t deleted_number_of(const struct command_context *context, const struct pgnpack_reader *reader,
                           uint64_t n)
{
    uint64_t next = 1, first, count;
    while (!context->options->with_deleted && pgnpack_reader_deleted_range(reader, next, &first, &count) &&
           n > first - next) {
        n -= first - next;
        next = first + count;
    }
    return n > UINT64_MAX - next ? UINT64_MAX : next + n - 1;
}
