/* What pgnfind tells of names and of all games: exactly these tables, and what is damaged is passed over. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/count/find_stats.h"
#include "pgnpack_extra.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static const char four_games[] =
    "[Event \"Cup\"]\n[Date \"1999.01.02\"]\n[White \"A, \\\"B\\\"\"]\n[Black \"C\"]\n"
    "[WhiteElo \"2512\"]\n[BlackElo \"2487\"]\n[ECO \"B90\"]\n\n1. e4 c5 1-0\n\n"
    "[Event \"Cup\"]\n[Date \"2001.01.02\"]\n[White \"C\"]\n[Black \"A, \\\"B\\\"\"]\n"
    "[WhiteElo \"2499\"]\n[ECO \"B90\"]\n\n1. e4 1/2-1/2\n\n"
    "[Event \"Cup\"]\n[Date \"????.??.??\"]\n[White \"C\"]\n[Black \"D\xc3\xa9\"]\n\n"
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 0-1\n\n"
    "[Event \"Cup\"]\n[Date \"2001.05.06\"]\n[White \"E\"]\n[Black \"C\"]\n\n*\n\n";

static struct bytes text, packed;

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

static struct pgnpack_reader *open_text(const struct pack_setup *setup)
{
    return pack_and_open(setup, &text, &packed);
}

static struct pgnpack_reader *open_four_games(void)
{
    const struct pack_setup setup = {.level = 3};
    text.size = 0;
    bytes_append_text(&text, four_games);
    return open_text(&setup);
}

/* Text that is held: no output is ever met. */
static struct held_text held;
static struct view_text *begin_text(void)
{
    struct view_text *out = calloc(1, sizeof *out);
    held = (struct held_text){NULL, 0, 0};
    out->held = &held;
    return out;
}

/* What was written; the text is freed. free() it. */
static char *end_text(struct view_text *out)
{
    view_text_put(out, "", 1);
    free(out);
    return held.bytes;
}

/* What the rest of view_text.c calls. */
int output_file_write(void *opaque, const void *bytes, size_t size)
{
    (void)opaque, (void)bytes, (void)size;
    abort();
}

enum exit_status output_file_open(struct output_file *output, const struct output_request *request,
                                  struct messages *messages)
{
    (void)output, (void)request, (void)messages;
    abort();
}

enum exit_status output_file_commit(struct output_file *output)
{
    (void)output;
    abort();
}

void output_file_close(struct output_file *output)
{
    (void)output;
    abort();
}

struct output_request command_output(const struct command_context *context, const char *name)
{
    (void)context, (void)name;
    abort();
}

enum exit_status command_no_memory(struct command_context *context)
{
    (void)context;
    abort();
}

enum exit_status command_report(struct command_context *context, const char *name,
                                const struct pgnpack_error *error)
{
    (void)context, (void)name, (void)error;
    abort();
}

static void check_names(const struct pgnpack_reader *reader, const char *tag, uint64_t limit,
                        enum find_form form, const char *wanted)
{
    struct view_text *out = begin_text();
    struct pgnpack_names *names = pgnpack_names_new(reader, tag, NULL);
    ck_assert_int_eq(find_names_write(names, tag, limit, form, out, NULL), PGNPACK_OK);
    char *written = end_text(out);
    ck_assert_str_eq(written, wanted);
    free(written);
    pgnpack_free(names);
}

START_TEST(tables_of_names)
{
    struct pgnpack_reader *reader = open_four_games();
    check_names(reader, NULL, 3, FIND_AS_TEXT,
                "     games   as White  score  years      player\n"
                "         4          2   16.7%  1999-2001  C\n"
                "         2          1   75.0%  1999-2001  A, \"B\"\n"
                "         1          0  100.0%  -          D\xc3\xa9\n");
    check_names(reader, "ECO", 10, FIND_AS_TEXT,
                "     games  White  years      ECO\n"
                "         2   75.0%  1999-2001  B90\n");
    check_names(reader, NULL, 10, FIND_AS_CSV,
                "Name,Games,AsWhite,Won,Drawn,Lost,FirstYear,LastYear\n"
                "C,4,2,0,1,2,1999,2001\n"
                "\"A, \"\"B\"\"\",2,1,1,1,0,1999,2001\n"
                "D\xc3\xa9,1,0,1,0,0,,\n"
                "E,1,1,0,0,0,2001,2001\n");
    check_names(reader, NULL, 2, FIND_AS_JSON,
                "[\n{\"name\": \"C\", \"games\": 4, \"as_white\": 2, \"won\": 0, \"drawn\": 1, \"lost\": 2, "
                "\"first_year\": 1999, \"last_year\": 2001},\n"
                "{\"name\": \"A, \\\"B\\\"\", \"games\": 2, \"as_white\": 1, \"won\": 1, \"drawn\": 1, "
                "\"lost\": 0, \"first_year\": 1999, \"last_year\": 2001}\n]");
    check_names(reader, "None", 2, FIND_AS_JSON, "[]");
    pgnpack_free(reader);
}
END_TEST

static char *write_stats(struct find_stats *stats, uint64_t limit, enum find_form form)
{
    struct view_text *out = begin_text();
    ck_assert_int_eq(find_stats_write(stats, limit, form, out), PGNPACK_OK);
    return end_text(out);
}

static void check_stats(struct find_stats *stats, uint64_t limit, enum find_form form, const char *wanted)
{
    char *written = write_stats(stats, limit, form);
    ck_assert_str_eq(written, wanted);
    free(written);
}

static struct find_stats *count_all(const struct pgnpack_reader *reader)
{
    struct find_stats *stats = find_stats_new();
    ck_assert_int_eq(find_stats_go_to(stats, reader), PGNPACK_OK);
    ck_assert_int_eq(find_stats_add(stats, 1, UINT64_MAX), PGNPACK_OK);
    return stats;
}

START_TEST(tables_of_games)
{
    struct pgnpack_reader *reader = open_four_games();
    struct find_stats *stats = count_all(reader);
    check_stats(stats, 1, FIND_AS_CSV,
                "What,Value,Count\nresult,1-0,1\nresult,1/2-1/2,1\nresult,0-1,1\nresult,*,1\n"
                "rating,2400,2\nrating,2500,1\nplies,0,3\nplies,10,1\nyear,1999,1\nyear,2001,2\n"
                "player,C,4\nopening,B90,2\n");
    find_stats_free(stats);
    stats = count_all(reader);
    check_stats(stats, 0, FIND_AS_JSON,
                "{\"games\": 4,\n\"results\": {\"1-0\": 1, \"1/2-1/2\": 1, \"0-1\": 1, \"*\": 1},\n"
                "\"ratings\": [\n{\"from\": 2400, \"count\": 2},\n{\"from\": 2500, \"count\": 1}],\n"
                "\"plies\": [\n{\"from\": 0, \"count\": 3},\n{\"from\": 10, \"count\": 1}],\n"
                "\"years\": [\n{\"year\": 1999, \"count\": 1},\n{\"year\": 2001, \"count\": 2}],\n"
                "\"no_rating\": 5, \"no_year\": 1,\n\"players\": [],\n\"openings\": []}");
    check_stats(stats, 1, FIND_AS_TEXT,
                "4 games\n\n"
                "      result     number  share\n"
                "         1-0          1  25.0%  ########################################\n"
                "     1/2-1/2          1  25.0%  ########################################\n"
                "         0-1          1  25.0%  ########################################\n"
                "           *          1  25.0%  ########################################\n\n"
                "      rating     number  share\n"
                "   2400-2499          2  25.0%  ################\n"
                "   2500-2599          1  12.5%  ########\n"
                "     unknown          5  62.5%  ########################################\n\n"
                "  half-moves     number  share\n"
                "         0-9          3  75.0%  ########################################\n"
                "       10-19          1  25.0%  ##############\n\n"
                "       years     number  share\n"
                "   1990-1999          1  25.0%  ####################\n"
                "   2000-2009          2  50.0%  ########################################\n"
                "     unknown          1  25.0%  ####################\n\n"
                "     games   as White  score  years      player\n"
                "         4          2   16.7%  1999-2001  C\n\n"
                "     games  White  years      opening\n"
                "         2   75.0%  1999-2001  B90\n");
    find_stats_free(stats);
    pgnpack_free(reader);
}
END_TEST

/* Of two databases, one freed before the other is there, and of hits: as if all were counted at once. */
START_TEST(several_databases_and_hits)
{
    static const uint64_t found[] = {1, 2, 4, 1, 3};
    struct pgnpack_hit hits[5] = {{0}};
    struct find_stats *stats = find_stats_new();
    for (size_t i = 0; i < 5; i++)
        hits[i].game = found[i];
    struct pgnpack_reader *reader = open_four_games();
    ck_assert_int_eq(find_stats_go_to(stats, reader), PGNPACK_OK);
    ck_assert_int_eq(find_stats_add_hits(stats, hits, 3), PGNPACK_OK);
    ck_assert_int_eq(find_stats_go_to(stats, NULL), PGNPACK_OK);
    pgnpack_free(reader);
    reader = open_four_games();
    ck_assert_int_eq(find_stats_go_to(stats, reader), PGNPACK_OK);
    ck_assert_int_eq(find_stats_add_hits(stats, hits + 3, 2), PGNPACK_OK);
    check_stats(stats, 1, FIND_AS_CSV,
                "What,Value,Count\nresult,1-0,2\nresult,1/2-1/2,1\nresult,0-1,1\nresult,*,1\n"
                "rating,2400,3\nrating,2500,2\nplies,0,4\nplies,10,1\nyear,1999,2\nyear,2001,2\n"
                "player,C,5\nopening,B90,3\n");
    find_stats_free(stats);
    pgnpack_free(reader);
    stats = find_stats_new();
    check_stats(stats, 5, FIND_AS_CSV,
                "What,Value,Count\nresult,1-0,0\nresult,1/2-1/2,0\nresult,0-1,0\nresult,*,0\n");
    find_stats_free(stats);
}
END_TEST

START_TEST(damage_is_passed_over)
{
    const struct pack_setup setup = {.level = 3, .block_size = 3000};
    struct pgnpack_block_info info;
    char wanted[100];
    append_games(&text, 200, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    ck_assert(pgnpack_reader_block(reader, 2, &info));
    for (uint64_t i = info.offset + 64; i < info.offset + info.size; i++)
        packed.data[i] ^= 1;
    struct find_stats *stats = find_stats_new();
    ck_assert_int_eq(find_stats_go_to(stats, reader), PGNPACK_OK);
    ck_assert_int_eq(find_stats_add(stats, 1, UINT64_MAX), PGNPACK_ERROR_CORRUPT);
    ck_assert_int_eq(find_stats_error(stats)->status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(find_stats_error(stats)->offset, info.offset);
    ck_assert_uint_gt(strlen(find_stats_error(stats)->text), 10);
    char *written = write_stats(stats, 5, FIND_AS_JSON);
    snprintf(wanted, sizeof wanted, "{\"games\": %u,", 200 - (unsigned)info.game_count);
    ck_assert_mem_eq(written, wanted, strlen(wanted));
    ck_assert_ptr_nonnull(strstr(written, "\"name\""));
    free(written);
    const struct pgnpack_hit hits[] = {{.game = info.first_game}, {.game = 1}};
    ck_assert_int_eq(find_stats_add_hits(stats, hits, 2), PGNPACK_ERROR_CORRUPT);
    find_stats_free(stats);
    pgnpack_free(reader);
}
END_TEST

Suite *find_stats_suite(void)
{
    Suite *suite = suite_create("find_stats");
    TCase *test_case = tcase_create("find_stats");
    tcase_add_checked_fixture(test_case, NULL, tear_down);
    tcase_add_test(test_case, tables_of_names);
    tcase_add_test(test_case, tables_of_games);
    tcase_add_test(test_case, several_databases_and_hits);
    tcase_add_test(test_case, damage_is_passed_over);
    suite_add_tcase(suite, test_case);
    return suite;
}
