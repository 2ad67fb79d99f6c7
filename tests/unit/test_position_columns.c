/* Position columns and their trees of classes against plain definitions, over random games: no game that has a position is ruled out. */
#include <check.h>
#include <string.h>

#include "search/columns/position_columns.h"
#include "shared/bytes.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "util/xxh64.h"

enum { GAMES = 300, PLIES_MAX = 160 };

/* What a position asks of columns, of each of a game's. */
struct walked_game {
    struct position_needs needs[PLIES_MAX + 1];
    unsigned ply_count;
    struct pawn_trace trace;
};

struct fixture {
    struct memory memory;
    struct walked_game games[GAMES];
    struct position_columns_writer writer;
    struct position_columns columns;
    uint8_t rows[POSITION_COLUMN_COUNT][GAMES]; /* the columns, to be changed */
};

/* Captures are chosen more often, so that games come to endings. */
static chess_move choose(const struct position *position, uint64_t *random)
{
    chess_move moves[MOVE_LIST_CAPACITY];
    unsigned count = legal_list(position, moves);
    if (count == 0)
        return NO_MOVE;
    chess_move move = moves[random_below(random, count)];
    for (unsigned tries = 0; tries < 4 && !move_is_capture(move); tries++)
        move = moves[random_below(random, count)];
    return move;
}

static void walk(struct walked_game *game, uint64_t *random)
{
    struct position position;
    unsigned limit = (unsigned)random_below(random, PLIES_MAX);
    position_start(&position);
    pawn_trace_start(&game->trace);
    game->needs[0] = position_needs_of(&position);
    for (game->ply_count = 0; game->ply_count < limit;) {
        chess_move move = choose(&position, random);
        if (move == NO_MOVE)
            break;
        pawn_trace_move(&game->trace, position.side, man_type(position.men[move_from(move)]), move,
                        move_is_capture(move));
        position_make(&position, move);
        game->needs[++game->ply_count] = position_needs_of(&position);
    }
}

static void read_columns(struct fixture *fixture)
{
    struct byte_source sections[POSITION_COLUMN_COUNT];
    const struct buffer *trees = &fixture->writer.columns[POSITION_TREES];
    sections[POSITION_TREES] = byte_source_of(trees->data, trees->size);
    for (unsigned i = POSITION_TREES + 1; i < POSITION_COLUMN_COUNT; i++)
        sections[i] = byte_source_of(fixture->rows[i], GAMES);
    ck_assert(position_columns_read(&fixture->columns, sections, GAMES));
}

static struct fixture *set_up(uint64_t seed)
{
    static struct fixture fixture;
    memory_init(&fixture.memory, NULL, 0);
    position_columns_writer_init(&fixture.writer, &fixture.memory);
    for (unsigned i = 0; i < GAMES; i++) {
        walk(&fixture.games[i], &seed);
        ck_assert(position_columns_add(&fixture.writer, &fixture.games[i].trace));
    }
    ck_assert(position_columns_finish(&fixture.writer));
    for (unsigned i = POSITION_TREES + 1; i < POSITION_COLUMN_COUNT; i++) {
        ck_assert_uint_eq(fixture.writer.columns[i].size, GAMES);
        memcpy(fixture.rows[i], fixture.writer.columns[i].data, GAMES);
    }
    read_columns(&fixture);
    return &fixture;
}

static void tear_down(struct fixture *fixture)
{
    position_columns_writer_free(&fixture->writer);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

static void rule_out(const struct fixture *fixture, struct position_needs needs, uint8_t games[GAMES])
{
    memset(games, 1, GAMES);
    position_columns_rule_out(&fixture->columns, needs, games);
}

/* ---- Ruling out ---- */

START_TEST(what_is_there_is_never_ruled_out)
{
    uint8_t left[GAMES];
    unsigned long trials = 0, kept = 0;
    struct fixture *fixture = set_up((uint64_t)_i + 1);
    for (unsigned i = 0; i < GAMES; i++)
        for (unsigned ply = 0; ply <= fixture->games[i].ply_count; ply++, trials++) {
            rule_out(fixture, fixture->games[i].needs[ply], left);
            ck_assert_msg(left[i], "game %u, ply %u", i, ply);
            for (unsigned k = 0; ply >= 30 && k < GAMES; k++)
                kept += left[k];
        }
    ck_assert_uint_gt(trials, 15000);
    ck_assert_uint_lt(
        kept, trials * 30); /* a tenth of the games: positions of later plies are hardly anyone else's */
    tear_down(fixture);
}
END_TEST

/* Is there a moment of the game at which just such pawns are at home and gone? */
static int could_have(const struct pawn_trace *trace, struct position_needs needs)
{
    unsigned home = HOME_PAWNS_ALL;
    for (unsigned i = 0;; i++) {
        if ((needs.home & ~home) == 0 && (needs.gone & home) == 0)
            return trace->men <= needs.men_max;
        if (i == trace->left)
            return 0;
        home &= ~(1u << (trace->order >> (4 * i) & 15));
    }
}

START_TEST(what_could_be_there_is_never_ruled_out)
{
    uint8_t left[GAMES];
    uint64_t random = 9;
    struct fixture *fixture = set_up(7);
    for (unsigned i = 0; i < 20000; i++) {
        const struct walked_game *game = &fixture->games[random_below(&random, GAMES)];
        struct position_needs needs = game->needs[random_below(&random, game->ply_count + 1u)];
        needs.gone &= (uint16_t)next_random(&random);
        needs.home &= (uint16_t)next_random(&random);
        needs.home ^= (uint16_t)(i % 3 == 0 ? 1u << random_below(&random, 16) : 0);
        needs.men_max = (uint8_t)(2 + random_below(&random, 31));
        rule_out(fixture, needs, left);
        for (unsigned k = 0; k < GAMES; k++)
            ck_assert(left[k] || !could_have(&fixture->games[k].trace, needs));
    }
    rule_out(fixture, POSITION_NEEDS_NOTHING, left);
    ck_assert_ptr_null(memchr(left, 0, GAMES));
    tear_down(fixture);
}
END_TEST

/* ---- Checks ---- */

START_TEST(wrong_columns_do_not_fit)
{
    uint64_t random = 5;
    unsigned long found = 0;
    struct fixture *fixture = set_up(9);
    for (unsigned i = 0; i < GAMES; i++)
        ck_assert(position_columns_fit(&fixture->columns, i, &fixture->games[i].trace));
    for (unsigned n = 0; n < 20000; n++) {
        unsigned column = 1 + (unsigned)random_below(&random, POSITION_COLUMN_COUNT - 1);
        unsigned game = (unsigned)random_below(&random, GAMES);
        const struct walked_game *walked = &fixture->games[game];
        uint8_t was = fixture->rows[column][game], left[GAMES];
        unsigned limit = column == POSITION_FIRST_PAWNS  ? fixture->columns.first.count
                         : column == POSITION_LAST_PAWNS ? fixture->columns.last.count
                                                         : 256;
        fixture->rows[column][game] = (uint8_t)random_below(&random, limit);
        read_columns(fixture);
        int fits = position_columns_fit(&fixture->columns, game, &walked->trace);
        found += !fits;
        ck_assert(!fits || column >= POSITION_MEN || was == fixture->rows[column][game]);
        for (unsigned ply = 0; fits && ply <= walked->ply_count; ply++) {
            rule_out(fixture, walked->needs[ply], left);
            ck_assert(left[game]);
        }
        fixture->rows[column][game] = was;
    }
    ck_assert_uint_gt(found, 10000);
    tear_down(fixture);
}
END_TEST

/* ---- Trees of classes ---- */

static int is_list(const struct pawn_list *list)
{
    unsigned seen = 0;
    for (unsigned i = 0; i < list->count; i++) {
        unsigned pawn = 1u << pawn_list_get(list, i);
        if (seen & pawn)
            return 0;
        seen |= pawn;
    }
    return list->count <= HOME_PAWN_COUNT;
}

static struct pawn_list random_list(uint64_t *random)
{
    struct pawn_list list = {.count = (uint8_t)random_below(random, HOME_PAWN_COUNT + 1)};
    unsigned seen = 0;
    for (unsigned i = 0; i < list.count; i++) {
        unsigned pawn;
        do
            pawn = (unsigned)(random_below(random, 16) & random_below(random, 16) & (i < 2 ? 3 : 15));
        while (seen >> pawn & 1 && (pawn = (unsigned)random_below(random, 16), seen >> pawn & 1));
        seen |= 1u << pawn;
        list.pawns |= (uint64_t)pawn << (4 * i);
    }
    return list;
}

static int begins_with(const struct pawn_list *list, const struct pawn_list *first)
{
    for (unsigned i = 0; i < first->count; i++)
        if (i >= list->count || pawn_list_get(list, i) != pawn_list_get(first, i))
            return 0;
    return 1;
}

START_TEST(lists_begin_as_their_classes)
{
    static struct pawn_list lists[3000];
    static struct class_tree tree;
    static const size_t counts[] = {0, 1, 7, 8, 100, 3000};
    static const unsigned limits[] = {1, 2, 17, 128, 256};
    struct memory memory;
    struct buffer bytes, classes;
    uint64_t random = 1, chosen = 0;
    memory_init(&memory, NULL, 0);
    buffer_init(&bytes, &memory);
    buffer_init(&classes, &memory);
    for (size_t n = 0; n < 30; n++) {
        size_t count = counts[n / 5];
        buffer_clear(&bytes);
        buffer_clear(&classes);
        for (size_t i = 0; i < count; i++)
            lists[i] = random_list(&random);
        ck_assert(class_tree_write(lists, count, limits[n % 5], &memory, &bytes, &classes));
        struct byte_source source = byte_source_of(bytes.data, bytes.size);
        ck_assert(class_tree_read(&source, &tree));
        ck_assert_uint_eq(byte_source_left(&source), 0);
        ck_assert_uint_eq(classes.size, count);
        ck_assert_uint_le(tree.count, limits[n % 5]);
        ck_assert(count < 3000 || limits[n % 5] < 128 || tree.count > limits[n % 5] / 2);
        for (size_t i = 0; i < count; i++) {
            ck_assert_uint_lt(classes.data[i], tree.count);
            ck_assert(begins_with(&lists[i], &tree.classes[classes.data[i]]));
        }
        chosen = 31 * chosen + xxh64(bytes.data, bytes.size) + xxh64(classes.data, classes.size);
    }
    /* Others would hold as well: which are chosen is kept. */
    ck_assert_uint_eq(chosen, UINT64_C(0xdc04b6f058cd315a));
    buffer_free(&bytes);
    buffer_free(&classes);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

START_TEST(any_bytes_are_a_tree_or_none)
{
    static struct class_tree tree;
    uint8_t bytes[200];
    uint64_t random = 2;
    unsigned long whole = 0;
    for (unsigned n = 0; n < 100000; n++) {
        size_t size = 1 + random_below(&random, n % 10 == 0 ? sizeof bytes : 12);
        for (size_t i = 0; i < size; i++)
            bytes[i] = random_below(&random, 3) == 0   ? (uint8_t)(1u << random_below(&random, 8))
                       : random_below(&random, 3) == 0 ? (uint8_t)next_random(&random)
                                                       : 0;
        struct byte_source source = byte_source_of(bytes, size);
        if (!class_tree_read(&source, &tree))
            continue;
        whole++;
        ck_assert(tree.count >= 1 && tree.count <= CLASS_COUNT_MAX);
        for (unsigned i = 0; i < tree.count; i++)
            ck_assert(is_list(&tree.classes[i]));
    }
    ck_assert_uint_gt(whole, 1000);
}
END_TEST

START_TEST(lists_are_turned_round)
{
    uint64_t random = 4;
    for (unsigned n = 0; n < 1000; n++) {
        struct pawn_list list = random_list(&random), reversed = pawn_list_reversed(list);
        struct pawn_list again = pawn_list_reversed(reversed);
        ck_assert_uint_eq(reversed.count, list.count);
        for (unsigned i = 0; i < list.count; i++)
            ck_assert_uint_eq(pawn_list_get(&reversed, i), pawn_list_get(&list, list.count - 1 - i));
        ck_assert(again.pawns == list.pawns && again.count == list.count);
    }
}
END_TEST

Suite *position_columns_suite(void)
{
    Suite *suite = suite_create("position_columns");
    TCase *tests = tcase_create("columns");
    tcase_add_loop_test(tests, what_is_there_is_never_ruled_out, 0, 4);
    tcase_add_test(tests, what_could_be_there_is_never_ruled_out);
    tcase_add_test(tests, wrong_columns_do_not_fit);
    tcase_add_test(tests, lists_begin_as_their_classes);
    tcase_add_test(tests, any_bytes_are_a_tree_or_none);
    tcase_add_test(tests, lists_are_turned_round);
    suite_add_tcase(suite, tests);
    return suite;
}
