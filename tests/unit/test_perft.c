/* Counts of tests/perft: of the move generator, and for the shallow ones of the slow reference too. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "shared/perft.h"
#include "unit/reference_movegen.h"
#include "unit/suites.h"
#include "unit/support.h"

/* Sanitizers cost a factor of fifty and more here; the deep counts are for the optimised build. */
#ifdef PGNPACK_SANITIZED
enum { LEAVES_MAX = 2000000, REFERENCE_LEAVES_MAX = 2500 };
#else
enum { LEAVES_MAX = 300000000, REFERENCE_LEAVES_MAX = 30000 };
#endif

static void check_count(const char *fen, unsigned depth, uint64_t expected)
{
    struct position position, before;
    struct reference_board board;
    unsigned notes;
    ck_assert_msg(fen_parse(fen, strlen(fen), &position, &notes) == FEN_OK, "%s", fen);
    ck_assert_msg(notes == 0, "%s: something was dropped", fen);
    if (expected <= LEAVES_MAX) {
        memcpy(&before, &position, sizeof before);
        uint64_t leaves = perft(&position, depth);
        ck_assert_msg(leaves == expected, "%s depth %u: %" PRIu64 " leaves, not %" PRIu64, fen, depth, leaves,
                      expected);
        ck_assert_msg(memcmp(&before, &position, sizeof before) == 0, "%s: not as before", fen);
    }
    if (expected <= REFERENCE_LEAVES_MAX) {
        reference_read_fen(&board, fen);
        uint64_t leaves = reference_perft(&board, (int)depth);
        ck_assert_msg(leaves == expected, "%s depth %u: the reference counts %" PRIu64, fen, depth, leaves);
    }
}

/* "FEN ;Ddepth leaves ;Ddepth leaves"; returns the number of counts. */
static int check_line(char *line)
{
    int counts = 0;
    char *field = strchr(line, ';');
    ck_assert_msg(field != NULL, "no counts: %s", line);
    *field++ = '\0';
    for (; field != NULL; field = strchr(field, ';')) {
        field += *field == ';';
        ck_assert_msg(*field == 'D', "not a count: %s", field);
        char *end;
        unsigned depth = (unsigned)strtoul(field + 1, &end, 10);
        uint64_t leaves = strtoull(end, NULL, 10);
        check_count(line, depth, leaves);
        counts++;
    }
    return counts;
}

static void check_file(const char *path)
{
    char *text = read_file(path, NULL);
    char *rest = text;
    int counts = 0;
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest))
        if (line[0] != '#')
            counts += check_line(line);
    ck_assert_int_gt(counts, 0);
    free(text);
}

START_TEST(orthodox)
{
    check_file("tests/perft/orthodox.epd");
}
END_TEST

START_TEST(chess960)
{
    check_file("tests/perft/chess960.epd");
}
END_TEST

START_TEST(double_chess960)
{
    check_file("tests/perft/double_chess960.epd");
}
END_TEST

START_TEST(depth_zero_is_one_leaf)
{
    struct position position;
    position_start(&position);
    ck_assert_uint_eq(perft(&position, 0), 1);
}
END_TEST

Suite *perft_suite(void)
{
    Suite *suite = suite_create("perft");
    TCase *lists = tcase_create("lists");
    tcase_add_test(lists, orthodox);
    tcase_add_test(lists, chess960);
    tcase_add_test(lists, double_chess960);
    tcase_add_test(lists, depth_zero_is_one_leaf);
    suite_add_tcase(suite, lists);
    return suite;
}
