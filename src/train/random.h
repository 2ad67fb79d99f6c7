/* splitmix64 (Sebastiano Vigna, public domain algorithm): the same numbers for the same seed everywhere. */
#ifndef PGNPACK_TRAIN_RANDOM_H
#define PGNPACK_TRAIN_RANDOM_H

#include <stdint.h>

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Below `limit`, which must not be 0. */
static inline uint64_t random_below(struct random *random, uint64_t limit)
{
    return random_next(random) % limit;
}

/* In [-1, 1). */
static inline float random_signed(struct random *random)
{
    return (float)(int32_t)(random_next(random) >> 32) * 0x1p-31f;
}

#endif
