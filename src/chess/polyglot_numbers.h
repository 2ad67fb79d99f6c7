/* The numbers that keys of Polyglot's books are made of (polyglot.h). */
#ifndef PGNPACK_CHESS_POLYGLOT_NUMBERS_H
#define PGNPACK_CHESS_POLYGLOT_NUMBERS_H

#include <stdint.h>

enum {
    POLYGLOT_CASTLING = 768,
    POLYGLOT_EN_PASSANT = 772,
    POLYGLOT_WHITE_TO_MOVE = 780,
    POLYGLOT_NUMBERS = 781
};

extern const uint64_t polyglot_numbers[POLYGLOT_NUMBERS];

#endif
