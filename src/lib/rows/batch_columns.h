/* The caller's arrays of a batch, and how a game gets into them. */
#ifndef PGNPACK_LIB_ROWS_BATCH_COLUMNS_H
#define PGNPACK_LIB_ROWS_BATCH_COLUMNS_H

#include "block/block_scan.h"
#include "lib/rows/batch_line.h"
#include "pgnpack.h"

/* What the batch was asked for. */
struct batch_wanted {
    size_t *tags; /* places of their names in the rows */
    size_t tag_count, tag_capacity;
    unsigned parts; /* enum pgnpack_batch_parts */
    int keep_escapes;
};

/* A game that is to be given. */
struct batch_row {
    uint64_t number; /* from 1 */
    struct block_row row;
    struct batch_line line;
};

/* One of the columns of lists, whatever its elements are. */
struct list_column {
    void *data;
    size_t capacity; /* elements */
    uint32_t *offsets;
    size_t element_size;
    const struct buffer *source; /* the game's elements */
    const char *name;
};

/* One of the columns of lists of texts. */
struct texts_column {
    const struct pgnpack_texts_column *arrays;
    const struct batch_texts *source; /* the game's */
    const char *name, *offsets_name;
};

enum { LIST_COLUMN_COUNT = 7, TEXTS_COLUMN_COUNT = 2 };

/* The arrays of a call. */
struct batch_columns {
    struct pgnpack_columns arrays;
    const struct batch_wanted *wanted;
    struct list_column lists[LIST_COLUMN_COUNT]; /* those that are there */
    size_t list_count;
    struct texts_column texts[TEXTS_COLUMN_COUNT]; /* the same */
    size_t texts_count;
};

/* Begins all offsets. `line`: where games have their lists. Fails for arrays that such a batch cannot fill. */
enum pgnpack_status batch_columns_start(struct batch_columns *columns, const struct pgnpack_columns *arrays,
                                        const struct batch_wanted *wanted, const struct batch_line *line,
                                        struct error *error);

/* Is nothing asked for that has to be made for each game? */
static inline int batch_columns_are_plain(const struct batch_columns *columns)
{
    return columns->list_count == 0 && columns->texts_count == 0 && columns->arrays.tags == NULL;
}

/* Puts `run` games from game `game` of the block on behind `count` others, of plain columns. `number`: of the first. */
void batch_columns_add_run(const struct batch_columns *columns, size_t count, const struct block_run *run,
                           uint64_t number);

/* Puts the game behind `count` others; PGNPACK_ERROR_LIMIT, and nothing changed, where there is no room for it. */
enum pgnpack_status batch_columns_add(const struct batch_columns *columns, size_t count,
                                      const struct batch_row *row, struct error *error);

#endif
