/*
 * The moves of many games as one stream, by one of the move codecs. The seam between the container and the
 * encodings: a further codec is one more case here. docs/FORMAT.md, "Moves".
 *
 * The stream of INDEX comes in stripes (move_stripes.h); those of the others are one piece, cut into groups of games
 * that can be decoded alone; a game's lines (main line and variations) follow each other as in its text. The caller
 * keeps the position: it makes and takes back.
 *
 * Head of a piece: TABLE: the number of the tables and the games of a group, a byte each. MODEL: the number of the
 * weights, the temperatures of the phases and the players' ratings by outcome, a byte each. BEST: the number of the
 * weights, a byte, and the games of a group, a varint. Then the size of each group, varints.
 */
#ifndef PGNPACK_MOVES_STREAMS_MOVE_STREAM_H
#define PGNPACK_MOVES_STREAMS_MOVE_STREAM_H

#include "chess/movegen.h"
#include "chess/position.h"
#include "chess/san.h"
#include "encoding/move_byte.h"
#include "moves/best/best_coder.h"
#include "moves/index/index_run_plain.h"
#include "moves/index/move_stripes.h"
#include "net/odds/policy_net.h"
#include "net/odds/policy_trial.h"
#include "moves/table/table_coder.h"
#include "util/buffer.h"
#include "util/inlined.h"
#include "util/varint.h"

enum move_codec {
    MOVE_CODEC_INDEX = 0, /* one byte a move: encoding/move_byte.h */
    MOVE_CODEC_BITS = 1,  /* ceil(log2 n) bits a move, n legal moves: encoding/legal_index.h */
    MOVE_CODEC_MODEL = 2, /* by the policy net: net/odds/policy_coder.h */
    MOVE_CODEC_BEST = 3,  /* by a walk that learns: moves/best/best_coder.h */
    MOVE_CODEC_TABLE = 4, /* by static tables: moves/table/table_coder.h */
    MOVE_CODEC_COUNT
};

/* Games of a group, but TABLE's and BEST's streams say how many they have. */
enum { MOVE_GROUP_SIZE = 32 };

/* INDEX has no groups: games are found by counting moves. */
static inline int move_codec_has_groups(enum move_codec codec)
{
    return codec != MOVE_CODEC_INDEX;
}

/* Codecs by nets: games cannot be taken back, and they ask for hints: MODEL for the result, BEST for all of them. */
static inline int move_codec_asks_nets(enum move_codec codec)
{
    return codec == MOVE_CODEC_MODEL || codec == MOVE_CODEC_BEST;
}

/* Bytes of the state that a codec has; 0: none. */
static inline size_t move_codec_state_size(enum move_codec codec)
{
    return codec == MOVE_CODEC_MODEL   ? sizeof(struct policy_coder)
           : codec == MOVE_CODEC_BEST  ? sizeof(struct best_coder)
           : codec == MOVE_CODEC_TABLE ? sizeof(struct table_coder)
                                       : 0;
}

/* INDEX: its stripes. The others: one piece, as stripe of ply 0. */
struct move_pieces {
    struct move_stripe pieces[MOVE_STRIPE_COUNT_MAX];
    unsigned count;
};

struct move_writer {
    enum move_codec codec;
    enum policy_net_id net;
    uint64_t game_count;
    uint64_t bits;            /* not written yet, the latest lowest */
    unsigned bit_count;       /* below 8 between calls */
    size_t game_start;        /* of the present game's first move, offset in `body` or `stripes`, ... */
    uint64_t game_start_bits; /* ... and the bits before it that were not written yet */
    unsigned game_start_bit_count;
    size_t group_start;                  /* offset in `body` */
    struct range_encoder range;          /* MODEL */
    struct wide_encoder wide;            /* TABLE */
    struct wide_encoder game_start_wide; /* ... before the present game */
    struct policy_coder *policy;         /* MODEL; these are allocated when they are first needed */
    struct best_coder *best;             /* BEST */
    uint64_t best_moves;                 /* so far */
    uint64_t group_games;                /* BEST: of each group; 0: the first one has not ended; others: 0 */
    struct table_coder *table;           /* TABLE */
    const struct policy_nets *nets;      /* set by the caller before a start; NULL: the built-in ones */
    struct policy_trial trial;           /* MODEL: the first plies, held back */
    struct stripe_writer stripes;        /* INDEX; the others: */
    struct buffer sizes;                 /* of the groups, as varints; and in the end all of the piece */
    struct buffer body;
};

void move_writer_init(struct move_writer *writer, struct memory *memory);
void move_writer_free(struct move_writer *writer);

/* Begins a stream. `net`: the weights, for MODEL. */
void move_writer_start(struct move_writer *writer, enum move_codec codec, enum policy_net_id net);

/* MODEL: players' ratings by outcome, in hundreds, 0 if not known. To be called before the first game. */
void move_writer_set_ratings(struct move_writer *writer, const uint8_t ratings[POLICY_OUTCOMES]);

/* To be called before each game's first move, for games without moves too. `hints` may be NULL. */
void move_writer_start_game(struct move_writer *writer, const struct policy_hints *hints);

/* For move_writer_add(): by MODEL, BEST or BITS. */
int move_writer_add_other(struct move_writer *writer, const struct position *position, chess_move move);

/*
 * Adds a legal move; `ply`: as move_stripes.h counts. Returns 0 and adds nothing when the codec has no code for the
 * move here.
 */
INLINED int move_writer_add(struct move_writer *writer, const struct position *position, uint32_t ply,
                            chess_move move)
{
    uint8_t byte;
    if (writer->codec == MOVE_CODEC_TABLE) {
        if (writer->table != NULL)
            table_encode(writer->table, position, ply, move, &writer->wide, &writer->body);
        return 1;
    }
    if (writer->codec != MOVE_CODEC_INDEX)
        return move_writer_add_other(writer, position, move);
    if (!move_byte_encode(position, move, &byte))
        return 0;
    stripe_writer_add(&writer->stripes, ply, byte);
    return 1;
}

/*
 * Adds moves in a row; `before` is the position before the first of them, which has this ply. Returns 0, and adds nothing,
 * when they have to be added one by one: always but with INDEX.
 */
int move_writer_add_run(struct move_writer *writer, const struct position *before, uint32_t ply,
                        const struct plain_move *moves, size_t count);

/* Takes back the moves of the present game, not its start. Not for codecs by nets. */
void move_writer_clear_game(struct move_writer *writer);

/* The stream; its bytes belong to the writer. Returns 0 when there was no memory for it. */
int move_writer_finish(struct move_writer *writer, struct move_pieces *out);

/* Small and plain, so that a copy is a place to come back to. */
struct move_reader {
    enum move_codec codec;
    uint64_t game_count; /* started so far */
    uint64_t bits;
    unsigned bit_count;
    struct stripe_reader stripes; /* INDEX; the others: */
    struct byte_source sizes;
    struct byte_source body;
    const uint8_t *next_group;
    uint64_t group_size;
    enum policy_net_id best_net; /* BEST: whose order its walk has */
    int decodes_best;            /* ... its state is that of the present group */
    struct range_decoder range;  /* MODEL */
    struct wide_decoder wide;    /* TABLE */
    /* The caller's; copies of a reader share it. So go back to games' beginnings only, with BEST to a group's. */
    union {
        struct policy_coder *policy; /* MODEL */
        struct best_coder *best;     /* BEST */
        struct table_coder *table;   /* TABLE */
    } state;
    int failed;
    int needs_newer;  /* failed, because the stream names weights or tables that are not there: */
    uint8_t model_id; /* which it names, or the net that is missing */
    const struct policy_nets *nets;
    struct index_run_state run; /* INDEX: of the moves read in a row */
};

/*
 * `game_total`: games that the stream holds. `state`: room of move_codec_state_size() bytes, at an address
 * fit for any type. `nets`: the weights that there are; NULL: the built-in ones. Sets `failed` when the head of the stream is not in order.
 */
void move_reader_start(struct move_reader *reader, enum move_codec codec, const struct move_pieces *pieces,
                       uint64_t game_total, void *state, const struct policy_nets *nets);

/* `hints`: the same as in writing, but what the codec does not ask for may be missing. */
void move_reader_start_game(struct move_reader *reader, const struct policy_hints *hints);

/* Does the next game begin a group? */
static inline int move_reader_is_between_groups(const struct move_reader *reader)
{
    return move_codec_has_groups(reader->codec) && reader->game_count % reader->group_size == 0;
}

/* The first game from which on moves must be decoded to come to those of game `game` (from 0). */
uint64_t move_reader_first_game(const struct move_reader *reader, uint64_t game);

/* Goes to the first game of the group that game `game` (from 0) is in; returns that game's number. */
uint64_t move_reader_seek(struct move_reader *reader, const struct move_reader *start, uint64_t game);

/* For move_reader_next(): by MODEL, BEST or BITS. */
chess_move move_reader_next_other(struct move_reader *reader, const struct position *position);

/*
 * The next move, which has this ply, or NO_MOVE (and failed) when the data is not in order. INDEX proves no legality.
 */
INLINED chess_move move_reader_next(struct move_reader *reader, const struct position *position, uint32_t ply)
{
    chess_move move = NO_MOVE;
    if (reader->codec == MOVE_CODEC_TABLE) {
        if (!reader->failed)
            move = table_decode(reader->state.table, position, ply, &reader->wide, &reader->body);
    } else if (reader->codec == MOVE_CODEC_INDEX) {
        const uint8_t *byte = stripe_reader_next(&reader->stripes, ply);
        move = byte == NULL ? NO_MOVE : move_byte_decode(position, *byte);
    } else {
        move = move_reader_next_other(reader, position);
    }
    reader->failed |= move == NO_MOVE;
    return move;
}

/*
 * INDEX only: the next `count` moves in a row, at most MOVE_RUN_MAX, from this ply on; plays them. Returns 0 (and failed)
 * when the data is not in order. As index_run.h says, the first notes the moves, and leaves `checkers` out of date; the
 * second writes their SAN, and keeps `checkers`. Both leave the last move's word in reader->run.word. Where the position has
 * changed otherwise since the last run, reader->run.knows_ends must be 0.
 */
enum { MOVE_RUN_MAX = 128 };
int move_reader_play_run(struct move_reader *reader, struct position *position, uint32_t ply, size_t count,
                         chess_move *moves);
int move_reader_write_run(struct move_reader *reader, struct position *position, uint32_t ply, size_t count,
                          struct san_text *sans);

/* INDEX only: passes over the moves of `count` plies in a row. */
void move_reader_skip(struct move_reader *reader, uint32_t ply, uint64_t count);

/* True if everything that was stored was read. */
int move_reader_at_end(const struct move_reader *reader);

#endif
