/*
 * What the best codec knows of a decision "is it this move?": the contexts that it is coded in. docs/FORMAT.md,
 * "Codec 3, best". It remembers which positions the stream had (whether a game still follows an earlier one) and the
 * boards of the present game (repetitions).
 */
#ifndef PGNPACK_MOVES_BEST_BEST_SIGHT_H
#define PGNPACK_MOVES_BEST_BEST_SIGHT_H

#include "moves/best/best_mixer.h"
#include "net/odds/policy_odds.h"

enum {
    BEST_KNOWN_BITS = 22, /* positions of the stream, a bit each */
    BEST_BOARD_BITS = 10  /* boards of the present game */
};

/* A board of the present game; 16 bits of its key tell it from others at its place. */
struct best_board {
    uint16_t key;
    uint16_t count;
};

struct best_sight {
    uint64_t known[1 << (BEST_KNOWN_BITS - 6)];
    struct best_board boards[1 << BEST_BOARD_BITS];
    struct policy_hints hints;
    unsigned strangeness; /* positions in a row that were not known */

    /* The present position's. */
    const struct position *position;
    const struct policy_ply *ply;
    unsigned flip;
    uint64_t board, pawns, own; /* keys of its men, and of some of them */
    uint32_t here;              /* the position's */
    uint32_t keys[BEST_LANES];  /* what contexts, then counters know of it; 0: no say */
    uint8_t board_seen[10][16]; /* men as the mover sees them, with an edge around the board */
    const struct best_arithmetic *arithmetic;
};

void best_sight_start(struct best_sight *sight, const struct best_arithmetic *arithmetic);
void best_sight_start_game(struct best_sight *sight, const struct policy_hints *hints);

/* The next decisions may be about this position, which stays the caller's: asks for memory that it will need. */
void best_sight_expect(struct best_sight *sight, const struct position *position);

/* They are, and policy_odds_ask() was called, whose ply stays the caller's, too. */
void best_sight_look(struct best_sight *sight, const struct policy_odds *odds);

/* About the move at `place`, after `rank` others were passed over. question->odds is set already. */
void best_sight_ask(struct best_sight *sight, unsigned place, unsigned rank, struct best_question *question);

#endif
