/* Finds the fields of a comment that no template foresees. */
#ifndef PGNPACK_COMMENTS_COMMENT_SCAN_H
#define PGNPACK_COMMENTS_COMMENT_SCAN_H

#include "comments/comment_encoder_state.h"

/* Fills in encoder->matches; returns their count. *tail_ret: what is behind the last one. */
size_t comment_scan(struct comment_encoder *encoder, struct text comment, struct text *tail_ret);

/* Tells what a field is about: a hash of the last word before it. */
uint32_t comment_key(struct text literal);

#endif
