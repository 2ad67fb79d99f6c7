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

/* How many digits a text begins with, at most `most`. */
static size_t count_digits(const char *text, size_t most)
{
    size_t count = 0;
    while (count < most && text[count] >= '0' && text[count] <= '9')
        count++;
    return count;
}

/* A look at the text, not at its games: what it finds need not be exact. */
uint8_t policy_hints_mean_rating(struct text text)
{
    enum { HUNDRED = 100, NAME_SIZE = 11, DIGITS_MAX = 4 };
    const char *end = text.data + text.size;
    uint64_t sum = 0, count = 0;
    for (const char *at = text.data; (size_t)(end - at) > NAME_SIZE + DIGITS_MAX;) {
        at = memchr(at, '[', (size_t)(end - at) - NAME_SIZE - DIGITS_MAX);
        if (at == NULL)
            break;
        at++;
        if (memcmp(at, "WhiteElo \"", NAME_SIZE - 1) != 0 && memcmp(at, "BlackElo \"", NAME_SIZE - 1) != 0)
            continue;
        struct text value = {at + NAME_SIZE - 1, count_digits(at + NAME_SIZE - 1, DIGITS_MAX)};
        sum += read_rating(value);
        count += read_rating(value) != 0;
    }
    return count == 0 ? 0 : (uint8_t)(sum / count / HUNDRED);
}

int policy_hints_are_from(struct text name)
{
    return text_is(name, "WhiteElo") || text_is(name, "BlackElo") || text_is(name, "White") ||
           text_is(name, "Black");
}
