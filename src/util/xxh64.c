#include "util/xxh64.h"

#include <string.h>

#include "util/bytes.h"

#define PRIME_1 UINT64_C(0x9E3779B185EBCA87)
#define PRIME_2 UINT64_C(0xC2B2AE3D27D4EB4F)
#define PRIME_3 UINT64_C(0x165667B19E3779F9)
#define PRIME_4 UINT64_C(0x85EBCA77C2B2AE63)
#define PRIME_5 UINT64_C(0x27D4EB2F165667C5)

static uint64_t rotate_left(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static uint64_t load64(const uint8_t *bytes)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return value;
#else
    return load_le64(bytes);
#endif
}

static uint64_t mix_lane(uint64_t accumulator, uint64_t lane)
{
    return rotate_left(accumulator + lane * PRIME_2, 31) * PRIME_1;
}

static uint64_t merge(uint64_t hash, uint64_t accumulator)
{
    return (hash ^ mix_lane(0, accumulator)) * PRIME_1 + PRIME_4;
}

static uint64_t hash_stripes(const uint8_t *at, const uint8_t *end)
{
    uint64_t a = PRIME_1 + PRIME_2, b = PRIME_2, c = 0, d = UINT64_C(0) - PRIME_1;
    for (; end - at >= 32; at += 32) { /* not a loop over lanes, which compilers leave in memory */
        a = mix_lane(a, load64(at));
        b = mix_lane(b, load64(at + 8));
        c = mix_lane(c, load64(at + 16));
        d = mix_lane(d, load64(at + 24));
    }
    uint64_t hash = rotate_left(a, 1) + rotate_left(b, 7) + rotate_left(c, 12) + rotate_left(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
}

uint64_t xxh64(const void *bytes, size_t size)
{
    static const uint8_t nothing;
    const uint8_t *at = size != 0 ? bytes : &nothing; /* NULL is no array, not even an empty one */
    const uint8_t *end = at + size;
    uint64_t hash = size >= 32 ? hash_stripes(at, end) : PRIME_5;
    at += size & ~(size_t)31;
    hash += size;
    for (; end - at >= 8; at += 8)
        hash = rotate_left(hash ^ mix_lane(0, load64(at)), 27) * PRIME_1 + PRIME_4;
    for (; end - at >= 4; at += 4)
        hash = rotate_left(hash ^ (uint64_t)load_le32(at) * PRIME_1, 23) * PRIME_2 + PRIME_3;
    for (; at < end; at++)
        hash = rotate_left(hash ^ *at * PRIME_5, 11) * PRIME_1;
    hash = (hash ^ hash >> 33) * PRIME_2;
    hash = (hash ^ hash >> 29) * PRIME_3;
    return hash ^ hash >> 32;
}
