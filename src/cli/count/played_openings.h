/* The openings of games by their positions: the last one that a table names. */
#ifndef PGNPACK_CLI_COUNT_PLAYED_OPENINGS_H
#define PGNPACK_CLI_COUNT_PLAYED_OPENINGS_H

#include "cli/openings/opening_table.h"
#include "cli/search/find_run.h"

struct played_openings;

/* Are the values of this tag, which may be NULL, names or codes of openings? */
int played_openings_have(const char *tag);

/* NULL: failures were reported. */
struct played_openings *played_openings_new(struct find_run *run);
void played_openings_free(struct played_openings *openings);

/* From now on games of this database. */
enum exit_status played_openings_begin(struct played_openings *openings, struct database *database);

/* Before the database is closed. */
void played_openings_end(struct played_openings *openings);

/* What was played in a game; NULL: it is no game of chess from the first position, or no position of it has a name. */
typedef enum exit_status (*played_openings_function)(void *opaque, uint64_t game,
                                                     const struct opening *opening);

/*
 * Calls `take` for each of some games of one block, which ascend, as far as they can be read; not in their order. Any status but EXIT_FINE
 * ends it.
 */
enum exit_status played_openings_find(struct played_openings *openings, const uint64_t *games, size_t count,
                                      played_openings_function take, void *opaque);

/* Says how many of the games without the tag were counted so, if there were any. */
void played_openings_tell(const struct played_openings *openings, const char *tag);

#endif
