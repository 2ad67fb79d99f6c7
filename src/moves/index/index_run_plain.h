/*
 * Moves of codec index (encoding/move_byte.h) in a row, at a fraction of their cost one by one: where the blocks of each
 * side's men end is carried along from ply to ply, and nothing is kept that only taking back would need.
 */
#ifndef PGNPACK_MOVES_INDEX_INDEX_RUN_PLAIN_H
#define PGNPACK_MOVES_INDEX_INDEX_RUN_PLAIN_H

#include <stddef.h>

#include "chess/san.h"
#include "moves/index/index_run_ends.h"
#include "moves/index/index_run_state.h"

#if defined(__x86_64__)
#define INDEX_RUN_X86 1
#endif

/* In several versions for several processors; all do the same. */
struct index_run {
    const char *name;
    /*
     * Plays the moves of `count` bytes on the position and notes them. Returns how many: fewer than `count` where a byte
     * encodes no move there, as move_byte_decode() says, so that the same is left open. `checkers` may be out of date
     * before it, and is behind it.
     */
    size_t (*play)(struct index_run_state *state, struct position *position, const uint8_t *bytes,
                   size_t count, chess_move *moves);
    /* The same, but notes their SAN with the moves. `checkers` must be up to date before it, and is behind it. */
    size_t (*write)(struct index_run_state *state, struct position *position, const uint8_t *bytes,
                    size_t count, struct san_text *sans);
    /*
     * The bytes of `count` legal moves in a row, `before` being the position before the first. Returns 0, and writes
     * nothing, where their bytes do not follow from the moves alone.
     */
    int (*encode)(const struct position *before, const struct plain_move *moves, size_t count,
                  uint8_t *bytes);
    /*
     * Plays moves until the position, after a move, is as the goal says or the goal is out of reach. Returns how many.
     * `checkers` may be out of date before it, and is behind it.
     */
    size_t (*seek)(struct index_run_state *state, struct position *position, const uint8_t *bytes,
                   size_t count, const struct index_goal *goal, enum index_seek *end_ret);
    /* Plays moves and shows the positions that matter. Returns how many, and sets *end_ret. */
    size_t (*visit)(struct index_run_state *state, struct position *position, const uint8_t *bytes,
                    size_t count, const struct index_visit *visit, enum index_seek *end_ret);
};

extern const struct index_run index_run_plain;
#ifdef INDEX_RUN_X86
extern const struct index_run index_run_bmi2;
#endif

#endif
