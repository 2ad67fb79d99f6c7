/*
 * Counts steps. The library's objects are compiled with -fsanitize-coverage=trace-pc and call the first function at
 * each basic block; calls of libc and libzstd whose work depends on a size are counted here on their way (linker
 * option --wrap). This file itself is compiled without that.
 */
#include <string.h>

#include <zstd.h>

#include "work/work.h"

void __sanitizer_cov_trace_pc(void);

static uint64_t steps;

uint64_t work_steps(void)
{
    return steps;
}

void __sanitizer_cov_trace_pc(void)
{
    steps++;
}

/* libc takes many bytes at once, which makes it as fast as this many steps. */
enum { BYTES_A_STEP = 16 };

static void count_bytes(size_t size)
{
    steps += 1 + size / BYTES_A_STEP;
}

void work_count_bytes(uint64_t size)
{
    count_bytes((size_t)size);
}

/* `wrapped` is libc's function, in whose place the linker puts the one that is defined here. */
#define WRAPPED(type, name, ...)                                                                             \
    type __real_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__);                                                                         \
    type __wrap_##name(__VA_ARGS__)

WRAPPED(void *, memcpy, void *to, const void *from, size_t size)
{
    count_bytes(size);
    return __real_memcpy(to, from, size);
}

WRAPPED(void *, memmove, void *to, const void *from, size_t size)
{
    count_bytes(size);
    return __real_memmove(to, from, size);
}

WRAPPED(void *, memset, void *to, int byte, size_t size)
{
    count_bytes(size);
    return __real_memset(to, byte, size);
}

/* Bytes up to the first difference are not known: counted as a search for it would. */
WRAPPED(int, memcmp, const void *a, const void *b, size_t size)
{
    const unsigned char *left = a, *right = b;
    size_t same = 0;
    while (same < size && left[same] == right[same])
        same++;
    count_bytes(same);
    return __real_memcmp(a, b, size);
}

WRAPPED(void *, memchr, const void *bytes, int byte, size_t size)
{
    void *found = __real_memchr(bytes, byte, size);
    count_bytes(found == NULL ? size : (size_t)((const char *)found - (const char *)bytes));
    return found;
}

WRAPPED(size_t, strlen, const char *text)
{
    size_t size = __real_strlen(text);
    count_bytes(size);
    return size;
}

/* Sizes are small and the linear part of libzstd's work is not at question: a step a byte. */
WRAPPED(size_t, ZSTD_compress, void *to, size_t room, const void *from, size_t size, int level)
{
    steps += size;
    return __real_ZSTD_compress(to, room, from, size, level);
}

WRAPPED(size_t, ZSTD_compress2, ZSTD_CCtx *context, void *to, size_t room, const void *from, size_t size)
{
    steps += size;
    return __real_ZSTD_compress2(context, to, room, from, size);
}

WRAPPED(size_t, ZSTD_decompress, void *to, size_t room, const void *from, size_t size)
{
    size_t unpacked = __real_ZSTD_decompress(to, room, from, size);
    steps += size + (ZSTD_isError(unpacked) ? room : unpacked);
    return unpacked;
}

WRAPPED(size_t, ZSTD_decompressDCtx, ZSTD_DCtx *context, void *to, size_t room, const void *from, size_t size)
{
    size_t unpacked = __real_ZSTD_decompressDCtx(context, to, room, from, size);
    steps += size + (ZSTD_isError(unpacked) ? room : unpacked);
    return unpacked;
}
