#include "search/query_steps.h"

struct query_step *query_steps_add(struct query_steps *steps, struct memory *memory)
{
    if (!MEMORY_GROW(memory, steps->steps, steps->capacity, steps->count + 1))
        return NULL;
    steps->steps[steps->count] = (struct query_step){.positions = 1};
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
    return 1;
}

void query_steps_free(struct query_steps *steps, struct memory *memory)
{
    for (size_t i = 0; i < steps->count; i++) {
        struct query_step *step = &steps->steps[i];
        for (size_t k = 0; k < step->condition_count; k++)
            board_condition_free(&step->conditions[k], memory);
        memory_release(memory, step->conditions, step->condition_capacity * sizeof *step->conditions);
    }
    memory_release(memory, steps->steps, steps->capacity * sizeof *steps->steps);
    *steps = (struct query_steps){0};
}

static int holds(const struct query_step *step, const struct board_view *view)
{
    for (size_t i = 0; i < step->condition_count; i++)
        if (!board_condition_holds(&step->conditions[i], view))
            return 0;
    return 1;
}

int steps_visit(const struct query_steps *steps, struct steps_state *state, const struct board_view *view)
{
    const struct query_step *step = &steps->steps[state->step];
    if (!holds(step, view)) {
        state->since = 0;
        return 0;
    }
    if (++state->since < step->positions)
        return 0;
    state->last_ply = view->ply - (step->positions - 1);
    if (state->step == 0)
        state->first_ply = state->last_ply;
    state->since = 0;
    return ++state->step == steps->count;
}
