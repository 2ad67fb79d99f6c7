/*
 * A walk through a tree of variations with its boards: the position, and what brings it back when a bracket opens or
 * closes. "(" goes back to before the last move of the current line; ")" returns to where the bracket was opened.
 * Takes 200 to 400 bytes for each open variation, and copies nothing while a line goes on (but LINE_BOARDS_AND_PAST).
 */
#ifndef PGNPACK_GAME_LINE_STACK_H
#define PGNPACK_GAME_LINE_STACK_H

#include "chess/drop.h"
#include "chess/position.h"
#include "chess/san.h"
#include "game/walk.h"

/* What a stack keeps up to date. */
enum line_boards {
    LINE_NO_BOARDS,      /* the walk alone */
    LINE_BOARDS,         /* the position, too */
    LINE_BOARDS_AND_PAST /* ... and the two before it */
};

/* One open variation: what its parent line looked like at the bracket. */
struct line_frame {
    struct position position;
    struct position before; /* the last move, where that was a null move or drop */
    reversible_move last_move;
    uint8_t last_is_move;
};

struct line_stack {
    struct walk walk;
    enum line_boards boards;
    struct position position;  /* the current one */
    struct position before;    /* the last null move or drop */
    reversible_move last_move; /* undoes the current line's last move */
    uint8_t last_is_move;      /* what takes the last ply back: `last_move` or `before`? */
    struct position past[2];   /* before the last two plies, by the ply's number */
    chess_move past_moves[2];  /* these plies; NO_MOVE: a null move or drop */
    unsigned past_count;       /* of them known */
    struct line_frame *frames;
    size_t frame_capacity;
    struct memory *memory;
};

static inline void line_stack_init(struct line_stack *stack, struct memory *memory)
{
    memset(stack, 0, sizeof *stack);
    stack->memory = memory;
}

static inline void line_stack_free(struct line_stack *stack)
{
    memory_release(stack->memory, stack->frames, stack->frame_capacity * sizeof *stack->frames);
    stack->frames = NULL;
    stack->frame_capacity = 0;
}

/* Starts a game. `start`: NULL where there are no boards. */
static inline void line_stack_start(struct line_stack *stack, const struct position *start,
                                    enum line_boards boards)
{
    walk_start(&stack->walk);
    stack->boards = boards;
    stack->past_count = 0;
    if (boards != LINE_NO_BOARDS)
        stack->position = *start;
}

/* Of a stack that keeps more than the position, or less: returns 0 when there is no board to make the move on. */
int line_stack_keep_past(struct line_stack *stack, chess_move move);

/* The same of any stack, before each ply. */
static inline int line_stack_begin_ply(struct line_stack *stack, chess_move move)
{
    int has_board = stack->boards == LINE_BOARDS || line_stack_keep_past(stack, move);
    walk_plies(&stack->walk, 1);
    return has_board;
}

static inline void line_stack_make(struct line_stack *stack, chess_move move)
{
    if (!line_stack_begin_ply(stack, move))
        return;
    stack->last_move = position_make(&stack->position, move);
    stack->last_is_move = 1;
}

/* The same, and writes the move's SAN, without a terminator; returns its size, 0 without boards. */
static inline size_t line_stack_make_san(struct line_stack *stack, chess_move move, char out[SAN_SIZE_MAX])
{
    if (!line_stack_begin_ply(stack, move))
        return 0;
    stack->last_is_move = 1;
    return san_write_and_make(&stack->position, move, out, &stack->last_move);
}

/* A legal drop; also writes its text, without a terminator, and returns that one's size, 0 without boards. */
size_t line_stack_make_drop(struct line_stack *stack, chess_move drop, char out[SAN_SIZE_MAX]);

/* Returns 0 and changes nothing when the side to move is in check. */
int line_stack_make_null(struct line_stack *stack);

/* As walk_open() and walk_close(). LINE_NO_MEMORY leaves the stack as it was. */
enum line_status line_stack_open(struct line_stack *stack);
enum line_status line_stack_close(struct line_stack *stack);

/*
 * Sees each move of a game, in the order of the text and before it is made. Returns 0 to refuse it, each time that
 * it is told: understanding ends there, as at an illegal move.
 */
typedef int (*line_visit_function)(void *opaque, const struct line_stack *line, chess_move move);

/*
 * Sees moves in a row, at least one, that were made already: `before` is the position before the first of them, and line->walk
 * is where that is. Returns 0, having noted nothing, to be told each move by a line_visit_function instead.
 */
typedef int (*line_visit_run_function)(void *opaque, const struct line_stack *line,
                                       const struct position *before, const struct plain_move *moves,
                                       size_t count);

#endif
