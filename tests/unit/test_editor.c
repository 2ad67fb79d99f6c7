/* Games' texts with other tags: what is set and removed, where it comes to stand, and that all else stays. */
#include <check.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "shared/game_look.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static struct pgnpack_editor *editor;

static void set_up(void)
{
    editor = pgnpack_editor_new(NULL);
    ck_assert_ptr_nonnull(editor);
}

static void tear_down(void)
{
    pgnpack_free(editor);
}

static void begin(const char *text)
{
    enum pgnpack_status status = pgnpack_editor_begin(editor, text, strlen(text));
    ck_assert_msg(status == PGNPACK_OK, "%s: %s", text, pgnpack_error(editor)->text);
}

static struct pgnpack_edited edited(void)
{
    struct pgnpack_edited now;
    ck_assert_int_eq(pgnpack_editor_finish(editor, &now), PGNPACK_OK);
    return now;
}

static void check_text(const char *expected)
{
    const struct pgnpack_text text = edited().text;
    ck_assert_msg(text.size == strlen(expected) && memcmp(text.data, expected, text.size) == 0,
                  "expected:\n%s\nfound:\n%.*s", expected, (int)text.size, text.data);
}

struct edit {
    const char *text, *name, *value; /* value NULL: the tag is removed */
    const char *expected;
};

static enum pgnpack_status make(const struct edit *edit)
{
    size_t size = edit->value == NULL ? 0 : strlen(edit->value);
    return pgnpack_editor_set_tag(editor, edit->name, edit->value, size);
}

#define MARK "\xef\xbb\xbf"

static const struct edit edits[] = {
    /* In place: spaces, line ends, escapes, what stands around. */
    {"[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n", "White", "Carlsen, Magnus",
     "[White \"Carlsen, Magnus\"]\n[Black \"B\"]\n\n1. e4 *\n"},
    {"\r\n[White \"A\"]\r\n[ Black  \"B\" ] \r\n\r\n1. e4 *\r\n", "Black", "",
     "\r\n[White \"A\"]\r\n[ Black  \"\" ] \r\n\r\n1. e4 *\r\n"},
    {MARK "[White \"A\"]\n*\n", "White", "a \"b\" \\c", MARK "[White \"a \\\"b\\\" \\\\c\"]\n*\n"},
    {"[White \"the \"old\" one\"]\n*", "White", "x\\", "[White \"x\\\\\"]\n*"},
    {"[White \"A\\\"]\n[Black \"B\"]\n*", "White", "C", "[White \"C\"]\n[Black \"B\"]\n*"},
    {"[White \"A\"] [Black \"B\"] 1. e4 *", "Black", "CC", "[White \"A\"] [Black \"CC\"] 1. e4 *"},
    {"[White \"A\"] ; White\n[Black \"B\"] {[White \"X\"]}\n\n*", "White", "C",
     "[White \"C\"] ; White\n[Black \"B\"] {[White \"X\"]}\n\n*"},
    /* Twice: both. Another's name is no matter, nor is its case. */
    {"[White \"A\"]\n[Black \"B\"]\n[White \"AA\"]\n\n*", "White", "C",
     "[White \"C\"]\n[Black \"B\"]\n[White \"C\"]\n\n*"},
    {"[Whit \"A\"]\n[Whites \"B\"]\n[white \"C\"]\n*", "White", "D",
     "[White \"D\"]\n[Whit \"A\"]\n[Whites \"B\"]\n[white \"C\"]\n*"},
    /* The result behind the moves stays; so does what follows, sense or not. */
    {"[Result \"1-0\"]\n\n1. e4 1-0\n", "Result", "0-1", "[Result \"0-1\"]\n\n1. e4 1-0\n"},
    {"[White \"A\"]\n\n1. e4 Ke8 [rubbish] {a}  1-0 \n\n", "White", "B",
     "[White \"B\"]\n\n1. e4 Ke8 [rubbish] {a}  1-0 \n\n"},
    /* What is no tag is none: a further one comes to stand beside it. */
    {"[White \"A]\n[Black \"B\"]\n\n*", "White", "C", "[White \"A]\n[White \"C\"]\n[Black \"B\"]\n\n*"},
    {"[Event \"E\"]\n[White A]\n[Black \"B\"]\n\n*", "White", "C",
     "[Event \"E\"]\n[White \"C\"]\n[White A]\n[Black \"B\"]\n\n*"},
    /* Added: of the roster in its order, others last. */
    {"[Event \"E\"]\n[White \"A\"]\n[ECO \"A00\"]\n\n*", "Date", "2024.??.??",
     "[Event \"E\"]\n[Date \"2024.??.??\"]\n[White \"A\"]\n[ECO \"A00\"]\n\n*"},
    {"[White \"A\"]\n[Black \"B\"]\n\n*", "Event", "E", "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n\n*"},
    {"[White \"A\"]\n[Black \"B\"]\n\n*", "Result", "*", "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n*"},
    {"[White \"A\"]\n[ECO \"A00\"]\n\n*", "WhiteElo", "2800",
     "[White \"A\"]\n[ECO \"A00\"]\n[WhiteElo \"2800\"]\n\n*"},
    {"[ECO \"A00\"]\n\n*", "White", "A", "[White \"A\"]\n[ECO \"A00\"]\n\n*"},
    {"[White \"A\"]\n[Event \"E\"]\n[Site \"S\"]\n\n*", "Round", "1",
     "[White \"A\"]\n[Event \"E\"]\n[Site \"S\"]\n[Round \"1\"]\n\n*"},
    /* ... as the neighbours are laid out. */
    {"[White \"A\"]\r\n[Black \"B\"]\r\n\r\n1. e4\n*\n", "X", "1",
     "[White \"A\"]\r\n[Black \"B\"]\r\n[X \"1\"]\r\n\r\n1. e4\n*\n"},
    {"\n[White \"A\"]\r\n\r\n1. e4\n*\n", "X", "1", "\n[White \"A\"]\r\n[X \"1\"]\r\n\r\n1. e4\n*\n"},
    {"[White \"A\"]\r[Black \"B\"]\r\r*", "X", "1", "[White \"A\"]\r[Black \"B\"]\r[X \"1\"]\r\r*"},
    {"[White \"A\"] [Black \"B\"] 1. e4 *", "X", "1", "[White \"A\"] [Black \"B\"] [X \"1\"] 1. e4 *"},
    {"[White \"A\"][Black \"B\"]\n\n*", "X", "1", "[White \"A\"][Black \"B\"][X \"1\"]\n\n*"},
    {"[ White\t\"A\" ]\n[ Black\t\"B\" ]\n\n*", "X", "1",
     "[ White\t\"A\" ]\n[ Black\t\"B\" ]\n[ X\t\"1\" ]\n\n*"},
    {"  [White \"A\"]\n  [Black \"B\"]\n\n*", "X", "1", "  [White \"A\"]\n  [Black \"B\"]\n  [X \"1\"]\n\n*"},
    {"[White \"A\"]\n\n\n[Black \"B\"]\n\n*", "X", "1", "[White \"A\"]\n\n\n[Black \"B\"]\n[X \"1\"]\n\n*"},
    {"[White \"A\"]\n{c}\n[Black \"B\"]\n\n*", "X", "1", "[White \"A\"]\n{c}\n[Black \"B\"]\n[X \"1\"]\n\n*"},
    {"[White \"A\"] ; a\r\n[Black \"B\"] ; b\r\n*", "X", "1",
     "[White \"A\"] ; a\r\n[Black \"B\"]\r\n[X \"1\"] ; b\r\n*"},
    {"[White \"A\"]", "X", "1", "[White \"A\"]\n[X \"1\"]"},
    {"[White \"A\"]\r\n", "X", "1", "[White \"A\"]\r\n[X \"1\"]\r\n"},
    {"[White \"A\"] 1. e4 *\n", "X", "1", "[White \"A\"] [X \"1\"] 1. e4 *\n"},
    {"[White \"A\"] 1. e4 *", "Event", "1", "[Event \"1\"] [White \"A\"] 1. e4 *"},
    {MARK "[White \"A\"]\n*", "Event", "1", MARK "[Event \"1\"]\n[White \"A\"]\n*"},
    /* The first tag of all. */
    {"1. e4 *", "White", "A", "[White \"A\"]\n\n1. e4 *"},
    {"\r\n1. e4 *\r\n", "White", "A", "\r\n[White \"A\"]\r\n\r\n1. e4 *\r\n"},
    {MARK "1. e4 *\n", "White", "A", MARK "[White \"A\"]\n\n1. e4 *\n"},
    {"[White \"A]\n1. e4 *", "X", "1", "[X \"1\"]\n[White \"A]\n1. e4 *"},
    {"{c} 1. e4 *", "White", "A", "[White \"A\"]\n\n{c} 1. e4 *"},
    /* Removed, with its line if that has nothing else. */
    {"[White \"A\"]\n[Black \"B\"]\n[ECO \"A00\"]\n\n*\n", "Black", NULL,
     "[White \"A\"]\n[ECO \"A00\"]\n\n*\n"},
    {"[White \"A\"]\r\n[Black \"B\"]\r\n\r\n*", "Black", NULL, "[White \"A\"]\r\n\r\n*"},
    {"[White \"A\"]\r[Black \"B\"]\r\r*", "White", NULL, "[Black \"B\"]\r\r*"},
    {"[White \"A\"]\n  [Black \"B\"] \n\n*", "Black", NULL, "[White \"A\"]\n\n*"},
    {"[White \"A\"] [Black \"B\"] 1. e4 *", "White", NULL, "[Black \"B\"] 1. e4 *"},
    {"[White \"A\"] [Black \"B\"]\n1. e4 *", "Black", NULL, "[White \"A\"]\n1. e4 *"},
    {"[White \"A\"]\n[X \"1\"] [X \"2\"]\n[X \"3\"]\n\n*", "X", NULL, "[White \"A\"]\n\n*"},
    {"[White \"A\"]\n[X \"1\"] {c}\n\n*", "X", NULL, "[White \"A\"]\n{c}\n\n*"},
    {MARK "[X \"1\"]\n[White \"A\"]\n*", "X", NULL, MARK "[White \"A\"]\n*"},
    {"[White \"A\"]\n[Black \"B\"]", "Black", NULL, "[White \"A\"]\n"},
    {"[White \"A\"]\n\n1. e4 *", "White", NULL, "\n1. e4 *"},
    {"[White \"A]\n[White \"B\"]\n[Black \"C\"]\n\n*", "White", NULL, "[White \"A]\n[Black \"C\"]\n\n*"},
    {"[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/k7/2K5 w - - 0 1\"]\n\n1. Kd1 *", "SetUp", NULL,
     "[FEN \"8/8/8/8/8/8/k7/2K5 w - - 0 1\"]\n\n1. Kd1 *"},
};

enum { EDIT_COUNT = sizeof edits / sizeof edits[0] };

START_TEST(one_edit)
{
    const struct edit *edit = &edits[_i];
    begin(edit->text);
    check_text(edit->text);
    ck_assert_msg(make(edit) == PGNPACK_OK, "%s: %s", edit->text, pgnpack_error(editor)->text);
    check_text(edit->expected);
    ck_assert_uint_eq(edited().changes, 1);
    ck_assert_int_eq(make(edit), PGNPACK_OK); /* once more: it is as it has to be */
    check_text(edit->expected);
    ck_assert_uint_eq(edited().changes, 1);
    struct pgnpack_text value;
    ck_assert_int_eq(pgnpack_game_find_tag(edited().game, edit->name, &value), edit->value != NULL);
}
END_TEST

/* The same edits of texts that other texts went before in the same editor. */
START_TEST(one_after_the_other)
{
    for (size_t i = 0; i < EDIT_COUNT; i++) {
        begin(edits[i].text);
        ck_assert_uint_eq(edited().changes, 0);
        ck_assert_int_eq(make(&edits[i]), PGNPACK_OK);
        check_text(edits[i].expected);
    }
}
END_TEST

/* ---- Results and comments ---- */

static const struct {
    const char *text, *expected; /* with White's win */
} results[] = {
    {"[Result \"*\"]\n\n1. e4 *\n", "[Result \"1-0\"]\n\n1. e4 1-0\n"},
    {"[Result \"1-0\"]\n\n1. e4 *\n", "[Result \"1-0\"]\n\n1. e4 1-0\n"},
    {"[Result \"1/2-1/2\"]\n\n1. e4 1-0\n", "[Result \"1-0\"]\n\n1. e4 1-0\n"},
    {"[White \"A\"]\r\n\r\n1. e4 {so} 1/2-1/2 {agreed}\r\n",
     "[White \"A\"]\r\n[Result \"1-0\"]\r\n\r\n1. e4 {so} 1-0 {agreed}\r\n"},
    {"[Result \"*\"]\n\n1. e4 e5\n", "[Result \"1-0\"]\n\n1. e4 e5 1-0\n"},
    {"[Result \"*\"]\n\n1. e4 ;so", "[Result \"1-0\"]\n\n1. e4 ;so\n1-0"},
    {"[Result \"*\"]\n", "[Result \"1-0\"] 1-0\n"},
    {"[Result \"*\"]\n\n*", "[Result \"1-0\"]\n\n1-0"},
    {"1. e4 (1. d4 1/2-1/2) 0-1", "[Result \"1-0\"]\n\n1. e4 (1. d4 1/2-1/2) 1-0"},
    {"[Result \"?\"]\n\n1. e4 e9 *", "[Result \"1-0\"]\n\n1. e4 e9 1-0"},
};

START_TEST(one_result)
{
    begin(results[_i].text);
    ck_assert_msg(pgnpack_editor_set_result(editor, PGNPACK_RESULT_WHITE) == PGNPACK_OK, "%s: %s",
                  results[_i].text, pgnpack_error(editor)->text);
    check_text(results[_i].expected);
    ck_assert_uint_eq(edited().changes, 1);
    ck_assert_int_eq(pgnpack_game_result(edited().game), PGNPACK_RESULT_WHITE);
    ck_assert_int_eq(pgnpack_editor_set_result(editor, PGNPACK_RESULT_WHITE), PGNPACK_OK);
    check_text(results[_i].expected);
    ck_assert_uint_eq(edited().changes, 1);
}
END_TEST

START_TEST(results_that_fail)
{
    static const char broken[] = "[White \"A\"]\n\n1. e4 e9 {no end\n";
    static const char bad_tag[] = "[White \"A\"]\n[Result \"*]\n\n1. e4 *\n";
    begin(broken);
    ck_assert_int_eq(pgnpack_editor_set_result(editor, PGNPACK_RESULT_WHITE), PGNPACK_ERROR_ARGUMENT);
    check_text(broken);
    ck_assert_int_eq(pgnpack_editor_set_result(editor, (enum pgnpack_result)4), PGNPACK_ERROR_ARGUMENT);
    begin(bad_tag); /* the tag is added beside what is none */
    ck_assert_int_eq(pgnpack_editor_set_result(editor, PGNPACK_RESULT_DRAW), PGNPACK_OK);
    check_text("[White \"A\"]\n[Result \"1/2-1/2\"]\n[Result \"*]\n\n1. e4 1/2-1/2\n");
    ck_assert_uint_eq(edited().changes, 1);
}
END_TEST

static const struct {
    const char *text;
    uint32_t ply;
    const char *words, *expected;
} comments[] = {
    {"1. e4 e5 *", 1, "good", "1. e4 {good} 1... e5 *"},
    {"1. e4 e5 *", 2, "good", "1. e4 e5 {good} *"},
    {"1.e4 e5 2.Nf3 *", 2, "good", "1.e4 e5 {good} 2.Nf3 *"},
    {"1. e4 1... e5 *", 1, "good", "1. e4 {good} 1... e5 *"},
    {"[White \"A\"]\n\n1. e4 e5 *", 0, "first", "[White \"A\"]\n\n{first} 1. e4 e5 *"},
    {"[White \"A\"]\n{header}\n[Black \"B\"]\n\n1. e4 *", 0, "first",
     "[White \"A\"]\n{header}\n[Black \"B\"]\n\n{first} 1. e4 *"},
    {"1. e4 $1 e5 *", 1, "good", "1. e4 $1 {good} 1... e5 *"},
    {"1. e4! e5 *", 1, "good", "1. e4! {good} 1... e5 *"},
    {"1. e4 (1. d4 d5) e5 *", 1, "x", "1. e4 {x} (1. d4 d5) e5 *"},
    {"1. e4 (1. d4 d5) e5 *", 2, "x", "1. e4 (1. d4 d5) e5 {x} *"},
    {"1. e4 {old} e5 *", 1, "new", "1. e4 {new} e5 *"},
    {"1. e4 {old} e5 *", 1, "", "1. e4 e5 *"},
    {"1. e4 {old} {older} e5 *", 1, "", "1. e4 {older} e5 *"},
    {"[White \"A\"]\n\n{old} 1. e4 *", 0, "", "[White \"A\"]\n\n1. e4 *"},
    {"[White \"A\"]\r\n\r\n{old}\t1. e4 *", 0, "", "[White \"A\"]\r\n\r\n1. e4 *"},
    {"[White \"A\"]\n\n{old}\n1. e4 *", 0, "", "[White \"A\"]\n\n1. e4 *"},
    {"1. e4\n{old} e5 *", 1, "", "1. e4\ne5 *"},
    {"1. e4{old}e5 *", 1, "", "1. e4e5 *"}, /* refused: see below */
    {"1. e4 {[%clk 0:01:00] old [%emt 3]} e5 *", 1, "new", "1. e4 {[%clk 0:01:00] [%emt 3] new} e5 *"},
    {"1. e4 {[%clk 0:01:00] old} e5 *", 1, "", "1. e4 {[%clk 0:01:00]} e5 *"},
    {"1. e4 {[%clk 0:01:00] old} e5 *", 1, "[%clk 0:02:00]", "1. e4 {[%clk 0:02:00]} e5 *"},
    {"1. e4\r\ne5 *", 1, "x", "1. e4 {x} 1...\r\ne5 *"},
    {"1. e4", 1, "x", "1. e4 {x} "},
    {"1. e4 ;line\ne5 *", 1, "x", "1. e4 {x} ;line\ne5 *"},
    {"1. e4 e5 *", 1, "two\nlines", "1. e4 {two\nlines} 1... e5 *"},
    {"[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n7... Kd7 8. O-O Ke7 *", 2, "x",
     "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 7\"]\n\n7... Kd7 8. O-O {x} 8... Ke7 *"},
    {"1. e4 e9 *", 1, "x", "1. e4 {x} e9 *"},
};

START_TEST(one_comment)
{
    size_t size = strlen(comments[_i].words);
    begin(comments[_i].text);
    enum pgnpack_status status =
        pgnpack_editor_set_comment(editor, comments[_i].ply, comments[_i].words, size);
    if (strcmp(comments[_i].text, "1. e4{old}e5 *") == 0) { /* the moves would run together */
        ck_assert_int_eq(status, PGNPACK_ERROR_ARGUMENT);
        check_text(comments[_i].text);
        return;
    }
    ck_assert_msg(status == PGNPACK_OK, "%s: %s", comments[_i].text, pgnpack_error(editor)->text);
    check_text(comments[_i].expected);
    ck_assert_uint_eq(edited().changes, 1);
    ck_assert_int_eq(pgnpack_editor_set_comment(editor, comments[_i].ply, comments[_i].words, size),
                     PGNPACK_OK);
    if (size != 0 || strstr(comments[_i].text, "older") == NULL)
        check_text(comments[_i].expected);
}
END_TEST

START_TEST(comments_that_fail)
{
    static const char text[] = "[White \"A\"]\n\n1. e4 e5 *";
    begin(text);
    ck_assert_int_eq(pgnpack_editor_set_comment(editor, 3, "x", 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_str_eq(pgnpack_error(editor)->text, "it has 2 half-moves");
    ck_assert_int_eq(pgnpack_editor_set_comment(editor, UINT32_MAX, "x", 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_editor_set_comment(editor, 1, "a } b", 5), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_editor_set_comment(editor, 1, "a\0b", 3), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_editor_set_comment(editor, 1, "a\x1b", 2), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_editor_set_comment(editor, 1, NULL, 0), PGNPACK_OK);
    check_text(text);
    ck_assert_uint_eq(edited().changes, 0);
    begin("1. e4 e5 *"); /* without a tag it would be the game's before */
    ck_assert_int_eq(pgnpack_editor_set_comment(editor, 0, "x", 1), PGNPACK_ERROR_ARGUMENT);
    check_text("1. e4 e5 *");
}
END_TEST

START_TEST(several_edits)
{
    begin("[Event \"E\"]\n[White \"A\"]\n\n1. e4 *\n");
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "White", "Quite a long name", 17), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "Black", "B\0", 1), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "Event", "E", 1), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "None", NULL, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "Event", NULL, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "ECO", "", 0), PGNPACK_OK);
    check_text("[White \"Quite a long name\"]\n[Black \"B\"]\n[ECO \"\"]\n\n1. e4 *\n");
    ck_assert_uint_eq(edited().changes, 4);
    ck_assert_uint_eq(pgnpack_game_ply_count(edited().game), 1);
}
END_TEST

/* ---- What is refused ---- */

static void check_refused(enum pgnpack_status status, const char *cause)
{
    ck_assert_int_eq(status, PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_error(editor)->status, PGNPACK_ERROR_ARGUMENT);
    ck_assert_msg(strstr(pgnpack_error(editor)->text, cause) != NULL, "%s", pgnpack_error(editor)->text);
}

START_TEST(no_games)
{
    static const struct {
        const char *text, *cause;
    } texts[] = {{"", "no game"},
                 {" \r\n" MARK "\n", "no game"},
                 {"rubbish", "no game"},
                 {"{only a comment}", "no game"},
                 {"1. e4 *\n\n1. d4 *\n", "more than one"},
                 {"[White \"A\"]\n\n1. e4\n\n[White \"B\"]\n", "more than one"},
                 {"[Event \"A\"]\n\n[Event \"B\"]\n\n*", "more than one"}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        begin("*");
        check_refused(pgnpack_editor_begin(editor, texts[i].text, strlen(texts[i].text)), texts[i].cause);
        check_refused(pgnpack_editor_set_tag(editor, "A", "B", 1), "pgnpack_editor_begin");
        check_refused(pgnpack_editor_set_tag(editor, "A", NULL, 0), "pgnpack_editor_begin");
        struct pgnpack_edited none = {.text = {"x", 1}, .changes = 1};
        check_refused(pgnpack_editor_finish(editor, &none), "pgnpack_editor_begin");
        ck_assert_uint_eq(none.text.size, 0);
        ck_assert_ptr_null(none.game);
        ck_assert_uint_eq(none.changes, 0);
        check_refused(pgnpack_editor_finish(editor, NULL), "pgnpack_editor_begin");
    }
    check_refused(pgnpack_editor_begin(editor, NULL, 0), "NULL");
    begin("[A \"1\"]\n\n"); /* the last line end is what the game does not need */
    check_text("[A \"1\"]\n\n");
}
END_TEST

START_TEST(mistakes)
{
    static const char *const texts[] = {"[White \"A\"]\n\n", "[White \"A\"]\n\n{no result}"};
    begin("[White \"A\"]\n\n1. e4 *");
    check_refused(pgnpack_editor_set_tag(editor, NULL, "a", 1), "NULL");
    check_refused(pgnpack_editor_set_tag(editor, "A", NULL, 1), "NULL");
    check_refused(pgnpack_editor_set_tag(editor, "", "a", 1), "name");
    check_refused(pgnpack_editor_set_tag(editor, "A B", "a", 1), "name");
    check_refused(pgnpack_editor_set_tag(editor, "A]", "a", 1), "name");
    check_refused(pgnpack_editor_set_tag(editor, "A", "a\nb", 3), "control");
    check_refused(pgnpack_editor_set_tag(editor, "A", "a\0b", 3), "control");
    check_refused(pgnpack_editor_set_tag(editor, "A", "\x7f", 1), "control");
    check_refused(pgnpack_editor_set_tag(editor, NULL, NULL, 0), "NULL");
    check_refused(pgnpack_editor_set_tag(editor, "FEN", "8/8/8/8/8/8/8/8 w - -", 21), "no sense");
    check_refused(pgnpack_editor_set_tag(editor, "Variant", "Draughts", 8), "no sense");
    check_text("[White \"A\"]\n\n1. e4 *");
    ck_assert_uint_eq(edited().changes, 0);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "White", "B", 1), PGNPACK_OK);
    check_text("[White \"B\"]\n\n1. e4 *");
    for (size_t i = 0; i < 2; i++) {
        begin(texts[i]);
        check_refused(pgnpack_editor_set_tag(editor, "White", NULL, 0), "no game");
        check_text(texts[i]);
    }
    begin("[FEN \"8/8/8/8/8/8/k7/2K5 w - - 0 1\"]\n\n1. Kd1 *");
    check_refused(pgnpack_editor_set_tag(editor, "FEN", NULL, 0), "no sense");
}
END_TEST

START_TEST(wrong_options)
{
    const struct pgnpack_options options = {.size = 1 << 20};
    struct pgnpack_editor *wrong = pgnpack_editor_new(&options);
    ck_assert_ptr_nonnull(wrong);
    ck_assert_int_eq(pgnpack_editor_begin(wrong, "*", 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_editor_set_tag(wrong, "A", "B", 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(wrong)->text, "pgnpack_options"));
    pgnpack_free(wrong);
    pgnpack_free(NULL);
}
END_TEST

/* A game has 16 MiB of text and no more. */
START_TEST(limits)
{
    struct bytes large = {0};
    const size_t most = 16 << 20;
    bytes_append(&large, "[White \"A\"]\n\n{", 14);
    char filler[1024];
    memset(filler, 'x', sizeof filler);
    while (large.size < most - sizeof filler)
        bytes_append(&large, filler, sizeof filler);
    bytes_append(&large, filler, most - large.size - 3);
    bytes_append(&large, "} *", 3);
    ck_assert_uint_eq(large.size, most);
    ck_assert_int_eq(pgnpack_editor_begin(editor, large.data, large.size), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "White", "B", 1), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "White", "BC", 2), PGNPACK_ERROR_LIMIT);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "White", "", 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "White", "D", 1), PGNPACK_OK);
    bytes_append(&large, " ", 1);
    ck_assert_int_eq(pgnpack_editor_begin(editor, large.data, large.size), PGNPACK_ERROR_LIMIT);
    large.size = 0;
    for (int i = 0; i < 1 << 16; i++)
        bytes_append(&large, "[A \"1\"]\n", 8);
    ck_assert_int_eq(pgnpack_editor_begin(editor, large.data, large.size), PGNPACK_OK);
    check_refused(pgnpack_editor_set_tag(editor, "B", "1", 1), "tag section");
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "A", "2", 1), PGNPACK_OK);
    ck_assert_uint_eq(tag_count(edited().game), 1 << 16);
    bytes_free(&large);
}
END_TEST

/* ---- Many texts ---- */

/* Is the longer text the shorter one with one run of bytes put in? */
static int is_insertion(struct pgnpack_text shorter, struct pgnpack_text longer)
{
    size_t from = 0, behind = 0;
    if (shorter.size > longer.size)
        return 0;
    while (from < shorter.size && shorter.data[from] == longer.data[from])
        from++;
    while (behind < shorter.size &&
           shorter.data[shorter.size - 1 - behind] == longer.data[longer.size - 1 - behind])
        behind++;
    return from + behind >= shorter.size;
}

/* A tag is added, gets another value, and goes: each is one change in one place, and the moves are the same. */
static void edit_game(struct pgnpack_text text)
{
    const struct pgnpack_game *game = edited().game;
    size_t tags = tag_count(game), items = item_count(game);
    uint32_t plies = pgnpack_game_ply_count(game);
    struct pgnpack_game_details details = details_of(game);
    ck_assert(is_insertion(text, edited().text) && text.size == edited().text.size);
    ck_assert_msg(pgnpack_editor_set_tag(editor, "Zz", "1", 1) == PGNPACK_OK, "%s:\n%.*s",
                  pgnpack_error(editor)->text, (int)text.size, text.data);
    game = edited().game;
    size_t size = edited().text.size;
    ck_assert(is_insertion(text, edited().text) && size > text.size);
    ck_assert_uint_eq(tag_count(game), tags + 1);
    ck_assert_uint_eq(item_count(game), items);
    ck_assert_uint_eq(pgnpack_game_ply_count(game), plies);
    struct pgnpack_game_details now = details_of(game);
    ck_assert((now.trouble == NULL) == (details.trouble == NULL));
    ck_assert(now.trouble == NULL || now.trouble_offset - details.trouble_offset == size - text.size);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "Zz", "\"12\"", 4), PGNPACK_OK);
    ck_assert_uint_eq(edited().text.size, size + 5);
    ck_assert_int_eq(pgnpack_editor_set_tag(editor, "Zz", NULL, 0), PGNPACK_OK);
    ck_assert(is_insertion(text, edited().text) || details.trouble != NULL);
    ck_assert_uint_le(edited().text.size, text.size + 2);
    ck_assert_uint_eq(tag_count(edited().game), tags);
}

/* The games of some texts as a database has them; of some, what damage and bad programs make of texts. */
START_TEST(many_games)
{
    static const char *const files[] = {"data/annotated.pgn", "data/classics.pgn", "data/clocked.pgn"};
    struct bytes text = {0}, packed = {0};
    uint64_t random = (uint64_t)_i;
    if (_i < 3)
        ck_assert(bytes_append_file(&text, files[_i]));
    else
        append_games(&text, 300, random);
    for (int i = 3; i < _i && i < 12; i++)
        mutate_text(&text, &random);
    pack_whole(&(struct pack_setup){.level = 1}, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const struct pgnpack_game *game;
    size_t edited = 0, refused = 0;
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        struct pgnpack_text of_game;
        ck_assert_int_eq(pgnpack_cursor_text(cursor, &of_game), PGNPACK_OK);
        if (pgnpack_editor_begin(editor, of_game.data, of_game.size) == PGNPACK_OK) {
            edit_game(of_game);
            edited++;
        } else {
            ck_assert_uint_eq(tag_count(game) + pgnpack_game_ply_count(game), 0);
            refused++;
        }
    }
    ck_assert_uint_gt(edited + refused, 0);
    ck_assert_uint_le(refused, _i <= 3 ? 0 : 20);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* One editor's work under an allocator. */
static enum pgnpack_status edit_under(const struct pgnpack_options *options)
{
    struct pgnpack_editor *made = pgnpack_editor_new(options);
    if (made == NULL)
        return PGNPACK_ERROR_MEMORY;
    static const char text[] = "[White \"A \\\"quoted\\\" one\"]\n\n1. e4 e5 *\n";
    enum pgnpack_status status = pgnpack_editor_begin(made, text, sizeof text - 1);
    if (status == PGNPACK_OK)
        status = pgnpack_editor_set_tag(made, "White", "the \"other\" one, which is longer", 32);
    if (status == PGNPACK_OK)
        status = pgnpack_editor_set_tag(made, "X", "1", 1);
    if (status == PGNPACK_OK)
        status = pgnpack_editor_set_tag(made, "White", NULL, 0);
    if (status == PGNPACK_ERROR_MEMORY) {
        ck_assert_int_eq(pgnpack_editor_set_tag(made, "X", "2", 1), PGNPACK_ERROR_MEMORY); /* it stays ... */
        ck_assert_int_eq(pgnpack_editor_begin(made, text, sizeof text - 1), PGNPACK_OK); /* ... until here */
        ck_assert_int_eq(pgnpack_editor_set_tag(made, "X", "2", 1), PGNPACK_OK);
    }
    pgnpack_free(made);
    return status;
}

START_TEST(without_memory)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    ck_assert_int_eq(edit_under(&options), PGNPACK_OK);
    size_t calls = count.calls;
    ck_assert_uint_gt(calls, 5);
    for (size_t i = 1; i <= calls; i++) {
        count.fails_once = count.calls + i;
        ck_assert_int_eq(edit_under(&options), PGNPACK_ERROR_MEMORY);
        ck_assert_uint_eq(count.outstanding, 0);
    }
}
END_TEST

Suite *editor_suite(void)
{
    Suite *suite = suite_create("editor");
    TCase *test_case = tcase_create("editor");
    tcase_add_checked_fixture(test_case, set_up, tear_down);
    tcase_add_loop_test(test_case, one_edit, 0, EDIT_COUNT);
    tcase_add_loop_test(test_case, one_result, 0, sizeof results / sizeof *results);
    tcase_add_test(test_case, results_that_fail);
    tcase_add_loop_test(test_case, one_comment, 0, sizeof comments / sizeof *comments);
    tcase_add_test(test_case, comments_that_fail);
    tcase_add_test(test_case, one_after_the_other);
    tcase_add_test(test_case, several_edits);
    tcase_add_test(test_case, no_games);
    tcase_add_test(test_case, mistakes);
    tcase_add_test(test_case, wrong_options);
    tcase_add_test(test_case, limits);
    tcase_add_loop_test(test_case, many_games, 0, 60);
    tcase_add_test(test_case, without_memory);
    suite_add_tcase(suite, test_case);
    return suite;
}
