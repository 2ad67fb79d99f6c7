#include "search/conditions/board_condition.h"

#include <string.h>

/* ---- Conditions ---- */

void board_condition_free(struct board_condition *condition, struct memory *memory)
{
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_PLY:
    case BOARD_NUMBER:
        memory_release(memory, condition->of.ranges, sizeof *condition->of.ranges);
        return;
    case BOARD_IS_ONE_OF:
        position_set_free(condition->of.set, memory);
        return;
    case BOARD_MEN:
        memory_release(memory, condition->of.men, sizeof *condition->of.men);
        return;
    case BOARD_MEN_OR:
        memory_release(memory, condition->of.choice, men_choice_size(condition->of.choice->count));
        return;
    case BOARD_MOVE:
    case BOARD_MANOEUVRE:
        memory_release(memory, condition->of.moves, sizeof *condition->of.moves);
        return;
    case BOARD_MOVE_ROW:
        memory_release(memory, condition->of.row, sizeof *condition->of.row);
        return;
    case BOARD_WRITTEN:
        memory_release(memory, condition->of.written, sizeof *condition->of.written);
        return;
    case BOARD_RELATION:
        memory_release(memory, condition->of.relation, sizeof *condition->of.relation);
        return;
    default:
        return;
    }
}

int board_condition_finish(struct board_condition *condition, struct memory *memory)
{
    return condition->kind != BOARD_IS_ONE_OF || position_set_sort(condition->of.set, memory);
}

struct men_tests *board_condition_make_men(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_MEN;
    condition->of.men = memory_get(memory, sizeof *condition->of.men);
    return condition->of.men;
}

struct men_choice *board_condition_make_choice(struct board_condition *condition, size_t count,
                                               struct memory *memory)
{
    struct men_choice *choice = memory_get(memory, men_choice_size(count));
    if (choice != NULL) {
        *condition = (struct board_condition){.kind = BOARD_MEN_OR, .of.choice = choice};
        choice->count = count;
    }
    return choice;
}

struct relation_test *board_condition_make_relation(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_RELATION;
    condition->of.relation = memory_get(memory, sizeof *condition->of.relation);
    return condition->of.relation;
}

struct move_pattern *board_condition_make_moves(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_MOVE;
    condition->of.moves = memory_get(memory, sizeof *condition->of.moves);
    return condition->of.moves;
}

struct move_row *board_condition_make_row(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_MOVE_ROW;
    condition->of.row = memory_get(memory, sizeof *condition->of.row);
    return condition->of.row;
}

struct written_test *board_condition_make_written(struct board_condition *condition, struct memory *memory)
{
    condition->kind = BOARD_WRITTEN;
    condition->of.written = memory_get(memory, sizeof *condition->of.written);
    return condition->of.written;
}

struct number_ranges *board_condition_make_ranges(struct board_condition *condition, uint8_t kind,
                                                  struct memory *memory)
{
    condition->kind = kind;
    condition->of.ranges = memory_get(memory, sizeof *condition->of.ranges);
    return condition->of.ranges;
}

static int holds(const struct board_condition *condition, const struct board_view *view)
{
    const struct position *position = view->position;
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_IS_LAST:
        return view->is_last;
    case BOARD_SIDE:
        return position->side == condition->of.side;
    case BOARD_PLY:
        return number_ranges_have(condition->of.ranges, view->ply);
    case BOARD_NUMBER:
        return number_ranges_have(condition->of.ranges, position->move_number);
    case BOARD_IS_ONE_OF:
        return position_set_has(condition->of.set, position);
    case BOARD_MEN:
        return men_tests_hold(condition->of.men, position);
    case BOARD_MEN_OR:
        return men_choice_holds(condition->of.choice, position);
    case BOARD_MOVE:
        return move_pattern_holds(condition->of.moves, view);
    case BOARD_MANOEUVRE:
    case BOARD_MOVE_ROW:
        return 0;
    case BOARD_WRITTEN: /* where it is not known, neither the condition holds nor its opposite */
        return written_test_holds(condition->of.written, view, condition->negated);
    case BOARD_CHECK:
        return board_is_check(position);
    case BOARD_MATE:
        return view->is_last && board_is_mate(position);
    case BOARD_STALEMATE:
        return view->is_last && board_is_stalemate(position);
    case BOARD_RELATION:
        return relation_test_holds(condition->of.relation, position);
    }
    return 0;
}

unsigned board_condition_follow(const struct board_condition *condition, unsigned progress,
                                const struct board_view *view)
{
    return condition->kind == BOARD_MOVE_ROW ? move_row_follow(condition->of.row, progress, view)
                                             : manoeuvre_follow(condition->of.moves, progress, view);
}

int board_condition_holds(const struct board_condition *condition, const struct board_view *view)
{
    return holds(condition, view) != condition->negated;
}

/* ---- The same from the other side ---- */

static struct position_set *turned_set(const struct position_set *set, unsigned turn, struct memory *memory)
{
    struct position_set *turned = position_set_new(memory);
    if (turned != NULL &&
        position_set_add_turned(turned, set, turn & BOARD_REVERSED, turn & BOARD_MIRRORED, memory))
        return turned;
    position_set_free(turned, memory);
    return NULL;
}

/* NULL: there is no memory. */
static void *copy_of(const void *piece, size_t size, struct memory *memory)
{
    void *copy = memory_get(memory, size);
    if (copy != NULL)
        memcpy(copy, piece, size);
    return copy;
}

static void turn_men(struct men_tests *men, unsigned turn)
{
    if (turn & BOARD_REVERSED)
        men_tests_reverse(men);
    if (turn & BOARD_MIRRORED)
        men_tests_mirror(men);
}

static struct men_tests *turned_men(const struct men_tests *men, unsigned turn, struct memory *memory)
{
    struct men_tests *turned = copy_of(men, sizeof *men, memory);
    if (turned != NULL)
        turn_men(turned, turn);
    return turned;
}

static struct men_choice *turned_choice(const struct men_choice *choice, unsigned turn, struct memory *memory)
{
    struct men_choice *turned = copy_of(choice, men_choice_size(choice->count), memory);
    for (size_t i = 0; turned != NULL && i < turned->count; i++)
        turn_men(&turned->alternatives[i], turn);
    return turned;
}

static struct relation_test *turned_relation(const struct relation_test *relation, unsigned turn,
                                             struct memory *memory)
{
    struct relation_test *turned = copy_of(relation, sizeof *relation, memory);
    if (turned != NULL)
        turn_men(&turned->sets, turn);
    return turned;
}

static void turn_pattern(struct move_pattern *moves, unsigned turn)
{
    if (turn & BOARD_REVERSED)
        move_pattern_reverse(moves);
    if (turn & BOARD_MIRRORED)
        move_pattern_mirror(moves);
}

static struct move_pattern *turned_moves(const struct move_pattern *moves, unsigned turn,
                                         struct memory *memory)
{
    struct move_pattern *turned = copy_of(moves, sizeof *moves, memory);
    if (turned != NULL)
        turn_pattern(turned, turn);
    return turned;
}

static struct move_row *turned_row(const struct move_row *row, unsigned turn, struct memory *memory)
{
    struct move_row *turned = copy_of(row, sizeof *row, memory);
    for (unsigned i = 0; turned != NULL && i < row->ends[row->count - 1]; i++)
        turn_pattern(&turned->patterns[i], turn);
    return turned;
}

static struct written_test *turned_written(const struct written_test *written, unsigned turn,
                                           struct memory *memory)
{
    struct written_test *turned = copy_of(written, sizeof *written, memory);
    if (turned != NULL && (turn & BOARD_REVERSED) != 0)
        written_test_reverse(turned);
    return turned;
}

int board_condition_turn(const struct board_condition *condition, unsigned turn, struct memory *memory,
                         struct board_condition *turned_ret)
{
    *turned_ret = *condition;
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_SIDE:
        turned_ret->of.side ^= (turn & BOARD_REVERSED) != 0;
        return 1;
    case BOARD_PLY:
    case BOARD_NUMBER:
        turned_ret->of.ranges = copy_of(condition->of.ranges, sizeof *condition->of.ranges, memory);
        return turned_ret->of.ranges != NULL;
    case BOARD_IS_ONE_OF:
        turned_ret->of.set = turned_set(condition->of.set, turn, memory);
        return turned_ret->of.set != NULL;
    case BOARD_MEN:
        turned_ret->of.men = turned_men(condition->of.men, turn, memory);
        return turned_ret->of.men != NULL;
    case BOARD_MEN_OR:
        turned_ret->of.choice = turned_choice(condition->of.choice, turn, memory);
        return turned_ret->of.choice != NULL;
    case BOARD_MOVE:
    case BOARD_MANOEUVRE:
        turned_ret->of.moves = turned_moves(condition->of.moves, turn, memory);
        return turned_ret->of.moves != NULL;
    case BOARD_MOVE_ROW:
        turned_ret->of.row = turned_row(condition->of.row, turn, memory);
        return turned_ret->of.row != NULL;
    case BOARD_WRITTEN:
        turned_ret->of.written = turned_written(condition->of.written, turn, memory);
        return turned_ret->of.written != NULL;
    case BOARD_RELATION:
        turned_ret->of.relation = turned_relation(condition->of.relation, turn, memory);
        return turned_ret->of.relation != NULL;
    default:
        return 1;
    }
}

/* ---- What it depends on ---- */

unsigned board_condition_depends_on(const struct board_condition *condition)
{
    if (condition->kind == BOARD_MEN_OR)
        return men_choice_depends_on(condition->of.choice);
    return condition->kind == BOARD_MEN ? men_tests_depend_on(condition->of.men) : BOARD_CHANGES_TURN;
}

/* White's rook took it, say: after a move the mover's side has its king and that man. */
static struct board_needs needs_of_moves(const struct move_pattern *moves)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    unsigned is_white = (moves->men & MEN_WHITE) != 0, is_black = (moves->men & MEN_BLACK) != 0;
    if ((moves->men & MEN_KINGS) == 0 && is_white != is_black)
        needs.men_min[is_black] = 2;
    needs.ply_min = moves->square_count != 0 ? moves->square_count - 1u : 1;
    return needs;
}

static struct board_needs needs_of_plies(const struct number_ranges *ranges)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    needs.ply_min = UINT32_MAX;
    needs.ply_max = 0;
    for (uint32_t i = 0; i < ranges->count; i++) {
        if (needs.ply_min > ranges->ranges[i].low)
            needs.ply_min = ranges->ranges[i].low;
        if (needs.ply_max < ranges->ranges[i].high)
            needs.ply_max = ranges->ranges[i].high;
    }
    return needs;
}

const struct men_tests *board_condition_men(const struct board_condition *condition)
{
    const struct relation_test *relation;
    if (condition->negated)
        return NULL;
    if (condition->kind == BOARD_MEN)
        return condition->of.men;
    relation = condition->kind == BOARD_RELATION ? condition->of.relation : NULL;
    return relation != NULL && !relation->is_negated ? &relation->sets : NULL;
}

struct board_needs board_condition_needs(const struct board_condition *condition)
{
    struct board_needs needs = BOARD_NEEDS_NOTHING;
    const struct men_tests *men = board_condition_men(condition);
    if (men != NULL)
        return men_tests_needs(men);
    if (condition->negated)
        return needs;
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_PLY:
        return needs_of_plies(condition->of.ranges);
    case BOARD_MEN_OR:
        return men_choice_needs(condition->of.choice);
    case BOARD_IS_ONE_OF:
        return position_set_needs(condition->of.set);
    case BOARD_MOVE:
    case BOARD_MANOEUVRE:
        return needs_of_moves(condition->of.moves);
    case BOARD_MOVE_ROW:
        needs.ply_min = condition->of.row->count;
        return needs;
    default:
        return needs;
    }
}
