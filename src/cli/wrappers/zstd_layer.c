/*
 * Zstd, by libzstd itself: libarchive takes no windows above 128 MiB, as long-range matching makes them, and does not
 * tell why.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "cli/wrappers/layer.h"

enum { BLOCK_SIZE = 64 << 10, MAGIC_SIZE = 4, FRAME_HEADER_SIZE_MAX = 18 };

struct zstd_state {
    ZSTD_DCtx *context;
    ZSTD_inBuffer input;
    uint64_t window_max;                 /* of libzstd */
    uint8_t head[FRAME_HEADER_SIZE_MAX]; /* the first bytes of the present frame */
    size_t head_size;
    int between_frames; /* the last one is complete, and the next has not begun */
    int ended;
    uint8_t block[BLOCK_SIZE];
};

/* More input; *got_ret 0: there is none. Returns 0 after a failure. */
static int refill(struct layer *layer, struct zstd_state *state, size_t *got_ret)
{
    *got_ret = state->input.size - state->input.pos;
    if (*got_ret != 0)
        return 1;
    state->input.pos = 0;
    state->input.size = 0;
    if (!layer_pull(layer->below, state->block, sizeof state->block, got_ret))
        return 0;
    state->input.size = *got_ret;
    return 1;
}

static uint64_t little_endian(const uint8_t *bytes, size_t size)
{
    uint64_t value = 0;
    for (size_t i = size; i > 0; i--)
        value = value << 8 | bytes[i - 1];
    return value;
}

/*
 * RFC 8878, 3.1.1.1: magic number, descriptor, window descriptor unless the frame is one segment, number of the
 * dictionary, size of the content. Returns the bytes that have to be in memory at once; 0: the head is not all there,
 * or it is none.
 */
static uint64_t window_of(const struct zstd_state *state)
{
    static const uint8_t dictionary_sizes[4] = {0, 1, 2, 4}, content_sizes[4] = {0, 2, 4, 8};
    if (state->head_size <= MAGIC_SIZE || little_endian(state->head, MAGIC_SIZE) != ZSTD_MAGICNUMBER)
        return 0;
    const uint8_t descriptor = state->head[MAGIC_SIZE], *at = state->head + MAGIC_SIZE + 1;
    int is_one_segment = descriptor >> 5 & 1;
    size_t content_size = content_sizes[descriptor >> 6], dictionary_size = dictionary_sizes[descriptor & 3];
    if (content_size == 0 && is_one_segment)
        content_size = 1;
    if (state->head_size < MAGIC_SIZE + 1 + (is_one_segment ? 0u : 1u) + dictionary_size + content_size)
        return 0;
    uint64_t window = 0;
    if (!is_one_segment) {
        window = UINT64_C(1) << (10 + (*at >> 3));
        window += window / 8 * (*at & 7);
        at++;
    }
    uint64_t content = little_endian(at + dictionary_size, content_size);
    if (content_size == 2)
        content += 256;
    return is_one_segment || (content_size != 0 && content < window) ? content : window;
}

static int fail_window(struct layer *layer, uint64_t window)
{
    const struct zstd_state *state = layer->state;
    uint64_t megabytes = (window >> 20) + ((window & 0xfffff) != 0);
    if (window > state->window_max)
        return layer_fail(layer, EXIT_LIMIT,
                          "the zstd data needs a window of %" PRIu64 " MiB, and %" PRIu64
                          " are the most that can be had; unpack it yourself first",
                          megabytes, state->window_max >> 20);
    return layer_fail(layer, EXIT_LIMIT,
                      "the zstd data needs a window of %" PRIu64 " MiB, more than the memory limit; "
                      "allow it with -M %" PRIu64 "M",
                      megabytes, megabytes);
}

/* Keeps the first bytes of a frame, which libzstd is about to read. Returns 0 after a failure. */
static int look_at_frame(struct layer *layer, struct zstd_state *state)
{
    const uint8_t *bytes = (const uint8_t *)state->input.src + state->input.pos;
    size_t rest = state->input.size - state->input.pos;
    for (size_t i = 0; i < rest && state->head_size < sizeof state->head; i++)
        state->head[state->head_size++] = bytes[i];
    uint64_t window = window_of(state);
    uint64_t limit = layer->context->memory_limit;
    if (window > state->window_max || (limit != 0 && window > limit))
        return fail_window(layer, window);
    return 1;
}

/* Behind a frame: another one, padding with zero bytes, or the end. */
static int start_frame(struct layer *layer, struct zstd_state *state)
{
    state->between_frames = 0;
    state->head_size = 0;
    if (state->block[state->input.pos] != 0)
        return 1;
    state->ended = 1;
    return layer_end_with_padding(layer, state->block + state->input.pos,
                                  state->input.size - state->input.pos);
}

static int fail_decoding(struct layer *layer, size_t result)
{
    const struct zstd_state *state = layer->state;
    switch (ZSTD_getErrorCode(result)) {
    case ZSTD_error_memory_allocation:
        return layer_fail(layer, EXIT_FAILED, "no memory for the zstd data's window of %" PRIu64 " MiB",
                          window_of(state) >> 20);
    case ZSTD_error_dictionary_wrong:
        return layer_fail(layer, EXIT_FAILED, "the zstd data needs a dictionary; unpack it yourself first");
    case ZSTD_error_prefix_unknown:
        return layer_fail_more(layer);
    default:
        return layer_fail(layer, EXIT_CORRUPT, "the zstd data is damaged: %s", ZSTD_getErrorName(result));
    }
}

static int decode_some(struct layer *layer, struct zstd_state *state, ZSTD_outBuffer *output)
{
    if (state->head_size < sizeof state->head && !look_at_frame(layer, state))
        return 0;
    size_t result = ZSTD_decompressStream(state->context, output, &state->input);
    if (ZSTD_isError(result))
        return fail_decoding(layer, result);
    state->between_frames = result == 0;
    return 1;
}

static int zstd_read(struct layer *layer, void *bytes, size_t size, size_t *size_ret)
{
    struct zstd_state *state = layer->state;
    ZSTD_outBuffer output = {bytes, size < BLOCK_SIZE ? size : BLOCK_SIZE, 0};
    while (output.pos == 0 && !state->ended) {
        size_t got;
        if (!refill(layer, state, &got))
            return 0;
        if (got == 0 && state->between_frames)
            break;
        if (got != 0 && state->between_frames && !start_frame(layer, state))
            return 0;
        if (state->ended)
            break;
        size_t before = state->input.pos;
        if (!decode_some(layer, state, &output))
            return 0;
        if (got == 0 && output.pos == 0 && state->input.pos == before && !state->between_frames)
            return layer_fail(layer, EXIT_CORRUPT, "the zstd data is cut short");
    }
    *size_ret = output.pos;
    return 1;
}

static void zstd_close(struct layer *layer)
{
    struct zstd_state *state = layer->state;
    ZSTD_freeDCtx(state->context);
    free(state);
}

int layer_open_zstd(struct layer *layer)
{
    static const struct layer_kind kind = {layer_next_single, zstd_read, layer_finish_single, zstd_close};
    struct zstd_state *state = calloc(1, sizeof *state);
    ZSTD_DCtx *context = ZSTD_createDCtx();
    const ZSTD_bounds bounds = ZSTD_dParam_getBounds(ZSTD_d_windowLogMax);
    if (state == NULL || context == NULL || ZSTD_isError(bounds.error) ||
        ZSTD_isError(ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, bounds.upperBound))) {
        ZSTD_freeDCtx(context);
        free(state);
        return layer_fail(layer, EXIT_FAILED, "no memory for zstd");
    }
    state->context = context;
    state->window_max = UINT64_C(1) << bounds.upperBound;
    state->input.src = state->block;
    layer->kind = &kind;
    layer->state = state;
    return 1;
}
