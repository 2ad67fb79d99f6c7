#include "net/features/policy_hints.h"

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

/* ---- Means ---- */

enum { VALUE_SIZE_MAX = 8 }; /* "1/2-1/2" and the quote */

/* Up to the quote behind it, or a few bytes. */
static struct text value_at(const char *at)
{
    struct text value = {at, 0};
    while (value.size < VALUE_SIZE_MAX && at[value.size] != '"')
        value.size++;
    return value;
}

static uint8_t read_result(struct text value)
{
    uint8_t result = RESULT_DRAW;
    while (result != RESULT_UNKNOWN && !text_equal(value, game_result_text((enum game_result)result)))
        result--;
    return result;
}

struct rating_sum {
    uint64_t sum;
    uint32_t known, count;
};

static void add_rating(struct rating_sum *sum, uint16_t rating)
{
    sum->sum += rating;
    sum->known += rating != 0;
    sum->count++;
}

/* In hundreds; 0 where few ratings are known. */
static uint8_t mean_of(const struct rating_sum *sum)
{
    enum { HUNDRED = 100, FEW = 4 };
    return sum->known == 0 || FEW * (uint64_t)sum->known < sum->count
               ? 0
               : (uint8_t)(sum->sum / sum->known / HUNDRED);
}

/* A look at the text, not at its games: what it finds need not be exact. Ratings stand behind the result mostly. */
void policy_hints_mean_ratings(struct text text, uint8_t ratings[POLICY_OUTCOMES])
{
    enum { NAME_SIZE = 10, RESULT_SIZE = 8 };
    const char *end = text.data + text.size;
    struct rating_sum sums[POLICY_OUTCOMES] = {{0, 0, 0}};
    uint8_t result = RESULT_UNKNOWN;
    for (const char *at = text.data; (size_t)(end - at) > NAME_SIZE + VALUE_SIZE_MAX;) {
        at = memchr(at, '[', (size_t)(end - at) - NAME_SIZE - VALUE_SIZE_MAX);
        if (at == NULL)
            break;
        at++;
        if (memcmp(at, "Result \"", RESULT_SIZE) == 0)
            result = read_result(value_at(at + RESULT_SIZE));
        else if (memcmp(at, "WhiteElo \"", NAME_SIZE) == 0)
            add_rating(&sums[policy_outcome(result, WHITE)], read_rating(value_at(at + NAME_SIZE)));
        else if (memcmp(at, "BlackElo \"", NAME_SIZE) == 0)
            add_rating(&sums[policy_outcome(result, BLACK)], read_rating(value_at(at + NAME_SIZE)));
    }
    for (unsigned i = 0; i < POLICY_OUTCOMES; i++)
        ratings[i] = mean_of(&sums[i]);
}

int policy_hints_are_from(struct text name)
{
    return text_is(name, "WhiteElo") || text_is(name, "BlackElo") || text_is(name, "White") ||
           text_is(name, "Black");
}
