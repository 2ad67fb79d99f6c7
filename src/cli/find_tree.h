/* An opening tree, printed: as a table, CSV, JSON or a page. */
#ifndef PGNPACK_CLI_FIND_TREE_H
#define PGNPACK_CLI_FIND_TREE_H

#include "cli/view_text.h"
#include "pgnpack.h"

enum find_tree_form { FIND_TREE_TABLE, FIND_TREE_CSV, FIND_TREE_JSON, FIND_TREE_HTML };

/* Levels of moves; more are refused by the options, and of no use: each doubles what is counted, at least. */
enum { FIND_TREE_DEPTH_MAX = 40 };

struct find_tree_options {
    enum find_tree_form form;
    unsigned depth; /* levels of moves, 1 to FIND_TREE_DEPTH_MAX */
    /* From the second level on, moves of fewer games, or of a smaller share of the first position's games, are left out. */
    uint64_t least_games;
    unsigned least_percent;
    const char *title; /* of the page: names of the databases, say; any bytes */
};

/*
 * Counts the position that the board has: several databases, or threads, together. The tree belongs to the source, and lives
 * until the next call. Any status but EXIT_FINE, which was reported, ends the printing.
 */
struct find_tree_source {
    enum exit_status (*count)(void *opaque, const struct pgnpack_board *board,
                              const struct pgnpack_tree **tree_ret);
    void *opaque;
};

/* The board is afterwards as it was. What was printed before a failure stays printed. */
enum exit_status find_tree_print(struct view_text *text, struct pgnpack_board *board,
                                 const struct find_tree_source *source,
                                 const struct find_tree_options *options);

#endif
