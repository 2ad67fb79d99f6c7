#include "block/line_trace.h"

#include "game/main_line.h"

/* Of a position that moves are played in, only where pawns stand, of either side. */
#define PAWNS_AT_START UINT64_C(0x00ff00000000ff00)

static uint64_t pawns_after(uint64_t pawns, chess_move move)
{
    uint64_t from = UINT64_C(1) << move_from(move), to = UINT64_C(1) << move_to(move);
    uint64_t moved = (pawns & from) != 0 && !move_is_promotion(move) ? to : 0;
    uint64_t taken = move_flag(move) == MOVE_EN_PASSANT ? UINT64_C(1) << (move_to(move) ^ 8) : to;
    return (pawns & ~(from | taken)) | moved;
}

void line_trace(const struct game *game, struct pawn_trace *trace)
{
    struct main_line line;
    uint64_t pawns = PAWNS_AT_START;
    uint8_t kind;
    chess_move move;
    pawn_trace_start(trace);
    trace->is_open = (uint8_t)(game->has_start || game_has_drops(game, 0));
    if (trace->is_open)
        return;
    main_line_start(&line, game);
    for (unsigned side = WHITE; main_line_next(&line, &kind, &move); side ^= 1) {
        if (kind != ITEM_MOVE)
            continue;
        int is_pawn = (int)(pawns >> move_from(move) & 1);
        if (!is_pawn && !move_is_capture(move))
            continue;
        pawn_trace_move(trace, side, is_pawn ? PAWN : NO_PIECE_TYPE, move, move_is_capture(move));
        pawns = pawns_after(pawns, move);
    }
}
