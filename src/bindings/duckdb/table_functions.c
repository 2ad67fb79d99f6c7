#include "bindings/duckdb/table_functions.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/duckdb/unstable_calls.h"
#include "bindings/duckdb/parameters.h"
#include "bindings/duckdb/vectors.h"
#include "bindings/table/pgn_file.h"
#include "bindings/table/table.h"

static const struct function {
    const char *name;
    enum table_kind kind;
    int has_text; /* a second parameter: the position, of find also query words */
} functions[] = {
    {"read_bcgn", TABLE_GAMES, 0}, {"bcgn_positions", TABLE_POSITIONS, 0}, {"bcgn_find", TABLE_FIND, 1},
    {"bcgn_tree", TABLE_TREE, 1},  {"bcgn_damage", TABLE_DAMAGE, 0},
};

enum { FUNCTION_COUNT = sizeof functions / sizeof functions[0] };

/* ---- Binding: which files, which games, which columns there are ---- */

/* What a call of a function is about; does not change once it is bound. */
struct source {
    const struct function *function;
    struct table *table;
    const struct table_column *columns;
    size_t column_count;
    int texts_as_blobs;
    struct query_words words;
    char *query;              /* of parameter `query`; NULL: none */
    char *fen;                /* the second parameter; of find, query words, too */
    struct table_unit *units; /* of `games`: NULL: the table's */
    size_t unit_count;
};

static void source_free(void *opaque)
{
    struct source *source = opaque;
    query_words_free(&source->words);
    duckdb_free(source->query);
    duckdb_free(source->fen);
    free(source->units);
    table_free(source->table);
    free(source);
}

/* Of which DuckDB's vectors are. */
static duckdb_type type_of(const struct source *source, size_t column)
{
    static const char *const wide[] = {"game",       "key",        "games",   "white_wins",
                                       "draws",      "black_wins", "unknown", "first_game",
                                       "game_count", "offset",     "size"};
    const struct table_column *of = &source->columns[column];
    switch (of->type) {
    case TABLE_DAY:
        return DUCKDB_TYPE_DATE;
    case TABLE_TEXT:
        return source->texts_as_blobs && of->tag == NULL && strcmp(of->name, "text") == 0
                   ? DUCKDB_TYPE_BLOB
                   : DUCKDB_TYPE_VARCHAR;
    case TABLE_INTEGER:
        for (size_t i = 0; i < sizeof wide / sizeof wide[0] && of->tag == NULL; i++) {
            if (strcmp(of->name, wide[i]) == 0)
                return DUCKDB_TYPE_BIGINT;
        }
        return DUCKDB_TYPE_INTEGER;
    default:
        return DUCKDB_TYPE_LIST;
    }
}

static duckdb_logical_type logical_type_of(const struct source *source, size_t column)
{
    duckdb_type id = type_of(source, column);
    if (id != DUCKDB_TYPE_LIST)
        return duckdb_create_logical_type(id);
    enum table_type type = source->columns[column].type;
    duckdb_logical_type element = duckdb_create_logical_type(type == TABLE_MOVES     ? DUCKDB_TYPE_USMALLINT
                                                             : type == TABLE_NUMBERS ? DUCKDB_TYPE_INTEGER
                                                                                     : DUCKDB_TYPE_VARCHAR);
    duckdb_logical_type list = duckdb_create_list_type(element);
    duckdb_destroy_logical_type(&element);
    return list;
}

static int open_table(duckdb_bind_info info, struct source *source)
{
    struct table_error error;
    enum table_damaged damaged = TABLE_DAMAGED_SKIP;
    char **paths;
    size_t count;
    if (!files_may_be_read(info)) {
        duckdb_bind_set_error(info, "files cannot be read: enable_external_access is off in this DuckDB");
        return 0;
    }
    if (source->function->kind != TABLE_DAMAGE && !parameters_damaged(info, &damaged))
        return 0;
    if (!parameters_paths(info, 0, &paths, &count))
        return 0;
    source->table = table_open(NULL, (const char *const *)paths, count, damaged, &error);
    paths_free(paths, count);
    if (source->table == NULL) {
        duckdb_bind_set_error(info, error.text);
        return 0;
    }
    source->columns = table_columns(source->table, source->function->kind, &source->column_count);
    return 1;
}

/* Adds the games from `first` to `last` of the file, as far as there are such. */
static void add_range(struct source *source, size_t file, uint64_t first, uint64_t last)
{
    uint64_t count = pgnpack_reader_info(table_reader(source->table, file))->game_count;
    if (first <= count)
        source->units[source->unit_count++] =
            (struct table_unit){file, first, (last < count ? last : count) - first + 1};
}

/* Those that follow each other are a unit. */
static void add_games(struct source *source, size_t file, const uint64_t *games, size_t count)
{
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && games[end] == games[end - 1] + 1;)
            end++;
        add_range(source, file, games[i], games[end - 1]);
    }
}

/* What `games` and `ids` say. */
struct chosen {
    uint64_t *games; /* NULL: all */
    size_t game_count;
    char **ids; /* NULL: all */
    size_t id_count;
};

static int is_chosen(const struct chosen *chosen, uint64_t game)
{
    size_t low = 0, high = chosen->game_count;
    if (chosen->games == NULL)
        return 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (chosen->games[middle] == game)
            return 1;
        low = chosen->games[middle] < game ? middle + 1 : low;
        high = chosen->games[middle] < game ? high : middle;
    }
    return 0;
}

/* The file's games of `ids`, as far as they are among `games`, too. */
static int add_ids(duckdb_bind_info info, struct source *source, size_t file, const struct chosen *chosen)
{
    struct table_error error;
    uint64_t *found = calloc(chosen->id_count + 1, sizeof *found), game;
    size_t count = 0;
    enum pgnpack_status status = found == NULL ? PGNPACK_ERROR_MEMORY : PGNPACK_OK;
    snprintf(error.text, sizeof error.text, "%s", pgnpack_status_text(PGNPACK_ERROR_MEMORY));
    for (size_t i = 0; i < chosen->id_count && status == PGNPACK_OK; i++) {
        status = table_find_id(source->table, file, chosen->ids[i], &game, &error);
        if (status == PGNPACK_OK && game != 0 && is_chosen(chosen, game))
            found[count++] = game;
    }
    if (status == PGNPACK_OK)
        add_games(source, file, found, parameters_sort_games(found, count));
    else
        duckdb_bind_set_error(info, error.text);
    free(found);
    return status == PGNPACK_OK;
}

static int add_chosen(duckdb_bind_info info, struct source *source, const struct chosen *chosen)
{
    size_t files = table_file_count(source->table);
    size_t most = chosen->ids != NULL ? chosen->id_count : chosen->game_count;
    source->units = calloc(files * most + 1, sizeof *source->units);
    if (source->units == NULL) {
        duckdb_bind_set_error(info, pgnpack_status_text(PGNPACK_ERROR_MEMORY));
        return 0;
    }
    for (size_t file = 0; file < files; file++) {
        if (chosen->ids == NULL)
            add_games(source, file, chosen->games, chosen->game_count);
        else if (!add_ids(info, source, file, chosen))
            return 0;
    }
    return 1;
}

static int read_games(duckdb_bind_info info, struct source *source)
{
    struct chosen chosen = {0};
    int is_done = parameters_games(info, &chosen.games, &chosen.game_count) &&
                  parameters_ids(info, &chosen.ids, &chosen.id_count);
    if (is_done && (chosen.games != NULL || chosen.ids != NULL))
        is_done = add_chosen(info, source, &chosen);
    free(chosen.games);
    if (chosen.ids != NULL)
        paths_free(chosen.ids, chosen.id_count);
    return is_done;
}

static int read_parameters(duckdb_bind_info info, struct source *source)
{
    if (source->function->kind == TABLE_DAMAGE)
        return 1;
    parameters_named_text(info, "query", &source->query);
    if (source->function->has_text)
        source->fen = parameters_text(info, 1);
    if (!parameters_words(info, &source->words))
        return 0;
    source->texts_as_blobs = source->function->kind == TABLE_GAMES && parameters_flag(info, "text_as_blob");
    return source->function->kind == TABLE_TREE || read_games(info, source);
}

/* A scan for these columns; NULL: *error says why. */
static struct table_scan *scan_source(const struct source *source, const size_t *columns, size_t count,
                                      struct table_error *error)
{
    struct table_scan_options options = {.kind = source->function->kind,
                                         .columns = columns,
                                         .column_count = count,
                                         .words = source->words.words,
                                         .word_count = source->words.count,
                                         .where = source->query,
                                         .fen = source->fen};
    return table_scan_new(source->table, &options, error);
}

/* Makes a scan only to see that there can be one: mistakes are told before anything is read. */
static int try_scan(duckdb_bind_info info, const struct source *source)
{
    struct table_error error;
    struct table_scan *scan = scan_source(source, NULL, 0, &error);
    if (scan == NULL)
        duckdb_bind_set_error(info, error.text);
    table_scan_free(scan);
    return scan != NULL;
}

static void add_columns(duckdb_bind_info info, const struct source *source)
{
    for (size_t i = 0; i < source->column_count; i++) {
        duckdb_logical_type type = logical_type_of(source, i);
        duckdb_bind_add_result_column(info, source->columns[i].name, type);
        duckdb_destroy_logical_type(&type);
    }
}

static int is_whole(const struct source *source)
{
    return source->words.count == 0 && source->query == NULL && source->fen == NULL && source->units == NULL;
}

static void bind(duckdb_bind_info info)
{
    struct source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        duckdb_bind_set_error(info, pgnpack_status_text(PGNPACK_ERROR_MEMORY));
        return;
    }
    source->function = duckdb_bind_get_extra_info(info);
    if (!open_table(info, source) || !read_parameters(info, source) || !try_scan(info, source)) {
        source_free(source);
        return;
    }
    add_columns(info, source);
    if (source->function->kind == TABLE_GAMES)
        duckdb_bind_set_cardinality(info, table_game_count(source->table), is_whole(source));
    duckdb_bind_set_bind_data(info, source, source_free);
}

/* ---- Running: threads take a unit after the other ---- */

/* What the threads of a run share. */
struct run {
    atomic_size_t next_unit;
    size_t unit_count;
    /* Of each vector the column; SIZE_MAX: none of ours, where DuckDB needs no column but wants one, for count(*). */
    size_t *places;
    size_t place_count;
    size_t *wanted; /* the columns among them */
    size_t wanted_count;
};

/* A thread's. */
struct worker {
    struct table_scan *scan;
    int has_unit;
    struct vector_room room;
};

static void run_free(void *opaque)
{
    struct run *run = opaque;
    free(run->places);
    free(run->wanted);
    free(run);
}

/* Else it is one piece. */
static int has_units(const struct source *source)
{
    return source->function->kind != TABLE_TREE && source->function->kind != TABLE_DAMAGE;
}

static struct run *run_new(duckdb_init_info info, const struct source *source)
{
    size_t count = duckdb_init_get_column_count(info);
    struct run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return NULL;
    run->places = calloc(count + 1, sizeof *run->places);
    run->wanted = calloc(count + 1, sizeof *run->wanted);
    if (run->places == NULL || run->wanted == NULL) {
        run_free(run);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        idx_t column = duckdb_init_get_column_index(info, i);
        run->places[i] = column < source->column_count ? (size_t)column : SIZE_MAX;
        if (column < source->column_count)
            run->wanted[run->wanted_count++] = (size_t)column;
    }
    run->place_count = count;
    run->unit_count = !has_units(source)      ? 1
                      : source->units != NULL ? source->unit_count
                                              : table_unit_count(source->table);
    return run;
}

static void init(duckdb_init_info info)
{
    const struct source *source = duckdb_init_get_bind_data(info);
    struct run *run = run_new(info, source);
    if (run == NULL) {
        duckdb_init_set_error(info, pgnpack_status_text(PGNPACK_ERROR_MEMORY));
        return;
    }
    duckdb_init_set_max_threads(info, run->unit_count > 0 ? run->unit_count : 1);
    duckdb_init_set_init_data(info, run, run_free);
}

static void worker_free(void *opaque)
{
    struct worker *worker = opaque;
    table_scan_free(worker->scan);
    vector_room_free(&worker->room);
    free(worker);
}

/* A thread's scan is made when it has its first unit: this call does not know yet what init() found. */
static void init_worker(duckdb_init_info info)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (worker == NULL)
        duckdb_init_set_error(info, pgnpack_status_text(PGNPACK_ERROR_MEMORY));
    else
        duckdb_init_set_init_data(info, worker, worker_free);
}

/* Takes the next unit. Returns 0: there is none, or *error says why not. */
static int take_unit(const struct source *source, struct run *run, struct worker *worker,
                     struct table_error *error)
{
    size_t n = atomic_fetch_add(&run->next_unit, 1);
    if (n >= run->unit_count)
        return 0;
    if (worker->scan == NULL) {
        worker->scan = scan_source(source, run->wanted, run->wanted_count, error);
        if (worker->scan == NULL)
            return 0;
    }
    if (has_units(source)) {
        struct table_unit unit = source->units != NULL ? source->units[n] : table_unit(source->table, n);
        table_scan_unit(worker->scan, &unit);
    }
    worker->has_unit = 1;
    return 1;
}

/* Returns 1: rows; 0: there are no more, or *error says why. */
static int next_rows(const struct source *source, struct run *run, struct worker *worker,
                     struct table_batch *batch, struct table_error *error)
{
    for (;;) {
        if (!worker->has_unit && !take_unit(source, run, worker, error))
            return 0;
        enum pgnpack_status status = table_scan_next(worker->scan, batch);
        if (status == PGNPACK_OK)
            return 1;
        if (status != PGNPACK_END) {
            *error = *table_scan_error(worker->scan);
            return 0;
        }
        worker->has_unit = 0;
    }
}

static int put_column(const struct source *source, size_t column, const struct table_values *values,
                      size_t count, duckdb_vector vector, struct vector_room *room)
{
    const struct table_column *of = &source->columns[column];
    duckdb_type type = type_of(source, column);
    switch (of->type) {
    case TABLE_INTEGER:
    case TABLE_DAY:
        vector_put_integers(vector, type, values->integers, values->is_set, count);
        return 1;
    case TABLE_TEXT:
        return vector_put_texts(vector, type, values->texts, count, room);
    case TABLE_MOVES:
        return vector_put_moves(vector, values->offsets, values->moves, count);
    case TABLE_NUMBERS:
        return vector_put_numbers(vector, values->offsets, values->numbers, of->no_number, count);
    case TABLE_TEXTS:
        return vector_put_lists(vector, values->offsets, values->elements, count, room);
    }
    return 0;
}

static int put_rows(const struct source *source, const struct run *run, const struct table_batch *batch,
                    duckdb_data_chunk output, struct vector_room *room)
{
    size_t place = 0;
    for (size_t i = 0; i < run->place_count; i++) {
        if (run->places[i] == SIZE_MAX)
            continue;
        if (!put_column(source, run->places[i], &batch->values[place++], batch->count,
                        duckdb_data_chunk_get_vector(output, i), room))
            return 0;
    }
    duckdb_data_chunk_set_size(output, batch->count);
    return 1;
}

static void work(duckdb_function_info info, duckdb_data_chunk output)
{
    const struct source *source = duckdb_function_get_bind_data(info);
    struct run *run = duckdb_function_get_init_data(info);
    struct worker *worker = duckdb_function_get_local_init_data(info);
    struct table_error error = {.status = PGNPACK_OK};
    struct table_batch batch;
    if (!next_rows(source, run, worker, &batch, &error)) {
        duckdb_data_chunk_set_size(output, 0);
        if (error.status != PGNPACK_OK)
            duckdb_function_set_error(info, error.text);
        return;
    }
    if (!put_rows(source, run, &batch, output, &worker->room))
        duckdb_function_set_error(info, pgnpack_status_text(PGNPACK_ERROR_MEMORY));
}

/* ---- Registering ---- */

static void add_parameter(duckdb_table_function function, duckdb_type id)
{
    duckdb_logical_type type = duckdb_create_logical_type(id);
    duckdb_table_function_add_parameter(function, type);
    duckdb_destroy_logical_type(&type);
}

static int register_function(duckdb_connection connection, const struct function *of)
{
    duckdb_table_function function = duckdb_create_table_function();
    duckdb_table_function_set_name(function, of->name);
    add_parameter(function, DUCKDB_TYPE_ANY);
    if (of->has_text)
        add_parameter(function, DUCKDB_TYPE_VARCHAR);
    if (of->kind != TABLE_DAMAGE)
        parameters_add(function);
    if (of->kind != TABLE_TREE && of->kind != TABLE_DAMAGE)
        parameters_add_games(function);
    if (of->kind == TABLE_GAMES) {
        duckdb_logical_type flag = duckdb_create_logical_type(DUCKDB_TYPE_BOOLEAN);
        duckdb_table_function_add_named_parameter(function, "text_as_blob", flag);
        duckdb_destroy_logical_type(&flag);
    }
    void *extra;
    memcpy(&extra, &of, sizeof extra);
    duckdb_table_function_set_extra_info(function, extra, NULL);
    duckdb_table_function_set_bind(function, bind);
    duckdb_table_function_set_init(function, init);
    duckdb_table_function_set_local_init(function, init_worker);
    duckdb_table_function_set_function(function, work);
    duckdb_table_function_supports_projection_pushdown(function, true);
    duckdb_state state = duckdb_register_table_function(connection, function);
    duckdb_destroy_table_function(&function);
    return state == DuckDBSuccess;
}

int table_functions_register(duckdb_connection connection)
{
    for (size_t i = 0; i < FUNCTION_COUNT; i++) {
        if (!register_function(connection, &functions[i]))
            return 0;
    }
    return 1;
}

static void replace_file(duckdb_replacement_scan_info info, const char *name, void *opaque)
{
    static const char ending[] = ".bcgn";
    size_t size = strlen(name), ending_size = sizeof ending - 1;
    (void)opaque;
    if ((size <= ending_size || strcmp(name + size - ending_size, ending) != 0) && !pgn_file_is_meant(name))
        return;
    duckdb_value path = duckdb_create_varchar(name);
    duckdb_replacement_scan_set_function_name(info, functions[0].name);
    duckdb_replacement_scan_add_parameter(info, path);
    duckdb_destroy_value(&path);
}

void table_functions_replace_files(duckdb_database database)
{
    duckdb_add_replacement_scan(database, replace_file, NULL, NULL);
}
