#include "cli/options_unknown.h"

#include <stdio.h>
#include <string.h>

enum { NAME_LENGTH_MAX = 24, DISTANCE_MAX = 2 };

static const char not_for_unpacking[] = " has no meaning when unpacking";

int options_is_other_level(const char *word)
{
    static const char digits[] = "0123456789";
    const char *number = word + strcspn(word, digits);
    return number[0] == '0' || strspn(number, digits) > 1;
}

enum options_outcome options_fail_level(const struct options_reader *reader, const char *word)
{
    return options_fail(reader, "", word, " is no level: they go from -1 (fast) to -9 (small)");
}

static unsigned smallest(unsigned a, unsigned b, unsigned c)
{
    unsigned least = a < b ? a : b;
    return least < c ? least : c;
}

/*
 * How many letters have to be put in, left out or replaced, or how many pairs of neighbours swapped (the distance of
 * Damerau and Levenshtein, as "optimal string alignment").
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
            rows[i][j] =
                smallest(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                rows[i - 2][j - 2] + 1 < rows[i][j])
                rows[i][j] = rows[i - 2][j - 2] + 1;
        }
    return rows[a_size][b_size];
}

/* The names that begin like the word, "--list, --limit": one of them may have been meant. Returns how many there are. */
static unsigned list_names(const struct options_reader *reader, const char *name, size_t name_size,
                           char *text, size_t text_size)
{
    unsigned count = 0;
    size_t size = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_entry *entry = &option_table[i];
        if (entry->name == NULL || !options_table_belongs(entry, reader->program) ||
            strncmp(entry->name, name, name_size) != 0)
            continue;
        if (size < text_size)
            size += (size_t)snprintf(text + size, text_size - size, "%s--%s", count != 0 ? ", " : "",
                                     entry->name);
        count++;
    }
    return count;
}

/* NULL: none is like it. */
static const struct option_entry *nearest(const struct options_reader *reader, const char *name,
                                          size_t name_size)
{
    const struct option_entry *found = NULL;
    unsigned least = DISTANCE_MAX + 1;
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_entry *entry = &option_table[i];
        if (entry->name == NULL || !options_table_belongs(entry, reader->program))
            continue;
        unsigned present = distance(name, name_size, entry->name);
        if (present < least && present < strlen(entry->name)) {
            least = present;
            found = entry;
        }
    }
    return found;
}

static int is_other_programs(const struct options_reader *reader, const char *name, size_t name_size)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_entry *entry = &option_table[i];
        if (entry->name != NULL && !options_table_belongs(entry, reader->program) &&
            strlen(entry->name) == name_size && memcmp(entry->name, name, name_size) == 0)
            return 1;
    }
    return 0;
}

static enum options_outcome fail_name(const struct options_reader *reader, const char *word)
{
    const char *name = word + 2;
    char behind[600], names[500];
    size_t name_size = strcspn(name, "=");
    if (is_other_programs(reader, name, name_size))
        return options_fail(reader, "the option ", word, not_for_unpacking);
    if (name_size != 0 && list_names(reader, name, name_size, names, sizeof names) > 1) {
        snprintf(behind, sizeof behind, " is short for several: %s", names);
        return options_fail(reader, "the option ", word, behind);
    }
    const struct option_entry *entry = nearest(reader, name, name_size);
    if (entry == NULL)
        return options_fail(reader, "the option ", word, " is unknown");
    snprintf(behind, sizeof behind, " is unknown; did you mean --%s?", entry->name);
    return options_fail(reader, "the option ", word, behind);
}

enum options_outcome options_unknown(const struct options_reader *reader, const char *word, int code,
                                     int letter)
{
    char option[OPTION_WORD_SIZE];
    const struct option_entry *entry = letter != 0 ? options_table_find(letter) : NULL;
    if (entry != NULL && strncmp(word, "--", 2) == 0)
        options_table_word(entry, option);
    else
        snprintf(option, sizeof option, "-%c", letter);
    if (code == ':')
        return options_fail(reader, "the option ", option, " needs an argument");
    if (entry != NULL)
        return options_fail(reader, "the option ", option,
                            options_table_belongs(entry, reader->program) ? " takes no argument"
                                                                          : not_for_unpacking);
    if (letter == 0)
        return fail_name(reader, word);
    return options_fail(reader, "the option ", option, " is unknown");
}
