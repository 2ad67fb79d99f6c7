/* The main line of a game, as a batch gives it. */
#ifndef PGNPACK_LIB_ROWS_BATCH_LINE_H
#define PGNPACK_LIB_ROWS_BATCH_LINE_H

#include "game/game.h"
#include "util/buffer.h"

/* A text a position, */
struct batch_texts {
    struct buffer bytes; /* ... of all together ... */
    struct buffer ends;  /* ... uint32_t each: where it ends */
};

struct batch_line {
    unsigned parts;      /* enum pgnpack_batch_parts */
    struct buffer moves; /* uint16_t each */
    struct buffer san, uci;
    struct buffer clocks, evals; /* int32_t each */
    struct batch_texts comments, fens;
    struct buffer keys; /* uint64_t each */
    struct buffer text; /* set by others */
};

void batch_line_init(struct batch_line *line, struct memory *memory);
void batch_line_free(struct batch_line *line);

/* Sets the parts that are wanted, but for the text. SAN: the game's moves have their text. Returns 0 when there is no memory. */
int batch_line_set(struct batch_line *line, const struct game *game);

#endif
