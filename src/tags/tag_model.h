/*
 * Tag values in one stream for the block (section TAG_NUMBERS), game by game in the order of the text, each under
 * contexts that the column's recipe makes of what is known by then. docs/FORMAT.md, "Tag numbers". The same
 * functions pack and unpack.
 *
 * A text column's value is new (the next string of its strings) or an entry of the dictionary of all its values so far;
 * a number column's is a string or a number. Four ways to tell a text: new, as the reference, one of the last few
 * different values, an entry by its number. A number is told by its difference to the reference's.
 */
#ifndef PGNPACK_TAGS_TAG_MODEL_H
#define PGNPACK_TAGS_TAG_MODEL_H

#include "tags/tag_columns.h"
#include "tags/tag_recipe.h"
#include "entropy/mixed_model.h"

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
    uint32_t newest;                     /* value, TAG_NOWHERE: none */
    uint32_t kinds;                      /* how the last four were told, two bits each */
    uint32_t code;                       /* how the newest was told, more closely */
    uint32_t count;                      /* the leader's: entries of the dictionary */
    int64_t number;                      /* the last one */
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

struct tag_model {
    struct memory *memory;
    struct mixed_model mixed;
    struct bit_coder coder;
    const struct tag_table *table;
    const struct tag_column *columns;
    struct tag_recipe *recipes; /* by column */
    struct tag_trace *traces;   /* by column */
    size_t recipe_capacity, trace_capacity;
    struct tag_note *notes; /* by value */
    size_t note_capacity;
    struct tag_memo *memos;
    size_t memo_capacity;
    unsigned memo_bits;

    /* Of the value at work. */
    uint32_t value;
    uint32_t game;
    struct tag_game_facts what; /* of the game */
    uint32_t game_kinds;
    uint32_t reference; /* value, TAG_NOWHERE: none, or a number that no value has */
    unsigned where;     /* which of the recipe's references there is; their number: none */
    int64_t base;       /* the reference's number */
    uint32_t memo_hashes[TAG_REFERENCES_MAX];
    uint32_t known[TAG_CONTEXTS_MAX]; /* by context of the recipe */
};

struct tag_model_block {
    const struct tag_table *table;
    const struct tag_column *columns; /* with recipes that there are */
    const struct text *names;
    unsigned name_count;
    uint32_t text_size;
};

void tag_model_init(struct tag_model *model, struct memory *memory);
void tag_model_free(struct tag_model *model);

/* Then the coder is to be started, and values come in the order of the text. Returns 0: no memory. */
int tag_model_start(struct tag_model *model, const struct tag_model_block *block);

/* Does what is known of games have to have ply counts? */
int tag_model_needs_plies(const struct tag_model *model, unsigned name_count);

/* Begins a game of the block, from 0. */
void tag_model_start_game(struct tag_model *model, uint32_t game, const struct tag_game_facts *what);

/* Value `value` of the table, of the present game; when decoding it is not there yet. Returns 0: no memory. */
int tag_model_code(struct tag_model *model, uint16_t column, uint32_t value, struct tag_told *told);

/* A value of codec MOVES: its number, NULL if it has none (a label). Returns 0: no memory. */
int tag_model_code_by_moves(struct tag_model *model, uint16_t column, uint32_t value, uint64_t *number);

#endif
