/*
 * A kernel of the text model, from its bits on: text_kernel_*.c define SHAPED ask(), SHAPED teach() and struct asked, what
 * is kept of a bit between them, HAS_ASK_AND_TEACH to say so, and include this.
 */
#ifndef PGNPACK_ENTROPY_KERNELS_TEXT_KERNEL_BODY_H
#define PGNPACK_ENTROPY_KERNELS_TEXT_KERNEL_BODY_H

#include "entropy/kernels/text_parts.h"

#ifdef HAS_ASK_AND_TEACH

SHAPED uint8_t code_byte(const struct text_plan *plan, struct text_model *model, struct text_place *place,
                         struct bit_coder *coder, uint8_t byte)
{
    struct text_step step = text_step_first(model, place);
    find_slots(plan, model, place, 0);
    for (unsigned left = 8; left > 0; left--) {
        if (left == 5)
            aim_at_slots(plan, model, place, step.bits);
        if (left == 4) {
            find_slots(plan, model, place, step.bits & 1);
            text_step_second_half(&step, model, place);
        }
        struct asked asked;
        uint32_t one = ask(plan, model, place, &step, &asked);
        unsigned bit = bit_coder_code(coder, byte >> (left - 1) & 1, one);
        teach(plan, model, &asked, bit);
        text_step_take(&step, bit);
    }
    return (uint8_t)step.bits;
}

static inline int is_of_word(uint8_t byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           byte >= 0x80;
}

SHAPED void pass_byte(const struct text_plan *plan, struct text_model *model, struct text_place *place,
                      uint8_t byte)
{
    place->at++;
    place->last_four = place->last_four << 8 | byte;
    if (byte == place->terminator)
        place->field_start = place->at;
    if (is_of_word(byte)) {
        place->word = hash32(place->word + 1, byte < 0x80 ? byte | 0x20u : byte);
    } else if (place->word != 0) {
        place->word_before = place->word;
        place->word = 0;
    }
    hash_contexts(plan, place);
    aim_at_slots(plan, model, place, 0);
    follow_match(model, place);
}

/* Codes what there is from the place on; decoding, `back` is the text. */
SHAPED void code_text(const struct text_plan *plan, struct text_model *model, struct text_place *place,
                      struct bit_coder *coder, uint8_t *back, size_t size)
{
    hash_contexts(plan, place);
    aim_at_slots(plan, model, place, 0);
    while (place->at < size && !bit_coder_failed(coder)) {
        uint8_t byte = code_byte(plan, model, place, coder, back == NULL ? place->text[place->at] : 0);
        if (back != NULL)
            back[place->at] = byte;
        pass_byte(plan, model, place, byte);
    }
}

static void code_fully(struct text_model *model, struct text_place *place, struct bit_coder *coder,
                       uint8_t *back, size_t size)
{
    code_text(&full_plan, model, place, coder, back, size);
}

static void code_lightly(struct text_model *model, struct text_place *place, struct bit_coder *coder,
                         uint8_t *back, size_t size)
{
    code_text(&light_plan, model, place, coder, back, size);
}

#endif
#endif
