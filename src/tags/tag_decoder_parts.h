/* What the files of the tag decoder share. Internal to src/bcgn. */
#ifndef PGNPACK_TAGS_TAG_DECODER_PARTS_H
#define PGNPACK_TAGS_TAG_DECODER_PARTS_H

#include "tags/tag_decoder.h"

/*
 * Section TAG_CODECS or TAG_MODEL, for decoder->schemas. Fails the source when it is not in order; *error says so only
 * where a newer version may know better. Returns 0 when there is no memory.
 */
int tag_read_columns(struct tag_decoder *decoder, struct byte_source *source, struct error *error);

#endif
