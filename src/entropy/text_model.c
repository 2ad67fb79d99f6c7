#include "entropy/text_model.h"

#include <string.h>

#include "entropy/bit_counter.h"
#include "entropy/mixer.h"
#include "util/bits.h"
#include "util/hash32.h"

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

static int history_is_kept(unsigned zeros, unsigned ones)
{
    static const uint8_t larger_max[HISTORY_SMALLER_MAX + 1] = {HISTORY_LARGER_MAX, 32, 14, 9, 6, 5};
    unsigned smaller = zeros < ones ? zeros : ones;
    return smaller <= HISTORY_SMALLER_MAX && (zeros > ones ? zeros : ones) <= larger_max[smaller];
}

static unsigned history_forget(unsigned count)
{
    static const uint8_t limits[] = {2, 3, 5, 9, 15, 24};
    enum { LIMIT_COUNT = sizeof limits };
    if (count <= limits[0])
        return count;
    unsigned i = 1;
    while (i < LIMIT_COUNT && count > limits[i])
        i++;
    return i + 1;
}

/* One more bit, to be counted in `own`. */
static void history_count(unsigned *own, unsigned *other)
{
    *other = history_forget(*other);
    if (history_is_kept(*own + 1, *other))
        ++*own;
}

static void history_table_make(struct history_table *table)
{
    uint8_t number[HISTORY_LARGER_MAX + 1][HISTORY_LARGER_MAX + 1];
    unsigned count = 0;
    for (unsigned sum = 0; sum <= HISTORY_LARGER_MAX; sum++)
        for (unsigned zeros = 0; zeros <= sum; zeros++) {
            if (!history_is_kept(zeros, sum - zeros))
                continue;
            table->counts[count][0] = (uint8_t)zeros;
            table->counts[count][1] = (uint8_t)(sum - zeros);
            number[zeros][sum - zeros] = (uint8_t)count++;
        }
    for (unsigned i = 0; i < HISTORY_COUNT; i++)
        for (unsigned bit = 0; bit < 2; bit++) {
            unsigned counts[2] = {table->counts[i][0], table->counts[i][1]};
            history_count(&counts[bit], &counts[!bit]);
            table->next[i][bit] = number[counts[0]][counts[1]];
        }
}

/* ---- The model ---- */

enum {
    CONTEXT_COUNT = 7,
    MET_MAX = 1023,
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
    unsigned context_count; /* the first ones */
    unsigned slot_bits_max;
    int32_t first_weight;
    struct mixer_rates rates;
};

static const struct text_plan full_plan = {CONTEXT_COUNT, 20, 3500, {{72, 30, 16, 8}}};
static const struct text_plan light_plan = {2, 18, 6500, {{140, 60, 24, 10}}};

/* A function that is made once for each plan: its loops are worth unrolling. */
#if defined(__GNUC__)
#define SHAPED static inline __attribute__((always_inline))
#else
#define SHAPED static inline
#endif

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

struct text_model {
    struct memory *memory;
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

struct text_model *text_model_new(struct memory *memory)
{
    struct text_model *model = memory_get(memory, sizeof *model);
    if (model == NULL)
        return NULL;
    model->memory = memory;
    model->slots = NULL;
    model->slots_size = 0;
    model->matches = NULL;
    model->matches_size = 0;
    history_table_make(&model->histories);
    return model;
}

void text_model_free(struct text_model *model)
{
    if (model == NULL)
        return;
    memory_release(model->memory, model->slots, model->slots_size);
    memory_release(model->memory, model->matches, model->matches_size * sizeof *model->matches);
    memory_release(model->memory, model, sizeof *model);
}

static unsigned bits_for(size_t size, unsigned min, unsigned max)
{
    unsigned bits = bit_length(size);
    return bits < min ? min : bits > max ? max : bits;
}

/* Tables for a text of that size, cleared. Returns 0 when there is no memory. */
static int prepare_tables(struct text_model *model, const struct text_plan *plan, size_t size)
{
    model->slot_bits = bits_for(size * 16, SLOT_BITS_MIN, plan->slot_bits_max);
    model->match_bits = bits_for(size, MATCH_BITS_MIN, MATCH_BITS_MAX);
    void *slots = model->slots;
    void *matches = model->matches;
    size_t slots_size = (size_t)SLOT_SIZE << model->slot_bits;
    size_t match_count = (size_t)1 << model->match_bits;
    struct memory *memory = model->memory;
    int done = memory_grow_array(memory, &slots, &model->slots_size, slots_size, 1) &&
               memory_grow_array(memory, &matches, &model->matches_size, match_count, sizeof *model->matches);
    model->slots = slots;
    model->matches = matches;
    if (!done)
        return 0;
    memset(model->slots, 0, slots_size);
    memset(model->matches, 0, match_count * sizeof *model->matches);
    return 1;
}

static uint32_t counter_of(uint64_t part, uint64_t whole)
{
    return (uint32_t)((part << BIT_COUNTER_PROBABILITY_BITS) / whole) << BIT_COUNTER_MET_BITS;
}

static void forget_refinements(struct text_model *model)
{
    for (int i = 0; i < STEP_COUNT; i++)
        model->refinements[0].at[i] = (uint16_t)logistic_squash(i * STEP_ODDS - LOGISTIC_LIMIT);
    memory_repeat(model->refinements, (size_t)1 << REFINE_BITS, sizeof model->refinements[0]);
}

static void start_counters(uint32_t *counters, size_t count)
{
    counters[0] = BIT_COUNTER_START;
    memory_repeat(counters, count, sizeof *counters);
}

static void forget_all(const struct text_plan *plan, struct text_model *model)
{
    for (unsigned i = 0; i < HISTORY_COUNT; i++) {
        unsigned zeros = model->histories.counts[i][0];
        unsigned ones = model->histories.counts[i][1];
        for (unsigned j = 0; j < CONTEXT_COUNT; j++)
            model->of_history[j][i] = counter_of(5 * ones + 2, 5 * (zeros + ones) + 4);
    }
    start_counters(model->of_order_0, 256);
    start_counters(model->of_order_1[0], 256 * 256);
    start_counters(model->of_match, MATCH_CLASSES);
    model->weights[0][0] = plan->first_weight;
    memory_repeat(model->weights, SET_COUNT * INPUT_COUNT, sizeof model->weights[0][0]);
    model->mixer = (struct mixer){.rates = plan->rates};
    forget_refinements(model);
}

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

static uint8_t *slot_at(const struct text_model *model, uint32_t key)
{
    return model->slots + (size_t)(key & ((1u << model->slot_bits) - 1)) * SLOT_SIZE;
}

/* The slot of a context, or an empty one in place of what has been met least: one of three near each other. */
static uint8_t *find_slot(const struct text_model *model, uint32_t key, uint8_t check)
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
static void prefetch(const void *memory)
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

static uint32_t match_hash(const struct text_model *model, const struct text_place *place)
{
    uint32_t key = 0;
    for (unsigned i = 1; i <= MATCH_SIZE_MIN; i++)
        key = hash32(key + 1, place->text[place->at - i]);
    return key >> (32 - model->match_bits);
}

static uint32_t common_size(const struct text_place *place, size_t other)
{
    enum { SIZE_MAX_LOOKED_AT = 400 };
    const uint8_t *text = place->text;
    uint32_t size = 0;
    while (size < other && size < SIZE_MAX_LOOKED_AT && text[other - 1 - size] == text[place->at - 1 - size])
        size++;
    return size;
}

/* The byte before the place is known now. */
static void follow_match(struct text_model *model, struct text_place *place)
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
static unsigned match_class(uint32_t size)
{
    unsigned class = size < 16 ? size : 16 + 2 * (bit_length(size) - 4);
    return class < MATCH_CLASSES ? class : MATCH_CLASSES - 1;
}

/* ---- Bits ---- */

/* What is asked for a bit, to be taught when it is known. */
struct asked {
    uint32_t *counters[CONTEXT_COUNT];
    uint8_t *histories[CONTEXT_COUNT];
    uint32_t *order_0, *order_1;
    uint32_t *match; /* NULL: none */
    unsigned expected;
    struct mixer_choice weights;
    int32_t inputs[INPUT_COUNT];
    uint32_t mixed; /* probability of 2^16 */
    uint16_t *refined;
};

SHAPED void ask_contexts(const struct text_plan *plan, struct text_model *model,
                         const struct text_place *place, uint32_t bits, unsigned node, struct asked *asked)
{
    for (unsigned i = 0; i < plan->context_count; i++) {
        uint8_t *history = place->slots[i] + node;
        asked->histories[i] = history;
        asked->counters[i] = &model->of_history[i][*history];
        asked->inputs[INPUT_OF_CONTEXTS + i] = *history == 0 ? 0 : bit_counter_odds(*asked->counters[i]);
    }
    asked->order_0 = &model->of_order_0[bits];
    asked->order_1 = &model->of_order_1[place->last_four & 0xff][bits];
    asked->inputs[INPUT_ORDER_0] = bit_counter_odds(*asked->order_0);
    asked->inputs[INPUT_ORDER_1] = bit_counter_odds(*asked->order_1);
    for (unsigned i = INPUT_OF_CONTEXTS + plan->context_count; i < INPUT_COUNT; i++)
        asked->inputs[i] = 0;
}

/* Returns the match's class. `left`: bits of the byte that are still to come, this one included. */
static unsigned ask_match(struct text_model *model, const struct text_place *place, uint32_t bits,
                          unsigned left, struct asked *asked)
{
    asked->match = NULL;
    asked->expected = 0;
    asked->inputs[INPUT_MATCH] = 0;
    if (place->match_size == 0)
        return 0;
    uint32_t expected = place->text[place->match_at] | 256u;
    if (expected >> left != bits)
        return 0;
    unsigned class = match_class(place->match_size);
    asked->match = &model->of_match[class];
    asked->expected = expected >> (left - 1) & 1;
    int32_t odds = bit_counter_odds(*asked->match);
    asked->inputs[INPUT_MATCH] = asked->expected ? odds : -odds;
    return class;
}

/* What came at such odds in a context, between two steps; the nearer one is to be taught. */
static uint32_t refine(struct refinement *refinement, int32_t odds, uint16_t **nearer_ret)
{
    uint32_t step = (uint32_t)(odds + LOGISTIC_LIMIT) / STEP_ODDS;
    step = step < STEP_COUNT - 1 ? step : STEP_COUNT - 2;
    uint32_t above = (uint32_t)(odds + LOGISTIC_LIMIT) - step * STEP_ODDS;
    uint16_t *at = &refinement->at[step];
    *nearer_ret = at + (above > STEP_ODDS / 2);
    return (at[0] * (STEP_ODDS - above) + at[1] * above) / STEP_ODDS;
}

static void teach_refinement(uint16_t *probability, unsigned bit)
{
    if (bit)
        *probability = (uint16_t)(*probability + ((65535 - *probability) >> REFINE_RATE));
    else
        *probability = (uint16_t)(*probability - (*probability >> REFINE_RATE));
}

/* The probability of a 1, of 2^16. */
SHAPED uint32_t ask(const struct text_plan *plan, struct text_model *model, const struct text_place *place,
                    uint32_t bits, unsigned left, unsigned node, struct asked *asked)
{
    uint32_t last = place->last_four & 0xff;
    ask_contexts(plan, model, place, bits, node, asked);
    unsigned class = ask_match(model, place, bits, left, asked);
    asked->weights =
        (struct mixer_choice){{model->weights[SET_BY_MATCH + class], model->weights[SET_BY_BITS + bits],
                               model->weights[SET_BY_BYTE + last + (left > 4 ? 256 : 0)]},
                              SETS_AT_ONCE,
                              MIXER_WIDTH(INPUT_OF_CONTEXTS + plan->context_count)};
    int32_t odds = mixer_mix(&asked->weights, asked->inputs);
    asked->mixed = logistic_squash(odds);
    uint32_t row = hash32(place->last_four & 0xffffff, bits) >> (32 - REFINE_BITS);
    uint32_t one = asked->mixed + refine(&model->refinements[row], odds, &asked->refined);
    return mixer_probability(one / 2);
}

SHAPED void teach(const struct text_plan *plan, struct text_model *model, struct asked *asked, unsigned bit)
{
    mixer_learn(&model->mixer, &asked->weights, asked->inputs, asked->mixed, bit);
    for (unsigned i = 0; i < plan->context_count; i++) {
        bit_counter_learn(asked->counters[i], bit, MET_MAX);
        *asked->histories[i] = model->histories.next[*asked->histories[i]][bit];
    }
    bit_counter_learn(asked->order_0, bit, MET_MAX);
    bit_counter_learn(asked->order_1, bit, MET_MAX);
    if (asked->match != NULL)
        bit_counter_learn(asked->match, bit == asked->expected, BIT_COUNTER_MET_MASK);
    teach_refinement(asked->refined, bit);
}

/* ---- Bytes ---- */

SHAPED uint8_t code_byte(const struct text_plan *plan, struct text_model *model, struct text_place *place,
                         struct bit_coder *coder, uint8_t byte)
{
    uint32_t bits = 1;
    find_slots(plan, model, place, 0);
    for (unsigned left = 8; left > 0; left--) {
        if (left == 5)
            aim_at_slots(plan, model, place, bits);
        if (left == 4)
            find_slots(plan, model, place, bits & 1);
        unsigned node = left > 4 ? bits : (1u << (4 - left)) | (bits & ((1u << (4 - left)) - 1));
        struct asked asked;
        uint32_t one = ask(plan, model, place, bits, left, node, &asked);
        unsigned bit = bit_coder_code(coder, byte >> (left - 1) & 1, one);
        teach(plan, model, &asked, bit);
        bits = bits << 1 | bit;
    }
    return (uint8_t)bits;
}

static int is_of_word(uint8_t byte)
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

/* Returns 0 when there is no memory. */
static int code(struct text_model *model, struct text_kind kind, struct bit_coder *coder, const uint8_t *text,
                uint8_t *back, size_t size)
{
    struct text_place place = {.text = text, .terminator = kind.terminator};
    const struct text_plan *plan = kind.is_light ? &light_plan : &full_plan;
    if (!prepare_tables(model, plan, size))
        return 0;
    forget_all(plan, model);
    (kind.is_light ? code_lightly : code_fully)(model, &place, coder, back, size);
    return 1;
}

int text_model_pack(struct text_model *model, struct text_kind kind, const uint8_t *text, size_t size,
                    struct buffer *out)
{
    struct bit_coder coder;
    bit_coder_start_encoding(&coder, out);
    if (!code(model, kind, &coder, text, NULL, size))
        return 0;
    bit_coder_finish(&coder);
    return !buffer_failed(out);
}

enum text_model_status text_model_unpack(struct text_model *model, struct text_kind kind,
                                         struct byte_source packed, uint8_t *text, size_t size)
{
    struct bit_coder coder;
    bit_coder_start_decoding(&coder, packed);
    if (!code(model, kind, &coder, text, text, size))
        return TEXT_MODEL_NO_MEMORY;
    return bit_coder_at_end(&coder) ? TEXT_MODEL_OK : TEXT_MODEL_CORRUPT;
}
