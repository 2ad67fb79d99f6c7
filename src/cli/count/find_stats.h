/* pgnfind --stats: results, lengths, ratings, years, players and openings of games, as a table or JSON. */
#ifndef PGNPACK_CLI_COUNT_FIND_STATS_H
#define PGNPACK_CLI_COUNT_FIND_STATS_H

#include "cli/count/find_names.h"

struct find_stats;

/* Before the first game. NULL: no memory. */
struct find_stats *find_stats_new(void);
void find_stats_free(struct find_stats *stats);

/*
 * From now on games of this database are counted; NULL: of none, and the former reader may be freed. The status is that of the
 * calls below.
 */
enum pgnpack_status find_stats_go_to(struct find_stats *stats, const struct pgnpack_reader *reader);

/*
 * Counts `count` games from game `first` on (from 1), or up to the last one; quickest in ascending order. Blocks that cannot be
 * read are passed over, and the status is that of the first one; where memory or a limit ends, nothing more is counted.
 */
enum pgnpack_status find_stats_add(struct find_stats *stats, uint64_t first, uint64_t count);

/* The same of the games that a search found. */
enum pgnpack_status find_stats_add_hits(struct find_stats *stats, const struct pgnpack_hit *hits,
                                        size_t count);

/*
 * Writes everything; of players and openings (ECO) the `limit` most frequent ones. Failures to write are the text's.
 * - The table, for people: results, ratings, lengths, decades, players, openings.
 * - JSON, one object: "games", "results" {"1-0", "0-1", "1/2-1/2", "*"}, "ratings" and "plies" (arrays of {"from", "count"} of
 *   ranges that are not empty, 100 points and 10 half-moves wide, the last of all open), "years" (array of {"year", "count"}),
 *   "no_rating", "no_year", "players" and "openings" as pgnfind --names has them. Ratings are those of both players.
 * - CSV: What,Value,Count with What one of result, rating, plies, year, player, opening; a range's value is where it begins.
 */
enum pgnpack_status find_stats_write(struct find_stats *stats, uint64_t limit, enum find_form form,
                                     struct view_text *text);

/* Of the failure that came last; lives until the next one. */
const struct pgnpack_error *find_stats_error(struct find_stats *stats);

#endif
