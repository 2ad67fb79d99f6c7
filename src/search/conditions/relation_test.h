/*
 * What men do to each other: they attack several, several attack one, one stands behind another on a line; or one is attacked and
 * not guarded. All of that is geometry: whose turn it is does not matter, nor pins, and own men may be attacked.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_RELATION_TEST_H
#define PGNPACK_SEARCH_CONDITIONS_RELATION_TEST_H

#include "search/conditions/men_test.h"
#include "util/error.h"
#include "util/text.h"

/* What is said of one man of the first set. */
enum relation_way {
    RELATION_ATTACKS,     /* it attacks so many of each other set */
    RELATION_IS_ATTACKED, /* so many of the second set attack it */
    RELATION_ON_LINE, /* it attacks one of the second set, and would one of the third one if that one were gone */
    RELATION_HANGS /* an enemy attacks it, and nobody guards it */
};

enum { RELATION_SETS_MAX = 4 };

struct relation_test {
    uint8_t way;                    /* enum relation_way */
    uint8_t is_negated;             /* of no man of the first set it is said */
    uint8_t max[RELATION_SETS_MAX]; /* at most so many of a set; at least the `min` of its test */
    /* The sets. Each is also a test of what must be on the board at least: MEN_COUNT, or MEN_ALL of one square. */
    struct men_tests sets;
};

/* "N > k q", "X > Y:2+", "X:2+ > Y", "[BRQ] > n > k", "! Q > p". Returns 0, with the cause in *error, where it is not understood. */
int attack_read(struct text text, struct relation_test *relation, struct error *error);

/* "n", "[nb]", "q*[1-4]": one set, of which kings are left out. */
int hanging_read(struct text text, struct relation_test *relation, struct error *error);

int relation_test_holds(const struct relation_test *relation, const struct position *position);

#endif
