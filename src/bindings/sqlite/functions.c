#include "bindings/sqlite/functions.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

enum { PURE = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS };

/* ---- Bytes that a function gives ---- */

static int append(void *opaque, const void *bytes, size_t size)
{
    sqlite3_str *out = opaque;
    if (size > INT_MAX)
        return EFBIG;
    sqlite3_str_append(out, bytes, (int)size);
    return sqlite3_str_errcode(out) == SQLITE_OK ? 0 : EFBIG;
}

static void give_error(sqlite3_context *context, const struct pgnpack_error *error)
{
    if (error->status == PGNPACK_ERROR_MEMORY)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_error(context, error->text, -1);
}

/* The bytes, or why there are none: what the last call on the handle returned decides. */
static void give_bytes(sqlite3_context *context, sqlite3_str *out, enum pgnpack_status status,
                       const struct pgnpack_error *error, int is_text)
{
    int code = sqlite3_str_errcode(out), size = sqlite3_str_length(out);
    char *bytes = sqlite3_str_finish(out);
    if (code == SQLITE_TOOBIG)
        sqlite3_result_error_toobig(context);
    else if (code != SQLITE_OK)
        sqlite3_result_error_nomem(context);
    else if (status != PGNPACK_OK)
        give_error(context, error);
    else if (is_text)
        sqlite3_result_text(context, bytes == NULL ? "" : bytes, size, SQLITE_TRANSIENT);
    else
        sqlite3_result_blob(context, bytes, size, SQLITE_TRANSIENT);
    sqlite3_free(bytes);
}

/* ---- Databases in values ---- */

static void pack(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &host_allocator};
    struct pgnpack_writer_options how = {.size = sizeof how, .threads = 1};
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    if (count > 1) {
        sqlite3_int64 level = sqlite3_value_int64(values[1]);
        how.level =
            level < PGNPACK_LEVEL_MIN || level > PGNPACK_LEVEL_MAX ? PGNPACK_LEVEL_MAX + 1 : (int)level;
    }
    const void *text = sqlite3_value_blob(values[0]);
    size_t size = (size_t)sqlite3_value_bytes(values[0]);
    sqlite3_str *out = sqlite3_str_new(sqlite3_context_db_handle(context));
    struct pgnpack_writer *writer = pgnpack_writer_new(&options, &how, PGNPACK_TO_FUNCTION(append, out));
    if (writer == NULL) {
        sqlite3_free(sqlite3_str_finish(out));
        sqlite3_result_error_nomem(context);
        return;
    }
    enum pgnpack_status status = size == 0 ? PGNPACK_OK : pgnpack_writer_write(writer, text, size);
    if (status == PGNPACK_OK)
        status = pgnpack_writer_finish(writer);
    give_bytes(context, out, status, pgnpack_error(writer), 0);
    pgnpack_free(writer);
}

struct packed {
    const unsigned char *bytes;
    size_t size;
};

static int take(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct packed *packed = opaque;
    *size_ret = size < packed->size ? size : packed->size;
    if (*size_ret != 0)
        memcpy(bytes, packed->bytes, *size_ret);
    packed->bytes += *size_ret;
    packed->size -= *size_ret;
    return 0;
}

static void unpack(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &host_allocator};
    const struct pgnpack_unpacker_options how = {.size = sizeof how, .threads = 1};
    (void)count;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    struct packed packed = {sqlite3_value_blob(values[0]), (size_t)sqlite3_value_bytes(values[0])};
    sqlite3_str *out = sqlite3_str_new(sqlite3_context_db_handle(context));
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&options, &how);
    if (unpacker == NULL) {
        sqlite3_free(sqlite3_str_finish(out));
        sqlite3_result_error_nomem(context);
        return;
    }
    enum pgnpack_status status =
        pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(take, &packed), PGNPACK_TO_FUNCTION(append, out));
    give_bytes(context, out, status, pgnpack_error(unpacker), 1);
    pgnpack_free(unpacker);
}

/* ---- Positions ---- */

static void key(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &host_allocator};
    (void)count;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL)
        return;
    const char *fen = (const char *)sqlite3_value_text(values[0]);
    struct pgnpack_board *board = pgnpack_board_new(&options);
    if (fen == NULL || board == NULL)
        sqlite3_result_error_nomem(context);
    else if (pgnpack_board_set(board, fen, strlen(fen), NULL) != PGNPACK_OK)
        give_error(context, pgnpack_error(board));
    else
        sqlite3_result_int64(context, (sqlite3_int64)pgnpack_board_key(board, PGNPACK_KEY_BCGN));
    pgnpack_free(board);
}

/* ---- Games by their ids ---- */

static void free_reader(void *reader)
{
    pgnpack_free(reader);
}

/* Of that path; NULL: the result says why. */
static struct pgnpack_reader *open_reader(sqlite3_context *context, const char *path)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &host_allocator};
    struct pgnpack_reader *reader = path == NULL ? NULL : pgnpack_reader_new(&options);
    if (reader == NULL)
        sqlite3_result_error_nomem(context);
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(path)) == PGNPACK_OK)
        return reader;
    else
        give_error(context, pgnpack_error(reader));
    pgnpack_free(reader);
    return NULL;
}

/* The number of the game that an id leads to, also one that it had before the database was changed; NULL: there is none. */
static void find_id(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct pgnpack_reader *reader = sqlite3_get_auxdata(context, 0), *opened = NULL;
    uint64_t number;
    (void)count;
    if (sqlite3_value_type(values[0]) == SQLITE_NULL || sqlite3_value_type(values[1]) == SQLITE_NULL)
        return;
    const char *path = (const char *)sqlite3_value_text(values[0]);
    const char *id = (const char *)sqlite3_value_text(values[1]);
    if (reader == NULL)
        reader = opened = open_reader(context, path);
    if (reader == NULL)
        return;
    enum pgnpack_status status =
        id == NULL ? PGNPACK_ERROR_MEMORY : pgnpack_reader_find_id(reader, id, PGNPACK_ID_NOW, &number);
    if (status == PGNPACK_OK)
        sqlite3_result_int64(context, (sqlite3_int64)number);
    else if (status == PGNPACK_ERROR_MEMORY)
        sqlite3_result_error_nomem(context);
    else if (status != PGNPACK_END && status != PGNPACK_ERROR_ARGUMENT)
        give_error(context, pgnpack_error(reader));
    if (opened != NULL) /* kept for the statement's other rows, where the path is the same for all */
        sqlite3_set_auxdata(context, 0, opened, free_reader);
}

/* ---- Games and values, by the functions that all hosts share ---- */

/* What a call has besides its values. */
struct game_call {
    struct session *session;
    const struct game_function *function;
};

/* Returns 0: no memory. */
static int take_argument(sqlite3_value *value, enum function_type type, struct function_value *argument)
{
    int given = sqlite3_value_type(value);
    *argument = (struct function_value){.type = FUNCTION_NULL};
    if (given == SQLITE_NULL)
        return 1;
    if (type == FUNCTION_INTEGER || (type == FUNCTION_EVAL && given == SQLITE_INTEGER)) {
        *argument = (struct function_value){.type = FUNCTION_INTEGER, .integer = sqlite3_value_int64(value)};
        return 1;
    }
    const void *bytes = given == SQLITE_BLOB ? sqlite3_value_blob(value) : sqlite3_value_text(value);
    size_t size = (size_t)sqlite3_value_bytes(value);
    *argument = (struct function_value){.type = FUNCTION_TEXT, .text = {bytes == NULL ? "" : bytes, size}};
    return bytes != NULL || (given == SQLITE_BLOB && size == 0);
}

static void give_value(sqlite3_context *context, const struct function_value *value)
{
    if (value->type == FUNCTION_INTEGER || value->type == FUNCTION_BOOLEAN)
        sqlite3_result_int64(context, value->integer);
    else if (value->type == FUNCTION_REAL)
        sqlite3_result_double(context, value->real);
    else if (value->type == FUNCTION_TEXT)
        sqlite3_result_text64(context, value->text.data, value->text.size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static void call_game_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const struct game_call *call = sqlite3_user_data(context);
    struct session *session = call->session;
    struct function_value arguments[FUNCTION_ARGUMENTS_MAX], result;
    struct table_error error;
    if (session->games == NULL)
        session->games = game_functions_new(&host_allocator);
    int is_done = session->games != NULL;
    for (int i = 0; i < count && is_done; i++)
        is_done = take_argument(values[i], call->function->arguments[i], &arguments[i]);
    if (!is_done)
        sqlite3_result_error_nomem(context);
    else if (game_function_call(session->games, call->function, arguments, &result, &error) == PGNPACK_OK)
        give_value(context, &result);
    else if (error.status == PGNPACK_ERROR_MEMORY)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_error(context, error.text, -1);
}

static void free_call(void *opaque)
{
    struct game_call *call = opaque;
    session_leave(call->session);
    sqlite3_free(call);
}

static int add_game_functions(sqlite3 *db, struct session *session)
{
    const struct game_function *function;
    int code = SQLITE_OK;
    for (size_t i = 0; (function = game_function_at(i)) != NULL && code == SQLITE_OK; i++) {
        struct game_call *call = sqlite3_malloc64(sizeof *call);
        if (call == NULL)
            return SQLITE_NOMEM;
        *call = (struct game_call){session_use(session), function};
        code = sqlite3_create_function_v2(db, function->name, (int)function->argument_count, PURE, call,
                                          call_game_function, NULL, NULL, free_call);
    }
    return code;
}

/* ---- Others ---- */

static void counts(sqlite3_context *context, int count, sqlite3_value **values)
{
    struct session *session = sqlite3_user_data(context);
    const struct table_counts *is = &session->counts;
    (void)count;
    (void)values;
    char *text = sqlite3_mprintf("{\"blocks_skipped\":%llu,\"blocks_read\":%llu,\"games_seen\":%llu,"
                                 "\"games_passed\":%llu,\"games_searched\":%llu,\"lines_decoded\":%llu}",
                                 is->blocks_skipped, is->blocks_read, is->games_seen, is->games_passed,
                                 is->games_searched, is->lines_decoded);
    session->counts = (struct table_counts){0};
    if (text == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, text, -1, sqlite3_free);
}

static void version(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    sqlite3_result_text(context, pgnpack_version(), -1, SQLITE_STATIC);
}

int functions_add(sqlite3 *db, struct session *session)
{
    static const struct {
        const char *name;
        int arguments, flags;
        void (*function)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {{"bcgn_pack", 1, PURE, pack},
                     {"bcgn_pack", 2, PURE, pack},
                     {"bcgn_unpack", 1, PURE, unpack},
                     {"bcgn_key", 1, PURE, key},
                     {"bcgn_version", 0, PURE, version},
                     {"bcgn_counts", 0, SQLITE_UTF8, counts},
                     {"bcgn_find_id", 2, SQLITE_UTF8, find_id}};
    int code = SQLITE_OK;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0] && code == SQLITE_OK; i++)
        code = sqlite3_create_function_v2(db, functions[i].name, functions[i].arguments, functions[i].flags,
                                          session_use(session), functions[i].function, NULL, NULL,
                                          session_leave);
    return code == SQLITE_OK ? add_game_functions(db, session) : code;
}
