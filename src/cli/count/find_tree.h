/* An opening tree, printed: as a table, CSV, JSON or a page. */
#ifndef PGNPACK_CLI_COUNT_FIND_TREE_H
#define PGNPACK_CLI_COUNT_FIND_TREE_H

#include "cli/forms/tree_outline.h"
#include "cli/search/find_options.h"

/* The board is afterwards as it was. What was printed before a failure stays printed. */
enum exit_status find_tree_print(struct view_text *text, struct pgnpack_board *board,
                                 const struct find_tree_source *source,
                                 const struct find_tree_options *options, enum find_form form, int is_page);

#endif
