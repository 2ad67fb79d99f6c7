/* An annex on its way into a file: a block without games whose sections are about all of its segment. */
#ifndef PGNPACK_LIB_WRITE_ANNEX_H
#define PGNPACK_LIB_WRITE_ANNEX_H

#include "container/file/file_format.h"
#include "container/sections/section_packer.h"
#include "game/game.h"
#include "search/openings/tree_builder.h"
#include "util/buffer.h"

struct annex {
    struct section_packer packer;
    uint8_t flags; /* BCGN_BLOCK_RECORD and _DELETES may be added */
};

/* Without sections. */
void annex_init(struct annex *annex, struct memory *memory);
void annex_free(struct annex *annex);

/* Adds a section. */
enum pgnpack_status annex_add(struct annex *annex, uint8_t type, uint16_t index, const void *bytes,
                              size_t size, struct error *error);

/* Appends the annex to `out` and to the index, behind its blocks; it has no sections any more. */
enum pgnpack_status annex_write(struct annex *annex, struct block_index *index, struct buffer *out,
                                struct error *error);

/* ---- Opening lines ---- */

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

/* Sees a game of the lines with its plies, `number` from 0. Returns 0 to end it. */
typedef int (*opening_lines_function)(void *opaque, size_t number, const struct tree_game *game);

/* Shows the games, in their order. Returns 0 when the function has ended it. */
int opening_lines_each(const struct opening_lines *lines, opening_lines_function see, void *opaque);

/* Tells them to the builder, in their order. */
void opening_lines_tell(const struct opening_lines *lines, struct tree_builder *builder);

/*
 * Positions with so many games are kept in a segment's tree. Rarer ones are found by searching, which takes the longer the more
 * games there are: so large segments keep more of them.
 */
uint64_t opening_tree_least(uint64_t game_count);

#endif
