/* Positions for tests of move encodings: trees, random games, and hostile positions. */
#ifndef PGNPACK_TESTS_UNIT_CODEC_WALK_H
#define PGNPACK_TESTS_UNIT_CODEC_WALK_H

#include <stdint.h>

#include "chess/movegen.h"
#include "chess/position.h"

/* Called in every position that is reached, with its legal moves. */
typedef void (*walk_visit)(const struct position *position, const chess_move *moves, unsigned count);

/* Start positions of trees and games, orthodox and Chess960; NULL behind the last. */
extern const char *const walk_starts[];

/* Valid positions that no game reaches: crowds of men, the wrong side in check; NULL behind the last. */
extern const char *const walk_hostile[];

/* White is to move and attacks the king. */
enum { WALK_EXPOSED_KINGS = 2 };
void walk_exposed_king(unsigned which, struct position *position);

/* The position of a FEN; fails the test when it has none. */
void walk_position(const char *fen, struct position *position);

/* The legal move of UCI text; fails the test when there is none. */
chess_move walk_move(const struct position *position, const char *uci);

/* Every position up to `depth` plies from the FEN's. */
void walk_tree(const char *fen, unsigned depth, walk_visit visit);

/* Every position of random games of at most `plies` plies each. */
void walk_random_games(const char *fen, unsigned games, unsigned plies, uint64_t seed, walk_visit visit);

/* The usual dose: trees and games from all start positions, the hostile positions, and games from them. */
void walk_everything(walk_visit visit);

#endif
