#include "bindings/wasm/host.h"

#include <string.h>

static int of_board(struct pgnpack_board *board, enum pgnpack_status status)
{
    return status == PGNPACK_OK ? PGNPACK_OK : (int)failure_of(pgnpack_error(board));
}

struct pgnpack_board *EXPORT(board_new)(void)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    if (board == NULL)
        failure_no_memory();
    return board;
}

void EXPORT(board_close)(struct pgnpack_board *board)
{
    pgnpack_free(board);
}

int EXPORT(board_set)(struct pgnpack_board *board, const char *fen, size_t size)
{
    return of_board(board, pgnpack_board_set(board, size > 0 ? fen : NULL, size, NULL));
}

/* FEN, the men of 64 squares, and bits: black to move, check, checkmate, stalemate, no material; the key. */
int EXPORT(board_look)(const struct pgnpack_board *board)
{
    char fen[PGNPACK_FEN_SIZE];
    answer_clear();
    answer_text(fen, pgnpack_board_fen(board, fen));
    for (unsigned square = 0; square < 64; square++)
        answer_byte((unsigned char)pgnpack_board_man(board, square));
    answer_byte((unsigned)(pgnpack_board_side(board) == PGNPACK_SIDE_BLACK) | pgnpack_board_state(board)
                                                                                  << 1);
    answer_number64(pgnpack_board_key(board, PGNPACK_KEY_BCGN));
    return (int)answer_status();
}

int EXPORT(board_moves)(const struct pgnpack_board *board)
{
    static uint16_t moves[PGNPACK_BOARD_MOVES_MAX];
    size_t count = pgnpack_board_moves(board, moves, PGNPACK_BOARD_MOVES_MAX);
    answer_clear();
    for (size_t i = 0; i < count; i++)
        answer_number16(moves[i]);
    return (int)answer_status();
}

/* SAN and UCI; empty if it is not legal. */
int EXPORT(board_move_texts)(const struct pgnpack_board *board, unsigned move)
{
    char text[PGNPACK_SAN_SIZE];
    answer_clear();
    answer_text(text, pgnpack_board_text(board, (uint16_t)move, PGNPACK_NOTATION_SAN, text));
    answer_text(text, pgnpack_board_text(board, (uint16_t)move, PGNPACK_NOTATION_UCI, text));
    return (int)answer_status();
}

/* The move; less than 0: a failure. */
int EXPORT(board_parse)(struct pgnpack_board *board, const char *text, size_t size)
{
    uint16_t move;
    if (pgnpack_board_parse(board, PGNPACK_NOTATION_UCI, text, size, &move) == PGNPACK_OK ||
        pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, text, size, &move) == PGNPACK_OK)
        return move;
    return -(int)failure_of(pgnpack_error(board));
}

int EXPORT(board_make)(struct pgnpack_board *board, unsigned move)
{
    return of_board(board, pgnpack_board_make(board, (uint16_t)move));
}

int EXPORT(board_undo)(struct pgnpack_board *board)
{
    return of_board(board, pgnpack_board_undo(board));
}
