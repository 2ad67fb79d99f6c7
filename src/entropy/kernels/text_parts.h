/*
 * The text model's steps that all kernels share: contexts, their slots, matches, refinement. Everything is inline, and made
 * once for each plan: the loops are worth unrolling.
 */
#ifndef PGNPACK_ENTROPY_KERNELS_TEXT_PARTS_H
#define PGNPACK_ENTROPY_KERNELS_TEXT_PARTS_H

#include <string.h>

#include "entropy/coding/bit_counter.h"
#include "entropy/kernels/text_state.h"
#include "util/bits.h"
#include "util/hash32.h"

#if defined(__GNUC__)
#define SHAPED static inline __attribute__((always_inline))
#else
#define SHAPED static inline
#endif

/* ---- Contexts ---- */

SHAPED void hash_contexts(const struct text_plan *plan, struct text_place *place)
{
    uint32_t last = place->last_four;
    const uint32_t known[CONTEXT_COUNT] = {
        hash32(place->word, last & 0xff),
        last,
        last & 0xffff,
        last & 0xf0f0ff,
        hash32(place->word, (uint32_t)(place->at - place->field_start)),
        hash32(place->word, place->word_before),
        last & 0xffffff,
    };
    for (unsigned i = 0; i < plan->context_count; i++)
        place->hashes[i] = hash32(i + 1, known[i]);
}

static inline uint8_t *slot_at(const struct text_model *model, uint32_t key)
{
    return model->slots + (size_t)(key & ((1u << model->slot_bits) - 1)) * SLOT_SIZE;
}

/* The slot of a context, or an empty one in place of what has been met least: one of three near each other. */
static inline uint8_t *find_slot(const struct text_model *model, uint32_t key, uint8_t check)
{
    uint8_t *least = NULL;
    unsigned least_met = UINT8_MAX;
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *slot = slot_at(model, key ^ i);
        const uint8_t *counts = model->histories.counts[slot[1]];
        unsigned met = (unsigned)counts[0] + counts[1];
        if (slot[0] == check && met != 0)
            return slot;
        if (met < least_met) {
            least = slot;
            least_met = met;
        }
    }
    memset(least, 0, SLOT_SIZE);
    least[0] = check;
    return least;
}

/* Says that memory will be read soon: it takes a while to come. */
static inline void prefetch(const void *memory)
{
#if defined(__GNUC__)
    __builtin_prefetch(memory, 1);
#else
    (void)memory;
#endif
}

/* Where slots will be looked for when one bit more is known than these, which stand behind a 1. */
SHAPED void aim_at_slots(const struct text_plan *plan, const struct text_model *model,
                         struct text_place *place, uint32_t bits)
{
    for (unsigned i = 0; i < plan->context_count; i++) {
        place->keys[i] = hash32(place->hashes[i], bits);
        prefetch(slot_at(model, place->keys[i]));
    }
}

/* `bit`: the one that was not known. */
SHAPED void find_slots(const struct text_plan *plan, const struct text_model *model, struct text_place *place,
                       unsigned bit)
{
    for (unsigned i = 0; i < plan->context_count; i++)
        place->slots[i] = find_slot(model, place->keys[i] ^ bit, (uint8_t)(place->keys[i] >> 24 ^ bit));
}

/* ---- Matches ---- */

static inline uint32_t match_hash(const struct text_model *model, const struct text_place *place)
{
    uint32_t key = 0;
    for (unsigned i = 1; i <= MATCH_SIZE_MIN; i++)
        key = hash32(key + 1, place->text[place->at - i]);
    return key >> (32 - model->match_bits);
}

static inline uint32_t common_size(const struct text_place *place, size_t other)
{
    enum { SIZE_MAX_LOOKED_AT = 400 };
    const uint8_t *text = place->text;
    uint32_t size = 0;
    while (size < other && size < SIZE_MAX_LOOKED_AT && text[other - 1 - size] == text[place->at - 1 - size])
        size++;
    return size;
}

/* The byte before the place is known now. */
static inline void follow_match(struct text_model *model, struct text_place *place)
{
    enum { SIZE_MAX_TOLD = 65535 };
    if (place->match_size > 0 && place->text[place->match_at] == place->text[place->at - 1]) {
        place->match_at++;
        place->match_size += place->match_size < SIZE_MAX_TOLD;
    } else {
        place->match_size = 0;
    }
    if (place->at < MATCH_SIZE_MIN)
        return;
    uint32_t *entry = &model->matches[match_hash(model, place)];
    if (place->match_size == 0 && *entry != 0) {
        uint32_t size = common_size(place, *entry);
        place->match_at = *entry;
        place->match_size = size < MATCH_SIZE_MIN ? 0 : size;
    }
    *entry = (uint32_t)place->at;
}

/* From 1; 0 is no match. */
static inline unsigned match_class(uint32_t size)
{
    unsigned class = size < 16 ? size : 16 + 2 * (bit_length(size) - 4);
    return class < MATCH_CLASSES ? class : MATCH_CLASSES - 1;
}

/* ---- Bits ---- */

/* What is known of a bit before its contexts. */
struct text_step {
    uint32_t bits; /* of its byte so far, after a 1 */
    uint32_t node; /* the same of its half of the byte */
    uint32_t
        expected; /* the bits still to come of a byte that a match expects, after those before; 0: no match */
    unsigned left;  /* bits still to come */
    unsigned class; /* of the match */
    uint32_t *order_1;
    int32_t *weights_by_byte;
};

SHAPED struct text_step text_step_first(struct text_model *model, const struct text_place *place)
{
    uint32_t last = place->last_four & 0xff;
    struct text_step step = {.bits = 1, .node = 1, .left = 8, .order_1 = model->of_order_1[last]};
    step.weights_by_byte = model->weights[SET_BY_BYTE + last + 256];
    if (place->match_size != 0) {
        step.expected = place->text[place->match_at] | 256u;
        step.class = match_class(place->match_size);
    }
    return step;
}

SHAPED void text_step_second_half(struct text_step *step, struct text_model *model,
                                  const struct text_place *place)
{
    step->node = 1;
    step->weights_by_byte = model->weights[SET_BY_BYTE + (place->last_four & 0xff)];
}

SHAPED void text_step_take(struct text_step *step, unsigned bit)
{
    step->bits = step->bits << 1 | bit;
    step->node = step->node << 1 | bit;
    step->left--;
    if (step->expected >> step->left != step->bits) /* the match was wrong, for this byte */
        step->expected = step->class = 0;
}

/* The bit that the match expects, if it does. */
SHAPED unsigned text_step_expected(const struct text_step *step)
{
    return step->expected >> (step->left - 1) & 1;
}

/* ---- Refinement ---- */

/* 2^32 / STEP_ODDS, rounded up: numbers below 2^26 times that, / 2^32, are divided exactly. */
#define STEP_RECIPROCAL UINT64_C(17530479)

/* What came at such odds in a context, between two steps; the nearer one is to be taught. */
static inline uint32_t refine(struct refinement *refinement, int32_t odds, uint16_t **nearer_ret)
{
    uint32_t whole = (uint32_t)(odds + LOGISTIC_LIMIT);
    uint32_t step = (uint32_t)(whole * STEP_RECIPROCAL >> 32);
    step = step < STEP_COUNT - 1 ? step : STEP_COUNT - 2;
    uint32_t above = whole - step * STEP_ODDS;
    uint16_t *at = &refinement->at[step];
    *nearer_ret = at + (above > STEP_ODDS / 2);
    uint32_t sum = at[0] * (STEP_ODDS - above) + at[1] * above;
    return (uint32_t)((uint64_t)sum * STEP_RECIPROCAL >> 32);
}

static inline struct refinement *refinement_of(struct text_model *model, const struct text_place *place,
                                               const struct text_step *step)
{
    return &model->refinements[hash32(place->last_four & 0xffffff, step->bits) >> (32 - REFINE_BITS)];
}

static inline void teach_refinement(uint16_t *probability, unsigned bit)
{
    if (bit)
        *probability = (uint16_t)(*probability + ((65535 - *probability) >> REFINE_RATE));
    else
        *probability = (uint16_t)(*probability - (*probability >> REFINE_RATE));
}

#endif
