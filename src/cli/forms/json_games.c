#include "cli/forms/json_games.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/base/json.h"

/* ---- Lines on their way out ---- */

static void flush(struct json_games *json)
{
    view_text_put(json->text, json->bytes, json->size);
    json->size = 0;
}

/* Where `size` bytes, not more than JSON_BYTES, may be put. */
static char *room_for(struct json_games *json, size_t size)
{
    if (size > JSON_BYTES - json->size)
        flush(json);
    return json->bytes + json->size;
}

static void put(struct json_games *json, const char *bytes, size_t size)
{
    memcpy(room_for(json, size), bytes, size);
    json->size += size;
}

static void put_text(struct json_games *json, const char *text)
{
    put(json, text, strlen(text));
}

static void put_number(struct json_games *json, uint64_t number)
{
    char digits[20];
    size_t size = 0;
    do
        digits[sizeof digits - ++size] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    put(json, digits + sizeof digits - size, size);
}

/* ---- Strings ---- */

/* Strings go slice by slice; a byte becomes at most PIECE bytes, and a slice's last character ends with it or soon after. */
enum { SLICE = 1024, PIECE = 6 };

static void set_plain(uint8_t is_plain[256])
{
    memset(is_plain, 0, 256);
    memset(&is_plain[' '], 1, '~' - ' ' + 1);
    is_plain['"'] = is_plain['\\'] = 0;
}

static size_t slice_of(size_t size)
{
    return size < SLICE ? size : SLICE;
}

/* Puts what is not plain. Returns the end of what was put. */
static char *put_odd(char *to, struct pgnpack_text *text)
{
    const char *start = text->data;
    char piece[JSON_PIECE_SIZE];
    size_t size = json_character(&text->data, &text->size, piece);
    memcpy(to, piece[0] != '\0' ? piece : start, size);
    return to + size;
}

static void put_string(struct json_games *json, struct pgnpack_text text)
{
    put(json, "\"", 1);
    while (text.size != 0) {
        size_t slice = slice_of(text.size);
        const char *end = text.data + text.size, *slice_end = text.data + slice;
        char *to = room_for(json, (slice + 1) * PIECE);
        while (text.data < slice_end)
            if (json->is_plain[(unsigned char)*text.data]) {
                *to++ = *text.data++;
            } else {
                text.size = (size_t)(end - text.data);
                to = put_odd(to, &text);
            }
        text.size = (size_t)(end - text.data);
        json->size = (size_t)(to - json->bytes);
    }
    put(json, "\"", 1);
}

static void put_value(struct json_games *json, struct pgnpack_text value)
{
    struct pgnpack_text plain = tag_text_plain(&json->plain, value);
    if (plain.data != NULL || value.data == NULL)
        put_string(json, plain);
    else
        json->text->status = command_no_memory(json->text->context);
}

/* "e4 e5" as "e4","e5". */
static void put_words(struct json_games *json, const char *words, size_t size)
{
    const char *end = words + size;
    put(json, "\"", size != 0);
    while (words < end) {
        const char *slice_end = words + slice_of((size_t)(end - words));
        char *to = room_for(json, SLICE * 3);
        for (; words < slice_end; words++) { /* without a branch: words end at random */
            size_t is_space = *words == ' ';
            to[0] = is_space ? '"' : *words;
            to[1] = ',';
            to[2] = '"';
            to += 1 + 2 * is_space;
        }
        json->size = (size_t)(to - json->bytes);
    }
    put(json, "\"", size != 0);
}

/* ---- Games ---- */

/* Looks at the first tags only: nobody has more of them, and a hostile game is read in linear time. */
static int is_repeated(const struct pgnpack_game *game, size_t n, struct pgnpack_text name)
{
    struct pgnpack_text other, value;
    for (size_t i = 0; i < n && i < JSON_TAGS_COMPARED; i++) {
        pgnpack_game_tag(game, i, &other, &value);
        if (other.size == name.size && memcmp(other.data, name.data, name.size) == 0)
            return 1;
    }
    return 0;
}

/* One of 64 bits, the same for the same names. */
static uint64_t mark_of(struct pgnpack_text name)
{
    unsigned sum = (unsigned)name.size;
    if (name.size != 0)
        sum += (unsigned char)name.data[0] * 7u + (unsigned char)name.data[name.size / 2] * 5u +
               (unsigned char)name.data[name.size - 1] * 3u;
    return (uint64_t)1 << sum % 64;
}

static void put_tags(struct json_games *json, const struct pgnpack_game *game)
{
    struct pgnpack_text name, value;
    size_t count = pgnpack_game_tag_count(game);
    uint64_t marks = 0;
    put_text(json, ",\"tags\":{");
    for (size_t i = 0; i < count; i++) {
        pgnpack_game_tag(game, i, &name, &value);
        uint64_t mark = mark_of(name);
        if ((marks & mark) != 0 && is_repeated(game, i, name))
            continue;
        put(json, ",", i != 0);
        marks |= mark;
        put_string(json, name);
        put(json, ":", 1);
        put_value(json, value);
    }
    put(json, "}", 1);
}

static void put_moves(struct json_games *json)
{
    uint32_t start = json->san_offsets[json->line], end = json->san_offsets[json->line + 1];
    put_text(json, ",\"moves\":[");
    put_words(json, json->san + start, end - start);
    put(json, "]", 1);
    json->line++;
}

static void put_place(struct json_games *json)
{
    const struct row_place *place = json->place;
    put_text(json, "\"file\":");
    put_string(json, (struct pgnpack_text){place->file, strlen(place->file)});
    put_text(json, ",\"ply\":");
    put_number(json, place->ply);
    put_text(json, ",\"last_ply\":");
    put_number(json, place->last_ply);
    put_text(json, ",");
}

static void put_game(struct json_games *json, uint64_t number, const struct pgnpack_game *game)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};
    enum pgnpack_result result = pgnpack_game_result(game);
    put_text(json, "{");
    if (json->place != NULL)
        put_place(json);
    put_text(json, "\"number\":");
    put_number(json, number);
    put_text(json, ",\"plies\":");
    put_number(json, pgnpack_game_ply_count(game));
    put_text(json, ",\"result\":\"");
    put_text(json, (unsigned)result < 4 ? results[result] : results[0]);
    put_text(json, "\"");
    put_tags(json, game);
    if (json->batch != NULL)
        put_moves(json);
    put_text(json, "}\n");
}

/* Lines of `game` and those after it. There is room for the first at least. */
static enum pgnpack_status next_lines(struct json_games *json, const struct pgnpack_game *game)
{
    size_t needed = ((size_t)pgnpack_game_ply_count(game) + 1) * PGNPACK_SAN_SIZE;
    if (!GROW(json->san, json->san_capacity, needed)) {
        json->text->status = command_no_memory(json->text->context);
        return PGNPACK_ERROR_MEMORY;
    }
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = JSON_GAMES,
                                            .san = {json->san, json->san_capacity, json->san_offsets, NULL}};
    json->line = 0;
    enum pgnpack_status status = pgnpack_batch_next(json->batch, &columns, &json->line_count);
    json->batch_failed = status != PGNPACK_OK;
    return status;
}

struct json_games *json_games_new(struct view_text *text, const struct pgnpack_reader *reader, int with_moves)
{
    const struct pgnpack_batch_options options = {.size = sizeof options, .parts = PGNPACK_BATCH_SAN};
    struct json_games *json = calloc(1, sizeof *json);
    if (json == NULL)
        return NULL;
    json->text = text;
    set_plain(json->is_plain);
    json->cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE);
    json->batch = with_moves ? pgnpack_batch_new(reader, &options) : NULL;
    json->san_capacity = JSON_BYTES;
    json->san = malloc(json->san_capacity);
    if (json->cursor != NULL && json->san != NULL && (json->batch != NULL) == with_moves)
        return json;
    json_games_free(json);
    return NULL;
}

void json_games_free(struct json_games *json)
{
    if (json == NULL)
        return;
    pgnpack_cursor_free(json->cursor);
    pgnpack_batch_free(json->batch);
    free(json->san);
    free(json->plain.bytes);
    free(json);
}

enum pgnpack_status json_games_write(struct json_games *json, uint64_t first, uint64_t last,
                                     uint64_t *next_ret)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status = pgnpack_cursor_limit(json->cursor, first, last - first + 1);
    if (json->batch != NULL)
        pgnpack_batch_limit(json->batch, first, last - first + 1);
    json->line = json->line_count = 0;
    json->batch_failed = 0;
    *next_ret = first;
    while (json->text->status == EXIT_FINE &&
           (status = pgnpack_cursor_next(json->cursor, &game)) == PGNPACK_OK) {
        if (json->batch != NULL && json->line == json->line_count)
            status = next_lines(json, game);
        if (status != PGNPACK_OK)
            break;
        put_game(json, pgnpack_cursor_game_number(json->cursor), game);
        *next_ret = pgnpack_cursor_game_number(json->cursor) + 1;
    }
    flush(json);
    return status;
}

const struct pgnpack_error *json_games_error(struct json_games *json)
{
    return json->batch_failed ? pgnpack_batch_error(json->batch) : pgnpack_cursor_error(json->cursor);
}
