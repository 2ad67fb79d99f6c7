/* A cursor whose games are sought keeps the blocks that it was in, within the bounds that it is given. */
#include <check.h>
#include <string.h>

#include "shared/game_look.h"
#include "shared/trials.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { GAMES = 400, BLOCK_SIZE = 20000, PICKS = 160 };

static struct bytes text, packed;
static size_t starts[GAMES + 1]; /* of games in the text */

static uint64_t random_state;

/* A number below that. */
static uint64_t below(uint64_t count)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % count;
}

static void set_up(void)
{
    append_games(&text, GAMES, 3);
    random_state = 7;
}

static void tear_down(void)
{
    bytes_free(&packed);
    bytes_free(&text);
}

/* Packs the text, and notes where its games are: as a cursor gives them in their order. */
static void pack_at(int level)
{
    const struct pack_setup setup = {.level = level, .block_size = BLOCK_SIZE};
    bytes_cut(&packed, 0, packed.size);
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, GAMES);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    for (size_t game = 0; game < GAMES; game++) {
        struct pgnpack_text piece;
        ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_text(cursor, &piece), PGNPACK_OK);
        ck_assert(memcmp(piece.data, text.data + starts[game], piece.size) == 0);
        starts[game + 1] = starts[game] + piece.size;
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
}

/* `keep` 0: nothing is kept. */
static struct pgnpack_reader *open_keeping(const struct pgnpack_options *options, size_t keep)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(options);
    const struct pgnpack_source source = {.size = sizeof source,
                                          .bytes = packed.data,
                                          .byte_count = packed.size,
                                          .cache_size = keep == 0 ? PGNPACK_CACHE_NONE : keep};
    ck_assert_int_eq(pgnpack_reader_open(reader, &source), PGNPACK_OK);
    return reader;
}

/* Game `game`, from 0; its text must be right if the status is PGNPACK_OK. */
static enum pgnpack_status pick(struct pgnpack_cursor *cursor, size_t game)
{
    struct pgnpack_text piece;
    enum pgnpack_status status = pgnpack_cursor_seek(cursor, game + 1);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_next(cursor, NULL);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_text(cursor, &piece);
    if (status != PGNPACK_OK)
        return status;
    ck_assert_uint_eq(piece.size, starts[game + 1] - starts[game]);
    ck_assert(memcmp(piece.data, text.data + starts[game], piece.size) == 0);
    return PGNPACK_OK;
}

/* The first game of a block, from 0. */
static size_t first_of(const struct pgnpack_reader *reader, uint64_t block)
{
    struct pgnpack_block_info info;
    ck_assert(pgnpack_reader_block(reader, block, &info));
    return (size_t)info.first_game - 1;
}

/* Whatever is kept, and whether games are read on from where one was sought. */
START_TEST(picked_games_are_right)
{
    static const size_t keeps[] = {0, 300000, PGNPACK_CACHE_DEFAULT, SIZE_MAX / 2};
    pack_at(_i);
    for (size_t i = 0; i < sizeof keeps / sizeof *keeps; i++) {
        struct pgnpack_reader *reader = open_keeping(NULL, keeps[i]);
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        for (size_t j = 0; j < PICKS; j++) {
            size_t game = (size_t)below(GAMES - 1);
            ck_assert_int_eq(pick(cursor, game), PGNPACK_OK);
            if (below(4) != 0)
                continue;
            struct pgnpack_text piece;
            ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_cursor_text(cursor, &piece), PGNPACK_OK);
            ck_assert_uint_eq(piece.size, starts[game + 2] - starts[game + 1]);
            ck_assert(memcmp(piece.data, text.data + starts[game + 1], piece.size) == 0);
        }
        pgnpack_free(cursor);
        pgnpack_free(reader);
    }
}
END_TEST

static void check_same(const struct pgnpack_game *game, const struct pgnpack_game *other)
{
    struct pgnpack_text name, value, other_name, other_value;
    struct pgnpack_item item, other_item;
    ck_assert_uint_eq(tag_count(game), tag_count(other));
    for (size_t i = 0; pgnpack_game_tag(game, i, &name, &value); i++) {
        pgnpack_game_tag(other, i, &other_name, &other_value);
        ck_assert(name.size == other_name.size && memcmp(name.data, other_name.data, name.size) == 0);
        ck_assert(value.size == other_value.size && memcmp(value.data, other_value.data, value.size) == 0);
    }
    ck_assert_uint_eq(pgnpack_game_ply_count(game), pgnpack_game_ply_count(other));
    ck_assert_uint_eq(item_count(game), item_count(other));
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++) {
        ck_assert(pgnpack_game_item(other, i, &other_item));
        ck_assert_int_eq(item.kind, other_item.kind);
    }
}

/* Games are as a cursor gives them that is new; now and then, others of their tags are asked for. */
START_TEST(columns_come_again)
{
    static const unsigned parts[] = {PGNPACK_PART_TAGS, PGNPACK_PART_SHAPE, PGNPACK_PART_MOVES,
                                     PGNPACK_PART_TAGS | PGNPACK_PART_MOVES};
    static const char *const names[] = {"White", "ECO"};
    pack_at(_i);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct pgnpack_reader *reader = open_keeping(NULL, PGNPACK_CACHE_DEFAULT);
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, parts[i]);
        const char *const *asked = NULL;
        for (size_t j = 0; j < PICKS / 2; j++) {
            uint64_t number = below(GAMES) + 1;
            const struct pgnpack_game *game, *other;
            struct pgnpack_cursor *fresh = pgnpack_cursor_new(reader, parts[i]);
            if (j % 16 == 15) {
                asked = asked == NULL ? names : NULL;
                ck_assert_int_eq(pgnpack_cursor_tags(cursor, asked, 2), PGNPACK_OK);
            }
            ck_assert_int_eq(pgnpack_cursor_tags(fresh, asked, 2), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_cursor_seek(fresh, number), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_cursor_seek(cursor, number), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_cursor_next(fresh, &other), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
            check_same(game, other);
            pgnpack_free(fresh);
        }
        pgnpack_free(cursor);
        pgnpack_free(reader);
    }
}
END_TEST

/* Coming back reads nothing, and is less work than coming first; with a bound of 0, it is as coming first. */
START_TEST(kept_blocks_are_not_read_again)
{
    pack_at(_i);
    for (int keeps = 0; keeps < 2; keeps++) {
        struct pgnpack_reader *reader = open_keeping(NULL, keeps ? PGNPACK_CACHE_DEFAULT : 0);
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        size_t one = first_of(reader, 0), other = first_of(reader, 4);
        ck_assert_int_eq(pick(cursor, one + 5), PGNPACK_OK);
        uint64_t work = pgnpack_work(cursor);
        ck_assert_int_eq(pick(cursor, other), PGNPACK_OK);
        uint64_t bytes = pgnpack_cursor_bytes_read(cursor);
        ck_assert_int_eq(pick(cursor, one + 3), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_bytes_read(cursor) == bytes, keeps);
        ck_assert_int_eq(pgnpack_work(cursor) < work / 4, keeps);
        bytes = pgnpack_cursor_bytes_read(cursor);
        ck_assert_int_eq(pick(cursor, other + 1), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_bytes_read(cursor) == bytes, keeps);
        pgnpack_free(cursor);
        pgnpack_free(reader);
    }
}
END_TEST

/* The most that is held while all blocks are gone to, this way and that; *bytes_ret: what was read of the file. */
static size_t jump_about(size_t keep, uint64_t *bytes_ret)
{
    struct limited limited;
    limit_memory(&limited, 0);
    struct pgnpack_reader *reader = open_keeping(&limited.options, keep);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    uint64_t blocks = pgnpack_reader_info(reader)->block_count;
    for (uint64_t i = 0; i < 3 * blocks; i++)
        ck_assert_int_eq(pick(cursor, first_of(reader, i * 3 % blocks)), PGNPACK_OK);
    *bytes_ret = pgnpack_cursor_bytes_read(cursor);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    ck_assert_uint_eq(limited.count.outstanding, 0);
    return limited.count.peak;
}

START_TEST(no_more_is_kept_than_allowed)
{
    uint64_t none_bytes, some_bytes, all_bytes;
    pack_at(_i);
    size_t none = jump_about(0, &none_bytes);
    size_t all = jump_about(SIZE_MAX / 2, &all_bytes);
    ck_assert_uint_lt(none, all);
    ck_assert_uint_lt(all_bytes, none_bytes / 2);
    size_t bound = (all - none) / 2;
    size_t some = jump_about(bound, &some_bytes);
    ck_assert_uint_le(some, none + bound + bound / 8);
    ck_assert_uint_gt(some, none);
    ck_assert_uint_gt(some_bytes, all_bytes);
}
END_TEST

/* Picks games under a limit of memory, 0: none; returns the most that was held. */
static size_t pick_within(size_t limit, size_t keep)
{
    struct limited limited;
    limit_memory(&limited, limit);
    struct pgnpack_reader *reader = open_keeping(&limited.options, keep);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    random_state = 7;
    for (size_t i = 0; i < PICKS; i++)
        ck_assert_int_eq(pick(cursor, (size_t)below(GAMES)), PGNPACK_OK);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    return limited.count.peak;
}

/* Where there is room for two blocks besides the present one, these are the ones left last. */
START_TEST(the_oldest_block_goes_first)
{
    uint64_t bytes;
    pack_at(3);
    size_t none = jump_about(0, &bytes);
    struct pgnpack_reader *reader = open_keeping(NULL, PGNPACK_CACHE_DEFAULT);
    uint64_t blocks = pgnpack_reader_info(reader)->block_count;
    size_t of_one = (jump_about(SIZE_MAX / 2, &bytes) - none) / (blocks - 1);
    pgnpack_free(reader);
    reader = open_keeping(NULL, of_one * 5 / 2);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    static const uint64_t visited[] = {0, 2, 4, 0, 3};
    for (size_t i = 0; i < sizeof visited / sizeof *visited; i++)
        ck_assert_int_eq(pick(cursor, first_of(reader, visited[i])), PGNPACK_OK);
    bytes = pgnpack_cursor_bytes_read(cursor);
    ck_assert_int_eq(pick(cursor, first_of(reader, 4)), PGNPACK_OK);
    ck_assert_int_eq(pick(cursor, first_of(reader, 0)), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_cursor_bytes_read(cursor), bytes);
    ck_assert_int_eq(pick(cursor, first_of(reader, 2)), PGNPACK_OK);
    ck_assert_uint_gt(pgnpack_cursor_bytes_read(cursor), bytes);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/* In a block that was gone through, a late game is no more work than an early one. */
START_TEST(few_games_are_passed_over)
{
    enum { EARLY = 31, LATE = 383 };
    const struct pack_setup setup = {.level = _i};
    pack_at(_i);
    bytes_cut(&packed, 0, packed.size);
    pack_whole(&setup, &text, &packed);
    struct pgnpack_reader *reader = open_keeping(NULL, 0);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_SHAPE);
    uint64_t work[2];
    ck_assert_uint_eq(pgnpack_reader_info(reader)->block_count, 1);
    ck_assert_int_eq(pgnpack_cursor_seek(cursor, GAMES), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pgnpack_cursor_seek(cursor, i == 0 ? LATE : EARLY), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
        work[i] = pgnpack_work(cursor);
    }
    ck_assert_uint_lt(work[0], 3 * work[1]);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/* The limit of work holds in each block that is gone to. */
START_TEST(work_is_limited_in_all_blocks)
{
    size_t games[2];
    uint64_t work[2];
    pack_at(_i);
    struct pgnpack_reader *reader = open_keeping(NULL, 0);
    for (int i = 0; i < 2; i++) {
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        games[i] =
            first_of(reader, 0) + (i == 0 ? 0 : first_of(reader, 3) - 1); /* the second: a block's last */
        ck_assert_int_eq(pick(cursor, games[i]), PGNPACK_OK);
        work[i] = pgnpack_work(cursor);
        pgnpack_free(cursor);
    }
    pgnpack_free(reader);
    ck_assert_uint_lt(work[0], work[1]);
    const struct pgnpack_options options = {.size = sizeof options, .work_limit = work[1] - 1};
    reader = open_keeping(&options, PGNPACK_CACHE_DEFAULT);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    ck_assert_int_eq(pick(cursor, games[0]), PGNPACK_OK);
    ck_assert_int_eq(pick(cursor, games[1]), PGNPACK_ERROR_LIMIT);
    ck_assert_int_eq(pick(cursor, games[0]), PGNPACK_OK);
    pgnpack_free(cursor);
    pgnpack_free(reader);
}
END_TEST

/* Where memory does not suffice for what could be kept, games come all the same. */
START_TEST(what_is_kept_gives_way)
{
    pack_at(_i);
    size_t none = pick_within(0, 0);
    size_t limit = none + none / 16;
    ck_assert_uint_gt(pick_within(0, SIZE_MAX / 2), 2 * limit);
    ck_assert_uint_le(pick_within(limit, SIZE_MAX / 2), 2 * limit); /* the reader's own, and the cursor's */
}
END_TEST

/* Wherever memory ends: the games are right or there is an error, and the next search finds the cursor in order. */
START_TEST(memory_may_end_anywhere)
{
    enum { STEPS = 7 };
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    int failed = 1;
    pack_at(_i);
    for (size_t pieces = 0; failed; pieces += 1 + pieces / 16) {
        allow_pieces(&count, SIZE_MAX);
        struct pgnpack_reader *reader = open_keeping(&options, PGNPACK_CACHE_DEFAULT);
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        failed = 0;
        allow_pieces(&count, pieces);
        for (size_t step = 0; step < STEPS; step++) {
            enum pgnpack_status status = pick(cursor, (step * 137 + 30) % GAMES);
            ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
            failed |= status != PGNPACK_OK;
        }
        allow_pieces(&count, SIZE_MAX);
        ck_assert_int_eq(pick(cursor, 11), PGNPACK_OK);
        pgnpack_free(cursor);
        pgnpack_free(reader);
        ck_assert_uint_eq(count.outstanding, 0);
    }
}
END_TEST

Suite *kept_blocks_suite(void)
{
    Suite *suite = suite_create("kept_blocks");
    TCase *kept = tcase_create("kept");
    tcase_add_checked_fixture(kept, set_up, tear_down);
    tcase_add_loop_test(kept, picked_games_are_right, PGNPACK_LEVEL_MIN, TRIED_LEVEL_MAX + 1);
    tcase_add_loop_test(kept, columns_come_again, 3, TRIED_LEVEL_MAX + 1);
    tcase_add_loop_test(kept, kept_blocks_are_not_read_again, 3, TRIED_LEVEL_MAX + 1);
    tcase_add_loop_test(kept, no_more_is_kept_than_allowed, 3, TRIED_CODEC_LEVEL_MAX + 1);
    tcase_add_test(kept, the_oldest_block_goes_first);
    tcase_add_loop_test(kept, work_is_limited_in_all_blocks, 3, TRIED_CODEC_LEVEL_MAX + 1);
    tcase_add_loop_test(kept, few_games_are_passed_over, 3, TRIED_CODEC_LEVEL_MAX + 1);
    tcase_add_loop_test(kept, what_is_kept_gives_way, 3, TRIED_LEVEL_MAX + 1);
    tcase_add_loop_test(kept, memory_may_end_anywhere, 3, TRIED_CODEC_LEVEL_MAX + 1);
    suite_add_tcase(suite, kept);
    return suite;
}
