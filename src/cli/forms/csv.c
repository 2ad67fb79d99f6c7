#include "cli/forms/csv.h"

#include <stdlib.h>
#include <string.h>

#include "cli/run/game_choice.h"

/* ---- Lines on their way out ---- */

static void flush(struct csv *csv)
{
    view_text_put(csv->rows->text, csv->bytes, csv->size);
    csv->size = 0;
}

static void put_byte(struct csv *csv, char byte)
{
    if (csv->size == CSV_BYTES)
        flush(csv);
    csv->bytes[csv->size++] = byte;
}

static void put_number(struct csv *csv, uint64_t number)
{
    char digits[20];
    size_t size = 0;
    do
        digits[sizeof digits - ++size] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    if (size > CSV_BYTES - csv->size)
        flush(csv);
    memcpy(csv->bytes + csv->size, digits + sizeof digits - size, size);
    csv->size += size;
}

/* ---- Values: RFC 4180, with line ends of one byte ---- */

enum { NEEDS_QUOTES = 1, HAS_QUOTES = 2 };

/* What each byte asks for. */
static const uint8_t needs[256] = {
    [','] = NEEDS_QUOTES, ['\n'] = NEEDS_QUOTES, ['\r'] = NEEDS_QUOTES, ['"'] = NEEDS_QUOTES | HAS_QUOTES};

static unsigned needs_of(struct pgnpack_text value)
{
    unsigned found = 0;
    for (size_t i = 0; i < value.size; i++)
        found |= needs[(unsigned char)value.data[i]];
    return found;
}

static void put_bytes(struct csv *csv, struct pgnpack_text value)
{
    if (value.size > CSV_BYTES - csv->size) {
        flush(csv);
        if (value.size > CSV_BYTES) {
            view_text_put(csv->rows->text, value.data, value.size);
            return;
        }
    }
    if (value.size != 0)
        memcpy(csv->bytes + csv->size, value.data, value.size);
    csv->size += value.size;
}

static void put_doubling(struct csv *csv, struct pgnpack_text value)
{
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] == '"')
            put_byte(csv, '"');
        put_byte(csv, value.data[i]);
    }
}

static void put_value(struct csv *csv, struct pgnpack_text value)
{
    unsigned found = needs_of(value);
    if (found == 0) {
        put_bytes(csv, value);
        return;
    }
    put_byte(csv, '"');
    if (found == NEEDS_QUOTES)
        put_bytes(csv, value);
    else
        put_doubling(csv, value);
    put_byte(csv, '"');
}

static void put_tag(struct csv *csv, struct pgnpack_text value)
{
    struct pgnpack_text plain = tag_text_plain(&csv->plain, value);
    if (plain.data != NULL || value.data == NULL)
        put_value(csv, plain);
    else
        csv->rows->text->status = command_no_memory(csv->rows->text->context);
}

static void put_column(struct csv *csv, size_t column, size_t game)
{
    const struct row_place *place = csv->rows->place;
    char id[PGNPACK_ID_SIZE];
    switch (csv->rows->columns[column].kind) {
    case ROW_NUMBER:
        put_number(csv, csv->numbers[game]);
        break;
    case ROW_ID:
        id[0] = '\0';
        if (csv->rows->text->status == EXIT_FINE)
            csv->rows->text->status =
                game_id_show(csv->rows->text->context, csv->file, csv->reader, csv->numbers[game], id);
        put_value(csv, (struct pgnpack_text){id, strlen(id)});
        break;
    case ROW_PLIES:
        put_number(csv, csv->plies[game]);
        break;
    case ROW_FILE:
        put_value(csv, (struct pgnpack_text){place->file, strlen(place->file)});
        break;
    case ROW_PLY:
        put_number(csv, place->ply);
        break;
    case ROW_LAST_PLY:
        put_number(csv, place->last_ply);
        break;
    case ROW_TAG:
        put_tag(csv, csv->views[csv->tags[column]][game]);
        break;
    }
}

static void put_game(struct csv *csv, size_t game)
{
    const struct rows *rows = csv->rows;
    for (size_t i = 0; i < rows->column_count; i++) {
        if (i != 0)
            put_byte(csv, ',');
        put_column(csv, i, game);
    }
    put_byte(csv, '\n');
}

static size_t tag_of(const struct rows *rows, const char *name)
{
    size_t i = 0;
    while (i < rows->tag_count && strcmp(rows->tags[i], name) != 0)
        i++;
    return i;
}

struct csv *csv_new(struct rows *rows, const char *file, const struct pgnpack_reader *reader)
{
    struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = rows->tags, .tag_count = rows->tag_count};
    struct csv *csv = malloc(sizeof *csv);
    if (csv == NULL)
        return NULL;
    csv->rows = rows;
    csv->file = file;
    csv->reader = reader;
    csv->size = 0;
    csv->plain = (struct tag_text){0};
    for (size_t i = 0; i < rows->column_count; i++) {
        csv->tags[i] = tag_of(rows, rows->columns[i].name);
        options.parts |= rows->columns[i].kind == ROW_PLIES ? PGNPACK_BATCH_PLIES : 0u;
    }
    csv->values = malloc((rows->tag_count + 1) * CSV_GAMES * sizeof *csv->values);
    csv->batch = pgnpack_batch_new(reader, &options);
    for (size_t i = 0; i < rows->tag_count && csv->values != NULL; i++)
        csv->views[i] = csv->values + i * CSV_GAMES;
    if (csv->values != NULL && csv->batch != NULL)
        return csv;
    csv_free(csv);
    return NULL;
}

void csv_free(struct csv *csv)
{
    if (csv == NULL)
        return;
    pgnpack_batch_free(csv->batch);
    free(csv->values);
    free(csv->plain.bytes);
    free(csv);
}

/* Which tags these games have. */
static void note_tags(struct csv *csv, size_t count)
{
    struct rows *rows = csv->rows;
    rows->game_count += count;
    for (size_t tag = 0; tag < rows->tag_count; tag++)
        for (size_t i = 0; i < count && !rows->is_found[tag]; i++)
            rows->is_found[tag] = csv->views[tag][i].size != 0;
}

enum pgnpack_status csv_write_games(struct csv *csv, uint64_t first, uint64_t last, uint64_t *next_ret)
{
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = CSV_GAMES,
                                            .numbers = csv->numbers,
                                            .plies = csv->plies,
                                            .views = csv->views};
    enum pgnpack_status status = pgnpack_batch_limit(csv->batch, first, last - first + 1);
    size_t count;
    *next_ret = first;
    while (csv->rows->text->status == EXIT_FINE &&
           (status = pgnpack_batch_next(csv->batch, &columns, &count)) == PGNPACK_OK) {
        for (size_t i = 0; i < count; i++)
            put_game(csv, i);
        note_tags(csv, count);
        *next_ret = csv->numbers[count - 1] + 1;
    }
    flush(csv);
    return status;
}

void csv_write_head(const struct rows *rows)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        const char *name = rows->columns[i].name;
        unsigned found = needs_of((struct pgnpack_text){name, strlen(name)});
        view_text_string(rows->text, i == 0 ? "" : ",");
        view_text_string(rows->text, found & NEEDS_QUOTES ? "\"" : "");
        for (; *name != '\0'; name++) {
            view_text_put(rows->text, "\"", *name == '"');
            view_text_put(rows->text, name, 1);
        }
        view_text_string(rows->text, found & NEEDS_QUOTES ? "\"" : "");
    }
    view_text_string(rows->text, "\n");
}
