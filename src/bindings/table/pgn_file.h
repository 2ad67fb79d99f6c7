/* A plain PGN text in the place of a database: packed in memory when it is opened. */
#ifndef PGNPACK_BINDINGS_TABLE_PGN_FILE_H
#define PGNPACK_BINDINGS_TABLE_PGN_FILE_H

#include "bindings/table/memory.h"
#include "bindings/table/table.h"

/* Larger texts are refused: packing them at each opening would cost more than packing them once. */
#define PGN_FILE_SIZE_MAX (UINT64_C(1) << 30)

/* Zero it at first. */
struct pgn_file {
    char *packed;
    size_t size, capacity;
};

/* Is the path's ending ".pgn"? */
int pgn_file_is_meant(const char *path);

/* Packs the text: memory for a block of it while that is done, then what it takes packed. pgn_file_free() it in any case. */
enum pgnpack_status pgn_file_pack(struct pgn_file *file, const struct pgnpack_allocator *allocator,
                                  const char *path, struct table_error *error);
void pgn_file_free(struct pgn_file *file, const struct pgnpack_allocator *allocator);

#endif
