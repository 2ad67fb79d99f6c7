/* A cursor as those see it who read a block's columns with it, instead of its games. */
#ifndef PGNPACK_LIB_CURSOR_H
#define PGNPACK_LIB_CURSOR_H

#include "block/block_decoder.h"
#include "lib/reader.h"

struct pgnpack_cursor {
    struct memory memory;
    const struct pgnpack_reader *reader;
    unsigned parts; /* enum block_part */
    uint64_t next;  /* game that comes next, from 0 */
    uint64_t end;   /* games from here on are not given */
    size_t block;   /* that is loaded */
    int is_loaded;
    int has_game;         /* _next() gave one, and nothing was sought since */
    int is_rendered;      /* `text` holds its text */
    struct buffer head;   /* the loaded block's header and table */
    struct buffer stored; /* sections on their way to the decoder */
    struct buffer text;
    struct buffer tag_names; /* asked for, each with a zero byte behind it, ... */
    struct text *tags;       /* ... and where they stand in it; NULL: all are */
    size_t tag_count, tag_capacity;
    uint64_t bytes_read;
    struct block_decoder decoder;
    enum pgnpack_status last;
    struct error misuse; /* of the parts: for ever */
    struct error error;
    struct pgnpack_error public_error;
};

/* pgnpack_cursor_new() under a limit of its own, not the reader's; 0: none. */
struct pgnpack_cursor *cursor_new_within(const struct pgnpack_reader *reader, unsigned parts, size_t limit);

/* Reads block `block`, from 0, before its first game. A failure is in cursor->error. */
enum pgnpack_status cursor_load_block(struct pgnpack_cursor *cursor, size_t block);

/* Gives back everything that was read; the cursor stays as good as a new one. */
void cursor_unload(struct pgnpack_cursor *cursor);

#endif
