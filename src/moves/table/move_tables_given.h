/* The tables of codec "table" in libraries that do not have them built in. */
#ifndef PGNPACK_MOVES_TABLE_MOVE_TABLES_GIVEN_H
#define PGNPACK_MOVES_TABLE_MOVE_TABLES_GIVEN_H

#include <stddef.h>
#include <stdint.h>

/* Of data/tables-0.bin. */
#define MOVE_TABLES_HASH UINT64_C(0x16abadf4ac436750)

/* Takes a copy of that file, once and for all, while nothing else is going on. 0: the bytes are others. */
int move_tables_give(const uint8_t *bytes, size_t size);

#endif
