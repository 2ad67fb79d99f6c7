/* The tables of codec "table", as the coder wants them, from what data/tables-0.bin has. */
#ifndef PGNPACK_MOVES_TABLE_TABLE_WEIGHTS_FILL_H
#define PGNPACK_MOVES_TABLE_TABLE_WEIGHTS_FILL_H

#include <string.h>

#include "moves/table/table_sight.h"

/* floor(2^(31 - cost / 16)) + 1. */
static inline uint32_t table_size_of_cost(unsigned cost)
{
    static const uint64_t first[TABLE_COST_UNIT] = {
        0x80000000, 0x7a92be8a, 0x75606373, 0x70666f76, 0x6ba27e65, 0x6712460a, 0x62b39508, 0x5e8451cf,
        0x5a827999, 0x56ac1f75, 0x52ff6b54, 0x4f7a9930, 0x4c1bf828, 0x48e1e9b9, 0x45cae0f1, 0x42d561b3};
    return (uint32_t)(first[cost % TABLE_COST_UNIT] >> cost / TABLE_COST_UNIT) + 1;
}

static inline const uint8_t *table_part(void *to, const uint8_t *bytes, size_t size)
{
    memcpy(to, bytes, size);
    return bytes + size;
}

static inline void table_weights_fill(struct table_weights *weights, const uint8_t bytes[TABLE_BYTES])
{
    for (unsigned row = 0; row < TABLE_TYPE_ROWS; row++, bytes += TABLE_TYPES) {
        weights->types[row] = 0;
        for (unsigned type = 0; type < TABLE_TYPES; type++)
            weights->types[row] |= (uint64_t)bytes[type] << (type * TABLE_TYPE_BITS);
    }
    bytes = table_part(weights->man_rows, bytes, sizeof weights->man_rows);
    bytes = table_part(weights->man_classes, bytes, sizeof weights->man_classes);
    bytes = table_part(weights->move_rows, bytes, sizeof weights->move_rows);
    table_part(weights->move_classes, bytes, sizeof weights->move_classes);
    for (unsigned cost = 0; cost < 1u << TABLE_TYPE_BITS; cost++)
        weights->sizes[cost] = table_size_of_cost(cost);
}

#endif
