/*
 * What the steps of unpacking a block cost, in units of util/work.h: about a nanosecond each, rounded up so that no
 * file can make a step take much longer than it counts. docs/LIMITS.md has the table and how it was measured; a part of
 * the library's interface in so far as callers choose limits by it.
 */
#ifndef PGNPACK_CONTAINER_SECTIONS_WORK_COSTS_H
#define PGNPACK_CONTAINER_SECTIONS_WORK_COSTS_H

#include "container/sections/bcgn_format.h"
#include "container/sections/block_format.h"
#include "moves/streams/move_stream.h"

enum work_cost {
    WORK_BLOCK = 5000,    /* its tables are cleared */
    WORK_SECTION = 1000,  /* its entry is read, a frame begun */
    WORK_STORED_BYTE = 1, /* hashed */
    WORK_RAW_BYTE = 2,    /* copied, or out of a frame; and taken apart later */
    WORK_TEXT_MODEL = 100000,
    WORK_TEXT_BYTE = 2500,
    WORK_LIGHT_TEXT_BYTE = 1200,
    WORK_SYMBOL = 100,
    WORK_MIXED_MODEL = 150000, /* cleared, and a byte of the text besides: */
    WORK_MIXED_MODEL_BYTE = 1,
    WORK_MODELLED = 600, /* a symbol or number of a mixed model */

    WORK_GAME = 200,
    WORK_GAME_OF_NET = 2000,
    WORK_GAME_OF_BEST = 5000,
    WORK_ELEMENT = 10, /* looked at as a shape only */
    WORK_ITEM = 30,    /* any; with what a move costs: */
    WORK_PLY_INDEX = 200,
    WORK_PLY_BITS = 500,
    WORK_PLY_TABLE = 500,
    WORK_MAN_TABLE = 30, /* each man of the type that moves */
    WORK_PLY_NET = 2000,
    WORK_MOVE_NET = 50, /* each legal move */
    WORK_EXCHANGE = 20, /* a step of policy_exchange.h */
    WORK_PLY_BEST = 8000,
    WORK_MOVE_BEST = 150,
    WORK_MOVE_ASKED = 500, /* each that was likelier, which is passed over first */
    WORK_TAG = 100,
    WORK_TAG_MODELLED = 1500,
    WORK_TAG_SEARCH = 100, /* a part of its recipe that is looked for in an older game, a quote in its own */
    WORK_TAG_CODER = 3000, /* a column's weights are cleared; and its counters: */
    WORK_COUNTER = 1,
    WORK_LABELS = 1000000, /* of a group: what they learn begins anew */
    WORK_LABELS_OF_GAME = 5000,
    WORK_COMMENT_BYTE = 30, /* put together; a comment or field has one */
    WORK_FIELD_MODELLED = 1500,
    WORK_LIST_BYTE = 1500, /* of a list of moves, each of which has three */
    WORK_FILE = 100,       /* of a block; and: */
    WORK_FILE_NAME_BYTE = 1,
    WORK_TEXT_OUT_BYTE = 2, /* rendered, or hashed */
    WORK_INDEX_BYTE = 10,
    WORK_ID = 200 /* an id is looked up; a run of ids that is passed */
};

/* The index of a segment, by its unpacked size. */
static inline uint64_t work_of_index(uint64_t raw_size)
{
    return WORK_SECTION + raw_size * WORK_INDEX_BYTE;
}

static inline uint64_t raw_byte_cost(uint8_t packing)
{
    return packing == BCGN_PACKING_TEXT         ? WORK_TEXT_BYTE
           : packing == BCGN_PACKING_LIGHT_TEXT ? WORK_LIGHT_TEXT_BYTE
           : packing == BCGN_PACKING_SYMBOLS    ? WORK_SYMBOL
                                                : WORK_RAW_BYTE;
}

static inline uint64_t work_of_section(const struct section_entry *entry)
{
    int is_modelled = entry->packing == BCGN_PACKING_TEXT || entry->packing == BCGN_PACKING_LIGHT_TEXT;
    return WORK_SECTION + (is_modelled ? (uint64_t)WORK_TEXT_MODEL : 0) +
           (uint64_t)entry->stored_size * WORK_STORED_BYTE + entry->raw_size * raw_byte_cost(entry->packing);
}

/* The largest tables grow with the block's text. */
static inline uint64_t work_of_mixed_model(uint64_t text_size)
{
    return WORK_MIXED_MODEL + text_size * WORK_MIXED_MODEL_BYTE;
}

/* The codec's share in the beginning of a game, which comes next; BEST clears its state for a group. */
static inline uint64_t work_of_game_moves(const struct move_reader *reader)
{
    if (reader->codec == MOVE_CODEC_BEST)
        return WORK_GAME_OF_BEST +
               (move_reader_is_between_groups(reader) ? move_codec_state_size(MOVE_CODEC_BEST) : 0);
    return reader->codec == MOVE_CODEC_MODEL ? WORK_GAME_OF_NET : 0;
}

/* A move of a codec whose moves cost all alike; of others nothing, whose moves are counted by work_of_move(). */
static inline uint64_t work_of_ply(enum move_codec codec)
{
    return codec == MOVE_CODEC_INDEX ? WORK_PLY_INDEX : codec == MOVE_CODEC_BITS ? WORK_PLY_BITS : 0;
}

static inline uint64_t net_cost(const struct policy_ply *ply, unsigned exchange_steps, unsigned of_ply,
                                unsigned of_move)
{
    return of_ply + (uint64_t)ply->count * of_move + (uint64_t)exchange_steps * WORK_EXCHANGE;
}

/* The move that came last. Codecs whose moves cost all alike: nothing. */
static inline uint64_t work_of_move(const struct move_reader *reader)
{
    if (reader->codec == MOVE_CODEC_MODEL)
        return net_cost(&reader->state.policy->odds.ply, reader->state.policy->odds.ply.exchange_steps,
                        WORK_PLY_NET, WORK_MOVE_NET);
    if (reader->codec == MOVE_CODEC_TABLE)
        return WORK_PLY_TABLE + (uint64_t)reader->state.table->sight.man_count * WORK_MAN_TABLE;
    if (reader->codec != MOVE_CODEC_BEST)
        return 0;
    const struct best_coder *best = reader->state.best;
    return net_cost(&best->fast.ply, best->exchange_steps, WORK_PLY_BEST, WORK_MOVE_BEST) +
           (uint64_t)best->asked * WORK_MOVE_ASKED;
}

#endif
