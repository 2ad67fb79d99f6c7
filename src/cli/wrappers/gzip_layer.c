/* Gzip, by zlib itself: libarchive's reader does not compare the checksums. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "cli/wrappers/layer.h"

enum { BLOCK_SIZE = 64 << 10, GZIP_ONLY = 16 };

struct gzip_state {
    z_stream stream;
    int between_members; /* at least one is complete, and the next has not begun */
    int ended;
    uint8_t block[BLOCK_SIZE];
};

/* More input; *got_ret 0: there is none. Returns 0 after a failure. */
static int refill(struct layer *layer, struct gzip_state *state, size_t *got_ret)
{
    *got_ret = state->stream.avail_in;
    if (*got_ret != 0)
        return 1;
    if (!layer_pull(layer->below, state->block, sizeof state->block, got_ret))
        return 0;
    state->stream.next_in = state->block;
    state->stream.avail_in = (uInt)*got_ret;
    return 1;
}

/* Behind a member: another one, padding with zero bytes, or the end. */
static int start_member(struct layer *layer, struct gzip_state *state)
{
    if (state->stream.next_in[0] == 0x1f) {
        state->between_members = 0;
        return inflateReset(&state->stream) == Z_OK ? 1 : layer_fail(layer, EXIT_FAULT, "zlib was not ready");
    }
    state->ended = 1;
    return layer_end_with_padding(layer, state->stream.next_in, state->stream.avail_in);
}

static int inflate_some(struct layer *layer, struct gzip_state *state)
{
    int status = inflate(&state->stream, Z_NO_FLUSH);
    if (status == Z_STREAM_END)
        state->between_members = 1;
    if (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR)
        return 1;
    if (status == Z_MEM_ERROR)
        return layer_fail(layer, EXIT_FAILED, "no memory for gzip");
    return layer_fail(layer, EXIT_CORRUPT, "the gzip data is damaged: %s",
                      state->stream.msg != NULL ? state->stream.msg : "unexpected data");
}

static int gzip_read(struct layer *layer, void *bytes, size_t size, size_t *size_ret)
{
    struct gzip_state *state = layer->state;
    uInt wanted = size < BLOCK_SIZE ? (uInt)size : BLOCK_SIZE;
    state->stream.next_out = bytes;
    state->stream.avail_out = wanted;
    while (state->stream.avail_out == wanted && !state->ended) {
        size_t got;
        if (!refill(layer, state, &got))
            return 0;
        if (got == 0 && !state->between_members)
            return layer_fail(layer, EXIT_CORRUPT, "the gzip data is cut short");
        if (got == 0)
            break;
        if (state->between_members ? !start_member(layer, state) : !inflate_some(layer, state))
            return 0;
    }
    *size_ret = wanted - state->stream.avail_out;
    return 1;
}

static void gzip_close(struct layer *layer)
{
    struct gzip_state *state = layer->state;
    inflateEnd(&state->stream);
    free(state);
}

int layer_open_gzip(struct layer *layer)
{
    static const struct layer_kind kind = {layer_next_single, gzip_read, layer_finish_single, gzip_close};
    struct gzip_state *state = calloc(1, sizeof *state);
    if (state == NULL || inflateInit2(&state->stream, MAX_WBITS + GZIP_ONLY) != Z_OK) {
        free(state);
        return layer_fail(layer, EXIT_FAILED, "no memory for gzip");
    }
    layer->kind = &kind;
    layer->state = state;
    return 1;
}
