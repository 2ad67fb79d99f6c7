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
#include "chess/drop.h"
#include "chess/position.h"
#include "chess/zobrist.h"
#include "search/openings/tree_page.h"
#include "util/buffer.h"

/* ---- The walk ---- */

/*
 * A main line on its way into an opening tree: the key of each position, with the half-move played there.
 *
 * A tree only has positions that are near the beginning: whose men that have gone and pawns that have left home are
 * TREE_PROGRESS_MAX together at most. Neither ever comes back, so behind such a position a game has none that is near, and need
 * not be followed. (Only drops of crazyhouse bring men back: games that have some are followed to their end.)
 */

/* Nine in ten of the positions that 100 master games in 233,795 come to have no more; each further one costs packing time. */
enum { TREE_PROGRESS_MAX = 9 };

/* What a line's position is known by, for those who make its moves themselves. */
struct tree_track {
    uint64_t men; /* hash of the men and the side to move */
    int progress; /* men that have gone and pawns that have left home; below 0 where a game began with more than 32 men */
};

void tree_track_start(struct tree_track *track, const struct position *start);

/* A legal move is about to be made in the position. */
void tree_track_move(struct tree_track *track, const struct position *before, chess_move move);

/* A drop (chess/drop.h) is about to be made. */
void tree_track_drop(struct tree_track *track, const struct position *before, chess_move drop);

/* The turn passes. */
void tree_track_null(struct tree_track *track);

/* May the position be in a tree? */
static inline int tree_track_is_near(const struct tree_track *track)
{
    return track->progress <= TREE_PROGRESS_MAX;
}

/*
 * The position's key in trees: the format's (chess/zobrist.h), and for each castling right that is held about a rook that
 * stands neither on the a- nor on the h-file the key of its set of rights, rotated to the left by 8 * (1 + file). So
 * positions of Chess960 that differ in nothing but the rook that a right is about have keys of their own.
 */
uint64_t tree_track_key(const struct tree_track *track, const struct position *position);

/* From scratch. */
uint64_t tree_key(const struct position *position);
int tree_progress(const struct position *position);

/* A line with its board. */
struct tree_walk {
    struct position position; /* `checkers` may be out of date */
    struct tree_track track;
};

static inline void tree_walk_start(struct tree_walk *walk, const struct position *start)
{
    walk->position = *start;
    tree_track_start(&walk->track, start);
}

static inline int tree_pawn_is_at_home(unsigned man, unsigned square)
{
    return man_type(man) == PAWN && square_rank(square) == (man_colour(man) == WHITE ? 1 : 6);
}

/* Plays a legal move. Those that are no castling, promotion or taking en passant, as nearly all, at half the cost. */
static inline void tree_walk_move(struct tree_walk *walk, chess_move move)
{
    struct position *position = &walk->position;
    unsigned from = move_from(move), to = move_to(move), flag = move_flag(move);
    if (flag != MOVE_QUIET && flag != MOVE_CAPTURE && flag != MOVE_DOUBLE_PUSH) {
        tree_track_move(&walk->track, position, move);
        position_play(position, move);
        return;
    }
    unsigned man = position->men[from], captured = position->men[to];
    const uint64_t *keys = zobrist_tables.man[man];
    walk->track.men ^= zobrist_tables.black_to_move ^ keys[from] ^ keys[to];
    walk->track.progress += tree_pawn_is_at_home(man, from);
    if (captured != NO_MAN) {
        walk->track.men ^= zobrist_tables.man[captured][to];
        walk->track.progress += 1 + tree_pawn_is_at_home(captured, to);
    }
    position_advance(position, man_type(man), from, to, captured);
    if (flag == MOVE_DOUBLE_PUSH)
        position_note_en_passant(position, to);
}

static inline void tree_walk_drop(struct tree_walk *walk, chess_move drop)
{
    tree_track_drop(&walk->track, &walk->position, drop);
    position_make_drop(&walk->position, drop_type(drop), move_to(drop));
}

/* The turn passes. */
static inline void tree_walk_null(struct tree_walk *walk)
{
    tree_track_null(&walk->track);
    walk->position.ep_square = NO_SQUARE;
    position_count_ply(&walk->position, 0);
}

static inline int tree_walk_is_near(const struct tree_walk *walk)
{
    return tree_track_is_near(&walk->track);
}

static inline uint64_t tree_walk_key(const struct tree_walk *walk)
{
    return tree_track_key(&walk->track, &walk->position);
}

/* ---- The tree ---- */

/* A position of a game's main line, and what was played there. */
struct tree_ply {
    uint64_t key;    /* search/openings/tree_builder.h */
    chess_move move; /* or drop; NO_MOVE: the line ends here, or goes on with a null move */
    uint8_t mover;   /* the side to move */
};

/* All positions of the main line that are near (search/openings/tree_builder.h), and no others, in their order: counts rest on that. */
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

/* The next game of the segment; one that cannot be understood has no plies, and is told all the same. */
void tree_builder_add(struct tree_builder *builder, const struct tree_game *game);

/*
 * Appends the bytes (search/openings/tree_bytes.h) of all positions with at least `least` (not 0) games. Returns how many they are; 0:
 * there are none, or no tree, or one that is larger than a section may be, and `out` is of no use. Without memory it has failed.
 */
size_t tree_builder_write(const struct tree_builder *builder, uint64_t least, struct buffer *out);

#endif
