#include "cli/options/options_moved.h"

#include <string.h>

enum { FORM_SIZE = 1000 };

/* The new form, as it is written so far; what has no room is cut. */
struct form {
    char text[FORM_SIZE];
    size_t size;
};

/* How the argument of an old option is given now. */
enum moved_place {
    NOWHERE,   /* it has none, or the option says it all */
    AS_OPTION, /* with the name that the row has */
    AS_ARGUMENT,
    AS_GAMES /* -g, or without it --all; "duplicates:" before them is an option of its own */
};

/* `command` NULL: an option that goes with several. */
static const struct moved {
    int code;
    const char *command;
    enum moved_place place;
    const char *
        option; /* of AS_OPTION, with '=' or a blank behind it; of NOWHERE what is given for the option; NULL: nothing */
} moved[] = {
    {OPTION_DELETE, "delete", AS_GAMES, NULL},
    {OPTION_DELETE_WHERE, "delete", AS_OPTION, "--where "},
    {OPTION_UNDELETE, "undelete", AS_GAMES, NULL},
    {OPTION_DELETED, "log", NOWHERE, "--deleted"},
    {OPTION_LOG, "log", NOWHERE, NULL},
    {OPTION_TRUNCATE_TO, "back", AS_ARGUMENT, NULL},
    {OPTION_SET, "set", AS_ARGUMENT, NULL},
    {OPTION_UNSET, "unset", AS_ARGUMENT, NULL},
    {OPTION_RENAME, "rename", AS_ARGUMENT, NULL},
    {OPTION_SPELLING, "names", NOWHERE, NULL},
    {OPTION_DEDUPE, "dedupe", AS_OPTION, "--kind="},
    {OPTION_MERGE, "merge", NOWHERE, NULL},
    {OPTION_COMPACT, "compact", AS_OPTION, "-"},
    {OPTION_SORT, "sort", AS_ARGUMENT, NULL},
    {OPTION_SPLIT, "split", AS_ARGUMENT, NULL},
    {OPTION_WHERE, NULL, AS_OPTION, "--where "},
    {OPTION_ALL, NULL, NOWHERE, "--all"},
    {OPTION_PREFER, NULL, AS_OPTION, "--prefer="},
    {OPTION_MERGE_TAGS, NULL, NOWHERE, "--merge-tags"},
    {OPTION_REPORT, NULL, AS_OPTION, "--report="},
    {OPTION_DRY_RUN, NULL, NOWHERE, "--dry-run"},
    {OPTION_KEEP_IDS, NULL, NOWHERE, "--keep-ids"},
    {OPTION_DROP_IDS, NULL, NOWHERE, "--drop-ids"},
};

static const struct moved *find(int code)
{
    for (size_t i = 0; i < sizeof moved / sizeof moved[0]; i++)
        if (moved[i].code == code)
            return &moved[i];
    return NULL;
}

static void add(struct form *form, const char *before, const char *text)
{
    if (form->size < FORM_SIZE)
        form->size += (size_t)snprintf(form->text + form->size, FORM_SIZE - form->size, "%s%s", before, text);
}

/* As a shell takes it: in quotes where it has to be. */
static void add_word(struct form *form, const char *before, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        add(form, before, word);
        return;
    }
    add(form, before, "'");
    for (char piece[2] = ""; *word != '\0'; word++) {
        piece[0] = *word;
        add(form, "", *word == '\'' ? "'\\''" : piece);
    }
    add(form, "", "'");
}

static void add_games(struct form *form, const char *argument)
{
    static const char duplicates[] = "duplicates";
    size_t size = sizeof duplicates - 1;
    if (argument != NULL && strncmp(argument, duplicates, size) == 0) {
        add(form, " ", "--duplicates");
        argument = argument[size] == ':' ? argument + size + 1 : NULL;
    }
    if (argument != NULL)
        add_word(form, " -g ", argument);
    else
        add(form, " ", "--all");
}

/* Of the options, those that stand behind the database: tags and tables; a key to sort by backwards is one with an option. */
static void add_arguments(const struct options_reader *reader, int first_code, struct form *form)
{
    for (size_t i = 0; i < reader->given_count; i++) {
        const struct given_option *given = &reader->given[i];
        const struct moved *row = find(given->entry->code);
        if (row == NULL || row->place != AS_ARGUMENT)
            continue;
        int is_backwards = row->code == OPTION_SORT && given->argument[0] == '-';
        int is_other = row->code == OPTION_UNSET && first_code == OPTION_SET;
        add_word(form, is_other ? " --unset=" : " ", given->argument + is_backwards);
        if (is_backwards)
            add(form, " ", "--reverse");
    }
}

/* pgndb has it, too, by the same name. */
static int stays(int code)
{
    return code == OPTION_FORCE || code == OPTION_WAIT || code == OPTION_INDEX || code == OPTION_NO_INDEX ||
           code == OPTION_LEVEL || (code >= OPTION_LEVEL_MIN && code <= OPTION_LEVEL_MAX);
}

static void add_same(const struct given_option *given, struct form *form)
{
    char option[OPTION_WORD_SIZE], before[OPTION_WORD_SIZE + 2];
    option_word(given->entry, option);
    snprintf(before, sizeof before, " %s%s", option, given->argument != NULL ? "=" : "");
    if (given->argument != NULL)
        add_word(form, before, given->argument);
    else
        add(form, before, "");
}

static void add_options(const struct options_reader *reader, int is_append, struct form *form)
{
    char before[40];
    for (size_t i = 0; i < reader->given_count; i++) {
        const struct given_option *given = &reader->given[i];
        const struct moved *row = find(given->entry->code);
        if (row == NULL && stays(given->entry->code))
            add_same(given, form);
        else if (row == NULL)
            continue;
        else if (row->place == AS_GAMES)
            add_games(form, given->argument);
        else if (row->code == OPTION_DEDUPE && is_append)
            add(form, " --dedupe", given->argument != NULL && given->argument[0] == 'l' ? "=loose" : "");
        else if (row->place == AS_OPTION && given->argument != NULL) {
            snprintf(before, sizeof before, " %s", row->option);
            add_word(form, before, given->argument);
        } else if (row->place == NOWHERE && row->option != NULL)
            add(form, " ", row->option);
    }
    if (reader->options->output != NULL)
        add_word(form, " -o ", reader->options->output);
}

/* The old option that chooses the subcommand: of --set and --unset the first of them; else the first of all. */
static const struct given_option *find_first(const struct options_reader *reader)
{
    const struct given_option *first = NULL;
    for (size_t i = 0; i < reader->given_count; i++) {
        const struct given_option *given = &reader->given[i];
        const struct moved *row = find(given->entry->code);
        if (row == NULL)
            continue;
        if (first == NULL || (find(first->entry->code)->command == NULL && row->command != NULL) ||
            (row->code == OPTION_SET && first->entry->code == OPTION_UNSET))
            first = given;
    }
    return first;
}

void options_tell_moved(const struct options_reader *reader)
{
    const struct options *options = reader->options;
    const struct given_option *first = find_first(reader);
    struct form form = {.size = 0};
    char option[OPTION_WORD_SIZE];
    int is_append = options->change == CHANGE_APPEND;
    const char *command = first == NULL ? NULL : is_append ? "add" : find(first->entry->code)->command;
    if (command == NULL)
        return;
    add(&form, command, "");
    if (is_append)
        add_word(&form, " ", options->database);
    for (size_t i = 0; i < options->inputs.count; i++)
        add_word(&form, " ", options->inputs.names[i]);
    add_arguments(reader, first->entry->code, &form);
    add_options(reader, is_append, &form);
    message_notice(reader->messages, NULL, "%s is now: pgndb %s%s", option_word(first->entry, option),
                   form.text, form.size < FORM_SIZE ? "" : " ...");
}
