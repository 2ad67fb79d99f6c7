/* What a constraint on a column says of files, numbers of games and blocks. */
#ifndef PGNPACK_BINDINGS_TABLE_LIMITS_H
#define PGNPACK_BINDINGS_TABLE_LIMITS_H

#include "bindings/table/source.h"

/* Makes the limits narrower, as far as the constraint on a column of games lets it be known. Returns 0 without memory. */
int limits_narrow(struct source_limits *limits, const struct table *table,
                  const struct table_constraint *constraint);

/* The same of the columns that stand first in positions and in finds, too: game, file, id. */
int limits_narrow_place(struct source_limits *limits, const struct table *table,
                        const struct table_constraint *constraint);
/* What a scan that tests them no further makes of such a constraint. */
enum table_use limits_use_of_place(size_t column, enum table_comparison comparison);

#endif
