#include "cli/find/find_games.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"
#include "cli/find/find_novel.h"
#include "cli/find/find_pgn.h"
#include "cli/forms/csv_games.h"
#include "cli/forms/diagram.h"
#include "cli/forms/hit_board.h"
#include "cli/pages/html_cards.h"
#include "cli/forms/json_games.h"
#include "cli/pages/svg_board.h"
#include "cli/run/game_choice.h"
#include "cli/search/find_databases.h"
#include "cli/search/find_run.h"
#include "cli/search/find_search.h"
#include "cli/find/find_sort.h"
#include "cli/base/messages.h"

/* ---- Forms ---- */

struct find_writer {
    struct find_run *run;
    struct database *database;
    struct row_place place;        /* of the game that comes */
    const struct novelty *novelty; /* the same; NULL: there is no reference */
    struct game_labels labels;     /* of the list of novelties */
    struct csv *csv;
    struct json_games *json;
    struct html_cards *cards;
    struct hit_board *board; /* NULL: none is shown */
    struct pgnpack_cursor *cursor;
    struct find_pgn *pgn;
};

static const char novel_columns[] =
    ROWS_FILE "," ROWS_NUMBER "," ROWS_MOVE ",White,Black,Result,Date," ROWS_KNOWN "," ROWS_LAST_KNOWN;

static const char several_columns[] =
    ROWS_FILE "," ROWS_NUMBER "," ROWS_PLY ",White,Black,Result,WhiteElo,BlackElo,Date,ECO," ROWS_PLIES;

static int has_several(const struct find_run *run)
{
    return run->options->common.inputs.count > 1;
}

/* The columns of the table; the caller frees them. NULL: no memory. */
static struct rows *new_rows(struct find_run *run, const struct row_place *place)
{
    const char *columns = run->options->common.view.csv_columns;
    struct rows *rows = calloc(1, sizeof *rows);
    if (rows == NULL)
        return NULL;
    if (columns == NULL)
        columns = (run->options->novel != NULL ? novel_columns : several_columns) +
                  (has_several(run) ? 0 : sizeof ROWS_FILE);
    rows->text = &run->text;
    rows->place = place;
    rows_set_columns(rows, columns);
    return rows;
}

/* What comes before all games: the head of a table, or of a page. */
static void find_writer_head(struct find_run *run)
{
    static const struct row_place place = {.file = "", .fen = "", .move = ""};
    if (run->options->form == FIND_AS_PAGE)
        html_cards_begin(&run->text);
    if (run->options->form != FIND_AS_CSV)
        return;
    run->rows = new_rows(run, &place);
    if (run->rows != NULL)
        csv_write_head(run->rows);
    else
        run->text.status = command_no_memory(run->context);
}

/* Behind all games. */
static void find_writer_end(struct find_run *run)
{
    if (run->rows != NULL && run->options->common.view.csv_columns != NULL)
        rows_warn_of_missing_tags(run->rows, run->context);
    free(run->rows);
    run->rows = NULL;
    if (run->options->form == FIND_AS_PAGE)
        html_cards_end(&run->text);
}

/* Is anything asked of the board? */
static int has_place(const struct find_run *run)
{
    return run->options->novel != NULL ||
           (pgnpack_query_needs(run->options->query) & PGNPACK_QUERY_NEEDS_MOVES) != 0;
}

static int shows_boards(const struct find_run *run)
{
    switch (run->options->form) {
    case FIND_AS_CSV:
        return run->rows != NULL && rows_ask_for_boards(run->rows);
    case FIND_AS_JSON:
        return has_place(run);
    case FIND_AS_DIAGRAM:
    case FIND_AS_PICTURES:
    case FIND_AS_LIST:
        return 1;
    default:
        return 0;
    }
}

static int open_board(struct find_writer *writer, struct find_run *run, const struct pgnpack_reader *reader)
{
    const struct pgnpack_options options = command_library_options(run->context);
    if (!shows_boards(run))
        return 1;
    writer->board = hit_board_new(reader, &options);
    return writer->board != NULL;
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
    case FIND_AS_PAGE:
        writer->cards = html_cards_new(&run->text, reader);
        return writer->cards != NULL;
    case FIND_AS_TEXT:
        writer->cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
        writer->pgn = find_pgn_new(run);
        return writer->cursor != NULL && writer->pgn != NULL;
    case FIND_AS_COUNT:
    case FIND_AS_NUMBERS:
    case FIND_AS_IDS:
    case FIND_AS_DIAGRAM:
    case FIND_AS_PICTURES:
        break;
    case FIND_AS_LIST:
        return game_labels_start(&writer->labels, run, writer->database);
    }
    return 1;
}

static void find_writer_free(struct find_writer *writer)
{
    if (writer == NULL)
        return;
    if (writer->csv != NULL)
        csv_free(writer->csv);
    if (writer->json != NULL)
        json_games_free(writer->json);
    html_cards_free(writer->cards);
    hit_board_free(writer->board);
    game_labels_end(&writer->labels);
    pgnpack_free(writer->cursor);
    find_pgn_free(writer->pgn);
    free(writer);
}

/* NULL: no memory. */
static struct find_writer *find_writer_new(struct find_run *run, struct database *database)
{
    struct find_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->run = run;
    writer->database = database;
    writer->place.file = database->file.name;
    if (open_form(writer, run, database->reader) && open_board(writer, run, database->reader))
        return writer;
    find_writer_free(writer);
    return NULL;
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
    if (pgnpack_cursor_range(writer->cursor, hit->game, 1) != PGNPACK_OK ||
        pgnpack_cursor_next(writer->cursor, &game) != PGNPACK_OK ||
        pgnpack_cursor_text(writer->cursor, &text) != PGNPACK_OK)
        return judge(writer, pgnpack_error(writer->cursor));
    return find_pgn_put(writer->pgn, writer->place.file, text, hit);
}

/* The board of the place, where the form shows one. Returns 0 where it cannot be read. */
static int set_board(struct find_writer *writer, const struct pgnpack_hit *hit)
{
    if (writer->board == NULL || writer->run->options->form == FIND_AS_DIAGRAM)
        return 1;
    writer->place.fen = writer->board->fen;
    writer->place.move = writer->board->move;
    return hit_board_go_to(writer->board, hit, has_place(writer->run)) == PGNPACK_OK;
}

/* Damage is told, and the game left out. */
static enum exit_status find_writer_put(struct find_writer *writer, const struct pgnpack_hit *hit)
{
    char move[HIT_MOVE_SIZE];
    uint64_t next;
    writer->place.ply = hit->ply;
    writer->place.last_ply = hit->last_ply;
    writer->place.as_black = hit->as_black;
    if (!set_board(writer, hit))
        return judge(writer, hit_board_error(writer->board));
    switch (writer->run->options->form) {
    case FIND_AS_NUMBERS:
    case FIND_AS_IDS:
        return put_numbers(writer, hit);
    case FIND_AS_CSV:
        csv_write_games(writer->csv, hit->game, hit->game, &next);
        return judge(writer, pgnpack_error(writer->csv->batch));
    case FIND_AS_JSON:
        json_games_write(writer->json, hit->game, hit->game, &next);
        return judge(writer, json_games_error(writer->json));
    case FIND_AS_PAGE:
        html_cards_put(writer->cards, has_several(writer->run) ? writer->place.file : "", hit,
                       has_place(writer->run));
        return judge(writer, html_cards_error(writer->cards));
    case FIND_AS_DIAGRAM:
        diagram_put(&writer->run->text, writer->board, has_several(writer->run) ? writer->place.file : "",
                    hit, has_place(writer->run), writer->run->options->in_colour);
        return judge(writer, hit_board_error(writer->board));
    case FIND_AS_PICTURES:
        return svg_board_write(writer->run->context, writer->run->options->pictures, writer->place.file,
                               hit->game, writer->place.fen);
    case FIND_AS_LIST:
        hit_board_move_text(writer->board, move);
        return find_novel_line(&writer->labels, hit, move, writer->novelty);
    case FIND_AS_TEXT:
        return put_pgn(writer, hit);
    case FIND_AS_COUNT:
        break;
    }
    return EXIT_FINE;
}

/* ---- As they are found ---- */

static enum exit_status write_found(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct find_writer *writer = opaque;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < count && status == EXIT_FINE; i++)
        status = find_writer_put(writer, &hits[i]);
    return status;
}

struct counted {
    struct find_run *run;
    struct find_writer *writer;
};

/* What was found so far goes out, for who waits for it. */
static enum exit_status take_found(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct counted *counted = opaque;
    counted->run->found += count;
    enum exit_status status = write_found(counted->writer, hits, count);
    enum exit_status flushed = view_text_flush(&counted->run->text);
    return status == EXIT_FINE ? flushed : status;
}

/* A find_novel_function. */
static enum exit_status take_novel(void *opaque, const struct pgnpack_hit *hit, const struct novelty *novelty)
{
    struct find_writer *writer = opaque;
    writer->novelty = novelty;
    writer->place.known = novelty->games;
    writer->place.last_known = novelty->last_label != NULL ? novelty->last_label : "";
    return find_writer_put(writer, hit);
}

static void put_count(struct find_run *run, const char *name, uint64_t count)
{
    view_text_number(&run->text, count);
    if (run->options->common.inputs.count > 1) {
        view_text_string(&run->text, " ");
        view_text_string(&run->text, name);
    }
    view_text_string(&run->text, "\n");
}

/* No limit has ended the search; somebody reads what there is to say about it. */
static int may_tell_names(const struct find_run *run)
{
    return run->found < run->options->common.view.limit && run->context->messages->quiet == 0;
}

/* A find_database_function. */
static enum exit_status find_in_file(struct find_run *run, struct database *database, void *unused)
{
    (void)unused;
    uint64_t before = run->found;
    struct counted counted = {run, find_writer_new(run, database)};
    enum exit_status status = EXIT_FINE;
    if (counted.writer == NULL)
        status = command_no_memory(run->context);
    else if (run->options->novel != NULL)
        status = find_novel_games(run, database, take_novel, counted.writer);
    else
        status = find_search(run, database, run->options->common.view.limit - before, take_found, &counted);
    if (status == EXIT_FINE && may_tell_names(run))
        near_names_look(run->options->near, database->reader, run->found);
    if (status == EXIT_FINE && run->options->form == FIND_AS_COUNT)
        put_count(run, database->file.name, run->found - before);
    find_writer_free(counted.writer);
    return status;
}

static enum exit_status find_in_order(struct find_run *run)
{
    enum exit_status status = find_each_database(run, find_in_file, NULL);
    if (run->options->form == FIND_AS_COUNT && run->options->common.inputs.count > 1)
        put_count(run, "total", run->found);
    return status;
}

/* ---- Sorted: all are found first, and then written ---- */

struct sorting {
    struct find_run *run;
    struct find_list list;
    struct database *databases; /* by number of input */
    uint8_t *is_open;
    uint32_t file;                    /* that is searched, or that `writer` is of */
    struct find_writer *writer;       /* NULL: none yet */
    const struct find_entry *entries; /* that are written together */
};

static enum exit_status take_sorted(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct sorting *sorting = opaque;
    return find_list_add(&sorting->list, &sorting->databases[sorting->file], sorting->file, hits, count);
}

static struct text_place place_of_entry(void *opaque, size_t i)
{
    const struct sorting *sorting = opaque;
    return (struct text_place){sorting->entries[i].file, sorting->entries[i].hit.game};
}

/* Entries of a database come one after the other. */
static enum exit_status make_entry(void *opaque, size_t i)
{
    struct sorting *sorting = opaque;
    const struct find_entry *entry = &sorting->entries[i];
    if (sorting->writer == NULL || sorting->file != entry->file) {
        find_writer_free(sorting->writer);
        sorting->file = entry->file;
        sorting->writer = find_writer_new(sorting->run, &sorting->databases[entry->file]);
    }
    return sorting->writer != NULL ? find_writer_put(sorting->writer, &entry->hit)
                                   : command_no_memory(sorting->run->context);
}

/* As many at a time as are held easily, as far as one can tell. */
static enum exit_status write_entries(struct sorting *sorting, const struct find_entry *entries, size_t count)
{
    const struct text_maker maker = {sorting, place_of_entry, make_entry};
    sorting->entries = entries;
    enum exit_status status = view_text_make_by_place(&sorting->run->text, &maker, count);
    find_writer_free(sorting->writer);
    sorting->writer = NULL;
    return status;
}

static enum exit_status write_sorted(struct sorting *sorting)
{
    struct find_run *run = sorting->run;
    enum { TEXT_OF_A_GAME = 700 };
    const size_t batch = VIEW_TEXT_HELD_SIZE / TEXT_OF_A_GAME;
    uint64_t limit = run->options->common.view.limit;
    enum exit_status status = EXIT_FINE;
    find_list_sort(&sorting->list);
    run->found = sorting->list.count < limit ? sorting->list.count : limit;
    for (size_t i = 0; i < run->found && status == EXIT_FINE; i += batch) {
        size_t count = (size_t)run->found - i;
        status = write_entries(sorting, &sorting->list.entries[i], count < batch ? count : batch);
    }
    return status;
}

/* Returns the status of the first failure; one of memory stops. */
static enum exit_status find_all(struct sorting *sorting)
{
    struct find_run *run = sorting->run;
    const struct input_list *inputs = &run->options->common.inputs;
    enum exit_status first_failure = EXIT_FINE;
    for (size_t i = 0; i < inputs->count && first_failure != EXIT_LIMIT; i++) {
        sorting->file = (uint32_t)i;
        enum exit_status status = find_open_database(run, &sorting->databases[i], inputs->names[i], 0);
        sorting->is_open[i] = status == EXIT_FINE;
        if (status == EXIT_FINE)
            status = find_search(run, &sorting->databases[i], UINT64_MAX, take_sorted, sorting);
        if (status == EXIT_FINE && may_tell_names(run))
            near_names_look(run->options->near, sorting->databases[i].reader, sorting->list.count);
        if (first_failure == EXIT_FINE)
            first_failure = status;
    }
    return first_failure;
}

static enum exit_status find_sorted(struct find_run *run)
{
    const size_t count = run->options->common.inputs.count;
    struct sorting sorting = {.run = run, .list = {.run = run}};
    enum exit_status status = EXIT_FINE, first_failure;
    sorting.databases = calloc(count, sizeof *sorting.databases);
    sorting.is_open = calloc(count, 1);
    int has_memory = sorting.databases != NULL && sorting.is_open != NULL;
    first_failure = has_memory ? find_all(&sorting) : command_no_memory(run->context);
    if (sorting.list.count != 0)
        status = write_sorted(&sorting);
    for (size_t i = 0; i < count && has_memory; i++)
        if (sorting.is_open[i])
            database_close(&sorting.databases[i]);
    find_list_free(&sorting.list);
    free(sorting.databases);
    free(sorting.is_open);
    return first_failure == EXIT_FINE ? status : first_failure;
}

static void tell(const struct find_run *run)
{
    char found[NUMBER_TEXT_SIZE], games[NUMBER_TEXT_SIZE], replayed[NUMBER_TEXT_SIZE],
        plies[NUMBER_TEXT_SIZE];
    message_information(
        run->context->messages, NULL, "%s game%s of %s; %s of them were played through, %s %s",
        number_text(run->found, found), PLURAL_S(run->found), number_text(run->counts.games, games),
        number_text(run->counts.games_replayed, replayed), number_text(run->counts.plies, plies),
        run->counts.plies == 1 ? "ply" : "plies");
}

enum exit_status find_games(struct find_run *run)
{
    find_writer_head(run);
    int sorts = run->options->sort.count != 0 && run->options->form != FIND_AS_COUNT;
    enum exit_status status = sorts ? find_sorted(run) : find_in_order(run);
    find_writer_end(run);
    enum exit_status flushed = view_text_flush(&run->text);
    tell(run);
    if (may_tell_names(run) && run->damage == EXIT_FINE)
        near_names_tell(run->options->near, run->found, run->context->messages, NULL);
    return status == EXIT_FINE ? flushed : status;
}
