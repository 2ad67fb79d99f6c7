/* Public functions: what a board shows. Moves there and their texts, its men, check and mate, keys. */
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/polyglot.h"
#include "chess/san.h"
#include "chess/zobrist.h"
#include "lib/games/board.h"

_Static_assert((int)PGNPACK_SAN_SIZE >= (int)SAN_SIZE_MAX, "room for a move's text");
_Static_assert((int)PGNPACK_FEN_SIZE > (int)FEN_SIZE_MAX, "room for a FEN and its terminator");
_Static_assert((int)PGNPACK_BOARD_MOVES_MAX == (int)MOVE_LIST_CAPACITY, "room for the legal moves");
_Static_assert((int)PGNPACK_SIDE_WHITE == WHITE && (int)PGNPACK_SIDE_BLACK == BLACK, "sides differ");

/* ---- Moves and their texts ---- */

size_t pgnpack_board_moves(const struct pgnpack_board *board, uint16_t *moves, size_t capacity)
{
    chess_move list[MOVE_LIST_CAPACITY];
    size_t count = legal_list(&board->line.position, list);
    size_t given = count < capacity ? count : capacity;
    if (given != 0)
        memcpy(moves, list, given * sizeof *moves);
    return count;
}

/* Of a move or drop, not terminated; 0 when it is not legal. */
static size_t write_san(const struct position *position, chess_move move, char text[SAN_SIZE_MAX])
{
    if (!drop_is_legal(position, move))
        return move_is_legal(position, move) ? san_write(position, move, text) : 0;
    struct position after = *position;
    return drop_write_and_make(&after, move, text);
}

/* The same in UCI notation. */
static size_t write_uci(const struct pgnpack_board *board, chess_move move, char text[SAN_SIZE_MAX])
{
    if (drop_is_legal(&board->line.position, move))
        return drop_write(move, text);
    return move_is_legal(&board->line.position, move) ? uci_write(move, board->chess960, text) : 0;
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

size_t pgnpack_board_text(const struct pgnpack_board *board, uint16_t move, enum pgnpack_notation notation,
                          char out[PGNPACK_SAN_SIZE])
{
    char text[SAN_SIZE_MAX];
    size_t size = 0;
    if (notation == PGNPACK_NOTATION_SAN)
        size = write_san(&board->line.position, move, text);
    else if (notation == PGNPACK_NOTATION_UCI)
        size = write_uci(board, move, text);
    return export_text(text, size, out);
}

static enum pgnpack_status status_of_text(struct pgnpack_board *board, enum san_status status,
                                          chess_move move, uint16_t *move_ret)
{
    switch (status) {
    case SAN_OK:
        if (move_ret != NULL)
            *move_ret = move;
        return PGNPACK_OK;
    case SAN_SYNTAX:
        return error_set(&board->error, PGNPACK_ERROR_ARGUMENT, "the text is not a move's");
    case SAN_ILLEGAL:
        return error_set(&board->error, PGNPACK_ERROR_ARGUMENT, "no legal move fits the text");
    case SAN_AMBIGUOUS:
        return error_set(&board->error, PGNPACK_ERROR_ARGUMENT, "several legal moves fit the text");
    }
    return PGNPACK_ERROR_INTERNAL;
}

enum pgnpack_status pgnpack_board_parse(struct pgnpack_board *board, enum pgnpack_notation notation,
                                        const char *text, size_t text_size, uint16_t *move_ret)
{
    const struct position *position = &board->line.position;
    chess_move move = NO_MOVE;
    if (!board_begin(board))
        return board_end(board, board->error.status);
    if (notation != PGNPACK_NOTATION_SAN && notation != PGNPACK_NOTATION_UCI)
        return board_end(board, error_set(&board->error, PGNPACK_ERROR_ARGUMENT, "there is no notation %d",
                                          (int)notation));
    enum san_status status = notation == PGNPACK_NOTATION_SAN ? san_parse(position, text, text_size, &move)
                                                              : uci_parse(position, text, text_size, &move);
    return board_end(board, status_of_text(board, status, move, move_ret));
}

size_t pgnpack_board_fen(const struct pgnpack_board *board, char out[PGNPACK_FEN_SIZE])
{
    return fen_write(&board->line.position, FEN_X, out);
}

/* ---- The position ---- */

enum pgnpack_side pgnpack_board_side(const struct pgnpack_board *board)
{
    return (enum pgnpack_side)board->line.position.side;
}

static const char men_letters[] = "PpNnBbRrQqKk";

char pgnpack_board_man(const struct pgnpack_board *board, unsigned square)
{
    if (square > SQ_H8 || board->line.position.men[square] == NO_MAN)
        return '\0';
    return men_letters[board->line.position.men[square]];
}

unsigned pgnpack_board_material(const struct pgnpack_board *board, enum pgnpack_side side)
{
    return position_points(&board->line.position, side == PGNPACK_SIDE_WHITE ? WHITE : BLACK);
}

static int lacks_material(const struct position *position)
{
    static const uint64_t light_squares = UINT64_C(0x55aa55aa55aa55aa);
    const uint64_t *types = position->types;
    if ((types[PAWN] | types[ROOK] | types[QUEEN]) != 0)
        return 0;
    if (!has_several_bits(types[KNIGHT] | types[BISHOP]))
        return 1;
    uint64_t bishops = types[BISHOP];
    return types[KNIGHT] == 0 && ((bishops & light_squares) == 0 || (bishops & ~light_squares) == 0);
}

unsigned pgnpack_board_state(const struct pgnpack_board *board)
{
    const struct position *position = &board->line.position;
    unsigned state = lacks_material(position) ? PGNPACK_STATE_NO_MATERIAL : 0;
    int in_check = position_in_check(position);
    if (in_check)
        state |= PGNPACK_STATE_CHECK;
    if (!legal_exists(position))
        state |= in_check ? PGNPACK_STATE_CHECKMATE : PGNPACK_STATE_STALEMATE;
    return state;
}

uint64_t pgnpack_board_key(const struct pgnpack_board *board, enum pgnpack_key_kind kind)
{
    switch (kind) {
    case PGNPACK_KEY_BCGN:
        return zobrist_hash(&board->line.position);
    case PGNPACK_KEY_POLYGLOT:
        return polyglot_key(&board->line.position);
    }
    return 0;
}
