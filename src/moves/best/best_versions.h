/* Versions of codec best's arithmetic that this processor can run. */
#ifndef PGNPACK_MOVES_BEST_BEST_VERSIONS_H
#define PGNPACK_MOVES_BEST_BEST_VERSIONS_H

#include "moves/best/best_arithmetic.h"

/* The fastest one. */
const struct best_arithmetic *best_arithmetic_best(void);

/* All, the plain one first; NULL behind the last. For tests. */
const struct best_arithmetic *best_arithmetic_number(unsigned i);

#endif
