/*
 * Lists of moves in texts ("e4 e5 Nf3"): what an engine expects, or a line that somebody gives. docs/FORMAT.md,
 * "Lists of moves".
 *
 * A text is a list, moves in canonical SAN with a space between them, and a rest that is none; either may be empty.
 * One stream takes the lists of many texts. What helps: by position, the moves that earlier lists had there; for
 * other positions the policy net (line_odds.h).
 */
#ifndef PGNPACK_MOVES_STREAMS_LINE_LIST_H
#define PGNPACK_MOVES_STREAMS_LINE_LIST_H

#include "chess/position.h"
#include "moves/streams/line_odds.h"
#include "entropy/models/mixed_model.h"
#include "util/text.h"

/* Where a list may begin: counted from where its text stands in the game. */
enum line_origin {
    LINE_ORIGIN_NONE, /* there is no list */
    LINE_ORIGIN_BEFORE,
    LINE_ORIGIN_NOW,
    LINE_ORIGIN_EARLIER,
    LINE_ORIGIN_COUNT
};

enum { LINE_MOVES_MAX = 1024, LINE_KIND_COUNT = 256 };

/* Where a text stands. */
struct line_place {
    const struct position *boards[LINE_ORIGIN_COUNT]; /* by origin, NULL: not known */
    chess_move last, last_but_one;                    /* moves of the game before it, NO_MOVE: not known */
    unsigned kind;                                    /* of text, below LINE_KIND_COUNT: a column */
    unsigned side;                                    /* 0 or 1: whose text it is */
};

/* What lists had in one position. */
struct line_entry {
    uint32_t check;      /* of the position's key */
    chess_move moves[2]; /* the last one, and the last other one */
    uint16_t stamp;      /* of the list that came here last */
    uint8_t trust;       /* how often in a row it was moves[0] */
    uint8_t ended;       /* the last list ended here: bit 0; the one before: bit 1 */
};

struct line_list_coder {
    struct memory *memory;
    struct bit_coder bits;
    struct mixed_model model;
    struct line_odds *odds;
    struct line_entry *entries;
    const struct policy_nets *nets; /* set by the caller before a start; NULL: the built-in ones */
    uint16_t stamp;                 /* number of the present list */
    uint8_t origins[LINE_KIND_COUNT];
    uint16_t sizes[LINE_KIND_COUNT][2]; /* of the last list, by kind and side */

    chess_move moves[LINE_MOVES_MAX]; /* encoding: of the present list */
    unsigned count;
};

void line_list_init(struct line_list_coder *coder, struct memory *memory);
void line_list_free(struct line_list_coder *coder);

/*
 * Begin a stream: its first byte is the number of the net's weights (policy_net.h). PGNPACK_ERROR_MEMORY; decoding also
 * _CORRUPT (it is empty) and _UNSUPPORTED (weights that are not there: line_list_refuse_net()).
 */
enum pgnpack_status line_list_start_encoding(struct line_list_coder *coder, uint8_t net_id,
                                             struct buffer *out);
enum pgnpack_status line_list_start_decoding(struct line_list_coder *coder, struct byte_source in);

/* Says so. */
enum pgnpack_status line_list_refuse_net(uint8_t net_id, struct error *error);

/* Encodes the list that a text begins with; returns its size in bytes: the rest is what is behind. */
size_t line_list_encode(struct line_list_coder *coder, const struct line_place *place, struct text text);

/*
 * Appends the next list to `out`. *has_rest_ret: the text has a rest. Returns 0 when the data is not in order, or
 * there is no memory.
 */
int line_list_decode(struct line_list_coder *coder, const struct line_place *place, struct buffer *out,
                     int *has_rest_ret);

/* Of all lists so far: steps of policy_exchange.h. */
static inline uint64_t line_list_exchange_steps(const struct line_list_coder *coder)
{
    return coder->odds->exchange_steps;
}

/* Encoding: writes what is left. */
static inline void line_list_finish(struct line_list_coder *coder)
{
    bit_coder_finish(&coder->bits);
}

/* Decoding: was all read? */
static inline int line_list_at_end(const struct line_list_coder *coder)
{
    return bit_coder_at_end(&coder->bits);
}

/* Does a text begin with a list, from one of the place's positions? */
int line_list_fits(struct line_list_coder *coder, const struct line_place *place, struct text text);

#endif
