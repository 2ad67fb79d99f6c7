/* Games of databases put into a table: those that a search finds, or all. */
#ifndef PGNPACK_CLI_COUNT_TABLE_COUNT_H
#define PGNPACK_CLI_COUNT_TABLE_COUNT_H

#include "cli/search/find_run.h"
#include "cli/table/game_table.h"

struct table_count;

/* Of the keys in a list, as table_keys_read() takes it. NULL: failures were reported. */
struct table_count *table_count_new(struct find_run *run, const char *list);
void table_count_free(struct table_count *counting);
const struct table_keys *table_count_keys(const struct table_count *counting);

/* From now on games of this database, until the end, which comes before it is closed. */
enum exit_status table_count_begin(struct table_count *counting, struct database *database);
void table_count_end(struct table_count *counting);

/* A find_take_function, of a struct table_count. */
enum exit_status table_count_hits(void *opaque, const struct pgnpack_hit *hits, size_t count);

/* All games of the database, with us as White or Black. */
enum exit_status table_count_all(struct table_count *counting, int as_black);

/* The table, finished: nothing may be counted any more. It lives as long as what counted it. NULL: failures were reported. */
const struct game_table *table_count_finish(struct table_count *counting);

/* The same once more. */
const struct game_table *table_count_table(const struct table_count *counting);

/* Says how many games were named by their positions, if any were. */
void table_count_tell(const struct table_count *counting);

#endif
