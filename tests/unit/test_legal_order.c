/* The order of legal moves, which is part of the format: tests/vectors/legal_order.txt. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "unit/suites.h"
#include "unit/support.h"

/* "e2e3 e2e4 ..." of the position, castling as king takes rook. */
static void write_moves(const struct position *position, char *out)
{
    chess_move list[MOVE_LIST_CAPACITY];
    unsigned count = legal_list(position, list);
    for (unsigned i = 0; i < count; i++) {
        if (i > 0)
            *out++ = ' ';
        out += uci_write(list[i], 1, out);
    }
    *out = '\0';
}

static void check_numbers(const struct position *position)
{
    struct move_targets targets;
    chess_move list[MOVE_LIST_CAPACITY];
    unsigned count = legal_list(position, list);
    legal_targets(position, &targets);
    ck_assert_uint_eq(targets.count, count);
    for (unsigned i = 0; i < count; i++) {
        ck_assert_uint_eq(legal_nth(position, &targets, i), list[i]);
        ck_assert_uint_eq(legal_index(&targets, list[i]), i);
    }
    ck_assert_uint_eq(legal_nth(position, &targets, count), NO_MOVE);
}

START_TEST(vectors)
{
    char *text = read_file("tests/vectors/legal_order.txt", NULL);
    char *rest = text;
    struct position position;
    int lists = 0;
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        char moves[MOVE_LIST_CAPACITY * 6];
        if (line[0] == '#')
            continue;
        if (strncmp(line, "fen ", 4) == 0) {
            ck_assert_msg(fen_parse(line + 4, strlen(line + 4), &position, NULL) == FEN_OK, "%s", line);
            continue;
        }
        write_moves(&position, moves);
        ck_assert_str_eq(moves, line);
        check_numbers(&position);
        lists++;
    }
    ck_assert_int_eq(lists, 6);
    free(text);
}
END_TEST

Suite *legal_order_suite(void)
{
    Suite *suite = suite_create("legal_order");
    TCase *order = tcase_create("order");
    tcase_add_test(order, vectors);
    suite_add_tcase(suite, order);
    return suite;
}
