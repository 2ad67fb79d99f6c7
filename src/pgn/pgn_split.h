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

/*
 * Where the game whose tags begin at `at` takes over from the one before: behind the line end of the last line that
 * is not empty, as the parser has it. `at` itself if nothing but line ends stands before it.
 */
size_t pgn_game_begin(const char *text, size_t at);

/* A weaker sign, for games without tags: the first place behind an empty line. 0 when there is none. */
size_t pgn_find_gap(const char *text, size_t size, size_t from);

/* Does a game stand there, behind an empty line: any tag, or a first move? Not in less than PGN_SPLIT_TAIL bytes. */
int pgn_game_is_likely(const char *at, size_t size);

#endif
