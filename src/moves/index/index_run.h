/* Moves of codec index in a row: which version this processor runs. */
#ifndef PGNPACK_MOVES_INDEX_INDEX_RUN_H
#define PGNPACK_MOVES_INDEX_INDEX_RUN_H

#include "moves/index/index_run_plain.h"

/* The fastest one for this processor. */
const struct index_run *index_run_best(void);

/* All that this processor can run, the plain one first; NULL behind the last. For tests. */
const struct index_run *index_run_number(unsigned i);

#endif
