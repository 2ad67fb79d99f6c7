/*
 * A full test holds all that an index tells of its blocks, and the ids beside a record, against the games: with right checksums a
 * false one would pass, and searches leave games out. What an index does not know is not false.
 */
#include <check.h>
#include <stdio.h>

#include "container/file/file_format.h"
#include "shared/changed_file.h"
#include "shared/reseal.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { SEGMENTS = 3, GAMES_EACH = 60, BLOCKS_MIN = 4 };

static struct bytes texts[SEGMENTS], files[SEGMENTS], whole, text;

static void append_rated(struct bytes *out, unsigned count, uint64_t random)
{
    char game[300];
    for (unsigned i = 0; i < count; i++) {
        snprintf(game, sizeof game,
                 "[Event \"Open %u\"]\n[Date \"%u.%02u.??\"]\n[White \"A\"]\n[WhiteElo \"%u\"]\n[BlackElo "
                 "\"%u\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n",
                 i, 1990 + (unsigned)random_below(&random, 30), 1 + (unsigned)random_below(&random, 12),
                 1500 + (unsigned)random_below(&random, 1200), 1500 + (unsigned)random_below(&random, 1200));
        bytes_append_text(out, game);
    }
}

static void set_up(void)
{
    const struct pack_setup setup = {.level = 3, .block_size = 2000};
    for (unsigned i = 0; i < SEGMENTS; i++) {
        append_rated(&texts[i], GAMES_EACH, 5 + i);
        pack_whole(&setup, &texts[i], &files[i]);
        bytes_append(&text, texts[i].data, texts[i].size);
    }
}

static void tear_down(void)
{
    for (unsigned i = 0; i < SEGMENTS; i++) {
        bytes_free(&texts[i]);
        bytes_free(&files[i]);
    }
    bytes_free(&whole);
    bytes_free(&text);
}

/* ---- Changes of the index ---- */

enum field { BLOCK_SIZE, TEXT_SIZE, GAMES, FLAGS, DATE_MIN, DATE_MAX, ELO_MIN, ELO_MAX, HASH, FIELDS };

/* What is added to a field of a block, and taken from that of the next one, so that their sum stays. */
struct forgery {
    enum field field;
    size_t block;
    int step;
    int keeps_sum;
    size_t blocks; /* seen so far */
};

static void add(struct index_entry *entry, enum field field, int step)
{
    switch (field) {
    case BLOCK_SIZE:
        entry->block_size += (uint32_t)step;
        break;
    case TEXT_SIZE:
        entry->text_size += (uint32_t)step;
        break;
    case GAMES:
        entry->game_count += (uint32_t)step;
        break;
    case FLAGS:
        entry->flags ^= (uint8_t)(step > 0 ? BCGN_BLOCK_CONTINUES : BCGN_BLOCK_BEGINS_FILE);
        break;
    case DATE_MIN:
        entry->date_min += (uint32_t)step;
        break;
    case DATE_MAX:
        entry->date_max += (uint32_t)step;
        break;
    case ELO_MIN:
        entry->elo_min = (uint16_t)(entry->elo_min + step);
        break;
    case ELO_MAX:
        entry->elo_max = (uint16_t)(entry->elo_max + step);
        break;
    default:
        entry->header_hash += (uint64_t)(int64_t)step;
    }
}

static void forge(struct index_entry *entry, size_t number, void *opaque)
{
    struct forgery *forgery = opaque;
    forgery->blocks++;
    ck_assert_uint_ne(entry->date_min, 0);
    ck_assert_uint_ne(entry->elo_min, 0);
    if (number == forgery->block)
        add(entry, forgery->field, forgery->step);
    if (number == forgery->block + 1 && forgery->keeps_sum)
        add(entry, forgery->field, -forgery->step);
}

/* All segments, one of which has another index. */
static void make_whole(size_t segment, void (*change)(struct index_entry *, size_t, void *), void *opaque)
{
    bytes_cut(&whole, 0, whole.size);
    for (size_t i = 0; i < SEGMENTS; i++) {
        if (i == segment)
            append_with_index(&files[i], change, opaque, &whole);
        else
            bytes_append(&whole, files[i].data, files[i].size);
    }
}

/* A full test and only that says so; the text is whole, and salvaging says that nothing of it is lost. */
static void check_is_false(void)
{
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct unpacked unpacked;
        struct unpack_setup setup = {.threads = threads, .check_columns = 1};
        unpack_bytes(&setup, whole.data, whole.size, &unpacked);
        ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
        unpacked_free(&unpacked);
        setup.salvage = 1;
        unpack_bytes(&setup, whole.data, whole.size, &unpacked);
        ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
        ck_assert(bytes_equal(&unpacked.text, &text));
        ck_assert_uint_eq(unpacked.damage_count, 1);
        ck_assert_uint_eq(unpacked.damages[0].game_count, 0);
        ck_assert_uint_eq(unpacked.damages[0].text_size, 0);
        unpacked_free(&unpacked);
    }
}

static enum pgnpack_status status_of(const struct bytes *file, int check_columns, const struct bytes *wanted)
{
    struct unpacked unpacked;
    const struct unpack_setup setup = {.check_columns = check_columns};
    unpack_bytes(&setup, file->data, file->size, &unpacked);
    enum pgnpack_status status = unpacked.status;
    ck_assert(status != PGNPACK_OK || bytes_equal(&unpacked.text, wanted));
    unpacked_free(&unpacked);
    return status;
}

/* Of the first, a middle and the last block of each segment; sums that stay, since those that don't are seen by anybody. */
START_TEST(each_field_above_and_below)
{
    for (size_t segment = 0; segment < SEGMENTS; segment++) {
        struct forgery count = {.field = HASH};
        make_whole(segment, forge, &count);
        ck_assert_uint_ge(count.blocks, BLOCKS_MIN);
        ck_assert_int_eq(status_of(&whole, 1, &text), PGNPACK_OK);
        for (int field = 0; field < FIELDS; field++) {
            int keeps_sum = field == BLOCK_SIZE || field == TEXT_SIZE || field == GAMES;
            const size_t blocks[] = {0, count.blocks / 2, count.blocks - 1 - (size_t)keeps_sum};
            for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
                for (int step = -1; step <= 1; step += 2) {
                    struct forgery forgery = {(enum field)field, blocks[i], step, keeps_sum, 0};
                    make_whole(segment, forge, &forgery);
                    check_is_false();
                    if (field != HASH)
                        ck_assert_int_eq(status_of(&whole, 0, &text), PGNPACK_OK);
                }
        }
    }
}
END_TEST

static void leave_no_size(struct index_entry *entry, size_t number, void *opaque)
{
    (void)number;
    (void)opaque;
    entry->block_size = 0;
}

START_TEST(blocks_without_a_size)
{
    make_whole(1, leave_no_size, NULL);
    check_is_false();
}
END_TEST

static void forget(struct index_entry *entry, size_t number, void *opaque)
{
    unsigned what = *(const unsigned *)opaque >> number % 3 & 7;
    if (what & 1)
        entry->date_min = entry->date_max = 0;
    if (what & 2)
        entry->elo_min = entry->elo_max = 0;
    if (what & 4)
        entry->header_hash = 0;
}

START_TEST(what_is_not_known_is_not_false)
{
    for (unsigned what = 1; what < 32; what++) {
        make_whole(what % SEGMENTS, forget, &what);
        ck_assert_int_eq(status_of(&whole, 1, &text), PGNPACK_OK);
    }
}
END_TEST

static void forget_one_end(struct index_entry *entry, size_t number, void *opaque)
{
    if (number != 2)
        return;
    switch (*(const int *)opaque) {
    case 0:
        entry->date_min = 0;
        break;
    case 1:
        entry->date_max = 0;
        break;
    case 2:
        entry->elo_min = 0;
        break;
    default:
        entry->elo_max = 0;
    }
}

START_TEST(half_a_range_is_false)
{
    for (int end = 0; end < 4; end++) {
        make_whole(2, forget_one_end, &end);
        check_is_false();
    }
}
END_TEST

static void check_is_lost_once(void)
{
    const struct unpack_setup setup = {.check_columns = 1, .salvage = 1};
    struct unpacked unpacked;
    unpack_bytes(&setup, whole.data, whole.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(unpacked.damage_count, 1);
    ck_assert_uint_gt(unpacked.damages[0].game_count, 0);
    unpacked_free(&unpacked);
}

/* What was lost of a segment is not held against its index: a block with its header, or one that cannot be read. */
START_TEST(lost_blocks_are_told_once)
{
    unsigned no_hashes = 28;
    make_whole(1, forget, &no_hashes);
    uint8_t *block = whole.data + files[0].size + BCGN_FILE_HEADER_SIZE;
    block[10] ^= 1;
    check_is_lost_once();
    block[10] ^= 1;
    block[BCGN_BLOCK_HEADER_SIZE + BCGN_SECTION_ENTRY_SIZE * block[48]] ^=
        1; /* the first section's content */
    reseal_block(block, whole.size - files[0].size, 0, 0);
    check_is_lost_once();
}
END_TEST

/* ---- What we pack is true ---- */

static void check_is_true(const struct bytes *odd, uint64_t games)
{
    for (int level = 1; level <= 6; level++) {
        const struct pack_setup setup = {.level = level};
        struct bytes packed = {0};
        struct pgnpack_block_info block;
        struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
        pack_whole(&setup, odd, &packed);
        ck_assert_int_eq(status_of(&packed, 1, odd), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)),
                         PGNPACK_OK);
        ck_assert(pgnpack_reader_block(reader, 0, &block));
        ck_assert_uint_eq(block.game_count, games);
        ck_assert_uint_eq(block.date_max, games == 0 ? 0 : 20020304);
        ck_assert_uint_eq(block.elo_max, games == 0 ? 0 : 2200);
        pgnpack_free(reader);
        bytes_free(&packed);
    }
}

/* A game with more tags than a block can name keeps none, and is not found by them. */
START_TEST(games_that_lose_their_tags)
{
    struct bytes odd = {0};
    char tag[40];
    bytes_append_text(&odd, "[Date \"2002.03.04\"]\n[WhiteElo \"2200\"]\n\n1. e4 *\n\n");
    bytes_append_text(&odd, "[Date \"2009.09.09\"]\n[BlackElo \"2900\"]\n");
    for (unsigned i = 0; i < 1100; i++) {
        snprintf(tag, sizeof tag, "[Tag%u \"x\"]\n", i);
        bytes_append_text(&odd, tag);
    }
    bytes_append_text(&odd, "\n1. d4 *\n");
    check_is_true(&odd, 2);
    bytes_free(&odd);
}
END_TEST

/* Games that take more room than their text are none. */
START_TEST(games_that_are_kept_as_text)
{
    struct bytes odd = {0};
    bytes_append_text(&odd, "[Date \"2009.09.09\"]\n[BlackElo \"2900\"]\n\n1. d4 *\n\n");
    for (unsigned i = 0; i < 3000; i++)
        bytes_append_text(&odd, "[\n{\n");
    check_is_true(&odd, 0);
    bytes_free(&odd);
}
END_TEST

/* ---- Ids ---- */

/* The last segment gets them, the others are before it and behind it. */
static void check_ids(const struct bytes *ids, int is_in_order)
{
    struct bytes record = {0}, changed = {0}, more = {0}, behind = {0};
    append_change(&record, 2, &(struct bytes){0}, 0);
    append_changed(&files[1], &record, ids, &changed);
    append_changed(&changed, &record, NULL, &more);
    append_annex(&changed, &behind);
    for (size_t place = 0; place < SEGMENTS; place++) {
        bytes_cut(&whole, 0, whole.size);
        bytes_cut(&text, 0, text.size);
        for (size_t i = 0; i < SEGMENTS; i++) {
            const struct bytes *file = i == place ? &changed : &files[i];
            bytes_append(&whole, file->data, file->size);
            bytes_append(&text, texts[i == place ? 1 : i].data, texts[i == place ? 1 : i].size);
        }
        if (is_in_order)
            ck_assert_int_eq(status_of(&whole, 1, &text), PGNPACK_OK);
        else
            check_is_false();
        ck_assert_int_eq(status_of(&whole, 0, &text), PGNPACK_OK);
    }
    ck_assert_int_eq(status_of(&more, 1, &texts[1]) == PGNPACK_OK, is_in_order); /* more of the record */
    ck_assert_int_eq(status_of(&behind, 1, &texts[1]),
                     PGNPACK_OK); /* not the last block: they mean nothing */
    bytes_free(&record);
    bytes_free(&changed);
    bytes_free(&more);
    bytes_free(&behind);
}

START_TEST(ids_are_in_order)
{
    const struct {
        uint64_t gap, place, step, more;
        int is_in_order;
    } runs[] = {{0, 0, 0, GAMES_EACH - 1, 1},
                {0, 0, 0, GAMES_EACH, 0},
                {GAMES_EACH - 1, 0, 84, 0, 1},
                {GAMES_EACH - 1, 0, 84, 1, 0},
                {GAMES_EACH + 1, 0, 0, 0, 0},
                {0, 1, 0, 0, 0},
                {0, 0, 1, 0, 0},
                {0, 0, UINT64_MAX - 1, 0, 0}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        static const uint64_t identity = 12345;
        const uint64_t run[4] = {runs[i].gap, runs[i].place, runs[i].step, runs[i].more};
        struct bytes ids = {0};
        append_ids(&ids, &identity, 1, run, 4, 1);
        check_ids(&ids, runs[i].is_in_order);
        bytes_append_varint(&ids, 0); /* a byte too many */
        check_ids(&ids, 0);
        bytes_free(&ids);
    }
}
END_TEST

Suite *false_index_suite(void)
{
    Suite *suite = suite_create("false_index");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, 60);
    tcase_add_test(all, each_field_above_and_below);
    tcase_add_test(all, blocks_without_a_size);
    tcase_add_test(all, what_is_not_known_is_not_false);
    tcase_add_test(all, half_a_range_is_false);
    tcase_add_test(all, lost_blocks_are_told_once);
    tcase_add_test(all, games_that_lose_their_tags);
    tcase_add_test(all, games_that_are_kept_as_text);
    tcase_add_test(all, ids_are_in_order);
    suite_add_tcase(suite, all);
    return suite;
}
