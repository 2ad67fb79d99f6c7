/* Which of a group's texts are equal. */
#ifndef PGNPACK_TAGS_WRITE_TAG_TEXT_IDS_H
#define PGNPACK_TAGS_WRITE_TAG_TEXT_IDS_H

#include "tags/write/tag_encoder_state.h"

/* Gives equal texts equal numbers, but for texts made to collide. Returns 0 when there is no memory. */
int tag_number_texts(struct tag_encoder *encoder, struct tag_group *group);

#endif
