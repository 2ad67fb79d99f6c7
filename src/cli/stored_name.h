/* Names of files inside a database: relative, without "." and "..", parts joined by '/'. */
#ifndef PGNPACK_CLI_STORED_NAME_H
#define PGNPACK_CLI_STORED_NAME_H

#include <stddef.h>

#include "cli/wrapper_kind.h"

enum { STORED_NAME_SIZE_MAX = 4096 };

struct stored_name {
    char text[STORED_NAME_SIZE_MAX + 1];
    size_t size;
    int is_too_long; /* and not all there */
};

/* The name for an input; "" for none. */
void stored_name_set(struct stored_name *name, const char *path);

/* Something inside what the first `size` bytes of the name stand for. */
void stored_name_enter(struct stored_name *name, size_t size, const char *path);

/* Back to the first `size` bytes. */
void stored_name_cut(struct stored_name *name, size_t size);

/* What is in a wrapper is not called .gz any more. */
void stored_name_unwrap(struct stored_name *name, enum wrapper_kind kind);

#endif
