#include "game/line_stack.h"

#include <string.h>

int line_stack_keep_past(struct line_stack *stack, chess_move move)
{
    if (stack->boards == LINE_NO_BOARDS)
        return 0;
    unsigned i = stack->walk.ply & 1;
    stack->past[i] = stack->position;
    stack->past_moves[i] = move;
    stack->past_count += stack->past_count < 2;
    return 1;
}

/* Before a ply that is no move. Returns 0 when there is no board to make it on. */
static int keep_position(struct line_stack *stack)
{
    if (!line_stack_begin_ply(stack, NO_MOVE))
        return 0;
    stack->before = stack->position;
    stack->last_is_move = 0;
    return 1;
}

int line_stack_make_null(struct line_stack *stack)
{
    if (stack->boards != LINE_NO_BOARDS && position_in_check(&stack->position))
        return 0;
    return !keep_position(stack) || position_make_null(&stack->position);
}

size_t line_stack_make_drop(struct line_stack *stack, chess_move drop, char out[SAN_SIZE_MAX])
{
    return keep_position(stack) ? drop_write_and_make(&stack->position, drop, out) : 0;
}

enum line_status line_stack_open(struct line_stack *stack)
{
    unsigned depth = stack->walk.depth;
    if (stack->boards == LINE_NO_BOARDS)
        return walk_open(&stack->walk);
    if (!MEMORY_GROW(stack->memory, stack->frames, stack->frame_capacity, depth + 1))
        return LINE_NO_MEMORY;
    enum line_status status = walk_open(&stack->walk);
    if (status != LINE_OK)
        return status;
    struct line_frame *frame = &stack->frames[depth];
    frame->position = stack->position;
    frame->last_move = stack->last_move;
    frame->last_is_move = stack->last_is_move;
    if (stack->last_is_move) {
        position_unmake(&stack->position, stack->last_move);
    } else {
        frame->before = stack->before;
        stack->position = stack->before;
    }
    stack->past_count -= stack->past_count != 0;
    return LINE_OK;
}

enum line_status line_stack_close(struct line_stack *stack)
{
    enum line_status status = walk_close(&stack->walk);
    if (status != LINE_OK || stack->boards == LINE_NO_BOARDS)
        return status;
    const struct line_frame *frame = &stack->frames[stack->walk.depth];
    stack->position = frame->position;
    stack->last_move = frame->last_move;
    stack->last_is_move = frame->last_is_move;
    if (!frame->last_is_move)
        stack->before = frame->before;
    stack->past_count = 0;
    return LINE_OK;
}
