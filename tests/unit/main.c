/* Runs every suite of suites.h. The check library's variables work: CK_RUN_SUITE, CK_RUN_CASE, CK_FORK... */
#include <check.h>
#include <stdlib.h>

#include "unit/suites.h"

/* Of one test, in seconds; for sanitizers on a slow, busy machine. Nothing should come near it. */
#define TEST_TIMEOUT "120"

int main(void)
{
    setenv("CK_DEFAULT_TIMEOUT", TEST_TIMEOUT, 0);
    SRunner *runner = srunner_create(NULL);
#define X(name) srunner_add_suite(runner, name##_suite());
#include "unit/suites.h"
    srunner_run_all(runner, CK_ENV);
    int failures = srunner_ntests_failed(runner);
    int tests = srunner_ntests_run(runner);
    srunner_free(runner);
    return failures == 0 && tests > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
