/* Tags that the moves tell: final positions, ply counts, labels of openings. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/san.h"
#include "tags/read/label_reader.h"
#include "unit/database_support.h"
#include "unit/suites.h"

enum { GAME_COUNT = 400, PLY_COUNT_MAX = 30 };

/* What a game's tags say of its moves. */
enum telling { TELL_NOTHING = 0, TELL_FINAL = 1, TELL_FOUR_FIELDS = 2, TELL_PLIES = 4, TELL_LABELS = 8 };

struct written_game {
    struct position position;
    char moves[16 * PLY_COUNT_MAX];
    unsigned plies;
    uint64_t opening; /* the first four choices */
};

static void write_move(struct written_game *game, chess_move move)
{
    char *end = game->moves + strlen(game->moves);
    char san[SAN_SIZE_MAX];
    reversible_move back;
    unsigned number = game->position.move_number;
    int is_white = game->position.side == WHITE;
    size_t size = san_write_and_make(&game->position, move, san, &back);
    if (is_white)
        sprintf(end, "%u. %.*s ", number, (int)size, san);
    else
        sprintf(end, "%.*s ", (int)size, san);
    game->plies++;
}

/* Few openings, then anything. */
static struct written_game play(uint64_t *state)
{
    enum { OPENING_PLIES = 4 };
    struct written_game game = {.plies = 0};
    unsigned wanted = 1 + (unsigned)(next_random(state) % PLY_COUNT_MAX);
    position_start(&game.position);
    while (game.plies < wanted) {
        chess_move moves[MOVE_LIST_CAPACITY];
        unsigned count = legal_list(&game.position, moves);
        if (count == 0)
            break;
        unsigned choice = (unsigned)(next_random(state) % (game.plies < OPENING_PLIES ? 2 : count));
        if (game.plies < OPENING_PLIES)
            game.opening = 2 * game.opening + choice + 1;
        write_move(&game, moves[choice]);
    }
    return game;
}

static void put_tag(struct bytes *text, const char *name, const char *value)
{
    char line[256];
    snprintf(line, sizeof line, "[%s \"%s\"]\n", name, value);
    bytes_append_text(text, line);
}

static void put_final(struct bytes *text, const struct position *position, unsigned telling)
{
    char fen[FEN_SIZE_MAX + 1];
    fen_write(position, FEN_X, fen);
    if (telling & TELL_FINAL)
        put_tag(text, "FinalPosition", fen);
    if ((telling & TELL_FOUR_FIELDS) == 0)
        return;
    *strrchr(fen, ' ') = '\0';
    *strrchr(fen, ' ') = '\0';
    put_tag(text, "CurrentPosition", fen);
}

static void put_games(struct bytes *text, unsigned telling)
{
    uint64_t state = 88172645463325252u;
    for (unsigned i = 0; i < GAME_COUNT; i++) {
        char value[64];
        struct written_game game = play(&state);
        snprintf(value, sizeof value, "%u", (unsigned)(next_random(&state) % 900));
        put_tag(text, "Event", value);
        int is_odd = i % 40 == 7; /* says what is not so */
        put_final(text, &game.position, telling);
        snprintf(value, sizeof value, "%u", game.plies + (unsigned)is_odd);
        if (telling & TELL_PLIES)
            put_tag(text, "PlyCount", value);
        snprintf(value, sizeof value, "C%u", (unsigned)game.opening + 50u * (unsigned)is_odd);
        if (telling & TELL_LABELS)
            put_tag(text, "ECO", value);
        snprintf(value, sizeof value, "Opening number %u by its whole name", (unsigned)game.opening);
        if (telling & TELL_LABELS)
            put_tag(text, "Opening", value);
        bytes_append_text(text, "\n");
        bytes_append_text(text, game.moves);
        bytes_append_text(text, "*\n\n");
    }
}

static size_t packed_size(unsigned telling)
{
    const struct pack_setup setup = {.level = 9, .moves = PGNPACK_MOVES_INDEX};
    struct bytes text = {0}, packed = {0};
    put_games(&text, telling);
    pack_whole(&setup, &text, &packed);
    check_unpacks(&packed, &text);
    ck_assert(cursor_texts_match(packed.data, packed.size, &text));
    size_t size = packed.size;
    bytes_free(&text);
    bytes_free(&packed);
    return size;
}

/* Without the moves' help each of these takes bytes in every game. */
START_TEST(what_moves_tell_costs_little)
{
    size_t without = packed_size(TELL_NOTHING);
    ck_assert_uint_lt(packed_size(TELL_FINAL), without + 100);
    ck_assert_uint_lt(packed_size(TELL_FOUR_FIELDS), without + 100);
    ck_assert_uint_lt(packed_size(TELL_PLIES), without + 120);
    ck_assert_uint_lt(packed_size(TELL_LABELS), without + 800);
    packed_size(TELL_FINAL | TELL_FOUR_FIELDS | TELL_PLIES | TELL_LABELS);
}
END_TEST

/* Blocks in which no tag but labels is told. */
START_TEST(labels_alone)
{
    const struct pack_setup setup = {.level = 9, .moves = PGNPACK_MOVES_INDEX};
    struct bytes text = {0}, packed = {0};
    uint64_t state = 5;
    for (unsigned i = 0; i < GAME_COUNT; i++) {
        char value[64];
        struct written_game game = play(&state);
        snprintf(value, sizeof value, "C%u", (unsigned)game.opening);
        put_tag(&text, "ECO", value);
        bytes_append_text(&text, "\n");
        bytes_append_text(&text, game.moves);
        bytes_append_text(&text, "*\n\n");
    }
    pack_whole(&setup, &text, &packed);
    check_unpacks(&packed, &text);
    ck_assert(cursor_texts_match(packed.data, packed.size, &text));
    bytes_free(&text);
    bytes_free(&packed);
}
END_TEST

/* ---- Tags alone, in any order ---- */

struct opened {
    struct bytes text, packed;
    struct pgnpack_reader *reader;
    struct pgnpack_cursor *tags, *all;
};

static void open_all(struct opened *opened)
{
    const struct pack_setup setup = {.level = 8, .moves = PGNPACK_MOVES_BITS};
    *opened = (struct opened){.reader = NULL};
    put_games(&opened->text, TELL_FINAL | TELL_PLIES | TELL_LABELS);
    pack_whole(&setup, &opened->text, &opened->packed);
    opened->reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(
        pgnpack_reader_open(opened->reader, PGNPACK_FROM_MEMORY(opened->packed.data, opened->packed.size)),
        PGNPACK_OK);
    opened->tags = pgnpack_cursor_new(opened->reader, PGNPACK_PART_TAGS);
    opened->all =
        pgnpack_cursor_new(opened->reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES | PGNPACK_PART_TEXT);
}

static void close_all(struct opened *opened)
{
    pgnpack_free(opened->tags);
    pgnpack_free(opened->all);
    pgnpack_free(opened->reader);
    bytes_free(&opened->text);
    bytes_free(&opened->packed);
}

static void check_game(struct opened *opened, uint64_t number)
{
    const struct pgnpack_game *tags, *all;
    ck_assert_int_eq(pgnpack_cursor_seek(opened->tags, number), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_seek(opened->all, number), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(opened->tags, &tags), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_next(opened->all, &all), PGNPACK_OK);
    static const char *const names[] = {"Event", "FinalPosition", "PlyCount", "ECO", "Opening"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct pgnpack_text value, expected;
        ck_assert(pgnpack_game_find_tag(tags, names[i], &value));
        ck_assert(pgnpack_game_find_tag(all, names[i], &expected));
        ck_assert_uint_gt(value.size, 0);
        ck_assert_uint_eq(value.size, expected.size);
        ck_assert_mem_eq(value.data, expected.data, value.size);
    }
}

START_TEST(tags_alone_in_any_order)
{
    struct opened opened;
    uint64_t state = 7;
    open_all(&opened);
    check_game(&opened, 100);
    for (unsigned i = 0; i < 60; i++)
        check_game(&opened, 1 + next_random(&state) % GAME_COUNT);
    close_all(&opened);
}
END_TEST

/* ---- Groups of labels ---- */

/* Of two label columns with two strings each, in blocks of 1,001 games. */
START_TEST(label_sections_are_checked)
{
    static const struct {
        uint8_t bytes[12];
        size_t size;
        int is_in_order;
    } sections[] = {
        {{2, 0xe8, 0x07, 1, 2, 0, 1, 0, 2, 'x', 'y'}, 11, 1},
        {{1, 0xe8, 0x07, 1, 2, 0, 1, 0, 2, 'x', 'y'}, 11, 0},      /* another number of columns */
        {{2, 0xe7, 0x07, 1, 2, 0, 1, 0, 2, 'x', 'y'}, 11, 0},      /* groups of 999 games */
        {{2, 0xe8, 0x07, 1, 1, 0, 1, 0, 2, 'x', 'y'}, 11, 0},      /* a string that no group takes */
        {{2, 0xe8, 0x07, 1, 2, 0, 1, 1, 2, 'x', 'y'}, 11, 0},      /* three strings of two */
        {{2, 0xe8, 0x07, 1, 2, 0, 2, 0, 2, 'x', 'y'}, 11, 0},      /* longer than the section */
        {{2, 0xe8, 0x07, 1, 2, 0, 1, 0, 2, 'x', 'y', 'z'}, 12, 0}, /* shorter */
        {{2, 0xe8, 0x07, 1, 2, 0}, 6, 0},                          /* a group is missing */
        {{2}, 1, 0},
    };
    static const char strings[] = "a\nbc\n";
    struct memory memory;
    struct label_reader reader;
    memory_init(&memory, NULL, 0);
    label_reader_init(&reader, &memory);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        for (unsigned column = 0; column < 2; column++) {
            struct byte_source source = byte_source_of((const uint8_t *)strings, sizeof strings - 1);
            ck_assert(label_reader_set_strings(&reader, column, &source));
            ck_assert_uint_eq(byte_source_left(&source), 0);
            ck_assert_uint_eq(reader.strings[column].count, 2);
        }
        ck_assert_int_eq(
            label_reader_start(&reader, byte_source_of(sections[i].bytes, sections[i].size), 2, 1001),
            sections[i].is_in_order);
    }
    label_reader_free(&reader);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

Suite *tags_by_moves_suite(void)
{
    Suite *suite = suite_create("tags_by_moves");
    TCase *tests = tcase_create("tags by moves");
    tcase_add_test(tests, what_moves_tell_costs_little);
    tcase_add_test(tests, labels_alone);
    tcase_add_test(tests, tags_alone_in_any_order);
    tcase_add_test(tests, label_sections_are_checked);
    suite_add_tcase(suite, tests);
    return suite;
}
