#include "cli/base/messages.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "cli/base/safe_text.h"

/* ---- Numbers ---- */

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

enum { MESSAGE_SIZE_MAX = 6000 };

/* Appends to a text of MESSAGE_SIZE_MAX, cutting what does not fit. */
static void append(char *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(char *text, const char *format, ...)
{
    size_t size = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + size, MESSAGE_SIZE_MAX - size, format, arguments);
    va_end(arguments);
}

static void append_place(char *text, const struct place *place)
{
    const char *separator = "";
    if (place->file != NULL)
        append(text, "%s: ", place->file);
    if (place->game != 0) {
        append(text, "game %" PRIu64, place->game);
        separator = ", ";
    }
    if (place->line != 0) {
        append(text, "%sline %" PRIu64, separator, place->line);
        separator = ", ";
    }
    if (place->has_offset) {
        append(text, "%soffset %" PRIu64, separator, place->offset);
        separator = ", ";
    }
    if (separator[0] != '\0')
        append(text, ": ");
}

static void print(struct messages *messages, const struct place *place, const char *label, const char *format,
                  va_list arguments)
{
    char text[MESSAGE_SIZE_MAX] = "";
    append(text, "%s: ", messages->program);
    if (place != NULL)
        append_place(text, place);
    append(text, "%s", label);
    size_t size = strlen(text);
    vsnprintf(text + size, sizeof text - size, format, arguments);
    safe_text_disarm(text); /* names come from archives too */
    message_wipe_status_line(messages);
    fprintf(stderr, "%s\n", text);
}

void message_error(struct messages *messages, const struct place *place, const char *format, ...)
{
    va_list arguments;
    if (messages->quiet >= 2)
        return;
    va_start(arguments, format);
    print(messages, place, "", format, arguments);
    va_end(arguments);
}

void message_warning(struct messages *messages, enum warning_kind kind, const struct place *place,
                     const char *format, ...)
{
    va_list arguments;
    if (messages->repeated[kind] != 0) {
        messages->repeated[kind]--;
        return;
    }
    messages->warnings[kind]++;
    if (messages->quiet >= 1 || (!messages->verbose && messages->warnings[kind] > WARNING_LINES_MAX))
        return;
    va_start(arguments, format);
    print(messages, place, "warning: ", format, arguments);
    va_end(arguments);
}

void message_notice(struct messages *messages, const struct place *place, const char *format, ...)
{
    va_list arguments;
    if (messages->quiet >= 1)
        return;
    va_start(arguments, format);
    print(messages, place, "", format, arguments);
    va_end(arguments);
}

void messages_repeat(struct messages *messages, const uint64_t before[WARNING_KIND_COUNT])
{
    for (unsigned kind = 0; kind < WARNING_KIND_COUNT; kind++)
        messages->repeated[kind] = messages->warnings[kind] - before[kind];
}

void message_information(struct messages *messages, const struct place *place, const char *format, ...)
{
    va_list arguments;
    if (!messages->verbose)
        return;
    va_start(arguments, format);
    print(messages, place, "", format, arguments);
    va_end(arguments);
}

void message_status_line(struct messages *messages, const char *text)
{
    fprintf(stderr, "\r%s\033[K", text);
    fflush(stderr);
    messages->status_line_shown = 1;
}

void message_wipe_status_line(struct messages *messages)
{
    if (messages->status_line_shown)
        fputs("\r\033[K", stderr);
    messages->status_line_shown = 0;
}

void messages_finish(struct messages *messages)
{
    static const char *const names[WARNING_KIND_COUNT] = {"about games left out", "about parts left out",
                                                          "about odd input", "of other kinds"};
    message_wipe_status_line(messages);
    for (unsigned kind = 0; kind < WARNING_KIND_COUNT; kind++) {
        if (messages->quiet == 0 && !messages->verbose && messages->warnings[kind] > WARNING_LINES_MAX)
            fprintf(stderr, "%s: %s %s; -v shows them all\n", messages->program,
                    COUNTED(messages->warnings[kind] - WARNING_LINES_MAX, "more warning"), names[kind]);
        messages->warnings[kind] = 0;
    }
}
