/* Packs a block's comments (comment_columns.h). The mirror image is comment_decoder.h. */
#ifndef PGNPACK_COMMENTS_COMMENT_ENCODER_H
#define PGNPACK_COMMENTS_COMMENT_ENCODER_H

#include "comments/comment_encoder_state.h"

void comment_encoder_init(struct comment_encoder *encoder, struct memory *memory);
void comment_encoder_free(struct comment_encoder *encoder);
void comment_encoder_start(struct comment_encoder *encoder, const struct comment_options *options);

/* Adds the text between { and }, which must stay until the block is finished. Returns 0 when there is no memory. */
int comment_encoder_add(struct comment_encoder *encoder, const struct comment_place *place,
                        struct text comment);

enum pgnpack_status comment_encoder_finish(struct comment_encoder *encoder, struct section_packer *packer,
                                           int zstd_level, struct error *error);

#endif
