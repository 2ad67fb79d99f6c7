/* Packs the columns of a block's tag values (tag_columns.h). The mirror image is tag_decoder.h. */
#ifndef PGNPACK_TAGS_TAG_ENCODER_H
#define PGNPACK_TAGS_TAG_ENCODER_H

#include "entropy/number_code.h"
#include "container/section_packer.h"
#include "tags/tag_columns.h"
#include "tags/tag_labels.h"
#include "tags/tag_model.h"
#include "tags/tag_pattern.h"

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
    struct tag_model model;
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
    int has_columns_by_moves;
    struct buffer by_moves; /* section TAG_BY_MOVES */
};

void tag_encoder_init(struct tag_encoder *encoder, struct memory *memory);
void tag_encoder_free(struct tag_encoder *encoder);

/* These return 0 when there is no memory. Texts must stay until the block is finished. */
int tag_encoder_start(struct tag_encoder *encoder);

static inline int tag_encoder_add(struct tag_encoder *encoder, uint16_t column, struct text value)
{
    return tag_table_add(&encoder->table, column, value);
}

static inline int tag_encoder_end_game(struct tag_encoder *encoder)
{
    return tag_table_end_game(&encoder->table);
}

/*
 * What is known behind the movetext of the game added last: the position there, and the path that its
 * labels follow from, NULL for no labels. To be called for all games or none. Returns 0 when there is no memory.
 */
int tag_encoder_tell_moves(struct tag_encoder *encoder, const struct position *final,
                           const struct label_path *path);

/* What the values belong to. */
struct tag_encoder_block {
    const struct text *names;
    unsigned name_count;
    const uint8_t *results;     /* of each game, enum game_result */
    const uint32_t *ply_counts; /* of each game's main line */
    uint32_t text_size;
};

/* How the columns are packed. */
struct tag_output {
    struct section_packer *packer;
    int zstd_level;
    int adaptive; /* by tag_model.h */
    struct error *error;
};

/* Chooses the columns' codecs and packs them. */
enum pgnpack_status tag_encoder_finish(struct tag_encoder *encoder, const struct tag_encoder_block *block,
                                       const struct tag_output *output);

static inline const struct tag_game *tag_encoder_game(const struct tag_encoder *encoder, uint32_t game)
{
    return (const struct tag_game *)(const void *)encoder->games.data + game;
}

/* Fills in the codes and sources of the group's items under the codecs that its columns have. */
void tag_encode_group(struct tag_encoder *encoder, struct tag_group *group);

/* Finds the columns by whose values others may be told; before any codec is chosen. */
void tag_find_keys(struct tag_encoder *encoder);

/* Sets the columns of the group to what packs them best, as far as can be told cheaply. */
void tag_choose_codecs(struct tag_encoder *encoder, struct tag_group *group);

/* The same for the model, which needs to know no more than whether they are numbers. */
void tag_choose_for_model(struct tag_encoder *encoder, struct tag_group *group);

/* Sets the group's column to codec MOVES if that suits it; returns 0 if not. */
int tag_choose_moves(struct tag_encoder *encoder, struct tag_group *group);

#endif
