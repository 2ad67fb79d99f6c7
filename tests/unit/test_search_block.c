/* What searches know of a block: where each game's moves stand in the stripes. */
#include <check.h>

#include "lib/search/search_block.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static struct bytes text, packed;

static void append_line(unsigned plies, enum block_line kind)
{
    static const char *const moves[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    bytes_append_text(&text, "[Event \"lines\"]\n\n");
    for (unsigned i = 0; i < plies; i++) {
        bytes_append_text(&text, moves[i % 4]);
        if (i % 4 == 0 && kind == BLOCK_LINE_BRANCHED)
            bytes_append_text(&text, "(Nc3 Nc6) ");
    }
    bytes_append_text(&text, kind == BLOCK_LINE_ODD ? "-- *\n\n" : "*\n\n");
}

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

/* Of a main line's plies, how many does a stripe have? */
static uint32_t plies_in(const struct block_lines *lines, unsigned stripe, uint32_t plies)
{
    uint32_t first = lines->first_plies[stripe], end = lines->first_plies[stripe + 1];
    return plies <= first ? 0 : (plies < end ? plies : end) - first;
}

static void check_line(const struct block_lines *lines, uint32_t i, const struct pgnpack_game *game)
{
    unsigned has_variations = 0, is_odd = 0;
    struct pgnpack_item item;
    for (size_t n = 0; pgnpack_game_item(game, n, &item); n++) {
        has_variations |= item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        is_odd |= item.kind == PGNPACK_ITEM_NULL_MOVE;
    }
    ck_assert_uint_eq(lines->plies[i], pgnpack_game_ply_count(game));
    ck_assert_uint_eq(lines->kinds[i], is_odd           ? BLOCK_LINE_ODD
                                       : has_variations ? BLOCK_LINE_BRANCHED
                                                        : BLOCK_LINE_PLAIN);
    for (unsigned k = 0; lines->kinds[i] == BLOCK_LINE_PLAIN && k < lines->stripe_count; k++) {
        uint32_t end = i + 1 < lines->game_count ? lines->starts[i + 1][k] : lines->sizes[k];
        ck_assert_uint_eq(end - lines->starts[i][k], plies_in(lines, k, lines->plies[i]));
    }
}

/* The lines of the first block, which has moves by codec index. */
struct opened {
    struct pgnpack_reader *reader;
    struct search_source source;
    struct search_block *block;
    const struct block_lines *lines;
};

static void open_lines(struct opened *opened)
{
    struct error error;
    error_clear(&error);
    pack_whole(&(struct pack_setup){.level = 3}, &text, &packed);
    opened->reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(opened->reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)),
                     PGNPACK_OK);
    search_source_init(&opened->source, opened->reader, &opened->reader->memory);
    opened->source.work.limit = UINT64_MAX;
    opened->block = search_block_open(&opened->source, opened->reader, 0, &error);
    ck_assert_ptr_nonnull(opened->block);
    opened->lines = search_block_lines(&opened->source, opened->block, &error);
    ck_assert_ptr_nonnull(opened->lines);
}

static void close_lines(struct opened *opened)
{
    search_block_free(&opened->source, opened->block);
    search_source_free(&opened->source);
    pgnpack_free(opened->reader);
}

START_TEST(lines_stand_in_stripes)
{
    enum { GAMES = 700, PLIES_MAX = 150 }; /* moves enough for several stripes */
    uint64_t random = 5;
    struct opened opened;
    const struct pgnpack_game *game;
    for (unsigned i = 0; i < GAMES; i++)
        append_line((unsigned)random_below(&random, PLIES_MAX), (enum block_line)random_below(&random, 3));
    append_line(0, BLOCK_LINE_PLAIN); /* where the one before ends */
    open_lines(&opened);
    ck_assert_uint_eq(opened.lines->game_count, GAMES + 1);
    ck_assert_uint_gt(opened.lines->stripe_count, 3);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(opened.reader, PGNPACK_PART_MOVES);
    for (uint32_t i = 0; i < GAMES; i++) {
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
        check_line(opened.lines, i, game);
    }
    pgnpack_free(cursor);
    close_lines(&opened);
}
END_TEST

/* Hardly more text than elements: as many as a block may have. */
START_TEST(dense_text)
{
    enum { PAIRS = 3000 };
    struct opened opened;
    bytes_append_text(&text, "e4 e5");
    for (unsigned i = 0; i < PAIRS; i++)
        bytes_append_text(&text, "()");
    bytes_append_text(&text, _i == 0 ? "*\n" : "*\n\n");
    open_lines(&opened);
    ck_assert_uint_eq(opened.lines->plies[0], 2);
    ck_assert_uint_eq(opened.lines->kinds[0], BLOCK_LINE_BRANCHED);
    close_lines(&opened);
}
END_TEST

Suite *search_block_suite(void)
{
    Suite *suite = suite_create("search_block");
    TCase *tests = tcase_create("lines");
    tcase_add_checked_fixture(tests, NULL, tear_down);
    tcase_add_test(tests, lines_stand_in_stripes);
    tcase_add_loop_test(tests, dense_text, 0, 2);
    suite_add_tcase(suite, tests);
    return suite;
}
