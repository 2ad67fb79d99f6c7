#include "bindings/duckdb/copy_function.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack.h"
#include "bindings/duckdb/unstable_calls.h"

static const struct copy_calls *calls;

/* What is being packed. */
struct packing {
    struct pgnpack_writer *writer;
    uint64_t rows;
};

static void packing_free(void *opaque)
{
    struct packing *packing = opaque;
    pgnpack_free(packing->writer);
    free(packing);
}

static void *copy_options(const struct pgnpack_writer_options *options)
{
    struct pgnpack_writer_options *copy = malloc(sizeof *copy);
    if (copy != NULL)
        *copy = *options;
    return copy;
}

/* Reads LEVEL, THREADS; options of DuckDB itself never come here. Returns 0: `text` says what is wrong. */
static int set_option(struct pgnpack_writer_options *options, const char *name, duckdb_value value,
                      char *text, size_t text_size)
{
    int64_t number = duckdb_get_int64(value);
    if (strcmp(name, "LEVEL") == 0 && number >= PGNPACK_LEVEL_MIN && number <= PGNPACK_LEVEL_MAX) {
        options->level = (int)number;
        return 1;
    }
    if (strcmp(name, "THREADS") == 0 && number >= 1 && number <= PGNPACK_THREADS_MAX) {
        options->threads = (unsigned)number;
        return 1;
    }
    snprintf(text, text_size,
             "COPY ... (FORMAT bcgn): option %.40s is not understood; there are LEVEL %d to %d and THREADS 1 "
             "to %d",
             name, PGNPACK_LEVEL_MIN, PGNPACK_LEVEL_MAX, PGNPACK_THREADS_MAX);
    return 0;
}

static int read_options(copy_bind info, struct pgnpack_writer_options *options, char *text, size_t text_size)
{
    duckdb_value all = calls->bind_get_options(info);
    duckdb_logical_type type = all != NULL ? duckdb_get_value_type(all) : NULL;
    int fine = 1;
    if (type != NULL && duckdb_get_type_id(type) == DUCKDB_TYPE_STRUCT) {
        idx_t count = duckdb_struct_type_child_count(type);
        for (idx_t i = 0; i < count && fine; i++) {
            char *name = duckdb_struct_type_child_name(type, i);
            duckdb_value value = duckdb_get_struct_child(all, i);
            fine = set_option(options, name, value, text, text_size);
            duckdb_destroy_value(&value);
            duckdb_free(name);
        }
    }
    /* The type is the value's. */
    duckdb_destroy_value(&all);
    return fine;
}

/* One column of texts or bytes. */
static int takes_columns(copy_bind info)
{
    if (calls->bind_get_column_count(info) != 1)
        return 0;
    duckdb_logical_type type = calls->bind_get_column_type(info, 0);
    duckdb_type id = duckdb_get_type_id(type);
    duckdb_destroy_logical_type(&type);
    return id == DUCKDB_TYPE_VARCHAR || id == DUCKDB_TYPE_BLOB;
}

static void bind(copy_bind info)
{
    char text[200];
    struct pgnpack_writer_options options = {.size = sizeof options};
    if (!takes_columns(info)) {
        calls->bind_set_error(
            info, "COPY ... (FORMAT bcgn) takes one column, the PGN text of games (VARCHAR or BLOB): "
                  "COPY (SELECT text FROM ...) TO 'x.bcgn' (FORMAT bcgn)");
        return;
    }
    if (!read_options(info, &options, text, sizeof text)) {
        calls->bind_set_error(info, text);
        return;
    }
    void *kept = copy_options(&options);
    if (kept == NULL)
        calls->bind_set_error(info, pgnpack_status_text(PGNPACK_ERROR_MEMORY));
    else
        calls->bind_set_bind_data(info, kept, free);
}

static void init(copy_init info)
{
    const struct pgnpack_writer_options *options = calls->global_init_get_bind_data(info);
    struct packing *packing = calloc(1, sizeof *packing);
    if (packing != NULL)
        packing->writer =
            pgnpack_writer_new(NULL, options, PGNPACK_TO_PATH(calls->global_init_get_file_path(info)));
    if (packing == NULL || packing->writer == NULL) {
        free(packing);
        calls->global_init_set_error(info, pgnpack_status_text(PGNPACK_ERROR_MEMORY));
        return;
    }
    calls->global_init_set_global_state(info, packing, packing_free);
}

/* A text that does not end its last line is a game by itself: the next one begins behind an empty line. */
static enum pgnpack_status write_text(struct pgnpack_writer *writer, const char *text, size_t size)
{
    enum pgnpack_status status = pgnpack_writer_write(writer, text, size);
    if (status == PGNPACK_OK && size > 0 && text[size - 1] != '\n')
        status = pgnpack_writer_write(writer, "\n\n", 2);
    return status;
}

static void sink(copy_sink info, duckdb_data_chunk input)
{
    struct packing *packing = calls->sink_get_global_state(info);
    duckdb_vector vector = duckdb_data_chunk_get_vector(input, 0);
    duckdb_string_t *texts = duckdb_vector_get_data(vector);
    uint64_t *validity = duckdb_vector_get_validity(vector);
    idx_t count = duckdb_data_chunk_get_size(input);
    char text[100];
    for (idx_t i = 0; i < count; i++) {
        packing->rows++;
        if (validity != NULL && !duckdb_validity_row_is_valid(validity, i)) {
            snprintf(text, sizeof text, "row %llu has no text (NULL): leave such rows out",
                     (unsigned long long)packing->rows);
            calls->sink_set_error(info, text);
            return;
        }
        if (write_text(packing->writer, duckdb_string_t_data(&texts[i]), duckdb_string_t_length(texts[i])) !=
            PGNPACK_OK) {
            calls->sink_set_error(info, pgnpack_error(packing->writer)->text);
            return;
        }
    }
}

static void finalize(copy_finalize info)
{
    struct packing *packing = calls->finalize_get_global_state(info);
    if (pgnpack_writer_finish(packing->writer) != PGNPACK_OK)
        calls->finalize_set_error(info, pgnpack_error(packing->writer)->text);
}

int copy_function_register(duckdb_connection connection)
{
    calls = copy_calls_find();
    if (calls == NULL)
        return 1;
    copy_function function = calls->create();
    calls->set_name(function, "bcgn");
    calls->set_bind(function, bind);
    calls->set_global_init(function, init);
    calls->set_sink(function, sink);
    calls->set_finalize(function, finalize);
    duckdb_state state = calls->register_function(connection, function);
    calls->destroy(&function);
    return state == DuckDBSuccess;
}
