/*
 * How much is tried of what is random or goes through all of something. Under sanitizers a trial takes ten to seventy times
 * as long (each piece of memory is mapped anew), so there it is one in so many; `make check-all` does all of them without.
 */
#ifndef PGNPACK_TESTS_TRIALS_H
#define PGNPACK_TESTS_TRIALS_H

#include "pgnpack.h"

/*
 * Of what is gone through one in so many is tried: odd, so that steps of it go through the bits of bytes. Where every level is tried, the last
 * one: those with nets take most of the time under sanitizers, and other suites have them there.
 */
#ifdef PGNPACK_SANITIZED
enum { TRIALS_ONE_IN = 7, TRIED_LEVEL_MAX = 5, TRIED_CODEC_LEVEL_MAX = 5 };
#else
enum {
    TRIALS_ONE_IN = 1,
    TRIED_LEVEL_MAX = PGNPACK_LEVEL_MAX,
    TRIED_CODEC_LEVEL_MAX = 6 /* one of each way but the best */
};
#endif

/* How many of `count` trials are made; 1 at least, of none 0. */
static inline unsigned some_trials(unsigned count)
{
    return (count + TRIALS_ONE_IN - 1) / TRIALS_ONE_IN;
}

#endif
