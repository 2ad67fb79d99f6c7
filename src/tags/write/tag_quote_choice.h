/* Which tags a column quotes: found from a few of its values, taken if all of them get shorter by it. */
#ifndef PGNPACK_TAGS_WRITE_TAG_QUOTE_CHOICE_H
#define PGNPACK_TAGS_WRITE_TAG_QUOTE_CHOICE_H

#include "tags/write/tag_encoder_state.h"

/*
 * Where it pays, sets the quotes of the group's columns, and its values' texts to what is then in their strings. Numbers
 * the texts anew. Returns 0 when there is no memory.
 */
int tag_take_quotes_out(struct tag_encoder *encoder, struct tag_group *group);

/* Sets the values' texts to what they were. */
void tag_put_quotes_back(struct tag_encoder *encoder, const struct tag_group *group);

#endif
