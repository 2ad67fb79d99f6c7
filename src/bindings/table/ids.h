/* Ids of games as a column's texts. */
#ifndef PGNPACK_BINDINGS_TABLE_IDS_H
#define PGNPACK_BINDINGS_TABLE_IDS_H

#include "bindings/table/memory.h"
#include "bindings/table/source.h"

/* The ids of so many games of a file, in the arena; NULL in files of older versions, which have none. */
enum pgnpack_status ids_fill(const struct table_file *file, const uint64_t *games, size_t count,
                             struct memory_arena *arena, struct pgnpack_text *texts_ret,
                             struct table_error *error);

#endif
