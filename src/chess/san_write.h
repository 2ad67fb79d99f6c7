/* Inside of SAN's writing, for loops over many moves that want it inline: all but the check sign. */
#ifndef PGNPACK_CHESS_SAN_WRITE_H
#define PGNPACK_CHESS_SAN_WRITE_H

#include <string.h>

#include "chess/position.h"
#include "util/bits.h"
#include "util/inlined.h"

/* Leaves the candidates whose move to `to` is legal. */
static inline uint64_t san_keep_legal(const struct position *position, uint64_t candidates, unsigned to)
{
    uint64_t legal = candidates;
    for (uint64_t rest = candidates; rest != 0; rest &= rest - 1)
        if (!position_man_may_move(position, lowest_bit(rest), to))
            legal &= ~(lowest_bit_of(rest));
    return legal;
}

/* What tells a man from `others`, further legal candidates for the same target. */
struct san_origin {
    int file, rank; /* said or not */
};

static inline struct san_origin san_shortest_origin(unsigned from, uint64_t others)
{
    int file_is_shared = (others & file_bits(square_file(from))) != 0;
    int rank_is_shared = (others & rank_bits(square_rank(from))) != 0;
    return (struct san_origin){others != 0 && (!file_is_shared || rank_is_shared), file_is_shared};
}

static inline char *san_write_castling(chess_move move, char *out)
{
    size_t length = move_flag(move) == MOVE_CASTLE_KING_SIDE ? 3 : 5;
    memcpy(out, "O-O-O", length);
    return out + length;
}

static inline char *san_write_promotion(chess_move move, char *out)
{
    out[0] = '=';
    out[1] = PIECE_LETTERS[move_promotion(move)];
    return out + 2;
}

/* Writes what tells the man on `from` from `others` of its type that come to `to`, too, as far as legal. */
char *san_write_origin(const struct position *position, unsigned from, unsigned to, uint64_t others,
                       char *out);

/* A move of a man of `type`, no pawn, of `side`, which is to move. */
INLINED char *san_write_piece_move(const struct position *position, unsigned side, unsigned type,
                                   chess_move move, char *out)
{
    unsigned from = move_from(move);
    unsigned to = move_to(move);
    *out++ = PIECE_LETTERS[type];
    if (type != KING) { /* there is one */
        uint64_t others =
            attack_tables.reach[type][to] & position_men(position, type, side) & ~square_bit(from);
        if (others != 0)
            out = san_write_origin(position, from, to, others, out);
    }
    *out = 'x';
    out += move_is_capture(move);
    return square_write(to, out);
}

INLINED char *san_write_pawn_move(chess_move move, char *out)
{
    out[0] = (char)('a' + square_file(move_from(move)));
    out[1] = 'x';
    out = square_write(move_to(move), out + 2 * move_is_capture(move));
    return move_is_promotion(move) ? san_write_promotion(move, out) : out;
}

/* Writes a legal move's SAN without a check sign, not terminated; returns what is behind it. */
static inline char *san_write_move(const struct position *position, chess_move move, char *out)
{
    unsigned type = man_type(position->men[move_from(move)]);
    if (type == PAWN)
        return san_write_pawn_move(move, out);
    if (move_is_castling(move))
        return san_write_castling(move, out);
    return san_write_piece_move(position, position->side, type, move, out);
}

#endif
