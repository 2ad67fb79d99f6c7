/* XXH64, written from its specification (xxHash fast digest algorithm, version 0.1.1, Yann Collet). */
#ifndef PGNPACK_UTIL_XXH64_H
#define PGNPACK_UTIL_XXH64_H

#include <stddef.h>
#include <stdint.h>

/* Hash of `size` bytes, seed 0. */
uint64_t xxh64(const void *bytes, size_t size);

#endif
