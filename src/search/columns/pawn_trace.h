/*
 * What a main line leaves behind for position columns: in which order the pawns left their first squares, and how many men
 * were left. A pawn leaves its first square by a move or by being taken there, and none ever comes back.
 *
 * Pawns are numbered by their first squares: white's a2 ... h2 are 0 to 7, black's a7 ... h7 are 8 to 15.
 */
#ifndef PGNPACK_SEARCH_COLUMNS_PAWN_TRACE_H
#define PGNPACK_SEARCH_COLUMNS_PAWN_TRACE_H

#include "chess/position.h"

enum { HOME_PAWN_COUNT = 16, HOME_PAWNS_ALL = 0xffff };
enum { HOME_WHITE_PAWNS = 8, HOME_BLACK_PAWNS = 48 }; /* the first squares of those: a2, a7 */

struct pawn_trace {
    uint64_t order;  /* pawns that left, 4 bits each, the first one lowest */
    uint16_t home;   /* bits of the pawns that did not */
    uint8_t left;    /* how many did */
    uint8_t men;     /* on the board, kings too */
    uint8_t is_open; /* nothing of this is known: the game may have any position */
};

static inline void pawn_trace_start(struct pawn_trace *trace)
{
    *trace = (struct pawn_trace){.home = HOME_PAWNS_ALL, .men = 32};
}

/* Those of these squares, of White's and of Black's pawns, that are their first ones. */
static inline uint16_t home_squares_of(uint64_t white, uint64_t black)
{
    return (uint16_t)((white >> HOME_WHITE_PAWNS & 0xff) | (black >> HOME_BLACK_PAWNS & 0xff) << 8);
}

/* The pawns of a position that stand on their first squares. */
static inline uint16_t home_pawns_of(const struct position *position)
{
    return home_squares_of(position_men(position, PAWN, WHITE), position_men(position, PAWN, BLACK));
}

/* The bit of the pawn whose first square that is, if it stands there still; else 0. */
static inline unsigned home_pawn_at(const struct pawn_trace *trace, unsigned square, unsigned colour)
{
    unsigned file = square - (colour == WHITE ? HOME_WHITE_PAWNS : HOME_BLACK_PAWNS);
    return file < 8 ? trace->home & 1u << (file + 8 * colour) : 0;
}

static inline void pawn_trace_leave(struct pawn_trace *trace, unsigned pawn)
{
    if (pawn == 0)
        return;
    trace->order |= (uint64_t)lowest_bit(pawn) << (4 * trace->left++);
    trace->home = (uint16_t)(trace->home & ~pawn);
}

/* A move of `side`, by a man of `type`; `takes`: a man of the other side goes, en passant too. */
static inline void pawn_trace_move(struct pawn_trace *trace, unsigned side, unsigned type, chess_move move,
                                   int takes)
{
    if (type == PAWN)
        pawn_trace_leave(trace, home_pawn_at(trace, move_from(move), side));
    if (takes) {
        pawn_trace_leave(trace, home_pawn_at(trace, move_to(move), side ^ 1u));
        trace->men = (uint8_t)(trace->men - (trace->men > 1));
    }
}

#endif
