/*
 * Unpacks the columns of a block's tag values (tag_columns.h), game by game. What was unpacked stays, so that any
 * game up to there can be had again at once. Trusts nothing: reads are held against the columns' ends, the number
 * of values and the room for their texts against the block's text size.
 */
#ifndef PGNPACK_TAGS_TAG_DECODER_H
#define PGNPACK_TAGS_TAG_DECODER_H

#include "entropy/number_code.h"
#include "tags/schema_table.h"
#include "tags/tag_columns.h"
#include "tags/tag_labels.h"
#include "tags/tag_model.h"
#include "util/work.h"

/*
 * Who asks for a column's values: nobody; the model for others, what they are and not their texts; columns that refer to
 * it; the moves, while they are decoded; the caller.
 */
enum tag_interest { TAG_PASSED_OVER, TAG_FOR_MODEL, TAG_REFERRED_TO, TAG_FOR_MOVES, TAG_ASKED_FOR };

enum tag_stream { TAG_STREAM_STRINGS, TAG_STREAM_TOKENS, TAG_STREAM_EXTRA, TAG_STREAM_COUNT };

/* What copies can be made from: value numbers, the oldest first. */
struct tag_history {
    uint32_t *values;
    size_t count;
    size_t capacity;
};

struct tag_column_state {
    struct number_reader codes;
    struct byte_source strings; /* the leader's count */
    struct tag_history history; /* or dictionary; the leader's counts */
    int64_t number;             /* the last one */
    uint32_t newest;            /* value */
};

/* A value that the moves will tell. */
struct tag_pending {
    uint32_t value;
    uint64_t number; /* FINAL */
};

struct tag_decoder {
    struct memory *memory;
    struct work_count *work;
    struct tag_table table;
    const struct schema_table *schemas;
    struct byte_source schema_ids;
    uint64_t list; /* of the last game's tags */
    struct byte_source results;
    size_t value_limit;
    int is_broken;                                    /* nothing behind what was unpacked can be */
    uint8_t interest[BCGN_TAG_NAME_COUNT_MAX];        /* enum tag_interest, by column */
    struct byte_source (*sections)[TAG_STREAM_COUNT]; /* by column */
    struct tag_column *columns;
    struct tag_column_state *states;
    uint16_t state_count;       /* those behind were never used */
    const uint32_t *ply_counts; /* by game; NULL: not known */
    int by_model;               /* the table is TAG_MODEL */
    struct tag_model model;
    char *texts; /* of NUMBER columns */
    size_t text_size, text_capacity, text_limit;
    uint64_t
        tag_bytes_left; /* what names and values of tags that come may have: they all stand in the text */

    int waits;                   /* columns of codec MOVES are asked for */
    struct tag_pending *pending; /* by value */
    size_t pending_count, pending_capacity;
    uint8_t *told; /* by game: 1: nothing is pending any more */
    size_t told_capacity;
    struct tag_labels labels;
    struct bit_coder label_coder;
    uint16_t label_columns[LABEL_COLUMN_COUNT_MAX];
    unsigned label_column_count;
    uint32_t label_game; /* the one whose labels come next */
};

void tag_decoder_init(struct tag_decoder *decoder, struct memory *memory);
void tag_decoder_free(struct tag_decoder *decoder);

/* Forgets the block before; then tag_decoder_section() for each section, and tag_decoder_start(). 0: no memory. */
int tag_decoder_clear(struct tag_decoder *decoder);

/* Below TAG_REFERRED_TO sections of that column need not be there. */
static inline enum tag_interest tag_decoder_interest(const struct tag_decoder *decoder, uint16_t column)
{
    return (enum tag_interest)decoder->interest[column];
}

/*
 * To be called before sections are given, where not all columns are asked for: `asked` holds PASSED_OVER, FOR_MOVES or
 * ASKED_FOR by column. `codecs` and `by_model` are as for tag_decoder_start(); if the table is not in order, all columns
 * are asked for. Returns 0 when there is no memory.
 */
int tag_decoder_ask(struct tag_decoder *decoder, const struct schema_table *schemas,
                    struct byte_source codecs, int by_model, const uint8_t *asked);

/* Is any column needed, the strings in sections of their own apart? */
int tag_decoder_needs_values(const struct tag_decoder *decoder);

/* Has the number of moves to be known for those that are needed? */
int tag_decoder_needs_plies(const struct tag_decoder *decoder);

/* The bytes must stay until the next block. `column` is less than BCGN_TAG_NAME_COUNT_MAX. */
static inline void tag_decoder_section(struct tag_decoder *decoder, enum tag_stream stream, uint16_t column,
                                       struct byte_source bytes)
{
    decoder->sections[column][stream] = bytes;
}

struct tag_decoder_block {
    const struct schema_table *schemas;
    struct byte_source schema_ids;
    struct byte_source codecs; /* section TAG_CODECS or, by_model, TAG_MODEL */
    int by_model;
    struct byte_source results;
    struct byte_source by_moves; /* section TAG_BY_MOVES */
    struct byte_source numbers;  /* section TAG_NUMBERS */
    uint32_t game_count;
    uint32_t text_size;
    struct work_count *work; /* unpacking adds to it */
};

/* Reads the columns' codecs. Sections of columns that nobody will ask for need not be there. */
enum pgnpack_status tag_decoder_start(struct tag_decoder *decoder, const struct tag_decoder_block *block,
                                      struct error *error);

/* For the model, between tag_decoder_start() and the first game; they stay until the next block. */
static inline void tag_decoder_set_plies(struct tag_decoder *decoder, const uint32_t *ply_counts)
{
    decoder->ply_counts = ply_counts;
}

/* Are any of the columns asked for told by the moves? Right behind tag_decoder_ask(), too. */
int tag_decoder_asks_moves(const struct tag_decoder *decoder);

/* Do values that are asked for wait for the moves? */
static inline int tag_decoder_waits(const struct tag_decoder *decoder)
{
    return decoder->waits;
}

/* ... and for the moves of all games in their order? */
static inline int tag_decoder_has_labels(const struct tag_decoder *decoder)
{
    return decoder->waits && decoder->label_column_count != 0;
}

/*
 * Tells what is known behind the movetext of game `game`, whose values tag_decoder_game() gave: they are complete
 * then. With labels, games have to come in their order, but may come again.
 */
enum pgnpack_status tag_decoder_tell_moves(struct tag_decoder *decoder, uint32_t game,
                                           const struct position *final, const struct label_path *path,
                                           struct error *error);

/* Is nothing left over, the block's last game being unpacked? */
int tag_decoder_at_end(const struct tag_decoder *decoder);

/*
 * The values of game `game` (less than game_count): *first_ret and the `*count_ret - 1` elements behind it, among
 * them those of columns that are only referred to.
 */
enum pgnpack_status tag_decoder_game(struct tag_decoder *decoder, uint32_t game,
                                     const struct tag_value **first_ret, size_t *count_ret,
                                     struct error *error);

#endif
