#include "cli/base/safe_text.h"

#include <stdio.h>
#include <string.h>

size_t safe_text_character(const char *text, size_t size, uint32_t *code_ret)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text;
    uint32_t code = bytes[0];
    *code_ret = SAFE_TEXT_INVALID;
    if (code < 0x80) {
        *code_ret = code;
        return 1;
    }
    size_t wanted = code >= 0xf0 ? 4 : code >= 0xe0 ? 3 : 2;
    if (code < 0xc2 || code > 0xf4 || wanted > size)
        return 1;
    code &= 0x7fu >> wanted;
    for (size_t i = 1; i < wanted; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return 1;
        code = code << 6 | (bytes[i] & 0x3fu);
    }
    if (code < least[wanted] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return 1;
    *code_ret = code;
    return wanted;
}

int safe_text_is_harmless(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } harmful[] = {
        {0x0000, 0x001f}, /* C0 */
        {0x007f, 0x009f}, /* DEL, C1 */
        {0x061c, 0x061c}, /* Arabic letter mark */
        {0x200e, 0x200f}, /* left-to-right and right-to-left mark */
        {0x2028, 0x2029}, /* line and paragraph separator */
        {0x202a, 0x202e}, /* embeddings and overrides of direction */
        {0x2066, 0x2069}, /* isolates of direction */
        {SAFE_TEXT_INVALID, SAFE_TEXT_INVALID},
    };
    for (size_t i = 0; i < sizeof harmful / sizeof harmful[0]; i++)
        if (code >= harmful[i].first && code <= harmful[i].last)
            return 0;
    return 1;
}

void safe_text_disarm(char *text)
{
    char *out = text;
    for (size_t rest = strlen(text), step; rest > 0; text += step, rest -= step) {
        uint32_t code;
        step = safe_text_character(text, rest, &code);
        if (safe_text_is_harmless(code)) {
            memmove(out, text, step);
            out += step;
        } else {
            *out++ = '?';
        }
    }
    *out = '\0';
}

size_t shell_word(const char *word, char *text, size_t size)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    size_t length = 0;
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0')
        return (size_t)snprintf(text, size, "%s", word);
    length = (size_t)snprintf(text, size, "'");
    for (char piece[2] = ""; *word != '\0' && length < size; word++) {
        piece[0] = *word;
        length += (size_t)snprintf(text + length, size - length, "%s", *word == '\'' ? "'\\''" : piece);
    }
    return length < size ? length + (size_t)snprintf(text + length, size - length, "'") : length;
}
