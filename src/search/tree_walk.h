/*
 * A main line on its way into an opening tree: the key of each position, with the half-move played there.
 *
 * A tree only has positions that are not far from the beginning: whose men that have gone and pawns that have left home are
 * TREE_PROGRESS_MAX together at most. Neither ever comes back, so behind such a position a game's further ones need not be
 * told, and what was told has all the places where the game can be in the tree. (Drops of crazyhouse bring men back: games
 * with such are told to their end.)
 */
#ifndef PGNPACK_SEARCH_TREE_WALK_H
#define PGNPACK_SEARCH_TREE_WALK_H

#include "chess/position.h"
#include "chess/zobrist.h"

/* On otb-masters, positions of 100 games and more have 12 at most but for a few dozen. */
enum { TREE_PROGRESS_MAX = 14 };

struct tree_walk {
    struct position position;
    uint64_t men; /* hash of the men and the side to move */
};

void tree_walk_start(struct tree_walk *walk, const struct position *start);

/* Plays a legal move. */
void tree_walk_move(struct tree_walk *walk, chess_move move);

/* The turn passes; in check, too, where that changes nothing in what a key says. */
void tree_walk_null(struct tree_walk *walk);

/* Men that have gone and pawns that have left home; less than 0 where a game began with more than 32 men. */
int tree_progress(const struct position *position);

static inline int tree_walk_is_near(const struct tree_walk *walk)
{
    return tree_progress(&walk->position) <= TREE_PROGRESS_MAX;
}

/*
 * What a legal move changes in the hash of the men and the side to move, before it is made, for those who walk by
 * themselves.
 */
uint64_t tree_key_change(const struct position *position, chess_move move);

/*
 * The position's key in trees: the format's (chess/zobrist.h), and for each castling right that is held about a rook that
 * stands neither on the a- nor on the h-file the key of its set of rights, rotated to the left by 8 * (1 + file). So
 * positions of Chess960 that differ in nothing but the rook that a right is about have keys of their own.
 */
uint64_t tree_key_complete(const struct position *position, uint64_t men);
uint64_t tree_key(const struct position *position);

static inline uint64_t tree_walk_key(const struct tree_walk *walk)
{
    return tree_key_complete(&walk->position, walk->men);
}

#endif
