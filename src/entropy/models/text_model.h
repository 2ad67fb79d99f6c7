/*
 * Text a bit at a time, each with a probability that many contexts and the longest match agree on: names, comments,
 * whatever else is words. Integers only, and a fixed order: unpacking repeats packing, at the same speed.
 * docs/FORMAT.md, "Text model". Source: M. Mahoney's PAQ family of compressors (bit histories, context mixing,
 * adaptive probability maps).
 */
#ifndef PGNPACK_ENTROPY_MODELS_TEXT_MODEL_H
#define PGNPACK_ENTROPY_MODELS_TEXT_MODEL_H

#include "entropy/coding/bit_coder.h"
#include "util/memory.h"

struct text_model;

/* NULL when there is no memory. It grows with the texts, up to about 20 MiB. */
struct text_model *text_model_new(struct memory *memory);
void text_model_free(struct text_model *model); /* NULL is fine */

/* What the model is told of a text. */
struct text_kind {
    uint8_t terminator; /* the text is made of fields that end with it */
    uint8_t is_light;   /* only the most telling contexts: more than twice as fast */
};

/* Appends the packed text to `out`. Returns 0 when there is no memory. */
int text_model_pack(struct text_model *model, struct text_kind kind, const uint8_t *text, size_t size,
                    struct buffer *out);

enum text_model_status { TEXT_MODEL_OK, TEXT_MODEL_CORRUPT, TEXT_MODEL_NO_MEMORY };

/* Unpacks exactly `size` bytes to `text`. */
enum text_model_status text_model_unpack(struct text_model *model, struct text_kind kind,
                                         struct byte_source packed, uint8_t *text, size_t size);

#endif
