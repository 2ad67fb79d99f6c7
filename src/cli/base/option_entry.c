#include "cli/base/option_entry.h"

#include <string.h>

enum { LINE_SIZE = 80, NAME_SIZE = 29, LONG_NAME_SIZE = 76 };

int option_is_known(const struct option_table *table, const struct option_entry *entry)
{
    return (entry->scope & table->scope) != 0;
}

const struct option_entry *option_find(const struct option_table *table, int code)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->entries[i].code == code)
            return &table->entries[i];
    return NULL;
}

static int is_name(const char *element)
{
    return strncmp(element, "--", 2) == 0;
}

const struct option_entry *option_find_typed(const struct option_table *table, int code, const char *element)
{
    size_t size = is_name(element) ? strcspn(element + 2, "=") : 0;
    for (size_t i = 0; i < table->count && size != 0; i++) {
        const struct option_entry *entry = &table->entries[i];
        if (entry->code == code && entry->name != NULL && strncmp(entry->name, element + 2, size) == 0)
            return entry;
    }
    return option_find(table, code);
}

/* Has it a letter, which is its code? */
static int option_has_letter(const struct option_entry *entry)
{
    return entry->code < 256;
}

/*
 * "-" in front: operands come in their order as code 1, also where POSIXLY_CORRECT is set. ":": a missing
 * argument is told from an unknown option.
 */
void option_make_strings(const struct option_table *table, struct option_strings *strings)
{
    char *letters = strings->letters;
    struct option *names = strings->names;
    *letters++ = '-';
    *letters++ = ':';
    for (size_t i = 0; i < table->count; i++) {
        const struct option_entry *entry = &table->entries[i];
        if (!option_is_known(table, entry))
            continue;
        if (entry->name != NULL)
            *names++ = (struct option){entry->name, entry->argument, NULL, entry->code};
        if (option_has_letter(entry))
            *letters++ = (char)entry->code;
        if (option_has_letter(entry) && entry->argument == required_argument)
            *letters++ = ':';
    }
    *letters = '\0';
    *names = (struct option){NULL, 0, NULL, 0};
}

const char *option_word(const struct option_entry *entry, char word[OPTION_WORD_SIZE])
{
    if (entry->name != NULL)
        snprintf(word, OPTION_WORD_SIZE, "--%s", entry->name);
    else
        snprintf(word, OPTION_WORD_SIZE, "-%c", entry->code);
    return word;
}

const char *option_word_typed(const struct option_entry *entry, const char *element,
                              char word[OPTION_WORD_SIZE])
{
    if (is_name(element) || !option_has_letter(entry))
        return option_word(entry, word);
    snprintf(word, OPTION_WORD_SIZE, "-%c", entry->code);
    return word;
}

int option_is_blank(const char *value)
{
    return value[strspn(value, " \t\r\n\v\f")] == '\0';
}

const char *option_refuse_value(const struct option_entry *entry, const char *value,
                                char text[OPTION_REFUSAL_SIZE])
{
    if (entry->argument == no_argument || (entry->scope & OPTION_MAY_BE_EMPTY) != 0 || value == NULL ||
        !option_is_blank(value))
        return NULL;
    snprintf(text, OPTION_REFUSAL_SIZE, " has an empty value: give it %s%s", entry->argument_name,
             entry->argument == optional_argument ? ", or write it without '='" : ", or leave it out");
    return text;
}

/* "-o, --output=FILE", "-1 ... -9" */
static void describe(const struct option_entry *entry, char name[LONG_NAME_SIZE])
{
    const char *argument = entry->argument_name != NULL ? entry->argument_name : "";
    const char *before = entry->argument == optional_argument   ? "[="
                         : entry->argument == required_argument ? "="
                                                                : "";
    char letter[] = "-x, ";
    letter[1] = (char)entry->code;
    if (entry->name == NULL)
        snprintf(name, LONG_NAME_SIZE, "-1 ... -9");
    else
        snprintf(name, LONG_NAME_SIZE, "%s--%s%s%s%s", option_has_letter(entry) ? letter : "    ",
                 entry->name, before, argument, entry->argument == optional_argument ? "]" : "");
}

/* The text of an option, broken between words, in the columns after its name; a long name has a line of its own. */
int option_print(const struct option_entry *entry, FILE *stream)
{
    const int width = LINE_SIZE - NAME_SIZE - 1;
    char name[LONG_NAME_SIZE];
    const char *text = entry->help;
    int status = 0;
    if (text == NULL)
        return 0;
    describe(entry, name);
    if (strlen(name) >= NAME_SIZE - 1) {
        status = fprintf(stream, "  %s\n", name);
        name[0] = '\0';
    }
    while (*text != '\0' && status >= 0) {
        int size = (int)strlen(text);
        if (size > width)
            for (size = width; size > 1 && text[size] != ' ';)
                size--;
        status = fprintf(stream, "  %-*s%.*s\n", NAME_SIZE - 1, name, size, text);
        name[0] = '\0';
        text += size;
        text += *text == ' ';
    }
    return status;
}

int option_print_groups(const struct option_table *table, unsigned scope, unsigned but, FILE *stream)
{
    const char *title = NULL;
    int status = 0;
    for (size_t i = 0; i < table->count && status >= 0; i++) {
        const struct option_entry *entry = &table->entries[i];
        if (entry->code == 0)
            title = entry->help;
        if (entry->help == NULL || (entry->scope & scope) == 0 || (entry->scope & but) != 0)
            continue;
        if (title != NULL)
            status = fprintf(stream, "\n%s:\n", title);
        title = NULL;
        if (status >= 0)
            status = option_print(entry, stream);
    }
    return status;
}
