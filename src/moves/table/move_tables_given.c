/*
 * In place of move_tables.c, where tables are made at the start (util/made_table.h): those of data/tables-0.bin are given when
 * they are first needed.
 */
#include "moves/table/move_tables_given.h"

#ifdef PGNPACK_TABLES_AT_START

#include "moves/table/table_coder.h"
#include "moves/table/table_weights_fill.h"
#include "util/xxh64.h"

struct table_weights move_tables;

int move_tables_give(const uint8_t *bytes, size_t size)
{
    if (size != TABLE_BYTES || xxh64(bytes, size) != MOVE_TABLES_HASH)
        return 0;
    table_weights_fill(&move_tables, bytes);
    return 1;
}

#endif
