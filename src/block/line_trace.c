#include "block/line_trace.h"

static void trace_item(const struct game_item *item, struct position *position, struct pawn_trace *trace)
{
    chess_move move = item->value;
    if (item->kind == ITEM_NULL_MOVE)
        position_make_null(position);
    if (item->kind != ITEM_MOVE)
        return;
    pawn_trace_move(trace, position->side, man_type(position->men[move_from(move)]), move,
                    move_is_capture(move));
    position_play(position, move);
}

void line_trace(const struct game *game, struct pawn_trace *trace)
{
    struct position position;
    unsigned depth = 0;
    position_start(&position);
    pawn_trace_start(trace);
    trace->is_open = (uint8_t)(game->has_start != 0);
    for (size_t i = 0; i < game->item_count && !trace->is_open; i++) {
        const struct game_item *item = &game->items[i];
        depth += item->kind == ITEM_VARIATION_BEGIN;
        depth -= item->kind == ITEM_VARIATION_END;
        if (item->kind == ITEM_DROP)
            trace->is_open = 1;
        else if (depth == 0)
            trace_item(item, &position, trace);
    }
}
