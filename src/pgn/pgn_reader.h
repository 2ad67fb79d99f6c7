/* Streaming PGN import: games one after the other from a callback, in memory that does not grow with the input. */
#ifndef PGNPACK_PGN_PGN_READER_H
#define PGNPACK_PGN_PGN_READER_H

#include <stddef.h>
#include <stdint.h>

#include "game/game.h"
#include "pgn/pgn_parser.h"
#include "util/error.h"

/* Reads up to `size` bytes; sets *size_ret, 0 only at the end. Returns 0, or an errno value. */
typedef int (*read_function)(void *opaque, void *bytes, size_t size, size_t *size_ret);

/* A game whose end does not show within so many bytes is not read: PGNPACK_ERROR_LIMIT, and reading goes on behind it. */
enum { PGN_GAME_SIZE_MAX = 16 << 20 };

struct pgn_reader {
    read_function read;
    void *opaque;
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    char *window;
    size_t window_capacity;
    size_t window_size;
    size_t window_start;    /* of what is not consumed yet */
    int at_end;             /* the source has no more */
    int skipping;           /* inside an over-long game */
    uint64_t window_offset; /* of the window's first byte in the input */
    uint64_t line;          /* 1-based, at the current game's first byte */
    uint64_t game_number;   /* of the current game, from 1 */
    uint64_t game_offset;   /* of the current game in the input */
    struct error error;
};

/* `memory_limit` 0: none. The reader must stay where it is in memory until pgn_reader_free(). */
void pgn_reader_init(struct pgn_reader *reader, read_function read, void *opaque,
                     const struct pgnpack_allocator *allocator, size_t memory_limit);
void pgn_reader_free(struct pgn_reader *reader);

/*
 * The next game into *game_ret, which stays valid until the next call. Returns PGNPACK_OK, PGNPACK_END,
 * PGNPACK_ERROR_LIMIT (this game is too long; the next call goes on behind it), or an error of reading or
 * memory, which stays.
 */
enum pgnpack_status pgn_reader_next(struct pgn_reader *reader, const struct game **game_ret);

/* Line (1-based) of a byte of the current game; `offset` counts from its first byte. */
uint64_t pgn_reader_line_at(const struct pgn_reader *reader, size_t offset);

#endif
