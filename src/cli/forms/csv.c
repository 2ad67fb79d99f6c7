#include "cli/forms/csv.h"

enum { NEEDS_QUOTES = 1, HAS_QUOTES = 2 };

/* What each byte asks for. */
static const uint8_t needs[256] = {
    [','] = NEEDS_QUOTES, ['\n'] = NEEDS_QUOTES, ['\r'] = NEEDS_QUOTES, ['"'] = NEEDS_QUOTES | HAS_QUOTES};

static unsigned needs_of(struct pgnpack_text value)
{
    unsigned found = 0;
    for (size_t i = 0; i < value.size; i++)
        found |= needs[(unsigned char)value.data[i]];
    return found;
}

void csv_put_value(struct view_text *text, struct pgnpack_text value)
{
    unsigned found = needs_of(value);
    view_text_put(text, "\"", found != 0);
    if ((found & HAS_QUOTES) == 0)
        view_text_put(text, value.data, value.size);
    else
        for (size_t i = 0; i < value.size; i++) {
            view_text_put(text, "\"", value.data[i] == '"');
            view_text_put(text, value.data + i, 1);
        }
    view_text_put(text, "\"", found != 0);
}

void csv_put_string(struct view_text *text, const char *string)
{
    csv_put_value(text, (struct pgnpack_text){string, strlen(string)});
}
