/* Which of a block's sections are needed for what was asked for, and how they get into the decoder. */
#ifndef PGNPACK_BLOCK_BLOCK_PLAN_H
#define PGNPACK_BLOCK_BLOCK_PLAN_H

#include "block/block_state.h"

/* For the blocks that are started from now on: no tags but those of these names, which must stay. NULL: all tags. */
void block_decoder_ask_tags(struct block_decoder *decoder, const struct text *names, size_t count);

/* Takes a block's header, fetches its table and plans what to load for `parts`. */
enum pgnpack_status block_decoder_start(struct block_decoder *decoder, const struct block_header *header,
                                        const struct block_bytes *block, unsigned parts, struct error *error);

/* Fetches and unpacks the sections of the plan. */
enum pgnpack_status block_decoder_load(struct block_decoder *decoder, const struct block_bytes *block,
                                       struct error *error);

/* Sections that this version does not know are what their checksums say. `block`: all of it, which is started. */
enum pgnpack_status block_decoder_check_optional(struct block_decoder *decoder, const uint8_t *block,
                                                 struct error *error);

#endif
