/* Where a PGN text can be cut between games without parsing it. */
#ifndef PGNPACK_PGN_PGN_SPLIT_H
#define PGNPACK_PGN_PGN_SPLIT_H

#include <stddef.h>

/* Bytes at a text's end in which a cut cannot be seen yet, because its sign may be incomplete. */
enum { PGN_SPLIT_TAIL = 8 };

/*
 * The first place behind `from` where a game begins for certain: "[Event " in the first column (the text's own
 * beginning does not count). 0 when there is none.
 */
size_t pgn_find_split(const char *text, size_t size, size_t from);

/* A weaker sign, for games without tags: the first place behind an empty line. 0 when there is none. */
size_t pgn_find_gap(const char *text, size_t size, size_t from);

#endif
