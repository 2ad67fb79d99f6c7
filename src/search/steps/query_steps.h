/*
 * What a query asks of a line's positions: steps, each of which is fulfilled by a position (or by several in a row), the later
 * ones by later positions. A line is told position by position, from its first one on. The same may be asked of the board with
 * colours exchanged, or left and right: such variants are fulfilled each on its own, and the first one wins.
 */
#ifndef PGNPACK_SEARCH_STEPS_QUERY_STEPS_H
#define PGNPACK_SEARCH_STEPS_QUERY_STEPS_H

#include <stddef.h>
#include <string.h>

#include "search/conditions/board_condition.h"

enum { STEP_MANOEUVRES_MAX = 4, STEPS_VARIANTS_MAX = 4 };

/* Of steps at a distance: so many of them, and half-moves from the end of one to the end of the next. */
enum { SPACED_STEPS_MAX = 6, SPACED_PLIES_MAX = 60 };

/* Of steps that are counted: numbers above are as many as one more. */
enum { STEP_TIMES_MAX = 62 };

#define STEP_ANY_DISTANCE UINT32_MAX

/* All conditions hold in one position, and in the next ones, `positions` in all. Or it is asked how often they do so. */
struct query_step {
    struct board_condition *conditions; /* manoeuvres first, then by kind, once the steps are finished */
    size_t condition_count, condition_capacity;
    size_t manoeuvre_count;
    uint32_t positions;         /* at least 1 */
    uint32_t nearest, farthest; /* half-moves from the end of the step before; "then": 1, STEP_ANY_DISTANCE */
    uint64_t
        times; /* so often between its neighbours: bits by number, the last one for all above; 0: it is no such step */
    uint8_t positions_are_told;
    uint8_t lead; /* half-moves that led to its first position and belong to it: those of rows but one */
    uint8_t depends_on;       /* bits of enum board_change */
    uint8_t asks;             /* bits of enum written_thing */
    struct board_needs needs; /* of the first variant: what a position must have to fulfil the step, in any */
};

struct query_steps {
    struct query_step *steps; /* variant by variant */
    size_t count, capacity;   /* of one variant */
    unsigned turns;           /* bits of enum board_turn: the other way round, too */
    int positions_are_reversed; /* with BOARD_REVERSED; else whole positions stay as they are for either colour */
    unsigned variants;          /* 0: the steps are not finished */
    int are_spaced;             /* a step is wanted at a distance, or counted */
    int are_counted;            /* one is counted */
    unsigned asks;              /* what was written and measured, of any step: bits of enum written_thing */
};

/* Returns the last step, making the first one if there is none; NULL: there is no memory. */
struct query_step *query_steps_last(struct query_steps *steps, struct memory *memory);

/* Can these steps be asked? NULL: yes; else the reason. */
const char *query_steps_trouble(const struct query_steps *steps);

/* A further step. NULL: there is no memory. */
struct query_step *query_steps_add(struct query_steps *steps, struct memory *memory);

/*
 * The condition now belongs to the step. Returns 0, and leaves it to the caller, when there is no memory. A step has
 * STEP_MANOEUVRES_MAX manoeuvres at most, which callers see to.
 */
int query_step_add(struct query_step *step, const struct board_condition *condition, struct memory *memory);

/* Makes the steps ready to be asked, after which none may be added. Returns 0 when there is no memory: try again, or free. */
int query_steps_finish(struct query_steps *steps, struct memory *memory);

void query_steps_free(struct query_steps *steps, struct memory *memory);

/* How far a line has come in one variant. */
struct variant_state {
    uint32_t step;  /* that is looked for */
    uint32_t since; /* positions in a row that fulfilled it */
    uint32_t first_ply;
    uint16_t progress[STEP_MANOEUVRES_MAX]; /* of its manoeuvres */
    uint8_t is_known, held;                 /* what the step's conditions said of the last position */
};

/* The same of steps at a distance, of which any end may be the one that counts: all of the last half-moves. */
struct spaced_state {
    uint64_t ended[SPACED_STEPS_MAX]; /* by step: bit n: it ended n half-moves ago */
    uint64_t counts
        [SPACED_STEPS_MAX]; /* of a step that is counted: bit n: so often since an end of the step before */
    uint64_t young[SPACED_STEPS_MAX]; /* ... of runs: such ends in the present one, bit n: n half-moves ago */
    uint32_t since[SPACED_STEPS_MAX];
    uint16_t progress[SPACED_STEPS_MAX][STEP_MANOEUVRES_MAX];
    uint8_t long_ago, known, held; /* bits by step; it ended more than 63 half-moves ago */
    uint8_t measured;              /* ... all numbers that it asks for were known of some position */
};

struct steps_state {
    uint32_t first_ply, last_ply; /* of a hit */
    unsigned variant;             /* the same: that was fulfilled */
    unsigned left_out;            /* variants that are not asked, a bit each */
    struct variant_state variants[STEPS_VARIANTS_MAX];
    struct spaced_state
        spaced[STEPS_VARIANTS_MAX]; /* of steps at a distance only: else nobody writes or reads it */
};

/* Bits of variants, for `left_out`: those of the board as it is, and of the board with colours exchanged. */
unsigned steps_variants(const struct query_steps *steps, int are_reversed);

/* Is the variant of a hit that of the board with colours exchanged? */
static inline int steps_hit_is_reversed(const struct query_steps *steps, const struct steps_state *state)
{
    return (int)(steps_variants(steps, 1) >> state->variant & 1);
}

/* What is there of a state where no step is wanted at a distance: it is small, and copied for each game. */
#define STEPS_STATE_IN_ORDER offsetof(struct steps_state, spaced)

static inline void steps_start(const struct query_steps *steps, struct steps_state *state, unsigned left_out)
{
    memset(state, 0, STEPS_STATE_IN_ORDER);
    if (steps->are_spaced)
        memset(state->spaced, 0, sizeof state->spaced);
    state->left_out = left_out;
}

static inline void steps_copy(const struct query_steps *steps, struct steps_state *to,
                              const struct steps_state *from)
{
    memcpy(to, from, STEPS_STATE_IN_ORDER);
    if (steps->are_spaced)
        memcpy(to->spaced, from->spaced, sizeof to->spaced);
}

enum { STEPS_ANY_VARIANT = STEPS_VARIANTS_MAX };

/*
 * The line's next position, of finished steps, in one variant or all of them. Returns 1 when the last step is fulfilled; then
 * state's plies and variant are those of a hit: of the first position that fulfilled the first step, and the last step. Of steps at a distance both are
 * the last one's, as the first may be of several; of a last step that is counted both are the line's last position.
 */
int steps_visit(const struct query_steps *steps, unsigned variant, struct steps_state *state,
                const struct board_view *view);

/*
 * Of several variants the first one that is fulfilled need not be the one that begins first: each has to be asked alone. (A
 * single step in a main line is fulfilled in the order in which it begins.)
 */
static inline int steps_ask_each_variant(const struct query_steps *steps, int variations)
{
    return steps->variants > 1 && (steps->count > 1 || variations);
}

/*
 * Has each position to be shown? 0: those behind captures and moves of pawns, and the first one, are enough. (A further step, or
 * one of several positions, may be fulfilled by a position in which nothing changed.)
 */
int steps_ask_each_ply(const struct query_steps *steps);

#endif
