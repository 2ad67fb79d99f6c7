#include "search/query_needs.h"

static struct index_goal men_of(const struct position *position)
{
    struct index_goal goal = {{position->colours[WHITE], position->colours[BLACK]}, {0}, {0}, {0}};
    uint64_t home = home_pawns_of(position);
    goal.home_pawns[WHITE] = (home & 0xff) << HOME_WHITE_PAWNS;
    goal.home_pawns[BLACK] = (home >> 8) << HOME_BLACK_PAWNS;
    for (unsigned side = WHITE; side <= BLACK; side++) {
        goal.pawns[side] = (uint8_t)popcount64(position_men(position, PAWN, side));
        goal.men[side] = (uint8_t)popcount64(position->colours[side]);
    }
    return goal;
}

int query_goal_of(const struct query_steps *steps, struct query_goal *goal_ret)
{
    const struct query_step *step = steps->steps;
    if (steps->count != 1 || step->condition_count != 1 || step->positions != 1)
        return 0;
    const struct board_condition *condition = step->conditions;
    if (condition->kind != BOARD_IS_ONE_OF || condition->negated || condition->of.set->count != 1)
        return 0;
    goal_ret->position = &condition->of.set->positions[0].position;
    goal_ret->men = men_of(goal_ret->position);
    return 1;
}

static struct position_needs needs_of_set(const struct position_set *set)
{
    struct position_needs needs = POSITION_NEEDS_NOTHING;
    for (size_t i = 0; i < set->count; i++) {
        struct position_needs one = position_needs_of(&set->positions[i].position);
        needs = i == 0 ? one : position_needs_either(needs, one);
    }
    return needs;
}

/* What two conditions of one position need. */
static struct position_needs both(struct position_needs a, struct position_needs b)
{
    return (struct position_needs){a.gone | b.gone, a.home | b.home,
                                   a.men_max < b.men_max ? a.men_max : b.men_max};
}

struct position_needs query_step_needs(const struct query_step *step)
{
    struct position_needs needs = POSITION_NEEDS_NOTHING;
    for (size_t i = 0; i < step->condition_count; i++) {
        const struct board_condition *condition = &step->conditions[i];
        if (condition->kind == BOARD_IS_ONE_OF && !condition->negated)
            needs = both(needs, needs_of_set(condition->of.set));
    }
    return needs;
}
