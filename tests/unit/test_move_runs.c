/* Moves in a row, and moves read at once: each shorter way against the plain functions, on legal and on hostile input. */
#include <check.h>
#include <string.h>

#include "chess/san.h"
#include "encoding/move_byte.h"
#include "moves/index_run.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

enum { RUN_PLIES = 40 };

static uint64_t random_state = 1;

static unsigned random_below(unsigned limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(random_state >> 33) % limit;
}

/* ---- Codec index ---- */

/* A run, and what the plain functions make of it, one move after the other. */
struct run {
    uint8_t bytes[RUN_PLIES];
    size_t done; /* moves up to the first byte that encodes none */
    chess_move moves[RUN_PLIES];
    char texts[RUN_PLIES][SAN_SIZE_MAX];
    size_t sizes[RUN_PLIES];
    struct position after;
};

static void expect_same_position(const struct position *a, const struct position *b)
{
    ck_assert_int_eq(memcmp(a->types, b->types, sizeof a->types), 0);
    ck_assert_int_eq(memcmp(a->colours, b->colours, sizeof a->colours), 0);
    ck_assert_int_eq(memcmp(a->men, b->men, sizeof a->men), 0);
    ck_assert_int_eq(memcmp(a->king_square, b->king_square, sizeof a->king_square), 0);
    ck_assert_uint_eq(a->castling_squares, b->castling_squares);
    ck_assert_uint_eq(a->checkers, b->checkers);
    ck_assert_uint_eq(a->side, b->side);
    ck_assert_uint_eq(a->castling, b->castling);
    ck_assert_uint_eq(a->ep_square, b->ep_square);
    ck_assert_uint_eq(a->halfmove_clock, b->halfmove_clock);
    ck_assert_uint_eq(a->move_number, b->move_number);
}

/* The bytes of random legal moves; or of anything that decodes, which may be far from legal. */
static uint8_t choose_byte(const struct position *position, int is_legal)
{
    chess_move moves[MOVE_LIST_CAPACITY];
    uint8_t byte = (uint8_t)random_below(256);
    if (is_legal) {
        unsigned count = legal_list(position, moves);
        if (count != 0)
            move_byte_encode(position, moves[random_below(count)], &byte);
        return byte;
    }
    for (unsigned i = 0; i < 20 && move_byte_decode(position, byte) == NO_MOVE; i++)
        byte = (uint8_t)random_below(256);
    return byte;
}

static void make_run(const struct position *start, int is_legal, struct run *run)
{
    run->after = *start;
    run->done = RUN_PLIES;
    for (size_t i = 0; i < RUN_PLIES; i++) {
        run->bytes[i] = choose_byte(&run->after, is_legal);
        chess_move move = i < run->done ? move_byte_decode(&run->after, run->bytes[i]) : NO_MOVE;
        if (move == NO_MOVE) {
            run->done = i < run->done ? i : run->done;
            continue;
        }
        run->moves[i] = move;
        run->sizes[i] = san_write(&run->after, move, run->texts[i]);
        position_make(&run->after, move);
    }
}

static void expect_run(const struct position *start, const struct run *run, const struct index_run *version)
{
    chess_move moves[RUN_PLIES];
    struct san_text sans[RUN_PLIES];
    struct position played = *start, written = *start;
    played.checkers = 0; /* may be out of date */
    ck_assert_uint_eq(version->play(&played, run->bytes, RUN_PLIES, moves), run->done);
    ck_assert_uint_eq(version->write(&written, run->bytes, RUN_PLIES, sans), run->done);
    for (size_t i = 0; i < run->done; i++) {
        ck_assert_uint_eq(moves[i], run->moves[i]);
        ck_assert_uint_eq(sans[i].size, run->sizes[i]);
        ck_assert_int_eq(memcmp(sans[i].text, run->texts[i], sans[i].size), 0);
    }
    position_refresh(&played);
    expect_same_position(&played, &run->after);
    expect_same_position(&written, &run->after);
}

static void expect_runs(const struct position *position, const chess_move *moves, unsigned count)
{
    (void)moves;
    (void)count;
    if (random_below(8) != 0)
        return;
    for (int is_legal = 0; is_legal <= 1; is_legal++) {
        struct run run;
        make_run(position, is_legal, &run);
        for (unsigned i = 0; index_run_number(i) != NULL; i++)
            expect_run(position, &run, index_run_number(i));
    }
}

START_TEST(runs_are_their_moves)
{
    walk_everything(expect_runs);
}
END_TEST

START_TEST(versions)
{
    ck_assert_ptr_eq(index_run_number(0), &index_run_plain);
    unsigned i = 0;
    while (index_run_number(i) != NULL && index_run_number(i) != index_run_best())
        i++;
    ck_assert_ptr_nonnull(index_run_number(i));
}
END_TEST

/* ---- Reading SAN ---- */

/* Whatever san_read() says has to be what scanning and resolving say. Returns what it said. */
static size_t expect_agreement(const struct position *position, const char text[SAN_SIZE_MAX + 8])
{
    struct san san;
    chess_move read, resolved;
    uint8_t check;
    int canonical;
    size_t size = san_read(position, text, &read, &check);
    if (size == 0)
        return 0;
    ck_assert_uint_eq(san_scan(text, text + SAN_SIZE_MAX + 8, &san), size);
    ck_assert_int_eq(san_resolve(position, &san, &resolved, &canonical), SAN_OK);
    ck_assert_uint_eq(read, resolved);
    ck_assert_uint_eq(check, san.check);
    ck_assert(canonical);
    return size;
}

/* Does the text say its origin, or more than a common move's does? */
static int is_common(const struct position *position, chess_move move, size_t size)
{
    size_t captures = move_is_capture(move) != 0;
    size_t usual = man_type(position->men[move_from(move)]) == PAWN ? 2 + 2 * captures : 3 + captures;
    return !move_is_castling(move) && !move_is_promotion(move) && move_flag(move) != MOVE_EN_PASSANT &&
           size == usual;
}

static void expect_reading(const struct position *position, const chess_move *moves, unsigned count)
{
    static const char characters[] = "abcdefgh12345678NBRQKPOxo0-+#=: \n";
    for (unsigned i = 0; i < count; i++) {
        char text[SAN_SIZE_MAX + 8];
        memset(text, ' ', sizeof text);
        size_t size = san_write(position, moves[i], text);
        size_t bare = size - (text[size - 1] == '+' || text[size - 1] == '#');
        memset(text + size, ' ', sizeof text - size);
        size_t read = expect_agreement(position, text);
        /* A man of the type that reaches the square but may not go there makes it uncertain, not wrong. */
        if (read != 0)
            ck_assert_uint_eq(read, size);
        else if (is_common(position, moves[i], bare))
            ck_assert_int_ne(man_type(position->men[move_from(moves[i])]), PAWN);
        text[random_below((unsigned)size + 1)] = characters[random_below(sizeof characters - 1)];
        expect_agreement(position, text);
    }
}

START_TEST(reading_at_once)
{
    walk_everything(expect_reading);
}
END_TEST

START_TEST(common_moves_are_read_at_once)
{
    static const char *const texts[] = {"e4 ", "Nf3\n", "a3+ ", "Nc3\r"};
    struct position position;
    position_start(&position);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char text[SAN_SIZE_MAX + 8] = "";
        strcpy(text, texts[i]);
        ck_assert_uint_eq(expect_agreement(&position, text), strlen(texts[i]) - 1);
    }
}
END_TEST

/* ---- Attacks ---- */

/* By lines of attack, as the tables give them. */
static uint64_t attackers_by_lines(const struct position *position, unsigned square, unsigned colour,
                                   uint64_t occupied)
{
    const uint64_t *types = position->types;
    return position->colours[colour] &
           ((attack_tables.pawn[colour ^ 1][square] & types[PAWN]) |
            (attack_tables.knight[square] & types[KNIGHT]) | (attack_tables.king[square] & types[KING]) |
            (rook_attacks(square, occupied) & (types[ROOK] | types[QUEEN])) |
            (bishop_attacks(square, occupied) & (types[BISHOP] | types[QUEEN])));
}

static void expect_attackers(const struct position *position, const chess_move *moves, unsigned count)
{
    (void)moves;
    (void)count;
    uint64_t fewer = position_occupied(position) & (UINT64_C(0x5a5a5a5a) << random_below(32));
    for (unsigned square = 0; square < 64; square++)
        for (unsigned colour = WHITE; colour <= BLACK; colour++) {
            ck_assert_uint_eq(position_attackers(position, square, colour, position_occupied(position)),
                              attackers_by_lines(position, square, colour, position_occupied(position)));
            ck_assert_uint_eq(position_attackers(position, square, colour, fewer),
                              attackers_by_lines(position, square, colour, fewer));
        }
}

START_TEST(attackers)
{
    walk_everything(expect_attackers);
}
END_TEST

Suite *move_runs_suite(void)
{
    Suite *suite = suite_create("move_runs");
    TCase *tcase = tcase_create("against the plain way");
    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, runs_are_their_moves);
    tcase_add_test(tcase, versions);
    tcase_add_test(tcase, reading_at_once);
    tcase_add_test(tcase, common_moves_are_read_at_once);
    tcase_add_test(tcase, attackers);
    suite_add_tcase(suite, tcase);
    return suite;
}
