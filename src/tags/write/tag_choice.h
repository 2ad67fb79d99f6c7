/* Which codec a column gets: a matter of size only, never of what comes back. */
#ifndef PGNPACK_TAGS_WRITE_TAG_CHOICE_H
#define PGNPACK_TAGS_WRITE_TAG_CHOICE_H

#include "tags/write/tag_encoder_state.h"

/* Finds the columns by whose values others may be told; before any codec is chosen. */
void tag_find_keys(struct tag_encoder *encoder);

/* Sets the columns of the group to what packs them best, as far as can be told cheaply. */
void tag_choose_codecs(struct tag_encoder *encoder, struct tag_group *group);

/* The same for the model, which needs to know no more than whether they are numbers. */
void tag_choose_for_model(struct tag_encoder *encoder, struct tag_group *group);

/* Sets the group's column to codec MOVES if that suits it. */
void tag_choose_moves(struct tag_encoder *encoder, struct tag_group *group);

/* ---- Codes ---- */

/* Fills in the codes and sources of the group's items. */
void tag_encode_group(struct tag_encoder *encoder, struct tag_group *group);

/* ---- Equal texts ---- */

/* Gives equal texts equal numbers, but for texts made to collide. Returns 0 when there is no memory. */
int tag_number_texts(struct tag_encoder *encoder, struct tag_group *group);

#endif
