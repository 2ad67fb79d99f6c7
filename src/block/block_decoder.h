/*
 * Unpacks a block: sections in, games or text out. The mirror image of block_encoder.h. Trusts nothing: counts
 * are held against the block's text size, and every read against its column's end.
 */
#ifndef PGNPACK_BLOCK_BLOCK_DECODER_H
#define PGNPACK_BLOCK_BLOCK_DECODER_H

#include "block/block_columns.h"
#include "block/block_games.h"
#include "block/block_plan.h"
#include "block/block_state.h"

void block_decoder_init(struct block_decoder *decoder, struct memory *memory);
void block_decoder_free(struct block_decoder *decoder);

/* Hands what only unpacking needs, and no block, on to another decoder of the same memory. */
void block_decoder_hand_on(struct block_decoder *decoder, struct block_decoder *other);

/* start, load and ready over a whole block in memory (header->block_size bytes). */
enum pgnpack_status block_decoder_open(struct block_decoder *decoder, const struct block_header *header,
                                       const uint8_t *block, unsigned parts, struct error *error);

/* Appends the block's whole text and verifies its hash (BLOCK_EVERYTHING). decoder->files tells where files end in it. */
enum pgnpack_status block_decoder_text(struct block_decoder *decoder, struct buffer *out,
                                       struct error *error);

/* The files of the block, whose sections are loaded (BLOCK_FILES), into decoder->files. */
enum pgnpack_status block_decoder_files(struct block_decoder *decoder, struct error *error);

/* Text, too; `ends`, an element for each game, gets where its text ends, counted from the beginning of the block's. */
enum pgnpack_status block_decoder_text_and_ends(struct block_decoder *decoder, struct buffer *out,
                                                uint32_t *ends, struct error *error);

/* Text behind the last game of each file, in a row. */
static inline struct column block_decoder_tail(const struct block_decoder *decoder)
{
    return decoder->columns[BCGN_SECTION_TAIL];
}

#endif
