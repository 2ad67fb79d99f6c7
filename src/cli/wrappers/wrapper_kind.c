#include "cli/wrappers/wrapper_kind.h"

#include <string.h>

static int starts_with(const uint8_t *head, size_t head_size, const char *magic, size_t magic_size)
{
    return head_size >= magic_size && memcmp(head, magic, magic_size) == 0;
}

/*
 * "BZh1".."BZh9", then a block's magic or the end's. "BZh91AY&SY" could stand in a text: what follows is a
 * checksum of 4 bytes, a bit that is 0 today, and 24 bits below 900,000, so that byte 14 is at most 6.
 */
static int is_bzip2(const uint8_t *head, size_t size)
{
    if (size < 14 || memcmp(head, "BZh", 3) != 0 || head[3] < '1' || head[3] > '9')
        return 0;
    if (memcmp(head + 4, "\x17\x72\x45\x38\x50\x90", 6) == 0)
        return 1;
    return memcmp(head + 4, "1AY&SY", 6) == 0 && (size == 14 || head[14] <= 6);
}

/* A frame, or a skippable frame, which may come before it. */
static int is_zstd(const uint8_t *head, size_t size)
{
    return starts_with(head, size, "\x28\xb5\x2f\xfd", 4) ||
           (size >= 8 && (head[0] & 0xf0) == 0x50 && memcmp(head + 1, "\x2a\x4d\x18", 3) == 0);
}

static int is_zip(const uint8_t *head, size_t size)
{
    return starts_with(head, size, "PK\3\4", 4) || starts_with(head, size, "PK\5\6", 4) ||
           starts_with(head, size, "PK\7\010PK\3\4", 8);
}

/* The header's checksum: all its bytes, with its own field taken as spaces, in octal digits and a zero byte. */
static int is_tar(const uint8_t *head, size_t size)
{
    enum { CHECKSUM_OFFSET = 148, CHECKSUM_SIZE = 8 };
    unsigned sum = 0, stored = 0, digits = 0;
    if (size < 512 || head[0] == '\0')
        return 0;
    for (unsigned i = 0; i < 512; i++)
        sum += i - CHECKSUM_OFFSET < CHECKSUM_SIZE ? ' ' : head[i];
    const uint8_t *field = head + CHECKSUM_OFFSET;
    unsigned i = 0;
    while (i < CHECKSUM_SIZE && field[i] == ' ')
        i++;
    for (; i < CHECKSUM_SIZE && field[i] >= '0' && field[i] <= '7'; i++, digits++)
        stored = stored * 8 + (unsigned)(field[i] - '0');
    return digits > 0 && stored == sum && memchr(field, '\0', CHECKSUM_SIZE) != NULL;
}

enum wrapper_kind wrapper_detect(const uint8_t *head, size_t head_size)
{
    if (head_size >= 4 && memcmp(head, "\x1f\x8b\x08", 3) == 0 && (head[3] & 0xe0) == 0)
        return WRAPPER_GZIP;
    if (is_bzip2(head, head_size))
        return WRAPPER_BZIP2;
    if (starts_with(head, head_size,
                    "\xfd"
                    "7zXZ\0",
                    6))
        return WRAPPER_XZ;
    if (is_zstd(head, head_size))
        return WRAPPER_ZSTD;
    if (is_zip(head, head_size))
        return WRAPPER_ZIP;
    if (starts_with(head, head_size, "7z\xbc\xaf\x27\x1c", 6))
        return WRAPPER_7Z;
    return is_tar(head, head_size) ? WRAPPER_TAR : WRAPPER_NONE;
}

int wrapper_is_archive(enum wrapper_kind kind)
{
    return kind == WRAPPER_ZIP || kind == WRAPPER_7Z || kind == WRAPPER_TAR;
}

const char *wrapper_name(enum wrapper_kind kind)
{
    static const char *const names[] = {"", "gzip", "bzip2", "xz", "zstd", "zip", "7z", "tar"};
    return names[kind];
}

int bcgn_version_of(const uint8_t *head, size_t head_size)
{
    enum { VERSION_AT = 4, VERSION_MAX = 1 };
    int is_packed = head_size > VERSION_AT && starts_with(head, head_size, "BCGN", VERSION_AT);
    return is_packed && head[VERSION_AT] <= VERSION_MAX ? head[VERSION_AT] : -1;
}
