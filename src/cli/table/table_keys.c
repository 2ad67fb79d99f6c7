#include "cli/table/table_keys.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/result_text.h"
#include "cli/base/tag_text.h"
#include "pgnpack_extra.h"

enum { UNKNOWN_ORDER = 0x7fffffff, BAND = 100, MOVES = 10 };

/* Tags that every table reads: in the order of colours. */
enum { WHITE_ELO, BLACK_ELO };

/* ---- Words ---- */

static const struct word {
    const char *lower, *name, *tag; /* `tag`: what the value is read from; NULL: no tag, or the ratings */
    enum table_key_kind kind;
} words[] = {{"year", "Year", "Date", TABLE_YEAR},
             {"month", "Month", "Date", TABLE_MONTH},
             {"decade", "Decade", "Date", TABLE_DECADE},
             {"eloband", "EloBand", NULL, TABLE_ELO_BAND},
             {"ourelo", "OurElo", NULL, TABLE_OUR_ELO},
             {"theirelo", "TheirElo", NULL, TABLE_THEIR_ELO},
             {"length", "Length", NULL, TABLE_LENGTH},
             {"timeclass", "TimeClass", "TimeControl", TABLE_TIME_CLASS},
             {"result", "Result", NULL, TABLE_RESULT},
             {"score", "Score", NULL, TABLE_SCORE},
             {"colour", "Colour", NULL, TABLE_COLOUR},
             {"color", "Colour", NULL, TABLE_COLOUR},
             {"us", "Us", "White", TABLE_US},
             {"opponent", "Opponent", "White", TABLE_OPPONENT},
             {"move", "Move", NULL, TABLE_MOVE},
             {"eco", "ECO", "ECO", TABLE_ECO},
             {"opening", "Opening", "Opening", TABLE_OPENING}};

static size_t add_tag(struct table_keys *keys, const char *tag)
{
    for (size_t i = 0; i < keys->tag_count; i++)
        if (strcmp(keys->tags[i], tag) == 0)
            return i;
    keys->tags[keys->tag_count] = tag;
    return keys->tag_count++;
}

static void add_key(struct table_keys *keys, const char *text)
{
    struct table_key *key = &keys->keys[keys->count++];
    const struct pgnpack_text name = {text, strlen(text)};
    *key = (struct table_key){.kind = TABLE_TAG, .name = text};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (!text_is_word_in_any_case(name, words[i].lower))
            continue;
        key->kind = words[i].kind;
        key->name = words[i].name;
        if (words[i].tag != NULL)
            key->tag = add_tag(keys, words[i].tag);
        if (key->kind == TABLE_US || key->kind == TABLE_OPPONENT)
            key->other = add_tag(keys, "Black");
        return;
    }
    key->tag = add_tag(keys, text);
}

static int is_twice(const struct table_keys *keys)
{
    for (size_t i = 0; i + 1 < keys->count; i++)
        if (strcmp(keys->keys[i].name, keys->keys[keys->count - 1].name) == 0)
            return 1;
    return 0;
}

const char *table_keys_read(struct table_keys *keys, const char *list, const char **word_ret)
{
    size_t size = strlen(list);
    *keys = (struct table_keys){.tags = {[WHITE_ELO] = "WhiteElo", [BLACK_ELO] = "BlackElo"}, .tag_count = 2};
    *word_ret = NULL;
    if (size >= sizeof keys->names)
        return "is too long";
    memcpy(keys->names, list, size + 1);
    for (char *name = keys->names, *comma; name != NULL; name = comma != NULL ? comma + 1 : NULL) {
        comma = strchr(name, ',');
        if (comma != NULL)
            *comma = '\0';
        if (text_is_blank((struct pgnpack_text){name, strlen(name)}))
            return "has an empty key; keys are Year, EloBand, ECO, ..., with commas between";
        if (keys->count == TABLE_KEYS_MAX)
            return "has more than four keys";
        add_key(keys, name);
        *word_ret = keys->keys[keys->count - 1].name;
        if (is_twice(keys))
            return "has twice the key";
    }
    return NULL;
}

/* ---- Values ---- */

/* Puts a text of our own. */
static void put(struct table_value *value, uint32_t order, const char *text)
{
    value->order = order;
    size_t size = strlen(text);
    if (size >= sizeof value->bytes)
        size = sizeof value->bytes - 1;
    memcpy(value->bytes, text, size);
    value->text = (struct pgnpack_text){value->bytes, size};
}

/* "2500-2599", of a number in bands from `first` on. */
static void put_band(struct table_value *value, unsigned number, unsigned first, unsigned width)
{
    unsigned from = number - (number - first) % width;
    snprintf(value->bytes, sizeof value->bytes, "%u-%u", from, from + width - 1);
    value->order = from;
    value->text = (struct pgnpack_text){value->bytes, strlen(value->bytes)};
}

static void put_rating(struct table_value *value, unsigned rating)
{
    if (rating != 0)
        put_band(value, rating, 0, BAND);
}

/* Parts of a date that are known: "2019", "2019.05", "2010-2019". */
static void put_date(struct table_value *value, enum table_key_kind kind, struct pgnpack_text date)
{
    const uint32_t day = text_date(date);
    const unsigned year = day / 10000, month = day / 100 % 100;
    if (day == 0)
        return;
    value->order = 100 * year + month;
    if (kind == TABLE_DECADE)
        put_band(value, year, 0, 10);
    else if (kind == TABLE_MONTH && month != 0)
        snprintf(value->bytes, sizeof value->bytes, "%04u.%02u", year, month);
    else
        snprintf(value->bytes, sizeof value->bytes, "%04u", year);
    if (kind == TABLE_YEAR)
        value->order = year;
    value->text = (struct pgnpack_text){value->bytes, strlen(value->bytes)};
}

static void put_time_class(struct table_value *value, struct pgnpack_text control)
{
    enum pgnpack_time_class class = control.data == NULL ? PGNPACK_TIME_UNKNOWN : pgnpack_time_class(control);
    if (class != PGNPACK_TIME_UNKNOWN)
        put(value, (uint32_t) class, pgnpack_time_class_text(class));
}

static void put_length(struct table_value *value, uint32_t plies)
{
    unsigned moves = plies / 2 + plies % 2;
    if (moves == 0)
        put(value, 0, "0");
    else
        put_band(value, moves, 1, MOVES);
}

static void put_score(struct table_value *value, const struct table_game *game)
{
    static const char *const scores[] = {"lost", "drawn", "won"};
    int half_points = table_half_points(game);
    if (half_points >= 0)
        put(value, (uint32_t)(2 - half_points), scores[half_points]);
}

static void put_result(struct table_value *value, enum pgnpack_result result)
{
    for (uint32_t i = 0; i < RESULT_COUNT; i++)
        if (told_results[i].result == result)
            put(value, i, told_results[i].text);
}

/* "?" and "-" are as good as nothing. */
static void put_tag(struct table_value *value, struct pgnpack_text tag, struct pgnpack_text otherwise)
{
    if (tag.data == NULL)
        tag = otherwise;
    if (tag.data != NULL && text_is_known(tag))
        *value = (struct table_value){.text = tag};
}

static unsigned mean_rating(const struct table_game *game)
{
    unsigned white = table_rating(game, 0), black = table_rating(game, 1);
    return white != 0 && black != 0 ? (white + black) / 2 : 0;
}

static void put_value(const struct table_key *key, const struct table_game *game, struct table_value *value)
{
    static const struct pgnpack_text none = {NULL, 0};
    const struct pgnpack_text *tag = &game->tags[key->tag];
    const struct pgnpack_text *other = &game->tags[key->other];
    switch (key->kind) {
    case TABLE_TAG:
        put_tag(value, *tag, none);
        break;
    case TABLE_OPENING:
        put_tag(value, *tag, game->name);
        break;
    case TABLE_ECO:
        put_tag(value, *tag, game->eco);
        break;
    case TABLE_US:
        put_tag(value, game->as_black ? *other : *tag, none);
        break;
    case TABLE_OPPONENT:
        put_tag(value, game->as_black ? *tag : *other, none);
        break;
    case TABLE_MOVE:
        if (game->move != NULL)
            put(value, 0, game->move);
        break;
    case TABLE_YEAR:
    case TABLE_MONTH:
    case TABLE_DECADE:
        put_date(value, key->kind, *tag);
        break;
    case TABLE_ELO_BAND:
        put_rating(value, mean_rating(game));
        break;
    case TABLE_OUR_ELO:
        put_rating(value, table_rating(game, game->as_black));
        break;
    case TABLE_THEIR_ELO:
        put_rating(value, table_rating(game, !game->as_black));
        break;
    case TABLE_LENGTH:
        put_length(value, game->plies);
        break;
    case TABLE_TIME_CLASS:
        put_time_class(value, *tag);
        break;
    case TABLE_RESULT:
        put_result(value, game->result);
        break;
    case TABLE_SCORE:
        put_score(value, game);
        break;
    case TABLE_COLOUR:
        put(value, (uint32_t)game->as_black, game->as_black ? "Black" : "White");
        break;
    }
}

void table_key_value(const struct table_key *key, const struct table_game *game,
                     struct table_value *value_ret)
{
    value_ret->order = UNKNOWN_ORDER;
    value_ret->text = (struct pgnpack_text){"", 0};
    put_value(key, game, value_ret);
}

int table_keys_lack_opening(const struct table_keys *keys, const struct table_game *game)
{
    for (size_t i = 0; i < keys->count; i++) {
        const struct table_key *key = &keys->keys[i];
        if ((key->kind == TABLE_ECO || key->kind == TABLE_OPENING) && game->tags[key->tag].data == NULL)
            return 1;
    }
    return 0;
}

int table_keys_ask_moves(const struct table_keys *keys)
{
    for (size_t i = 0; i < keys->count; i++)
        if (keys->keys[i].kind == TABLE_MOVE)
            return 1;
    return 0;
}

int table_key_goes_by_games(const struct table_key *key)
{
    return key->kind < TABLE_YEAR;
}

int table_half_points(const struct table_game *game)
{
    switch (game->result) {
    case PGNPACK_RESULT_WHITE:
        return game->as_black ? 0 : 2;
    case PGNPACK_RESULT_BLACK:
        return game->as_black ? 2 : 0;
    case PGNPACK_RESULT_DRAW:
        return 1;
    default:
        return -1;
    }
}

unsigned table_rating(const struct table_game *game, int of_black)
{
    const struct pgnpack_text *text = &game->tags[of_black ? BLACK_ELO : WHITE_ELO];
    return text->data != NULL ? pgnpack_rating(*text) : 0;
}
