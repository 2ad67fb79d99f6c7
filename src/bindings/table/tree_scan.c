#include "bindings/table/tree_scan.h"

#include <string.h>

#include "bindings/table/fault.h"

struct tree_scan {
    struct pgnpack_board *board;
    struct pgnpack_tree *tree; /* of the first file, to which the others are added; NULL: not counted yet */
    size_t given;
    int64_t integers[TREE_COUNT][TABLE_BATCH_ROWS];
    unsigned char is_set[TREE_COUNT][TABLE_BATCH_ROWS];
    char sans[TABLE_BATCH_ROWS][PGNPACK_SAN_SIZE], ucis[TABLE_BATCH_ROWS][PGNPACK_SAN_SIZE];
    struct pgnpack_text san[TABLE_BATCH_ROWS], uci[TABLE_BATCH_ROWS];
};

enum pgnpack_status tree_scan_make(struct table_scan *scan, const struct table_scan_options *options)
{
    const struct pgnpack_options library = {.size = sizeof library, .allocator = &scan->table->allocator};
    struct tree_scan *tree = memory_zeroed(&scan->table->allocator, 1, sizeof *tree);
    if (tree == NULL)
        return fault_no_memory(&scan->error);
    scan->of.tree = tree;
    tree->board = pgnpack_board_new(&library);
    if (tree->board == NULL)
        return fault_no_memory(&scan->error);
    if (options->fen == NULL || options->fen[strspn(options->fen, " \t\r\n")] == '\0' ||
        pgnpack_board_set(tree->board, options->fen, strlen(options->fen), NULL) == PGNPACK_OK)
        return PGNPACK_OK;
    return fault_of(&scan->error, NULL, pgnpack_board_error(tree->board));
}

void tree_scan_free(struct table_scan *scan)
{
    struct tree_scan *tree = scan->of.tree;
    if (tree == NULL)
        return;
    pgnpack_tree_free(tree->tree);
    pgnpack_board_free(tree->board);
    memory_free(&scan->table->allocator, tree);
}

void tree_scan_restart(struct table_scan *scan)
{
    scan->of.tree->given = 0;
}

/* ---- Counting ---- */

static int go_on(void *opaque, uint64_t games, uint64_t game_count)
{
    (void)games;
    (void)game_count;
    return source_check_cancelled(opaque) != PGNPACK_OK;
}

static enum pgnpack_status fail_of_tree(struct table_scan *scan, size_t file, struct pgnpack_tree *tree)
{
    const struct pgnpack_error *cause = pgnpack_tree_error(tree);
    if (cause->status == PGNPACK_ERROR_CANCELLED)
        return fault_set(&scan->error, PGNPACK_ERROR_CANCELLED, "interrupted");
    return fault_of(&scan->error, scan->table->files[file].path, cause);
}

/* NULL: scan->error says why. */
static struct pgnpack_tree *count_file(struct table_scan *scan, size_t file)
{
    struct pgnpack_tree *tree = pgnpack_tree_new(scan->table->files[file].reader, scan->source.query);
    if (tree == NULL) {
        fault_no_memory(&scan->error);
        return NULL;
    }
    pgnpack_tree_set_progress(tree, go_on, &scan->source);
    if (pgnpack_tree_position(tree, scan->of.tree->board) == PGNPACK_OK)
        return tree;
    fail_of_tree(scan, file, tree);
    pgnpack_tree_free(tree);
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
        pgnpack_tree_free(next);
    }
    return status;
}

/* ---- Rows ---- */

static void set_integer(struct tree_scan *tree, size_t column, size_t row, uint64_t value, int is_set)
{
    tree->integers[column][row] = (int64_t)value;
    tree->is_set[column][row] = is_set != 0;
}

static void set_row(struct tree_scan *tree, size_t row, const struct pgnpack_tree_move *move)
{
    const struct pgnpack_tree_counts *counts = &move->counts;
    size_t san = move->move == 0 ? 0 : pgnpack_board_san(tree->board, move->move, tree->sans[row]);
    size_t uci = move->move == 0 ? 0 : pgnpack_board_uci(tree->board, move->move, tree->ucis[row]);
    tree->san[row] = (struct pgnpack_text){san == 0 ? NULL : tree->sans[row], san};
    tree->uci[row] = (struct pgnpack_text){uci == 0 ? NULL : tree->ucis[row], uci};
    set_integer(tree, TREE_GAMES, row, counts->games, 1);
    set_integer(tree, TREE_WHITE_WINS, row, counts->white_wins, 1);
    set_integer(tree, TREE_DRAWS, row, counts->draws, 1);
    set_integer(tree, TREE_BLACK_WINS, row, counts->black_wins, 1);
    set_integer(tree, TREE_UNKNOWN, row, counts->unknown, 1);
    set_integer(tree, TREE_RATING, row, counts->rating, counts->rating != 0);
    set_integer(tree, TREE_PERFORMANCE, row, counts->performance, counts->performance != 0);
    set_integer(tree, TREE_LAST_YEAR, row, counts->last_year, counts->last_year != 0);
    set_integer(tree, TREE_OPPONENT, row, counts->opponent_mean, counts->opponent_mean != 0);
}

enum pgnpack_status tree_scan_next(struct table_scan *scan, struct table_batch *batch_ret)
{
    struct tree_scan *tree = scan->of.tree;
    struct pgnpack_tree_move move;
    enum pgnpack_status status = tree->tree == NULL ? count_all(scan) : PGNPACK_OK;
    if (status != PGNPACK_OK)
        return status;
    size_t count = 0;
    for (; count < TABLE_BATCH_ROWS && pgnpack_tree_move(tree->tree, tree->given, &move); tree->given++)
        set_row(tree, count++, &move);
    for (size_t i = 0; i < scan->column_count; i++) {
        size_t column = scan->columns[i];
        scan->values[i] = column == TREE_MOVE  ? (struct table_values){.texts = tree->san}
                          : column == TREE_UCI ? (struct table_values){.texts = tree->uci}
                                               : (struct table_values){.integers = tree->integers[column],
                                                                       .is_set = tree->is_set[column]};
    }
    *batch_ret = (struct table_batch){.count = count, .values = scan->values};
    return count == 0 ? PGNPACK_END : PGNPACK_OK;
}
