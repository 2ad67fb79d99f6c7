/* Databases made of others: merged, compacted, sorted, taken in parts. */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "container/file/file_format.h"
#include "shared/changed_file.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

enum { PIECES = 5, GAMES = 40, ALL_GAMES = PIECES * GAMES };

static struct bytes texts[PIECES], packed[PIECES], all_text, joined;

/* Pieces that end with an empty line, as files do, and all of them as one file. */
static void set_up(void)
{
    for (unsigned i = 0; i < PIECES; i++) {
        append_games(&texts[i], GAMES, 100 + i);
        bytes_append_text(&texts[i], "\n");
        pack_whole(&(struct pack_setup){.block_size = 3000}, &texts[i], &packed[i]);
        bytes_append(&all_text, texts[i].data, texts[i].size);
        bytes_append(&joined, packed[i].data, packed[i].size);
    }
}

static void tear_down(void)
{
    for (unsigned i = 0; i < PIECES; i++) {
        bytes_free(&texts[i]);
        bytes_free(&packed[i]);
    }
    bytes_free(&all_text);
    bytes_free(&joined);
}

static struct pgnpack_reader *open_bytes(const struct bytes *bytes)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(bytes->data, bytes->size)), PGNPACK_OK);
    return reader;
}

/* What is done with a copy. */
typedef enum pgnpack_status (*copy_step)(struct pgnpack_copy *copy, struct pgnpack_reader *reader);

static enum pgnpack_status run_copy(const struct pgnpack_options *options,
                                    const struct pgnpack_copy_options *copy_options, copy_step step,
                                    struct pgnpack_reader *reader, struct bytes *out)
{
    struct pgnpack_copy *copy =
        pgnpack_copy_new(options, copy_options, PGNPACK_TO_FUNCTION(bytes_write, out));
    if (copy == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = step(copy, reader);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_finish(copy);
    enum pgnpack_status own = pgnpack_error(copy)->status; /* OK: what was gathered failed */
    ck_assert(own == status || (own == PGNPACK_OK && step != NULL));
    if (status == PGNPACK_OK)
        ck_assert_uint_eq(pgnpack_copy_totals(copy)->packed_size, out->size);
    else if (own != PGNPACK_OK)
        ck_assert_str_ne(pgnpack_error(copy)->text, "");
    pgnpack_free(copy);
    return status;
}

static enum pgnpack_status merge(struct pgnpack_copy *copy, struct pgnpack_reader *reader)
{
    return pgnpack_copy_segments(copy, reader);
}

static enum pgnpack_status compact(struct pgnpack_copy *copy, struct pgnpack_reader *reader)
{
    return pgnpack_copy_compact(copy, reader);
}

static enum pgnpack_status sort_by_date(struct pgnpack_copy *copy, struct pgnpack_reader *reader)
{
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    if (gather == NULL)
        return PGNPACK_ERROR_MEMORY;
    const struct pgnpack_order_key by_date = {.by = PGNPACK_ORDER_DATE};
    enum pgnpack_status status = pgnpack_gather_sorted(gather, &by_date, 1);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_gathered(copy, gather, UINT64_MAX);
    pgnpack_free(gather);
    return status;
}

static enum pgnpack_status take_parts(struct pgnpack_copy *copy, struct pgnpack_reader *reader)
{
    enum pgnpack_status status = pgnpack_copy_games(copy, reader, 1, 7);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_games(copy, reader, 8, ALL_GAMES - 7);
    return status;
}

static enum pgnpack_status take_parts_of_two(struct pgnpack_copy *copy, struct pgnpack_reader *reader)
{
    enum pgnpack_status status = pgnpack_copy_games(copy, reader, 1, GAMES + 3);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_games(copy, reader, GAMES + 4, GAMES - 3);
    return status;
}

static const copy_step steps[] = {merge, compact, sort_by_date, take_parts};

enum { STEPS = sizeof steps / sizeof steps[0], TEXT_STEPS = 4 /* all but sorting leave the text as it is */ };

static void copy_bytes(copy_step step, const struct pgnpack_copy_options *options, const struct bytes *from,
                       struct bytes *out)
{
    struct pgnpack_reader *reader = open_bytes(from);
    ck_assert_int_eq(run_copy(NULL, options, step, reader, out), PGNPACK_OK);
    pgnpack_free(reader);
}

static void check_columns(const struct bytes *bytes)
{
    struct unpacked unpacked;
    unpack_bytes(&(struct unpack_setup){.check_columns = 1}, bytes->data, bytes->size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    unpacked_free(&unpacked);
    struct pgnpack_reader *reader = open_bytes(bytes);
    ck_assert_int_eq(pgnpack_reader_check_trees(reader, NULL), PGNPACK_OK);
    pgnpack_free(reader);
}

/* ---- The same text ---- */

START_TEST(texts_stay)
{
    static const int levels[] = {0, 1, 3, 4, 5, 7};
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
        for (int index = PGNPACK_INDEX_BY_SIZE; index <= PGNPACK_INDEX_ALWAYS; index++) {
            const struct pgnpack_copy_options options = {
                .size = sizeof options, .level = levels[i], .index = (enum pgnpack_index)index};
            struct bytes out = {0};
            if (steps[_i] == sort_by_date)
                continue;
            copy_bytes(steps[_i], &options, &joined, &out);
            check_unpacks(&out, &all_text);
            check_columns(&out);
            bytes_free(&out);
        }
}
END_TEST

START_TEST(the_same_bytes_with_threads)
{
    struct pgnpack_copy_options options = {.size = sizeof options, .threads = 1, .time = 1};
    struct bytes expected = {0};
    copy_bytes(steps[_i], &options, &joined, &expected);
    for (options.threads = 2; options.threads <= 5; options.threads++) {
        struct bytes out = {0};
        copy_bytes(steps[_i], &options, &joined, &out);
        ck_assert(bytes_equal(&out, &expected));
        bytes_free(&out);
    }
    bytes_free(&expected);
}
END_TEST

START_TEST(merging_is_joining)
{
    struct bytes out = {0};
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    for (unsigned i = 0; i < PIECES; i++) {
        struct pgnpack_reader *reader = open_bytes(&packed[i]);
        ck_assert_int_eq(pgnpack_copy_segments(copy, reader), PGNPACK_OK);
        pgnpack_free(reader);
    }
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->copied_segments, PIECES);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->games, ALL_GAMES);
    ck_assert(bytes_equal(&out, &joined));
    pgnpack_free(copy);
    bytes_free(&out);
}
END_TEST

/* Of the same segment in two databases one is enough; of one that a database has twice, two. */
START_TEST(the_same_segment_comes_once)
{
    struct bytes twice = {0}, out = {0}, expected = {0};
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    bytes_append(&twice, packed[1].data, packed[1].size);
    bytes_append(&twice, packed[1].data, packed[1].size);
    const struct bytes *from[] = {&packed[0], &joined, &twice};
    for (unsigned i = 0; i < 3; i++) {
        struct pgnpack_reader *reader = open_bytes(from[i]);
        ck_assert_int_eq(pgnpack_copy_segments(copy, reader), PGNPACK_OK);
        pgnpack_free(reader);
    }
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->segments_there, 2);
    bytes_append(&expected, joined.data, joined.size);
    bytes_append(&expected, packed[1].data, packed[1].size);
    ck_assert(bytes_equal(&out, &expected));
    pgnpack_free(copy);
    bytes_free(&expected);
    bytes_free(&out);
    copy_bytes(merge, NULL, &twice, &out);
    ck_assert(bytes_equal(&out, &twice));
    bytes_free(&out);
    bytes_free(&twice);
}
END_TEST

/* Without ids, one segment is what packing all at once makes: tree, columns and all. */
START_TEST(compacting_is_packing_at_once)
{
    const struct pgnpack_copy_options options = {
        .size = sizeof options, .ids = PGNPACK_IDS_DROP, .index = PGNPACK_INDEX_ALWAYS, .level = _i};
    struct bytes expected = {0}, out = {0}, pieces = {0};
    for (unsigned i = 0; i < PIECES; i++)
        pack_whole(&(struct pack_setup){.level = 1 + (int)i}, &texts[i], &pieces);
    pack_whole(&(struct pack_setup){.level = _i, .index = PGNPACK_INDEX_ALWAYS}, &all_text, &expected);
    copy_bytes(compact, &options, &pieces, &out);
    ck_assert(bytes_equal(&out, &expected));
    bytes_free(&pieces);
    bytes_free(&out);
    bytes_free(&expected);
}
END_TEST

/* ---- What is copied, and what is not ---- */

/* No text was cut in a game's middle: so no block goes on with a game of the one before. */
static void check_none_continues(const struct bytes *file)
{
    struct pgnpack_reader *reader = open_bytes(file);
    struct pgnpack_block_info info;
    for (uint64_t i = 0; i < pgnpack_reader_info(reader)->block_count; i++) {
        ck_assert(pgnpack_reader_block(reader, i, &info));
        ck_assert(!info.continues);
    }
    pgnpack_free(reader);
}

START_TEST(large_blocks_are_copied)
{
    struct bytes large = {0}, base = {0}, text = {0}, out = {0};
    struct pgnpack_copy_options options = {.size = sizeof options, .ids = PGNPACK_IDS_DROP};
    while (large.size < (3 << 20))
        append_games(&large, 500, large.size);
    bytes_append_text(&large, "\n");
    pack_whole(&(struct pack_setup){0}, &large, &base);
    for (unsigned i = 0; i < 2;
         i++) { /* two segments with an eighth of the file each, but with half of it together */
        bytes_append(&text, texts[i].data, texts[i].size);
        bytes_append(&out, packed[i].data, packed[i].size);
    }
    bytes_append(&text, large.data, large.size);
    bytes_append(&out, base.data, base.size);
    bytes_append(&text, texts[2].data, texts[2].size);
    bytes_append(&out, packed[2].data, packed[2].size);
    struct pgnpack_reader *reader = open_bytes(&out);
    struct bytes compacted = {0};
    struct pgnpack_copy *copy =
        pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &compacted));
    ck_assert_int_eq(pgnpack_copy_compact(copy, reader), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->segments, 3);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->copied_segments,
                      2); /* the large one, and the last: it stands alone */
    pgnpack_free(copy);
    check_unpacks(&compacted, &text);
    check_columns(&compacted);
    bytes_free(&compacted);
    copy = pgnpack_copy_new(
        NULL, &options,
        PGNPACK_TO_FUNCTION(bytes_write, &compacted)); /* a part of it: whole blocks but one */
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, 2, pgnpack_reader_info(reader)->game_count - 1),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_uint_ge(pgnpack_copy_totals(copy)->copied_blocks, 1);
    ck_assert_uint_ge(pgnpack_copy_totals(copy)->recoded_blocks, 2);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->segments, 1);
    check_none_continues(&compacted);
    check_columns(&compacted);
    pgnpack_free(copy);
    pgnpack_free(reader);
    bytes_free(&compacted);
    bytes_free(&large);
    bytes_free(&base);
    bytes_free(&text);
    bytes_free(&out);
}
END_TEST

static void append_large(struct bytes *text, size_t size, uint64_t seed)
{
    for (size_t start = text->size; text->size - start < size; seed++)
        append_games(text, 400, 1000 * seed);
    bytes_append_text(text, "\n");
}

/* Blocks of more than half a block each are copied, unless there are many of them. */
START_TEST(many_half_blocks_are_packed_anew)
{
    enum { SEGMENTS = 9 };
    struct bytes text = {0}, bytes = {0}, out = {0};
    for (unsigned i = 0; i < SEGMENTS; i++) {
        struct bytes part = {0};
        append_large(&part, 1200 << 10, i);
        pack_whole(&(struct pack_setup){.level = 1}, &part, &bytes);
        bytes_append(&text, part.data, part.size);
        bytes_free(&part);
    }
    const struct pgnpack_copy_options options = {
        .size = sizeof options, .ids = PGNPACK_IDS_DROP, .index = PGNPACK_INDEX_NONE};
    copy_bytes(compact, &options, &bytes, &out);
    check_unpacks(&out, &text);
    struct pgnpack_reader *reader = open_bytes(&out);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, 1);
    ck_assert_uint_lt(pgnpack_reader_info(reader)->block_count, SEGMENTS - 2);
    ck_assert_uint_ge(pgnpack_reader_info(reader)->block_count, 5);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&bytes);
    bytes_free(&out);
}
END_TEST

/* Games of copied blocks are counted in the new segment's opening tree; damaged blocks are not copied. */
START_TEST(copied_blocks_are_looked_through)
{
    struct bytes text = {0}, bytes = {0}, out = {0};
    struct pgnpack_block_info info;
    append_large(&text, 3500 << 10, 1);
    pack_whole(&(struct pack_setup){.level = 1, .index = PGNPACK_INDEX_ALWAYS}, &text, &bytes);
    const struct pgnpack_copy_options options = {.size = sizeof options, .index = PGNPACK_INDEX_ALWAYS};
    struct pgnpack_reader *reader = open_bytes(&bytes);
    uint64_t games = pgnpack_reader_info(reader)->game_count;
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, 1, games), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->copied_blocks, 2);
    pgnpack_free(copy);
    check_columns(&out);
    struct pgnpack_reader *copied = open_bytes(&out);
    struct pgnpack_tree *tree = pgnpack_tree_new(copied, NULL, NULL);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    ck_assert_uint_lt(pgnpack_tree_games_to_search(tree, board), games / 10);
    pgnpack_free(board);
    pgnpack_free(tree);
    pgnpack_free(copied);
    bytes_free(&out);
    ck_assert_int_eq(pgnpack_reader_block(reader, 1, &info), 1);
    bytes.data[info.offset + info.size / 2] ^= 1;
    copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    enum pgnpack_status status = pgnpack_copy_games(copy, reader, 1, games);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_finish(copy);
    ck_assert_int_eq(status, PGNPACK_ERROR_CORRUPT);
    pgnpack_free(copy);
    const struct pgnpack_copy_options without = {.size = sizeof without, .index = PGNPACK_INDEX_NONE};
    copy = pgnpack_copy_new(NULL, &without, PGNPACK_TO_FUNCTION(bytes_write, &out));
    status = pgnpack_copy_games(copy, reader, 1, games);
    if (status == PGNPACK_OK)
        status = pgnpack_copy_finish(copy);
    ck_assert_int_eq(status, PGNPACK_ERROR_CORRUPT);
    pgnpack_free(copy);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&bytes);
    bytes_free(&out);
}
END_TEST

/* A block that is copied may be of a higher profile than all that is packed anew. */
START_TEST(profile_of_copied_blocks)
{
    struct bytes text = {0}, large = {0}, bytes = {0}, out = {0};
    append_large(&text, _i == 0 ? 2500 << 10 : 1200 << 10, 1);
    append_large(&large, _i == 0 ? 1200 << 10 : 2500 << 10, 2);
    if (_i == 0) {
        pack_whole(&(struct pack_setup){.level = 1, .block_size = 100000}, &text, &bytes);
        pack_whole(&(struct pack_setup){.level = 5}, &large, &bytes);
    } else { /* the other way round */
        pack_whole(&(struct pack_setup){.level = 5}, &text, &bytes);
        pack_whole(&(struct pack_setup){.level = 1, .block_size = 100000}, &large, &bytes);
    }
    bytes_append(&text, large.data, large.size);
    struct pgnpack_reader *reader = open_bytes(&bytes);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, 1, pgnpack_reader_info(reader)->game_count),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->copied_blocks, 1);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->segments, 1);
    ck_assert_uint_eq(out.data[5], 1);
    check_unpacks(&out, &text);
    pgnpack_free(copy);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&large);
    bytes_free(&bytes);
    bytes_free(&out);
}
END_TEST

/* Games of several databases, one after the other: each id leads to its game, and what needs a higher profile gets a segment of it. */
START_TEST(games_of_several_databases)
{
    struct bytes text = {0}, large = {0}, bytes = {0}, out = {0};
    append_large(&large, 1200 << 10, 2);
    pack_whole(&(struct pack_setup){.level = 5}, &large, &bytes);
    struct pgnpack_reader *readers[] = {open_bytes(&packed[0]), open_bytes(&packed[1]), open_bytes(&bytes)};
    char ids[3][PGNPACK_ID_SIZE];
    uint64_t wanted[3], number, games = 0;
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    for (size_t i = 0; i < 3; i++) {
        uint64_t count = pgnpack_reader_info(readers[i])->game_count;
        ck_assert(pgnpack_reader_game_id(readers[i], i + 1, ids[i]));
        wanted[i] = games + i + 1;
        ck_assert_int_eq(pgnpack_copy_games(copy, readers[i], 1, count), PGNPACK_OK);
        games += count;
    }
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->segments, 2);
    ck_assert_uint_eq(out.data[5], 0);
    pgnpack_free(copy);
    bytes_append(&text, texts[0].data, texts[0].size);
    bytes_append(&text, texts[1].data, texts[1].size);
    bytes_append(&text, large.data, large.size);
    check_unpacks(&out, &text);
    struct pgnpack_reader *reader = open_bytes(&out);
    for (size_t i = 0; i < 3; i++) {
        ck_assert_int_eq(pgnpack_reader_find_id(reader, ids[i], PGNPACK_ID_NOW, &number), PGNPACK_OK);
        ck_assert_uint_eq(number, wanted[i]);
        pgnpack_free(readers[i]);
    }
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&large);
    bytes_free(&bytes);
    bytes_free(&out);
}
END_TEST

/* A segment of nothing but white space is a part of the game before it, also where that is the last one of a range. */
START_TEST(text_between_ranges)
{
    static const char space[] = "\n \t\n\n";
    struct bytes bytes = {0}, text = {0}, note = {0}, out = {0};
    bytes_append_text(&note, space);
    bytes_append(&bytes, packed[0].data, packed[0].size);
    pack_whole(&(struct pack_setup){0}, &note, &bytes);
    bytes_append(&bytes, packed[1].data, packed[1].size);
    bytes_append(&text, texts[0].data, texts[0].size);
    bytes_append_text(&text, space);
    struct pgnpack_reader *reader = open_bytes(&bytes);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, 2 * GAMES);
    for (uint64_t first = 1; first <= 2 * GAMES; first += GAMES) {
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
        ck_assert_int_eq(pgnpack_copy_games(copy, reader, first, GAMES), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
        pgnpack_free(copy);
        check_unpacks(&out, first == 1 ? &text : &texts[1]);
        bytes_free(&out);
    }
    pgnpack_free(reader);
    bytes_free(&bytes);
    bytes_free(&text);
    bytes_free(&note);
}
END_TEST

/* An index of before has no hashes: those of its blocks are found, so that its games have ids from then on. */
START_TEST(merging_makes_ids)
{
    struct bytes old = {0}, out = {0}, expected = {0};
    char id[PGNPACK_ID_SIZE];
    append_without_ids(&old, &packed[0]);
    append_without_ids(&old, &packed[1]);
    struct pgnpack_reader *reader = open_bytes(&old);
    ck_assert(!pgnpack_reader_game_id(reader, 1, id) && !pgnpack_reader_game_id(reader, ALL_GAMES, id));
    pgnpack_free(reader);
    for (size_t i = 0; i < 2; i++) {
        bytes_free(&out);
        copy_bytes(i == 0 ? merge : take_parts_of_two, NULL, &old, &out);
        reader = open_bytes(&out);
        ck_assert(pgnpack_reader_game_id(reader, 1, id));
        ck_assert(pgnpack_reader_game_id(reader, 2 * GAMES, id));
        struct pgnpack_segment_info info;
        ck_assert(pgnpack_reader_segment(reader, 0, &info) && !info.is_change); /* they had none before */
        pgnpack_free(reader);
        if (i == 0) {
            bytes_append(&expected, packed[0].data, packed[0].size);
            bytes_append(&expected, packed[1].data, packed[1].size);
            ck_assert(bytes_equal(&out, &expected));
        }
    }
    bytes_free(&old);
    bytes_free(&out);
    bytes_free(&expected);
}
END_TEST

static enum pgnpack_moves moves_of(const struct bytes *bytes)
{
    struct pgnpack_reader *reader = open_bytes(bytes);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_block_details details;
    ck_assert_int_eq(pgnpack_block_reader_details(blocks, 0, &details), PGNPACK_OK);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    return details.moves;
}

/* Of several levels the one that most text has is that of the new segment. */
START_TEST(level_of_most_text)
{
    static const struct {
        int usual, rare;
        enum pgnpack_moves moves;
    } levels[] = {{4, 3, PGNPACK_MOVES_TABLE},
                  {2, 7, PGNPACK_MOVES_INDEX},
                  {5, 8, PGNPACK_MOVES_MODEL},
                  {7, 1, PGNPACK_MOVES_BEST}};
    struct bytes mixed = {0}, out = {0};
    enum { COPIES = 4 }; /* so that no segment has an eighth of the file */
    for (unsigned i = 0; i < COPIES * PIECES; i++)
        pack_whole(&(struct pack_setup){.level = i % PIECES == 1 ? levels[_i].rare : levels[_i].usual},
                   &texts[i % PIECES], &mixed);
    copy_bytes(compact, NULL, &mixed, &out);
    struct pgnpack_reader *reader = open_bytes(&out);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, 1);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, COPIES * ALL_GAMES);
    pgnpack_free(reader);
    ck_assert_int_eq(moves_of(&out), levels[_i].moves);
    bytes_free(&mixed);
    bytes_free(&out);
}
END_TEST

/* All games come along with keep_deleted, as they are known by; and not without ids. */
START_TEST(deleted_games_are_kept_by_ids)
{
    struct pgnpack_copy_options options = {
        .size = sizeof options, .ids = PGNPACK_IDS_DROP, .keep_deleted = 1};
    struct pgnpack_reader *reader = open_bytes(&packed[0]);
    for (unsigned i = 0; i < 2; i++) {
        struct bytes out = {0};
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &out));
        ck_assert_int_eq(pgnpack_copy_compact(copy, reader), i == 0 ? PGNPACK_ERROR_ARGUMENT : PGNPACK_OK);
        pgnpack_free(copy);
        bytes_free(&out);
        options.ids = PGNPACK_IDS_DEFAULT;
    }
    pgnpack_free(reader);
}
END_TEST

/* What is packed anew is packed as it was: levels can be told from blocks, but for the lowest three. */
START_TEST(levels_are_known)
{
    struct pgnpack_copy_options options = {.size = sizeof options, .ids = PGNPACK_IDS_DROP};
    struct bytes pieces = {0}, expected = {0}, out = {0};
    for (unsigned i = 0; i < PIECES; i++)
        pack_whole(&(struct pack_setup){.level = _i, .block_size = 2000}, &texts[i], &pieces);
    copy_bytes(take_parts, &options, &pieces, &out);
    options.level = _i < 3 ? 3 : _i;
    copy_bytes(take_parts, &options, &pieces, &expected);
    ck_assert(bytes_equal(&out, &expected));
    bytes_free(&pieces);
    bytes_free(&expected);
    bytes_free(&out);
}
END_TEST

/* It is text that counts, not segments. */
START_TEST(level_of_a_large_segment)
{
    struct bytes mixed = {0}, out = {0};
    for (unsigned i = 0; i < 3; i++)
        pack_whole(&(struct pack_setup){.level = 4}, &texts[i], &mixed);
    pack_whole(&(struct pack_setup){.level = 2}, &all_text, &mixed);
    struct pgnpack_reader *reader = open_bytes(&mixed);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, 1, pgnpack_reader_info(reader)->game_count),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_int_eq(moves_of(&out), PGNPACK_MOVES_INDEX);
    pgnpack_free(copy);
    bytes_free(&out);
    const struct pgnpack_copy_options asked = {.size = sizeof asked, .level = 5};
    copy = pgnpack_copy_new(NULL, &asked,
                            PGNPACK_TO_FUNCTION(bytes_write, &out)); /* but for what is asked for */
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, 1, pgnpack_reader_info(reader)->game_count),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_uint_eq(pgnpack_copy_totals(copy)->copied_blocks, 0);
    ck_assert_int_eq(moves_of(&out), PGNPACK_MOVES_MODEL);
    pgnpack_free(copy);
    pgnpack_free(reader);
    bytes_free(&mixed);
    bytes_free(&out);
}
END_TEST

/* ---- Files with names, and text that is no game ---- */

struct laid_out {
    struct bytes text;
    unsigned files, unnamed;
};

static int begin_laid_out(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    (void)time;
    struct laid_out *out = opaque;
    out->files++;
    out->unnamed += name_size == 0;
    bytes_append_text(&out->text, "<");
    bytes_append(&out->text, name, name_size);
    bytes_append_text(&out->text, ">");
    return 0;
}

static int write_laid_out(void *opaque, const void *bytes, size_t size)
{
    return bytes_write(&((struct laid_out *)opaque)->text, bytes, size);
}

static void lay_out(const struct bytes *bytes, struct laid_out *out)
{
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = 1, .begin_file = begin_laid_out, .opaque = out};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    struct bytes_source source = {.data = bytes->data, .size = bytes->size};
    *out = (struct laid_out){.files = 0};
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source),
                                          PGNPACK_TO_FUNCTION(write_laid_out, out)),
                     PGNPACK_OK);
    pgnpack_free(unpacker);
}

static void pack_files(struct bytes *out)
{
    const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1, .block_size = 2500};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, out));
    pgnpack_writer_begin_file(writer, "a.pgn", 5, NULL);
    pgnpack_writer_write(writer, texts[0].data, texts[0].size);
    pgnpack_writer_begin_file(writer, "empty.pgn", 9, NULL);
    pgnpack_writer_begin_file(writer, "notes.txt", 9, NULL);
    pgnpack_writer_write(writer, "no game at all, and no line end", 31);
    pgnpack_writer_begin_file(writer, "b.pgn", 5, NULL);
    pgnpack_writer_write(writer, texts[1].data, texts[1].size - 3); /* cut inside of its last game's result */
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
}

START_TEST(files_stay)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .level = _i};
    struct bytes files = {0}, out = {0};
    struct laid_out before, now;
    bytes_append(&files, packed[3].data, packed[3].size);
    pack_files(&files);
    bytes_append(&files, packed[2].data, packed[2].size); /* behind a file with a name, one without */
    copy_bytes(compact, &options, &files, &out);
    lay_out(&files, &before);
    lay_out(&out, &now);
    ck_assert_uint_eq(before.files, 5);
    ck_assert_uint_eq(now.unnamed, before.unnamed);
    ck_assert(bytes_equal(&before.text, &now.text));
    bytes_free(&before.text);
    bytes_free(&now.text);
    bytes_free(&out);
    bytes_free(&files);
}
END_TEST

/* Games that would be read otherwise where others come behind them. */
/* A part that begins within a file is no beginning of it. */
START_TEST(parts_of_files)
{
    struct bytes bytes = {0}, out = {0};
    struct laid_out laid_out;
    const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &bytes));
    pgnpack_writer_begin_file(writer, "a.pgn", 5, NULL);
    pgnpack_writer_write(writer, texts[0].data, texts[0].size);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    struct pgnpack_reader *reader = open_bytes(&bytes);
    for (uint64_t first = 1; first <= 2; first++) {
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
        ck_assert_int_eq(pgnpack_copy_games(copy, reader, first, 5), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
        pgnpack_free(copy);
        lay_out(&out, &laid_out);
        ck_assert_int_eq(memcmp(laid_out.text.data, "<a.pgn>", 7) == 0, first == 1);
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        struct pgnpack_text game;
        struct bytes expected = {0}; /* nothing of what stands behind the file's last game */
        pgnpack_cursor_range(cursor, first, 5);
        while (pgnpack_cursor_next(cursor, NULL) == PGNPACK_OK) {
            ck_assert_int_eq(pgnpack_cursor_text(cursor, &game), PGNPACK_OK);
            bytes_append(&expected, game.data, game.size);
        }
        pgnpack_free(cursor);
        check_unpacks(&out, &expected);
        bytes_free(&expected);
        bytes_free(&laid_out.text);
        bytes_free(&out);
    }
    pgnpack_free(reader);
    bytes_free(&bytes);
}
END_TEST

START_TEST(games_stay_apart)
{
    static const char *const odd[] = {
        "1. e4 e5 *",         "[Event \"x\"]\n\n1. d4 {never closed", "1. c4", "%escape", "[Event \"y\"]",
        "1. a3 1-0 junk ( (", "\xef\xbb\xbf[Event \"z\"]\n\n*\n\n\n"};
    struct bytes files = {0}, text = {0}, out = {0};
    uint64_t games = 0;
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        struct bytes one = {0};
        bytes_append_text(&one, odd[i]);
        bytes_append_text(&text, odd[i]);
        pack_whole(&(struct pack_setup){0}, &one, &files);
        bytes_free(&one);
    }
    struct pgnpack_reader *reader = open_bytes(&files);
    games = pgnpack_reader_info(reader)->game_count;
    pgnpack_free(reader);
    const struct pgnpack_copy_options options = {.size = sizeof options, .level = 3};
    copy_bytes(compact, &options, &files, &out);
    check_unpacks(&out, &text);
    check_columns(&out);
    reader = open_bytes(&out);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, games);
    ck_assert_uint_eq(pgnpack_reader_info(reader)->segment_count, 1);
    pgnpack_free(reader);
    bytes_free(&files);
    bytes_free(&text);
    bytes_free(&out);
}
END_TEST

START_TEST(nothing_to_copy)
{
    struct bytes empty = {0}, out = {0};
    const struct bytes none = {0};
    pack_whole(&(struct pack_setup){0}, &none, &empty);
    copy_bytes(merge, NULL, &empty, &out);
    ck_assert(bytes_equal(&out, &empty));
    bytes_free(&out);
    copy_bytes(compact, NULL, &empty, &out);
    ck_assert(bytes_equal(&out, &empty));
    bytes_free(&out);
    copy_bytes(sort_by_date, NULL, &empty, &out);
    ck_assert(bytes_equal(&out, &empty));
    bytes_free(&out);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert(bytes_equal(&out, &empty));
    pgnpack_free(copy);
    bytes_free(&out);
    bytes_free(&empty);
}
END_TEST

/* ---- Orders ---- */

static void append_dated(struct bytes *text, const char *date, const char *white, const char *elo)
{
    char game[300];
    snprintf(game, sizeof game,
             "[Event \"e\"]\n[Date \"%s\"]\n[White \"%s\"]\n[Black \"B\"]\n[WhiteElo \"%s\"]\n[ECO "
             "\"%.3s\"]\n\n1. e4 "
             "*\n\n",
             date, white, elo, white);
    bytes_append_text(text, game);
}

/* By a key, or by several that NULL ends, "-" before those that go down. */
static size_t keys_of(const char *const *words, struct pgnpack_order_key keys[4])
{
    static const struct {
        const char *word;
        enum pgnpack_order by;
    } others[] = {{"date", PGNPACK_ORDER_DATE}, {"elo", PGNPACK_ORDER_ELO}, {"plies", PGNPACK_ORDER_PLIES}};
    size_t count = 0;
    for (; words[count] != NULL; count++) {
        int descending = words[count][0] == '-';
        keys[count] = (struct pgnpack_order_key){PGNPACK_ORDER_TAG, words[count] + descending, descending};
        for (size_t i = 0; i < 3; i++)
            if (strcmp(words[count] + descending, others[i].word) == 0)
                keys[count] = (struct pgnpack_order_key){others[i].by, NULL, descending};
    }
    return count;
}

#define BY(...) ((const char *const[]){__VA_ARGS__, NULL})

static void check_order(const struct bytes *bytes, const char *const *words, const uint64_t *expected,
                        size_t count)
{
    struct pgnpack_reader *reader = open_bytes(bytes);
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    struct pgnpack_text text, own;
    struct pgnpack_order_key keys[4];
    uint64_t number;
    ck_assert_int_eq(pgnpack_gather_sorted(gather, keys, keys_of(words, keys)), PGNPACK_OK);
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_eq(next_gathered(gather, &text, &number), PGNPACK_OK);
        ck_assert_uint_eq(number, expected[i]);
        pgnpack_cursor_seek(cursor, number);
        pgnpack_cursor_next(cursor, NULL);
        ck_assert_int_eq(pgnpack_cursor_text(cursor, &own), PGNPACK_OK);
        ck_assert_uint_eq(text.size, own.size);
        ck_assert_int_eq(memcmp(text.data, own.data, own.size), 0);
    }
    ck_assert_int_eq(next_gathered(gather, NULL, NULL), PGNPACK_END);
    pgnpack_free(cursor);
    pgnpack_free(gather);
    pgnpack_free(reader);
}

START_TEST(orders)
{
    static const uint64_t by_date[] = {4, 2, 5, 1, 3, 6}, by_date_down[] = {3, 1, 5, 2, 4, 6},
                          by_player[] = {3, 5, 2, 4, 1, 6}, by_elo[] = {5, 3, 1, 2, 4, 6},
                          by_elo_down[] = {2, 4, 1, 3, 5, 6}, by_eco[] = {3, 5, 2, 4, 1, 6};
    struct bytes text = {0}, bytes = {0};
    append_dated(&text, "2001.02.03", "Zed", "2000");
    append_dated(&text, "2001.??.??", "B12", "2500");
    append_dated(&text, "2020.01.01", "A10", "1000");
    append_dated(&text, "1999.12.31", "\xc3\x89variste", "2500");
    append_dated(&text, "2001.02.??", "b", "900");
    append_dated(&text, "????.??.??", "?", "?");
    pack_whole(&(struct pack_setup){.block_size = 150}, &text, &bytes);
    check_order(&bytes, BY("date"), by_date, 6);
    check_order(&bytes, BY("-date"), by_date_down, 6);
    check_order(&bytes, BY("White", "Black"), by_player, 6);
    check_order(&bytes, BY("ECO"), by_eco, 6);
    check_order(&bytes, BY("elo"), by_elo, 6);
    check_order(&bytes, BY("-elo"), by_elo_down, 6);
    bytes_free(&text);
    bytes_free(&bytes);
}
END_TEST

/* Black decides between games of one White; who is not known comes last, upwards and down. */
START_TEST(orders_by_both_players)
{
    static const char *const players[][2] = {{"B", "?"}, {"A", "Z"}, {"B", "C"}, {"?", "A"},
                                             {"B", "D"}, {"A", ""},  {"b", "c"}};
    static const uint64_t up[] = {2, 6, 3, 7, 5, 1, 4}, down[] = {5, 3, 7, 1, 2, 6, 4};
    struct bytes text = {0}, bytes = {0};
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        char game[200];
        snprintf(game, sizeof game, "[Event \"e\"]\n[White \"%s\"]\n[Black \"%s\"]\n\n1. e4 *\n\n",
                 players[i][0], players[i][1]);
        bytes_append_text(&text, game);
    }
    pack_whole(&(struct pack_setup){.block_size = 150}, &text, &bytes);
    check_order(&bytes, BY("White", "Black"), up, 7);
    check_order(&bytes, BY("-White", "-Black"), down, 7);
    bytes_free(&text);
    bytes_free(&bytes);
}
END_TEST

/* All bytes of codes count, those of sub-codes, too. */
START_TEST(orders_by_sub_codes)
{
    static const char *const codes[] = {"B90/12", "B90/02", "B90", "B90/123456", "B90/1", "B90/123455"};
    static const uint64_t up[] = {3, 2, 5, 1, 6, 4};
    struct bytes text = {0}, bytes = {0};
    for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        char game[200];
        snprintf(game, sizeof game, "[Event \"e\"]\n[ECO \"%s\"]\n\n1. e4 *\n\n", codes[i]);
        bytes_append_text(&text, game);
    }
    pack_whole(&(struct pack_setup){.block_size = 150}, &text, &bytes);
    check_order(&bytes, BY("ECO"), up, 6);
    bytes_free(&text);
    bytes_free(&bytes);
}
END_TEST

/* Numbers are numbers, of rounds part by part, and come before texts; case, accents and escapes make no difference. */
START_TEST(orders_by_several)
{
    static const char *const values[][3] = {{"Open", "1.10", ""},       {"\xc3\x96pen", "1.9", "2"},
                                            {"open", "1.9", "1"},       {"10", "?", "1"},
                                            {"2", "3", "\\\"\\\\\\\""}, {"-", "1", "1"},
                                            {"2", "03.0", ""},          {"2", "x", "-"}};
    static const uint64_t up[] = {5, 7, 8, 4, 3, 2, 1, 6}, down[] = {8, 7, 5, 4, 1, 2, 3, 6},
                          third[] = {3, 4, 6, 2, 5, 1, 7, 8};
    struct bytes text = {0}, bytes = {0};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char game[200];
        snprintf(game, sizeof game, "[Event \"%s\"]\n[Round \"%s\"]\n[Board \"%s\"]\n\n1. e4 *\n\n",
                 values[i][0], values[i][1], values[i][2]);
        bytes_append_text(&text, game);
    }
    pack_whole(&(struct pack_setup){.block_size = 150}, &text, &bytes);
    check_order(&bytes, BY("Event", "Round", "Board"), up, 8);
    check_order(&bytes, BY("Event", "-Round", "-plies"), down, 8);
    check_order(&bytes, BY("Board"), third, 8);
    bytes_free(&text);
    bytes_free(&bytes);
}
END_TEST

/* What a value is sorted by, and that nothing is known of some. */
START_TEST(keys_of_values)
{
    static const struct {
        const char *tag, *value, *key;
    } cases[] = {{"Date", "2019-5-3", "20190503"},
                 {"UTCDate", "2011", "20110000"},
                 {"EventDate", "????.05.03", ""},
                 {NULL, "2019.05.??", "2019.05.??"},
                 {"WhiteElo", " 1500?", "\1\0041500"},
                 {"BlackElo", "0", ""},
                 {"Round", "010.200", "\1\00210\003200"},
                 {"Round", "1.", "1."},
                 {"Round", ".1", ".1"},
                 {"Round", "1..2", "1..2"},
                 {"Round", "-", ""},
                 {"Round", "?", ""},
                 {"Round", "", ""},
                 {"White", "\xc3\x89\\\"X", "e\"x"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char out[200];
        size_t size = pgnpack_sort_key(cases[i].tag,
                                       (struct pgnpack_text){cases[i].value, strlen(cases[i].value)}, out);
        ck_assert_uint_eq(size, strlen(cases[i].key));
        ck_assert_int_eq(memcmp(out, cases[i].key, size), 0);
    }
    char digits[600], out[3 * sizeof digits + 16];
    memset(digits, '9', sizeof digits);
    ck_assert_uint_eq(pgnpack_sort_key(NULL, (struct pgnpack_text){digits, sizeof digits}, out),
                      sizeof digits + 4);
    ck_assert_int_eq(memcmp(out, "\1\xff\xff\x5a", 4), 0);
}
END_TEST

/* Ratings are added up; and of games with the same, the number says which comes first, whatever the direction. */
START_TEST(orders_by_both_ratings)
{
    static const char *const ratings[][2] = {{"2000", "2100"}, {"2300", ""},     {"1000", "1000"},
                                             {"2500", "1600"}, {"?", "2200"},    {"", "?"},
                                             {"2200", "2200"}, {"2100", "2000"}, {"1900", "-"}};
    static const uint64_t up[] = {9, 3, 5, 2, 1, 4, 8, 7, 6}, down[] = {7, 1, 4, 8, 2, 5, 3, 9, 6};
    struct bytes text = {0}, bytes = {0};
    for (size_t i = 0; i < sizeof ratings / sizeof ratings[0]; i++) {
        char game[200];
        snprintf(game, sizeof game, "[Event \"e\"]\n[WhiteElo \"%s\"]\n[BlackElo \"%s\"]\n\n1. e4 *\n\n",
                 ratings[i][0], ratings[i][1]);
        bytes_append_text(&text, game);
    }
    pack_whole(&(struct pack_setup){.block_size = 150}, &text, &bytes);
    check_order(&bytes, BY("elo"), up, 9);
    check_order(&bytes, BY("-elo"), down, 9);
    bytes_free(&text);
    bytes_free(&bytes);
}
END_TEST

/* Games that ended without a line end, and began without one: as text they are still games. */
START_TEST(sorted_games_stay_apart)
{
    static const char *const games[] = {"[Event \"c\"]\n[Date \"2003.01.01\"]\n\n1. e4 *",
                                        "[Event \"b\"]\r\n[Date \"2002.01.01\"]\r\n\r\n1. d4 *\r\n",
                                        "\n\n[Event \"a\"]\n[Date \"2001.01.01\"]\n\n1. c4 *\n",
                                        "[Event \"d\"]\n[Date \"2004.01.01\"]\n\n1. a4 *",
                                        "[Event \"e\"]\r[Date \"2005.01.01\"]\r\r1. b4 *\r"};
    static const char expected[] = "[Event \"a\"]\n[Date \"2001.01.01\"]\n\n1. c4 *\n\r\n"
                                   "[Event \"b\"]\r\n[Date \"2002.01.01\"]\r\n\r\n1. d4 *\r\n\n"
                                   "[Event \"c\"]\n[Date \"2003.01.01\"]\n\n1. e4 *\n\n"
                                   "[Event \"d\"]\n[Date \"2004.01.01\"]\n\n1. a4 *\n\r"
                                   "[Event \"e\"]\r[Date \"2005.01.01\"]\r\r1. b4 *\r\r";
    struct bytes bytes = {0}, out = {0}, text = {0};
    for (unsigned i = 0; i < sizeof games / sizeof games[0]; i++) {
        struct bytes game = {0};
        bytes_append_text(&game, games[i]);
        pack_whole(&(struct pack_setup){0}, &game, &bytes);
        bytes_free(&game);
    }
    copy_bytes(sort_by_date, NULL, &bytes, &out);
    bytes_append_text(&text, expected);
    check_unpacks(&out, &text);
    bytes_free(&bytes);
    bytes_free(&out);
    bytes_free(&text);
}
END_TEST

/* Games that are larger than was to be expected of their blocks: fewer are held at once. */
START_TEST(little_room_for_texts)
{
    enum { LARGE = 14, SMALL = 1000, WORDS = 120000 };
    struct bytes text = {0}, bytes = {0}, expected = {0}, out = {0};
    for (unsigned i = 0; i < LARGE; i++) {
        for (unsigned k = 0; k < SMALL; k++)
            append_dated(&text, k % 2 == 0 ? "2001.01.01" : "2000.01.01", "A", "1000");
        bytes_append_text(&text, "[Event \"large\"]\n[Date \"");
        bytes_append_text(&text, _i == 0 ? "1900" : _i == 1 ? "2000" : "2100"); /* before, among, behind */
        bytes_append_text(&text, ".01.01\"]\n\n1. e4 {");
        for (unsigned k = 0; k < WORDS; k++)
            bytes_append_text(&text, "comment   ");
        bytes_append_text(&text, "} *\n\n");
    }
    pack_whole(&(struct pack_setup){0}, &text, &bytes);
    copy_bytes(sort_by_date, NULL, &bytes, &expected);
    struct limited limited;
    limit_memory(&limited, 36 << 20); /* a quarter is for texts */
    struct pgnpack_reader *reader = pgnpack_reader_new(&limited.options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(bytes.data, bytes.size)), PGNPACK_OK);
    ck_assert_int_eq(run_copy(NULL, NULL, sort_by_date, reader, &out), PGNPACK_OK);
    ck_assert(bytes_equal(&out, &expected));
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&bytes);
    bytes_free(&expected);
    bytes_free(&out);
}
END_TEST

/* ---- Failures ---- */

static void check_step_with_pieces(copy_step step)
{
    struct limited limited;
    struct bytes expected = {0}, out = {0};
    const struct pgnpack_copy_options options = {
        .size = sizeof options, .threads = 1, .time = 1, .command = "copied"};
    copy_bytes(step, &options, &joined, &expected);
    limit_memory(&limited, 0);
    size_t pieces = 0;
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    for (; status != PGNPACK_OK; pieces += 1 + pieces / 16) {
        bytes_free(&out);
        allow_pieces(&limited.count, SIZE_MAX);
        struct pgnpack_reader *reader = pgnpack_reader_new(&limited.options);
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(joined.data, joined.size)),
                         PGNPACK_OK);
        allow_pieces(&limited.count, pieces);
        status = run_copy(&limited.options, &options, step, reader, &out);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        pgnpack_free(reader);
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
    ck_assert_uint_gt(pieces, 10);
    ck_assert(bytes_equal(&out, &expected));
    bytes_free(&out);
    bytes_free(&expected);
}

START_TEST(memory_ends)
{
    check_step_with_pieces(steps[_i]);
}
END_TEST

START_TEST(calls_fail)
{
    for (size_t fails_at = 1;; fails_at++) {
        struct failing_calls calls = {.fails_at = fails_at, .cause = ENOSPC};
        struct pgnpack_reader *reader = open_bytes(&joined);
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(failing_write, &calls));
        enum pgnpack_status status = steps[_i](copy, reader);
        if (status == PGNPACK_OK)
            status = pgnpack_copy_finish(copy);
        int is_done = calls.calls < fails_at;
        ck_assert_int_eq(status, is_done ? PGNPACK_OK : PGNPACK_ERROR_WRITE);
        ck_assert_int_eq(pgnpack_copy_finish(copy), status);
        pgnpack_free(copy);
        pgnpack_free(reader);
        bytes_free(&calls.bytes);
        if (is_done)
            break;
    }
    for (size_t fails_at = 2;; fails_at++) {
        struct failing_calls calls = {.file = &joined};
        struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
        struct bytes out = {0};
        ck_assert_int_eq(
            pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(failing_read_at, &calls, joined.size)),
            PGNPACK_OK);
        calls.calls = 0;
        calls.fails_at = fails_at;
        calls.cause = EIO;
        enum pgnpack_status status = run_copy(NULL, NULL, steps[_i], reader, &out);
        int is_done = calls.calls < fails_at;
        ck_assert_int_eq(status, is_done ? PGNPACK_OK : PGNPACK_ERROR_READ);
        pgnpack_free(reader);
        bytes_free(&out);
        if (is_done)
            break;
    }
}
END_TEST

START_TEST(cancelled)
{
    for (size_t fails_at = 1;; fails_at++) {
        struct failing_calls calls = {.fails_at = fails_at, .cause = 1};
        const struct pgnpack_copy_options options = {
            .size = sizeof options, .progress = failing_progress, .progress_opaque = &calls};
        struct pgnpack_reader *reader = open_bytes(&joined);
        struct bytes out = {0};
        enum pgnpack_status status = run_copy(NULL, &options, steps[_i], reader, &out);
        int is_done = calls.calls < fails_at;
        ck_assert_int_eq(status, is_done ? PGNPACK_OK : PGNPACK_ERROR_CANCELLED);
        pgnpack_free(reader);
        bytes_free(&out);
        if (is_done)
            break;
        fails_at += fails_at / 8;
    }
}
END_TEST

/* A byte of a source is wrong: the copy fails, or the byte does not matter. */
START_TEST(damage_is_not_copied)
{
    uint64_t random = (uint64_t)_i + 1;
    for (unsigned trial = 0; trial < 150; trial++) {
        struct bytes damaged = {0}, out = {0};
        bytes_append(&damaged, joined.data, joined.size);
        damaged.data[random_below(&random, damaged.size)] ^= (uint8_t)(1 << random_below(&random, 8));
        struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
        enum pgnpack_status status =
            pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(damaged.data, damaged.size));
        int is_torn = pgnpack_reader_info(reader)->torn_size != 0; /* its last segment looks broken off */
        if (status == PGNPACK_OK)
            status = run_copy(NULL, NULL, steps[_i], reader, &out);
        if (status == PGNPACK_OK && !is_torn && steps[_i] != sort_by_date)
            check_unpacks(&out, &all_text);
        pgnpack_free(reader);
        bytes_free(&damaged);
        bytes_free(&out);
    }
}
END_TEST

struct counted_reads {
    struct bytes file;
    uint64_t bytes;
};

static int read_and_count(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct counted_reads *reads = opaque;
    size_t rest = offset < reads->file.size ? reads->file.size - (size_t)offset : 0;
    *size_ret = size < rest ? size : rest;
    memcpy(bytes, reads->file.data + offset, *size_ret);
    reads->bytes += *size_ret;
    return 0;
}

/* A part is made of the segments that it has games of: no other one is read. */
START_TEST(parts_read_what_they_have)
{
    for (unsigned i = 0; i < PIECES; i++) {
        struct counted_reads reads = {joined, 0};
        struct bytes out = {0};
        struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
        ck_assert_int_eq(
            pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(read_and_count, &reads, joined.size)),
            PGNPACK_OK);
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
        reads.bytes = 0;
        ck_assert_int_eq(pgnpack_copy_games(copy, reader, i * GAMES + 2, GAMES - 2), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
        ck_assert_uint_lt(reads.bytes, packed[i].size + 2 * BCGN_FILE_HEADER_SIZE);
        pgnpack_free(copy);
        pgnpack_free(reader);
        bytes_free(&out);
    }
}
END_TEST

/* What an index may say wrongly of a block. */
static void tell_text_size(struct index_entry *entry)
{
    entry->text_size++;
}
static void tell_game_count(struct index_entry *entry)
{
    entry->game_count--;
}
static void tell_hash(struct index_entry *entry)
{
    entry->header_hash ^= 1;
}
static void tell_flags(struct index_entry *entry)
{
    entry->flags ^= BCGN_BLOCK_BEGINS_FILE;
}
static void tell_small_size(struct index_entry *entry)
{
    entry->block_size = 1;
}

struct lie {
    void (*tell)(struct index_entry *entry);
    uint32_t size_left; /* the next block is told to have it: all together are as large as the file */
};

static void tell_of_second(struct index_entry *entry, size_t number, void *opaque)
{
    struct lie *lie = opaque;
    uint32_t size = entry->block_size;
    if (number == 1)
        lie->tell(entry);
    else
        entry->block_size += lie->size_left;
    lie->size_left = number == 1 ? size - entry->block_size : 0;
}

/* A block that is whole, but not what the index says of it, is not copied: nor are the games then that are not there. */
START_TEST(blocks_that_the_index_does_not_name_are_not_copied)
{
    static void (*const lies[])(struct index_entry *) = {tell_text_size, tell_game_count, tell_hash,
                                                         tell_flags, tell_small_size};
    struct bytes text = {0}, bytes = {0};
    struct pgnpack_block_info info;
    append_large(&text, 5000 << 10, 1);
    pack_whole(&(struct pack_setup){.level = 1}, &text, &bytes);
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct bytes lying = {0}, out = {0};
        struct lie lie = {lies[i], 0};
        append_with_index(&bytes, tell_of_second, &lie, &lying);
        struct pgnpack_reader *reader = open_bytes(&lying);
        ck_assert_int_eq(pgnpack_reader_block(reader, 1, &info), 1);
        struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
        enum pgnpack_status status =
            pgnpack_copy_games(copy, reader, 1, pgnpack_reader_info(reader)->game_count);
        if (status == PGNPACK_OK)
            status = pgnpack_copy_finish(copy);
        ck_assert_int_eq(status, PGNPACK_ERROR_CORRUPT);
        const struct pgnpack_error *error = pgnpack_error(copy);
        ck_assert_uint_eq(error->offset, info.offset);
        ck_assert_uint_eq(error->game, info.first_game);
        ck_assert_ptr_nonnull(strstr(error->text, "--salvage"));
        pgnpack_free(copy);
        pgnpack_free(reader);
        bytes_free(&lying);
        bytes_free(&out);
    }
    bytes_free(&text);
    bytes_free(&bytes);
}
END_TEST

START_TEST(damaged_databases_are_refused)
{
    struct bytes cut = {0}, out = {0};
    bytes_append(&cut, packed[0].data, packed[0].size - 40);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(cut.data, cut.size)),
                     PGNPACK_ERROR_TRUNCATED);
    for (unsigned i = 0; i < STEPS; i++)
        if (steps[i] != take_parts)
            ck_assert_int_eq(run_copy(NULL, NULL, steps[i], reader, &out), PGNPACK_ERROR_TRUNCATED);
    ck_assert_uint_eq(out.size, 0);
    pgnpack_free(reader);
    bytes_free(&cut);
    bytes_free(&out);
}
END_TEST

static enum pgnpack_status status_with(const struct pgnpack_copy_options *options)
{
    struct pgnpack_reader *reader = open_bytes(&packed[0]);
    struct bytes out = {0};
    enum pgnpack_status status = run_copy(NULL, options, merge, reader, &out);
    pgnpack_free(reader);
    bytes_free(&out);
    return status;
}

START_TEST(wrong_arguments)
{
    char long_command[5000];
    struct pgnpack_copy_options options = {.size = sizeof options};
    memset(long_command, 'x', sizeof long_command);
    long_command[sizeof long_command - 1] = '\0';
    ck_assert_int_eq(status_with(&options), PGNPACK_OK);
    options.level = 10;
    ck_assert_int_eq(status_with(&options), PGNPACK_ERROR_ARGUMENT);
    options = (struct pgnpack_copy_options){.size = sizeof options, .ids = (enum pgnpack_ids)3};
    ck_assert_int_eq(status_with(&options), PGNPACK_ERROR_ARGUMENT);
    options = (struct pgnpack_copy_options){.size = sizeof options, .index = (enum pgnpack_index)3};
    ck_assert_int_eq(status_with(&options), PGNPACK_ERROR_ARGUMENT);
    options = (struct pgnpack_copy_options){.size = sizeof options, .threads = 257};
    ck_assert_int_eq(status_with(&options), PGNPACK_ERROR_ARGUMENT);
    options = (struct pgnpack_copy_options){.size = sizeof options, .time = -1};
    ck_assert_int_eq(status_with(&options), PGNPACK_ERROR_ARGUMENT);
    options = (struct pgnpack_copy_options){.size = sizeof options, .command = long_command};
    ck_assert_int_eq(status_with(&options), PGNPACK_ERROR_ARGUMENT);
    long_command[4097] = '\0';
    ck_assert_int_eq(status_with(&options), PGNPACK_ERROR_ARGUMENT);
    long_command[4096] = '\0';
    ck_assert_int_eq(status_with(&options), PGNPACK_OK);
    options = (struct pgnpack_copy_options){.size = 1};
    ck_assert_int_eq(status_with(&options), PGNPACK_ERROR_ARGUMENT);
    struct pgnpack_reader *reader = open_bytes(&packed[0]), *closed = pgnpack_reader_new(NULL);
    struct bytes out = {0};
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(NULL, NULL));
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(copy);
    const struct {
        uint64_t first, count;
    } ranges[] = {{0, 1}, {1, GAMES + 1}, {GAMES + 2, 0}, {GAMES, 2}, {UINT64_MAX, UINT64_MAX}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
        ck_assert_int_eq(pgnpack_copy_games(copy, reader, ranges[i].first, ranges[i].count),
                         PGNPACK_ERROR_ARGUMENT);
        pgnpack_free(copy);
    }
    copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, GAMES + 1, 0), PGNPACK_OK); /* none, behind the last */
    ck_assert_int_eq(pgnpack_copy_games(copy, reader, GAMES, 1), PGNPACK_OK);
    pgnpack_free(copy);
    copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_compact(copy, closed), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(copy);
    copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_gathered(copy, NULL, 1), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(copy);
    copy = pgnpack_copy_new(NULL, NULL, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_segments(copy, reader), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(copy);
    struct pgnpack_gather *gather = pgnpack_gather_new(reader);
    const uint64_t numbers[] = {1, GAMES + 1, 0};
    ck_assert_int_eq(pgnpack_gather_numbers(gather, numbers, 2), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_gather_numbers(gather, numbers + 2, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_gather_numbers(gather, NULL, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(next_gathered(gather, NULL, NULL), PGNPACK_ERROR_ARGUMENT);
    const struct pgnpack_order_key wrong[] = {{.by = (enum pgnpack_order)4}, {.by = PGNPACK_ORDER_TAG}};
    for (size_t i = 0; i < 2; i++) {
        ck_assert_int_eq(pgnpack_gather_sorted(gather, &wrong[i], 1), PGNPACK_ERROR_ARGUMENT);
        ck_assert_str_ne(pgnpack_error(gather)->text, "");
    }
    ck_assert_int_eq(pgnpack_gather_sorted(gather, NULL, 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_gather_sorted(gather, wrong, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_gather_numbers(gather, numbers, 1), PGNPACK_OK);
    ck_assert_int_eq(next_gathered(gather, NULL, NULL), PGNPACK_OK);
    pgnpack_free(gather);
    pgnpack_free(closed);
    pgnpack_free(reader);
    bytes_free(&out);
}
END_TEST

Suite *copy_suite(void)
{
    Suite *suite = suite_create("copy");
    TCase *texts_case = tcase_create("texts");
    tcase_add_checked_fixture(texts_case, set_up, tear_down);
    tcase_add_loop_test(texts_case, texts_stay, 0, STEPS);
    tcase_add_loop_test(texts_case, the_same_bytes_with_threads, 0, STEPS);
    tcase_add_test(texts_case, merging_is_joining);
    tcase_add_test(texts_case, the_same_segment_comes_once);
    tcase_add_loop_test(texts_case, compacting_is_packing_at_once, 1, PGNPACK_LEVEL_MAX + 1);
    tcase_add_test(texts_case, large_blocks_are_copied);
    tcase_add_test(texts_case, deleted_games_are_kept_by_ids);
    tcase_add_loop_test(texts_case, level_of_most_text, 0, 4);
    tcase_add_test(texts_case, level_of_a_large_segment);
    tcase_add_loop_test(texts_case, levels_are_known, 1, 9);
    tcase_add_loop_test(texts_case, files_stay, 0, 7);
    tcase_add_test(texts_case, games_stay_apart);
    tcase_add_test(texts_case, parts_of_files);
    tcase_add_test(texts_case, nothing_to_copy);
    tcase_add_test(texts_case, orders);
    tcase_add_test(texts_case, orders_by_both_ratings);
    tcase_add_test(texts_case, orders_by_several);
    tcase_add_test(texts_case, keys_of_values);
    tcase_add_test(texts_case, orders_by_sub_codes);
    tcase_add_test(texts_case, orders_by_both_players);
    tcase_add_test(texts_case, many_half_blocks_are_packed_anew);
    tcase_add_test(texts_case, copied_blocks_are_looked_through);
    tcase_add_loop_test(texts_case, profile_of_copied_blocks, 0, 2);
    tcase_add_test(texts_case, games_of_several_databases);
    tcase_add_test(texts_case, text_between_ranges);
    tcase_add_test(texts_case, merging_makes_ids);
    tcase_add_test(texts_case, sorted_games_stay_apart);
    tcase_add_loop_test(texts_case, little_room_for_texts, 0, 3);
    suite_add_tcase(suite, texts_case);
    TCase *failures = tcase_create("failures");
    tcase_add_checked_fixture(failures, set_up, tear_down);
    tcase_add_loop_test(failures, memory_ends, 0, STEPS);
    tcase_add_loop_test(failures, calls_fail, 0, STEPS);
    tcase_add_loop_test(failures, cancelled, 0, STEPS);
    tcase_add_loop_test(failures, damage_is_not_copied, 0, STEPS);
    tcase_add_test(failures, parts_read_what_they_have);
    tcase_add_test(failures, blocks_that_the_index_does_not_name_are_not_copied);
    tcase_add_test(failures, damaged_databases_are_refused);
    tcase_add_test(failures, wrong_arguments);
    suite_add_tcase(suite, failures);
    return suite;
}
