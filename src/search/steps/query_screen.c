#include "search/steps/query_screen.h"

#include "encoding/square_index.h"

/* ---- Needs ---- */

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
    if (steps->count != 1 || steps->variants != 1 || step->condition_count != 1 || step->positions != 1 ||
        step->times != 0)
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

/* ---- Screens ---- */

/* ---- What must be there ---- */

/* Are these men of one kind? */
static int is_one_kind(unsigned men)
{
    return men != 0 && men < MEN_EMPTY && !has_several_bits(men);
}

static void screen_men(struct index_screen *screen, const struct men_test *test)
{
    unsigned man = lowest_bit(test->men);
    if (!is_one_kind(test->men) || (test->kind != MEN_ALL && test->kind != MEN_NONE) ||
        (test->kind == MEN_NONE && test->sort != PAWN_ANY))
        return;
    unsigned i = 0;
    while (i < screen->men_count &&
           (screen->men[i].type != man_type(man) || screen->men[i].colour != man_colour(man)))
        i++;
    if (i == INDEX_SCREEN_MEN)
        return;
    struct index_men *men = &screen->men[i];
    if (i == screen->men_count)
        screen->men[screen->men_count++] =
            (struct index_men){.type = (uint8_t)man_type(man), .colour = (uint8_t)man_colour(man)};
    men->squares |= test->squares;
    men->wanted |= test->kind == MEN_ALL ? test->squares : 0;
}

static void screen_moves(struct index_screen *screen, const struct move_pattern *moves)
{
    screen->movers &= moves->men;
    if (moves->castles == 0)
        screen->touched &= moves->to;
}

/* Squares where men come and go if the move touches one of these: those who are taken in passing stand elsewhere. */
static uint64_t touched_for(uint64_t squares)
{
    return squares | (squares & rank_bits(3)) >> 8 | (squares & rank_bits(4)) << 8;
}

/* Squares where a man has to come or go for the test to hold if it did not before. */
static uint64_t squares_of_test(const struct men_test *test)
{
    int is_by_square = test->kind == MEN_ALL || test->kind == MEN_NONE || test->kind == MEN_SOME ||
                       (test->kind == MEN_COUNT && test->against == 0);
    return is_by_square && test->sort == PAWN_ANY ? touched_for(test->squares) : ALL_SQUARES;
}

/* The same for all that is asked: the position before does not fulfil it, or else the search has ended. */
static uint64_t squares_of_step(const struct query_step *step)
{
    uint64_t squares = 0;
    for (size_t i = 0; i < step->condition_count; i++) {
        const struct board_condition *condition = &step->conditions[i];
        if (condition->kind != BOARD_MEN)
            return ALL_SQUARES;
        for (size_t k = 0; k < condition->of.men->count; k++)
            squares |= squares_of_test(&condition->of.men->tests[k]);
    }
    return squares;
}

/* Manoeuvres have to be followed, whatever else is asked. */
static void screen_manoeuvres(struct index_screen *screen, const struct query_step *step)
{
    screen->touched = 0;
    for (size_t i = 0; i < step->manoeuvre_count; i++) {
        const struct board_condition *condition = &step->conditions[i];
        int is_seldom = condition->kind == BOARD_MANOEUVRE && !condition->negated;
        screen->touched |= is_seldom ? touched_for(condition->of.moves->on_path) : ALL_SQUARES;
    }
}

static void screen_step(struct index_screen *screen, const struct query_step *step)
{
    screen->touched = squares_of_step(step);
    screen->movers = MEN_ANY;
    if (step->manoeuvre_count != 0) {
        screen_manoeuvres(screen, step);
        return;
    }
    for (size_t i = 0; i < step->condition_count; i++) {
        const struct board_condition *condition = &step->conditions[i];
        if (condition->kind == BOARD_MOVE && !condition->negated)
            screen_moves(screen, condition->of.moves);
        const struct men_tests *men = board_condition_men(condition);
        for (size_t k = 0; men != NULL && k < men->count; k++)
            screen_men(screen, &men->tests[k]);
    }
}

/* ---- What must be kept ---- */

/* The least number of men that the test wants on its squares. */
static unsigned least_of(const struct men_test *test)
{
    if (test->kind == MEN_ALL)
        return popcount64(test->squares);
    if (test->kind == MEN_SOME)
        return 1;
    return test->kind == MEN_COUNT && test->min > 0 ? (unsigned)test->min : 0;
}

static void keep_pawns_on(struct index_screen *screen, uint64_t squares, unsigned colour, unsigned least)
{
    if (screen->pawn_count < INDEX_SCREEN_PAWNS)
        screen->pawns[screen->pawn_count++] =
            (struct index_pawns){pawn_origins(squares, colour), (uint8_t)colour, (uint8_t)least};
}

/* Pawns only go forward: those that are to stand on some squares are on squares from which they can come there. */
static void keep_pawns(struct index_screen *screen, const struct men_test *test, unsigned colour)
{
    unsigned least = least_of(test);
    if (test->kind != MEN_ALL || least > 1)
        keep_pawns_on(screen, test->squares, colour, least);
    for (uint64_t squares = test->squares; test->kind == MEN_ALL && squares != 0; squares &= squares - 1)
        keep_pawns_on(screen, lowest_bit_of(squares), colour, 1);
}

/* Men become fewer, but for those that pawns promote to. `least`: by colour and type. */
static void keep_men(struct index_screen *screen, const struct men_test *test,
                     uint8_t least[2][NO_PIECE_TYPE])
{
    unsigned man = lowest_bit(test->men);
    if (!is_one_kind(test->men) || least_of(test) == 0)
        return;
    if (man_type(man) == PAWN && test->squares != ALL_SQUARES)
        keep_pawns(screen, test, man_colour(man));
    if (least[man_colour(man)][man_type(man)] < least_of(test))
        least[man_colour(man)][man_type(man)] = (uint8_t)least_of(test);
}

/* Of a step that is counted nothing has to be kept: it is asked for up to the line's end. */
static void keep_step(struct index_screen *screen, const struct query_step *step)
{
    const size_t condition_count = step->times != 0 ? 0 : step->condition_count;
    uint8_t least[2][NO_PIECE_TYPE] = {{0}};
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    for (size_t i = 0; i < condition_count; i++) {
        const struct board_condition *condition = &step->conditions[i];
        struct board_needs more = board_condition_needs(condition);
        board_needs_add(&needs, &more);
        const struct men_tests *men = board_condition_men(condition);
        for (size_t k = 0; men != NULL && k < men->count; k++)
            keep_men(screen, &men->tests[k], least);
    }
    screen->kept.home_pawns[WHITE] = (uint64_t)(needs.home_pawns_present & 0xff) << HOME_WHITE_PAWNS;
    screen->kept.home_pawns[BLACK] = (uint64_t)(needs.home_pawns_present >> 8) << HOME_BLACK_PAWNS;
    for (unsigned colour = WHITE; colour <= BLACK; colour++) {
        screen->men_min[colour] = needs.men_min[colour];
        screen->kept_by[colour] = needs.men_min[colour] > 1;
        screen->kept.pawn_origins[colour] = ALL_SQUARES;
        screen->kept.pawns[colour] = least[colour][PAWN];
        for (unsigned type = PAWN; type <= QUEEN; type++)
            screen->kept.men[colour] |= (uint64_t)least[colour][type] * block_sizes[type] << (12 * type);
    }
}

void query_screens_of(const struct query_steps *steps, struct query_screens *screens)
{
    *screens = (struct query_screens){.count = steps->variants, .men_max = 64, .ply_max = UINT32_MAX};
    if (steps->count == 0)
        return;
    for (unsigned i = 0; i < steps->variants; i++) {
        const struct query_step *variant = &steps->steps[i * steps->count];
        screen_step(&screens->screens[i], variant);
        keep_step(&screens->screens[i], &variant[steps->count - 1]);
        screens->touched |= screens->screens[i].touched;
        for (unsigned k = 0; k < screens->screens[i].pawn_count; k++)
            screens->pawn_squares |= screens->screens[i].pawns[k].squares;
    }
    screens->shows_all = steps->count != 1 || steps->steps[0].positions != 1 || steps->are_spaced;
    if (screens->shows_all)
        screens->touched = ALL_SQUARES;
    if (steps->steps[steps->count - 1].times == 0)
        screens->ply_max = steps->steps[steps->count - 1].needs.ply_max;
    if (steps->steps[0].manoeuvre_count == 0)
        screens->men_max = query_step_needs(steps, 0).men_max;
}
