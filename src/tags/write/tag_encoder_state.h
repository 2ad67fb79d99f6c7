/*
 * What the tag encoder knows of a block, for the files that do its steps: tag_choice.h finds the columns' codecs, tag_choice.h
 * their codes, tag_encoder_model.h packs what the model or the moves tell.
 */
#ifndef PGNPACK_TAGS_WRITE_TAG_ENCODER_STATE_H
#define PGNPACK_TAGS_WRITE_TAG_ENCODER_STATE_H

#include "container/sections/section_packer.h"
#include "container/sections/stream_place.h"
#include "entropy/coding/number_code.h"
#include "tags/base/tag_columns.h"
#include "tags/read/label_reader.h"
#include "tags/model/tag_model.h"
#include "tags/model/tag_pattern.h"
#include "tags/model/tag_quotes.h"

/* A value of the group of columns at work, in the order of the text. */
struct tag_item {
    uint32_t value;   /* in the table */
    uint32_t text_id; /* the same for equal texts of the group, from 0 */
    uint32_t source;
    uint8_t member;
    uint8_t has_number;
    int64_t number;
    uint64_t code;
};

/* Where a text that came before can be copied from. */
struct tag_known {
    uint32_t place; /* in the history or dictionary, or TAG_NOWHERE */
    uint32_t value;
};

/* A column and its follower, if it has one: they are told alike. */
struct tag_group {
    uint16_t members[2];
    unsigned member_count;
    struct tag_item *items;
    size_t count;
    size_t text_count; /* different texts */
};

/* What the moves of a game say of its tags. */
struct tag_game {
    uint32_t path_start; /* its keys in `path_keys` */
    uint32_t path_count;
};

/* Names that may be keys of others. */
enum { TAG_KEY_COUNT_MAX = 8 };

struct tag_encoder {
    struct memory *memory;
    struct tag_table table;
    const struct text *names; /* by column */
    unsigned name_count;
    const uint8_t *results;     /* by game; enum game_result */
    const uint32_t *ply_counts; /* by game */
    struct tag_column *columns;
    uint16_t key_columns[TAG_KEY_COUNT_MAX]; /* whose names may be keys of others, in order */
    unsigned key_column_count;
    struct tag_item *items; /* of all groups, one group behind the other */
    size_t item_capacity;
    struct tag_known *known; /* by text id */
    size_t known_capacity;
    uint32_t *slots; /* of the table that finds equal texts: items */
    size_t slot_capacity;
    uint64_t *told; /* by value, for the model: texts' ids; 0 for a string or 1 + zigzag number */
    size_t told_capacity;
    struct tag_model model; /* these two are made when they are first needed, and the labels below */
    struct tag_quotes quotes;
    unsigned quote_searches; /* groups that were searched for quotes */
    struct buffer quoting;   /* the texts of the group at work, without what is quoted */
    size_t *quoting_sizes;   /* by item */
    struct text *originals;  /* by item: as they were */
    size_t quoting_size_capacity, original_capacity;
    size_t counters_left; /* that further columns may have */
    int spells_recipes;   /* none by the number of a pattern */
    struct tag_arguments arguments;
    struct buffer *streams; /* by column: what goes into TAG_NUMBERS */
    struct buffer numbers;  /* section TAG_NUMBERS */
    struct number_writer writers[2];
    struct buffer strings;
    struct buffer codecs;    /* section TAG_CODECS or TAG_MODEL */
    struct buffer games;     /* struct tag_game of each game; none: the moves are not to be asked */
    struct buffer path_keys; /* none: no labels */
    struct tag_labels labels;
    uint16_t label_columns[LABEL_COLUMN_COUNT_MAX];
    unsigned label_column_count;
    uint64_t label_group_games;
    int has_columns_by_moves;
    struct buffer by_moves; /* section TAG_BY_MOVES */
    struct buffer label_streams;
};

/* How the columns are packed. */
struct tag_output {
    struct section_packer *packer;
    int zstd_level;
    int adaptive; /* by tag_model.h */
    struct error *error;
};

static inline struct text tag_item_text(const struct tag_encoder *encoder, const struct tag_item *item)
{
    return encoder->table.values[item->value].text;
}

static inline enum pgnpack_status tag_put_stream(struct tag_encoder *encoder, const struct buffer *stream,
                                                 uint8_t type, uint16_t column,
                                                 const struct tag_output *output)
{
    return stream_put(stream, &encoder->codecs, output->packer, type, column, output->zstd_level,
                      output->error);
}

/* A NUMBER column's form, prefix and suffix. */
static inline void tag_describe_form(struct buffer *out, const struct tag_column *column)
{
    buffer_append_byte(out, column->form);
    varint_append_text(out, column->prefix);
    varint_append_text(out, column->suffix);
}

#endif
