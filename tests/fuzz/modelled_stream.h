/*
 * What the fuzz targets of modelled moves do. The input's first byte chooses games and positions; if its highest bit is
 * 0, the rest is a stream, from which moves come; if it is 1, each byte chooses a legal move. The moves, written,
 * come back.
 */
#ifndef PGNPACK_TESTS_FUZZ_MODELLED_STREAM_H
#define PGNPACK_TESTS_FUZZ_MODELLED_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "moves/streams/move_stream.h"

/* `state`: room for the codec's state. `net`: the weights that moves are written with. */
void fuzz_modelled_stream(enum move_codec codec, unsigned net, void *state, const uint8_t *data, size_t size);

#endif
