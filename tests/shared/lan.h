/* Long algebraic notation, which the library reads and does not write. */
#ifndef PGNPACK_TESTS_SHARED_LAN_H
#define PGNPACK_TESTS_SHARED_LAN_H

#include <stddef.h>

#include "chess/position.h"
#include "chess/san.h"

/* "e2-e4", "Ng1xf3+", "O-O", "e7-e8=Q". Not terminated; returns the length. */
size_t lan_write(const struct position *position, chess_move move, char out[SAN_SIZE_MAX]);

#endif
