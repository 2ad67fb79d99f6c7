#include "comments/comment_numbers.h"

#include <string.h>

#include "comments/comment_field.h"
#include "comments/comment_ticks.h"
#include "util/bits.h"

#define SERIES_SIZE (COMMENT_COLUMN_COUNT_MAX * sizeof(struct comment_series))
#define RECORDS_SIZE (COMMENT_COLUMN_COUNT_MAX * sizeof(struct comment_record))

/* Sets of weights: one a column, as far as they last. */
enum { COLUMN_SET_MAX = 248, TICKED_SET, TICK_SET, ROUNDING_SET, GRAIN_SET, RATE_SET, REST_SET, ID_SET };

enum { ID_BITS = 8 };

/* How many of the contexts tell digits, which are nearly chance: the fewer, the sooner each has learnt. */
enum { DIGITS = 3 };

void comment_numbers_init(struct comment_numbers *numbers, struct memory *memory)
{
    memset(numbers, 0, sizeof *numbers);
    numbers->memory = memory;
    mixed_model_init(&numbers->model, memory);
}

void comment_numbers_free(struct comment_numbers *numbers)
{
    struct memory *memory = numbers->memory;
    mixed_model_free(&numbers->model);
    memory_release(memory, numbers->state.series, SERIES_SIZE);
    memory_release(memory, numbers->records, RECORDS_SIZE);
    comment_numbers_init(numbers, memory);
}

int comment_numbers_allocate(struct comment_numbers *numbers)
{
    if (numbers->state.series == NULL) {
        numbers->state.series = memory_get(numbers->memory, SERIES_SIZE);
        if (numbers->state.series != NULL)
            memset(numbers->state.series, 0, SERIES_SIZE);
    }
    if (numbers->records == NULL)
        numbers->records = memory_get(numbers->memory, RECORDS_SIZE);
    return numbers->state.series != NULL && numbers->records != NULL;
}

/* How many counters the model has, 2^n: where there are few comments, fewer do as well, and are nearer to the processor. */
static unsigned counter_bits(size_t text_size)
{
    enum { BITS_MIN = 14, BITS_MAX = 20, BITS_FEWER = 3 };
    unsigned bits = bit_length(text_size);
    return bits < BITS_MIN + BITS_FEWER   ? BITS_MIN
           : bits > BITS_MAX + BITS_FEWER ? BITS_MAX
                                          : bits - BITS_FEWER;
}

static int start(struct comment_numbers *numbers, size_t text_size)
{
    if (!comment_numbers_allocate(numbers) ||
        !mixed_model_start_sized(&numbers->model, counter_bits(text_size)))
        return 0;
    comment_state_reset(&numbers->state);
    memset(numbers->records, 0, RECORDS_SIZE);
    memset(numbers->ids, 0, sizeof numbers->ids);
    return 1;
}

int comment_numbers_start_encoding(struct comment_numbers *numbers, size_t text_size, struct buffer *out)
{
    bit_coder_start_encoding(&numbers->coder, out);
    return start(numbers, text_size);
}

int comment_numbers_start_decoding(struct comment_numbers *numbers, size_t text_size, struct byte_source in)
{
    bit_coder_start_decoding(&numbers->coder, in);
    return start(numbers, text_size);
}

/* ---- Classes ---- */

/* Sizes below 8 are told apart, larger ones by their length and the bit below the highest. */
static unsigned size_class(uint64_t size)
{
    if (size < 8)
        return (unsigned)size;
    unsigned length = bit_length(size);
    return 2 * length + (unsigned)(size >> (length - 2) & 1);
}

#define SIZE_CLASS 127u /* in a number's class */

static unsigned number_class(int64_t number)
{
    return number < 0 ? SIZE_CLASS + 1 + size_class((uint64_t)-number) : size_class((uint64_t)number);
}

/* ---- Templates ---- */

uint8_t comment_numbers_begin(struct comment_numbers *numbers, const struct comment_moment *moment,
                              uint8_t id)
{
    comment_state_begin(&numbers->state, moment);
    unsigned side = numbers->state.side;
    uint8_t own = numbers->ids[side];
    uint8_t other = numbers->ids[side ^ 1];
    struct mixed_context context = {.set = ID_SET};
    mixed_context_add(&context, (uint32_t)own << 8 | other);
    mixed_context_add(&context, hash32((uint32_t)own << 8 | other, moment->mark));
    if (mixed_code_bit(&numbers->model, &numbers->coder, &context, 0, id == own))
        return own;
    id = (uint8_t)mixed_code_symbol(&numbers->model, &numbers->coder, &context, ID_BITS, id);
    numbers->ids[side] = id;
    return id;
}

/* ---- Numbers ---- */

enum { GRAIN = 1000, NODE_IS_ROUND = 15 };

/* What is known when a number comes. */
struct outlook {
    int64_t alternatives[COMMENT_FORMULAS_MAX]; /* what each formula says */
    const struct comment_formula *formula;      /* the one that is believed */
    int64_t step;                               /* comment_step() */
    int64_t grain;    /* of what is told: 1000 where thousands are expected, and come, else 1 */
    int64_t foretold; /* in grains */
};

static struct outlook look_ahead(const struct comment_numbers *numbers, unsigned column)
{
    const struct comment_series *series = &numbers->state.series[column];
    unsigned side = numbers->state.side;
    struct outlook outlook = {.grain = 1};
    unsigned choice = 0;
    for (unsigned i = 0; i < series->foreteller_count; i++)
        outlook.alternatives[i] = comment_foretell_by(&numbers->state, column, &series->foretellers[i]);
    if (series->foreteller_count > 1)
        choice = series->foretellers[1].misses[side] < series->foretellers[0].misses[side];
    outlook.formula = &series->foretellers[choice].formula;
    outlook.step = comment_step(&numbers->state, column, outlook.formula);
    outlook.foretold = outlook.alternatives[choice];
    return outlook;
}

/*
 * Some programs round to thousands: where the side's last number was such a one, it is said whether this one
 * is.
 */
static void code_grain(struct comment_numbers *numbers, unsigned column, struct outlook *outlook,
                       int64_t number)
{
    int64_t last = numbers->state.series[column].sides[numbers->state.side].last;
    if (outlook->step != 0 || last == 0 || last % GRAIN != 0)
        return;
    struct mixed_context context = {.set = GRAIN_SET};
    mixed_context_add(&context, column);
    if (!mixed_code_bit(&numbers->model, &numbers->coder, &context, NODE_IS_ROUND, number % GRAIN == 0))
        return;
    outlook->grain = GRAIN;
    outlook->foretold /= GRAIN;
}

/* ---- Ticks ---- */

/*
 * Whether a number was a whole number of ticks is noted by side and game: a 1, and behind it a bit for each of the last
 * numbers. Where the last two were none, it is not said of the next one.
 */
enum { TICKS_NONE_YET = 1, TICKS_OF_TWO = 4, TICKS_LAST_TWO = 3, TICKS_KEPT = 128 };

static uint8_t ticks_before(const struct comment_numbers *numbers, unsigned column)
{
    const struct comment_side *last = &numbers->state.series[column].sides[numbers->state.side];
    return last->count == 0 || last->game != numbers->state.moment.game
               ? TICKS_NONE_YET
               : numbers->records[column].ticks[numbers->state.side];
}

/* ---- Contexts ---- */

static unsigned column_set(unsigned column)
{
    return column < COLUMN_SET_MAX ? column : COLUMN_SET_MAX;
}

/* Clocks go by the game's time control, what others say by the comment's mark. */
static struct mixed_context number_context(const struct comment_numbers *numbers, unsigned set,
                                           unsigned column, const struct outlook *outlook)
{
    const struct comment_moment *moment = &numbers->state.moment;
    unsigned side = numbers->state.side;
    const uint8_t *misses = numbers->records[column].misses;
    int is_clock = outlook->formula->operation == COMMENT_TIME;
    uint32_t kind = is_clock ? hash32(moment->base, moment->increment) : moment->mark;
    struct mixed_context context = {.set = set, .digits = DIGITS};
    mixed_context_add(&context, kind << 1 | side);
    mixed_context_add(&context, is_clock ? (uint32_t)misses[side] << 8 | misses[side ^ 1] : misses[side]);
    mixed_context_add(&context, hash32(kind, size_class(moment->ply) << 8));
    mixed_context_add(&context, number_class(outlook->foretold));
    return context;
}

/* ---- By ticks ---- */

/* Is it one that a field can have? */
static int is_in_order(int64_t foretold, int64_t miss, int64_t factor)
{
    int64_t limit = (COMMENT_NUMBER_LIMIT - 1) / factor;
    return miss <= limit - foretold && miss >= -limit - foretold;
}

static int code_whether_ticked(struct comment_numbers *numbers, unsigned column,
                               const struct outlook *outlook, int64_t number)
{
    unsigned before = ticks_before(numbers, column);
    if (!numbers->state.series[column].in_ticks || outlook->step != 0 ||
        outlook->formula->operation == COMMENT_TIME ||
        (before >= TICKS_OF_TWO && (before & TICKS_LAST_TWO) == 0))
        return 0;
    struct mixed_context context = {.set = TICK_SET};
    mixed_context_add(&context, hash32(column, before));
    return (int)mixed_code_bit(&numbers->model, &numbers->coder, &context, NODE_IS_ROUND,
                               (unsigned)time_is_in_ticks(number));
}

/* A number that is some ticks: how many, and whether they are rounded up. */
static int64_t code_ticked(struct comment_numbers *numbers, unsigned column, const struct outlook *outlook,
                           int64_t number)
{
    int64_t base = outlook->foretold < 0 ? 0 : ticks_of_time(outlook->foretold);
    struct mixed_context context = number_context(numbers, TICKED_SET, column, outlook);
    int64_t told =
        mixed_code_number(&numbers->model, &numbers->coder, &context, ticks_of_time(number) - base);
    int is_fine =
        told >= -base && is_in_order(base, told, TICK_NUMERATOR * numbers->state.series[column].factor);
    int64_t ticks = is_fine ? base + told : 0;
    numbers->coder.in.failed |= !is_fine;
    if (!ticks_may_round_up(ticks))
        return time_of_ticks(ticks);
    struct mixed_context rounding = {.set = ROUNDING_SET};
    mixed_context_add(&rounding, hash32(column, (uint32_t)(ticks % TICK_DENOMINATOR)));
    return time_of_ticks(ticks) +
           mixed_code_bit(&numbers->model, &numbers->coder, &rounding, 0, number != time_of_ticks(ticks));
}

static void note_ticks(struct comment_numbers *numbers, unsigned column, int64_t number)
{
    unsigned ticks = (unsigned)ticks_before(numbers, column) << 1 | (unsigned)time_is_in_ticks(number);
    if (ticks >= TICKS_KEPT)
        ticks = TICKS_KEPT / 2 | (ticks & (TICKS_KEPT / 2 - 1));
    numbers->records[column].ticks[numbers->state.side] = (uint8_t)ticks;
}

static void learn(struct comment_numbers *numbers, unsigned column, const struct outlook *outlook,
                  int64_t number, int64_t told)
{
    struct comment_series *series = &numbers->state.series[column];
    for (unsigned i = 0; i < series->foreteller_count; i++)
        comment_foreteller_learn(&numbers->state, &series->foretellers[i], outlook->alternatives[i], number);
    note_ticks(numbers, column, number);
    comment_series_enter(&numbers->state, column, number);
    numbers->records[column].misses[numbers->state.side] = (uint8_t)number_class(told);
}

/* Behind steps: what is left to the number. */
static int64_t code_rest(struct comment_numbers *numbers, unsigned column,
                         const struct comment_formula *formula, int64_t steps, int64_t rest)
{
    uint8_t *before = &numbers->records[column].rests[numbers->state.side];
    uint32_t place = column << 1 | numbers->state.side;
    int64_t step_scale = comment_step_scale(&numbers->state, column, formula);
    struct mixed_context context = {.set = formula->operation == COMMENT_RATE ? RATE_SET : REST_SET,
                                    .digits = DIGITS};
    mixed_context_add(&context, hash32(place, *before));
    mixed_context_add(&context, hash32(place, number_class(step_scale)));
    mixed_context_add(&context, hash32(place, number_class(steps)));
    rest = mixed_code_number(&numbers->model, &numbers->coder, &context, rest);
    *before = (uint8_t)number_class(rest);
    return rest;
}

/* What is told of a number that is off by `miss`: steps, or all of it. Encoding only. */
static int64_t what_to_tell(const struct comment_numbers *numbers, unsigned column,
                            const struct outlook *outlook, int64_t miss)
{
    int64_t ignored;
    if (outlook->step == 0)
        return miss;
    int64_t steps = comment_count_steps(miss, outlook->step);
    return comment_foretell_stepped(&numbers->state, column, outlook->formula, steps, &ignored) ? steps : 0;
}

/* What is told of a number otherwise than by ticks. */
static int64_t code_by_formula(struct comment_numbers *numbers, unsigned column, struct outlook *outlook,
                               int64_t number, int64_t *told_ret)
{
    if (outlook->formula->operation != COMMENT_TIME)
        code_grain(numbers, column, outlook, number);
    struct mixed_context context = number_context(numbers, column_set(column), column, outlook);
    int64_t told = what_to_tell(numbers, column, outlook, number / outlook->grain - outlook->foretold);
    told = mixed_code_number(&numbers->model, &numbers->coder, &context, told);
    int64_t base = outlook->foretold;
    int64_t rest = told;
    int is_fine = 1;
    if (outlook->step != 0) {
        is_fine = comment_foretell_stepped(&numbers->state, column, outlook->formula, told, &base);
        rest = code_rest(numbers, column, outlook->formula, told, number - base);
    }
    is_fine &= is_in_order(base, rest, numbers->state.series[column].factor * outlook->grain);
    numbers->coder.in.failed |= !is_fine;
    *told_ret = told;
    return is_fine ? (base + rest) * outlook->grain : 0;
}

int64_t comment_numbers_code(struct comment_numbers *numbers, unsigned column, int64_t number)
{
    const struct comment_series *series = &numbers->state.series[column];
    struct outlook outlook = look_ahead(numbers, column);
    int64_t told;
    number /= series->factor;
    if (code_whether_ticked(numbers, column, &outlook, number)) {
        number = code_ticked(numbers, column, &outlook, number);
        told = number - outlook.foretold;
    } else {
        number = code_by_formula(numbers, column, &outlook, number, &told);
    }
    learn(numbers, column, &outlook, number, told);
    return number * series->factor;
}
