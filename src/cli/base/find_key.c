#include "cli/base/find_key.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- Words ---- */

/* Those that stand for tags, or for what is made of several. */
static const struct key_word {
    const char *word;
    enum pgnpack_order by;
    const char *tags[2]; /* the second one a key of its own */
} words[] = {{"date", PGNPACK_ORDER_DATE, {NULL, NULL}},    {"elo", PGNPACK_ORDER_ELO, {NULL, NULL}},
             {"plies", PGNPACK_ORDER_PLIES, {NULL, NULL}},  {"player", PGNPACK_ORDER_TAG, {"White", "Black"}},
             {"white", PGNPACK_ORDER_TAG, {"White", NULL}}, {"black", PGNPACK_ORDER_TAG, {"Black", NULL}},
             {"event", PGNPACK_ORDER_TAG, {"Event", NULL}}, {"site", PGNPACK_ORDER_TAG, {"Site", NULL}},
             {"round", PGNPACK_ORDER_TAG, {"Round", NULL}}, {"result", PGNPACK_ORDER_TAG, {"Result", NULL}},
             {"eco", PGNPACK_ORDER_TAG, {"ECO", NULL}}};

int find_key_is_tag(const char *name, size_t size)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+#=:-";
    return size != 0 && name[0] >= 'A' && name[0] <= 'Z' && strspn(name, letters) >= size;
}

static int add(struct find_keys *keys, enum pgnpack_order by, const char *tag, int descending)
{
    if (keys->count == FIND_KEYS_MAX)
        return 0;
    keys->keys[keys->count++] = (struct pgnpack_order_key){by, tag, descending};
    return 1;
}

/* One of the list; the name has to stay. */
static int add_word(struct find_keys *keys, const char *name)
{
    int descending = name[0] == '-';
    name += descending;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(name, words[i].word) == 0)
            return add(keys, words[i].by, words[i].tags[0], descending) &&
                   (words[i].tags[1] == NULL || add(keys, words[i].by, words[i].tags[1], descending));
    return find_key_is_tag(name, strlen(name)) && add(keys, PGNPACK_ORDER_TAG, name, descending);
}

int find_keys_read(struct find_keys *keys, const char *list)
{
    size_t size = strlen(list);
    *keys = (struct find_keys){.count = 0};
    if (size >= sizeof keys->names)
        return 0;
    memcpy(keys->names, list, size + 1);
    for (char *name = keys->names, *end; name != NULL; name = end) {
        end = strchr(name, ',');
        if (end != NULL)
            *end++ = '\0';
        if (!add_word(keys, name))
            return 0;
    }
    return 1;
}

/* "-T4" and "-M500M" are options. */
int find_keys_are_backwards(const char *word)
{
    struct find_keys keys;
    int is_capital = word[0] == '-' && word[1] >= 'A' && word[1] <= 'Z';
    return word[0] == '-' && (!is_capital || (word[2] >= 'a' && word[2] <= 'z')) &&
           find_keys_read(&keys, word);
}

void find_keys_reverse(struct find_keys *keys)
{
    for (size_t i = 0; i < keys->count; i++)
        keys->keys[i].descending = !keys->keys[i].descending;
}

size_t find_keys_tags(const struct find_keys *keys, const char *tags[2 * FIND_KEYS_MAX])
{
    size_t count = 0;
    for (size_t i = 0; i < keys->count; i++) {
        enum pgnpack_order by = keys->keys[i].by;
        if (by == PGNPACK_ORDER_PLIES)
            continue;
        tags[count++] = by == PGNPACK_ORDER_DATE  ? "Date"
                        : by == PGNPACK_ORDER_ELO ? "WhiteElo"
                                                  : keys->keys[i].tag;
        if (by != PGNPACK_ORDER_TAG)
            tags[count++] = by == PGNPACK_ORDER_DATE ? "UTCDate" : "BlackElo";
    }
    return count;
}

/* ---- Games ---- */

int find_key_write_value(const char *tag, struct pgnpack_text value, struct tag_text *room, size_t *size_ret)
{
    if (!tag_text_reserve(room, 3 * value.size + 16))
        return 0;
    *size_ret = pgnpack_sort_key(tag, value, room->bytes);
    return 1;
}

static int write_tag(const struct pgnpack_game *game, const char *tag, struct tag_text *room,
                     size_t *size_ret)
{
    struct pgnpack_text value;
    *size_ret = 0;
    return !pgnpack_game_find_tag(game, tag, &value) || find_key_write_value(tag, value, room, size_ret);
}

static int write_number(uint64_t number, struct tag_text *room, size_t *size_ret)
{
    char digits[24];
    size_t size = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number);
    return find_key_write_value(NULL, (struct pgnpack_text){digits, size}, room, size_ret);
}

/* The sum of both players' ratings: twice their mean, where an unknown one is 0. */
static uint64_t ratings_of(const struct pgnpack_game *game)
{
    struct pgnpack_text white, black;
    pgnpack_game_find_tag(game, "WhiteElo", &white);
    pgnpack_game_find_tag(game, "BlackElo", &black);
    return (uint64_t)pgnpack_rating(white) + pgnpack_rating(black);
}

int find_key_write(const struct pgnpack_order_key *key, const struct pgnpack_game *game,
                   struct tag_text *room, size_t *size_ret)
{
    uint64_t ratings;
    *size_ret = 0;
    switch (key->by) {
    case PGNPACK_ORDER_DATE:
        return write_tag(game, "Date", room, size_ret) &&
               (*size_ret != 0 || write_tag(game, "UTCDate", room, size_ret));
    case PGNPACK_ORDER_ELO:
        ratings = ratings_of(game);
        return ratings == 0 || write_number(ratings, room, size_ret);
    case PGNPACK_ORDER_PLIES:
        return write_number(pgnpack_game_ply_count(game), room, size_ret);
    case PGNPACK_ORDER_TAG:
        break;
    }
    return write_tag(game, key->tag, room, size_ret);
}
