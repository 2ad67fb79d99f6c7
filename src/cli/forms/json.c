#include "cli/forms/json.h"

#include <inttypes.h>

#include "cli/base/safe_text.h"

static int is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/* The next character, which is not plain. Returns its size. */
static size_t put_odd(struct view_text *text, const char *bytes, size_t size)
{
    uint32_t code;
    size_t step = safe_text_character(bytes, size, &code);
    if (code == SAFE_TEXT_INVALID)
        view_text_string(text, "\\ufffd");
    else if (code == '"' || code == '\\')
        view_text_print(text, "\\%c", (int)code);
    else if (!safe_text_is_harmless(code))
        view_text_print(text, "\\u%04x", (unsigned)code & 0xffff); /* all are below U+10000 */
    else
        view_text_put(text, bytes, step);
    return step;
}

void json_put_text(struct view_text *text, struct pgnpack_text string)
{
    view_text_put(text, "\"", 1);
    for (size_t start = 0, end; start < string.size; start = end) {
        for (end = start; end < string.size && is_plain(string.data[end]);)
            end++;
        view_text_put(text, string.data + start, end - start);
        if (end < string.size)
            end += put_odd(text, string.data + end, string.size - end);
    }
    view_text_put(text, "\"", 1);
}

void json_put_string(struct view_text *text, const char *string)
{
    json_put_text(text, (struct pgnpack_text){string, strlen(string)});
}

/* ---- Members ---- */

void json_number(struct view_text *text, const char *key, uint64_t value)
{
    view_text_print(text, ", \"%s\": %" PRIu64, key, value);
}

static void put_null(struct view_text *text, const char *key)
{
    view_text_print(text, ", \"%s\": null", key);
}

void json_known_number(struct view_text *text, const char *key, uint64_t value)
{
    if (value != 0)
        json_number(text, key, value);
    else
        put_null(text, key);
}

void json_flag(struct view_text *text, const char *key, int value)
{
    view_text_print(text, ", \"%s\": %s", key, value ? "true" : "false");
}

void json_text(struct view_text *text, const char *key, struct pgnpack_text value)
{
    view_text_print(text, ", \"%s\": ", key);
    json_put_text(text, value);
}

void json_known_string(struct view_text *text, const char *key, const char *value)
{
    if (value != NULL && value[0] != '\0')
        json_text(text, key, (struct pgnpack_text){value, strlen(value)});
    else
        put_null(text, key);
}
