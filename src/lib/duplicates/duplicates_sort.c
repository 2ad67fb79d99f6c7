#include "lib/duplicates/duplicates_sort.h"

#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 6, DIGIT_VALUES = 1 << DIGIT_BITS };

static size_t digit_of(const struct duplicates_key *key, unsigned digit)
{
    return (size_t)(key->hash >> (DIGIT_BITS * digit)) & (DIGIT_VALUES - 1);
}

static void sort_by_digit(const struct duplicates_key *from, struct duplicates_key *to, size_t count,
                          unsigned digit)
{
    size_t places[DIGIT_VALUES] = {0}, before = 0;
    for (size_t i = 0; i < count; i++)
        places[digit_of(&from[i], digit)]++;
    for (size_t value = 0; value < DIGIT_VALUES; value++) {
        size_t number = places[value];
        places[value] = before;
        before += number;
    }
    for (size_t i = 0; i < count; i++)
        to[places[digit_of(&from[i], digit)]++] = from[i];
}

void duplicates_sort(struct duplicates_key *keys, struct duplicates_key *room, size_t count)
{
    _Static_assert(DIGITS % 2 == 0 && DIGITS * DIGIT_BITS >= 64, "the result is where it began");
    for (unsigned digit = 0; digit < DIGITS; digit += 2) {
        sort_by_digit(keys, room, count, digit);
        sort_by_digit(room, keys, count, digit + 1);
    }
}
