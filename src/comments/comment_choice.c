#include "comments/comment_choice.h"

#include <string.h>

#include "entropy/coding/code_tally.h"
#include "comments/comment_field.h"
#include "comments/comment_ticks.h"
#include "util/bits.h"

enum {
    SAMPLES = 5, /* evenly over the block, of ... */
    SAMPLE_COMMENTS = 512,
    WARM_UP = 8,         /* numbers, behind which, and behind twice as many each time, losers are dropped */
    LEADER_AFTER = 512,  /* numbers, behind which the one that leads is known */
    PAIRED_COLUMNS = 16, /* columns before a field of which two may be combined */
    TRIALS_KEPT_MAX = 256,
    SPREAD_LENGTHS = 64
};

/* How far off foretold numbers were: by length, and by sign. */
struct spread {
    uint32_t lengths[SPREAD_LENGTHS];
    uint32_t signs[2];
    uint32_t rest_lengths[SPREAD_LENGTHS]; /* behind steps */
    uint32_t plain;                        /* bits that no model foresees */
    uint8_t top, rest_top;                 /* no length is greater */
};

/* A formula that is tried. */
struct trial {
    struct comment_foreteller foreteller;
    struct spread alone;
    struct spread gain; /* what has to be added to the leader's where both are used: counts may be below 0 */
    uint64_t score;
    int boards_are_free; /* something else asks for them */
};

/* The trials of a column. */
struct contest {
    size_t first, count;
    size_t leader;
    uint64_t numbers; /* tried */
};

struct choice {
    struct comment_encoder *encoder;
    struct trial *trials;
    size_t trial_count, trial_capacity;
    struct contest contests[COMMENT_COLUMN_COUNT_MAX];
    uint32_t at[COMMENT_COLUMN_COUNT_MAX]; /* of the columns' numbers: entered so far */
    uint8_t is_before[COMMENT_COLUMN_COUNT_MAX]
                     [COMMENT_COLUMN_COUNT_MAX / 8]; /* columns in the same templates */
    int has_boards;
};

/* ---- What is tried ---- */

static int add_trial(struct choice *choice, uint8_t operation, unsigned x, unsigned y)
{
    if (!MEMORY_GROW(choice->encoder->memory, choice->trials, choice->trial_capacity,
                     choice->trial_count + 1))
        return 0;
    choice->trials[choice->trial_count++] =
        (struct trial){.foreteller.formula = {operation, {(uint8_t)x, (uint8_t)y}},
                       .boards_are_free = choice->encoder->has_lists};
    return 1;
}

/* What of `column` comes before `field` of a template. */
static void note_before(struct choice *choice, const struct comment_template *template, size_t field)
{
    uint8_t *before = choice->is_before[template->pieces[field].column];
    for (size_t i = 0; i < field; i++)
        if (comment_field_has_number(template->pieces[i].kind) &&
            template->pieces[i].column != template->pieces[field].column)
            before[template->pieces[i].column / 8] |= (uint8_t)(1u << template->pieces[i].column % 8);
}

static int add_simple_trials(struct choice *choice, uint8_t kind)
{
    int done = add_trial(choice, COMMENT_OWN, 0, 0) && add_trial(choice, COMMENT_LAST, 0, 0) &&
               add_trial(choice, COMMENT_ZERO, 0, 0);
    if (comment_field_type(kind) == COMMENT_FIELD_CLOCK)
        done = done && add_trial(choice, COMMENT_TIME, 0, 0);
    if (comment_field_type(kind) == COMMENT_FIELD_NUMBER &&
        comment_field_decimals(kind) <= COMMENT_RATE_DECIMALS_MAX)
        done = done && add_trial(choice, COMMENT_RATE, 0, 0);
    for (unsigned i = 0; choice->has_boards && i < COMMENT_BOARD_COUNTS; i++)
        done = done && add_trial(choice, COMMENT_BOARD, i, 0);
    return done;
}

static int add_trials(struct choice *choice, unsigned column)
{
    unsigned paired[PAIRED_COLUMNS];
    unsigned paired_count = 0;
    int done = add_simple_trials(choice, choice->encoder->columns[column].kind);
    for (unsigned x = 0; x < choice->encoder->column_count; x++) {
        if (!(choice->is_before[column][x / 8] >> x % 8 & 1))
            continue;
        done = done && add_trial(choice, COMMENT_SCALED, x, 0) && add_trial(choice, COMMENT_LESS, x, 0);
        for (unsigned i = 0; i < paired_count; i++)
            done = done && add_trial(choice, COMMENT_PRODUCT, x, paired[i]);
        if (paired_count < PAIRED_COLUMNS)
            paired[paired_count++] = x;
    }
    return done;
}

static int add_contests(struct choice *choice)
{
    const struct comment_encoder *encoder = choice->encoder;
    for (size_t i = 0; i < encoder->template_count; i++)
        for (size_t j = 0; j < encoder->templates[i].field_count; j++)
            note_before(choice, &encoder->templates[i], j);
    for (unsigned i = 0; i < encoder->column_count; i++) {
        struct contest *contest = &choice->contests[i];
        contest->first = choice->trial_count;
        if (comment_field_has_number(encoder->columns[i].kind) && !add_trials(choice, i))
            return 0;
        contest->count = choice->trial_count - contest->first;
    }
    return 1;
}

/* ---- Trying ---- */

/* What is told of a number: how far off a formula was. */
struct tale {
    int64_t miss;
    int64_t rest; /* behind steps */
    int has_rest;
};

static unsigned length_of(int64_t number)
{
    return bit_length(number < 0 ? (uint64_t)-number : (uint64_t)number);
}

/* Adds it `times` times, which may be -1: what is then below 0 is added to another spread later. */
static void spread_add(struct spread *spread, const struct tale *tale, uint32_t times)
{
    unsigned length = length_of(tale->miss);
    unsigned rest_length = tale->has_rest ? length_of(tale->rest) : 0;
    spread->lengths[length] += times;
    spread->top = length > spread->top ? (uint8_t)length : spread->top;
    spread->signs[tale->miss < 0] += length != 0 ? times : 0;
    unsigned plain = (length > 1 ? length - 1 : 0) + rest_length; /* the rest's sign, too */
    spread->plain += plain * times;
    if (!tale->has_rest)
        return;
    spread->rest_lengths[rest_length] += times;
    spread->rest_top = rest_length > spread->rest_top ? (uint8_t)rest_length : spread->rest_top;
}

/* Of 256 each: what it takes to tell apart so many of one kind and so many of others. */
static uint64_t entropy(const uint32_t *counts, const uint32_t *more, size_t size)
{
    uint64_t sum = 0;
    uint64_t total = 0;
    for (size_t i = 0; i < size; i++) {
        uint32_t count = counts[i] + more[i];
        total += count;
        sum += count == 0 ? 0 : count * code_tally_log2(count);
    }
    return total == 0 ? 0 : total * code_tally_log2(total) - sum;
}

/* Bits of both together. */
static uint64_t bits_of(const struct spread *spread, const struct spread *more)
{
    unsigned top = spread->top > more->top ? spread->top : more->top;
    unsigned rest_top = spread->rest_top > more->rest_top ? spread->rest_top : more->rest_top;
    uint64_t parts = entropy(spread->lengths, more->lengths, top + 1) +
                     entropy(spread->signs, more->signs, 2) +
                     entropy(spread->rest_lengths, more->rest_lengths, rest_top + 1);
    return (uint32_t)(spread->plain + more->plain) + parts / 256;
}

static const struct spread nothing;

static uint64_t bits_alone(const struct trial *trial)
{
    return bits_of(&trial->alone, &nothing);
}

static uint64_t bits_shared(const struct trial *trial, const struct trial *leader)
{
    return bits_of(&leader->alone, &trial->gain);
}

/*
 * Bits, and what a formula has to be better by than one that is simpler: one that combines columns is right
 * by accident now and then, and a block that asks for boards is unpacked more slowly.
 */
static uint64_t cost_of(const struct trial *trial, uint64_t bits)
{
    enum { BOARD_HANDICAP = 256 };
    if (comment_formula_needs_boards(&trial->foreteller.formula) && !trial->boards_are_free)
        return 2 * bits + BOARD_HANDICAP;
    if (trial->foreteller.formula.operation == COMMENT_TIME)
        return bits - bits / 4; /* it has faster contexts */
    return trial->foreteller.formula.operation < COMMENT_TIME ? bits : bits + bits / 64 + 16;
}

static struct tale tell_by_steps(const struct comment_numbers_state *state, unsigned column,
                                 const struct comment_formula *formula, int64_t foretold, int64_t number)
{
    int64_t step = comment_step(state, column, formula);
    int64_t steps = step == 0 ? 0 : comment_count_steps(number - foretold, step);
    if (step == 0 || !comment_foretell_stepped(state, column, formula, steps, &foretold))
        return (struct tale){.miss = number - foretold};
    return (struct tale){steps, number - foretold, 1};
}

static inline struct tale tell(const struct comment_numbers_state *state, unsigned column,
                               const struct comment_formula *formula, int64_t foretold, int64_t number)
{
    return comment_formula_has_steps(formula) ? tell_by_steps(state, column, formula, foretold, number)
                                              : (struct tale){.miss = number - foretold};
}

/* `leader_misses`, of the side, and its tale: as they are before the number is learnt. */
static void try_one(const struct comment_numbers_state *state, unsigned column, struct trial *trial,
                    int64_t number, uint32_t leader_misses, const struct tale *leader_tale)
{
    int64_t foretold = comment_foretell_by(state, column, &trial->foreteller);
    struct tale tale = tell(state, column, &trial->foreteller.formula, foretold, number);
    spread_add(&trial->alone, &tale, 1);
    if (trial->foreteller.misses[state->side] < leader_misses) {
        spread_add(&trial->gain, &tale, 1);
        spread_add(&trial->gain, leader_tale, UINT32_MAX);
    }
    comment_foreteller_learn(state, &trial->foreteller, foretold, number);
}

static size_t find_best(const struct choice *choice, const struct contest *contest)
{
    const struct trial *trials = choice->trials + contest->first;
    size_t best = 0;
    uint64_t least = cost_of(&trials[0], bits_alone(&trials[0]));
    for (size_t i = 1; i < contest->count; i++) {
        uint64_t cost = cost_of(&trials[i], bits_alone(&trials[i]));
        best = cost < least ? i : best;
        least = cost < least ? cost : least;
    }
    return best;
}

/* How well a trial does: its bits alone, or with the leader if the two are clearly better than the leader is. */
static uint64_t score_of(const struct trial *trial, const struct trial *leader, uint64_t leader_bits)
{
    uint64_t shared = bits_shared(trial, leader);
    return shared + shared / 32 < leader_bits ? shared : bits_alone(trial);
}

/* The lowest scores so far, in order. */
struct ranking {
    uint64_t scores[TRIALS_KEPT_MAX];
    size_t count, limit;
};

static void ranking_add(struct ranking *ranking, uint64_t score)
{
    size_t at = ranking->count;
    if (at == ranking->limit && score >= ranking->scores[at - 1])
        return;
    at -= at == ranking->limit;
    ranking->count = at + 1;
    for (; at > 0 && ranking->scores[at - 1] > score; at--)
        ranking->scores[at] = ranking->scores[at - 1];
    ranking->scores[at] = score;
}

/* How many go on behind so many numbers. */
static size_t trials_kept(uint64_t numbers)
{
    enum { KEPT_MIN = 4, KEPT = 2048 };
    size_t kept = (size_t)(KEPT / numbers);
    return kept > KEPT_MIN ? kept : KEPT_MIN;
}

/* Simple formulas, and rates, may come into their own late. */
static int is_patient(const struct trial *trial)
{
    uint8_t operation = trial->foreteller.formula.operation;
    return operation <= COMMENT_TIME || operation == COMMENT_RATE;
}

/* Drops formulas that are no good, and of equals those that come last; the leader stays. */
static void drop_losers(struct choice *choice, struct contest *contest)
{
    enum { SLACK = 16 };
    struct trial *trials = choice->trials + contest->first;
    const struct trial leader = trials[contest->leader];
    struct ranking ranking = {.limit = trials_kept(contest->numbers)};
    uint64_t leader_bits = bits_alone(&leader);
    size_t left = 0;
    size_t equals = 0;
    for (size_t i = 0; i < contest->count; i++) {
        trials[i].score = score_of(&trials[i], &leader, leader_bits);
        ranking_add(&ranking, trials[i].score);
    }
    uint64_t last = ranking.scores[ranking.count - 1];
    uint64_t limit = ranking.scores[0] + ranking.scores[0] / 4 + SLACK;
    for (size_t i = 0; i < ranking.count; i++)
        equals += ranking.scores[i] == last;
    for (size_t i = 0; i < contest->count; i++) {
        uint64_t score = trials[i].score;
        int stays = score < last || (score == last && equals != 0);
        equals -= score == last && equals != 0;
        if (i == contest->leader)
            contest->leader = left;
        else if (is_patient(&trials[i]) ? score > 2 * limit : !stays || score > limit)
            continue;
        trials[left++] = trials[i];
    }
    contest->count = left;
}

/* One leads; all begin anew, each alone and together with it. */
static void set_leader(struct choice *choice, struct contest *contest)
{
    struct trial *trials = choice->trials + contest->first;
    contest->leader = find_best(choice, contest);
    for (size_t i = 0; i < contest->count; i++) {
        trials[i].alone = nothing;
        trials[i].gain = nothing;
    }
}

static void try_number(struct choice *choice, unsigned column, int64_t number)
{
    struct contest *contest = &choice->contests[column];
    struct trial *trials = choice->trials + contest->first;
    const struct comment_numbers_state *state = &choice->encoder->numbers.state;
    const struct comment_foreteller *leader = &trials[contest->leader].foreteller;
    uint32_t leader_misses = leader->misses[state->side];
    struct tale leader_tale =
        tell(state, column, &leader->formula, comment_foretell_by(state, column, leader), number);
    for (size_t i = 0; i < contest->count; i++)
        try_one(state, column, &trials[i], number, leader_misses, &leader_tale);
    contest->numbers++;
    if (contest->numbers >= WARM_UP && (contest->numbers & (contest->numbers - 1)) == 0)
        drop_losers(choice, contest);
    if (contest->numbers == LEADER_AFTER)
        set_leader(choice, contest);
}

/* A comment's numbers go into their series; with `tries` formulas are tried on them first. */
static void replay_comment(struct choice *choice, size_t comment, int tries)
{
    struct comment_encoder *encoder = choice->encoder;
    struct comment_numbers_state *state = &encoder->numbers.state;
    comment_state_begin(state, &encoder->moments[comment]);
    if (encoder->ids.data[comment] == 0)
        return;
    const struct comment_template *template = &encoder->templates[encoder->ids.data[comment] - 1];
    for (size_t i = 0; i < template->field_count; i++) {
        unsigned column = template->pieces[i].column;
        if (!comment_field_has_number(template->pieces[i].kind))
            continue;
        int64_t number =
            encoder->columns[column].numbers[choice->at[column]++].number / state->series[column].factor;
        if (tries)
            try_number(choice, column, number);
        comment_series_enter(state, column, number);
    }
}

static void replay(struct choice *choice)
{
    size_t count = choice->encoder->moment_count;
    size_t distance = count / SAMPLES + 1;
    for (size_t i = 0; i < count; i++)
        replay_comment(choice, i, i % distance < SAMPLE_COMMENTS);
}

/* ---- The outcome ---- */

/* The one that helps the leader most; the leader itself where none does, compared with the best one alone. */
static size_t find_helper(const struct choice *choice, const struct contest *contest, size_t single)
{
    const struct trial *trials = choice->trials + contest->first;
    uint64_t least = cost_of(&trials[single], bits_alone(&trials[single]));
    size_t best = contest->leader;
    least = least - least / 16 > 64 ? least - least / 16 - 64 : 0;
    for (size_t i = 0; i < contest->count; i++) {
        uint64_t cost = cost_of(&trials[i], bits_shared(&trials[i], &trials[contest->leader]));
        if (comment_formula_needs_boards(&trials[i].foreteller.formula) || cost >= least)
            continue;
        best = i;
        least = cost;
    }
    return best;
}

static void set_formulas(struct choice *choice, unsigned column)
{
    const struct contest *contest = &choice->contests[column];
    struct comment_series *series = &choice->encoder->numbers.state.series[column];
    series->foreteller_count = 1;
    if (contest->count == 0)
        return;
    const struct trial *trials = choice->trials + contest->first;
    size_t single = find_best(choice, contest);
    series->foretellers[0].formula = trials[single].foreteller.formula;
    if (contest->numbers <= 2 * LEADER_AFTER || trials[single].foreteller.formula.operation == COMMENT_TIME)
        return;
    size_t helper = find_helper(choice, contest, single);
    if (helper == contest->leader)
        return;
    series->foreteller_count = 2;
    series->foretellers[0].formula = trials[contest->leader].foreteller.formula;
    series->foretellers[1].formula = trials[helper].foreteller.formula;
}

/* The largest power of ten that divides all numbers. */
static int64_t find_factor(const struct comment_column *column)
{
    int64_t factor = 1000;
    for (size_t i = 0; i < column->count && factor > 1; i++)
        while (column->numbers[i].number % factor != 0)
            factor /= 10;
    return factor;
}

/* Times in thousandths of which many are whole ticks of a clock: at random 15 of 125 would be. */
static uint8_t has_ticks(const struct comment_column *column)
{
    enum { LEAST = 64, MANY = 5 }; /* one in so many */
    size_t count = 0;
    if (comment_field_decimals(column->kind) != 3)
        return 0;
    for (size_t i = 0; i < column->count; i++)
        count += (size_t)time_is_in_ticks(column->numbers[i].number);
    return column->count >= LEAST && count > column->count / MANY;
}

static void start_series(struct choice *choice)
{
    struct comment_encoder *encoder = choice->encoder;
    for (size_t i = 0; i < encoder->column_count; i++) {
        struct comment_series *series = &encoder->numbers.state.series[i];
        series->kind = encoder->columns[i].kind;
        series->factor = find_factor(&encoder->columns[i]);
        series->in_ticks = has_ticks(&encoder->columns[i]);
        series->foreteller_count = 0;
    }
    comment_state_reset(&encoder->numbers.state);
}

int comment_choose_formulas(struct comment_encoder *encoder)
{
    struct choice *choice = memory_get(encoder->memory, sizeof *choice);
    if (choice == NULL)
        return 0;
    memset(choice, 0, sizeof *choice);
    choice->encoder = encoder;
    choice->has_boards = encoder->has_boards;
    int done = comment_numbers_allocate(&encoder->numbers) && add_contests(choice);
    if (done) {
        start_series(choice);
        replay(choice);
        for (unsigned i = 0; i < encoder->column_count; i++)
            set_formulas(choice, i);
    }
    memory_release(encoder->memory, choice->trials, choice->trial_capacity * sizeof *choice->trials);
    memory_release(encoder->memory, choice, sizeof *choice);
    return done;
}
