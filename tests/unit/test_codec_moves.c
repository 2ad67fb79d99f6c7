/* E1's flags, E1x and E3: moves in one word of fixed size. */
#include <check.h>

#include "encoding/compressed16.h"
#include "encoding/extended_move.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

static const struct {
    const char *fen, *uci;
    unsigned from, to, flag, compressed, moved, captured;
} cases[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", 12, 28, MOVE_DOUBLE_PUSH, 0x0c70,
     PAWN, NO_PIECE_TYPE},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", 6, 21, MOVE_QUIET, 0x0654, KNIGHT,
     NO_PIECE_TYPE},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", 4, 7, MOVE_CASTLE_KING_SIDE, 0x841c, KING,
     NO_PIECE_TYPE},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", 60, 56, MOVE_CASTLE_QUEEN_SIDE, 0xbce0, KING,
     NO_PIECE_TYPE},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", 0, 56, MOVE_CAPTURE, 0x00e0, ROOK, ROOK},
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", 52, 60, MOVE_PROMOTION + 3, 0x74f3, PAWN, NO_PIECE_TYPE},
    {"3b4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7d8n", 52, 59, MOVE_PROMOTION_CAPTURE, 0x74ec, PAWN, BISHOP},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 36, 43, MOVE_EN_PASSANT, 0xe4ac, PAWN, PAWN},
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

START_TEST(flags)
{
    struct position position;
    walk_position(cases[_i].fen, &position);
    chess_move move = walk_move(&position, cases[_i].uci);
    ck_assert_uint_eq(move, cases[_i].flag << 12 | cases[_i].from << 6 | cases[_i].to);
}
END_TEST

START_TEST(compressed_numbers)
{
    struct position position;
    walk_position(cases[_i].fen, &position);
    chess_move move = walk_move(&position, cases[_i].uci);
    ck_assert_uint_eq(compressed16_encode(move), cases[_i].compressed);
    ck_assert_uint_eq(compressed16_decode(&position, (uint16_t)cases[_i].compressed), move);
}
END_TEST

START_TEST(extended_fields)
{
    struct position position;
    walk_position(cases[_i].fen, &position);
    chess_move move = walk_move(&position, cases[_i].uci);
    extended_move extended = extended_move_of(&position, move, 700);
    ck_assert_uint_eq(extended_move_plain(extended), move);
    ck_assert_uint_eq(extended >> 16, cases[_i].moved | cases[_i].captured << 3 | 700 << 6);
    extended_move better = extended_move_of(&position, move, EXTENDED_MOVE_SCORE_MAX);
    ck_assert_uint_eq(extended_move_plain(better), move);
    ck_assert_uint_gt(better, extended);
}
END_TEST

static void visit_compressed(const struct position *position, const chess_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (compressed16_decode(position, compressed16_encode(moves[i])) != moves[i])
            ck_abort_msg("move %04x comes back as another", moves[i]);
}

START_TEST(compressed_round_trip)
{
    walk_everything(visit_compressed);
}
END_TEST

/* Of all values, as many as there are legal moves are legal; the others are nothing, or that value again. */
static void visit_compressed_values(const struct position *position, const chess_move *moves, unsigned count)
{
    unsigned legal = 0;
    for (unsigned value = 0; value < 65536; value++) {
        chess_move move = compressed16_decode(position, (uint16_t)value);
        if (move == NO_MOVE)
            continue;
        if (compressed16_encode(move) != value || !(position->colours[position->side] >> move_from(move) & 1))
            ck_abort_msg("value %04x gives move %04x", value, move);
        legal += move_is_legal(position, move) != 0;
    }
    ck_assert_uint_eq(legal, count);
    (void)moves;
}

START_TEST(compressed_any_value)
{
    for (const char *const *fen = walk_starts; *fen != NULL; fen++)
        walk_random_games(*fen, 1, 4, 6, visit_compressed_values);
    for (const char *const *fen = walk_hostile; *fen != NULL; fen++)
        walk_tree(*fen, 0, visit_compressed_values);
}
END_TEST

START_TEST(compressed_values_that_encode_nothing)
{
    struct position position;
    position_start(&position);
    ck_assert_uint_eq(compressed16_decode(&position, 0), NO_MOVE);      /* a1a1 */
    ck_assert_uint_eq(compressed16_decode(&position, 0x0c71), NO_MOVE); /* e2e4 with a piece named */
    ck_assert_uint_eq(compressed16_decode(&position, 0x4c70), NO_MOVE); /* e2e4 as a promotion */
    ck_assert_uint_eq(compressed16_decode(&position, 0xcc70), NO_MOVE); /* e2e4 as en passant */
    ck_assert_uint_eq(compressed16_decode(&position, 0x841c), NO_MOVE); /* castling through men */
    ck_assert_uint_eq(compressed16_decode(&position, 0x30a0), NO_MOVE); /* a7a5 is not White's */
    ck_assert_uint_eq(compressed16_decode(&position, 0x0030), NO_MOVE); /* the rook onto e2 */
    walk_position("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", &position);
    ck_assert_uint_eq(compressed16_decode(&position, 0x34f0), NO_MOVE); /* e7e8 without a promotion */
}
END_TEST

START_TEST(compressed_never_takes_a_king)
{
    struct position position;
    walk_exposed_king((unsigned)_i, &position);
    for (unsigned value = 0; value < 65536; value++)
        if (move_to(compressed16_decode(&position, (uint16_t)value)) == position.king_square[BLACK])
            ck_abort_msg("value %04x takes the king", value);
}
END_TEST

Suite *codec_moves_suite(void)
{
    Suite *suite = suite_create("codec_moves");
    TCase *words = tcase_create("words");
    tcase_add_loop_test(words, flags, 0, CASE_COUNT);
    tcase_add_loop_test(words, compressed_numbers, 0, CASE_COUNT);
    tcase_add_loop_test(words, extended_fields, 0, CASE_COUNT);
    tcase_add_test(words, compressed_round_trip);
    tcase_add_test(words, compressed_any_value);
    tcase_add_test(words, compressed_values_that_encode_nothing);
    tcase_add_loop_test(words, compressed_never_takes_a_king, 0, WALK_EXPOSED_KINGS);
    suite_add_tcase(suite, words);
    return suite;
}
