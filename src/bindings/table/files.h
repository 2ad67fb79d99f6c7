/* The files of a table: paths, readers, units of work. */
#ifndef PGNPACK_BINDINGS_TABLE_FILES_H
#define PGNPACK_BINDINGS_TABLE_FILES_H

#include "bindings/table/columns.h"
#include "bindings/table/memory.h"
#include "bindings/table/table.h"

struct table_file {
    char *path;
    struct pgnpack_reader *reader;
};

struct table {
    struct pgnpack_allocator allocator;
    struct table_file *files;
    size_t file_count, file_capacity;
    struct table_unit *units;
    size_t unit_count, unit_capacity;
    struct games_columns games;
    uint64_t game_count;
};

#endif
