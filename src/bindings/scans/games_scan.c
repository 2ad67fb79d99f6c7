#include "bindings/table/fault.h"
#include "bindings/table/lines.h"
#include "bindings/table/rows.h"
#include "bindings/scans/scan_state.h"

struct games_scan {
    struct rows rows;
    struct lines lines;
    size_t *places; /* of each of the scan's columns: in rows.columns, or which list */
    size_t given;   /* of the present rows */
};

static int is_list(const struct table_scan *scan, size_t column)
{
    return column >= scan->table->games.count - LIST_COUNT;
}

static size_t list_of(const struct table_scan *scan, size_t column)
{
    return column - (scan->table->games.count - LIST_COUNT);
}

/* ---- What is wanted ---- */

static enum table_use use_of(const struct table *table, size_t column, enum table_comparison comparison)
{
    const struct table_column *is = &table->games.columns[column];
    if (column >= table->games.count - LIST_COUNT)
        return TABLE_UNUSED;
    if (is->type != TABLE_TEXT && (comparison == TABLE_HAS_PREFIX || comparison == TABLE_HAS_PREFIX_ANY_CASE))
        return TABLE_UNUSED;
    return comparison == TABLE_HAS_PREFIX_ANY_CASE ? TABLE_HINT : TABLE_EXACT;
}

static enum pgnpack_status want_columns(struct table_scan *scan)
{
    static const unsigned parts[LIST_COUNT] = {
        PGNPACK_BATCH_MOVES, PGNPACK_BATCH_SAN,      PGNPACK_BATCH_UCI, PGNPACK_BATCH_CLOCKS,
        PGNPACK_BATCH_EVALS, PGNPACK_BATCH_COMMENTS, PGNPACK_BATCH_TEXT};
    struct games_scan *games = scan->of.games;
    for (size_t i = 0; i < scan->column_count; i++) {
        size_t column = scan->columns[i];
        if (is_list(scan, column))
            games->lines.parts |= parts[games->places[i] = list_of(scan, column)];
        else if (!rows_want(&games->rows, column, &games->places[i]))
            return fault_no_memory(&scan->error);
    }
    return PGNPACK_OK;
}

static enum pgnpack_status make(struct table_scan *scan, const struct table_scan_options *options)
{
    (void)options;
    const struct pgnpack_allocator *allocator = &scan->table->allocator;
    struct games_scan *games = memory_zeroed(allocator, 1, sizeof *games);
    if (games == NULL)
        return fault_no_memory(&scan->error);
    scan->of.games = games;
    lines_init(&games->lines, scan->table, &scan->error, &scan->counts);
    games->places = memory_zeroed(allocator, scan->column_count, sizeof *games->places);
    if (!rows_init(&games->rows, scan->table, &scan->source, &scan->error, &scan->counts) ||
        games->places == NULL)
        return fault_no_memory(&scan->error);
    return want_columns(scan);
}

static int constrain(struct table_scan *scan, const struct table_constraint *constraint)
{
    return rows_constrain(&scan->of.games->rows, constraint);
}

static void clear_constraints(struct table_scan *scan)
{
    rows_clear_constraints(&scan->of.games->rows);
}

static void free_scan(struct table_scan *scan)
{
    struct games_scan *games = scan->of.games;
    if (games == NULL)
        return;
    rows_free(&games->rows);
    lines_free(&games->lines);
    memory_free(&scan->table->allocator, games->places);
    memory_free(&scan->table->allocator, games);
}

static void restart(struct table_scan *scan)
{
    struct games_scan *games = scan->of.games;
    rows_restart(&games->rows);
    games->given = games->rows.count = 0;
}

/* ---- Batches ---- */

static struct table_values row_values(const struct games_scan *games, size_t place)
{
    const struct row_column *column = &games->rows.columns[place];
    struct table_values values = {0};
    if (column->texts != NULL)
        values.texts = column->texts + games->given;
    else
        values.integers = column->integers + games->given;
    if (column->texts == NULL && column->is_set != NULL)
        values.is_set = column->is_set + games->given;
    return values;
}

static struct table_values list_values(const struct lines *lines, size_t list)
{
    const struct pgnpack_columns *columns = &lines->columns;
    switch (list) {
    case LIST_MOVES:
        return (struct table_values){.moves = columns->moves.data, .offsets = columns->moves.offsets};
    case LIST_SAN:
        return (struct table_values){.texts = lines->san};
    case LIST_UCI:
        return (struct table_values){.texts = lines->uci};
    case LIST_CLOCKS:
        return (struct table_values){.numbers = columns->clocks.data, .offsets = columns->clocks.offsets};
    case LIST_EVALS:
        return (struct table_values){.numbers = columns->evals.data, .offsets = columns->evals.offsets};
    case LIST_COMMENTS:
        return (struct table_values){.elements = lines->comments, .offsets = columns->comments.offsets};
    default:
        return (struct table_values){.texts = lines->text};
    }
}

static void set_batch(struct table_scan *scan, size_t count, struct table_batch *batch)
{
    struct games_scan *games = scan->of.games;
    for (size_t i = 0; i < scan->column_count; i++)
        scan->values[i] = is_list(scan, scan->columns[i]) ? list_values(&games->lines, games->places[i])
                                                          : row_values(games, games->places[i]);
    batch->count = count;
    batch->file = games->rows.file;
    batch->games = games->rows.games + games->given;
    batch->values = scan->values;
    games->given += count;
}

static enum pgnpack_status next_rows(struct table_scan *scan)
{
    struct games_scan *games = scan->of.games;
    games->given = 0;
    enum pgnpack_status status = rows_next(&games->rows);
    if (status == PGNPACK_OK && games->lines.parts != 0)
        status = lines_start(&games->lines, games->rows.file, games->rows.games, games->rows.count);
    return status;
}

static enum pgnpack_status next(struct table_scan *scan, struct table_batch *batch_ret)
{
    struct games_scan *games = scan->of.games;
    enum pgnpack_status status = PGNPACK_OK;
    if (games->given == games->rows.count)
        status = next_rows(scan);
    if (status != PGNPACK_OK)
        return status;
    size_t count = games->rows.count - games->given;
    if (games->lines.parts != 0) {
        status = lines_next(&games->lines, count);
        count = games->lines.count;
    }
    if (status == PGNPACK_END)
        return fault_set(&scan->error, PGNPACK_ERROR_INTERNAL, "%s: games are missing from a batch",
                         scan->table->files[games->rows.file].path);
    if (status == PGNPACK_OK)
        set_batch(scan, count, batch_ret);
    return status;
}

const struct scan_kind games_scan_kind = {TABLE_GAMES, make,      free_scan,         restart,
                                          use_of,      constrain, clear_constraints, next};
