#include "codec/policy_hints.h"

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

struct policy_hints policy_hints_of(const struct game *game)
{
    struct policy_hints hints = {.rating = {0, 0}, .result = game->result};
    for (size_t i = 0; i < game->tag_count; i++) {
        struct text name = game->tags[i].name;
        if (name.size != 8)
            continue;
        if (text_is(name, "WhiteElo"))
            hints.rating[WHITE] = read_rating(game->tags[i].value);
        else if (text_is(name, "BlackElo"))
            hints.rating[BLACK] = read_rating(game->tags[i].value);
    }
    return hints;
}
