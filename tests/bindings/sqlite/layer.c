/* layer DATABASE: what src/bindings/table promises its hosts, as far as SQLite does not ask for it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/table/table.h"

static int passed, failed;

static void check(int is_right, const char *what)
{
    passed += is_right != 0;
    failed += is_right == 0;
    if (!is_right)
        printf("FAILED %s\n", what);
}

/* Games, and a sum that tells whether all of their values came. */
struct sum {
    uint64_t rows, values;
};

static void add_text(struct sum *sum, struct pgnpack_text text, uint64_t game)
{
    uint64_t hash = game;
    for (size_t i = 0; i < text.size; i++)
        hash = hash * 1000003 + (unsigned char)text.data[i];
    sum->values += hash;
}

static enum pgnpack_status add_all(struct table_scan *scan, struct sum *sum)
{
    struct table_batch batch;
    enum pgnpack_status status;
    while ((status = table_scan_next(scan, &batch)) == PGNPACK_OK) {
        sum->rows += batch.count;
        for (size_t i = 0; i < batch.count; i++) {
            add_text(sum, batch.values[0].texts[i], batch.games[i]);
            add_text(sum, batch.values[1].texts[i], batch.games[i]);
        }
    }
    return status;
}

static struct table_scan *new_scan(const struct table *table, const char *where)
{
    struct table_error error;
    const size_t columns[] = {table_find_column(table, TABLE_GAMES, "white"),
                              table_find_column(table, TABLE_GAMES, "SAN")};
    const struct table_scan_options options = {
        .kind = TABLE_GAMES, .columns = columns, .column_count = 2, .where = where};
    return table_scan_new(table, &options, &error);
}

/* ---- Units and threads ---- */

struct worker {
    const struct table *table;
    const char *where;
    size_t first; /* every second unit from here */
    struct sum sum;
};

static void *work(void *opaque)
{
    struct worker *worker = opaque;
    struct table_scan *scan = new_scan(worker->table, worker->where);
    for (size_t i = worker->first; i < table_unit_count(worker->table); i += 2) {
        struct table_unit unit = table_unit(worker->table, i);
        table_scan_unit(scan, &unit);
        if (add_all(scan, &worker->sum) != PGNPACK_END)
            worker->sum.rows = UINT64_MAX;
    }
    table_scan_free(scan);
    return NULL;
}

static void test_units(const struct table *table, const char *where)
{
    struct worker workers[2] = {{table, where, 0, {0, 0}}, {table, where, 1, {0, 0}}};
    pthread_t threads[2];
    struct sum whole = {0, 0};
    struct table_scan *scan = new_scan(table, where);
    check(add_all(scan, &whole) == PGNPACK_END && whole.rows != 0, "a scan of all units");
    table_scan_free(scan);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, &workers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    check(table_unit_count(table) > 1, "there are several units");
    check(workers[0].sum.rows + workers[1].sum.rows == whole.rows, "units have all games");
    check(workers[0].sum.values + workers[1].sum.values == whole.values, "units have all values");
}

static void test_from(const struct table *table)
{
    struct sum all = {0, 0};
    struct table_scan *scan = new_scan(table, NULL);
    const uint64_t count = pgnpack_reader_info(table_reader(table, 0))->game_count;
    const struct table_unit unit = {.file = 0, .first_game = 11, .game_count = count - 10};
    table_scan_from(scan, &unit);
    check(add_all(scan, &all) == PGNPACK_END && all.rows == table_game_count(table) - 10,
          "from a game of the first file on");
    all.rows = 0;
    table_scan_unit(scan, &unit);
    check(add_all(scan, &all) == PGNPACK_END && all.rows == count - 10, "some games of a file alone");
    table_scan_free(scan);
}

/* ---- Constraints ---- */

static uint64_t count_with(struct table_scan *scan, size_t column, const struct table_value *values,
                           size_t count)
{
    struct sum sum = {0, 0};
    const struct table_constraint constraint = {column, TABLE_EQUAL, values, count};
    if (table_scan_constrain(scan, &constraint, 1) != PGNPACK_OK || add_all(scan, &sum) != PGNPACK_END)
        return UINT64_MAX;
    return sum.rows;
}

static int compare_texts(struct pgnpack_text a, struct pgnpack_text b)
{
    int order = memcmp(a.data, b.data, a.size < b.size ? a.size : b.size);
    return order != 0 ? order : (a.size > b.size) - (a.size < b.size);
}

static void test_constraints(const struct table *table)
{
    struct table_scan *scan = new_scan(table, NULL);
    const size_t white = table_find_column(table, TABLE_GAMES, "White");
    const struct table_value games[] = {{.integer = 9}, {.integer = 2}, {.integer = 7}, {.integer = 2}};
    struct table_batch batch;
    struct table_value names[3] = {0};
    check(count_with(scan, 0, games, 4) == 3 * table_file_count(table), "a list that is not in order");
    check(count_with(scan, 0, games, 0) == 0, "an empty list");
    table_scan_constrain(scan, NULL, 0);
    check(table_scan_next(scan, &batch) == PGNPACK_OK && batch.count > 3, "no constraint again");
    size_t found = 0;
    for (size_t i = 0; i < batch.count && found < 3; i++) { /* each less than the one before */
        struct pgnpack_text text = batch.values[0].texts[i];
        if (found == 0 || compare_texts(text, names[found - 1].text) < 0)
            names[found++].text =
                (struct pgnpack_text){memcpy(malloc(text.size + 1), text.data, text.size), text.size};
    }
    check(found == 3, "three names");
    uint64_t apart = 0, together = count_with(scan, white, names, found);
    for (size_t i = 0; i < found; i++)
        apart += count_with(scan, white, &names[i], 1);
    check(together == apart && apart >= 3, "a list of texts");
    check(count_with(scan, table_find_column(table, TABLE_GAMES, "san"), names, 1) == UINT64_MAX &&
              strstr(table_scan_error(scan)->text, "constraint 0") != NULL,
          "a constraint on a list is refused");
    check(table_use_of(table, TABLE_GAMES, white, TABLE_LESS) == TABLE_EXACT &&
              table_use_of(table, TABLE_GAMES, 0, TABLE_HAS_PREFIX) == TABLE_UNUSED &&
              table_use_of(table, TABLE_GAMES, white, TABLE_HAS_PREFIX_ANY_CASE) == TABLE_HINT &&
              table_use_of(table, TABLE_TREE, 0, TABLE_EQUAL) == TABLE_UNUSED &&
              table_use_of(table, TABLE_GAMES, 100000, TABLE_EQUAL) == TABLE_UNUSED,
          "what constraints are of use");
    for (size_t i = 0; i < found; i++)
        free((void *)(uintptr_t)names[i].text.data);
    table_scan_free(scan);
}

/* ---- Failures ---- */

static int is_cancelled(void *opaque)
{
    return ++*(int *)opaque > 1;
}

static void test_failures(const struct table *table)
{
    struct table_error error;
    struct table_batch batch;
    size_t column = 100000;
    int asked = 0;
    struct table_scan_options options = {.kind = TABLE_GAMES, .columns = &column, .column_count = 1};
    check(table_scan_new(table, &options, &error) == NULL && strstr(error.text, "100000") != NULL,
          "a column that is not there");
    column = table_find_column(table, TABLE_GAMES, "White");
    options.is_cancelled = is_cancelled;
    options.cancel_opaque = &asked;
    struct table_scan *scan = table_scan_new(table, &options, &error);
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK)
        status = table_scan_next(scan, &batch);
    check(status == PGNPACK_ERROR_CANCELLED && table_scan_next(scan, &batch) == PGNPACK_ERROR_CANCELLED,
          "a cancelled scan stays so");
    table_scan_free(scan);
    check(table_open(NULL, NULL, 0, TABLE_DAMAGED_ERROR, &error) == NULL && error.text[0] != '\0', "no file");
}

/* ---- Values ---- */

static struct pgnpack_text text_of(const char *text)
{
    return (struct pgnpack_text){text, strlen(text)};
}

static void test_values(void)
{
    char text[TABLE_DAY_TEXT_SIZE], before[TABLE_DAY_TEXT_SIZE] = "0000-12-31", out[64];
    int64_t day, first, last;
    int is_right = table_parse_day(text_of("0001-01-01"), &first) &&
                   table_parse_day(text_of("9999-12-31"), &last) &&
                   table_parse_day(text_of("1970-01-01"), &day) && day == 0 && last - first == 3652058;
    for (day = is_right ? first : 1; day <= last && is_right; day++) {
        int64_t again;
        table_day_text(day, text);
        is_right = strcmp(text, before) > 0 && table_parse_day(text_of(text), &again) && again == day;
        memcpy(before, text, sizeof text);
    }
    check(is_right, "all days");
    check(!table_parse_day(text_of("1900-02-29"), &day) && table_parse_day(text_of("2000-02-29"), &day) &&
              !table_parse_day(text_of("2001-13-01"), &day) &&
              !table_parse_day(text_of("2001-00-01"), &day) && !table_parse_day(text_of("2001-1-01"), &day) &&
              !table_parse_day(text_of("2001.01.01"), &day),
          "what is no day");
    check(table_is_utf8(text_of("a\xc3\xbc\xe2\x82\xac\xf0\x9f\x99\x82 and more than eight")) &&
              !table_is_utf8(text_of("\xc0\x80")) && !table_is_utf8(text_of("\xed\xa0\x80")) &&
              !table_is_utf8(text_of("\xf4\x90\x80\x80")) && !table_is_utf8(text_of("eight of \xe2\x82")),
          "UTF-8");
    size_t size = table_utf8_repair(text_of("a\xfc\xc3\xbc\xff"), out);
    check(size == 7 && memcmp(out, "a\xc3\xbc\xc3\xbc\xc3\xbf", 7) == 0, "Latin-1 where it is none");
}

int main(int count, char **arguments)
{
    struct table_error error;
    const char *paths[] = {count > 1 ? arguments[1] : "", count > 1 ? arguments[1] : ""};
    struct table *table = table_open(NULL, paths, 2, TABLE_DAMAGED_ERROR, &error);
    if (table == NULL) {
        printf("FAILED %s\n", error.text);
        return 1;
    }
    test_units(table, NULL);
    test_units(table, "result=1-0 plies=40-");
    test_from(table);
    test_constraints(table);
    test_failures(table);
    test_values();
    table_free(table);
    printf("tables: %d passed, %d failed\n", passed, failed);
    return failed != 0;
}
