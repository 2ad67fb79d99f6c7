#include "cli/options/options_unknown.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/option_guess.h"

static const char condition_goes[] =
    " is a condition: pgnfind finds games by it, and pgndb takes it in --where";
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

static int is_other_programs(const struct options_reader *reader, const char *name, size_t name_size)
{
    for (size_t i = 0; i < reader->table->count; i++) {
        const struct option_entry *entry = &reader->table->entries[i];
        if (entry->name != NULL && !option_is_known(reader->table, entry) &&
            strlen(entry->name) == name_size && memcmp(entry->name, name, name_size) == 0)
            return 1;
    }
    return 0;
}

static int is_condition(const char *name, size_t name_size)
{
    struct pgnpack_query_word word;
    for (size_t i = 0; pgnpack_query_word(i, &word); i++)
        if (strlen(word.name) == name_size && memcmp(word.name, name, name_size) == 0)
            return 1;
    return 0;
}

static enum options_outcome fail_name(const struct options_reader *reader, const char *word)
{
    const char *name = word + 2, *names[OPTION_TABLE_MAX];
    char behind[OPTION_GUESS_SIZE];
    size_t name_size = strcspn(name, "="), count = 0;
    if (is_other_programs(reader, name, name_size))
        return options_fail(reader, "the option ", word, not_for_unpacking);
    if (is_condition(name, name_size))
        return options_fail(reader, "the option ", word, condition_goes);
    for (size_t i = 0; i < reader->table->count; i++) {
        const struct option_entry *entry = &reader->table->entries[i];
        if (entry->name != NULL && entry->help != NULL && option_is_known(reader->table, entry))
            names[count++] = entry->name;
    }
    return options_fail(reader, "the option ", word,
                        option_guess("--", name, name_size, names, count, behind));
}

enum options_outcome options_unknown(const struct options_reader *reader, const char *word, int code,
                                     int letter)
{
    char option[OPTION_WORD_SIZE];
    const struct option_entry *entry = letter != 0 ? option_find(reader->table, letter) : NULL;
    if (entry != NULL && strncmp(word, "--", 2) == 0)
        option_word(entry, option);
    else
        snprintf(option, sizeof option, "-%c", letter);
    if (code == ':')
        return options_fail(reader, "the option ", option, " needs an argument");
    if (entry != NULL)
        return options_fail(reader, "the option ", option,
                            option_is_known(reader->table, entry) ? " takes no argument" : not_for_unpacking);
    if (letter == 0)
        return fail_name(reader, word);
    return options_fail(reader, "the option ", option, " is unknown");
}
