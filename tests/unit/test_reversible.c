/* E12: moves made and taken back through one word. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

/* Every field, also those that the word has to bring back. rook_home counts while the right is held. */
static int same_in_all(const struct position *a, const struct position *b)
{
    for (unsigned right = 0; right < 4; right++)
        if ((a->castling >> right & 1) && a->rook_home[right] != b->rook_home[right])
            return 0;
    return memcmp(a->types, b->types, sizeof a->types) == 0 &&
           memcmp(a->colours, b->colours, sizeof a->colours) == 0 && a->checkers == b->checkers &&
           a->castling_squares == b->castling_squares && memcmp(a->men, b->men, sizeof a->men) == 0 &&
           a->king_square[0] == b->king_square[0] && a->king_square[1] == b->king_square[1] &&
           a->side == b->side && a->castling == b->castling && a->ep_square == b->ep_square &&
           a->halfmove_clock == b->halfmove_clock && a->move_number == b->move_number;
}

/* The position's parts agree with each other: what position_finish() finds out is what is there. */
static int is_consistent(const struct position *position)
{
    struct position rebuilt = *position;
    memset(rebuilt.types, 0, sizeof rebuilt.types);
    memset(rebuilt.colours, 0, sizeof rebuilt.colours);
    for (unsigned square = 0; square < 64; square++) {
        unsigned man = position->men[square];
        if (man == NO_MAN)
            continue;
        rebuilt.types[man_type(man)] |= square_bit(square);
        rebuilt.colours[man_colour(man)] |= square_bit(square);
    }
    return position_finish(&rebuilt) && same_in_all(&rebuilt, position);
}

static void visit_make_unmake(const struct position *position, const chess_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct position next = *position;
        reversible_move word = position_make(&next, moves[i]);
        if (!is_consistent(&next))
            ck_abort_msg("move %04x leaves a position out of order", moves[i]);
        position_unmake(&next, word);
        if (!same_in_all(&next, position))
            ck_abort_msg("move %04x is not taken back", moves[i]);
    }
}

START_TEST(make_unmake_everywhere)
{
    walk_everything(visit_make_unmake);
}
END_TEST

/* A whole game back to its start, from the words alone. */
START_TEST(whole_game_back)
{
    enum { PLIES = 400 };
    for (const char *const *fen = walk_starts; *fen != NULL; fen++) {
        struct position start, position;
        reversible_move words[PLIES];
        unsigned ply = 0;
        walk_position(*fen, &start);
        position = start;
        for (; ply < PLIES; ply++) {
            chess_move moves[MOVE_LIST_CAPACITY];
            unsigned count = legal_list(&position, moves);
            if (count == 0)
                break;
            words[ply] = position_make(&position, moves[(ply * 7 + 3) % count]);
        }
        while (ply > 0)
            position_unmake(&position, words[--ply]);
        ck_assert_msg(same_in_all(&position, &start), "%s", *fen);
    }
}
END_TEST

static uint64_t piece_move(unsigned from, unsigned to, unsigned man, unsigned captured)
{
    return from | to << 6 | man << 12 | captured << 16;
}

static reversible_move word_of(const char *fen, const char *uci)
{
    struct position position;
    walk_position(fen, &position);
    return position_make(&position, walk_move(&position, uci));
}

static uint64_t before(unsigned clock, unsigned ep_file, unsigned rights)
{
    return (uint64_t)clock << 48 | (uint64_t)ep_file << 44 | (uint64_t)rights << 40;
}

/* The layout that position.h draws. */
START_TEST(words)
{
    uint64_t none = piece_move(0, 0, NO_MAN, NO_MAN) << 20;
    ck_assert_uint_eq(word_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9", "g1f3"),
                      before(7, 8, 15) | none | piece_move(6, 21, man_of(KNIGHT, WHITE), NO_MAN));
    ck_assert_uint_eq(word_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "a1a8"),
                      before(3, 8, 15) | none | piece_move(0, 56, man_of(ROOK, WHITE), man_of(ROOK, BLACK)));
    ck_assert_uint_eq(word_of("r3k2r/8/8/8/8/8/8/R3K2R b kq - 65535 9", "e8c8"),
                      before(65535, 8, 12) | piece_move(56, 59, man_of(ROOK, BLACK), NO_MAN) << 20 |
                          piece_move(60, 58, man_of(KING, BLACK), NO_MAN));
    ck_assert_uint_eq(word_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "e5d6"),
                      before(0, 3, 0) | piece_move(35, 43, man_of(PAWN, WHITE), NO_MAN) << 20 |
                          piece_move(36, 35, man_of(PAWN, WHITE), man_of(PAWN, BLACK)));
    ck_assert_uint_eq(word_of("3b4/4P1k1/8/8/8/8/8/4K3 w - - 1 9", "e7d8q"),
                      before(1, 8, 0) | piece_move(59, 59, man_of(QUEEN, WHITE), man_of(PAWN, WHITE)) << 20 |
                          piece_move(52, 59, man_of(PAWN, WHITE), man_of(BISHOP, BLACK)));
}
END_TEST

static const struct {
    const char *fen, *uci, *after;
} castlings[] = {
    /* the rook onto the king's square */
    {"2rk1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w FBfc - 4 1", "d1b1",
     "2rk1r2/pppppppp/8/8/8/8/PPPPPPPP/2KR1R2 b fc - 5 1"},
    /* the rook stays */
    {"2rk1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w FBfc - 4 1", "d1f1",
     "2rk1r2/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1 b fc - 5 1"},
    /* the king onto the rook's square, the rook behind it */
    {"2rk1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 b FBfc - 4 1", "d8c8",
     "2kr1r2/pppppppp/8/8/8/8/PPPPPPPP/1R1K1R2 w FB - 5 2"},
    /* the two exchange squares */
    {"5kr1/pppppppp/8/8/8/8/PPPPPPPP/5KR1 w Gg - 0 1", "f1g1",
     "5kr1/pppppppp/8/8/8/8/PPPPPPPP/5RK1 b g - 1 1"},
    {"2rk4/pppppppp/8/8/8/8/PPPPPPPP/4K3 b c - 0 1", "d8c8", "2kr4/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 1 2"},
    /* the king stays */
    {"1r4k1/pppppppp/8/8/8/8/PPPPPPPP/6KR w H - 0 1", "g1h1",
     "1r4k1/pppppppp/8/8/8/8/PPPPPPPP/5RK1 b - - 1 1"},
    /* the king goes the other way */
    {"6k1/pppppppp/8/8/8/8/PPPPPPPP/RK6 w A - 0 1", "b1a1", "6k1/pppppppp/8/8/8/8/PPPPPPPP/2KR4 b - - 1 1"},
};

START_TEST(castling_with_overlaps)
{
    struct position position, start, after;
    walk_position(castlings[_i].fen, &start);
    walk_position(castlings[_i].after, &after);
    position = start;
    chess_move move = walk_move(&position, castlings[_i].uci);
    ck_assert_int_eq(move_is_castling(move), 1);
    reversible_move word = position_make(&position, move);
    ck_assert(same_in_all(&position, &after));
    position_unmake(&position, word);
    ck_assert(same_in_all(&position, &start));
}
END_TEST

START_TEST(clock_stays_at_its_end)
{
    struct position start, position;
    walk_position("4k3/8/8/8/8/8/8/4K3 w - - 65535 1", &start);
    position = start;
    reversible_move word = position_make(&position, walk_move(&position, "e1e2"));
    ck_assert_uint_eq(position.halfmove_clock, 65535);
    position_unmake(&position, word);
    ck_assert(same_in_all(&position, &start));
}
END_TEST

Suite *reversible_suite(void)
{
    Suite *suite = suite_create("reversible");
    TCase *words_case = tcase_create("words");
    tcase_add_test(words_case, make_unmake_everywhere);
    tcase_add_test(words_case, whole_game_back);
    tcase_add_test(words_case, words);
    tcase_add_loop_test(words_case, castling_with_overlaps, 0, sizeof castlings / sizeof castlings[0]);
    tcase_add_test(words_case, clock_stays_at_its_end);
    suite_add_tcase(suite, words_case);
    return suite;
}
