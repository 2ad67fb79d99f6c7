/* A table of games as a page, or a part of one. */
#ifndef PGNPACK_CLI_TABLE_TABLE_HTML_H
#define PGNPACK_CLI_TABLE_TABLE_HTML_H

#include "cli/table/game_table.h"
#include "cli/pages/html_text.h"

/* For the page's style. */
extern const char table_html_style[];

/*
 * Up to `rows` rows with bars, and of one key that has an order of its own a chart of games and scores before them. `is_ours` as in
 * table_write().
 */
void table_html_part(const struct game_table *table, const struct table_keys *keys, uint64_t rows,
                     int is_ours, struct view_text *page);

/* The same as a page. */
void table_html_write(const struct game_table *table, const struct table_keys *keys, uint64_t rows,
                      int is_ours, struct view_text *page);

#endif
