/* E4, E5 and E6. */
#include <check.h>

#include "encoding/legal_index.h"
#include "encoding/pseudo_legal_index.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

START_TEST(widths)
{
    ck_assert_uint_eq(legal_bits_width(1), 0);
    ck_assert_uint_eq(legal_bits_width(2), 1);
    ck_assert_uint_eq(legal_bits_width(3), 2);
    ck_assert_uint_eq(legal_bits_width(4), 2);
    ck_assert_uint_eq(legal_bits_width(5), 3);
    ck_assert_uint_eq(legal_bits_width(20), 5);
    ck_assert_uint_eq(legal_bits_width(32), 5);
    ck_assert_uint_eq(legal_bits_width(33), 6);
    ck_assert_uint_eq(legal_bits_width(218), 8);
    ck_assert_uint_eq(legal_bits_width(256), 8);
    ck_assert_uint_eq(legal_bits_width(257), 9);
}
END_TEST

START_TEST(exact_numbers)
{
    struct position position;
    position_start(&position);
    struct move_code code = legal_bits_encode(&position, walk_move(&position, "e2e4"));
    ck_assert_uint_eq(code.value, 13); /* b1a3 b1c3 g1f3 g1h3, then two for each pawn */
    ck_assert_uint_eq(code.width, 5);
    code = pseudo_legal_encode(&position, walk_move(&position, "g1h3"));
    ck_assert_uint_eq(code.value, 3);
    ck_assert_uint_eq(code.width, 5);
    uint8_t byte;
    ck_assert_int_eq(legal_byte_encode(&position, walk_move(&position, "h2h4"), &byte), 1);
    ck_assert_uint_eq(byte, 19);
    ck_assert_uint_eq(legal_byte_decode(&position, 20), NO_MOVE);
    ck_assert_uint_eq(legal_byte_decode(&position, 255), NO_MOVE);
}
END_TEST

START_TEST(two_positions_with_218_moves)
{
    for (unsigned i = 0; i < 2; i++) {
        struct position position;
        chess_move moves[MOVE_LIST_CAPACITY];
        walk_position(walk_hostile[i], &position);
        ck_assert_uint_eq(legal_list(&position, moves), 218);
        for (unsigned n = 0; n < 218; n++) {
            uint8_t byte;
            ck_assert_int_eq(legal_byte_encode(&position, moves[n], &byte), 1);
            ck_assert_uint_eq(byte, n);
            ck_assert_uint_eq(legal_byte_decode(&position, byte), moves[n]);
        }
        ck_assert_uint_eq(legal_byte_decode(&position, 218), NO_MOVE);
    }
}
END_TEST

START_TEST(no_byte_past_256_moves)
{
    struct position position;
    chess_move moves[MOVE_LIST_CAPACITY];
    walk_position(walk_hostile[5], &position);
    ck_assert_uint_gt(legal_list(&position, moves), 256);
    uint8_t byte;
    ck_assert_int_eq(legal_byte_encode(&position, moves[0], &byte), 0);
    ck_assert_uint_eq(legal_byte_decode(&position, 0), NO_MOVE);
    struct move_code code = legal_bits_encode(&position, moves[0]);
    ck_assert_uint_eq(code.width, 9);
}
END_TEST

START_TEST(forced_move_costs_nothing)
{
    struct position position;
    walk_position("7k/8/8/8/8/8/1r6/K6r w - - 0 1", &position);
    chess_move move = walk_move(&position, "a1b2");
    struct move_code code = legal_bits_encode(&position, move);
    ck_assert_uint_eq(code.width, 0);
    ck_assert_uint_eq(code.value, 0);
    struct move_targets targets;
    legal_targets(&position, &targets);
    ck_assert_uint_eq(legal_bits_decode(&position, &targets, 0), move);
    ck_assert_uint_eq(legal_bits_decode(&position, &targets, 1), NO_MOVE);
}
END_TEST

/* Pinned, in check, through attacked squares, en passant off the rank: pseudo-legal all the same. */
START_TEST(pseudo_legal_counts)
{
    static const struct {
        const char *fen;
        unsigned legal, pseudo_legal;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20, 20},
        {"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", 4, 10},
        {"6k1/8/8/8/8/5r2/8/4K2R w K - 0 1", 12, 15},
        {"6k1/8/8/8/8/8/8/4KB1R w K - 0 1", 19, 19},
        {"7k/8/8/r2pP2K/8/8/8/8 w - d6 0 1", 6, 7},
        {"6k1/8/8/8/8/8/8/RN2K3 w Q - 0 1", 15, 15},
        {"7k/P7/8/8/8/8/8/7K w - - 0 1", 7, 7},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct position position;
        struct move_targets targets;
        walk_position(cases[i].fen, &position);
        ck_assert_uint_eq(legal_count(&position), cases[i].legal);
        pseudo_legal_targets(&position, &targets);
        ck_assert_msg(targets.count == cases[i].pseudo_legal, "%s: %u", cases[i].fen, targets.count);
    }
}
END_TEST

static void visit_legal_bits(const struct position *position, const chess_move *moves, unsigned count)
{
    struct move_targets targets;
    legal_targets(position, &targets);
    for (unsigned i = 0; i < count; i++) {
        struct move_code code = legal_bits_encode(position, moves[i]);
        if (code.value != i || code.width != legal_bits_width(count) ||
            legal_bits_decode(position, &targets, code.value) != moves[i])
            ck_abort_msg("move %04x, number %u, has code %u in %u bits", moves[i], i, code.value, code.width);
    }
    if (legal_bits_decode(position, &targets, count) != NO_MOVE)
        ck_abort_msg("there is a move past the last");
}

START_TEST(legal_bits_round_trip)
{
    walk_everything(visit_legal_bits);
}
END_TEST

/* Each value a different move, ascending; the legal ones are among them; the others are exposed kings. */
static void visit_pseudo_legal(const struct position *position, const chess_move *moves, unsigned count)
{
    struct move_targets targets;
    pseudo_legal_targets(position, &targets);
    unsigned legal = 0;
    unsigned last_key = 0;
    for (unsigned value = 0; value < targets.count; value++) {
        chess_move move = pseudo_legal_decode(position, &targets, value);
        unsigned promoted = move_is_promotion(move) ? move_promotion(move) : 0;
        unsigned key = (move & 0xfffu) << 3 | promoted;
        struct move_code code = pseudo_legal_encode(position, move);
        if (move == NO_MOVE || key <= last_key || code.value != value ||
            code.width != legal_bits_width(targets.count) || (position->types[KING] >> move_to(move) & 1))
            ck_abort_msg("value %u of %u gives move %04x", value, targets.count, move);
        last_key = key;
        if (legal < count && moves[legal] == move)
            legal++;
    }
    ck_assert_uint_eq(legal, count);
    if (pseudo_legal_decode(position, &targets, targets.count) != NO_MOVE)
        ck_abort_msg("there is a move past the last");
}

START_TEST(pseudo_legal_round_trip)
{
    walk_everything(visit_pseudo_legal);
}
END_TEST

Suite *codec_legal_index_suite(void)
{
    Suite *suite = suite_create("codec_legal_index");
    TCase *legal = tcase_create("legal");
    tcase_add_test(legal, widths);
    tcase_add_test(legal, exact_numbers);
    tcase_add_test(legal, two_positions_with_218_moves);
    tcase_add_test(legal, no_byte_past_256_moves);
    tcase_add_test(legal, forced_move_costs_nothing);
    tcase_add_test(legal, legal_bits_round_trip);
    suite_add_tcase(suite, legal);
    TCase *pseudo_legal = tcase_create("pseudo-legal");
    tcase_add_test(pseudo_legal, pseudo_legal_counts);
    tcase_add_test(pseudo_legal, pseudo_legal_round_trip);
    suite_add_tcase(suite, pseudo_legal);
    return suite;
}
