/*
 * Final positions that differ from a game's own: each number's text is put together here in the words of FORMAT.md, and leads back to a
 * number of the same text.
 */
#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tags/base/tag_final.h"
#include "unit/suites.h"

/* A position's FEN, field by field. */
static const struct start {
    const char *men, *side, *castling, *en_passant;
    unsigned rights; /* KQkq, the lowest bit first; 16: others */
    int clock, number;
} starts[] = {{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-", 15, 0, 1},
              {"r3k2r/8/8/8/4Pp2/8/8/R3K2R", "b", "Kq", "e3", 9, 0, 40},
              {"4k3/8/8/2pP4/8/8/8/4K3", "w", "-", "c6", 0, 0, 33},
              {"rr2k3/8/8/8/8/8/8/RR2K3", "b", "Bb", "-", 16, 31, 77},
              {"8/8/4k3/8/8/3K4/8/7R", "w", "-", "-", 0, 99, 200}};
enum { STARTS = sizeof starts / sizeof *starts };

static void read_start(const struct start *start, struct position *position)
{
    char fen[FEN_SIZE_MAX + 1];
    snprintf(fen, sizeof fen, "%s %s %s %s %d %d", start->men, start->side, start->castling,
             start->en_passant, start->clock, start->number);
    ck_assert_int_eq(fen_parse(fen, strlen(fen), position, NULL), FEN_OK);
}

static uint64_t zigzag(int number)
{
    return number < 0 ? 2 * (uint64_t)-number - 1 : 2 * (uint64_t)number;
}

static const unsigned counts_of_fields[] = {6, 4, 2, 1};

/* Empty: there is none. */
static void expect(const struct start *start, unsigned count, int clock, unsigned en_passant,
                   unsigned castling, int number, char out[200])
{
    char rights[8] = "", passant[8], field[16];
    snprintf(out, 200, "%s", start->men);
    const unsigned fields = counts_of_fields[count];
    if (castling != 0 && start->rights == 16 && fields > 2) {
        out[0] = '\0';
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        if ((start->rights ^ castling) >> i & 1)
            strncat(rights, &"KQkq"[i], 1);
    snprintf(passant, sizeof passant, "%c%c", 'a' + (int)en_passant - 2, start->side[0] == 'w' ? '6' : '3');
    const char *const parts[] = {start->side,
                                 castling == 0       ? start->castling
                                 : rights[0] != '\0' ? rights
                                                     : "-",
                                 en_passant == 0   ? start->en_passant
                                 : en_passant == 1 ? "-"
                                                   : passant};
    for (unsigned i = 1; i < fields && i < 4; i++) {
        strcat(out, " ");
        strcat(out, parts[i - 1]);
    }
    if (fields < 6)
        return;
    snprintf(field, sizeof field, " %d %d", start->clock + clock, start->number + number);
    strcat(out, field);
    if (start->clock + clock < 0 || start->number + number < 0)
        out[0] = '\0';
}

static void check_number(const struct start *start, unsigned count, int clock, unsigned en_passant,
                         unsigned castling, int number)
{
    char expected[200], found[TAG_FINAL_SIZE_MAX], again[TAG_FINAL_SIZE_MAX];
    struct position position;
    uint64_t code = zigzag(number) * 16 + castling;
    code = 3 + count + 4 * (zigzag(clock) + 64 * (en_passant + 10 * code));
    ck_assert_uint_le(code, TAG_FINAL_LAST);
    read_start(start, &position);
    expect(start, count, clock, en_passant, castling, number, expected);
    struct text text = tag_final_text(&position, code, found);
    ck_assert_uint_eq(text.size, strlen(expected));
    ck_assert_mem_eq(text.data, expected, text.size);
    if (text.size == 0)
        return;
    uint32_t back = tag_final_number(&position, text);
    ck_assert_uint_ne(back, 0);
    struct text text_again = tag_final_text(&position, back, again);
    ck_assert(text_equal(text, text_again));
}

START_TEST(each_difference)
{
    static const int steps[] = {-32, -31, -1, 0, 1, 30, 31};
    const struct start *start = &starts[_i];
    for (unsigned count = 0; count < 4; count++)
        for (unsigned en_passant = 0; en_passant < 10; en_passant++)
            for (unsigned castling = 0; castling < 16; castling++)
                for (size_t i = 0; i < 7; i++)
                    check_number(start, count, steps[i], en_passant, castling,
                                 steps[(i + en_passant + castling) % 7]);
}
END_TEST

static uint32_t number_of(const struct start *start, const char *fen)
{
    struct position position;
    read_start(start, &position);
    return tag_final_number(&position, (struct text){fen, strlen(fen)});
}

/* Plain ones have the first numbers; what is out of reach has none. */
START_TEST(what_has_no_number)
{
    static const char plain[] = "8/8/4k3/8/8/3K4/8/7R";
    static const struct {
        const char *fields;
        uint32_t number;
    } cases[] = {{" w - - 99 200", TAG_FINAL_FEN},
                 {" w - -", TAG_FINAL_FOUR_FIELDS},
                 {" w", 5},
                 {"", 6},
                 {" w - - 131 200", 0},
                 {" w - - 66 200", 0},
                 {" w - - 99 232", 0},
                 {" w - - 99 167", 0},
                 {" b - - 99 200", 0},
                 {" w - - 99", 0},
                 {" w -", 0},
                 {" w - - 099 200", 0},
                 {" w - - 99 200 1", 0},
                 {" w - i3 99 200", 0},
                 {" w - a3 99 200", 0},
                 {" w - a66 99 200", 0},
                 {" w x - 99 200", 0},
                 {" w qK - 99 200", 0},
                 {" w - - 99 200 ", 0},
                 {" w - - x 200", 0},
                 {" w - - 99 00000000200", 0},
                 {" w - - 99 10000000000", 0}};
    char fen[100];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(fen, sizeof fen, "%s%s", plain, cases[i].fields);
        ck_assert_msg(number_of(&starts[4], fen) == cases[i].number, "%s", fen);
    }
    ck_assert_uint_ne(number_of(&starts[4], "8/8/4k3/8/8/3K4/8/7R w - - 130 231"), 0);
    ck_assert_uint_ne(number_of(&starts[4], "8/8/4k3/8/8/3K4/8/7R w - - 67 168"), 0);
    ck_assert_uint_eq(number_of(&starts[4], "8/8/4k3/8/8/3K4/8/6R1 w - - 99 200"), 0);
}
END_TEST

Suite *tag_final_suite(void)
{
    Suite *suite = suite_create("tag_final");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, each_difference, 0, STARTS);
    tcase_add_test(all, what_has_no_number);
    suite_add_tcase(suite, all);
    return suite;
}
