/*
 * Position hashes; part of the format (docs/FORMAT.md, "Position keys").
 *
 * Keys come from splitmix64 (Sebastiano Vigna, public domain algorithm) started at ZOBRIST_SEED, in this order:
 * 12 men x 64 squares (man-major, in the order of man codes P p N n B b R r Q q K k), black to move,
 * 16 sets of castling rights (index = bits of enum castling_right), 8 en-passant files.
 * The hash is the XOR of: a key a man, black to move, the set of rights held (the set 0 has a key too), the
 * file of the en-passant square if a capture there is legal. Rook files of Chess960 do not enter.
 */
#ifndef PGNPACK_CHESS_ZOBRIST_H
#define PGNPACK_CHESS_ZOBRIST_H

#include <stdint.h>

#include "chess/position.h"
#include "util/made_table.h"

#define ZOBRIST_SEED UINT64_C(0x70676e7061636b31) /* "pgnpack1" */

struct zobrist_tables {
    uint64_t man[12][64];
    uint64_t black_to_move;
    uint64_t castling[16];
    uint64_t en_passant_file[8];
};

/* Made when the project is built, by make_zobrist_tables.c. */
extern MADE_TABLE struct zobrist_tables zobrist_tables;

/* The hash of a position of whose men, and whose turn it is, the hash is known. */
static inline uint64_t zobrist_complete(const struct position *position, uint64_t men)
{
    uint64_t hash = men ^ zobrist_tables.castling[position->castling];
    if (position_en_passant_is_legal(position))
        hash ^= zobrist_tables.en_passant_file[square_file(position->ep_square)];
    return hash;
}

/* From scratch: costs a step per man. */
static inline uint64_t zobrist_hash(const struct position *position)
{
    uint64_t hash = position->side == BLACK ? zobrist_tables.black_to_move : 0;
    for (uint64_t men = position_occupied(position); men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        hash ^= zobrist_tables.man[position->men[square]][square];
    }
    return zobrist_complete(position, hash);
}

/* zobrist_hash() before zobrist_complete(): of the men, and of whose turn it is. */
static inline uint64_t zobrist_of_men(const struct position *position)
{
    return zobrist_hash(position) ^ zobrist_complete(position, 0);
}

/* By what that changes with the move of this word. */
static inline uint64_t zobrist_change(reversible_move word)
{
    uint64_t change = zobrist_tables.black_to_move;
    for (unsigned i = 0; i < 2; i++, word >>= 20) {
        unsigned from = word & 63, to = word >> 6 & 63, man = word >> 12 & 15, captured = word >> 16 & 15;
        if (man == NO_MAN)
            break;
        change ^= zobrist_tables.man[man][to];
        if (from != to || captured == NO_MAN) /* else it is what a pawn becomes: one that stays may castle */
            change ^= zobrist_tables.man[man][from];
        if (captured != NO_MAN)
            change ^= zobrist_tables.man[captured][to];
    }
    return change;
}

#endif
