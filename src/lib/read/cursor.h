/* A cursor as those see it who read a block's columns with it, instead of its games. */
#ifndef PGNPACK_LIB_READ_CURSOR_H
#define PGNPACK_LIB_READ_CURSOR_H

#include "block/block_decoder.h"
#include "lib/open/reader.h"

/* A block that a cursor was in before. */
struct kept_block {
    struct block_decoder *decoder;
    size_t block;
    size_t size;   /* bytes of memory, about */
    uint64_t turn; /* the larger, the later it was left */
};

struct pgnpack_cursor {
    struct memory memory;
    const struct handle_kind *handle_kind;
    const struct pgnpack_reader *reader;
    unsigned parts; /* enum block_part */
    uint64_t next;  /* game that comes next, from 0 */
    uint64_t end;   /* games from here on are not given */
    int is_callers; /* and passes over games that are left out; those of other handles are told what to read */
    struct games_there there;
    uint64_t sought; /* where the last seeking was to */
    size_t block;    /* that is loaded */
    int is_loaded;
    int has_game; /* _next() gave one, and nothing was sought since */
    uint64_t
        given; /* the last one's number, from 1, also behind the end; 0: nothing was given since games were sought */
    int is_rendered;      /* `text` holds its text */
    struct buffer head;   /* the loaded block's header and table */
    struct buffer stored; /* sections on their way to the decoder */
    struct buffer text;
    struct buffer tag_names; /* asked for, each with a zero byte behind it, ... */
    struct text *tags;       /* ... and where they stand in it; NULL: all are */
    size_t tag_count, tag_capacity;
    uint64_t bytes_read;
    struct block_decoder *decoder; /* of the present block */
    size_t decoder_size;           /* bytes that it took before the present block ... */
    size_t held_before;            /* ... when so many were held in all */
    struct kept_block *kept;       /* others, for games that are sought in them */
    size_t kept_count, kept_capacity;
    size_t kept_size; /* of all */
    uint64_t turn;
    int keeps; /* games are sought */
    enum pgnpack_status last;
    struct error misuse; /* of the parts: for ever */
    struct error error;
    struct error
        refusal; /* of the last call alone: what was refused; or PGNPACK_END, and why: the games that were sought are deleted */
    struct pgnpack_error public_error;
};

/* One that gives deleted games, too. pgnpack_cursor_new() under a limit of its own, not the reader's; 0: none. */
struct pgnpack_cursor *cursor_new_within(const struct pgnpack_reader *reader, unsigned parts, size_t limit);

/* NULL: there is no memory. */
struct block_decoder *cursor_new_decoder(struct pgnpack_cursor *cursor);

/* Reads block `block`, from 0, before its first game. A failure is in cursor->error. */
enum pgnpack_status cursor_load_block(struct pgnpack_cursor *cursor, size_t block);

/*
 * Makes `block`, from 0, the present one: one that was kept, or read. Where games are sought, and it does not follow the one
 * before, that is kept, while all kept ones take no more than the reader's keep_size. A failure is in cursor->error.
 */
enum pgnpack_status cursor_go_to_block(struct pgnpack_cursor *cursor, size_t block);

/* Gives back what is kept besides the present block; and keeps nothing until a game is sought. */
void cursor_drop_kept(struct pgnpack_cursor *cursor);

#endif
