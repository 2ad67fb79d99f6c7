#include "util/error.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum pgnpack_status error_set(struct error *error, enum pgnpack_status status, const char *format, ...)
{
    if (error->status != PGNPACK_OK)
        return error->status;
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return status;
}

enum pgnpack_status error_no_memory(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_MEMORY, "out of memory");
}

enum pgnpack_status error_newer(struct error *error, const char *what, uint64_t number)
{
    return error_set(error, PGNPACK_ERROR_UNSUPPORTED, "%s %" PRIu64 " is unknown: it needs a newer pgnpack",
                     what, number);
}

void error_locate(struct error *error, uint64_t game, uint64_t line, uint64_t offset)
{
    if (error->game == 0)
        error->game = game;
    if (error->line == 0)
        error->line = line;
    if (error->offset == ERROR_NO_OFFSET)
        error->offset = offset;
}
