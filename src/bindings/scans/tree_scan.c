#include <string.h>

#include "bindings/table/columns.h"
#include "bindings/table/fault.h"
#include "bindings/scans/scan_state.h"

struct tree_scan {
    struct pgnpack_board *board;
    struct pgnpack_tree *tree; /* of the first file, to which the others are added; NULL: not counted yet */
    size_t given;
    char sans[TABLE_BATCH_ROWS][PGNPACK_SAN_SIZE], ucis[TABLE_BATCH_ROWS][PGNPACK_SAN_SIZE];
};

static enum pgnpack_status make(struct table_scan *scan, const struct table_scan_options *options)
{
    const struct pgnpack_options library = {.size = sizeof library, .allocator = &scan->table->allocator};
    struct tree_scan *tree = memory_arena_get_zeroed(&scan->room, sizeof *tree);
    if (tree == NULL || !scan_make_arrays(scan, TABLE_BATCH_ROWS))
        return fault_no_memory(&scan->error);
    scan->of.tree = tree;
    tree->board = pgnpack_board_new(&library);
    if (tree->board == NULL)
        return fault_no_memory(&scan->error);
    if (options->fen == NULL || options->fen[strspn(options->fen, " \t\r\n")] == '\0' ||
        pgnpack_board_set(tree->board, options->fen, strlen(options->fen), NULL) == PGNPACK_OK)
        return PGNPACK_OK;
    return fault_of(&scan->error, NULL, pgnpack_error(tree->board));
}

static void free_scan(struct table_scan *scan)
{
    struct tree_scan *tree = scan->of.tree;
    if (tree == NULL)
        return;
    pgnpack_free(tree->tree);
    pgnpack_free(tree->board);
}

static void restart(struct table_scan *scan)
{
    scan->of.tree->given = 0;
}

/* ---- Counting ---- */

static int go_on(void *opaque, const struct pgnpack_progress *made)
{
    (void)made;
    return source_check_cancelled(opaque) != PGNPACK_OK;
}

static enum pgnpack_status fail_of_tree(struct table_scan *scan, size_t file, struct pgnpack_tree *tree)
{
    const struct pgnpack_error *cause = pgnpack_error(tree);
    if (cause->status == PGNPACK_ERROR_CANCELLED)
        return fault_set(&scan->error, PGNPACK_ERROR_CANCELLED, "interrupted");
    return fault_of(&scan->error, scan->table->files[file].path, cause);
}

/* NULL: scan->error says why. */
static struct pgnpack_tree *count_file(struct table_scan *scan, size_t file)
{
    const struct pgnpack_tree_options options = {
        .size = sizeof options, .progress = go_on, .progress_opaque = &scan->source};
    struct pgnpack_tree *tree =
        pgnpack_tree_new(scan->table->files[file].reader, scan->source.query, &options);
    if (tree == NULL) {
        fault_no_memory(&scan->error);
        return NULL;
    }
    if (pgnpack_tree_position(tree, scan->of.tree->board) == PGNPACK_OK)
        return tree;
    fail_of_tree(scan, file, tree);
    pgnpack_free(tree);
    return NULL;
}

static enum pgnpack_status count_all(struct table_scan *scan)
{
    struct tree_scan *tree = scan->of.tree;
    enum pgnpack_status status = source_check_cancelled(&scan->source);
    for (size_t i = 0; i < scan->table->file_count && status == PGNPACK_OK; i++) {
        struct pgnpack_tree *next = count_file(scan, i);
        if (next == NULL)
            return scan->error.status;
        if (tree->tree == NULL) {
            tree->tree = next;
            continue;
        }
        status = pgnpack_tree_add(tree->tree, next);
        if (status != PGNPACK_OK)
            fail_of_tree(scan, i, tree->tree);
        pgnpack_free(next);
    }
    return status;
}

/* ---- Rows ---- */

static void set_known(struct table_scan *scan, size_t column, size_t row, uint32_t value)
{
    scan_set_integer(scan, column, row, value, value != 0);
}

static void set_row(struct table_scan *scan, size_t row, const struct pgnpack_tree_move *move)
{
    struct tree_scan *tree = scan->of.tree;
    const struct pgnpack_tree_counts *counts = &move->counts;
    size_t san = move->move == 0
                     ? 0
                     : pgnpack_board_text(tree->board, move->move, PGNPACK_NOTATION_SAN, tree->sans[row]);
    size_t uci = move->move == 0
                     ? 0
                     : pgnpack_board_text(tree->board, move->move, PGNPACK_NOTATION_UCI, tree->ucis[row]);
    scan_set_text(scan, TREE_MOVE, row, san == 0 ? NULL : tree->sans[row], san);
    scan_set_text(scan, TREE_UCI, row, uci == 0 ? NULL : tree->ucis[row], uci);
    scan_set_integer(scan, TREE_GAMES, row, (int64_t)counts->games, 1);
    scan_set_integer(scan, TREE_WHITE_WINS, row, (int64_t)counts->white_wins, 1);
    scan_set_integer(scan, TREE_DRAWS, row, (int64_t)counts->draws, 1);
    scan_set_integer(scan, TREE_BLACK_WINS, row, (int64_t)counts->black_wins, 1);
    scan_set_integer(scan, TREE_UNKNOWN, row, (int64_t)counts->unknown, 1);
    set_known(scan, TREE_RATING, row, counts->rating);
    set_known(scan, TREE_PERFORMANCE, row, counts->performance);
    set_known(scan, TREE_LAST_YEAR, row, counts->last_year);
    set_known(scan, TREE_OPPONENT, row, counts->opponent_mean);
}

static enum pgnpack_status next(struct table_scan *scan, struct table_batch *batch_ret)
{
    struct tree_scan *tree = scan->of.tree;
    struct pgnpack_tree_move move;
    enum pgnpack_status status = tree->tree == NULL ? count_all(scan) : PGNPACK_OK;
    if (status != PGNPACK_OK)
        return status;
    size_t count = 0;
    for (; count < TABLE_BATCH_ROWS && pgnpack_tree_move(tree->tree, tree->given, &move); tree->given++)
        set_row(scan, count++, &move);
    scan_give(scan, count, batch_ret);
    return count == 0 ? PGNPACK_END : PGNPACK_OK;
}

const struct scan_kind tree_scan_kind = {
    .table = TABLE_TREE, .make = make, .free = free_scan, .restart = restart, .next = next};
