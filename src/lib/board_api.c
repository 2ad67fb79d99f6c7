/* Public functions: a board that follows a game. */
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/san.h"
#include "game/line_stack.h"
#include "lib/handle.h"

struct pgnpack_board {
    struct memory memory;
    struct line_stack line;
    int chess960; /* the game starts where castling needs the rook's square */
};

_Static_assert((int)PGNPACK_SAN_SIZE >= (int)SAN_SIZE_MAX, "room for a move's text");
_Static_assert((int)PGNPACK_FEN_SIZE > (int)FEN_SIZE_MAX, "room for a FEN and its terminator");

struct pgnpack_board *pgnpack_board_new(const struct pgnpack_options *options)
{
    struct position start;
    struct pgnpack_board *board = handle_new(options, sizeof *board);
    if (board == NULL)
        return NULL;
    line_stack_init(&board->line, &board->memory);
    position_start(&start);
    line_stack_start(&board->line, &start, LINE_BOARDS);
    return board;
}

void pgnpack_board_free(struct pgnpack_board *board)
{
    if (board == NULL)
        return;
    line_stack_free(&board->line);
    handle_free(board, sizeof *board);
}

void pgnpack_board_start(struct pgnpack_board *board, const struct pgnpack_game *game)
{
    struct position start;
    position_start(&start);
    if (game_of(game)->has_start)
        start = game_of(game)->start;
    board->chess960 = position_is_chess960(&start);
    line_stack_start(&board->line, &start, LINE_BOARDS);
}

static enum pgnpack_status status_of_line(const struct pgnpack_board *board, enum line_status status)
{
    switch (status) {
    case LINE_OK:
        return PGNPACK_OK;
    case LINE_NO_MOVE:
        return PGNPACK_ERROR_ARGUMENT;
    case LINE_TOO_DEEP:
        return PGNPACK_ERROR_LIMIT;
    case LINE_NO_MEMORY:
        return board->memory.refusal == MEMORY_REFUSED_BY_LIMIT ? PGNPACK_ERROR_MEMORY_LIMIT
                                                                : PGNPACK_ERROR_MEMORY;
    }
    return PGNPACK_ERROR_INTERNAL;
}

enum pgnpack_status pgnpack_board_step(struct pgnpack_board *board, const struct pgnpack_item *item)
{
    char text[SAN_SIZE_MAX];
    switch (item->kind) {
    case PGNPACK_ITEM_MOVE:
        if (!move_is_legal(&board->line.position, item->value))
            return PGNPACK_ERROR_ARGUMENT;
        line_stack_make(&board->line, item->value);
        return PGNPACK_OK;
    case PGNPACK_ITEM_DROP:
        if (!drop_is_legal(&board->line.position, item->value))
            return PGNPACK_ERROR_ARGUMENT;
        line_stack_make_drop(&board->line, item->value, text);
        return PGNPACK_OK;
    case PGNPACK_ITEM_NULL_MOVE:
        return line_stack_make_null(&board->line) ? PGNPACK_OK : PGNPACK_ERROR_ARGUMENT;
    case PGNPACK_ITEM_VARIATION_BEGIN:
        return status_of_line(board, line_stack_open(&board->line));
    case PGNPACK_ITEM_VARIATION_END:
        return status_of_line(board, line_stack_close(&board->line));
    default:
        return PGNPACK_OK;
    }
}

/* Of a move or drop, not terminated; 0 when it is not legal. */
static size_t write_san(const struct position *position, chess_move move, char text[SAN_SIZE_MAX])
{
    if (!drop_is_legal(position, move))
        return move_is_legal(position, move) ? san_write(position, move, text) : 0;
    struct position after = *position;
    return drop_write_and_make(&after, move, text);
}

/* Copies a move's text and terminates it; 0 when there is no room, which a legal move's text never needs. */
static size_t export_text(const char *text, size_t size, char out[PGNPACK_SAN_SIZE])
{
    if (size >= PGNPACK_SAN_SIZE)
        size = 0;
    memcpy(out, text, size);
    out[size] = '\0';
    return size;
}

size_t pgnpack_board_san(const struct pgnpack_board *board, uint16_t move, char out[PGNPACK_SAN_SIZE])
{
    char text[SAN_SIZE_MAX];
    return export_text(text, write_san(&board->line.position, move, text), out);
}

size_t pgnpack_board_uci(const struct pgnpack_board *board, uint16_t move, char out[PGNPACK_SAN_SIZE])
{
    char text[SAN_SIZE_MAX];
    size_t size = 0;
    if (drop_is_legal(&board->line.position, move))
        size = drop_write(move, text);
    else if (move_is_legal(&board->line.position, move))
        size = uci_write(move, board->chess960, text);
    return export_text(text, size, out);
}

size_t pgnpack_board_fen(const struct pgnpack_board *board, char out[PGNPACK_FEN_SIZE])
{
    return fen_write(&board->line.position, FEN_X, out);
}
