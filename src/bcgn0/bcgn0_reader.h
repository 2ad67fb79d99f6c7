/* Reads BCGN 0: games one after the other from a callback, in memory that does not grow with the input. */
#ifndef PGNPACK_BCGN0_BCGN0_READER_H
#define PGNPACK_BCGN0_BCGN0_READER_H

#include <stddef.h>
#include <stdint.h>

#include "bcgn0/bcgn0_entry.h"
#include "bcgn0/bcgn0_header.h"
#include "game/game.h"
#include "pgnpack.h"
#include "util/buffer.h"
#include "util/error.h"
#include "util/memory.h"

struct bcgn0_reader {
    pgnpack_read_function read;
    void *opaque;
    struct memory memory;
    struct game game;
    struct buffer scratch; /* texts of the game that are not in the window */
    struct bcgn0_entry entry;
    struct bcgn0_header header;
    int header_is_read;
    uint8_t *window;
    size_t window_start; /* of what is not consumed yet */
    size_t window_end;
    int at_end;             /* the source has no more */
    uint64_t window_offset; /* of the window's first byte in the input */
    uint64_t game_number;   /* of the current game, from 1 */
    uint64_t game_offset;   /* of the current game in the input */
    struct error error;
};

/* `memory_limit` 0: none. The reader must stay where it is in memory until bcgn0_reader_free(). */
void bcgn0_reader_init(struct bcgn0_reader *reader, pgnpack_read_function read, void *opaque,
                       const struct pgnpack_allocator *allocator, size_t memory_limit);
void bcgn0_reader_free(struct bcgn0_reader *reader);

/*
 * The next game, every move of it legal, into *game_ret; it stays valid until the next call. PGNPACK_END
 * behind the last one. A failure stays; *game_ret is NULL then.
 */
enum pgnpack_status bcgn0_reader_next(struct bcgn0_reader *reader, const struct game **game_ret);

#endif
