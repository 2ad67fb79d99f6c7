/* Games that fulfil a scan's constraints, with what costs no moves: numbers, tags, plies, outcomes. */
#ifndef PGNPACK_BINDINGS_TABLE_ROWS_H
#define PGNPACK_BINDINGS_TABLE_ROWS_H

#include "bindings/table/row_test.h"
#include "bindings/table/source.h"

/* A tag that is looked at. */
struct row_tag {
    const char *name;
    struct pgnpack_text *values; /* of the batch, and then of its rows that pass */
    int is_unescaped;
};

struct rows {
    const struct table *table;
    struct source *source;
    struct table_error *error;
    struct table_counts *counts;
    struct row_tag *tags;
    size_t tag_count, tag_capacity;
    struct row_column *columns;
    size_t column_count, column_capacity;
    struct row_constraint *constraints;
    size_t constraint_count, constraint_capacity;
    struct memory_arena kept;    /* arrays */
    struct memory_arena values;  /* of constraints */
    struct memory_arena texts;   /* of a batch: values without escapes */
    unsigned parts;              /* enum pgnpack_batch_parts */
    struct pgnpack_batch *batch; /* NULL: none yet, or none is needed */
    size_t batch_file, batch_tags;
    unsigned batch_parts; /* what it was made for */
    uint64_t blocks_counted;
    struct source_piece piece;
    uint64_t piece_done; /* of its games, without a batch */
    uint64_t *picked;    /* the piece's hits as numbers: SOURCE_HITS */
    int is_in_piece;
    /* The present rows, TABLE_BATCH_ROWS at most. */
    size_t file, count;
    uint64_t *games;
    uint32_t *plies;
    uint8_t *results;
};

/* Returns 0 without memory, as the others do. */
int rows_init(struct rows *rows, const struct table *table, struct source *source, struct table_error *error,
              struct table_counts *counts);
void rows_free(struct rows *rows);

/* Asks for a column that is no list; *place_ret: its place in rows->columns. To be called while there is no row. */
int rows_want(struct rows *rows, size_t column, size_t *place_ret);

/* Adds a constraint on a column that is no list; the source's limits become narrower by it. */
int rows_constrain(struct rows *rows, const struct table_constraint *constraint);

/* Forgets all constraints; the source has to forget its limits, too. */
void rows_clear_constraints(struct rows *rows);

/* Begins anew, as the source does. */
void rows_restart(struct rows *rows);

/* The next rows, at least one. PGNPACK_END: there are none. */
enum pgnpack_status rows_next(struct rows *rows);

#endif
