#include "lib/tree/tree_deleted.h"

#include "lib/search/search.h"

/* What is known of the node's moves: which had a deleted game in their last year, so that it may be another one now. */
struct taking_out {
    struct pgnpack_tree *tree;
    struct opening_node *node;
    unsigned side;
    uint8_t *is_doubtful; /* by place of the move */
    size_t doubtful_count;
    int fits; /* all that was taken out was there */
};

/* Does something with a game that was found. */
typedef void (*take_function)(struct taking_out *taking, const struct opening_game *game);

static void take_out(struct taking_out *taking, const struct opening_game *game)
{
    size_t place;
    if (!taking->fits || !opening_node_remove_game(taking->node, game, &place)) {
        taking->fits = 0;
        return;
    }
    if (game->year != 0 && game->year == taking->node->moves[place].counts.last_year &&
        !taking->is_doubtful[place]) {
        taking->is_doubtful[place] = 1;
        taking->doubtful_count++;
    }
}

/* A game that is there: if it is of its move's last year, that is no longer doubtful. */
static void settle_year(struct taking_out *taking, const struct opening_game *game)
{
    const struct opening_node *node = taking->node;
    for (size_t i = 0; i < node->count; i++)
        if (node->moves[i].move == game->move && taking->is_doubtful[i] &&
            node->moves[i].counts.last_year == game->year) {
            taking->is_doubtful[i] = 0;
            taking->doubtful_count--;
        }
}

/* Hands the games that tree->search finds in the block, from `first` to before `end`, to `take`. */
static enum pgnpack_status look_at_block(struct taking_out *taking, size_t block, uint64_t first,
                                         uint64_t end, take_function take)
{
    struct pgnpack_tree *tree = taking->tree;
    const struct index_entry *entry = &tree->reader->index.entries[block];
    uint64_t block_end = entry->games_before + entry->game_count;
    const struct tree_row *rows = NULL;
    struct pgnpack_hit hit;
    enum pgnpack_status status;
    end = block_end < end ? block_end : end;
    search_go_to(tree->search, entry->games_before < first ? first : entry->games_before, end);
    while ((status = pgnpack_search_next(tree->search, &hit, 1, NULL)) == PGNPACK_OK) {
        if (rows == NULL)
            rows =
                tree_rows_of_block(&tree->rows, block, (uint32_t)(end - entry->games_before), &tree->error);
        if (rows == NULL)
            return tree->error.status;
        const struct opening_game game =
            tree_game_of(&hit, &rows[hit.game - 1 - entry->games_before], taking->side);
        take(taking, &game);
    }
    return status == PGNPACK_END ? PGNPACK_OK : handle_take_error(&tree->error, pgnpack_error(tree->search));
}

/* The block that has game `number`. */
static size_t block_of(const struct pgnpack_tree *tree, uint64_t number)
{
    const struct block_index *index = &tree->reader->index;
    return (size_t)(block_index_find_game(index, number) - index->entries);
}

static enum pgnpack_status take_all_out(struct taking_out *taking, uint64_t first, uint64_t end)
{
    struct pgnpack_tree *tree = taking->tree;
    enum pgnpack_status status = PGNPACK_OK;
    for (uint64_t next = first; status == PGNPACK_OK && taking->fits;) {
        const struct game_range *range = deleted_games_from(&tree->reader->deleted, next);
        if (range == NULL || range->first >= end)
            break;
        size_t block = block_of(tree, range->first < next ? next : range->first);
        const struct index_entry *entry = &tree->reader->index.entries[block];
        status = look_at_block(taking, block, first, end, take_out);
        next = entry->games_before + entry->game_count;
        if (next >= end)
            break;
        if (status == PGNPACK_OK)
            status = tree_tell_progress(tree, next - first, end - first);
    }
    return status;
}

static uint32_t least_doubtful_year(const struct taking_out *taking)
{
    const struct opening_node *node = taking->node;
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < node->count; i++)
        if (taking->is_doubtful[i] && node->moves[i].counts.last_year < least)
            least = node->moves[i].counts.last_year;
    return least;
}

/* Moves without games have no year. */
static void forget_empty(struct taking_out *taking)
{
    for (size_t i = 0; i < taking->node->count; i++)
        if (taking->is_doubtful[i] && taking->node->moves[i].counts.games == 0) {
            taking->is_doubtful[i] = 0;
            taking->doubtful_count--;
        }
}

/*
 * Looks for a game of each doubtful year: from the end on, where the latest games often stand, and only in blocks that by the
 * index have some.
 */
static enum pgnpack_status settle_years(struct taking_out *taking, uint64_t first, uint64_t end)
{
    enum pgnpack_status status = PGNPACK_OK;
    forget_empty(taking);
    for (size_t block = block_of(taking->tree, end - 1) + 1, least = block_of(taking->tree, first);
         block-- > least && taking->doubtful_count != 0 && status == PGNPACK_OK;) {
        const struct index_entry *entry = &taking->tree->reader->index.entries[block];
        if (entry->game_count == 0 || entry->date_max / 10000 < least_doubtful_year(taking))
            continue;
        status = look_at_block(taking, block, first, end, settle_year);
        if (status == PGNPACK_OK)
            status = tree_tell_progress(taking->tree, end - entry->games_before, end - first);
    }
    return status;
}

enum pgnpack_status tree_take_deleted_out(struct pgnpack_tree *tree, struct opening_node *node, unsigned side,
                                          uint64_t first, uint64_t end, int *is_exact_ret)
{
    struct taking_out taking = {.tree = tree, .node = node, .side = side, .fits = 1};
    size_t size = node->count + 1;
    *is_exact_ret = 1;
    if (left_out_between(tree->reader, first, end) == 0)
        return PGNPACK_OK;
    taking.is_doubtful = memory_get(&tree->memory, size);
    if (taking.is_doubtful == NULL)
        return error_no_memory(&tree->error);
    memset(taking.is_doubtful, 0, size);
    search_pause_at(tree->search, UINT64_MAX, NULL);
    search_look_at_deleted(tree->search, 1);
    enum pgnpack_status status = take_all_out(&taking, first, end);
    search_look_at_deleted(tree->search, 0);
    if (status == PGNPACK_OK && taking.fits)
        status = settle_years(&taking, first, end);
    opening_node_drop_empty(node);
    memory_release(&tree->memory, taking.is_doubtful, size);
    *is_exact_ret = taking.fits && taking.doubtful_count == 0;
    return status;
}
