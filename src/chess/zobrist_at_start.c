/* In place of zobrist_tables.c, where tables are made at the start (util/made_table.h). */
#include "chess/zobrist_fill.h"

#ifdef PGNPACK_TABLES_AT_START

struct zobrist_tables zobrist_tables;

__attribute__((constructor)) static void fill(void)
{
    zobrist_fill(&zobrist_tables);
}

#endif
