#include "bindings/functions/game_line.h"

#include <string.h>

int game_line_start(struct game_line *line, struct pgnpack_board *board, const struct pgnpack_game *game)
{
    *line = (struct game_line){.board = board, .game = game};
    return pgnpack_board_start(board, game) == PGNPACK_OK;
}

static int is_ply(const struct pgnpack_item *item)
{
    return item->kind == PGNPACK_ITEM_MOVE || item->kind == PGNPACK_ITEM_NULL_MOVE ||
           item->kind == PGNPACK_ITEM_DROP;
}

/* The next item of the main line from *at on, which goes behind it; variations are passed over. 0: there is none. */
static int next_item(const struct game_line *line, size_t *at, struct pgnpack_item *item)
{
    unsigned depth = 0;
    while (pgnpack_game_item(line->game, (*at)++, item)) {
        depth += item->kind == PGNPACK_ITEM_VARIATION_BEGIN;
        if (depth == 0)
            return 1;
        depth -= item->kind == PGNPACK_ITEM_VARIATION_END;
    }
    return 0;
}

int game_line_next(struct game_line *line)
{
    while (next_item(line, &line->item, &line->ply))
        if (is_ply(&line->ply))
            return 1;
    return 0;
}

int game_line_nag(const struct game_line *line, size_t *at)
{
    struct pgnpack_item item;
    while (next_item(line, at, &item) && !is_ply(&item))
        if (item.kind == PGNPACK_ITEM_NAG || item.kind == PGNPACK_ITEM_SUFFIX)
            return item.value;
    return -1;
}

int game_line_play(struct game_line *line)
{
    return pgnpack_board_step(line->board, &line->ply) == PGNPACK_OK;
}

int game_line_go_to(struct pgnpack_board *board, const struct pgnpack_game *game, int64_t ply)
{
    struct game_line line;
    int64_t plies = pgnpack_game_ply_count(game);
    if (ply < -plies - 1 || ply > plies || !game_line_start(&line, board, game))
        return 0;
    for (int64_t left = ply < 0 ? ply + plies + 1 : ply; left != 0; left--)
        if (!game_line_next(&line) || !game_line_play(&line))
            return 0;
    return 1;
}

void game_line_text(const struct game_line *line, enum pgnpack_notation notation, char text[PGNPACK_SAN_SIZE])
{
    if (line->ply.kind == PGNPACK_ITEM_NULL_MOVE)
        strcpy(text, notation == PGNPACK_NOTATION_UCI ? "0000" : "--");
    else
        (void)pgnpack_board_text(line->board, line->ply.value, notation, text);
}

char game_line_mover(const struct game_line *line)
{
    unsigned from = line->ply.value >> 6 & 63;
    if (line->ply.kind == PGNPACK_ITEM_NULL_MOVE)
        return '\0';
    if (line->ply.kind == PGNPACK_ITEM_MOVE)
        return pgnpack_board_man(line->board, from);
    return (pgnpack_board_side(line->board) == PGNPACK_SIDE_WHITE ? "PNBRQ" : "pnbrq")[from % 5];
}
