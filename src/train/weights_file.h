/* The file of weights: the arrays of struct policy_weights, little-endian. */
#ifndef PGNPACK_TRAIN_WEIGHTS_FILE_H
#define PGNPACK_TRAIN_WEIGHTS_FILE_H

#include "net/policy_weights.h"

/* Prints and returns 0 when it cannot be written. Prints size and XXH64. */
int weights_file_write(const struct policy_shape *shape, const int8_t *bytes, const int16_t *words,
                       const char *path);

#endif
