/*
 * What a query asks of a position. Each kind of condition is a row here and a case in board_condition.c; what it costs to
 * look at a position matters: millions are looked at in a second.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_BOARD_CONDITION_H
#define PGNPACK_SEARCH_CONDITIONS_BOARD_CONDITION_H

#include "search/conditions/board_view.h"
#include "chess/position.h"
#include "search/conditions/board_needs.h"
#include "search/conditions/men_test.h"
#include "search/conditions/move_row.h"
#include "search/conditions/position_set.h"
#include "search/conditions/relation_test.h"
#include "search/conditions/written_test.h"
#include "search/text/number_ranges.h"
#include "util/memory.h"

/* In the order in which a step's conditions are asked: what costs little, or seldom holds, first. */
enum board_condition_kind {
    BOARD_IS_LAST,   /* no half-move follows */
    BOARD_SIDE,      /* this side is to move */
    BOARD_PLY,       /* half-moves before it */
    BOARD_NUMBER,    /* of the next move */
    BOARD_IS_ONE_OF, /* these positions */
    BOARD_MEN,       /* where men stand, and how many */
    BOARD_MEN_OR,    /* the same: one of several alternatives */
    BOARD_MOVE,      /* such a move led here */
    BOARD_MANOEUVRE, /* such a manoeuvre ended here: query_steps.c keeps how far it is */
    BOARD_MOVE_ROW,  /* such half-moves led here: the same */
    BOARD_WRITTEN,   /* what was written of the move that led here, or measured */
    BOARD_CHECK,     /* the side to move is in check */
    BOARD_MATE,      /* the game ends here, by mate */
    BOARD_STALEMATE, /* the same, by stalemate */
    BOARD_RELATION   /* what men attack, and who hangs */
};

struct board_condition {
    uint8_t kind;
    uint8_t negated;
    union {
        struct position_set *set;       /* BOARD_IS_ONE_OF */
        struct men_tests *men;          /* BOARD_MEN */
        struct men_choice *choice;      /* BOARD_MEN_OR */
        struct relation_test *relation; /* BOARD_RELATION */
        struct move_pattern *moves;     /* BOARD_MOVE, BOARD_MANOEUVRE */
        struct move_row *row;           /* BOARD_MOVE_ROW */
        struct written_test *written;   /* BOARD_WRITTEN */
        struct number_ranges *ranges;   /* BOARD_PLY, BOARD_NUMBER */
        uint8_t side;                   /* BOARD_SIDE */
    } of;
};

/* Frees what it points to. */
void board_condition_free(struct board_condition *condition, struct memory *memory);

/* Makes it ready to be asked; more than once does no harm. Returns 0 when there is no memory. */
int board_condition_finish(struct board_condition *condition, struct memory *memory);

/* Is it followed from half-move to half-move, by board_condition_follow()? */
static inline int board_condition_is_followed(const struct board_condition *condition)
{
    return condition->kind == BOARD_MANOEUVRE || condition->kind == BOARD_MOVE_ROW;
}

/* As manoeuvre_follow(). */
unsigned board_condition_follow(const struct board_condition *condition, unsigned progress,
                                const struct board_view *view);

/* Of all kinds that are not followed: those never hold here. */
int board_condition_holds(const struct board_condition *condition, const struct board_view *view);

/* A condition that has something of its own pointed to; NULL: there is no memory. */
struct men_tests *board_condition_make_men(struct board_condition *condition, struct memory *memory);
struct men_choice *board_condition_make_choice(struct board_condition *condition, size_t count,
                                               struct memory *memory);
struct relation_test *board_condition_make_relation(struct board_condition *condition, struct memory *memory);
struct move_pattern *board_condition_make_moves(struct board_condition *condition, struct memory *memory);
struct move_row *board_condition_make_row(struct board_condition *condition, struct memory *memory);
struct written_test *board_condition_make_written(struct board_condition *condition, struct memory *memory);
struct number_ranges *board_condition_make_ranges(struct board_condition *condition, uint8_t kind,
                                                  struct memory *memory);

/* In this order variants are asked: those of White first. */
enum board_turn {
    BOARD_MIRRORED = 1, /* left and right are exchanged */
    BOARD_REVERSED = 2  /* the colours are exchanged and the board is turned */
};

/*
 * The same of a board that is turned: bits of enum board_turn. Positions with castling rights have no mirror image. Returns 0
 * when there is no memory.
 */
int board_condition_turn(const struct board_condition *condition, unsigned turn, struct memory *memory,
                         struct board_condition *turned_ret);

/* The half-moves behind which it may have changed: bits of enum board_change. */
unsigned board_condition_depends_on(const struct board_condition *condition);

/* Tests of men that hold wherever the condition does; NULL: there are none. */
const struct men_tests *board_condition_men(const struct board_condition *condition);

/* What a position must have for it to hold; careful: when in doubt, nothing. */
struct board_needs board_condition_needs(const struct board_condition *condition);

#endif
