/*
 * The moves of one game as bytes that stand alone: values for a row of somebody's own database.
 *
 *     bytes = [number of plies, a varint] moves
 *
 * The number is there only where the bytes do not tell it and the caller does not know it. Moves: bits
 * (value_move.h), or a range coder's number under the odds of level 4's tables or of a policy net, which the game's hints
 * sharpen. Of the numbers in the coder's last interval it is the first with four bytes of zeros at its end, else that with
 * three (of the tables' wide coder eight, seven or six); zeros at the end are left out. So a game has one spelling, and the decoder insists on it.
 *
 * A coder is used for any number of games. It carries nothing from one to the next, and clears nothing in between.
 */
#ifndef PGNPACK_VALUE_VALUE_CODER_H
#define PGNPACK_VALUE_VALUE_CODER_H

#include "moves/table/table_coder.h"
#include "net/odds/policy_coder.h"
#include "net/odds/policy_net.h"
#include "util/error.h"
#include "value/value_move.h"

/* No game has more. Keeps what a hostile number of plies can ask for small. */
enum { VALUE_PLIES_MAX = 1 << 20 };

struct value_coder {
    struct memory *memory;
    enum value_encoding encoding;
    int plies_given;   /* the caller knows the number of plies */
    struct buffer out; /* the last game encoded */
    struct buffer in;  /* decoding by odds: the bytes, and zeros behind them */
    struct value_place place;
    struct policy_coder *policy; /* of NET, NET_WIDE, else NULL */
    struct table_coder *table;   /* of TABLE, else NULL */
};

/* The net that an encoding asks; POLICY_NET_COUNT: none. */
unsigned value_net_of(enum value_encoding encoding);

/* `nets` must have it; NULL: the built-in ones. Returns 0 when there is no memory. To be freed all the same. */
int value_coder_init(struct value_coder *coder, struct memory *memory, enum value_encoding encoding,
                     int plies_given, const struct policy_nets *nets);
void value_coder_free(struct value_coder *coder);

/* What both directions have to know of a game. */
struct value_game {
    const struct position *start;
    const struct policy_hints *hints;
};

/*
 * Encodes a game into coder->out. PGNPACK_ERROR_ARGUMENT: a move is not legal; PGNPACK_ERROR_LOSSY: the encoding has no code
 * for one; PGNPACK_ERROR_LIMIT: more than VALUE_PLIES_MAX. Any 16-bit words are fine as moves.
 */
enum pgnpack_status value_encode(struct value_coder *coder, struct value_game game, const chess_move *moves,
                                 size_t count, struct error *error);

/* Room for moves, and how many there are in it. */
struct value_moves {
    chess_move *moves;
    size_t capacity;
    size_t count;
};

/*
 * Decodes a game; `plies`: the number of them, if it is given. PGNPACK_ERROR_CORRUPT or _TRUNCATED: the bytes are not
 * what encoding any game from that start gives; PGNPACK_ERROR_LIMIT: the moves do not fit in; moves->count is then room
 * that is enough if the bytes are in order.
 */
enum pgnpack_status value_decode(struct value_coder *coder, struct value_game game, const uint8_t *bytes,
                                 size_t size, size_t plies, struct value_moves *moves, struct error *error);

#endif
