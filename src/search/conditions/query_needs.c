#include "search/conditions/query_needs.h"

#include "encoding/square_index.h"

uint64_t pawn_origins(uint64_t squares, unsigned side)
{
    const uint64_t file_a = UINT64_C(0x0101010101010101), file_h = file_a << 7;
    uint64_t origins = squares, from = squares;
    for (unsigned step = 0; step < 5; step++) {
        uint64_t back = side == WHITE ? from >> 8 : from << 8;
        from = back | (back & ~file_a) >> 1 | (back & ~file_h) << 1;
        origins |= from;
    }
    return origins;
}

/* Of positions with too many men for the fields, which hold the lower bits, nothing is asked. */
static uint64_t men_by_type(const struct position *position, unsigned side)
{
    uint64_t men = 0;
    for (unsigned type = PAWN; type <= QUEEN; type++) {
        uint64_t width = popcount64(position_men(position, type, side)) * block_sizes[type];
        men |= (width < SQUARE_INDEX_LIMIT ? width : 0) << (12 * type);
    }
    return men;
}

static struct index_goal men_of(const struct position *position)
{
    struct index_goal goal = {.colours = {position->colours[WHITE], position->colours[BLACK]}};
    uint64_t home = home_pawns_of(position);
    goal.home_pawns[WHITE] = (home & 0xff) << HOME_WHITE_PAWNS;
    goal.home_pawns[BLACK] = (home >> 8) << HOME_BLACK_PAWNS;
    for (unsigned side = WHITE; side <= BLACK; side++) {
        uint64_t pawns = position_men(position, PAWN, side);
        goal.pawns[side] = (uint8_t)popcount64(pawns);
        goal.pawn_origins[side] = pawn_origins(pawns, side);
        goal.men[side] = men_by_type(position, side);
    }
    return goal;
}

int query_goal_of(const struct query_steps *steps, struct query_goal *goal_ret)
{
    const struct query_step *step = steps->steps;
    if (steps->count != 1 || steps->variants != 1 || step->condition_count != 1 || step->positions != 1)
        return 0;
    const struct board_condition *condition = step->conditions;
    if (condition->kind != BOARD_IS_ONE_OF || condition->negated || condition->of.set->count != 1)
        return 0;
    goal_ret->position = &condition->of.set->positions[0].position;
    goal_ret->men = men_of(goal_ret->position);
    return 1;
}

struct position_needs query_step_needs(const struct query_steps *steps, size_t step)
{
    const struct board_needs *needs = &steps->steps[step].needs;
    unsigned men = needs->men_max[WHITE] + needs->men_max[BLACK];
    return (struct position_needs){needs->home_pawns_gone, needs->home_pawns_present,
                                   (uint8_t)(men < 64 ? men : 64)};
}
