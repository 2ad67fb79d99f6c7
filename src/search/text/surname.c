#include "search/text/surname.h"

/* Moves the letters and digits of out[start] up to out[end] to the front; returns how many there are. */
static size_t keep_letters(char *out, size_t start, size_t end)
{
    size_t size = 0;
    for (size_t i = start; i < end; i++)
        if (folded_is_of_word(out[i]))
            out[size++] = out[i];
    return size;
}

static int has_letter(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && !folded_is_of_word(text[i]))
        i++;
    return i < size;
}

static int ends_word(char c)
{
    return c == ' ' || c == '.' || c == '(' || c == ')';
}

/* Two letters at least, one of which is no digit: no initial, no number behind a program's name. */
static int is_surname(const char *word, size_t size)
{
    size_t letters = 0, others = 0;
    for (size_t i = 0; i < size; i++) {
        letters += folded_is_of_word(word[i]) != 0;
        others += folded_is_of_word(word[i]) && !is_digit(word[i]);
    }
    return letters >= 2 && others != 0;
}

/* The last word that may be a surname; the whole text where none may. */
static void find_word(const char *text, size_t *start, size_t *end)
{
    size_t last = *end;
    while (last != 0) {
        size_t first = last;
        while (first != 0 && !ends_word(text[first - 1]))
            first--;
        if (is_surname(text + first, last - first)) {
            *start = first;
            *end = last;
            return;
        }
        last = first == 0 ? 0 : first - 1;
    }
}

size_t surname_fold(struct text name, char *out)
{
    size_t start = 0, end = text_fold(name, out);
    const char *comma = end == 0 ? NULL : memchr(out, ',', end);
    if (comma == NULL)
        find_word(out, &start, &end);
    else if (has_letter(out, (size_t)(comma - out)))
        end = (size_t)(comma - out);
    return keep_letters(out, start, end);
}
