/*
 * A main line on its way into an opening tree: the key of each position, with the half-move played there.
 *
 * A tree only has positions that are near the beginning: whose men that have gone and pawns that have left home are
 * TREE_PROGRESS_MAX together at most. Neither ever comes back, so behind such a position a game has none that is near, and need
 * not be followed. (Only drops of crazyhouse bring men back: games that have some are followed to their end.)
 */
#ifndef PGNPACK_SEARCH_OPENINGS_TREE_WALK_H
#define PGNPACK_SEARCH_OPENINGS_TREE_WALK_H

#include "chess/drop.h"
#include "chess/position.h"
#include "chess/zobrist.h"

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

#endif
