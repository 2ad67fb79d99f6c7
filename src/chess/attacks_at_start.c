/* In place of attack_tables.c, where tables are made at the start (util/made_table.h). */
#include "chess/attacks_fill.h"

#ifdef PGNPACK_TABLES_AT_START

struct attack_tables attack_tables;

__attribute__((constructor)) static void fill(void)
{
    attack_fill(&attack_tables);
}

#endif
