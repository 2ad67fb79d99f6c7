/* tests/vectors/move_byte.txt and legal_bits.txt: numbers that files hold, and that may never change. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "encoding/legal_index.h"
#include "encoding/move_byte.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "unit/support.h"

/* Checks one move's line and returns the move. */
typedef chess_move (*check_line)(const struct position *position, const char *uci, const char *expected);

static chess_move check_byte(const struct position *position, const char *uci, const char *expected)
{
    chess_move move = walk_move(position, uci);
    uint8_t byte;
    char text[8];
    ck_assert_int_eq(move_byte_encode(position, move, &byte), 1);
    snprintf(text, sizeof text, "%02x", (unsigned)byte);
    ck_assert_msg(strcmp(text, expected) == 0, "%s is %s, not %s", uci, text, expected);
    ck_assert_uint_eq(move_byte_decode(position, byte), move);
    return move;
}

static chess_move check_bits(const struct position *position, const char *uci, const char *expected)
{
    chess_move move = walk_move(position, uci);
    struct move_code code = legal_bits_encode(position, move);
    struct move_targets targets;
    char text[32];
    snprintf(text, sizeof text, "%u/%u", (unsigned)code.value, code.width);
    ck_assert_msg(strcmp(text, expected) == 0, "%s is %s, not %s", uci, text, expected);
    legal_targets(position, &targets);
    ck_assert_uint_eq(legal_bits_decode(position, &targets, code.value), move);
    return move;
}

/* Returns how many moves the file has. */
static unsigned check_file(const char *path, check_line check)
{
    static const char keyword[] = "position ";
    struct position position;
    unsigned moves = 0;
    char *text = read_file(path, NULL);
    char *rest = text;
    for (char *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char uci[8], expected[16];
        if (line[0] == '#')
            continue;
        if (strncmp(line, keyword, sizeof keyword - 1) == 0) {
            walk_position(line + sizeof keyword - 1, &position);
            continue;
        }
        ck_assert_msg(sscanf(line, "%7s %15s", uci, expected) == 2, "%s: %s", path, line);
        position_make(&position, check(&position, uci, expected));
        moves++;
    }
    free(text);
    return moves;
}

START_TEST(move_bytes)
{
    ck_assert_uint_eq(check_file("tests/vectors/move_byte.txt", check_byte), 54);
}
END_TEST

START_TEST(legal_bits)
{
    ck_assert_uint_eq(check_file("tests/vectors/legal_bits.txt", check_bits), 50);
}
END_TEST

Suite *codec_vectors_suite(void)
{
    Suite *suite = suite_create("codec_vectors");
    TCase *files = tcase_create("files");
    tcase_add_test(files, move_bytes);
    tcase_add_test(files, legal_bits);
    suite_add_tcase(suite, files);
    return suite;
}
