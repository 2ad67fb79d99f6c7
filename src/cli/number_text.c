#include "cli/number_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *number_text(uint64_t number, char text[NUMBER_TEXT_SIZE])
{
    char digits[NUMBER_TEXT_SIZE], *out = text;
    snprintf(digits, sizeof digits, "%" PRIu64, number);
    size_t size = strlen(digits);
    for (size_t i = 0; i < size; i++) {
        if (i != 0 && (size - i) % 3 == 0)
            *out++ = ',';
        *out++ = digits[i];
    }
    *out = '\0';
    return text;
}

const char *counted_text(uint64_t count, const char *noun, char text[COUNTED_SIZE])
{
    snprintf(text, COUNTED_SIZE, "%" PRIu64 " %s%s", count, noun, PLURAL_S(count));
    return text;
}
