/* The half-moves of a game's main line, one after the other, whether its items are single moves or runs of them. */
#ifndef PGNPACK_GAME_MAIN_LINE_H
#define PGNPACK_GAME_MAIN_LINE_H

#include <string.h>

#include "chess/san.h"
#include "game/game.h"

struct main_line {
    const struct game *game;
    size_t item;    /* the next one ... */
    size_t in_run;  /* ... and how many of its moves are passed */
    unsigned depth; /* open variations */
};

static inline void main_line_start(struct main_line *line, const struct game *game)
{
    *line = (struct main_line){.game = game};
}

/* A move of a run. */
static inline chess_move main_line_run_move(const struct game *game, const struct game_item *run, size_t i)
{
    const struct san_text *sans = (const struct san_text *)(const void *)game_item_text(game, run).data;
    chess_move move;
    memcpy(&move, sans[i].move, sizeof move);
    return move;
}

/*
 * The next half-move: ITEM_MOVE, ITEM_NULL_MOVE or ITEM_DROP, with its value as items have it. Returns 0 at the end of the line.
 */
static inline int main_line_next(struct main_line *line, uint8_t *kind_ret, uint16_t *value_ret)
{
    const struct game *game = line->game;
    for (; line->item < game->item_count; line->item++) {
        const struct game_item *item = &game->items[line->item];
        line->depth += item->kind == ITEM_VARIATION_BEGIN;
        line->depth -= item->kind == ITEM_VARIATION_END;
        if (line->depth != 0)
            continue;
        if (item->kind == ITEM_MOVE_RUN && line->in_run < item->value) {
            *kind_ret = ITEM_MOVE;
            *value_ret = main_line_run_move(game, item, line->in_run++);
            return 1;
        }
        line->in_run = 0;
        if (item_kind_is_ply(item->kind)) {
            *kind_ret = item->kind;
            *value_ret = item->value;
            line->item++;
            return 1;
        }
    }
    return 0;
}

#endif
