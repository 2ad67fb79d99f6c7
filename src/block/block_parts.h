/* What the files of the block decoder share. Internal to src/bcgn. */
#ifndef PGNPACK_BLOCK_BLOCK_PARTS_H
#define PGNPACK_BLOCK_BLOCK_PARTS_H

#include "block/block_decoder.h"

static inline enum pgnpack_status block_corrupt(struct error *error, const char *what)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's %s not in order", what);
}

static inline struct byte_source block_source(const struct block_decoder *decoder,
                                              enum bcgn_section_type type)
{
    return byte_source_of(decoder->columns[type].data, decoder->columns[type].size);
}

/* All comments of a block that has templates of them. The cursor is before the first game, and is moved. */
enum pgnpack_status block_expand_comments(struct block_decoder *decoder, struct error *error);

/* The time control of a game, where its comments ask for it. */
enum pgnpack_status block_find_clock(struct block_decoder *decoder, uint32_t game,
                                     struct comment_clock *clock_ret, struct error *error);

/* Before the first game. */
void block_start_cursor(struct block_decoder *decoder);

void block_release_move_state(struct block_decoder *decoder);

/* Finds out which exception comes next. */
void block_advance_exception(struct block_cursor *cursor);

#endif
