/* For the files that read men_text.h's texts: tests are put behind each other. */
#ifndef PGNPACK_SEARCH_CONDITIONS_MEN_ADD_H
#define PGNPACK_SEARCH_CONDITIONS_MEN_ADD_H

#include "search/conditions/men_text.h"
#include "search/conditions/square_text.h"

/* Return 0, with the cause in *error, where there is no room. */
int men_tests_add(struct men_tests *tests, const struct men_test *test, struct error *error);

/* `min` to `max`, at most 64, of these men on the board. */
int men_tests_add_count(struct men_tests *tests, unsigned men, uint32_t min, uint32_t max,
                        struct error *error);

/*
 * The end of a word: nothing, or ":2+", of which the test becomes a MEN_COUNT. Returns 0 where it is something else.
 */
int men_number_read(struct text_place *place, struct men_test *test);

#endif
