#include "search/conditions/men_add.h"

int men_tests_add(struct men_tests *tests, const struct men_test *test, struct error *error)
{
    if (tests->count == MEN_TESTS_MAX) {
        error_set(error, PGNPACK_ERROR_ARGUMENT,
                  "one condition asks too much of the men: spread it over several");
        return 0;
    }
    tests->tests[tests->count++] = *test;
    return 1;
}

int men_tests_add_count(struct men_tests *tests, unsigned men, uint32_t min, uint32_t max,
                        struct error *error)
{
    const struct men_test test = {.kind = MEN_COUNT,
                                  .squares = ALL_SQUARES,
                                  .men = (uint16_t)men,
                                  .min = (int8_t)min,
                                  .max = (int8_t)max};
    return men_tests_add(tests, &test, error);
}

int men_number_read(struct text_place *place, struct men_test *test)
{
    uint32_t min, max;
    if (place_is_end(place))
        return 1;
    if (!place_pass(place, ':') || !range_read(place, 64, &min, &max))
        return 0;
    test->kind = MEN_COUNT;
    test->min = (int8_t)min;
    test->max = (int8_t)max;
    return place_is_end(place);
}
