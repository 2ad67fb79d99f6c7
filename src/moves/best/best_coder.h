/*
 * E14: moves by a walk. The legal moves are gone through in the order of what a policy net expects, and for each it is coded
 * whether it is the one: its odds, mixed with what the stream had before (best_mixer.h, best_sight.h). The wide net is
 * asked only about moves that the fast one finds likely, and the odds have both's opinion. docs/FORMAT.md, "Codec 3, best".
 *
 * Everything learnt is carried on through a group of games: it can be read from its beginning only.
 */
#ifndef PGNPACK_MOVES_BEST_BEST_CODER_H
#define PGNPACK_MOVES_BEST_BEST_CODER_H

#include "moves/best/best_mixer.h"
#include "moves/best/best_sight.h"
#include "net/odds/policy_net.h"
#include "net/odds/policy_odds.h"

/*
 * Games of a group: for the packer, and at least, so that not too many groups begin by clearing the state. (Smaller ones
 * are read sooner, but learn less: docs/ABLATION.md.)
 */
enum { BEST_GROUP_GAMES = 2500, BEST_GROUP_GAMES_MIN = 1000, BEST_GROUP_MOVES = 150000 };

/* 10 MiB. */
struct best_coder {
    struct policy_odds fast; /* has the position's moves and the past */
    struct policy_odds wide; /* if it is there: asked about some of the moves */
    unsigned has_wide;
    struct bit_coder bits;
    struct best_sight sight;
    struct best_mixer mixer;
    unsigned asked;          /* moves that were asked about for the last one */
    unsigned exchange_steps; /* of the wide net, for the last one */
};

/* At a group's beginning. `net`: the wide one is asked too if it is that one. */
void best_coder_start_encoding(struct best_coder *coder, const struct policy_nets *nets,
                               enum policy_net_id net, struct buffer *out);
void best_coder_start_decoding(struct best_coder *coder, const struct policy_nets *nets,
                               enum policy_net_id net, struct byte_source in);

/* `hints` NULL: nothing is known. */
void best_coder_start_game(struct best_coder *coder, const struct policy_hints *hints);

/* Codes a legal move and returns it. Decoding ignores `move`; NO_MOVE: the data is not in order. */
chess_move best_code(struct best_coder *coder, const struct position *position, chess_move move);

#endif
