/*
 * The small parts of conditions' texts: squares ("d4", "[a-c]4", "e*"), kinds of men ("N", "[bn]", "_"), numbers ("2", "1-3",
 * "2+"), words between blanks. Each reading function moves *at behind what it read, or returns 0 and leaves it.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_SQUARE_TEXT_H
#define PGNPACK_SEARCH_CONDITIONS_SQUARE_TEXT_H

#include <stdint.h>

#include "search/conditions/men_test.h"
#include "util/error.h"
#include "util/text.h"

/* A text, part by part. */
struct text_place {
    const char *at, *end;
};

static inline struct text_place text_place_of(struct text text)
{
    return (struct text_place){text.data, text.data + text.size};
}

static inline int place_is_end(const struct text_place *place)
{
    return place->at == place->end;
}

/* The next byte is `c`: passes it. */
static inline int place_pass(struct text_place *place, char c)
{
    if (place->at == place->end || *place->at != c)
        return 0;
    place->at++;
    return 1;
}

/* The next word of several between blanks; its size is 0 at the end. */
struct text place_next_word(struct text_place *place);

/* The next of several alternatives with "|" between them, off the text, which is not empty; the last one may be. */
struct text alternative_take(struct text *text);

/* One letter of a man, or several in brackets: bits by man. With `allows_empty` "_" too. */
int men_read(struct text_place *place, int allows_empty, uint16_t *men_ret);

/* Bits of a man's letter: P to K and p to k, A and a for any man of a colour; 0: none. */
uint16_t men_of_letter(char letter);

/* "d4", "d*", "*4", "[a-c][45]". */
int squares_read(struct text_place *place, uint64_t *squares_ret);

/* The same, where one of the two coordinates may be missing and is any then: "d", "4", "*". *is_whole_ret: none is. */
int squares_read_part(struct text_place *place, uint64_t *squares_ret, int *is_whole_ret);

/* As squares_read(), several with commas between: all squares of them. */
int squares_read_list(struct text_place *place, uint64_t *squares_ret);

/* "2", "1-3", "2+", "2-" (as "2+"), "-2": from none to `limit`. */
int range_read(struct text_place *place, uint32_t limit, uint32_t *min_ret, uint32_t *max_ret);

/* A number of digits up to `limit`. */
int number_read(struct text_place *place, uint32_t limit, uint32_t *number_ret);

/* Records why a word of a condition's value is refused; returns 0. */
int refuse_word(struct error *error, struct text word, const char *cause);

#endif
