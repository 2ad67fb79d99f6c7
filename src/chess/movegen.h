/*
 * Legal move generation. Order of moves, which is part of the format (docs/FORMAT.md, "Order of legal moves"):
 * ascending from-square, then ascending to-square, then promotion to N, B, R, Q.
 * Castling stands at (king's square, rook's square).
 */
#ifndef PGNPACK_CHESS_MOVEGEN_H
#define PGNPACK_CHESS_MOVEGEN_H

#include <stdint.h>

#include "chess/position.h"

/*
 * Room for the moves of any position that fen_parse() accepts: k own men have at most min(27, 64 - k) targets
 * each, which peaks at 37 * 27 = 999, and at most 8 pawns stand before promotion with 3 * 3 further moves.
 */
enum { MOVE_LIST_CAPACITY = 1088 };

/* Legal moves as target sets by from-square. */
struct move_targets {
    uint64_t movers;      /* squares of men with at least one move */
    uint64_t promoting;   /* those of them whose every target is a promotion (four moves each) */
    unsigned count;       /* moves in all */
    uint64_t targets[64]; /* by from-square; set for movers only. A king's own rook's square = castling */
};

void legal_targets(const struct position *position, struct move_targets *targets);

/* Number of legal moves, without listing them. */
unsigned legal_count(const struct position *position);

/* True if there is a legal move (cheaper than counting). */
int legal_exists(const struct position *position);

/* Writes the legal moves in format order and returns their number. */
unsigned legal_list(const struct position *position, chess_move list[MOVE_LIST_CAPACITY]);

/* The n-th legal move in format order, or NO_MOVE when n is too large. */
chess_move legal_nth(const struct position *position, const struct move_targets *targets, unsigned n);

/* Place of a legal move in format order. `move` must be legal. */
unsigned legal_index(const struct move_targets *targets, chess_move move);

/*
 * The move from-to as the position sees it, with its flag: capture, double push, en passant, castling (`to` on
 * the own rook). `promotion` is a piece type, or NO_PIECE_TYPE. Says nothing about legality.
 */
chess_move move_classify(const struct position *position, unsigned from, unsigned to, unsigned promotion);

/* True if `move`, flag included, is legal here. Any 16-bit value is fine. */
int move_is_legal(const struct position *position, chess_move move);

#endif
