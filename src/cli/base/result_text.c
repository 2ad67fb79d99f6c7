#include "cli/base/result_text.h"

#include <string.h>

const struct told_result told_results[RESULT_COUNT] = {{PGNPACK_RESULT_WHITE, "1-0"},
                                                       {PGNPACK_RESULT_DRAW, "1/2-1/2"},
                                                       {PGNPACK_RESULT_BLACK, "0-1"},
                                                       {PGNPACK_RESULT_UNKNOWN, "*"}};

const char *result_text(enum pgnpack_result result)
{
    size_t i = 0;
    while (i + 1 < RESULT_COUNT && told_results[i].result != result)
        i++;
    return told_results[i].text;
}

int result_of(const char *text, enum pgnpack_result *result_ret)
{
    for (size_t i = 0; i < RESULT_COUNT; i++)
        if (strcmp(text, told_results[i].text) == 0) {
            *result_ret = told_results[i].result;
            return 1;
        }
    return 0;
}
