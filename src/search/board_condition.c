#include "search/board_condition.h"

void board_condition_free(struct board_condition *condition, struct memory *memory)
{
    if (condition->kind == BOARD_IS_ONE_OF)
        position_set_free(condition->of.set, memory);
}

static int holds(const struct board_condition *condition, const struct board_view *view)
{
    switch ((enum board_condition_kind)condition->kind) {
    case BOARD_IS_ONE_OF:
        return position_set_has(condition->of.set, view->position);
    }
    return 0;
}

int board_condition_holds(const struct board_condition *condition, const struct board_view *view)
{
    return holds(condition, view) != condition->negated;
}
