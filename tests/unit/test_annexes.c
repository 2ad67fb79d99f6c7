/* Annexes and optional sections, of which this version knows none: all readers pass over them. */
#include <check.h>
#include <string.h>

#include "shared/annexes.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { GAMES = 60 };

static struct bytes text;
static struct bytes plain;  /* packed, in several blocks */
static struct bytes packed; /* the same with annexes */

static void set_up(void)
{
    const struct pack_setup setup = {.block_size = 2000};
    append_games(&text, GAMES, 3);
    pack_whole(&setup, &text, &plain);
}

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&plain);
    bytes_free(&packed);
}

static void add(unsigned places)
{
    packed.size = 0;
    add_annexes(&plain, places, &packed);
}

static struct pgnpack_reader *open_packed(enum pgnpack_status expected)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), expected);
    return reader;
}

/* Of the blocks of a reader, `annexes` are such, and the others have all games. */
static void check_blocks(const struct pgnpack_reader *reader, uint64_t annexes)
{
    struct pgnpack_block_info info;
    struct pgnpack_block_details details;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    uint64_t games = 0;
    for (uint64_t i = 0; pgnpack_reader_block(reader, i, &info); i++) {
        ck_assert_uint_eq(info.first_game, games + 1);
        games += info.game_count;
        ck_assert_int_eq(pgnpack_block_reader_details(blocks, i, &details), PGNPACK_OK);
        ck_assert_int_eq(info.is_annex, info.game_count == 0);
        ck_assert_int_eq(details.moves == PGNPACK_MOVES_BY_LEVEL, info.is_annex);
        if (!info.is_annex)
            continue;
        annexes--;
        ck_assert_uint_eq(info.size, ANNEX_SIZE);
        ck_assert_uint_eq(info.text_size, 0);
        ck_assert_uint_eq(details.other_size, ANNEX_SIZE);
    }
    ck_assert_uint_eq(annexes, 0);
    ck_assert_uint_eq(games, GAMES);
    pgnpack_free(blocks);
}

static uint64_t annexes_in(unsigned places)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(plain.data, plain.size)), PGNPACK_OK);
    uint64_t blocks = pgnpack_reader_info(reader)->block_count;
    pgnpack_free(reader);
    ck_assert_uint_ge(blocks, 4);
    return (places & ANNEX_FIRST ? 1 : 0) + (places & ANNEX_BETWEEN ? blocks - 1 : 0) +
           (places & ANNEX_LAST ? 1 : 0);
}

/* Every way to read a file: the text, games by number, the index, a rebuilt one, columns. */
START_TEST(all_readers_pass_over_them)
{
    size_t count;
    add((unsigned)_i);
    check_unpacks(&packed, &text);
    ck_assert(cursor_texts_match(packed.data, packed.size, &text));
    struct pgnpack_reader *reader = open_packed(PGNPACK_OK);
    check_blocks(reader, annexes_in((unsigned)_i));
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    ck_assert_int_eq(pgnpack_block_reader_columns(blocks, &count), PGNPACK_OK);
    struct pgnpack_column column;
    uint64_t sum = 0;
    for (size_t i = 0; pgnpack_block_reader_column(blocks, i, &column); i++)
        sum += column.packed_size;
    ck_assert_uint_eq(sum, packed.size);
    pgnpack_free(blocks);
    pgnpack_free(reader);
    packed.size--; /* not closed: the index is made anew */
    reader = open_packed(PGNPACK_ERROR_TRUNCATED);
    check_blocks(reader, annexes_in((unsigned)_i));
    pgnpack_free(reader);
}
END_TEST

/* An annex begins no file, and does not keep the one behind it from beginning. */
static int count_file(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    (void)time;
    (void)name;
    *(size_t *)opaque += 1 + name_size;
    return 0;
}

START_TEST(joined_files)
{
    struct bytes joined = {0};
    struct bytes twice = {0};
    size_t files = 0;
    add(ANNEX_FIRST | ANNEX_LAST);
    for (int i = 0; i < 2; i++) {
        bytes_append(&joined, packed.data, packed.size);
        bytes_append(&twice, text.data, text.size);
    }
    check_unpacks(&joined, &twice);
    struct pgnpack_unpacker_options options = {
        .size = sizeof options, .begin_file = count_file, .opaque = &files};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    struct bytes_source source = {joined.data, joined.size, 0, 0};
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source), NULL),
                     PGNPACK_OK);
    ck_assert_uint_eq(files, 1); /* the second segment's */
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->games, 2 * GAMES);
    pgnpack_free(unpacker);
    bytes_free(&joined);
    bytes_free(&twice);
}
END_TEST

/* Nothing to complain about while nothing is damaged, from wherever the file begins. */
START_TEST(salvage_passes_over_them)
{
    const struct unpack_setup salvage = {.salvage = 1};
    struct unpacked unpacked;
    add(ANNEX_PLACES - 1);
    unpack_bytes(&salvage, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    ck_assert_uint_eq(unpacked.damage_count, 0);
    ck_assert(bytes_equal(&unpacked.text, &text));
    unpacked_free(&unpacked);
    unpack_bytes(&salvage, packed.data + 32, packed.size - 32, &unpacked); /* without the file header */
    ck_assert_uint_eq(unpacked.damage_count, 1);
    ck_assert_uint_eq(unpacked.damages[0].game_count, 0);
    ck_assert(bytes_equal(&unpacked.text, &text));
    unpacked_free(&unpacked);
}
END_TEST

/* A damaged annex is found; no game is lost by it. */
START_TEST(damaged_annexes)
{
    static const size_t places[] = {32 + 20, 32 + 50, 32 + 70, 32 + ANNEX_HEAD_SIZE + 5, 32 + ANNEX_SIZE - 1};
    const struct unpack_setup salvage = {.salvage = 1};
    struct unpacked unpacked;
    add(ANNEX_FIRST | ANNEX_LAST);
    packed.data[places[_i]] ^= 1;
    unpack_bytes(&(struct unpack_setup){0}, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(unpacked.error_offset, 32);
    unpacked_free(&unpacked);
    unpack_bytes(&salvage, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert(bytes_equal(&unpacked.text, &text));
    ck_assert_uint_eq(unpacked.damage_count, 1);
    ck_assert_uint_eq(unpacked.damages[0].offset, 32);
    ck_assert_uint_eq(unpacked.damages[0].size, ANNEX_SIZE);
    ck_assert_uint_eq(unpacked.damages[0].game_count, 0);
    ck_assert_uint_eq(unpacked.damages[0].text_size, 0);
    unpacked_free(&unpacked);
}
END_TEST

/* An optional section is not unpacked by anyone, but who unpacks all holds its checksum against it. */
static struct pgnpack_block_info block_info(uint64_t block)
{
    struct pgnpack_block_info info;
    struct pgnpack_reader *reader = open_packed(PGNPACK_OK);
    ck_assert(pgnpack_reader_block(reader, block, &info));
    pgnpack_free(reader);
    return info;
}

static void damage_optional_section(const struct pgnpack_block_info *block)
{
    packed.data[block->offset + block->size - 1] ^= 1;
}

/* The text is all there, though the status is that of damage. */
START_TEST(damaged_optional_section)
{
    struct unpacked unpacked;
    const struct pgnpack_game *game;
    add(ANNEX_OPTIONAL);
    struct pgnpack_block_info info = block_info(0);
    struct pgnpack_reader *reader = open_packed(PGNPACK_OK);
    damage_optional_section(&info);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    unpack_bytes(&(struct unpack_setup){0}, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(unpacked.error_offset, info.offset);
    ck_assert(bytes_equal(&unpacked.text, &text));
    packed.data[info.offset] ^= 1; /* the block itself: it is what is told, and nothing comes */
    unpacked_free(&unpacked);
    unpack_bytes(&(struct unpack_setup){0}, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(unpacked.text.size, 0);
    unpacked_free(&unpacked);
}
END_TEST

/* What is copied as it is keeps what nobody knows; what is packed anew does not, and that is counted. */
static uint64_t dropped_by_copy(int level, struct bytes *out)
{
    const struct pgnpack_copy_options options = {.size = sizeof options, .level = level, .threads = 1};
    struct pgnpack_reader *reader = open_packed(PGNPACK_OK);
    struct pgnpack_copy *copy = pgnpack_copy_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, out));
    ck_assert_int_eq(level == 0 ? pgnpack_copy_segments(copy, reader) : pgnpack_copy_compact(copy, reader),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_copy_finish(copy), PGNPACK_OK);
    uint64_t dropped = pgnpack_copy_totals(copy)->dropped_sections;
    pgnpack_free(copy);
    pgnpack_free(reader);
    return dropped;
}

START_TEST(copies_keep_them_or_count_them)
{
    struct bytes out = {0};
    add((unsigned)_i);
    ck_assert_uint_eq(dropped_by_copy(0, &out), 0);
    ck_assert(bytes_equal(&out, &packed));
    out.size = 0;
    uint64_t blocks = 1 + annexes_in(ANNEX_BETWEEN);
    ck_assert_uint_eq(dropped_by_copy(3, &out),
                      annexes_in((unsigned)_i) + ((unsigned)_i & ANNEX_OPTIONAL ? blocks : 0));
    check_unpacks(&out, &text);
    bytes_free(&out);
}
END_TEST

static void check_damage(const struct pgnpack_damage *damage, const struct pgnpack_block_info *block,
                         uint64_t games, uint64_t text_size)
{
    ck_assert_uint_eq(damage->offset, block->offset);
    ck_assert_uint_eq(damage->size, block->size);
    ck_assert_uint_eq(damage->first_game, block->first_game);
    ck_assert_uint_eq(damage->game_count, games);
    ck_assert_uint_eq(damage->text_size, text_size);
}

/* What the text does not need costs no text, whether the block was come to in a row or found behind a damaged one. */
START_TEST(salvage_of_damaged_optional_sections)
{
    const struct unpack_setup salvage = {.salvage = 1};
    struct unpacked unpacked;
    add(ANNEX_OPTIONAL);
    const struct pgnpack_block_info blocks[3] = {block_info(0), block_info(1), block_info(2)};
    damage_optional_section(&blocks[0]);
    damage_optional_section(&blocks[2]);
    unpack_bytes(&salvage, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(unpacked.error_offset, blocks[0].offset);
    ck_assert_uint_eq(unpacked.damage_count, 2);
    check_damage(&unpacked.damages[0], &blocks[0], 0, 0);
    check_damage(&unpacked.damages[1], &blocks[2], 0, 0);
    ck_assert(bytes_equal(&unpacked.text, &text));
    unpacked_free(&unpacked);
    packed.data[blocks[1].offset] ^= 1;
    unpack_bytes(&salvage, packed.data, packed.size, &unpacked);
    ck_assert_uint_eq(unpacked.damage_count, 3);
    check_damage(&unpacked.damages[1], &blocks[1], blocks[1].game_count, blocks[1].text_size);
    check_damage(&unpacked.damages[2], &blocks[2], 0, 0);
    ck_assert_uint_eq(unpacked.text.size, text.size - blocks[1].text_size);
    unpacked_free(&unpacked);
}
END_TEST

/* Takes bytes away before that place, and salvages. */
static void salvage_without(size_t cut, size_t end, struct unpacked *unpacked)
{
    const struct unpack_setup salvage = {.salvage = 1};
    memmove(packed.data + end - cut, packed.data + end, packed.size - end);
    unpack_bytes(&salvage, packed.data, packed.size - cut, unpacked);
}

/* Bytes are missing of the section, and the next block begins where they should be: only this block is lost. */
START_TEST(cut_optional_section)
{
    struct unpacked unpacked;
    add(ANNEX_OPTIONAL);
    const struct pgnpack_block_info block = block_info(0);
    salvage_without(5, block.offset + block.size, &unpacked);
    ck_assert_uint_eq(unpacked.damage_count, 1);
    ck_assert_uint_eq(unpacked.damages[0].game_count, block.game_count);
    ck_assert_uint_eq(unpacked.text.size, text.size - block.text_size);
    unpacked_free(&unpacked);
}
END_TEST

START_TEST(cut_annex)
{
    static const size_t cuts[] = {1, 63, 64, 65, ANNEX_PACKED_SIZE};
    struct unpacked unpacked;
    add(ANNEX_FIRST);
    salvage_without(cuts[_i], 32 + ANNEX_SIZE, &unpacked);
    ck_assert_uint_eq(unpacked.damage_count, 1);
    ck_assert_uint_eq(unpacked.damages[0].size, ANNEX_SIZE - cuts[_i]);
    ck_assert(bytes_equal(&unpacked.text, &text));
    unpacked_free(&unpacked);
}
END_TEST

Suite *annexes_suite(void)
{
    Suite *suite = suite_create("annexes");
    TCase *reading = tcase_create("reading");
    tcase_add_checked_fixture(reading, set_up, tear_down);
    tcase_add_loop_test(reading, all_readers_pass_over_them, 0, ANNEX_PLACES);
    tcase_add_test(reading, joined_files);
    tcase_add_test(reading, salvage_passes_over_them);
    tcase_add_loop_test(reading, damaged_annexes, 0, 5);
    tcase_add_test(reading, damaged_optional_section);
    tcase_add_loop_test(reading, copies_keep_them_or_count_them, 0, ANNEX_PLACES);
    tcase_add_test(reading, salvage_of_damaged_optional_sections);
    tcase_add_test(reading, cut_optional_section);
    tcase_add_loop_test(reading, cut_annex, 0, 5);
    suite_add_tcase(suite, reading);
    return suite;
}
