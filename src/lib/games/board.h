/* A board's state, which the files about boards and about moves as values share. */
#ifndef PGNPACK_LIB_GAMES_BOARD_H
#define PGNPACK_LIB_GAMES_BOARD_H

#include "game/line_stack.h"
#include "base/handle.h"

struct pgnpack_board {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct line_stack line;
    int chess960;          /* the game starts where castling needs the rook's square */
    reversible_move *made; /* by pgnpack_board_make(), the last one last */
    size_t made_count;
    size_t made_capacity;
    reversible_move before_made; /* the line's last move before the first of them, ... */
    uint8_t before_is_move;      /* ... and whether it was one */
    struct error misuse;         /* of the options: for ever */
    struct error error;
    struct pgnpack_error public_error;
};

/* A call that can fail begins: no failure yet, but for wrong options. */
static inline int board_begin(struct pgnpack_board *board)
{
    board->error = board->misuse;
    memory_forget_refusal(&board->memory);
    return board->error.status == PGNPACK_OK;
}

static inline enum pgnpack_status board_end(struct pgnpack_board *board, enum pgnpack_status status)
{
    return handle_end_with(&board->memory, &board->error, status);
}

#endif
