#include "bindings/table/rows.h"

#include <string.h>

#include "bindings/table/fault.h"
#include "bindings/table/ids.h"
#include "bindings/table/limits.h"
#include "bindings/table/values.h"

int rows_init(struct rows *rows, const struct table *table, struct source *source, struct table_error *error,
              struct table_counts *counts)
{
    memset(rows, 0, sizeof *rows);
    rows->table = table;
    rows->source = source;
    rows->error = error;
    rows->counts = counts;
    rows->kept.allocator = rows->values.allocator = rows->texts.allocator = table->allocator;
    rows->games = memory_arena_get_zeroed(&rows->kept, TABLE_BATCH_ROWS * sizeof *rows->games);
    rows->plies = memory_arena_get_zeroed(&rows->kept, TABLE_BATCH_ROWS * sizeof *rows->plies);
    rows->results = memory_arena_get_zeroed(&rows->kept, TABLE_BATCH_ROWS * sizeof *rows->results);
    rows->picked = memory_arena_get_zeroed(&rows->kept, SOURCE_HITS * sizeof *rows->picked);
    return rows->games != NULL && rows->plies != NULL && rows->results != NULL && rows->picked != NULL;
}

void rows_free(struct rows *rows)
{
    const struct pgnpack_allocator *allocator = &rows->kept.allocator;
    pgnpack_free(rows->batch);
    memory_free(allocator, rows->tags);
    memory_free(allocator, rows->columns);
    memory_free(allocator, rows->constraints);
    memory_arena_free(&rows->texts);
    memory_arena_free(&rows->values);
    memory_arena_free(&rows->kept);
}

/* ---- What is wanted ---- */

/* Looks at the tag from now on; SIZE_MAX: no memory. */
static size_t enter_tag(struct rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->tag_count; i++)
        if (strcmp(rows->tags[i].name, name) == 0)
            return i;
    int grown = TABLE_GROW(&rows->kept.allocator, rows->tags, rows->tag_capacity, rows->tag_count + 1);
    struct pgnpack_text *values =
        grown ? memory_arena_get_zeroed(&rows->kept, TABLE_BATCH_ROWS * sizeof *values) : NULL;
    if (values == NULL)
        return SIZE_MAX;
    rows->tags[rows->tag_count] = (struct row_tag){.name = name, .values = values};
    return rows->tag_count++;
}

static int set_arrays(struct rows *rows, struct row_column *column, const struct table_column *is)
{
    if (is->tag != NULL && is->type == TABLE_TEXT) {
        column->texts = rows->tags[column->tag].values;
        return 1;
    }
    if (is->type == TABLE_TEXT)
        column->texts = memory_arena_get_zeroed(&rows->kept, TABLE_BATCH_ROWS * sizeof *column->texts);
    else
        column->integers = memory_arena_get_zeroed(&rows->kept, TABLE_BATCH_ROWS * sizeof *column->integers);
    int needs_set = is->is_nullable && is->type != TABLE_TEXT; /* texts are NULL themselves */
    if (needs_set)
        column->is_set = memory_arena_get_zeroed(&rows->kept, TABLE_BATCH_ROWS);
    return (column->texts != NULL || column->integers != NULL) && (!needs_set || column->is_set != NULL);
}

/* What has to be read for the column. */
static int set_needs(struct rows *rows, struct row_column *column, const struct table_column *is)
{
    if (is->tag != NULL)
        return (column->tag = enter_tag(rows, is->tag)) != SIZE_MAX;
    if (column->column == GAMES_DAY || column->column == GAMES_YEAR) {
        column->tag = enter_tag(rows, "Date");
        column->utc_tag = enter_tag(rows, "UTCDate");
        return column->tag != SIZE_MAX && column->utc_tag != SIZE_MAX;
    }
    if (column->column == GAMES_PLIES)
        rows->parts |= PGNPACK_BATCH_PLIES;
    if (column->column == GAMES_OUTCOME)
        rows->parts |= PGNPACK_BATCH_RESULTS;
    return 1;
}

int rows_want(struct rows *rows, size_t column, size_t *place_ret)
{
    for (size_t i = 0; i < rows->column_count; i++)
        if (rows->columns[i].column == column) {
            *place_ret = i;
            return 1;
        }
    const struct table_column *is = &rows->table->games.columns[column];
    struct row_column added = {.column = column};
    if (!TABLE_GROW(&rows->kept.allocator, rows->columns, rows->column_capacity, rows->column_count + 1) ||
        !set_needs(rows, &added, is) || !set_arrays(rows, &added, is))
        return 0;
    *place_ret = rows->column_count;
    rows->columns[rows->column_count++] = added;
    return 1;
}

/* Copies of the constraint's values, ascending; NULL: no memory. */
static struct table_value *copy_values(struct rows *rows, const struct table_constraint *constraint)
{
    enum table_type type = rows->table->games.columns[constraint->column].type;
    struct table_value *values =
        memory_arena_get(&rows->values, (constraint->value_count + 1) * sizeof *values);
    if (values == NULL)
        return NULL;
    memset(values, 0, (constraint->value_count + 1) * sizeof *values);
    for (size_t i = 0; i < constraint->value_count; i++) {
        struct pgnpack_text text = constraint->values[i].text;
        values[i].integer = constraint->values[i].integer;
        if (type != TABLE_TEXT)
            continue;
        char *copy = memory_arena_get(&rows->values, text.size + 1);
        if (copy == NULL)
            return NULL;
        if (text.size != 0)
            memcpy(copy, text.data, text.size);
        values[i].text = (struct pgnpack_text){copy, text.size};
    }
    row_test_sort(values, constraint->value_count, type);
    return values;
}

int rows_constrain(struct rows *rows, const struct table_constraint *constraint)
{
    struct row_constraint added = {.comparison = constraint->comparison,
                                   .value_count = constraint->value_count};
    if (!TABLE_GROW(&rows->kept.allocator, rows->constraints, rows->constraint_capacity,
                    rows->constraint_count + 1) ||
        !rows_want(rows, constraint->column, &added.place))
        return 0;
    added.values = copy_values(rows, constraint);
    if (added.values == NULL)
        return 0;
    rows->constraints[rows->constraint_count++] = added;
    return limits_narrow(&rows->source->limits, rows->table, constraint);
}

void rows_clear_constraints(struct rows *rows)
{
    rows->constraint_count = 0;
    memory_arena_clear(&rows->values);
}

/* ---- A column's values ---- */

static int unescape(struct rows *rows, struct row_tag *tag)
{
    if (tag->is_unescaped)
        return 1;
    tag->is_unescaped = 1;
    for (size_t i = 0; i < rows->count; i++) {
        struct pgnpack_text *value = &tag->values[i];
        if (value->size == 0 || memchr(value->data, '\\', value->size) == NULL)
            continue;
        char *text = memory_arena_get(&rows->texts, value->size);
        if (text == NULL)
            return 0;
        *value = (struct pgnpack_text){text, pgnpack_tag_unescape(*value, text)};
    }
    return 1;
}

static void fill_ratings(struct rows *rows, struct row_column *column)
{
    const struct pgnpack_text *values = rows->tags[column->tag].values;
    for (size_t i = 0; i < rows->count; i++) {
        column->integers[i] = pgnpack_rating(values[i]);
        column->is_set[i] = column->integers[i] != 0;
    }
}

static void fill_ply_counts(struct rows *rows, struct row_column *column)
{
    enum { DIGITS_MAX = 9 };
    const struct pgnpack_text *values = rows->tags[column->tag].values;
    for (size_t i = 0; i < rows->count; i++) {
        column->integers[i] = 0;
        column->is_set[i] = (unsigned char)value_integer(values[i], DIGITS_MAX, &column->integers[i]);
    }
}

static void fill_dates(struct rows *rows, struct row_column *column)
{
    const struct pgnpack_text *dates = rows->tags[column->tag].values;
    const struct pgnpack_text *utc_dates = rows->tags[column->utc_tag].values;
    int (*read)(struct pgnpack_text, int64_t *) = column->column == GAMES_DAY ? value_day : value_year;
    for (size_t i = 0; i < rows->count; i++) {
        struct pgnpack_text date = value_is_date(dates[i]) ? dates[i] : utc_dates[i];
        column->integers[i] = 0;
        column->is_set[i] = (unsigned char)(value_is_date(date) && read(date, &column->integers[i]));
    }
}

static void fill_texts(struct rows *rows, struct row_column *column)
{
    static const struct pgnpack_text outcomes[4] = {{"*", 1}, {"1-0", 3}, {"0-1", 3}, {"1/2-1/2", 7}};
    const char *path = rows->table->files[rows->file].path;
    struct pgnpack_text file = {path, strlen(path)};
    for (size_t i = 0; i < rows->count; i++)
        column->texts[i] = column->column == GAMES_FILE ? file : outcomes[rows->results[i] & 3];
}

static enum pgnpack_status fill(struct rows *rows, struct row_column *column)
{
    const struct table_column *is = &rows->table->games.columns[column->column];
    if (is->tag != NULL && is->type == TABLE_TEXT)
        return unescape(rows, &rows->tags[column->tag]) ? PGNPACK_OK : fault_no_memory(rows->error);
    if (is->tag != NULL && strcmp(is->tag, "PlyCount") == 0)
        fill_ply_counts(rows, column);
    else if (is->tag != NULL)
        fill_ratings(rows, column);
    else if (column->column == GAMES_ID)
        return ids_fill(&rows->table->files[rows->file], rows->games, rows->count, &rows->texts,
                        column->texts, rows->error);
    else if (is->type == TABLE_TEXT)
        fill_texts(rows, column);
    else if (column->column == GAMES_DAY || column->column == GAMES_YEAR)
        fill_dates(rows, column);
    else
        for (size_t i = 0; i < rows->count; i++)
            column->integers[i] =
                column->column == GAMES_GAME ? (int64_t)rows->games[i] : (int64_t)rows->plies[i];
    return PGNPACK_OK;
}

/* ---- Constraints ---- */

/* Moves what belongs to the rows that pass to the front. */
static void keep_passing(struct rows *rows, const uint16_t *passing, size_t count)
{
    for (size_t i = 0; i < count && count != rows->count; i++) {
        rows->games[i] = rows->games[passing[i]];
        rows->plies[i] = rows->plies[passing[i]];
        rows->results[i] = rows->results[passing[i]];
    }
    for (size_t t = 0; t < rows->tag_count && count != rows->count; t++)
        for (size_t i = 0; i < count; i++)
            rows->tags[t].values[i] = rows->tags[t].values[passing[i]];
    rows->count = count;
}

static enum pgnpack_status test(struct rows *rows)
{
    uint16_t passing[TABLE_BATCH_ROWS];
    size_t count = rows->count;
    enum pgnpack_status status = PGNPACK_OK;
    if (rows->constraint_count == 0)
        return PGNPACK_OK;
    for (size_t i = 0; i < count; i++)
        passing[i] = (uint16_t)i;
    for (size_t i = 0; i < rows->constraint_count && count != 0; i++) {
        struct row_column *column = &rows->columns[rows->constraints[i].place];
        status = fill(rows, column);
        if (status != PGNPACK_OK)
            return status;
        count = row_test(&rows->constraints[i], column, passing, count);
    }
    keep_passing(rows, passing, count);
    return PGNPACK_OK;
}

/* ---- Rows ---- */

void rows_restart(struct rows *rows)
{
    rows->is_in_piece = 0;
}

static int needs_batch(const struct rows *rows)
{
    return rows->tag_count != 0 || rows->parts != 0;
}

static enum pgnpack_status fail_of_batch(struct rows *rows)
{
    return fault_of(rows->error, rows->table->files[rows->piece.file].path, pgnpack_error(rows->batch));
}

static enum pgnpack_status make_batch(struct rows *rows)
{
    const struct pgnpack_allocator *allocator = &rows->kept.allocator;
    struct pgnpack_batch_options options = {.size = sizeof options};
    const char **names = memory_zeroed(allocator, rows->tag_count + 1, sizeof *names);
    pgnpack_free(rows->batch);
    rows->batch = NULL;
    if (names == NULL)
        return fault_no_memory(rows->error);
    for (size_t i = 0; i < rows->tag_count; i++)
        names[i] = rows->tags[i].name;
    options.tags = names;
    options.tag_count = rows->tag_count;
    options.parts = rows->parts;
    rows->batch = pgnpack_batch_new(rows->table->files[rows->piece.file].reader, &options);
    rows->batch_file = rows->piece.file;
    rows->batch_tags = rows->tag_count;
    rows->batch_parts = rows->parts;
    rows->blocks_counted = 0;
    memory_free(allocator, names);
    return rows->batch == NULL ? fault_no_memory(rows->error) : PGNPACK_OK;
}

static enum pgnpack_status start_batch(struct rows *rows)
{
    struct source_piece *piece = &rows->piece;
    enum pgnpack_status status = PGNPACK_OK;
    if (rows->batch == NULL || rows->batch_file != piece->file || rows->batch_tags != rows->tag_count ||
        rows->batch_parts != rows->parts)
        status = make_batch(rows);
    if (status != PGNPACK_OK)
        return status;
    if (piece->hits != NULL)
        status = pgnpack_batch_pick(rows->batch, rows->picked, (size_t)piece->count);
    else
        status = pgnpack_batch_range(rows->batch, piece->first, piece->count);
    return status == PGNPACK_OK ? status : fail_of_batch(rows);
}

static enum pgnpack_status next_piece(struct rows *rows)
{
    enum pgnpack_status status = source_next(rows->source, &rows->piece);
    if (status != PGNPACK_OK)
        return status;
    for (uint64_t i = 0; rows->piece.hits != NULL && i < rows->piece.count; i++)
        rows->picked[i] = rows->piece.hits[i].game;
    rows->piece_done = 0;
    status = needs_batch(rows) ? start_batch(rows) : PGNPACK_OK;
    rows->is_in_piece = status == PGNPACK_OK;
    return status;
}

static void count_blocks(struct rows *rows)
{
    struct pgnpack_batch_counts counts;
    pgnpack_batch_counts(rows->batch, &counts);
    rows->counts->blocks_read += counts.blocks_read - rows->blocks_counted;
    rows->blocks_counted = counts.blocks_read;
}

/* Games of the piece from the batch. PGNPACK_END: there are no more. */
static enum pgnpack_status read_batch(struct rows *rows)
{
    struct pgnpack_columns columns = {.size = sizeof columns, .capacity = TABLE_BATCH_ROWS};
    struct pgnpack_text **views = memory_arena_get(&rows->texts, (rows->tag_count + 1) * sizeof *views);
    if (views == NULL)
        return fault_no_memory(rows->error);
    for (size_t i = 0; i < rows->tag_count; i++) {
        views[i] = rows->tags[i].values;
        rows->tags[i].is_unescaped = 0;
    }
    columns.numbers = rows->games;
    columns.plies = rows->plies;
    columns.results = rows->results;
    columns.views = views;
    enum pgnpack_status status = pgnpack_batch_next(rows->batch, &columns, &rows->count);
    count_blocks(rows);
    rows->counts->games_seen += rows->count;
    return status == PGNPACK_OK || status == PGNPACK_END ? status : fail_of_batch(rows);
}

/* The next games of a range, of which `left` are left, without those that are left out. */
static enum pgnpack_status number_range(struct rows *rows, uint64_t left)
{
    const struct pgnpack_reader *reader = rows->table->files[rows->piece.file].reader;
    uint64_t number = rows->piece.first + rows->piece_done, end = number + left, first, count;
    while (rows->count < TABLE_BATCH_ROWS && number < end) {
        uint64_t next = pgnpack_reader_left_out_range(reader, number, &first, &count) ? first : end;
        for (; rows->count < TABLE_BATCH_ROWS && number < next && number < end; number++)
            rows->games[rows->count++] = number;
        if (number == next && next < end)
            number = first + count < end ? first + count : end;
    }
    rows->piece_done = number - rows->piece.first;
    return rows->count == 0 ? PGNPACK_END : PGNPACK_OK;
}

/* The same where only numbers are wanted. */
static enum pgnpack_status number_games(struct rows *rows)
{
    const struct source_piece *piece = &rows->piece;
    uint64_t left = piece->count - rows->piece_done;
    if (piece->hits == NULL)
        return number_range(rows, left);
    rows->count = left > TABLE_BATCH_ROWS ? TABLE_BATCH_ROWS : (size_t)left;
    for (size_t i = 0; i < rows->count; i++)
        rows->games[i] = rows->picked[rows->piece_done + i];
    rows->piece_done += rows->count;
    return rows->count == 0 ? PGNPACK_END : PGNPACK_OK;
}

enum pgnpack_status rows_next(struct rows *rows)
{
    enum pgnpack_status status = PGNPACK_OK;
    do {
        rows->count = 0;
        memory_arena_clear(&rows->texts);
        status = rows->is_in_piece ? source_check_cancelled(rows->source) : next_piece(rows);
        if (status != PGNPACK_OK)
            return status;
        status = needs_batch(rows) ? read_batch(rows) : number_games(rows);
        if (status == PGNPACK_END)
            rows->is_in_piece = 0;
        else if (status != PGNPACK_OK)
            return status;
        rows->file = rows->piece.file;
        status = test(rows);
        if (status != PGNPACK_OK)
            return status;
    } while (rows->count == 0);
    rows->counts->games_passed += rows->count;
    status = PGNPACK_OK;
    for (size_t i = 0; i < rows->column_count && status == PGNPACK_OK; i++)
        status = fill(rows, &rows->columns[i]);
    return status;
}
