/* Paths of ours, and what is told of them. */
#ifndef PGNPACK_SYSTEM_PATH_TEXT_H
#define PGNPACK_SYSTEM_PATH_TEXT_H

#include "system/file_access.h"
#include "util/error.h"
#include "util/memory.h"

/* For messages, and for what is still to be done with the file. */
struct path_copy {
    char *text;  /* NULL: none */
    size_t size; /* with the zero byte */
};

/* Returns 0 when there is no memory. */
int path_copy_set(struct path_copy *copy, struct memory *memory, const char *path);
void path_copy_free(struct path_copy *copy, struct memory *memory);

/* "PATH: what: the cause in words". Returns the status. */
enum pgnpack_status path_fail(struct error *error, enum pgnpack_status status, const char *path,
                              const char *what, int cause);

/* PGNPACK_ERROR_BUSY: another one has the lock. */
enum pgnpack_status path_busy(struct error *error, const char *path);

/* Puts the path before the text of a failure of that status, once. */
void path_name(const struct path_copy *path, enum pgnpack_status status, struct error *error);

#endif
