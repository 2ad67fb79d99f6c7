/* Columns of tag values that go into the model's stream, or follow from the moves. */
#ifndef PGNPACK_TAGS_WRITE_TAG_ENCODER_MODEL_H
#define PGNPACK_TAGS_WRITE_TAG_ENCODER_MODEL_H

#include "tags/write/tag_encoder_state.h"

/* Begins the table TAG_MODEL in encoder->codecs. Returns 0 when there is no memory. */
int tag_start_model_table(struct tag_encoder *encoder, uint32_t text_size);

/* Is the number of moves asked for in any recipe of that table? */
int tag_table_needs_plies(const struct tag_encoder *encoder);

/* A group that is told by the model: its table entry and strings; notes what tag_pack_numbers() will code. */
enum pgnpack_status tag_pack_for_model(struct tag_encoder *encoder, const struct tag_group *group,
                                       const struct tag_output *output);

/* The same for a group that the moves tell. */
enum pgnpack_status tag_pack_for_moves(struct tag_encoder *encoder, const struct tag_group *group,
                                       const struct tag_output *output);

/* Section TAG_NUMBERS. */
enum pgnpack_status tag_pack_numbers(struct tag_encoder *encoder, const struct tag_output *output);

/* Section TAG_BY_MOVES, where there are columns that the moves tell. */
enum pgnpack_status tag_pack_labels(struct tag_encoder *encoder, const struct tag_output *output);

#endif
