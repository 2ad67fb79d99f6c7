#include "cli/forms/json_games.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/forms/count_row.h"
#include "cli/forms/json.h"

enum { SAN_BYTES = 32 << 10 }; /* at first */

static void put_value(struct json_games *json, struct pgnpack_text value)
{
    struct pgnpack_text plain = tag_text_plain(&json->plain, value);
    if (plain.data != NULL || value.data == NULL)
        json_put_text(json->text, plain);
    else
        json->text->status = command_no_memory(json->text->context);
}

/* "e4 e5" as "e4","e5". */
static void put_words(struct view_text *text, const char *words, size_t size)
{
    enum { SLICE = 1024 };
    const char *end = words + size;
    view_text_put(text, "\"", size != 0);
    while (words < end) {
        const char *slice_end = end - words > SLICE ? words + SLICE : end;
        char *start = view_text_room(text, SLICE * 3), *to = start;
        for (; words < slice_end; words++) { /* without a branch: words end at random */
            size_t is_space = *words == ' ';
            to[0] = is_space ? '"' : *words;
            to[1] = ',';
            to[2] = '"';
            to += 1 + 2 * is_space;
        }
        view_text_took(text, (size_t)(to - start));
    }
    view_text_put(text, "\"", size != 0);
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
    uint64_t marks = 0;
    view_text_string(json->text, ",\"tags\":{");
    for (size_t i = 0; pgnpack_game_tag(game, i, &name, &value); i++) {
        uint64_t mark = mark_of(name);
        if ((marks & mark) != 0 && is_repeated(game, i, name))
            continue;
        view_text_put(json->text, ",", i != 0);
        marks |= mark;
        json_put_text(json->text, name);
        view_text_put(json->text, ":", 1);
        put_value(json, value);
    }
    view_text_put(json->text, "}", 1);
}

static void put_moves(struct json_games *json)
{
    uint32_t start = json->san_offsets[json->line], end = json->san_offsets[json->line + 1];
    view_text_string(json->text, ",\"moves\":[");
    put_words(json->text, json->san + start, end - start);
    view_text_put(json->text, "]", 1);
    json->line++;
}

static void put_place(struct view_text *text, const struct row_place *place)
{
    view_text_string(text, "\"file\":");
    json_put_string(text, place->file);
    view_text_string(text, ",\"ply\":");
    view_text_number(text, place->ply);
    view_text_string(text, ",\"last_ply\":");
    view_text_number(text, place->last_ply);
    view_text_string(text, place->as_black ? ",\"colour\":\"Black\"," : ",\"colour\":\"White\",");
    if (place->last_known != NULL) {
        view_text_string(text, "\"known\":");
        view_text_number(text, place->known);
        view_text_string(text, ",\"last_known\":");
        json_put_string(text, place->last_known);
        view_text_string(text, ",");
    }
    if (place->fen == NULL)
        return;
    view_text_string(text, "\"fen\":");
    json_put_string(text, place->fen);
    view_text_string(text, ",\"move\":");
    json_put_string(text, place->move);
    view_text_string(text, ",");
}

static void put_game(struct json_games *json, uint64_t number, const struct pgnpack_game *game)
{
    struct view_text *text = json->text;
    view_text_string(text, "{");
    if (json->place != NULL)
        put_place(text, json->place);
    view_text_string(text, "\"number\":");
    view_text_number(text, number);
    view_text_string(text, ",\"plies\":");
    view_text_number(text, pgnpack_game_ply_count(game));
    view_text_string(text, ",\"result\":\"");
    view_text_string(text, result_text(pgnpack_game_result(game)));
    view_text_string(text, "\"");
    put_tags(json, game);
    if (json->batch != NULL)
        put_moves(json);
    view_text_string(text, "}\n");
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
    json->cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE);
    json->batch = with_moves ? pgnpack_batch_new(reader, &options) : NULL;
    json->san_capacity = SAN_BYTES;
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
    pgnpack_free(json->cursor);
    pgnpack_free(json->batch);
    free(json->san);
    free(json->plain.bytes);
    free(json);
}

enum pgnpack_status json_games_write(struct json_games *json, uint64_t first, uint64_t last,
                                     uint64_t *next_ret)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status = pgnpack_cursor_range(json->cursor, first, last - first + 1);
    if (json->batch != NULL)
        pgnpack_batch_range(json->batch, first, last - first + 1);
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
    return status;
}

const struct pgnpack_error *json_games_error(struct json_games *json)
{
    return json->batch_failed ? pgnpack_error(json->batch) : pgnpack_error(json->cursor);
}
