#include "cli/base/number_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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

int date_time_text(int64_t seconds, char text[TIME_TEXT_SIZE])
{
    time_t time = (time_t)seconds;
    struct tm *parts = gmtime(&time);
    if (parts == NULL || parts->tm_year < -1900 || parts->tm_year > 9999 - 1900)
        return 0;
    snprintf(text, TIME_TEXT_SIZE, "%04d-%02d-%02dT%02d:%02d:%02dZ", parts->tm_year + 1900, parts->tm_mon + 1,
             parts->tm_mday, parts->tm_hour, parts->tm_min, parts->tm_sec);
    return 1;
}
