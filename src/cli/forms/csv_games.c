#include "cli/forms/csv_games.h"

#include <stdlib.h>
#include <string.h>

#include "cli/forms/csv.h"
#include "cli/run/game_choice.h"

static void put_tag(struct csv *csv, struct pgnpack_text value)
{
    struct pgnpack_text plain = tag_text_plain(&csv->plain, value);
    if (plain.data != NULL || value.data == NULL)
        csv_put_value(csv->rows->text, plain);
    else
        csv->rows->text->status = command_no_memory(csv->rows->text->context);
}

static void put_id(struct csv *csv, size_t game)
{
    struct view_text *text = csv->rows->text;
    char id[PGNPACK_ID_SIZE];
    game_id_show(text, csv->file, csv->reader, csv->numbers[game], id);
    csv_put_string(text, id);
}

static void put_column(struct csv *csv, size_t column, size_t game)
{
    struct view_text *text = csv->rows->text;
    const struct row_place *place = csv->rows->place;
    switch (csv->rows->columns[column].kind) {
    case ROW_NUMBER:
        view_text_number(text, csv->numbers[game]);
        break;
    case ROW_ID:
        put_id(csv, game);
        break;
    case ROW_PLIES:
        view_text_number(text, csv->plies[game]);
        break;
    case ROW_FILE:
        csv_put_string(text, place->file);
        break;
    case ROW_PLY:
        view_text_number(text, place->ply);
        break;
    case ROW_LAST_PLY:
        view_text_number(text, place->last_ply);
        break;
    case ROW_FEN:
        csv_put_string(text, place->fen);
        break;
    case ROW_MOVE:
        csv_put_string(text, place->move);
        break;
    case ROW_COLOUR:
        view_text_string(text, place->as_black ? "Black" : "White");
        break;
    case ROW_KNOWN:
        if (place->last_known != NULL)
            view_text_number(text, place->known);
        break;
    case ROW_LAST_KNOWN:
        csv_put_string(text, place->last_known != NULL ? place->last_known : "");
        break;
    case ROW_TAG:
        put_tag(csv, csv->views[csv->tags[column]][game]);
        break;
    }
}

static void put_game(struct csv *csv, size_t game)
{
    for (size_t i = 0; i < csv->rows->column_count; i++) {
        view_text_put(csv->rows->text, ",", i != 0);
        put_column(csv, i, game);
    }
    view_text_put(csv->rows->text, "\n", 1);
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
    pgnpack_free(csv->batch);
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
    enum pgnpack_status status = pgnpack_batch_range(csv->batch, first, last - first + 1);
    size_t count;
    *next_ret = first;
    while (csv->rows->text->status == EXIT_FINE &&
           (status = pgnpack_batch_next(csv->batch, &columns, &count)) == PGNPACK_OK) {
        for (size_t i = 0; i < count; i++)
            put_game(csv, i);
        note_tags(csv, count);
        *next_ret = csv->numbers[count - 1] + 1;
    }
    return status;
}

void csv_write_head(const struct rows *rows)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        view_text_put(rows->text, ",", i != 0);
        csv_put_string(rows->text, rows->columns[i].name);
    }
    view_text_put(rows->text, "\n", 1);
}
