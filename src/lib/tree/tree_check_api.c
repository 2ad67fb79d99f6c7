/* Public function: are the stored opening trees true of the games? */
#include <string.h>

#include "lib/read/cursor.h"
#include "lib/read/unpacker.h"
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
    const struct stored_tree *tree;
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

/* ---- A tree ---- */

/* Forgets what was counted. */
static void clear_counts(struct tree_check *check)
{
    for (size_t i = 0; i < check->count; i++)
        for (unsigned k = 0; k < LOOK_ALIKES; k++) {
            check->positions[i].counted[k].last_game = 0;
            opening_node_clear(&check->positions[i].counted[k].node);
        }
}

static int is_tree_right(struct tree_check *check)
{
    size_t i = 0;
    while (i < check->count && is_told_right(&check->positions[i]))
        i++;
    return i == check->count;
}

static enum pgnpack_status begin_check(struct tree_check *check, const struct stored_tree *tree,
                                       struct memory *memory, struct error *error)
{
    *check = (struct tree_check){.memory = memory, .tree = tree};
    return tree_view_each(&tree->view, tree->bytes.bytes, tree->bytes.size, add_position, check, error);
}

/* Games of the file, of which those are counted that the tree is about. */
struct counted_lines {
    const struct tree_check *check;
    uint64_t first; /* from 0 */
};

/* An opening_lines_function; ends it where there is no memory. */
static int count_game(void *opaque, size_t number, const struct tree_game *game)
{
    const struct counted_lines *counted = opaque;
    const struct tree_check *check = counted->check;
    uint64_t file_number = counted->first + number;
    if (file_number < check->tree->first || file_number - check->tree->first >= check->tree->count)
        return 1;
    int done = 1;
    for (size_t i = 0; done && i < game->count; i++)
        done = count_ply(check, &game->plies[i], game, file_number - check->tree->first + 1);
    return done;
}

/* Returns 0 when there is no memory. */
static int count_lines(const struct tree_check *check, const struct opening_lines *lines, uint64_t first)
{
    struct counted_lines counted = {check, first};
    return opening_lines_each(lines, count_game, &counted);
}

/* Decodes the tree's games, and counts all of their positions. */
static enum pgnpack_status count_all(const struct tree_check *check, struct pgnpack_cursor *cursor,
                                     struct error *error)
{
    struct opening_lines lines;
    enum pgnpack_status status = PGNPACK_OK;
    opening_lines_init(&lines, check->memory);
    lines.takes_all = 1;
    for (uint64_t i = 0; i < check->tree->count && status == PGNPACK_OK; i++) {
        const struct pgnpack_game *game;
        cursor->next = check->tree->first + i;
        status = pgnpack_cursor_next(cursor, &game);
        if (status != PGNPACK_OK)
            *error = cursor->error;
        opening_lines_clear(&lines);
        if (status == PGNPACK_OK && (!opening_lines_add(&lines, game_of(game)) ||
                                     !count_lines(check, &lines, check->tree->first + i)))
            status = error_no_memory(error);
    }
    opening_lines_free(&lines);
    return status;
}

/* With all of its games, that the cursor decodes. */
static enum pgnpack_status check_by_cursor(struct tree_check *check, struct pgnpack_cursor *cursor,
                                           struct error *error)
{
    enum pgnpack_status status = count_all(check, cursor, error);
    if (status == PGNPACK_OK && !is_tree_right(check))
        status = error_set(
            error, PGNPACK_ERROR_CORRUPT,
            "an opening tree does not fit its games, which are whole: unpack them and pack them again");
    return status;
}

/* ---- At once ---- */

static struct pgnpack_cursor *new_cursor(const struct pgnpack_reader *reader)
{
    static const char *const names[] = {"Date", "UTCDate", "WhiteElo", "BlackElo"};
    struct pgnpack_cursor *cursor = cursor_new_within(
        reader, PGNPACK_PART_MOVES | PGNPACK_PART_SHAPE | PGNPACK_PART_TAGS, reader->memory.limit);
    if (cursor == NULL || pgnpack_cursor_tags(cursor, names, sizeof names / sizeof *names) == PGNPACK_OK)
        return cursor;
    pgnpack_free(cursor);
    return NULL;
}

static enum pgnpack_status check_tree(const struct stored_tree *tree, struct pgnpack_cursor *cursor,
                                      struct memory *memory, struct error *error)
{
    struct tree_check check;
    enum pgnpack_status status = begin_check(&check, tree, memory, error);
    if (status == PGNPACK_OK)
        status = check_by_cursor(&check, cursor, error);
    free_check(&check);
    return status;
}

static void check_now(struct pgnpack_reader *reader, struct error *error)
{
    struct stored_trees trees;
    stored_trees_init(&trees, reader, &reader->memory);
    struct pgnpack_cursor *cursor = new_cursor(reader);
    if (cursor == NULL)
        error_no_memory(error);
    else
        stored_trees_read(&trees, error);
    for (size_t i = 0; i < trees.count && error->status == PGNPACK_OK; i++)
        check_tree(&trees.trees[i], cursor, &reader->memory, error);
    pgnpack_free(cursor);
    stored_trees_free(&trees);
}

/* ---- While the games are unpacked ---- */

/*
 * Then only positions near the beginning are counted, which are all that our trees have: the counts of such a position are whole.
 * A tree that seems wrong may have others: its games are decoded once more.
 */
struct trees_watch {
    struct memory memory;
    const struct pgnpack_reader *reader;
    struct stored_trees trees;
    struct tree_check *checks; /* one a tree */
    size_t capacity;
};

static void free_watch(void *opaque)
{
    struct trees_watch *watch = opaque;
    for (size_t i = 0; i < watch->trees.count && i < watch->capacity; i++)
        free_check(&watch->checks[i]);
    memory_release(&watch->memory, watch->checks, watch->capacity * sizeof *watch->checks);
    stored_trees_free(&watch->trees);
    handle_free(watch, sizeof *watch);
}

/* A job's: opening lines of a block. */
static void *new_slot(struct memory *memory)
{
    struct opening_lines *lines = memory_get(memory, sizeof *lines);
    if (lines != NULL)
        opening_lines_init(lines, memory);
    return lines;
}

static void free_slot(void *slot)
{
    struct opening_lines *lines = slot;
    struct memory *memory = lines->plies.memory;
    opening_lines_free(lines);
    memory_release(memory, lines, sizeof *lines);
}

static void see_game(void *slot, const struct game *game)
{
    opening_lines_add(slot, game); /* who takes the lines sees where there was no memory */
}

static int take_lines(void *opaque, void *slot, uint64_t first)
{
    const struct trees_watch *watch = opaque;
    struct opening_lines *lines = slot;
    uint64_t end = first + lines->games.size / sizeof(struct tree_game);
    int done = !buffer_failed(&lines->plies) && !buffer_failed(&lines->games);
    for (size_t i = 0; i < watch->trees.count && done; i++) {
        const struct stored_tree *tree = watch->checks[i].tree;
        if (first < tree->first + tree->count && tree->first < end)
            done = count_lines(&watch->checks[i], lines, first);
    }
    opening_lines_clear(lines);
    return done;
}

/* A tree that seems wrong. */
static enum pgnpack_status check_again(const struct trees_watch *watch, struct tree_check *check,
                                       struct error *error)
{
    struct pgnpack_cursor *cursor = new_cursor(watch->reader);
    if (cursor == NULL)
        return error_no_memory(error);
    clear_counts(check);
    enum pgnpack_status status = check_by_cursor(check, cursor, error);
    pgnpack_free(cursor);
    return status;
}

static enum pgnpack_status finish_watch(void *opaque, struct error *error)
{
    const struct trees_watch *watch = opaque;
    enum pgnpack_status status = memory_check(&watch->memory, error);
    for (size_t i = 0; i < watch->trees.count && status == PGNPACK_OK; i++)
        if (!is_tree_right(&watch->checks[i]))
            status = check_again(watch, &watch->checks[i], error);
    return status;
}

/* Returns the status of *error. */
static enum pgnpack_status start_watch(struct trees_watch *watch, const struct pgnpack_reader *reader,
                                       struct error *error)
{
    watch->reader = reader;
    stored_trees_init(&watch->trees, reader, &watch->memory);
    if (stored_trees_read(&watch->trees, error) != PGNPACK_OK)
        return error->status;
    if (!MEMORY_GROW(&watch->memory, watch->checks, watch->capacity, watch->trees.count + 1))
        return error_no_memory(error);
    memset(watch->checks, 0, watch->capacity * sizeof *watch->checks);
    for (size_t i = 0; i < watch->trees.count; i++)
        if (begin_check(&watch->checks[i], &watch->trees.trees[i], &watch->memory, error) != PGNPACK_OK)
            return error->status;
    return PGNPACK_OK;
}

static void check_later(struct pgnpack_reader *reader, struct pgnpack_unpacker *unpacker, struct error *error)
{
    struct trees_watch *watch = job_new_like(&reader->memory, sizeof *watch);
    if (watch == NULL) {
        error_no_memory(error);
        return;
    }
    if (start_watch(watch, reader, error) != PGNPACK_OK) {
        memory_check(&watch->memory, error);
        free_watch(watch);
        return;
    }
    const struct game_watch given = {.opaque = watch,
                                     .slot_new = new_slot,
                                     .slot_free = free_slot,
                                     .see = see_game,
                                     .take = take_lines,
                                     .finish = finish_watch,
                                     .free = free_watch};
    if (unpacker_watch(unpacker, &given) != PGNPACK_OK)
        *error = unpacker->error;
}

enum pgnpack_status pgnpack_reader_check_trees(struct pgnpack_reader *reader,
                                               struct pgnpack_unpacker *unpacker)
{
    struct error error;
    reader_begin(reader, &error);
    if (reader_check_open(reader, &error) != PGNPACK_OK)
        return reader_end(reader, &error, error.status);
    if (unpacker == NULL)
        check_now(reader, &error);
    else
        check_later(reader, unpacker, &error);
    return reader_end(reader, &error, error.status);
}
