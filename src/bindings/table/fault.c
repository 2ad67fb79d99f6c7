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

/* What failed when a file was opened begins with its path, and with the end alone of a long one. */
static const char *without_path(const char *text, const char *path)
{
    size_t path_size = strlen(path);
    int is_short = strncmp(text, "...", 3) == 0;
    const char *shown = is_short ? text + 3 : text;
    size_t skipped_max = is_short ? path_size : 0;
    for (size_t skipped = 0; skipped <= skipped_max; skipped++) {
        size_t size = path_size - skipped;
        if (strncmp(shown, path + skipped, size) == 0 && strncmp(shown + size, ": ", 2) == 0)
            return shown + size + 2;
    }
    return text;
}

static const char *remedy_of(const struct pgnpack_error *cause)
{
    switch (cause->status) {
    case PGNPACK_ERROR_NOT_BCGN:
        return "; pgnpack makes one of PGN";
    case PGNPACK_ERROR_CORRUPT:
    case PGNPACK_ERROR_TRUNCATED:
        return "; pgnunpack --salvage saves what is whole";
    default:
        return "";
    }
}

enum pgnpack_status fault_of(struct table_error *error, const char *path, const struct pgnpack_error *cause)
{
    const char *text = cause->text[0] != '\0' ? cause->text : pgnpack_status_text(cause->status);
    if (path == NULL)
        return fault_set(error, cause->status, "%s%s", text, remedy_of(cause));
    text = without_path(text, path);
    if (cause->game == 0)
        return fault_set(error, cause->status, "%s: %s%s", path, text, remedy_of(cause));
    return fault_set(error, cause->status, "%s: game %" PRIu64 ": %s%s", path, cause->game, text,
                     remedy_of(cause));
}
