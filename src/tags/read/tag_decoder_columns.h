/* The table of tag columns, and which of them are asked for. */
#ifndef PGNPACK_TAGS_READ_TAG_DECODER_COLUMNS_H
#define PGNPACK_TAGS_READ_TAG_DECODER_COLUMNS_H

#include "tags/read/tag_decoder_state.h"

/*
 * Section TAG_CODECS or TAG_MODEL, for decoder->schemas. Fails the source when it is not in order; *error says so only
 * where a newer version may know better. Returns 0 when there is no memory.
 */
int tag_read_columns(struct tag_decoder *decoder, struct byte_source *source, struct error *error);

/*
 * To be called before sections are given, where not all columns are asked for: `asked` holds PASSED_OVER, FOR_MOVES or
 * ASKED_FOR by column. `codecs` and `by_model` are as for tag_decoder_start(); if the table is not in order, all columns
 * are asked for. Returns 0 when there is no memory.
 */
int tag_decoder_ask(struct tag_decoder *decoder, const struct schema_table *schemas,
                    struct byte_source codecs, int by_model, const uint8_t *asked);

/* Is any column needed, the strings in sections of their own apart? */
int tag_decoder_needs_values(const struct tag_decoder *decoder);

/* Has the number of moves to be known for those that are needed? */
int tag_decoder_needs_plies(const struct tag_decoder *decoder);

#endif
