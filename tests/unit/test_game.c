#include <check.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/san.h"
#include "game/game.h"
#include "game/line_stack.h"
#include "game/tag_value.h"
#include "shared/packing.h"
#include "unit/pgn_support.h"
#include "unit/suites.h"

/* ---- Games ---- */

static struct memory memory;

static void start_memory(void)
{
    memory_init(&memory, NULL, 0);
}

static void require_all_released(void)
{
    ck_assert_uint_eq(memory.held, 0);
}

START_TEST(empty_games)
{
    struct game game;
    struct position start;
    game_init(&game, &memory);
    position_start(&start);
    ck_assert_uint_eq(game.text.size, 0);
    ck_assert_uint_eq(game.tag_count + game.item_count + game.ply_count, 0);
    ck_assert_int_eq(game.has_start, 0);
    ck_assert(position_same(&game.start, &start));
    ck_assert_ptr_null(game_find_tag(&game, "Event"));
    game_free(&game);
    game_free(&game);
}
END_TEST

START_TEST(clearing_keeps_nothing)
{
    struct game game;
    struct position start;
    game_init(&game, &memory);
    position_start(&start);
    ck_assert_ptr_nonnull(game_add_tag(&game));
    ck_assert_ptr_nonnull(game_add_item(&game));
    ck_assert_int_eq(fen_parse("4k3/8/8/8/8/8/8/4K3 b", 21, &game.start, NULL), FEN_OK);
    game.has_start = 1;
    game.text = text_of("1-0");
    game.result = RESULT_WHITE;
    game.trouble = TROUBLE_FEN;
    game.oddities = ODDITY_BAD_TAG;
    game.ply_count = 1;
    game.trouble_offset = game.movetext_offset = game.result_offset = game.result_size = 1;
    game_clear(&game);
    ck_assert_uint_eq(game.text.size + game.tag_count + game.item_count + game.ply_count, 0);
    ck_assert_int_eq(game.has_start + game.result + game.trouble + game.oddities, 0);
    ck_assert_uint_eq(game.trouble_offset + game.movetext_offset + game.result_offset + game.result_size, 0);
    ck_assert(position_same(&game.start, &start));
    game_free(&game);
    game_free(&game);
}
END_TEST

START_TEST(many_tags_and_items)
{
    enum { COUNT = 1000 };
    struct game game;
    game_init(&game, &memory);
    for (unsigned i = 0; i < COUNT; i++) {
        struct game_tag *tag = game_add_tag(&game);
        struct game_item *item = game_add_item(&game);
        ck_assert(tag != NULL && item != NULL);
        tag->name = text_of(i == COUNT - 1 ? "Last" : "Other");
        item->value = (uint16_t)i;
    }
    ck_assert_uint_eq(game.tag_count, COUNT);
    ck_assert_uint_eq(game.item_count, COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        ck_assert_uint_eq(game.items[i].value, i);
    ck_assert_ptr_eq(game_find_tag(&game, "Other"), &game.tags[0]);
    ck_assert_ptr_eq(game_find_tag(&game, "Last"), &game.tags[COUNT - 1]);
    ck_assert_ptr_null(game_find_tag(&game, "last"));
    ck_assert_ptr_null(game_find_tag(&game, "Las"));
    game_free(&game);
}
END_TEST

START_TEST(no_memory_for_tags_and_items)
{
    struct allocation_count count = {.fails_from = 3};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    struct memory little;
    struct game game;
    memory_init(&little, &allocator, 0);
    game_init(&game, &little);
    ck_assert_ptr_nonnull(game_add_tag(&game));
    ck_assert_ptr_nonnull(game_add_item(&game));
    size_t tags = 1, items = 1;
    while (game_add_tag(&game) != NULL)
        tags++;
    while (game_add_item(&game) != NULL)
        items++;
    ck_assert_uint_eq(game.tag_count, tags);
    ck_assert_uint_eq(game.item_count, items);
    game_free(&game);
    ck_assert_uint_eq(count.outstanding, 0);
}
END_TEST

START_TEST(escapes_in_tags)
{
    static const struct {
        const char *written, *meant;
    } values[] = {{"", ""},           {"plain", "plain"}, {"\\\"x\\\"", "\"x\""}, {"a\\\\b", "a\\b"},
                  {"a\\nb", "a\\nb"}, {"a\\", "a\\"},     {"\\\\\\\"", "\\\""}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        char out[32];
        size_t size = tag_value_unescape_to(text_of(values[i].written), out);
        ck_assert_uint_eq(size, strlen(values[i].meant));
        ck_assert_mem_eq(out, values[i].meant, size);
    }
}
END_TEST

/* Every short value of these characters, with a quote behind its end as in a game's text. */
START_TEST(escapes_end_with_the_value)
{
    enum { LENGTH_MAX = 5, CHARACTERS = 3 };
    for (unsigned length = 0, count = 1; length <= LENGTH_MAX; length++, count *= CHARACTERS)
        for (unsigned number = 0; number < count; number++) {
            char written[LENGTH_MAX + 1], meant[LENGTH_MAX], out[LENGTH_MAX];
            size_t size = 0;
            for (unsigned i = 0, rest = number; i < length; i++, rest /= CHARACTERS)
                written[i] = "a\\\""[rest % CHARACTERS];
            written[length] = '"';
            for (unsigned i = 0; i < length; i++) {
                int escapes = written[i] == '\\' && i + 1 < length && written[i + 1] != 'a';
                i += escapes ? 1 : 0;
                meant[size++] = written[i];
            }
            ck_assert_uint_eq(tag_value_unescape_to((struct text){written, length}, out), size);
            ck_assert(size == 0 || memcmp(out, meant, size) == 0);
            /* Where it is, by the public function. */
            memcpy(out, written, length);
            ck_assert_uint_eq(pgnpack_tag_unescape((struct pgnpack_text){out, length}, out), size);
            ck_assert(size == 0 || memcmp(out, meant, size) == 0);
        }
}
END_TEST

START_TEST(escaping_can_be_undone)
{
    enum { LENGTH_MAX = 5, CHARACTERS = 3 };
    struct buffer buffer;
    start_memory();
    buffer_init(&buffer, &memory);
    for (unsigned length = 0, count = 1; length <= LENGTH_MAX; length++, count *= CHARACTERS)
        for (unsigned number = 0; number < count; number++) {
            char meant[LENGTH_MAX], out[2 * LENGTH_MAX];
            size_t escapes = 0;
            for (unsigned i = 0, rest = number; i < length; i++, rest /= CHARACTERS) {
                meant[i] = "a\\\""[rest % CHARACTERS];
                escapes += meant[i] != 'a';
            }
            buffer_clear(&buffer);
            tag_value_escape((struct text){meant, length}, &buffer);
            ck_assert_uint_eq(buffer.size, length + escapes);
            ck_assert_uint_eq(
                tag_value_unescape_to((struct text){(const char *)buffer_bytes(&buffer), buffer.size}, out),
                length);
            ck_assert(length == 0 || memcmp(out, meant, length) == 0);
        }
    buffer_free(&buffer);
}
END_TEST

START_TEST(words)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    for (unsigned i = 0; i < 4; i++)
        ck_assert(text_is(game_result_text((enum game_result)i), results[i]));
    for (unsigned i = TROUBLE_NONE; i <= TROUBLE_ITEMS; i++)
        for (unsigned j = TROUBLE_NONE; j < i; j++)
            ck_assert_str_ne(game_trouble_text((enum game_trouble)i),
                             game_trouble_text((enum game_trouble)j));
}
END_TEST

/* ---- Lines ---- */

static void play(struct line_stack *line, const char *san)
{
    chess_move move;
    ck_assert_int_eq(san_parse(&line->position, san, strlen(san), &move), SAN_OK);
    line_stack_make(line, move);
}

static void start_line(struct line_stack *line)
{
    struct position start;
    position_start(&start);
    line_stack_start(line, &start, LINE_BOARDS);
}

static void expect_position(const struct line_stack *line, const char *expected)
{
    char fen[FEN_SIZE_MAX + 1];
    fen_write(&line->position, FEN_X, fen);
    ck_assert_str_eq(fen, expected);
}

#define AFTER_E4 "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
#define AFTER_D4 "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1"
#define AT_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

START_TEST(variations_of_moves)
{
    struct line_stack line;
    line_stack_init(&line, &memory);
    start_line(&line);
    ck_assert_int_eq(line_stack_open(&line), LINE_NO_MOVE);
    ck_assert_int_eq(line_stack_close(&line), LINE_NO_MOVE);
    expect_position(&line, AT_START);
    play(&line, "e4");
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    expect_position(&line, AT_START);
    ck_assert_int_eq(line_stack_open(&line), LINE_NO_MOVE);
    play(&line, "d4");
    play(&line, "d5");
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    ck_assert_uint_eq(line.walk.depth, 2);
    expect_position(&line, AFTER_D4);
    ck_assert_int_eq(line_stack_close(&line), LINE_OK);
    play(&line, "c4");
    ck_assert_int_eq(line_stack_close(&line), LINE_OK);
    expect_position(&line, AFTER_E4);
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    expect_position(&line, AT_START);
    start_line(&line);
    ck_assert_uint_eq(line.walk.depth, 0);
    line_stack_free(&line);
}
END_TEST

START_TEST(variations_of_null_moves)
{
    struct line_stack line;
    line_stack_init(&line, &memory);
    start_line(&line);
    play(&line, "e4");
    ck_assert_int_eq(line_stack_make_null(&line), 1);
    expect_position(&line, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    expect_position(&line, AFTER_E4);
    ck_assert_int_eq(line_stack_make_null(&line), 1);
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    play(&line, "e5");
    ck_assert_int_eq(line_stack_close(&line), LINE_OK);
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    expect_position(&line, AFTER_E4);
    ck_assert_int_eq(line_stack_close(&line), LINE_OK);
    ck_assert_int_eq(line_stack_close(&line), LINE_OK);
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    expect_position(&line, AFTER_E4);
    line_stack_free(&line);
}
END_TEST

START_TEST(null_move_in_check)
{
    struct line_stack line;
    line_stack_init(&line, &memory);
    start_line(&line);
    play(&line, "e4");
    play(&line, "f6");
    play(&line, "Qh5+");
    ck_assert_int_eq(line_stack_make_null(&line), 0);
    expect_position(&line, "rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 1 2");
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    expect_position(&line, "rnbqkbnr/ppppp1pp/5p2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    line_stack_free(&line);
}
END_TEST

START_TEST(deep_variations)
{
    struct line_stack line;
    line_stack_init(&line, &memory);
    start_line(&line);
    for (int i = 0; i < GAME_NESTING_MAX; i++) {
        play(&line, i % 2 == 0 ? "e4" : "d4");
        ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    }
    play(&line, "e4");
    ck_assert_int_eq(line_stack_open(&line), LINE_TOO_DEEP);
    expect_position(&line, AFTER_E4);
    for (int i = GAME_NESTING_MAX; i > 0; i--) {
        ck_assert_int_eq(line_stack_close(&line), LINE_OK);
        expect_position(&line, i % 2 == 0 ? AFTER_D4 : AFTER_E4);
    }
    ck_assert_int_eq(line_stack_close(&line), LINE_NO_MOVE);
    line_stack_free(&line);
}
END_TEST

START_TEST(no_memory_for_variations)
{
    struct allocation_count count = {.fails_from = 1};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    struct memory none;
    struct line_stack line;
    memory_init(&none, &allocator, 0);
    line_stack_init(&line, &none);
    start_line(&line);
    play(&line, "e4");
    ck_assert_int_eq(line_stack_open(&line), LINE_NO_MEMORY);
    expect_position(&line, AFTER_E4);
    ck_assert_uint_eq(line.walk.depth, 0);
    line_stack_free(&line);
    ck_assert_uint_eq(count.outstanding, 0);
}
END_TEST

/* Of a text as the parser leaves it: header, movetext, result, what stands behind. */
START_TEST(places_of_items)
{
    static const uint8_t places[] = {ITEM_IN_HEADER, ITEM_IN_HEADER, 0, 0, ITEM_AFTER_RESULT};
    struct game game;
    game_init(&game, &memory);
    ck_assert_uint_eq(game_movetext_start(&game), 0);
    ck_assert_uint_eq(game_result_place(&game), 0);
    for (size_t i = 0; i < sizeof places; i++) {
        struct game_item *item = game_add_item(&game);
        ck_assert_ptr_nonnull(item);
        *item = (struct game_item){.kind = ITEM_COMMENT, .place = places[i]};
        ck_assert_uint_eq(game_movetext_start(&game), i < 2 ? i + 1 : 2);
        ck_assert_uint_eq(game_result_place(&game), i < 4 ? i + 1 : 4);
    }
    game.oddities = ODDITY_NO_RESULT;
    ck_assert_uint_eq(game_result_place(&game), SIZE_MAX);
    game.oddities = 0;
    game.trouble = TROUBLE_MOVE_SYNTAX;
    ck_assert_uint_eq(game_result_place(&game), SIZE_MAX);
    game_free(&game);
}
END_TEST

/* ---- Walks ---- */

static void expect_walk(const struct walk *walk, unsigned ply, unsigned depth, unsigned mark,
                        unsigned main_ply)
{
    ck_assert_uint_eq(walk->ply, ply);
    ck_assert_uint_eq(walk->depth, depth);
    ck_assert_uint_eq(walk->mark, mark);
    ck_assert_uint_eq(walk_main_ply(walk), main_ply);
}

START_TEST(plies_and_variations)
{
    struct walk walk;
    walk_start(&walk);
    expect_walk(&walk, 0, 0, 0, 0);
    walk_plies(&walk, 3);
    walk_mark(&walk, 7);
    ck_assert_int_eq(walk_pass(&walk, ITEM_COMMENT), 1);
    expect_walk(&walk, 3, 0, 7, 3);
    walk_plies(&walk, 0);
    expect_walk(&walk, 3, 0, 7, 3);
    ck_assert_int_eq(walk_pass(&walk, ITEM_VARIATION_BEGIN), 1);
    expect_walk(&walk, 2, 1, 0, 3);
    ck_assert_int_eq(walk_pass(&walk, ITEM_MOVE), 1);
    ck_assert_int_eq(walk_pass(&walk, ITEM_DROP), 1);
    walk_mark(&walk, 7);
    ck_assert_int_eq(walk_pass(&walk, ITEM_NULL_MOVE), 1);
    expect_walk(&walk, 5, 1, 0, 3);
    ck_assert_int_eq(walk_pass(&walk, ITEM_VARIATION_BEGIN), 1);
    expect_walk(&walk, 4, 2, 0, 3);
    ck_assert_int_eq(walk_pass(&walk, ITEM_VARIATION_END), 1);
    expect_walk(&walk, 5, 1, 0, 3);
    walk_mark(&walk, 7);
    ck_assert_int_eq(walk_pass(&walk, ITEM_VARIATION_END), 1);
    expect_walk(&walk, 3, 0, 0, 3);
    walk_mark(&walk, 7);
    walk_start(&walk);
    expect_walk(&walk, 0, 0, 0, 0);
}
END_TEST

/* What cannot stand there changes nothing. A variation needs a move of its own line, not one of the line around it. */
START_TEST(walks_refuse)
{
    struct walk walk;
    walk_start(&walk);
    ck_assert_int_eq(walk_pass(&walk, ITEM_VARIATION_BEGIN), 0);
    ck_assert_int_eq(walk_pass(&walk, ITEM_VARIATION_END), 0);
    walk_plies(&walk, 5);
    ck_assert_int_eq(walk_open(&walk), LINE_OK);
    walk_mark(&walk, 3);
    ck_assert_int_eq(walk_open(&walk), LINE_NO_MOVE);
    expect_walk(&walk, 4, 1, 3, 5);
    walk_plies(&walk, 1);
    while (walk.depth < GAME_NESTING_MAX) {
        ck_assert_int_eq(walk_open(&walk), LINE_OK);
        walk_plies(&walk, 1);
    }
    walk_mark(&walk, 3);
    ck_assert_int_eq(walk_open(&walk), LINE_TOO_DEEP);
    expect_walk(&walk, 5, GAME_NESTING_MAX, 3, 5);
    while (walk.depth > 0)
        ck_assert_int_eq(walk_close(&walk), LINE_OK);
    ck_assert_int_eq(walk_close(&walk), LINE_NO_MOVE);
    expect_walk(&walk, 5, 0, 0, 5);
}
END_TEST

/* A line without boards goes the same way, and touches none. */
START_TEST(lines_without_boards)
{
    char san[SAN_SIZE_MAX];
    struct line_stack line;
    line_stack_init(&line, &memory);
    line_stack_start(&line, NULL, LINE_NO_BOARDS);
    line_stack_make(&line, NO_MOVE);
    ck_assert_uint_eq(line_stack_make_san(&line, NO_MOVE, san), 0);
    ck_assert_int_eq(line_stack_make_null(&line), 1);
    ck_assert_uint_eq(line_stack_make_drop(&line, drop_of(QUEEN, 0), san), 0);
    expect_walk(&line.walk, 4, 0, 0, 4);
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    ck_assert_int_eq(line_stack_open(&line), LINE_NO_MOVE);
    ck_assert_int_eq(line_stack_close(&line), LINE_OK);
    ck_assert_int_eq(line_stack_close(&line), LINE_NO_MOVE);
    expect_walk(&line.walk, 4, 0, 0, 4);
    ck_assert_uint_eq(memory.held, 0);
    line_stack_free(&line);
}
END_TEST

/* How many of the boards before the present one are known, and what the last of them is. */
START_TEST(past_boards)
{
    struct line_stack line;
    struct position start;
    position_start(&start);
    line_stack_init(&line, &memory);
    line_stack_start(&line, &start, LINE_BOARDS_AND_PAST);
    ck_assert_uint_eq(line.past_count, 0);
    play(&line, "e4");
    ck_assert_uint_eq(line.past_count, 1);
    ck_assert(position_same(&line.past[0], &start));
    struct position after_e4 = line.position;
    ck_assert_int_eq(line_stack_make_null(&line), 1);
    play(&line, "d4");
    ck_assert_uint_eq(line.past_count, 2);
    ck_assert(position_same(&line.past[1], &after_e4));
    ck_assert_uint_eq(line.past_moves[1], NO_MOVE);
    ck_assert_uint_ne(line.past_moves[0], NO_MOVE);
    ck_assert_int_eq(line_stack_open(&line), LINE_OK);
    ck_assert_uint_eq(line.past_count, 1);
    play(&line, "c4");
    ck_assert_int_eq(line_stack_close(&line), LINE_OK);
    ck_assert_uint_eq(line.past_count, 0);
    line_stack_start(&line, &start, LINE_BOARDS);
    play(&line, "e4");
    ck_assert_uint_eq(line.past_count, 0);
    line_stack_free(&line);
}
END_TEST

START_TEST(freed_lines_start_anew)
{
    struct line_stack line;
    struct position start;
    position_start(&start);
    line_stack_init(&line, &memory);
    for (int i = 0; i < 2; i++) {
        line_stack_start(&line, &start, LINE_BOARDS);
        play(&line, "e4");
        ck_assert_int_eq(line_stack_open(&line), LINE_OK);
        line_stack_free(&line);
        ck_assert_uint_eq(memory.held, 0);
    }
}
END_TEST

Suite *game_suite(void)
{
    Suite *suite = suite_create("game");
    TCase *games = tcase_create("games");
    tcase_add_checked_fixture(games, start_memory, require_all_released);
    tcase_add_test(games, empty_games);
    tcase_add_test(games, clearing_keeps_nothing);
    tcase_add_test(games, many_tags_and_items);
    tcase_add_test(games, no_memory_for_tags_and_items);
    tcase_add_test(games, escapes_in_tags);
    tcase_add_test(games, escapes_end_with_the_value);
    tcase_add_test(games, escaping_can_be_undone);
    tcase_add_test(games, words);
    tcase_add_test(games, places_of_items);
    suite_add_tcase(suite, games);
    TCase *lines = tcase_create("lines");
    tcase_add_checked_fixture(lines, start_memory, require_all_released);
    tcase_add_test(lines, variations_of_moves);
    tcase_add_test(lines, variations_of_null_moves);
    tcase_add_test(lines, null_move_in_check);
    tcase_add_test(lines, deep_variations);
    tcase_add_test(lines, no_memory_for_variations);
    tcase_add_test(lines, plies_and_variations);
    tcase_add_test(lines, walks_refuse);
    tcase_add_test(lines, lines_without_boards);
    tcase_add_test(lines, past_boards);
    tcase_add_test(lines, freed_lines_start_anew);
    suite_add_tcase(suite, lines);
    return suite;
}
