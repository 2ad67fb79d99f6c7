/*
 * check_numbers FILE.bcgn FILE.pgn [SEGMENTS]: the database holds the games of the text, under the same numbers:
 * each game's bytes one after the other, again each block's first and last game, and games picked anywhere. White
 * space around a game is not compared: at the end of a block it belongs to no game. With SEGMENTS, the database
 * was joined of so many files. Exit status 1 when anything differs.
 */
#include <pgnpack.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char program[] = "check_numbers";

/* Where each game of the text begins, and at last where the text ends. */
struct places {
    size_t *offsets;
    uint64_t count;
};

struct comparison {
    const char *text;
    struct places places;
    struct pgnpack_cursor *cursor;
    uint64_t differing;
};

static void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", program, what);
    exit(1);
}

static char *read_file(const char *path, size_t *size_ret)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        fail("a file cannot be read");
    size_t size = (size_t)ftell(file);
    char *bytes = malloc(size + 1);
    rewind(file);
    if (bytes == NULL || fread(bytes, 1, size, file) != size)
        fail("a file cannot be read");
    fclose(file);
    *size_ret = size;
    return bytes;
}

static void add_place(struct places *places, size_t offset, size_t *capacity)
{
    if (places->count == *capacity) {
        *capacity = 2 * *capacity + 1024;
        places->offsets = realloc(places->offsets, *capacity * sizeof *places->offsets);
        if (places->offsets == NULL)
            fail("out of memory");
    }
    places->offsets[places->count++] = offset;
}

static struct places find_games(const char *text, size_t text_size)
{
    struct places places = {0};
    size_t capacity = 0;
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, text_size));
    while (pgnpack_pgn_reader_next(reader, &game) == PGNPACK_OK) {
        struct pgnpack_place place;
        pgnpack_pgn_reader_place(reader, 0, &place);
        add_place(&places, (size_t)place.offset, &capacity);
    }
    if (pgnpack_error(reader)->status != PGNPACK_END)
        fail("the text cannot be read");
    add_place(&places, text_size, &capacity);
    places.count--;
    pgnpack_free(reader);
    return places;
}

static int is_white(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static struct pgnpack_text without_white(struct pgnpack_text text)
{
    for (; text.size > 0 && is_white(text.data[0]); text.size--)
        text.data++;
    while (text.size > 0 && is_white(text.data[text.size - 1]))
        text.size--;
    return text;
}

/* Compares the cursor's next game, which is to be game `number`. */
static void compare_next(struct comparison *comparison, uint64_t number)
{
    const size_t *place = &comparison->places.offsets[number - 1];
    const struct pgnpack_game *game;
    struct pgnpack_text text, wanted = {comparison->text + place[0], place[1] - place[0]};
    if (pgnpack_cursor_next(comparison->cursor, &game) != PGNPACK_OK ||
        pgnpack_cursor_text(comparison->cursor, &text) != PGNPACK_OK)
        fail(pgnpack_error(comparison->cursor)->text);
    text = without_white(text);
    wanted = without_white(wanted);
    if (pgnpack_cursor_game_number(comparison->cursor) == number && text.size == wanted.size &&
        memcmp(text.data, wanted.data, text.size) == 0)
        return;
    if (comparison->differing++ < 10)
        fprintf(stderr, "%s: game %" PRIu64 " differs\n", program, number);
}

static void compare_at(struct comparison *comparison, uint64_t number)
{
    if (pgnpack_cursor_seek(comparison->cursor, number) != PGNPACK_OK)
        fail("a game is not found");
    compare_next(comparison, number);
}

static void compare_all(struct comparison *comparison)
{
    const struct pgnpack_game *game;
    for (uint64_t number = 1; number <= comparison->places.count; number++)
        compare_next(comparison, number);
    if (pgnpack_cursor_next(comparison->cursor, &game) != PGNPACK_END)
        fail("there is something behind the last game");
}

/* The first and the last game of each block, from the last block to the first. */
static void compare_ends(struct comparison *comparison, const struct pgnpack_reader *reader)
{
    struct pgnpack_block_info block;
    for (uint64_t n = pgnpack_reader_info(reader)->block_count; n > 0; n--) {
        if (!pgnpack_reader_block(reader, n - 1, &block) || block.game_count == 0)
            continue;
        compare_at(comparison, block.first_game + block.game_count - 1);
        compare_at(comparison, block.first_game);
    }
}

static void compare_picked(struct comparison *comparison)
{
    enum { PICKED = 500 };
    uint64_t state = 1;
    for (unsigned i = 0; i < PICKED && comparison->places.count != 0; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        compare_at(comparison, (state >> 33) % comparison->places.count + 1);
    }
}

static void compare(struct comparison *comparison, const struct pgnpack_reader *reader)
{
    if (pgnpack_reader_info(reader)->game_count != comparison->places.count) {
        fprintf(stderr, "%s: %" PRIu64 " games, and the text has %" PRIu64 "\n", program,
                pgnpack_reader_info(reader)->game_count, comparison->places.count);
        exit(1);
    }
    compare_all(comparison);
    compare_ends(comparison, reader);
    compare_picked(comparison);
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4) {
        fprintf(stderr, "check_numbers FILE.bcgn FILE.pgn [SEGMENTS]\n");
        return 2;
    }
    size_t packed_size, text_size;
    char *packed = read_file(argv[1], &packed_size);
    char *text = read_file(argv[2], &text_size);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    if (pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed, packed_size)) != PGNPACK_OK)
        fail(pgnpack_error(reader)->text);
    if (argc == 4 && pgnpack_reader_info(reader)->segment_count != strtoull(argv[3], NULL, 10))
        fail("the number of segments is another one");
    struct comparison comparison = {.text = text, .places = find_games(text, text_size)};
    comparison.cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    compare(&comparison, reader);
    printf("%" PRIu64 " games, %" PRIu64 " segments, %" PRIu64 " blocks: %" PRIu64 " differ\n",
           comparison.places.count, pgnpack_reader_info(reader)->segment_count,
           pgnpack_reader_info(reader)->block_count, comparison.differing);
    pgnpack_free(comparison.cursor);
    pgnpack_free(reader);
    free(comparison.places.offsets);
    free(text);
    free(packed);
    return comparison.differing == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
