/* A position of a game, as conditions on the board see it. */
#ifndef PGNPACK_SEARCH_CONDITIONS_BOARD_VIEW_H
#define PGNPACK_SEARCH_CONDITIONS_BOARD_VIEW_H

#include "chess/position.h"

/* What half-moves change (bits), and conditions depend on: where nothing of that changed they need not be asked again. */
enum board_change {
    BOARD_CHANGES_PAWNS = 1, /* where pawns stand */
    BOARD_CHANGES_MEN = 2,   /* how many there are of some kind */
    BOARD_CHANGES_TURN = 4   /* all else: each half-move changes that */
};

struct written;

struct board_view {
    const struct position *position; /* `checkers` may be out of date */
    uint32_t ply;                    /* half-moves before it in its line */
    chess_move move; /* that led here; NO_MOVE: the line's first position, or a null move or drop led here */
    uint8_t mover; /* the man that it moved, as it stood before (a pawn that promoted); NO_MAN with NO_MOVE */
    uint8_t taken; /* the man that the move took; NO_MAN: none */
    uint8_t is_last; /* no half-move follows in the line */
    uint8_t
        unchanged; /* since the position that was shown before: bits of enum board_change; when in doubt 0 */
    const struct written *written; /* behind that move; NULL: nothing, or nobody asks (written_test.h) */
};

/* What a move, which is no drop, leaves as it was. */
static inline unsigned board_unchanged_by(chess_move move, unsigned mover)
{
    if (move_is_capture(move) || move_is_promotion(move))
        return 0;
    return man_type(mover) == PAWN ? BOARD_CHANGES_MEN : BOARD_CHANGES_MEN | BOARD_CHANGES_PAWNS;
}

#endif
