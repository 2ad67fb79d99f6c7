/* Segments of a database: identities, their names, and how they are found. */
#include <check.h>
#include <string.h>

#include "container/segments/segment_list.h"
#include "shared/packing.h"
#include "unit/suites.h"
#include "util/bytes.h"
#include "util/xxh64.h"

static struct memory memory;
static struct block_index blocks;
static struct segment_list list;

static void set_up(void)
{
    memory_init(&memory, NULL, 0);
    block_index_init(&blocks, &memory);
    segment_list_init(&list, &memory);
}

static void tear_down(void)
{
    segment_list_free(&list);
    block_index_free(&blocks);
}

/* A segment of so many blocks of 3 games, with such hashes. */
static void add(size_t count, const uint64_t *hashes)
{
    size_t first = blocks.count;
    for (size_t i = 0; i < count; i++)
        ck_assert(block_index_add(
            &blocks, &(struct index_entry){
                         .block_size = 100, .text_size = 10, .game_count = 3, .header_hash = hashes[i]}));
    ck_assert(segment_list_add(&list, &blocks, first, count, 1000 * first, 100 * count));
}

/* A segment of one block with this identity, as if its hash had led to it. */
static void add_named(uint64_t identity)
{
    const uint64_t hash = 1;
    add(1, &hash);
    list.segments[list.count - 1].identity = identity;
    list.segments[list.count - 1].has_identity = 1;
}

/* Annexes are of no file. */
START_TEST(first_texts_are_found)
{
    static const struct index_entry before[] = {
        {.block_size = 100, .flags = BCGN_BLOCK_ANNEX},
        {.block_size = 100, .flags = BCGN_BLOCK_ANNEX | BCGN_BLOCK_RECORD}};
    static const struct index_entry texts[] = {{.block_size = 100, .text_size = 2},
                                               {.block_size = 100, .text_size = 4, .game_count = 1}};
    for (size_t i = 0; i < 2; i++) {
        size_t first = blocks.count;
        ck_assert(block_index_add(&blocks, &before[0]) && block_index_add(&blocks, &before[1]));
        ck_assert(segment_list_add(&list, &blocks, first, 2, 1000, 200));
        ck_assert_uint_eq(list.segments[list.count - 1].first_text, SIZE_MAX);
        ck_assert(block_index_add(&blocks, &texts[i]) && block_index_add(&blocks, &texts[1 - i]));
        ck_assert(segment_list_add(&list, &blocks, first, 4, 2000, 400));
        ck_assert_uint_eq(list.segments[list.count - 1].first_text, first + 2);
        ck_assert_ptr_eq(segment_list_of_block(&list, first + 3), &list.segments[list.count - 1]);
    }
}
END_TEST

START_TEST(identities_are_hashes_of_hashes)
{
    static const uint64_t hashes[] = {5, UINT64_C(0x123456789abcdef0), 0, 7};
    uint8_t bytes[16];
    store_le64(bytes, hashes[0]);
    store_le64(bytes + 8, hashes[1]);
    add(2, hashes);
    add(0, NULL);
    add(2, hashes + 2);
    ck_assert_uint_eq(list.segments[0].identity, xxh64(bytes, 16));
    ck_assert(list.segments[0].has_identity);
    ck_assert(!list.segments[2].has_identity); /* of one block it is not known */
    ck_assert_uint_eq(list.segments[0].game_count, 6);
    ck_assert_uint_eq(list.segments[0].text_size, 20);
    ck_assert_uint_eq(list.segments[1].game_count, 0);
    ck_assert_uint_eq(list.segments[2].first_game, 6);
    ck_assert_uint_eq(list.segments[2].first_block, 2);
    ck_assert_uint_eq(list.segments[2].offset, 2000);
    ck_assert_uint_eq(list.segments[2].size, 200);
    for (uint64_t game = 0; game < 12; game++) {
        const struct segment *segment = segment_list_of_game(&list, game);
        ck_assert(game >= segment->first_game && game < segment->first_game + segment->game_count);
    }
    segment_list_clear(&list);
    ck_assert_uint_eq(list.count, 0);
}
END_TEST

START_TEST(segments_are_found_by_identity)
{
    static const uint64_t identities[] = {9, 4, 9, UINT64_MAX, 4, 9, 0};
    const uint64_t none = 0;
    for (size_t i = 0; i < sizeof identities / sizeof *identities; i++)
        add_named(identities[i]);
    add(1, &none); /* without identity */
    ck_assert(segment_list_sort(&list));
    const struct segment *segments = list.segments;
    for (size_t last = 0; last < 9; last++)
        for (size_t i = 0; i < 7; i++) {
            const struct segment *wanted = NULL;
            for (size_t j = 0; j <= last && j < 7; j++)
                wanted = identities[j] == identities[i] ? &segments[j] : wanted;
            ck_assert_ptr_eq(segment_list_find(&list, identities[i], last), wanted);
            if (last == 8)
                ck_assert_ptr_eq(segment_list_find(&list, identities[i], SIZE_MAX), wanted);
        }
    ck_assert_ptr_null(segment_list_find(&list, 5, SIZE_MAX));
    ck_assert_ptr_null(segment_list_find(&list, 10, SIZE_MAX));
    ck_assert_ptr_eq(segment_list_twin_before(&list, &segments[5], 0), &segments[5]);
    ck_assert_ptr_eq(segment_list_twin_before(&list, &segments[5], 1), &segments[2]);
    ck_assert_ptr_eq(segment_list_twin_before(&list, &segments[5], 2), &segments[0]);
    ck_assert_ptr_null(segment_list_twin_before(&list, &segments[5], 3));
    ck_assert_ptr_null(segment_list_twin_before(&list, &segments[5], UINT64_MAX));
    ck_assert_ptr_null(segment_list_twin_before(&list, &segments[6], 1));
    ck_assert_uint_eq(segment_list_twins_after(&list, &segments[0], SIZE_MAX), 2);
    ck_assert_uint_eq(segment_list_twins_after(&list, &segments[0], 4), 1);
    ck_assert_uint_eq(segment_list_twins_after(&list, &segments[0], 5), 2);
    ck_assert_uint_eq(segment_list_twins_after(&list, &segments[5], SIZE_MAX), 0);
    add_named(4); /* the order is gone with a new one, and made again */
    ck_assert_uint_eq(list.identity_count, 0);
    ck_assert_ptr_null(segment_list_find(&list, 4, SIZE_MAX));
    ck_assert(segment_list_sort(&list));
    ck_assert_ptr_eq(segment_list_find(&list, 4, SIZE_MAX), &list.segments[8]);
}
END_TEST

START_TEST(names_are_letters_and_digits)
{
    char name[SEGMENT_NAME_SIZE];
    uint64_t identity;
    segment_name(UINT64_C(0x47b1bfb1a25bb5f4), name); /* docs/FORMAT.md, chapter 5 */
    ck_assert_str_eq(name, "8yrvzcd");
    segment_name(0, name);
    ck_assert_str_eq(name, "0000000");
    segment_name(UINT64_MAX, name);
    ck_assert_str_eq(name, "zzzzzzz");
    ck_assert_uint_eq(segment_name_read("8YRVzcd", 7, &identity), 35);
    ck_assert_uint_eq(identity, UINT64_C(0x47b1bfb1a25bb5f4) & ~(UINT64_MAX >> 35));
    ck_assert_uint_eq(segment_name_read("8yrvXXX", 4, &identity), 20);
    ck_assert_uint_eq(identity, UINT64_C(0x47b1bfb1a25bb5f4) & ~(UINT64_MAX >> 20));
    ck_assert_uint_eq(segment_name_read("8yr", 3, &identity), 0);
    ck_assert_uint_eq(segment_name_read("8yrvzcd0", 8, &identity), 40);
    static const char *const wrong[] = {"8yrvi",  "8yrvl", "8yrvo", "8yrvu", "8yrv-",   "8yrv:",
                                        "8yrv\0", "8yrv{", "8yrv@", "8yrv[", "8yrv\xe9"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_uint_eq(segment_name_read(wrong[i], 5, &identity), 0);
    for (unsigned i = 0; i < 32; i++) {
        segment_name((uint64_t)i << 59, name);
        ck_assert_uint_eq(segment_name_read(name, 7, &identity), 35);
        ck_assert_uint_eq(identity, (uint64_t)i << 59);
    }
}
END_TEST

START_TEST(without_memory_it_fails)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const uint64_t hash = 3;
    add(1, &hash);
    int is_done = 0;
    for (size_t n = 1; !is_done; n++) {
        struct memory little;
        struct segment_list other;
        ck_assert_uint_lt(n, 50);
        memory_init(&little, &allocator, 0);
        count = (struct allocation_count){.fails_from = n};
        segment_list_init(&other, &little);
        is_done = segment_list_add(&other, &blocks, 0, 1, 0, 100) &&
                  segment_list_add(&other, &blocks, 0, 1, 0, 100) && segment_list_sort(&other);
        ck_assert(is_done || other.identity_count == 0);
        segment_list_free(&other);
        ck_assert_uint_eq(count.outstanding, 0);
    }
}
END_TEST

Suite *segment_list_suite(void)
{
    Suite *suite = suite_create("segment_list");
    TCase *segments = tcase_create("segments");
    tcase_add_checked_fixture(segments, set_up, tear_down);
    tcase_add_test(segments, first_texts_are_found);
    tcase_add_test(segments, identities_are_hashes_of_hashes);
    tcase_add_test(segments, segments_are_found_by_identity);
    tcase_add_test(segments, names_are_letters_and_digits);
    tcase_add_test(segments, without_memory_it_fails);
    suite_add_tcase(suite, segments);
    return suite;
}
