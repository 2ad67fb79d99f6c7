/*
 * A chess position, orthodox or Chess960, with moves made and taken back through one reversible word (E12).
 *
 * Invariants, established by fen_parse() and position_start() and kept by position_make():
 *   one king a side; no pawn on the first or last rank;
 *   every castling right has its king and rook on their home squares;
 *   ep_square is set only when a pawn of the side to move attacks it, with the pawn that made the double
 *   push in front of it (the capture may still be illegal: see position_en_passant_is_legal()).
 * Nothing limits the number of men of a kind: hostile positions are valid input. A start position may even
 * have the side that is not to move in check, or kings next to each other; no legal move leads to such a one,
 * and none takes a king.
 */
#ifndef PGNPACK_CHESS_POSITION_H
#define PGNPACK_CHESS_POSITION_H

#include <stdint.h>

#include "chess/attacks.h"
#include "chess/types.h"
#include "util/bits.h"
#include "util/inlined.h"

/* Castling rights; also the index of a right's rook: lowest_bit(right). */
enum castling_right {
    CASTLE_WHITE_KING = 1,
    CASTLE_WHITE_QUEEN = 2,
    CASTLE_BLACK_KING = 4,
    CASTLE_BLACK_QUEEN = 8
};

struct position {
    uint64_t types[7];         /* by piece type, both colours; [NO_PIECE_TYPE] stays 0 and spares a branch */
    uint64_t colours[2];       /* by colour */
    uint64_t checkers;         /* men that give check to the side to move */
    uint64_t castling_squares; /* home squares of the kings and rooks that still hold a right */
    uint8_t men[64];           /* man by square, NO_MAN where empty */
    uint8_t rook_home[4];      /* by right: the castling rook's square; meaningful while the right is held */
    uint16_t halfmove_clock;   /* plies since a capture or pawn move; stays at 65,535 */
    uint8_t ep_square;         /* or NO_SQUARE */
    uint8_t castling;          /* rights held */
    uint32_t move_number;      /* of the full move, from 1 */
    uint8_t king_square[2];    /* by colour */
    uint8_t side;              /* to move */
};

/*
 * E12, the reversible move. Two piece moves (from, to, man, captured man) so that castling, en passant and
 * promotion need no special data, and what the move destroys of the previous position:
 *
 *     63         48 47     44 43      40 39          20 19           0
 *    +-------------+---------+----------+--------------+--------------+
 *    | clock before| ep file | rights   |  second move |  first move  |
 *    +-------------+---------+----------+--------------+--------------+
 *
 * Each 20-bit piece move: from (bits 0-5), to (6-11), man (12-15), captured man (16-19; NO_MAN for none).
 * No second move: its man is NO_MAN. Castling: king, then rook (lift both before placing either: in Chess960
 * the squares overlap). En passant: the pawn takes the other pawn sideways, then steps forward. Promotion:
 * the pawn steps, then the new piece takes its pawn's place (from = to). ep file 8: no en-passant square.
 */
typedef uint64_t reversible_move;

/* The orthodox start position. */
void position_start(struct position *position);

/* Puts a man on an empty square; king_square, checkers and what else depends on the men stay. */
static inline void position_put_man(struct position *position, unsigned square, unsigned man)
{
    position->men[square] = (uint8_t)man;
    position->types[man_type(man)] |= square_bit(square);
    position->colours[man_colour(man)] |= square_bit(square);
}

/* Sets king_square. Returns 0 unless each side has one king. */
int position_find_kings(struct position *position);

static inline uint64_t position_occupied(const struct position *position)
{
    return position->colours[WHITE] | position->colours[BLACK];
}

static inline uint64_t position_men(const struct position *position, unsigned type, unsigned colour)
{
    return position->types[type] & position->colours[colour];
}

/* A side's men in pawns, by the usual values: 1, 3, 3, 5, 9. */
unsigned position_points(const struct position *position, unsigned colour);

/* Sliders of `colour` that attack `square` on the empty board: few, and seldom changing from ply to ply. */
static inline uint64_t position_snipers(const struct position *position, unsigned square, unsigned colour)
{
    uint64_t straight = position->types[ROOK] | position->types[QUEEN];
    uint64_t slanted = position->types[BISHOP] | position->types[QUEEN];
    return position->colours[colour] &
           ((attack_tables.rook[square] & straight) | (attack_tables.bishop[square] & slanted));
}

/* Those of `men`, each on a line with `square` or a knight's jump away, that have nothing between it and themselves. */
static inline uint64_t unobstructed(uint64_t men, unsigned square, uint64_t occupied)
{
    uint64_t free_men = men;
    for (; men != 0; men &= men - 1)
        if (attack_tables.between[square][lowest_bit(men)] & occupied)
            free_men ^= lowest_bit_of(men);
    return free_men;
}

/* Men of `colour` that attack `square` when the squares `occupied` are occupied (men off `occupied` still count). */
static inline uint64_t position_attackers(const struct position *position, unsigned square, unsigned colour,
                                          uint64_t occupied)
{
    uint64_t leapers =
        position->colours[colour] & ((attack_tables.pawn[colour ^ 1][square] & position->types[PAWN]) |
                                     (attack_tables.knight[square] & position->types[KNIGHT]) |
                                     (attack_tables.king[square] & position->types[KING]));
    return leapers | unobstructed(position_snipers(position, square, colour), square, occupied);
}

/* Men that give check to `side`, which is to move. */
INLINED uint64_t position_find_checkers(const struct position *position, unsigned side)
{
    return position_attackers(position, position->king_square[side], side ^ 1u, position_occupied(position));
}

static inline int position_in_check(const struct position *position)
{
    return position->checkers != 0;
}

/* Where king and rook stand after castling, by colour and side (0 king side, 1 queen side). */
static inline unsigned castling_king_target(unsigned colour, unsigned queen_side)
{
    return (queen_side ? SQ_C1 : SQ_G1) + 56 * colour;
}

static inline unsigned castling_rook_target(unsigned colour, unsigned queen_side)
{
    return (queen_side ? SQ_D1 : SQ_F1) + 56 * colour;
}

static inline unsigned castling_right_of(unsigned colour, unsigned queen_side)
{
    return 1u << (2 * colour + queen_side);
}

/*
 * True if the side to move may castle on that side now: right held, path free, no attacked square on the
 * king's way, king safe at its end with the rook moved (the Chess960 rule; the orthodox rule is a case of it).
 */
int position_can_castle(const struct position *position, unsigned queen_side);

/* True if an en-passant capture from `from` to ep_square leaves the own king safe. `from` must be such a pawn. */
int position_en_passant_is_safe(const struct position *position, unsigned from);

/* True if ep_square is set and at least one en-passant capture is legal. */
int position_en_passant_is_legal(const struct position *position);

/*
 * True if a pseudo-legal move of a man that is neither the king nor taking en passant leaves the own king safe.
 * The move must not take a king.
 */
static inline int position_man_may_move(const struct position *position, unsigned from, unsigned to)
{
    unsigned side = position->side;
    unsigned king = position->king_square[side];
    uint64_t to_bit = square_bit(to);
    uint64_t occupied = (position_occupied(position) & ~square_bit(from)) | to_bit;
    uint64_t leapers = position->types[PAWN] | position->types[KNIGHT] | position->types[KING];
    if (position->checkers & leapers & ~to_bit)
        return 0;
    return unobstructed(position_snipers(position, king, side ^ 1) & ~to_bit, king, occupied) == 0;
}

/* True if the king may step (or capture) to `to`, next to it and without an own man or a king on it. */
static inline int position_king_may_move(const struct position *position, unsigned to)
{
    unsigned side = position->side;
    uint64_t occupied = position_occupied(position) ^ square_bit(position->king_square[side]);
    return position_attackers(position, to, side ^ 1, occupied) == 0;
}

/* Rights, squares and men are in order? Sets checkers. Returns 0 when an invariant above does not hold. */
int position_finish(struct position *position);

/* The rights of a king or rook whose home is among `squares` end. Call it before king_square changes. */
void position_drop_rights(struct position *position, uint64_t squares);

/* The turn of `side`, which is to move, passes. */
INLINED void position_count_turn(struct position *position, unsigned side, int resets_clock)
{
    unsigned clock = position->halfmove_clock;
    clock += clock < UINT16_MAX;
    position->halfmove_clock = (uint16_t)(resets_clock ? 0 : clock);
    position->move_number += side;
    position->side = (uint8_t)(side ^ 1);
}

static inline void position_count_ply(struct position *position, int resets_clock)
{
    position_count_turn(position, position->side, resets_clock);
}

/*
 * The man of `type` on `from` goes to `to`, where `captured` (NO_MAN: nobody) stands, and the turn of `side`, which is to
 * move, passes: what all moves but castling and en passant have in common. `checkers` stays, and ep_square is cleared.
 */
INLINED void position_advance_side(struct position *position, unsigned side, unsigned type, unsigned from,
                                   unsigned to, unsigned captured)
{
    uint64_t to_bit = square_bit(to);
    uint64_t both = square_bit(from) | to_bit;
    position->types[man_type(captured)] &= ~to_bit;
    position->colours[side ^ 1] &= ~to_bit;
    position->types[type] ^= both;
    position->colours[side] ^= both;
    position->men[from] = NO_MAN;
    position->men[to] = (uint8_t)man_of(type, side);
    if (both & position->castling_squares)
        position_drop_rights(position, both);
    if (type == KING)
        position->king_square[side] = (uint8_t)to;
    position->ep_square = NO_SQUARE;
    position_count_turn(position, side, type == PAWN || captured != NO_MAN);
}

INLINED void position_advance(struct position *position, unsigned type, unsigned from, unsigned to,
                              unsigned captured)
{
    position_advance_side(position, position->side, type, from, to, captured);
}

/* A move as it was found, neither en passant nor promotion: what encodings want to know, without a board. */
struct plain_move {
    chess_move move;
    uint8_t type;     /* of the man */
    uint8_t captured; /* type; NO_PIECE_TYPE: nothing */
    uint8_t place;    /* own men of its type on smaller squares; nothing in castling */
};

/* What position_advance() destroys, for those who may want the word of its last move. */
struct position_past {
    uint16_t halfmove_clock;
    uint8_t ep_square, castling;
    uint8_t captured;
};

static inline struct position_past position_past(const struct position *position, unsigned captured)
{
    return (struct position_past){position->halfmove_clock, position->ep_square, position->castling,
                                  (uint8_t)captured};
}

/* The word of a move that position_advance() made; `after` is the position behind it. */
reversible_move position_word(const struct position *after, chess_move move,
                              const struct position_past *past);

/* After a double push to `to`, the turn being passed: may the pawn be taken in passing? */
static inline void position_note_en_passant(struct position *position, unsigned to)
{
    unsigned passed = to ^ 8u;
    if (attack_tables.pawn[position->side ^ 1][passed] & position_men(position, PAWN, position->side))
        position->ep_square = (uint8_t)passed;
}

/* Makes a legal move. Undefined for any other move: callers resolve or check it first. */
reversible_move position_make(struct position *position, chess_move move);

/*
 * The same at half the cost, for walks that only go forward: no word, and `checkers` is left as it was. Call
 * position_refresh() before anything that asks for checkers (castling, null moves, generation, SAN), or end the
 * walk with position_make().
 */
void position_play(struct position *position, chess_move move);

/* Brings `checkers` up to date. */
void position_refresh(struct position *position);

/* Takes the move back. `word` is what position_make() returned for the last move made. */
void position_unmake(struct position *position, reversible_move word);

/* Passes the turn (a null move): clears en passant, counts the clocks. Returns 0 and changes nothing in check. */
int position_make_null(struct position *position);

/* Puts a man of the side to move, no king, on an empty square: a legal drop (drop.h). */
void position_make_drop(struct position *position, unsigned type, unsigned to);

/* True if placement, side, rights and legal en passant agree (what the repetition rule compares). */
int position_same(const struct position *a, const struct position *b);

/* Castling squares that are not the orthodox ones for a held right: needs Chess960 notation. */
int position_is_chess960(const struct position *position);

#endif
