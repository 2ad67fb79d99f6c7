#include "cli/base/json.h"

#include <string.h>

#include "cli/base/safe_text.h"

static int is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

size_t json_character(const char **text, size_t *size, char piece[JSON_PIECE_SIZE])
{
    uint32_t code;
    size_t step = safe_text_character(*text, *size, &code);
    piece[0] = '\0';
    if (code == SAFE_TEXT_INVALID)
        strcpy(piece, "\\ufffd");
    else if (code == '"' || code == '\\')
        snprintf(piece, JSON_PIECE_SIZE, "\\%c", (int)code);
    else if (!safe_text_is_harmless(code))
        snprintf(piece, JSON_PIECE_SIZE, "\\u%04x", (unsigned)code & 0xffff); /* all are below U+10000 */
    *text += step;
    *size -= step;
    return piece[0] != '\0' ? strlen(piece) : step;
}

/* The same for plain bytes in a row. */
static size_t next_piece(const char **text, size_t *size, char piece[JSON_PIECE_SIZE])
{
    size_t plain = 0;
    while (plain < *size && is_plain((*text)[plain]))
        plain++;
    if (plain == 0)
        return json_character(text, size, piece);
    piece[0] = '\0';
    *text += plain;
    *size -= plain;
    return plain;
}

void json_print_string(FILE *stream, const char *text, size_t size)
{
    char piece[JSON_PIECE_SIZE];
    putc('"', stream);
    while (size > 0) {
        const char *start = text;
        size_t count = next_piece(&text, &size, piece);
        fwrite(piece[0] != '\0' ? piece : start, 1, count, stream);
    }
    putc('"', stream);
}
