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
#ifndef PGNPACK_NET_POLICY_FEATURES_H
#define PGNPACK_NET_POLICY_FEATURES_H

#include <stdint.h>

#include "chess/movegen.h"
#include "chess/position.h"
#include "encoding/empty_board.h"

/* Rows of the first layer, by their first number. */
enum policy_input {
    POLICY_INPUT_MAN = 0,          /* own P N B R Q K, then the enemy's, by square */
    POLICY_INPUT_CASTLING = 768,   /* own king side, own queen side, the enemy's */
    POLICY_INPUT_OWN_RATING = 772, /* by policy_rating_bucket() */
    POLICY_INPUT_ENEMY_RATING = 784,
    POLICY_INPUT_RESULT = 796,      /* unknown, won, lost, drawn */
    POLICY_INPUT_OWN_HANGING = 800, /* P N B R Q by square */
    POLICY_INPUT_ENEMY_HANGING = 1120,
    POLICY_INPUT_ENEMY_FROM = 1440, /* the last move, by square */
    POLICY_INPUT_ENEMY_TO = 1504,
    POLICY_INPUT_OWN_FROM = 1568, /* the one before */
    POLICY_INPUT_OWN_TO = 1632,
    POLICY_INPUT_EN_PASSANT = 1696, /* by file */
    POLICY_INPUT_CHECKER = 1704,    /* by the checking man's square */
    POLICY_INPUT_OWN_PINNED = 1768, /* men that shield a king, by square */
    POLICY_INPUT_ENEMY_PINNED = 1832,
    POLICY_INPUT_COUNT = 1896,
    /* Of nets that see far: */
    POLICY_INPUT_OWN_HELD = 1896, /* attacked men that do not hang, P N B R Q by square */
    POLICY_INPUT_ENEMY_HELD = 2216,
    POLICY_INPUT_FAR_COUNT = 2536
};

/* How much is found out of a position. FAR costs about as much again as all the rest. */
enum policy_sight { POLICY_SIGHT_NEAR, POLICY_SIGHT_FAR };

enum { POLICY_RATING_BUCKETS = 12 };

/* Rows of the output layer: one for each move that a man can make on the empty board. */
enum policy_row {
    POLICY_ROW_PIECES = 0,       /* knight, bishop, rook, queen, king: pairs (from, to) in ascending order */
    POLICY_ROW_CASTLING = 3668,  /* king side, queen side */
    POLICY_ROW_PAWN = 3670,      /* from a2 to h6: capture to the left, push, capture to the right, two up */
    POLICY_ROW_PROMOTION = 3830, /* from a7 to h7: left, push, right; to N, B, R, Q each */
    POLICY_ROW_COUNT = 3926
};

/*
 * A move's class: ((((piece * 3 + from-state) * 4 + to-state) * 6 + captured) * 2 + gives check) * 2 + recaptures.
 * From-state: 0 not attacked, 1 attacked, 2 hanging. To-state: 0 not attacked, 1 attacked and not held, 2 attacked
 * and held, 3 attacked by a lower man. Captured: 0 nothing, 1 P ... 5 Q.
 */
enum { POLICY_CLASS_COUNT = 6 * 3 * 4 * 6 * 2 * 2 };

/*
 * Nets that see far give each move a class of each of these kinds, too (policy_far.c): first numbers, behind those of
 * the classes above.
 */
enum policy_far_class {
    POLICY_CLASS_THREAT = POLICY_CLASS_COUNT,
    POLICY_CLASS_LAST_MOVE = POLICY_CLASS_THREAT + 6 * 3 * 3 * 2 * 2 * 3,
    POLICY_CLASS_LINES = POLICY_CLASS_LAST_MOVE + 6 * 2 * 2 * 2 * 2 * 4,
    POLICY_CLASS_EXCHANGE = POLICY_CLASS_LINES + 6 * 2 * 2 * 3 * 3,
    POLICY_CLASS_TYPES = POLICY_CLASS_EXCHANGE + 6 * 3 * 3 * 4 * 2 * 2,
    POLICY_CLASS_KINGS = POLICY_CLASS_TYPES + 6 * 7 * 7 * 2,
    POLICY_CLASS_PAWNS = POLICY_CLASS_KINGS + 6 * 4 * 4 * 2,
    POLICY_CLASS_FAR_COUNT = POLICY_CLASS_PAWNS + 1 + 2 * 2 * 2 * 2 * 2 * 2
};

enum { POLICY_FAR_KINDS = 7 };

/* Beyond that many legal moves the net is not asked. */
enum { POLICY_MOVES_MAX = 256 };

/* Room behind the last move, for kernels that take several at once. */
enum { POLICY_PADDING = 8, POLICY_MOVES_CAPACITY = MOVE_LIST_CAPACITY + POLICY_PADDING };

/* Each man hangs and is pinned at most once; last moves, en passant and a checker. */
enum { POLICY_PLY_INPUTS_MAX = 64 + 64 + 4 + 1 + 1 };

/* Men, castling rights, two ratings, the result. */
enum { POLICY_BOARD_INPUTS_MAX = 64 + 4 + 3 };

/* What both sides of a codec know of a game before its moves. */
struct policy_hints {
    uint16_t rating[2]; /* by colour, 0: unknown */
    uint8_t result;     /* 0 unknown, 1 white won, 2 black won, 3 drawn */
    uint32_t player[2]; /* hashes of the names, for codecs that learn; nets don't see them */
};

/* The last moves' squares, NO_SQUARE where they are not known. */
struct policy_history {
    uint8_t enemy_from, enemy_to;
    uint8_t own_from, own_to; /* the one before */
    uint8_t enemy_from_before,
        enemy_to_before; /* the one before that; this and the next for POLICY_SIGHT_FAR only */
    uint8_t own_to_before;
};

#define POLICY_HISTORY_NONE                                                                                  \
    {                                                                                                        \
        NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE                          \
    }

/* A position's legal moves and ply inputs. */
struct policy_ply {
    unsigned count; /* legal moves */
    unsigned input_count;
    uint16_t moves
        [POLICY_MOVES_CAPACITY]; /* promotion type (0: none) << 12 | from << 6 | to, as the mover sees it */
    uint16_t rows[POLICY_MOVES_CAPACITY];
    uint16_t classes[POLICY_MOVES_CAPACITY];
    uint16_t inputs[POLICY_PLY_INPUTS_MAX];
    uint16_t far_classes[POLICY_MOVES_MAX + POLICY_PADDING][POLICY_FAR_KINDS]; /* POLICY_SIGHT_FAR only */
};

void policy_ply_fill(struct policy_ply *ply, const struct position *position,
                     const struct policy_history *history, enum policy_sight sight);

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

/* The three rows of what is known of the game, as `side` sees it. */
static inline void policy_hint_inputs(const struct policy_hints *hints, unsigned side, uint16_t inputs[3])
{
    static const uint8_t results[2][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}};
    inputs[0] = (uint16_t)(POLICY_INPUT_OWN_RATING + policy_rating_bucket(hints->rating[side]));
    inputs[1] = (uint16_t)(POLICY_INPUT_ENEMY_RATING + policy_rating_bucket(hints->rating[side ^ 1]));
    inputs[2] = (uint16_t)(POLICY_INPUT_RESULT + results[side][hints->result & 3]);
}

#endif
