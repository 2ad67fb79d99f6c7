/* Results of games as PGN writes them. */
#ifndef PGNPACK_CLI_BASE_RESULT_TEXT_H
#define PGNPACK_CLI_BASE_RESULT_TEXT_H

#include "pgnpack.h"

enum { RESULT_COUNT = 4 };

/* In the order in which they are told. */
extern const struct told_result {
    enum pgnpack_result result;
    const char *text;
} told_results[RESULT_COUNT];

/* "1-0"; of what is no result "*". */
const char *result_text(enum pgnpack_result result);

/* The result of that text. Returns 0 where it is none. */
int result_of(const char *text, enum pgnpack_result *result_ret);

#endif
