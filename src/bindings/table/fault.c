#include "bindings/table/fault.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Hosts take UTF-8 alone, and paths, words and names of tags may be any bytes; what is too long ends behind a character. */
static void set_text(struct table_error *error, const char *text)
{
    char repaired[3 * TABLE_ERROR_SIZE];
    size_t size = table_utf8_repair((struct pgnpack_text){text, strlen(text)}, repaired);
    if (size >= sizeof error->text)
        for (size = sizeof error->text - 1; (repaired[size] & 0xc0) == 0x80;)
            size--;
    memcpy(error->text, repaired, size);
    error->text[size] = '\0';
}

enum pgnpack_status fault_set(struct table_error *error, enum pgnpack_status status, const char *format, ...)
{
    char text[TABLE_ERROR_SIZE];
    va_list arguments;
    error->status = status;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    set_text(error, text);
    return status;
}

enum pgnpack_status fault_no_memory(struct table_error *error)
{
    return fault_set(error, PGNPACK_ERROR_MEMORY, "%s", pgnpack_status_text(PGNPACK_ERROR_MEMORY));
}

enum pgnpack_status fault_of(struct table_error *error, const char *path, const struct pgnpack_error *cause)
{
    const char *text = cause->text[0] != '\0' ? cause->text : pgnpack_status_text(cause->status);
    if (path == NULL)
        return fault_set(error, cause->status, "%s", text);
    if (cause->game == 0)
        return fault_set(error, cause->status, "%s: %s", path, text);
    return fault_set(error, cause->status, "%s: game %" PRIu64 ": %s", path, cause->game, text);
}
