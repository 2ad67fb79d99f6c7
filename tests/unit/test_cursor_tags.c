/* Cursors that are asked for the tags of some names only, against cursors that give all. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "shared/game_look.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static struct pgnpack_reader *open_packed(const struct bytes *file)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size)), PGNPACK_OK);
    return reader;
}

static void check_items(const struct pgnpack_game *game, const struct pgnpack_game *whole)
{
    struct pgnpack_item item, expected;
    ck_assert_uint_eq(item_count(game), item_count(whole));
    for (size_t i = 0; pgnpack_game_item(whole, i, &expected); i++) {
        ck_assert_int_eq(pgnpack_game_item(game, i, &item), 1);
        ck_assert_int_eq(item.kind, expected.kind);
        ck_assert_int_eq(item.value, expected.value);
    }
}

/* Players who meet again, with what goes with them; tags that come twice, or now and then. */
static void append_players(struct bytes *out, unsigned count, uint32_t random)
{
    enum { GAME_SIZE_MAX = 400 };
    char game[GAME_SIZE_MAX];
    for (unsigned i = 0; i < count; i++) {
        random = random * 1664525 + 1013904223;
        unsigned white = random >> 27, black = random >> 22 & 31, eco = random >> 19 & 7, day = 1 + i % 28;
        int size = snprintf(game, sizeof game, "[Event \"Cup %u\"]\n[Date \"2020.01.%02u\"]\n", i / 50, day);
        size += snprintf(game + size, sizeof game - (size_t)size,
                         "[White \"Player%u\"]\n[Black \"Player%u\"]\n[EventDate \"2020.01.%02u\"]\n"
                         "[WhiteTeam \"Team %u\"]\n[BlackTeam \"Team %u\"]\n"
                         "[WhiteElo \"%u\"]\n[BlackElo \"%u\"]\n",
                         white * 77, black * 77, day, white % 9, black % 9, 2000 + 9 * white + i / 60,
                         2000 + 9 * black + i / 60);
        size += snprintf(game + size, sizeof game - (size_t)size, "[Annotator \"%c%c%c%c\"]\n",
                         'A' + (int)(random >> 27 & 15), 'a' + (int)(random >> 23 & 15),
                         'a' + (int)(random >> 19 & 15), 'a' + (int)(random >> 15 & 15));
        if ((random >> 16 & 7) == 0)
            size += snprintf(game + size, sizeof game - (size_t)size, "[Extra \"%u\"]\n", random >> 11 & 7);
        size +=
            snprintf(game + size, sizeof game - (size_t)size,
                     "[WhiteNote \"a%u\"]\n[WhiteNote \"b%u\"]\n[ECO \"C%02u\"]\n[Opening \"Name %u\"]\n\n"
                     "1. e4 %s *\n\n",
                     white * 771, white * 517, eco, eco * 31, random >> 9 & 1 ? "e5 2. Nf3" : "c5");
        bytes_append(out, game, (size_t)size);
    }
}

static int is_one_of(struct pgnpack_text name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (name.size == strlen(names[i]) && memcmp(name.data, names[i], name.size) == 0)
            return 1;
    return 0;
}

/* Of the game's tags, those of these names. */
static void check_some_tags(const struct pgnpack_game *game, const struct pgnpack_game *whole,
                            const char *const *names, size_t count)
{
    struct pgnpack_text name, value, whole_name, whole_value;
    size_t next = 0;
    for (size_t i = 0; pgnpack_game_tag(whole, i, &whole_name, &whole_value); i++) {
        if (!is_one_of(whole_name, names, count))
            continue;
        pgnpack_game_tag(game, next++, &name, &value);
        ck_assert(is_one_of(name, names, count) && name.size == whole_name.size);
        ck_assert_mem_eq(name.data, whole_name.data, name.size);
        ck_assert_uint_eq(value.size, whole_value.size);
        ck_assert_mem_eq(value.data, whole_value.data, value.size);
    }
    ck_assert_uint_eq(tag_count(game), next);
}

/* Returns how many packed bytes a scan for these tags reads. */
static uint64_t scan_some_tags(const struct pgnpack_reader *reader, const char *const *names, size_t count)
{
    struct pgnpack_cursor *whole = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    struct pgnpack_cursor *some = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    const struct pgnpack_game *game, *whole_game;
    ck_assert_int_eq(pgnpack_cursor_tags(some, names, count), PGNPACK_OK);
    for (uint64_t i = 0; i < pgnpack_reader_info(reader)->game_count; i++) {
        ck_assert_int_eq(pgnpack_cursor_next(whole, &whole_game), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_next(some, &game), PGNPACK_OK);
        check_some_tags(game, whole_game, names, count);
    }
    uint64_t bytes = pgnpack_cursor_bytes_read(some);
    ck_assert_uint_le(bytes, pgnpack_cursor_bytes_read(whole));
    pgnpack_free(whole);
    pgnpack_free(some);
    return bytes;
}

/* Games that have the same tags; `varied`: with variations and comments at random, so that shapes take bytes. */
static void append_shapes(struct bytes *text, int varied, int has_plies)
{
    static const char *const moves[] = {"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "};
    uint32_t random = 1;
    for (unsigned game = 0; game < 200; game++) {
        char tags[100];
        unsigned plies = 10 + game % 20;
        snprintf(tags, sizeof tags,
                 has_plies ? "[Event \"%u\"]\n[PlyCount \"%u\"]\n\n" : "[Event \"%u\"]\n\n", game, plies);
        bytes_append_text(text, tags);
        for (unsigned ply = 0; ply < plies; ply++) {
            random = random * 1664525 + 1013904223;
            bytes_append_text(text, moves[ply % 4]);
            if (varied && random >> 31 != 0)
                bytes_append_text(text, random >> 30 & 1 ? "{a} " : random >> 29 & 1 ? "$1 " : "(--) ");
        }
        bytes_append_text(text, "*\n\n");
    }
}

/* How many packed bytes a scan of all tags reads. */
static uint64_t bytes_of_tags(int level, int varied, int has_plies)
{
    const struct pack_setup setup = {.level = level};
    const struct pgnpack_game *game;
    struct bytes text = {0}, file = {0};
    append_shapes(&text, varied, has_plies);
    ck_assert_int_eq(pack_bytes(&setup, text.data, text.size, &file), PGNPACK_OK);
    struct pgnpack_reader *reader = open_packed(&file);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    for (uint64_t i = 0; i < pgnpack_reader_info(reader)->game_count; i++)
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
    uint64_t bytes = pgnpack_cursor_bytes_read(cursor);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&file);
    return bytes;
}

/* Shapes are read for tags where a tag is told by the number of plies (levels 5 and up), and nowhere else. */
START_TEST(shapes_are_read_only_for_plies)
{
    enum {
        TABLES = 500, /* bytes that more sections may take in the blocks' tables */
        SHAPES = 700  /* ... and shapes take at least */
    };
    int level = _i;
    ck_assert_uint_le(bytes_of_tags(level, 1, 0), bytes_of_tags(level, 0, 0) + TABLES);
    if (level >= 5)
        ck_assert_uint_ge(bytes_of_tags(level, 1, 1), bytes_of_tags(level, 0, 1) + SHAPES);
}
END_TEST

START_TEST(some_tags)
{
    static const char *const names[] = {"Event",    "White",     "Black",     "WhiteTeam", "BlackTeam",
                                        "WhiteElo", "BlackElo",  "Date",      "EventDate", "ECO",
                                        "Opening",  "WhiteNote", "Result",    "FEN",       "Missing",
                                        "Site",     "Extra",     "Annotator", ""};
    enum { NAME_COUNT = sizeof names / sizeof names[0] };
    static const struct pack_setup setups[] = {{.level = 1}, {.level = 3}, {.level = 6}, {.level = 9}};
    for (size_t setup = 0; setup < sizeof setups / sizeof setups[0]; setup++) {
        struct bytes players = {0}, file = {0};
        append_players(&players, 500, (uint32_t)setup);
        append_games(&players, 40, 5 + setup);
        ck_assert_int_eq(pack_bytes(&setups[setup], players.data, players.size, &file), PGNPACK_OK);
        struct pgnpack_reader *reader = open_packed(&file);
        uint64_t all = scan_some_tags(reader, names, NAME_COUNT);
        for (size_t i = 0; i < NAME_COUNT; i++) {
            scan_some_tags(reader, names + i, 1);
            scan_some_tags(reader, names + i / 2, 1 + i / 2);
        }
        scan_some_tags(reader, names, 0);
        if (setups[setup].level < 5)
            ck_assert_uint_lt(2 * scan_some_tags(reader, names + 9, 1), all);
        else
            ck_assert_uint_lt(scan_some_tags(reader, names + 7, 1),
                              all); /* strings of others stay where they are */
        pgnpack_free(reader);
        bytes_free(&players);
        bytes_free(&file);
    }
}
END_TEST

/* With level 1 to 9 and their codecs of moves: positions set up and ratings among the tags, asked for or not. */
START_TEST(moves_and_some_tags)
{
    static const char *const names[] = {"Event", "BlackElo"};
    struct bytes text = {0}, file = {0};
    const struct pack_setup setup = {.level = _i, .block_size = 9000};
    const struct pgnpack_game *game, *whole_game;
    append_games(&text, 60, 77);
    append_players(&text, 60, 77);
    ck_assert_int_eq(pack_bytes(&setup, text.data, text.size, &file), PGNPACK_OK);
    struct pgnpack_reader *reader = open_packed(&file);
    struct pgnpack_cursor *whole = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES);
    struct pgnpack_cursor *some[] = {pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES),
                                     pgnpack_cursor_new(reader, PGNPACK_PART_MOVES)};
    ck_assert_int_eq(pgnpack_cursor_tags(some[0], names, 2), PGNPACK_OK);
    for (uint64_t number = 1; number <= pgnpack_reader_info(reader)->game_count; number++) {
        struct pgnpack_text value;
        ck_assert_int_eq(pgnpack_cursor_next(whole, &whole_game), PGNPACK_OK);
        for (size_t i = 0; i < 2; i++) {
            ck_assert_int_eq(pgnpack_cursor_next(some[i], &game), PGNPACK_OK);
            check_items(game, whole_game);
            check_some_tags(game, whole_game, names, i == 0 ? 2 : 0);
        }
        ck_assert_int_eq(pgnpack_game_find_tag(whole_game, "Event", &value), 1);
    }
    for (size_t i = 0; i < 2; i++)
        pgnpack_free(some[i]);
    pgnpack_free(whole);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&file);
}
END_TEST

/* With texts there are all tags; NULL asks for all again; what is asked for counts from the next game on. */
START_TEST(asked_for_again)
{
    static const char *const event = "Event";
    struct bytes text = {0}, file = {0};
    const struct pack_setup setup = {.level = 3};
    const struct pgnpack_game *game;
    struct pgnpack_text value;
    append_players(&text, 60, 1);
    ck_assert_int_eq(pack_bytes(&setup, text.data, text.size, &file), PGNPACK_OK);
    struct pgnpack_reader *reader = open_packed(&file);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    struct pgnpack_cursor *texts = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    ck_assert_int_eq(pgnpack_cursor_tags(texts, &event, 1), PGNPACK_OK);
    for (unsigned i = 0; i < 30; i++) {
        ck_assert_int_eq(pgnpack_cursor_tags(cursor, i % 3 == 0 ? NULL : &event, i % 3 == 1), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
        ck_assert_uint_eq(pgnpack_cursor_game_number(cursor), i + 1);
        ck_assert_int_eq(pgnpack_game_find_tag(game, "Event", &value), i % 3 != 2);
        ck_assert_int_eq(pgnpack_game_find_tag(game, "White", &value), i % 3 == 0);
        ck_assert_int_eq(pgnpack_cursor_next(texts, &game), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_game_find_tag(game, "White", &value), 1);
        ck_assert_int_eq(pgnpack_cursor_text(texts, &value), PGNPACK_OK);
    }
    pgnpack_free(cursor);
    pgnpack_free(texts);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&file);
}
END_TEST

/* However early memory ends, the cursor works once there is more. */
START_TEST(without_memory)
{
    static const char *const names[] = {"White", "Opening"};
    struct bytes text = {0}, file = {0};
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    const struct pack_setup setup = {.level = 3};
    const struct pgnpack_game *game;
    append_players(&text, 60, 1);
    ck_assert_int_eq(pack_bytes(&setup, text.data, text.size, &file), PGNPACK_OK);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file.data, file.size)), PGNPACK_OK);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    for (size_t fails_at = 1; status != PGNPACK_OK; fails_at++) {
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
        count.fails_once = count.calls + fails_at;
        status = pgnpack_cursor_tags(cursor, names, 2);
        if (status == PGNPACK_OK)
            status = pgnpack_cursor_next(cursor, &game);
        ck_assert_int_eq(status, count.calls < count.fails_once ? PGNPACK_OK : PGNPACK_ERROR_MEMORY);
        ck_assert_int_eq(pgnpack_error(cursor)->status, status);
        count.fails_once = 0;
        ck_assert_int_eq(pgnpack_cursor_seek(cursor, 5), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_tags(cursor, names, 2), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_cursor_next(cursor, &game), PGNPACK_OK);
        ck_assert_uint_eq(tag_count(game), 2);
        pgnpack_free(cursor);
    }
    pgnpack_free(reader);
    ck_assert_uint_eq(count.outstanding, 0);
    bytes_free(&text);
    bytes_free(&file);
}
END_TEST

Suite *cursor_tags_suite(void)
{
    Suite *suite = suite_create("cursor_tags");
    TCase *test_case = tcase_create("cursor_tags");
    tcase_add_test(test_case, some_tags);
    tcase_add_loop_test(test_case, shapes_are_read_only_for_plies, 1, 10);
    tcase_add_loop_test(test_case, moves_and_some_tags, PGNPACK_LEVEL_MIN, PGNPACK_LEVEL_MAX + 1);
    tcase_add_test(test_case, asked_for_again);
    tcase_add_test(test_case, without_memory);
    suite_add_tcase(suite, test_case);
    return suite;
}
