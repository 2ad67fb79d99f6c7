/* PGN export format: what the PGN standard calls the archival form. */
#ifndef PGNPACK_PGN_PGN_WRITER_H
#define PGNPACK_PGN_PGN_WRITER_H

#include "game/game.h"
#include "game/line_stack.h"
#include "util/buffer.h"

struct pgn_writer {
    struct line_stack line;
};

static inline void pgn_writer_init(struct pgn_writer *writer, struct memory *memory)
{
    line_stack_init(&writer->line, memory);
}

static inline void pgn_writer_free(struct pgn_writer *writer)
{
    line_stack_free(&writer->line);
}

/*
 * Appends one game: its tags in their order, an empty line, the movetext wrapped before column 80, an empty
 * line. A game with trouble gets its source text from there on, as it is. Returns 0 when there is no memory.
 */
int pgn_write_game(struct pgn_writer *writer, const struct game *game, struct buffer *out);

#endif
