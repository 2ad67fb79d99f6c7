/* Makes the tables of attacks.h. Walks rays square by square, the plain way. */
#ifndef PGNPACK_CHESS_ATTACKS_FILL_H
#define PGNPACK_CHESS_ATTACKS_FILL_H

#include <stdlib.h>

#include "chess/attacks.h"

struct attack_step {
    int file, rank;
};

static const struct attack_step attack_rook_steps[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const struct attack_step attack_bishop_steps[] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
static const struct attack_step attack_knight_steps[] = {{1, 2},  {2, 1},  {-1, 2},  {-2, 1},
                                                         {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

static inline uint64_t attack_ray(int square, struct attack_step step, uint64_t occupied, int reach)
{
    uint64_t squares = 0;
    int file = square % 8 + step.file;
    int rank = square / 8 + step.rank;
    while (reach-- > 0 && file >= 0 && file < 8 && rank >= 0 && rank < 8) {
        uint64_t bit = UINT64_C(1) << (rank * 8 + file);
        squares |= bit;
        if (occupied & bit)
            break;
        file += step.file;
        rank += step.rank;
    }
    return squares;
}

static inline uint64_t attack_rays(int square, const struct attack_step *steps, int step_count,
                                   uint64_t occupied, int reach)
{
    uint64_t squares = 0;
    for (int i = 0; i < step_count; i++)
        squares |= attack_ray(square, steps[i], occupied, reach);
    return squares;
}

static inline uint64_t attack_king(int square)
{
    return attack_rays(square, attack_rook_steps, 4, 0, 1) |
           attack_rays(square, attack_bishop_steps, 4, 0, 1);
}

static inline uint64_t attack_pawn(int square, int colour)
{
    int up = colour == 0 ? 1 : -1;
    struct attack_step steps[2] = {{-1, up}, {1, up}};
    return attack_rays(square, steps, 2, 0, 1);
}

static inline uint64_t attack_both_ways(int square, struct attack_step step)
{
    struct attack_step back = {-step.file, -step.rank};
    return attack_ray(square, step, 0, 7) | attack_ray(square, back, 0, 7);
}

/* The line through two different squares, both included, or 0. */
static inline uint64_t attack_line(int a, int b)
{
    const struct attack_step steps[] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        uint64_t through = attack_both_ways(a, steps[i]);
        if (a != b && (through >> b & 1))
            return through | UINT64_C(1) << a;
    }
    return 0;
}

static inline uint64_t attack_between(int a, int b)
{
    for (int i = 0; i < 4; i++) {
        uint64_t b_bit = UINT64_C(1) << b;
        uint64_t straight = attack_ray(a, attack_rook_steps[i], b_bit, 7);
        if (straight & b_bit)
            return straight & ~b_bit;
        uint64_t slanted = attack_ray(a, attack_bishop_steps[i], b_bit, 7);
        if (slanted & b_bit)
            return slanted & ~b_bit;
    }
    return 0;
}

/* Attacked squares of one line of eight, from `place`, with six inner squares occupied as `inner` says. */
static inline unsigned attack_line_attacks(int place, unsigned inner)
{
    unsigned occupied = inner << 1;
    unsigned attacked = 0;
    for (int i = place + 1; i < 8; i++) {
        attacked |= 1u << i;
        if (occupied >> i & 1)
            break;
    }
    for (int i = place - 1; i >= 0; i--) {
        attacked |= 1u << i;
        if (occupied >> i & 1)
            break;
    }
    return attacked;
}

static inline uint64_t attack_rank_fill(int file, unsigned inner)
{
    return attack_line_attacks(file, inner) * UINT64_C(0x0101010101010101);
}

/* The multiplication gathers a file with its second rank in the highest of the six bits. */
static inline uint64_t attack_file_fill(int rank, unsigned gathered)
{
    unsigned inner = 0;
    for (int i = 0; i < 6; i++)
        inner |= (gathered >> i & 1) << (5 - i);
    uint64_t squares = 0;
    unsigned attacked = attack_line_attacks(rank, inner);
    for (int i = 0; i < 8; i++)
        if (attacked >> i & 1)
            squares |= UINT64_C(1) << (8 * i);
    return squares;
}

/* By piece type; nothing for pawns. */
static inline uint64_t attack_reach(int type, int square)
{
    static const int slides[] = {0, 0, 2, 1, 3, 0}; /* 1: straight, 2: slanted */
    uint64_t squares = type == 1   ? attack_rays(square, attack_knight_steps, 8, 0, 1)
                       : type == 5 ? attack_king(square)
                                   : 0;
    if (slides[type] & 1)
        squares |= attack_rays(square, attack_rook_steps, 4, 0, 7);
    if (slides[type] & 2)
        squares |= attack_rays(square, attack_bishop_steps, 4, 0, 7);
    return squares;
}

static inline uint64_t attack_spread(unsigned bits)
{
    uint64_t bytes = 0;
    for (unsigned i = 0; i < 8; i++)
        bytes |= (uint64_t)(bits >> i & 1) << (8 * i);
    return bytes;
}

/* Of the squares of a rank from a square; 64: from nowhere. */
static inline uint64_t attack_distances(int square, int rank, int most)
{
    uint64_t bytes = 0;
    for (int file = 0; file < 8; file++) {
        int files = abs(square % 8 - file);
        int ranks = abs(square / 8 - rank);
        int distance = square == 64 ? most : files > ranks ? files : ranks;
        bytes |= (uint64_t)(distance < most ? distance : most) << (8 * file);
    }
    return bytes;
}

static inline void attack_fill_squares(struct attack_tables *tables)
{
    for (int s = 0; s < 64; s++) {
        tables->knight[s] = attack_rays(s, attack_knight_steps, 8, 0, 1);
        tables->king[s] = attack_king(s);
        tables->rook[s] = attack_rays(s, attack_rook_steps, 4, 0, 7);
        tables->bishop[s] = attack_rays(s, attack_bishop_steps, 4, 0, 7);
        tables->diagonal[s] = attack_both_ways(s, attack_bishop_steps[0]);
        tables->anti_diagonal[s] = attack_both_ways(s, attack_bishop_steps[1]);
        tables->pawn[0][s] = attack_pawn(s, 0);
        tables->pawn[1][s] = attack_pawn(s, 1);
        for (int type = 0; type < 6; type++)
            tables->reach[type][s] = attack_reach(type, s);
    }
}

static inline void attack_fill(struct attack_tables *tables)
{
    attack_fill_squares(tables);
    for (int a = 0; a < 8; a++)
        for (unsigned b = 0; b < 64; b++) {
            tables->rank_fill[a][b] = attack_rank_fill(a, b);
            tables->file_fill[a][b] = attack_file_fill(a, b);
        }
    for (int a = 0; a < 64; a++)
        for (int b = 0; b < 64; b++) {
            tables->between[a][b] = attack_between(a, b);
            tables->line[a][b] = attack_line(a, b);
        }
    for (unsigned bits = 0; bits < 256; bits++)
        tables->spread[bits] = attack_spread(bits);
    for (int square = 0; square <= 64; square++)
        for (int rank = 0; rank < 8; rank++) {
            tables->distance[square][rank] = attack_distances(square, rank, 4);
            tables->near_distance[square][rank] = attack_distances(square, rank, 3);
        }
}

#endif
