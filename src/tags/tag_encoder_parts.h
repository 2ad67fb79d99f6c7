/* What the files of the tag encoder share. Internal to src/bcgn. */
#ifndef PGNPACK_TAGS_TAG_ENCODER_PARTS_H
#define PGNPACK_TAGS_TAG_ENCODER_PARTS_H

#include <string.h>

#include "container/stream_place.h"
#include "tags/tag_encoder.h"

static inline struct text tag_item_text(const struct tag_encoder *encoder, const struct tag_item *item)
{
    return encoder->table.values[item->value].text;
}

static inline void tag_append_string(struct buffer *strings, struct text text)
{
    if (!buffer_reserve(strings, text.size + 1))
        return;
    if (text.size != 0)
        memcpy(strings->data + strings->size, text.data, text.size);
    strings->size += text.size;
    strings->data[strings->size++] = '\n';
}

static inline enum pgnpack_status tag_put_stream(struct tag_encoder *encoder, const struct buffer *stream,
                                                 uint8_t type, uint16_t column,
                                                 const struct tag_output *output)
{
    return stream_put(stream, &encoder->codecs, output->packer, type, column, output->zstd_level,
                      output->error);
}

/* A NUMBER column's form, prefix and suffix. */
void tag_describe_form(struct buffer *out, const struct tag_column *column);

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

/* Section TAG_BY_MOVES, when there are columns that the moves tell. */
enum pgnpack_status tag_pack_labels(struct tag_encoder *encoder, const struct tag_output *output);

#endif
