/* Build-time program: prints logistic_tables.c (see logistic_fill.h). */
#include <stdio.h>

#include "entropy/kernels/logistic_fill.h"

static uint16_t squash[2 * LOGISTIC_LIMIT + 1], steps[1 << BIT_COUNTER_MET_BITS];
static int16_t stretch[LOGISTIC_STEPS];
static uint8_t trust[MIXED_MET_MAX + 1];

#define PRINT(declaration, table)                                                                            \
    do {                                                                                                     \
        puts("const " declaration " = {");                                                                   \
        for (unsigned i = 0; i < sizeof(table) / sizeof *(table); i++)                                       \
            printf("%d,%c", (table)[i], i % 16 == 15 ? '\n' : ' ');                                          \
        puts("};\n");                                                                                        \
    } while (0)

int main(void)
{
    logistic_fill_squash(squash);
    logistic_fill_stretch(squash, stretch);
    logistic_fill_steps(steps);
    logistic_fill_trust(trust);
    puts("/* Made by make_logistic_tables.c; do not edit. */\n#include \"entropy/coding/logistic.h\"\n\n"
         "#include \"entropy/coding/bit_counter.h\"\n#include \"entropy/kernels/mixed_state.h\"\n");
    PRINT("uint16_t logistic_squash_table[2 * LOGISTIC_LIMIT + 1]", squash);
    PRINT("int16_t logistic_stretch_table[LOGISTIC_STEPS]", stretch);
    PRINT("uint16_t bit_counter_step_table[1 << BIT_COUNTER_MET_BITS]", steps);
    PRINT("uint8_t mixed_trust_table[MIXED_MET_MAX + 1]", trust);
    return 0;
}
