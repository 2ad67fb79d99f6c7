#include <stdio.h>
#include <string.h>

#include "shared/sample.h"
#include "work/work.h"

/*
 * Patterns are taken as they stand, except for these signs:
 *     @  the number of this repetition
 *     ~  a word that differs from repetition to repetition
 *     ^  the next two moves of a game without end, with their number (from 1 in each repetition that has a tag)
 *     &  a number that looks random
 */
struct pattern_state {
    uint64_t repetition;
    uint64_t pairs; /* of moves so far */
    uint64_t random;
};

static void append_number(struct bytes *text, uint64_t number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    bytes_append_text(text, digits);
}

static void append_word(struct bytes *text, uint64_t number)
{
    char word[16];
    size_t size = 0;
    do
        word[size++] = (char)('a' + number % 26);
    while ((number /= 26) != 0);
    bytes_append(text, word, size);
}

static void append_moves(struct bytes *text, uint64_t pair)
{
    static const char *const moves[] = {"Nf3 Nf6 ", "Ng1 Ng8 ", "Nc3 Nc6 ", "Nb1 Nb8 "};
    append_number(text, pair + 1);
    bytes_append_text(text, ". ");
    bytes_append_text(text, moves[pair % 4]);
}

static void append_pattern(struct bytes *text, const char *pattern, struct pattern_state *state)
{
    if (strchr(pattern, '[') != NULL && strchr(pattern, '"') != NULL)
        state->pairs = 0;
    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at == '@')
            append_number(text, state->repetition);
        else if (*at == '~')
            append_word(text, state->repetition * 7919);
        else if (*at == '^')
            append_moves(text, state->pairs++);
        else if (*at == '&')
            append_number(text, next_random(&state->random) % 10000000);
        else
            bytes_append(text, at, 1);
    }
    state->repetition++;
}

void make_text(const struct text_shape *shape, size_t size, struct bytes *text)
{
    struct pattern_state state = {0};
    if (shape->make != NULL)
        shape->make(text, size);
    else if (shape->head != NULL)
        bytes_append_text(text, shape->head);
    while (text->size < size)
        append_pattern(text, shape->pattern, &state);
    text->size = size;
}

/* ---- What no pattern says ---- */

static void make_nuls(struct bytes *text, size_t size)
{
    while (text->size < size)
        bytes_append(text, "", 1);
}

static void make_random(struct bytes *text, size_t size)
{
    uint64_t random = 1;
    while (text->size < size) {
        uint64_t bytes = next_random(&random);
        bytes_append(text, &bytes, sizeof bytes);
    }
}

static void make_printable(struct bytes *text, size_t size)
{
    uint64_t random = 2;
    while (text->size < size) {
        char c = (char)(' ' + random_below(&random, 95));
        bytes_append(text, random_below(&random, 40) == 0 ? "\n" : &c, 1);
    }
}

static void make_signs(struct bytes *text, size_t size)
{
    static const char *const signs[] = {"(", ")",  "{", "}",   "[",  "]", "\"",
                                        ";", "\n", "%", "e4 ", "1.", "*", "$1 "};
    uint64_t random = 3;
    while (text->size < size)
        bytes_append_text(text, signs[random_below(&random, sizeof signs / sizeof signs[0])]);
}

static void make_games(struct bytes *text, size_t size)
{
    append_games(text, (unsigned)(size / 150 + 1), 4);
    while (text->size < size)
        append_games(text, 10, text->size);
}

static void make_mutated(struct bytes *text, size_t size)
{
    uint64_t random = 5;
    while (text->size < size) {
        struct bytes games = {0};
        append_games(&games, 3, text->size);
        mutate_text(&games, &random);
        bytes_append(text, games.data, games.size);
        bytes_free(&games);
    }
}

/* Each game in another way: blanks between tokens, behind numbers, line ends, the line's width. */
static void make_styles(struct bytes *text, size_t size)
{
    static const char *const gaps[] = {" ", "  ", "\n", "\t", " \n", "\r\n", "\n\n ", "   "};
    for (unsigned i = 0; text->size < size; i++) {
        bytes_append_text(text, "[Event \"styles\"]");
        bytes_append_text(text, gaps[2 + i / 7 % 5]);
        bytes_append_text(text, "\n1.");
        for (unsigned move = 0; move < 6; move++) {
            static const char *const moves[] = {"Nf3", "Nf6", "2.", "Ng1", "Ng8", "*"};
            bytes_append_text(text, moves[move]);
            bytes_append_text(text, gaps[(i >> move) % 8]);
        }
        bytes_append_text(text, "\n\n");
    }
}

/* Variations 301 deep, one after the other. */
static void make_nested(struct bytes *text, size_t size)
{
    bytes_append_text(text, "[Event \"deep\"]\n\n1. e4 ");
    while (text->size < size) {
        bytes_append_text(text, "(1. Nf3 ");
        for (unsigned i = 0; i < 300; i++)
            bytes_append_text(text, "(1. d4 ");
        for (unsigned i = 0; i < 301; i++)
            bytes_append_text(text, ") ");
    }
}

/* Lines of moves inside of lines, each one move longer. */
static void make_inner_lines(struct bytes *text, size_t size)
{
    bytes_append_text(text, "[Event \"inner\"]\n\n");
    for (uint64_t pair = 0; text->size < size; pair++) {
        append_moves(text, pair);
        if (pair % 8 == 7)
            bytes_append_text(text, "(Ne7 (Nh6 (Nf6 Nf3) Nf3) Nf3 (Nc3 Nb8 (Nf6)))\n");
    }
}

static void make_columns_79(struct bytes *text, size_t size)
{
    size_t line = text->size;
    for (uint64_t pair = 0; text->size < size; pair++) {
        append_moves(text, pair);
        if (text->size - line > 60) {
            text->data[text->size - 1] = '\n';
            line = text->size;
        }
    }
}

/* Games with about as many tags as there may be, of names that follows the first tag's. */
static void make_followers(struct bytes *text, size_t size)
{
    for (unsigned i = 0; text->size < size; i++) {
        bytes_append_text(text, i % 1000 == 0 ? "\n*\n\n[Event \"x\"]\n"
                                : i % 2 != 0  ? "[EventDate \""
                                              : "[EventCity \"");
        if (i % 1000 != 0) {
            append_number(text, i * 7919u % 1000);
            bytes_append_text(text, "\"]\n");
        }
    }
}

/* ... and games of a thousand names, all of which follow it. */
static void make_names_that_follow(struct bytes *text, size_t size)
{
    for (unsigned i = 0; text->size < size; i++) {
        bytes_append_text(text, i % 1000 == 0 ? "\n*\n\n[Event" : "[Event");
        if (i % 1000 != 0)
            append_number(text, i % 1000);
        bytes_append_text(text, " \"");
        append_number(text, i * 7919u % 1000);
        bytes_append_text(text, "\"]\n");
    }
}

static void make_chess960(struct bytes *text, size_t size)
{
    static const char *const ranks[] = {"bqnbrkrn", "nrbbqknr", "rknbbqnr", "qrknbnrb"};
    static const char *const white_ranks[] = {"BQNBRKRN", "NRBBQKNR", "RKNBBQNR", "QRKNBNRB"};
    for (unsigned i = 0; text->size < size; i++) {
        bytes_append_text(text, "[Event \"x\"]\n[Variant \"chess960\"]\n[FEN \"");
        bytes_append_text(text, ranks[i % 4]);
        bytes_append_text(text, "/pppppppp/8/8/8/8/PPPPPPPP/");
        bytes_append_text(text, white_ranks[i % 4]);
        bytes_append_text(text, " w KQkq - 0 1\"]\n\n1. e4 e5 2. d4 *\n\n");
    }
}

#define EVENT "[Event \"x\"]\n\n"

const struct text_shape text_shapes[] = {
    /* No chess at all */
    {"line ends", NULL, "\n", NULL, 0, 0},
    {"returns", NULL, "\r", NULL, 0, 0},
    {"returns and line ends", NULL, "\r\n", NULL, 0, 0},
    {"spaces", NULL, " ", NULL, 0, 0},
    {"tabs", NULL, "\t", NULL, 0, 0},
    {"lines of blanks", NULL, "       \t\n", NULL, 0, 0},
    {"zero bytes", NULL, NULL, make_nuls, 0, 0},
    {"random bytes", NULL, NULL, make_random, 0, 0},
    {"random printable bytes", NULL, NULL, make_printable, 0, 0},
    {"random signs", NULL, NULL, make_signs, 0, 0},
    {"byte order marks", NULL, "\xef\xbb\xbf", NULL, 0, 0},
    {"bytes of marks", NULL, "\xef\xbb", NULL, 0, 0},
    {"a word without end", NULL, "a", NULL, 0, 0},
    {"words on a line", NULL, "~ ", NULL, 0, 0},
    {"prose", NULL, "The ~ of the ~, number @, is here.\n", NULL, 0, 0},
    {"prose with empty lines", NULL, "A ~ with @.\n\nNext\n\n", NULL, 0, 0},
    {"digits without end", NULL, "7", NULL, 0, 0},
    {"numbers on a line", NULL, "& ", NULL, 0, 0},
    {"quotes", NULL, "\"", NULL, 0, 0},
    {"backslashes", NULL, "\\", NULL, 0, 0},
    {"dots", NULL, ".", NULL, 0, 0},
    /* Signs that are not closed, or never opened */
    {"opening brackets", NULL, "[", NULL, 0, 0},
    {"opening brackets, one a line", NULL, "[\n", NULL, 0, 0},
    {"opening brackets and blanks", NULL, "[  ", NULL, 0, 0},
    {"opening braces", NULL, "{", NULL, 0, 0},
    {"closing braces", NULL, "}", NULL, 0, 0},
    {"opening parentheses", NULL, "(", NULL, 0, 0},
    {"closing parentheses", NULL, ")", NULL, 0, 0},
    {"an open comment of lines", EVENT "1. e4 {", "~ @\n", NULL, 0, 0},
    {"an open comment of brackets", EVENT "1. e4 {", "\n[Site \"@", NULL, 0, 0},
    {"an open comment of names", EVENT "1. e4 {", "\n[Event~", NULL, 0, 0},
    {"an open tag", "[Event \"", "x", NULL, 0, 0},
    {"an open tag of quotes", "[Event \"", "\" ", NULL, 0, 0},
    {"an open tag of escaped quotes", "[Event \"", "\\\" ] ", NULL, 0, 0},
    {"open tags, one a line", NULL, "[Event \"~\n", NULL, 0, 0},
    {"open tags on a line", NULL, "[Event \"~ ", NULL, 0, 0},
    {"tag names without end", NULL, "[~", NULL, 0, 0},
    {"open variations", EVENT "1. e4 ", "(1. d4 ", NULL, 0, 0},
    {"open variations in new games", NULL, EVENT "1. e4 (1. d4 d5 (1... Nf6\n", NULL, 0, 0},
    {"closed variations in new games", NULL, EVENT "1. e4 ) e5 *\n\n", NULL, 0, 0},
    /* Long lines, long games */
    {"a game on one line", EVENT, "^", NULL, 0, 0},
    {"a game in columns", EVENT, NULL, make_columns_79, 0, 0},
    {"a game of a move a line", EVENT, "^\n", NULL, 0, 0},
    {"a game on one line with comments", EVENT, "^{ ~ } ", NULL, 0, 0},
    {"a game on one line with long comments", EVENT, "^{ the ~ of the ~ and @ times the ~ again, at last } ",
     NULL, 0, 0},
    {"a game on one line with variations", EVENT, "^(Nh6 Nf3) ", NULL, 0, 0},
    {"a game of odd blanks on one line", EVENT, "^  ^\t^    ", NULL, 0, 0},
    {"a game of trailing blanks", EVENT, "^ \n^  \n^\t\n", NULL, 0, 0},
    {"a game without numbers", EVENT, "Nf3 Nf6 Ng1 Ng8 ", NULL, 0, 0},
    {"a game of wrong numbers", EVENT, "&. Nf3 Nf6 1. Ng1 Ng8 ", NULL, 0, 0},
    {"a game of long numbers", EVENT, "0000000000000000000000000000001.Nf3 Nf6 2.Ng1 Ng8 ", NULL, 0, 0},
    {"a game of move numbers only", EVENT, "1. ", NULL, 0, 0},
    {"a game of dots", EVENT, "1.....Nf3......Nf6 ...Ng1 ...Ng8 ", NULL, 0, 0},
    {"a game of odd spelling", EVENT, "1. Ng1f3! Ng8-f6+ 2. Nf3-g1?? Nf6g8# ", NULL, 0, 0},
    {"a game of null moves", EVENT, "1. -- Z0 ", NULL, 0, 0},
    {"a game of harmless signs", EVENT, "^+- e.p. = ", NULL, 0, 0},
    {"a word of harmless signs", EVENT "1. e4 ", "+-", NULL, 0, 0},
    {"games on one line", "", "[Event \"@\"] ^^* ", NULL, 0, 0},
    {"games without tags on one line", NULL, "1. e4 e5 2. Nf3 1-0 ", NULL, 0, 0},
    {"long and short games in turn", NULL,
     EVENT "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^*\n\n" EVENT "1. e4 *\n\n", NULL, 0, 0},
    /* Variations, NAGs */
    {"deep variations", NULL, NULL, make_nested, 0, 0},
    {"wide variations", EVENT "1. e4 ", "(1. d4 d5) (1. c4) ", NULL, 0, 0},
    {"variations in variations", NULL, NULL, make_inner_lines, 0, 0},
    {"empty variations", EVENT "1. e4 ", "()", NULL, 0, 0},
    {"NAGs", EVENT "1. e4 ", "$1 $14 $146 ", NULL, 0, 0},
    {"distinct NAGs", EVENT "1. e4 ", "$& ", NULL, 0, 0},
    {"zeros of a NAG", EVENT "1. e4 $", "0", NULL, 0, 0},
    {"suffixes", EVENT "1. e4 ", "!? ?? ", NULL, 0, 0},
    /* Tags */
    {"tags", NULL, "[White \"~\"]\n", NULL, 0, 0},
    {"tags on one line", NULL, "[White \"~\"]", NULL, 0, 0},
    {"tags of distinct names", NULL, "[T@ \"~\"]\n", NULL, 0, 0},
    {"tags of distinct names in games", NULL, "[Event \"x\"]\n[T@ \"~\"]\n\n*\n\n", NULL, 0, 0},
    {"tags of distinct long names", NULL,
     "[Event \"x\"]\n[ThisIsAVeryLongNameOfATagForWhichNobodyHasAUse@ \"1\"]\n\n*\n\n", NULL, 0, 0},
    {"distinct lists of tags", NULL,
     "[Event \"x\"]\n[T&0 \"1\"]\n[White \"a\"]\n[Black \"b\"]\n[T&1 \"2\"]\n\n*\n\n", NULL, 0, 0},
    {"one tag many times in each game", NULL,
     EVENT "[White \"a\"]\n[White \"b\"]\n[White \"c\"]\n[White \"d\"]\n*\n\n", NULL, 0, 0},
    {"a long value", "[Event \"", "~ ", NULL, 0, 0},
    {"long values", NULL,
     "[Event \"x\"]\n[Annotator \"~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ ~ &\"]\n\n*\n\n",
     NULL, 0, 0},
    {"tags that follow another one", NULL, NULL, make_followers, 0, 0},
    {"names of tags that follow another one", NULL, NULL, make_names_that_follow, 0, 0},
    {"long names of tags", NULL, "[aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@ \"\"]\n", NULL,
     0, 0},
    {"escapes in values", NULL, "[Event \"\\\"~\\\\ \"b\" \"]\n\n*\n\n", NULL, 0, 0},
    {"distinct players", NULL, "[Event \"x\"]\n[White \"~, @\"]\n[Black \"~, &\"]\n\n*\n\n", NULL, 0, 0},
    {"distinct dates and ratings", NULL,
     "[Event \"x\"]\n[Date \"20&.&.&\"]\n[WhiteElo \"&\"]\n[BlackElo \"@\"]\n[Round \"@.&\"]\n\n*\n\n", NULL,
     0, 0},
    {"distinct openings", NULL, "[Event \"x\"]\n[ECO \"C&\"]\n[Opening \"The ~\"]\n\n^^*\n\n", NULL, 0, 0},
    {"results that differ", NULL,
     "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 0-1\n\n[Event \"x\"]\n[Result \"~\"]\n\n*\n\n", NULL, 0, 0},
    /* Games */
    {"tiny games", NULL, "1. e4 *\n\n", NULL, 0, 0},
    {"results only", NULL, "*\n", NULL, 0, 0},
    {"results on a line", NULL, "1-0 ", NULL, 0, 0},
    {"broken results", NULL, "1/2 1-1 0-0 ", NULL, 0, 0},
    {"empty games", NULL, EVENT "*\n\n", NULL, 0, 0},
    {"tags without games", NULL, "[Event \"@\"]\n\n", NULL, 0, 0},
    {"signs of games, not closed", NULL, "[Event \n", NULL, 0, 0},
    {"games far apart", NULL,
     EVENT "*\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", NULL, 0, 0},
    {"games of illegal moves", NULL, EVENT "1. e4 e5 2. Ke3 Ke6 3. ~ *\n\n", NULL, 0, 0},
    {"games of ambiguous moves", NULL, EVENT "1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 4. Nb5 Ra5 5. Nxc7 *\n\n", NULL,
     0, 0},
    {"games with FENs", NULL,
     "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/K6p/8 w - - 0 @\"]\n\n40. a8=Q h1=N 41. Qb7+ Kg6 "
     "*\n\n",
     NULL, 0, 0},
    {"games with bad FENs", NULL, "[Event \"x\"]\n[FEN \"8/~/w - - 0 @\"]\n\n1. e4 *\n\n", NULL, 0, 0},
    {"games of many queens", NULL,
     "[Event \"x\"]\n[FEN \"QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/k6K/8 w - - 0 1\"]\n\n1. Qa1 *\n\n", NULL, 0, 0},
    {"games of Chess960", NULL, NULL, make_chess960, 0, 0},
    {"games in many styles", NULL, NULL, make_styles, 0, 0},
    {"games with marks", NULL, "\xef\xbb\xbf" EVENT "1. e4 *\n\n", NULL, 0, 0},
    {"games in turn with returns", NULL, "[Event \"x\"]\r\n\r\n1. e4 *\r\n\r\n" EVENT "1. e4 *\n\n", NULL, 0,
     0},
    {"games of all kinds", NULL, NULL, make_games, 0, 0},
    {"games with mutations", NULL, NULL, make_mutated, 0, 0},
    /* Comments */
    {"a long comment", EVENT "1. e4 {", "the ~ of ", NULL, 0, 0},
    {"a long comment without blanks", EVENT "1. e4 {", "~", NULL, 0, 0},
    {"a long comment of numbers", EVENT "1. e4 {", "@ & ", NULL, 0, 0},
    {"a long comment of fields", EVENT "1. e4 {", "[%x@ &] ", NULL, 0, 0},
    {"a long comment of moves", EVENT "1. e4 {", "Nf6 Ng1 Ng8 Nf3 ", NULL, 0, 0},
    {"empty comments", EVENT "1. e4 ", "{}", NULL, 0, 0},
    {"comments", EVENT "1. e4 ", "{~} ", NULL, 0, 0},
    {"comments before the tags", NULL, "{~}\n", NULL, 0, 0},
    {"comments behind results", NULL, EVENT "* {~} ;@\n", NULL, 0, 0},
    {"line comments", EVENT "1. e4 ", ";~\n", NULL, 0, 0},
    {"escaped lines", EVENT "1. e4\n", "%~\n", NULL, 0, 0},
    {"comments of one template", EVENT, "^{ @ of & and & } ", NULL, 0, 0},
    {"comments of distinct templates", EVENT, "^{ ~@~ } ", NULL, 0, 0},
    {"comments of many fields", EVENT, "^{ & & & & & & & & & & & & & & & & & & & & & & & & & & & & & & } ",
     NULL, 0, 0},
    {"comments of long numbers", EVENT, "^{ &&&&&&&&&&.&&&&&&&& } ", NULL, 0, 0},
    {"comments of commas", EVENT, "^{,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,} ", NULL, 0, 0},
    {"clocks", EVENT, "^{ [%clk 0:0@:&] } ", NULL, 0, 0},
    {"clocks of games", NULL,
     "[Event \"x\"]\n[TimeControl \"180+2\"]\n\n1. Nf3 { [%clk 0:02:59] } 1... Nf6 { [%clk 0:02:&] } *\n\n",
     NULL, 0, 0},
    {"evaluations", EVENT, "^{ [%eval 0.@] [%clk 0:00:0&] } ", NULL, 0, 0},
    {"lists of moves", EVENT, "^{d=@, pv=Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8, mt=&} ", NULL, 0, 0},
    {"lists of illegal moves", EVENT, "^{d=@, pv=Nf3 Nf6 Kh8 Qh9 ~ e5 e5 e5 e5 e5, mt=&} ", NULL, 0, 0},
    {"lists of moves without end", EVENT,
     "^{pv=Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 } ", NULL, 0, 0},
    /* Files */
    {"named files", NULL, EVENT "1. e4 e5 *\n\n", NULL, JOINED_AS_FILES, 40},
    {"empty files", NULL, "x", NULL, JOINED_AS_FILES, 0},
    {"files of a byte", NULL, "\n", NULL, JOINED_AS_FILES, 1},
    {"segments", NULL, EVENT "1. e4 e5 *\n\n", NULL, JOINED_AS_SEGMENTS, 400},
    {"empty segments", NULL, "x", NULL, JOINED_AS_SEGMENTS, 0},
};

const size_t text_shape_count = sizeof text_shapes / sizeof text_shapes[0];
