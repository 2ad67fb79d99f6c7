/* Public function: are the stored opening trees true of the games? */
#include <string.h>

#include "lib/read/cursor.h"
#include "lib/write/annex.h"
#include "lib/tree/stored_trees.h"
#include "util/bisect.h"

/*
 * A position of the tree, and what its games say. A tree knows positions by the highest bits of their keys, so that another
 * one may look the same: two are counted apart, and one of them has to be it.
 */
enum { LOOK_ALIKES = 2 };

struct checked_position {
    uint64_t key, from;
    struct opening_node told;
    struct {
        uint64_t key, last_game; /* all of the key; the game that was counted last, from 1 */
        struct opening_node node;
    } counted[LOOK_ALIKES];
};

struct tree_check {
    struct memory *memory;
    struct checked_position *positions; /* by key */
    size_t count, capacity;
};

static void free_check(struct tree_check *check)
{
    for (size_t i = 0; i < check->count; i++) {
        opening_node_free(&check->positions[i].told);
        for (unsigned k = 0; k < LOOK_ALIKES; k++)
            opening_node_free(&check->positions[i].counted[k].node);
    }
    memory_release(check->memory, check->positions, check->capacity * sizeof *check->positions);
}

/* A tree_visit_function. */
static int add_position(void *opaque, struct tree_node *node)
{
    struct tree_check *check = opaque;
    if (!MEMORY_GROW(check->memory, check->positions, check->capacity, check->count + 1))
        return 0;
    struct checked_position *added = &check->positions[check->count++];
    memset(added, 0, sizeof *added);
    added->key = node->key;
    added->from = node->from;
    opening_node_init(&added->told, check->memory);
    for (unsigned k = 0; k < LOOK_ALIKES; k++)
        opening_node_init(&added->counted[k].node, check->memory);
    return opening_node_add_node(&added->told, &node->moves);
}

/* NULL: the tree does not have it. */
static struct checked_position *find_position(const struct tree_check *check, uint64_t key)
{
    size_t i;
    BISECT(i, 0, check->count, check->positions[i].key >= key);
    return i < check->count && check->positions[i].key == key ? &check->positions[i] : NULL;
}

/* Counts a position of game `number`, from 1. Returns 0 when there is no memory. */
static int count_ply(const struct tree_check *check, const struct tree_ply *ply, const struct tree_game *game,
                     uint64_t number)
{
    struct checked_position *position = find_position(check, ply->key >> (64 - TREE_KEY_BITS));
    if (position == NULL || number <= position->from)
        return 1;
    for (unsigned k = 0; k < LOOK_ALIKES; k++) {
        if (position->counted[k].last_game != 0 && position->counted[k].key != ply->key)
            continue;
        if (position->counted[k].last_game == number)
            return 1;
        const struct opening_game counted = {.move = ply->move,
                                             .mover = ply->mover,
                                             .result = game->result,
                                             .elo = {game->elo[0], game->elo[1]},
                                             .year = game->year};
        position->counted[k].key = ply->key;
        position->counted[k].last_game = number;
        return opening_node_add_game(&position->counted[k].node, &counted);
    }
    return 1;
}

static int are_equal(const struct opening_counts *a, const struct opening_counts *b)
{
    return a->games == b->games && memcmp(a->results, b->results, sizeof a->results) == 0 &&
           a->rated == b->rated && a->rating_sum == b->rating_sum && a->opponents == b->opponents &&
           a->opponent_sum == b->opponent_sum && a->half_points == b->half_points &&
           a->last_year == b->last_year;
}

static int is_told_right(struct checked_position *position)
{
    const struct opening_node *told = &position->told;
    opening_node_sort(&position->told);
    for (unsigned k = 0; k < LOOK_ALIKES; k++) {
        struct opening_node *node = &position->counted[k].node;
        size_t i = 0;
        opening_node_sort(node);
        while (i < told->count && node->count == told->count && told->moves[i].move == node->moves[i].move &&
               are_equal(&told->moves[i].counts, &node->moves[i].counts))
            i++;
        if (i == told->count)
            return 1;
    }
    return 0;
}

static enum pgnpack_status count_games(const struct tree_check *check, struct pgnpack_cursor *cursor,
                                       const struct stored_tree *tree, struct opening_lines *lines,
                                       struct error *error)
{
    for (uint64_t i = 0; i < tree->count; i++) {
        const struct pgnpack_game *game;
        cursor->next = tree->first + i;
        if (pgnpack_cursor_next(cursor, &game) != PGNPACK_OK) {
            *error = cursor->error;
            return error->status;
        }
        opening_lines_clear(lines);
        int done = opening_lines_add(lines, game_of(game));
        const struct tree_ply *plies = (const struct tree_ply *)(const void *)lines->plies.data;
        const struct tree_game *told = (const struct tree_game *)(const void *)lines->games.data;
        for (size_t k = 0; done && k < told->count; k++)
            done = count_ply(check, &plies[k], told, i + 1);
        if (!done)
            return error_no_memory(error);
    }
    return PGNPACK_OK;
}

static enum pgnpack_status check_tree(struct pgnpack_reader *reader, const struct stored_tree *tree,
                                      struct pgnpack_cursor *cursor, struct error *error)
{
    struct tree_check check = {.memory = &reader->memory};
    struct opening_lines lines;
    opening_lines_init(&lines, &reader->memory);
    lines.takes_all = 1;
    enum pgnpack_status status =
        tree_view_each(&tree->view, tree->bytes.bytes, tree->bytes.size, add_position, &check, error);
    if (status == PGNPACK_OK)
        status = count_games(&check, cursor, tree, &lines, error);
    for (size_t i = 0; i < check.count && status == PGNPACK_OK; i++)
        if (!is_told_right(&check.positions[i]))
            status =
                error_set(error, PGNPACK_ERROR_CORRUPT,
                          "an opening tree does not fit its games, which are whole: unpack them and pack "
                          "them again");
    opening_lines_free(&lines);
    free_check(&check);
    return status;
}

enum pgnpack_status pgnpack_reader_check_trees(struct pgnpack_reader *reader)
{
    static const char *const names[] = {"Date", "UTCDate", "WhiteElo", "BlackElo"};
    struct stored_trees trees;
    struct error error;
    reader_begin(reader, &error);
    if (reader_check_open(reader, &error) != PGNPACK_OK)
        return reader_end(reader, &error, error.status);
    stored_trees_init(&trees, reader, &reader->memory);
    struct pgnpack_cursor *cursor = cursor_new_within(
        reader, PGNPACK_PART_MOVES | PGNPACK_PART_SHAPE | PGNPACK_PART_TAGS, reader->memory.limit);
    if (cursor == NULL || pgnpack_cursor_tags(cursor, names, sizeof names / sizeof *names) != PGNPACK_OK)
        error_no_memory(&error);
    else
        stored_trees_read(&trees, &error);
    for (size_t i = 0; i < trees.count && error.status == PGNPACK_OK; i++)
        check_tree(reader, &trees.trees[i], cursor, &error);
    pgnpack_free(cursor);
    stored_trees_free(&trees);
    return reader_end(reader, &error, error.status);
}
