/*
 * Makes the opening tree of a segment while its games go by, in constant memory: a table of positions, each with the games
 * that came to it since it was entered. What the table has is exact, what it has not is nothing: a position counts all games
 * behind the one that entered it. It is entered when a game leaves the table, so a line becomes known a few positions a game;
 * where there is no more room the rarest positions go, and begin anew when they come back.
 *
 * The same games in the same order make the same tree.
 */
#ifndef PGNPACK_SEARCH_OPENINGS_TREE_BUILDER_H
#define PGNPACK_SEARCH_OPENINGS_TREE_BUILDER_H

#include "chess/types.h"
#include "search/openings/tree_page.h"
#include "util/buffer.h"

/* A position of a game's main line, and what was played there. */
struct tree_ply {
    uint64_t key;    /* search/openings/tree_walk.h */
    chess_move move; /* or drop; NO_MOVE: the line ends here, or goes on with a null move */
    uint8_t mover;   /* the side to move */
};

/* All positions of the main line that are near (search/openings/tree_walk.h), and no others, in their order: counts rest on that. */
struct tree_game {
    const struct tree_ply *plies;
    size_t count;
    uint8_t result;
    uint16_t elo[2]; /* by colour; 0: unknown */
    uint16_t year;   /* 0: unknown */
};

/* Positions and moves that there is room for; 0: the defaults, which take 47 MB once more than half a million games went by. */
struct tree_limits {
    size_t positions, moves;
};

enum { TREE_POSITIONS_DEFAULT = 5 << 17, TREE_MOVES_DEFAULT = 3 << 17 };

struct tree_entry;
struct tree_move_entry;

struct tree_builder {
    struct memory *memory;
    struct tree_entry *entries; /* a hash table: 1 << bits of them, 0: none */
    unsigned bits;
    size_t entry_count, entry_limit;
    struct tree_move_entry *moves;
    size_t move_capacity, move_end, move_count, move_limit; /* move_end: those behind were never used */
    uint32_t free_move; /* 1 + the first of a list of those that were given back; 0: there is none */
    uint32_t game_count;
    int failed; /* no memory, or too many games: there is no tree */
};

void tree_builder_init(struct tree_builder *builder, const struct tree_limits *limits, struct memory *memory);
void tree_builder_free(struct tree_builder *builder);

/* No games were told yet; the tables' memory stays. */
void tree_builder_clear(struct tree_builder *builder);

/* The next game of the segment; one that cannot be understood has no plies, and is told all the same. */
void tree_builder_add(struct tree_builder *builder, const struct tree_game *game);

/*
 * Appends the bytes (search/openings/tree_bytes.h) of all positions with at least `least` (not 0) games. Returns how many they are; 0:
 * there are none, or no tree, or one that is larger than a section may be, and `out` is of no use. Without memory it has failed.
 */
size_t tree_builder_write(const struct tree_builder *builder, uint64_t least, struct buffer *out);

#endif
