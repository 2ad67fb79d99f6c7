/* What the text model (text_model.h) consists of, for those who code its bits (text_kernel.h). */
#ifndef PGNPACK_ENTROPY_KERNELS_TEXT_STATE_H
#define PGNPACK_ENTROPY_KERNELS_TEXT_STATE_H

#include "entropy/coding/bit_coder.h"
#include "entropy/coding/mixer.h"
#include "util/memory.h"

/* ---- Bit histories ---- */

/*
 * A history is how many zeros and ones came in a context, as far as it is worth knowing: a bit makes its own
 * count larger, and that of the other smaller when that is large.
 */
enum { HISTORY_COUNT = 196, HISTORY_SMALLER_MAX = 5, HISTORY_LARGER_MAX = 44 };

struct history_table {
    uint8_t next[HISTORY_COUNT][2];
    uint8_t counts[HISTORY_COUNT][2];
};

/* ---- The model ---- */

enum {
    CONTEXT_COUNT = 7,
    TEXT_MET_MAX = 1023,
    SLOT_SIZE = 16, /* a check, and the histories of the 15 nodes of half a byte */
    SLOT_BITS_MIN = 10,
    MATCH_SIZE_MIN = 7,
    MATCH_BITS_MIN = 10,
    MATCH_BITS_MAX = 18,
    MATCH_CLASSES = 32
};

enum {
    INPUT_ORDER_0,
    INPUT_ORDER_1,
    INPUT_MATCH,
    INPUT_OF_CONTEXTS, /* the first of them */
    INPUT_COUNT = MIXER_WIDTH(INPUT_OF_CONTEXTS + CONTEXT_COUNT)
};

/* How thorough the model is. */
struct text_plan {
    unsigned context_count;  /* the first ones */
    unsigned slots_per_byte; /* about: two for each context of a byte, or nearly */
    unsigned slot_bits_max;
    int32_t first_weight;
    struct mixer_rates rates;
};

enum {
    SET_BY_MATCH = 0,
    SET_BY_BITS = SET_BY_MATCH + MATCH_CLASSES,
    SET_BY_BYTE = SET_BY_BITS + 256,
    SET_COUNT = SET_BY_BYTE + 512
};

enum { SETS_AT_ONCE = 3 };

/* Refinement of the mixer's odds: by a context, at steps of odds. */
enum { STEP_ODDS = 245, STEP_COUNT = 24, REFINE_BITS = 12, REFINE_RATE = 5 };

struct refinement {
    uint16_t at[STEP_COUNT]; /* probabilities of 2^16 */
};

struct text_kernel;

struct text_model {
    struct memory *memory;
    const struct text_kernel *kernel; /* codes its bits */
    struct history_table histories;
    uint8_t *slots;
    size_t slots_size;
    unsigned slot_bits;
    uint32_t *matches; /* where a text of MATCH_SIZE_MIN bytes ended last, by hash */
    size_t matches_size;
    unsigned match_bits;

    uint32_t of_history[CONTEXT_COUNT][256];
    uint32_t of_order_0[256];
    uint32_t of_order_1[256][256];
    uint32_t of_match[MATCH_CLASSES];
    uint32_t of_nothing; /* stands in where no match says anything */
    int32_t weights[SET_COUNT][INPUT_COUNT];
    struct mixer mixer;
    struct refinement refinements[1 << REFINE_BITS];
};

/* Where in the text the model is, and what it knows there. */
struct text_place {
    const uint8_t *text;
    size_t at;
    uint32_t last_four; /* bytes, the newest lowest */
    uint32_t word;      /* hash of it so far; 0: none */
    uint32_t word_before;
    size_t field_start;
    uint8_t terminator;
    size_t match_at; /* what is expected next, if match_size is not 0 */
    uint32_t match_size;
    uint32_t hashes[CONTEXT_COUNT];
    uint32_t keys[CONTEXT_COUNT];
    uint8_t *slots[CONTEXT_COUNT];
};

/* The same plans for all kernels: constants, for which the compiler makes loops of their own. */
static const struct text_plan full_plan = {CONTEXT_COUNT, 16, 20, 3500, {{72, 30, 16, 8}}};
static const struct text_plan light_plan = {2, 4, 18, 6500, {{140, 60, 24, 10}}};

#endif
