#include "game/line_stack.h"

#include <string.h>

void line_stack_init(struct line_stack *stack, struct memory *memory)
{
    memset(stack, 0, sizeof *stack);
    stack->memory = memory;
}

void line_stack_free(struct line_stack *stack)
{
    memory_release(stack->memory, stack->frames, stack->frame_capacity * sizeof *stack->frames);
    stack->frames = NULL;
    stack->frame_capacity = 0;
}

void line_stack_start(struct line_stack *stack, const struct position *start)
{
    stack->position = *start;
    stack->last_kind = LINE_LAST_NONE;
    stack->ply = 0;
    stack->depth = 0;
}

/* Before a ply that is no move. */
static void keep_position(struct line_stack *stack)
{
    stack->before = stack->position;
    stack->last_kind = LINE_LAST_OTHER;
    stack->ply++;
}

int line_stack_make_null(struct line_stack *stack)
{
    if (position_in_check(&stack->position))
        return 0;
    keep_position(stack);
    return position_make_null(&stack->position);
}

size_t line_stack_make_drop(struct line_stack *stack, chess_move drop, char out[SAN_SIZE_MAX])
{
    keep_position(stack);
    return drop_write_and_make(&stack->position, drop, out);
}

enum line_status line_stack_open(struct line_stack *stack)
{
    if (stack->last_kind == LINE_LAST_NONE)
        return LINE_NO_MOVE;
    if (stack->depth >= GAME_NESTING_MAX)
        return LINE_TOO_DEEP;
    if (!MEMORY_GROW(stack->memory, stack->frames, stack->frame_capacity, stack->depth + 1))
        return LINE_NO_MEMORY;
    struct line_frame *frame = &stack->frames[stack->depth++];
    frame->position = stack->position;
    frame->last_move = stack->last_move;
    frame->last_kind = stack->last_kind;
    frame->ply = stack->ply--;
    if (stack->last_kind == LINE_LAST_OTHER) {
        frame->before = stack->before;
        stack->position = stack->before;
    } else {
        position_unmake(&stack->position, stack->last_move);
    }
    stack->last_kind = LINE_LAST_NONE;
    return LINE_OK;
}

enum line_status line_stack_close(struct line_stack *stack)
{
    if (stack->depth == 0)
        return LINE_NO_MOVE;
    const struct line_frame *frame = &stack->frames[--stack->depth];
    stack->position = frame->position;
    stack->last_move = frame->last_move;
    stack->last_kind = frame->last_kind;
    stack->ply = frame->ply;
    if (frame->last_kind == LINE_LAST_OTHER)
        stack->before = frame->before;
    return LINE_OK;
}
