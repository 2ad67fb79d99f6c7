/* The half-moves of a game's main line, one after the other, whether its items are single moves or runs of them. */
#ifndef PGNPACK_GAME_MAIN_LINE_H
#define PGNPACK_GAME_MAIN_LINE_H

#include <string.h>

#include "chess/san.h"
#include "game/game.h"

struct main_line {
    const struct game *game;
    size_t item;                /* the next one */
    const struct san_text *run; /* the next of so many moves of the run before it */
    size_t run_left;
    unsigned depth; /* open variations */
};

static inline void main_line_start(struct main_line *line, const struct game *game)
{
    *line = (struct main_line){.game = game};
}

static inline void main_line_next_of_run(struct main_line *line, uint8_t *kind_ret, uint16_t *value_ret)
{
    *kind_ret = ITEM_MOVE;
    memcpy(value_ret, line->run->move, sizeof *value_ret);
    line->run++;
    line->run_left--;
}

/*
 * The next half-move: ITEM_MOVE, ITEM_NULL_MOVE or ITEM_DROP, with its value as items have it. Returns 0 at the end of the line.
 */
static inline int main_line_next(struct main_line *line, uint8_t *kind_ret, uint16_t *value_ret)
{
    const struct game *game = line->game;
    if (line->run_left != 0) {
        main_line_next_of_run(line, kind_ret, value_ret);
        return 1;
    }
    while (line->item < game->item_count) {
        const struct game_item *item = &game->items[line->item++];
        line->depth += item->kind == ITEM_VARIATION_BEGIN;
        line->depth -= item->kind == ITEM_VARIATION_END;
        if (line->depth != 0)
            continue;
        if (item->kind == ITEM_MOVE_RUN && item->value != 0) {
            line->run = (const struct san_text *)(const void *)game_item_text(game, item).data;
            line->run_left = item->value;
            main_line_next_of_run(line, kind_ret, value_ret);
            return 1;
        }
        if (item_kind_is_ply(item->kind)) {
            *kind_ret = item->kind;
            *value_ret = item->value;
            return 1;
        }
    }
    return 0;
}

#endif
