/* PGN texts for tests: small collections that have something of everything. */
#ifndef PGNPACK_TESTS_SHARED_SAMPLE_H
#define PGNPACK_TESTS_SHARED_SAMPLE_H

#include "shared/bytes.h"

/*
 * Appends `count` games: tags, comments, NAGs, variations, clocks, a set-up position, oddities; all with an
 * Event tag.
 */
void append_games(struct bytes *text, unsigned count, uint64_t seed);

/* Changes a text as damage, bad programs and bad luck do: bytes, tokens, stretches, line ends. */
void mutate_text(struct bytes *text, uint64_t *random);

#endif
