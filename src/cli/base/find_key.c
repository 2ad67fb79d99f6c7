#include "cli/base/find_key.h"

#include <string.h>

struct find_key find_key_of(const char *word)
{
    static const struct {
        const char *word;
        struct find_key key;
    } keys[] = {{"date", {FIND_KEY_DATE, {"Date", "UTCDate"}, 2}},
                {"elo", {FIND_KEY_ELO, {"WhiteElo", "BlackElo"}, 2}},
                {"plies", {FIND_KEY_PLIES, {NULL, NULL}, 0}},
                {"white", {FIND_KEY_TAG, {"White", NULL}, 1}},
                {"black", {FIND_KEY_TAG, {"Black", NULL}, 1}},
                {"event", {FIND_KEY_TAG, {"Event", NULL}, 1}},
                {"site", {FIND_KEY_TAG, {"Site", NULL}, 1}},
                {"round", {FIND_KEY_TAG, {"Round", NULL}, 1}},
                {"result", {FIND_KEY_TAG, {"Result", NULL}, 1}},
                {"eco", {FIND_KEY_TAG, {"ECO", NULL}, 1}}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(word, keys[i].word) == 0)
            return keys[i].key;
    return (struct find_key){FIND_KEY_TAG, {word, NULL}, 1};
}

/* Tags' names begin with a capital: a word in small letters is none, but a mistake. */
int find_key_is_one(const char *word)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+#=:-";
    struct find_key key = find_key_of(word);
    if (key.kind != FIND_KEY_TAG || key.tags[0] != word)
        return 1;
    return word[0] >= 'A' && word[0] <= 'Z' && word[strspn(word, letters)] == '\0';
}

/* The sum of both players' ratings: twice their mean, where an unknown one is 0. */
static uint64_t ratings_of(const struct pgnpack_game *game)
{
    struct pgnpack_text white, black;
    pgnpack_game_find_tag(game, "WhiteElo", &white);
    pgnpack_game_find_tag(game, "BlackElo", &black);
    return (uint64_t)pgnpack_rating(white) + pgnpack_rating(black);
}

uint64_t find_key_number(const struct find_key *key, const struct pgnpack_game *game)
{
    struct pgnpack_text value;
    uint64_t date = 0;
    switch (key->kind) {
    case FIND_KEY_DATE:
        for (size_t i = 0; i < key->tag_count && date == 0; i++)
            date = pgnpack_game_find_tag(game, key->tags[i], &value) ? pgnpack_date(value) : 0;
        return date;
    case FIND_KEY_ELO:
        return ratings_of(game);
    case FIND_KEY_PLIES:
        return (uint64_t)pgnpack_game_ply_count(game) + 1;
    case FIND_KEY_TAG:
        break;
    }
    return 0;
}
