/* A file of weights: bytes, then words, little-endian. */
#ifndef PGNPACK_TRAIN_WEIGHTS_FILE_H
#define PGNPACK_TRAIN_WEIGHTS_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Prints and returns 0 when it cannot be written. Prints size and XXH64. */
int weights_file_write(const int8_t *bytes, size_t byte_count, const int16_t *words, size_t word_count,
                       const char *path);

#endif
