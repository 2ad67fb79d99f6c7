#include "search/text/surname.h"

#include "search/text/name_form.h"

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

/* Folds the name and returns its size; the surname is between *start_ret and *end_ret. */
static size_t fold_and_find(struct text name, char *out, size_t *start_ret, size_t *end_ret)
{
    size_t size = *end_ret = text_fold(name, out);
    const char *comma = size == 0 ? NULL : memchr(out, ',', size);
    *start_ret = 0;
    if (comma == NULL)
        find_word(out, start_ret, end_ret);
    else if (has_letter(out, (size_t)(comma - out)))
        *end_ret = (size_t)(comma - out);
    return size;
}

size_t surname_fold(struct text name, char *out)
{
    size_t start, end;
    fold_and_find(name, out, &start, &end);
    return keep_letters(out, start, end);
}

/* Its character, where it has one or two bytes of UTF-8. */
static uint32_t first_letter(struct text word)
{
    unsigned char first = (unsigned char)word.data[0],
                  second = word.size == 1 ? 0 : (unsigned char)word.data[1];
    if (first < 0x80)
        return first;
    return first < 0xe0 && second >= 0x80 ? (first & 0x1fu) << 6 | (second & 0x3fu) : 0;
}

/* Of the first word that is a given name, or an initial. */
static uint32_t find_initial(const char *text, size_t size)
{
    for (size_t at = 0, end; at < size; at = end + 1) {
        for (end = at; end < size && folded_is_of_word(text[end]);)
            end++;
        const struct text word = {text + at, end - at};
        if (word.size != 0 && !is_digit(*word.data) && !name_word_is_title(word))
            return first_letter(word);
    }
    return 0;
}

uint32_t surname_initial(struct text name, char *room)
{
    size_t start, end, size = fold_and_find(name, room, &start, &end);
    uint32_t initial = find_initial(room, start);
    return initial != 0 ? initial : find_initial(room + end, size - end);
}
