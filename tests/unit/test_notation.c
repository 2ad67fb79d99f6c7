/* UCI and LAN text. */
#include <check.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/notation.h"
#include "shared/lan.h"
#include "unit/suites.h"

#define CASTLING "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define PROMOTION "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1"

static struct position position_of(const char *fen)
{
    struct position position;
    ck_assert_msg(fen_parse(fen, strlen(fen), &position, NULL) == FEN_OK, "%s", fen);
    return position;
}

static const struct {
    const char *fen;
    const char *move; /* as UCI, castling as king takes rook */
    const char *uci;  /* orthodox */
    const char *lan;
} texts[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e2e4", "e2-e4"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "g1f3", "Ng1-f3"},
    {CASTLING, "e1h1", "e1g1", "O-O"},
    {CASTLING, "e1a1", "e1c1", "O-O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8h8", "e8g8", "O-O"},
    {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "e8c8", "O-O-O"},
    {CASTLING, "h1h8", "h1h8", "Rh1xh8+"},
    {PROMOTION, "e7d8q", "e7d8q", "e7xd8=Q+"},
    {PROMOTION, "e7e8n", "e7e8n", "e7-e8=N"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "e5d6", "e5xd6"},
    {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "a1a8", "Ra1-a8#"},
};

START_TEST(written)
{
    struct position position = position_of(texts[_i].fen);
    chess_move move = NO_MOVE;
    char out[SAN_SIZE_MAX + 1];
    ck_assert_int_eq(uci_parse(&position, texts[_i].move, strlen(texts[_i].move), &move), SAN_OK);
    out[uci_write(move, 1, out)] = '\0';
    ck_assert_str_eq(out, texts[_i].move);
    out[uci_write(move, 0, out)] = '\0';
    ck_assert_str_eq(out, texts[_i].uci);
    out[lan_write(&position, move, out)] = '\0';
    ck_assert_str_eq(out, texts[_i].lan);
}
END_TEST

static const struct {
    const char *fen;
    const char *text;
    enum san_status status;
} readings[] = {
    {CASTLING, "e1g1", SAN_OK},        {CASTLING, "e1h1", SAN_OK},       {CASTLING, "e1f1", SAN_OK},
    {CASTLING, "e1h2", SAN_ILLEGAL},   {CASTLING, "e8g8", SAN_ILLEGAL},  {CASTLING, "a3a4", SAN_ILLEGAL},
    {PROMOTION, "e7e8q", SAN_OK},      {PROMOTION, "e7e8", SAN_ILLEGAL}, {PROMOTION, "e7e8Q", SAN_SYNTAX},
    {PROMOTION, "e7e8k", SAN_SYNTAX},  {PROMOTION, "e7e8=", SAN_SYNTAX}, {PROMOTION, "e7e8=q", SAN_SYNTAX},
    {PROMOTION, "e7xd8q", SAN_SYNTAX}, {PROMOTION, "e7xd8", SAN_SYNTAX}, {PROMOTION, "e1e2q", SAN_SYNTAX},
    {PROMOTION, "e1e2+", SAN_SYNTAX},  {PROMOTION, "e1-e2", SAN_SYNTAX}, {PROMOTION, "Ke1e2", SAN_SYNTAX},
    {PROMOTION, "Ke2", SAN_SYNTAX},    {PROMOTION, "exd8Q", SAN_SYNTAX}, {PROMOTION, "O-O", SAN_SYNTAX},
    {PROMOTION, "O-O-O", SAN_SYNTAX},  {PROMOTION, "0000", SAN_SYNTAX},  {PROMOTION, "", SAN_SYNTAX},
    {PROMOTION, "e1e9", SAN_SYNTAX},   {PROMOTION, "e1e22", SAN_SYNTAX},
};

START_TEST(read)
{
    struct position position = position_of(readings[_i].fen);
    chess_move move = NO_MOVE;
    enum san_status status = uci_parse(&position, readings[_i].text, strlen(readings[_i].text), &move);
    ck_assert_msg(status == readings[_i].status, "%s: status %d", readings[_i].text, (int)status);
}
END_TEST

Suite *notation_suite(void)
{
    Suite *suite = suite_create("notation");
    TCase *text = tcase_create("text");
    tcase_add_loop_test(text, written, 0, sizeof texts / sizeof *texts);
    tcase_add_loop_test(text, read, 0, sizeof readings / sizeof *readings);
    suite_add_tcase(suite, text);
    return suite;
}
