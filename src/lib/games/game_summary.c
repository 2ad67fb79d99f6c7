#include "lib/games/game_summary.h"

/* The digits from `begin` to `end` as a number; characters of what is unknown ('?') and any others count as 0 digits.
 * Returns 0 if none is a digit. */
static uint32_t read_digits(struct text value, size_t begin, size_t end)
{
    uint32_t number = 0;
    for (size_t i = begin; i < end; i++)
        number = 10 * number + (is_digit(value.data[i]) ? (uint32_t)(value.data[i] - '0') : 0);
    return number;
}

uint32_t summary_date(struct text value)
{
    if (value.size != 10 || value.data[4] != '.' || value.data[7] != '.')
        return 0;
    uint32_t date =
        read_digits(value, 0, 4) * 10000 + read_digits(value, 5, 7) * 100 + read_digits(value, 8, 10);
    return date < 10000 ? 0 : date;
}

/* Do digits go on at `at` that are not known: "24??", "15?0"? (One question mark alone is that of a provisional rating.) */
static int is_open(struct text value, size_t at)
{
    return at + 1 < value.size && value.data[at] == '?' &&
           (value.data[at + 1] == '?' || is_digit(value.data[at + 1]));
}

uint32_t summary_elo(struct text value)
{
    enum { DIGITS_MAX = 4 };
    size_t at = 0, begin;
    while (at < value.size && is_white_space(value.data[at]))
        at++;
    for (begin = at; at < value.size && is_digit(value.data[at]);)
        at++;
    if (at - begin > DIGITS_MAX || is_open(value, at))
        return 0;
    return read_digits(value, begin, at);
}

static void add_date(struct index_entry *entry, struct text value)
{
    uint32_t date = summary_date(value);
    if (date == 0)
        return;
    if (entry->date_min == 0 || date < entry->date_min)
        entry->date_min = date;
    if (date > entry->date_max)
        entry->date_max = date;
}

static void add_elo(struct index_entry *entry, struct text value)
{
    uint32_t elo = summary_elo(value);
    if (elo == 0)
        return;
    if (entry->elo_min == 0 || elo < entry->elo_min)
        entry->elo_min = (uint16_t)elo;
    if (elo > entry->elo_max)
        entry->elo_max = (uint16_t)elo;
}

void summarise_game(struct index_entry *entry, const struct game *game)
{
    for (size_t i = 0; i < game->tag_count; i++) {
        struct text name = game->tags[i].name;
        if (text_is(name, "Date") || text_is(name, "UTCDate"))
            add_date(entry, game->tags[i].value);
        else if (text_is(name, "WhiteElo") || text_is(name, "BlackElo"))
            add_elo(entry, game->tags[i].value);
    }
}
