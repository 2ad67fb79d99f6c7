#include "cli/wrappers/layer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Kinds of wrappers ---- */

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

/* ---- Layers ---- */

/* Below this size nothing is too much, whatever the ratio. */
#define EXPANSION_FREE_SIZE (UINT64_C(64) << 20)

int layer_fail(struct layer *layer, enum exit_status status, const char *format, ...)
{
    char text[400];
    struct layer_context *context = layer->context;
    va_list arguments;
    if (context->status != EXIT_FINE)
        return 0;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    context->status = status;
    message_error(context->messages, IN_FILE(context->part_name), "%s", text);
    return 0;
}

static int check_expansion(struct layer *layer)
{
    const struct layer_context *context = layer->context;
    uint64_t in_size = input_file_known_size(context->file);
    if (layer->below == NULL)
        return 1;
    if (context->expansion_size != 0 && layer->out_size > context->expansion_size)
        return layer_fail(layer, EXIT_LIMIT,
                          "more than %" PRIu64 " bytes come out of this %s data; "
                          "allow it with --max-expansion",
                          context->expansion_size, wrapper_name(layer->wrapper));
    if (context->expansion_ratio != 0 && layer->out_size > EXPANSION_FREE_SIZE &&
        (layer->out_size - EXPANSION_FREE_SIZE) / context->expansion_ratio > in_size)
        return layer_fail(layer, EXIT_LIMIT,
                          "this %s data expands more than %" PRIu64 " times, as a trap would; "
                          "if it is sound, allow it with --max-expansion=0",
                          wrapper_name(layer->wrapper), context->expansion_ratio);
    return 1;
}

int layer_pull(struct layer *layer, void *bytes, size_t size, size_t *size_ret)
{
    size_t rest = layer->head_size - layer->head_used;
    if (rest != 0) {
        *size_ret = size < rest ? size : rest;
        memcpy(bytes, layer->head + layer->head_used, *size_ret);
        layer->head_used += *size_ret;
        return 1;
    }
    *size_ret = 0;
    if (layer->context->status != EXIT_FINE || !layer->kind->read(layer, bytes, size, size_ret))
        return 0;
    layer->out_size += *size_ret;
    return check_expansion(layer);
}

int layer_look(struct layer *layer)
{
    size_t got = 1;
    layer->head_used = 0;
    layer->head_size = 0;
    while (layer->head_size < sizeof layer->head && got != 0) {
        if (!layer->kind->read(layer, layer->head + layer->head_size, sizeof layer->head - layer->head_size,
                               &got))
            return 0;
        layer->head_size += got;
    }
    layer->out_size += layer->head_size;
    return check_expansion(layer);
}

int layer_fail_more(struct layer *layer)
{
    return layer_fail(layer, EXIT_CORRUPT,
                      "something else follows the %s data; "
                      "take it apart with the tool that made it, or see --no-unwrap",
                      wrapper_name(layer->wrapper));
}

int layer_end_with_padding(struct layer *layer, const uint8_t *bytes, size_t size)
{
    uint8_t more[4096];
    for (;;) {
        for (size_t i = 0; i < size; i++)
            if (bytes[i] != 0)
                return layer_fail_more(layer);
        if (!layer_pull(layer->below, more, sizeof more, &size))
            return 0;
        if (size == 0)
            return 1;
        bytes = more;
    }
}

int layer_is_seekable(const struct layer *layer)
{
    return layer->below == NULL && layer->context->file->is_regular;
}

enum layer_step layer_next_single(struct layer *layer, const char **entry_name_ret)
{
    *entry_name_ret = NULL;
    if (layer->part_given)
        return LAYER_END;
    layer->part_given = 1;
    return LAYER_PART;
}

int layer_finish_single(struct layer *layer)
{
    (void)layer;
    return 1;
}

/* ---- The file itself ---- */

static int read_input(struct layer *layer, void *bytes, size_t size, size_t *size_ret)
{
    int error_number = input_file_read(layer->context->file, bytes, size, size_ret);
    if (error_number != 0)
        return layer_fail(layer, EXIT_FAILED, "reading failed: %s", strerror(error_number));
    return 1;
}

static void forget_input(struct layer *layer)
{
    (void)layer;
}

int layer_open_file(struct layer *layer)
{
    static const struct layer_kind kind = {layer_next_single, read_input, layer_finish_single, forget_input};
    layer->kind = &kind;
    layer->has_time = layer->context->file->is_regular;
    layer->time = layer->context->file->time;
    return 1;
}
