/*
 * Bytes of which there are at most 16 different ones: results, numbers of styles and lists. Each is bits under what the few
 * before it were, each bit by a counter of its own; a tenth of what the text model costs, and no larger where bytes hardly tell each
 * other. docs/FORMAT.md, "Symbols".
 */
#ifndef PGNPACK_ENTROPY_MODELS_SYMBOL_CODE_H
#define PGNPACK_ENTROPY_MODELS_SYMBOL_CODE_H

#include <stdint.h>

#include "util/buffer.h"
#include "util/varint.h"

/* Appends the bytes, packed. Returns 0, and has appended nothing, if there are too many different ones, or none. */
int symbols_pack(const uint8_t *symbols, size_t size, struct buffer *out);

/* Exactly `size` bytes into `symbols`. Returns 0 when what is packed is not in order. */
int symbols_unpack(struct byte_source packed, uint8_t *symbols, size_t size);

#endif
