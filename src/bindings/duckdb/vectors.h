#ifndef PGNPACK_DUCKDB_VECTORS_H
#define PGNPACK_DUCKDB_VECTORS_H

/*
 * Values of tables into DuckDB's vectors. Texts in DuckDB are UTF-8: bytes that are none are read as Latin-1, as searches do.
 * Rows are at most duckdb_vector_size(). What can fail for lack of memory returns 0 then.
 */

#include <stddef.h>
#include <stdint.h>

#include "bindings/duckdb/host.h"
#include "bindings/table/table.h"

/* Room that is used again from call to call; zero it at first. */
struct vector_room {
    char *bytes;
    size_t capacity;
    uint32_t *ends; /* of texts in `bytes` */
    size_t end_capacity;
};

void vector_room_free(struct vector_room *room);

/* Into a vector of BIGINT, INTEGER or DATE, whichever `type` is; `is_set` may be NULL. */
void vector_put_integers(duckdb_vector vector, duckdb_type type, const int64_t *integers,
                         const unsigned char *is_set, size_t count);

/* Texts into a vector of VARCHAR, or, as they are, of BLOB. */
int vector_put_texts(duckdb_vector vector, duckdb_type type, const struct pgnpack_text *texts, size_t count,
                     struct vector_room *room);

/* Lists of USMALLINT, of INTEGER, in which `no_number` becomes NULL, and of VARCHAR. */
int vector_put_moves(duckdb_vector vector, const uint32_t *offsets, const uint16_t *moves, size_t count);
int vector_put_numbers(duckdb_vector vector, const uint32_t *offsets, const int32_t *numbers,
                       int32_t no_number, size_t count);
int vector_put_lists(duckdb_vector vector, const uint32_t *offsets, const struct pgnpack_text *elements,
                     size_t count, struct vector_room *room);

#endif
