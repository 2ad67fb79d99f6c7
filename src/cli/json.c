#include "cli/json.h"

/* The size of the UTF-8 character at `text`; 0 if there is none. */
static size_t character_size(const unsigned char *text, size_t size)
{
    static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned first = text[0];
    if (first < 0x80)
        return 1;
    size_t wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || wanted > size)
        return 0;
    unsigned value = first & (0x7fu >> wanted);
    for (size_t i = 1; i < wanted; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (text[i] & 0x3fu);
    }
    return value >= least[wanted] && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff) ? wanted : 0;
}

void json_print_string(FILE *stream, const char *text, size_t size)
{
    const unsigned char *at = (const unsigned char *)text;
    putc('"', stream);
    while (size > 0) {
        size_t step = character_size(at, size);
        if (step == 0)
            fputs("\\ufffd", stream);
        else if (*at == '"' || *at == '\\')
            fprintf(stream, "\\%c", *at);
        else if (*at < ' ' || *at == 127)
            fprintf(stream, "\\u%04x", *at);
        else
            fwrite(at, 1, step, stream);
        step = step == 0 ? 1 : step;
        at += step;
        size -= step;
    }
    putc('"', stream);
}
