#include "cli/find/find_options_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/find/find_options_set.h"
#include "cli/search/find_repertoire.h"
#include "cli/find/find_table.h"
#include "cli/files/input_file.h"
#include "cli/base/option_guess.h"
#include "cli/files/output_name.h"
#include "system/commands.h"

static void add_entry(struct find_reader *reader, const struct option_entry *entry)
{
    size_t size = strlen(reader->letters), names = 0;
    if (reader->entry_count == FIND_ENTRIES_MAX)
        return;
    reader->entries[reader->entry_count++] = *entry;
    if (option_has_letter(entry)) {
        reader->letters[size++] = (char)entry->code;
        if (entry->argument == required_argument)
            reader->letters[size++] = ':';
    }
    if (entry->name == NULL)
        return;
    while (reader->long_options[names].name != NULL)
        names++;
    reader->long_options[names] = (struct option){entry->name, entry->argument, NULL, entry->code};
}

/* "-" in front: operands come in their order as code 1. ":": a missing argument is told from an unknown option. */
static void gather_entries(struct find_reader *reader)
{
    const struct option_entry *entry;
    struct option_entry condition;
    strcpy(reader->letters, "-:");
    for (size_t i = 0; (entry = find_table_entry(i)) != NULL; i++)
        add_entry(reader, entry);
    for (size_t i = 0; find_table_condition(i, &condition); i++)
        add_entry(reader, &condition);
}

static const struct option_entry *entry_of(const struct find_reader *reader, int code)
{
    for (size_t i = 0; i < reader->entry_count; i++)
        if (reader->entries[i].code == code)
            return &reader->entries[i];
    return NULL;
}

static enum options_outcome fail_unknown(const struct find_reader *reader, const char *word, int code,
                                         int letter)
{
    char option[OPTION_WORD_SIZE], guess[OPTION_GUESS_SIZE];
    const char *names[FIND_ENTRIES_MAX];
    size_t count = 0;
    const struct option_entry *entry = letter != 0 ? entry_of(reader, letter) : NULL;
    if (entry != NULL && strncmp(word, "--", 2) == 0)
        option_word(entry, option);
    else
        snprintf(option, sizeof option, "-%c", letter);
    if (code == ':')
        return find_reader_fail(reader, "the option ", option, " needs an argument");
    if (entry != NULL)
        return find_reader_fail(reader, "the option ", option, " takes no argument");
    if (letter != 0)
        return find_reader_fail(reader, "the option ", option, " is unknown");
    for (size_t i = 0; i < reader->entry_count; i++)
        if (reader->entries[i].name != NULL)
            names[count++] = reader->entries[i].name;
    return find_reader_fail(reader, "the option ", word,
                            option_guess("--", word + 2, strcspn(word + 2, "="), names, count, guess));
}

/* "-19" is neither level 1 nor level 9. */
static enum options_outcome apply_digit(struct find_reader *reader, int code, const char *word)
{
    const char digit[] = {(char)code, '\0'};
    const char *number = word + strcspn(word, "0123456789");
    if (strspn(number, "0123456789") > 1)
        return find_reader_fail(reader, "", word, " is no level: they go from -1 (fast) to -9 (small)");
    return find_reader_set(reader, FIND_OPTION_LEVEL, digit);
}

static enum options_outcome apply_code(struct find_reader *reader, int code, const char *word,
                                       const char *after_word)
{
    const struct option_entry *entry = entry_of(reader, code);
    char option[OPTION_WORD_SIZE], text[OPTION_REFUSAL_SIZE];
    if (entry == NULL)
        return fail_unknown(reader, after_word, code, optopt);
    /* The moves of a tree may be none: it begins at the start. */
    const char *refusal = code == FIND_OPTION_TREE ? NULL : option_refuse_value(entry, optarg, text);
    if (refusal != NULL)
        return find_reader_fail(reader, "the option ", option_word(entry, option), refusal);
    if (code >= '1' && code <= '9')
        return apply_digit(reader, code, word);
    if (code < FIND_OPTION_CONDITION)
        return find_reader_set(reader, code, optarg);
    reader->conditions[reader->condition_count++] = (struct find_condition){entry->name, optarg};
    return OPTIONS_RUN;
}

static enum options_outcome read_all(struct find_reader *reader, int argument_count, char **arguments)
{
    enum options_outcome outcome = OPTIONS_RUN;
    gather_entries(reader);
    opterr = 0;
    while (outcome == OPTIONS_RUN) {
        const char *word = arguments[optind < argument_count ? optind : argument_count - 1];
        optopt = 0;
        int code = getopt_long(argument_count, arguments, reader->letters, reader->long_options, NULL);
        if (code == -1)
            break;
        if (code == 1)
            reader->operands[reader->operand_count++] = optarg;
        else
            outcome = apply_code(reader, code, word, arguments[optind - 1]);
    }
    while (outcome == OPTIONS_RUN && optind < argument_count)
        reader->operands[reader->operand_count++] = arguments[optind++];
    return outcome;
}

/* ---- What the options say together ---- */

static int ends_in_bcgn(const char *name)
{
    static const char ending[] = ".bcgn";
    size_t size = strlen(name), ending_size = sizeof ending - 1;
    if (size <= ending_size)
        return 0;
    for (size_t i = 0; i < ending_size; i++)
        if ((name[size - ending_size + i] | 0x20) != (ending[i] | 0x20))
            return 0;
    return 1;
}

/* Of what is counted in place of games. */
static enum options_outcome check_task(const struct find_reader *reader)
{
    const struct find_options *options = reader->options;
    int is_task = options->task != FIND_GAMES;
    if (reader->tasks > 1)
        return find_reader_fail(reader, "--tree, --names, --stats and ", "--index", " exclude each other");
    if (options->task == FIND_INDEX &&
        (options->form != FIND_AS_PGN || options->common.output != NULL || reader->condition_count != 0))
        return find_reader_fail(
            reader, "the option ", "--index",
            " goes with FILEs only: the index of each is FILE.idx, and is of all its games");
    if (options->depth != 0 && options->task != FIND_TREE)
        return find_reader_fail(reader, "the option ", "--depth", " goes with --tree");
    if (options->common.html && (options->task != FIND_TREE || options->form != FIND_AS_PGN))
        return find_reader_fail(reader, "the option ", "--html", " goes with --tree, and with no other form");
    if (options->name_tag != NULL && options->task != FIND_NAMES)
        return find_reader_fail(reader, "the option ", "--of", " goes with --names");
    if (is_task && (options->form == FIND_AS_COUNT || options->form == FIND_AS_NUMBERS ||
                    options->form == FIND_AS_IDS || options->common.csv_columns != NULL))
        return find_reader_fail(reader, "-c, --numbers, --ids and columns of ", "--csv",
                                " are about games that are found");
    if (is_task && (options->sort != NULL || options->exports || options->mark != NULL || options->packs))
        return find_reader_fail(reader, "--sort, --export, --mark and ", "-o FILE.bcgn",
                                " are about games that are found");
    return OPTIONS_RUN;
}

static enum options_outcome check(struct find_reader *reader)
{
    struct find_options *options = reader->options;
    options->packs = options->common.output != NULL && ends_in_bcgn(options->common.output);
    if (reader->forms > 1)
        return find_reader_fail(reader, "-c, --numbers, --ids, --csv and ", "--json", " exclude each other");
    if (options->form != FIND_AS_PGN && options->exports)
        return find_reader_fail(reader, "the option ", "--export",
                                " is about PGN: it goes with no other form");
    if (options->form != FIND_AS_PGN && options->mark != NULL)
        return find_reader_fail(reader, "the option ", "--mark", " is about PGN: it goes with no other form");
    if (options->form != FIND_AS_PGN && options->packs)
        return find_reader_fail(reader, "-o ", options->common.output,
                                " makes a database, which takes games as PGN");
    if (reader->has_level && !options->packs)
        return find_reader_fail(reader, "a level is for databases: give ", "-o FILE.bcgn", " too");
    if (options->reverse && options->sort == NULL)
        return find_reader_fail(reader, "the option ", "--reverse", " goes with --sort");
    options->has_conditions = reader->condition_count != 0;
    return check_task(reader);
}

static enum options_outcome make_query(struct find_reader *reader)
{
    const struct pgnpack_options options = {.size = sizeof options,
                                            .memory_limit = (size_t)reader->options->common.memory_limit};
    struct pgnpack_query *query = reader->options->query = pgnpack_query_new(&options);
    if (query == NULL) {
        message_error(reader->messages, NULL, "no memory");
        return OPTIONS_FAILED;
    }
    for (size_t i = 0; i < reader->condition_count; i++) {
        const struct find_condition *condition = &reader->conditions[i];
        if (!find_add_condition(query, condition->name, condition->value, reader->messages))
            return OPTIONS_FAILED;
    }
    return OPTIONS_RUN;
}

/* ---- Inputs ---- */

static int add_operand(struct options *options, const char *operand)
{
    struct input_list names;
    int done = 1;
    input_list_init(&names, options->inputs.messages);
    if (system_expands_patterns() ? !input_list_add_matching(&names, operand)
                                  : !input_list_add(&names, operand))
        done = 0;
    for (size_t i = 0; i < names.count && done; i++)
        done = options->recursive
                   ? input_list_add_tree(&options->inputs, names.names[i], output_name_is_packed)
                   : input_list_add(&options->inputs, names.names[i]);
    input_list_free(&names);
    return done;
}

static enum options_outcome find_inputs(struct find_reader *reader)
{
    struct options *options = &reader->options->common;
    struct file_facts facts;
    size_t standard = 0;
    int is_given = reader->operand_count + reader->list_count != 0;
    if (!is_given && (!input_facts("-", &facts) || facts.kind != FILE_REGULAR))
        return find_reader_fail(reader, "no database: give a file, as ", "games.bcgn",
                                ": standard input is none");
    if (!is_given && !input_list_add(&options->inputs, "-"))
        return OPTIONS_FAILED;
    for (size_t i = 0; i < reader->operand_count; i++)
        if (!add_operand(options, reader->operands[i]))
            return OPTIONS_FAILED;
    for (size_t i = 0; i < reader->list_count; i++)
        if (!input_list_add_lines(&options->inputs, reader->lists[i]))
            return OPTIONS_FAILED;
    if (options->inputs.count == 0)
        return find_reader_fail(reader, "no database: ", is_given ? "-r" : "-",
                                " and --filelist found no file");
    for (size_t i = 0; i < options->inputs.count; i++)
        standard += (size_t)input_is_standard(options->inputs.names[i]);
    if (standard > 1)
        return find_reader_fail(reader, "standard input ", "-", " can be read only once");
    return OPTIONS_RUN;
}

static struct find_reader *new_reader(struct find_options *options, struct messages *messages, size_t count)
{
    struct find_reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    reader->options = options;
    reader->messages = messages;
    reader->conditions = calloc(count, sizeof *reader->conditions);
    reader->operands = calloc(count, sizeof *reader->operands);
    reader->lists = calloc(count, sizeof *reader->lists);
    return reader;
}

static void free_reader(struct find_reader *reader)
{
    if (reader == NULL)
        return;
    free(reader->conditions);
    free(reader->operands);
    free(reader->lists);
    free(reader);
}

static enum options_outcome read_with(struct find_reader *reader, int argument_count, char **arguments)
{
    struct find_options *options = reader->options;
    enum options_outcome outcome = read_all(reader, argument_count, arguments);
    reader->messages->quiet = options->common.quiet;
    reader->messages->verbose = options->common.verbose && options->common.quiet == 0;
    if (outcome == OPTIONS_RUN)
        outcome = check(reader);
    if (outcome == OPTIONS_RUN)
        outcome = make_query(reader);
    return outcome == OPTIONS_RUN ? find_inputs(reader) : outcome;
}

enum options_outcome find_options_read(struct find_options *options, int argument_count, char **arguments,
                                       struct messages *messages)
{
    enum options_outcome outcome = OPTIONS_FAILED;
    struct find_reader *reader = new_reader(options, messages, (size_t)argument_count + 1);
    memset(options, 0, sizeof *options);
    options_begin(&options->common, COMMAND_FIND, messages);
    options->common.salvage = 1; /* what can be had is given, whatever is damaged */
    options->first = UINT64_MAX;
    if (reader != NULL && reader->conditions != NULL && reader->operands != NULL && reader->lists != NULL)
        outcome = read_with(reader, argument_count, arguments);
    else
        message_error(messages, NULL, "no memory");
    free_reader(reader);
    return outcome;
}

void find_options_free(struct find_options *options)
{
    pgnpack_query_free(options->query);
    options_free(&options->common);
}
