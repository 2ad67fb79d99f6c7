#include "net/policy_hints.h"

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

int policy_hints_is_rating(struct text name)
{
    return text_is(name, "WhiteElo") || text_is(name, "BlackElo");
}

int policy_hints_is_player(struct text name)
{
    return text_is(name, "White") || text_is(name, "Black");
}
