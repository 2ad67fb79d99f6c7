/* Games that have no tag for their opening, counted as names by the last of their positions that a table names. */
#ifndef PGNPACK_CLI_COUNT_OPENING_NAMES_H
#define PGNPACK_CLI_COUNT_OPENING_NAMES_H

#include "cli/search/find_run.h"
#include "pgnpack_extra.h"

struct opening_names;

/* For the names of run->options->name_tag. NULL: failures were reported. */
struct opening_names *opening_names_new(struct find_run *run);
void opening_names_free(struct opening_names *openings);

/* From now on games of this database, whose names are counted there. */
enum exit_status opening_names_begin(struct opening_names *openings, struct database *database,
                                     struct pgnpack_names *names);

/* Takes `count` games from game `first` on (from 1), in ascending order; those that have the tag are passed over. */
enum exit_status opening_names_take(struct opening_names *openings, uint64_t first, uint64_t count);

/* Behind the last games of the database: no others are kept back. */
enum exit_status opening_names_end(struct opening_names *openings);

/* Says how many games were counted so, if any were. */
void opening_names_tell(const struct opening_names *openings);

#endif
