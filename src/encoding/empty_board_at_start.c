/* In place of empty_board_tables.c, where tables are made at the start (util/made_table.h). */
#include "encoding/empty_board_fill.h"

#ifdef PGNPACK_TABLES_AT_START

struct empty_board_tables empty_board_tables;

__attribute__((constructor)) static void fill(void)
{
    empty_board_fill(&empty_board_tables);
}

#endif
