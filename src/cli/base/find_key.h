/* What games are sorted by, in pgnfind and in pgndb: a list of keys. */
#ifndef PGNPACK_CLI_BASE_FIND_KEY_H
#define PGNPACK_CLI_BASE_FIND_KEY_H

#include "cli/base/tag_text.h"
#include "pgnpack.h"

enum { FIND_KEYS_MAX = 16, FIND_KEYS_SIZE = 1000 };

/* Zeroed, there are none. Not to be copied: the keys point to the names. */
struct find_keys {
    struct pgnpack_order_key keys[FIND_KEYS_MAX];
    size_t count;
    char names[FIND_KEYS_SIZE]; /* of their tags */
};

/* "date", "-elo", "Event,Round,Board": words and names of tags, a '-' before those that go down. 0: there is something else, or too much. */
int find_keys_read(struct find_keys *keys, const char *list);

/* Does it stand for a key backwards, and could be no option? */
int find_keys_are_backwards(const char *word);

/* All the other way. */
void find_keys_reverse(struct find_keys *keys);

/* Is that a tag's name? They begin with a capital: a word in small letters is none, but a mistake. */
int find_key_is_tag(const char *name, size_t size);

/* The tags that they are made of; returns how many. */
size_t find_keys_tags(const struct find_keys *keys, const char *tags[2 * FIND_KEYS_MAX]);

/* The key of a game in bytes, to `room`: see pgnpack_sort_key(). Sets their size, 0: it has none. Returns 0 when there is no memory. */
int find_key_write(const struct pgnpack_order_key *key, const struct pgnpack_game *game,
                   struct tag_text *room, size_t *size_ret);

/* The same of a value. */
int find_key_write_value(const char *tag, struct pgnpack_text value, struct tag_text *room, size_t *size_ret);

#endif
