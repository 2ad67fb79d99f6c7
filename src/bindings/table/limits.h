/* What a constraint on a column of games says of files, numbers of games and blocks. */
#ifndef PGNPACK_BINDINGS_TABLE_LIMITS_H
#define PGNPACK_BINDINGS_TABLE_LIMITS_H

#include "bindings/table/source.h"

/* Makes the limits narrower, as far as the constraint lets it be known. Returns 0 without memory. */
int limits_narrow(struct source_limits *limits, const struct table *table,
                  const struct table_constraint *constraint);

/* The same of a number of games, of their ids, and of a file's path. */
void limits_narrow_game(struct source_limits *limits, const struct table_constraint *constraint);
int limits_narrow_id(struct source_limits *limits, const struct table *table,
                     const struct table_constraint *constraint);
int limits_narrow_file(struct source_limits *limits, const struct table *table,
                       const struct table_constraint *constraint);

#endif
