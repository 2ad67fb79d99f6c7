/* Uses of the library that memory.c runs without memory: each tells all that it learnt, byte by byte. */
#ifndef PGNPACK_TESTS_MEMORY_USES_H
#define PGNPACK_TESTS_MEMORY_USES_H

#include "pgnpack_extra.h"
#include "shared/bytes.h"
#include "shared/packing.h"

struct memory_use;

/*
 * Appends what the library answered to `answer`, in the order in which it came, so that a use that was cut short gives
 * the beginning of the whole answer. Returns the last status.
 */
typedef enum pgnpack_status use_function(const struct memory_use *use,
                                         const struct pgnpack_allocator *allocator, struct bytes *answer);

struct memory_use {
    const char *name;
    use_function *run;
    const struct bytes *input;
    struct pack_setup setup;
    unsigned parts;                   /* of cursors */
    enum pgnpack_bcgn0_scheme scheme; /* of BCGN 0 */
    int does_without;                 /* some of the memory only makes it faster */
    int goes_on;                      /* asks once more where memory ended, which has to do */
};

/* Two named files and an empty one between them, the second of them odd. */
use_function use_writer;
/* The texts, the names of the files, and the damage where the input has some. */
use_function use_unpacker, use_salvage;
/* Every game by a cursor, with what use->parts asks for. */
use_function use_cursor;
/* Three tags only, and three games. */
use_function use_tag_cursor;
/* All that a batch gives, of the games that its filter lets pass. */
use_function use_batch;
/* Each block's text and details, and the columns of all of them. */
use_function use_block_reader;
/* Four searches one after the other, and an opening tree; the same with an index that is made beside the database. */
use_function use_search, use_search_index;
/* PGN to PGN, following each game on a board. */
use_function use_pgn;
/* PGN to BCGN 0, and back. */
use_function use_bcgn0_writer, use_bcgn0_reader;

/* Games with something of everything that is packed in its own way, and text that is no game. */
void append_rich_text(struct bytes *text, unsigned rounds);

#endif
