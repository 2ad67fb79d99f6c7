#include "cli/options/options_read.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/safe_text.h"
#include "cli/run/command.h"
#include "cli/options/options_check.h"
#include "cli/options/options_set.h"

/* ---- Options that pgndb has now ---- */

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
    {OPTION_COMPACT, "compact --forget", AS_OPTION, "-"},
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

static void add_word(struct form *form, const char *before, const char *word)
{
    add(form, before, "");
    if (form->size < FORM_SIZE)
        form->size += shell_word(word, form->text + form->size, FORM_SIZE - form->size);
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

/* Of the options, those that stand behind the database: tags and tables; a single key to sort by backwards is one with an option. */
static void add_arguments(const struct options_reader *reader, int first_code, struct form *form)
{
    for (size_t i = 0; i < reader->given_count; i++) {
        const struct given_option *given = &reader->given[i];
        const struct moved *row = find(given->entry->code);
        if (row == NULL || row->place != AS_ARGUMENT)
            continue;
        int is_backwards =
            row->code == OPTION_SORT && given->argument[0] == '-' && strchr(given->argument, ',') == NULL;
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
           code == OPTION_BEST || code == OPTION_NO_UNWRAP || code == OPTION_VERIFY || code == OPTION_LEVEL ||
           (code >= OPTION_LEVEL_MIN && code <= OPTION_LEVEL_MAX);
}

/* Is anything asked for that pgndb does not have? Then --append is the only way. */
static int is_pgnpacks(const struct options_reader *reader)
{
    for (size_t i = 0; i < reader->given_count; i++) {
        int code = reader->given[i].entry->code;
        if (code == OPTION_MOVES || code == OPTION_BLOCK_SIZE || code == OPTION_NO_TIMES ||
            code == OPTION_MAX_EXPANSION)
            return 1;
    }
    return 0;
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

/* KIND of --dedupe, which is optional there. */
static void add_dedupe(struct form *form, const char *kind)
{
    add(form, " --dedupe", "");
    if (kind != NULL && strcmp(kind, "exact") != 0)
        add_word(form, "=", kind);
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
            add_dedupe(form, given->argument);
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

/* Nothing where no such option is given, or -q is. */
static void options_tell_moved(const struct options_reader *reader)
{
    const struct options *options = reader->options;
    const struct given_option *first = find_first(reader);
    struct form form = {.size = 0};
    char option[OPTION_WORD_SIZE];
    int is_append = options->change.task == CHANGE_APPEND;
    const char *command = first == NULL ? NULL : is_append ? "add" : find(first->entry->code)->command;
    if (command == NULL || is_pgnpacks(reader))
        return;
    int takes_one = !is_append && find(first->entry->code)->place == AS_ARGUMENT;
    add(&form, command, "");
    if (is_append)
        add_word(&form, " ", options->change.database);
    size_t count = takes_one && options->inputs.count > 1 ? 1 : options->inputs.count;
    for (size_t i = 0; i < count; i++)
        add_word(&form, " ", options->inputs.names[i]);
    add_arguments(reader, first->entry->code, &form);
    add_options(reader, is_append, &form);
    for (size_t i = count; i < options->inputs.count; i++)
        add_word(&form, i == count ? ", and so for " : ", ", options->inputs.names[i]);
    message_notice(reader->messages, NULL, "%s is now: pgndb %s%s", option_word(first->entry, option),
                   form.text, form.size < FORM_SIZE ? "" : " ...");
}

/* ---- Command lines ---- */

/* An option that getopt_long() knows, from an element of the command line. */
static enum options_outcome take(struct options_reader *reader, const struct option_entry *entry,
                                 const char *element, const char *argument)
{
    char text[OPTION_REFUSAL_SIZE];
    const char *refusal = option_refuse_value(entry, argument, text);
    option_word_typed(entry, element, reader->option);
    if (refusal != NULL)
        return options_fail(reader, "the option ", reader->option, refusal);
    if (entry->code == OPTION_HELP)
        return options_finish_output(reader->print_help(reader, stdout));
    if (reader->given_count < OPTION_TABLE_MAX)
        reader->given[reader->given_count++] = (struct given_option){entry, argument};
    reader->used[entry - reader->table->entries] = 1;
    reader->entry = entry;
    enum options_outcome outcome = reader->set(reader, entry->code, argument);
    reader->entry = NULL;
    return outcome;
}

static enum options_outcome read_all(struct options_reader *reader, int argument_count, char **arguments)
{
    struct option_strings strings;
    option_make_strings(reader->table, &strings);
    opterr = 0;
    for (;;) {
        const char *word = arguments[optind < argument_count ? optind : argument_count - 1];
        optopt = 0;
        int code = getopt_long(argument_count, arguments, strings.letters, strings.names, NULL);
        if (code == -1)
            break;
        if (code == 1) {
            reader->operands[reader->operand_count++] = optarg;
            continue;
        }
        const struct option_entry *entry = option_find_typed(reader->table, code, word);
        int is_level = (code >= '0' && code <= '9') || (entry == NULL && optopt == '0');
        if (is_level && options_is_other_level(word))
            return options_fail_level(reader, word);
        if (entry == NULL)
            return options_unknown(reader, arguments[optind - 1], code, optopt);
        enum options_outcome outcome = take(reader, entry, word, optarg);
        if (outcome != OPTIONS_RUN)
            return outcome;
    }
    while (optind < argument_count)
        reader->operands[reader->operand_count++] = arguments[optind++];
    return OPTIONS_RUN;
}

enum options_outcome options_read_words(struct options_reader *reader, int argument_count, char **arguments,
                                        options_check_function check)
{
    enum options_outcome outcome = OPTIONS_FAILED;
    const struct options *options = reader->options;
    struct messages *messages = reader->messages;
    size_t count = (size_t)argument_count + 1;
    reader->operands = malloc(count * sizeof *reader->operands);
    reader->lists = malloc(count * sizeof *reader->lists);
    if (reader->operands != NULL && reader->lists != NULL)
        outcome = read_all(reader, argument_count, arguments);
    else
        message_error(messages, NULL, "no memory");
    messages->quiet = options->quiet;
    messages->verbose = options->verbose && options->quiet == 0;
    if (outcome == OPTIONS_RUN)
        outcome = check(reader);
    free(reader->operands);
    free(reader->lists);
    return outcome;
}

static int print_help(const struct options_reader *reader, FILE *stream)
{
    return options_table_print(reader->table == &unpack_table ? COMMAND_UNPACK : COMMAND_PACK, stream);
}

static enum options_outcome check_all(struct options_reader *reader)
{
    enum options_outcome outcome = options_check(reader);
    if (outcome == OPTIONS_RUN)
        outcome = options_find_inputs(reader);
    if (outcome == OPTIONS_RUN)
        options_tell_moved(reader);
    return outcome;
}

enum options_outcome options_read(struct options *options, enum command program, int argument_count,
                                  char **arguments, struct messages *messages)
{
    struct options_reader reader = {.options = options,
                                    .messages = messages,
                                    .table = program == COMMAND_UNPACK ? &unpack_table : &pack_table,
                                    .help = messages->program,
                                    .print_help = print_help,
                                    .set = options_set};
    options_begin(options, program, messages);
    return options_read_words(&reader, argument_count, arguments, check_all);
}
