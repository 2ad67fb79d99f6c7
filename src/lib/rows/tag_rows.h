/* Rows of tags, results and plies of a database's blocks, for searches and counts: no game is made where none has to be. */
#ifndef PGNPACK_LIB_ROWS_TAG_ROWS_H
#define PGNPACK_LIB_ROWS_TAG_ROWS_H

#include "block/block_scan.h"
#include "lib/read/cursor.h"
#include "base/name_list.h"

struct tag_rows {
    struct memory *memory;
    struct pgnpack_cursor *cursor;
    struct block_scan scan;
    struct block_row row; /* of the game asked for last */
    size_t value_capacity;
    int has_block;
};

void tag_rows_init(struct tag_rows *rows, struct memory *memory);
void tag_rows_free(struct tag_rows *rows);

/*
 * Makes the cursor, for tags of these names and `parts` (PGNPACK_PART_SHAPE: plies, ...), under the limit of memory, 0: none.
 * Returns 0 when there is no memory.
 */
int tag_rows_start(struct tag_rows *rows, const struct pgnpack_reader *reader, const struct name_list *names,
                   unsigned parts, size_t limit);

/* Forgets a failure, and what was counted as work. */
void tag_rows_rewind(struct tag_rows *rows);

/* Reads a block, from 0, which has games. `other_work`: that counts against the reader's limit, too. */
enum pgnpack_status tag_rows_load(struct tag_rows *rows, size_t block, uint64_t other_work,
                                  struct error *error);

/* Makes the rows of a block that was read, of its first `count` games (or all that it has), before any is asked for. */
enum pgnpack_status tag_rows_scan(struct tag_rows *rows, uint32_t count, struct error *error);

/* Units of work so far. */
uint64_t tag_rows_work(const struct tag_rows *rows);

/* Are there columns? They are rows->scan.columns; else games have to be asked for one by one, in ascending order. */
static inline int tag_rows_are_columns(const struct tag_rows *rows)
{
    return rows->scan.way == SCAN_BY_COLUMNS;
}

/* Sets rows->row to that of game `game` of the block, from 0. Values without columns live until the next game. */
enum pgnpack_status tag_rows_game(struct tag_rows *rows, uint32_t game, struct error *error);

#endif
