/* Boards of the public interface: positions, moves made and taken back, texts, keys. */
#include <check.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/polyglot_numbers.h"
#include "chess/zobrist.h"
#include "pgnpack.h"
#include "shared/bytes.h"
#include "shared/packing.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "util/xxh64.h"

static struct pgnpack_board *board_at(const char *fen)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    ck_assert_int_eq(pgnpack_board_set(board, fen, fen == NULL ? 0 : strlen(fen), NULL), PGNPACK_OK);
    return board;
}

static void make_uci(struct pgnpack_board *board, const char *uci)
{
    uint16_t move = 0;
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, uci, strlen(uci), &move), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_make(board, move), PGNPACK_OK);
}

static void expect_fen(const struct pgnpack_board *board, const char *expected)
{
    char fen[PGNPACK_FEN_SIZE];
    ck_assert_uint_eq(pgnpack_board_fen(board, fen), strlen(expected));
    ck_assert_str_eq(fen, expected);
}

static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/* ---- Positions ---- */

static const struct {
    const char *fen, *cause;
} no_positions[] = {
    {"", "eight ranks"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", "eight ranks"},
    {"8/8/8/8/8/8/8/K7 w - - 0 1", "one king a side"},
    {"k7/8/8/8/8/8/8/KK6 w - - 0 1", "one king a side"},
    {"k6P/8/8/8/8/8/8/K7 w - - 0 1", "pawn on the first"},
    {"k7/8/8/8/8/8/8/K7 x - - 0 1", "side to move"},
    {"k7/8/8/8/8/8/8/K7 w - - 0 1 7", "more than six fields"},
};

START_TEST(illegal_fens_are_refused)
{
    struct pgnpack_board *board = board_at("k7/8/8/8/8/8/8/K7 b - - 3 9");
    const char *fen = no_positions[_i].fen;
    ck_assert_int_eq(pgnpack_board_set(board, fen, strlen(fen), NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_error(board)->status, PGNPACK_ERROR_ARGUMENT);
    ck_assert_msg(strstr(pgnpack_error(board)->text, no_positions[_i].cause) != NULL, "%s",
                  pgnpack_error(board)->text);
    expect_fen(board, "k7/8/8/8/8/8/8/K7 b - - 3 9");
    ck_assert_int_eq(pgnpack_board_set(board, NULL, 0, NULL), PGNPACK_OK);
    ck_assert_str_eq(pgnpack_error(board)->text, "");
    expect_fen(board, start_fen);
    pgnpack_free(board);
}
END_TEST

static const struct {
    const char *fen;
    unsigned oddities;
} odd_positions[] = {
    {"k7/8/8/8/8/8/8/K7 w - - 0 1", 0},
    {"k7/8/8/8/8/8/8/K7 w KQ - 0 1", PGNPACK_ODDITY_RIGHT_DROPPED},
    {"k7/8/8/8/4P3/8/8/K7 b - e3 0 1", PGNPACK_ODDITY_EN_PASSANT_DROPPED},
    {"k7/8/8/8/8/8/8/K6q b - - 0 1", PGNPACK_ODDITY_OPPONENT_IN_CHECK},
};

START_TEST(oddities_of_a_fen_are_told)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const char *fen = odd_positions[_i].fen;
    unsigned oddities = 77;
    ck_assert_int_eq(pgnpack_board_set(board, fen, strlen(fen), &oddities), PGNPACK_OK);
    ck_assert_uint_eq(oddities, odd_positions[_i].oddities);
    pgnpack_free(board);
}
END_TEST

START_TEST(a_game_with_an_illegal_fen_says_so)
{
    static const char text[] = "[FEN \"k7/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. Ka2 *\n\n"
                               "[FEN \"k7/8/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. Ka2 *\n\n";
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_board *board = board_at("k7/8/8/8/8/8/8/K7 b - - 3 9");
    const struct pgnpack_game *game;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, strlen(text)));
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_start(board, game), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(board)->text, "one king a side"));
    expect_fen(board, start_fen);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, &game), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_start(board, game), PGNPACK_OK);
    expect_fen(board, "k7/8/8/8/8/8/8/K7 w - - 0 1");
    pgnpack_free(board);
    pgnpack_free(reader);
}
END_TEST

static unsigned count_men(const struct pgnpack_board *board, char man)
{
    unsigned count = 0;
    for (unsigned square = 0; square < 64; square++)
        count += pgnpack_board_man(board, square) == man;
    return count;
}

START_TEST(men_sides_and_material)
{
    struct pgnpack_board *board = board_at("4k2r/8/8/3p4/8/8/8/QQN1K2R b k - 0 1");
    ck_assert_int_eq(pgnpack_board_side(board), PGNPACK_SIDE_BLACK);
    ck_assert_int_eq(pgnpack_board_man(board, 0), 'Q');
    ck_assert_int_eq(pgnpack_board_man(board, 63), 'r');
    ck_assert_int_eq(pgnpack_board_man(board, 35), 'p');
    ck_assert_int_eq(pgnpack_board_man(board, 3), '\0');
    ck_assert_int_eq(pgnpack_board_man(board, 64), '\0');
    ck_assert_uint_eq(count_men(board, 'Q'), 2);
    ck_assert_uint_eq(count_men(board, 'q'), 0);
    ck_assert_uint_eq(count_men(board, 'p'), 1);
    ck_assert_uint_eq(count_men(board, 'k'), 1);
    ck_assert_uint_eq(pgnpack_board_material(board, PGNPACK_SIDE_WHITE), 26);
    ck_assert_uint_eq(pgnpack_board_material(board, PGNPACK_SIDE_BLACK), 6);
    pgnpack_free(board);
}
END_TEST

static const struct {
    const char *fen;
    int check, mate, stalemate, lacks;
} ends[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 0, 0, 0},
    {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 1, 1, 0, 0},
    {"k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", 0, 0, 1, 0},
    {"k7/8/1K6/8/8/8/8/7R b - - 0 1", 0, 0, 0, 0},
    {"k6R/8/2K5/8/8/8/8/8 b - - 0 1", 1, 0, 0, 0},
    {"k7/8/1K6/8/8/8/8/8 b - - 0 1", 0, 0, 0, 1},
    {"k7/8/1K6/8/8/8/8/7N b - - 0 1", 0, 0, 0, 1},
    {"k7/8/1K6/8/8/8/8/n6N b - - 0 1", 0, 0, 0, 0},
    {"k7/8/1K6/8/8/8/8/b1B1B3 b - - 0 1", 0, 0, 0, 1},
    {"k7/8/1K6/8/8/8/8/1b1B1B2 b - - 0 1", 0, 0, 0, 1},
    {"k7/8/1K6/8/8/8/8/bB6 b - - 0 1", 0, 0, 0, 0},
    {"k7/8/1K6/8/8/8/8/bN6 b - - 0 1", 0, 0, 0, 0},
    {"k7/8/1K6/8/8/8/P7/8 b - - 0 1", 0, 0, 0, 0},
};

START_TEST(check_mate_and_their_like)
{
    struct pgnpack_board *board = board_at(ends[_i].fen);
    unsigned state = (ends[_i].check ? PGNPACK_STATE_CHECK : 0u) |
                     (ends[_i].mate ? PGNPACK_STATE_CHECKMATE : 0u) |
                     (ends[_i].stalemate ? PGNPACK_STATE_STALEMATE : 0u) |
                     (ends[_i].lacks ? PGNPACK_STATE_NO_MATERIAL : 0u);
    ck_assert_uint_eq(pgnpack_board_state(board), state);
    pgnpack_free(board);
}
END_TEST

/* ---- Moves ---- */

START_TEST(legal_moves_are_in_order)
{
    static uint16_t moves[PGNPACK_BOARD_MOVES_MAX + 1];
    static chess_move expected[MOVE_LIST_CAPACITY];
    for (unsigned i = 0; walk_starts[i] != NULL || walk_hostile[i] != NULL; i++) {
        const char *fen = walk_starts[i] != NULL ? walk_starts[i] : walk_hostile[i];
        struct position position;
        walk_position(fen, &position);
        size_t count = legal_list(&position, expected);
        struct pgnpack_board *board = board_at(fen);
        memset(moves, 0xee, sizeof moves);
        ck_assert_uint_eq(pgnpack_board_moves(board, moves, PGNPACK_BOARD_MOVES_MAX), count);
        ck_assert_mem_eq(moves, expected, count * sizeof *moves);
        ck_assert_uint_eq(moves[count], 0xeeee);
        memset(moves, 0xee, sizeof moves);
        ck_assert_uint_eq(pgnpack_board_moves(board, moves, 3), count);
        ck_assert_uint_eq(moves[3], 0xeeee);
        ck_assert_uint_eq(pgnpack_board_moves(board, NULL, 0), count);
        pgnpack_free(board);
        if (walk_starts[i] == NULL || walk_hostile[i] == NULL)
            break;
    }
}
END_TEST

/* A long random game forth and back, with all that can be asked for. */
START_TEST(moves_are_taken_back)
{
    enum { PLIES = 3000 };
    static char fens[PLIES][PGNPACK_FEN_SIZE];
    static uint64_t keys[PLIES];
    uint64_t state = 5;
    struct pgnpack_board *board = board_at(walk_starts[_i]);
    size_t made = 0;
    for (; made < PLIES; made++) {
        uint16_t moves[PGNPACK_BOARD_MOVES_MAX];
        size_t count = pgnpack_board_moves(board, moves, PGNPACK_BOARD_MOVES_MAX);
        pgnpack_board_fen(board, fens[made]);
        keys[made] = pgnpack_board_key(board, PGNPACK_KEY_BCGN);
        if (count == 0)
            break;
        ck_assert_int_eq(pgnpack_board_make(board, moves[next_random(&state) % count]), PGNPACK_OK);
    }
    ck_assert_uint_gt(made, 20);
    while (made-- > 0) {
        ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_OK);
        expect_fen(board, fens[made]);
        ck_assert_uint_eq(pgnpack_board_key(board, PGNPACK_KEY_BCGN), keys[made]);
    }
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(board)->text, "no move left"));
    expect_fen(board, fens[0]);
    pgnpack_free(board);
}
END_TEST

START_TEST(illegal_moves_are_not_made)
{
    struct pgnpack_board *board = board_at(NULL);
    uint16_t moves[PGNPACK_BOARD_MOVES_MAX];
    size_t count = pgnpack_board_moves(board, moves, PGNPACK_BOARD_MOVES_MAX);
    ck_assert_uint_eq(count, 20);
    unsigned made = 0;
    for (unsigned move = 0; move <= UINT16_MAX; move++) {
        if (pgnpack_board_make(board, (uint16_t)move) != PGNPACK_OK)
            continue;
        ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_OK);
        made++;
    }
    ck_assert_uint_eq(made, 20);
    expect_fen(board, start_fen);
    pgnpack_free(board);
}
END_TEST

static struct pgnpack_item item_of(struct pgnpack_board *board, const char *uci)
{
    struct pgnpack_item item = {.kind = PGNPACK_ITEM_MOVE};
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, uci, strlen(uci), &item.value),
                     PGNPACK_OK);
    return item;
}

/* A bracket goes back to before the line's last move, whoever made it, and what was undone is forgotten. */
START_TEST(making_and_stepping_go_together)
{
    static const struct pgnpack_item open = {.kind = PGNPACK_ITEM_VARIATION_BEGIN};
    static const struct pgnpack_item close = {.kind = PGNPACK_ITEM_VARIATION_END};
    struct pgnpack_board *board = board_at(NULL);
    struct pgnpack_item item = item_of(board, "e2e4");
    ck_assert_int_eq(pgnpack_board_step(board, &item), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_ERROR_ARGUMENT);
    make_uci(board, "e7e5");
    make_uci(board, "g1f3");
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_step(board, &open), PGNPACK_OK);
    expect_fen(board, start_fen);
    ck_assert_int_eq(pgnpack_board_step(board, &close), PGNPACK_OK);
    make_uci(board, "c7c5");
    make_uci(board, "g1f3");
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_step(board, &open), PGNPACK_OK);
    expect_fen(board, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_board_step(board, &close), PGNPACK_OK);
    expect_fen(board, "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(board);
}
END_TEST

/* Also where the line's last ply before was no move. */
START_TEST(a_null_move_can_be_replaced_behind_undone_moves)
{
    static const struct pgnpack_item open = {.kind = PGNPACK_ITEM_VARIATION_BEGIN};
    static const struct pgnpack_item null_move = {.kind = PGNPACK_ITEM_NULL_MOVE};
    struct pgnpack_board *board = board_at(NULL);
    make_uci(board, "e2e4");
    ck_assert_int_eq(pgnpack_board_step(board, &null_move), PGNPACK_OK);
    make_uci(board, "d2d4");
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_step(board, &open), PGNPACK_OK);
    expect_fen(board, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    pgnpack_free(board);
}
END_TEST

START_TEST(nothing_is_undone_across_positions)
{
    struct pgnpack_board *board = board_at(NULL);
    make_uci(board, "e2e4");
    ck_assert_int_eq(pgnpack_board_set(board, NULL, 0, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_ERROR_ARGUMENT);
    expect_fen(board, start_fen);
    pgnpack_free(board);
}
END_TEST

/* At the line's beginning there is nothing that a bracket could replace, also after all was undone. */
START_TEST(undone_moves_cannot_be_replaced)
{
    static const struct pgnpack_item open = {.kind = PGNPACK_ITEM_VARIATION_BEGIN};
    struct pgnpack_board *board = board_at(NULL);
    make_uci(board, "e2e4");
    ck_assert_int_eq(pgnpack_board_undo(board), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_step(board, &open), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(board);
}
END_TEST

static const struct {
    const char *fen, *text, *uci, *cause; /* uci NULL: refused, for that cause */
} san_texts[] = {
    {start_fen, "Nf3", "g1f3", NULL},
    {start_fen, "Nf3+", "g1f3", NULL},
    {start_fen, "Nxf3#", "g1f3", NULL},
    {start_fen, "Ng1-f3", "g1f3", NULL},
    {start_fen, "e2e4", "e2e4", NULL},
    {start_fen, "Nf3!", NULL, "not a move's"},
    {start_fen, "Nf3 ", NULL, "not a move's"},
    {start_fen, "", NULL, "not a move's"},
    {start_fen, "--", NULL, "not a move's"},
    {start_fen, "N@f3", NULL, "not a move's"},
    {start_fen, "e5", NULL, "no legal move"},
    {start_fen, "O-O", NULL, "no legal move"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1", NULL},
    {"4k3/8/8/8/8/8/8/RN2K1NR w - - 0 1", "Nd2", "b1d2", NULL},
    {"4k3/8/8/8/8/5N2/8/RN2K2R w - - 0 1", "Nd2", NULL, "several"},
    {"4k3/8/8/8/8/5N2/8/RN2K2R w - - 0 1", "Nbd2", "b1d2", NULL},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8Q", "a7a8q", NULL},
    {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", NULL, "no legal move"},
};

START_TEST(san_is_parsed)
{
    struct pgnpack_board *board = board_at(san_texts[_i].fen);
    const char *text = san_texts[_i].text;
    char uci[PGNPACK_SAN_SIZE];
    uint16_t move = 0;
    enum pgnpack_status status = pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, text, strlen(text), &move);
    if (san_texts[_i].uci != NULL) {
        ck_assert_int_eq(status, PGNPACK_OK);
        pgnpack_board_text(board, move, PGNPACK_NOTATION_UCI, uci);
        ck_assert_str_eq(uci, san_texts[_i].uci);
    } else {
        ck_assert_int_eq(status, PGNPACK_ERROR_ARGUMENT);
        ck_assert_uint_eq(move, 0);
        ck_assert_msg(strstr(pgnpack_error(board)->text, san_texts[_i].cause) != NULL, "%s: %s", text,
                      pgnpack_error(board)->text);
    }
    pgnpack_free(board);
}
END_TEST

START_TEST(uci_is_parsed)
{
    struct pgnpack_board *board = board_at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    uint16_t one = 0, other = 0;
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, "e1g1", 4, &one), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, "e1h1", 4, &other), PGNPACK_OK);
    ck_assert_uint_eq(one, other);
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, "e1g1", 4, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, "O-O", 3, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, "0000", 4, &one),
                     PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, "e1e3", 4, &one),
                     PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(one, other);
    pgnpack_free(board);
}
END_TEST

START_TEST(other_notations_and_keys_are_none)
{
    struct pgnpack_board *board = board_at("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const enum pgnpack_notation none = (enum pgnpack_notation)2;
    uint16_t move = 0;
    char text[PGNPACK_SAN_SIZE] = "O-O";
    ck_assert_int_eq(pgnpack_board_parse(board, none, "e1g1", 4, &move), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(board)->text, "no notation 2"));
    ck_assert_uint_eq(move, 0);
    ck_assert_int_eq(pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, "e1g1", 4, &move), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_board_text(board, move, none, text), 0);
    ck_assert_str_eq(text, "");
    ck_assert_uint_eq(pgnpack_board_key(board, (enum pgnpack_key_kind)2), 0);
    pgnpack_free(board);
}
END_TEST

/* ---- Keys ---- */

static const struct {
    const char *moves;
    uint64_t key;
} polyglot_keys[] = {
    {"", UINT64_C(0x463b96181691fc9c)},
    {"e2e4", UINT64_C(0x823c9b50fd114196)},
    {"e2e4 d7d5", UINT64_C(0x0756b94461c50fb0)},
    {"e2e4 d7d5 e4e5", UINT64_C(0x662fafb965db29d4)},
    {"e2e4 d7d5 e4e5 f7f5", UINT64_C(0x22a48b5a8e47ff78)},
    {"e2e4 d7d5 e4e5 f7f5 e1e2", UINT64_C(0x652a607ca3f242c1)},
    {"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", UINT64_C(0x00fdd303c946bdd9)},
    {"a2a4 b7b5 h2h4 b5b4 c2c4", UINT64_C(0x3c8123ea7b067637)},
    {"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", UINT64_C(0x5c3f9b829b279560)},
};

/* The test positions of the book format's description. */
START_TEST(polyglot_keys_are_the_published_ones)
{
    struct pgnpack_board *board = board_at(NULL);
    for (const char *at = polyglot_keys[_i].moves; *at != '\0'; at += 4 + (at[4] == ' ')) {
        char uci[5] = {at[0], at[1], at[2], at[3], '\0'};
        make_uci(board, uci);
    }
    ck_assert_uint_eq(pgnpack_board_key(board, PGNPACK_KEY_POLYGLOT), polyglot_keys[_i].key);
    pgnpack_free(board);
}
END_TEST

/* All numbers, of which the published keys use a part: a hash of them as little-endian words. */
START_TEST(polyglot_numbers_are_complete)
{
    static uint8_t bytes[8 * POLYGLOT_NUMBERS];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(polyglot_numbers[i / 8] >> (8 * (i % 8)));
    ck_assert_uint_eq(polyglot_numbers[POLYGLOT_NUMBERS - 1], UINT64_C(0xf8d626aaaf278509));
    ck_assert_uint_eq(xxh64(bytes, sizeof bytes), UINT64_C(0x44e02640e1de5d7c));
}
END_TEST

START_TEST(keys_and_en_passant)
{
    /* Taking would open the fifth rank: the rook would give check. */
    static const char pinned[] = "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1";
    static const char none[] = "8/8/8/K2pP2r/8/8/8/7k w - - 0 1";
    static const char free_to_take[] = "8/8/8/K2pP3/8/8/8/7k w - d6 0 1";
    static const char free_none[] = "8/8/8/K2pP3/8/8/8/7k w - - 0 1";
    static const char far_away[] = "8/8/8/K2p4/7P/8/8/7k w - d6 0 1";
    static const char far_none[] = "8/8/8/K2p4/7P/8/8/7k w - - 0 1";
    static const char *const pairs[3][2] = {{pinned, none}, {free_to_take, free_none}, {far_away, far_none}};
    static const int key_differs[3] = {0, 1, 0}, polyglot_differs[3] = {1, 1, 0};
    for (int i = 0; i < 3; i++) {
        struct pgnpack_board *with = board_at(pairs[i][0]), *without = board_at(pairs[i][1]);
        ck_assert_int_eq(pgnpack_board_key(with, PGNPACK_KEY_BCGN) !=
                             pgnpack_board_key(without, PGNPACK_KEY_BCGN),
                         key_differs[i]);
        ck_assert_int_eq(pgnpack_board_key(with, PGNPACK_KEY_POLYGLOT) !=
                             pgnpack_board_key(without, PGNPACK_KEY_POLYGLOT),
                         polyglot_differs[i]);
        pgnpack_free(with);
        pgnpack_free(without);
    }
}
END_TEST

START_TEST(keys_are_the_formats)
{
    for (const char *const *fen = walk_starts; *fen != NULL; fen++) {
        struct position position;
        walk_position(*fen, &position);
        struct pgnpack_board *board = board_at(*fen);
        ck_assert_uint_eq(pgnpack_board_key(board, PGNPACK_KEY_BCGN), zobrist_hash(&position));
        pgnpack_free(board);
    }
}
END_TEST

/* ---- Memory ---- */

START_TEST(failing_allocations_are_survived)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    size_t calls = 0, made = 0;
    for (; made < 100; calls++) {
        allow_pieces(&count, calls);
        struct pgnpack_board *board = pgnpack_board_new(&options);
        for (made = 0; board != NULL && made < 100; made++) {
            uint16_t move = 0;
            char fen[PGNPACK_FEN_SIZE];
            pgnpack_board_fen(board, fen);
            pgnpack_board_moves(board, &move, 1);
            enum pgnpack_status status = pgnpack_board_make(board, move);
            if (status == PGNPACK_OK)
                continue;
            ck_assert_int_eq(status, PGNPACK_ERROR_MEMORY);
            ck_assert_int_eq(pgnpack_error(board)->status, PGNPACK_ERROR_MEMORY);
            expect_fen(board, fen);
            allow_pieces(&count, 1000);
            ck_assert_int_eq(pgnpack_board_make(board, move), PGNPACK_OK);
            break;
        }
        pgnpack_free(board);
        ck_assert_uint_eq(count.outstanding, 0);
    }
    ck_assert_uint_gt(calls, 3);
}
END_TEST

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

Suite *board_suite(void)
{
    Suite *suite = suite_create("board");
    TCase *positions = tcase_create("positions");
    tcase_add_loop_test(positions, illegal_fens_are_refused, 0, LENGTH(no_positions));
    tcase_add_loop_test(positions, oddities_of_a_fen_are_told, 0, LENGTH(odd_positions));
    tcase_add_test(positions, a_game_with_an_illegal_fen_says_so);
    tcase_add_test(positions, men_sides_and_material);
    tcase_add_loop_test(positions, check_mate_and_their_like, 0, LENGTH(ends));
    suite_add_tcase(suite, positions);
    TCase *moves = tcase_create("moves");
    tcase_add_test(moves, legal_moves_are_in_order);
    tcase_add_loop_test(moves, moves_are_taken_back, 0, 12);
    tcase_add_test(moves, illegal_moves_are_not_made);
    tcase_add_test(moves, making_and_stepping_go_together);
    tcase_add_test(moves, a_null_move_can_be_replaced_behind_undone_moves);
    tcase_add_test(moves, nothing_is_undone_across_positions);
    tcase_add_test(moves, undone_moves_cannot_be_replaced);
    tcase_add_loop_test(moves, san_is_parsed, 0, LENGTH(san_texts));
    tcase_add_test(moves, uci_is_parsed);
    tcase_add_test(moves, other_notations_and_keys_are_none);
    suite_add_tcase(suite, moves);
    TCase *keys = tcase_create("keys");
    tcase_add_loop_test(keys, polyglot_keys_are_the_published_ones, 0, LENGTH(polyglot_keys));
    tcase_add_test(keys, polyglot_numbers_are_complete);
    tcase_add_test(keys, keys_and_en_passant);
    tcase_add_test(keys, keys_are_the_formats);
    suite_add_tcase(suite, keys);
    TCase *memory = tcase_create("memory");
    tcase_add_test(memory, failing_allocations_are_survived);
    suite_add_tcase(suite, memory);
    return suite;
}
