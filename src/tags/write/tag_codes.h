/* The codes of tag values under the codecs that their columns have. */
#ifndef PGNPACK_TAGS_WRITE_TAG_CODES_H
#define PGNPACK_TAGS_WRITE_TAG_CODES_H

#include "tags/write/tag_encoder_state.h"

/* Fills in the codes and sources of the group's items. */
void tag_encode_group(struct tag_encoder *encoder, struct tag_group *group);

#endif
