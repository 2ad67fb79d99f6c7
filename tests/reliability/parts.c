/* Every choice of parts that a cursor reads, against the games that the PGN reader finds in the text itself. */
#include <string.h>

#include "reliability/reliability.h"
#include "shared/game_look.h"
#include "shared/mutate.h"
#include "shared/sample.h"

enum {
    ALL_PARTS = 16, /* masks */
    LEVELS = PGNPACK_LEVEL_MAX,
    CODECS = PGNPACK_MOVES_TABLE
};

static int texts_equal(struct pgnpack_text a, struct pgnpack_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

static int tags_equal(const struct pgnpack_game *game, const struct pgnpack_game *expected)
{
    size_t count = tag_count(expected);
    int equal = tag_count(game) == count;
    for (size_t i = 0; equal && i < count; i++) {
        struct pgnpack_text name, value, expected_name, expected_value;
        pgnpack_game_tag(game, i, &name, &value);
        pgnpack_game_tag(expected, i, &expected_name, &expected_value);
        equal = texts_equal(name, expected_name) && texts_equal(value, expected_value);
    }
    return equal;
}

static int has_own_text(enum pgnpack_item_kind kind)
{
    return kind == PGNPACK_ITEM_COMMENT || kind == PGNPACK_ITEM_LINE_COMMENT || kind == PGNPACK_ITEM_ESCAPE;
}

/* Both boards take the item alike, and stand alike behind it. */
static int step_equally(struct pgnpack_board *board, const struct pgnpack_item *item,
                        struct pgnpack_board *expected_board, const struct pgnpack_item *expected)
{
    char fen[PGNPACK_FEN_SIZE], expected_fen[PGNPACK_FEN_SIZE];
    return pgnpack_board_step(board, item) == PGNPACK_OK &&
           pgnpack_board_step(expected_board, expected) == PGNPACK_OK &&
           pgnpack_board_fen(board, fen) == pgnpack_board_fen(expected_board, expected_fen) &&
           strcmp(fen, expected_fen) == 0;
}

/* Comments among the tags are in the text alone. */
static size_t pass_header(const struct pgnpack_game *game)
{
    struct pgnpack_item item = {0};
    size_t i = 0;
    while (pgnpack_game_item(game, i, &item) && item.in_header)
        i++;
    return i;
}

/* From these on; all but the spelling. */
static int rest_equal(struct pgnpack_board *board, const struct pgnpack_game *game, size_t at,
                      struct pgnpack_board *expected_board, const struct pgnpack_game *expected,
                      size_t expected_at)
{
    /* What is not set stays different. */
    struct pgnpack_item item = {.in_header = 2, .after_result = 2};
    struct pgnpack_item other = {.in_header = 3, .after_result = 3};
    /* Which comments stand behind the result is not kept of a game that broke off. */
    int is_whole = details_of(expected).trouble == NULL;
    pgnpack_board_start(board, game);
    pgnpack_board_start(expected_board, expected);
    for (; pgnpack_game_item(expected, expected_at, &other); at++, expected_at++)
        if (!pgnpack_game_item(game, at, &item) || item.kind != other.kind || item.value != other.value ||
            item.in_header != other.in_header || (is_whole && item.after_result != other.after_result) ||
            (has_own_text(item.kind) && !texts_equal(item.text, other.text)) ||
            !step_equally(board, &item, expected_board, &other))
            return 0;
    return !pgnpack_game_item(game, at, &item);
}

static int items_equal(const struct pgnpack_game *game, const struct pgnpack_game *expected)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    struct pgnpack_board *expected_board = pgnpack_board_new(NULL);
    int equal = board != NULL && expected_board != NULL &&
                rest_equal(board, game, pass_header(game), expected_board, expected, pass_header(expected));
    pgnpack_free(board);
    pgnpack_free(expected_board);
    return equal;
}

/* What of a game differs from what the mask promises, in a word; NULL: nothing. */
static const char *difference(const struct pgnpack_game *game, const struct pgnpack_game *expected,
                              unsigned parts)
{
    unsigned moves = PGNPACK_PART_MOVES | PGNPACK_PART_TEXT;
    unsigned shape = moves | PGNPACK_PART_SHAPE;
    unsigned tags = PGNPACK_PART_TAGS | PGNPACK_PART_TEXT;
    if (parts & tags ? !tags_equal(game, expected) : tag_count(game) != 0)
        return "tags";
    if ((parts & shape) && pgnpack_game_result(game) != pgnpack_game_result(expected))
        return "result";
    if (pgnpack_game_ply_count(game) != (parts & shape ? pgnpack_game_ply_count(expected) : 0))
        return "plies";
    if (parts & moves ? !items_equal(game, expected) : item_count(game) != 0)
        return "items";
    return NULL;
}

/* A text that was not asked for is not there; whoever tries has to seek again. */
static int text_is_absent(struct pgnpack_cursor *cursor, uint64_t next)
{
    struct pgnpack_text text;
    return pgnpack_cursor_text(cursor, &text) == PGNPACK_ERROR_ARGUMENT && text.size == 0 &&
           pgnpack_cursor_seek(cursor, next) != PGNPACK_ERROR_ARGUMENT;
}

/* The PGN of the game's text is the same game. That the texts together are the whole one, cursor_texts_match() sees. */
static int text_is_right(struct pgnpack_cursor *cursor, const struct pgnpack_game *expected)
{
    struct pgnpack_text text;
    const struct pgnpack_game *again;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    if (pgnpack_cursor_text(cursor, &text) != PGNPACK_OK || reader == NULL)
        return 0;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text.data, text.size));
    int right = pgnpack_pgn_reader_next(reader, &again) == PGNPACK_OK && tags_equal(again, expected) &&
                items_equal(again, expected);
    pgnpack_free(reader);
    return right;
}

/* What is compared: a cursor and, block by block, the games that the PGN reader finds in the text. */
struct comparison {
    const struct pgnpack_reader *database;
    const struct bytes *text;
    unsigned parts;
    struct pgnpack_cursor *cursor;
    struct pgnpack_pgn_reader *reader;
    uint64_t number; /* of the game that is compared, from 1 */
};

static const char *compare_game(struct comparison *comparison)
{
    const struct pgnpack_game *game, *expected;
    unsigned parts = comparison->parts;
    comparison->number++;
    if (pgnpack_pgn_reader_next(comparison->reader, &expected) != PGNPACK_OK)
        return "one more than in the text";
    if (pgnpack_cursor_next(comparison->cursor, &game) != PGNPACK_OK)
        return "is not there";
    const char *differs = difference(game, expected, parts);
    if (differs == NULL && (parts & PGNPACK_PART_TEXT) && !text_is_right(comparison->cursor, expected))
        differs = "text";
    if (differs == NULL && !(parts & PGNPACK_PART_TEXT) && comparison->number == 1 &&
        !text_is_absent(comparison->cursor, 2))
        differs = "text without asking";
    return differs;
}

/* What differs in which game; NULL: nothing. */
static const char *compare_blocks(struct comparison *comparison)
{
    const struct pgnpack_game *game;
    struct pgnpack_block_info block;
    size_t at = 0;
    for (uint64_t n = 0; pgnpack_reader_block(comparison->database, n, &block); n++) {
        pgnpack_pgn_reader_open(comparison->reader,
                                PGNPACK_FROM_MEMORY(comparison->text->data + at, (size_t)block.text_size));
        for (uint64_t i = 0; i < block.game_count; i++) {
            const char *differs = compare_game(comparison);
            if (differs != NULL)
                return differs;
        }
        if (pgnpack_pgn_reader_next(comparison->reader, &game) != PGNPACK_END)
            return "the next one is missing";
        at += (size_t)block.text_size;
    }
    return pgnpack_cursor_next(comparison->cursor, &game) == PGNPACK_END ? NULL : "it is not the last";
}

static int parts_are_right(const struct pgnpack_reader *database, unsigned parts, const struct bytes *text,
                           const struct pack_setup *setup)
{
    const char *differs = "memory";
    struct comparison comparison = {.database = database, .text = text, .parts = parts};
    comparison.cursor = pgnpack_cursor_new(database, parts);
    comparison.reader = pgnpack_pgn_reader_new(NULL);
    if (comparison.cursor != NULL && comparison.reader != NULL)
        differs = compare_blocks(&comparison);
    pgnpack_free(comparison.reader);
    pgnpack_free(comparison.cursor);
    return expect(differs == NULL, "parts %u at level %d, moves %d, game %llu: %s", parts, setup->level,
                  (int)setup->moves, (unsigned long long)comparison.number, differs);
}

static void try_each_mask(const struct bytes *text, const struct pack_setup *setup)
{
    struct bytes packed = {0};
    struct pgnpack_reader *database = pgnpack_reader_new(NULL);
    int right = pack_bytes(setup, text->data, text->size, &packed) == PGNPACK_OK && database != NULL &&
                pgnpack_reader_open(database, PGNPACK_FROM_MEMORY(packed.data, packed.size)) == PGNPACK_OK;
    expect(right, "parts: packing at level %d", setup->level);
    for (unsigned parts = 0; right && parts < ALL_PARTS; parts++)
        right &= parts_are_right(database, parts, text, setup);
    if (!right)
        keep_input(text);
    pgnpack_free(database);
    bytes_free(&packed);
}

void try_parts(unsigned long rounds)
{
    static const uint64_t block_sizes[] = {0, 400, 1500};
    uint64_t random = 23;
    for (unsigned long n = 0; n < rounds * LEVELS * CODECS; n++) {
        struct bytes text = {0};
        struct pack_setup setup = {.level = 1 + (int)(n % LEVELS),
                                   .moves = (enum pgnpack_moves)(1 + n / LEVELS % CODECS),
                                   .block_size = block_sizes[random_below(&random, 3)]};
        append_games(&text, 4 + (unsigned)random_below(&random, 8), next_random(&random));
        for (size_t times = random_below(&random, 60); times > 0; times--)
            annotate_pgn(&text, &random);
        for (size_t times = random_below(&random, 3); times > 0; times--)
            mutate_pgn(&text, &random);
        try_each_mask(&text, &setup);
        bytes_free(&text);
    }
    report("parts: each of %d choices of %lu databases", ALL_PARTS, rounds * LEVELS * CODECS);
}
