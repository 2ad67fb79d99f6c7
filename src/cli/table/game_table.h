/* Games counted by the values of some keys: the rows of pgnfind --table, and of reports. */
#ifndef PGNPACK_CLI_TABLE_GAME_TABLE_H
#define PGNPACK_CLI_TABLE_GAME_TABLE_H

#include "cli/table/table_keys.h"
#include "pgnpack_extra.h"

struct game_table;

/* Of these keys, which stay the caller's. NULL: no memory. */
struct game_table *game_table_new(const struct table_keys *keys);
void game_table_free(struct game_table *table);

/* Adds a game. 0: no memory. */
int game_table_add(struct game_table *table, const struct table_game *game);

/* Puts the rows in their order, behind the last game. 0: no memory. */
int game_table_finish(struct game_table *table);

/* The games of a row are counted from our side: white_wins are those that we won, and so on; `last_year` is not counted. */
struct table_row {
    struct pgnpack_text values[TABLE_KEYS_MAX]; /* as in the tags; empty: not known */
    struct pgnpack_tree_counts counts;
};

/* Row `i` of a finished table, from 0; `i` UINT64_MAX: the sum of all, without values. Returns 0 when there are not so many. */
int game_table_row(const struct game_table *table, uint64_t i, struct table_row *row_ret);
uint64_t game_table_size(const struct game_table *table);

/* Has any game a value of the key? */
int game_table_knows(const struct game_table *table, size_t key);

#endif
