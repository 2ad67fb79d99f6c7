/*
 * Tag values by a mixed model, game by game in the order of the text, each under contexts that the column's recipe makes
 * of what is known by then. docs/FORMAT.md, "Tag numbers". The same functions pack and unpack.
 *
 * Each column, with its follower if it has one, has a stream, counters and weights of its own, so that it can be decoded
 * with no other columns than those that its recipe names, those that their recipes name, and so on.
 *
 * A text column's value is new (the next string of its strings) or an entry of the dictionary of all its values so far;
 * a number column's is a string or a number. Four ways to tell a text: new, as the reference, one of the last few
 * different values, an entry by its number. A number is told by its difference to the reference's.
 */
#ifndef PGNPACK_TAGS_MODEL_TAG_MODEL_H
#define PGNPACK_TAGS_MODEL_TAG_MODEL_H

#include "tags/base/tag_columns.h"
#include "tags/model/tag_pace.h"
#include "tags/model/tag_recipe.h"
#include "entropy/models/mixed_model.h"

/* What is known of a game before its tags. */
struct tag_game_facts {
    uint8_t result;
    uint32_t ply_count; /* of the main line */
};

/* What a value is. */
struct tag_told {
    uint8_t is_string; /* the next of the column's strings */
    uint32_t key;      /* text columns: of the dictionary; a string gets the next one */
    int64_t number;    /* number columns */
};

/* A column up to now. */
struct tag_trace {
    uint32_t newest; /* value, TAG_NOWHERE: none */
    uint32_t kinds;  /* how the last four were told, two bits each */
    uint32_t code;   /* how the newest was told, more closely */
    uint32_t count;  /* the leader's: entries of the dictionary */
    int64_t number;  /* the last one */
    struct tag_pace pace;
    uint32_t recent[TAG_RECENT_MAX + 1]; /* the leader's: the last different keys, the newest first */
};

/* The last value with what a reference's parts were. */
struct tag_memo {
    uint32_t hash;
    uint32_t value; /* TAG_NOWHERE: none */
};

/* What later values are told by. */
struct tag_note {
    int64_t number; /* the column's last one */
    uint32_t key;
};

/* What a leader and its follower are coded by. */
struct tag_coder {
    struct mixed_model mixed;
    struct bit_coder bits;
    struct tag_memo *memos;
    unsigned memo_bits;
};

/* A coder's sets of weights: for each stage of a value, once more for followers that learn apart. */
enum { TAG_MODEL_SETS = 8 };

struct tag_model {
    struct memory *memory;
    const struct tag_table *table;
    const struct tag_column *columns;
    struct tag_recipe *recipes; /* by column; the caller's until tag_model_start() */
    struct tag_trace *traces;   /* by column */
    struct tag_coder *coders;   /* by column, of leaders */
    size_t recipe_capacity, trace_capacity, coder_capacity;
    struct tag_note *notes; /* by value */
    size_t note_capacity;
    uint32_t *counters; /* of all coders, like these: */
    mixed_set_weights *weights;
    struct tag_memo *memos;
    size_t counter_capacity, weight_capacity, memo_capacity;

    uint32_t set_hashes[TAG_MODEL_SETS][TAG_CONTEXTS_MAX]; /* of a set's contexts, before what is known */

    /* Of the value at work. */
    struct tag_coder *coder;
    uint32_t value;
    uint32_t game;
    struct tag_game_facts what; /* of the game */
    uint32_t reference;         /* value, TAG_NOWHERE: none, or a number that no value has */
    unsigned where;             /* which of the recipe's references there is; their number: none */
    int64_t base;               /* the reference's number */
    int64_t time;               /* of a TAG_PACE */
    int has_time;
    uint32_t memo_hashes[TAG_REFERENCES_MAX];
    uint32_t known[TAG_CONTEXTS_MAX]; /* by context of the recipe */
};

struct tag_model_block {
    const struct tag_table *table;
    const struct tag_column *columns;
    unsigned column_count;
    const uint8_t *is_coded; /* by column: are its values to be coded? NULL: all are */
};

void tag_model_init(struct tag_model *model, struct memory *memory);
void tag_model_free(struct tag_model *model);

/* Room for the recipes of so many columns, which the caller then sets. Returns 0: no memory. */
int tag_model_reserve(struct tag_model *model, unsigned column_count);

/* Then the coders' streams are to be started, and values come in the order of the text. Returns 0: no memory. */
int tag_model_start(struct tag_model *model, const struct tag_model_block *block);

/* Is there a stream for the column, as far as the column itself tells? Followers are in their leader's, labels in none. */
static inline int tag_column_has_stream(const struct tag_column *columns, unsigned column)
{
    return columns[column].leader == column && !tag_column_is_label(&columns[column]);
}

/* Begins a game of the block, from 0. */
void tag_model_start_game(struct tag_model *model, uint32_t game, const struct tag_game_facts *what);

/* Value `value` of the table, of the present game; when decoding it is not there yet. Returns 0: no memory. */
int tag_model_code(struct tag_model *model, uint16_t column, uint32_t value, struct tag_told *told);

/* A value of codec MOVES: its number, NULL if it has none (a label). Returns 0: no memory. */
int tag_model_code_by_moves(struct tag_model *model, uint16_t column, uint32_t value, uint64_t *number);

#endif
