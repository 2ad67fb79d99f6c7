#include "entropy/kernels/mixed_kernel_plain.h"

#ifdef MIXED_KERNEL_X86

#include "entropy/kernels/text_state.h"
#include "entropy/kernels/vectors_sse41.h"
#include "util/hash32.h"

#define ALL(number)                                                                                          \
    {                                                                                                        \
        number, number, number, number, number, number, number, number                                       \
    }

const struct lanes_numbers lanes_numbers = {.hash_factor = ALL((int32_t)HASH32_FACTOR),
                                            .met_mask = ALL(BIT_COUNTER_MET_MASK),
                                            .one = ALL(1),
                                            .mixed_met_max = ALL(MIXED_MET_MAX),
                                            .text_met_max = ALL(TEXT_MET_MAX),
                                            .half_change = ALL(1 << 12),
                                            .weight_max = ALL(MIXER_WEIGHT_MAX),
                                            .weight_min = ALL(-MIXER_WEIGHT_MAX)};

#endif
