/* What moves of codec index in a row (index_run.h) carry from run to run. */
#ifndef PGNPACK_MOVES_INDEX_INDEX_RUN_STATE_H
#define PGNPACK_MOVES_INDEX_INDEX_RUN_STATE_H

#include "chess/movegen.h"

/* What a run leaves for the next one on the same position, and for who takes its last move back. */
struct index_run_state {
    uint64_t ends[2];     /* by colour: where the blocks of its men end */
    int knows_ends;       /* 0 where the position has changed otherwise since */
    uint8_t taken;        /* the man that the last move of a walk took; NO_MAN: none */
    reversible_move word; /* of the last move, if all went well */
};

#endif
