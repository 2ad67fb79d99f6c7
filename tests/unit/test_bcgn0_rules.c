/* What goes where in BCGN 0, what comes back, and what is refused or dropped. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bcgn0/bcgn0_fields.h"
#include "bcgn0/bcgn0_position.h"
#include "chess/fen.h"
#include "pgnpack_extra.h"
#include "unit/bcgn0_support.h"
#include "unit/suites.h"
#include "unit/support.h"

static void pack(struct packed *packed, const char *pgn, const struct pgnpack_bcgn0_options *options)
{
    pack_text(packed, pgn, strlen(pgn), options);
}

/* The listing of what a text becomes, in each scheme. */
static void check_listing(const char *pgn, const char *expected)
{
    for (int scheme = 0; scheme < 3; scheme++) {
        struct pgnpack_bcgn0_options options = bcgn0_options((enum pgnpack_bcgn0_scheme)scheme);
        struct packed packed;
        pack(&packed, pgn, &options);
        ck_assert_str_eq(packed.error.text, "");
        char *listing = bcgn0_listing(packed.file.data, packed.file.size);
        ck_assert_str_eq(listing, expected);
        free(listing);
        packed_free(&packed);
    }
}

/* Refused without `lossy`, with these words in the message. */
static void check_refused(const char *pgn, enum pgnpack_bcgn0_scheme scheme, const char *words)
{
    struct pgnpack_bcgn0_options options = bcgn0_options(scheme);
    struct packed packed;
    pack(&packed, pgn, &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_ERROR_LOSSY);
    ck_assert_msg(strstr(packed.error.text, words) != NULL, "\"%s\" without \"%s\"", packed.error.text,
                  words);
    ck_assert_uint_eq(packed.losses.games_written, 0);
    ck_assert_uint_eq(packed.file.size, BCGN0_HEADER_SIZE);
    packed_free(&packed);
}

/* Left out with `lossy`, too. */
static void check_left_out(const char *pgn, enum pgnpack_bcgn0_scheme scheme, const char *words)
{
    check_refused(pgn, scheme, words);
    struct pgnpack_bcgn0_options options = bcgn0_options(scheme);
    options.lossy = 1;
    struct packed packed;
    pack(&packed, pgn, &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_ERROR_LOSSY);
    ck_assert_uint_eq(packed.losses.games_left_out, 1);
    ck_assert_uint_eq(packed.losses.games_written, 0);
    ck_assert_uint_eq(packed.file.size, BCGN0_HEADER_SIZE);
    packed_free(&packed);
}

/* ---- Fields ---- */

START_TEST(date_fields)
{
    static const char *const kept[] = {"2024.02.29", "1999.??.??", "????.12.??", "????.??.01", "0001.13.99"};
    static const char *const refused[] = {"????.??.??",  "",           "2024.2.29",  "2024-02-29",
                                          "0000.01.01",  "2024.00.01", "2024.01.00", "2024.0?.01",
                                          "2024.01.011", "20x4.01.01", "12024.01.01"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        struct bcgn0_date date;
        char printed[BCGN0_FIELD_SIZE_MAX];
        ck_assert_msg(bcgn0_date_parse(text_of(kept[i]), &date), "%s", kept[i]);
        ck_assert_uint_eq(bcgn0_date_print(date, printed), 10);
        ck_assert_int_eq(memcmp(printed, kept[i], 10), 0);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct bcgn0_date date;
        ck_assert_msg(!bcgn0_date_parse(text_of(refused[i]), &date), "%s", refused[i]);
    }
}
END_TEST

START_TEST(number_fields)
{
    static const char *const refused[] = {"",      "0",     "01",     "1.2", "-1", "+1",
                                          "65536", "99999", "100000", "?",   "-",  " 1"};
    uint16_t number;
    char printed[BCGN0_FIELD_SIZE_MAX];
    ck_assert_int_eq(bcgn0_number_parse(text_of("65535"), &number), 1);
    ck_assert_uint_eq(number, 65535);
    ck_assert_uint_eq(bcgn0_number_print(65535, printed), 5);
    ck_assert_int_eq(memcmp(printed, "65535", 5), 0);
    ck_assert_uint_eq(bcgn0_number_print(0, printed), 0);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        ck_assert_msg(!bcgn0_number_parse(text_of(refused[i]), &number), "%s", refused[i]);
}
END_TEST

START_TEST(eco_fields)
{
    static const char *const refused[] = {"", "A00", "F00", "a01", "B9", "B100", "B90a", "B?0"};
    struct bcgn0_eco eco;
    char printed[BCGN0_FIELD_SIZE_MAX];
    ck_assert_int_eq(bcgn0_eco_parse(text_of("E07"), &eco), 1);
    ck_assert_uint_eq(bcgn0_eco_print(eco, printed), 3);
    ck_assert_int_eq(memcmp(printed, "E07", 3), 0);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        ck_assert_msg(!bcgn0_eco_parse(text_of(refused[i]), &eco), "%s", refused[i]);
}
END_TEST

/* ---- Tags ---- */

START_TEST(known_tags_come_first)
{
    check_listing(
        "[WhiteElo \"2800\"]\n[Opening \"x\"]\n[ECO \"B12\"]\n[Result \"1-0\"]\n[White \"w\"]\n[Black "
        "\"b\"]\n"
        "[Site \"s\"]\n[Event \"e\"]\n[Round \"3\"]\n[Date \"2020.??.??\"]\n[BlackElo \"1\"]\n\n1. e4 1-0\n",
        "Event=e\nSite=s\nDate=2020.??.??\nRound=3\nWhite=w\nBlack=b\nResult=1-0\nWhiteElo=2800\nBlackElo=1\n"
        "ECO=B12\nOpening=x\n"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 1-0\n\n");
}
END_TEST

START_TEST(odd_values_become_additional_tags)
{
    check_listing("[Event \"\"]\n[Date \"????.??.??\"]\n[Round \"1.2\"]\n[Result \"*\"]\n[WhiteElo "
                  "\"0\"]\n[BlackElo \"\"]\n"
                  "[ECO \"A00\"]\n\n*\n",
                  "Event=\nDate=????.??.??\nRound=1.2\nResult=*\nWhiteElo=0\nBlackElo=\nECO=A00\n"
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 *\n\n");
}
END_TEST

START_TEST(first_duplicate_fills_the_field)
{
    check_listing("[Event \"a\"]\n[Event \"b\"]\n[Round \"x\"]\n[Round \"7\"]\n[Elo \"1\"]\n[Elo "
                  "\"1\"]\n[Result \"*\"]\n"
                  "[Result \"*\"]\n\n*\n",
                  "Event=a\nRound=x\nResult=*\nEvent=b\nRound=7\nElo=1\nElo=1\nResult=*\n"
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 *\n\n");
}
END_TEST

START_TEST(result_tag_may_differ)
{
    check_listing("[Result \"0-1\"]\n\n1. e4 1-0\n",
                  "Result=0-1\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 1-0\n\n");
    check_listing("[Event \"no result\"]\n\n1. e4 1/2-1/2\n",
                  "Event=no result\nResult=1/2-1/2\n"
                  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 1/2-1/2\n\n");
}
END_TEST

START_TEST(escapes_are_stored_plainly)
{
    const char *pgn = "[Event \"a \\\"b\\\" \\\\ c\"]\n[Note \"\\\\\"]\n[Result \"*\"]\n\n*\n";
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_INDEX);
    struct packed packed;
    pack(&packed, pgn, &options);
    static const char plain[] = "\x09"
                                "a \"b\" \\ c";
    int found = 0;
    for (size_t i = 0; i + sizeof plain - 1 <= packed.file.size; i++)
        found |= memcmp(packed.file.data + i, plain, sizeof plain - 1) == 0;
    ck_assert_int_eq(found, 1);
    packed_free(&packed);
    check_listing(pgn, "Event=a \\\"b\\\" \\\\ c\nResult=*\nNote=\\\\\n"
                       "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 *\n\n");
}
END_TEST

/* 255 bytes without their escapes fit, 256 do not. */
START_TEST(string_limit_is_of_plain_bytes)
{
    char pgn[1200];
    char value[520];
    for (size_t plain = 255; plain <= 256; plain++) {
        for (size_t i = 0; i < plain; i++)
            memcpy(value + 2 * i, "\\\"", 2);
        value[2 * plain] = '\0';
        snprintf(pgn, sizeof pgn, "[Event \"%s\"]\n[Note \"%s\"]\n[Result \"*\"]\n\n*\n",
                 plain == 255 ? value : "e", value);
        struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_INDEX);
        struct packed packed;
        pack(&packed, pgn, &options);
        ck_assert_int_eq(packed.error.status, plain == 255 ? PGNPACK_OK : PGNPACK_ERROR_LOSSY);
        char *listing = bcgn0_listing(packed.file.data, packed.file.size);
        ck_assert_int_eq(strstr(listing, value) != NULL, plain == 255);
        free(listing);
        packed_free(&packed);
    }
}
END_TEST

START_TEST(roster_only_drops_the_others)
{
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_INDEX);
    options.roster_only = 1;
    struct packed packed;
    pack(&packed,
         "[Event \"e\"]\n[Round \"1.2\"]\n[Annotator \"a\"]\n[Result \"*\"]\n[SetUp \"1\"]\n"
         "[FEN \"8/8/8/8/8/5k2/8/7K w - - 3 9\"]\n\n9. Kg1 *\n",
         &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_OK);
    ck_assert_uint_eq(packed.losses.tags, 0);
    char *listing = bcgn0_listing(packed.file.data, packed.file.size);
    ck_assert_str_eq(listing, "Event=e\nRound=1.2\nResult=*\nSetUp=1\nFEN=8/8/8/8/8/5k2/8/7K w - - 0 1\n"
                              "8/8/8/8/8/5k2/8/7K w - - 0 1 h1g1 *\n\n");
    free(listing);
    packed_free(&packed);
}
END_TEST

START_TEST(headerless_keeps_moves_and_start)
{
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_VARIABLE);
    options.headerless = 1;
    struct packed packed;
    pack(&packed,
         "[Event \"e\"]\n[Result \"1-0\"]\n[FEN \"8/8/8/8/8/5k2/8/7K w - - 3 9\"]\n\n9. Kg1 1-0\n"
         "\n[Event \"e\"]\n\n1. e4 *\n",
         &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_OK);
    char *listing = bcgn0_listing(packed.file.data, packed.file.size);
    ck_assert_str_eq(listing,
                     "Result=1-0\nSetUp=1\nFEN=8/8/8/8/8/5k2/8/7K w - - 0 1\n"
                     "8/8/8/8/8/5k2/8/7K w - - 0 1 h1g1 1-0\n\n"
                     "Result=*\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 *\n\n");
    free(listing);
    packed_free(&packed);
}
END_TEST

/* ---- Start positions ---- */

START_TEST(fen_that_follows_is_not_stored)
{
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_INDEX);
    struct packed packed;
    pack(&packed, "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/5k2/8/7K w - - 0 1\"]\n\n*\n", &options);
    static const char word[] = "FEN";
    for (size_t i = 0; i + 3 <= packed.file.size; i++)
        ck_assert_int_ne(memcmp(packed.file.data + i, word, 3), 0);
    packed_free(&packed);
    check_listing("[SetUp \"1\"]\n[FEN \"8/8/8/8/8/5k2/8/7K w - - 0 1\"]\n\n*\n",
                  "Result=*\nSetUp=1\nFEN=8/8/8/8/8/5k2/8/7K w - - 0 1\n8/8/8/8/8/5k2/8/7K w - - 0 1 *\n\n");
}
END_TEST

START_TEST(fen_with_more_than_the_position_is_kept)
{
    check_listing(
        "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/5k2/8/7K w - - 3 17\"]\n\n17. Kg1 *\n",
        "Result=*\nSetUp=1\nFEN=8/8/8/8/8/5k2/8/7K w - - 3 17\n8/8/8/8/8/5k2/8/7K w - - 3 17 h1g1 *\n\n");
    /* No SetUp in the source, none in the copy. */
    check_listing("[FEN \"8/8/8/8/8/5k2/8/7K w - - 0 1\"]\n\n*\n",
                  "Result=*\nFEN=8/8/8/8/8/5k2/8/7K w - - 0 1\n8/8/8/8/8/5k2/8/7K w - - 0 1 *\n\n");
    /* The normal start, with clocks and without. */
    check_listing(
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 40\"]\n\n40. e4 *\n",
        "Result=*\nSetUp=1\nFEN=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 40\n"
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 40 e2e4 *\n\n");
    check_listing("[SetUp \"0\"]\n\n*\n",
                  "Result=*\nSetUp=0\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 *\n\n");
}
END_TEST

/* Without a legal capture: a pinned pawn (the format drops the square), a king in check (it keeps it). */
START_TEST(en_passant_squares_of_a_fen)
{
    check_listing("[SetUp \"1\"]\n[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\"]\n\n2. exd6 *\n",
                  "Result=*\nSetUp=1\nFEN=4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2\n4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 "
                  "2 e5d6 *\n\n");
    check_listing("[SetUp \"1\"]\n[FEN \"k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. Kd2 *\n",
                  "Result=*\nSetUp=1\nFEN=k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\n"
                  "k3r3/8/8/3pP3/8/8/8/4K3 w - - 0 1 e1d2 *\n\n");
    check_listing("[SetUp \"1\"]\n[FEN \"k7/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1\"]\n\n1. Kd2 *\n",
                  "Result=*\nSetUp=1\nFEN=k7/8/8/3pP3/8/3n4/8/4K3 w - d6 0 1\n"
                  "k7/8/8/3pP3/8/3n4/8/4K3 w - - 0 1 e1d2 *\n\n");
}
END_TEST

/* Worked example: rooks with rights, black to move, a pawn that can be taken. */
START_TEST(position_bytes)
{
    const char *fen = "r3k2r/8/8/8/Pp6/8/8/R3K3 b Qkq a3 0 1";
    size_t size;
    unsigned char *expected = bytes_from_hex("9100 0000 0300 0011 # a1 e1, a4 b4, a8 e8 h8\n"
                                             "ad             # R with its right, K\n"
                                             "1c             # pawn to be taken, p\n"
                                             "fe             # r with its right, k and black moves\n"
                                             "0e             # r with its right\n"
                                             "000000000000000000000000",
                                             &size);
    struct position position, back;
    uint8_t bytes[BCGN0_POSITION_SIZE];
    ck_assert_uint_eq(size, BCGN0_POSITION_SIZE);
    ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), FEN_OK);
    ck_assert_ptr_null(bcgn0_position_obstacle(&position));
    bcgn0_position_encode(&position, bytes);
    ck_assert_mem_eq(bytes, expected, sizeof bytes);
    ck_assert_ptr_null(bcgn0_position_decode(bytes, &back));
    ck_assert_int_eq(position_same(&position, &back), 1);
    free(expected);
}
END_TEST

START_TEST(positions_out_of_order_are_refused)
{
    /* The first two show that the others are not refused for nothing. */
    static const char *const cases[] = {
        "1000000000000010 ba 000000000000000000000000000000",  /* in order */
        "1010000000000010 8a 0b 0000000000000000000000000000", /* black in check and white to move */
        "0000000000000010 0a 000000000000000000000000000000",  /* one king */
        "1000000000000011 a0 0b 0000000000000000000000000000", /* a pawn on a1 */
        "1000000000000018 ad 0b 0000000000000000000000000000", /* a rook's right on d1 */
        "1000000000000021 ad 0b 0000000000000000000000000000", /* a rook's right, and the king on f1 */
        "1000000000000110 aa 0b 0000000000000000000000000000", /* two white kings */
        "1000000010000010 ca 0f 0000000000000000000000000000", /* en passant, and nobody who takes */
        "1000000018000010 1a bc 0000000000000000000000000000", /* en passant, and white to move */
        "1000000000000010 ba 01 0000000000000000000000000000", /* a man without a square */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size;
        struct position position;
        unsigned char *bytes = bytes_from_hex(cases[i], &size);
        ck_assert_uint_eq(size, BCGN0_POSITION_SIZE);
        ck_assert_msg((bcgn0_position_decode(bytes, &position) == NULL) == (i < 2), "%zu", i);
        free(bytes);
    }
}
END_TEST

/* ---- What does not fit ---- */

START_TEST(games_that_are_left_out)
{
    check_left_out("1. e4 e5 2. -- *\n", PGNPACK_BCGN0_INDEX, "null moves");
    check_left_out("1. e4 e5 2. Ke3 *\n", PGNPACK_BCGN0_INDEX, "not understood");
    check_left_out("[FEN \"nonsense\"]\n\n*\n", PGNPACK_BCGN0_INDEX, "FEN");
    check_left_out("[Variant \"Atomic\"]\n\n1. e4 *\n", PGNPACK_BCGN0_INDEX, "Variant");
    check_left_out("1. e4 d5 2. exd5 P@e4 *\n", PGNPACK_BCGN0_INDEX, "ply 4: BCGN 0 has no drops");
    check_left_out("[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n1. e4 *\n",
                   PGNPACK_BCGN0_INDEX, "Chess960");
    check_left_out("[FEN \"4k3/pppppppp/pppppppp/8/8/PPPPPPPP/PPPPPPPP/4K3 w - - 0 1\"]\n\n1. Kd1 *\n",
                   PGNPACK_BCGN0_FIXED, "32 men");
    check_left_out("nothing of a game\n", PGNPACK_BCGN0_INDEX, "");
}
END_TEST

START_TEST(parts_that_are_dropped)
{
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_VARIABLE);
    check_refused("1. e4 {comment} *\n", PGNPACK_BCGN0_INDEX, "comments");
    check_refused("1. e4 (1. d4) *\n", PGNPACK_BCGN0_INDEX, "variations");
    check_refused("1. e4 $7 *\n", PGNPACK_BCGN0_INDEX, "NAGs");
    check_refused("1. e4! *\n", PGNPACK_BCGN0_INDEX, "NAGs");
    options.lossy = 1;
    struct packed packed;
    pack(&packed, "1. e4! {a} (1. d4 {b} d5 (1... -- 2. c4) 2. e4 $1) e5 $7 ; c\n 2. d4 *\n", &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_OK);
    ck_assert_uint_eq(packed.losses.games_written, 1);
    ck_assert_uint_eq(packed.losses.games_left_out, 0);
    ck_assert_uint_eq(packed.losses.comments, 3);
    ck_assert_uint_eq(packed.losses.variations, 2);
    ck_assert_uint_eq(packed.losses.nags, 3);
    ck_assert_uint_eq(packed.losses.tags, 0);
    char *listing = bcgn0_listing(packed.file.data, packed.file.size);
    ck_assert_str_eq(
        listing, "Result=*\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 e2e4 e7e5 d2d4 *\n\n");
    free(listing);
    packed_free(&packed);
}
END_TEST

/* A writer that left a game out goes on, and counts only what it wrote. */
START_TEST(lossy_writer_goes_on)
{
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_INDEX);
    options.lossy = 1;
    struct packed packed;
    pack(&packed, "1. e4 {x} *\n\n1. e4 {y} -- *\n\n1. d4 *\n", &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_ERROR_LOSSY);
    ck_assert_uint_eq(packed.losses.games_written, 2);
    ck_assert_uint_eq(packed.losses.games_left_out, 1);
    ck_assert_uint_eq(packed.losses.comments, 1);
    packed_free(&packed);
}
END_TEST

static char *repeat(const char *head, const char *piece, size_t count, const char *tail)
{
    size_t size = strlen(head) + count * strlen(piece) + strlen(tail) + 1;
    char *text = malloc(size);
    ck_assert_ptr_nonnull(text);
    char *at = text + snprintf(text, size, "%s", head);
    for (size_t i = 0; i < count; i++, at += strlen(piece))
        memcpy(at, piece, strlen(piece));
    memcpy(at, tail, strlen(tail) + 1);
    return text;
}

/* 16,384 plies, four a piece; `maxplies` of the golden files has 16,383. */
START_TEST(too_many_plies)
{
    char *pgn = repeat("", "Nf3 Nf6 Ng1 Ng8 ", 4096, "*\n");
    check_left_out(pgn, PGNPACK_BCGN0_VARIABLE, "16383");
    free(pgn);
}
END_TEST

/* 255 tags of 256 bytes fit, and leave room for 230 plies of one byte; a game of 500 is too long. */
START_TEST(too_long_entry)
{
    char tag[261], head[260 * 255 + 1] = "";
    memset(tag, 'x', sizeof tag);
    memcpy(tag, "[N \"", 4);
    memcpy(tag + 4 + 253, "\"]\n", 4);
    for (int i = 0; i < 255; i++)
        strcpy(head + strlen(head), tag);
    char *pgn = repeat(head, "Nf3 Nf6 Ng1 Ng8 ", 125, "*\n");
    check_left_out(pgn, PGNPACK_BCGN0_INDEX, "65534");
    free(pgn);
    pgn = repeat(head, "Nf3 Nf6 Ng1 Ng8 ", 50, "*\n");
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_INDEX);
    struct packed packed;
    pack(&packed, pgn, &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_OK);
    char *listing = bcgn0_listing(packed.file.data, packed.file.size);
    ck_assert_ptr_nonnull(strstr(listing, "g1f3 g8f6 f3g1 f6g8 *\n\n"));
    free(listing);
    packed_free(&packed);
    free(pgn);
}
END_TEST

Suite *bcgn0_rules_suite(void)
{
    Suite *suite = suite_create("bcgn0_rules");
    TCase *fields = tcase_create("fields");
    tcase_add_test(fields, date_fields);
    tcase_add_test(fields, number_fields);
    tcase_add_test(fields, eco_fields);
    suite_add_tcase(suite, fields);
    TCase *tags = tcase_create("tags");
    tcase_add_test(tags, known_tags_come_first);
    tcase_add_test(tags, odd_values_become_additional_tags);
    tcase_add_test(tags, first_duplicate_fills_the_field);
    tcase_add_test(tags, result_tag_may_differ);
    tcase_add_test(tags, escapes_are_stored_plainly);
    tcase_add_test(tags, string_limit_is_of_plain_bytes);
    tcase_add_test(tags, roster_only_drops_the_others);
    tcase_add_test(tags, headerless_keeps_moves_and_start);
    suite_add_tcase(suite, tags);
    TCase *starts = tcase_create("starts");
    tcase_add_test(starts, fen_that_follows_is_not_stored);
    tcase_add_test(starts, fen_with_more_than_the_position_is_kept);
    tcase_add_test(starts, en_passant_squares_of_a_fen);
    tcase_add_test(starts, position_bytes);
    tcase_add_test(starts, positions_out_of_order_are_refused);
    suite_add_tcase(suite, starts);
    TCase *losses = tcase_create("losses");
    tcase_add_test(losses, games_that_are_left_out);
    tcase_add_test(losses, parts_that_are_dropped);
    tcase_add_test(losses, lossy_writer_goes_on);
    tcase_add_test(losses, too_many_plies);
    tcase_add_test(losses, too_long_entry);
    suite_add_tcase(suite, losses);
    return suite;
}
