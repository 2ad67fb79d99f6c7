/*
 * A line as bytes, to be compared: equal lines from equal start positions are equal bytes, and only they. A first byte, the start
 * position if it is not the orthodox one, and the half-moves: a byte each, that of codec index (encoding/move_byte.h), so that
 * a block of that codec has them ready; or two bytes each, in lines with a null move, a drop, or a position whose moves have
 * no byte. Clocks and the number of the move make no other start position.
 */
#ifndef PGNPACK_SEARCH_COLUMNS_LINE_BYTES_H
#define PGNPACK_SEARCH_COLUMNS_LINE_BYTES_H

#include "chess/position.h"
#include "util/buffer.h"

enum {
    LINE_ELSEWHERE = 1,
    LINE_WIDE = 2
}; /* bits of the first byte: with a start position; two bytes each */

struct line_bytes {
    struct position orthodox; /* start */
    struct position position;
    int is_elsewhere, is_wide;
    struct buffer start;  /* the start position's bytes */
    struct buffer narrow; /* a byte a half-move, until they have none */
    struct buffer wide;   /* two a half-move */
    struct buffer bytes;  /* of the whole line, when it is finished */
};

void line_bytes_init(struct line_bytes *line, struct memory *memory);
void line_bytes_free(struct line_bytes *line);

/* Begins a line; `start` NULL: from the orthodox position. */
void line_bytes_start(struct line_bytes *line, const struct position *start);

/* A legal move. */
void line_bytes_move(struct line_bytes *line, chess_move move);

/* A null move (0) or a drop. */
void line_bytes_other(struct line_bytes *line, uint16_t value);

/* The end: line->bytes are set. Failed buffers are noted by their memory. */
void line_bytes_finish(struct line_bytes *line);

/* Instead of all that, a line from the orthodox position whose `count` bytes of codec index come piece by piece. */
void line_bytes_start_stored(struct line_bytes *line);
void line_bytes_stored(struct line_bytes *line, const uint8_t *bytes, size_t count);

#endif
