/* Build-time program: prints logistic_tables.c (see logistic.h, bit_counter.h). Integers only, so every machine prints the same. */
#include <stdio.h>

#include "entropy/bit_counter.h"
#include "entropy/logistic.h"
#include "entropy/mixed_state.h"

/* e^(-1/256) and 1, of 2^32. */
#define STEP UINT64_C(4278222805)
#define ONE (UINT64_C(1) << 32)

static uint16_t squash[2 * LOGISTIC_LIMIT + 1];

static void fill_squash(void)
{
    uint64_t power = ONE; /* e^(-x/256) */
    for (int x = 0; x <= LOGISTIC_LIMIT; x++) {
        uint64_t above = ((UINT64_C(1) << 48) + (ONE + power) / 2) / (ONE + power);
        squash[LOGISTIC_LIMIT + x] = (uint16_t)(above > 65535 ? 65535 : above);
        squash[LOGISTIC_LIMIT - x] = (uint16_t)(65536 - squash[LOGISTIC_LIMIT + x]);
        power = (power * STEP + ONE / 2) / ONE;
    }
}

/* The smallest x with squash(x) at or above a probability of 2^16. */
static int stretch(unsigned probability)
{
    int x = -LOGISTIC_LIMIT;
    while (x < LOGISTIC_LIMIT && squash[LOGISTIC_LIMIT + x] < probability)
        x++;
    return x;
}

int main(void)
{
    fill_squash();
    puts("/* Made by make_logistic_tables.c; do not edit. */\n#include \"entropy/logistic.h\"\n\n"
         "#include \"entropy/bit_counter.h\"\n#include \"entropy/mixed_state.h\"\n");
    puts("const uint16_t logistic_squash_table[2 * LOGISTIC_LIMIT + 1] = {");
    for (int i = 0; i <= 2 * LOGISTIC_LIMIT; i++)
        printf("%u,%c", squash[i], i % 16 == 15 ? '\n' : ' ');
    puts("};\n\nconst int16_t logistic_stretch_table[LOGISTIC_STEPS] = {");
    for (unsigned i = 0; i < LOGISTIC_STEPS; i++) {
        /* the middle of what the step covers; the upper half mirrors the lower */
        unsigned low = i < LOGISTIC_STEPS / 2 ? i : LOGISTIC_STEPS - 1 - i;
        int x = stretch(16 * low + 8);
        printf("%d,%c", i < LOGISTIC_STEPS / 2 ? x : -x, i % 16 == 15 ? '\n' : ' ');
    }
    puts("};\n\nconst uint16_t bit_counter_step_table[1 << BIT_COUNTER_MET_BITS] = {");
    for (unsigned met = 0; met <= BIT_COUNTER_MET_MASK; met++)
        printf("%u,%c", (1u << 17) / (2 * met + 3), met % 16 == 15 ? '\n' : ' ');
    puts("};\n\nconst uint8_t mixed_trust_table[MIXED_MET_MAX + 1] = {");
    for (unsigned met = 0; met <= MIXED_MET_MAX; met++)
        printf("%d,%c", (met >= MIXED_TRUST_FEW) + (met >= MIXED_TRUST_SOME) + (met >= MIXED_TRUST_MANY),
               met % 16 == 15 ? '\n' : ' ');
    puts("};");
    return 0;
}
