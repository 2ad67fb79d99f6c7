#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/san.h"
#include "unit/suites.h"

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static struct position position_of(const char *fen)
{
    struct position position;
    ck_assert_msg(fen_parse(fen, strlen(fen), &position, NULL) == FEN_OK, "%s", fen);
    return position;
}

/* san_scan() on a copy of the exact size, so that sanitizers see a read behind the end. */
static size_t scan(const char *text, size_t size, struct san *san)
{
    char *copy = malloc(size > 0 ? size : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, text, size);
    size_t length = san_scan(copy, copy + size, san);
    free(copy);
    return length;
}

/* ---- san_scan() ---- */

/* Squares are as in text, "" for what is not said: piece letter, from, to, promotion, check sign. */
static const struct {
    const char *text;
    size_t length;
    const char
        *reading; /* piece, from file or '.', from rank or '.', to, promotion or '.', check or '.', x, any */
} scans[] = {
    {"e4", 2, "P..e4..--"},
    {"a1", 2, "P..a1..--"},
    {"h8", 2, "P..h8..--"},
    {"exd5", 4, "Pe.d5..x-"},
    {"ed5", 3, "Pe.d5..--"},
    {"e:d5", 4, "Pe.d5..x-"},
    {"bxc3", 4, "Pb.c3..x-"},
    {"b3", 2, "P..b3..--"},
    {"Nf3", 3, "N..f3..--"},
    {"Nxf3", 4, "N..f3..x-"},
    {"N:f3", 4, "N..f3..x-"},
    {"Nbd2", 4, "Nb.d2..--"},
    {"Nbxd2", 5, "Nb.d2..x-"},
    {"N1d2", 4, "N.1d2..--"},
    {"N1xd2", 5, "N.1d2..x-"},
    {"Nb1d2", 5, "Nb1d2..--"},
    {"Nb1xd2", 6, "Nb1d2..x-"},
    {"Ng1-f3", 6, "Ng1f3..--"},
    {"Bb2", 3, "B..b2..--"},
    {"Rab1", 4, "Ra.b1..--"},
    {"R8h7", 4, "R.8h7..--"},
    {"Kxh7", 4, "K..h7..x-"},
    {"Pe4", 3, "P..e4..--"},
    {"Pexd5", 5, "Pe.d5..x-"},
    {"Pe2-e4", 6, "Pe2e4..--"},
    {"e2e4", 4, "Pe2e4..-a"},
    {"e2-e4", 5, "Pe2e4..-a"},
    {"e4xd5", 5, "Pe4d5..xa"},
    {"g1f3", 4, "Pg1f3..-a"},
    {"e1h1", 4, "Pe1h1..-a"},
    /* Promotions */
    {"e8=Q", 4, "P..e8Q.--"},
    {"e8Q", 3, "P..e8Q.--"},
    {"e8(Q)", 5, "P..e8Q.--"},
    {"e8/R", 4, "P..e8R.--"},
    {"exd8=N#", 7, "Pe.d8N#x-"},
    {"exd1(B)+", 8, "Pe.d1B+x-"},
    {"e7e8q", 5, "Pe7e8Q.-a"},
    {"e7-e8q", 6, "Pe7e8Q.-a"},
    {"e7e8=b", 6, "Pe7e8B.-a"},
    {"e7xd8(Q)++", 10, "Pe7d8Q+xa"},
    {"Pe7xd8(Q)++", 11, "Pe7d8Q+x-"},
    {"e8q", 2, "P..e8..--"},
    {"e8=q", 2, "P..e8..--"},
    {"e8=", 2, "P..e8..--"},
    {"e8=K", 2, "P..e8..--"},
    {"e8=P", 2, "P..e8..--"},
    {"e8(Q", 2, "P..e8..--"},
    {"e8()", 2, "P..e8..--"},
    {"e4=Q", 2, "P..e4..--"},
    {"e4Nf6", 2, "P..e4..--"},
    {"Ne8=Q", 3, "N..e8..--"},
    /* Check signs, suffixes, what follows */
    {"Qh5+", 4, "Q..h5.+--"},
    {"Qxf7#", 5, "Q..f7.#x-"},
    {"Qh5++", 5, "Q..h5.+--"},
    {"Qh5+#", 5, "Q..h5.#--"},
    {"Qh5+++", 5, "Q..h5.+--"},
    {"Nf3!?", 3, "N..f3..--"},
    {"Nf3+!", 4, "N..f3.+--"},
    {"exd6 e.p.", 4, "Pe.d6..x-"},
    {"exd6e.p.", 4, "Pe.d6..x-"},
    {"e4 e5 Nf3 Nc6 Bb5 a6", 2, "P..e4..--"},
    {"Nf3Nf6Nc3Nc6Bb5Bb4", 3, "N..f3..--"},
    {"e4{comment behind it}", 2, "P..e4..--"},
    {"e2-e", 2, "P..e2..--"},
    {"e2xd", 2, "P..e2..--"},
    {"e2e", 2, "P..e2..--"},
    /* Castling */
    {"O-O", 3, "O1......-"},
    {"O-O-O", 5, "O2......-"},
    {"0-0", 3, "O1......-"},
    {"0-0-0", 5, "O2......-"},
    {"o-o", 3, "O1......-"},
    {"O-O+", 4, "O1....+.-"},
    {"O-O-O#", 6, "O2....#.-"},
    {"O-O-", 3, "O1......-"},
    {"O-O-x", 3, "O1......-"},
    {"O-O 12. e4", 3, "O1......-"},
    /* Not a move */
    {"", 0, NULL},
    {"e", 0, NULL},
    {"N", 0, NULL},
    {"Nf", 0, NULL},
    {"Nx", 0, NULL},
    {"Nxf", 0, NULL},
    {"Nff", 0, NULL},
    {"N33", 0, NULL},
    {"e9", 0, NULL},
    {"e0", 0, NULL},
    {"i4", 0, NULL},
    {"E4", 0, NULL},
    {"nf3", 0, NULL},
    {"xd5", 0, NULL},
    {"-e4", 0, NULL},
    {"N-f3", 0, NULL},
    {"b-c3", 0, NULL},
    {"N1-d2", 0, NULL},
    {"Nxxf3", 0, NULL},
    {"NNf3", 0, NULL},
    {"1-0", 0, NULL},
    {"0-1", 0, NULL},
    {"1/2-1/2", 0, NULL},
    {"*", 0, NULL},
    {"--", 0, NULL},
    {"Z0", 0, NULL},
    {"0000", 0, NULL},
    {"O", 0, NULL},
    {"O-", 0, NULL},
    {"OO", 0, NULL},
    {"$12", 0, NULL},
    {"12.", 0, NULL},
    {"\xd0\xa4", 0, NULL},
};

static void spell(const struct san *san, char out[10])
{
    memcpy(out, ".........", 10);
    out[8] = san->any_piece ? 'a' : '-';
    out[6] = san->check ? (char)san->check : '.';
    if (san->castling) {
        out[0] = 'O';
        out[1] = (char)('0' + san->castling);
        return;
    }
    out[0] = "PNBRQK"[san->piece];
    if (san->from_file < 8)
        out[1] = (char)('a' + san->from_file);
    if (san->from_rank < 8)
        out[2] = (char)('1' + san->from_rank);
    out[3] = (char)('a' + square_file(san->to));
    out[4] = (char)('1' + square_rank(san->to));
    if (san->promotion != NO_PIECE_TYPE)
        out[5] = "PNBRQK"[san->promotion];
    out[7] = san->captures ? 'x' : '-';
}

START_TEST(scanning)
{
    const char *text = scans[_i].text;
    struct san san;
    size_t length = scan(text, strlen(text), &san);
    ck_assert_msg(length == scans[_i].length, "\"%s\": %zu", text, length);
    if (length == 0)
        return;
    char reading[10];
    spell(&san, reading);
    ck_assert_msg(strcmp(reading, scans[_i].reading) == 0, "\"%s\": %s", text, reading);

    /* Far from the end the text is read in place: the same result. */
    char padded[64];
    memset(padded, ' ', sizeof padded);
    memcpy(padded, text, strlen(text));
    ck_assert_uint_eq(scan(padded, sizeof padded, &san), length);
    spell(&san, reading);
    ck_assert_str_eq(reading, scans[_i].reading);

    /* Cut anywhere, never more than what is there. */
    for (size_t size = 0; size < strlen(text); size++)
        ck_assert_uint_le(scan(text, size, &san), size);
}
END_TEST

/* ---- san_resolve() ---- */

static const struct {
    const char *fen;
    const char *text;
    enum san_status status;
    const char *uci; /* castling as king takes rook */
} resolutions[] = {
    {START, "e4", SAN_OK, "e2e4"},
    {START, "e3", SAN_OK, "e2e3"},
    {START, "Pe4", SAN_OK, "e2e4"},
    {START, "e2e4", SAN_OK, "e2e4"},
    {START, "e2-e4", SAN_OK, "e2e4"},
    {START, "Nf3", SAN_OK, "g1f3"},
    {START, "Nxf3", SAN_OK, "g1f3"}, /* a wrong x is not held against it */
    {START, "Ngf3+", SAN_OK, "g1f3"},
    {START, "g1f3", SAN_OK, "g1f3"},
    {START, "e5", SAN_ILLEGAL, NULL},
    {START, "e2e5", SAN_ILLEGAL, NULL},
    {START, "exd3", SAN_ILLEGAL, NULL},
    {START, "Nd2", SAN_ILLEGAL, NULL},
    {START, "Nbf3", SAN_ILLEGAL, NULL},
    {START, "N2f3", SAN_ILLEGAL, NULL},
    {START, "Ra3", SAN_ILLEGAL, NULL},
    {START, "Ke2", SAN_ILLEGAL, NULL},
    {START, "O-O", SAN_ILLEGAL, NULL},
    {START, "e7e5", SAN_ILLEGAL, NULL},
    {START, "e4e5", SAN_ILLEGAL, NULL},
    {START, "Be2e4", SAN_ILLEGAL, NULL},
    {START, "e4 ", SAN_SYNTAX, NULL},
    {START, "e4!", SAN_SYNTAX, NULL},
    {START, "", SAN_SYNTAX, NULL},
    {START, "e1", SAN_ILLEGAL, NULL},
    {START, "a1a1", SAN_ILLEGAL, NULL},
    {"4k2r/8/8/8/8/8/8/4K3 w k - 0 1", "e1c1", SAN_ILLEGAL, NULL}, /* black's right is none of white's */
    {START, "e1e1", SAN_ILLEGAL, NULL},
    /* Black pushes down */
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e5", SAN_OK, "e7e5"},
    {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e4", SAN_ILLEGAL, NULL},
    /* A double push does not jump, nor start from elsewhere */
    {"4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e4", SAN_ILLEGAL, NULL},
    {"4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1", "e4", SAN_ILLEGAL, NULL},
    {"4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e5", SAN_ILLEGAL, NULL},
    {"4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1", "e4", SAN_OK, "e3e4"},
    /* Pawn captures name their file; a push says no other */
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", SAN_OK, "e4d5"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", SAN_OK, "e4d5"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4xd5", SAN_OK, "e4d5"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", SAN_ILLEGAL, NULL},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "cxd5", SAN_ILLEGAL, NULL},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e5", SAN_OK, "e4e5"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "dxe5", SAN_ILLEGAL, NULL},
    {"4k3/8/8/8/P6p/8/8/4K3 w - - 0 1", "hxa5", SAN_ILLEGAL, NULL},
    /* En passant */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", SAN_OK, "e5d6"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", SAN_OK, "e5d6"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "exd6", SAN_ILLEGAL, NULL},
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "exd3", SAN_ILLEGAL, NULL},
    {"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 2", "cxd6", SAN_OK, "c5d6"},
    {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "exd3", SAN_OK, "e4d3"}, /* takes the checking pawn */
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "Kd6", SAN_ILLEGAL, NULL},
    /* Promotion: always with a piece, only on the last rank */
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=Q", SAN_OK, "e7e8q"},
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8N", SAN_OK, "e7e8n"},
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", SAN_OK, "e7e8r"},
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7-e8=B", SAN_OK, "e7e8b"},
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8", SAN_ILLEGAL, NULL},
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8", SAN_ILLEGAL, NULL},
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e1e8q", SAN_ILLEGAL, NULL},
    {"3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "exd8=R", SAN_OK, "e7d8r"},
    {"4k3/8/8/8/8/8/5p1K/4N3 b - - 0 1", "fxe1=N", SAN_OK, "f2e1n"},
    {"8/4P1k1/8/8/8/8/8/4K2R w K - 0 1", "h1h8q", SAN_ILLEGAL, NULL},
    {"8/4P1k1/8/8/8/8/8/4K2R w K - 0 1", "e1g1q", SAN_ILLEGAL, NULL},
    /* Disambiguation counts legal moves only */
    {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rd1", SAN_OK, "a1d1"},
    {"3k4/8/8/8/4R3/8/R7/4K3 w - - 0 1", "Re2", SAN_AMBIGUOUS, NULL},
    {"3k4/8/8/8/4R3/8/R7/4K3 w - - 0 1", "R2e2", SAN_OK, "a2e2"},
    {"6k1/8/8/8/8/8/K7/R6R w - - 0 1", "Rd1", SAN_AMBIGUOUS, NULL},
    {"6k1/8/8/8/8/8/K7/R6R w - - 0 1", "Rad1", SAN_OK, "a1d1"},
    {"6k1/8/8/8/8/8/K7/R6R w - - 0 1", "R1d1", SAN_AMBIGUOUS, NULL},
    {"6k1/8/8/8/8/8/K7/R6R w - - 0 1", "Ra1d1", SAN_OK, "a1d1"},
    {"4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "Nf3", SAN_OK, "g1f3"}, /* the other knight is pinned */
    {"4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "Ndf3", SAN_ILLEGAL, NULL},
    {"4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "Nf3", SAN_ILLEGAL, NULL},
    {"3rk3/8/8/8/1b6/2N5/3N4/3K4 w - - 0 1", "Ne4", SAN_OK, "c3e4"},
    {"4r2k/8/8/8/8/8/4R3/R3K3 w - - 0 1", "Ra2", SAN_OK, "a1a2"},
    /* In check */
    {"4r2k/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "Ne2", SAN_OK, "g1e2"},
    {"4r2k/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "Nf3", SAN_ILLEGAL, NULL},
    {"4r2k/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "O-O-O", SAN_ILLEGAL, NULL},
    {"4r2k/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "Ke2", SAN_ILLEGAL, NULL},
    {"4r2k/8/8/8/8/8/8/R3K1N1 w Q - 0 1", "Kd1", SAN_OK, "e1d1"},
    {"7k/8/8/8/8/3n4/8/R3K1N1 w Q - 0 1", "Nf3", SAN_ILLEGAL, NULL},
    {"7k/8/8/8/8/3n1Q2/8/4K3 w - - 0 1", "Qxd3", SAN_OK, "f3d3"},
    {"4r2k/8/8/8/8/3n4/4Q3/4K3 w - - 0 1", "Qxd3", SAN_ILLEGAL, NULL}, /* pinned */
    {"4r2k/8/8/8/8/5n2/8/3QK3 w - - 0 1", "Qe2", SAN_ILLEGAL, NULL},   /* double check */
    {"4r2k/8/8/8/8/5n2/8/3QK3 w - - 0 1", "Kf1", SAN_OK, "e1f1"},
    {"4r2k/8/8/8/8/5n2/8/3QK3 w - - 0 1", "Qxf3", SAN_ILLEGAL, NULL},
    {"r3K2k/8/8/8/8/8/8/8 w - - 0 1", "Kf8", SAN_ILLEGAL, NULL}, /* the king shields no square behind it */
    /* Kings are not taken, not even where they could be */
    {"4k3/3P4/2N5/1B6/8/8/4R3/6K1 w - - 0 1", "dxe8=Q", SAN_ILLEGAL, NULL},
    {"4k3/3P4/2N5/1B6/8/8/4R3/6K1 w - - 0 1", "d7e8q", SAN_ILLEGAL, NULL},
    {"4k3/3P4/2N5/1B6/8/8/4R3/6K1 w - - 0 1", "d8=Q", SAN_OK, "d7d8q"},
    {"4k3/3P4/2N5/1B6/8/8/4R3/6K1 w - - 0 1", "Rxe8", SAN_ILLEGAL, NULL},
    {"4k3/3P4/2N5/1B6/8/8/4R3/6K1 w - - 0 1", "e2e8", SAN_ILLEGAL, NULL},
    {"4k3/3P4/2N5/1B6/8/8/4R3/6K1 w - - 0 1", "Re7", SAN_OK, "e2e7"},
    {"8/8/8/3kK3/8/8/2P5/7R w - - 0 1", "Kxd5", SAN_ILLEGAL, NULL},
    {"8/8/8/3kK3/8/8/2P5/7R w - - 0 1", "Rh5", SAN_ILLEGAL, NULL}, /* the other king gives check */
    {"8/8/8/3kK3/8/8/2P5/7R w - - 0 1", "c4", SAN_ILLEGAL, NULL},
    {"8/8/8/3kK3/8/8/2P5/7R w - - 0 1", "Kf5", SAN_OK, "e5f5"},
    {"4r1k1/8/8/8/1B6/8/8/R3K1R1 w KQ - 0 1", "O-O-O", SAN_ILLEGAL, NULL},
    {"5rk1/8/8/8/1B6/8/8/R3K1R1 w KQ - 0 1", "O-O-O", SAN_OK, "e1a1"},
    /* Castling in every spelling */
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", SAN_OK, "e1h1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", SAN_OK, "e1a1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", SAN_OK, "e1h1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", SAN_OK, "e1h1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke1-c1", SAN_OK, "e1a1"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", SAN_OK, "e8a8"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kg1", SAN_ILLEGAL, NULL},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Kxh1", SAN_ILLEGAL, NULL},
    {"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1g1", SAN_ILLEGAL, NULL},
    {"r3kr2/8/8/8/8/8/8/R3K2R w KQq - 0 1", "O-O", SAN_ILLEGAL, NULL},
    {"r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1", "O-O-O", SAN_ILLEGAL, NULL},
    {"1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1", "O-O-O", SAN_OK, "e1a1"},
    /* Chess960: g1 is a plain king's step where the rook is h1 and the king f1 */
    {"5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1g1", SAN_OK, "f1g1"},
    {"5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1h1", SAN_OK, "f1h1"},
    {"5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1", "Kg1", SAN_OK, "f1g1"},
    {"5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1", "O-O", SAN_OK, "f1h1"},
    {"5k2/8/8/8/8/8/8/R4K1R w KQ - 0 1", "f1c1", SAN_OK, "f1a1"},
    {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", SAN_OK, "g1h1"},
    {"5k2/8/8/8/8/8/8/6KR w H - 0 1", "g1g1", SAN_ILLEGAL, NULL},
    {"4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "O-O-O", SAN_ILLEGAL, NULL}, /* the rook unmasks a1 */
};

START_TEST(resolving)
{
    struct position position = position_of(resolutions[_i].fen);
    struct position before;
    chess_move move = NO_MOVE;
    char uci[SAN_SIZE_MAX + 1];
    memcpy(&before, &position, sizeof before);
    enum san_status status = san_parse(&position, resolutions[_i].text, strlen(resolutions[_i].text), &move);
    ck_assert_msg(status == resolutions[_i].status, "%s %s: status %d", resolutions[_i].fen,
                  resolutions[_i].text, (int)status);
    ck_assert_int_eq(memcmp(&before, &position, sizeof before), 0);
    if (status != SAN_OK)
        return;
    ck_assert(move_is_legal(&position, move));
    uci[uci_write(move, 1, uci)] = '\0';
    ck_assert_str_eq(uci, resolutions[_i].uci);
}
END_TEST

/* ---- san_write() ---- */

static const struct {
    const char *fen;
    const char *uci;
    const char *san;
} writings[] = {
    {START, "e2e4", "e4"},
    {START, "g1f3", "Nf3"},
    {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"},
    {"8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e7e8q", "e8=Q"},
    {"3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "O-O-O"},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "O-O+"},
    /* File, else rank, else both */
    {"6k1/8/8/8/8/8/K7/R6R w - - 0 1", "a1d1", "Rad1"},
    {"7k/8/R7/8/8/8/R7/7K w - - 0 1", "a6a4", "R6a4"},
    {"8/7k/8/8/8/8/3K4/Q1Q5 w - - 0 1", "a1b2", "Qab2"},
    {"7k/8/8/4K3/8/Q1Q5/8/Q7 w - - 0 1", "a3b2", "Qa3b2"},
    {"7k/8/8/4K3/8/Q1Q5/8/Q7 w - - 0 1", "c3b2", "Qcb2"},
    {"7k/8/8/4K3/8/Q1Q5/8/Q7 w - - 0 1", "a1b2", "Q1b2"},
    {"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
    /* Pinned men do not count */
    {"4k3/8/8/8/1b6/8/3N4/4K1N1 w - - 0 1", "g1f3", "Nf3"},
    {"4r2k/8/8/8/8/8/4R3/R3K3 w - - 0 1", "a1a2", "Ra2"},
    /* Mate, stalemate, discovered and double check */
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "Ra8#"},
    {"7k/8/6Q1/8/8/8/8/K7 w - - 0 1", "g6f7", "Qf7"},
    {"4k3/8/8/8/4B3/8/8/4R1K1 w - - 0 1", "e4g6", "Bg6+"},
    {"k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "Rh8#"},
};

START_TEST(writing)
{
    struct position position = position_of(writings[_i].fen);
    struct position copy = position, made = position;
    chess_move move = NO_MOVE;
    char text[SAN_SIZE_MAX + 1];
    reversible_move word, same_word;
    ck_assert_int_eq(uci_parse(&position, writings[_i].uci, strlen(writings[_i].uci), &move), SAN_OK);
    text[san_write(&position, move, text)] = '\0';
    ck_assert_str_eq(text, writings[_i].san);

    memset(text, 0, sizeof text);
    ck_assert_uint_eq(san_write_and_make(&copy, move, text, &word), strlen(writings[_i].san));
    ck_assert_str_eq(text, writings[_i].san);
    same_word = position_make(&made, move);
    ck_assert_uint_eq(word, same_word);
    ck_assert(position_same(&copy, &made));
}
END_TEST

Suite *san_suite(void)
{
    Suite *suite = suite_create("san");
    TCase *reading = tcase_create("reading");
    tcase_add_loop_test(reading, scanning, 0, sizeof scans / sizeof *scans);
    tcase_add_loop_test(reading, resolving, 0, sizeof resolutions / sizeof *resolutions);
    suite_add_tcase(suite, reading);
    TCase *writer = tcase_create("writing");
    tcase_add_loop_test(writer, writing, 0, sizeof writings / sizeof *writings);
    suite_add_tcase(suite, writer);
    return suite;
}
