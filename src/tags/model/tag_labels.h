/*
 * Tag values that name a game's opening ("ECO", "Opening", ...): the value that was last seen behind the deepest
 * known position of the main line is nearly always right. docs/FORMAT.md, "Labels".
 *
 * Values are known by their numbers in the column's dictionary, its strings in their order. The state lives over a
 * group of games, which come in their order, each one's labels in the order of its tags.
 */
#ifndef PGNPACK_TAGS_MODEL_TAG_LABELS_H
#define PGNPACK_TAGS_MODEL_TAG_LABELS_H

#include "chess/zobrist.h"
#include "entropy/models/mixed_model.h"

enum {
    LABEL_COLUMN_COUNT_MAX = 6, /* of a block */
    LABEL_PLY_COUNT_MAX = 40,   /* positions of a game that are looked at */
    LABEL_COUNT_MAX = 65534     /* of a column: its further strings have no number */
};

#define LABEL_NEW UINT32_MAX

/* Keys of the positions behind the main line's first moves. */
struct label_path {
    uint64_t keys[LABEL_PLY_COUNT_MAX];
    unsigned count;
};

static inline void label_path_add(struct label_path *path, const struct position *position)
{
    if (path->count < LABEL_PLY_COUNT_MAX)
        path->keys[path->count++] = zobrist_hash(position);
}

/* What came behind a position. */
struct label_entry {
    uint32_t check;                          /* of the position's key; 0: free */
    uint16_t labels[LABEL_COLUMN_COUNT_MAX]; /* 1 + number; 0: none */
    uint8_t trust[LABEL_COLUMN_COUNT_MAX];   /* how often it was the same, one after the other */
    uint8_t age;                             /* games by which others wanted the place */
};

struct tag_labels {
    struct memory *memory;
    struct label_entry *entries;
    struct mixed_model model;
    uint32_t counts[LABEL_COLUMN_COUNT_MAX]; /* of the columns' dictionaries */

    const struct label_path *path; /* of the present game */
    unsigned known;                /* positions of it that have an entry */
    const struct label_entry *entries_known[LABEL_PLY_COUNT_MAX];
    uint16_t found[LABEL_COLUMN_COUNT_MAX]; /* the game's labels: 1 + number; 0: none */
    uint32_t before;                        /* the label told before in the game: 1 + number, ... */
    unsigned outcome;                       /* ... and how it was told */
};

void tag_labels_init(struct tag_labels *labels, struct memory *memory);
void tag_labels_free(struct tag_labels *labels);

/* Before a group's first game; `counts`: the strings of each column that stand before. Returns 0: no memory. */
int tag_labels_start(struct tag_labels *labels, const uint32_t counts[LABEL_COLUMN_COUNT_MAX]);

/* `path` must stay until the game ends. */
void tag_labels_start_game(struct tag_labels *labels, const struct label_path *path);

/*
 * Codes a value of label column `column`: its number, or LABEL_NEW for a string, which enters the dictionary while
 * that has room. Returns it. Decoding ignores `label`, and may return a number that the dictionary does not have.
 */
uint32_t tag_labels_code(struct tag_labels *labels, struct bit_coder *coder, unsigned column, uint32_t label);

/* Learns the game's labels. */
void tag_labels_end_game(struct tag_labels *labels);

#endif
