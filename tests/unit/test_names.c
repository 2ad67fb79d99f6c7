/* Names of a database against a plain count over all games: of all, of some, by patterns; failures. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static struct bytes text, packed;

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

/* Players who meet again; some tags missing, twice, empty or escaped. */
static void append_meetings(unsigned count, uint64_t random)
{
    static const char *const odd[] = {"", "?", "Q \\\"x\\\" \\\\", "M\xc3\xbcller", "m\xfcller"};
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    char tags[600];
    for (unsigned i = 0; i < count; i++) {
        unsigned white = (unsigned)random_below(&random, 25), black = (unsigned)random_below(&random, 25);
        char names[2][40];
        snprintf(names[0], sizeof names[0], white < 5 ? "%s" : "Player, %s", odd[white % 5]);
        snprintf(names[1], sizeof names[1], black < 5 ? "%s" : "Player, %s", odd[black % 5]);
        if (white >= 5)
            snprintf(names[0], sizeof names[0], "Player %u", white);
        if (black >= 5)
            snprintf(names[1], sizeof names[1], "Player %u", black);
        snprintf(tags, sizeof tags, "[Event \"Cup %u\"]\n[%s \"%04u.01.??\"]\n", i / 30,
                 i % 9 == 3   ? "UTCDate"
                 : i % 9 == 4 ? "Noted"
                              : "Date",
                 1980 + i / 10);
        bytes_append_text(&text, tags);
        if (i % 17 != 5) {
            snprintf(tags, sizeof tags, "[White \"%s\"]\n", names[0]);
            bytes_append_text(&text, tags);
        }
        snprintf(tags, sizeof tags, "[Black \"%s\"]\n%s[ECO \"B%02u\"]\n\n1. e4 %s\n\n", names[1],
                 i % 19 == 2 ? "[White \"again\"]\n" : "", white, results[i % 4]);
        bytes_append_text(&text, tags);
    }
}

static struct pgnpack_reader *open_text(const struct pack_setup *setup)
{
    return pack_and_open(setup, &text, &packed);
}

/* ---- A plain count ---- */

struct plain_name {
    char name[100];
    struct pgnpack_name counted;
};

struct plain_count {
    struct plain_name *names;
    size_t count;
};

/* Without escapes. Returns 0 when the game has no such tag. */
static int plain_value(const struct pgnpack_game *game, const char *tag, char out[100])
{
    struct pgnpack_text value;
    size_t size = 0;
    if (!pgnpack_game_find_tag(game, tag, &value))
        return 0;
    ck_assert_uint_lt(value.size, 100);
    for (size_t i = 0; i < value.size; i++) {
        i += value.data[i] == '\\' && i + 1 < value.size;
        out[size++] = value.data[i];
    }
    out[size] = '\0';
    return 1;
}

static unsigned year_of(const struct pgnpack_game *game)
{
    char date[100];
    if (!plain_value(game, "Date", date) && !plain_value(game, "UTCDate", date))
        return 0;
    return (unsigned)strtoul(date, NULL, 10);
}

static void count_plainly(struct plain_count *count, const struct pgnpack_game *game, const char *tag,
                          int is_black)
{
    char name[100];
    size_t i = 0;
    if (!plain_value(game, tag, name))
        return;
    while (i < count->count && strcmp(count->names[i].name, name) != 0)
        i++;
    if (i == count->count) {
        count->names = realloc(count->names, ++count->count * sizeof *count->names);
        memset(&count->names[i], 0, sizeof count->names[i]);
        strcpy(count->names[i].name, name);
    }
    struct pgnpack_name *counted = &count->names[i].counted;
    enum pgnpack_result result = pgnpack_game_result(game);
    unsigned year = year_of(game);
    counted->games++;
    counted->as_white += !is_black;
    counted->won += result == (is_black ? PGNPACK_RESULT_BLACK : PGNPACK_RESULT_WHITE);
    counted->lost += result == (is_black ? PGNPACK_RESULT_WHITE : PGNPACK_RESULT_BLACK);
    counted->drawn += result == PGNPACK_RESULT_DRAW;
    if (year != 0) {
        if (counted->first_year == 0 || year < counted->first_year)
            counted->first_year = year;
        if (year > counted->last_year)
            counted->last_year = year;
    }
}

static int by_games(const void *a, const void *b)
{
    const struct plain_name *first = a, *second = b;
    if (first->counted.games != second->counted.games)
        return first->counted.games < second->counted.games ? 1 : -1;
    return strcmp(first->name, second->name);
}

/* Of the games from `first` on, counted from 1. */
static struct plain_count loop_over_games(const struct pgnpack_reader *reader, const char *tag,
                                          uint64_t first, uint64_t number)
{
    struct plain_count count = {NULL, 0};
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE);
    const struct pgnpack_game *game;
    pgnpack_cursor_range(cursor, first, number);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK) {
        count_plainly(&count, game, tag == NULL ? "White" : tag, 0);
        if (tag == NULL)
            count_plainly(&count, game, "Black", 1);
    }
    pgnpack_free(cursor);
    if (count.count != 0)
        qsort(count.names, count.count, sizeof *count.names, by_games);
    return count;
}

static void check_name(const struct pgnpack_name *name, const struct plain_name *plain)
{
    ck_assert_uint_eq(name->name.size, strlen(plain->name));
    ck_assert_mem_eq(name->name.data, plain->name, name->name.size);
    ck_assert_uint_eq(name->games, plain->counted.games);
    ck_assert_uint_eq(name->as_white, plain->counted.as_white);
    ck_assert_uint_eq(name->won, plain->counted.won);
    ck_assert_uint_eq(name->drawn, plain->counted.drawn);
    ck_assert_uint_eq(name->lost, plain->counted.lost);
    ck_assert_uint_eq(name->first_year, plain->counted.first_year);
    ck_assert_uint_eq(name->last_year, plain->counted.last_year);
}

static void check_names(struct pgnpack_names *names, const struct pgnpack_reader *reader, const char *tag,
                        uint64_t first, uint64_t number)
{
    struct plain_count plain = loop_over_games(reader, tag, first, number);
    struct pgnpack_name name;
    for (size_t i = 0; i < plain.count; i++) {
        ck_assert_int_eq(pgnpack_names_next(names, &name), PGNPACK_OK);
        check_name(&name, &plain.names[i]);
    }
    ck_assert_int_eq(pgnpack_names_next(names, &name), PGNPACK_END);
    ck_assert_int_eq(pgnpack_names_next(names, NULL), PGNPACK_END);
    free(plain.names);
}

/* At every level; all names of players and of tags. */
START_TEST(as_a_loop_counts)
{
    static const char *const tags[] = {NULL, "White", "Event", "ECO", "Missing", "Date"};
    const struct pack_setup setup = {.level = _i, .block_size = 6000};
    append_meetings(_i < 6 ? 400 : 120, (uint64_t)_i);
    struct pgnpack_reader *reader = open_text(&setup);
    for (size_t i = 0; i < sizeof tags / sizeof tags[0]; i++) {
        struct pgnpack_names *names = pgnpack_names_new(reader, tags[i], NULL);
        check_names(names, reader, tags[i], 1, UINT64_MAX);
        pgnpack_free(names);
    }
    pgnpack_free(reader);
}
END_TEST

/* Some games, one by one or at once, and more after names were told. */
START_TEST(of_some_games)
{
    const struct pack_setup setup = {.level = _i, .block_size = 6000};
    append_meetings(200, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    struct pgnpack_names *names = pgnpack_names_new(reader, NULL, NULL);
    for (uint64_t i = 20; i < 90; i++)
        ck_assert_int_eq(pgnpack_names_add(names, i, 1), PGNPACK_OK);
    check_names(names, reader, NULL, 20, 70);
    ck_assert_int_eq(pgnpack_names_add(names, 90, 60), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_names_add(names, 201, 60), PGNPACK_OK); /* none are there */
    check_names(names, reader, NULL, 20, 130);
    ck_assert_int_eq(pgnpack_names_add(names, 150, UINT64_MAX), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_names_add(names, 1, 19), PGNPACK_OK); /* and back */
    check_names(names, reader, NULL, 1, 200);
    ck_assert_int_eq(pgnpack_names_add(names, 0, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_error(names)->status, PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_names_next(names, NULL), PGNPACK_END);
    ck_assert_int_eq(pgnpack_error(names)->status, PGNPACK_END);
    pgnpack_free(names);
    names = pgnpack_names_new(reader, NULL, NULL);
    ck_assert_int_eq(pgnpack_names_add(names, 500, 1), PGNPACK_OK); /* none, which is not all */
    ck_assert_int_eq(pgnpack_names_next(names, NULL), PGNPACK_END);
    pgnpack_free(names);
    pgnpack_free(reader);
}
END_TEST

static size_t count_names(const struct pgnpack_reader *reader, const char *tag, const char *pattern)
{
    size_t count = 0;
    struct pgnpack_names *names = pgnpack_names_new(reader, tag, pattern);
    while (pgnpack_names_next(names, NULL) == PGNPACK_OK)
        count++;
    ck_assert_int_eq(pgnpack_error(names)->status, PGNPACK_END);
    pgnpack_free(names);
    return count;
}

START_TEST(patterns)
{
    const struct pack_setup setup = {.level = _i};
    append_meetings(300, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    ck_assert_uint_eq(count_names(reader, NULL, "player"), 20);
    ck_assert_uint_eq(count_names(reader, NULL, "M\xc3\x9cLL"), 2);
    ck_assert_uint_eq(count_names(reader, NULL, "*\"*"), 1);
    ck_assert_uint_eq(count_names(reader, NULL, "nobody"), 0);
    ck_assert_uint_eq(count_names(reader, "Event", "Cup 1*|Cup 2*"), 2);
    struct pgnpack_names *names =
        pgnpack_names_new(reader, NULL, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17");
    ck_assert_int_eq(pgnpack_names_next(names, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(names)->text, "words"));
    pgnpack_free(names);
    pgnpack_free(reader);
}
END_TEST

/* Games of results and years in turn, every third one of an event that its tag has, or that is only told. */
static struct pgnpack_reader *open_events(const struct pack_setup *setup, int have_tags)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    char game[200];
    for (unsigned i = 1; i <= 200; i++) {
        snprintf(game, sizeof game, "[Event \"Cup %u%s\"]\n[Date \"%u.01.01\"]\n\n1. e4 %s\n\n", i % 5,
                 i % 3 == 0 && have_tags ? " \\\"told\\\" \\\\" : "", 1980 + i / 7, results[i % 4]);
        bytes_append_text(&text, game);
    }
    return pack_and_open(setup, &text, &packed);
}

static void tell_event(struct pgnpack_names *names, uint64_t game)
{
    char cup[40];
    int size = snprintf(cup, sizeof cup, "Cup %u \"told\" \\", (unsigned)game % 5);
    ck_assert_int_eq(pgnpack_names_add_as(names, game, (struct pgnpack_text){cup, (size_t)size}), PGNPACK_OK);
}

/* Names that are told count as those of tags do; they have no escapes. */
START_TEST(under_other_names)
{
    const struct pack_setup setup = {.level = _i, .block_size = 3000};
    struct pgnpack_reader *reader = open_events(&setup, 0);
    struct pgnpack_names *told = pgnpack_names_new(reader, "Event", NULL), *names;
    struct pgnpack_name name, other;
    for (uint64_t i = 1; i <= 200; i++)
        if (i % 3 != 0)
            ck_assert_int_eq(pgnpack_names_add(told, i, 1), PGNPACK_OK);
        else if (i % 2 == 0)
            tell_event(told, i);
    for (uint64_t i = 3; i <= 200; i += 6)
        tell_event(told, i);
    ck_assert_int_eq(pgnpack_names_go_to(told, NULL), PGNPACK_OK);
    pgnpack_free(reader);
    tear_down();
    reader = open_events(&setup, 1);
    names = pgnpack_names_new(reader, "Event", NULL);
    for (unsigned i = 0; i < 10; i++) {
        ck_assert_int_eq(pgnpack_names_next(told, &name), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_names_next(names, &other), PGNPACK_OK);
        ck_assert_uint_eq(name.name.size, other.name.size);
        ck_assert_mem_eq(name.name.data, other.name.data, name.name.size);
        ck_assert_uint_eq(name.games, other.games);
        ck_assert_uint_eq(name.won, other.won);
        ck_assert_uint_eq(name.drawn, other.drawn);
        ck_assert_uint_eq(name.lost, other.lost);
        ck_assert_uint_eq(name.first_year, other.first_year);
        ck_assert_uint_eq(name.last_year, other.last_year);
    }
    ck_assert_int_eq(pgnpack_names_next(told, &name), PGNPACK_END);
    ck_assert_int_eq(pgnpack_names_next(names, &other), PGNPACK_END);
    pgnpack_free(told);
    pgnpack_free(names);
    pgnpack_free(reader);
}
END_TEST

/* The pattern holds; what makes no sense is refused. */
START_TEST(under_other_names_refused)
{
    const struct pack_setup setup = {.level = 3};
    const struct pgnpack_text cup = {"Cup", 3}, open_cup = {"Open", 4}, nothing = {NULL, 0};
    struct pgnpack_reader *reader = open_events(&setup, 0);
    struct pgnpack_names *names = pgnpack_names_new(reader, "Event", "op*");
    struct pgnpack_name name;
    ck_assert_int_eq(pgnpack_names_add_as(names, 1, cup), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_names_add_as(names, 2, open_cup), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_names_add_as(names, 201, open_cup), PGNPACK_OK); /* none is there */
    ck_assert_int_eq(pgnpack_names_next(names, &name), PGNPACK_OK);
    ck_assert_uint_eq(name.name.size, 4);
    ck_assert_uint_eq(name.games, 1);
    ck_assert_int_eq(pgnpack_names_next(names, &name), PGNPACK_END);
    ck_assert_int_eq(pgnpack_names_add_as(names, 0, open_cup), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(names);
    names = pgnpack_names_new(reader, "Event", NULL);
    ck_assert_int_eq(pgnpack_names_add_as(names, 1, nothing), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(names);
    names = pgnpack_names_new(reader, NULL, NULL);
    ck_assert_int_eq(pgnpack_names_add_as(names, 1, cup), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(names)->text, "players"));
    pgnpack_free(names);
    pgnpack_free(reader);
}
END_TEST

START_TEST(without_a_file)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_names *names = pgnpack_names_new(reader, NULL, NULL);
    ck_assert_int_eq(pgnpack_names_next(names, NULL), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(names);
    pgnpack_free(reader);
}
END_TEST

START_TEST(damage)
{
    const struct pack_setup setup = {.level = 3, .block_size = 6000};
    struct pgnpack_block_info info;
    append_meetings(200, 1);
    struct pgnpack_reader *reader = open_text(&setup);
    ck_assert(pgnpack_reader_block(reader, 1, &info));
    for (uint64_t i = info.offset + 64; i < info.offset + info.size; i++)
        packed.data[i] ^= 1;
    struct pgnpack_names *names = pgnpack_names_new(reader, "Black", NULL);
    struct pgnpack_name name;
    uint64_t games = 0;
    ck_assert_int_eq(pgnpack_names_next(names, NULL), PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(pgnpack_error(names)->game, info.first_game);
    ck_assert_uint_eq(pgnpack_error(names)->offset, info.offset);
    while (pgnpack_names_next(names, &name) == PGNPACK_OK)
        games += name.games;
    ck_assert_uint_eq(games, 200 - info.game_count);
    pgnpack_free(names);
    pgnpack_free(reader);
}
END_TEST

/* Without each piece of memory in turn. */
START_TEST(without_memory)
{
    struct allocation_count calls = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&calls);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    const struct pack_setup setup = {.level = _i, .block_size = 5000};
    append_meetings(60, 1);
    pgnpack_free(open_text(&setup));
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    for (size_t fails_at = 1; status != PGNPACK_END; fails_at++) {
        calls.fails_once = calls.calls + fails_at;
        struct pgnpack_names *names = pgnpack_names_new(reader, NULL, "*");
        status = names == NULL ? PGNPACK_ERROR_MEMORY : PGNPACK_OK;
        while (status == PGNPACK_OK)
            status = pgnpack_names_next(names, NULL);
        ck_assert_int_eq(status, calls.calls < calls.fails_once ? PGNPACK_END : PGNPACK_ERROR_MEMORY);
        if (names != NULL)
            ck_assert_int_eq(pgnpack_error(names)->status, status);
        calls.fails_once = 0;
        pgnpack_free(names);
    }
    pgnpack_free(reader);
    ck_assert_uint_eq(calls.outstanding, 0);
}
END_TEST

/* Limits of memory and of work hold. */
START_TEST(limits)
{
    const struct pgnpack_options little_work = {.size = sizeof little_work, .work_limit = 20000};
    const struct pack_setup setup = {.level = 3, .block_size = 6000};
    size_t refused = 0, done = 0;
    append_meetings(300, 1);
    pgnpack_free(open_text(&setup));
    struct pgnpack_reader *reader = pgnpack_reader_new(&little_work);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_names *names = pgnpack_names_new(reader, NULL, NULL);
    ck_assert_int_eq(pgnpack_names_next(names, NULL), PGNPACK_ERROR_LIMIT);
    pgnpack_free(names);
    pgnpack_free(reader);
    for (size_t limit = 100 << 10; limit < 32 << 20; limit += limit / 4) {
        struct limited limited;
        limit_memory(&limited, limit);
        reader = pgnpack_reader_new(&limited.options);
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)),
                         PGNPACK_OK);
        size_t before = limited.count.held;
        names = pgnpack_names_new(reader, NULL, "player");
        enum pgnpack_status status = names == NULL ? PGNPACK_ERROR_MEMORY_LIMIT : PGNPACK_OK;
        while (status == PGNPACK_OK)
            status = pgnpack_names_next(names, NULL);
        ck_assert_int_eq(status, status == PGNPACK_END ? PGNPACK_END : PGNPACK_ERROR_MEMORY_LIMIT);
        ck_assert_uint_le(limited.count.peak, before + limit + 1);
        refused += status != PGNPACK_END;
        done += status == PGNPACK_END;
        pgnpack_free(names);
        pgnpack_free(reader);
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
    ck_assert_uint_gt(refused, 1);
    ck_assert_uint_gt(done, 1);
}
END_TEST

Suite *names_suite(void)
{
    Suite *suite = suite_create("names");
    TCase *test_case = tcase_create("names");
    tcase_add_checked_fixture(test_case, NULL, tear_down);
    tcase_add_loop_test(test_case, as_a_loop_counts, PGNPACK_LEVEL_MIN, PGNPACK_LEVEL_MAX + 1);
    tcase_add_loop_test(test_case, of_some_games, 3, 7);
    tcase_add_loop_test(test_case, patterns, 3, 7);
    tcase_add_loop_test(test_case, under_other_names, 3, 7);
    tcase_add_test(test_case, under_other_names_refused);
    tcase_add_test(test_case, without_a_file);
    tcase_add_test(test_case, damage);
    tcase_add_loop_test(test_case, without_memory, 3, 7);
    tcase_add_test(test_case, limits);
    suite_add_tcase(suite, test_case);
    return suite;
}
