/* --mark: a comment in a game's text, where a query is fulfilled. */
#ifndef PGNPACK_CLI_FIND_FIND_MARK_H
#define PGNPACK_CLI_FIND_FIND_MARK_H

#include "pgnpack.h"

/* The places of a text that comments come to, in bytes, in their order. */
struct find_marks {
    size_t count; /* 0: none can be told, as in a game that makes no sense */
    size_t places[2];
};

/* `text` is that of one game, and `game` it, as a PGN reader gave it. */
struct find_marks find_marks_of(struct pgnpack_text text, const struct pgnpack_game *game,
                                const struct pgnpack_hit *hit);

#endif
