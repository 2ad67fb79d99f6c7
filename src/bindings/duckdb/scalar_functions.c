#include "bindings/duckdb/scalar_functions.h"

#include <string.h>

#include "bindings/functions/game_functions.h"

/* ---- Values ---- */

/* A column of an input chunk. */
struct column {
    void *data;
    uint64_t *validity;
    enum function_type type;
};

static struct function_value value_of(const struct column *column, idx_t row)
{
    struct function_value value = {.type = column->type};
    if (column->validity != NULL && !duckdb_validity_row_is_valid(column->validity, row)) {
        value.type = FUNCTION_NULL;
    } else if (column->type == FUNCTION_INTEGER) {
        value.integer = ((const int64_t *)column->data)[row];
    } else {
        duckdb_string_t *text = (duckdb_string_t *)column->data + row;
        value.text = (struct pgnpack_text){duckdb_string_t_data(text), duckdb_string_t_length(*text)};
    }
    return value;
}

static void put_value(duckdb_vector vector, idx_t row, const struct function_value *value)
{
    void *data = duckdb_vector_get_data(vector);
    if (value->type == FUNCTION_TEXT)
        duckdb_vector_assign_string_element_len(vector, row, value->text.data, value->text.size);
    else if (value->type == FUNCTION_INTEGER)
        ((int64_t *)data)[row] = value->integer;
    else if (value->type == FUNCTION_BOOLEAN)
        ((bool *)data)[row] = value->integer != 0;
    else if (value->type == FUNCTION_REAL)
        ((double *)data)[row] = value->real;
    else {
        duckdb_vector_ensure_validity_writable(vector);
        duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), row);
    }
}

/* ---- Calls ---- */

/* The columns' types are those of the overload that DuckDB chose. */
static void set_columns(const struct game_function *function, duckdb_data_chunk input, struct column *columns)
{
    for (size_t i = 0; i < function->argument_count; i++) {
        duckdb_vector vector = duckdb_data_chunk_get_vector(input, i);
        duckdb_logical_type type = duckdb_vector_get_column_type(vector);
        columns[i] = (struct column){duckdb_vector_get_data(vector), duckdb_vector_get_validity(vector),
                                     duckdb_get_type_id(type) == DUCKDB_TYPE_BIGINT ? FUNCTION_INTEGER
                                                                                    : FUNCTION_TEXT};
        duckdb_destroy_logical_type(&type);
    }
}

static void call(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output)
{
    const struct game_function *function = duckdb_scalar_function_get_extra_info(info);
    struct game_functions *functions = game_functions_new(NULL);
    struct column columns[FUNCTION_ARGUMENTS_MAX];
    struct function_value arguments[FUNCTION_ARGUMENTS_MAX], result;
    struct table_error error = {.status = PGNPACK_OK};
    if (functions == NULL) {
        duckdb_scalar_function_set_error(info, pgnpack_status_text(PGNPACK_ERROR_MEMORY));
        return;
    }
    set_columns(function, input, columns);
    for (idx_t row = 0; row < duckdb_data_chunk_get_size(input); row++) {
        for (size_t i = 0; i < function->argument_count; i++)
            arguments[i] = value_of(&columns[i], row);
        if (game_function_call(functions, function, arguments, &result, &error) != PGNPACK_OK) {
            duckdb_scalar_function_set_error(info, error.text);
            break;
        }
        put_value(output, row, &result);
    }
    game_functions_free(functions);
}

/* ---- Registering ---- */

static duckdb_type type_of(enum function_type type)
{
    switch (type) {
    case FUNCTION_TEXT:
        return DUCKDB_TYPE_VARCHAR;
    case FUNCTION_BOOLEAN:
        return DUCKDB_TYPE_BOOLEAN;
    case FUNCTION_REAL:
        return DUCKDB_TYPE_DOUBLE;
    default:
        return DUCKDB_TYPE_BIGINT;
    }
}

/* Evaluations are of type `eval`. */
static int add_overload(duckdb_scalar_function_set set, const struct game_function *of,
                        enum function_type eval)
{
    duckdb_scalar_function function = duckdb_create_scalar_function();
    duckdb_logical_type type = duckdb_create_logical_type(type_of(of->result));
    void *extra;
    duckdb_scalar_function_set_name(function, of->name);
    duckdb_scalar_function_set_return_type(function, type);
    duckdb_destroy_logical_type(&type);
    for (size_t i = 0; i < of->argument_count; i++) {
        type =
            duckdb_create_logical_type(type_of(of->arguments[i] == FUNCTION_EVAL ? eval : of->arguments[i]));
        duckdb_scalar_function_add_parameter(function, type);
        duckdb_destroy_logical_type(&type);
    }
    memcpy(&extra, &of, sizeof extra);
    duckdb_scalar_function_set_extra_info(function, extra, NULL);
    duckdb_scalar_function_set_special_handling(function);
    duckdb_scalar_function_set_function(function, call);
    duckdb_state state = duckdb_add_scalar_function_to_set(set, function);
    duckdb_destroy_scalar_function(&function);
    return state == DuckDBSuccess;
}

int scalar_functions_register(duckdb_connection connection)
{
    const struct game_function *function;
    int is_done = 1;
    for (size_t i = 0; is_done && (function = game_function_at(i)) != NULL; i++) {
        duckdb_scalar_function_set set = duckdb_create_scalar_function_set(function->name);
        is_done =
            add_overload(set, function, FUNCTION_TEXT) &&
            (function->arguments[0] != FUNCTION_EVAL || add_overload(set, function, FUNCTION_INTEGER)) &&
            duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
        duckdb_destroy_scalar_function_set(&set);
    }
    return is_done;
}
