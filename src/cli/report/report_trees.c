#include "cli/report/report_trees.h"

#include "cli/pages/tree_html.h"
#include "cli/search/find_position.h"

enum { DEPTH = 8, LEAST_GAMES = 2, LEAST_PERCENT = 3 };

struct counted {
    struct report *report;
    struct pgnpack_tree *tree;
};

/* The count of a struct find_tree_source. */
static enum exit_status count(void *opaque, const struct pgnpack_board *board,
                              const struct pgnpack_tree **tree_ret)
{
    struct counted *counted = opaque;
    *tree_ret = counted->tree;
    if (pgnpack_tree_position(counted->tree, board) == PGNPACK_OK)
        return EXIT_FINE;
    return command_report(counted->report->run->context, counted->report->games.file.name,
                          pgnpack_error(counted->tree));
}

static enum exit_status print_tree(struct report *report, struct pgnpack_tree *tree,
                                   struct pgnpack_board *board)
{
    struct counted counted = {report, tree};
    const struct find_tree_source source = {count, &counted};
    const struct find_tree_options options = {
        .depth = DEPTH, .least_games = LEAST_GAMES, .least_percent = LEAST_PERCENT, .most_moves = UINT64_MAX};
    struct tree_outline outline = {.text = report->page,
                                   .board = board,
                                   .source = &source,
                                   .options = &options,
                                   .printer = &tree_html_part};
    return tree_outline_print(&outline);
}

/* `name`: "white" or "black", which the player has; NULL: all games. */
static enum exit_status put_tree(struct report *report, const char *title, const char *name)
{
    struct find_run *run = report->run;
    const struct pgnpack_options options = command_library_options(run->context);
    struct pgnpack_query *query = pgnpack_query_new(&options);
    struct pgnpack_board *board = pgnpack_board_new(&options);
    struct pgnpack_tree *tree = NULL;
    enum exit_status status = EXIT_FINE;
    if (query != NULL && board != NULL &&
        (name == NULL || pgnpack_query_add(query, name, report->player) == PGNPACK_OK))
        tree = pgnpack_tree_new(report->games.reader, name != NULL ? query : NULL, NULL);
    if (tree == NULL)
        status = command_no_memory(run->context);
    else if (name == NULL && find_position_set(board, report->position) != NULL)
        status = EXIT_FAULT; /* the query understood it */
    if (status == EXIT_FINE) {
        report_heading(report, title);
        status = print_tree(report, tree, board);
    }
    pgnpack_free(tree);
    pgnpack_free(board);
    pgnpack_free(query);
    return status;
}

enum exit_status report_trees(struct report *report)
{
    if (report->player == NULL)
        return put_tree(report, "What was played", NULL);
    enum exit_status status = put_tree(report, "With White", "white");
    return status == EXIT_FINE ? put_tree(report, "With Black", "black") : status;
}
