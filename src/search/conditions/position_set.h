/*
 * Positions that are looked for, one or many (a repertoire). Two positions are the same if placement, side to move, castling
 * rights and legal en passant are: what position_same() compares.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_POSITION_SET_H
#define PGNPACK_SEARCH_CONDITIONS_POSITION_SET_H

#include "chess/position.h"
#include "search/conditions/board_needs.h"
#include "util/memory.h"

/* A position and a hash of its placement, which takes a few instructions of any position. */
struct sought_position {
    uint64_t hash;
    struct position position;
};

struct position_set {
    struct sought_position *positions; /* by `hash`, when the set is sorted */
    size_t count, capacity;
    uint64_t *marks; /* once it is sorted: a bit for each hash's first bits; NULL: the set is small */
    size_t mark_words;
};

/* NULL: there is no memory. */
struct position_set *position_set_new(struct memory *memory);
void position_set_free(struct position_set *set, struct memory *memory);

/* Adds one. A set of several must be sorted before it is asked. Returns 0 when there is no memory. */
int position_set_add(struct position_set *set, const struct position *position, struct memory *memory);

/* Sorts it, and drops what is there twice. Returns 0 when there is no memory. */
int position_set_sort(struct position_set *set, struct memory *memory);

int position_set_has(const struct position_set *set, const struct position *position);

/*
 * Adds all positions of another set with the colours exchanged (`reversed`: a white pawn's home becomes a black one's), left
 * and right exchanged (`mirrored`: but for positions with castling rights, which have no mirror image), or both. Returns 0
 * when there is no memory.
 */
int position_set_add_turned(struct position_set *set, const struct position_set *other, unsigned reversed,
                            unsigned mirrored, struct memory *memory);

/* What all of its positions have. */
struct board_needs position_set_needs(const struct position_set *set);

#endif
