/* What ends a run of moves of codec index (index_run.h) before their bytes do, where a position is sought. */
#ifndef PGNPACK_MOVES_INDEX_INDEX_RUN_ENDS_H
#define PGNPACK_MOVES_INDEX_INDEX_RUN_ENDS_H

#include <stddef.h>

#include "chess/position.h"

/*
 * A position that is sought, as far as a glance tells: where each side's men stand; and what a game that comes to it cannot
 * have lost before: pawns on their first squares, pawns that can still reach one of the squares where it has some, and men of
 * each type.
 */
struct index_goal {
    uint64_t colours[2];
    uint64_t home_pawns[2];
    uint64_t pawn_origins[2]; /* squares from which a pawn can reach one that the goal has */
    uint64_t men[2]; /* by type, from pawns to queens: 12 bits each, the number times the type's block size */
    uint8_t pawns[2];
};

enum index_seek {
    INDEX_SEEK_ON,    /* all bytes are played */
    INDEX_SEEK_FOUND, /* the men stand so; other men may stand there. Or who sees the positions ended the walk */
    INDEX_SEEK_LEFT,  /* the goal is out of reach */
    INDEX_SEEK_BROKEN /* the next byte encodes no move */
};

/* The move that leads to a position, and the men that it moved and took (NO_MAN: none) as they stood before. */
struct index_step {
    chess_move move;
    uint8_t mover, taken;
};

/* Sees a position behind move `i`, from 0: returns 0 to end the walk. */
typedef int (*index_visit_function)(void *opaque, const struct position *position,
                                    const struct index_step *step, size_t i);

/* Of these squares, men of one kind stand on the wanted ones and on no other. */
struct index_men {
    uint64_t squares, wanted;
    uint8_t type, colour;
};

/* At least so many pawns are left on these squares. */
struct index_pawns {
    uint64_t squares;
    uint8_t colour, least;
};

enum { INDEX_SCREEN_MEN = 6, INDEX_SCREEN_PAWNS = 10, INDEX_SCREENS_MAX = 4 };

/*
 * What positions that are sought have in common, so that most of the others need not be shown; and what a game cannot have
 * lost before it comes to one. Neither is all that is asked of them.
 */
struct index_screen {
    uint64_t touched; /* the move that leads there goes from or to one of these squares, or is castling */
    uint16_t movers;  /* it is a move of one of these: bits by man */
    uint16_t men_count, pawn_count;
    struct index_men men[INDEX_SCREEN_MEN];
    struct index_pawns pawns[INDEX_SCREEN_PAWNS];
    struct index_goal kept; /* home pawns and men, with the pawns that may become some; no more */
    uint8_t men_min[2];     /* by colour, kings too */
    uint8_t kept_by[2];     /* by colour; 0: nothing of `kept` and `men_min` */
};

/* A walk that is to be seen. */
struct index_visit {
    index_visit_function see;
    void *opaque;
    int irreversible_only; /* positions behind captures and moves of pawns are all that matters */
    int shows_all;         /* what the screens say of single positions does not count */
    unsigned men_max;      /* positions with more men do not matter */
    uint64_t pawn_squares; /* of `pawns` of any screen */
    uint64_t touched;      /* of any screen, all where each position is shown */
    unsigned screen_count; /* each is enough; at least 1 */
    const struct index_screen *screens;
};

#endif
