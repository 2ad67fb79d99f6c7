#include "cli/files/text_sum.h"

#include <zlib.h>

void text_sum_add(struct text_sum *sum, const void *bytes, size_t size)
{
    sum->crc = (uint32_t)crc32_z(sum->crc, bytes, size);
    sum->size += size;
}

void text_sum_begin_file(struct text_sum *sum, const char *name, size_t name_size)
{
    const uint64_t place[2] = {sum->size, name_size};
    sum->file_crc = (uint32_t)crc32_z(sum->file_crc, (const void *)place, sizeof place);
    if (name_size != 0)
        sum->file_crc = (uint32_t)crc32_z(sum->file_crc, (const void *)name, name_size);
}

int text_sum_write(void *sum, const void *bytes, size_t size)
{
    text_sum_add(sum, bytes, size);
    return 0;
}

int text_sum_equals(const struct text_sum *a, const struct text_sum *b)
{
    return a->size == b->size && a->crc == b->crc && a->file_crc == b->file_crc;
}
