#include "net/policy_hints.h"

#include <string.h>

#include "util/xxh64.h"

static uint16_t read_rating(struct text value)
{
    unsigned rating = 0;
    if (value.size > 4)
        return 0;
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] < '0' || value.data[i] > '9')
            return 0;
        rating = 10 * rating + (unsigned)(value.data[i] - '0');
    }
    return (uint16_t)rating;
}

static void read_player(struct policy_hints *hints, struct game_tag tag)
{
    uint32_t hash = (uint32_t)xxh64(tag.value.data, tag.value.size);
    if (text_is(tag.name, "White"))
        hints->player[WHITE] = hash;
    else if (text_is(tag.name, "Black"))
        hints->player[BLACK] = hash;
}

struct policy_hints policy_hints_of(const struct game *game)
{
    struct policy_hints hints = {.rating = {0, 0}, .result = game->result};
    for (size_t i = 0; i < game->tag_count; i++) {
        struct text name = game->tags[i].name;
        if (name.size == 5)
            read_player(&hints, game->tags[i]);
        if (name.size != 8)
            continue;
        if (text_is(name, "WhiteElo"))
            hints.rating[WHITE] = read_rating(game->tags[i].value);
        else if (text_is(name, "BlackElo"))
            hints.rating[BLACK] = read_rating(game->tags[i].value);
    }
    return hints;
}

/* A look at the text, not at its games: what it finds need not be exact. */
uint8_t policy_hints_mean_rating(struct text text)
{
    enum { HUNDRED = 100, NAME_SIZE = 10, VALUE_SIZE_MAX = 6 };
    const char *end = text.data + text.size;
    uint64_t sum = 0, known = 0, unknown = 0;
    for (const char *at = text.data; (size_t)(end - at) > NAME_SIZE + VALUE_SIZE_MAX;) {
        at = memchr(at, '[', (size_t)(end - at) - NAME_SIZE - VALUE_SIZE_MAX);
        if (at == NULL)
            break;
        at++;
        if (memcmp(at, "WhiteElo \"", NAME_SIZE) != 0 && memcmp(at, "BlackElo \"", NAME_SIZE) != 0)
            continue;
        struct text value = {at + NAME_SIZE, 0};
        while (value.size < VALUE_SIZE_MAX && value.data[value.size] != '"')
            value.size++;
        uint16_t rating = read_rating(value);
        sum += rating;
        known += rating != 0;
        unknown += rating == 0;
    }
    return known == 0 || known < unknown ? 0 : (uint8_t)(sum / known / HUNDRED);
}

int policy_hints_are_from(struct text name)
{
    return text_is(name, "WhiteElo") || text_is(name, "BlackElo") || text_is(name, "White") ||
           text_is(name, "Black");
}
