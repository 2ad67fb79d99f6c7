/* What was written and measured, against the formula of chances and by hand: texts, boundaries, what is not known. */
#include <check.h>
#include <math.h>
#include <string.h>

#include "lib/rows/comment_commands.h"
#include "pgnpack.h"
#include "search/conditions/written_test.h"
#include "unit/suites.h"

/* ---- Chances ---- */

START_TEST(chances_are_the_formula)
{
    uint32_t chances[WRITTEN_CHANCES_MAX + 1];
    written_chances_fill(chances);
    ck_assert_uint_eq(chances[0], 50000);
    for (int i = 0; i <= WRITTEN_CHANCES_MAX; i++) {
        const double exact = 100000 / (1 + exp(-0.00368208 * i));
        ck_assert_msg(fabs(chances[i] - exact) <= 0.5 + 1e-6, "%d: %u, not %f", i, (unsigned)chances[i],
                      exact);
        ck_assert_uint_eq(written_chances(i), chances[i]);
        ck_assert_uint_eq(written_chances(-i), 100000 - chances[i]);
    }
}
END_TEST

/* ---- Numbers ---- */

enum reader { EVAL, SWING, CLOCK, SPENT };

static int (*const readers[])(struct text text, struct written_test *test, struct error *error) = {
    written_eval_read, written_swing_read, written_clock_read, written_spent_read};

enum { NONE = PGNPACK_NO_EVAL, WHITES = 0, BLACKS = 1, IS_UNKNOWN = 2, MATE = PGNPACK_EVAL_MATE };

/* Numbers of a half-move that `mover` made; a clock or time is `now`. Does it hold? */
static const struct {
    enum reader reader;
    const char *text;
    int mover, before, now, holds;
} numbers[] = {
    {SWING, "us ..-15%", WHITES, 0, -169, 1},
    {SWING, "us ..-15%", WHITES, 0, -168, 0},
    {SWING, "us ..-15%", WHITES, 500, 247, 1},
    {SWING, "us ..-15%", WHITES, 500, 250, 0},
    {SWING, "us ..-15%", BLACKS, -169, 0, 0},
    {SWING, "them ..-15%", BLACKS, 0, 169, 1},
    {SWING, "them ..-15%", BLACKS, 0, 168, 0},
    {SWING, "black ..-15%", BLACKS, -500, -247, 1},
    {SWING, "..-15%", BLACKS, -500, -250, 0},
    {SWING, "..-15%", BLACKS, 0, -169, 0},
    {SWING, "15%..", BLACKS, 0, -169, 1},
    {SWING, "..-2", WHITES, 100, -100, 1},
    {SWING, "..-2", WHITES, 100, -99, 0},
    {SWING, "..-2", BLACKS, -100, 100, 1},
    {SWING, "=0", WHITES, 1000, 1500, 1},
    {SWING, "=0", WHITES, MATE - 3, MATE - 9, 1},
    {SWING, "=-10", WHITES, 0, 3 - MATE, 1},
    {SWING, "..-9.99", WHITES, 1, -999, 1},
    {SWING, "-20%..-10%", WHITES, 0, -120, 1},
    {SWING, "-20..-10%", WHITES, 0, -300, 0},
    {SWING, "=0%", WHITES, 7, 7, 1},
    {SWING, "us ..-15%", WHITES, NONE, -169, IS_UNKNOWN},
    {SWING, "us ..-15%", WHITES, 0, NONE, IS_UNKNOWN},
    {SWING, "us ..-15%", BLACKS, 0, NONE, IS_UNKNOWN},
    {EVAL, "3..", WHITES, NONE, 300, 1},
    {EVAL, "3..", WHITES, NONE, 299, 0},
    {EVAL, "3..", WHITES, NONE, MATE - 20, 1},
    {EVAL, "..3", BLACKS, NONE, 20 - MATE, 1},
    {EVAL, "3..9999.99", WHITES, NONE, MATE - 20, 0},
    {EVAL, "3..9999.99", WHITES, NONE, 999999, 1},
    {EVAL, "-0.5..+.5", WHITES, NONE, 0, IS_UNKNOWN + 1},
    {EVAL, "-0.5..+0.5", WHITES, NONE, 50, 1},
    {EVAL, "-0.5..0.5", WHITES, NONE, 51, 0},
    {EVAL, "=-0.07", WHITES, NONE, -7, 1},
    {EVAL, "#5..", WHITES, NONE, MATE - 5, 1},
    {EVAL, "#5..", WHITES, NONE, MATE - 6, 0},
    {EVAL, "#5..", WHITES, NONE, 1000000, 0},
    {EVAL, "..#-5", WHITES, NONE, 5 - MATE, 1},
    {EVAL, "..-#5", WHITES, NONE, 6 - MATE, 0},
    {EVAL, "=#5", WHITES, NONE, MATE - 5, 1},
    {EVAL, "#-2..", WHITES, NONE, 2 - MATE, 1},
    {EVAL, "#-2..", WHITES, NONE, 1 - MATE, 0},
    {EVAL, "#9..#5", WHITES, NONE, MATE - 7, 1},
    {EVAL, "3..", WHITES, NONE, NONE, IS_UNKNOWN},
    {CLOCK, "-10", WHITES, NONE, 10999, 1},
    {CLOCK, "-10", WHITES, NONE, 11000, 0},
    {CLOCK, "10-", WHITES, NONE, 9999, 0},
    {CLOCK, "10", BLACKS, NONE, 10000, 1},
    {CLOCK, "them 5-10,60-", BLACKS, NONE, 61000, 1},
    {CLOCK, "us 5-10", BLACKS, NONE, 6000, 0},
    {CLOCK, "5-10", BLACKS, NONE, PGNPACK_NO_CLOCK, IS_UNKNOWN},
    {SPENT, "30-", WHITES, NONE, 30000, 1},
    {SPENT, "30-", WHITES, NONE, 29999, 0},
    {SPENT, "0", WHITES, NONE, 0, 1},
    {SPENT, "0", WHITES, NONE, PGNPACK_NO_CLOCK, IS_UNKNOWN},
};

/* The same half-move as White sees it and, turned, as Black does. */
static void ask_turned(struct written_test *test, const struct board_view *view, int unknown, int answer)
{
    struct position position = *view->position;
    struct written written = *view->written;
    struct board_view turned = *view;
    position.side ^= 1;
    if (written.eval != PGNPACK_NO_EVAL)
        written.eval = -written.eval;
    if (written.eval_before != PGNPACK_NO_EVAL)
        written.eval_before = -written.eval_before;
    turned.position = &position;
    turned.written = &written;
    written_test_reverse(test);
    ck_assert_int_eq(written_test_holds(test, &turned, unknown), answer);
}

START_TEST(numbers_hold)
{
    struct position position = {.side = (uint8_t)(numbers[_i].mover == WHITES ? BLACK : WHITE)};
    const int is_clock = numbers[_i].reader == CLOCK || numbers[_i].reader == SPENT;
    const struct written written = {.clock = is_clock ? numbers[_i].now : PGNPACK_NO_CLOCK,
                                    .spent = is_clock ? numbers[_i].now : PGNPACK_NO_CLOCK,
                                    .eval = is_clock ? PGNPACK_NO_EVAL : numbers[_i].now,
                                    .eval_before = numbers[_i].before};
    const struct board_view view = {.position = &position, .ply = 5, .written = &written};
    const struct board_view silent = {.position = &position, .ply = 5};
    struct written_test test;
    struct error error;
    error_clear(&error);
    int is_read =
        readers[numbers[_i].reader]((struct text){numbers[_i].text, strlen(numbers[_i].text)}, &test, &error);
    ck_assert_msg(is_read == (numbers[_i].holds <= IS_UNKNOWN), "%s: %s", numbers[_i].text, error.text);
    if (!is_read)
        return;
    for (int unknown = 0; unknown < 2; unknown++) {
        int answer = numbers[_i].holds == IS_UNKNOWN ? unknown : numbers[_i].holds;
        ck_assert_int_eq(written_test_holds(&test, &silent, unknown), unknown);
        ck_assert_msg(written_test_holds(&test, &view, unknown) == answer, "%s", numbers[_i].text);
        struct written_test turned = test;
        ask_turned(&turned, &view, unknown, answer);
    }
}
END_TEST

/* Before the first half-move nobody has moved; an evaluation may be there. */
START_TEST(before_the_first_move)
{
    struct position position = {.side = WHITE};
    const uint16_t nag = 4;
    const struct written written = {.clock = 1000,
                                    .spent = 1000,
                                    .eval = 0,
                                    .eval_before = PGNPACK_NO_EVAL,
                                    .nags = &nag,
                                    .nag_count = 1};
    const struct board_view view = {.position = &position, .written = &written};
    struct written_test test;
    struct error error;
    error_clear(&error);
    ck_assert(written_clock_read(text_of("0-"), &test, &error));
    ck_assert_int_eq(written_test_holds(&test, &view, 0), 0);
    ck_assert_int_eq(written_test_holds(&test, &view, 1), 1);
    ck_assert(written_eval_read(text_of("=0"), &test, &error));
    ck_assert_int_eq(written_test_holds(&test, &view, 0), 1);
    ck_assert(written_nag_read(text_of("$4"), &test, &error));
    ck_assert_int_eq(written_test_holds(&test, &view, 0), 1);
    ck_assert(written_nag_read(text_of("them $4"), &test, &error));
    ck_assert_int_eq(written_test_holds(&test, &view, 0), 0);
}
END_TEST

/* ---- Commands ---- */

START_TEST(commands)
{
    static const struct {
        const char *comment;
        int32_t clock, spent;
        const char *rest; /* behind the first command */
    } comments[] = {
        {"[%clk 0:00:10.9] x", 10900, -1, "x"},
        {"[%emt 12.345]y", -1, 12345, "y"},
        {"a [%emt 0:00:12] ", -1, 12000, ""},
        {"[%emt 1:02]  z", -1, 62000, "z"},
        {"[%clk ] [%emt -3]", -1, -1, "[%emt -3]"},
        {"[%clk 1:2:3:4]", -1, -1, ""},
        {"[clk 0:00:10]", -1, -1, NULL},
        {"[%clk 0:00:10", -1, -1, NULL},
        {"[%", -1, -1, NULL},
        {"[%emt 5,[%clk 7]", 7000, 5000, ""},
    };
    for (size_t i = 0; i < sizeof comments / sizeof comments[0]; i++) {
        const struct text comment = {comments[i].comment, strlen(comments[i].comment)};
        size_t at = 0, size = command_next(comment, &at);
        ck_assert_int_eq(command_clock(comment), comments[i].clock);
        ck_assert_int_eq(command_spent(comment), comments[i].spent);
        ck_assert_msg((size != 0) == (comments[i].rest != NULL), "%s", comment.data);
        if (size != 0)
            ck_assert_str_eq(comment.data + at + size, comments[i].rest);
    }
}
END_TEST

Suite *written_suite(void)
{
    Suite *suite = suite_create("written");
    TCase *core = tcase_create("core");
    tcase_add_test(core, chances_are_the_formula);
    tcase_add_loop_test(core, numbers_hold, 0, sizeof numbers / sizeof numbers[0]);
    tcase_add_test(core, before_the_first_move);
    tcase_add_test(core, commands);
    suite_add_tcase(suite, core);
    return suite;
}
