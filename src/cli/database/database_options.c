#include "cli/database/database_options.h"

#include <string.h>

#include "cli/base/option_guess.h"
#include "cli/database/database_help.h"
#include "cli/database/database_table.h"
#include "cli/options/options_read.h"
#include "cli/options/options_set.h"

enum { COMMANDS_MAX = 32, HELP_SIZE = 40, GOES_SIZE = 200 };

/* A reader, and the subcommand that it reads. */
struct database_reader {
    struct options_reader common;
    const struct subcommand *command;
    char help[HELP_SIZE];
};

static int is_blank(const char *word)
{
    return word[strspn(word, " \t\r\n\v\f")] == '\0';
}

/* ---- Options ---- */

/* " goes with add, dedupe" */
static enum options_outcome fail_scope(const struct options_reader *reader, const struct option_entry *entry)
{
    char option[OPTION_WORD_SIZE], text[GOES_SIZE] = " goes with ";
    size_t size = strlen(text);
    const char *between = "";
    for (const struct subcommand *command = subcommands; command->name != NULL; command++)
        if (command->scope & entry->scope && size < sizeof text) {
            size += (size_t)snprintf(text + size, sizeof text - size, "%s%s", between, command->name);
            between = ", ";
        }
    return options_fail(reader, "the option ", option_word(entry, option), text);
}

/* Does each go with the subcommand, and none exclude another? */
static enum options_outcome check_options(const struct database_reader *reader)
{
    const struct options_reader *common = &reader->common;
    const struct option_entry *entries = common->table->entries;
    for (size_t i = 0; i < common->table->count; i++) {
        if (common->used[i] && !(entries[i].scope & reader->command->scope))
            return fail_scope(common, &entries[i]);
        for (size_t j = 0; j < i && common->used[i]; j++)
            if (common->used[j] && (entries[j].scope & entries[i].scope & CHOICES) != 0)
                return options_fail_pair(common, entries[j].code, entries[i].code);
    }
    return OPTIONS_RUN;
}

/* Which games are changed has to be said. */
static enum options_outcome check_choice(const struct database_reader *reader)
{
    const struct options *options = reader->common.options;
    if (!reader->command->chooses_games || options->games.count != 0 || options->where.count != 0 ||
        options->all_games)
        return OPTIONS_RUN;
    return options_fail(&reader->common, "which games? Give -g, --where, or ", "--all", " for all of them");
}

/* What goes elsewhere than where it was. */
static enum options_outcome check_output(const struct database_reader *reader)
{
    const struct options *options = reader->common.options;
    int makes_one = options->change == CHANGE_MERGE || options->change == CHANGE_SORT;
    if (makes_one && options->output == NULL)
        return options_fail(&reader->common, "give the output: ", "-o FILE.bcgn", "");
    if (options->change == CHANGE_SPLIT && options->output != NULL && strcmp(options->output, "-") == 0)
        return options_fail(&reader->common, "split makes several files, so ", "-o -", " has no meaning");
    return OPTIONS_RUN;
}

/* ---- Arguments ---- */

static enum options_outcome check_count(const struct database_reader *reader)
{
    const struct options_reader *common = &reader->common;
    const struct subcommand *command = reader->command;
    if (common->operand_count < command->least)
        return options_fail(common, "something is missing: it takes ", command->arguments, "");
    if (common->operand_count > command->most)
        return options_fail(common, "", common->operands[command->most],
                            command->chooses_games ? " is too much: it takes one database, and games by -g"
                                                   : " is too much");
    for (size_t i = 0; i < common->operand_count; i++)
        if (is_blank(common->operands[i]))
            return options_fail(common, "an argument is empty: it takes ", command->arguments, "");
    return OPTIONS_RUN;
}

/* A value that a variable should have had must not clear tags. */
static enum options_outcome check_tag(const struct database_reader *reader, const char *word)
{
    const char *value = strchr(word, '=');
    if (reader->command->code != OPTION_SET || value == NULL || !is_blank(value + 1))
        return OPTIONS_RUN;
    return options_fail(&reader->common, "", word, " has no value; pgndb unset takes tags away");
}

/* Those behind the database; what is left are inputs. */
static enum options_outcome take_arguments(struct database_reader *reader)
{
    struct options_reader *common = &reader->common;
    const struct subcommand *command = reader->command;
    enum options_outcome outcome = OPTIONS_RUN;
    if (command->task == CHANGE_APPEND) {
        outcome = options_set(common, OPTION_APPEND, common->operands[0]);
        common->operand_count--;
        memmove(common->operands, common->operands + 1, common->operand_count * sizeof *common->operands);
    }
    if (command->code == 0)
        return outcome;
    for (size_t i = 1; i < common->operand_count && outcome == OPTIONS_RUN; i++) {
        outcome = check_tag(reader, common->operands[i]);
        if (outcome == OPTIONS_RUN)
            outcome = options_set(common, command->code, common->operands[i]);
    }
    common->operand_count = 1;
    return outcome;
}

/* An options_check_function. */
static enum options_outcome check(struct options_reader *common)
{
    struct database_reader *reader = (struct database_reader *)common;
    struct options *options = common->options;
    enum options_outcome outcome = check_options(reader);
    if (outcome == OPTIONS_RUN)
        outcome = check_count(reader);
    if (outcome == OPTIONS_RUN)
        outcome = check_choice(reader);
    if (outcome == OPTIONS_RUN)
        outcome = take_arguments(reader);
    if (options->change == CHANGE_NONE)
        options->change = reader->command->task;
    if (outcome == OPTIONS_RUN)
        outcome = check_output(reader);
    return outcome == OPTIONS_RUN ? options_find_inputs(common) : outcome;
}

/* ---- The subcommand ---- */

static int print_help(const struct options_reader *reader, FILE *stream)
{
    return database_help(((const struct database_reader *)reader)->command, stream);
}

/* Which other word was meant, as "append" for add; NULL: none of them. */
static const struct subcommand *find_meant(const char *word)
{
    size_t size = strlen(word);
    for (const struct subcommand *command = subcommands; command->name != NULL; command++)
        for (const char *at = command->meanings; *at != '\0'; at += strcspn(at, " ") + 1)
            if (strcspn(at, " ") == size && memcmp(at, word, size) == 0)
                return command;
    return NULL;
}

static enum options_outcome fail_command(const struct options_reader *reader, const char *word)
{
    const char *names[COMMANDS_MAX];
    char behind[OPTION_GUESS_SIZE];
    const struct subcommand *meant = find_meant(word);
    size_t count = 0;
    for (; subcommands[count].name != NULL && count < COMMANDS_MAX; count++)
        names[count] = subcommands[count].name;
    if (word[0] == '-')
        return options_fail(reader, "give a subcommand before ", word, ", as in pgndb info games.bcgn");
    if (meant == NULL)
        return options_fail(reader, "the subcommand ", word,
                            option_guess("", word, strlen(word), names, count, behind));
    snprintf(behind, sizeof behind, " is unknown; did you mean %s?", meant->name);
    return options_fail(reader, "the subcommand ", word, behind);
}

static int is_word(const char *word, const char *letter, const char *name)
{
    return strcmp(word, letter) == 0 || strcmp(word, name) == 0;
}

/* "help", "help SUBCOMMAND", "--version" and nothing at all, which is a mistake, but shows the help. OPTIONS_RUN: none of these. */
static enum options_outcome tell(struct options_reader *reader, int argument_count, char **arguments)
{
    const char *word = argument_count > 1 ? arguments[1] : "help",
               *about = argument_count > 2 ? arguments[2] : NULL;
    const struct subcommand *command = about == NULL ? NULL : subcommand_find(about);
    if (is_word(word, "-V", "--version"))
        return options_set(reader, OPTION_VERSION, NULL);
    if (!is_word(word, "-h", "--help") && strcmp(word, "help") != 0)
        return OPTIONS_RUN;
    if (about != NULL && command == NULL)
        return fail_command(reader, about);
    enum options_outcome outcome = options_finish_output(database_help(command, stdout));
    return argument_count > 1 ? outcome : OPTIONS_FAILED;
}

static void begin(struct database_reader *reader)
{
    struct options *options = reader->common.options;
    const struct subcommand *command = reader->command;
    snprintf(reader->help, sizeof reader->help, "pgndb %s", command->name);
    reader->common.help = reader->help;
    reader->common.messages->takes_no_folders = command->task != CHANGE_APPEND;
    if (command->task == CHANGE_NONE)
        options->command = COMMAND_UNPACK;
    options->task = command->reading_task;
    if (command->task == CHANGE_DEDUPE)
        options->dedupe = PGNPACK_DUPLICATE_EXACT;
}

enum options_outcome database_options_read(struct options *options, int argument_count, char **arguments,
                                           struct messages *messages)
{
    struct database_reader reader = {.common = {.options = options,
                                                .messages = messages,
                                                .table = &database_table,
                                                .help = "pgndb",
                                                .print_help = print_help,
                                                .set = options_set}};
    options_begin(options, COMMAND_PACK, messages);
    enum options_outcome outcome = tell(&reader.common, argument_count, arguments);
    if (outcome != OPTIONS_RUN)
        return outcome;
    reader.command = subcommand_find(arguments[1]);
    if (reader.command == NULL)
        return fail_command(&reader.common, arguments[1]);
    begin(&reader);
    return options_read_words(&reader.common, argument_count - 1, arguments + 1, check);
}
