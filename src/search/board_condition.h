/*
 * What a query asks of a position. Each kind of condition is a row here and a case in board_condition.c; what it costs to
 * look at a position matters: millions are looked at in a second.
 */
#ifndef PGNPACK_SEARCH_BOARD_CONDITION_H
#define PGNPACK_SEARCH_BOARD_CONDITION_H

#include "search/board_view.h"
#include "search/position_set.h"

enum board_condition_kind {
    BOARD_IS_ONE_OF /* these positions */
};

struct board_condition {
    uint8_t kind;
    uint8_t negated;
    union {
        struct position_set *set; /* BOARD_IS_ONE_OF */
    } of;
};

/* Frees what it points to. */
void board_condition_free(struct board_condition *condition, struct memory *memory);

int board_condition_holds(const struct board_condition *condition, const struct board_view *view);

#endif
