/* In place of policy_rows.c, where tables are made at the start (util/made_table.h). */
#include "net/features/policy_rows_fill.h"

#ifdef PGNPACK_TABLES_AT_START

uint16_t policy_piece_rows[6][64][64];

__attribute__((constructor)) static void fill(void)
{
    (void)policy_rows_fill(policy_piece_rows);
}

#endif
