/*
 * Public functions: opening trees. A search finds the games that come to a position; those of the caller's query, which may ask
 * something of the board, too, are found by another one, once, and both go through the database block by block.
 */
#include "lib/games/board.h"
#include "lib/search/search.h"
#include "lib/tree/tree_deleted.h"

static const struct handle_kind tree_kind;

struct pgnpack_tree *pgnpack_tree_new(const struct pgnpack_reader *reader, struct pgnpack_query *query,
                                      const struct pgnpack_tree_options *options)
{
    struct pgnpack_tree *tree = handle_new_like(&reader->memory, sizeof *tree, &tree_kind);
    if (tree == NULL)
        return NULL;
    tree->reader = reader;
    tree->end = UINT64_MAX;
    error_clear(&tree->misuse);
    handle_copy_options(&tree->options, sizeof tree->options, options, "pgnpack_tree_options", &tree->misuse);
    tree->error = tree->misuse;
    opening_node_init(&tree->node, &tree->memory);
    stored_trees_init(&tree->stored, reader, &tree->memory);
    int done = tree_rows_init(&tree->rows, reader, &tree->memory);
    if (done && query != NULL) {
        tree->filter = pgnpack_search_new(reader, query);
        done = tree->filter != NULL;
    }
    if (done)
        return tree;
    pgnpack_free(tree);
    return NULL;
}

static void free_tree(void *handle)
{
    struct pgnpack_tree *tree = handle;
    pgnpack_free(tree->search);
    pgnpack_free(tree->sought);
    pgnpack_free(tree->filter);
    game_set_free(&tree->passing, &tree->memory);
    tree_rows_free(&tree->rows);
    stored_trees_free(&tree->stored);
    opening_node_free(&tree->node);
    handle_free(tree, sizeof *tree);
}

/* A call begins. */
static enum pgnpack_status begin(struct pgnpack_tree *tree)
{
    tree->error = tree->misuse;
    memory_forget_refusal(&tree->memory);
    return tree->error.status == PGNPACK_OK ? reader_check_open(tree->reader, &tree->error)
                                            : tree->error.status;
}

enum pgnpack_status pgnpack_tree_range(struct pgnpack_tree *tree, uint64_t first, uint64_t count)
{
    opening_node_clear(&tree->node);
    if (begin(tree) != PGNPACK_OK)
        return handle_end(tree, tree->error.status);
    if (first == 0)
        return handle_end(tree, error_set(&tree->error, PGNPACK_ERROR_ARGUMENT, "games are counted from 1"));
    tree->first = first - 1;
    tree->end = count > UINT64_MAX - tree->first ? UINT64_MAX : tree->first + count;
    tree->passing.first = tree->first;
    tree->passing.count = 0;
    return handle_end(tree, PGNPACK_OK);
}

/* ---- Searching, block by block ---- */

/* The games that are counted of those up to `end`. */
static uint64_t end_of(const struct pgnpack_tree *tree, const struct index_entry *entry)
{
    uint64_t end = entry->games_before + entry->game_count;
    return end < tree->end ? end : tree->end;
}

/* Finds which of the block's games fulfil the caller's query, unless that is known. */
static enum pgnpack_status filter_block(struct pgnpack_tree *tree, const struct index_entry *entry)
{
    struct game_set *passing = &tree->passing;
    uint64_t known = passing->first + passing->count, end = end_of(tree, entry);
    struct pgnpack_hit hit;
    enum pgnpack_status status;
    if (tree->filter == NULL || end <= known)
        return PGNPACK_OK;
    if (!game_set_extend(passing, end - known, &tree->memory))
        return error_no_memory(&tree->error);
    search_pause_at(tree->filter, end, NULL);
    while ((status = pgnpack_search_next(tree->filter, &hit, 1, NULL)) == PGNPACK_OK)
        game_set_add(passing, hit.game - 1);
    if (status == PGNPACK_END)
        return PGNPACK_OK;
    passing->count = known - passing->first;
    return handle_take_error(&tree->error, pgnpack_error(tree->filter));
}

/* The games of block `block` that come to the position. */
static enum pgnpack_status count_block(struct pgnpack_tree *tree, size_t block, unsigned side)
{
    const struct index_entry *entry = &tree->reader->index.entries[block];
    const struct tree_row *rows = NULL;
    struct pgnpack_hit hit;
    enum pgnpack_status status = filter_block(tree, entry);
    if (status != PGNPACK_OK)
        return status;
    search_pause_at(tree->search, end_of(tree, entry), tree->filter != NULL ? &tree->passing : NULL);
    while ((status = pgnpack_search_next(tree->search, &hit, 1, NULL)) == PGNPACK_OK) {
        if (rows == NULL)
            rows = tree_rows_of_block(&tree->rows, block,
                                      (uint32_t)(end_of(tree, entry) - entry->games_before), &tree->error);
        if (rows == NULL)
            return tree->error.status;
        const struct opening_game game = tree_game_of(&hit, &rows[hit.game - 1 - entry->games_before], side);
        if (!opening_node_add_game(&tree->node, &game))
            return error_no_memory(&tree->error);
    }
    return status == PGNPACK_END ? PGNPACK_OK : handle_take_error(&tree->error, pgnpack_error(tree->search));
}

static enum pgnpack_status count_games(struct pgnpack_tree *tree, unsigned side)
{
    const struct block_index *index = &tree->reader->index;
    uint64_t end = tree->end < index->game_count ? tree->end : index->game_count;
    enum pgnpack_status status = PGNPACK_OK;
    if (tree->first >= end)
        return PGNPACK_OK;
    size_t block = (size_t)(block_index_find_game(index, tree->first) - index->entries);
    for (; block < index->count && index->entries[block].games_before < end; block++) {
        if (index->entries[block].game_count == 0)
            continue;
        status = count_block(tree, block, side);
        if (status == PGNPACK_OK)
            status = tree_tell_progress(tree, end_of(tree, &index->entries[block]) - tree->first,
                                        end - tree->first);
        if (status != PGNPACK_OK)
            return status;
    }
    return status;
}

/* The games from `first` up to `end`, of those that are counted, are searched. */
static enum pgnpack_status count_part(struct pgnpack_tree *tree, unsigned side, uint64_t first, uint64_t end)
{
    const uint64_t all_first = tree->first, all_end = tree->end;
    if (first >= end)
        return PGNPACK_OK;
    if (pgnpack_search_range(tree->search, first + 1, end - first) != PGNPACK_OK)
        return handle_take_error(&tree->error, pgnpack_error(tree->search));
    tree->first = first;
    tree->end = end;
    enum pgnpack_status status = count_games(tree, side);
    tree->first = all_first;
    tree->end = all_end;
    return status;
}

/* The games that are counted, from tree->first on. */
static uint64_t end_of_all(const struct pgnpack_tree *tree)
{
    uint64_t count = tree->reader->index.game_count;
    return tree->end < count ? tree->end : count;
}

/*
 * Does stored tree `i` know the position, and are all its games counted, none of them twice, none damaged, and not most of them deleted? Then
 * *node gets what it has, and *from_ret is the game that it counts from.
 */
static int find_stored(struct pgnpack_tree *tree, size_t i, const struct position *position, uint64_t next,
                       struct opening_node *node, uint64_t *from_ret)
{
    const struct stored_tree *stored = &tree->stored.trees[i];
    uint64_t end = stored->first + stored->count;
    if (stored->first < next || end > end_of_all(tree) ||
        left_out_skipped(tree->reader, stored->first, end) != 0 ||
        !stored_trees_add(&tree->stored, i, position, node, from_ret))
        return 0;
    *from_ret += stored->first;
    return left_out_between(tree->reader, *from_ret, end) <= (end - *from_ret) / 2;
}

/* Adds what stored tree `i` knows, if it does, and nothing is known better; *next: up to where all is counted. */
static enum pgnpack_status count_by_tree(struct pgnpack_tree *tree, size_t i, const struct position *position,
                                         uint64_t *next)
{
    struct opening_node node;
    uint64_t from, end = tree->stored.trees[i].first + tree->stored.trees[i].count;
    enum pgnpack_status status = PGNPACK_OK;
    opening_node_init(&node, &tree->memory);
    int is_known = find_stored(tree, i, position, *next, &node, &from);
    if (is_known)
        status = tree_take_deleted_out(tree, &node, position->side, from, end, &is_known);
    if (is_known && status == PGNPACK_OK) {
        if (!opening_node_add_node(&tree->node, &node))
            status = error_no_memory(&tree->error);
        if (status == PGNPACK_OK)
            status = count_part(tree, position->side, *next, from);
        *next = end;
    }
    opening_node_free(&node);
    return status;
}

/* What the stored trees know is taken from them; what they do not is searched. */
static enum pgnpack_status count_by_trees(struct pgnpack_tree *tree, const struct position *position)
{
    uint64_t next = tree->first;
    enum pgnpack_status status = stored_trees_read(&tree->stored, &tree->error);
    for (size_t i = 0; i < tree->stored.count && status == PGNPACK_OK; i++)
        status = count_by_tree(tree, i, position, &next);
    return status == PGNPACK_OK ? count_part(tree, position->side, next, end_of_all(tree)) : status;
}

uint64_t pgnpack_tree_games_to_search(struct pgnpack_tree *tree, const struct pgnpack_board *board)
{
    uint64_t end = end_of_all(tree), from;
    struct opening_node node;
    if (begin(tree) != PGNPACK_OK || tree->first >= end)
        return 0;
    uint64_t count = end - tree->first - left_out_between(tree->reader, tree->first, end);
    if (board == NULL || tree->filter != NULL || stored_trees_read(&tree->stored, &tree->error) != PGNPACK_OK)
        return count;
    for (size_t i = 0; i < tree->stored.count; i++) {
        const struct stored_tree *stored = &tree->stored.trees[i];
        uint64_t stored_end = stored->first + stored->count;
        opening_node_init(&node, &tree->memory);
        if (find_stored(tree, i, &board->line.position, tree->first, &node, &from))
            count -= stored_end - from - 2 * left_out_between(tree->reader, from, stored_end);
        opening_node_free(&node);
    }
    return count;
}

/* Searches and the rows begin to count their work, and forget failures. */
static enum pgnpack_status start_searches(struct pgnpack_tree *tree)
{
    uint64_t known = tree->passing.first + tree->passing.count;
    tree_rows_start(&tree->rows);
    if (tree->filter != NULL && pgnpack_search_range(tree->filter, known + 1, UINT64_MAX) != PGNPACK_OK)
        return handle_take_error(&tree->error, pgnpack_error(tree->filter));
    if (pgnpack_search_range(tree->search, tree->first + 1, UINT64_MAX) != PGNPACK_OK)
        return handle_take_error(&tree->error, pgnpack_error(tree->search));
    return PGNPACK_OK;
}

/* The search and what it seeks go together. */
static void drop_search(struct pgnpack_tree *tree)
{
    pgnpack_free(tree->search);
    pgnpack_free(tree->sought);
    tree->search = NULL;
    tree->sought = NULL;
}

/* Makes tree->search one for the query, which now belongs to the tree. */
static enum pgnpack_status seek(struct pgnpack_tree *tree, struct pgnpack_query *query)
{
    struct pgnpack_query *last = tree->sought;
    enum pgnpack_status status = PGNPACK_OK;
    if (tree->search == NULL)
        tree->search = pgnpack_search_new(tree->reader, query);
    else
        status = search_ask(tree->search, query);
    tree->sought = query;
    pgnpack_free(last);
    if (tree->search == NULL)
        return error_no_memory(&tree->error);
    return status == PGNPACK_OK ? PGNPACK_OK : handle_take_error(&tree->error, pgnpack_error(tree->search));
}

static enum pgnpack_status seek_board(struct pgnpack_tree *tree, const struct pgnpack_board *board)
{
    const struct pgnpack_options options = {.size = sizeof options,
                                            .allocator = &tree->reader->memory.allocator,
                                            .memory_limit = tree->reader->memory.limit};
    char fen[PGNPACK_FEN_SIZE];
    struct pgnpack_query *query = pgnpack_query_new(&options);
    if (query == NULL)
        return error_no_memory(&tree->error);
    pgnpack_board_fen(board, fen);
    if (pgnpack_query_add(query, "fen", fen) == PGNPACK_OK)
        return seek(tree, query);
    handle_take_error(&tree->error, pgnpack_error(query));
    pgnpack_free(query);
    return tree->error.status;
}

enum pgnpack_status pgnpack_tree_position(struct pgnpack_tree *tree, const struct pgnpack_board *board)
{
    opening_node_clear(&tree->node);
    if (begin(tree) != PGNPACK_OK)
        return handle_end(tree, tree->error.status);
    if (board == NULL)
        return handle_end(tree, handle_refuse_null(&tree->error, "pgnpack_tree_position: board"));
    enum pgnpack_status status = seek_board(tree, board);
    if (status == PGNPACK_OK)
        status = start_searches(tree);
    if (status == PGNPACK_OK)
        status = tree->filter == NULL ? count_by_trees(tree, &board->line.position)
                                      : count_games(tree, board->line.position.side);
    status = handle_end(tree, status);
    if (status != PGNPACK_OK) {
        opening_node_clear(&tree->node);
        drop_search(tree);
    }
    opening_node_sort(&tree->node);
    return handle_end(tree, status);
}

/* ---- What was counted ---- */

enum pgnpack_status pgnpack_tree_add(struct pgnpack_tree *tree, const struct pgnpack_tree *other)
{
    tree->error = tree->misuse;
    memory_forget_refusal(&tree->memory);
    if (tree->error.status != PGNPACK_OK)
        return handle_end(tree, tree->error.status);
    if (other == NULL || other == tree)
        return handle_end(tree, error_set(&tree->error, PGNPACK_ERROR_ARGUMENT,
                                          "pgnpack_tree_add: other is NULL, or the tree itself"));
    if (!opening_node_add_node(&tree->node, &other->node)) {
        opening_node_clear(&tree->node);
        return handle_end(tree, error_no_memory(&tree->error));
    }
    opening_node_sort(&tree->node);
    return handle_end(tree, PGNPACK_OK);
}

/* No sum can pass what its games allow, nor come near to where adding up would overflow. */
static int is_sound(const struct pgnpack_tree_counts *counts)
{
    const uint64_t most = UINT64_C(1) << 48, games = counts->games;
    for (size_t i = 0; i < sizeof counts->reserved / sizeof *counts->reserved; i++)
        if (counts->reserved[i] != 0)
            return 0;
    return games <= most && counts->white_wins <= games && counts->draws <= games &&
           counts->black_wins <= games && counts->unknown <= games &&
           counts->white_wins + counts->draws + counts->black_wins + counts->unknown == games &&
           counts->rated <= games && counts->rating_sum <= counts->rated * OPENING_RATING_MAX &&
           counts->opponents <= games - counts->unknown &&
           counts->opponent_sum <= counts->opponents * OPENING_RATING_MAX &&
           counts->half_points <= 2 * counts->opponents && counts->last_year <= OPENING_YEAR_MAX;
}

static struct opening_counts import_counts(const struct pgnpack_tree_counts *counts)
{
    struct opening_counts result = {.games = counts->games,
                                    .rated = counts->rated,
                                    .rating_sum = counts->rating_sum,
                                    .opponents = counts->opponents,
                                    .opponent_sum = counts->opponent_sum,
                                    .half_points = counts->half_points,
                                    .last_year = counts->last_year};
    result.results[PGNPACK_RESULT_WHITE] = counts->white_wins;
    result.results[PGNPACK_RESULT_DRAW] = counts->draws;
    result.results[PGNPACK_RESULT_BLACK] = counts->black_wins;
    result.results[PGNPACK_RESULT_UNKNOWN] = counts->unknown;
    return result;
}

enum pgnpack_status pgnpack_tree_add_move(struct pgnpack_tree *tree, const struct pgnpack_tree_move *move)
{
    tree->error = tree->misuse;
    memory_forget_refusal(&tree->memory);
    if (tree->error.status != PGNPACK_OK)
        return handle_end(tree, tree->error.status);
    if (move == NULL || !is_sound(&move->counts))
        return handle_end(
            tree,
            error_set(&tree->error, PGNPACK_ERROR_ARGUMENT,
                      "pgnpack_tree_add_move: the row is NULL, or its numbers cannot be of so many games"));
    const struct opening_counts counts = import_counts(&move->counts);
    if (!opening_node_add(&tree->node, move->move, &counts)) {
        opening_node_clear(&tree->node);
        return handle_end(tree, error_no_memory(&tree->error));
    }
    opening_node_sort(&tree->node);
    return handle_end(tree, PGNPACK_OK);
}

static void export_counts(const struct opening_counts *counts, struct pgnpack_tree_counts *counts_ret)
{
    *counts_ret = (struct pgnpack_tree_counts){
        .games = counts->games,
        .white_wins = counts->results[PGNPACK_RESULT_WHITE],
        .draws = counts->results[PGNPACK_RESULT_DRAW],
        .black_wins = counts->results[PGNPACK_RESULT_BLACK],
        .unknown = counts->results[PGNPACK_RESULT_UNKNOWN],
        .rated = counts->rated,
        .rating_sum = counts->rating_sum,
        .opponents = counts->opponents,
        .opponent_sum = counts->opponent_sum,
        .half_points = counts->half_points,
        .rating = opening_counts_rating(counts),
        .opponent_mean = opening_counts_opponents(counts),
        .performance = opening_counts_performance(counts),
        .last_year = counts->last_year,
    };
}

void pgnpack_tree_counts_finish(struct pgnpack_tree_counts *counts)
{
    const struct opening_counts sums = import_counts(counts);
    int is_fine = is_sound(counts);
    counts->rating = is_fine ? opening_counts_rating(&sums) : 0;
    counts->opponent_mean = is_fine ? opening_counts_opponents(&sums) : 0;
    counts->performance = is_fine ? opening_counts_performance(&sums) : 0;
}

int pgnpack_tree_move(const struct pgnpack_tree *tree, size_t i, struct pgnpack_tree_move *move_ret)
{
    if (i >= tree->node.count)
        return 0;
    if (move_ret != NULL) {
        move_ret->move = tree->node.moves[i].move;
        export_counts(&tree->node.moves[i].counts, &move_ret->counts);
    }
    return 1;
}

void pgnpack_tree_totals(const struct pgnpack_tree *tree, struct pgnpack_tree_counts *totals_ret)
{
    struct opening_counts total;
    opening_node_total(&tree->node, &total);
    if (totals_ret != NULL)
        export_counts(&total, totals_ret);
}

static const struct handle_kind tree_kind = {.free = free_tree, HANDLE_ERROR(struct pgnpack_tree)};
