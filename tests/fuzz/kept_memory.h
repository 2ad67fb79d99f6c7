/*
 * Memory for fuzz targets. Large pieces that were given back are kept, and given out again: getting them from the system,
 * cleared, for each input takes longer than most inputs. They come as the last input left them, so that what relies on
 * cleared memory shows. For one handle's threads, too.
 */
#ifndef PGNPACK_TESTS_FUZZ_KEPT_MEMORY_H
#define PGNPACK_TESTS_FUZZ_KEPT_MEMORY_H

#include <stddef.h>

#include "pgnpack.h"

extern const struct pgnpack_allocator kept_allocator;

/* Pieces that are held now. After an input: 0, or something leaks. */
size_t kept_memory_held(void);

#endif
