/* Binary search: what a search from the first place on finds. */
#include <check.h>
#include <stdint.h>

#include "unit/suites.h"
#include "util/bisect.h"

/* In every part of 0, 0, 0, 2, 2, 2 ... and for every number: also beyond both ends, and of equal ones the first. */
START_TEST(the_first_place)
{
    enum { COUNT = 20 };
    size_t numbers[COUNT], place;
    for (size_t i = 0; i < COUNT; i++)
        numbers[i] = i / 3 * 2;
    for (size_t low = 0; low <= COUNT; low++)
        for (size_t high = low; high <= COUNT; high++)
            for (size_t number = 0; number <= COUNT; number++) {
                size_t want = low;
                while (want < high && numbers[want] < number)
                    want++;
                BISECT(place, low, high, numbers[place] >= number);
                ck_assert_uint_eq(place, want);
            }
}
END_TEST

START_TEST(no_place)
{
    size_t place, asked = 0;
    BISECT(place, 1, 0, asked++ != 0);
    ck_assert_uint_eq(place, 1);
    BISECT(place, 5, 5, asked++ != 0);
    ck_assert_uint_eq(place, 5);
    ck_assert_uint_eq(asked, 0);
    BISECT(place, 0, SIZE_MAX, place >= SIZE_MAX - 1);
    ck_assert_uint_eq(place, SIZE_MAX - 1);
}
END_TEST

Suite *util_bisect_suite(void)
{
    Suite *suite = suite_create("util_bisect");
    TCase *tcase = tcase_create("places");
    tcase_add_test(tcase, the_first_place);
    tcase_add_test(tcase, no_place);
    suite_add_tcase(suite, tcase);
    return suite;
}
