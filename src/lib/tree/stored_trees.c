#include "lib/tree/stored_trees.h"

#include <string.h>

#include "chess/drop.h"
#include "chess/movegen.h"
#include "search/openings/tree_builder.h"
#include "util/bytes.h"
#include "util/xxh64.h"

void stored_trees_init(struct stored_trees *trees, const struct pgnpack_reader *reader, struct memory *memory)
{
    *trees = (struct stored_trees){.memory = memory, .reader = reader};
}

static void free_tree(struct stored_trees *trees, struct stored_tree *tree)
{
    tree_view_free(&tree->view);
    opening_node_free(&tree->last.moves);
    memory_release(trees->memory, tree->bytes.bytes, tree->bytes.size + 1);
}

void stored_trees_free(struct stored_trees *trees)
{
    for (size_t i = 0; i < trees->count; i++)
        free_tree(trees, &trees->trees[i]);
    memory_release(trees->memory, trees->trees, trees->capacity * sizeof *trees->trees);
    stored_trees_init(trees, trees->reader, trees->memory);
}

/* ---- Reading ---- */

/* Takes the tree of an annex, about these games. */
static void take_tree(struct stored_trees *trees, struct search_source *source,
                      const struct pgnpack_reader *file, size_t annex, uint64_t first, uint64_t count)
{
    struct error trouble;
    struct stored_tree tree = {.first = first, .count = count};
    error_clear(&trouble);
    tree_view_init(&tree.view, trees->memory);
    opening_node_init(&tree.last.moves, trees->memory);
    struct search_block *block = search_block_open(source, file, annex, &trouble);
    int is_whole = block != NULL && search_block_section(source, block, BCGN_SECTION_TREE, &tree.bytes,
                                                         &trouble) == PGNPACK_OK;
    search_block_free(source, block);
    if (is_whole && tree.bytes.bytes != NULL &&
        tree_view_open(&tree.view, tree.bytes.bytes, tree.bytes.size, tree.bytes.size, count, &trouble) ==
            PGNPACK_OK &&
        MEMORY_GROW(trees->memory, trees->trees, trees->capacity, trees->count + 1))
        trees->trees[trees->count++] = tree;
    else
        free_tree(trees, &tree);
}

/* Does a segment begin with block `i`? */
static int begins_segment(const struct block_index *index, size_t i)
{
    const struct index_entry *before = &index->entries[i == 0 ? 0 : i - 1];
    return i == 0 || before->offset + before->block_size != index->entries[i].offset;
}

/* Those of the segments; returns how many segments have none. */
static size_t read_segments(struct stored_trees *trees, struct search_source *source)
{
    const struct block_index *index = &trees->reader->index;
    size_t without = 0;
    for (size_t first = 0, end; first < index->count; first = end) {
        size_t before = trees->count;
        for (end = first + 1; end < index->count && !begins_segment(index, end);)
            end++;
        uint64_t games_end = end < index->count ? index->entries[end].games_before : index->game_count;
        uint64_t games_before = index->entries[first].games_before;
        for (size_t i = first; i < end && trees->count == before; i++)
            if (index->entries[i].flags & BCGN_BLOCK_ANNEX)
                take_tree(trees, source, trees->reader, i, games_before, games_end - games_before);
        without += trees->count == before && games_end != games_before;
    }
    return without;
}

/* The hash of the first `count` blocks' texts. Returns 0 when one cannot be read. */
static int hash_texts(const struct stored_trees *trees, struct search_source *source, size_t count,
                      uint64_t *hash_ret)
{
    struct buffer hashes;
    struct error trouble;
    int done = 1;
    error_clear(&trouble);
    buffer_init(&hashes, trees->memory);
    for (size_t i = 0; i < count && done; i++) {
        uint8_t bytes[8];
        struct search_block *block = search_block_open(source, trees->reader, i, &trouble);
        done = block != NULL;
        if (done)
            store_le64(bytes, block->text_hash);
        buffer_append(&hashes, bytes, done ? sizeof bytes : 0);
        search_block_free(source, block);
    }
    done = done && !buffer_failed(&hashes);
    *hash_ret = done ? xxh64(buffer_bytes(&hashes), hashes.size) : 0;
    buffer_free(&hashes);
    return done;
}

/* Is the last annex of the index beside the database about the texts of as many blocks as come before it? */
static int index_fits(struct stored_trees *trees, struct search_source *source, size_t annex)
{
    struct error trouble;
    uint64_t hash;
    int fits = 0;
    error_clear(&trouble);
    struct search_block *block = search_block_open(source, trees->reader->search_index, annex, &trouble);
    if (block != NULL && hash_texts(trees, source, annex, &hash))
        search_block_is_bound(source, block, hash, &fits, &trouble);
    search_block_free(source, block);
    return fits;
}

/* The tree that was taken last, about the database's first games, in place of those of segments that begin among these. */
static void put_last_first(struct stored_trees *trees, uint64_t games)
{
    size_t last = trees->count == 0 ? 0 : trees->count - 1, gone = 0;
    if (trees->count == 0 || trees->trees[last].first != 0 || trees->trees[last].count != games)
        return; /* it was not in order */
    struct stored_tree first = trees->trees[last];
    while (gone < last && trees->trees[gone].first < games)
        free_tree(trees, &trees->trees[gone++]);
    memmove(&trees->trees[1], &trees->trees[gone], (last - gone) * sizeof first);
    trees->trees[0] = first;
    trees->count = 1 + last - gone;
}

enum pgnpack_status stored_trees_read(struct stored_trees *trees, struct error *error)
{
    const struct pgnpack_reader *reader = trees->reader, *beside = reader->search_index;
    struct search_source source;
    if (trees->is_read || reader->is_rebuilt)
        return PGNPACK_OK;
    trees->is_read = 1;
    search_source_init(&source, reader, trees->memory);
    source.work.limit = work_limit_left(reader->work_limit, 0);
    size_t without = read_segments(trees, &source);
    size_t last =
        beside == NULL ? 0 : beside->index.count - 1; /* it has one: pgnpack_reader_use_index_path() */
    if (without != 0 && beside != NULL && index_fits(trees, &source, last)) {
        uint64_t games =
            last < reader->index.count ? reader->index.entries[last].games_before : reader->index.game_count;
        take_tree(trees, &source, beside, last, 0, games);
        put_last_first(trees, games);
    }
    search_source_free(&source);
    return memory_check(trees->memory, error);
}

/* ---- Asking ---- */

/* A tree knows the position by its key's highest bits: another one's moves would hardly be legal here. */
static int moves_are_legal(const struct opening_node *node, const struct position *position)
{
    for (size_t i = 0; i < node->count; i++) {
        chess_move move = node->moves[i].move;
        if (move != NO_MOVE && !drop_is_legal(position, move) && !move_is_legal(position, move))
            return 0;
    }
    return 1;
}

/* Sets tree->last to what the tree has of that key, unless it is that already. */
static void look_up(struct stored_tree *tree, uint64_t key)
{
    struct error trouble;
    if (tree->has_last && tree->last_key == key)
        return;
    error_clear(&trouble);
    opening_node_clear(&tree->last.moves);
    tree->last_is_found = 0;
    tree->last_key = key;
    tree->has_last = tree_view_find(&tree->view, tree->bytes.bytes, tree->bytes.size, key, &tree->last,
                                    &tree->last_is_found, &trouble) == PGNPACK_OK;
}

int stored_trees_add(struct stored_trees *trees, size_t i, const struct position *position,
                     struct opening_node *node, uint64_t *from_ret)
{
    struct stored_tree *tree = &trees->trees[i];
    const struct tree_node *found = &tree->last;
    look_up(tree, tree_key(position));
    int is_known = tree->has_last && tree->last_is_found && found->mover == position->side &&
                   found->from <= tree->count && moves_are_legal(&found->moves, position) &&
                   opening_node_add_node(node, &found->moves);
    *from_ret = is_known ? found->from : 0;
    return is_known;
}
