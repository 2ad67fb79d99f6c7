/*
 * The list of suites: X(name) stands for `Suite *name_suite(void)` in test_name.c. One line each.
 * Including this file declares them; main.c includes it once more with an X of its own (so no include guard).
 */
#ifndef X
#include <check.h>
#define X(name) Suite *name##_suite(void);
#endif
X(perft)
X(random_games)
X(bcgn0_golden)

#undef X
