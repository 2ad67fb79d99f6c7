#include "search/conditions/square_text.h"

#include <string.h>

struct text place_next_word(struct text_place *place)
{
    while (place->at != place->end && strchr(" \t\r\n", *place->at) != NULL)
        place->at++;
    const char *start = place->at;
    while (place->at != place->end && strchr(" \t\r\n", *place->at) == NULL)
        place->at++;
    return (struct text){start, (size_t)(place->at - start)};
}

int refuse_word(struct error *error, struct text word, const char *cause)
{
    int shown = (int)(word.size < 60 ? word.size : 60);
    error_set(error, PGNPACK_ERROR_ARGUMENT, "\"%.*s\" is not understood: %s", shown, word.data, cause);
    return 0;
}

struct text alternative_take(struct text *text)
{
    const char *bar = memchr(text->data, '|', text->size);
    const size_t size = bar == NULL ? text->size : (size_t)(bar - text->data);
    const struct text alternative = {text->data, size};
    const size_t taken = size + (bar != NULL);
    *text = (struct text){text->data + taken, text->size - taken};
    return alternative;
}

uint16_t men_of_letter(char letter)
{
    static const char letters[] = "PpNnBbRrQqKk";
    const char *found;
    if (letter == 'A' || letter == 'a')
        return letter == 'A' ? MEN_WHITE : MEN_BLACK;
    found = letter != '\0' ? strchr(letters, letter) : NULL;
    return found != NULL ? (uint16_t)(1u << (found - letters)) : 0;
}

static uint16_t kind_of(char letter, int allows_empty)
{
    return letter == '_' && allows_empty ? MEN_EMPTY : men_of_letter(letter);
}

int men_read(struct text_place *place, int allows_empty, uint16_t *men_ret)
{
    struct text_place next = *place;
    uint16_t men = 0, kind = 0;
    if (!place_pass(&next, '[')) {
        men = place_is_end(&next) ? 0 : kind_of(*next.at++, allows_empty);
    } else {
        while (!place_is_end(&next) && (kind = kind_of(*next.at, allows_empty)) != 0) {
            men |= kind;
            next.at++;
        }
        if (!place_pass(&next, ']'))
            return 0;
    }
    if (men == 0)
        return 0;
    *place = next;
    *men_ret = men;
    return 1;
}

/* A number from 0 to 7 that a letter from `first` on stands for; 8: none. */
static unsigned coordinate(const struct text_place *place, char first)
{
    if (place_is_end(place) || *place->at < first || *place->at >= first + 8)
        return 8;
    return (unsigned)(*place->at - first);
}

/* "c", "a-c" in brackets: bits. */
static int read_span(struct text_place *place, char first, unsigned *bits)
{
    unsigned from = coordinate(place, first), to = from;
    if (from == 8)
        return 0;
    place->at++;
    if (place_pass(place, '-')) {
        to = coordinate(place, first);
        if (to == 8 || to < from)
            return 0;
        place->at++;
    }
    *bits |= (2u << to) - (1u << from);
    return 1;
}

/* One of a square's two coordinates, or several, or "*": bits. */
static int read_coordinates(struct text_place *place, char first, unsigned *bits)
{
    unsigned one = coordinate(place, first);
    *bits = 0;
    if (place_pass(place, '*')) {
        *bits = 0xff;
    } else if (place_pass(place, '[')) {
        while (!place_is_end(place) && *place->at != ']')
            if (!read_span(place, first, bits))
                return 0;
        return place_pass(place, ']') && *bits != 0;
    } else if (one < 8) {
        *bits = 1u << one;
        place->at++;
    }
    return *bits != 0;
}

int squares_read_part(struct text_place *place, uint64_t *squares_ret, int *is_whole_ret)
{
    struct text_place next = *place, rest;
    unsigned files = 0, ranks = 0;
    uint64_t squares = 0;
    int has_files = read_coordinates(&next, 'a', &files);
    if (!has_files)
        next = *place;
    rest = next;
    int has_ranks = read_coordinates(&next, '1', &ranks);
    if (!has_files && !has_ranks)
        return 0;
    for (ranks = has_ranks ? ranks : 0xff; ranks != 0; ranks &= ranks - 1)
        squares |= (uint64_t)(has_files ? files : 0xff) << (8 * lowest_bit(ranks));
    *place = has_ranks ? next : rest;
    *squares_ret = squares;
    *is_whole_ret = has_files && has_ranks;
    return 1;
}

int squares_read(struct text_place *place, uint64_t *squares_ret)
{
    struct text_place next = *place;
    int is_whole;
    if (!squares_read_part(&next, squares_ret, &is_whole) || !is_whole)
        return 0;
    *place = next;
    return 1;
}

int squares_read_list(struct text_place *place, uint64_t *squares_ret)
{
    struct text_place next = *place;
    uint64_t squares = 0, more;
    do {
        if (!squares_read(&next, &more))
            return 0;
        squares |= more;
    } while (place_pass(&next, ','));
    *place = next;
    *squares_ret = squares;
    return 1;
}

int number_read(struct text_place *place, uint32_t limit, uint32_t *number_ret)
{
    struct text_place next = *place;
    uint64_t number = 0;
    while (!place_is_end(&next) && is_digit(*next.at)) {
        number = number * 10 + (uint64_t)(*next.at++ - '0');
        if (number > limit)
            return 0;
    }
    if (next.at == place->at)
        return 0;
    *place = next;
    *number_ret = (uint32_t)number;
    return 1;
}

int range_read(struct text_place *place, uint32_t limit, uint32_t *min_ret, uint32_t *max_ret)
{
    struct text_place next = *place;
    uint32_t min = 0, max = limit;
    int has_min = number_read(&next, limit, &min);
    if (!has_min && (place_is_end(&next) || *next.at != '-'))
        return 0;
    if (place_pass(&next, '-')) {
        if (!number_read(&next, limit, &max) && !has_min)
            return 0;
    } else if (!place_pass(&next, '+')) {
        max = min;
    }
    if (min > max)
        return 0;
    *place = next;
    *min_ret = min;
    *max_ret = max;
    return 1;
}
