/*
 * How much is tried of what is random or goes through all of something. Under sanitizers a trial takes ten to seventy times
 * as long (each piece of memory is mapped anew), so there it is one in so many; `make check-all` does all of them without.
 */
#ifndef PGNPACK_TESTS_TRIALS_H
#define PGNPACK_TESTS_TRIALS_H

#include "pgnpack.h"

/* Odd, so that steps of it go through the bits of bytes. */
#ifdef PGNPACK_SANITIZED
enum { TRIALS_ONE_IN = 7 };
#else
enum { TRIALS_ONE_IN = 1 };
#endif

/* Where every level is tried: those with nets take most of the time under sanitizers, and other suites have them there. */
#ifdef PGNPACK_SANITIZED
enum { TRIED_LEVEL_MAX = 5, TRIED_CODEC_LEVEL_MAX = 5 };
#else
enum { TRIED_LEVEL_MAX = PGNPACK_LEVEL_MAX, TRIED_CODEC_LEVEL_MAX = 6 /* one of each way but the best */ };
#endif

#endif
