/*
 * Where we are in a tree of variations: the position, and what brings it back when a bracket opens or closes.
 * "(" goes back to before the last move of the current line; ")" returns to where the bracket was opened.
 * Takes 200 to 400 bytes for each open variation, and copies nothing while a line goes on.
 */
#ifndef PGNPACK_GAME_LINE_STACK_H
#define PGNPACK_GAME_LINE_STACK_H

#include "chess/drop.h"
#include "chess/position.h"
#include "chess/san.h"
#include "game/game.h"

/* One open variation: what its parent line looked like at the bracket. */
struct line_frame {
    struct position position;
    struct position before; /* the last move, where that was a null move or drop */
    reversible_move last_move;
    uint32_t ply;
    uint8_t last_kind;
};

/* Is there a last move, and what takes it back: `last_move` or `before`? */
enum { LINE_LAST_NONE, LINE_LAST_MOVE, LINE_LAST_OTHER };

struct line_stack {
    struct position position;  /* the current one */
    struct position before;    /* the last null move or drop */
    reversible_move last_move; /* undoes the current line's last move */
    uint8_t last_kind;         /* LINE_LAST_... */
    uint32_t ply;              /* moves, drops and null moves before the current position in its line */
    unsigned depth;            /* open variations */
    struct line_frame *frames;
    size_t frame_capacity;
    struct memory *memory;
};

void line_stack_init(struct line_stack *stack, struct memory *memory);
void line_stack_free(struct line_stack *stack);

/* Starts a game. */
void line_stack_start(struct line_stack *stack, const struct position *start);

static inline void line_stack_make(struct line_stack *stack, chess_move move)
{
    stack->last_move = position_make(&stack->position, move);
    stack->last_kind = LINE_LAST_MOVE;
    stack->ply++;
}

/* The same, and writes the move's SAN, without a terminator; returns its size. */
static inline size_t line_stack_make_san(struct line_stack *stack, chess_move move, char out[SAN_SIZE_MAX])
{
    stack->last_kind = LINE_LAST_MOVE;
    stack->ply++;
    return san_write_and_make(&stack->position, move, out, &stack->last_move);
}

/* A legal drop; also writes its text, without a terminator, and returns that one's size. */
size_t line_stack_make_drop(struct line_stack *stack, chess_move drop, char out[SAN_SIZE_MAX]);

/* Returns 0 and changes nothing when the side to move is in check. */
int line_stack_make_null(struct line_stack *stack);

enum line_status { LINE_OK, LINE_NO_MOVE, LINE_TOO_DEEP, LINE_NO_MEMORY };

/* "(". LINE_NO_MOVE: the line has no move yet that an alternative could replace. */
enum line_status line_stack_open(struct line_stack *stack);

/* ")". LINE_NO_MOVE: nothing is open. */
enum line_status line_stack_close(struct line_stack *stack);

/*
 * Sees each move of a game, in the order of the text and before it is made. Returns 0 to refuse it: understanding
 * ends there, as at an illegal move.
 */
typedef int (*line_visit_function)(void *opaque, const struct line_stack *line, chess_move move);

#endif
