/*
 * Random games, orthodox, Chess960 and double Chess960, played by the library and by the slow reference at once.
 * At every position: the same legal moves in format order, each taken back exactly, each written and read in
 * SAN, UCI and LAN, and the FEN gives the position back.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/san.h"
#include "chess/zobrist.h"
#include "shared/bytes.h"
#include "shared/lan.h"
#include "unit/reference_movegen.h"
#include "unit/suites.h"

#ifdef PGNPACK_SANITIZED
enum { GAMES = 36, PLIES_MAX = 100 };
#else
enum { GAMES = 80, PLIES_MAX = 150 };
#endif

/* ck_assert_msg() notes every passing call in a file, which would take most of the time here. */
#define require(condition, ...)                                                                              \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            ck_abort_msg(__VA_ARGS__);                                                                       \
    } while (0)

struct pair {
    struct position position;
    struct reference_board board;
    char fen[FEN_SIZE_MAX + 1]; /* of the position, for messages */
};

static void place_at_free(char rank[8], unsigned n, char man)
{
    for (unsigned file = 0; file < 8; file++)
        if (rank[file] == '.' && n-- == 0) {
            rank[file] = man;
            return;
        }
}

/* A Chess960 back rank in small letters: bishops of both colours, the king between the rooks. */
static void random_back_rank(uint64_t *state, char rank[9])
{
    memcpy(rank, "........", 9);
    rank[2 * (unsigned)random_below(state, 4)] = 'b';
    rank[2 * (unsigned)random_below(state, 4) + 1] = 'b';
    place_at_free(rank, (unsigned)random_below(state, 6), 'q');
    place_at_free(rank, (unsigned)random_below(state, 5), 'n');
    place_at_free(rank, (unsigned)random_below(state, 4), 'n');
    place_at_free(rank, 0, 'r');
    place_at_free(rank, 0, 'k');
    place_at_free(rank, 0, 'r');
}

/* Fewer men than at the start make castling, promotion and checks common. The side not to move may be in check. */
static void random_start(uint64_t *state, int is_double, char fen[FEN_SIZE_MAX + 1])
{
    char white[9], black[9];
    random_back_rank(state, black);
    memcpy(white, black, sizeof white);
    if (is_double)
        random_back_rank(state, white);
    for (unsigned file = 0; file < 8; file++) {
        if (strchr("nbq", black[file]) != NULL && (unsigned)random_below(state, 2) == 0)
            black[file] = '1';
        white[file] = (char)(strchr("nbq", white[file]) != NULL && (unsigned)random_below(state, 2) == 0
                                 ? '1'
                                 : white[file] - 32);
    }
    static const char *const pawns[] = {"pppppppp/8/8/8/8/PPPPPPPP", "pp1p1p1p/8/8/8/8/P1PP1PP1",
                                        "1pp2pp1/P7/8/8/7p/1PP2P2", "8/2P2P2/8/8/p5p1/1P3P1P"};
    snprintf(fen, FEN_SIZE_MAX + 1, "%s/%s/%s w KQkq - 0 1", black, pawns[(unsigned)random_below(state, 4)],
             white);
}

static const char *const special_starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "3q2k1/8/8/2Q1Q3/8/2Q1Q3/8/4K3 w - - 0 1",
    "4k3/8/2N3N1/8/8/2N3N1/8/4K2B b - - 0 1",
    "r1r1k1r1/8/8/8/8/8/8/1R1RK1R1 w GDcg - 0 1",
    /* The side that is not to move is in check: by queens, by pawns, both sides, by kings. */
    "3qkq2/PPP2PPP/8/8/8/8/ppp2ppp/3QKQ2 w - - 0 1",
    "3rkr2/3PPP2/8/8/8/8/8/4K3 w - - 0 1",
    "r3k2r/8/8/1B2Q3/8/8/5n2/R3K2R w KQkq - 0 1",
    "r3k2r/3P1P2/3N4/8/4R3/8/8/R3K2R w KQkq - 0 1",
    "8/8/2k5/3pP3/2B5/8/8/R3K2R w KQ d6 0 2",
    "rnbq1bnr/pppppppp/8/3k4/3K4/8/PPPPPPPP/RNBQ1BNR b - - 0 1",
    "1r6/5n2/8/3kQ3/3KR3/8/2P1P3/8 w - - 0 1",
};

/* ---- One position ---- */

static struct reference_move reference_of(chess_move move)
{
    char promotion = 0;
    if (move_is_promotion(move))
        promotion = "PNBRQ"[move_promotion(move)];
    return (struct reference_move){(int)move_from(move), (int)move_to(move), promotion};
}

static int same_move(struct reference_move a, struct reference_move b)
{
    return a.from == b.from && a.to == b.to && a.promotion == b.promotion;
}

static void check_same_men(const struct pair *pair)
{
    for (unsigned square = 0; square < 64; square++) {
        unsigned man = pair->position.men[square];
        require("PpNnBbRrQqKk."[man] == pair->board.squares[square], "%s: men differ", pair->fen);
        for (unsigned type = PAWN; type <= KING; type++)
            require((pair->position.types[type] >> square & 1) == (man != NO_MAN && man_type(man) == type),
                    "%s: bitboards differ", pair->fen);
    }
    require(position_in_check(&pair->position) == (reference_in_check(&pair->board) != 0), "%s: check",
            pair->fen);
}

static unsigned expected_notes(const struct pair *pair)
{
    struct reference_board board = pair->board;
    board.white_to_move = !board.white_to_move;
    return reference_in_check(&board) ? FEN_NOTE_OPPONENT_IN_CHECK : 0;
}

static void check_fen_round_trip(const struct pair *pair)
{
    struct position again;
    char shredder[FEN_SIZE_MAX + 1], written[FEN_SIZE_MAX + 1];
    unsigned notes;
    size_t size = fen_write(&pair->position, FEN_SHREDDER, shredder);
    require(fen_parse(shredder, size, &again, &notes) == FEN_OK && notes == expected_notes(pair), "%s",
            shredder);
    require(position_same(&again, &pair->position), "%s", shredder);
    require(zobrist_hash(&again) == zobrist_hash(&pair->position), "%s", shredder);
    size = fen_write(&again, FEN_X, written);
    require(strcmp(written, pair->fen) == 0, "%s became %s", pair->fen, written);
    require(size == strlen(written), "%s", written);
}

static void check_move_is_taken_back(const struct pair *pair, chess_move move)
{
    struct position position;
    memcpy(&position, &pair->position, sizeof position);
    reversible_move word = position_make(&position, move);
    position_unmake(&position, word);
    require(memcmp(&position, &pair->position, sizeof position) == 0, "%s: %04x not taken back", pair->fen,
            (unsigned)move);
}

static void check_text(const struct pair *pair, const char *text, size_t size, chess_move move,
                       enum san_status status, chess_move found)
{
    require(status == SAN_OK && found == move, "%s: %.*s read as %04x, status %d", pair->fen, (int)size, text,
            (unsigned)found, (int)status);
}

static void check_notation(const struct pair *pair, chess_move move)
{
    const struct position *position = &pair->position;
    char text[SAN_SIZE_MAX], expected[16];
    chess_move found = NO_MOVE;
    size_t size = san_write(position, move, text);
    reference_san(&pair->board, reference_of(move), expected);
    require(size == strlen(expected) && memcmp(text, expected, size) == 0, "%s: %.*s, not %s", pair->fen,
            (int)size, text, expected);
    enum san_status status = san_parse(position, text, size, &found);
    check_text(pair, text, size, move, status, found);

    size = lan_write(position, move, text);
    status = san_parse(position, text, size, &found);
    check_text(pair, text, size, move, status, found);

    for (int chess960 = position_is_chess960(position); chess960 <= 1; chess960++) {
        size = uci_write(move, chess960, text);
        status = uci_parse(position, text, size, &found);
        check_text(pair, text, size, move, status, found);
    }
}

/* Returns the number of legal moves. */
static unsigned check_position(struct pair *pair, chess_move list[MOVE_LIST_CAPACITY])
{
    struct reference_move expected[REFERENCE_MOVES_MAX];
    fen_write(&pair->position, FEN_X, pair->fen);
    check_same_men(pair);
    check_fen_round_trip(pair);
    unsigned count = legal_list(&pair->position, list);
    int expected_count = reference_legal_moves(&pair->board, expected);
    require((int)count == expected_count, "%s: %u moves, not %d", pair->fen, count, expected_count);
    require(legal_count(&pair->position) == count, "%s", pair->fen);
    require(legal_exists(&pair->position) == (count > 0), "%s", pair->fen);
    for (unsigned i = 0; i < count; i++) {
        require(same_move(reference_of(list[i]), expected[i]), "%s: move %u is %04x", pair->fen, i,
                (unsigned)list[i]);
        require(move_is_legal(&pair->position, list[i]), "%s: %04x", pair->fen, (unsigned)list[i]);
        check_move_is_taken_back(pair, list[i]);
        check_notation(pair, list[i]);
    }
    return count;
}

static void play(const char *fen, uint64_t *state)
{
    static struct pair pair; /* static: padding bytes are 0 from the start, as memcmp() wants them */
    chess_move list[MOVE_LIST_CAPACITY];
    unsigned notes;
    enum fen_status status = fen_parse(fen, strlen(fen), &pair.position, &notes);
    reference_read_fen(&pair.board, fen);
    require(status == FEN_OK && notes == expected_notes(&pair), "%s: %s", fen, fen_status_text(status));
    for (int ply = 0; ply < PLIES_MAX; ply++) {
        unsigned count = check_position(&pair, list);
        if (count == 0)
            return;
        chess_move move = list[(unsigned)random_below(state, count)];
        reference_make(&pair.board, reference_of(move));
        position_make(&pair.position, move);
    }
}

START_TEST(special_positions)
{
    uint64_t state = 1;
    for (size_t i = 0; i < sizeof special_starts / sizeof *special_starts; i++)
        for (int n = 0; n < GAMES / 12; n++)
            play(special_starts[i], &state);
}
END_TEST

/* _i is 0 for Chess960, 1 where the two sides stand differently. */
START_TEST(random_starts)
{
    uint64_t state = 960 + (uint64_t)_i;
    char fen[FEN_SIZE_MAX + 1];
    for (int n = 0; n < GAMES; n++) {
        random_start(&state, _i, fen);
        play(fen, &state);
    }
}
END_TEST

/* Every 16-bit value, so that nothing illegal passes for legal. */
START_TEST(only_listed_moves_are_legal)
{
    for (size_t i = 0; i < sizeof special_starts / sizeof *special_starts; i++) {
        struct position position;
        chess_move list[MOVE_LIST_CAPACITY];
        unsigned legal = 0;
        ck_assert_int_eq(fen_parse(special_starts[i], strlen(special_starts[i]), &position, NULL), FEN_OK);
        for (unsigned move = 0; move <= UINT16_MAX; move++)
            legal += move_is_legal(&position, (chess_move)move) != 0;
        ck_assert_uint_eq(legal, legal_list(&position, list));
    }
}
END_TEST

Suite *random_games_suite(void)
{
    Suite *suite = suite_create("random_games");
    TCase *games = tcase_create("games");
    tcase_add_test(games, special_positions);
    tcase_add_loop_test(games, random_starts, 0, 2);
    tcase_add_test(games, only_listed_moves_are_legal);
    suite_add_tcase(suite, games);
    return suite;
}
