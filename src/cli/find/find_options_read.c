#include "cli/find/find_options_read.h"

#include <stdlib.h>
#include <string.h>

#include "cli/find/find_options_set.h"
#include "cli/search/find_repertoire.h"
#include "cli/find/find_table.h"
#include "cli/files/input_file.h"
#include "cli/options/options_read.h"

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
        return options_fail(&reader->common, "--tree, --names, --stats and ", "--index",
                            " exclude each other");
    if (options->task == FIND_INDEX &&
        (options->form != FIND_AS_TEXT || options->common.output != NULL || reader->condition_count != 0))
        return options_fail(&reader->common, "the option ", "--index",
                            " goes with FILEs only: the index of each is FILE.idx, and is of all its games");
    if (options->depth != 0 && options->task != FIND_TREE)
        return options_fail(&reader->common, "the option ", "--depth", " goes with --tree");
    if (options->common.html && (options->task != FIND_TREE || options->form != FIND_AS_TEXT))
        return options_fail(&reader->common, "the option ", "--html",
                            " goes with --tree, and with no other form");
    if (options->name_tag != NULL && options->task != FIND_NAMES)
        return options_fail(&reader->common, "the option ", "--of", " goes with --names");
    if (is_task && (options->form == FIND_AS_COUNT || options->form == FIND_AS_NUMBERS ||
                    options->form == FIND_AS_IDS || options->common.csv_columns != NULL))
        return options_fail(&reader->common, "-c, --numbers, --ids and columns of ", "--csv",
                            " are about games that are found");
    if (is_task && (options->sort != NULL || options->exports || options->mark != NULL || options->packs))
        return options_fail(&reader->common, "--sort, --export, --mark and ", "-o FILE.bcgn",
                            " are about games that are found");
    return OPTIONS_RUN;
}

static enum options_outcome check_all(struct find_reader *reader)
{
    struct find_options *options = reader->options;
    options->packs = options->common.output != NULL && ends_in_bcgn(options->common.output);
    if (reader->forms > 1)
        return options_fail(&reader->common, "-c, --numbers, --ids, --csv and ", "--json",
                            " exclude each other");
    if (options->form != FIND_AS_TEXT && options->exports)
        return options_fail(&reader->common, "the option ", "--export",
                            " is about PGN: it goes with no other form");
    if (options->form != FIND_AS_TEXT && options->mark != NULL)
        return options_fail(&reader->common, "the option ", "--mark",
                            " is about PGN: it goes with no other form");
    if (options->form != FIND_AS_TEXT && options->packs)
        return options_fail(&reader->common, "-o ", options->common.output,
                            " makes a database, which takes games as PGN");
    if (options->common.level != 0 && !options->packs)
        return options_fail(&reader->common, "a level is for databases: give ", "-o FILE.bcgn", " too");
    if (options->reverse && options->sort == NULL)
        return options_fail(&reader->common, "the option ", "--reverse", " goes with --sort");
    options->has_conditions = reader->condition_count != 0;
    return check_task(reader);
}

static enum options_outcome make_query(struct find_reader *reader)
{
    const struct pgnpack_options options = {.size = sizeof options,
                                            .memory_limit = (size_t)reader->options->common.memory_limit};
    struct pgnpack_query *query = reader->options->query = pgnpack_query_new(&options);
    if (query == NULL) {
        message_error(reader->common.messages, NULL, "no memory");
        return OPTIONS_FAILED;
    }
    for (size_t i = 0; i < reader->condition_count; i++) {
        const struct find_condition *condition = &reader->conditions[i];
        if (!find_add_condition(query, condition->name, condition->value, reader->common.messages))
            return OPTIONS_FAILED;
    }
    return OPTIONS_RUN;
}

static int print_help(const struct options_reader *reader, FILE *stream)
{
    return find_table_print(reader->table, stream);
}

/* An options_check_function. */
static enum options_outcome check(struct options_reader *common)
{
    struct find_reader *reader = (struct find_reader *)common;
    struct file_facts facts;
    enum options_outcome outcome = check_all(reader);
    if (outcome == OPTIONS_RUN)
        outcome = make_query(reader);
    if (outcome == OPTIONS_RUN && common->operand_count + common->list_count == 0 &&
        (!input_facts("-", &facts) || facts.kind != FILE_REGULAR))
        return options_fail(common, "no database: give a file, as ", "games.bcgn",
                            ": standard input is none");
    return outcome == OPTIONS_RUN ? options_find_inputs(common) : outcome;
}

enum options_outcome find_options_read(struct find_options *options, int argument_count, char **arguments,
                                       struct messages *messages)
{
    enum options_outcome outcome = OPTIONS_FAILED;
    struct find_reader reader = {.common = {.options = &options->common,
                                            .messages = messages,
                                            .help = "pgnfind",
                                            .print_help = print_help,
                                            .set = find_options_set},
                                 .options = options,
                                 .conditions = calloc((size_t)argument_count + 1, sizeof *reader.conditions)};
    const struct option_table table = {reader.entries, find_table_fill(reader.entries), 1};
    reader.common.table = &table;
    memset(options, 0, sizeof *options);
    options_begin(&options->common, COMMAND_FIND, messages);
    options->common.salvage = 1; /* what can be had is given, whatever is damaged */
    options->first = UINT64_MAX;
    if (reader.conditions != NULL)
        outcome = options_read_words(&reader.common, argument_count, arguments, check);
    else
        message_error(messages, NULL, "no memory");
    free(reader.conditions);
    return outcome;
}

void find_options_free(struct find_options *options)
{
    pgnpack_query_free(options->query);
    options_free(&options->common);
}
