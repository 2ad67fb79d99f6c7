/* Size and checksum of a text that passes by, and of the names of the files in it. */
#ifndef PGNPACK_CLI_FILES_TEXT_SUM_H
#define PGNPACK_CLI_FILES_TEXT_SUM_H

#include <stddef.h>
#include <stdint.h>

/* Zeroed, it is that of no text. */
struct text_sum {
    uint64_t size;
    uint32_t crc;
    uint32_t file_crc; /* of the names, and of where in the text each begins */
};

/* What follows is a file of that name. */
void text_sum_begin_file(struct text_sum *sum, const char *name, size_t name_size);

void text_sum_add(struct text_sum *sum, const void *bytes, size_t size);

/* A pgnpack_write_function. */
int text_sum_write(void *sum, const void *bytes, size_t size);

int text_sum_equals(const struct text_sum *a, const struct text_sum *b);

#endif
