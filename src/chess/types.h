/*
 * Squares, men, moves: the vocabulary of everything else.
 *
 * Square:  a1 = 0, b1 = 1 ... h8 = 63; rank = square >> 3, file = square & 7.
 * Man:     type << 1 | colour, so P=0 p=1 N=2 n=3 B=4 b=5 R=6 r=7 Q=8 q=9 K=10 k=11; 12 = no man.
 * Move:    16 bits (E1), see below.
 */
#ifndef PGNPACK_CHESS_TYPES_H
#define PGNPACK_CHESS_TYPES_H

#include <stdint.h>
#include <string.h>

enum colour { WHITE, BLACK };

enum piece_type { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_PIECE_TYPE };

/* English ones, by piece_type. */
#define PIECE_LETTERS "PNBRQK"

enum { NO_MAN = 12, NO_SQUARE = 64 };

enum square_name {
    SQ_A1 = 0,
    SQ_C1 = 2,
    SQ_D1 = 3,
    SQ_E1 = 4,
    SQ_F1 = 5,
    SQ_G1 = 6,
    SQ_H1 = 7,
    SQ_A8 = 56,
    SQ_E8 = 60,
    SQ_H8 = 63
};

static inline unsigned man_of(unsigned type, unsigned colour)
{
    return type << 1 | colour;
}

static inline unsigned man_type(unsigned man)
{
    return man >> 1;
}

static inline unsigned man_colour(unsigned man)
{
    return man & 1;
}

/* What a man that is found on a move's target is to `side`, which is to move: nobody, prey, or in its way. */
enum target_kind { TARGET_FREE, TARGET_PREY, TARGET_BARRED };

static inline enum target_kind target_kind_of(unsigned side, unsigned man)
{
    enum { FREE = TARGET_FREE, PREY = TARGET_PREY, BARRED = TARGET_BARRED };
    static const uint8_t kinds[2][NO_MAN + 1] = {
        {BARRED, PREY, BARRED, PREY, BARRED, PREY, BARRED, PREY, BARRED, PREY, BARRED, BARRED, FREE},
        {PREY, BARRED, PREY, BARRED, PREY, BARRED, PREY, BARRED, PREY, BARRED, BARRED, BARRED, FREE},
    };
    return (enum target_kind)kinds[side][man];
}

static inline unsigned square_of(unsigned file, unsigned rank)
{
    return rank << 3 | file;
}

static inline unsigned square_file(unsigned square)
{
    return square & 7;
}

static inline unsigned square_rank(unsigned square)
{
    return square >> 3;
}

/* "e4"; returns what is behind it. */
static inline char *square_write(unsigned square, char *out)
{
    static const char names[] = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4"
                                "a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";
    memcpy(out, names + 2 * square, 2);
    return out + 2;
}

static inline uint64_t square_bit(unsigned square)
{
    return (uint64_t)1 << square;
}

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define RANK_1 UINT64_C(0x00000000000000ff)

static inline uint64_t rank_bits(unsigned rank)
{
    return RANK_1 << (8 * rank);
}

static inline uint64_t file_bits(unsigned file)
{
    return FILE_A << file;
}

/*
 * A move (E1 of the literature):
 *
 *      15    12 11          6 5           0
 *     +--------+-------------+-------------+
 *     |  flag  |    from     |     to      |
 *     +--------+-------------+-------------+
 *
 * Flag bit 3 (0x8000): promotion, bit 2 (0x4000): capture, bits 1-0: kind, or promoted piece N B R Q.
 * Castling is "king takes own rook" everywhere inside, in orthodox chess too: `to` is the rook's square.
 * The value 0 (a1 to a1) is no move.
 *
 * A drop, by which a man comes onto the board in crazyhouse, has its own flag, the man's type in place of the
 * from-square. It is no move to the functions about moves; drop.h is about drops.
 */
typedef uint16_t chess_move;

enum move_flag {
    MOVE_QUIET = 0,
    MOVE_DOUBLE_PUSH = 1,
    MOVE_CASTLE_KING_SIDE = 2,
    MOVE_CASTLE_QUEEN_SIDE = 3,
    MOVE_CAPTURE = 4,
    MOVE_EN_PASSANT = 5,
    MOVE_DROP = 6,
    MOVE_PROMOTION = 8,         /* + 0..3 for N B R Q */
    MOVE_PROMOTION_CAPTURE = 12 /* + 0..3 for N B R Q */
};

enum { NO_MOVE = 0 };

static inline chess_move move_of(unsigned from, unsigned to, unsigned flag)
{
    return (chess_move)(flag << 12 | from << 6 | to);
}

static inline unsigned move_to(chess_move move)
{
    return move & 63u;
}

static inline unsigned move_from(chess_move move)
{
    return (move >> 6) & 63u;
}

static inline unsigned move_flag(chess_move move)
{
    return (unsigned)move >> 12;
}

static inline int move_is_capture(chess_move move)
{
    return (move & 0x4000) != 0;
}

static inline int move_is_promotion(chess_move move)
{
    return (move & 0x8000) != 0;
}

static inline int move_is_castling(chess_move move)
{
    return (move & 0xe000) == 0x2000;
}

/* Promoted piece's type; the move must be a promotion. */
static inline unsigned move_promotion(chess_move move)
{
    return KNIGHT + (((unsigned)move >> 12) & 3);
}

#endif
