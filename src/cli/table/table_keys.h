/* The keys of pgnfind --table: what games are grouped by. */
#ifndef PGNPACK_CLI_TABLE_TABLE_KEYS_H
#define PGNPACK_CLI_TABLE_TABLE_KEYS_H

#include "pgnpack.h"

enum table_key_kind {
    TABLE_TAG, /* the value of a tag; in the order of how many games have it */
    TABLE_OPENING,
    TABLE_ECO, /* the same; where the tag is missing, by position */
    TABLE_OPPONENT,
    TABLE_US,   /* the same of names: of the other player, and of ours */
    TABLE_MOVE, /* the half-move that was played where the game was found */
    TABLE_YEAR, /* from here on in the order of their values */
    TABLE_MONTH,
    TABLE_DECADE,
    TABLE_ELO_BAND, /* 100 points wide: the mean of both ratings, ours, and theirs */
    TABLE_OUR_ELO,
    TABLE_THEIR_ELO,
    TABLE_LENGTH, /* ten moves wide */
    TABLE_TIME_CLASS,
    TABLE_RESULT,
    TABLE_SCORE, /* won, drawn, lost */
    TABLE_COLOUR
};

enum { TABLE_KEYS_MAX = 4, TABLE_TAGS_MAX = TABLE_KEYS_MAX + 6, TABLE_NAMES_SIZE_MAX = 1024 };

struct table_key {
    enum table_key_kind kind;
    const char *name; /* as it heads its column */
    size_t tag;       /* column of what it is read from; of players White's ... */
    size_t other;     /* ... and Black's */
};

struct table_keys {
    struct table_key keys[TABLE_KEYS_MAX];
    size_t count;
    const char *tags[TABLE_TAGS_MAX]; /* to be read; the first two are both ratings */
    size_t tag_count;
    char names[TABLE_NAMES_SIZE_MAX];
};

/*
 * Reads "ECO,Year": words of the list below in any case, and names of tags. The keys point into themselves, and must not be copied.
 * NULL: fine; else what is wrong, behind which the word in *word_ret stands if it is not NULL.
 */
const char *table_keys_read(struct table_keys *keys, const char *list, const char **word_ret);

/* What a game says. Texts with `data` NULL are not known. */
struct table_game {
    const struct pgnpack_text *tags; /* in the order of table_keys.tags */
    uint32_t plies;
    enum pgnpack_result result;
    int as_black;                  /* who we are */
    struct pgnpack_text eco, name; /* by its positions, where it has no such tag */
    const char *move;              /* SAN; NULL: none, or nobody asks */
};

enum { TABLE_VALUE_SIZE = 32 };

/* A value of a key: smaller orders come first, then smaller texts. */
struct table_value {
    uint32_t order;
    struct pgnpack_text text;     /* empty: not known */
    char bytes[TABLE_VALUE_SIZE]; /* of a text that is no tag's */
};

/* *value_ret points into itself and into the game. */
void table_key_value(const struct table_key *key, const struct table_game *game,
                     struct table_value *value_ret);

/* Has the game no tag for what a key needs to know of its opening? */
int table_keys_lack_opening(const struct table_keys *keys, const struct table_game *game);

/* Does a key ask for the half-move that was played? */
int table_keys_ask_moves(const struct table_keys *keys);

/* Do values of the key come in the order of how many games have them? */
int table_key_goes_by_games(const struct table_key *key);

/* Our half points, 0 to 2; -1: the game has no result. */
int table_half_points(const struct table_game *game);

/* The rating of white, or of black; 0: not known. */
unsigned table_rating(const struct table_game *game, int of_black);

#endif
