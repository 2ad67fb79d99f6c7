/* Rows of opening trees: what a game adds and takes away again, held against a plain count; means and performances. */
#include <check.h>
#include <string.h>

#include "pgnpack.h"
#include "search/openings/tree_page.h"
#include "shared/bytes.h"
#include "unit/suites.h"

enum { MOVES = 6, GAMES = 200 };

static struct memory memory;
static struct opening_node node;

static void set_up(void)
{
    memory_init(&memory, NULL, 0);
    opening_node_init(&node, &memory);
}

static void tear_down(void)
{
    opening_node_free(&node);
    ck_assert_uint_eq(memory.held, 0);
}

static struct opening_game random_game(uint64_t *random)
{
    static const uint16_t ratings[] = {0, 1, 1500, 2400, 9998, 9999, 10000, 65535};
    static const uint16_t years[] = {0, 1, 1999, 2024, 9998, 9999, 10000, 65535};
    return (struct opening_game){.move = (chess_move)(1 + random_below(random, MOVES)),
                                 .mover = (uint8_t)random_below(random, 2),
                                 .result = (uint8_t)random_below(random, 4),
                                 .elo = {ratings[random_below(random, 8)], ratings[random_below(random, 8)]},
                                 .year = years[random_below(random, 8)]};
}

/* What a tree shows is told in words of its own here. */
static void count_plainly(struct opening_counts *counts, const struct opening_game *game)
{
    unsigned own = game->elo[game->mover], other = game->elo[!game->mover];
    unsigned winner = game->result == PGNPACK_RESULT_WHITE ? WHITE : BLACK;
    counts->games += 1;
    counts->results[game->result] += 1;
    if (own != 0 && own < 10000) {
        counts->rated += 1;
        counts->rating_sum += own;
    }
    if (other != 0 && other < 10000 && game->result != PGNPACK_RESULT_UNKNOWN) {
        counts->opponents += 1;
        counts->opponent_sum += other;
        counts->half_points += game->result == PGNPACK_RESULT_DRAW ? 1 : winner == game->mover ? 2 : 0;
    }
    if (game->year < 10000 && game->year > counts->last_year)
        counts->last_year = game->year;
}

static const struct opening_counts *counts_of(chess_move move)
{
    static const struct opening_counts none;
    for (size_t i = 0; i < node.count; i++)
        if (node.moves[i].move == move)
            return &node.moves[i].counts;
    return &none;
}

static void check_counts(const struct opening_counts *plain)
{
    for (chess_move move = 1; move <= MOVES; move++)
        ck_assert_mem_eq(counts_of(move), &plain[move], sizeof *plain);
}

START_TEST(games_come_and_go)
{
    struct opening_counts plain[MOVES + 1] = {{0}}, total = {0}, found;
    struct opening_game games[GAMES];
    uint64_t random = 17;
    size_t place;
    for (unsigned i = 0; i < GAMES; i++) {
        games[i] = random_game(&random);
        ck_assert(opening_node_add_game(&node, &games[i]));
        count_plainly(&plain[games[i].move], &games[i]);
        count_plainly(&total, &games[i]);
        check_counts(plain);
    }
    opening_node_total(&node, &found);
    ck_assert_mem_eq(&found, &total, sizeof total);
    for (unsigned i = 0; i < GAMES; i++) {
        ck_assert(opening_node_remove_game(&node, &games[i], &place));
        ck_assert_uint_eq(node.moves[place].move, games[i].move);
        struct opening_counts rest = {.last_year = plain[games[i].move].last_year};
        for (unsigned k = i + 1; k < GAMES; k++)
            if (games[k].move == games[i].move)
                count_plainly(&rest, &games[k]);
        plain[games[i].move] = rest;
        check_counts(plain);
        ck_assert_uint_eq(node.count, MOVES);
    }
    opening_node_drop_empty(&node);
    ck_assert_uint_eq(node.count, 0);
}
END_TEST

/* Counted in two rows, and put together; and move by move. */
START_TEST(rows_add_up)
{
    struct opening_counts plain[MOVES + 1] = {{0}};
    struct opening_node other, third;
    uint64_t random = 29;
    opening_node_init(&other, &memory);
    opening_node_init(&third, &memory);
    for (unsigned i = 0; i < GAMES; i++) {
        struct opening_game game = random_game(&random);
        ck_assert(opening_node_add_game(i % 3 == 0 ? &node : &other, &game));
        count_plainly(&plain[game.move], &game);
    }
    ck_assert(opening_node_add_node(&node, &other));
    check_counts(plain);
    for (size_t i = 0; i < node.count; i++)
        ck_assert(opening_node_add(&third, node.moves[i].move, &node.moves[i].counts));
    opening_node_clear(&node);
    ck_assert(opening_node_add_node(&node, &third));
    check_counts(plain);
    memory.limit = memory.held; /* moves that are there need none, others do */
    ck_assert(opening_node_add_node(&node, &third));
    opening_node_free(&node);
    memory.limit = memory.held;
    ck_assert(!opening_node_add_node(&node, &third));
    ck_assert(!opening_node_add(&node, 1, &plain[1]));
    ck_assert(!opening_node_add_game(&node, &(struct opening_game){.move = 1}));
    ck_assert_uint_eq(node.count, 0);
    memory.limit = 0;
    opening_node_free(&other);
    opening_node_free(&third);
}
END_TEST

/* Where one number is less than the game has, the node cannot have counted it, and stays as it is. */
START_TEST(games_that_were_not_counted_stay)
{
    const struct opening_game game = {.move = 3, .result = (uint8_t)_i, .elo = {2000, 2100}, .year = 1990};
    size_t place;
    for (size_t i = 0; i < sizeof(struct opening_counts) / sizeof(uint64_t); i++) {
        struct opening_counts kept;
        uint64_t *numbers = (uint64_t *)(void *)&kept;
        opening_node_clear(&node);
        ck_assert(opening_node_add_game(&node, &game));
        kept = node.moves[0].counts;
        if (numbers[i] == 0)
            continue;
        numbers[i]--;
        node.moves[0].counts = kept;
        ck_assert(!opening_node_remove_game(&node, &game, &place));
        ck_assert_mem_eq(&node.moves[0].counts, &kept, sizeof kept);
    }
    const struct opening_game other = {.move = 4};
    ck_assert(!opening_node_remove_game(&node, &other, &place));
    ck_assert_uint_eq(place, node.count);
}
END_TEST

/* Those with more games first, then the smaller move; the line's end last. */
START_TEST(rows_are_sorted)
{
    static const struct {
        chess_move move;
        unsigned games;
    } rows[] = {{9, 2}, {NO_MOVE, 7}, {4, 2}, {12, 2}, {8, 5}, {7, 2}, {2, 1}, {5, 2}};
    static const chess_move sorted[] = {8, 4, 5, 7, 9, 12, 2, NO_MOVE};
    enum { ROWS = sizeof sorted / sizeof *sorted };
    for (size_t i = 0; i < ROWS; i++)
        for (unsigned n = 0; n < rows[i].games; n++)
            ck_assert(opening_node_add_game(&node, &(struct opening_game){.move = rows[i].move}));
    ck_assert_uint_eq(node.moves[0].move, NO_MOVE); /* what comes often is found soon */
    ck_assert_uint_eq(node.count, ROWS);
    opening_node_sort(&node);
    for (size_t i = 0; i < ROWS; i++)
        ck_assert_uint_eq(node.moves[i].move, sorted[i]);
    node.moves[1].counts.games = node.moves[7].counts.games = 0;
    opening_node_drop_empty(&node);
    ck_assert_uint_eq(node.count, ROWS - 2);
    for (size_t i = 1; i < ROWS - 2; i++)
        ck_assert_uint_eq(node.moves[i].move, sorted[i + 1]);
}
END_TEST

/* FIDE's table 8.1.1, for 50 to 100 %. */
static const uint32_t differences[] = {0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,
                                       95,  102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
                                       202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336,
                                       351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800};

static uint32_t performance(uint64_t games, uint64_t half_points, uint64_t mean)
{
    const struct opening_counts counts = {
        .games = games, .opponents = games, .half_points = half_points, .opponent_sum = games * mean};
    return opening_counts_performance(&counts);
}

START_TEST(performances)
{
    for (uint32_t percent = 0; percent <= 50; percent++) {
        ck_assert_uint_eq(performance(100, 100 + 2 * percent, 2000), 2000 + differences[percent]);
        ck_assert_uint_eq(performance(100, 100 - 2 * percent, 2000), 2000 - differences[percent]);
    }
    ck_assert_uint_eq(performance(1000, 1009, 2000), 2000); /* 50.45 % are 50, */
    ck_assert_uint_eq(performance(1000, 1010, 2000), 2007); /* and 50.5 are 51 */
    ck_assert_uint_eq(performance(100, 0, 801), 1);
    ck_assert_uint_eq(performance(100, 0, 800), 0);
    ck_assert_uint_eq(performance(100, 0, 300), 0);
    ck_assert_uint_eq(performance(100, 200, 0), 0);
    ck_assert_uint_eq(opening_counts_rating(&(struct opening_counts){.rated = 4, .rating_sum = 8002}), 2001);
    ck_assert_uint_eq(opening_counts_rating(&(struct opening_counts){.rated = 4, .rating_sum = 8001}), 2000);
    ck_assert_uint_eq(opening_counts_rating(&(struct opening_counts){.rated = 0}), 0);
}
END_TEST

Suite *opening_node_suite(void)
{
    Suite *suite = suite_create("opening_node");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_add_test(all, games_come_and_go);
    tcase_add_test(all, rows_add_up);
    tcase_add_loop_test(all, games_that_were_not_counted_stay, 0, 4);
    tcase_add_test(all, rows_are_sorted);
    tcase_add_test(all, performances);
    suite_add_tcase(suite, all);
    return suite;
}
