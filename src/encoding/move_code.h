/* A move in a stated number of bits: what the encodings of variable width give. */
#ifndef PGNPACK_ENCODING_MOVE_CODE_H
#define PGNPACK_ENCODING_MOVE_CODE_H

#include <stdint.h>

struct move_code {
    uint32_t value; /* below 1 << width */
    unsigned width; /* in bits; 0: the position alone says which move it is */
};

#endif
