#include "cli/pages/html_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/base/safe_text.h"
#include "cli/base/tag_text.h"

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

void html_tag(struct view_text *page, struct pgnpack_text value)
{
    struct tag_text room = {NULL, 0};
    const struct pgnpack_text plain = value.size != 0 ? tag_text_plain(&room, value) : value;
    if (value.size == 0)
        view_text_string(page, "&ndash;");
    else if (plain.data != NULL)
        html_text(page, plain.data, plain.size);
    else
        page->status = command_no_memory(page->context);
    free(room.bytes);
}

void html_known_cell(struct view_text *page, uint32_t number)
{
    if (number != 0)
        view_text_print(page, "<td>%" PRIu32 "</td>", number);
    else
        view_text_string(page, "<td>&ndash;</td>");
}

void html_percent_cell(struct view_text *page, unsigned per_mille)
{
    view_text_print(page, "<td>%u.%u&nbsp;%%</td>", per_mille / 10, per_mille % 10);
}

void html_count(struct view_text *page, uint64_t count)
{
    char digits[NUMBER_TEXT_SIZE];
    view_text_string(page, number_text(count, digits));
}

static const char style_of_all[] =
    ":root{color-scheme:light dark;--ink:#1c1f23;--soft:#5b636d;--line:#d9dde2;--back:#fff;--card:#f6f7f9;"
    "--bar:#3b6ea5;--score:#b0562b}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#9aa4b0;--line:#343a41;--back:#15181c;"
    "--card:#1d2126;--bar:#6ea3dc;--score:#f0a070}}\n"
    "*{box-sizing:border-box}body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--back);"
    "color:var(--ink);font:16px/1.45 system-ui,sans-serif}h1{font-size:1.4rem;line-height:1.2;"
    "overflow-wrap:anywhere}\n";

void html_begin(struct view_text *page, const char *title, const char *const *styles)
{
    view_text_string(page,
                     "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    html_text(page, title, strlen(title));
    view_text_string(page, "</title>\n<style>\n");
    view_text_string(page, style_of_all);
    for (; *styles != NULL; styles++)
        view_text_string(page, *styles);
    view_text_string(page, "</style>\n</head>\n<body>\n");
}

void html_title(struct view_text *page, const char *title)
{
    view_text_string(page, "<h1>");
    html_text(page, title, strlen(title));
    view_text_string(page, "</h1>\n");
}
