/* Changes of a PGN text that look like what programs and people make of it, rather than like damage. */
#ifndef PGNPACK_TESTS_SHARED_MUTATE_H
#define PGNPACK_TESTS_SHARED_MUTATE_H

#include "shared/bytes.h"

/*
 * A few of: tokens left out, twice, in another order or from elsewhere; brackets and quotes without their
 * others; other numbers; tag lines moved; other line ends, spaces and encodings.
 */
void mutate_pgn(struct bytes *text, uint64_t *random);

/*
 * Puts a variation, a comment, a number or a sign behind one of the moves, if it comes upon one: variations begin
 * with the move that they replace, which is as legal as it was.
 */
void annotate_pgn(struct bytes *text, uint64_t *random);

#endif
