/*
 * Moves as lichess keeps them: the legal moves in the order of a fixed guess of how good they are, the place of the
 * move played in a static Huffman code. The idea is that of github.com/lichess-org/compression (Niklas Fiekas,
 * "Developer update: 275% improved game compression", lichess.org 2018): promotions, captures, pawns' guards and
 * tables of squares order the moves. The order here is our own; so are the code's lengths, which are made for the
 * very moves that are coded, without counting them: no fixed table can do better with this order.
 */
#ifndef PGNPACK_BENCH_RANK_CODE_H
#define PGNPACK_BENCH_RANK_CODE_H

#include <stddef.h>

#include "chess/movegen.h"

/* The last symbol stands for all further ranks, and 16 bits follow. */
enum { RANK_SYMBOLS = 256, RANK_ESCAPE = RANK_SYMBOLS - 1 };

struct rank_code {
    uint32_t counts[RANK_SYMBOLS];
    uint8_t widths[RANK_SYMBOLS];
    uint32_t codes[RANK_SYMBOLS];
    uint8_t by_code[RANK_SYMBOLS]; /* symbols by width, then by number */
    uint32_t first_code[33];       /* by width */
    uint16_t first_place[33];
    uint16_t of_width[33];
};

/* How many legal moves stand before the move. */
unsigned rank_of_move(const struct position *position, chess_move move);

/* The move with that rank, or NO_MOVE. */
chess_move rank_move(const struct position *position, unsigned rank);

static inline unsigned rank_symbol(unsigned rank)
{
    return rank < RANK_ESCAPE ? rank : RANK_ESCAPE;
}

/* Makes the code from code->counts. */
void rank_code_make(struct rank_code *code);

struct rank_writer {
    uint8_t *at;
    uint64_t bits;
    unsigned count;
};

struct rank_reader {
    const uint8_t *at;
    uint64_t bits;
    unsigned count;
};

void rank_write(struct rank_writer *writer, const struct rank_code *code, unsigned rank);
void rank_write_end(struct rank_writer *writer); /* of a game: up to a whole byte */

/* May read up to 8 bytes further than what was written. */
unsigned rank_read(struct rank_reader *reader, const struct rank_code *code);

#endif
