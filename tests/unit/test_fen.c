#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "unit/suites.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

/* From a copy of the exact size, so that sanitizers see a read behind the end. */
static enum fen_status parse(const char *fen, struct position *position, unsigned *notes)
{
    size_t size = strlen(fen);
    char *copy = malloc(size > 0 ? size : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, fen, size);
    enum fen_status status = fen_parse(copy, size, position, notes);
    free(copy);
    return status;
}

/* ---- Read, and what is written then ---- */

static const struct {
    const char *fen;
    unsigned notes;
    const char *xfen;
    const char *shredder;
} good[] = {
    {START " w KQkq - 0 1", 0, START " w KQkq - 0 1", START " w HAha - 0 1"},
    /* Missing fields, white space */
    {START, 0, START " w - - 0 1", START " w - - 0 1"},
    {START " b", 0, START " b - - 0 1", START " b - - 0 1"},
    {START " w KQkq", 0, START " w KQkq - 0 1", START " w HAha - 0 1"},
    {" \t" START "  b   Kq  -   7 \r\n", 0, START " b Kq - 7 1", START " b Ha - 7 1"},
    {"\v" START "\fb\v\fKq\v", 0, START " b Kq - 0 1", START " b Ha - 0 1"},
    {START " w KQkq - 3 0", 0, START " w KQkq - 3 1", START " w HAha - 3 1"},
    {START " w KQkq - 65535 999999999", 0, START " w KQkq - 65535 999999999",
     START " w HAha - 65535 999999999"},
    {START " w KQkq - 0000 00012", 0, START " w KQkq - 0 12", START " w HAha - 0 12"},
    {"4k3/44/134/8/8/8/8/4K3 w", 0, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    /* Order and mixture of rights */
    {START " w qkQK - 0 1", 0, START " w KQkq - 0 1", START " w HAha - 0 1"},
    {START " w HQka - 0 1", 0, START " w KQkq - 0 1", START " w HAha - 0 1"},
    /* Rights without king or rook at home */
    {"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", FEN_NOTE_RIGHT_DROPPED, "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
     "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    {"r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", FEN_NOTE_RIGHT_DROPPED, "r3k2r/8/8/8/8/8/4K3/R6R w kq - 0 1",
     "r3k2r/8/8/8/8/8/4K3/R6R w ha - 0 1"},
    {"r3k2n/8/8/8/8/8/8/R3K2R w KQkq - 0 1", FEN_NOTE_RIGHT_DROPPED, "r3k2n/8/8/8/8/8/8/R3K2R w KQq - 0 1",
     "r3k2n/8/8/8/8/8/8/R3K2R w HAa - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2r w K - 0 1", FEN_NOTE_RIGHT_DROPPED, "4k3/8/8/8/8/8/8/4K2r w - - 0 1",
     "4k3/8/8/8/8/8/8/4K2r w - - 0 1"},
    {"4k3/8/8/8/8/8/8/4KR2 w EGF - 0 1", FEN_NOTE_RIGHT_DROPPED, "4k3/8/8/8/8/8/8/4KR2 w K - 0 1",
     "4k3/8/8/8/8/8/8/4KR2 w F - 0 1"},
    /* X-FEN: a letter K or Q is the outermost rook beyond the king, an inner one is named by its file */
    {"4k3/8/8/8/8/8/8/4KRR1 w K - 0 1", 0, "4k3/8/8/8/8/8/8/4KRR1 w K - 0 1",
     "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1"},
    {"4k3/8/8/8/8/8/8/4KRR1 w F - 0 1", 0, "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1",
     "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1"},
    {"rr2k3/8/8/8/8/8/8/4K3 b b - 0 1", 0, "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1",
     "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1"},
    {"rr2k3/8/8/8/8/8/8/4K3 b q - 0 1", 0, "rr2k3/8/8/8/8/8/8/4K3 b q - 0 1",
     "rr2k3/8/8/8/8/8/8/4K3 b a - 0 1"},
    {"2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1", 0, "2r1kr2/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
     "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1"},
    {"4k3/8/8/8/8/8/8/KR6 w K - 0 1", 0, "4k3/8/8/8/8/8/8/KR6 w K - 0 1", "4k3/8/8/8/8/8/8/KR6 w B - 0 1"},
    /* En passant: legal, only attacked, neither */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", 0, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"},
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", 0, "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1",
     "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1"},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", FEN_NOTE_EN_PASSANT_DROPPED,
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1"},
    {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 2", FEN_NOTE_EN_PASSANT_DROPPED, "4k3/8/8/4P3/8/8/8/4K3 w - - 0 2",
     "4k3/8/8/4P3/8/8/8/4K3 w - - 0 2"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 2", FEN_NOTE_EN_PASSANT_DROPPED, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2",
     "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2"},
    {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 2", FEN_NOTE_EN_PASSANT_DROPPED, "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 2",
     "4k3/8/3n4/3pP3/8/8/8/4K3 w - - 0 2"},
    {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 2", FEN_NOTE_EN_PASSANT_DROPPED, "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 2",
     "4k3/3n4/8/3pP3/8/8/8/4K3 w - - 0 2"},
    {"4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 2", FEN_NOTE_EN_PASSANT_DROPPED, "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2",
     "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 2"},
    /* The side that is not to move is in check */
    {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", FEN_NOTE_OPPONENT_IN_CHECK, "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
     "4k3/8/8/8/8/8/8/4RK2 w - - 0 1"},
    {"8/8/8/3kK3/8/8/8/8 b - - 0 1", FEN_NOTE_OPPONENT_IN_CHECK, "8/8/8/3kK3/8/8/8/8 b - - 0 1",
     "8/8/8/3kK3/8/8/8/8 b - - 0 1"},
    {"4k3/3P4/8/8/8/8/8/4K2R w KQ - 0 1", FEN_NOTE_OPPONENT_IN_CHECK | FEN_NOTE_RIGHT_DROPPED,
     "4k3/3P4/8/8/8/8/8/4K2R w K - 0 1", "4k3/3P4/8/8/8/8/8/4K2R w H - 0 1"},
    {"4k3/3P4/8/8/8/8/8/4K3 b - - 0 1", 0, "4k3/3P4/8/8/8/8/8/4K3 b - - 0 1",
     "4k3/3P4/8/8/8/8/8/4K3 b - - 0 1"},
    /* Crazyhouse: hands, promoted men */
    {"4k3/8/8/8/8/8/8/4K2R[Qq] w K - 0 1", 0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
     "4k3/8/8/8/8/8/8/4K2R w H - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R[] w K - 0 1", 0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
     "4k3/8/8/8/8/8/8/4K2R w H - 0 1"},
    {"4k3/8/8/8/8/8/8/4K2R/Pnn w K - 0 1", 0, "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
     "4k3/8/8/8/8/8/8/4K2R w H - 0 1"},
    {"q~3k3/8/8/8/8/8/8/4K2Q~/ w - - 0 1", 0, "q3k3/8/8/8/8/8/8/4K2Q w - - 0 1",
     "q3k3/8/8/8/8/8/8/4K2Q w - - 0 1"},
    /* More men than play can give */
    {"QQQQkQQQ/8/8/8/8/8/8/4K3 b - - 0 1", 0, "QQQQkQQQ/8/8/8/8/8/8/4K3 b - - 0 1",
     "QQQQkQQQ/8/8/8/8/8/8/4K3 b - - 0 1"},
};

START_TEST(read_and_write)
{
    struct position position;
    char out[FEN_SIZE_MAX + 1];
    unsigned notes;
    ck_assert_msg(parse(good[_i].fen, &position, &notes) == FEN_OK, "%s", good[_i].fen);
    ck_assert_uint_eq(notes, good[_i].notes);
    ck_assert_uint_eq(fen_write(&position, FEN_X, out), strlen(good[_i].xfen));
    ck_assert_str_eq(out, good[_i].xfen);
    fen_write(&position, FEN_SHREDDER, out);
    ck_assert_str_eq(out, good[_i].shredder);
    ck_assert_int_eq(parse(good[_i].fen, &position, NULL), FEN_OK);
}
END_TEST

/* ---- Refused ---- */

static const struct {
    const char *fen;
    enum fen_status status;
} bad[] = {
    {"", FEN_BAD_PLACEMENT},
    {"   ", FEN_BAD_PLACEMENT},
    {"startpos", FEN_BAD_PLACEMENT},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {START "/8 w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {START "/Qx w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {START "/Q/ w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {START "[Q w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {START "[Q]p w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {"4k3/8/8/8/8/8/8[Q]/4K2R w K - 0 1", FEN_BAD_PLACEMENT},
    {"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {"rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {"rnbqkbnr/pppppppp/0/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {"rnbqkbnr/pppppppp/88/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", FEN_BAD_PLACEMENT},
    {"4k3/8/8/8/8/8/8/~4K2R w K - 0 1", FEN_BAD_PLACEMENT},
    {"4k3/8/8/8/8/8/8/4K2~R w K - 0 1", FEN_BAD_PLACEMENT},
    {"4k3/8/8/8/8/8/8/4K2R~~ w K - 0 1", FEN_BAD_PLACEMENT},
    {START " W KQkq - 0 1", FEN_BAD_SIDE},
    {START " white KQkq - 0 1", FEN_BAD_SIDE},
    {START " - KQkq - 0 1", FEN_BAD_SIDE},
    {START " w KQkqK - 0 1", FEN_BAD_CASTLING},
    {START " w KK - 0 1", FEN_BAD_CASTLING},
    {START " w KH - 0 1", FEN_BAD_CASTLING},
    {START " w -K - 0 1", FEN_BAD_CASTLING},
    {START " w KQxq - 0 1", FEN_BAD_CASTLING},
    {START " w I - 0 1", FEN_BAD_CASTLING},
    {"4k3/8/8/8/8/8/8/4KRR1 w FG - 0 1", FEN_BAD_CASTLING},
    {START " w KQkq e4 0 1", FEN_BAD_EN_PASSANT},
    {START " w KQkq i3 0 1", FEN_BAD_EN_PASSANT},
    {START " w KQkq e 0 1", FEN_BAD_EN_PASSANT},
    {START " w KQkq e33 0 1", FEN_BAD_EN_PASSANT},
    {START " w KQkq - -1 1", FEN_BAD_COUNTER},
    {START " w KQkq - 65536 1", FEN_BAD_COUNTER},
    {START " w KQkq - 0 1000000000", FEN_BAD_COUNTER},
    {START " w KQkq - 0 99999999999999999999", FEN_BAD_COUNTER},
    {START " w KQkq - 0 1x", FEN_BAD_COUNTER},
    {START " w KQkq - bm e4", FEN_BAD_COUNTER},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", FEN_BAD_KINGS},
    {"4k3/8/8/8/8/8/8/8 w - - 0 1", FEN_BAD_KINGS},
    {"8/8/8/8/8/8/8/8 w - - 0 1", FEN_BAD_KINGS},
    {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", FEN_BAD_KINGS},
    {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", FEN_BAD_PAWNS},
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", FEN_BAD_PAWNS},
    {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", FEN_BAD_PAWNS},
    {START " w KQkq - 0 1 more", FEN_TRAILING_TEXT},
};

START_TEST(refused)
{
    struct position position;
    unsigned notes;
    enum fen_status status = parse(bad[_i].fen, &position, &notes);
    ck_assert_msg(status == bad[_i].status, "\"%s\": %s", bad[_i].fen, fen_status_text(status));
    ck_assert_msg(strlen(fen_status_text(status)) > 8, "no text for status %d", (int)status);
}
END_TEST

START_TEST(zero_bytes_are_not_the_end)
{
    static const char fen[] = START " w KQkq - 0 1\0 ";
    static const char rank[] = "4k3/8/8/8/8/8/8/4K2\0 w";
    struct position position;
    ck_assert_int_eq(fen_parse(fen, sizeof fen - 1, &position, NULL), FEN_BAD_COUNTER);
    ck_assert_int_eq(fen_parse(rank, sizeof rank - 1, &position, NULL), FEN_BAD_PLACEMENT);
}
END_TEST

/* No prefix of a FEN and no single changed byte leads outside the text or to a position out of order. */
START_TEST(damaged_text)
{
    const char *fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1pP5/2N2Q1p/PP1BBPPP/R3K2R b KQkq c3 10 120";
    char text[128];
    struct position position;
    chess_move list[MOVE_LIST_CAPACITY];
    size_t size = strlen(fen);
    for (size_t at = 0; at < size; at++)
        for (unsigned byte = 0; byte < 256; byte++) {
            memcpy(text, fen, size + 1);
            text[at] = (char)byte;
            if (fen_parse(text, size, &position, NULL) == FEN_OK &&
                (!position_finish(&position) || legal_list(&position, list) > MOVE_LIST_CAPACITY))
                ck_abort_msg("%.*s", (int)size, text);
        }
    for (size_t cut = 0; cut < size; cut++) {
        memcpy(text, fen, cut);
        text[cut] = '\0';
        parse(text, &position, NULL);
    }
}
END_TEST

/* ---- What the fields say ---- */

START_TEST(fields_of_the_position)
{
    struct position position, start;
    ck_assert_int_eq(parse("1r2k1r1/8/8/3Pp3/8/8/8/1R2K1R1 w GBgb e6 7 42", &position, NULL), FEN_OK);
    ck_assert_uint_eq(position.castling, 15);
    ck_assert_uint_eq(position.rook_home[0], SQ_G1);
    ck_assert_uint_eq(position.rook_home[1], 1);
    ck_assert_uint_eq(position.rook_home[2], SQ_A8 + 6);
    ck_assert_uint_eq(position.rook_home[3], SQ_A8 + 1);
    ck_assert(position.castling_squares == UINT64_C(0x5200000000000052));
    ck_assert_uint_eq(position.ep_square, 44);
    ck_assert_uint_eq(position.halfmove_clock, 7);
    ck_assert_uint_eq(position.move_number, 42);
    ck_assert_uint_eq(position.king_square[WHITE], SQ_E1);
    ck_assert_uint_eq(position.king_square[BLACK], SQ_E8);
    ck_assert(position_is_chess960(&position));

    position_start(&start);
    ck_assert_int_eq(parse(START " w KQkq - 0 1", &position, NULL), FEN_OK);
    ck_assert_int_eq(memcmp(&start, &position, sizeof start), 0);

    ck_assert_int_eq(parse("4k3/8/8/8/7b/8/8/4K3 w - - 0 1", &position, NULL), FEN_OK);
    ck_assert(position.checkers == UINT64_C(1) << 31);
}
END_TEST

/* A full board, and far more moves than play can give: both texts and lists stay within their room. */
/* ---- Fields that are missing ---- */

/* How many positions a FEN means, and which field has to be there for one. */
static const struct {
    const char *fen;
    unsigned positions;
    enum fen_status missing;
} open_fens[] = {
    {START " w KQkq - 0 1", 1, FEN_OK},
    {START " w KQkq -", 1, FEN_OK},
    {START " w KQkq", 1, FEN_OK},
    {START " w", 16, FEN_NO_CASTLING},
    {START, 32, FEN_NO_SIDE},
    {"4k3/8/8/8/8/8/8/4K3 b", 1, FEN_OK},
    {"4k3/8/8/8/8/8/8/4K3", 2, FEN_NO_SIDE},
    {"4k3/8/8/8/8/8/8/4K2R w", 2, FEN_NO_CASTLING},
    {"r3k3/8/8/8/8/8/8/4K3 w", 2, FEN_NO_CASTLING},
    {"4k3/8/8/8/8/8/8/R5KR w", 4, FEN_OK}, /* in Chess960 alone */
    {"4k3/8/8/8/8/8/8/4KRRR w", 4, FEN_NO_CASTLING},
    {"4k3/8/8/3pPp2/8/8/8/4K3 w - - 0 1", 1, FEN_OK},
    {"4k3/8/8/3pPp2/8/8/8/4K3 w -", 3, FEN_NO_EN_PASSANT},
    {"4k3/8/8/3pPp2/8/8/8/4K3 b -", 1, FEN_OK},
    {"4k3/8/8/3pPp2/8/8/8/4K3", 4, FEN_NO_SIDE},
    {"4k3/8/4P3/3pPp2/5p2/8/8/R3K3", 8, FEN_NO_SIDE},
};

struct taken {
    const char *fen;
    unsigned count, most;
    char fens[64][FEN_SIZE_MAX + 1];
};

/* A fen_take_function: each is another one, and has what the FEN says. */
static int take(void *opaque, const struct position *position)
{
    struct taken *taken = opaque;
    size_t men = strcspn(taken->fen, " ");
    ck_assert_uint_lt(taken->count, 64);
    fen_write(position, FEN_SHREDDER, taken->fens[taken->count]);
    for (unsigned i = 0; i < taken->count; i++)
        ck_assert_str_ne(taken->fens[i], taken->fens[taken->count]);
    ck_assert_int_eq(strncmp(taken->fens[taken->count], taken->fen, men), 0);
    return ++taken->count < taken->most;
}

START_TEST(missing_fields_may_be_anything)
{
    const char *fen = open_fens[_i].fen;
    struct position position;
    struct taken taken = {.fen = fen, .most = 64}, one = {.fen = fen, .most = 1};
    ck_assert_int_eq(fen_parse_open(fen, strlen(fen), take, &taken), FEN_OK);
    ck_assert_uint_eq(taken.count, open_fens[_i].positions);
    ck_assert_int_eq(fen_parse_open(fen, strlen(fen), take, &one), FEN_OK);
    ck_assert_uint_eq(one.count, 1);
    ck_assert_int_eq(parse(fen, &position, NULL), FEN_OK);
    ck_assert_int_eq(fen_check_fields(fen, strlen(fen), &position), open_fens[_i].missing);
}
END_TEST

START_TEST(what_is_no_fen_is_nothing)
{
    struct taken taken = {.fen = "", .most = 64};
    ck_assert_int_eq(fen_parse_open(bad[_i].fen, strlen(bad[_i].fen), take, &taken), bad[_i].status);
    ck_assert_uint_eq(taken.count, 0);
}
END_TEST

/* A man that is dropped takes the move that an en-passant capture would be. */
START_TEST(drops_end_en_passant)
{
    struct position position;
    ck_assert_int_eq(parse("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &position, NULL), FEN_OK);
    position_play(&position, move_of(SQ_E1 + 8, SQ_E1 + 24, MOVE_DOUBLE_PUSH));
    ck_assert_uint_eq(position.ep_square, SQ_E1 + 16);
    position_make_drop(&position, KNIGHT, SQ_A1);
    ck_assert_uint_eq(position.ep_square, NO_SQUARE);
}
END_TEST

START_TEST(crowded_boards)
{
    static const struct {
        const char *fen;
        unsigned moves_min;
    } boards[] = {
        {"qqqqqqqk/qqqqqqqq/qqqqqqqq/qqqqqqqq/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQQ w - - 65535 999999999", 1},
        {"QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q5QQ/Q4Qnn/KQQQQQnk w - - 0 1", 257},
        {"Q6Q/8/2Q2Q2/3QQ3/3QQ3/2Q2Q2/6nn/K5nk w - - 0 1", 129},
    };
    struct position position;
    chess_move list[MOVE_LIST_CAPACITY];
    char out[FEN_SIZE_MAX + 1];
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        ck_assert_msg(parse(boards[i].fen, &position, NULL) == FEN_OK, "%s", boards[i].fen);
        unsigned count = legal_list(&position, list);
        ck_assert_uint_ge(count, boards[i].moves_min);
        ck_assert_uint_le(count, MOVE_LIST_CAPACITY);
        ck_assert_uint_le(fen_write(&position, FEN_X, out), FEN_SIZE_MAX);
        ck_assert_str_eq(out, boards[i].fen);
    }
}
END_TEST

Suite *fen_suite(void)
{
    Suite *suite = suite_create("fen");
    TCase *text = tcase_create("text");
    tcase_add_loop_test(text, read_and_write, 0, sizeof good / sizeof *good);
    tcase_add_loop_test(text, refused, 0, sizeof bad / sizeof *bad);
    tcase_add_test(text, zero_bytes_are_not_the_end);
    tcase_add_test(text, damaged_text);
    suite_add_tcase(suite, text);
    TCase *meaning = tcase_create("meaning");
    tcase_add_test(meaning, fields_of_the_position);
    tcase_add_test(meaning, crowded_boards);
    tcase_add_test(meaning, drops_end_en_passant);
    tcase_add_loop_test(meaning, missing_fields_may_be_anything, 0, sizeof open_fens / sizeof *open_fens);
    tcase_add_loop_test(meaning, what_is_no_fen_is_nothing, 0, sizeof bad / sizeof *bad);
    suite_add_tcase(suite, meaning);
    return suite;
}
