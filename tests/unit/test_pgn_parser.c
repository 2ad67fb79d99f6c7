/*
 * Every element of PGN, and what is found in the wild. Each text is also read in pieces and cut at every byte (see
 * describe_games()), and its games' texts must be the whole input.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgn/pgn_parser.h"
#include "pgn/pgn_scan.h"
#include "unit/pgn_support.h"
#include "unit/suites.h"

/* ---- Tags ---- */

START_TEST(tag_pairs)
{
    expect_games("[Event \"A\"]\n[Site \"B\"]\n\n1. e4 *\n", "[Event=A] [Site=B] e2e4 *\n");
    expect_games("[Event \"A\"]\n[Event \"B\"]\n\n*\n", "[Event=A] [Event=B] *\n");
    expect_games("[ Event\t \"A\" ] [Site\"B\"] [Round \"\"]\n*", "[Event=A] [Site=B] [Round=] *\n");
    expect_games("[Event \"A\"] 1. e4 *", "[Event=A] e2e4 *\n");
    expect_games("\n\n  [Event \"A\"]\n1. e4 *", "[Event=A] e2e4 *\n");
    expect_games("[Wei\xdf \"M\xfcller\"]\n*", "[Wei\xdf=M\xfcller] *\n");
}
END_TEST

/* Every byte but blanks as the whole name, as its first, last and middle one. */
START_TEST(bytes_of_tag_names)
{
    static const char others[] = "_-+#=:.";
    static const char *const forms[] = {"[? \"v\"]", "[?ab \"v\"]", "[ab? \"v\"]", "[a?b \"v\"]"};
    for (int byte = '!'; byte < 256; byte++) {
        int is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
        int is_name =
            is_letter || (byte >= '0' && byte <= '9') || byte >= 0x80 || strchr(others, byte) != NULL;
        for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
            char text[20];
            strcpy(text, forms[i]);
            *strchr(text, '?') = (char)byte;
            int is_value = byte == '"' && i != 0 && i != 1; /* a name, and a value that begins there */
            enum tag_sign sign = tag_sign(text, text + strlen(text));
            ck_assert_msg((sign == TAG_YES) == (is_name || is_value), "%s", text);
        }
    }
}
END_TEST

START_TEST(tag_values)
{
    expect_games("[A \"x \\\"y\\\" \\\\z\"]\n*", "[A=x \\\"y\\\" \\\\z] *\n");
    expect_games("[A \"The \"Great\" Open\"]\n*", "[A=The \"Great\" Open] *\n");
    expect_games("[A \"a]b[c\"]\n*", "[A=a]b[c] *\n");
    expect_games("[A \"b\\\"\"] [B \"\\\"A]][\\\"\\\\\"]\n*", "[A=b\\\"] [B=\\\"A]][\\\"\\\\] *\n");
    expect_games("[A \"C:\\chess\\\"]\n[B \"c\"]\n*", "[A=C:\\chess\\] [B=c] *\n");
    expect_games("[A \"{no comment} ; 1-0\"]\n*", "[A={no comment} ; 1-0] *\n");
}
END_TEST

START_TEST(bad_tags)
{
    expect_games("[Event \"A\"]\n[Site \"B]\n[Round C]\n[]\n[\"D\"]\n[E \"e\"\n[Date \"F\"]\n\n1. e4 *",
                 "[Event=A] [Date=F] e2e4 * +bad-tag\n");
    expect_games("[nothing\n", "* +no-result +bad-tag +stray\n");
    expect_games("[", "* +no-result +bad-tag +stray\n");
}
END_TEST

START_TEST(gaps_between_tags)
{
    expect_games("[Event \"A\"]\n\n[Site \"B\"]\n\n\n[White \"C\"]\n\n1. e4 *",
                 "[Event=A] [Site=B] [White=C] e2e4 *\n");
    expect_games("[Event \"A\"]\n[Result \"1-0\"]\n\n[Event \"B\"]\n\n\n[Event \"C\"]\n*",
                 "[Event=A] [Result=1-0] 1-0 +no-result\n[Event=B] * +no-result\n[Event=C] *\n");
    expect_games("[White \"A\"]\n[Black \"a\"]\n\n[White \"B\"]\n[Black \"b\"]\n",
                 "[White=A] [Black=a] * +no-result\n[White=B] [Black=b] * +no-result\n");
    expect_games("[White \"A\"]\r\r[White \"B\"]\r", "[White=A] * +no-result\n[White=B] * +no-result\n");
    expect_games("[White \"A\"]\r\n[White \"B\"]\r\n", "[White=A] [White=B] * +no-result\n");
}
END_TEST

START_TEST(tags_end_movetext)
{
    expect_games("[Event \"A\"]\n\n1. e4\n[Event \"B\"]\n\n1. d4\n\n  [White \"C\"]\n1. c4 *",
                 "[Event=A] e2e4 * +no-result\n[Event=B] d2d4 * +no-result\n[White=C] c2c4 *\n");
    expect_games("[Event \"A\"]\n1. e4 [Event \"B\"]\n*", "[Event=A] e2e4 * syntax@18\n");
    expect_games("1. e4 [junk] e5 *", "e2e4 * syntax@6\n");
    expect_games("1. e4 (1. d4\n[Event \"B\"]\n*", "e2e4 ( d2d4 * +no-result +open-variation\n[Event=B] *\n");
}
END_TEST

/* ---- Comments ---- */

START_TEST(comments)
{
    expect_games("{a} 1. {b}e4{c} ;d\ne5 {} *", "{a} {b} e2e4 {c} ;d; e7e5 {} *\n");
    expect_games("1. e4 {two\r\nlines; ( [x \"y\"] } *", "e2e4 {two\r\nlines; ( [x \"y\"] } *\n");
    expect_games("1. e4 {\n[Site \"x\"]\n} e5 *", "e2e4 {\n[Site \"x\"]\n} e7e5 *\n");
    expect_games("1. e4 ; {not open\ne5 *", "e2e4 ; {not open; e7e5 *\n");
    expect_games("1. e4;\r\n*", "e2e4 ;; *\n");
    expect_games("1. e4 { { } e5 *", "e2e4 { { } e7e5 *\n");
    expect_games("1. e4 { { } } e5 *", "e2e4 { { } * syntax@12\n");
    expect_games("1. e4 {M\xfcller \xe2\x99\x94} *", "e2e4 {M\xfcller \xe2\x99\x94} *\n");
}
END_TEST

START_TEST(comments_without_end)
{
    expect_games("1. e4 {for ever", "e2e4 {for ever} * +no-result +open-comment\n");
    expect_games("[Event \"A\"]\n1. e4 {for\never\n\n[Event \"B\"]\n1. d4 *",
                 "[Event=A] e2e4 {for\never\n\n} * +no-result +open-comment\n[Event=B] d2d4 *\n");
    expect_games("1. e4 {x\r[Event \"B\"]\r*", "e2e4 {x\r} * +no-result +open-comment\n[Event=B] *\n");
    expect_games("1. e4 {x\n\xef\xbb\xbf[Event \"B\"]\n*",
                 "e2e4 {x\n} * +no-result +open-comment\n[Event=B] *\n");
    expect_games("1. e4 {x [Event \"B\"]} *", "e2e4 {x [Event \"B\"]} *\n");
    expect_games("1. e4 ;for ever", "e2e4 ;for ever; * +no-result\n");
    expect_games("1. e4 {", "e2e4 {} * +no-result +open-comment\n");
}
END_TEST

/* The same with very many bytes behind the brace, from where on nothing is understood then. */
static void expect_long_comment(const char *before, size_t size, const char *behind, const char *expected)
{
    char *text = malloc(strlen(before) + size + strlen(behind) + 1);
    ck_assert_ptr_nonnull(text);
    size_t at = strlen(before);
    memcpy(text, before, at);
    memset(text + at, 'x', size);
    memcpy(text + at + size, behind, strlen(behind) + 1);
    expect_games(text, expected);
    free(text);
}

START_TEST(long_comments_without_end)
{
    enum { TOO_LONG = (64 << 10) + 1 };
    expect_long_comment("1. e4 {", TOO_LONG, "", "e2e4 * syntax@6 +no-result +open-comment\n");
    expect_long_comment("1. e4 e5 1-0 {", TOO_LONG, "",
                        "e2e4 e7e5 1-0 +open-comment\n* syntax@0 +no-result +open-comment +stray\n");
    expect_long_comment("[Event \"A\"]\n{", TOO_LONG, "\n[Event \"B\"]\n*",
                        "[Event=A] * syntax@12 +no-result +open-comment\n[Event=B] *\n");
    char expected[2 * TOO_LONG] = "e2e4 {";
    memset(expected + strlen(expected), 'x', TOO_LONG);
    strcat(expected, "} e7e5 *\n");
    expect_long_comment("1. e4 {", TOO_LONG, "} e5 *", expected);
}
END_TEST

START_TEST(comments_in_the_header)
{
    expect_games("{a}\n;b\n%c\n[Event \"A\"]\n\n*", "[Event=A] h{a} h;b; h%c% *\n");
    expect_games("[Event \"A\"]\n{a}\n[Site \"B\"] ;b\n%c\n[White \"W\"] {d}\n\n{e} 1. e4 *",
                 "[Event=A] [Site=B] [White=W] h{a} h;b; h%c% {d} {e} e2e4 *\n");
    expect_games("{a} [Event \"A\"] {b} [Site \"B\"] *", "[Event=A] [Site=B] h{a} h{b} *\n");
    expect_games("[Event \"A\"]\n\n{adjourned}\n\n[Event \"B\"]\n\n*",
                 "[Event=A] {adjourned} * +no-result\n[Event=B] *\n");
    expect_games("[Event \"A\"]\n{x} [junk]\n*", "[Event=A] {x} * syntax@16\n");
    expect_games("{only this}", "{only this} * +no-result +stray\n");
}
END_TEST

START_TEST(comments_behind_the_result)
{
    expect_games("1. e4 1-0 {a} ;b\n{c}\n\n[Event \"B\"]\n*", "e2e4 a{a} a;b; a{c} 1-0\n[Event=B] *\n");
    expect_games("* {a}", "a{a} *\n");
    expect_games("*{a", "a{a} * +open-comment\n");
    expect_games("1-0;a\n*", "a;a; 1-0\n*\n");
    expect_games("1-0\n%a\n*", "1-0\n%a% *\n");
}
END_TEST

START_TEST(escape_lines)
{
    expect_games("% first {\n1. e4\n%1-0\n1... e5 *", "% first {% e2e4 %1-0% e7e5 *\n");
    expect_games("1. e4 %x\ne5 *", "e2e4 * syntax@6\n");
    expect_games("\xef\xbb\xbf%x\n*", "%x% *\n");
    expect_games("1. e4\r%\r*", "e2e4 %% *\n");
}
END_TEST

/* ---- Movetext ---- */

START_TEST(move_numbers)
{
    expect_games("1.e4 1...e5 2. Nf3 2 ... Nc6 3 Bb5 a6 99.Ba4 Nf6*",
                 "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 *\n");
    expect_games("1e4 e5 2...", "e2e4 e7e5 * +no-result\n");
    expect_games("e4 e5 17", "e2e4 e7e5 * +no-result\n");
    expect_games("123456789012345678901234567890. e4 *", "e2e4 *\n");
}
END_TEST

START_TEST(move_spellings)
{
    expect_games("e2e4 e7-e5 Ng1f3 Nb8-c6 Pd2-d4 e5xd4 Nf3:d4 *", "e2e4 e7e5 g1f3 b8c6 d2d4 e5d4 f3d4 *\n");
    expect_games("1.f3 e5 2.g4 Qh4# *", "f2f3 e7e5 g2g4 d8h4 *\n");
    expect_games("1.f3 e5 2.g4 Qh4++ *", "f2f3 e7e5 g2g4 d8h4 *\n");
    expect_games("1.f3 e5 2.g4 Qh4 *", "f2f3 e7e5 g2g4 d8h4 *\n");
    expect_games("1.f3+ e5# 2.g4!Qh4?{x}*", "f2f3 e7e5 g2g4 s1 d8h4 s2 {x} *\n");
}
END_TEST

START_TEST(castling)
{
    static const char fen[] = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n";
    static const char *const moves[] = {"O-O O-O-O",  "0-0 0-0-0", "o-o o-o-o",
                                        "O-O! 0-0-0", "e1g1 e8c8", "1.0-0 1...0-0-0"};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        char text[200], expected[200];
        snprintf(text, sizeof text, "%s%s *", fen, moves[i]);
        snprintf(expected, sizeof expected, "[FEN=%.*s] e1h1 %se8a8 *\n", (int)strlen(fen) - 9, fen + 6,
                 strchr(moves[i], '!') != NULL ? "s1 " : "");
        expect_games(text, expected);
    }
}
END_TEST

START_TEST(en_passant)
{
    expect_games("1.e4 a6 2.e5 d5 3.exd6 e.p. *", "e2e4 a7a6 e4e5 d7d5 e5d6 <e.p.> *\n");
    expect_games("1.e4 a6 2.e5 d5 3.exd6e.p. *", "e2e4 a7a6 e4e5 d7d5 e5d6 <e.p.> *\n");
    expect_games("1.e4 a6 2.e5 d5 3.exd6 ep *", "e2e4 a7a6 e4e5 d7d5 e5d6 <ep> *\n");
}
END_TEST

START_TEST(promotions)
{
    static const char fen[] = "[FEN \"8/PPPPP3/8/8/k7/8/8/4K3 w - - 0 1\"]\n";
    char text[200], expected[200];
    snprintf(text, sizeof text, "%sa8=Q+ Kb5 b8R+ Kc5 c8(B) Kd4 d8/N Ke3 e7e8q+ *", fen);
    snprintf(expected, sizeof expected, "[FEN=%.*s] a7a8q a4b5 b7b8r b5c5 c7c8b c5d4 d7d8n d4e3 e7e8q *\n",
             (int)strlen(fen) - 9, fen + 6);
    expect_games(text, expected);
}
END_TEST

START_TEST(nags_and_suffixes)
{
    expect_games("1. e4 $1 $0$255 $65535 e5 *", "e2e4 $1 $0 $255 $65535 e7e5 *\n");
    expect_games("1. e4! e5? 2. d4!! d5?? 3. c4!? c5?! *",
                 "e2e4 s1 e7e5 s2 d2d4 s3 d7d5 s4 c2c4 s5 c7c5 s6 *\n");
    expect_games("1. e4 ! e5!!! *", "e2e4 s1 e7e5 s3 s1 *\n");
    expect_games("1. e4$146 e5 *", "e2e4 $146 e7e5 *\n");
    expect_games("1. e4 $ e5 *", "e2e4 * syntax@6\n");
    expect_games("1. e4 $65536 e5 *", "e2e4 * syntax@6\n");
    expect_games("1. e4 $99999999999999999999 *", "e2e4 * syntax@6\n");
    expect_games("1. e4 $", "e2e4 * syntax@6 +no-result\n");
    expect_games("1. e4 $7", "e2e4 $7 * +no-result\n");
}
END_TEST

START_TEST(signs_of_other_writers)
{
    expect_games("1. e4 +- e5 = 2. d4 N d5 -+ 3. c4 \xc2\xb1 (=) *",
                 "e2e4 <+-> e7e5 <=> d2d4 <N> d7d5 <-+> c2c4 <\xc2\xb1> ( <=> ) *\n");
    expect_games("1. e4 +! e5 *", "e2e4 <+!> e7e5 *\n");
}
END_TEST

START_TEST(null_moves)
{
    expect_games("1. -- Z0 2. z0 null 3. 0000 @@@@ 4. pass <> *", "-- -- -- -- -- -- -- -- *\n");
    expect_games("1. e4 --! 2. --?! Z0$1 *", "e2e4 -- s1 -- s6 -- $1 *\n");
    expect_games("1. e4 0000", "e2e4 -- * +no-result\n");
    expect_games("1. e4 (1. --) 1... -- (1... e5) 2. d4 *", "e2e4 ( -- ) -- ( e7e5 ) d2d4 *\n");
    expect_games("1. e4 f6 2. Qh5+ -- *", "e2e4 f7f6 d1h5 * null@17\n");
}
END_TEST

START_TEST(variations)
{
    expect_games("1. e4 (1. d4 d5 (1... Nf6 2. c4) (1... f5)) (1. c4) 1... e5 *",
                 "e2e4 ( d2d4 d7d5 ( g8f6 c2c4 ) ( f7f5 ) ) ( c2c4 ) e7e5 *\n");
    expect_games("1. e4 () e5({x})*", "e2e4 ( ) e7e5 ( {x} ) *\n");
    expect_games("1. e4 e5 (1... c5 2. Nf3", "e2e4 e7e5 ( c7c5 g1f3 * +no-result +open-variation\n");
    expect_games("(1. d4) 1. e4 *", "* variation@0\n");
    expect_games("1. e4) e5 *", "e2e4 * variation@5\n");
    expect_games("1. e4 ((1. d4)) *", "e2e4 ( * variation@7\n");
}
END_TEST

START_TEST(nesting)
{
    enum { DEPTH = GAME_NESTING_MAX };
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    memory_init(&memory, NULL, 0);
    pgn_parser_init(&parser, &memory);
    game_init(&game, &memory);
    for (int depth = DEPTH; depth <= DEPTH + 1; depth++) {
        struct buffer text;
        buffer_init(&text, &memory);
        buffer_append_string(&text, "e4 ");
        for (int i = 0; i < depth; i++)
            buffer_append_string(&text, i % 2 == 0 ? "(d4" : "(e4");
        for (int i = 0; i < depth; i++)
            buffer_append_byte(&text, ')');
        buffer_append_string(&text, " e5 *");
        ck_assert_int_eq(pgn_parse(&parser, (const char *)text.data, text.size, 1, &game), PGN_GAME);
        ck_assert_uint_eq(game.text.size, text.size);
        ck_assert_int_eq(game.trouble, depth <= DEPTH ? TROUBLE_NONE : TROUBLE_NESTING);
        ck_assert_uint_eq(game.ply_count, depth <= DEPTH ? 2 : 1);
        buffer_free(&text);
    }
    game_free(&game);
    pgn_parser_free(&parser);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

/* ---- Results ---- */

START_TEST(results)
{
    expect_games("1. e4 1-0\n1. d4 0-1\n1. c4 1/2-1/2\n1. f4 *\n1. b4 1/2\n",
                 "e2e4 1-0\nd2d4 0-1\nc2c4 1/2-1/2\nf2f4 *\nb2b4 1/2-1/2\n");
    expect_games("1-0", "1-0\n");
    expect_games("1.e4 e5 0-1{x}", "e2e4 e7e5 a{x} 0-1\n");
    expect_games("1.e4 e5* 1.d4*", "e2e4 e7e5 *\nd2d4 *\n");
    expect_games("1.e4 (1.d4 1-0) (1.c4 0-1) (1.b4 1/2-1/2 {x}) (1.f4 * ) 1/2-1/2",
                 "e2e4 ( d2d4 <1-0> ) ( c2c4 <0-1> ) ( b2b4 <1/2-1/2> {x} ) ( f2f4 <*> ) 1/2-1/2\n");
    expect_games("1.e4 1-0x", "e2e4 * syntax@5 +no-result\n");
}
END_TEST

START_TEST(results_and_tags)
{
    expect_games("[Result \"1-0\"]\n1.e4 1-0", "[Result=1-0] e2e4 1-0\n");
    expect_games("[Result \"1-0\"]\n1.e4 0-1", "[Result=1-0] e2e4 0-1 +result-differs\n");
    expect_games("[Result \"?\"]\n1.e4 *", "[Result=?] e2e4 * +result-differs\n");
    expect_games("[Result \"0-1\"]\n1.e4", "[Result=0-1] e2e4 0-1 +no-result\n");
    expect_games("[Result \"0-1 x\"]\n1.e4", "[Result=0-1 x] e2e4 * +no-result\n");
    expect_games("[Result \"1/2\"]\n1.e4 1/2-1/2", "[Result=1/2] e2e4 1/2-1/2\n");
}
END_TEST

/* ---- Trouble ---- */

START_TEST(moves_that_do_not_fit)
{
    expect_games("1. e4 e5 2. Ke3 Nc6 1-0\n\n1. d4 *", "e2e4 e7e5 1-0 illegal@12\nd2d4 *\n");
    expect_games("[FEN \"4k3/8/8/8/8/8/8/RR2K3 w - - 0 1\"]\n1. Rc1 *",
                 "[FEN=4k3/8/8/8/8/8/8/RR2K3 w - - 0 1] b1c1 *\n");
    expect_games("[FEN \"4k3/8/8/8/8/8/8/R4RK1 w - - 0 1\"]\n1. Rc1 *",
                 "[FEN=4k3/8/8/8/8/8/8/R4RK1 w - - 0 1] * ambiguous@43\n");
    expect_games("1. e4 Zz9 1-0", "e2e4 1-0 syntax@6\n");
    expect_games("1. Sf3 d5 *", "* syntax@3\n");
    expect_games("1. e4 e9 *", "e2e4 * syntax@6\n");
}
END_TEST

/* The end of what is not understood: a result that is no part of a comment or variation, or the next tags. */
START_TEST(skipping)
{
    expect_games("1. xx {1-0 } (1-0 ) ;1-0\n%1-0\n+1-0 1-0+ 1-0\n1. e4 *", "1-0 syntax@3\ne2e4 *\n");
    expect_games("1. xx {1-0}0-1 1. e4 *", "0-1 syntax@3\ne2e4 *\n");
    expect_games("1. xx {open\n[Event \"B\"]\n*", "* syntax@3 +no-result +stray\n[Event=B] *\n");
    expect_games("1. xx (open\n[White \"B\"]\n*", "* syntax@3 +no-result +stray\n[White=B] *\n");
    expect_games("1. xx [White \"B\"]\n[no tag]\n*\n*", "* syntax@3\n*\n");
    expect_games("1. xx )) 1-0\n*", "1-0 syntax@3\n*\n");
    expect_games("1. xx\n\xef\xbb\xbf[White \"B\"]\n*", "* syntax@3 +no-result +stray\n[White=B] *\n");
    expect_games("1. xx \xef\xbb\xbfyy \xef*", "* syntax@3 +no-result +stray\n");
    expect_games("1. xx", "* syntax@3 +no-result +stray\n");
}
END_TEST

START_TEST(variants)
{
    expect_games("[Variant \"Atomic\"]\n1. e4 1-0\n\n1. e4 *", "[Variant=Atomic] 1-0 variant@19\ne2e4 *\n");
    expect_games("[Variant \"chess 960\"]\n1. e4 *", "[Variant=chess 960] e2e4 *\n");
    expect_games("[Variant \"FROM POSITION\"]\n*", "[Variant=FROM POSITION] *\n");
    expect_games("[Variant \"Chess9\"]\n", "[Variant=Chess9] * variant@19 +no-result\n");
    expect_games("[Variant \"\"]\n*", "[Variant=] *\n");
}
END_TEST

START_TEST(drops)
{
    expect_games("1. e4 N@f6 (P@d5 2. @e5!?) 2. Q@h3+ *", "e2e4 1@45 ( 0@35 0@36 s5 ) 4@23 *\n");
    expect_games("[Variant \"Crazyhouse\"]\n1. B@e4 {so} R@e5# 1-0",
                 "[Variant=Crazyhouse] 2@28 {so} 3@36 1-0\n");
    expect_games("1. N@f8 *", "* illegal@3\n"); /* on a man */
    expect_games("1. K@e4 *", "* syntax@3\n");
    expect_games("1. N@f9 *", "* syntax@3\n");
    expect_games("1. N@ *", "* syntax@3\n");
    expect_games("1. N@f33 *", "* syntax@3\n");
    static const char checked[] = "[FEN \"k6r/8/8/8/8/8/8/K6r w - - 0 1\"]\n";
    char pgn[128];
    static const struct {
        const char *move, *expected;
    } games[] = {
        {"Q@d1 *", "[FEN=k6r/8/8/8/8/8/8/K6r w - - 0 1] 4@3 *\n"}, /* between */
        {"Q@d2 *", "[FEN=k6r/8/8/8/8/8/8/K6r w - - 0 1] * illegal@38\n"},
        {"P@d1 *", "[FEN=k6r/8/8/8/8/8/8/K6r w - - 0 1] * illegal@38\n"}, /* the first rank */
    };
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        snprintf(pgn, sizeof pgn, "%s%s", checked, games[i].move);
        expect_games(pgn, games[i].expected);
    }
}
END_TEST

START_TEST(start_positions)
{
    expect_games("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 0-1\n*",
                 "[FEN=8/8/8/8/8/8/8/8 w - - 0 1] 0-1 fen@35\n*\n");
    expect_games("[FEN \"8\"]\n", "[FEN=8] * fen@10 +no-result\n");
    expect_games("[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 0 40\"]\n40... Kd7 41. O-O *",
                 "[FEN=4k3/8/8/8/8/8/8/4K2R b K - 0 40] e8d7 e1h1 *\n");
    expect_games("[FEN \"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"]\n*",
                 "[FEN=4k3/8/8/8/8/8/8/4K3 w K - 0 1] * +right-dropped\n");
    expect_games("[FEN \"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1\"]\n*",
                 "[FEN=4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1] * +ep-dropped\n");
    expect_games("[FEN \"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\"]\n1. Rd2 Kf8 *",
                 "[FEN=4k3/8/8/8/8/8/4R3/4K3 w - - 0 1] e2d2 e8f8 * +opponent-in-check\n");
    expect_games("[FEN \"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1\"]\n1. Rxe8 *",
                 "[FEN=4k3/8/8/8/8/8/4R3/4K3 w - - 0 1] * illegal@43 +opponent-in-check\n");
    expect_games(
        "[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n[Variant \"Chess960\"]\n"
        "1. g3 g6 2. O-O O-O *",
        "[FEN=bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1] [Variant=Chess960] "
        "g2g3 g7g6 f1g1 f8g8 *\n");
}
END_TEST

/* The start of a game that has only tags, and that of the next game, which has none. */
START_TEST(start_positions_without_moves)
{
    static const char text[] = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 7\"]\n";
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    struct position start;
    memory_init(&memory, NULL, 0);
    pgn_parser_init(&parser, &memory);
    game_init(&game, &memory);
    position_start(&start);
    ck_assert_int_eq(pgn_parse(&parser, text, sizeof text - 1, 1, &game), PGN_GAME);
    ck_assert_int_eq(game.has_start, 1);
    ck_assert_uint_eq(game.start.side, BLACK);
    ck_assert_uint_eq(game.start.move_number, 7);
    ck_assert_int_eq(pgn_parse(&parser, "*", 1, 1, &game), PGN_GAME);
    ck_assert_int_eq(game.has_start, 0);
    ck_assert(position_same(&game.start, &start));
    game_free(&game);
    pgn_parser_free(&parser);
}
END_TEST

/* ---- Files ---- */

START_TEST(line_ends)
{
    expect_games("[Event \"A\"]\r\n\r\n1. e4\r\ne5 {x\r\ny}\r\n1-0\r\n\r\n[Event \"B\"]\r\n\r\n*\r\n",
                 "[Event=A] e2e4 e7e5 {x\r\ny} 1-0\n[Event=B] *\n");
    expect_games("[Event \"A\"]\r\r1. e4 ;x\re5\r1-0\r\r[Event \"B\"]\r\r*\r",
                 "[Event=A] e2e4 ;x; e7e5 1-0\n[Event=B] *\n");
    expect_games("1. e4 e5 1-0\n1. d4\td5\v\f0-1", "e2e4 e7e5 1-0\nd2d4 d7d5 0-1\n");
}
END_TEST

START_TEST(byte_order_marks)
{
    expect_games("\xef\xbb\xbf[Event \"A\"]\n*", "[Event=A] *\n");
    expect_games("\xef\xbb\xbf\xef\xbb\xbf \xef\xbb\xbf"
                 "1. e4 *",
                 "e2e4 *\n");
    expect_games("1. e4 1-0\n\xef\xbb\xbf[Event \"B\"]\n*", "e2e4 1-0\n[Event=B] *\n");
    expect_games("1. e4 1-0\xef\xbb\xbf[Event \"B\"]\n*", "e2e4 1-0\n[Event=B] *\n");
    expect_games("1. e4 *\xef\xbb\xbf[Event \"B\"]\n*", "e2e4 *\n[Event=B] *\n");
    expect_games("1. e4 e5\xef\xbb\xbf\n[Event \"B\"]\n*", "e2e4 e7e5 * +no-result\n[Event=B] *\n");
    expect_games("[Event \"A\"]\n\xef\xbb\xbf[Event \"B\"]\n*", "[Event=A] * +no-result\n[Event=B] *\n");
    expect_games("1. e4 \xef\xbb\xbf"
                 "e5 \xef\xbb\xbf",
                 "e2e4 e7e5 * +no-result\n");
    expect_games("\xef\xbb\xbf", "");
    expect_games("\xef\xbb*", "* syntax@0 +no-result +stray\n");
}
END_TEST

START_TEST(padding)
{
    static const char dos[] = "1. e4 1-0\r\n\x1a";
    static const char zeros[] = "[Event \"A\"]\n1. e4 e5\0 1-0\0\0[Event \"B\"]\n*\n\0\0\0\0";
    static const char inside[] = "1. e4 {a\0b} *";
    expect_games(dos, "e2e4 1-0\n");
    expect_games_of_bytes(zeros, sizeof zeros - 1, "[Event=A] e2e4 e7e5 1-0\n[Event=B] *\n");
    struct memory memory;
    struct buffer out;
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    describe_games(inside, sizeof inside - 1, &out);
    ck_assert_uint_eq(out.size, 13);
    ck_assert_mem_eq(out.data, "e2e4 {a\0b} *\n", 13);
    buffer_free(&out);
}
END_TEST

START_TEST(missing_parts)
{
    expect_games("", "");
    expect_games(" \r\n\t ", "");
    expect_games("[Event \"A\"]", "[Event=A] * +no-result\n");
    expect_games("[Event \"A\"]\n\n\n", "[Event=A] * +no-result\n");
    expect_games("e4", "e2e4 * +no-result\n");
    expect_games("1. e4 e5\n\n\n", "e2e4 e7e5 * +no-result\n");
    expect_games("Hello!\n\n[Event \"A\"]\n*", "* syntax@0 +no-result +stray\n[Event=A] *\n");
    expect_games("...", "* +no-result +stray\n");
}
END_TEST

/* A comment that comes after very much white space belongs to the next game. */
START_TEST(white_space_behind_the_result)
{
    enum { GAP = 3000 };
    char text[GAP + 20];
    memset(text, '\n', sizeof text);
    memcpy(text, "*", 1);
    memcpy(text + GAP, "{x} *", 6);
    expect_games(text, "*\n{x} *\n");
    memcpy(text, "*", 1);
    memmove(text + 1000, "{x}\0", 4);
    expect_games(text, "a{x} *\n");
}
END_TEST

START_TEST(offsets)
{
    static const char text[] = "\n{c}\n[Event \"A\"]\n{d} 1. e4 e5 1/2-1/2 {x}\r\n\r\n*";
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    memory_init(&memory, NULL, 0);
    pgn_parser_init(&parser, &memory);
    game_init(&game, &memory);
    ck_assert_int_eq(pgn_parse(&parser, text, sizeof text - 1, 1, &game), PGN_GAME);
    ck_assert_uint_eq(game.movetext_offset, 17);
    ck_assert_uint_eq(game.result_offset, 30);
    ck_assert_uint_eq(game.result_size, 7);
    ck_assert_uint_eq(game.text.size, 43);
    ck_assert_int_eq(pgn_parse(&parser, "1. e4 *", 7, 1, &game), PGN_GAME);
    ck_assert_uint_eq(game.movetext_offset, 0);
    ck_assert_int_eq(pgn_parse(&parser, "[A \"\"]\n", 7, 1, &game), PGN_GAME);
    ck_assert_uint_eq(game.movetext_offset, 7);
    ck_assert_uint_eq(game.result_size, 0);
    game_free(&game);
    pgn_parser_free(&parser);
}
END_TEST

/* A long game, and one with a long line and long words. */
START_TEST(any_length)
{
    enum { ROUNDS = 3000 };
    struct memory memory;
    struct buffer text, out;
    memory_init(&memory, NULL, 0);
    buffer_init(&text, &memory);
    buffer_init(&out, &memory);
    for (int i = 0; i < ROUNDS; i++)
        buffer_append_string(&text, "Nf3 Nf6 Ng1 Ng8 {a comment that is not short} ");
    buffer_append_string(&text, "1-0 [A \"");
    for (int i = 0; i < 100000; i++)
        buffer_append_byte(&text, 'x');
    buffer_append_string(&text, "\"] *");
    describe_games((const char *)text.data, text.size, &out);
    ck_assert_uint_eq(out.size, ROUNDS * strlen("g1f3 g8f6 f3g1 f6g8 {a comment that is not short} ") + 4 +
                                    strlen("[A=] *\n") + 100000);
    buffer_free(&text);
    buffer_free(&out);
}
END_TEST

/* More items or tags than a game may have: the rest is not understood, and the game ends where it ends. */
START_TEST(too_many_items)
{
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    struct buffer text;
    memory_init(&memory, NULL, 0);
    pgn_parser_init(&parser, &memory);
    game_init(&game, &memory);
    buffer_init(&text, &memory);
    for (int i = 0; i < GAME_TAG_MAX + 1; i++)
        buffer_append_string(&text, "[A\"\"]");
    buffer_append_string(&text, "\ne4(");
    for (int i = 0; i < GAME_ITEM_MAX; i++)
        buffer_append_byte(&text, '*');
    buffer_append_string(&text, ") 1-0 *");
    ck_assert_int_eq(pgn_parse(&parser, (const char *)text.data, text.size, 1, &game), PGN_GAME);
    ck_assert_uint_eq(game.tag_count, GAME_TAG_MAX);
    ck_assert_uint_eq(game.item_count, GAME_ITEM_MAX);
    ck_assert_uint_le(GAME_TAG_MAX * sizeof *game.tags,
                      3 << 20); /* what game.h says that hostile text can take */
    ck_assert_uint_le(GAME_ITEM_MAX * sizeof *game.items, 12 << 20);
    ck_assert_int_eq(game.trouble, TROUBLE_ITEMS);
    ck_assert_int_eq(game.oddities, ODDITY_BAD_TAG);
    ck_assert_int_eq(game.result, RESULT_WHITE);
    ck_assert_uint_eq(game.text.size, text.size - 1);
    ck_assert_uint_eq(game.trouble_offset, 5 * (GAME_TAG_MAX + 1) + 4 + GAME_ITEM_MAX - 2);
    buffer_free(&text);
    game_free(&game);
    pgn_parser_free(&parser);
}
END_TEST

static void add_tests(TCase *tests)
{
    tcase_add_test(tests, tag_pairs);
    tcase_add_test(tests, bytes_of_tag_names);
    tcase_add_test(tests, tag_values);
    tcase_add_test(tests, bad_tags);
    tcase_add_test(tests, gaps_between_tags);
    tcase_add_test(tests, tags_end_movetext);
    tcase_add_test(tests, comments);
    tcase_add_test(tests, comments_without_end);
    tcase_add_test(tests, long_comments_without_end);
    tcase_add_test(tests, comments_in_the_header);
    tcase_add_test(tests, comments_behind_the_result);
    tcase_add_test(tests, escape_lines);
    tcase_add_test(tests, move_numbers);
    tcase_add_test(tests, move_spellings);
    tcase_add_test(tests, castling);
    tcase_add_test(tests, en_passant);
    tcase_add_test(tests, promotions);
    tcase_add_test(tests, nags_and_suffixes);
    tcase_add_test(tests, signs_of_other_writers);
    tcase_add_test(tests, null_moves);
    tcase_add_test(tests, variations);
    tcase_add_test(tests, nesting);
    tcase_add_test(tests, results);
    tcase_add_test(tests, results_and_tags);
    tcase_add_test(tests, moves_that_do_not_fit);
    tcase_add_test(tests, skipping);
    tcase_add_test(tests, variants);
    tcase_add_test(tests, start_positions);
    tcase_add_test(tests, drops);
    tcase_add_test(tests, start_positions_without_moves);
    tcase_add_test(tests, line_ends);
    tcase_add_test(tests, byte_order_marks);
    tcase_add_test(tests, padding);
    tcase_add_test(tests, missing_parts);
    tcase_add_test(tests, white_space_behind_the_result);
    tcase_add_test(tests, offsets);
    tcase_add_test(tests, any_length);
    tcase_add_test(tests, too_many_items);
}

Suite *pgn_parser_suite(void)
{
    Suite *suite = suite_create("pgn_parser");
    TCase *tests = tcase_create("pgn_parser");
    add_tests(tests);
    suite_add_tcase(suite, tests);
    return suite;
}
