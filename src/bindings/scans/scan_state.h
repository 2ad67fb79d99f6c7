/* A scan, whatever its table is, and what scans of each kind of table do. */
#ifndef PGNPACK_BINDINGS_SCANS_SCAN_STATE_H
#define PGNPACK_BINDINGS_SCANS_SCAN_STATE_H

#include "bindings/table/source.h"

/* A column of the present batch, of tables other than games: its integers or its texts. */
struct scan_array {
    int64_t *integers; /* NULL: not wanted, or no integers */
    unsigned char *is_set;
    struct pgnpack_text *texts;
};

struct table_scan {
    const struct table *table;
    const struct scan_kind *kind;
    size_t *columns;
    size_t column_count;
    struct scan_array *arrays;   /* by column of the table */
    struct memory_arena room;    /* for what they have, and the kind besides */
    struct table_values *values; /* of the present batch, one a column */
    struct source source;
    struct table_error error;
    struct table_counts counts;
    enum pgnpack_status last; /* a failure, which stays, or the end */
    union {                   /* what the kind has besides */
        struct games_scan *games;
        struct positions_scan *positions;
        struct find_scan *find;
        struct tree_scan *tree;
        struct damage_scan *damage;
    } of;
};

/* Failures are in scan->error. Where there is nothing to be done, restart() and clear_constraints() are NULL. */
struct scan_kind {
    enum table_kind table;
    enum pgnpack_status (*make)(struct table_scan *scan,
                                const struct table_scan_options *options); /* sets scan->of */
    void (*free)(struct table_scan *scan);
    void (*restart)(struct table_scan *scan);
    /* NULL: of no constraint any use is made. Adding one returns 0 without memory. */
    enum table_use (*use_of)(const struct table *table, size_t column, enum table_comparison comparison);
    int (*constrain)(struct table_scan *scan, const struct table_constraint *constraint);
    void (*clear_constraints)(struct table_scan *scan);
    enum pgnpack_status (*next)(struct table_scan *scan, struct table_batch *batch_ret);
};

extern const struct scan_kind games_scan_kind;     /* rows that pass, and lists for those */
extern const struct scan_kind positions_scan_kind; /* games' lists, a row an element */
extern const struct scan_kind find_scan_kind;      /* what a query finds */
extern const struct scan_kind tree_scan_kind;      /* the moves of a position, over all files */
extern const struct scan_kind damage_scan_kind;    /* what is damaged in a table's files */

/* Makes the wanted columns' arrays. Returns 0 when there is no memory. */
int scan_make_arrays(struct table_scan *scan, size_t rows);

/* A value of a column, if that is wanted. */
static inline void scan_set_integer(struct table_scan *scan, size_t column, size_t row, int64_t value,
                                    int is_set)
{
    struct scan_array *array = &scan->arrays[column];
    if (array->integers != NULL)
        array->integers[row] = is_set ? value : 0;
    if (array->is_set != NULL)
        array->is_set[row] = is_set != 0;
}

static inline void scan_set_text(struct table_scan *scan, size_t column, size_t row, const char *text,
                                 size_t size)
{
    if (scan->arrays[column].texts != NULL)
        scan->arrays[column].texts[row] = (struct pgnpack_text){text, size};
}

/* The arrays become a batch of so many rows. */
void scan_give(struct table_scan *scan, size_t count, struct table_batch *batch_ret);

#endif
