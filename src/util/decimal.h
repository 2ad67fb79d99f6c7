/* Numbers in decimal digits, without locales and terminators. */
#ifndef PGNPACK_UTIL_DECIMAL_H
#define PGNPACK_UTIL_DECIMAL_H

#include <stddef.h>
#include <stdint.h>

enum { DECIMAL_SIZE_MAX = 20 }; /* digits of any 64-bit number */

static const int64_t powers_of_ten[] = {1, 10, 100, 1000, 10000, 100000, 1000000};

/* Writes the number without leading zeros; returns the digits' count, at least 1. */
static inline size_t decimal_write(uint64_t number, char *out)
{
    size_t size = 1;
    for (uint64_t rest = number; rest >= 10; size += 4, rest /= 10000)
        if (rest < 10000) {
            size += 1u + (rest >= 100) + (rest >= 1000);
            break;
        }
    for (size_t i = size; i > 0; number /= 10)
        out[--i] = (char)('0' + number % 10);
    return size;
}

/* Writes the number's last `count` digits, with leading zeros; returns what is behind them. */
static inline char *decimal_write_padded(uint64_t number, unsigned count, char *out)
{
    for (unsigned i = count; i-- > 0; number /= 10)
        out[i] = (char)('0' + number % 10);
    return out + count;
}

#endif
