/* A table of games, written. */
#ifndef PGNPACK_CLI_COUNT_TABLE_WRITE_H
#define PGNPACK_CLI_COUNT_TABLE_WRITE_H

#include "cli/table/game_table.h"
#include "cli/run/view_text.h"
#include "cli/search/find_options.h"

/*
 * Writes up to `limit` rows. `is_ours`: games were looked for from one side's view, and are told as won and lost; else as those of
 * White and Black. Failures are the text's.
 * - The table, for people.
 * - CSV: the keys, then Games,Won,Drawn,Lost,Unknown,Score,Elo,OpponentElo,Performance; what is not known is empty. The score is in
 *   percent of the games with a result.
 * - JSON: an array of objects, with the keys as they are, and "games", "won", ..., "score" in thousandths.
 * - A page: the table with bars; of one key that has an order of its own a chart, too.
 */
void table_write(const struct game_table *table, const struct table_keys *keys, enum find_form form,
                 uint64_t limit, int is_ours, struct view_text *text);

#endif
