#include "cli/find/find_writer.h"

#include <stdlib.h>
#include <string.h>

#include "cli/forms/csv_games.h"
#include "cli/find/find_pgn.h"
#include "cli/run/game_choice.h"
#include "cli/forms/json_games.h"

struct find_writer {
    struct find_run *run;
    struct database *database;
    struct row_place place; /* of the game that comes */
    struct csv *csv;
    struct json_games *json;
    struct pgnpack_cursor *cursor;
    struct find_pgn *pgn;
};

static const char several_columns[] =
    ROWS_FILE "," ROWS_NUMBER "," ROWS_PLY ",White,Black,Result,WhiteElo,BlackElo,Date,ECO," ROWS_PLIES;

static int has_several(const struct find_run *run)
{
    return run->options->common.inputs.count > 1;
}

/* The columns of the table; the caller frees them. NULL: no memory. */
static struct rows *new_rows(struct find_run *run, const struct row_place *place)
{
    const char *columns = run->options->common.csv_columns;
    struct rows *rows = calloc(1, sizeof *rows);
    if (rows == NULL)
        return NULL;
    if (columns == NULL)
        columns = has_several(run) ? several_columns : several_columns + sizeof ROWS_FILE;
    rows->text = &run->text;
    rows->place = place;
    rows_set_columns(rows, columns);
    return rows;
}

void find_writer_head(struct find_run *run)
{
    static const struct row_place place = {"", 0, 0};
    if (run->options->form != FIND_AS_CSV)
        return;
    run->rows = new_rows(run, &place);
    if (run->rows != NULL)
        csv_write_head(run->rows);
    else
        run->text.status = command_no_memory(run->context);
}

void find_writer_end(struct find_run *run)
{
    if (run->rows != NULL && run->options->common.csv_columns != NULL)
        rows_warn_of_missing_tags(run->rows, run->context);
    free(run->rows);
    run->rows = NULL;
}

/* What the form needs. Returns 0 when there is no memory. */
static int open_form(struct find_writer *writer, struct find_run *run, const struct pgnpack_reader *reader)
{
    switch (run->options->form) {
    case FIND_AS_CSV:
        if (run->rows == NULL)
            return 0;
        run->rows->place = &writer->place;
        writer->csv = csv_new(run->rows, writer->place.file, reader);
        return writer->csv != NULL;
    case FIND_AS_JSON:
        writer->json = json_games_new(&run->text, reader, 1);
        if (writer->json != NULL)
            writer->json->place = &writer->place;
        return writer->json != NULL;
    case FIND_AS_TEXT:
        writer->cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        writer->pgn = find_pgn_new(run);
        return writer->cursor != NULL && writer->pgn != NULL;
    case FIND_AS_COUNT:
    case FIND_AS_NUMBERS:
    case FIND_AS_IDS:
        break;
    }
    return 1;
}

struct find_writer *find_writer_new(struct find_run *run, struct database *database)
{
    struct find_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->run = run;
    writer->database = database;
    writer->place.file = database->file.name;
    if (open_form(writer, run, database->reader))
        return writer;
    find_writer_free(writer);
    return NULL;
}

void find_writer_free(struct find_writer *writer)
{
    if (writer == NULL)
        return;
    csv_free(writer->csv);
    json_games_free(writer->json);
    pgnpack_cursor_free(writer->cursor);
    find_pgn_free(writer->pgn);
    free(writer);
}

static enum exit_status put_numbers(struct find_writer *writer, const struct pgnpack_hit *hit)
{
    struct view_text *text = &writer->run->text;
    if (has_several(writer->run)) {
        view_text_safe_string(text, writer->place.file);
        view_text_string(text, "\t");
    }
    if (writer->run->options->form == FIND_AS_IDS) {
        char id[PGNPACK_ID_SIZE];
        game_id_show(text, writer->place.file, writer->database->reader, hit->game, id);
        view_text_string(text, id[0] != '\0' ? id : "-");
    } else {
        view_text_number(text, hit->game);
    }
    view_text_string(text, "\t");
    view_text_number(text, hit->ply);
    view_text_string(text, "\n");
    return text->status;
}

/* After an attempt whose failure, if it was one, is in `error`, and not of writing. */
static enum exit_status judge(struct find_writer *writer, const struct pgnpack_error *error)
{
    if (writer->run->text.status != EXIT_FINE || error->status == PGNPACK_OK || error->status == PGNPACK_END)
        return writer->run->text.status;
    return find_run_judge(writer->run, writer->database, error);
}

static enum exit_status put_pgn(struct find_writer *writer, const struct pgnpack_hit *hit)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    if (pgnpack_cursor_limit(writer->cursor, hit->game, 1) != PGNPACK_OK ||
        pgnpack_cursor_next(writer->cursor, &game) != PGNPACK_OK ||
        pgnpack_cursor_text(writer->cursor, &text) != PGNPACK_OK)
        return judge(writer, pgnpack_cursor_error(writer->cursor));
    return find_pgn_put(writer->pgn, writer->place.file, text, hit);
}

enum exit_status find_writer_put(struct find_writer *writer, const struct pgnpack_hit *hit)
{
    uint64_t next;
    writer->place.ply = hit->ply;
    writer->place.last_ply = hit->last_ply;
    switch (writer->run->options->form) {
    case FIND_AS_NUMBERS:
    case FIND_AS_IDS:
        return put_numbers(writer, hit);
    case FIND_AS_CSV:
        csv_write_games(writer->csv, hit->game, hit->game, &next);
        return judge(writer, pgnpack_batch_error(writer->csv->batch));
    case FIND_AS_JSON:
        json_games_write(writer->json, hit->game, hit->game, &next);
        return judge(writer, json_games_error(writer->json));
    case FIND_AS_TEXT:
        return put_pgn(writer, hit);
    case FIND_AS_COUNT:
        break;
    }
    return EXIT_FINE;
}
