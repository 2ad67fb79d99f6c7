/* E8 (both flavours) and E9. */
#include <check.h>
#include <stdio.h>

#include "encoding/move_byte.h"
#include "encoding/square_index.h"
#include "encoding/square_order_index.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

static unsigned count_at(const char *fen)
{
    struct position position;
    walk_position(fen, &position);
    return square_index_count(&position);
}

static unsigned index_of(const char *fen, const char *uci)
{
    struct position position;
    walk_position(fen, &position);
    return square_index_encode(&position, walk_move(&position, uci));
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

START_TEST(counts)
{
    ck_assert_uint_eq(count_at(START), 201 + 2);
    /* 8 - n rooks and n queens for the pawns: 217 + 13 n, and castling's 2. */
    ck_assert_uint_eq(count_at("k7/pppppppp/8/8/8/RRRRRRRR/8/RNBQKBNR w KQ - 0 1"), 217 + 2);
    ck_assert_uint_eq(count_at("k7/pppppppp/8/8/8/1RRRRRRR/7Q/RNBQKBNR w KQ - 0 1"), 230 + 2);
    ck_assert_uint_eq(count_at("k7/pppppppp/8/8/8/2RRRRRR/6QQ/RNBQKBNR w KQ - 0 1"), 243 + 2);
    ck_assert_uint_eq(count_at("k7/pppppppp/8/8/8/3RRRRR/5QQQ/RNBQKBNR w KQ - 0 1"), 256 + 2);
    ck_assert_uint_eq(count_at("4k3/8/8/8/8/8/8/4K3 b - - 0 1"), 10);
    ck_assert_uint_eq(count_at(walk_hostile[6]), 10 + 59 * 27);
}
END_TEST

/* By hand from the layout: they are part of the format. */
START_TEST(exact_numbers)
{
    ck_assert_uint_eq(index_of(START, "e2e4"), 10 + 4 * 12 + 9);
    ck_assert_uint_eq(index_of(START, "a2a3"), 10 + 0 * 12 + 1);
    ck_assert_uint_eq(index_of(START, "h2h4"), 10 + 7 * 12 + 9);
    ck_assert_uint_eq(index_of(START, "b1a3"), 106 + 0 * 8 + 1);
    ck_assert_uint_eq(index_of(START, "g1f3"), 106 + 1 * 8 + 1);
    const char *castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    ck_assert_uint_eq(index_of(castling, "e1g1"), 0);
    ck_assert_uint_eq(index_of(castling, "e1c1"), 1);
    ck_assert_uint_eq(index_of(castling, "e1d1"), 2);
    ck_assert_uint_eq(index_of(castling, "e1f2"), 6);
    ck_assert_uint_eq(index_of(castling, "a1a8"), 10 + 0 * 14 + 13);
    ck_assert_uint_eq(index_of(castling, "h1f1"), 10 + 1 * 14 + 5);
    const char *promotion = "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1";
    ck_assert_uint_eq(index_of(promotion, "e7d8n"), 10 + 4 * 0 + 0);
    ck_assert_uint_eq(index_of(promotion, "e7e8q"), 10 + 4 * 1 + 3);
    const char *en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    ck_assert_uint_eq(index_of(en_passant, "e5d6"), 10 + 0);
    const char *black = "4k3/8/8/8/3Pp3/8/8/3QK3 b - d3 0 1";
    ck_assert_uint_eq(index_of(black, "e4d3"), 10 + 2);
    ck_assert_uint_eq(index_of(black, "e4e3"), 10 + 1);
}
END_TEST

START_TEST(wide_from_three_queens)
{
    struct position position;
    walk_position("k7/pppppppp/8/8/8/8/1QQ5/K7 w - - 0 1", &position);
    ck_assert_int_eq(square_index_is_wide(&position), 0);
    walk_position("k7/pppppppp/8/8/8/8/1QQQ4/K7 w - - 0 1", &position);
    ck_assert_int_eq(square_index_is_wide(&position), 1);
    position.side = BLACK;
    ck_assert_int_eq(square_index_is_wide(&position), 0);
}
END_TEST

/* 24 own men, one queen: a narrow position in BCGN 0 with indices above 255. */
START_TEST(narrow_position_past_a_byte)
{
    struct position position;
    walk_position("4k3/8/8/8/PPPPPPPP/PPPPPPPP/8/RNBQKBNR w KQ - 0 1", &position);
    ck_assert_int_eq(square_index_is_wide(&position), 0);
    ck_assert_uint_eq(square_index_count(&position), 201 + 2 + 8 * 12);
    chess_move move = walk_move(&position, "d1e2");
    /* The queen's block begins behind 16 pawns, 2 knights, 2 bishops, 2 rooks; e2 is her tenth target. */
    ck_assert_uint_eq(square_index_encode(&position, move), 10 + 16 * 12 + 16 + 26 + 28 + 9);
    ck_assert_uint_eq(square_index_decode(&position, 281), move);
}
END_TEST

static void visit_round_trip(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned values = square_index_count(position);
    uint8_t seen[SQUARE_INDEX_LIMIT] = {0};
    for (unsigned i = 0; i < count; i++) {
        unsigned index = square_index_encode(position, moves[i]);
        if (index >= values || seen[index]++ != 0 || square_index_decode(position, index) != moves[i])
            ck_abort_msg("move %04x has index %u of %u", moves[i], index, values);
    }
}

START_TEST(round_trip)
{
    walk_everything(visit_round_trip);
}
END_TEST

/* Whatever the value: NO_MOVE, or a move of an own man that has this very index. */
static void visit_any_value(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned found = 0;
    unsigned values = square_index_count(position);
    for (unsigned index = 0; index < values; index++) {
        chess_move move = square_index_decode(position, index);
        if (move == NO_MOVE)
            continue;
        uint64_t own = position->colours[position->side];
        uint64_t barred = own | position->types[KING];
        if (!(own >> move_from(move) & 1) || square_index_encode(position, move) != index)
            ck_abort_msg("index %u gives move %04x", index, move);
        if (!move_is_castling(move) && (barred >> move_to(move) & 1))
            ck_abort_msg("index %u gives a move to a barred square", index);
        if (move_is_castling(move) && !move_is_legal(position, move))
            ck_abort_msg("index %u gives castling that is not legal", index);
        found += move_is_legal(position, move) != 0;
    }
    ck_assert_uint_eq(found, count);
    (void)moves;
}

START_TEST(any_value)
{
    for (const char *const *fen = walk_starts; *fen != NULL; fen++) {
        walk_tree(*fen, 1, visit_any_value);
        walk_random_games(*fen, 2, 100, 3, visit_any_value);
    }
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++)
        walk_tree(*fen, 0, visit_any_value);
}
END_TEST

START_TEST(nothing_past_the_last_block)
{
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++) {
        struct position position;
        walk_position(*fen, &position);
        for (unsigned index = square_index_count(&position); index < 65536; index++)
            if (square_index_decode(&position, index) != NO_MOVE)
                ck_abort_msg("index %u is a move", index);
        ck_assert_uint_eq(square_index_decode(&position, UINT32_MAX), NO_MOVE);
        ck_assert_uint_eq(square_order_index_decode(&position, UINT32_MAX), NO_MOVE);
    }
}
END_TEST

START_TEST(values_that_encode_nothing)
{
    struct position position;
    position_start(&position);
    ck_assert_uint_eq(square_index_decode(&position, 0), NO_MOVE);       /* castling is not legal */
    ck_assert_uint_eq(square_index_decode(&position, 2), NO_MOVE);       /* the king onto an own man */
    ck_assert_uint_eq(square_index_decode(&position, 10), NO_MOVE);      /* a2 takes off the board */
    ck_assert_uint_eq(square_index_decode(&position, 12), NO_MOVE);      /* a2 takes nothing on b3 */
    ck_assert_uint_eq(square_index_decode(&position, 13), NO_MOVE);      /* no such step of a pawn */
    ck_assert_uint_eq(square_index_decode(&position, 106 + 7), NO_MOVE); /* b1 has three targets */
    ck_assert_uint_ne(square_index_decode(&position, 203 - 7), NO_MOVE); /* d1 through d2: not proven */
    ck_assert_uint_eq(square_index_decode(&position, 203), NO_MOVE);     /* past the last block */
}
END_TEST

START_TEST(never_takes_a_king)
{
    struct position position;
    walk_exposed_king((unsigned)_i, &position);
    for (unsigned index = 0; index < square_index_count(&position); index++) {
        ck_assert_uint_ne(move_to(square_index_decode(&position, index)), position.king_square[BLACK]);
        ck_assert_uint_ne(move_to(square_order_index_decode(&position, index)), position.king_square[BLACK]);
    }
}
END_TEST

static void visit_square_order(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned values = square_index_count(position);
    uint8_t seen[SQUARE_INDEX_LIMIT] = {0};
    for (unsigned i = 0; i < count; i++) {
        unsigned index = square_order_index_encode(position, moves[i]);
        if (index >= values || seen[index]++ != 0 || square_order_index_decode(position, index) != moves[i])
            ck_abort_msg("move %04x has index %u of %u", moves[i], index, values);
    }
    if (square_order_index_decode(position, values) != NO_MOVE)
        ck_abort_msg("index %u is a move", values);
}

START_TEST(square_order)
{
    walk_everything(visit_square_order);
    struct position position;
    position_start(&position);
    /* Rook 14, knight 8, bishop 13, queen 27, king 8, bishop 13 before the knight on g1. */
    chess_move move = walk_move(&position, "g1f3");
    ck_assert_uint_eq(square_order_index_encode(&position, move), 2 + 14 + 8 + 13 + 27 + 8 + 13 + 1);
    move = walk_move(&position, "h2h4");
    ck_assert_uint_eq(square_order_index_encode(&position, move), 2 + 105 + 7 * 12 + 9);
}
END_TEST

/* Both orders have moves for equally many values: the last value of one is in reach of the other. */
static void visit_equal_size(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned by_type = 0;
    unsigned by_square = 0;
    for (unsigned index = 0; index < SQUARE_INDEX_LIMIT; index++) {
        by_type += square_index_decode(position, index) != NO_MOVE;
        by_square += square_order_index_decode(position, index) != NO_MOVE;
    }
    ck_assert_uint_eq(by_type, by_square);
    (void)moves;
    (void)count;
}

START_TEST(equal_size)
{
    for (const char *const *fen = walk_starts; *fen != NULL; fen++)
        walk_random_games(*fen, 1, 60, 4, visit_equal_size);
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++)
        walk_tree(*fen, 0, visit_equal_size);
}
END_TEST

static void visit_move_byte(const struct position *position, const chess_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        uint8_t byte;
        int fits = move_byte_encode(position, moves[i], &byte);
        if (fits != (count <= 256 || square_index_count(position) <= 256))
            ck_abort_msg("%u moves, and a byte is %d", count, fits);
        if (fits && move_byte_decode(position, byte) != moves[i])
            ck_abort_msg("move %04x has byte %u", moves[i], byte);
    }
}

START_TEST(move_byte_round_trip)
{
    walk_everything(visit_move_byte);
}
END_TEST

/* 256 values are the last that fit: castling 2, king 8, and 246 = 27 * 4 + 14 * 7 + 8 * 5 of other men. */
START_TEST(move_byte_switches_at_the_exact_point)
{
    struct position position;
    walk_position("8/7k/8/8/1NNNNN2/RRRRRRR1/8/KQQQQ3 w - - 0 1", &position);
    ck_assert_uint_eq(square_index_count(&position), 256);
    chess_move move = walk_move(&position, "e1e2");
    uint8_t byte;
    ck_assert_int_eq(move_byte_encode(&position, move, &byte), 1);
    ck_assert_uint_eq(byte, square_index_encode(&position, move));

    walk_position("8/7k/8/8/1BNNNN2/RRRRRRR1/8/KQQQQ3 w - - 0 1", &position);
    ck_assert_uint_eq(square_index_count(&position), 261);
    move = walk_move(&position, "e1e2");
    ck_assert_int_eq(move_byte_encode(&position, move, &byte), 1);
    struct move_targets targets;
    legal_targets(&position, &targets);
    ck_assert_uint_eq(byte, legal_index(&targets, move));
    ck_assert_uint_eq(move_byte_decode(&position, (uint8_t)targets.count), NO_MOVE);
}
END_TEST

START_TEST(move_byte_past_256_moves)
{
    struct position position;
    walk_position(walk_hostile[5], &position);
    chess_move moves[MOVE_LIST_CAPACITY];
    ck_assert_uint_gt(legal_list(&position, moves), 256);
    uint8_t byte;
    ck_assert_int_eq(move_byte_encode(&position, moves[0], &byte), 0);
    for (unsigned value = 0; value < 256; value++)
        ck_assert_uint_eq(move_byte_decode(&position, (uint8_t)value), NO_MOVE);
}
END_TEST

Suite *codec_square_index_suite(void)
{
    Suite *suite = suite_create("codec_square_index");
    TCase *plain = tcase_create("per piece and square");
    tcase_add_test(plain, counts);
    tcase_add_test(plain, exact_numbers);
    tcase_add_test(plain, wide_from_three_queens);
    tcase_add_test(plain, narrow_position_past_a_byte);
    tcase_add_test(plain, round_trip);
    tcase_add_test(plain, any_value);
    tcase_add_test(plain, nothing_past_the_last_block);
    tcase_add_test(plain, values_that_encode_nothing);
    tcase_add_loop_test(plain, never_takes_a_king, 0, WALK_EXPOSED_KINGS);
    suite_add_tcase(suite, plain);
    TCase *by_squares = tcase_create("by squares");
    tcase_add_test(by_squares, square_order);
    tcase_add_test(by_squares, equal_size);
    suite_add_tcase(suite, by_squares);
    TCase *byte = tcase_create("one byte");
    tcase_add_test(byte, move_byte_round_trip);
    tcase_add_test(byte, move_byte_switches_at_the_exact_point);
    tcase_add_test(byte, move_byte_past_256_moves);
    suite_add_tcase(suite, byte);
    return suite;
}
