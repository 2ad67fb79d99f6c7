/* What the files of the block decoder share. Internal to src/block. */
#ifndef PGNPACK_BLOCK_BLOCK_PARTS_H
#define PGNPACK_BLOCK_BLOCK_PARTS_H

#include "block/block_decoder.h"

/* `trouble` names the check that failed. */
static inline enum pgnpack_status block_corrupt(struct error *error, const char *trouble)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "%s", trouble);
}

static inline struct byte_source block_source(const struct block_decoder *decoder,
                                              enum bcgn_section_type type)
{
    return byte_source_of(decoder->columns[type].data, decoder->columns[type].size);
}

/* Is there a tag that is told by how long its game is, among those asked for once these are known? */
int block_tags_need_plies(const struct block_decoder *decoder);

/* Is its table of tags TAG_MODEL? */
int block_tags_go_by_model(const struct block_decoder *decoder);

static inline struct byte_source block_table_of_tags(const struct block_decoder *decoder)
{
    return block_source(decoder,
                        block_tags_go_by_model(decoder) ? BCGN_SECTION_TAG_MODEL : BCGN_SECTION_TAG_CODECS);
}

/* Makes decoder->schemas of their section, which is loaded. */
enum pgnpack_status block_read_schemas(struct block_decoder *decoder, struct error *error);

/* Of a block that has templates: reads them. Then game by game, in their order (block_comments.c): */
enum pgnpack_status block_start_comments(struct block_decoder *decoder, struct error *error);

/* Begins a game for the walk, and finds out whether its comments are to be put together. */
enum pgnpack_status block_start_walk(struct block_decoder *decoder, struct error *error);

/* Puts the comment together that the walk has come to; `now`: where it stands, NULL: a walk without boards. */
enum pgnpack_status block_expand_comment(struct block_decoder *decoder, const struct position *now,
                                         struct error *error);

/* Behind the game's last element. */
enum pgnpack_status block_end_walk(struct block_decoder *decoder, struct error *error);

/* All comments, each with a "}" behind it; with templates those of decoder->expanded_games. */
static inline struct byte_source block_comments(const struct block_decoder *decoder)
{
    const struct buffer *text = &decoder->comments.text;
    return decoder->has_templates ? byte_source_of(text->data, text->size)
                                  : block_source(decoder, BCGN_SECTION_COMMENTS);
}

/* Before the first game. */
void block_start_cursor(struct block_decoder *decoder);

void block_release_move_state(struct block_decoder *decoder);

/* Finds out which exception comes next. */
void block_advance_exception(struct block_cursor *cursor);

#endif
