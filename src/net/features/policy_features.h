/*
 * What the policy net sees of a position, and how it numbers the legal moves. One source of truth: the move codec
 * and the training program (src/train) both work from here. docs/FORMAT.md, "Codec 2".
 *
 * Everything is seen by the side to move: for black the board is mirrored top to bottom (square ^ 56), so that the
 * own men always go up the board.
 *
 * Inputs are rows of the first layer. Board rows change little from ply to ply and are summed incrementally, once
 * for each side: a man each, castling rights, and what is known of the game (ratings, result). Ply rows are
 * looked up for each position: men that hang or are pinned, the last two moves, en passant, check.
 */
#ifndef PGNPACK_NET_FEATURES_POLICY_FEATURES_H
#define PGNPACK_NET_FEATURES_POLICY_FEATURES_H

#include "net/features/policy_view.h"

/*
 * Legal moves, and what nets that see near have of them; `view` keeps what policy_see_far() needs. In plain C; faster
 * versions have the kernels (policy_fill.h).
 */
void policy_see(struct policy_view *view, struct policy_ply *ply, const struct position *position,
                const struct policy_history *history);

/*
 * What nets that see far have besides, of the moves in `ply`: all that were seen, at most POLICY_MOVES_MAX, or some of
 * them in the same order. Inputs are added to those seen.
 */
void policy_see_far(struct policy_view *view, struct policy_ply *ply, const struct policy_history *history);

static inline uint16_t policy_move_code(unsigned from, unsigned to, unsigned promotion)
{
    return (uint16_t)(promotion << 12 | from << 6 | to);
}

/* The code of a move in policy_ply.moves. */
static inline uint16_t policy_code_of(const struct position *position, chess_move move)
{
    unsigned flip = position->side == WHITE ? 0 : 56;
    return policy_move_code(move_from(move) ^ flip, move_to(move) ^ flip,
                            move_is_promotion(move) ? move_promotion(move) : 0);
}

/* The move that has a code here; says nothing about legality. */
static inline chess_move policy_move_of(const struct position *position, unsigned code)
{
    unsigned flip = position->side == WHITE ? 0 : 56;
    unsigned promotion = code >> 12;
    return move_classify(position, (code >> 6 & 63) ^ flip, (code & 63) ^ flip,
                         promotion == 0 ? NO_PIECE_TYPE : promotion);
}

/* Row of a man on a square, as `side` sees it. */
static inline unsigned policy_man_input(unsigned side, unsigned type, unsigned colour, unsigned square)
{
    return POLICY_INPUT_MAN + ((side ^ colour) * 6 + type) * 64 + (square ^ (side == WHITE ? 0u : 56u));
}

/* Row of castling right number `index` (bit of position.castling), as `side` sees it. */
static inline unsigned policy_castling_input(unsigned side, unsigned index)
{
    return POLICY_INPUT_CASTLING + (side == WHITE ? index : index ^ 2);
}

/* First row of a piece's moves from a square. */
static inline unsigned policy_piece_row(unsigned type, unsigned from)
{
    static const uint16_t first[6] = {0,
                                      POLICY_ROW_PIECES,
                                      PAIRS_KNIGHT,
                                      PAIRS_KNIGHT + PAIRS_BISHOP,
                                      PAIRS_KNIGHT + PAIRS_BISHOP + PAIRS_ROOK,
                                      PAIRS_KNIGHT + PAIRS_BISHOP + PAIRS_ROOK + PAIRS_QUEEN};
    return first[type] + empty_board_tables.first_pair[type][from];
}

unsigned policy_rating_bucket(unsigned rating);

/* What a result is for `side`. */
static inline unsigned policy_outcome(uint8_t result, unsigned side)
{
    static const uint8_t outcomes[2][POLICY_OUTCOMES] = {{0, 1, 2, 3}, {0, 2, 1, 3}};
    return outcomes[side][result & 3];
}

/* The three rows of what is known of the game, as `side` sees it. */
static inline void policy_hint_inputs(const struct policy_hints *hints, unsigned side, uint16_t inputs[3])
{
    inputs[0] = (uint16_t)(POLICY_INPUT_OWN_RATING + policy_rating_bucket(hints->rating[side]));
    inputs[1] = (uint16_t)(POLICY_INPUT_ENEMY_RATING + policy_rating_bucket(hints->rating[side ^ 1]));
    inputs[2] = (uint16_t)(POLICY_INPUT_RESULT + policy_outcome(hints->result, side));
}

#endif
