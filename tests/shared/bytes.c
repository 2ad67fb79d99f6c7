#include "shared/bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bytes_append(struct bytes *bytes, const void *more, size_t size)
{
    if (bytes->capacity - bytes->size < size) {
        size_t capacity = 2 * (bytes->size + size) + 64;
        uint8_t *data = realloc(bytes->data, capacity);
        if (data == NULL)
            abort();
        bytes->data = data;
        bytes->capacity = capacity;
    }
    if (size != 0)
        memcpy(bytes->data + bytes->size, more, size);
    bytes->size += size;
}

void bytes_append_text(struct bytes *bytes, const char *text)
{
    bytes_append(bytes, text, strlen(text));
}

void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

int bytes_equal(const struct bytes *a, const struct bytes *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

void bytes_cut(struct bytes *bytes, size_t offset, size_t size)
{
    if (size == 0)
        return;
    memmove(bytes->data + offset, bytes->data + offset + size, bytes->size - offset - size);
    bytes->size -= size;
}

int bytes_append_file(struct bytes *bytes, const char *path)
{
    char piece[1 << 14];
    size_t size;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    while ((size = fread(piece, 1, sizeof piece, file)) != 0)
        bytes_append(bytes, piece, size);
    int done = !ferror(file);
    fclose(file);
    return done;
}

int bytes_write(void *opaque, const void *more, size_t size)
{
    bytes_append(opaque, more, size);
    return 0;
}

int bytes_read_at(void *opaque, uint64_t offset, void *out, size_t size, size_t *size_ret)
{
    const struct bytes *bytes = opaque;
    size_t rest = offset < bytes->size ? bytes->size - (size_t)offset : 0;
    *size_ret = size < rest ? size : rest;
    if (*size_ret != 0)
        memcpy(out, bytes->data + offset, *size_ret);
    return 0;
}

int bytes_read(void *opaque, void *out, size_t size, size_t *size_ret)
{
    struct bytes_source *source = opaque;
    size_t rest = source->size - source->at;
    if (source->piece != 0 && source->piece < rest)
        rest = source->piece;
    *size_ret = size < rest ? size : rest;
    if (*size_ret != 0)
        memcpy(out, source->data + source->at, *size_ret);
    source->at += *size_ret;
    return 0;
}

uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}
