/*
 * In place of move_tables.c, where tables are made at the start (util/made_table.h): those of data/tables-0.bin are given when
 * they are first needed.
 */
#include "moves/move_tables_given.h"

#ifdef PGNPACK_TABLES_AT_START

#include "moves/table_coder.h"
#include "util/xxh64.h"

struct table_weights move_tables;

int move_tables_give(const uint8_t *bytes, size_t size)
{
    static int16_t words[TABLE_WEIGHTS];
    if (size != sizeof words || xxh64(bytes, size) != MOVE_TABLES_HASH)
        return 0;
    for (size_t i = 0; i < TABLE_WEIGHTS; i++) {
        int word = bytes[2 * i] | bytes[2 * i + 1] << 8;
        words[i] = (int16_t)(word < 0x8000 ? word : word - 0x10000);
    }
    move_tables = table_weights_at(words);
    return 1;
}

#endif
