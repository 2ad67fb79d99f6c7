#include "comments/comment_formula.h"

#include <string.h>

#include "comments/comment_field.h"
#include "chess/position.h"
#include "util/bits.h"
#include "util/decimal.h"

enum { PRODUCT_BITS = 62, PRODUCT_UNIT = 1000, MISS_UNIT = 16, MISS_SHIFT = 3 };

static int8_t clip(int64_t value)
{
    return (int8_t)(value > INT8_MAX ? INT8_MAX : value < INT8_MIN ? INT8_MIN : value);
}

static void count_men(const struct position *position, int8_t *counts)
{
    for (unsigned type = PAWN; type < KING; type++)
        counts[type - PAWN] = clip((int64_t)popcount64(position_men(position, type, WHITE)) -
                                   (int64_t)popcount64(position_men(position, type, BLACK)));
    counts[COMMENT_COUNT_FIFTY_MOVES] = clip(-((position->halfmove_clock + 1) / 2));
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

/* Numbers of the side in the game so far. */
static uint32_t count_in_game(const struct comment_numbers_state *state, const struct comment_series *series)
{
    const struct comment_side *side = &series->sides[state->side];
    return is_new_game(state, side) ? 0 : side->count;
}

static int64_t foretell_time(const struct comment_numbers_state *state, const struct comment_series *series)
{
    int is_first = count_in_game(state, series) == 0;
    if (is_first && state->moment.base != 0)
        return clock_ticks(series, state->moment.base);
    return own(state, series) + (is_first ? 0 : clock_ticks(series, state->moment.increment));
}

/* x * y. Returns 0 when that is too large. */
static int multiply(int64_t x, int64_t y, int64_t *number_ret)
{
    if (bit_length(size_of(x)) + bit_length(size_of(y)) > PRODUCT_BITS)
        return 0;
    *number_ret = x * y;
    return 1;
}

/* These return 0 when there is no such number. The result has the factor. */
static int foretell_less(const struct comment_numbers_state *state, const struct comment_series *series,
                         const struct comment_formula *formula, int64_t *number_ret)
{
    const struct comment_series *x = operand(state, formula->columns[0]);
    if (x == NULL)
        return 0;
    *number_ret = own(state, series) * series->factor - x->present;
    return 1;
}

static int foretell_scaled(const struct comment_numbers_state *state, const struct comment_series *series,
                           const struct comment_formula *formula, int64_t *number_ret)
{
    const struct comment_series *x = operand(state, formula->columns[0]);
    int64_t before = x == NULL ? 0 : x->sides[state->side].before * x->factor;
    if (before == 0 || !multiply(own(state, series) * series->factor, x->present, number_ret))
        return 0;
    *number_ret /= before;
    return 1;
}

/* `more`: added to y. */
static int foretell_product(const struct comment_numbers_state *state, const struct comment_formula *formula,
                            int64_t more, int64_t *number_ret)
{
    const struct comment_series *x = operand(state, formula->columns[0]);
    const struct comment_series *y = operand(state, formula->columns[1]);
    if (x == NULL || y == NULL || !multiply(x->present, y->present + more, number_ret))
        return 0;
    *number_ret /= PRODUCT_UNIT;
    return 1;
}

/* What all of them would be: 100, with the column's decimals. */
static int64_t rate_unit(const struct comment_series *series)
{
    return powers_of_ten[comment_field_decimals(series->kind) + 2];
}

/* `more`: times that it came in addition. */
static int foretell_rate(const struct comment_numbers_state *state, const struct comment_series *series,
                         int64_t more, int64_t *number_ret)
{
    int64_t count = count_in_game(state, series);
    int64_t unit = rate_unit(series);
    int64_t last = own(state, series) * series->factor;
    int64_t times;
    if (count == 0 || last < 0 || !multiply(last, count - 1, &times))
        return 0;
    times = (times + unit - 1) / unit + more;
    if (!multiply(times, unit, number_ret))
        return 0;
    *number_ret /= count;
    return 1;
}

static int foretell_from_others(const struct comment_numbers_state *state,
                                const struct comment_series *series, const struct comment_formula *formula,
                                int64_t *number_ret)
{
    switch (formula->operation) {
    case COMMENT_LESS:
        return foretell_less(state, series, formula, number_ret);
    case COMMENT_SCALED:
        return foretell_scaled(state, series, formula, number_ret);
    case COMMENT_PRODUCT:
        return foretell_product(state, formula, 0, number_ret);
    default:
        return foretell_rate(state, series, 0, number_ret);
    }
}

static int64_t foretell_or_own(const struct comment_numbers_state *state, const struct comment_series *series,
                               const struct comment_formula *formula)
{
    int64_t number;
    return foretell_from_others(state, series, formula, &number) ? within_limit(number / series->factor)
                                                                 : own(state, series);
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
        return within_limit(foretell_or_own(state, series, formula) + constant);
    case COMMENT_BOARD:
        return within_limit(constant + state->moment.counts[formula->columns[0]]);
    default:
        return foretell_or_own(state, series, formula);
    }
}

int64_t comment_step(const struct comment_numbers_state *state, unsigned column,
                     const struct comment_formula *formula)
{
    const struct comment_series *series = &state->series[column];
    int64_t number;
    if (formula->operation == COMMENT_RATE)
        return foretell_rate(state, series, 0, &number)
                   ? rate_unit(series) / count_in_game(state, series) / series->factor
                   : 0;
    if (formula->operation != COMMENT_PRODUCT || !foretell_product(state, formula, 0, &number))
        return 0;
    int64_t step = state->series[formula->columns[0]].present / PRODUCT_UNIT / series->factor;
    return step >= COMMENT_STEP_MIN ? step : 0;
}

int comment_foretell_stepped(const struct comment_numbers_state *state, unsigned column,
                             const struct comment_formula *formula, int64_t steps, int64_t *number_ret)
{
    const struct comment_series *series = &state->series[column];
    if (steps >= COMMENT_NUMBER_LIMIT || steps <= -COMMENT_NUMBER_LIMIT)
        return 0;
    int is_there = formula->operation == COMMENT_RATE ? foretell_rate(state, series, steps, number_ret)
                                                      : foretell_product(state, formula, steps, number_ret);
    if (is_there)
        *number_ret = within_limit(*number_ret / series->factor);
    return is_there;
}

int64_t comment_step_scale(const struct comment_numbers_state *state, unsigned column,
                           const struct comment_formula *formula)
{
    return formula->operation == COMMENT_RATE ? count_in_game(state, &state->series[column])
                                              : state->series[formula->columns[1]].present;
}

void comment_foreteller_learn(const struct comment_numbers_state *state,
                              struct comment_foreteller *foreteller, int64_t foretold, int64_t number)
{
    unsigned side = state->side;
    uint32_t *misses = &foreteller->misses[side];
    *misses += MISS_UNIT * bit_length(size_of(number - foretold)) - (*misses >> MISS_SHIFT);
    if (foreteller->formula.operation != COMMENT_LESS && foreteller->formula.operation != COMMENT_BOARD)
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
    side->count = count_in_game(state, series) + 1;
    if (side->count == 1)
        side->start = number;
    side->last = number;
    side->game = state->moment.game;
    series->latest = state->side;
    series->present = number * series->factor;
    series->comment = state->comment;
}

/* ---- In the table ---- */

/* How many bytes follow an operation: x, x and y, or what is counted. */
static unsigned operand_count(uint8_t operation)
{
    return operation == COMMENT_PRODUCT
               ? 2
               : operation == COMMENT_LESS || operation == COMMENT_SCALED || operation == COMMENT_BOARD;
}

void comment_formula_write(const struct comment_formula *formula, struct buffer *out)
{
    buffer_append_byte(out, formula->operation);
    buffer_append(out, formula->columns, operand_count(formula->operation));
}

int comment_formula_read(struct comment_formula *formula, uint8_t kind, struct byte_source *source,
                         unsigned column_count, struct error *error)
{
    *formula = (struct comment_formula){.operation = byte_source_byte(source)};
    if (formula->operation >= COMMENT_OPERATION_COUNT)
        byte_source_newer(source, error, "formula for numbers of comments", formula->operation);
    if (source->failed)
        return 0;
    int counts_boards = comment_formula_needs_boards(formula);
    for (unsigned i = 0; i < operand_count(formula->operation); i++) {
        formula->columns[i] = byte_source_byte(source);
        if (counts_boards && formula->columns[i] >= COMMENT_BOARD_COUNTS)
            byte_source_newer(source, error, "count of the board", formula->columns[i]);
        source->failed |= !counts_boards && formula->columns[i] >= column_count;
    }
    source->failed |=
        formula->operation == COMMENT_RATE && comment_field_decimals(kind) > COMMENT_RATE_DECIMALS_MAX;
    return !source->failed;
}
