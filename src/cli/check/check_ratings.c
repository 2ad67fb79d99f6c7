#include "cli/check/check_ratings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/check/check_date.h"
#include "cli/check/check_rows.h"
#include "util/xxh64.h"

enum { WHITE, BLACK, WHITE_ELO, BLACK_ELO, DATE, UTC_DATE, TAGS };
enum { NAME_SHOWN = 100, WORDS_SIZE = 300, CHECK_RATINGS_MIN = 1 << 16 };

static const char *const tags[TAGS] = {[WHITE] = "White",        [BLACK] = "Black", [WHITE_ELO] = "WhiteElo",
                                       [BLACK_ELO] = "BlackElo", [DATE] = "Date",   [UTC_DATE] = "UTCDate"};

/* A player of a game. */
struct rated {
    union {
        uint64_t name;  /* a hash of it */
        uint64_t other; /* of what was found: the game of the other rating */
    };
    uint64_t place; /* game * 2 + side */
    uint32_t day;
    uint16_t rating, other_rating;
};

struct ratings {
    struct check_report *report;
    uint64_t part, part_count; /* names of whose hashes the remainder is `part` are looked at */
    uint8_t *counted;          /* a bit a game */
    struct rated *list;
    size_t count, capacity;
    struct tag_text plain;
    size_t told;
};

/* ---- Players and days ---- */

static int add(struct ratings *ratings, uint64_t game, unsigned side, const struct pgnpack_text *values,
               uint32_t day)
{
    unsigned rating = pgnpack_rating(values[WHITE_ELO + side]);
    struct pgnpack_text name = values[WHITE + side];
    if (rating == 0 || check_is_no_name(name))
        return 1;
    name = tag_text_plain(&ratings->plain, name);
    if (name.data == NULL)
        return 0;
    uint64_t hash = xxh64(name.data, name.size);
    if (hash % ratings->part_count != ratings->part)
        return 1;
    if (!GROW(ratings->list, ratings->capacity, ratings->count + 1))
        return 0;
    ratings->list[ratings->count++] =
        (struct rated){.name = hash, .place = game * 2 + side, .day = day, .rating = (uint16_t)rating};
    return 1;
}

/* A check_row_function. */
static int take_row(void *opaque, uint64_t game, const struct pgnpack_text *values)
{
    struct ratings *ratings = opaque;
    uint32_t day;
    check_date_is_wrong(values[DATE], UINT32_MAX, &day);
    if (day == 0)
        check_date_is_wrong(values[UTC_DATE], UINT32_MAX, &day);
    return day == 0 || (add(ratings, game, WHITE, values, day) && add(ratings, game, BLACK, values, day));
}

/* ---- What differs ---- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_players(const void *a, const void *b)
{
    const struct rated *left = a, *right = b;
    int by_name = compare_numbers(left->name, right->name), by_day = compare_numbers(left->day, right->day);
    return by_name != 0 ? by_name : by_day != 0 ? by_day : compare_numbers(left->place, right->place);
}

static int compare_places(const void *a, const void *b)
{
    return compare_numbers(((const struct rated *)a)->place, ((const struct rated *)b)->place);
}

/* Those of one player and day, `count` of them: each gets the first one with another rating. Returns how many have one; they come to `out`. */
static size_t take_day(const struct rated *day, size_t count, struct rated *out)
{
    const struct rated first = day[0];
    size_t i = 1;
    while (i < count && day[i].rating == first.rating)
        i++;
    if (i == count)
        return 0;
    const struct rated other = day[i];
    for (i = 0; i < count; i++) {
        const struct rated *differs = day[i].rating == first.rating ? &other : &first;
        out[i] = day[i];
        out[i].other = differs->place / 2;
        out[i].other_rating = differs->rating;
    }
    return count;
}

/* Only what was found is left, in the order of the games. */
static void find(struct ratings *ratings)
{
    struct rated *list = ratings->list;
    size_t kept = 0;
    if (ratings->count == 0)
        return;
    qsort(list, ratings->count, sizeof *list, compare_players);
    for (size_t start = 0, end; start < ratings->count; start = end) {
        for (end = start + 1;
             end < ratings->count && list[end].name == list[start].name && list[end].day == list[start].day;)
            end++;
        kept += take_day(list + start, end - start, list + kept);
    }
    ratings->count = kept;
    qsort(list, kept, sizeof *list, compare_places);
}

/* ---- What is told ---- */

static void tell(const struct ratings *ratings, const struct rated *rated, const char *words)
{
    uint64_t game = rated->place / 2;
    uint8_t bit = (uint8_t)(1u << game % 8), *byte = &ratings->counted[game / 8];
    int is_again = (*byte & bit) != 0;
    *byte |= bit;
    check_report_add(ratings->report, &(struct check_finding){.kind = CHECK_RATINGS,
                                                              .game = game,
                                                              .other = rated->other,
                                                              .found = words,
                                                              .is_again = is_again});
}

/* A check_row_function: the players of the game that were found, with their names. */
static int tell_row(void *opaque, uint64_t game, const struct pgnpack_text *values)
{
    struct ratings *ratings = opaque;
    for (; ratings->told < ratings->count && ratings->list[ratings->told].place / 2 == game;
         ratings->told++) {
        const struct rated *rated = &ratings->list[ratings->told];
        struct pgnpack_text name = tag_text_plain(&ratings->plain, values[rated->place % 2]);
        char words[WORDS_SIZE];
        if (name.data == NULL)
            return 0;
        snprintf(words, sizeof words, "%.*s has %u on %04" PRIu32 ".%02" PRIu32 ".%02" PRIu32 ", and %u",
                 (int)(name.size < NAME_SHOWN ? name.size : NAME_SHOWN), name.data, (unsigned)rated->rating,
                 rated->day / 10000, rated->day / 100 % 100, rated->day % 100, (unsigned)rated->other_rating);
        tell(ratings, rated, words);
    }
    return 1;
}

static enum exit_status list_games(struct ratings *ratings)
{
    uint64_t *numbers = malloc((ratings->count + 1) * sizeof *numbers);
    size_t count = 0;
    if (numbers == NULL)
        return command_no_memory(ratings->report->context);
    for (size_t i = 0; i < ratings->count; i++)
        if (count == 0 || numbers[count - 1] != ratings->list[i].place / 2)
            numbers[count++] = ratings->list[i].place / 2;
    ratings->told = 0;
    enum exit_status status =
        check_each_row(ratings->report, tags, BLACK + 1, numbers, count, tell_row, ratings);
    free(numbers);
    return status;
}

static enum exit_status check_part(struct ratings *ratings)
{
    ratings->count = 0;
    enum exit_status status = check_each_row(ratings->report, tags, TAGS, NULL, 0, take_row, ratings);
    if (status != EXIT_FINE)
        return status;
    find(ratings);
    if (check_report_lists(ratings->report))
        return list_games(ratings);
    for (size_t i = 0; i < ratings->count; i++)
        tell(ratings, &ratings->list[i], NULL);
    return EXIT_FINE;
}

/* Players whose games are gone through at once. */
static uint64_t players_at_once(const struct command_context *context)
{
    uint64_t limit = context->options->memory_limit, room = limit / (4 * sizeof(struct rated));
    if (limit == 0 || room > CHECK_RATINGS_MAX)
        return CHECK_RATINGS_MAX;
    return room < CHECK_RATINGS_MIN ? CHECK_RATINGS_MIN : room;
}

enum exit_status check_ratings(struct check_report *report)
{
    struct ratings ratings = {.report = report};
    uint64_t games = pgnpack_reader_info(report->reader)->game_count;
    enum exit_status status = EXIT_FINE;
    ratings.counted = calloc((size_t)(games / 8 + 1), 1);
    if (ratings.counted == NULL)
        return command_no_memory(report->context);
    ratings.part_count = 2 * report->games / players_at_once(report->context) + 1;
    for (; ratings.part < ratings.part_count && status == EXIT_FINE; ratings.part++)
        status = check_part(&ratings);
    free(ratings.list);
    free(ratings.counted);
    free(ratings.plain.bytes);
    return status;
}
