/* Packs the columns of a block's tag values (tag_columns.h). The mirror image is tag_decoder.h. */
#ifndef PGNPACK_TAGS_WRITE_TAG_ENCODER_H
#define PGNPACK_TAGS_WRITE_TAG_ENCODER_H

#include "tags/write/tag_encoder_state.h"

void tag_encoder_init(struct tag_encoder *encoder, struct memory *memory);
void tag_encoder_free(struct tag_encoder *encoder);

/* These return 0 when there is no memory. Texts must stay until the block is finished. */
int tag_encoder_start(struct tag_encoder *encoder);

static inline int tag_encoder_add(struct tag_encoder *encoder, uint16_t column, struct text value)
{
    return tag_table_add(&encoder->table, column, value);
}

static inline int tag_encoder_end_game(struct tag_encoder *encoder)
{
    return tag_table_end_game(&encoder->table);
}

/*
 * What is known behind the movetext of the game added last: the position there, and the path that its
 * labels follow from, NULL for no labels. To be called for all games or none. Returns 0 when there is no memory.
 */
int tag_encoder_tell_moves(struct tag_encoder *encoder, const struct position *final,
                           const struct label_path *path);

/* What the values belong to. */
struct tag_encoder_block {
    const struct text *names;
    unsigned name_count;
    const uint8_t *results;     /* of each game, enum game_result */
    const uint32_t *ply_counts; /* of each game's main line */
    uint32_t text_size;
    uint64_t move_group_games; /* codec best's, whose groups the labels share; 0: another codec */
};

/* Chooses the columns' codecs and packs them. */
enum pgnpack_status tag_encoder_finish(struct tag_encoder *encoder, const struct tag_encoder_block *block,
                                       const struct tag_output *output);

#endif
