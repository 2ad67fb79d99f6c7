/* A position of a game, as conditions on the board see it. */
#ifndef PGNPACK_SEARCH_BOARD_VIEW_H
#define PGNPACK_SEARCH_BOARD_VIEW_H

#include "chess/position.h"

struct board_view {
    const struct position *position; /* `checkers` may be out of date */
    uint32_t ply;                    /* half-moves before it in its line */
    chess_move move; /* that led here; NO_MOVE: the line's first position, or a null move or drop led here */
    uint8_t mover; /* the man that it moved, as it stood before (a pawn that promoted); NO_MAN with NO_MOVE */
    uint8_t is_last; /* no half-move follows in the line */
};

#endif
