#include "cli/base/option_guess.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { NAME_LENGTH_MAX = 24, DISTANCE_MAX = 2 };

static int is_other(char a, char b)
{
    return tolower((unsigned char)a) != tolower((unsigned char)b);
}

static unsigned smallest(unsigned a, unsigned b, unsigned c)
{
    unsigned least = a < b ? a : b;
    return least < c ? least : c;
}

/*
 * How many letters have to be put in, left out or replaced, or how many pairs of neighbours swapped (the distance of
 * Damerau and Levenshtein, as "optimal string alignment"); small letters are as capitals.
 */
static unsigned distance(const char *a, size_t a_size, const char *b)
{
    size_t b_size = strlen(b);
    unsigned rows[NAME_LENGTH_MAX + 1][NAME_LENGTH_MAX + 1];
    if (a_size > NAME_LENGTH_MAX || b_size > NAME_LENGTH_MAX)
        return DISTANCE_MAX + 1;
    for (size_t i = 0; i <= a_size; i++)
        for (size_t j = 0; j <= b_size; j++) {
            if (i == 0 || j == 0) {
                rows[i][j] = (unsigned)(i + j);
                continue;
            }
            rows[i][j] = smallest(rows[i - 1][j] + 1, rows[i][j - 1] + 1,
                                  rows[i - 1][j - 1] + (unsigned)is_other(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                rows[i - 2][j - 2] + 1 < rows[i][j])
                rows[i][j] = rows[i - 2][j - 2] + 1;
        }
    return rows[a_size][b_size];
}

/* The names that begin like the word, "--list, --limit": one of them may have been meant. Returns how many there are. */
static unsigned list_names(const char *dashes, const char *name, size_t name_size, const char *const *names,
                           size_t name_count, char *text, size_t text_size)
{
    unsigned count = 0;
    size_t size = 0;
    text[0] = '\0';
    for (size_t i = 0; i < name_count; i++) {
        if (strncmp(names[i], name, name_size) != 0)
            continue;
        if (size < text_size)
            size += (size_t)snprintf(text + size, text_size - size, "%s%s%s", count != 0 ? ", " : "", dashes,
                                     names[i]);
        count++;
    }
    return count;
}

/* NULL: none is like it. */
static const char *nearest(const char *name, size_t name_size, const char *const *names, size_t name_count)
{
    const char *found = NULL;
    unsigned least = DISTANCE_MAX + 1;
    for (size_t i = 0; i < name_count; i++) {
        unsigned present = distance(name, name_size, names[i]);
        if (present < least && present < strlen(names[i])) {
            least = present;
            found = names[i];
        }
    }
    return found;
}

const char *option_guess(const char *dashes, const char *name, size_t name_size, const char *const *names,
                         size_t name_count, char text[OPTION_GUESS_SIZE])
{
    char list[500] = "";
    unsigned count =
        name_size == 0 ? 0 : list_names(dashes, name, name_size, names, name_count, list, sizeof list);
    const char *near = nearest(name, name_size, names, name_count);
    if (count > 1)
        snprintf(text, OPTION_GUESS_SIZE, " is short for several: %s", list);
    else if (count == 1)
        snprintf(text, OPTION_GUESS_SIZE, " is unknown; did you mean %s?", list);
    else if (near != NULL)
        snprintf(text, OPTION_GUESS_SIZE, " is unknown; did you mean %s%s?", dashes, near);
    else
        snprintf(text, OPTION_GUESS_SIZE, " is unknown");
    return text;
}
