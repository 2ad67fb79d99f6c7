/* Games in any order within bounded memory: whatever lots they are read in, each has its own text, and they come as asked for. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "unit/database_support.h"
#include "unit/suites.h"

enum { GAMES = 120, LARGE_EACH = 4, LIMIT_MIN = 1 << 20, LIMIT_MAX = 24 << 20 };

static struct bytes texts[GAMES], text, packed;

/* As the whole text is cut into games. */
static void take_texts(void)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_text found;
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, GAMES);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    for (unsigned i = 0; i < GAMES; i++) {
        ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_text(cursor, &found), PGNPACK_OK);
        bytes_append(&texts[i], found.data, found.size);
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
}

/* Every fourth game has a comment that is larger than is to be expected by its block's mean. */
static void set_up(void)
{
    const struct pack_setup setup = {.level = 1, .block_size = 400000};
    uint64_t random = 3;
    for (unsigned i = 0; i < GAMES; i++) {
        char tags[80];
        snprintf(tags, sizeof tags, "[Event \"%u\"]\n\n1. e4 {", i);
        bytes_append_text(&text, tags);
        for (size_t n = i % LARGE_EACH == 0 ? 30000 + random_below(&random, 20000) : 10; n > 0; n--) {
            char letter = (char)('a' + random_below(&random, 16));
            bytes_append(&text, &letter, 1);
        }
        bytes_append_text(&text, "} *\n\n");
    }
    pack_whole(&setup, &text, &packed);
    take_texts();
}

static void tear_down(void)
{
    for (unsigned i = 0; i < GAMES; i++)
        bytes_free(&texts[i]);
    bytes_free(&text);
    bytes_free(&packed);
}

/* Returns 0 where the limit is too low for it: that is told, and nothing false comes before. */
static int check_gathered(size_t limit, const uint64_t *numbers, size_t count)
{
    const struct pgnpack_options options = {.size = sizeof options, .memory_limit = limit};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    struct pgnpack_text found;
    uint64_t number;
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    enum pgnpack_status status =
        gather == NULL ? PGNPACK_ERROR_MEMORY_LIMIT : pgnpack_gather_numbers(gather, numbers, count);
    for (size_t i = 0; status == PGNPACK_OK && i < count; i++) {
        status = next_gathered(gather, &found, &number);
        if (status != PGNPACK_OK)
            break;
        const struct bytes *own = &texts[numbers[i] - 1];
        ck_assert_uint_eq(number, numbers[i]);
        ck_assert_uint_eq(found.size, own->size);
        ck_assert_int_eq(memcmp(found.data, own->data, own->size), 0);
    }
    int is_done = status == PGNPACK_OK;
    if (is_done)
        ck_assert_int_eq(next_gathered(gather, NULL, NULL), PGNPACK_END);
    else
        ck_assert_int_eq(status, PGNPACK_ERROR_MEMORY_LIMIT);
    pgnpack_free(gather);
    pgnpack_free(reader);
    return is_done;
}

/* Of an order: upwards, downwards, at random; of all games, or the large ones; with repetitions. */
static size_t make_order(unsigned kind, uint64_t *random, uint64_t numbers[GAMES])
{
    size_t count = 0;
    for (unsigned i = 0; i < GAMES; i++)
        if (kind % 2 == 0 || i % LARGE_EACH == 0)
            numbers[count++] =
                1 + (kind % 3 == 1 ? GAMES - 1 - i - (GAMES - 1 - i) % (kind % 2 ? LARGE_EACH : 1) : i);
    for (size_t i = 0; kind % 3 == 2 && i < count; i++) {
        size_t other = random_below(random, count);
        uint64_t number = numbers[i];
        numbers[i] = numbers[other];
        numbers[other] = number;
    }
    if (kind >= 6)
        numbers[count / 2] = numbers[count - 1] = numbers[0];
    return count;
}

START_TEST(lots_of_any_size)
{
    uint64_t random = 8, numbers[GAMES + 1];
    size_t text_size = 0, lots = 0;
    for (unsigned i = 0; i < GAMES; i++)
        text_size += texts[i].size;
    for (unsigned kind = 0; kind < 12; kind++)
        for (size_t limit = LIMIT_MIN; limit <= LIMIT_MAX; limit += limit / 5) {
            size_t count = make_order(kind, &random, numbers);
            numbers[count] = 0; /* is none, and must not be looked at */
            int is_done = check_gathered(limit, numbers, count);
            ck_assert(is_done || limit < LIMIT_MAX / 2);
            lots += is_done && limit / 4 < text_size;
        }
    ck_assert_uint_gt(lots, 12);
}
END_TEST

Suite *gather_suite(void)
{
    Suite *suite = suite_create("gather");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, lots_of_any_size);
    suite_add_tcase(suite, all);
    return suite;
}
