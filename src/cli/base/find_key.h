/* What games are sorted by. */
#ifndef PGNPACK_CLI_BASE_FIND_KEY_H
#define PGNPACK_CLI_BASE_FIND_KEY_H

#include <stddef.h>
#include <stdint.h>

#include "pgnpack.h"

enum find_key_kind { FIND_KEY_TAG, FIND_KEY_DATE, FIND_KEY_ELO, FIND_KEY_PLIES };

struct find_key {
    enum find_key_kind kind;
    const char *tags[2]; /* that it is made of */
    size_t tag_count;
};

/* "date", "elo", "plies", "white" ..., or the name of a tag, which has to stay. */
struct find_key find_key_of(const char *word);

/* Is it such a word? */
int find_key_is_one(const char *word);

/* Date (year * 10,000 + month * 100 + day), sum of the ratings or plies and one of a game; 0: unknown, or it is a tag's. */
uint64_t find_key_number(const struct find_key *key, const struct pgnpack_game *game);

#endif
