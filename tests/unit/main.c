/*
 * Runs every suite of suites.h; "unit K/N": the K-th of every N, so that N processes share them. The check library's
 * variables work: CK_RUN_SUITE, CK_RUN_CASE, CK_FORK...
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>

#include "unit/suites.h"

/* Of any test, in seconds. The longest takes some 20 with sanitizers; a slow, busy machine may be ten times slower. */
#define TEST_TIMEOUT "600"

/* Whose turn it is. */
struct share {
    unsigned part, parts;
    unsigned suite; /* from 0 */
};

static int is_mine(struct share *share)
{
    return share->suite++ % share->parts == share->part - 1;
}

int main(int argc, char **argv)
{
    struct share share = {1, 1, 0};
    if (argc > 1 && (sscanf(argv[1], "%u/%u", &share.part, &share.parts) != 2 || share.part < 1 ||
                     share.part > share.parts)) {
        fputs("usage: unit [K/N]\n", stderr);
        return 2;
    }
    setenv("CK_DEFAULT_TIMEOUT", TEST_TIMEOUT, 0);
    SRunner *runner = srunner_create(NULL);
#define X(name)                                                                                              \
    if (is_mine(&share))                                                                                     \
        srunner_add_suite(runner, name##_suite());
#include "unit/suites.h"
    srunner_run_all(runner, CK_ENV);
    int failures = srunner_ntests_failed(runner);
    int tests = srunner_ntests_run(runner);
    int may_be_none = share.parts > 1 && getenv("CK_RUN_SUITE") != NULL; /* the suite is another part's */
    srunner_free(runner);
    return failures == 0 && (tests > 0 || may_be_none) ? EXIT_SUCCESS : EXIT_FAILURE;
}
