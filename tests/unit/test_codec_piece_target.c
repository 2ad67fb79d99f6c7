/* E7, and BCGN 0's two rules of the en-passant square. */
#include <check.h>

#include "encoding/piece_target.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

static void check_code(const char *fen, const char *uci, unsigned value, unsigned width)
{
    struct position position;
    walk_position(fen, &position);
    unsigned ep_square = piece_target_ep_at_start(&position);
    struct move_code code = piece_target_encode(&position, walk_move(&position, uci), ep_square);
    ck_assert_msg(code.value == value && code.width == width, "%s %s: %u in %u bits", fen, uci, code.value,
                  code.width);
}

START_TEST(exact_codes)
{
    /* e2 is man 12 of 16 (4 bits), e4 the second of two targets. */
    check_code("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", 12 << 1 | 1, 5);
    check_code("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "a7a6", 0 << 1 | 1, 5);
    /* The king: man 1 of 3; five squares, then castling by rights, queen side first. */
    check_code("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", 1 << 3 | 5, 5);
    check_code("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", 1 << 3 | 6, 5);
    check_code("r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1", "e1g1", 1 << 3 | 5, 5);
    check_code("r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1f2", 1 << 3 | 4, 5);
    /* Four choices a target before promotion; the king is man 0. */
    check_code("3b4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", 1 << 3 | (4 + 2), 4);
    check_code("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8n", 1 << 2 | 0, 3);
    check_code("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 1 << 1 | 0, 2);
    /* A lone king needs no bits for the piece; all three squares count, though two are attacked. */
    check_code("8/8/8/8/8/1r5k/8/K7 w - - 0 1", "a1a2", 1, 2);
}
END_TEST

/* A right counts with its way blocked, its choice is no move then. */
START_TEST(rights_count_where_castling_is_not_legal)
{
    struct position position;
    position_start(&position);
    struct piece_choices choices;
    ck_assert_int_eq(piece_target_choices(&position, 4, NO_SQUARE, &choices), 1);
    ck_assert_uint_eq(choices.count, 2);
    ck_assert_uint_eq(piece_target_width(&choices), 1);
    ck_assert_uint_eq(piece_target_decode(&position, &choices, 0), NO_MOVE);
    ck_assert_uint_eq(piece_target_decode(&position, &choices, 1), NO_MOVE);
    ck_assert_uint_eq(piece_target_decode(&position, &choices, 2), NO_MOVE);
}
END_TEST

START_TEST(values_that_encode_nothing)
{
    struct position position;
    struct piece_choices choices;
    position_start(&position);
    ck_assert_int_eq(piece_target_choices(&position, 0, NO_SQUARE, &choices), 0); /* a1 is shut in */
    ck_assert_int_eq(piece_target_choices(&position, 16, NO_SQUARE, &choices), 0);
    ck_assert_int_eq(piece_target_choices(&position, UINT32_MAX, NO_SQUARE, &choices), 0);
    ck_assert_int_eq(piece_target_choices(&position, 8, NO_SQUARE, &choices), 1);
    ck_assert_uint_eq(piece_target_decode(&position, &choices, 2), NO_MOVE);
    ck_assert_uint_eq(piece_target_decode(&position, &choices, UINT32_MAX), NO_MOVE);
}
END_TEST

static const struct {
    const char *name, *fen, *push, *fen_after;
    unsigned after, at_start;
    int legal;
} ep_cases[] = {
    {"plain", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", 20, 20, 1},
    {"nobody beside", "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/2p1P3/8/8/4K3 b - - 0 1",
     NO_SQUARE, NO_SQUARE, 0},
    {"pinned", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1", "e2e4", "3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", NO_SQUARE,
     NO_SQUARE, 0},
    {"one of two pinned", "3k4/8/8/8/3p1p2/8/4P3/3RK3 w - - 0 1", "e2e4",
     "3k4/8/8/8/3pPp2/8/8/3RK3 b - e3 0 1", 20, 20, 1},
    {"both leave the rank", "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e2e4", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
     20, NO_SQUARE, 0},
    {"check through the origin", "8/8/8/8/3p2k1/8/4P3/3BK3 w - - 0 1", "e2e4",
     "8/8/8/8/3pP1k1/8/8/3BK3 b - e3 0 1", 20, NO_SQUARE, 0},
    {"black pushes", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", 43, 43,
     1},
};

START_TEST(two_rules_of_en_passant)
{
    struct position before, after;
    walk_position(ep_cases[_i].fen, &before);
    chess_move push = walk_move(&before, ep_cases[_i].push);
    ck_assert_uint_eq(piece_target_ep_after(&before, push), ep_cases[_i].after);
    walk_position(ep_cases[_i].fen_after, &after);
    ck_assert_uint_eq(piece_target_ep_at_start(&after), ep_cases[_i].at_start);
    position_make(&before, push);
    ck_assert_int_eq(position_en_passant_is_legal(&before), ep_cases[_i].legal);
}
END_TEST

START_TEST(no_en_passant_after_other_moves)
{
    struct position position;
    walk_position("4k3/8/8/8/3p1p2/4P3/8/4K3 w - - 0 1", &position);
    ck_assert_uint_eq(piece_target_ep_after(&position, walk_move(&position, "e3e4")), NO_SQUARE);
    ck_assert_uint_eq(piece_target_ep_after(&position, walk_move(&position, "e1e2")), NO_SQUARE);
}
END_TEST

static chess_move decode(const struct position *position, unsigned ep_square, struct move_code code)
{
    struct piece_choices choices;
    unsigned piece_width = piece_target_piece_width(position);
    unsigned rest = code.width - piece_width;
    if (!piece_target_choices(position, code.value >> rest, ep_square, &choices) ||
        piece_target_width(&choices) != rest)
        return NO_MOVE;
    return piece_target_decode(position, &choices, code.value & ((1u << rest) - 1));
}

static void visit_round_trip(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned ep_square = piece_target_ep_at_start(position);
    for (unsigned i = 0; i < count; i++) {
        struct move_code code = piece_target_encode(position, moves[i], ep_square);
        if (decode(position, ep_square, code) != moves[i])
            ck_abort_msg("move %04x has code %u in %u bits", moves[i], code.value, code.width);
    }
}

START_TEST(round_trip)
{
    walk_everything(visit_round_trip);
}
END_TEST

/* The rule after a push never misses a legal capture, and knows no square that the position does not know. */
static void visit_pushes(const struct position *position, const chess_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct position next = *position;
        unsigned ep_square = piece_target_ep_after(position, moves[i]);
        position_make(&next, moves[i]);
        if (ep_square != NO_SQUARE && ep_square != next.ep_square)
            ck_abort_msg("move %04x: square %u", moves[i], ep_square);
        if (ep_square == NO_SQUARE && position_en_passant_is_legal(&next))
            ck_abort_msg("move %04x: a legal capture is missed", moves[i]);
        if (piece_target_ep_at_start(&next) == NO_SQUARE && position_en_passant_is_legal(&next))
            ck_abort_msg("move %04x: a legal capture is missed at the start", moves[i]);
    }
}

START_TEST(pushes)
{
    walk_everything(visit_pushes);
}
END_TEST

/* Whatever both fields hold: nothing, or a move that has this code. */
static void visit_any_value(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned ep_square = piece_target_ep_at_start(position);
    unsigned legal = 0;
    for (unsigned piece = 0; piece < 80; piece++) {
        struct piece_choices choices;
        if (!piece_target_choices(position, piece, ep_square, &choices))
            continue;
        for (unsigned value = 0; value < 128; value++) {
            chess_move move = piece_target_decode(position, &choices, value);
            if (move == NO_MOVE)
                continue;
            struct move_code code = piece_target_encode(position, move, ep_square);
            if (code.value != (piece << piece_target_width(&choices) | value))
                ck_abort_msg("piece %u value %u gives move %04x", piece, value, move);
            legal += move_is_legal(position, move) != 0;
        }
    }
    ck_assert_uint_eq(legal, count);
    (void)moves;
}

START_TEST(any_value)
{
    for (const char *const *fen = walk_starts; *fen != NULL; fen++)
        walk_random_games(*fen, 1, 100, 7, visit_any_value);
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++)
        walk_tree(*fen, 0, visit_any_value);
}
END_TEST

START_TEST(never_takes_a_king)
{
    struct position position;
    unsigned king_targets = 0;
    walk_exposed_king((unsigned)_i, &position);
    for (unsigned piece = 0; piece < 16; piece++) {
        struct piece_choices choices;
        if (!piece_target_choices(&position, piece, NO_SQUARE, &choices))
            continue;
        king_targets += (choices.targets & position.types[KING]) != 0;
        for (unsigned value = 0; value < choices.count; value++)
            ck_assert_uint_ne(move_to(piece_target_decode(&position, &choices, value)),
                              position.king_square[BLACK]);
    }
    ck_assert_uint_gt(king_targets, 1); /* they count for the width */
}
END_TEST

Suite *codec_piece_target_suite(void)
{
    Suite *suite = suite_create("codec_piece_target");
    TCase *codes = tcase_create("codes");
    tcase_add_test(codes, exact_codes);
    tcase_add_test(codes, rights_count_where_castling_is_not_legal);
    tcase_add_test(codes, values_that_encode_nothing);
    tcase_add_loop_test(codes, never_takes_a_king, 0, WALK_EXPOSED_KINGS);
    tcase_add_test(codes, round_trip);
    tcase_add_test(codes, any_value);
    suite_add_tcase(suite, codes);
    TCase *en_passant = tcase_create("en passant");
    tcase_add_loop_test(en_passant, two_rules_of_en_passant, 0, sizeof ep_cases / sizeof ep_cases[0]);
    tcase_add_test(en_passant, no_en_passant_after_other_moves);
    tcase_add_test(en_passant, pushes);
    suite_add_tcase(suite, en_passant);
    return suite;
}
