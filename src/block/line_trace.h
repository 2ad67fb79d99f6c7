/* What a decoded game's main line leaves for position columns (search/columns/pawn_trace.h). */
#ifndef PGNPACK_BLOCK_LINE_TRACE_H
#define PGNPACK_BLOCK_LINE_TRACE_H

#include "game/game.h"
#include "search/columns/pawn_trace.h"

void line_trace(const struct game *game, struct pawn_trace *trace);

#endif
