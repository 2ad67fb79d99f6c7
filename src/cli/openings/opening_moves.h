/* Moves of a table of openings, played on a board, and its words checked. */
#ifndef PGNPACK_CLI_OPENINGS_OPENING_MOVES_H
#define PGNPACK_CLI_OPENINGS_OPENING_MOVES_H

#include "cli/openings/opening_table.h"
#include "pgnpack.h"

enum { OPENING_CAUSE_SIZE = 320 };

/* Zero it, then give it a board, which the caller frees. */
struct opening_moves {
    struct pgnpack_board *board;
    size_t plies;
    char cause[OPENING_CAUSE_SIZE]; /* of the last failure */
};

/* Goes back to the first so many plies. 0: there are not so many. */
int opening_moves_keep(struct opening_moves *moves, size_t plies);

/* Plays a move, or passes over a move's number before it ("1.", "12...", "1.e4") and "*". 0: it cannot be played; see `cause`. */
int opening_moves_play(struct opening_moves *moves, enum pgnpack_notation notation, struct pgnpack_text word);

/* The same of several words, with blanks between. */
int opening_moves_play_all(struct opening_moves *moves, enum pgnpack_notation notation,
                           struct pgnpack_text words);

/*
 * Cuts "B90k1" to "B90" and "Opening: Variation" at its first colon, and looks whether these are values for tags. Returns NULL,
 * or what is wrong.
 */
const char *opening_check(struct opening *opening);

/* "B90", and perhaps SCID's letter and digit behind it? */
int opening_is_code(struct pgnpack_text word);

struct pgnpack_text opening_trimmed(struct pgnpack_text text);

#endif
