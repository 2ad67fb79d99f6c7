/* A database that the host has opened. */
#ifndef PGNPACK_BINDINGS_WASM_DATABASE_H
#define PGNPACK_BINDINGS_WASM_DATABASE_H

#include "bindings/wasm/host.h"

/* A reader, and those before it, made when there were fewer nets: what was made of them may still be in use. */
struct opened {
    struct pgnpack_reader *reader;
    struct opened *before;
};

struct database {
    int source;
    double size, gap, keep;
    int index_source; /* -1: none */
    int skips;        /* damaged blocks */
    struct opened *last;
    struct pgnpack_cursor *games; /* NULL: not used yet */
    struct pgnpack_cursor *texts;
    struct pgnpack_block_reader *blocks[2]; /* by enum pgnpack_deleted */
    struct pgnpack_board *board;
};

static inline struct pgnpack_reader *reader_of(const struct database *database)
{
    return database->last->reader;
}

#endif
