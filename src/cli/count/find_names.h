/* pgnfind --names: names of databases, with their numbers of games, as a table, CSV or JSON. */
#ifndef PGNPACK_CLI_COUNT_FIND_NAMES_H
#define PGNPACK_CLI_COUNT_FIND_NAMES_H

#include "cli/run/view_text.h"
#include "cli/search/find_options.h"
#include "pgnpack_extra.h"

/*
 * Writes the names that `names` has counted, the `limit` first ones at most, those of most games first. `what` heads them in a
 * table: "event"; NULL: they are players. Failures to write are the text's. *count_ret, which may be NULL: how many there were.
 * - The table: games, of players how many of them as White, the score (the player's, or White's) in percent of those with a
 *   result, years, name.
 * - CSV, with a line of column names: Name,Games,AsWhite,Won,Drawn,Lost,FirstYear,LastYear.
 * - JSON: an array of objects {"name", "games", "as_white", "won", "drawn", "lost", "first_year", "last_year"}, a line each; years
 *   that are not known are null.
 * Returns the status of what failed in counting, which is names' error; PGNPACK_OK otherwise.
 */
enum pgnpack_status find_names_write(struct pgnpack_names *names, const char *what, uint64_t limit,
                                     enum find_form form, struct view_text *text, uint64_t *count_ret);

#endif
