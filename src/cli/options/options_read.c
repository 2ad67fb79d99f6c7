#include "cli/options/options_read.h"

#include <getopt.h>
#include <stdlib.h>

#include "cli/run/command.h"
#include "cli/options/options_check.h"
#include "cli/options/options_set.h"

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
    return outcome == OPTIONS_RUN ? options_find_inputs(reader) : outcome;
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
