/* Failures in words: file, game and cause in a line. */
#ifndef PGNPACK_BINDINGS_TABLE_FAULT_H
#define PGNPACK_BINDINGS_TABLE_FAULT_H

#include "bindings/table/table.h"

/* Both return the status. The text is cut where it is too long. */
enum pgnpack_status fault_set(struct table_error *error, enum pgnpack_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
enum pgnpack_status fault_no_memory(struct table_error *error);

/* What the library says, of this file; `path` NULL: of none. */
enum pgnpack_status fault_of(struct table_error *error, const char *path, const struct pgnpack_error *cause);

#endif
