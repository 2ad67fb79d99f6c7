#include "cli/json.h"

#include "cli/safe_text.h"

void json_print_string(FILE *stream, const char *text, size_t size)
{
    putc('"', stream);
    for (size_t step; size > 0; text += step, size -= step) {
        uint32_t code;
        step = safe_text_character(text, size, &code);
        if (code == SAFE_TEXT_INVALID)
            fputs("\\ufffd", stream);
        else if (code == '"' || code == '\\')
            fprintf(stream, "\\%c", (int)code);
        else if (!safe_text_is_harmless(code))
            fprintf(stream, "\\u%04x", (unsigned)code); /* all of these are below U+10000 */
        else
            fwrite(text, 1, step, stream);
    }
    putc('"', stream);
}
