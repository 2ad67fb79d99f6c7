/* Public functions: a board that follows a game, or is set to a position; moves made and taken back. */
#include "lib/games/board.h"

#include "chess/fen.h"
#include "chess/movegen.h"

static void start_at(struct pgnpack_board *board, const struct position *position)
{
    board->chess960 = position_is_chess960(position);
    board->made_count = 0;
    line_stack_start(&board->line, position, LINE_BOARDS);
}

static const struct handle_kind board_kind;

struct pgnpack_board *pgnpack_board_new(const struct pgnpack_options *options)
{
    struct pgnpack_board *board = handle_new(options, sizeof *board, &board_kind);
    if (board == NULL)
        return NULL;
    struct position start;
    handle_check_options(options, &board->misuse);
    board->error = board->misuse;
    line_stack_init(&board->line, &board->memory);
    position_start(&start);
    start_at(board, &start);
    return board;
}

static void free_board(void *handle)
{
    struct pgnpack_board *board = handle;
    line_stack_free(&board->line);
    memory_release(&board->memory, board->made, board->made_capacity * sizeof *board->made);
    handle_free(board, sizeof *board);
}

static unsigned oddities_of(unsigned notes)
{
    return ((notes & FEN_NOTE_RIGHT_DROPPED) ? PGNPACK_ODDITY_RIGHT_DROPPED : 0u) |
           ((notes & FEN_NOTE_EN_PASSANT_DROPPED) ? PGNPACK_ODDITY_EN_PASSANT_DROPPED : 0u) |
           ((notes & FEN_NOTE_OPPONENT_IN_CHECK) ? PGNPACK_ODDITY_OPPONENT_IN_CHECK : 0u);
}

enum pgnpack_status pgnpack_board_set(struct pgnpack_board *board, const char *fen, size_t fen_size,
                                      unsigned *oddities_ret)
{
    struct position position;
    unsigned notes = 0;
    enum fen_status status = FEN_OK;
    if (!board_begin(board))
        return board_end(board, board->error.status);
    if (fen == NULL)
        position_start(&position);
    else
        status = fen_parse(fen, fen_size, &position, &notes);
    if (status == FEN_OK && fen != NULL)
        status = fen_check_fields(fen, fen_size, &position);
    if (status != FEN_OK)
        return board_end(board, error_set(&board->error, PGNPACK_ERROR_ARGUMENT, "the FEN is no position: %s",
                                          fen_status_text(status)));
    start_at(board, &position);
    if (oddities_ret != NULL)
        *oddities_ret = oddities_of(notes);
    return board_end(board, PGNPACK_OK);
}

enum pgnpack_status pgnpack_board_start(struct pgnpack_board *board, const struct pgnpack_game *game)
{
    struct position start;
    if (!board_begin(board))
        return board_end(board, board->error.status);
    position_start(&start);
    if (game_of(game)->has_start)
        start = game_of(game)->start;
    start_at(board, &start);
    if (game_of(game)->trouble != TROUBLE_FEN)
        return board_end(board, PGNPACK_OK);
    const struct game_tag *tag = game_find_tag(game_of(game), "FEN");
    enum fen_status status = FEN_OK;
    if (tag != NULL)
        status = fen_parse(tag->value.data, tag->value.size, &start, NULL);
    return board_end(board,
                     error_set(&board->error, PGNPACK_ERROR_ARGUMENT, "the game's FEN is no position: %s",
                               status == FEN_OK ? "it cannot be read" : fen_status_text(status)));
}

/* ---- Along a game ---- */

static enum pgnpack_status refuse(struct pgnpack_board *board, const char *cause)
{
    return error_set(&board->error, PGNPACK_ERROR_ARGUMENT, "%s", cause);
}

static enum pgnpack_status step_line(struct pgnpack_board *board, enum line_status status)
{
    switch (status) {
    case LINE_OK:
        return PGNPACK_OK;
    case LINE_NO_MOVE:
        return refuse(board, "a bracket that cannot come here: no move to replace, or no variation to end");
    case LINE_TOO_DEEP:
        return error_set(&board->error, PGNPACK_ERROR_LIMIT, "variations are nested deeper than %d",
                         (int)GAME_NESTING_MAX);
    case LINE_NO_MEMORY:
        return error_no_memory(&board->error);
    }
    return PGNPACK_ERROR_INTERNAL;
}

static enum pgnpack_status step_ply(struct pgnpack_board *board, const struct pgnpack_item *item)
{
    char text[SAN_SIZE_MAX];
    if (item->kind == PGNPACK_ITEM_NULL_MOVE)
        return line_stack_make_null(&board->line) ? PGNPACK_OK : refuse(board, "a null move in check");
    if (item->kind == PGNPACK_ITEM_DROP) {
        if (!drop_is_legal(&board->line.position, item->value))
            return refuse(board, "the drop is not legal here");
        line_stack_make_drop(&board->line, item->value, text);
        return PGNPACK_OK;
    }
    if (!move_is_legal(&board->line.position, item->value))
        return refuse(board, "the move is not legal here");
    line_stack_make(&board->line, item->value);
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_board_step(struct pgnpack_board *board, const struct pgnpack_item *item)
{
    enum pgnpack_status status = PGNPACK_OK;
    if (!board_begin(board))
        return board_end(board, board->error.status);
    switch (item->kind) {
    case PGNPACK_ITEM_MOVE:
    case PGNPACK_ITEM_NULL_MOVE:
    case PGNPACK_ITEM_DROP:
        status = step_ply(board, item);
        break;
    case PGNPACK_ITEM_VARIATION_BEGIN:
        status = step_line(board, line_stack_open(&board->line));
        break;
    case PGNPACK_ITEM_VARIATION_END:
        status = step_line(board, line_stack_close(&board->line));
        break;
    default:
        return board_end(board, PGNPACK_OK);
    }
    if (status == PGNPACK_OK)
        board->made_count = 0;
    return board_end(board, status);
}

/* ---- There and back ---- */

enum pgnpack_status pgnpack_board_make(struct pgnpack_board *board, uint16_t move)
{
    if (!board_begin(board))
        return board_end(board, board->error.status);
    if (!move_is_legal(&board->line.position, move))
        return board_end(board, refuse(board, "the move is not legal here"));
    if (!MEMORY_GROW(&board->memory, board->made, board->made_capacity, board->made_count + 1))
        return board_end(board, error_no_memory(&board->error));
    if (board->made_count == 0) {
        board->before_made = board->line.last_move;
        board->before_is_move = board->line.last_is_move;
    }
    line_stack_make(&board->line, move);
    board->made[board->made_count++] = board->line.last_move;
    return board_end(board, PGNPACK_OK);
}

enum pgnpack_status pgnpack_board_undo(struct pgnpack_board *board)
{
    struct line_stack *line = &board->line;
    if (!board_begin(board))
        return board_end(board, board->error.status);
    if (board->made_count == 0)
        return board_end(board, refuse(board, "there is no move left that pgnpack_board_make() made"));
    position_unmake(&line->position, board->made[--board->made_count]);
    line->walk.ply--;
    line->last_is_move = board->made_count != 0 || board->before_is_move;
    line->last_move = board->made_count != 0 ? board->made[board->made_count - 1] : board->before_made;
    return board_end(board, PGNPACK_OK);
}

static const struct handle_kind board_kind = {.free = free_board, HANDLE_ERROR(struct pgnpack_board)};
