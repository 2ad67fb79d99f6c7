/*
 * Chooses the formulas of the columns of a block's comments (comment_formula.h), by trying them on a sample.
 */
#ifndef PGNPACK_COMMENTS_COMMENT_CHOICE_H
#define PGNPACK_COMMENTS_COMMENT_CHOICE_H

#include "comments/comment_encoder_state.h"

/*
 * Fills in the series of encoder->numbers, kinds, factors and formulas, from the encoder's columns and
 * moments. Returns 0 when there is no memory.
 */
int comment_choose_formulas(struct comment_encoder *encoder);

#endif
