/*
 * Holds what only searches read against the games, while they are decoded: columns that tell them wrong would make searches miss
 * games.
 */
#ifndef PGNPACK_BLOCK_BLOCK_CHECK_H
#define PGNPACK_BLOCK_BLOCK_CHECK_H

#include "block/block_state.h"
#include "search/columns/position_columns.h"

struct block_check {
    struct buffer bytes; /* the block's position columns, unpacked */
    struct position_columns columns;
    int has_columns;
    uint32_t game;      /* the next one */
    struct error error; /* that reading them had, or a game that they don't fit */
};

void block_check_init(struct block_check *check, struct memory *memory);
void block_check_free(struct block_check *check);

/* Reads the position columns, if the block has some. `block`: all of it, which the decoder has read. */
void block_check_start(struct block_check *check, struct block_decoder *decoder, const uint8_t *block);

/* The next of its games: do they fit? Runs of moves are looked into. */
void block_check_see(struct block_check *check, const struct game *game);

/* Behind all games: what is wrong with the columns. */
enum pgnpack_status block_check_end(const struct block_check *check, struct error *error);

#endif
