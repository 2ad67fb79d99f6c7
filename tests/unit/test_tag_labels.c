/* The table of labels by positions, which both directions have to keep alike: docs/FORMAT.md, "Labels". */
#include <check.h>

#include "tags/model/tag_labels.h"
#include "unit/suites.h"

static struct memory memory;
static struct buffer out;
static struct bit_coder coder;
static struct tag_labels labels;

static void set_up(void)
{
    static const uint32_t counts[LABEL_COLUMN_COUNT_MAX] = {0};
    memory_init(&memory, NULL, 0);
    buffer_init(&out, &memory);
    bit_coder_start_encoding(&coder, &out);
    tag_labels_init(&labels, &memory);
    ck_assert(tag_labels_start(&labels, counts));
}

static void tear_down(void)
{
    tag_labels_free(&labels);
    buffer_free(&out);
}

/* An entry's place in the table, and which of the keys that want it. */
static uint64_t key_of(uint64_t place, uint64_t which)
{
    return place << 47 | which << 1;
}

/* A game of one position with a label. Was the position known? */
static unsigned play(uint64_t key)
{
    struct label_path path = {{key}, 1};
    tag_labels_start_game(&labels, &path);
    unsigned known = labels.known;
    tag_labels_code(&labels, &coder, 0, labels.counts[0] == 0 ? LABEL_NEW : 0);
    tag_labels_end_game(&labels);
    return known;
}

/* 2^17 places, by the highest bits of the key: next to each other there is room for both. */
START_TEST(places_are_apart)
{
    enum { PLACES = 1 << 17 };
    const uint64_t places[] = {0, 1, 2, 3, PLACES / 2 - 1, PLACES / 2, PLACES - 2, PLACES - 1};
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < sizeof places / sizeof *places; i++)
            ck_assert_uint_eq(play(key_of(places[i], i)), pass);
}
END_TEST

/* The fourth game that wants a place in a row takes it; each game of the position that has it makes it young again. */
START_TEST(ages)
{
    enum { ROW = 3 };
    uint64_t first = key_of(5, 1), other = key_of(5, 2);
    ck_assert_uint_eq(play(first), 0);
    for (unsigned pass = 0; pass < 3; pass++) {
        for (unsigned i = 0; i < ROW; i++)
            ck_assert_uint_eq(play(other), 0);
        ck_assert_uint_eq(play(first), 1);
    }
    for (unsigned i = 0; i < ROW + 1; i++)
        ck_assert_uint_eq(play(other), 0);
    ck_assert_uint_eq(play(other), 1);
    ck_assert_uint_eq(play(first), 0);
}
END_TEST

Suite *tag_labels_suite(void)
{
    Suite *suite = suite_create("tag_labels");
    TCase *tests = tcase_create("table");
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, places_are_apart);
    tcase_add_test(tests, ages);
    suite_add_tcase(suite, tests);
    return suite;
}
