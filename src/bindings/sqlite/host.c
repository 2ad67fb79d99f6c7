#include "bindings/sqlite/host.h"

#include <string.h>

SQLITE_EXTENSION_INIT1

enum { ALIGNMENT = 16 };

/* SQLite's memory is for numbers of 8 bytes, malloc's for anything: the piece begins behind a pointer to what SQLite gave. */
static void *host_allocate(void *opaque, size_t size)
{
    (void)opaque;
    if (size > SIZE_MAX - ALIGNMENT - sizeof(void *))
        return NULL;
    char *given = sqlite3_malloc64(size + ALIGNMENT + sizeof(void *));
    if (given == NULL)
        return NULL;
    char *piece = given + sizeof(void *);
    piece += (ALIGNMENT - (uintptr_t)piece % ALIGNMENT) % ALIGNMENT;
    memcpy(piece - sizeof(void *), &given, sizeof given);
    return piece;
}

static void host_release(void *opaque, void *piece)
{
    char *given;
    (void)opaque;
    memcpy(&given, (char *)piece - sizeof(void *), sizeof given);
    sqlite3_free(given);
}

const struct pgnpack_allocator host_allocator = {host_allocate, host_release, NULL};

int host_code(enum pgnpack_status status)
{
    switch (status) {
    case PGNPACK_OK:
        return SQLITE_OK;
    case PGNPACK_ERROR_MEMORY:
        return SQLITE_NOMEM;
    case PGNPACK_ERROR_CANCELLED:
        return SQLITE_INTERRUPT;
    default:
        return SQLITE_ERROR;
    }
}

int host_fail(sqlite3_vtab *table, const struct table_error *error)
{
    int code = host_code(error->status);
    if (code == SQLITE_ERROR) {
        sqlite3_free(table->zErrMsg);
        table->zErrMsg = sqlite3_mprintf("%s", error->text);
    }
    return code;
}
