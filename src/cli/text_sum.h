/* Size and checksum of a text that passes by. */
#ifndef PGNPACK_CLI_TEXT_SUM_H
#define PGNPACK_CLI_TEXT_SUM_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed, it is that of no text. */
struct text_sum {
    uint64_t size;
    uint32_t crc;
};

void text_sum_add(struct text_sum *sum, const void *bytes, size_t size);

/* A pgnpack_write_function. */
int text_sum_write(void *sum, const void *bytes, size_t size);

int text_sum_equals(const struct text_sum *a, const struct text_sum *b);

#endif
