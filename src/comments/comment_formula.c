#include "comments/comment_formula.h"

#include <string.h>

#include "comments/comment_field.h"
#include "chess/position.h"
#include "util/bits.h"
#include "util/decimal.h"

enum { PRODUCT_BITS = 62, MISS_UNIT = 16, MISS_SHIFT = 3 };

static int8_t clip(int64_t value)
{
    return (int8_t)(value > INT8_MAX ? INT8_MAX : value < INT8_MIN ? INT8_MIN : value);
}

static void count_men(const struct position *position, int8_t *counts)
{
    for (unsigned type = PAWN; type < KING; type++)
        counts[type - PAWN] = clip((int64_t)popcount64(position_men(position, type, WHITE)) -
                                   (int64_t)popcount64(position_men(position, type, BLACK)));
    counts[COMMENT_COUNT_FIFTY_PLIES] = clip(position->halfmove_clock);
    counts[COMMENT_COUNT_FIFTY_MOVES] = clip((position->halfmove_clock + 1) / 2);
}

struct comment_moment comment_moment_of(const struct comment_place *place)
{
    struct comment_moment moment = {.game = place->game,
                                    .ply = place->ply,
                                    .base = place->clock.base,
                                    .increment = place->clock.increment,
                                    .mark = place->mark};
    if (place->now != NULL)
        count_men(place->now, moment.counts);
    return moment;
}

static void reset_foreteller(struct comment_foreteller *foreteller)
{
    *foreteller = (struct comment_foreteller){.formula = foreteller->formula};
}

void comment_state_reset(struct comment_numbers_state *state)
{
    for (size_t i = 0; i < COMMENT_COLUMN_COUNT_MAX; i++) {
        struct comment_series *series = &state->series[i];
        memset(series->sides, 0, sizeof series->sides);
        series->comment = 0;
        series->latest = 0;
        for (unsigned j = 0; j < COMMENT_FORMULAS_MAX; j++)
            reset_foreteller(&series->foretellers[j]);
    }
    state->comment = 0;
}

void comment_state_begin(struct comment_numbers_state *state, const struct comment_moment *moment)
{
    state->moment = *moment;
    state->side = moment->ply & 1;
    state->comment++;
}

/* ---- Formulas ---- */

static uint64_t size_of(int64_t number)
{
    return number < 0 ? (uint64_t)-number : (uint64_t)number;
}

/* number * 10^power, towards 0. Returns 0 when that is too large. */
static int scale(int64_t *number, int power)
{
    if (power < 0) {
        *number /= powers_of_ten[-power];
        return 1;
    }
    if (bit_length(size_of(*number)) + bit_length((uint64_t)powers_of_ten[power]) > PRODUCT_BITS)
        return 0;
    *number *= powers_of_ten[power];
    return 1;
}

static const struct comment_series *operand(const struct comment_numbers_state *state, uint8_t column)
{
    const struct comment_series *series = &state->series[column];
    return series->comment == state->comment ? series : NULL;
}

static int is_new_game(const struct comment_numbers_state *state, const struct comment_side *side)
{
    return side->game != state->moment.game;
}

/* The side's last number, without the factor. */
static int64_t own(const struct comment_numbers_state *state, const struct comment_series *series)
{
    const struct comment_side *side = &series->sides[state->side];
    if (!side->is_known)
        side = &series->sides[state->side ^ 1];
    return is_new_game(state, side) ? side->start : side->last;
}

static int64_t last_of_any(const struct comment_numbers_state *state, const struct comment_series *series)
{
    const struct comment_side *side = &series->sides[series->latest];
    return is_new_game(state, side) ? own(state, series) : side->last;
}

static int64_t within_limit(int64_t number)
{
    return number >= COMMENT_NUMBER_LIMIT    ? COMMENT_NUMBER_LIMIT - 1
           : number <= -COMMENT_NUMBER_LIMIT ? 1 - COMMENT_NUMBER_LIMIT
                                             : number;
}

/* Seconds as the column counts them. */
static int64_t clock_ticks(const struct comment_series *series, uint32_t seconds)
{
    unsigned decimals = comment_field_decimals(series->kind);
    return (int64_t)seconds * powers_of_ten[decimals == 0 ? 1 : decimals] / series->factor;
}

static int64_t foretell_time(const struct comment_numbers_state *state, const struct comment_series *series)
{
    const struct comment_side *side = &series->sides[state->side];
    int is_first = !side->is_known || is_new_game(state, side);
    if (is_first && state->moment.base != 0)
        return clock_ticks(series, state->moment.base);
    return own(state, series) + (is_first ? 0 : clock_ticks(series, state->moment.increment));
}

/* x * y * 10^power; 0: too large. */
static int multiply(int64_t x, int64_t y, int power, int64_t *number_ret)
{
    if (bit_length(size_of(x)) + bit_length(size_of(y)) > PRODUCT_BITS)
        return 0;
    *number_ret = x * y;
    return scale(number_ret, power);
}

/* Both return 0 when x or y is not there, or too large. The result has the factor. */
static int foretell_by_one(const struct comment_numbers_state *state, const struct comment_series *series,
                           const struct comment_formula *formula, int64_t *number_ret)
{
    const struct comment_series *x = operand(state, formula->columns[0]);
    if (x == NULL)
        return 0;
    int64_t number = x->present;
    int64_t before = x->sides[state->side].before * x->factor;
    int64_t last = own(state, series) * series->factor;
    if (formula->operation == COMMENT_SCALED) {
        if (before == 0 || !multiply(last, number, 0, number_ret))
            return 0;
        *number_ret /= before;
        return 1;
    }
    if (formula->operation == COMMENT_MOVED)
        number -= before;
    if (!scale(&number, formula->power))
        return 0;
    *number_ret = formula->operation == COMMENT_SAME    ? number
                  : formula->operation == COMMENT_MOVED ? last + number
                                                        : last - number;
    return 1;
}

static int foretell_by_two(const struct comment_numbers_state *state, const struct comment_formula *formula,
                           int64_t *number_ret)
{
    const struct comment_series *x = operand(state, formula->columns[0]);
    const struct comment_series *y = operand(state, formula->columns[1]);
    if (x == NULL || y == NULL)
        return 0;
    if (formula->operation == COMMENT_PRODUCT)
        return multiply(x->present, y->present, formula->power, number_ret);
    int64_t number = x->present;
    if (!scale(&number, formula->power) || y->present == 0)
        return 0;
    *number_ret = number / y->present;
    return 1;
}

/* Of how many a RATE is: the numbers of the side and game so far. */
static uint32_t rate_count(const struct comment_numbers_state *state, const struct comment_series *series)
{
    const struct comment_side *side = &series->sides[state->side];
    return !side->is_known || is_new_game(state, side) ? 0 : side->count;
}

/* `more`: times that it came in addition. Returns 0 when there is no rate yet, or one that cannot be. */
static int foretell_rate(const struct comment_numbers_state *state, const struct comment_series *series,
                         const struct comment_formula *formula, int64_t more, int64_t *number_ret)
{
    int64_t count = rate_count(state, series);
    int64_t unit = powers_of_ten[formula->power];
    int64_t last = own(state, series) * series->factor;
    int64_t times;
    if (count == 0 || last < 0 || !multiply(last, count - 1, 0, &times))
        return 0;
    times = (times + unit - 1) / unit + more;
    if (!multiply(times, unit, 0, number_ret))
        return 0;
    *number_ret /= count;
    return 1;
}

static int64_t foretell_by_columns(const struct comment_numbers_state *state,
                                   const struct comment_series *series, const struct comment_formula *formula)
{
    int64_t number;
    int is_there = formula->operation == COMMENT_RATE      ? foretell_rate(state, series, formula, 0, &number)
                   : formula->operation >= COMMENT_PRODUCT ? foretell_by_two(state, formula, &number)
                                                           : foretell_by_one(state, series, formula, &number);
    return is_there ? within_limit(number / series->factor) : own(state, series);
}

int64_t comment_foretell_by(const struct comment_numbers_state *state, unsigned column,
                            const struct comment_foreteller *foreteller)
{
    const struct comment_series *series = &state->series[column];
    const struct comment_formula *formula = &foreteller->formula;
    int64_t constant = foreteller->constants[state->side];
    switch (formula->operation) {
    case COMMENT_ZERO:
        return 0;
    case COMMENT_OWN:
        return own(state, series);
    case COMMENT_LAST:
        return last_of_any(state, series);
    case COMMENT_TIME:
        return within_limit(foretell_time(state, series));
    case COMMENT_LESS:
        return within_limit(foretell_by_columns(state, series, formula) + constant);
    case COMMENT_BOARD:
        return within_limit(constant + state->moment.counts[formula->columns[0]]);
    case COMMENT_BOARD_LESS:
        return within_limit(constant - state->moment.counts[formula->columns[0]]);
    default:
        return foretell_by_columns(state, series, formula);
    }
}

static int64_t product_step(const struct comment_numbers_state *state, const struct comment_series *series,
                            const struct comment_formula *formula)
{
    int64_t product;
    if (!foretell_by_two(state, formula, &product))
        return 0;
    int64_t step = state->series[formula->columns[0]].present;
    if (!scale(&step, formula->power))
        return 0;
    step /= series->factor;
    return step >= COMMENT_STEP_MIN ? step : 0;
}

int64_t comment_step(const struct comment_numbers_state *state, unsigned column,
                     const struct comment_formula *formula)
{
    const struct comment_series *series = &state->series[column];
    int64_t number;
    if (formula->operation == COMMENT_PRODUCT)
        return product_step(state, series, formula);
    if (formula->operation != COMMENT_RATE || !foretell_rate(state, series, formula, 0, &number))
        return 0;
    return powers_of_ten[formula->power] / rate_count(state, series) / series->factor;
}

int comment_foretell_stepped(const struct comment_numbers_state *state, unsigned column,
                             const struct comment_formula *formula, int64_t steps, int64_t *number_ret)
{
    const struct comment_series *series = &state->series[column];
    if (steps >= COMMENT_NUMBER_LIMIT || steps <= -COMMENT_NUMBER_LIMIT)
        return 0;
    int is_there =
        formula->operation == COMMENT_RATE
            ? foretell_rate(state, series, formula, steps, number_ret)
            : multiply(state->series[formula->columns[0]].present,
                       state->series[formula->columns[1]].present + steps, formula->power, number_ret);
    if (is_there)
        *number_ret = within_limit(*number_ret / series->factor);
    return is_there;
}

int64_t comment_step_scale(const struct comment_numbers_state *state, unsigned column,
                           const struct comment_formula *formula)
{
    return formula->operation == COMMENT_RATE ? rate_count(state, &state->series[column])
                                              : state->series[formula->columns[1]].present;
}

void comment_foreteller_learn(const struct comment_numbers_state *state,
                              struct comment_foreteller *foreteller, int64_t foretold, int64_t number)
{
    unsigned side = state->side;
    uint32_t *misses = &foreteller->misses[side];
    *misses += MISS_UNIT * bit_length(size_of(number - foretold)) - (*misses >> MISS_SHIFT);
    if (foreteller->formula.operation != COMMENT_LESS && !comment_formula_needs_boards(&foreteller->formula))
        return;
    int64_t right = within_limit(number - foretold + foreteller->constants[side]);
    if (right == foreteller->candidates[side])
        foreteller->constants[side] = right;
    foreteller->candidates[side] = right;
}

void comment_series_enter(struct comment_numbers_state *state, unsigned column, int64_t number)
{
    struct comment_series *series = &state->series[column];
    struct comment_side *side = &series->sides[state->side];
    side->before = own(state, series);
    side->count = rate_count(state, series) + 1;
    if (side->count == 1)
        side->start = number;
    side->last = number;
    side->game = state->moment.game;
    side->is_known = 1;
    series->latest = state->side;
    series->present = number * series->factor;
    series->comment = state->comment;
}

/* ---- In the table ---- */

/* What follows an operation. */
static const struct formula_shape {
    uint8_t columns; /* or what is counted */
    uint8_t has_power;
} shapes[COMMENT_OPERATION_COUNT] = {
    [COMMENT_SAME] = {1, 1},   [COMMENT_LESS] = {1, 1},    [COMMENT_MOVED] = {1, 1},
    [COMMENT_SCALED] = {1, 0}, [COMMENT_PRODUCT] = {2, 1}, [COMMENT_QUOTIENT] = {2, 1},
    [COMMENT_RATE] = {0, 1},   [COMMENT_BOARD] = {1, 0},   [COMMENT_BOARD_LESS] = {1, 0},
};

void comment_formula_write(const struct comment_formula *formula, struct buffer *out)
{
    const struct formula_shape *shape = &shapes[formula->operation];
    buffer_append_byte(out, formula->operation);
    buffer_append(out, formula->columns, shape->columns);
    if (shape->has_power)
        buffer_append_byte(out, (uint8_t)(COMMENT_POWER_MAX + formula->power));
}

int comment_formula_read(struct comment_formula *formula, struct byte_source *source, unsigned column_count,
                         struct error *error)
{
    *formula = (struct comment_formula){.operation = byte_source_byte(source)};
    if (formula->operation >= COMMENT_OPERATION_COUNT)
        byte_source_newer(source, error, "formula for numbers of comments", formula->operation);
    if (source->failed)
        return 0;
    const struct formula_shape *shape = &shapes[formula->operation];
    int counts_boards = comment_formula_needs_boards(formula);
    for (unsigned i = 0; i < shape->columns; i++) {
        formula->columns[i] = byte_source_byte(source);
        if (counts_boards && formula->columns[i] >= COMMENT_BOARD_COUNTS)
            byte_source_newer(source, error, "count of the board", formula->columns[i]);
        source->failed |= !counts_boards && formula->columns[i] >= column_count;
    }
    if (shape->has_power) {
        uint8_t power = byte_source_byte(source);
        source->failed |= power > 2 * COMMENT_POWER_MAX ||
                          (formula->operation == COMMENT_RATE && power < COMMENT_POWER_MAX);
        formula->power = (int8_t)(power - COMMENT_POWER_MAX);
    }
    return !source->failed;
}
