#include "cli/forms/html_text.h"

#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/safe_text.h"

/* What stands for a character; NULL: itself. */
static const char *escape_of(uint32_t code)
{
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return code == SAFE_TEXT_INVALID || !safe_text_is_harmless(code) ? "&#65533;" : NULL;
    }
}

void html_text(struct view_text *page, const char *text, size_t size)
{
    while (size > 0) {
        uint32_t code;
        size_t step = safe_text_character(text, size, &code);
        const char *escape = escape_of(code);
        if (escape != NULL)
            view_text_string(page, escape);
        else
            view_text_put(page, text, step);
        text += step;
        size -= step;
    }
}

void html_count(struct view_text *page, uint64_t count)
{
    char digits[NUMBER_TEXT_SIZE];
    view_text_string(page, number_text(count, digits));
}

void html_begin(struct view_text *page, const char *title, const char *style, const char *more_style)
{
    view_text_string(page,
                     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    html_text(page, title, strlen(title));
    view_text_string(page, "</title>\n<style>\n");
    view_text_string(page, style);
    view_text_string(page, more_style);
    view_text_string(page, "</style>\n</head>\n<body>\n");
}

void html_title(struct view_text *page, const char *title)
{
    view_text_string(page, "<h1>");
    html_text(page, title, strlen(title));
    view_text_string(page, "</h1>\n");
}
