/*
 * Attack bitboards.
 *
 * Sliders use kindergarten bitboards (Gerd Isenberg's method): the occupancy of one line is gathered into
 * eight bits with a multiplication and looked up. 8 KiB of tables that stay in the first-level cache, no
 * special instructions, the same speed on every machine. The tables are made by make_attack_tables.c when
 * the project is built.
 */
#ifndef PGNPACK_CHESS_ATTACKS_H
#define PGNPACK_CHESS_ATTACKS_H

#include <stdint.h>

#include "chess/types.h"
#include "util/made_table.h"

struct attack_tables {
    uint64_t pawn[2][64]; /* by colour of the pawn */
    uint64_t knight[64];
    uint64_t king[64];
    uint64_t rook[64];          /* on the empty board */
    uint64_t bishop[64];        /* on the empty board */
    uint64_t reach[6][64];      /* by piece type, on the empty board; 0 for pawns */
    uint64_t diagonal[64];      /* the a1-h8 direction through a square, without the square */
    uint64_t anti_diagonal[64]; /* the a8-h1 direction */
    uint64_t rank_fill[8][64];  /* by file and inner occupancy: attacked files, copied to every rank */
    uint64_t file_fill[8][64];  /* by rank and inner occupancy: attacked ranks, on the a-file */
    uint64_t between[64][64];   /* squares strictly between two squares on one line; else 0 */
    uint64_t line[64][64];      /* the whole line through two squares, both included; else 0 */
    /* Bytes by file, the a-file's the lowest: */
    uint64_t spread[256];     /* 1 for each bit that is set */
    uint64_t distance[65][8]; /* king steps from a square to those of a rank, at most 4; from NO_SQUARE 4 */
    uint64_t near_distance[65][8]; /* the same, at most 3 */
};

extern MADE_TABLE struct attack_tables attack_tables;

#define KINDERGARTEN_B_FILE UINT64_C(0x0202020202020202)
#define KINDERGARTEN_FILE UINT64_C(0x0080402010080400)

static inline uint64_t diagonal_attacks(unsigned square, uint64_t occupied)
{
    uint64_t line = attack_tables.diagonal[square];
    return line & attack_tables.rank_fill[square & 7][((occupied & line) * KINDERGARTEN_B_FILE) >> 58];
}

static inline uint64_t anti_diagonal_attacks(unsigned square, uint64_t occupied)
{
    uint64_t line = attack_tables.anti_diagonal[square];
    return line & attack_tables.rank_fill[square & 7][((occupied & line) * KINDERGARTEN_B_FILE) >> 58];
}

static inline uint64_t rank_attacks(unsigned square, uint64_t occupied)
{
    unsigned shift = square & 56;
    return (attack_tables.rank_fill[square & 7][(occupied >> (shift + 1)) & 63]) & (RANK_1 << shift);
}

static inline uint64_t file_attacks(unsigned square, uint64_t occupied)
{
    unsigned file = square & 7;
    uint64_t gathered = ((FILE_A & (occupied >> file)) * KINDERGARTEN_FILE) >> 58;
    return attack_tables.file_fill[square >> 3][gathered] << file;
}

static inline uint64_t bishop_attacks(unsigned square, uint64_t occupied)
{
    return diagonal_attacks(square, occupied) | anti_diagonal_attacks(square, occupied);
}

static inline uint64_t rook_attacks(unsigned square, uint64_t occupied)
{
    return rank_attacks(square, occupied) | file_attacks(square, occupied);
}

static inline uint64_t queen_attacks(unsigned square, uint64_t occupied)
{
    return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}

/* Attacks of a knight, bishop, rook, queen or king; not of pawns. */
static inline uint64_t piece_attacks(unsigned type, unsigned square, uint64_t occupied)
{
    switch (type) {
    case KNIGHT:
        return attack_tables.knight[square];
    case BISHOP:
        return bishop_attacks(square, occupied);
    case ROOK:
        return rook_attacks(square, occupied);
    case QUEEN:
        return queen_attacks(square, occupied);
    default:
        return attack_tables.king[square];
    }
}

/* Attacks of any man. */
static inline uint64_t man_attacks(unsigned man, unsigned square, uint64_t occupied)
{
    return man_type(man) == PAWN ? attack_tables.pawn[man_colour(man)][square]
                                 : piece_attacks(man_type(man), square, occupied);
}

#endif
