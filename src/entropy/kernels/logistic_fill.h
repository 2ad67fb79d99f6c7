/* Makes the tables of logistic.h, bit_counter.h and mixed_state.h. Integers only, so every machine makes the same. */
#ifndef PGNPACK_ENTROPY_KERNELS_LOGISTIC_FILL_H
#define PGNPACK_ENTROPY_KERNELS_LOGISTIC_FILL_H

#include "entropy/coding/bit_counter.h"
#include "entropy/coding/logistic.h"
#include "entropy/kernels/mixed_state.h"

static inline void logistic_fill_squash(uint16_t squash[2 * LOGISTIC_LIMIT + 1])
{
    const uint64_t step = UINT64_C(4278222805), one = UINT64_C(1) << 32; /* e^(-1/256) and 1, of 2^32 */
    uint64_t power = one;                                                /* e^(-x/256) */
    for (int x = 0; x <= LOGISTIC_LIMIT; x++) {
        uint64_t above = ((UINT64_C(1) << 48) + (one + power) / 2) / (one + power);
        squash[LOGISTIC_LIMIT + x] = (uint16_t)(above > 65535 ? 65535 : above);
        squash[LOGISTIC_LIMIT - x] = (uint16_t)(65536 - squash[LOGISTIC_LIMIT + x]);
        power = (power * step + one / 2) / one;
    }
}

/* For each step the smallest x with squash(x) at or above its middle; the upper half mirrors the lower. */
static inline void logistic_fill_stretch(const uint16_t squash[2 * LOGISTIC_LIMIT + 1],
                                         int16_t stretch[LOGISTIC_STEPS])
{
    int x = -LOGISTIC_LIMIT;
    for (int i = 0; i < LOGISTIC_STEPS / 2; i++) {
        while (x < LOGISTIC_LIMIT && squash[LOGISTIC_LIMIT + x] < 16 * i + 8)
            x++;
        stretch[i] = (int16_t)x;
        stretch[LOGISTIC_STEPS - 1 - i] = (int16_t)-x;
    }
}

static inline void logistic_fill_steps(uint16_t steps[1 << BIT_COUNTER_MET_BITS])
{
    for (unsigned met = 0; met <= BIT_COUNTER_MET_MASK; met++)
        steps[met] = (uint16_t)((1u << 17) / (2 * met + 3));
}

static inline void logistic_fill_trust(uint8_t trust[MIXED_MET_MAX + 1])
{
    for (unsigned met = 0; met <= MIXED_MET_MAX; met++)
        trust[met] =
            (uint8_t)((met >= MIXED_TRUST_FEW) + (met >= MIXED_TRUST_SOME) + (met >= MIXED_TRUST_MANY));
}

#endif
