/* For the programs that Frama-C's Eva analyses: values of which it assumes nothing but a range. */
#ifndef PGNPACK_TESTS_PROVE_H
#define PGNPACK_TESTS_PROVE_H

#include <stddef.h>
#include <stdint.h>

#include "__fc_builtin.h"

/* Any number from `low` to `high`. */
static inline uint64_t any_number(uint64_t low, uint64_t high)
{
    return Frama_C_unsigned_long_long_interval(low, high);
}

/* Any bytes; `size` must be a number that Eva knows. */
static inline void any_bytes(void *bytes, size_t size)
{
    Frama_C_make_unknown(bytes, size);
}

/* Of tests/prove/memory.c. */
extern int prove_has_memory;

#endif
