/* What a decoded game says behind each half-move: clocks, evaluations, glyphs, comments, alternatives (search/conditions/written_test.h). */
#ifndef PGNPACK_LIB_SEARCH_SEARCH_WRITTEN_H
#define PGNPACK_LIB_SEARCH_SEARCH_WRITTEN_H

#include "game/game.h"
#include "search/conditions/written_test.h"
#include "util/buffer.h"

/* Numbers behind the last half-moves of a line, unknown where there are none. */
struct written_trail {
    int32_t clocks[2]; /* the last one first */
    int32_t eval;
};

struct search_written {
    struct written written; /* of the half-move that was read last */
    unsigned asks;          /* bits of enum written_thing */
    unsigned lacks;         /* WRITTEN_NO_CLOCKS, WRITTEN_NO_EVALS: asked for, and so far the game has none */
    int32_t increment;      /* of its time control, in milliseconds; PGNPACK_NO_CLOCK: not known */
    uint16_t *nags;
    size_t nag_capacity;
    struct written_comment *comments;
    size_t comment_capacity;
    struct buffer folded; /* all comments of the half-move */
};

void search_written_init(struct search_written *written, struct memory *memory);
void search_written_free(struct search_written *written);

/* A game, whose tags have TimeControl if it has one, and a line from its first position on begin. */
void search_written_start(struct search_written *written, const struct game *game,
                          struct written_trail *trail);

/*
 * What stands from item `start` on up to the next half-move of the line, with item `ply` left out, belongs to the half-move of item
 * `ply`; SIZE_MAX: it stands before the first one. Without memory it is not all there, and the memory notes that.
 */
void search_written_read(struct search_written *written, const struct game *game, size_t start, size_t ply,
                         struct written_trail *trail);

/* The item with which the variation ends that begins at item `i`; item_count: none. */
size_t game_variation_end(const struct game *game, size_t i);

#endif
