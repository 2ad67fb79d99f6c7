#include "search/steps/query_steps.h"

#include <string.h>

#include "util/inlined.h"

struct query_step *query_steps_add(struct query_steps *steps, struct memory *memory)
{
    if (!MEMORY_GROW(memory, steps->steps, steps->capacity, steps->count + 1))
        return NULL;
    steps->steps[steps->count] =
        (struct query_step){.positions = 1, .nearest = 1, .farthest = STEP_ANY_DISTANCE};
    return &steps->steps[steps->count++];
}

struct query_step *query_steps_last(struct query_steps *steps, struct memory *memory)
{
    return steps->count != 0 ? &steps->steps[steps->count - 1] : query_steps_add(steps, memory);
}

int query_step_add(struct query_step *step, const struct board_condition *condition, struct memory *memory)
{
    if (!MEMORY_GROW(memory, step->conditions, step->condition_capacity, step->condition_count + 1))
        return 0;
    step->conditions[step->condition_count++] = *condition;
    step->manoeuvre_count += (size_t)board_condition_is_followed(condition);
    if (condition->kind == BOARD_MOVE_ROW && !condition->negated && condition->of.row->count > step->lead)
        step->lead = (uint8_t)(condition->of.row->count - 1);
    return 1;
}

static void step_free(struct query_step *step, struct memory *memory)
{
    for (size_t k = 0; k < step->condition_count; k++)
        board_condition_free(&step->conditions[k], memory);
    memory_release(memory, step->conditions, step->condition_capacity * sizeof *step->conditions);
    *step = (struct query_step){0};
}

void query_steps_free(struct query_steps *steps, struct memory *memory)
{
    size_t variants = steps->variants != 0 ? steps->variants : 1;
    for (size_t i = 0; i < steps->count * variants; i++)
        step_free(&steps->steps[i], memory);
    memory_release(memory, steps->steps, steps->capacity * sizeof *steps->steps);
    *steps = (struct query_steps){0};
}

/* ---- Finishing ---- */

static unsigned order_of(const struct board_condition *condition)
{
    return board_condition_is_followed(condition) ? 0 : 1u + condition->kind;
}

/* Puts manoeuvres first, then what is cheap; what is alike stays in the user's order. Returns 0 when there is no memory. */
static int arrange(struct query_step *step, struct memory *memory)
{
    for (size_t i = 1; i < step->condition_count; i++) {
        struct board_condition condition = step->conditions[i];
        size_t k = i;
        for (; k > 0 && order_of(&step->conditions[k - 1]) > order_of(&condition); k--)
            step->conditions[k] = step->conditions[k - 1];
        step->conditions[k] = condition;
    }
    step->depends_on = step->asks = 0;
    for (size_t i = 0; i < step->condition_count; i++) {
        if (!board_condition_finish(&step->conditions[i], memory))
            return 0;
        step->depends_on |= (uint8_t)board_condition_depends_on(&step->conditions[i]);
        if (step->conditions[i].kind == BOARD_WRITTEN)
            step->asks |= (uint8_t)written_test_asks(step->conditions[i].of.written);
    }
    return 1;
}

/* A step of the board turned: whole positions by `positions_turn`. What was made of it is in *turned_ret even without memory. */
static int turn_step(const struct query_step *step, unsigned turn, unsigned positions_turn,
                     struct memory *memory, struct query_step *turned_ret)
{
    *turned_ret = (struct query_step){.positions = step->positions,
                                      .nearest = step->nearest,
                                      .farthest = step->farthest,
                                      .times = step->times,
                                      .positions_are_told = step->positions_are_told};
    for (size_t i = 0; i < step->condition_count; i++) {
        struct board_condition condition;
        if (!board_condition_turn(&step->conditions[i],
                                  step->conditions[i].kind == BOARD_IS_ONE_OF ? positions_turn : turn, memory,
                                  &condition))
            return 0;
        if (!query_step_add(turned_ret, &condition, memory)) {
            board_condition_free(&condition, memory);
            return 0;
        }
    }
    return arrange(turned_ret, memory);
}

/* The turns of variant 1 and those behind it: none but of the steps' own. */
static unsigned turn_of_variant(const struct query_steps *steps, unsigned variant)
{
    return steps->turns == (BOARD_REVERSED | BOARD_MIRRORED) ? variant : steps->turns;
}

unsigned steps_variants(const struct query_steps *steps, int are_reversed)
{
    unsigned variants = 0;
    for (unsigned i = 0; i < steps->variants; i++) {
        unsigned turn = i == 0 ? 0 : turn_of_variant(steps, i);
        variants |= (unsigned)(((turn & BOARD_REVERSED) != 0) == are_reversed) << i;
    }
    return variants;
}

static int add_variant(struct query_steps *steps, unsigned variant, struct memory *memory)
{
    size_t first = steps->count * variant;
    unsigned turn = turn_of_variant(steps, variant);
    unsigned positions_turn = steps->positions_are_reversed ? turn : turn & ~(unsigned)BOARD_REVERSED;
    for (size_t i = 0; i < steps->count; i++) {
        struct query_step *turned = &steps->steps[first + i];
        if (turn_step(&steps->steps[i], turn, positions_turn, memory, turned))
            continue;
        for (size_t k = 0; k <= i; k++)
            step_free(&steps->steps[first + k], memory);
        return 0;
    }
    return 1;
}

static int is_spaced(const struct query_step *step)
{
    return step->nearest != 1 || step->farthest != STEP_ANY_DISTANCE;
}

static int are_spaced(const struct query_steps *steps)
{
    for (size_t i = 0; i < steps->count; i++)
        if ((i > 0 && is_spaced(&steps->steps[i])) || steps->steps[i].times != 0)
            return 1;
    return 0;
}

/* From the end of the step before to the end of this one at the least. */
static uint32_t length_of(const struct query_step *step)
{
    return step->positions - 1 + step->lead;
}

static int follows_manoeuvres(const struct query_step *step)
{
    for (size_t i = 0; i < step->condition_count; i++)
        if (step->conditions[i].kind == BOARD_MANOEUVRE)
            return 1;
    return 0;
}

/* Of two steps, one behind the other. */
static const char *trouble_of_counted(const struct query_step *before, const struct query_step *step)
{
    if (before->times != 0 && step->times != 0)
        return "two steps with \"times\" follow each other: name what stands between them";
    if ((before->times != 0 || step->times != 0) && is_spaced(step))
        return "\"times\" counts all between the steps beside it: put \"then\" between them";
    if (step->times != 0 && step->lead != 0)
        return "with \"times\" a row of moves can only come first";
    return NULL;
}

const char *query_steps_trouble(const struct query_steps *steps)
{
    if (!are_spaced(steps))
        return NULL;
    if (steps->count > SPACED_STEPS_MAX)
        return "with \"after\", \"next\" or \"times\" a query has 6 steps at most";
    for (size_t i = 1; i < steps->count; i++) {
        const struct query_step *step = &steps->steps[i];
        const char *trouble = trouble_of_counted(step - 1, step);
        if (trouble != NULL)
            return trouble;
        uint32_t distance = step->farthest == STEP_ANY_DISTANCE ? step->nearest : step->farthest;
        if (follows_manoeuvres(step))
            return "in a query with \"after\", \"next\" or \"times\" a manoeuvre can only come first";
        if (step->positions > SPACED_PLIES_MAX || distance + length_of(step) > SPACED_PLIES_MAX)
            return "with \"after\", \"next\" or \"times\" steps end within 60 half-moves of each other, "
                   "those of "
                   "\"for\" included";
    }
    return NULL;
}

static struct board_needs step_needs(const struct query_step *step)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    for (size_t i = 0; i < step->condition_count; i++) {
        struct board_needs more = board_condition_needs(&step->conditions[i]);
        board_needs_add(&needs, &more);
    }
    return needs;
}

/* In any variant. */
static struct board_needs needs_of(const struct query_steps *steps, size_t step)
{
    if ((steps->steps[step].times & 1) != 0)
        return BOARD_NEEDS_NOTHING;
    struct board_needs needs = step_needs(&steps->steps[step]);
    for (unsigned i = 1; i < steps->variants; i++) {
        struct board_needs other = step_needs(&steps->steps[i * steps->count + step]);
        board_needs_weaken(&needs, &other);
    }
    return needs;
}

/* A counted step ends at each position up to which the number is right: what comes then begins right behind it. */
static void go_on_from_counted(struct query_steps *steps, size_t step)
{
    for (unsigned i = 0; i < steps->variants; i++) {
        struct query_step *variant = &steps->steps[i * steps->count + step];
        variant->nearest = variant->farthest = 1;
    }
}

int query_steps_finish(struct query_steps *steps, struct memory *memory)
{
    unsigned variants = steps->turns == 0 ? 1 : steps->turns == (BOARD_REVERSED | BOARD_MIRRORED) ? 4 : 2;
    if (steps->count == 0)
        return 1;
    if (!MEMORY_GROW(memory, steps->steps, steps->capacity, steps->count * variants))
        return 0;
    for (size_t i = 0; steps->variants == 0 && i < steps->count; i++)
        if (!arrange(&steps->steps[i], memory))
            return 0;
    if (steps->variants == 0)
        steps->variants = 1;
    for (; steps->variants < variants; steps->variants++)
        if (!add_variant(steps, steps->variants, memory))
            return 0;
    steps->asks = 0;
    steps->are_counted = 0;
    for (size_t i = 0; i < steps->count; i++) {
        steps->are_counted |= steps->steps[i].times != 0;
        steps->steps[i].needs = needs_of(steps, i);
        steps->asks |= steps->steps[i].asks;
        if (i > 0 && steps->steps[i - 1].times != 0)
            go_on_from_counted(steps, i);
    }
    steps->are_spaced = are_spaced(steps);
    return 1;
}

/* ---- Asking ---- */

/* Manoeuvres and rows go on, whatever the other conditions say. Returns 1 if all of those that are asked for end here. */
static int follow(const struct query_step *step, uint16_t progress[STEP_MANOEUVRES_MAX],
                  const struct board_view *view)
{
    int all = 1;
    for (size_t i = 0; i < step->manoeuvre_count; i++) {
        const struct board_condition *condition = &step->conditions[i];
        progress[i] = (uint16_t)board_condition_follow(condition, progress[i], view);
        all &= ((progress[i] & MANOEUVRE_DONE) != 0) != condition->negated;
    }
    return all;
}

INLINED int holds(const struct query_step *step, uint16_t progress[STEP_MANOEUVRES_MAX],
                  const struct board_view *view)
{
    if (step->manoeuvre_count != 0 && !follow(step, progress, view))
        return 0;
    for (size_t i = step->manoeuvre_count; i < step->condition_count; i++)
        if (!board_condition_holds(&step->conditions[i], view))
            return 0;
    return 1;
}

/* Returns 1 when the variant's last step is fulfilled. */
INLINED int visit(const struct query_step *steps, size_t count, struct variant_state *state,
                  const struct board_view *view)
{
    const struct query_step *step = &steps[state->step];
    if (!state->is_known || (step->depends_on & ~(unsigned)view->unchanged) != 0)
        state->held = (uint8_t)holds(step, state->progress, view);
    state->is_known = 1;
    if (!state->held) {
        state->since = 0;
        return 0;
    }
    if (++state->since < step->positions)
        return 0;
    uint32_t first_ply = state->step == 0 ? view->ply - (step->positions - 1) : state->first_ply;
    *state = (struct variant_state){.step = state->step + 1, .first_ply = first_ply};
    return state->step == count;
}

/* ---- Steps at a distance ---- */

/* Another half-move: all that ended did so one longer ago. */
static void pass_half_move(struct spaced_state *state, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        state->long_ago |= (uint8_t)((state->ended[i] >> 63) << i);
        state->ended[i] <<= 1;
    }
}

static int has_ended(const struct spaced_state *state, size_t i)
{
    return state->ended[i] != 0 || (state->long_ago >> i & 1) != 0;
}

/* Did the step before end where this one, which ends here, wants it? */
static int is_at_distance(const struct query_step *step, const struct spaced_state *state, size_t i)
{
    const uint32_t near = step->nearest + length_of(step);
    uint64_t wanted = ~UINT64_C(0) << near;
    if (step->farthest == STEP_ANY_DISTANCE && (state->long_ago >> (i - 1) & 1) != 0)
        return 1;
    if (step->farthest != STEP_ANY_DISTANCE)
        wanted &= (UINT64_C(2) << (step->farthest + length_of(step))) - 1;
    return (state->ended[i - 1] & wanted) != 0;
}

/* Does step `i` end here, as far as its own conditions say? */
INLINED int ends_here(const struct query_step *step, struct spaced_state *state, size_t i,
                      const struct board_view *view)
{
    const uint8_t bit = (uint8_t)(1u << i);
    if ((state->known & bit) == 0 || (step->depends_on & ~(unsigned)view->unchanged) != 0) {
        state->held &= (uint8_t)~bit;
        if (holds(step, state->progress[i], view))
            state->held |= bit;
    }
    state->known |= bit;
    state->since[i] = (state->held & bit) != 0 ? state->since[i] + 1 : 0;
    return state->since[i] >= step->positions;
}

/* ---- Steps that are counted ---- */

/* All numbers become one more. */
static uint64_t one_more(uint64_t counts)
{
    return counts << 1 | (counts & UINT64_C(1) << 63);
}

/* Did this position, or the run that it belongs to, fulfil the step once more? A run counts when it is long enough. */
static void count_here(const struct query_step *step, struct spaced_state *state, size_t i, int ends)
{
    const uint64_t fulfilled = step->positions < 64 ? UINT64_C(1) << step->positions : 0;
    if (step->positions_are_told ? state->since[i] == step->positions : ends)
        state->counts[i] = one_more(state->counts[i]);
    if (!step->positions_are_told)
        return;
    state->young[i] <<= 1;
    if (state->since[i] == 0) {
        state->counts[i] |= state->young[i] != 0;
        state->young[i] = 0;
    } else if ((state->young[i] & fulfilled) != 0) {
        state->counts[i] |= 2;
        state->young[i] &= ~fulfilled;
    }
}

/* Are all numbers known that the step asks for, at last? */
static void measure(const struct query_step *step, struct spaced_state *state, size_t i,
                    const struct board_view *view)
{
    int is_measured = 1;
    for (size_t k = 0; k < step->condition_count && is_measured; k++)
        if (step->conditions[k].kind == BOARD_WRITTEN)
            is_measured = written_test_is_measured(step->conditions[k].of.written, view);
    state->measured |= (uint8_t)(is_measured << i);
}

/* The step before has ended here: behind that counting begins. */
static void count_from_here(const struct query_step *step, struct spaced_state *state, size_t i)
{
    if (step->positions_are_told && state->since[i] != 0)
        state->young[i] |= 1;
    else
        state->counts[i] |= 1;
}

/* Where the number is right the step ends. */
static void end_counted(const struct query_step *step, struct spaced_state *state, size_t i)
{
    const uint64_t counts = state->counts[i] | (state->young[i] != 0);
    state->ended[i] |= (counts & step->times) != 0 && (state->measured >> i & 1) != 0;
}

/* Before the first position: a step that comes first counts from the line's start on. */
static void start_counting(const struct query_step *steps, struct spaced_state *state,
                           const struct board_view *view)
{
    if (steps[0].times == 0)
        return;
    state->counts[0] = 1;
    measure(&steps[0], state, 0, view);
    end_counted(&steps[0], state, 0);
}

/* ---- All steps at a distance ---- */

/* Does it count already whether step `i` is fulfilled? Not before the step before it has ended. */
INLINED int is_awaited(const struct query_step *step, struct spaced_state *state, size_t i)
{
    if (i == 0 || has_ended(state, i - 1) || step->manoeuvre_count != 0)
        return 1;
    state->since[i] = 0;
    state->known &= (uint8_t) ~(1u << i);
    return 0;
}

static void visit_counted(const struct query_step *step, struct spaced_state *state, size_t i,
                          const struct board_view *view)
{
    if ((state->measured >> i & 1) == 0)
        measure(step, state, i, view);
    count_here(step, state, i, is_awaited(step, state, i) && ends_here(step, state, i, view));
}

/* As visit(). The later steps first: what ends here is no beginning for them yet. */
INLINED int visit_spaced(const struct query_step *steps, size_t count, struct spaced_state *state,
                         const struct board_view *view, int are_counted)
{
    const struct query_step *last = &steps[count - 1];
    if (are_counted && view->ply == 0)
        start_counting(steps, state, view);
    pass_half_move(state, count);
    for (size_t i = count; i-- > 0;) {
        const struct query_step *step = &steps[i];
        if (are_counted && step->times != 0) {
            visit_counted(step, state, i, view);
        } else if (is_awaited(step, state, i) && ends_here(step, state, i, view) &&
                   (i == 0 || is_at_distance(step, state, i))) {
            state->ended[i] |= 1;
            if (are_counted && i + 1 < count && step[1].times != 0)
                count_from_here(&step[1], state, i + 1);
        }
    }
    for (size_t i = 0; are_counted && i < count; i++)
        if (steps[i].times != 0)
            end_counted(&steps[i], state, i);
    return (state->ended[count - 1] & 1) != 0 && (!are_counted || last->times == 0 || view->is_last);
}

INLINED int visit_variants(const struct query_steps *steps, unsigned from, unsigned end,
                           struct steps_state *state, const struct board_view *view, int are_counted)
{
    for (unsigned i = from; i < end; i++) {
        const struct query_step *variant = &steps->steps[i * steps->count];
        if ((state->left_out >> i & 1) != 0 ||
            !visit_spaced(variant, steps->count, &state->spaced[i], view, are_counted))
            continue;
        const struct query_step *last = &variant[steps->count - 1];
        state->variant = i;
        state->first_ply = state->last_ply =
            view->ply - (are_counted && last->times != 0 ? 0 : last->positions - 1);
        return 1;
    }
    return 0;
}

static __attribute__((noinline)) int visit_all_spaced(const struct query_steps *steps, unsigned from,
                                                      unsigned end, struct steps_state *state,
                                                      const struct board_view *view)
{
    return visit_variants(steps, from, end, state, view, 0);
}

/* The same where some are counted: apart, as the way above is the one that counts. */
static __attribute__((noinline)) int visit_all_counted(const struct query_steps *steps, unsigned from,
                                                       unsigned end, struct steps_state *state,
                                                       const struct board_view *view)
{
    return visit_variants(steps, from, end, state, view, 1);
}

/* ---- All variants ---- */

int steps_visit(const struct query_steps *steps, unsigned which, struct steps_state *state,
                const struct board_view *view)
{
    const int asks_all = which == STEPS_ANY_VARIANT;
    const unsigned from = asks_all ? 0 : which, end = asks_all ? steps->variants : which + 1;
    if (steps->are_spaced)
        return steps->are_counted ? visit_all_counted(steps, from, end, state, view)
                                  : visit_all_spaced(steps, from, end, state, view);
    for (unsigned i = from; i < end; i++) {
        const struct query_step *variant = &steps->steps[i * steps->count];
        if ((state->left_out >> i & 1) != 0 || !visit(variant, steps->count, &state->variants[i], view))
            continue;
        state->variant = i;
        state->first_ply = state->variants[i].first_ply;
        state->last_ply = view->ply - (variant[steps->count - 1].positions - 1);
        return 1;
    }
    return 0;
}

int steps_ask_each_ply(const struct query_steps *steps)
{
    unsigned changes = 0;
    for (size_t i = 0; i < steps->count * steps->variants; i++)
        changes |= steps->steps[i].depends_on;
    return (changes & BOARD_CHANGES_TURN) != 0 || steps->count != 1 || steps->steps[0].positions != 1 ||
           steps->are_spaced;
}
