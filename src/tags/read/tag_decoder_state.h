/* What the tag decoder knows of a block. */
#ifndef PGNPACK_TAGS_READ_TAG_DECODER_STATE_H
#define PGNPACK_TAGS_READ_TAG_DECODER_STATE_H

#include "entropy/coding/number_code.h"
#include "tags/base/tag_columns.h"
#include "tags/read/label_reader.h"
#include "tags/model/tag_model.h"
#include "tags/model/tag_quotes.h"
#include "util/work.h"

/*
 * Who asks for a column's values: nobody; the model for others, what they are and not their texts; columns that refer to
 * it; the moves, while they are decoded; the caller.
 */
enum tag_interest { TAG_PASSED_OVER, TAG_FOR_MODEL, TAG_REFERRED_TO, TAG_FOR_MOVES, TAG_ASKED_FOR };

enum tag_stream { TAG_STREAM_STRINGS, TAG_STREAM_TOKENS, TAG_STREAM_EXTRA, TAG_STREAM_COUNT };

/* What copies can be made from: value numbers, the oldest first; where a column quotes, places of its strings. */
struct tag_history {
    uint32_t *values;
    size_t count;
    size_t capacity;
};

struct tag_column_state {
    struct number_reader codes;
    struct byte_source strings; /* the leader's count */
    const uint8_t *strings_start;
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
    uint16_t section_end;                             /* from there on no column has any */
    struct tag_column *columns;
    struct tag_column_state *states;
    uint16_t state_count;       /* those behind were never used */
    const uint32_t *ply_counts; /* by game; NULL: not known */
    int by_model;               /* the table is TAG_MODEL */
    struct tag_model model;     /* these two are made when they are first needed, and the labels below */
    struct tag_quotes quotes;
    char *texts; /* of NUMBER columns, and those that quote */
    size_t text_size, text_capacity, text_limit;
    uint64_t
        tag_bytes_left; /* what names and values of tags that come may have: they all stand in the text */

    int waits;                   /* columns of codec MOVES are asked for */
    struct tag_pending *pending; /* by value */
    size_t pending_count, pending_capacity;
    uint8_t *told; /* by game: 1: nothing is pending any more */
    size_t told_capacity;
    struct label_reader labels;
    uint16_t label_columns[LABEL_COLUMN_COUNT_MAX];
    unsigned label_column_count;
};

#endif
