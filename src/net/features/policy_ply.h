/* The policy net's inputs, rows and classes, by number: what policy_features.h finds out of a position. */
#ifndef PGNPACK_NET_FEATURES_POLICY_PLY_H
#define PGNPACK_NET_FEATURES_POLICY_PLY_H

#include <stdint.h>

#include "chess/movegen.h"
#include "chess/position.h"
#include "encoding/empty_board.h"
#include "util/made_table.h"

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

/* Outcomes: 0 the result is not known, 1 the player wins, 2 loses, 3 a draw. */
enum { POLICY_RATING_BUCKETS = 12, POLICY_OUTCOMES = 4 };

/* Rows of the output layer: one for each move that a man can make on the empty board. */
enum policy_row {
    POLICY_ROW_PIECES = 0,       /* knight, bishop, rook, queen, king: pairs (from, to) in ascending order */
    POLICY_ROW_CASTLING = 3668,  /* king side, queen side */
    POLICY_ROW_PAWN = 3670,      /* from a2 to h6: capture to the left, push, capture to the right, two up */
    POLICY_ROW_PROMOTION = 3830, /* from a7 to h7: left, push, right; to N, B, R, Q each */
    POLICY_ROW_COUNT = 3926
};

/* Rows of pieces' moves by type, from-square and target; made by make_policy_rows.c. */
extern MADE_TABLE uint16_t policy_piece_rows[6][64][64];

/*
 * A move's class: ((((piece * 3 + from-state) * 4 + to-state) * 6 + captured) * 2 + gives check) * 2 + recaptures.
 * From-state: 0 not attacked, 1 attacked, 2 hanging. To-state: 0 not attacked, 1 attacked and not held, 2 attacked
 * and held, 3 attacked by a lower man. Captured: 0 nothing, 1 P ... 5 Q.
 */
enum { POLICY_CLASS_COUNT = 6 * 3 * 4 * 6 * 2 * 2 };

/*
 * Nets that see near give each move a second class (policy_class.h): the type of the man that stands on the target
 * afterwards, five bits of where it goes to, three of what it leaves.
 */
enum { POLICY_AIM_COUNT = 6 * 32 * 8 };

/*
 * Nets that see far give each move a class of each of these kinds, too (policy_far_steps.h): first numbers, behind those of
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
    POLICY_CLASS_CAPTURES = POLICY_CLASS_PAWNS + 1 + 2 * 2 * 2 * 2 * 2 * 2,
    POLICY_CLASS_ANSWERS = POLICY_CLASS_CAPTURES + 6 * 8 * 5 * 2,
    POLICY_CLASS_FAR_COUNT = POLICY_CLASS_ANSWERS + 6 * 5 * 5
};

enum { POLICY_FAR_KINDS = 9 };

/* Beyond that many legal moves the net is not asked. */
enum { POLICY_MOVES_MAX = 256 };

/* Room behind the last move, for kernels that take several at once, and those that put a man's moves at once. */
enum {
    POLICY_PADDING = 8,
    POLICY_FILL_PADDING = 32,
    POLICY_MOVES_CAPACITY = MOVE_LIST_CAPACITY + POLICY_FILL_PADDING
};

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
    unsigned exchange_steps; /* what classes of captures cost: policy_exchange.h */
    uint16_t moves
        [POLICY_MOVES_CAPACITY]; /* promotion type (0: none) << 12 | from << 6 | to, as the mover sees it */
    uint16_t rows[POLICY_MOVES_CAPACITY];
    uint16_t classes[POLICY_MOVES_CAPACITY];
    uint16_t aims[POLICY_MOVES_CAPACITY]; /* second classes */
    uint16_t inputs[POLICY_PLY_INPUTS_MAX];
    uint16_t far_classes[POLICY_MOVES_MAX + POLICY_PADDING][POLICY_FAR_KINDS]; /* POLICY_SIGHT_FAR only */
};

#endif
