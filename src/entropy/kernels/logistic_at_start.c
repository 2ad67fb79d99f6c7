/* In place of logistic_tables.c, where tables are made at the start (util/made_table.h). */
#include "entropy/kernels/logistic_fill.h"

#ifdef PGNPACK_TABLES_AT_START

uint16_t logistic_squash_table[2 * LOGISTIC_LIMIT + 1];
int16_t logistic_stretch_table[LOGISTIC_STEPS];
uint16_t bit_counter_step_table[1 << BIT_COUNTER_MET_BITS];
uint8_t mixed_trust_table[MIXED_MET_MAX + 1];

__attribute__((constructor)) static void fill(void)
{
    logistic_fill_squash(logistic_squash_table);
    logistic_fill_stretch(logistic_squash_table, logistic_stretch_table);
    logistic_fill_steps(bit_counter_step_table);
    logistic_fill_trust(mixed_trust_table);
}

#endif
