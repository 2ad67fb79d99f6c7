/* What needs a game's moves, or its text: lists of some games, in columns. */
#ifndef PGNPACK_BINDINGS_TABLE_LINES_H
#define PGNPACK_BINDINGS_TABLE_LINES_H

#include "bindings/table/files.h"

struct lines {
    const struct table *table;
    struct table_error *error;
    struct table_counts *counts;
    unsigned parts; /* enum pgnpack_batch_parts: what is asked for */
    struct pgnpack_batch *batch;
    size_t batch_file;
    uint64_t lines_counted;
    size_t row_capacity; /* of the arrays; grows from call to call */
    struct memory_arena arrays;
    struct pgnpack_columns columns;
    /* Of the present rows: */
    size_t count;
    struct pgnpack_text *san, *uci, *text; /* a row each */
    struct pgnpack_text *comments, *fens;  /* a text each; offsets of their columns say whose */
    struct memory_arena texts;
};

void lines_init(struct lines *lines, const struct table *table, struct table_error *error,
                struct table_counts *counts);
void lines_free(struct lines *lines);

/* These games of a file come next, `numbers` ascending; they have to stay until all are given. */
enum pgnpack_status lines_start(struct lines *lines, size_t file, const uint64_t *numbers, size_t count);

/* The next of them, at least one, at most `most`. PGNPACK_END: all were given. */
enum pgnpack_status lines_next(struct lines *lines, size_t most);

#endif
