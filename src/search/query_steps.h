/*
 * What a query asks of a line's positions: steps, each of which is fulfilled by a position (or by several in a row), the later
 * ones by later positions. A line is told position by position, from its first one on.
 */
#ifndef PGNPACK_SEARCH_QUERY_STEPS_H
#define PGNPACK_SEARCH_QUERY_STEPS_H

#include "search/board_condition.h"

/* All conditions hold in one position, and in the next ones, `positions` in all. */
struct query_step {
    struct board_condition *conditions;
    size_t condition_count, condition_capacity;
    uint32_t positions; /* at least 1 */
};

struct query_steps {
    struct query_step *steps;
    size_t count, capacity;
};

/* Returns the last step, making the first one if there is none; NULL: there is no memory. */
struct query_step *query_steps_last(struct query_steps *steps, struct memory *memory);

/* A further step. NULL: there is no memory. */
struct query_step *query_steps_add(struct query_steps *steps, struct memory *memory);

/* The condition now belongs to the step. Returns 0, and leaves it to the caller, when there is no memory. */
int query_step_add(struct query_step *step, const struct board_condition *condition, struct memory *memory);

void query_steps_free(struct query_steps *steps, struct memory *memory);

/* How far a line has come. */
struct steps_state {
    size_t step;    /* that is looked for */
    uint32_t since; /* positions in a row that fulfilled it */
    uint32_t first_ply, last_ply;
};

static inline void steps_start(struct steps_state *state)
{
    *state = (struct steps_state){0};
}

/* The line's next position. Returns 1 when the last step is fulfilled; then state's plies are those of a hit. */
int steps_visit(const struct query_steps *steps, struct steps_state *state, const struct board_view *view);

#endif
