#include "bindings/sqlite/cursor.h"

#include <string.h>

#include "bindings/sqlite/grouped.h"
#include "bindings/sqlite/json.h"
#include "bindings/sqlite/pushdown.h"

struct cursor {
    sqlite3_vtab_cursor base; /* first */
    struct opened_files *files;
    struct table_scan *scan;
    struct pushdown pushdown;
    char *plan;     /* that of `scan` */
    size_t *wanted; /* columns of the table that the scan reads */
    size_t wanted_count;
    size_t *places; /* of each shown column in `wanted`; SIZE_MAX: not there. Of all tags the first one's */
    size_t all_tags_place;
    struct table_batch batch;
    size_t row;
    uint64_t rows_given;
    int is_at_end;
    int is_grouped; /* rows are those of `grouped`, whose column is the only one that is wanted */
    struct grouped grouped;
    sqlite3_stmt *probe;
};

static struct database_table *table_of(const struct cursor *cursor)
{
    return (struct database_table *)cursor->base.pVtab;
}

int cursor_open(sqlite3_vtab *base, sqlite3_vtab_cursor **cursor_ret)
{
    const struct database_table *table = (const struct database_table *)base;
    struct cursor *cursor = sqlite3_malloc64(sizeof *cursor);
    if (cursor == NULL)
        return SQLITE_NOMEM;
    memset(cursor, 0, sizeof *cursor);
    cursor->is_at_end = 1;
    cursor->places = sqlite3_malloc64((table->column_count + 1) * sizeof *cursor->places);
    if (cursor->places == NULL) {
        sqlite3_free(cursor);
        return SQLITE_NOMEM;
    }
    *cursor_ret = &cursor->base;
    return SQLITE_OK;
}

/* Ends the scan, if there is one. */
static void end_scan(struct cursor *cursor)
{
    struct table_counts counts;
    if (cursor->scan != NULL) {
        table_scan_counts(cursor->scan, &counts);
        session_add_counts(table_of(cursor)->session, &counts);
    }
    table_scan_free(cursor->scan);
    cursor->scan = NULL;
}

/* Lets go of what belongs to one call of xFilter. */
static void reset(struct cursor *cursor)
{
    end_scan(cursor);
    grouped_free(&cursor->grouped);
    pushdown_free(&cursor->pushdown);
    sqlite3_free(cursor->plan);
    cursor->plan = NULL;
    sqlite3_free(cursor->wanted);
    cursor->wanted = NULL;
    cursor->wanted_count = 0;
    opened_files_leave(cursor->files);
    cursor->files = NULL;
    cursor->is_at_end = 1;
}

int cursor_close(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)base;
    reset(cursor);
    sqlite3_finalize(cursor->probe);
    sqlite3_free(cursor->places);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

/* ---- Interrupts ---- */

/* Has sqlite3_interrupt() been called? Every statement of the connection ends then, this one too. */
static int is_interrupted(void *opaque)
{
    struct cursor *cursor = opaque;
    if (cursor->probe == NULL &&
        sqlite3_prepare_v2(table_of(cursor)->db, "SELECT 1", -1, &cursor->probe, NULL) != SQLITE_OK)
        return 0;
    int code = sqlite3_step(cursor->probe);
    sqlite3_reset(cursor->probe);
    return code == SQLITE_INTERRUPT;
}

/* ---- Scans ---- */

static int want(struct cursor *cursor, size_t column, size_t *place_ret)
{
    for (size_t i = 0; i < cursor->wanted_count; i++)
        if (cursor->wanted[i] == column) {
            *place_ret = i;
            return SQLITE_OK;
        }
    size_t *larger = sqlite3_realloc64(cursor->wanted, (cursor->wanted_count + 1) * sizeof *larger);
    if (larger == NULL)
        return SQLITE_NOMEM;
    cursor->wanted = larger;
    cursor->wanted[cursor->wanted_count] = column;
    *place_ret = cursor->wanted_count++;
    return SQLITE_OK;
}

/* All tags, in the table's order and next to each other. */
static int want_all_tags(struct cursor *cursor)
{
    size_t count, places = cursor->wanted_count;
    const struct table_column *columns = table_columns(cursor->files->table, TABLE_GAMES, &count);
    size_t *larger = sqlite3_realloc64(cursor->wanted, (places + count) * sizeof *larger);
    if (larger == NULL)
        return SQLITE_NOMEM;
    cursor->wanted = larger;
    for (size_t i = 0; i < count; i++)
        if (columns[i].tag != NULL)
            cursor->wanted[cursor->wanted_count++] = i;
    cursor->all_tags_place = places;
    return SQLITE_OK;
}

static int want_shown(struct cursor *cursor, size_t shown)
{
    if (table_of(cursor)->columns[shown].is_all_tags) {
        cursor->places[shown] = 0;
        return want_all_tags(cursor);
    }
    size_t column = cursor->files->columns[shown];
    return column == SIZE_MAX ? SQLITE_OK : want(cursor, column, &cursor->places[shown]);
}

static int want_of_plan(struct cursor *cursor, const char *plan)
{
    const struct database_table *table = table_of(cursor);
    int code = SQLITE_OK;
    for (size_t i = 0; i < table->column_count; i++) {
        cursor->places[i] = SIZE_MAX;
        if (code == SQLITE_OK && plan_reads(plan, i))
            code = want_shown(cursor, i);
    }
    return code;
}

static int make_scan(struct cursor *cursor)
{
    struct table_error error;
    struct table_scan_options options = {.kind = table_of(cursor)->kind};
    options.columns = cursor->wanted;
    options.column_count = cursor->wanted_count;
    options.constraints = cursor->pushdown.constraints;
    options.constraint_count = cursor->pushdown.count;
    options.where = cursor->pushdown.where;
    options.fen = cursor->pushdown.fen;
    options.is_cancelled = is_interrupted;
    options.cancel_opaque = cursor;
    end_scan(cursor);
    cursor->scan = table_scan_new(cursor->files->table, &options, &error);
    return cursor->scan == NULL ? host_fail(cursor->base.pVtab, &error) : SQLITE_OK;
}

/* A failure of the scan, or that there was no memory for what it gave. */
static int fail(struct cursor *cursor, enum pgnpack_status status)
{
    if (status == PGNPACK_ERROR_MEMORY)
        return SQLITE_NOMEM;
    return host_fail(cursor->base.pVtab, table_scan_error(cursor->scan));
}

static int next_batch(struct cursor *cursor)
{
    enum pgnpack_status status = table_scan_next(cursor->scan, &cursor->batch);
    cursor->row = 0;
    cursor->is_at_end = status != PGNPACK_OK;
    return status == PGNPACK_OK || status == PGNPACK_END ? SQLITE_OK : fail(cursor, status);
}

static int read_groups(struct cursor *cursor)
{
    enum pgnpack_status status = grouped_read(&cursor->grouped, cursor->scan, 0);
    cursor->is_at_end = status != PGNPACK_OK || grouped_is_at_end(&cursor->grouped);
    return status == PGNPACK_OK ? SQLITE_OK : fail(cursor, status);
}

static int is_same_text(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Takes what the call says; *is_same_ret: it is what the scan has that there is. */
static int take_arguments(struct cursor *cursor, const char *plan, sqlite3_value **values, int *is_same_ret)
{
    struct pushdown next = {0}, *before = &cursor->pushdown;
    int code = pushdown_take_arguments(&next, table_of(cursor), plan, values);
    *is_same_ret = code == SQLITE_OK && cursor->scan != NULL && is_same_text(plan, cursor->plan) &&
                   is_same_text(next.path, before->path) && is_same_text(next.fen, before->fen) &&
                   is_same_text(next.where, before->where) && is_same_text(next.damaged, before->damaged);
    pushdown_free(before);
    *before = next;
    return code;
}

/* Opens the files and makes a scan of them, with the constraints that were taken. */
static int begin_scan(struct cursor *cursor, const char *plan, sqlite3_value **values)
{
    struct database_table *table = table_of(cursor);
    const struct table_error no_path = {PGNPACK_ERROR_ARGUMENT,
                                        "a database's path has to be given: bcgn_games('x.bcgn')"};
    struct opened_files *before = cursor->files; /* so that a path that comes again finds them open */
    struct pushdown taken = cursor->pushdown;
    cursor->files = NULL;
    cursor->pushdown = (struct pushdown){0};
    reset(cursor);
    cursor->pushdown = taken;
    int code = table->is_call && taken.path == NULL
                   ? host_fail(cursor->base.pVtab, &no_path)
                   : database_table_open(table, taken.path, taken.damaged, &cursor->files);
    opened_files_leave(before);
    if (code == SQLITE_OK && (cursor->plan = sqlite3_mprintf("%s", plan)) == NULL)
        code = SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = want_of_plan(cursor, plan);
    if (code == SQLITE_OK)
        code = pushdown_take_constraints(&cursor->pushdown, table, cursor->files, plan, values);
    return code == SQLITE_OK ? make_scan(cursor) : code;
}

/* The same scan once more. */
static int repeat_scan(struct cursor *cursor, const char *plan, sqlite3_value **values)
{
    struct pushdown *pushdown = &cursor->pushdown;
    int code = pushdown_take_constraints(pushdown, table_of(cursor), cursor->files, plan, values);
    if (code != SQLITE_OK)
        return code;
    if (table_scan_constrain(cursor->scan, pushdown->constraints, pushdown->count) == PGNPACK_OK)
        return SQLITE_OK;
    return host_fail(cursor->base.pVtab, table_scan_error(cursor->scan));
}

int cursor_filter(sqlite3_vtab_cursor *base, int number, const char *plan, int value_count,
                  sqlite3_value **values)
{
    struct cursor *cursor = (struct cursor *)base;
    int is_same;
    (void)value_count;
    cursor->rows_given = 0;
    cursor->is_at_end = 1;
    cursor->is_grouped = number != 0;
    int code = take_arguments(cursor, plan, values, &is_same);
    if (code == SQLITE_OK)
        code = is_same ? repeat_scan(cursor, plan, values) : begin_scan(cursor, plan, values);
    if (code != SQLITE_OK || cursor->pushdown.is_empty)
        return code;
    cursor->is_grouped &= cursor->wanted_count == 1; /* the files may not have the tag */
    return cursor->is_grouped ? read_groups(cursor) : next_batch(cursor);
}

int cursor_next(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)base;
    cursor->rows_given++;
    if (cursor->is_grouped) {
        grouped_next(&cursor->grouped);
        cursor->is_at_end = grouped_is_at_end(&cursor->grouped);
        return SQLITE_OK;
    }
    return ++cursor->row < cursor->batch.count ? SQLITE_OK : next_batch(cursor);
}

int cursor_eof(sqlite3_vtab_cursor *base)
{
    return ((struct cursor *)base)->is_at_end;
}

/* ---- Values ---- */

static void give_moves(sqlite3_context *context, const uint16_t *moves, size_t count)
{
    unsigned char *bytes = sqlite3_malloc64(2 * count + 1);
    if (bytes == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        bytes[2 * i] = (unsigned char)moves[i];
        bytes[2 * i + 1] = (unsigned char)(moves[i] >> 8);
    }
    sqlite3_result_blob64(context, bytes, 2 * count, sqlite3_free);
}

static void give_json(sqlite3_context *context, sqlite3_str *json, int is_complete)
{
    int code = is_complete ? sqlite3_str_errcode(json) : SQLITE_NOMEM;
    int size = sqlite3_str_length(json);
    char *text = sqlite3_str_finish(json);
    if (code == SQLITE_OK && text != NULL) {
        sqlite3_result_text(context, text, size, sqlite3_free);
        return;
    }
    sqlite3_free(text);
    sqlite3_result_error_code(context, code == SQLITE_OK ? SQLITE_NOMEM : code);
}

static void give_text(sqlite3_context *context, struct pgnpack_text text)
{
    if (text.data != NULL)
        sqlite3_result_text64(context, text.data, text.size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void give_day(sqlite3_context *context, int64_t day)
{
    char text[TABLE_DAY_TEXT_SIZE];
    table_day_text(day, text);
    sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static void give_list(struct cursor *cursor, sqlite3_context *context, const struct table_column *column,
                      const struct table_values *values, size_t row)
{
    size_t first = values->offsets[row], count = values->offsets[row + 1] - first;
    if (column->type == TABLE_MOVES) {
        give_moves(context, values->moves + first, count);
        return;
    }
    sqlite3_str *json = sqlite3_str_new(table_of(cursor)->db);
    int is_complete = 1;
    if (column->type == TABLE_NUMBERS)
        json_add_numbers(json, values->numbers + first, count, column->no_number);
    else
        is_complete = json_add_texts(json, values->elements + first, count);
    give_json(context, json, is_complete);
}

static void give_value(struct cursor *cursor, sqlite3_context *context, size_t place)
{
    size_t count, row = cursor->row;
    const struct table_values *values = &cursor->batch.values[place];
    const struct table_column *column =
        &table_columns(cursor->files->table, table_of(cursor)->kind, &count)[cursor->wanted[place]];
    if (column->type == TABLE_TEXT)
        give_text(context, values->texts[row]);
    else if (column->type != TABLE_INTEGER && column->type != TABLE_DAY)
        give_list(cursor, context, column, values, row);
    else if (values->is_set != NULL && !values->is_set[row])
        return;
    else if (column->type == TABLE_DAY)
        give_day(context, values->integers[row]);
    else
        sqlite3_result_int64(context, values->integers[row]);
}

static void give_group(struct cursor *cursor, sqlite3_context *context)
{
    size_t count;
    const struct table_column *columns = table_columns(cursor->files->table, TABLE_GAMES, &count);
    const struct group *group = grouped_value(&cursor->grouped);
    enum table_type type = columns[cursor->wanted[0]].type;
    if (type == TABLE_TEXT)
        give_text(context, group->text);
    else if (group->is_set && type == TABLE_DAY)
        give_day(context, group->integer);
    else if (group->is_set)
        sqlite3_result_int64(context, group->integer);
}

/* {"Event":"...","WhiteElo":"2700"}: numbers stay numbers. */
static void give_all_tags(struct cursor *cursor, sqlite3_context *context)
{
    size_t count, row = cursor->row;
    const struct table_column *columns = table_columns(cursor->files->table, TABLE_GAMES, &count);
    sqlite3_str *json = sqlite3_str_new(table_of(cursor)->db);
    const char *separator = "{";
    int is_complete = 1;
    for (size_t i = cursor->all_tags_place;
         i < cursor->wanted_count && columns[cursor->wanted[i]].tag != NULL; i++) {
        const struct table_column *column = &columns[cursor->wanted[i]];
        const struct table_values *values = &cursor->batch.values[i];
        int is_number = column->type == TABLE_INTEGER;
        if (is_number ? !values->is_set[row] : values->texts[row].data == NULL)
            continue;
        sqlite3_str_appendall(json, separator);
        separator = ",";
        is_complete &= json_add_text(json, (struct pgnpack_text){column->tag, strlen(column->tag)});
        sqlite3_str_appendchar(json, 1, ':');
        if (is_number)
            sqlite3_str_appendf(json, "%lld", (sqlite3_int64)values->integers[row]);
        else
            is_complete &= json_add_text(json, values->texts[row]);
    }
    sqlite3_str_appendall(json, separator[0] == '{' ? "{}" : "}");
    give_json(context, json, is_complete);
}

/*
 * A column that the plan did not know of, since it is one of those behind the 63rd: from this row on the scan reads it, too.
 * Games before it are not looked at again.
 */
static int add_column(struct cursor *cursor, size_t shown)
{
    const struct table *table = cursor->files->table;
    struct table_unit unit = {.file = cursor->batch.file, .first_game = cursor->batch.games[cursor->row]};
    int code = want_shown(cursor, shown);
    if (code == SQLITE_OK && cursor->places[shown] != SIZE_MAX)
        code = make_scan(cursor);
    if (code != SQLITE_OK || cursor->places[shown] == SIZE_MAX)
        return code;
    unit.game_count = pgnpack_reader_info(table_reader(table, unit.file))->game_count - unit.first_game + 1;
    table_scan_from(cursor->scan, &unit);
    return next_batch(cursor);
}

int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int shown)
{
    struct cursor *cursor = (struct cursor *)base;
    const struct database_table *table = table_of(cursor);
    size_t column = (size_t)shown;
    if (table->columns[column].is_argument) {
        const char *const arguments[ARGUMENT_COUNT] = {cursor->pushdown.path, cursor->pushdown.fen,
                                                       cursor->pushdown.where, cursor->pushdown.damaged};
        for (size_t i = 0; i < ARGUMENT_COUNT; i++)
            if (table->arguments[i] == column && arguments[i] != NULL)
                sqlite3_result_text(context, arguments[i], -1, SQLITE_TRANSIENT);
        return SQLITE_OK;
    }
    if (cursor->is_grouped) {
        give_group(cursor, context);
        return SQLITE_OK;
    }
    if (cursor->places[column] == SIZE_MAX &&
        (table->columns[column].is_all_tags || cursor->files->columns[column] != SIZE_MAX)) {
        int code = add_column(cursor, column);
        if (code != SQLITE_OK)
            return code;
    }
    if (table->columns[column].is_all_tags)
        give_all_tags(cursor, context);
    else if (cursor->places[column] != SIZE_MAX)
        give_value(cursor, context, cursor->places[column]);
    return SQLITE_OK;
}

/* The second reading of a grouped scan begins where the first one did. */
static int group_rowid(struct cursor *cursor, sqlite3_int64 *rowid_ret)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (cursor->grouped.rowids == NULL)
        status = table_scan_constrain(cursor->scan, cursor->pushdown.constraints, cursor->pushdown.count);
    if (status == PGNPACK_OK)
        status = grouped_rowid(&cursor->grouped, cursor->scan, 0, rowid_ret);
    return status == PGNPACK_OK ? SQLITE_OK : fail(cursor, status);
}

/* A game has at most 16 MiB of text, and fewer than 2^23 plies. */
static sqlite3_int64 position_rowid(const struct cursor *cursor)
{
    uint64_t game = cursor->batch.games[cursor->row];
    for (size_t i = 0; i < cursor->batch.file; i++)
        game += pgnpack_reader_info(table_reader(cursor->files->table, i))->game_count;
    return (sqlite3_int64)(game << 23 | cursor->batch.plies[cursor->row]);
}

int cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid_ret)
{
    struct cursor *cursor = (struct cursor *)base;
    if (cursor->is_grouped)
        return group_rowid(cursor, rowid_ret);
    if (cursor->batch.games == NULL)
        *rowid_ret = (sqlite3_int64)cursor->rows_given;
    else if (cursor->batch.plies == NULL)
        *rowid_ret = grouped_rowid_of(&cursor->batch, cursor->row);
    else
        *rowid_ret = position_rowid(cursor);
    return SQLITE_OK;
}
