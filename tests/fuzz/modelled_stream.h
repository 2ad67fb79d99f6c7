/* What the fuzz targets of modelled moves do: any bytes as a stream; moves that come out are legal, and come back. */
#ifndef PGNPACK_TESTS_FUZZ_MODELLED_STREAM_H
#define PGNPACK_TESTS_FUZZ_MODELLED_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "codec/move_stream.h"

/* `state`: room for the codec's state. `net`: the weights that moves are written with. */
void fuzz_modelled_stream(enum move_codec codec, unsigned net, void *state, const uint8_t *data, size_t size);

#endif
