/* The games of a block on their way into the segment's opening tree: their first positions, results, ratings and years. */
#ifndef PGNPACK_LIB_WRITE_OPENING_LINES_H
#define PGNPACK_LIB_WRITE_OPENING_LINES_H

#include "game/game.h"
#include "search/openings/tree_builder.h"
#include "search/openings/tree_walk.h"
#include "util/buffer.h"

struct opening_lines {
    struct tree_walk start; /* the orthodox start position */
    int takes_all;       /* positions, also those that our trees do not have: to hold any tree against them */
    struct buffer plies; /* struct tree_ply, of all games */
    struct buffer games; /* struct tree_game, whose plies are not set */
};

void opening_lines_init(struct opening_lines *lines, struct memory *memory);
void opening_lines_free(struct opening_lines *lines);
void opening_lines_clear(struct opening_lines *lines);

/* Adds a game, as it is stored. Returns 0 when there is no memory. */
int opening_lines_add(struct opening_lines *lines, const struct game *game);

/* Tells them to the builder, in their order. */
void opening_lines_tell(const struct opening_lines *lines, struct tree_builder *builder);

/*
 * Positions with so many games are kept in a segment's tree. Rarer ones are found by searching, which takes the longer the more
 * games there are: so large segments keep more of them.
 */
uint64_t opening_tree_least(uint64_t game_count);

#endif
