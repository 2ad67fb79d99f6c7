/* E10 and E11: numbers that belong to no position. */
#include <check.h>
#include <string.h>

#include "chess/movegen.h"
#include "encoding/empty_board.h"
#include "encoding/target_direction.h"
#include "encoding/total_index.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

START_TEST(pair_counts)
{
    static const unsigned pairs[6] = {0, 336, 560, 896, 1456, 420};
    unsigned sum = 0;
    for (unsigned type = PAWN; type <= KING; type++) {
        ck_assert_uint_eq(empty_board_tables.first_pair[type][64], pairs[type]);
        sum += pairs[type];
    }
    ck_assert_uint_eq(sum, 3668);
    ck_assert_uint_eq(sum, PAIRS_ALL);
}
END_TEST

/* The generated tables against the attack tables. */
START_TEST(empty_board_agrees_with_attacks)
{
    for (unsigned type = KNIGHT; type <= KING; type++)
        for (unsigned from = 0; from < 64; from++) {
            uint64_t targets = piece_attacks(type, from, 0);
            ck_assert_uint_eq(empty_board_tables.targets[type][from], targets);
            ck_assert_uint_le(popcount64(targets), block_sizes[type]);
            unsigned number = 0;
            for (; targets != 0; targets &= targets - 1, number++)
                ck_assert_uint_eq(empty_board_target(type, from, number), lowest_bit(targets));
            for (; number < block_sizes[type]; number++)
                ck_assert_uint_eq(empty_board_target(type, from, number), from);
        }
}
END_TEST

START_TEST(total_cardinalities)
{
    unsigned by_flag[16] = {0};
    unsigned by_type[6] = {0};
    unsigned castlings = 0;
    for (unsigned number = 0; number < TOTAL_SIDE_MOVES; number++) {
        struct total_move move;
        ck_assert_int_eq(total_index_move(number, &move), 1);
        ck_assert_uint_eq(man_colour(move.man), WHITE);
        if (move_is_castling(move.move))
            castlings++;
        else
            by_type[man_type(move.man)]++;
        if (man_type(move.man) == PAWN)
            by_flag[move_flag(move.move)]++;
    }
    ck_assert_uint_eq(by_flag[MOVE_QUIET], 40);
    ck_assert_uint_eq(by_flag[MOVE_DOUBLE_PUSH], 8);
    ck_assert_uint_eq(by_flag[MOVE_CAPTURE], 350);
    ck_assert_uint_eq(by_flag[MOVE_EN_PASSANT], 14);
    for (unsigned piece = 0; piece < 4; piece++) {
        ck_assert_uint_eq(by_flag[MOVE_PROMOTION + piece], 8);
        ck_assert_uint_eq(by_flag[MOVE_PROMOTION_CAPTURE + piece], 56);
    }
    ck_assert_uint_eq(by_type[PAWN], 668);
    ck_assert_uint_eq(by_type[KNIGHT], 2016);
    ck_assert_uint_eq(by_type[BISHOP], 3360);
    ck_assert_uint_eq(by_type[ROOK], 5376);
    ck_assert_uint_eq(by_type[QUEEN], 8736);
    ck_assert_uint_eq(by_type[KING], 2520);
    ck_assert_uint_eq(castlings, 2);
    ck_assert_uint_eq(TOTAL_PIECE_MOVES, 22008);
    ck_assert_uint_eq(TOTAL_SIDE_MOVES, 22678);
    ck_assert_uint_eq(TOTAL_MOVES, 45356);
}
END_TEST

/* Onto 0..45355: every number is a different move, and that move has this number. */
START_TEST(total_bijection)
{
    static uint8_t seen[12][7][65536];
    memset(seen, 0, sizeof seen);
    for (unsigned number = 0; number < TOTAL_MOVES; number++) {
        struct total_move move;
        ck_assert_int_eq(total_index_move(number, &move), 1);
        if (total_index_of(move) != number || seen[move.man][move.captured][move.move]++ != 0)
            ck_abort_msg("number %u gives move %04x", number, move.move);
    }
    struct total_move move;
    ck_assert_int_eq(total_index_move(TOTAL_MOVES, &move), 0);
    ck_assert_int_eq(total_index_move(UINT32_MAX, &move), 0);
}
END_TEST

START_TEST(total_exact_numbers)
{
    struct position position;
    position_start(&position);
    ck_assert_uint_eq(total_index_encode(&position, walk_move(&position, "e2e4")), 40 + 4);
    ck_assert_uint_eq(total_index_encode(&position, walk_move(&position, "e2e3")), 4);
    /* b1: behind a1's two pairs, the second of its three. */
    ck_assert_uint_eq(total_index_encode(&position, walk_move(&position, "b1c3")), 668 + (2 + 1 + 1) * 6);
    position_make(&position, walk_move(&position, "e2e4"));
    ck_assert_uint_eq(total_index_encode(&position, walk_move(&position, "e7e5")), 22678 + 40 + 4);
    walk_position("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", &position);
    ck_assert_uint_eq(total_index_encode(&position, walk_move(&position, "e8c8")), 45355);
    walk_position("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", &position);
    /* pair 2 * 4 - 1, a rook, to a queen */
    ck_assert_uint_eq(total_index_encode(&position, walk_move(&position, "e7d8q")),
                      430 + (7 * 4 + 2) * 4 + 3);
    walk_position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &position);
    ck_assert_uint_eq(total_index_encode(&position, walk_move(&position, "e5d6")), 654 + 7);
}
END_TEST

START_TEST(total_numbers_that_are_not_here)
{
    struct position position;
    walk_position("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", &position);
    ck_assert_uint_eq(total_index_decode(&position, 654 + 7), NO_MOVE); /* no en-passant square */
    ck_assert_uint_eq(total_index_decode(&position, 80 + (3 * 14 + 7) * 5), NO_MOVE); /* nothing on d6 */
    ck_assert_uint_ne(total_index_decode(&position, 28), NO_MOVE);                    /* e5e6 */
    ck_assert_uint_eq(total_index_decode(&position, 22678 + 20), NO_MOVE);            /* Black's */
    ck_assert_uint_eq(total_index_decode(&position, 22676), NO_MOVE);                 /* castling */
    ck_assert_uint_eq(total_index_decode(&position, TOTAL_MOVES), NO_MOVE);
}
END_TEST

static void visit_total(const struct position *position, const chess_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned number = total_index_encode(position, moves[i]);
        if (number >= TOTAL_MOVES || total_index_decode(position, number) != moves[i])
            ck_abort_msg("move %04x has number %u", moves[i], number);
    }
}

START_TEST(total_round_trip)
{
    walk_everything(visit_total);
}
END_TEST

/* Whatever the number: NO_MOVE, or a move of an own man that has this number; each legal move once. */
static void visit_total_values(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned legal = 0;
    for (unsigned number = 0; number < TOTAL_MOVES + 10; number++) {
        chess_move move = total_index_decode(position, number);
        if (move == NO_MOVE)
            continue;
        if (!(position->colours[position->side] >> move_from(move) & 1) ||
            total_index_encode(position, move) != number)
            ck_abort_msg("number %u gives move %04x", number, move);
        legal += move_is_legal(position, move) != 0;
    }
    ck_assert_uint_eq(legal, count);
    (void)moves;
}

START_TEST(total_any_value)
{
    for (const char *const *fen = walk_starts; *fen != NULL; fen++)
        walk_tree(*fen, 0, visit_total_values);
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++)
        walk_tree(*fen, 0, visit_total_values);
}
END_TEST

START_TEST(direction_cardinalities)
{
    ck_assert_uint_eq(TARGET_DIRECTION_PAIRS, 756);
    ck_assert_uint_eq(TARGET_DIRECTION_NUMBERS, 888);
    ck_assert_uint_eq(PAIRS_KING + PAIRS_KNIGHT, TARGET_DIRECTION_PAIRS);
}
END_TEST

START_TEST(direction_exact_numbers)
{
    struct position position;
    position_start(&position);
    /* The king's pairs: 36 on the first rank, 60 on the second and third, then e4's own: d3 e3... */
    chess_move move = walk_move(&position, "e2e4");
    ck_assert_uint_eq(target_direction_encode(&position, move), 36 + 58 * 2 + 5 + 3 * 8 + 1);
    walk_position("3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", &position);
    move = walk_move(&position, "e7d8n");
    ck_assert_uint_eq(target_direction_encode(&position, move), 756 + (8 + 7) * 3);
    walk_position("4k3/8/8/8/8/8/p7/1N2K3 b - - 0 1", &position);
    move = walk_move(&position, "a2b1b");
    ck_assert_uint_eq(target_direction_encode(&position, move), 756 + (22 + 8) * 3 + 1);
}
END_TEST

static void visit_direction(const struct position *position, const chess_move *moves, unsigned count)
{
    uint8_t seen[TARGET_DIRECTION_NUMBERS] = {0};
    for (unsigned i = 0; i < count; i++) {
        unsigned number = target_direction_encode(position, moves[i]);
        if (number >= TARGET_DIRECTION_NUMBERS || seen[number]++ != 0 ||
            target_direction_decode(position, number) != moves[i])
            ck_abort_msg("move %04x has number %u", moves[i], number);
    }
}

START_TEST(direction_round_trip)
{
    walk_everything(visit_direction);
}
END_TEST

static void visit_direction_values(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned legal = 0;
    for (unsigned number = 0; number < 1024; number++) {
        chess_move move = target_direction_decode(position, number);
        if (move == NO_MOVE)
            continue;
        if (number >= TARGET_DIRECTION_NUMBERS || target_direction_encode(position, move) != number)
            ck_abort_msg("number %u gives move %04x", number, move);
        legal += move_is_legal(position, move) != 0;
    }
    ck_assert_uint_eq(legal, count);
    (void)moves;
}

START_TEST(direction_any_value)
{
    for (const char *const *fen = walk_starts; *fen != NULL; fen++)
        walk_random_games(*fen, 1, 100, 5, visit_direction_values);
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++)
        walk_tree(*fen, 0, visit_direction_values);
}
END_TEST

START_TEST(never_takes_a_king)
{
    struct position position;
    walk_exposed_king((unsigned)_i, &position);
    for (unsigned number = 0; number < TOTAL_MOVES; number++)
        if (move_to(total_index_decode(&position, number)) == position.king_square[BLACK])
            ck_abort_msg("number %u takes the king", number);
    for (unsigned number = 0; number < TARGET_DIRECTION_NUMBERS; number++)
        if (move_to(target_direction_decode(&position, number)) == position.king_square[BLACK])
            ck_abort_msg("number %u takes the king", number);
}
END_TEST

Suite *codec_total_index_suite(void)
{
    Suite *suite = suite_create("codec_total_index");
    TCase *total = tcase_create("total number");
    tcase_add_test(total, pair_counts);
    tcase_add_test(total, empty_board_agrees_with_attacks);
    tcase_add_test(total, total_cardinalities);
    tcase_add_test(total, total_bijection);
    tcase_add_test(total, total_exact_numbers);
    tcase_add_test(total, total_numbers_that_are_not_here);
    tcase_add_test(total, total_round_trip);
    tcase_add_test(total, total_any_value);
    suite_add_tcase(suite, total);
    TCase *direction = tcase_create("target and direction");
    tcase_add_test(direction, direction_cardinalities);
    tcase_add_test(direction, direction_exact_numbers);
    tcase_add_test(direction, direction_round_trip);
    tcase_add_test(direction, direction_any_value);
    tcase_add_loop_test(direction, never_takes_a_king, 0, WALK_EXPOSED_KINGS);
    suite_add_tcase(suite, direction);
    return suite;
}
