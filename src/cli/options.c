#include "cli/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/option_values.h"
#include "cli/options_table.h"

/* Unwrapped bytes for one byte of the file. Games that are alike reach about 50; traps start at 1,000. */
enum { DEFAULT_EXPANSION_RATIO = 250 };

enum { THREADS_MAX = 100000, BLOCK_SIZE_MIN = 1 << 10, BLOCK_SIZE_MAX = 16 << 20 };

/* What reading the command line needs beside the options. */
struct options_reader {
    struct options *options;
    struct messages *messages;
    enum command program;
    int used[OPTION_COUNT]; /* by place in the table */
};

/* `detail` stands between the texts, in quotes. */
static enum options_outcome fail(const struct options_reader *reader, const char *before, const char *detail,
                                 const char *behind)
{
    message_error(reader->messages, NULL, "%s'%s'%s; see %s --help", before, detail, behind,
                  reader->messages->program);
    return OPTIONS_FAILED;
}

static enum options_outcome set_scheme(struct options_reader *reader, const char *word)
{
    reader->options->bcgn0 = 1;
    if (word == NULL || option_scheme(word, &reader->options->bcgn0_scheme))
        return OPTIONS_RUN;
    return fail(reader, "--bcgn0: ", word, " is no scheme: they are fixed, index and variable, or 0, 1, 2");
}

static enum options_outcome set_moves(struct options_reader *reader, const char *word)
{
    if (option_moves(word, &reader->options->moves))
        return OPTIONS_RUN;
    return fail(reader, "--moves: ", word, " is unknown: the ways to keep moves are index, bits and model");
}

static enum options_outcome set_expansion(struct options_reader *reader, const char *word)
{
    uint64_t value;
    int has_unit;
    if (!option_size(word, &value, &has_unit))
        return fail(reader, "--max-expansion: ", word, " is neither a number nor a size such as 40G");
    if (has_unit)
        reader->options->expansion_size = value;
    else
        reader->options->expansion_ratio = value;
    return OPTIONS_RUN;
}

static enum options_outcome set_threads(struct options_reader *reader, const char *word)
{
    uint64_t value;
    if (!option_number(word, 0, THREADS_MAX, &value))
        return fail(reader, "-T: ", word, " is no number of threads; 0 takes all processors");
    reader->options->threads = (unsigned)value;
    return OPTIONS_RUN;
}

static enum options_outcome set_block_size(struct options_reader *reader, const char *word)
{
    int has_unit;
    if (!option_size(word, &reader->options->block_size, &has_unit) ||
        reader->options->block_size < BLOCK_SIZE_MIN || reader->options->block_size > BLOCK_SIZE_MAX)
        return fail(reader, "-B: ", word, " is no size from 1K to 16M");
    return OPTIONS_RUN;
}

static enum options_outcome set_memory(struct options_reader *reader, const char *word)
{
    int has_unit;
    if (!option_size(word, &reader->options->memory_limit, &has_unit) ||
        reader->options->memory_limit > SIZE_MAX)
        return fail(reader, "-M: ", word, " is no size such as 500M");
    return OPTIONS_RUN;
}

static enum options_outcome finish_output(int status)
{
    return status >= 0 && fflush(stdout) == 0 && !ferror(stdout) ? OPTIONS_DONE : OPTIONS_FAILED;
}

static enum options_outcome print_version(const struct options_reader *reader)
{
    return finish_output(printf("%s %s\n", reader->messages->program, pgnpack_version()));
}

static enum options_outcome apply(struct options_reader *reader, int code, const char *argument)
{
    struct options *options = reader->options;
    if (code >= OPTION_LEVEL_MIN && code <= OPTION_LEVEL_MAX) {
        options->level = code - '0';
        return OPTIONS_RUN;
    }
    switch (code) {
    case OPTION_OUTPUT:
        options->output = argument;
        break;
    case OPTION_STDOUT:
        options->output = "-";
        break;
    case OPTION_DECOMPRESS:
        options->command = COMMAND_UNPACK;
        break;
    case OPTION_FORCE:
        options->force = 1;
        break;
    case OPTION_KEEP:
        break; /* the default; for fingers that are used to it */
    case OPTION_QUIET:
        options->quiet++;
        break;
    case OPTION_VERBOSE:
        options->verbose = 1;
        break;
    case OPTION_NO_PROGRESS:
        options->no_progress = 1;
        break;
    case OPTION_NO_UNWRAP:
        options->no_unwrap = 1;
        break;
    case OPTION_MAX_EXPANSION:
        return set_expansion(reader, argument);
    case OPTION_BCGN0:
        return set_scheme(reader, argument);
    case OPTION_HEADERLESS:
        options->headerless = 1;
        break;
    case OPTION_LOSSY:
        options->lossy = 1;
        break;
    case OPTION_ROSTER_ONLY:
        options->roster_only = 1;
        break;
    case OPTION_BEST:
        options->level = PGNPACK_LEVEL_MAX;
        break;
    case OPTION_MOVES:
        return set_moves(reader, argument);
    case OPTION_BLOCK_SIZE:
        return set_block_size(reader, argument);
    case OPTION_THREADS:
        return set_threads(reader, argument);
    case OPTION_MEMORY:
        return set_memory(reader, argument);
    case OPTION_VERIFY:
        options->verify = 1;
        break;
    case OPTION_SALVAGE:
        options->salvage = 1;
        break;
    case OPTION_HELP:
        return finish_output(options_table_print(reader->program, stdout));
    case OPTION_VERSION:
        return print_version(reader);
    default:
        return OPTIONS_FAILED;
    }
    return OPTIONS_RUN;
}

/* getopt has said nothing itself (opterr is 0). */
static enum options_outcome fail_unknown(struct options_reader *reader, char **arguments, int code)
{
    char letter[3] = {'-', (char)optopt, '\0'};
    const char *name = optopt != 0 && optopt < 256 ? letter : arguments[optind - 1];
    if (optopt >= 256)
        name = options_table_find(optopt)->name;
    if (code == ':')
        return fail(reader, "the option ", name, " needs an argument");
    return fail(reader, "the option ", name, " is unknown, ambiguous, or takes no argument");
}

static enum options_outcome read_all(struct options_reader *reader, int argument_count, char **arguments)
{
    struct option_strings strings;
    struct options *options = reader->options;
    options_table_strings(reader->program, &strings);
    opterr = 0;
    for (;;) {
        optopt = 0;
        int code = getopt_long(argument_count, arguments, strings.letters, strings.names, NULL);
        if (code == -1)
            break;
        if (code == 1) {
            options->inputs[options->input_count++] = optarg;
            continue;
        }
        const struct option_entry *entry = options_table_find(code);
        if (entry == NULL)
            return fail_unknown(reader, arguments, code);
        reader->used[entry - option_table] = 1;
        enum options_outcome outcome = apply(reader, code, optarg);
        if (outcome != OPTIONS_RUN)
            return outcome;
    }
    while (optind < argument_count)
        options->inputs[options->input_count++] = arguments[optind++];
    return OPTIONS_RUN;
}

static int is_used(const struct options_reader *reader, int code)
{
    return reader->used[options_table_find(code) - option_table];
}

static enum options_outcome check_inputs(const struct options_reader *reader)
{
    const struct options *options = reader->options;
    size_t standard_count = 0;
    for (size_t i = 0; i < options->input_count; i++)
        standard_count += strcmp(options->inputs[i], "-") == 0;
    if (standard_count > 1)
        return fail(reader, "standard input ", "-", " can be read only once");
    if (options->command == COMMAND_PACK && options->input_count > 1 && options->output == NULL)
        return fail(reader, "several inputs make one file; name it with ", "-o FILE", "");
    return OPTIONS_RUN;
}

/* What the options say together. */
static enum options_outcome check(struct options_reader *reader)
{
    struct options *options = reader->options;
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (reader->used[i] && (option_table[i].commands & options->command) == 0)
            return fail(reader, "the option ", option_table[i].name, " has no meaning when unpacking");
    if (is_used(reader, OPTION_STDOUT) && is_used(reader, OPTION_OUTPUT))
        return fail(reader, "the options -o and ", "-c", " exclude each other");
    if (options->input_count == 0 && isatty(STDIN_FILENO))
        return fail(reader, "no input: give a FILE, or ", "-", " for standard input");
    if (options->input_count == 0)
        options->inputs[options->input_count++] = "-";
    return check_inputs(reader);
}

enum options_outcome options_read(struct options *options, enum command program, int argument_count,
                                  char **arguments, struct messages *messages)
{
    struct options_reader reader = {.options = options, .messages = messages, .program = program};
    memset(options, 0, sizeof *options);
    options->command = program;
    options->expansion_ratio = DEFAULT_EXPANSION_RATIO;
    options->bcgn0_scheme = PGNPACK_BCGN0_INDEX;
    options->inputs = malloc(((size_t)argument_count + 1) * sizeof *options->inputs);
    if (options->inputs == NULL) {
        message_error(messages, NULL, "no memory");
        return OPTIONS_FAILED;
    }
    enum options_outcome outcome = read_all(&reader, argument_count, arguments);
    messages->quiet = options->quiet;
    messages->verbose = options->verbose && options->quiet == 0;
    return outcome == OPTIONS_RUN ? check(&reader) : outcome;
}

void options_free(struct options *options)
{
    free(options->inputs);
    options->inputs = NULL;
}
