/* What went wrong and where. Every fallible operation of the library takes a struct error and fills it once. */
#ifndef PGNPACK_UTIL_ERROR_H
#define PGNPACK_UTIL_ERROR_H

#include <stdint.h>

#include "pgnpack.h"

#define ERROR_NO_OFFSET UINT64_MAX

struct error {
    enum pgnpack_status status; /* PGNPACK_OK: nothing has failed yet */
    uint64_t game;              /* 1-based; 0: not about one game */
    uint64_t line;              /* 1-based; 0: unknown, or the input has no lines */
    uint64_t offset;            /* byte offset in the input; ERROR_NO_OFFSET: unknown */
    char text[240];             /* cause and remedy, one line, no trailing period or newline */
};

/* Are the bytes wrong, or newer than we are? Then they are whenever they are read, and others may be whole. */
static inline int status_is_damage(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED ||
           status == PGNPACK_ERROR_UNSUPPORTED;
}

/* An error that has not happened. */
static inline void error_clear(struct error *error)
{
    error->status = PGNPACK_OK;
    error->game = 0;
    error->line = 0;
    error->offset = ERROR_NO_OFFSET;
    error->text[0] = '\0';
}

/* Records a failure, printf style, and returns `status`. The first failure stays: later ones are ignored. */
enum pgnpack_status error_set(struct error *error, enum pgnpack_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Records PGNPACK_ERROR_MEMORY, and returns it. */
enum pgnpack_status error_no_memory(struct error *error);

/* Records PGNPACK_ERROR_UNSUPPORTED: what a newer version may know, "move codec" for instance. Returns it. */
enum pgnpack_status error_newer(struct error *error, const char *what, uint64_t number);

/* Adds the place to the failure that is recorded, where it has none yet. */
void error_locate(struct error *error, uint64_t game, uint64_t line, uint64_t offset);

#endif
