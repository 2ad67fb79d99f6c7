/* The stored opening tree: keys of lines, the builder against a plain count of all games, pages, damage, memory that ends. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "pgnpack.h"
#include "search/openings/tree_builder.h"
#include "search/openings/tree_bytes.h"
#include "shared/bytes.h"
#include "shared/packing.h"
#include "shared/trials.h"
#include "unit/suites.h"
#include "util/xxh64.h"

enum { POSITIONS = 400, MOVES = 6, GAMES = 6000, PLIES_MAX = 24 };

/* ---- Games that are walks through a small world, in which lines part and meet ---- */

struct walk_game {
    struct tree_ply plies[PLIES_MAX];
    uint16_t places[PLIES_MAX];
    struct tree_game game;
};

static struct walk_game games[GAMES];

static int is_crowded;    /* keys want few places of a table of 1,024, at its end and its beginning */
static size_t moves_held; /* by the last builder */

static uint64_t key_of(size_t place)
{
    uint64_t state = 77 + place, key = next_random(&state);
    return is_crowded ? (uint64_t)(1000 + place % 48) << 54 | key >> 10 : key;
}

/* Mostly the first way. The side to move is told by the place, as a key tells it. */
static size_t next_place(size_t place, unsigned way)
{
    return (place * 3 + 2 * way * way + 1 + (place & 1)) % POSITIONS;
}

static void make_walk(struct walk_game *walk, uint64_t *random)
{
    size_t place = 0, count = 1 + random_below(random, PLIES_MAX);
    for (size_t i = 0; i < count; i++) {
        unsigned way = (unsigned)random_below(random, 3) != 0 ? 0 : (unsigned)random_below(random, MOVES);
        walk->places[i] = (uint16_t)place;
        walk->plies[i] =
            (struct tree_ply){.key = key_of(place),
                              .mover = i & 1,
                              .move = i + 1 == count ? NO_MOVE : move_of(way + 8, 20 + way % 3, MOVE_QUIET)};
        place = next_place(place, way);
        if ((place & 1) != ((i + 1) & 1))
            place = (place + 1) % POSITIONS;
    }
    walk->game =
        (struct tree_game){.plies = walk->plies,
                           .count = count,
                           .result = (uint8_t)random_below(random, 4),
                           .year = (uint16_t)(random_below(random, 3) ? 1990 + random_below(random, 30) : 0)};
    for (unsigned side = 0; side < 2; side++)
        walk->game.elo[side] = (uint16_t)(random_below(random, 4) ? 2000 + random_below(random, 700) : 0);
}

static void make_walks(void)
{
    uint64_t random = 5;
    for (size_t i = 0; i < GAMES; i++)
        make_walk(&games[i], &random);
}

/* What a position's games from `from` on are, counted one by one. */
static void count_plainly(size_t place, uint64_t from, struct opening_node *node)
{
    for (size_t i = (size_t)from; i < GAMES; i++)
        for (size_t ply = 0; ply < games[i].game.count; ply++) {
            if (games[i].places[ply] != place)
                continue;
            const struct opening_game game = {.move = games[i].plies[ply].move,
                                              .mover = ply & 1,
                                              .result = games[i].game.result,
                                              .elo = {games[i].game.elo[0], games[i].game.elo[1]},
                                              .year = games[i].game.year};
            ck_assert(opening_node_add_game(node, &game));
            break;
        }
    opening_node_sort(node);
}

static void check_counts(const struct opening_counts *a, const struct opening_counts *b)
{
    ck_assert_uint_eq(a->games, b->games);
    for (size_t i = 0; i < OPENING_RESULTS; i++)
        ck_assert_uint_eq(a->results[i], b->results[i]);
    ck_assert_uint_eq(a->rated, b->rated);
    ck_assert_uint_eq(a->rating_sum, b->rating_sum);
    ck_assert_uint_eq(a->opponents, b->opponents);
    ck_assert_uint_eq(a->opponent_sum, b->opponent_sum);
    ck_assert_uint_eq(a->half_points, b->half_points);
    ck_assert_uint_eq(a->last_year, b->last_year);
}

static void check_nodes(const struct opening_node *a, const struct opening_node *b)
{
    ck_assert_uint_eq(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        ck_assert_uint_eq(a->moves[i].move, b->moves[i].move);
        check_counts(&a->moves[i].counts, &b->moves[i].counts);
    }
}

static struct memory memory;
static struct buffer bytes;
static struct error error;

static void set_up(void)
{
    memory_init(&memory, NULL, 0);
    buffer_init(&bytes, &memory);
    error_clear(&error);
    make_walks();
}

static void tear_down(void)
{
    buffer_free(&bytes);
    ck_assert_uint_eq(memory.held, 0);
}

static size_t build(const struct tree_limits *limits, uint64_t least, uint64_t *largest_from_ret)
{
    struct tree_builder builder;
    tree_builder_init(&builder, limits, &memory);
    for (size_t i = 0; i < GAMES; i++)
        tree_builder_add(&builder, &games[i].game);
    ck_assert(!builder.failed);
    ck_assert_uint_le(builder.entry_count, builder.entry_limit + 4);
    ck_assert_uint_le(builder.move_count, builder.move_limit);
    moves_held = builder.move_count;
    size_t count = tree_builder_write(&builder, least, &bytes);
    tree_builder_free(&builder);
    *largest_from_ret = 0;
    return count;
}

static void open_tree(struct tree_view *view)
{
    tree_view_init(view, &memory);
    ck_assert_int_eq(tree_view_open(view, bytes.data, bytes.size, bytes.size, GAMES, &error), PGNPACK_OK);
}

/* Returns how many positions the tree has; each is compared with the plain count. */
static size_t check_tree(uint64_t least, uint64_t *largest_from_ret)
{
    struct tree_view view;
    size_t count = 0, moves = 0;
    open_tree(&view);
    for (size_t place = 0; place < POSITIONS; place++) {
        struct tree_node node;
        struct opening_node plain;
        struct opening_counts total;
        int found;
        opening_node_init(&node.moves, &memory);
        opening_node_init(&plain, &memory);
        ck_assert_int_eq(tree_view_find(&view, bytes.data, bytes.size, key_of(place), &node, &found, &error),
                         PGNPACK_OK);
        if (found) {
            count_plainly(place, node.from, &plain);
            check_nodes(&node.moves, &plain);
            opening_node_total(&node.moves, &total);
            ck_assert_uint_ge(total.games, least);
            ck_assert_uint_eq(node.mover, place & 1);
            if (node.from > *largest_from_ret)
                *largest_from_ret = node.from;
            moves += node.moves.count;
            count++;
        }
        opening_node_free(&plain);
        opening_node_free(&node.moves);
    }
    tree_view_free(&view);
    ck_assert(least > 1 || moves == moves_held);
    return count;
}

/* Room in positions and moves: for all, for some, for nearly none. */
static const struct tree_limits limits[] = {{0, 0},     {300, 900}, {90, 300}, {40, 5000},
                                            {1000, 80}, {12, 40},   {1, 1}};
enum { LIMITS = sizeof limits / sizeof *limits };

START_TEST(what_is_there_is_right)
{
    for (uint64_t least = 1; least <= 100; least = least * 4 + 1) {
        uint64_t from;
        buffer_clear(&bytes);
        size_t written = build(&limits[_i], least, &from);
        size_t found = written == 0 ? 0 : check_tree(least, &from);
        ck_assert_uint_eq(found, written);
        if (_i == 0 && least == 1) {
            ck_assert_uint_gt(found, 200);
            ck_assert_uint_lt(from, GAMES / 2);
        }
        if (_i >= 2 && _i <= 4 && least == 1) { /* some had to go, and came again */
            ck_assert_uint_gt(found, 2);
            ck_assert_uint_gt(from, GAMES / 2);
        }
    }
}
END_TEST

/* Long runs of entries, out of which some are taken, and round the table's end. */
START_TEST(crowded_tables_are_right)
{
    static const struct tree_limits crowded[] = {{0, 0}, {200, 2000}, {60, 2000}, {300, 60}};
    uint64_t from;
    is_crowded = 1;
    make_walks();
    ck_assert_uint_eq(build(&crowded[_i], 1, &from), check_tree(1, &from));
    ck_assert_uint_gt(from, 0);
    is_crowded = 0;
}
END_TEST

/* By index, the first game that came to the place; GAMES: none. */
static size_t first_at(size_t place)
{
    size_t i = 0;
    for (; i < GAMES; i++)
        for (size_t ply = 0; ply < games[i].game.count; ply++)
            if (games[i].places[ply] == place)
                return i;
    return i;
}

/* Where there is room, all positions of the first games are counted from their first game on. */
START_TEST(first_games_enter_all_positions)
{
    struct tree_view view;
    uint64_t from;
    ck_assert_uint_gt(build(&limits[0], 1, &from), 200);
    open_tree(&view);
    for (size_t place = 0; place < POSITIONS; place++) {
        struct tree_node node;
        int found;
        size_t first = first_at(place);
        opening_node_init(&node.moves, &memory);
        tree_view_find(&view, bytes.data, bytes.size, key_of(place), &node, &found, &error);
        ck_assert(first >= 1000 || (found && node.from == first));
        opening_node_free(&node.moves);
    }
    tree_view_free(&view);
}
END_TEST

START_TEST(frequent_positions_stay)
{
    uint64_t from;
    size_t all = build(&limits[0], 150, &from);
    buffer_clear(&bytes);
    ck_assert_uint_ge(build(&limits[1], 150, &from), all / 2);
}
END_TEST

START_TEST(the_order_of_games_does_not_matter)
{
    struct tree_builder builder;
    struct buffer again;
    uint64_t from;
    build(&limits[2], 3, &from);
    buffer_init(&again, &memory);
    for (unsigned round = 0; round < 2; round++) {
        buffer_clear(&again);
        tree_builder_init(&builder, &limits[2], &memory);
        for (size_t i = 0; i < GAMES; i++)
            tree_builder_add(&builder, &games[round == 0 ? GAMES - 1 - i : i].game);
        tree_builder_write(&builder, 3, &again);
        tree_builder_free(&builder);
    }
    ck_assert_uint_eq(again.size, bytes.size);
    ck_assert_mem_eq(again.data, bytes.data, bytes.size);
    buffer_free(&again);
}
END_TEST

START_TEST(nothing_is_written_of_nothing)
{
    struct tree_builder builder;
    const struct tree_game none = {.plies = NULL};
    tree_builder_init(&builder, &limits[0], &memory);
    ck_assert_uint_eq(tree_builder_write(&builder, 1, &bytes), 0);
    for (unsigned i = 0; i < 9; i++)
        tree_builder_add(&builder, &none);
    ck_assert_uint_eq(tree_builder_write(&builder, 1, &bytes), 0);
    ck_assert_uint_eq(bytes.size, 0);
    for (unsigned i = 0; i < 9; i++)
        tree_builder_add(&builder, &games[0].game);
    ck_assert_uint_gt(tree_builder_write(&builder, 1, &bytes), 0);
    builder.game_count = TREE_GAMES_MAX; /* as if there had been so many */
    tree_builder_add(&builder, &games[0].game);
    ck_assert_uint_eq(tree_builder_write(&builder, 1, &bytes), 0);
    tree_builder_free(&builder);
}
END_TEST

/* All keys want the same place of the table: it gives up soon, and what it has is right. */
START_TEST(keys_that_collide_cost_little)
{
    enum { KEYS = 3000 };
    struct tree_builder builder;
    tree_builder_init(&builder, &limits[0], &memory);
    for (uint64_t i = 0; i < 2 * KEYS; i++) {
        const struct tree_ply ply = {.key = 1 + i % KEYS, .move = NO_MOVE};
        const struct tree_game game = {.plies = &ply, .count = 1};
        tree_builder_add(&builder, &game);
    }
    ck_assert_uint_le(builder.entry_count, 64);
    ck_assert_uint_gt(builder.entry_count, 32);
    tree_builder_free(&builder);
}
END_TEST

/* ---- Pages ---- */

static uint64_t some_number(uint64_t *random, uint64_t most)
{
    unsigned bits = (unsigned)random_below(random, 33);
    uint64_t number = next_random(random) >> 31 >> bits;
    return most == 0 ? 0 : number % (most + 1);
}

static void make_counts(struct opening_counts *counts, uint64_t games_left, unsigned mover, uint64_t *random)
{
    uint64_t *results = counts->results;
    counts->games = 1 + some_number(random, games_left - 1);
    results[0] = random_below(random, 3) ? 0 : some_number(random, counts->games);
    uint64_t known = counts->games - results[0];
    results[1] = some_number(random, known);
    results[2] = some_number(random, known - results[1]);
    results[3] = known - results[1] - results[2];
    counts->rated = random_below(random, 3) ? counts->games : some_number(random, counts->games);
    counts->opponents = random_below(random, 3) ? known : some_number(random, known);
    counts->rating_sum = counts->rated * (1 + random_below(random, OPENING_RATING_MAX));
    counts->opponent_sum = counts->opponents * (1 + random_below(random, OPENING_RATING_MAX));
    uint64_t won = 2 * results[mover == WHITE ? 1 : 2] + results[3], lost = 2 * known - won;
    uint64_t most = won < 2 * counts->opponents ? won : 2 * counts->opponents;
    uint64_t least = 2 * counts->opponents > lost ? 2 * counts->opponents - lost : 0;
    counts->half_points = least + some_number(random, most - least);
    counts->last_year = random_below(random, 5) ? (uint32_t)(1 + random_below(random, 9999)) : 0;
}

static void make_node(struct tree_node *node, uint64_t *random)
{
    size_t count = random_below(random, 9) ? 1 + random_below(random, 30) : TREE_NODE_MOVES_MAX;
    node->from = 1 + some_number(random, 1000000);
    node->mover = (uint8_t)random_below(random, 2);
    opening_node_clear(&node->moves);
    uint64_t left = TREE_GAMES_MAX - node->from;
    for (size_t i = 0; i < count && left > count; i++) {
        struct opening_counts counts = {0};
        chess_move move =
            i == 3 ? NO_MOVE
                   : move_of((unsigned)i % 64, (unsigned)(i % 64 + 1 + i / 64) % 64, (unsigned)i % 6);
        make_counts(&counts, left - count, node->mover, random);
        left -= counts.games;
        ck_assert(opening_node_add(&node->moves, move, &counts));
    }
    opening_node_sort(&node->moves);
}

enum { NODES = 300 };

START_TEST(any_counts_come_back)
{
    static struct tree_node nodes[NODES];
    struct tree_writer writer;
    struct tree_view view;
    uint64_t random = 99, key = 0;
    size_t written;
    tree_writer_init(&writer, &memory);
    for (size_t i = 0; i < NODES; i++) {
        key += 1 + (i % 3 == 0 ? random_below(&random, 3) : next_random(&random) >> (26 + i % 36));
        opening_node_init(&nodes[i].moves, &memory);
        make_node(&nodes[i], &random);
        nodes[i].key = key;
        struct tree_node *node = tree_writer_next(&writer);
        ck_assert_ptr_nonnull(node);
        opening_node_clear(&node->moves);
        node->key = key;
        node->from = nodes[i].from;
        node->mover = nodes[i].mover;
        ck_assert(opening_node_add_node(&node->moves, &nodes[i].moves));
        opening_node_sort(&node->moves);
        ck_assert(tree_writer_add(&writer));
    }
    ck_assert_uint_lt(key, UINT64_C(1) << TREE_KEY_BITS);
    ck_assert(tree_writer_end(&writer, TREE_GAMES_MAX, &bytes, &written));
    tree_writer_free(&writer);
    ck_assert_uint_eq(written, NODES);
    /* The format is kept: a reader that errs as the writer does sees nothing. */
    ck_assert_uint_eq(xxh64(bytes.data, bytes.size), UINT64_C(0xc5f087d359382d5b));
    tree_view_init(&view, &memory);
    ck_assert_uint_le(tree_head_size(bytes.data, bytes.size), bytes.size);
    ck_assert_int_eq(tree_view_open(&view, bytes.data, (size_t)tree_head_size(bytes.data, bytes.size),
                                    bytes.size, TREE_GAMES_MAX, &error),
                     PGNPACK_OK);
    ck_assert_uint_gt(view.count, 3);
    for (size_t i = 0; i < NODES; i++) {
        struct tree_node node;
        int found;
        opening_node_init(&node.moves, &memory);
        ck_assert_int_eq(
            tree_view_find(&view, bytes.data, bytes.size, nodes[i].key << 16 | 1234, &node, &found, &error),
            PGNPACK_OK);
        ck_assert(found);
        ck_assert_uint_eq(node.from, nodes[i].from);
        ck_assert_uint_eq(node.mover, nodes[i].mover);
        check_nodes(&node.moves, &nodes[i].moves);
        opening_node_free(&node.moves);
        opening_node_free(&nodes[i].moves);
    }
    tree_view_free(&view);
}
END_TEST

static void tell(struct tree_writer *writer, uint64_t key, size_t moves)
{
    struct tree_node *node = tree_writer_next(writer);
    opening_node_clear(&node->moves);
    node->key = key;
    node->from = 1;
    node->mover = 0;
    for (size_t i = 0; i < moves; i++) {
        const struct opening_counts one = {.games = 1, .results = {1}};
        ck_assert(opening_node_add(
            &node->moves, move_of((unsigned)i % 64, (unsigned)(i % 64 + 1 + i / 64) % 64, MOVE_QUIET), &one));
    }
    opening_node_sort(&node->moves);
    ck_assert(tree_writer_add(writer));
}

/* Positions whose keys agree as far as they are stored, and such with too many moves, are not in the tree. */
START_TEST(what_cannot_be_stored_is_left_out)
{
    struct tree_writer writer;
    struct tree_view view;
    size_t written;
    tree_writer_init(&writer, &memory);
    for (uint64_t key = 0; key < 200; key++) {
        tell(&writer, key, key == 150 ? TREE_NODE_MOVES_MAX + 1 : 1);
        for (unsigned i = 0; key == 64 || key == 100 ? i < key / 50 : 0; i++)
            tell(&writer, key, 1);
    }
    ck_assert(tree_writer_end(&writer, 1000, &bytes, &written));
    tree_writer_free(&writer);
    ck_assert_uint_eq(written, 197);
    tree_view_init(&view, &memory);
    ck_assert_int_eq(tree_view_open(&view, bytes.data, bytes.size, bytes.size, 1000, &error), PGNPACK_OK);
    for (uint64_t key = 0; key < 202; key++) {
        struct tree_node node;
        int found;
        opening_node_init(&node.moves, &memory);
        ck_assert_int_eq(tree_view_find(&view, bytes.data, bytes.size, key << 16, &node, &found, &error),
                         PGNPACK_OK);
        ck_assert_int_eq(found, key < 200 && key != 64 && key != 100 && key != 150);
        opening_node_free(&node.moves);
    }
    tree_view_free(&view);
}
END_TEST

/* All others are, however many moves they have. */
START_TEST(what_can_be_stored_is)
{
    struct tree_writer writer;
    size_t written;
    tree_writer_init(&writer, &memory);
    for (uint64_t key = 0; key < 3 * TREE_PAGE_NODES_MAX; key++)
        tell(&writer, key, 1 + key % 40);
    ck_assert(tree_writer_end(&writer, 1000, &bytes, &written));
    tree_writer_free(&writer);
    ck_assert_uint_eq(written, 3 * TREE_PAGE_NODES_MAX);
}
END_TEST

/* ---- Damage ---- */

/* Opens the tree and reads all pages: what comes out has passed all checks. Returns 1 if all of it did. */
static int read_all(const struct buffer *tree, uint64_t game_count)
{
    struct tree_view view;
    struct error found_error;
    error_clear(&found_error);
    tree_view_init(&view, &memory);
    enum pgnpack_status status =
        tree_view_open(&view, tree->data, tree->size, tree->size, game_count, &found_error);
    for (size_t i = 0; i < view.count && status == PGNPACK_OK; i++) {
        struct tree_node node;
        int found;
        opening_node_init(&node.moves, &memory);
        status = tree_view_find(&view, tree->data, tree->size, view.places[i].first_key << 16, &node, &found,
                                &found_error);
        ck_assert(found == (status == PGNPACK_OK));
        if (found) {
            struct opening_counts total;
            opening_node_total(&node.moves, &total);
            ck_assert_uint_gt(total.games, 0);
            ck_assert_uint_le(total.games + node.from, game_count);
            ck_assert_uint_le(total.rated, total.games);
            ck_assert_uint_le(total.rating_sum, total.rated * OPENING_RATING_MAX);
            ck_assert_uint_le(total.half_points, 2 * total.opponents);
        }
        opening_node_free(&node.moves);
    }
    tree_view_free(&view);
    ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_CORRUPT);
    ck_assert_int_eq(found_error.status, status);
    return status == PGNPACK_OK;
}

START_TEST(damage_is_found_or_harmless)
{
    uint64_t random = 3, from;
    build(&limits[0], 2, &from);
    ck_assert(read_all(&bytes, GAMES));
    ck_assert(!read_all(&bytes, GAMES + 1));
    struct buffer tree;
    buffer_init(&tree, &memory);
    for (unsigned trial = 0; trial < some_trials(3000); trial++) {
        buffer_clear(&tree);
        buffer_append(&tree, bytes.data, bytes.size);
        for (size_t change = 1 + random_below(&random, 3); change-- > 0;)
            tree.data[random_below(&random, trial % 2 ? tree.size : 60)] ^=
                (uint8_t)(1 + random_below(&random, 255));
        if (trial % 5 == 0)
            tree.size = random_below(&random, tree.size);
        read_all(&tree, GAMES);
    }
    for (size_t size = 0; size < bytes.size; size += 1 + size / 8) {
        tree.size = 0;
        buffer_append(&tree, bytes.data, size);
        ck_assert(!read_all(&tree, GAMES));
    }
    buffer_append_byte(&bytes, 0);
    ck_assert(!read_all(&bytes, GAMES));
    buffer_free(&tree);
}
END_TEST

/* A page that claims more moves than its bytes can hold is given up soon. */
START_TEST(small_pages_claim_little)
{
    struct tree_view view;
    struct tree_node node;
    int found;
    uint8_t tree[60] = {0};
    for (unsigned byte = 0; byte < 256; byte++) {
        const uint8_t head[] = {10, 0xf0, 0x2e, 0, 0, 0, 0, 0, 0, 64, 40};
        memset(tree, (int)byte, sizeof tree);
        memcpy(tree, head, sizeof head);
        error_clear(&error);
        tree_view_init(&view, &memory);
        ck_assert_int_eq(tree_view_open(&view, tree, 51, 51, 6000, &error), PGNPACK_OK);
        opening_node_init(&node.moves, &memory);
        ck_assert_int_eq(tree_view_find(&view, tree, 51, 5, &node, &found, &error), PGNPACK_ERROR_CORRUPT);
        ck_assert_uint_le(node.moves.capacity, 2 * TREE_NODE_MOVES_MAX);
        opening_node_free(&node.moves);
        tree_view_free(&view);
    }
}
END_TEST

/* Whatever a page's bytes are: what comes out could have been counted. */
static void check_possible(const struct tree_node *node)
{
    const struct opening_node *moves = &node->moves;
    for (size_t i = 0; i < moves->count; i++) {
        const struct opening_counts *counts = &moves->moves[i].counts;
        const uint64_t *results = counts->results;
        uint64_t known = counts->games - results[0], draws = results[PGNPACK_RESULT_DRAW];
        uint64_t won =
            draws + 2 * results[node->mover == WHITE ? PGNPACK_RESULT_WHITE : PGNPACK_RESULT_BLACK];
        ck_assert_uint_gt(counts->games, 0);
        ck_assert_uint_eq(results[0] + results[1] + results[2] + results[3], counts->games);
        ck_assert_uint_le(counts->rated, counts->games);
        ck_assert_uint_ge(counts->rating_sum, counts->rated);
        ck_assert_uint_le(counts->rating_sum, counts->rated * OPENING_RATING_MAX);
        ck_assert_uint_le(counts->opponents, known);
        ck_assert_uint_ge(counts->opponent_sum, counts->opponents);
        ck_assert_uint_le(counts->opponent_sum, counts->opponents * OPENING_RATING_MAX);
        ck_assert_uint_le(counts->half_points, won);
        ck_assert_uint_le(2 * counts->opponents, counts->half_points + 2 * known - won);
        ck_assert_uint_le(counts->last_year, OPENING_YEAR_MAX);
        ck_assert(i == 0 || opening_moves_compare(&moves->moves[i - 1], &moves->moves[i]) < 0);
        for (size_t k = 0; k < i; k++)
            ck_assert_uint_ne(moves->moves[k].move, moves->moves[i].move);
    }
}

/* A page of a few moves of few games with changed bytes, or such of no sense. Returns its size. */
static size_t random_page(uint64_t *random, unsigned trial, uint8_t *page)
{
    struct tree_node node = {.from = 1 + random_below(random, 9), .mover = trial & 1};
    size_t size = 5 + random_below(random, 22);
    for (size_t i = 0; i < size; i++)
        page[i] = (uint8_t)next_random(random);
    if (trial % 4 == 0)
        return size;
    opening_node_init(&node.moves, &memory);
    buffer_clear(&bytes);
    for (unsigned i = 0; i < 2 + trial % 3; i++) {
        struct opening_counts counts = {0};
        make_counts(&counts, 1 + random_below(random, 9), node.mover, random);
        ck_assert(opening_node_add(&node.moves, move_of(12 + i, 28 + i, MOVE_QUIET), &counts));
    }
    opening_node_sort(&node.moves);
    ck_assert(tree_page_write(&node, 1, &bytes));
    opening_node_free(&node.moves);
    size = bytes.size < 120 ? bytes.size : 120;
    memcpy(page, bytes.data, size);
    page[random_below(random, size)] ^= (uint8_t)(1 << random_below(random, 8));
    return size;
}

START_TEST(random_pages_are_checked)
{
    uint64_t random = 1;
    unsigned passed = 0, branched = 0;
    for (unsigned trial = 0; trial < some_trials(30000); trial++) {
        uint8_t tree[140] = {11, 0xf0, 0xff, 0x2e, 0, 0, 0, 0, 0, 0, 1, 0};
        struct tree_view view;
        struct tree_node node;
        int found;
        size_t size = random_page(&random, trial, tree + 12);
        tree[11] = (uint8_t)size;
        error_clear(&error);
        tree_view_init(&view, &memory);
        ck_assert_int_eq(tree_view_open(&view, tree, 12 + size, 12 + size, 0xbbff0, &error), PGNPACK_OK);
        opening_node_init(&node.moves, &memory);
        if (tree_view_find(&view, tree, 12 + size, 0, &node, &found, &error) == PGNPACK_OK) {
            ck_assert(found);
            ck_assert_uint_lt(node.from, view.game_count);
            check_possible(&node);
            passed++;
            branched += node.moves.count > 1;
        }
        opening_node_free(&node.moves);
        tree_view_free(&view);
    }
    ck_assert_uint_gt(passed, 50 / TRIALS_ONE_IN);
    ck_assert_uint_gt(branched, 10 / TRIALS_ONE_IN);
}
END_TEST

static void write_small_page(const uint64_t *keys, size_t count, struct buffer *out)
{
    struct tree_node nodes[4];
    for (size_t i = 0; i < count; i++) {
        const struct opening_counts one = {.games = 3, .results = {3}};
        nodes[i] = (struct tree_node){.key = keys[i], .from = 1};
        opening_node_init(&nodes[i].moves, &memory);
        ck_assert(opening_node_add(&nodes[i].moves, move_of(1, 2, MOVE_QUIET), &one));
    }
    ck_assert(tree_page_write(nodes, count, out));
    for (size_t i = 0; i < count; i++)
        opening_node_free(&nodes[i].moves);
}

static enum pgnpack_status read_small_page(const struct buffer *page, size_t count, uint64_t end_key)
{
    const struct tree_page place = {.first_key = 5,
                                    .end_key = end_key,
                                    .game_count = 100,
                                    .count = count,
                                    .bytes = page->data,
                                    .size = page->size};
    struct tree_node node;
    int found;
    opening_node_init(&node.moves, &memory);
    error_clear(&error);
    enum pgnpack_status status = tree_page_find(&place, 100, &node, &found, &error);
    ck_assert_int_eq(found, status == PGNPACK_OK);
    opening_node_free(&node.moves);
    return status;
}

START_TEST(pages_end_where_they_should)
{
    const uint64_t keys[] = {5, 70, 100};
    write_small_page(keys, 3, &bytes);
    ck_assert_int_eq(read_small_page(&bytes, 3, 101), PGNPACK_OK);
    ck_assert_int_eq(read_small_page(&bytes, 3, 100), PGNPACK_ERROR_CORRUPT); /* keys of the next page */
    ck_assert_int_eq(read_small_page(&bytes, 2, 101), PGNPACK_ERROR_CORRUPT);
    ck_assert_int_eq(read_small_page(&bytes, 4, 101), PGNPACK_ERROR_CORRUPT);
    buffer_append_byte(&bytes, 0);
    ck_assert_int_eq(read_small_page(&bytes, 3, 101), PGNPACK_ERROR_CORRUPT);
    bytes.size -= 2;
    ck_assert_int_eq(read_small_page(&bytes, 3, 101), PGNPACK_ERROR_CORRUPT);
}
END_TEST

/* Sums, half points and years that no games can have are not written; the reader takes the same steps. */
START_TEST(sums_that_cannot_be_are_refused)
{
    static const struct opening_counts wrong[] = {
        {.games = 2, .results = {2}, .rated = 2, .rating_sum = 1},
        {.games = 2, .results = {2}, .rated = 2, .rating_sum = 2 * OPENING_RATING_MAX + 1},
        {.games = 2, .results = {0, 1, 1}, .opponents = 1, .opponent_sum = 10, .half_points = 3},
        {.games = 2, .results = {2}, .last_year = OPENING_YEAR_MAX + 1},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct tree_node node = {.key = 1, .from = 1};
        opening_node_init(&node.moves, &memory);
        ck_assert(opening_node_add(&node.moves, move_of(1, 2, MOVE_QUIET), &wrong[i]));
        ck_assert(!tree_page_write(&node, 1, &bytes));
        ck_assert_uint_eq(bytes.size, 0);
        opening_node_free(&node.moves);
    }
}
END_TEST

/* ---- Memory ---- */

/* Builds, writes, opens and reads with so many pieces. Returns 1 if they sufficed. */
static int build_within(struct allocation_count *count, size_t pieces, const struct buffer *expected)
{
    const struct pgnpack_allocator allocator = counted_allocator(count);
    struct memory within;
    struct tree_builder builder;
    struct tree_view view;
    struct tree_node node;
    struct buffer out;
    int found = 0;
    memory_init(&within, &allocator, 0);
    buffer_init(&out, &within);
    tree_builder_init(&builder, &limits[1], &within);
    tree_view_init(&view, &within);
    opening_node_init(&node.moves, &within);
    error_clear(&error);
    allow_pieces(count, pieces);
    for (size_t i = 0; i < GAMES; i++)
        tree_builder_add(&builder, &games[i].game);
    size_t written = tree_builder_write(&builder, 4, &out);
    int done = written != 0 && !buffer_failed(&out);
    if (!done) {
        ck_assert(builder.failed || buffer_failed(&out));
        ck_assert_uint_eq(written, 0);
    } else {
        ck_assert_uint_eq(out.size, expected->size);
        ck_assert_mem_eq(out.data, expected->data, out.size);
        enum pgnpack_status status = tree_view_open(&view, out.data, out.size, out.size, GAMES, &error);
        if (status == PGNPACK_OK)
            status = tree_view_find(&view, out.data, out.size, key_of(0), &node, &found, &error);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        ck_assert_int_eq(found, status == PGNPACK_OK);
        done = found;
    }
    opening_node_free(&node.moves);
    tree_view_free(&view);
    tree_builder_free(&builder);
    buffer_free(&out);
    ck_assert_uint_eq(count->outstanding, 0);
    return done;
}

START_TEST(memory_may_end_anywhere)
{
    struct allocation_count count = {0};
    uint64_t from;
    build(&limits[1], 4, &from);
    size_t pieces = 0;
    while (!build_within(&count, pieces, &bytes))
        pieces++;
    ck_assert_uint_gt(pieces, 20);
}
END_TEST

/* ---- Keys ---- */

static void walk_from(const char *fen, int drops, uint64_t *random)
{
    struct tree_walk walk;
    struct position start;
    int before = -100;
    ck_assert_int_eq(fen_parse(fen, strlen(fen), &start, NULL), FEN_OK);
    tree_walk_start(&walk, &start);
    for (unsigned ply = 0; ply < 200; ply++) {
        chess_move moves[MOVE_LIST_CAPACITY];
        struct position checked = walk.position;
        ck_assert_uint_eq(tree_walk_key(&walk), tree_key(&walk.position));
        ck_assert(tree_progress(&walk.position) >= before || drops);
        before = tree_progress(&walk.position);
        ck_assert_int_eq(walk.track.progress, before);
        position_refresh(&checked);
        size_t count = legal_list(&checked, moves);
        if (count == 0)
            return;
        if (random_below(random, 40) == 0 && !position_in_check(&checked)) {
            tree_walk_null(&walk);
            continue;
        }
        chess_move drop = drop_of((unsigned)random_below(random, 5), (unsigned)random_below(random, 64));
        if (drops && ply % 3 == 0 && drop_is_legal(&checked, drop)) {
            tree_walk_drop(&walk, drop);
            continue;
        }
        tree_walk_move(&walk, moves[random_below(random, count)]);
    }
}

START_TEST(keys_of_lines_are_those_of_positions)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
        "8/PPPk4/8/8/8/8/4Kppp/8 w - - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3R2K w E - 0 1",
        "qrkr4/pppppppp/8/8/8/8/PPPPPPPP/QRKR4 w DBdb - 0 1",
    };
    uint64_t random = 12;
    for (unsigned i = 0; i < 300; i++)
        walk_from(fens[i % (sizeof fens / sizeof *fens)], i % 4 == 3, &random);
}
END_TEST

START_TEST(keys_tell_which_rook_may_castle)
{
    static const char *const fens[] = {"4k3/8/8/8/8/8/8/4KR1R w H - 0 1", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1",
                                       "4k3/8/8/8/8/8/8/4KR1R w - - 0 1"};
    struct position positions[3];
    for (size_t i = 0; i < 3; i++)
        ck_assert_int_eq(fen_parse(fens[i], strlen(fens[i]), &positions[i], NULL), FEN_OK);
    ck_assert_uint_eq(tree_key(&positions[0]), zobrist_hash(&positions[0]));
    ck_assert_uint_ne(tree_key(&positions[0]), tree_key(&positions[1]));
    ck_assert_uint_ne(tree_key(&positions[1]), tree_key(&positions[2]));
    for (size_t i = 0; i < 3; i++) {
        struct tree_walk walk;
        tree_walk_start(&walk, &positions[i]);
        ck_assert_uint_eq(tree_walk_key(&walk), tree_key(&positions[i]));
    }
}
END_TEST

/* ---- Counting ---- */

START_TEST(games_are_counted_by_result_and_rating)
{
    struct opening_node node;
    struct opening_counts total;
    const struct opening_game played[] = {
        {.move = 1 << 6, .mover = WHITE, .result = PGNPACK_RESULT_WHITE, .elo = {2000, 2400}, .year = 2001},
        {.move = 1 << 6, .mover = WHITE, .result = PGNPACK_RESULT_DRAW, .elo = {0, 2300}, .year = 1999},
        {.move = 2 << 6, .mover = WHITE, .result = PGNPACK_RESULT_BLACK, .elo = {2200, 0}},
        {.move = NO_MOVE, .mover = WHITE, .result = PGNPACK_RESULT_UNKNOWN, .elo = {2200, 2100}},
    };
    opening_node_init(&node, &memory);
    for (size_t i = 4; i-- > 0;)
        ck_assert(opening_node_add_game(&node, &played[i]));
    opening_node_sort(&node);
    ck_assert_uint_eq(node.count, 3);
    ck_assert_uint_eq(node.moves[0].move, 1 << 6);
    ck_assert_uint_eq(node.moves[2].move, NO_MOVE);
    const struct opening_counts *counts = &node.moves[0].counts;
    ck_assert_uint_eq(counts->games, 2);
    ck_assert_uint_eq(opening_counts_rating(counts), 2000);
    ck_assert_uint_eq(opening_counts_opponents(counts), 2350);
    ck_assert_uint_eq(counts->half_points, 3);
    ck_assert_uint_eq(opening_counts_performance(counts), 0); /* of two games */
    ck_assert_uint_eq(counts->last_year, 2001);
    ck_assert_uint_eq(opening_counts_performance(&node.moves[1].counts), 0);
    ck_assert_uint_eq(node.moves[2].counts.opponents, 0); /* no result */
    opening_node_total(&node, &total);
    ck_assert_uint_eq(total.games, 4);
    ck_assert_uint_eq(total.rated, 3);
    ck_assert_uint_eq(total.rating_sum, 6400);
    opening_node_free(&node);
}
END_TEST

START_TEST(performance_is_fides)
{
    static const struct {
        uint64_t half_points, games;
        int difference;
    } rows[] = {{200, 100, 800}, {0, 100, -800}, {100, 100, 0},  {101, 100, 7}, {198, 100, 677},
                {2, 100, -677},  {75, 50, 193},  {25, 50, -193}, {2, 3, -125},  {130, 100, 110}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct opening_counts counts = {.opponents = rows[i].games,
                                              .opponent_sum = 2500 * rows[i].games,
                                              .half_points = rows[i].half_points};
        ck_assert_uint_eq(opening_counts_performance(&counts), (uint32_t)(2500 + rows[i].difference));
    }
    const struct opening_counts low = {.opponents = 3, .opponent_sum = 2100};
    ck_assert_uint_eq(opening_counts_performance(&low), 0);
    for (uint64_t count = 0; count < 5; count++) {
        const struct opening_counts won = {
            .opponents = count, .opponent_sum = 2500 * count, .half_points = 2 * count};
        ck_assert_uint_eq(opening_counts_performance(&won), count < 3 ? 0 : 3300);
    }
}
END_TEST

Suite *stored_tree_suite(void)
{
    Suite *suite = suite_create("stored_tree");
    TCase *tree = tcase_create("tree");
    tcase_add_checked_fixture(tree, set_up, tear_down);
    tcase_add_loop_test(tree, what_is_there_is_right, 0, LIMITS);
    tcase_add_loop_test(tree, crowded_tables_are_right, 0, 4);
    tcase_add_test(tree, first_games_enter_all_positions);
    tcase_add_test(tree, frequent_positions_stay);
    tcase_add_test(tree, the_order_of_games_does_not_matter);
    tcase_add_test(tree, nothing_is_written_of_nothing);
    tcase_add_test(tree, keys_that_collide_cost_little);
    tcase_add_test(tree, any_counts_come_back);
    tcase_add_test(tree, what_cannot_be_stored_is_left_out);
    tcase_add_test(tree, what_can_be_stored_is);
    tcase_add_test(tree, damage_is_found_or_harmless);
    tcase_add_test(tree, small_pages_claim_little);
    tcase_add_test(tree, random_pages_are_checked);
    tcase_add_test(tree, pages_end_where_they_should);
    tcase_add_test(tree, sums_that_cannot_be_are_refused);
    tcase_add_test(tree, memory_may_end_anywhere);
    tcase_add_test(tree, keys_of_lines_are_those_of_positions);
    tcase_add_test(tree, keys_tell_which_rook_may_castle);
    tcase_add_test(tree, games_are_counted_by_result_and_rating);
    tcase_add_test(tree, performance_is_fides);
    suite_add_tcase(suite, tree);
    return suite;
}
