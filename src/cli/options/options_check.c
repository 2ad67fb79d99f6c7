#include "cli/options/options_check.h"

#include "cli/files/input_file.h"
#include "cli/files/output_name.h"
#include "cli/run/rows.h"
#include "system/commands.h"

enum options_outcome options_fail(const struct options_reader *reader, const char *before, const char *detail,
                                  const char *behind)
{
    message_error(reader->messages, NULL, "%s'%s'%s; see %s --help", before, detail, behind, reader->help);
    return OPTIONS_FAILED;
}

/* By the name that it was given; where it was not, by its first. */
static const struct option_entry *find_used(const struct options_reader *reader, int code)
{
    for (size_t i = 0; i < reader->table->count; i++)
        if (reader->used[i] && reader->table->entries[i].code == code)
            return &reader->table->entries[i];
    return option_find(reader->table, code);
}

static int is_used(const struct options_reader *reader, int code)
{
    return reader->used[find_used(reader, code) - reader->table->entries];
}

static int one_is_used(const struct options_reader *reader, const int *codes)
{
    for (; *codes != 0; codes++)
        if (is_used(reader, *codes))
            return *codes;
    return 0;
}

static enum options_outcome fail_together(const struct options_reader *reader, int code, const char *why)
{
    char word[OPTION_WORD_SIZE];
    return options_fail(reader, "the option ", option_word(find_used(reader, code), word), why);
}

/* Of each used option: does it mean anything here? */
static enum options_outcome check_scope(const struct options_reader *reader, const struct option_entry *entry)
{
    const struct options *options = reader->options;
    int packs = options->command == COMMAND_PACK;
    if (!packs && !(entry->scope & SCOPE_UNPACK))
        return fail_together(reader, entry->code, " has no meaning when unpacking");
    if (packs && !(entry->scope & SCOPE_PACK))
        return fail_together(reader, entry->code, " is for unpacking: give -d too");
    if (options->bcgn0.is_asked && (entry->scope & SCOPE_BCGN1))
        return fail_together(reader, entry->code, " has no meaning with --bcgn0");
    if (packs && !options->bcgn0.is_asked && (entry->scope & SCOPE_BCGN0))
        return fail_together(reader, entry->code, " is about BCGN 0: give --bcgn0 too");
    if (options->view.html && (entry->code == OPTION_OUTPUT || entry->code == OPTION_STDOUT))
        return OPTIONS_RUN;
    if (!packs && options->task >= TASK_TEST && (entry->scope & SCOPE_OUTPUT))
        return fail_together(reader, entry->code, " has no meaning where nothing is written");
    return OPTIONS_RUN;
}

static void choose_task(struct options_reader *reader)
{
    static const int views[] = {OPTION_GAMES, OPTION_SKIP, OPTION_LIMIT, OPTION_TAGS_ONLY, OPTION_SHARD,
                                OPTION_HEAD,  OPTION_CSV,  OPTION_JSON,  OPTION_NO_FLAGS,  0};
    struct options *options = reader->options;
    if (is_used(reader, OPTION_LIST) || options->view.count)
        options->task = TASK_LIST;
    else if (is_used(reader, OPTION_TEST))
        options->task = TASK_TEST;
    else if (one_is_used(reader, views) != 0)
        options->task = TASK_VIEW;
    else if (options->directory != NULL)
        options->task = TASK_EXTRACT;
    else if (options->members.count != 0)
        options->task = TASK_VIEW;
}

enum options_outcome options_fail_pair(const struct options_reader *reader, int first, int second)
{
    char first_word[OPTION_WORD_SIZE], second_word[OPTION_WORD_SIZE], before[OPTION_WORD_SIZE + 30];
    snprintf(before, sizeof before, "the options '%s' and ",
             option_word(find_used(reader, first), first_word));
    return options_fail(reader, before, option_word(find_used(reader, second), second_word),
                        " exclude each other");
}

/* Of each row at most one is given. */
static enum options_outcome check_choices(const struct options_reader *reader)
{
    static const int choices[][7] = {
        {OPTION_REMOVE, OPTION_MEMBER, OPTION_GAMES, OPTION_SHARD, OPTION_SKIP},
        {OPTION_REMOVE, OPTION_MEMBER, OPTION_GAMES, OPTION_SHARD, OPTION_LIMIT, OPTION_HEAD},
        {OPTION_REMOVE, OPTION_DIRECTORY, OPTION_GAMES, OPTION_SHARD, OPTION_SKIP},
        {OPTION_REMOVE, OPTION_DIRECTORY, OPTION_GAMES, OPTION_SHARD, OPTION_LIMIT, OPTION_HEAD},
        {OPTION_REMOVE, OPTION_DIRECTORY, OPTION_STDOUT},
        {OPTION_REMOVE, OPTION_DIRECTORY, OPTION_TAGS_ONLY},
        {OPTION_REMOVE, OPTION_SALVAGE},
        {OPTION_DIRECTORY, OPTION_STDOUT, OPTION_OUTPUT},
        {OPTION_CSV, OPTION_JSON, OPTION_DIRECTORY},
        {OPTION_CSV, OPTION_JSON, OPTION_NUMBERS},
        {OPTION_CSV, OPTION_TAGS_ONLY},
        {OPTION_HTML, OPTION_CSV},
        {OPTION_HTML, OPTION_COUNT_GAMES, OPTION_JSON},
        {OPTION_COUNT_GAMES, OPTION_TEST, OPTION_LIST},
        {OPTION_TEST, OPTION_JSON},
        {OPTION_APPEND, OPTION_OUTPUT, OPTION_STDOUT},
        {OPTION_APPEND, OPTION_REMOVE}};
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        const int *first = choices[i];
        while (*first != 0 && !is_used(reader, *first))
            first++;
        int second = *first != 0 ? one_is_used(reader, first + 1) : 0;
        if (second != 0)
            return options_fail_pair(reader, *first, second);
    }
    return OPTIONS_RUN;
}

/* A file that is changed is known by its name. */
static int is_changed_by_name(const struct options *options)
{
    switch (options->change.task) {
    case CHANGE_DELETE:
    case CHANGE_UNDELETE:
    case CHANGE_TRUNCATE:
    case CHANGE_UNDO:
    case CHANGE_EDIT:
    case CHANGE_REPLACE_GAMES:
    case CHANGE_EDIT_GAMES:
    case CHANGE_RENAME:
    case CHANGE_CLASSIFY:
    case CHANGE_DEDUPE:
        return 1;
    case CHANGE_COMPACT:
        return options->output == NULL;
    default:
        return 0;
    }
}

static enum options_outcome check_changed(const struct options_reader *reader, size_t standard_count)
{
    const struct options *options = reader->options;
    if (standard_count != 0 && is_changed_by_name(options))
        return options_fail(reader, "a database that is changed has to be a file: give its name, not ", "-",
                            "");
    if (options->change.task == CHANGE_APPEND && input_is_standard(options->change.database))
        return options_fail(reader, "a database that is added to has to be a file: give its name, not ", "-",
                            "");
    int takes_one = options->change.task == CHANGE_SORT || options->change.task == CHANGE_SPLIT ||
                    (options->change.task == CHANGE_COMPACT && options->output != NULL);
    if (takes_one && options->inputs.count > 1)
        return options_fail(reader, "there are several inputs, beginning with ", options->inputs.names[0],
                            ": put them together first (pgndb merge)");
    return OPTIONS_RUN;
}

enum options_outcome options_check(struct options_reader *reader)
{
    const struct options *options = reader->options;
    choose_task(reader);
    for (size_t i = 0; i < reader->table->count; i++)
        if (reader->used[i] && check_scope(reader, &reader->table->entries[i]) != OPTIONS_RUN)
            return OPTIONS_FAILED;
    if (options->view.csv && !rows_are_columns(options->view.csv_columns))
        return options_fail(reader, "--csv: ", options->view.csv_columns,
                            " is no list of columns such as White,Black,Plies");
    if (options->view.numbers && !options->view.tags_only)
        return options_fail(reader, "the option ", "--numbers", " goes with --tags-only");
    if (options->view.ids && !options->view.tags_only)
        return options_fail(reader, "the option ", "--ids", " goes with --tags-only");
    if (options->view.no_flags && (options->view.csv || options->view.json || options->task != TASK_VIEW))
        return options_fail(reader, "the option ", "--no-flags", " goes with games as PGN");
    if (options->view.html && !is_used(reader, OPTION_LIST))
        return options_fail(reader, "the option ", "--html", " goes with -l");
    return check_choices(reader);
}

/* ---- Inputs ---- */

static int add_name(struct options *options, const char *name, input_filter filter)
{
    return options->recursive ? input_list_add_tree(&options->inputs, name, filter)
                              : input_list_add(&options->inputs, name);
}

static int add_operand(struct options *options, const char *operand, input_filter filter)
{
    struct input_list names;
    if (!system_expands_patterns())
        return add_name(options, operand, filter);
    input_list_init(&names, options->inputs.messages);
    int done = input_list_add_matching(&names, operand);
    for (size_t i = 0; i < names.count && done; i++)
        done = add_name(options, names.names[i], filter);
    input_list_free(&names);
    return done;
}

static int gather(const struct options_reader *reader)
{
    struct options *options = reader->options;
    /* In folders, only files that are called so are unpacked, or packed each beside itself; one output takes all. */
    input_filter filter = options->command != COMMAND_PACK ? output_name_is_packed
                          : options->output == NULL        ? output_name_is_pgn
                                                           : NULL;
    for (size_t i = 0; i < reader->operand_count; i++)
        if (!add_operand(options, reader->operands[i], filter))
            return 0;
    for (size_t i = 0; i < reader->list_count; i++)
        if (!input_list_add_lines(&options->inputs, reader->lists[i]))
            return 0;
    return 1;
}

static size_t count_standard(const struct options *options)
{
    size_t count = 0;
    for (size_t i = 0; i < options->inputs.count; i++)
        count += (size_t)input_is_standard(options->inputs.names[i]);
    return count;
}

int options_is_input(const char *operand)
{
    struct file_facts facts;
    return input_facts(operand, &facts);
}

enum options_outcome options_find_inputs(struct options_reader *reader)
{
    struct options *options = reader->options;
    int is_given = reader->operand_count + reader->list_count != 0;
    if (!is_given && system_is_terminal(STANDARD_INPUT))
        return options_fail(reader, "no input: give a FILE, or ", "-", " for standard input");
    if (!is_given && !input_list_add(&options->inputs, "-"))
        return OPTIONS_FAILED;
    if (!gather(reader))
        return OPTIONS_FAILED;
    if (options->inputs.count == 0)
        return options_fail(reader, "no input: ", is_given ? "-r" : "-", " and --filelist found no file");
    options->keeps_names = (options->output != NULL || options->change.task == CHANGE_APPEND) &&
                           (options->inputs.count > 1 || options->recursive || reader->list_count != 0);
    size_t standard_count = count_standard(options);
    if (standard_count + (size_t)options->games_from_input > 1)
        return options_fail(reader, "standard input ", "-", " can be read only once");
    if (standard_count != 0 && options->remove_inputs)
        return options_fail(reader, "the option ", "--rm", " needs inputs that are files");
    return check_changed(reader, standard_count);
}
