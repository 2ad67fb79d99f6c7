/* Readers of tables of openings, each of a form: 0 is a failure, which was reported. `options` are those of handles that they need. */
#ifndef PGNPACK_CLI_OPENINGS_OPENING_FORMS_H
#define PGNPACK_CLI_OPENINGS_OPENING_FORMS_H

#include "cli/openings/opening_reading.h"

typedef int (*opening_form)(struct opening_reading *reading, const struct pgnpack_options *options);

/* Columns with tabs between: eco, name, pgn or uci, in the order of a line that names them, or in this one. */
int opening_read_columns(struct opening_reading *reading, const struct pgnpack_options *options);

/* SCID's: B90 "Sicilian: Najdorf" 1.e4 c5 ... *, over lines as it comes; '#' begins a line of remarks. */
int opening_read_scid(struct opening_reading *reading, const struct pgnpack_options *options);

/* PGN: a game an opening, with tags ECO, Opening, Variation and SubVariation. */
int opening_read_games(struct opening_reading *reading, const struct pgnpack_options *options);

/* That of data/openings.txt, whose head describes it. */
int opening_read_lines(struct opening_reading *reading, const struct pgnpack_options *options);

#endif
