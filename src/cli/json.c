#include "cli/json.h"

#include <string.h>

#include "cli/safe_text.h"

static int is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

size_t json_next(const char **text, size_t *size, char piece[JSON_PIECE_SIZE])
{
    uint32_t code;
    size_t step = 0;
    piece[0] = '\0';
    while (step < *size && is_plain((*text)[step]))
        step++;
    size_t plain = step;
    if (step == 0) {
        step = safe_text_character(*text, *size, &code);
        if (code == SAFE_TEXT_INVALID)
            strcpy(piece, "\\ufffd");
        else if (code == '"' || code == '\\')
            snprintf(piece, JSON_PIECE_SIZE, "\\%c", (int)code);
        else if (!safe_text_is_harmless(code))
            snprintf(piece, JSON_PIECE_SIZE, "\\u%04x", (unsigned)code & 0xffff); /* all are below U+10000 */
        plain = step;
    }
    *text += step;
    *size -= step;
    return piece[0] != '\0' ? strlen(piece) : plain;
}

void json_print_string(FILE *stream, const char *text, size_t size)
{
    char piece[JSON_PIECE_SIZE];
    putc('"', stream);
    while (size > 0) {
        const char *start = text;
        size_t count = json_next(&text, &size, piece);
        fwrite(piece[0] != '\0' ? piece : start, 1, count, stream);
    }
    putc('"', stream);
}
