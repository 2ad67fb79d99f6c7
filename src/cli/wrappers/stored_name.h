/* Names of files inside a database: relative, without "." and "..", parts joined by '/'. */
#ifndef PGNPACK_CLI_WRAPPERS_STORED_NAME_H
#define PGNPACK_CLI_WRAPPERS_STORED_NAME_H

#include <stddef.h>

#include "cli/wrappers/wrapper_kind.h"

/* What the format has room for. A name on its way may have more. */
enum { STORED_NAME_SIZE_MAX = 4096 };

/* Zeroed, it is empty. */
struct stored_name {
    char *text; /* NULL: nothing was ever in it */
    size_t size;
    size_t capacity;
    int has_failed; /* there was no memory, and the name is not all there */
};

/* The name for an input; "" for none. */
void stored_name_set(struct stored_name *name, const char *path);

/* Something inside what the first `size` bytes of the name stand for. */
void stored_name_enter(struct stored_name *name, size_t size, const char *path);

/* Back to the first `size` bytes. */
void stored_name_cut(struct stored_name *name, size_t size);

/* What is in a wrapper is not called .gz any more. */
void stored_name_unwrap(struct stored_name *name, enum wrapper_kind kind);

void stored_name_free(struct stored_name *name);

#endif
