/* The files of a table: paths, readers, units of work. */
#ifndef PGNPACK_BINDINGS_TABLE_FILES_H
#define PGNPACK_BINDINGS_TABLE_FILES_H

#include <sys/stat.h>

#include "bindings/table/columns.h"
#include "bindings/table/memory.h"
#include "bindings/table/pgn_file.h"
#include "bindings/table/table.h"

struct table_file {
    char *path;
    struct stat state; /* before it was opened */
    struct pgnpack_reader *reader;
    struct pgn_file pgn; /* of a plain text: what the reader has open */
};

/* What is damaged in a file. */
struct table_damage {
    size_t file;
    struct pgnpack_damage damage;
    char *cause;
};

struct table {
    struct pgnpack_allocator allocator;
    enum table_damaged damaged;
    struct table_damage *damages; /* that were found, and are skipped */
    size_t damage_count, damage_capacity;
    struct table_file *files;
    size_t file_count, file_capacity;
    struct table_unit *units;
    size_t unit_count, unit_capacity;
    struct games_columns games;
    uint64_t game_count;
};

#endif
