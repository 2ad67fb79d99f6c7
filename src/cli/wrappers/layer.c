#include "cli/wrappers/layer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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
        return layer_fail(layer, EXIT_USAGE, "reading failed: %s", strerror(error_number));
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
