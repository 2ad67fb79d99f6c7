#include "cli/forms/hit_board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/forms/figure_text.h"
#include "cli/run/game_items.h"

struct hit_board *hit_board_new(const struct pgnpack_reader *reader, const struct pgnpack_options *options)
{
    struct hit_board *at = calloc(1, sizeof *at);
    if (at == NULL)
        return NULL;
    at->cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE | PGNPACK_PART_MOVES);
    at->board = pgnpack_board_new(options);
    if (at->cursor != NULL && at->board != NULL)
        return at;
    hit_board_free(at);
    return NULL;
}

void hit_board_free(struct hit_board *at)
{
    if (at == NULL)
        return;
    pgnpack_free(at->cursor);
    pgnpack_free(at->board);
    free(at);
}

const struct pgnpack_error *hit_board_error(struct hit_board *at)
{
    return pgnpack_error(at->cursor);
}

/* What the next item of the game plays. */
static void note_move(struct hit_board *at, const struct pgnpack_item *item)
{
    char fen[PGNPACK_FEN_SIZE];
    pgnpack_board_fen(at->board, fen);
    at->number = figure_move_number(fen);
    at->mover = pgnpack_board_side(at->board);
    if (item->kind == PGNPACK_ITEM_NULL_MOVE)
        strcpy(at->move, "--");
    else if (pgnpack_board_text(at->board, item->value, PGNPACK_NOTATION_SAN, at->move) == 0)
        at->move[0] = '\0';
}

/*
 * How many items of the game there are up to the place. A variation's place is behind its last item; one of the main line behind so many
 * half-moves of it.
 */
static size_t items_before(const struct pgnpack_game *game, const struct pgnpack_hit *hit, int has_place)
{
    struct pgnpack_item item;
    unsigned depth = 0;
    uint32_t plies = 0, wanted = has_place ? hit->ply : UINT32_MAX;
    size_t last = 0;
    if (has_place && hit->item != 0)
        return hit->item;
    for (size_t i = 0; plies < wanted && pgnpack_game_item(game, i, &item); i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END && depth > 0;
        if (depth != 0 || !item_is_ply(&item))
            continue;
        plies++;
        last = i + 1;
    }
    return last;
}

enum pgnpack_status hit_board_go_to(struct hit_board *at, const struct pgnpack_hit *hit, int has_place)
{
    struct pgnpack_item item;
    enum pgnpack_status status = pgnpack_cursor_range(at->cursor, hit->game, 1);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_next(at->cursor, &at->game);
    if (status != PGNPACK_OK)
        return status;
    at->move[0] = '\0';
    if (pgnpack_board_start(at->board, at->game) == PGNPACK_OK) {
        size_t count = items_before(at->game, hit, has_place);
        for (size_t i = 0; i < count && pgnpack_game_item(at->game, i, &item); i++) {
            if (item_is_ply(&item) && i + 1 == count)
                note_move(at, &item);
            if (pgnpack_board_step(at->board, &item) != PGNPACK_OK)
                break;
        }
    }
    pgnpack_board_fen(at->board, at->fen);
    return PGNPACK_OK;
}

void hit_board_move_text(const struct hit_board *at, char text[HIT_MOVE_SIZE])
{
    text[0] = '\0';
    if (at->move[0] != '\0')
        snprintf(text, HIT_MOVE_SIZE, "%u%s %s", at->number, at->mover == PGNPACK_SIDE_WHITE ? "." : "...",
                 at->move);
}
