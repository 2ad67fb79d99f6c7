/* From a block's sections to columns that games can be taken from. */
#ifndef PGNPACK_BLOCK_BLOCK_COLUMNS_H
#define PGNPACK_BLOCK_BLOCK_COLUMNS_H

#include "block/block_state.h"

/* To be called when all sections are loaded: makes ready for the first game. */
enum pgnpack_status block_decoder_ready(struct block_decoder *decoder, struct error *error);

/* Instead of block_decoder_ready(), for BLOCK_NAMES alone: reads decoder->schemas and the templates of comments. */
enum pgnpack_status block_decoder_names(struct block_decoder *decoder, struct error *error);

/* Makes decoder->schemas of their section, which is loaded. */
enum pgnpack_status block_read_schemas(struct block_decoder *decoder, struct error *error);

/* The tags' columns, before the first game. */
enum pgnpack_status block_start_tags(struct block_decoder *decoder, struct error *error);

/* Before the first game. */
void block_start_cursor(struct block_decoder *decoder);

void block_release_move_state(struct block_decoder *decoder);

#endif
