#include "cli/database/database_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/database/subcommands.h"
#include "cli/options/options_table.h"
#include "cli/run/command.h"
#include "cli/base/option_guess.h"
#include "cli/base/option_values.h"
#include "cli/options/options_read.h"
#include "cli/options/options_set.h"
#include "pgnpack_extra.h"

/* ---- Options ---- */

/* pgndb has it not. */
enum { OF_PGNPACK = 1 << 27 };

/* Bits of options' scopes beside those of subcommands: of these options at most one is given. */
enum { CHOICE_GAMES = 1 << 28, CHOICE_IDS = 1 << 29, CHOICE_INDEX = 1 << 30, CHOICES = 7 << 28 };

/* In the order of --help. */
static const struct option_entry all_entries[] = {
    {OPTION_GAMES, "games", required_argument, "N,M-K", CHOOSING | CHANGED_NAMES | CHOICE_GAMES,
     "these games, by number or id; @FILE: those in FILE"},
    {OPTION_WHERE, "where", required_argument, "COND", ADD | CHOOSING | CHANGED_NAMES | CHOICE_GAMES,
     "games that pgnfind finds: 'player=Carlsen date=2020-'"},
    {OPTION_ALL, "all", no_argument, NULL, CHOOSING_ALL | CHOICE_GAMES, "all games"},
    {OPTION_DUPLICATES, "duplicates", no_argument, NULL, UNDELETE,
     "games that dedupe deleted: all, or of those chosen"},
    {OPTION_UNSET, "unset", required_argument, "TAG", SET, "in the same change, take this tag from them"},
    {OPTION_TABLE, "table", required_argument, "FILE", CLASSIFY,
     "names by this table, in place of the one built in ('-': standard input)"},
    {OPTION_KEEP_TAGS, "keep", no_argument, NULL, CLASSIFY, "games keep the tags that they have"},
    {OPTION_NAMES_OF, "of", required_argument, "TAG", NAMES,
     "players (the default), events, sites, or the values of any tag"},
    {OPTION_NAMES_FROM, "from", required_argument, "FILE", NAMES,
     "by one of FIDE's rating lists, as text: names that are like one of it"},
    {OPTION_NAMES_ADD, "add", required_argument, "TAGS", NAMES,
     "with --from, change games: FideId,Title,Elo,Fed, or WhiteFideId and so on, of names that it has"},
    {OPTION_NAMES_ASK, "ask", no_argument, NULL, NAMES,
     "ask about each suggestion, on a terminal, and replace what you take"},
    {OPTION_NAMES_MONTH, "month", required_argument, "YYYY-MM", NAMES,
     "the month of the list, for ratings, where it does not tell it"},
    {OPTION_PREFIXES, "prefixes", no_argument, NULL, RENAME,
     "beginnings of one name of SCID's spelling file become that name"},
    {OPTION_DEDUPE, "dedupe", optional_argument, "KIND", ADD,
     "skip games that it already has: exact (the default), loose or version"},
    {OPTION_KIND, "kind", required_argument, "KIND", DEDUPE, "exact (the default), loose or version"},
    {OPTION_PREFER, "prefer", required_argument, "RULE", ADD | DEDUPE,
     "which duplicate to keep: rank (the default: the one already there), or by text, comments, tags, first "
     "or last"},
    {OPTION_MERGE_TAGS, "merge-tags", no_argument, NULL, ADD | DEDUPE,
     "games that are kept get the tags of their duplicates that they lack"},
    {OPTION_REPORT, "report", required_argument, "FILE", ADD | DEDUPE,
     "write the duplicates and what differs as CSV ('-': standard output)"},
    {OPTION_DELETED, "deleted", no_argument, NULL, LOG, "list the deleted games, and why they were deleted"},
    {OPTION_NO_WORDS, "remove", no_argument, NULL, COMMENT, "take the words away"},
    {OPTION_SHOW, "show", required_argument, "CHANGE", LOG, "list the games of this change"},
    {OPTION_REVERSE, "reverse", no_argument, NULL, SORT, "the last ones first"},
    {OPTION_KEEP_IDS, "keep-ids", no_argument, NULL, SORT | SPLIT | CHOICE_IDS, "games keep their ids"},
    {OPTION_DROP_IDS, "drop-ids", no_argument, NULL, COMPACT | SPLIT | CHOICE_IDS, "old ids are discarded"},
    {OPTION_FORGET, "forget", no_argument, NULL, COMPACT, "leave deleted games out, for good"},
    {OPTION_OUTPUT, "output", required_argument, "FILE", NAMES | MAKING,
     "write to FILE ('-': standard output)"},
    OPTION_LEVELS(
        PACKING | CHANGED_NAMES | SORT | COMPACT | SPLIT,
        "the level for newly packed games, from fast to small; the default is that of the database"),
    {OPTION_LEVEL, "level", required_argument, "N", PACKING | CHANGED_NAMES | SORT | COMPACT | SPLIT,
     "the same: 1 to 9"},
    {OPTION_BEST, "best", no_argument, NULL, ADD, "as small as can be: -9"},
    {OPTION_INDEX, "index", no_argument, NULL, PACKING | CHANGED_NAMES | MAKING | CHOICE_INDEX,
     "include the search index, at every level"},
    {OPTION_NO_INDEX, "no-index", no_argument, NULL, PACKING | CHANGED_NAMES | MAKING | CHOICE_INDEX,
     "no search index, at levels 3 and 4 either"},
    {OPTION_RECURSIVE, "recursive", no_argument, NULL, IN_FOLDERS, "take the files in folders"},
    {OPTION_FILE_LIST, "filelist", required_argument, "FILE", ADD,
     "take the files named in FILE, one a line"},
    {OPTION_NO_UNWRAP, "no-unwrap", no_argument, NULL, ADD, "take compressed files and archives as they are"},
    {OPTION_VERIFY, "verify", no_argument, NULL, ADD, "unpack each block before it is written"},
    {OPTION_DRY_RUN, "dry-run", no_argument, NULL, CHANGING | CHANGED_NAMES,
     "change nothing, tell what would be done"},
    {OPTION_FORCE, "force", no_argument, NULL, CHANGING | NAMES, NULL}, /* force_help() */
    {OPTION_WAIT, "wait", required_argument, "SECONDS", CHANGING | CHANGED_NAMES,
     "wait this long while another program changes the database"},
    {OPTION_JSON, "json", no_argument, NULL, LOG | DELETED | NAMES | CHECK | INFO, "as JSON"},
    {OPTION_HTML, "html", no_argument, NULL, INFO, "a page of charts and tables"},
    {OPTION_THREADS, "threads", required_argument, "N", ALL, "N threads (0, the default: all processors)"},
    {OPTION_MEMORY, "memory", required_argument, "SIZE", ALL,
     "take no more memory for games than SIZE, such as 500M"},
    {OPTION_NO_PROGRESS, "no-progress", no_argument, NULL, ALL, "no progress bar"},
    {OPTION_QUIET, "quiet", no_argument, NULL, ALL, "no warnings; twice: no errors either"},
    {OPTION_VERBOSE, "verbose", no_argument, NULL, ALL, "all warnings, and more details"},
    {OPTION_HELP, "help", no_argument, NULL, ALL, "show this help"},

    /* Of pgnpack alone, which add leads to. */
    {OPTION_MOVES, "moves", required_argument, "CODEC", ADD | OF_PGNPACK, NULL},
    {OPTION_BLOCK_SIZE, "block-size", required_argument, "SIZE", ADD | OF_PGNPACK, NULL},
    {OPTION_NO_TIMES, "no-times", no_argument, NULL, ADD | OF_PGNPACK, NULL},
    {OPTION_MAX_EXPANSION, "max-expansion", required_argument, "N", ADD | OF_PGNPACK, NULL},
};

static const struct option_table database_table = {all_entries, sizeof all_entries / sizeof all_entries[0],
                                                   ALL};

/* ---- Help ---- */

static int print_all(FILE *stream)
{
    int status = fputs("Usage: pgndb SUBCOMMAND [OPTION]... DB [ARGUMENT]...\n"
                       "Changes packed databases (BCGN files), and shows what is in them.\n\n"
                       "Subcommands:\n",
                       stream);
    for (const struct subcommand *command = subcommands; command->name != NULL && status >= 0; command++)
        status = fprintf(stream, "  %-10s%s\n", command->name, command->sentence);
    if (status < 0)
        return status;
    return fputs("\n'pgndb SUBCOMMAND --help' has the options of each, and an example.\n"
                 "Exit status: 0 fine, 1 usage or environment, 2 damaged input, 3 internal fault,\n"
                 "4 a limit was exceeded.\n",
                 stream);
}

/* What -f means: of a database that stays the file that it is there is no output to replace. */
static const char *force_help(unsigned scope)
{
    if (scope == BACK)
        return "lose the games that came since; go on where the end of the database is damaged";
    if (scope == SET)
        return "take values of another form than PGN has; go on where the end of the database is damaged";
    if (scope & IN_PLACE)
        return "go on where the end of the database is damaged";
    if (scope == NAMES)
        return "replace an existing output; with --add or --ask, go on where the end of the database is "
               "damaged";
    return scope == COMPACT ? "replace an existing output; go on where the end of the database is damaged"
                            : "replace an existing output";
}

/* NULL: all subcommands, a line each. Negative when that failed. */
static int database_help(const struct subcommand *command, FILE *stream)
{
    if (command == NULL)
        return print_all(stream);
    struct option_entry entries[sizeof all_entries / sizeof all_entries[0]];
    const struct option_table table = {entries, database_table.count, ALL};
    memcpy(entries, all_entries, sizeof entries);
    for (size_t i = 0; i < table.count; i++)
        if (entries[i].code == OPTION_FORCE)
            entries[i].help = force_help(command->scope);
    int status = fprintf(stream, "Usage: pgndb %s [OPTION]... %s\n%s\n\nOptions:\n", command->name,
                         command->arguments, command->sentence);
    if (status >= 0)
        status = option_print_groups(&table, command->scope, 0, stream);
    return status < 0 ? status : fprintf(stream, "\nExample:\n  %s\n", command->example);
}

enum { COMMANDS_MAX = 32, HELP_SIZE = 40, GOES_SIZE = 200, INDEXED_NAME_SIZE = 4096 };

/* A reader, and the subcommand that it reads. */
struct database_reader {
    struct options_reader common;
    const struct subcommand *command;
    const char *key; /* of sort, that looks like an option; NULL: none */
    char help[HELP_SIZE];
};

/* ---- Which go together ---- */

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

/* Options about duplicates, which are only looked for where that is asked. */
static int is_of_dedupe(int code)
{
    return code == OPTION_PREFER || code == OPTION_MERGE_TAGS || code == OPTION_REPORT;
}

/* Does each go with the subcommand, and none exclude another? */
static enum options_outcome check_options(const struct database_reader *reader)
{
    const struct options_reader *common = &reader->common;
    const struct option_entry *entries = common->table->entries;
    char option[OPTION_WORD_SIZE];
    const struct change_options *change = &common->options->change;
    if (reader->command->task == CHANGE_COMPACT && change->drop_ids && !change->forget)
        return options_fail(common, "the option ", "--drop-ids",
                            " goes with --forget: deleted games are kept by their ids");
    if (common->options->view.json && common->options->view.html)
        return options_fail_pair(common, OPTION_JSON, OPTION_HTML);
    for (size_t i = 0; i < common->table->count; i++) {
        if (common->used[i] && !(entries[i].scope & reader->command->scope))
            return fail_scope(common, &entries[i]);
        if (common->used[i] && is_of_dedupe(entries[i].code) && common->options->change.dedupe == 0)
            return options_fail(common, "the option ", option_word(&entries[i], option),
                                " goes with --dedupe");
        for (size_t j = 0; j < i && common->used[i]; j++)
            if (common->used[j] && (entries[j].scope & entries[i].scope & CHOICES) != 0)
                return options_fail_pair(common, entries[j].code, entries[i].code);
    }
    return OPTIONS_RUN;
}

/* Suggestions change nothing, unless they are asked about; what a list is for tags has one. */
static enum options_outcome check_names(const struct database_reader *reader)
{
    const struct options_reader *common = &reader->common;
    const struct change_options *change = &common->options->change;
    const struct option_entry *entries = common->table->entries;
    const int changes = change->listed != 0 || change->asks;
    char option[OPTION_WORD_SIZE];
    if (reader->command->scope != NAMES)
        return OPTIONS_RUN;
    for (size_t i = 0; i < common->table->count && !changes; i++)
        if (common->used[i] && (entries[i].scope & CHANGED_NAMES) == CHANGED_NAMES)
            return options_fail(common, "the option ", option_word(&entries[i], option),
                                " goes with --add or --ask");
    if (change->listed != 0 && change->asks)
        return options_fail_pair(common, OPTION_NAMES_ADD, OPTION_NAMES_ASK);
    if (change->names_list == NULL && change->listed != 0)
        return options_fail(common, "the option ", "--add", " goes with --from=FILE, a rating list");
    if (change->listed == 0 && change->month != 0)
        return options_fail(common, "the option ", "--month", " goes with --add");
    if (change->names_list != NULL && change->names_tag != NULL)
        return options_fail(common, "the option ", "--of", ": a rating list is about players");
    if (changes && (common->options->output != NULL || common->options->view.json))
        return options_fail(common, "this changes the database, and ",
                            common->options->output != NULL ? "--output" : "--json",
                            " is for what names prints");
    return OPTIONS_RUN;
}

/* A comment gets words, or loses them, and not both. */
static enum options_outcome check_comment(const struct database_reader *reader)
{
    const struct options_reader *common = &reader->common;
    const struct change_options *change = &common->options->change;
    if (reader->command->code != OPTION_COMMENT || (change->comment != NULL) != change->removes)
        return OPTIONS_RUN;
    return change->removes ? options_fail(common, "the option ", "--remove", " takes no TEXT")
                           : options_fail(common, "missing argument: give TEXT, or ", "--remove",
                                          " to take the comment away");
}

/* Which games are changed has to be said. */
static enum options_outcome check_choice(const struct database_reader *reader)
{
    const struct options *options = reader->common.options;
    if (!reader->command->chooses_games || options->games.count != 0 || options->change.where.count != 0 ||
        options->change.all_games || options->change.duplicates)
        return OPTIONS_RUN;
    if (!(reader->command->scope & CHOOSING_ALL))
        return options_fail(&reader->common, "which games? Give -g or ", "--where", "");
    return options_fail(&reader->common, "which games? Give -g, --where, or ", "--all", " for all of them");
}

/* What goes elsewhere than where it was. */
static enum options_outcome check_output(const struct database_reader *reader)
{
    const struct options *options = reader->common.options;
    int makes_one = options->change.task == CHANGE_MERGE || options->change.task == CHANGE_SORT;
    if (makes_one && options->output == NULL)
        return options_fail(&reader->common, "give the output: ", "-o FILE.bcgn", "");
    if (options->change.task == CHANGE_SPLIT && options->output != NULL && strcmp(options->output, "-") == 0)
        return options_fail(&reader->common, "split makes several files, so ", "-o -", " has no meaning");
    return OPTIONS_RUN;
}

/* ---- Arguments ---- */

/* "games.bcgn.idx" beside games.bcgn: it would be read as a database without games. */
static int is_index(const char *name)
{
    static const char suffix[] = ".idx";
    char database[INDEXED_NAME_SIZE];
    size_t size = strlen(name), suffix_size = sizeof suffix - 1;
    if (size <= suffix_size || size >= sizeof database || strcmp(name + size - suffix_size, suffix) != 0)
        return 0;
    memcpy(database, name, size - suffix_size);
    database[size - suffix_size] = '\0';
    return options_is_input(name) && options_is_input(database);
}

static enum options_outcome check_count(const struct database_reader *reader)
{
    const struct options_reader *common = &reader->common;
    const struct subcommand *command = reader->command;
    if (common->operand_count + common->list_count < command->least || common->operand_count == 0)
        return options_fail(common, "missing argument: it takes ", command->arguments, "");
    if (common->operand_count > command->most)
        return options_fail(common, "unexpected argument ", common->operands[command->most], "");
    for (size_t i = 0; i < common->operand_count; i++) {
        if (option_is_blank(common->operands[i]))
            return options_fail(common, "an argument is empty: it takes ", command->arguments, "");
        if (is_index(common->operands[i]))
            return options_fail(common, "", common->operands[i],
                                " is an index, which pgnfind --index made, and no database");
    }
    return OPTIONS_RUN;
}

/* A value that a variable should have had must not clear tags. */
static enum options_outcome check_tag(const struct database_reader *reader, const char *word)
{
    const char *value = strchr(word, '=');
    if (reader->command->code != OPTION_SET || value == NULL || !option_is_blank(value + 1))
        return OPTIONS_RUN;
    return options_fail(&reader->common, "", word, " has no value; pgndb unset takes tags away");
}

/* The database, which comes first, and is not what is meant where only the last argument is a file. */
static enum options_outcome check_order(const struct database_reader *reader)
{
    const struct options_reader *common = &reader->common;
    char behind[GOES_SIZE];
    if (reader->command->code == 0 || options_is_input(common->operands[0]) ||
        !options_is_input(common->operands[common->operand_count - 1]))
        return OPTIONS_RUN;
    snprintf(behind, sizeof behind, ": pgndb %s %s", reader->command->name, reader->command->arguments);
    return options_fail(common, "the database comes first, and not ", common->operands[0], behind);
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
    if (reader->key != NULL)
        common->operands[common->operand_count++] = reader->key;
    if (outcome == OPTIONS_RUN)
        outcome = check_count(reader);
    if (outcome == OPTIONS_RUN)
        outcome = check_order(reader);
    if (outcome == OPTIONS_RUN)
        outcome = check_choice(reader);
    if (outcome == OPTIONS_RUN)
        outcome = check_names(reader);
    if (outcome == OPTIONS_RUN)
        outcome = take_arguments(reader);
    if (outcome == OPTIONS_RUN)
        outcome = check_comment(reader);
    if (options->change.sort_is_reversed)
        find_keys_reverse(&options->change.sort);
    if (options->change.task == CHANGE_NONE)
        options->change.task = reader->command->task;
    if (outcome == OPTIONS_RUN)
        outcome = check_output(reader);
    return outcome == OPTIONS_RUN ? options_find_inputs(common) : outcome;
}

/* ---- The subcommand ---- */

static int print_help(const struct options_reader *reader, FILE *stream)
{
    return database_help(((const struct database_reader *)reader)->command, stream);
}

/* Words, each with a blank behind it. */
static int is_among(const char *words, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = words; *at != '\0'; at += strcspn(at, " ") + 1)
        if (strcspn(at, " ") == size && memcmp(at, word, size) == 0)
            return 1;
    return 0;
}

/* Which other word was meant, as "append" for add, or another program; NULL: none of them. */
static const char *find_meant(const char *word)
{
    static const char *const others[][2] = {{"find search query ", "pgnfind"},
                                            {"index ", "pgnfind --index"},
                                            {"count export extract unpack ", "pgnunpack"},
                                            {"salvage repair recover ", "pgnunpack --salvage"}};
    for (const struct subcommand *command = subcommands; command->name != NULL; command++)
        if (is_among(command->meanings, word))
            return command->name;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (is_among(others[i][0], word))
            return others[i][1];
    return NULL;
}

/* `next`: what stands behind the word, or NULL. */
static enum options_outcome fail_command(const struct options_reader *reader, const char *word,
                                         const char *next)
{
    const char *names[COMMANDS_MAX];
    char behind[OPTION_GUESS_SIZE];
    const char *meant = find_meant(word);
    size_t count = 0;
    for (; subcommands[count].name != NULL && count < COMMANDS_MAX; count++)
        names[count] = subcommands[count].name;
    if (word[0] == '-')
        return options_fail(reader, "give a subcommand before ", word, ", as in pgndb info games.bcgn");
    if (next != NULL && subcommand_find(next) != NULL && meant == NULL) {
        snprintf(behind, sizeof behind, ": pgndb %s DB", next);
        return options_fail(reader, "the subcommand comes first, and not ", word, behind);
    }
    if (meant == NULL)
        return options_fail(reader, "the subcommand ", word,
                            option_guess("", word, strlen(word), names, count, behind));
    snprintf(behind, sizeof behind, " is unknown; did you mean %s?", meant);
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
        return fail_command(reader, about, NULL);
    enum options_outcome outcome = options_finish_output(database_help(command, stdout));
    return argument_count > 1 ? outcome : OPTIONS_FAILED;
}

/* An option that only pgnpack has, and of that name perhaps a condition. */
static enum options_outcome fail_pgnpacks(const struct options_reader *reader)
{
    const struct database_reader *self = (const struct database_reader *)reader;
    int is_condition = option_is_condition(reader->entry->name, strlen(reader->entry->name));
    const char *text = self->command->task != CHANGE_APPEND
                           ? (is_condition ? " is a condition: pgndb takes it in --where" : " is pgnpack's")
                       : is_condition
                           ? " is pgnpack's, as in pgnpack --append=DB, or, in --where, a condition"
                           : " is pgnpack's, as in pgnpack --append=DB";
    return options_fail(reader, "the option ", reader->option, text);
}

/* Sets what an option says. */
static enum options_outcome set_option(struct options_reader *reader, int code, const char *argument)
{
    int is_pgnpacks = reader->entry != NULL && (reader->entry->scope & OF_PGNPACK) != 0;
    return is_pgnpacks ? fail_pgnpacks(reader) : options_set(reader, code, argument);
}

static void begin(struct database_reader *reader)
{
    struct options *options = reader->common.options;
    const struct subcommand *command = reader->command;
    snprintf(reader->help, sizeof reader->help, "pgndb %s", command->name);
    reader->common.help = reader->help;
    reader->common.messages->takes_no_folders = (command->scope & IN_FOLDERS) == 0;
    if (command->task == CHANGE_NONE)
        options->command = COMMAND_UNPACK;
    options->task = command->reading_task;
    options->tells_well = 1;
    options->checks_games = command->scope == CHECK;
    if (command->task == CHANGE_DEDUPE || options->checks_games)
        options->change.dedupe = PGNPACK_DUPLICATE_EXACT;
}

/* "-WhiteElo,White" is a key of sort and no option: it is taken out of the words. Returns how many are left. */
static int take_key(struct database_reader *reader, int count, char **arguments)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (reader->command->task == CHANGE_SORT && reader->key == NULL && i != 0 &&
            strcmp(arguments[i - 1], "--") != 0 && find_keys_are_backwards(arguments[i]))
            reader->key = arguments[i];
        else
            arguments[kept++] = arguments[i];
    return kept;
}

enum options_outcome database_options_read(struct options *options, int argument_count, char **arguments,
                                           struct messages *messages)
{
    struct database_reader reader = {.common = {.options = options,
                                                .messages = messages,
                                                .table = &database_table,
                                                .help = "pgndb",
                                                .print_help = print_help,
                                                .set = set_option}};
    options_begin(options, COMMAND_PACK, messages);
    enum options_outcome outcome = tell(&reader.common, argument_count, arguments);
    if (outcome != OPTIONS_RUN)
        return outcome;
    reader.command = subcommand_find(arguments[1]);
    if (reader.command == NULL)
        return fail_command(&reader.common, arguments[1], argument_count > 2 ? arguments[2] : NULL);
    begin(&reader);
    argument_count = take_key(&reader, argument_count - 1, arguments + 1);
    return options_read_words(&reader.common, argument_count, arguments + 1, check);
}
