#include "cli/find_options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/find_key.h"
#include "cli/find_position.h"
#include "cli/find_repertoire.h"
#include "cli/find_tree.h"
#include "cli/find_table.h"
#include "cli/input_file.h"
#include "cli/option_guess.h"
#include "cli/option_values.h"
#include "cli/output_name.h"
#include "cli/rows.h"
#include "cli/system.h"

enum { THREADS_MAX = 100000, ENTRIES_MAX = 250 };

static const char default_mark[] = "pgnfind";

/* A condition as it was given. */
struct condition {
    const char *name, *value;
};

/* What reading the command line needs beside the options. */
struct reader {
    struct find_options *options;
    struct messages *messages;
    struct option_entry entries[ENTRIES_MAX]; /* options, then conditions */
    size_t entry_count;
    struct option long_options[ENTRIES_MAX + 1];
    char letters[2 * ENTRIES_MAX];
    struct condition *conditions;
    size_t condition_count;
    const char **operands;
    size_t operand_count;
    const char **lists; /* of --filelist */
    size_t list_count;
    int forms; /* how many of the options that choose one were given */
    int tasks; /* the same */
    int has_level;
};

/* Reports; `detail` stands between the texts, in quotes. */
static enum options_outcome fail(const struct reader *reader, const char *before, const char *detail,
                                 const char *after)
{
    message_error(reader->messages, NULL, "%s'%s'%s; see pgnfind --help", before, detail, after);
    return OPTIONS_FAILED;
}

/* ---- Values ---- */

static enum options_outcome set_level(struct reader *reader, const char *word)
{
    uint64_t level;
    if (!option_number(word, PGNPACK_LEVEL_MIN, PGNPACK_LEVEL_MAX, &level))
        return fail(reader, "", word, " is no level: they go from 1 (fast) to 9 (small)");
    reader->options->common.level = (int)level;
    reader->has_level = 1;
    return OPTIONS_RUN;
}

static enum options_outcome set_threads(struct reader *reader, const char *word)
{
    uint64_t value;
    if (!option_number(word, 0, THREADS_MAX, &value))
        return fail(reader, "-T: ", word, " is no number of threads; 0 takes all processors");
    reader->options->common.threads = (unsigned)(value < PGNPACK_THREADS_MAX ? value : PGNPACK_THREADS_MAX);
    return OPTIONS_RUN;
}

static enum options_outcome set_memory(struct reader *reader, const char *word)
{
    struct options *options = &reader->options->common;
    int has_unit;
    if (!option_size(word, &options->memory_limit, &has_unit) || options->memory_limit > SIZE_MAX)
        return fail(reader, "-M: ", word, " is no size such as 500M");
    return OPTIONS_RUN;
}

static enum options_outcome set_first(struct reader *reader, const char *word)
{
    if (!option_number(word, 0, UINT64_MAX, &reader->options->first))
        return fail(reader, "-n: ", word, " is no number of games");
    return OPTIONS_RUN;
}

static enum options_outcome set_sort(struct reader *reader, const char *word)
{
    if (!find_key_is_one(word))
        return fail(reader, "--sort: ", word,
                    " is no key: they are date, elo, plies, and names of tags, as white or Round");
    reader->options->sort = word;
    return OPTIONS_RUN;
}

static enum options_outcome set_columns(struct reader *reader, const char *word)
{
    if (!rows_are_columns(word))
        return fail(reader, "--csv: ", word, " is no list of columns such as White,Black,Ply");
    reader->options->common.csv_columns = word;
    return OPTIONS_RUN;
}

/* What a comment in braces may be. */
static enum options_outcome set_mark(struct reader *reader, const char *word)
{
    if (word != NULL && strpbrk(word, "{}\r\n") != NULL)
        return fail(reader, "--mark: ", word, " is no comment: braces and line ends cannot be in it");
    reader->options->mark = word != NULL ? word : default_mark;
    return OPTIONS_RUN;
}

static enum options_outcome set_form(struct reader *reader, enum find_form form)
{
    reader->forms += reader->options->form != form;
    reader->options->form = form;
    return OPTIONS_RUN;
}

static enum options_outcome set_task(struct reader *reader, enum find_task task)
{
    reader->tasks += reader->options->task != task;
    reader->options->task = task;
    return OPTIONS_RUN;
}

static enum options_outcome set_tree(struct reader *reader, const char *word)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const char *trouble = board != NULL ? find_position_set(board, word != NULL ? word : "") : "no memory";
    if (trouble != NULL)
        message_error(reader->messages, NULL, "--tree: '%s' is no position: %s", word, trouble);
    pgnpack_board_free(board);
    reader->options->position = word != NULL ? word : "";
    set_task(reader, FIND_TREE);
    return trouble == NULL ? OPTIONS_RUN : OPTIONS_FAILED;
}

static enum options_outcome set_depth(struct reader *reader, const char *word)
{
    uint64_t depth;
    if (!option_number(word, 1, FIND_TREE_DEPTH_MAX, &depth))
        return fail(reader, "--depth: ", word, " is no number of levels from 1 to 40");
    reader->options->depth = (unsigned)depth;
    return OPTIONS_RUN;
}

/* All names: none is asked for. */
static enum options_outcome set_names(struct reader *reader, const char *word)
{
    int is_all = *word == '\0' || strcmp(word, "*") == 0;
    reader->options->name_pattern = is_all ? NULL : word;
    return set_task(reader, FIND_NAMES);
}

/* ---- Help ---- */

static enum options_outcome finish_output(int status)
{
    return status >= 0 && fflush(stdout) == 0 && !ferror(stdout) ? OPTIONS_DONE : OPTIONS_FAILED;
}

/* ---- All options ---- */

static enum options_outcome apply_value(struct reader *reader, int code, const char *argument)
{
    switch (code) {
    case FIND_OPTION_CSV:
        set_form(reader, FIND_AS_CSV);
        return set_columns(reader, argument);
    case FIND_OPTION_MARK:
        return set_mark(reader, argument);
    case FIND_OPTION_LEVEL:
        return set_level(reader, argument);
    case FIND_OPTION_FIRST:
        return set_first(reader, argument);
    case FIND_OPTION_SORT:
        return set_sort(reader, argument);
    case FIND_OPTION_TREE:
        return set_tree(reader, argument);
    case FIND_OPTION_DEPTH:
        return set_depth(reader, argument);
    case FIND_OPTION_NAMES:
        return set_names(reader, argument);
    case FIND_OPTION_OF:
        reader->options->name_tag = argument;
        return OPTIONS_RUN;
    case FIND_OPTION_THREADS:
        return set_threads(reader, argument);
    case FIND_OPTION_MEMORY:
        return set_memory(reader, argument);
    case FIND_OPTION_OUTPUT:
        reader->options->common.output = argument;
        return OPTIONS_RUN;
    case FIND_OPTION_FILE_LIST:
        reader->lists[reader->list_count++] = argument;
        return OPTIONS_RUN;
    default:
        return OPTIONS_FAILED;
    }
}

static enum options_outcome apply(struct reader *reader, int code, const char *argument)
{
    struct options *common = &reader->options->common;
    switch (code) {
    case FIND_OPTION_COUNT:
        return set_form(reader, FIND_AS_COUNT);
    case FIND_OPTION_NUMBERS:
        return set_form(reader, FIND_AS_NUMBERS);
    case FIND_OPTION_JSON:
        return set_form(reader, FIND_AS_JSON);
    case FIND_OPTION_EXPORT:
        reader->options->exports = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_STATS:
        return set_task(reader, FIND_STATS);
    case FIND_OPTION_INDEX:
        return set_task(reader, FIND_INDEX);
    case FIND_OPTION_HTML:
        common->html = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_REVERSE:
        reader->options->reverse = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_FORCE:
        common->force = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_RECURSIVE:
        common->recursive = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_NO_PROGRESS:
        common->no_progress = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_QUIET:
        common->quiet++;
        return OPTIONS_RUN;
    case FIND_OPTION_VERBOSE:
        common->verbose = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_HELP:
        return finish_output(find_table_print(stdout));
    case FIND_OPTION_VERSION:
        return finish_output(printf("pgnfind %s\n", pgnpack_version()));
    default:
        return apply_value(reader, code, argument);
    }
}

static void add_entry(struct reader *reader, const struct option_entry *entry)
{
    size_t size = strlen(reader->letters), names = 0;
    if (reader->entry_count == ENTRIES_MAX)
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
static void gather_entries(struct reader *reader)
{
    const struct option_entry *entry;
    struct option_entry condition;
    strcpy(reader->letters, "-:");
    for (size_t i = 0; (entry = find_table_entry(i)) != NULL; i++)
        add_entry(reader, entry);
    for (size_t i = 0; find_table_condition(i, &condition); i++)
        add_entry(reader, &condition);
}

static const struct option_entry *entry_of(const struct reader *reader, int code)
{
    for (size_t i = 0; i < reader->entry_count; i++)
        if (reader->entries[i].code == code)
            return &reader->entries[i];
    return NULL;
}

static enum options_outcome fail_unknown(const struct reader *reader, const char *word, int code, int letter)
{
    char option[OPTION_WORD_SIZE], guess[OPTION_GUESS_SIZE];
    const char *names[ENTRIES_MAX];
    size_t count = 0;
    const struct option_entry *entry = letter != 0 ? entry_of(reader, letter) : NULL;
    if (entry != NULL && strncmp(word, "--", 2) == 0)
        option_word(entry, option);
    else
        snprintf(option, sizeof option, "-%c", letter);
    if (code == ':')
        return fail(reader, "the option ", option, " needs an argument");
    if (entry != NULL)
        return fail(reader, "the option ", option, " takes no argument");
    if (letter != 0)
        return fail(reader, "the option ", option, " is unknown");
    for (size_t i = 0; i < reader->entry_count; i++)
        if (reader->entries[i].name != NULL)
            names[count++] = reader->entries[i].name;
    return fail(reader, "the option ", word,
                option_guess(word + 2, strcspn(word + 2, "="), names, count, guess));
}

/* "-19" is neither level 1 nor level 9. */
static enum options_outcome apply_digit(struct reader *reader, int code, const char *word)
{
    const char digit[] = {(char)code, '\0'};
    const char *number = word + strcspn(word, "0123456789");
    if (strspn(number, "0123456789") > 1)
        return fail(reader, "", word, " is no level: they go from -1 (fast) to -9 (small)");
    return set_level(reader, digit);
}

static enum options_outcome apply_code(struct reader *reader, int code, const char *word,
                                       const char *after_word)
{
    const struct option_entry *entry = entry_of(reader, code);
    if (entry == NULL)
        return fail_unknown(reader, after_word, code, optopt);
    if (code >= '1' && code <= '9')
        return apply_digit(reader, code, word);
    if (code < FIND_OPTION_CONDITION)
        return apply(reader, code, optarg);
    reader->conditions[reader->condition_count++] = (struct condition){entry->name, optarg};
    return OPTIONS_RUN;
}

static enum options_outcome read_all(struct reader *reader, int argument_count, char **arguments)
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
static enum options_outcome check_task(const struct reader *reader)
{
    const struct find_options *options = reader->options;
    int is_task = options->task != FIND_GAMES;
    if (reader->tasks > 1)
        return fail(reader, "--tree, --names, --stats and ", "--index", " exclude each other");
    if (options->task == FIND_INDEX &&
        (options->form != FIND_AS_PGN || options->common.output != NULL || reader->condition_count != 0))
        return fail(reader, "the option ", "--index",
                    " goes with FILEs only: the index of each is FILE.idx, and is of all its games");
    if (options->depth != 0 && options->task != FIND_TREE)
        return fail(reader, "the option ", "--depth", " goes with --tree");
    if (options->common.html && (options->task != FIND_TREE || options->form != FIND_AS_PGN))
        return fail(reader, "the option ", "--html", " goes with --tree, and with no other form");
    if (options->name_tag != NULL && options->task != FIND_NAMES)
        return fail(reader, "the option ", "--of", " goes with --names");
    if (is_task && (options->form == FIND_AS_COUNT || options->form == FIND_AS_NUMBERS ||
                    options->common.csv_columns != NULL))
        return fail(reader, "-c, --numbers and columns of ", "--csv", " are about games that are found");
    if (is_task && (options->sort != NULL || options->exports || options->mark != NULL || options->packs))
        return fail(reader, "--sort, --export, --mark and ", "-o FILE.bcgn",
                    " are about games that are found");
    return OPTIONS_RUN;
}

static enum options_outcome check(struct reader *reader)
{
    struct find_options *options = reader->options;
    options->packs = options->common.output != NULL && ends_in_bcgn(options->common.output);
    if (reader->forms > 1)
        return fail(reader, "-c, --numbers, --csv and ", "--json", " exclude each other");
    if (options->form != FIND_AS_PGN && options->exports)
        return fail(reader, "the option ", "--export", " is about PGN: it goes with no other form");
    if (options->form != FIND_AS_PGN && options->mark != NULL)
        return fail(reader, "the option ", "--mark", " is about PGN: it goes with no other form");
    if (options->form != FIND_AS_PGN && options->packs)
        return fail(reader, "-o ", options->common.output, " makes a database, which takes games as PGN");
    if (reader->has_level && !options->packs)
        return fail(reader, "a level is for databases: give ", "-o FILE.bcgn", " too");
    if (options->reverse && options->sort == NULL)
        return fail(reader, "the option ", "--reverse", " goes with --sort");
    options->has_conditions = reader->condition_count != 0;
    return check_task(reader);
}

static enum options_outcome make_query(struct reader *reader)
{
    const struct pgnpack_options options = {.size = sizeof options,
                                            .memory_limit = (size_t)reader->options->common.memory_limit};
    struct pgnpack_query *query = reader->options->query = pgnpack_query_new(&options);
    if (query == NULL) {
        message_error(reader->messages, NULL, "no memory");
        return OPTIONS_FAILED;
    }
    for (size_t i = 0; i < reader->condition_count; i++) {
        const struct condition *condition = &reader->conditions[i];
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

static enum options_outcome find_inputs(struct reader *reader)
{
    struct options *options = &reader->options->common;
    size_t standard = 0;
    int is_given = reader->operand_count + reader->list_count != 0;
    if (!is_given && system_is_terminal(STANDARD_INPUT))
        return fail(reader, "no database: give a ", "FILE.bcgn", "");
    if (!is_given && !input_list_add(&options->inputs, "-"))
        return OPTIONS_FAILED;
    for (size_t i = 0; i < reader->operand_count; i++)
        if (!add_operand(options, reader->operands[i]))
            return OPTIONS_FAILED;
    for (size_t i = 0; i < reader->list_count; i++)
        if (!input_list_add_lines(&options->inputs, reader->lists[i]))
            return OPTIONS_FAILED;
    if (options->inputs.count == 0)
        return fail(reader, "no database: ", is_given ? "-r" : "-", " and --filelist found no file");
    for (size_t i = 0; i < options->inputs.count; i++)
        standard += (size_t)input_is_standard(options->inputs.names[i]);
    if (standard > 1)
        return fail(reader, "standard input ", "-", " can be read only once");
    return OPTIONS_RUN;
}

/* ---- */

static struct reader *new_reader(struct find_options *options, struct messages *messages, size_t count)
{
    struct reader *reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return NULL;
    reader->options = options;
    reader->messages = messages;
    reader->conditions = calloc(count, sizeof *reader->conditions);
    reader->operands = calloc(count, sizeof *reader->operands);
    reader->lists = calloc(count, sizeof *reader->lists);
    return reader;
}

static void free_reader(struct reader *reader)
{
    if (reader == NULL)
        return;
    free(reader->conditions);
    free(reader->operands);
    free(reader->lists);
    free(reader);
}

static enum options_outcome read_with(struct reader *reader, int argument_count, char **arguments)
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
    struct reader *reader = new_reader(options, messages, (size_t)argument_count + 1);
    memset(options, 0, sizeof *options);
    options->common.command = COMMAND_FIND;
    options->common.salvage = 1; /* what can be had is given, whatever is damaged */
    options->first = UINT64_MAX;
    input_list_init(&options->common.inputs, messages);
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
    input_list_free(&options->common.inputs);
}
