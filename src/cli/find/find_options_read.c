#include "cli/find/find_options_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/find_key.h"
#include "cli/base/messages.h"
#include "cli/base/option_values.h"
#include "cli/count/find_tree.h"
#include "cli/find/find_query.h"
#include "cli/find/query_file.h"
#include "cli/find/scoutfish_file.h"
#include "cli/options/options_check.h"
#include "cli/options/options_set.h"
#include "cli/options/options_table.h"
#include "cli/run/command.h"
#include "cli/files/input_file.h"
#include "cli/files/output_name.h"
#include "cli/options/options_read.h"
#include "cli/run/rows.h"
#include "cli/search/find_options.h"
#include "cli/search/find_position.h"
#include "cli/table/table_keys.h"
#include "pgnpack.h"
#include "system/commands.h"

/* ---- The table of options ---- */

/* Options that pgnpack and pgnunpack have not, or that mean something else there; the others have the codes of theirs. */
enum find_option_code {
    FIND_OPTION_COUNT = 'c',
    FIND_OPTION_NUMBERS = 500, /* behind all codes of theirs */
    FIND_OPTION_IDS,
    FIND_OPTION_CSV,
    FIND_OPTION_JSON,
    FIND_OPTION_DIAGRAM,
    FIND_OPTION_SVG,
    FIND_OPTION_NOVEL,
    FIND_OPTION_QUERY,
    FIND_OPTION_SCOUTFISH,
    FIND_OPTION_EXPORT,
    FIND_OPTION_NO_FLAGS,
    FIND_OPTION_MARK,
    FIND_OPTION_SORT,
    FIND_OPTION_REVERSE,
    FIND_OPTION_TREE,
    FIND_OPTION_DEPTH,
    FIND_OPTION_NAMES,
    FIND_OPTION_OF,
    FIND_OPTION_STATS,
    FIND_OPTION_TABLE,
    FIND_OPTION_REPORT,
    FIND_OPTION_INDEX,
    FIND_OPTION_EXPLAIN,
    FIND_OPTION_ID,
    FIND_OPTION_CONDITION = 1000 /* that one and those behind it: the condition of that number */
};

static const struct option_entry own_options[] = {
    OPTION_TITLE("What is written"),
    {FIND_OPTION_COUNT, "count", no_argument, NULL, 1, "print only how many games were found"},
    {FIND_OPTION_NUMBERS, "numbers", no_argument, NULL, 1,
     "their numbers, and the ply where the query holds"},
    {FIND_OPTION_IDS, "ids", no_argument, NULL, 1,
     "the same with ids, which stay when the database is changed"},
    {FIND_OPTION_CSV, "csv", optional_argument, "COLUMNS", 1,
     "as a table of tags, GameNumber, GameId, Ply, FEN, Move, Colour, ..."},
    {FIND_OPTION_JSON, "json", no_argument, NULL, 1, "as JSON, a game a line"},
    {FIND_OPTION_DIAGRAM, "diagram", no_argument, NULL, 1, "boards of the places, for a terminal"},
    {FIND_OPTION_SVG, "svg", required_argument, "FOLDER", 1, "the same as pictures: a file each"},
    {FIND_OPTION_EXPORT, "export", no_argument, NULL, 1,
     "PGN in export format, instead of the games' own bytes"},
    {FIND_OPTION_NO_FLAGS, "no-flags", no_argument, NULL, 1,
     "games without the tag Flags, which pgndb flag sets"},
    {FIND_OPTION_MARK, "mark", optional_argument, "TEXT", 1,
     "add a comment where the query holds: {pgnfind}, or {TEXT}"},
    {OPTION_OUTPUT, "output", required_argument, "FILE", 1,
     "write to FILE; to a database if its name ends in .bcgn"},
    OPTION_LEVELS(1, "its level, from fast to small; the default is -3"),
    {OPTION_LEVEL, "level", required_argument, "N", 1, "the same: 1 to 9"},
    {OPTION_FORCE, "force", no_argument, NULL, 1, "replace an existing output"},
    {OPTION_WAIT, "wait", required_argument, "SECONDS", 1,
     "wait this long while another program changes a database that -f replaces"},

    OPTION_TITLE("Counts and statistics instead of games"),
    {FIND_OPTION_TREE, "tree", optional_argument, "MOVES", 1 | OPTION_MAY_BE_EMPTY,
     "what was played behind these moves, or in a FEN; as a table, or --csv, --json, --html"},
    {FIND_OPTION_DEPTH, "depth", required_argument, "N", 1, "levels of moves (the default is 1)"},
    {OPTION_HTML, "html", no_argument, NULL, 1,
     "a page: of the tree, the table, or games that are found, with boards"},
    {FIND_OPTION_NAMES, "names", required_argument, "NAME", 1,
     "players of that name ('*': all) with their games; or --csv, --json"},
    {FIND_OPTION_OF, "of", required_argument, "TAG", 1,
     "the values of that tag instead: Event, Site, ECO, ..."},
    {FIND_OPTION_STATS, "stats", no_argument, NULL, 1,
     "results, lengths, ratings, years, players and openings; or --csv, --json"},
    {FIND_OPTION_TABLE, "table", required_argument, "KEYS", 1,
     "games by Year, EloBand, ECO, Score, ..., a tag, or up to four: ECO,Year; or --csv, --json, --html"},
    {FIND_OPTION_REPORT, "report", optional_argument, "PLAYER", 1,
     "a page about a player, or with --moves, --eco, --event, ... about these games"},
    {FIND_OPTION_EXPLAIN, "explain", no_argument, NULL, 1,
     "what a search would read, and about how many games it would play through and find"},
    {FIND_OPTION_INDEX, "index", no_argument, NULL, 1,
     "write FILE.idx, which makes searches in FILE fast, instead of searching"},

    OPTION_TITLE("Which games, and in which order"),
    {FIND_OPTION_NOVEL, "novel", required_argument, "FILE", 1,
     "those that leave what FILE's games played before, and where: a list, or --csv, --html, --mark, ..."},
    {OPTION_LIMIT, "limit", required_argument, "N", 1,
     "at most N games, names, rows, or moves of each position of --tree"},
    {OPTION_LIMIT, "first", required_argument, "N", 1, NULL}, /* the word until now */
    {OPTION_LIMIT, "head", required_argument, "N", 1, NULL},  /* pgnunpack has it, too */
    {FIND_OPTION_SORT, "sort", required_argument, "KEY", 1,
     "by date, elo, plies, or tags: white, Round; Event,-Date"},
    {FIND_OPTION_REVERSE, "reverse", no_argument, NULL, 1, "with --sort: the last ones first"},

    {OPTION_WITH_DELETED, "with-deleted", no_argument, NULL, 1, "include deleted games"},

    OPTION_TITLE("What is read"),
    {FIND_OPTION_QUERY, "query", required_argument, "FILE", 1,
     "take the conditions in FILE, one a line; FILE#NAME is one of several queries"},
    {FIND_OPTION_SCOUTFISH, "scoutfish", required_argument, "FILE", 1,
     "take the conditions of a query for Scoutfish, in JSON"},
    {OPTION_RECURSIVE, "recursive", no_argument, NULL, 1, "take the databases in folders"},
    {OPTION_FILE_LIST, "filelist", required_argument, "FILE", 1,
     "take the databases named in FILE, one a line"},

    OPTION_TITLE("Resources"),
    {OPTION_THREADS, "threads", required_argument, "N", 1, "N threads (0, the default: all processors)"},
    {OPTION_MEMORY, "memory", required_argument, "SIZE", 1,
     "take no more memory than SIZE, such as 500M, or fail"},

    OPTION_TITLE("Other"),
    /* Else it would be short for --ids, and what stands behind it an input. */
    {FIND_OPTION_ID, "id", required_argument, NULL, 1, NULL},
    {OPTION_NO_PROGRESS, "no-progress", no_argument, NULL, 1, "no progress bar"},
    {OPTION_QUIET, "quiet", no_argument, NULL, 1, "no warnings; twice: no errors either"},
    {OPTION_VERBOSE, "verbose", no_argument, NULL, 1, "all warnings, and a summary"},
    {OPTION_HELP, "help", no_argument, NULL, 1, "show this help"},
    {OPTION_VERSION, "version", no_argument, NULL, 1, "show the version"},
};

enum { TABLE_COUNT = sizeof own_options / sizeof own_options[0] };

/* Returns 0 when there are not so many. */
static int condition(size_t i, struct option_entry *entry_ret)
{
    struct pgnpack_query_word word;
    if (!pgnpack_query_word(i, &word))
        return 0;
    *entry_ret = (struct option_entry){FIND_OPTION_CONDITION + (int)i,
                                       word.name,
                                       word.value != NULL ? required_argument : no_argument,
                                       word.value,
                                       1,
                                       word.text};
    return 1;
}

/* The options, then the library's conditions. Returns how many they are. */
static size_t find_table_fill(struct option_entry entries[OPTION_TABLE_MAX])
{
    size_t count = TABLE_COUNT;
    memcpy(entries, own_options, sizeof own_options);
    for (size_t i = 0; count < OPTION_TABLE_MAX && condition(i, &entries[count]); i++)
        count++;
    return count;
}

/* The help text of what find_table_fill() gave. Conditions come first. Negative when that failed. */
static int find_table_print(const struct option_table *all, FILE *stream)
{
    const struct option_table options = {own_options, TABLE_COUNT, 1};
    const struct option_table conditions = {all->entries + TABLE_COUNT, all->count - TABLE_COUNT, 1};
    int status = fputs("Usage: pgnfind [OPTION]... [CONDITION]... FILE...\n"
                       "Finds games in packed databases (BCGN files), and writes them.\n"
                       "\nConditions, in their order (of all games, those that fulfil all):\n",
                       stream);
    if (status >= 0)
        status = option_print_groups(&conditions, 1, 0, stream);
    if (status >= 0)
        status = option_print_groups(&options, 1, 0, stream);
    if (status < 0)
        return status;
    return fputs("\nExit status: 0 fine, whether such games were found or not, 1 usage or\n"
                 "environment, 2 damaged input, 3 internal fault, 4 a limit was exceeded. PGN is\n"
                 "packed first, by pgnpack.\n",
                 stream);
}

/* ---- What options set ---- */

/* What reading the command line needs beside the options. */
struct find_reader {
    struct options_reader common; /* its first member, as which it is known */
    struct find_options *options;
    struct option_entry entries[OPTION_TABLE_MAX];
    int forms; /* how many of the options that choose one were given */
    int tasks; /* the same */
};

static const char default_mark[] = "pgnfind";

static enum options_outcome add_condition(struct find_reader *reader, const char *name, const char *value)
{
    const struct find_condition condition = {.name = name, .value = value};
    if (find_condition_add(reader->options, &condition))
        return OPTIONS_RUN;
    message_error(reader->common.messages, NULL, "no memory");
    return OPTIONS_FAILED;
}

static enum options_outcome files_conditions(int are_added)
{
    return are_added ? OPTIONS_RUN : OPTIONS_FAILED;
}

/* ---- Values ---- */

static enum options_outcome set_sort(struct find_reader *reader, const char *word)
{
    if (find_keys_read(&reader->options->sort, word))
        return OPTIONS_RUN;
    return options_fail(&reader->common, "--sort: ", word,
                        " is no key: they are date, elo, plies, and names of tags, as white or Round, or "
                        "several with commas between");
}

static enum options_outcome set_columns(struct find_reader *reader, const char *word)
{
    if (!rows_are_columns(word))
        return options_fail(&reader->common, "--csv: ", word,
                            " is no list of columns such as White,Black,Ply");
    reader->options->common.view.csv_columns = word;
    return OPTIONS_RUN;
}

/* What a comment in braces may be. */
static enum options_outcome set_mark(struct find_reader *reader, const char *word)
{
    if (word != NULL && strpbrk(word, "{}\r\n") != NULL)
        return options_fail(&reader->common, "--mark: ", word,
                            " is no comment: braces and line ends cannot be in it");
    reader->options->mark = word != NULL ? word : default_mark;
    return OPTIONS_RUN;
}

static enum options_outcome set_form(struct find_reader *reader, enum find_form form)
{
    reader->forms += reader->options->form != form;
    reader->options->form = form;
    return OPTIONS_RUN;
}

static enum options_outcome set_task(struct find_reader *reader, enum find_task task)
{
    reader->tasks += reader->options->task != task;
    reader->options->task = task;
    return OPTIONS_RUN;
}

static enum options_outcome set_tree(struct find_reader *reader, const char *word)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    const char *trouble = board != NULL ? find_position_set(board, word != NULL ? word : "") : "no memory";
    if (trouble != NULL)
        message_error(reader->common.messages, NULL, "--tree: '%s' is no position: %s", word, trouble);
    pgnpack_free(board);
    reader->options->position = word != NULL ? word : "";
    set_task(reader, FIND_TREE);
    return trouble == NULL ? OPTIONS_RUN : OPTIONS_FAILED;
}

static enum options_outcome set_depth(struct find_reader *reader, const char *word)
{
    uint64_t depth;
    if (!option_number(word, 1, FIND_TREE_DEPTH_MAX, &depth))
        return options_fail(&reader->common, "--depth: ", word, " is no number of levels from 1 to 40");
    reader->options->depth = (unsigned)depth;
    return OPTIONS_RUN;
}

/* All names: none is asked for. */
static enum options_outcome set_names(struct find_reader *reader, const char *word)
{
    reader->options->name_pattern = strcmp(word, "*") == 0 ? NULL : word;
    return set_task(reader, FIND_NAMES);
}

static enum options_outcome set_table(struct find_reader *reader, const char *list)
{
    struct table_keys keys;
    const char *word, *trouble = table_keys_read(&keys, list, &word);
    if (trouble != NULL) {
        message_error(reader->common.messages, NULL, "--table: '%s' %s%s%s", list, trouble,
                      word != NULL ? " " : "", word != NULL ? word : "");
        return OPTIONS_FAILED;
    }
    for (size_t i = 0; i < keys.count; i++)
        reader->options->shows_score |= keys.keys[i].kind == TABLE_SCORE;
    reader->options->table = list;
    return set_task(reader, FIND_TABLE);
}

/* A player is a condition, too. */
static enum options_outcome set_report(struct find_reader *reader, const char *player)
{
    set_task(reader, FIND_REPORT);
    return player != NULL ? add_condition(reader, "us", player) : OPTIONS_RUN;
}

/* ---- All options ---- */

static enum options_outcome apply_value(struct find_reader *reader, int code, const char *argument)
{
    switch (code) {
    case FIND_OPTION_CSV:
        set_form(reader, FIND_AS_CSV);
        return set_columns(reader, argument);
    case FIND_OPTION_MARK:
        return set_mark(reader, argument);
    case FIND_OPTION_SORT:
        return set_sort(reader, argument);
    case FIND_OPTION_TREE:
        return set_tree(reader, argument);
    case FIND_OPTION_DEPTH:
        return set_depth(reader, argument);
    case FIND_OPTION_NAMES:
        return set_names(reader, argument);
    case FIND_OPTION_TABLE:
        return set_table(reader, argument);
    case FIND_OPTION_QUERY:
        return files_conditions(query_file_add(reader->options, argument, reader->common.messages));
    case FIND_OPTION_SCOUTFISH:
        return files_conditions(scoutfish_file_add(reader->options, argument, reader->common.messages));
    case FIND_OPTION_NOVEL:
        reader->options->novel = argument;
        return OPTIONS_RUN;
    case FIND_OPTION_SVG:
        reader->options->pictures = argument;
        return set_form(reader, FIND_AS_PICTURES);
    case FIND_OPTION_REPORT:
        return set_report(reader, argument);
    case FIND_OPTION_OF:
        reader->options->name_tag = argument;
        return OPTIONS_RUN;
    case FIND_OPTION_ID:
        return options_fail(&reader->common, "--id: ", argument,
                            " is had by pgnunpack -g, and --ids tells ids");
    default:
        return options_set(&reader->common, code, argument);
    }
}

/* An options_set_function: what an option of pgnfind says, which may be a condition. */
static enum options_outcome find_options_set(struct options_reader *common, int code, const char *argument)
{
    struct find_reader *reader = (struct find_reader *)common;
    if (code >= FIND_OPTION_CONDITION) {
        return add_condition(reader, common->entry->name, argument);
    }
    switch (code) {
    case FIND_OPTION_COUNT:
        return set_form(reader, FIND_AS_COUNT);
    case FIND_OPTION_NUMBERS:
        return set_form(reader, FIND_AS_NUMBERS);
    case FIND_OPTION_IDS:
        return set_form(reader, FIND_AS_IDS);
    case FIND_OPTION_JSON:
        return set_form(reader, FIND_AS_JSON);
    case FIND_OPTION_DIAGRAM:
        return set_form(reader, FIND_AS_DIAGRAM);
    case FIND_OPTION_EXPORT:
        reader->options->exports = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_NO_FLAGS:
        reader->options->common.view.no_flags = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_STATS:
        return set_task(reader, FIND_STATS);
    case FIND_OPTION_INDEX:
        return set_task(reader, FIND_INDEX);
    case FIND_OPTION_EXPLAIN:
        return set_task(reader, FIND_EXPLAIN);
    case FIND_OPTION_REVERSE:
        reader->options->reverse = 1;
        return OPTIONS_RUN;
    default:
        return apply_value(reader, code, argument);
    }
}

/* ---- What the options say together ---- */

/* Does a condition ask for one side, with either colour? */
static int speaks_for_us(const struct find_reader *reader)
{
    static const char *const words[] = {"us", "them", "either"};
    for (size_t i = 0; i < reader->options->condition_count; i++)
        for (size_t j = 0; j < sizeof words / sizeof words[0]; j++)
            if (strcmp(reader->options->conditions[i].name, words[j]) == 0)
                return 1;
    return 0;
}

/* The moves from the start are seldom meant where a position is asked for. */
static enum options_outcome check_tree(const struct find_reader *reader)
{
    const struct find_options *options = reader->options;
    for (size_t i = 0; i < options->condition_count && options->position[0] == '\0'; i++)
        if (strcmp(options->conditions[i].name, "fen") == 0 ||
            strcmp(options->conditions[i].name, "moves") == 0) {
            message_notice(
                reader->common.messages, NULL,
                "--tree is from the first move on, of games with the position of --%s; --tree='%s' is "
                "what was played there",
                options->conditions[i].name, options->conditions[i].value);
            break;
        }
    if (options->condition_count == 1 && strcmp(options->conditions[0].name, "variations") == 0)
        return options_fail(&reader->common, "the option ", "--variations",
                            " goes with conditions that are looked for there; --tree counts main lines");
    return OPTIONS_RUN;
}

/* Of what is counted in place of games. */
static enum options_outcome check_task(const struct find_reader *reader)
{
    const struct find_options *options = reader->options;
    int is_task = options->task != FIND_GAMES;
    if (reader->tasks > 1)
        return options_fail(&reader->common, "--tree, --names, --stats, --table, --report, --explain and ",
                            "--index", " exclude each other");
    if (options->task == FIND_INDEX && (options->form != FIND_AS_TEXT || options->common.output != NULL ||
                                        reader->options->condition_count != 0))
        return options_fail(&reader->common, "the option ", "--index",
                            " goes with FILEs only: the index of each is FILE.idx, and is of all its games");
    if (options->novel != NULL && (is_task || options->sort.count != 0))
        return options_fail(&reader->common, "the option ", "--novel",
                            " goes with games that are written, in the order of their databases");
    if (options->novel != NULL && options->form == FIND_AS_TEXT && !options->exports &&
        options->mark == NULL && !options->packs && !options->common.view.html)
        reader->options->form = FIND_AS_LIST;
    if (options->task == FIND_REPORT && options->form != FIND_AS_TEXT)
        return options_fail(&reader->common, "the option ", "--report",
                            " makes a page, and goes with no other form");
    if (options->task == FIND_EXPLAIN && options->form != FIND_AS_TEXT)
        return options_fail(&reader->common, "the option ", "--explain",
                            " says how a search would go, and goes with no other form");
    if (options->task == FIND_REPORT && options->condition_count == 0)
        return options_fail(
            &reader->common, "the option ", "--report",
            " needs to know what about: a player, as --report=Carlsen, or conditions such as --eco B90");
    if (options->task == FIND_TREE && check_tree(reader) != OPTIONS_RUN)
        return OPTIONS_FAILED;
    if (options->depth != 0 && options->task != FIND_TREE)
        return options_fail(&reader->common, "the option ", "--depth", " goes with --tree");
    if (options->common.view.html &&
        ((is_task && options->task != FIND_TREE && options->task != FIND_TABLE &&
          options->task != FIND_REPORT) ||
         options->form != FIND_AS_TEXT || options->exports || options->mark != NULL || options->packs))
        return options_fail(
            &reader->common, "the option ", "--html",
            " makes a page of games that are found, of --tree or of --table, and goes with no other form");
    if (options->common.view.html && options->task != FIND_TREE)
        reader->options->form = FIND_AS_PAGE;
    if (options->name_tag != NULL && options->task != FIND_NAMES)
        return options_fail(&reader->common, "the option ", "--of", " goes with --names");
    if (is_task && (options->form == FIND_AS_COUNT || options->form == FIND_AS_NUMBERS ||
                    options->form == FIND_AS_IDS || options->form == FIND_AS_DIAGRAM ||
                    options->form == FIND_AS_PICTURES || options->common.view.csv_columns != NULL))
        return options_fail(&reader->common, "-c, --numbers, --ids, --diagram, --svg and columns of ",
                            "--csv", " are about games that are found");
    if (is_task && (options->sort.count != 0 || options->exports || options->mark != NULL || options->packs))
        return options_fail(&reader->common, "--sort, --export, --mark and ", "-o FILE.bcgn",
                            " are about games that are found");
    return OPTIONS_RUN;
}

static enum options_outcome check_all(struct find_reader *reader)
{
    struct find_options *options = reader->options;
    options->packs = options->common.output != NULL && output_name_is_bcgn(options->common.output);
    if (reader->forms > 1)
        return options_fail(&reader->common, "-c, --numbers, --ids, --csv, --diagram, --svg and ", "--json",
                            " exclude each other");
    if (options->form == FIND_AS_PICTURES && options->common.output != NULL)
        return options_fail(&reader->common, "the option ", "--svg",
                            " writes a file each into its folder: -o has nothing to do");
    if (options->form != FIND_AS_TEXT && options->exports)
        return options_fail(&reader->common, "the option ", "--export",
                            " is about PGN: it goes with no other form");
    if (options->common.view.no_flags &&
        (options->form != FIND_AS_TEXT || options->task != FIND_GAMES || options->packs))
        return options_fail(&reader->common, "the option ", "--no-flags", " goes with games as PGN");
    if (options->form != FIND_AS_TEXT && options->mark != NULL)
        return options_fail(&reader->common, "the option ", "--mark",
                            " is about PGN: it goes with no other form");
    if (options->form != FIND_AS_TEXT && options->packs)
        return options_fail(&reader->common, "-o ", options->common.output,
                            " makes a database, which takes games as PGN");
    if (options->common.level != 0 && !options->packs)
        return options_fail(&reader->common, "a level is for databases: give ", "-o FILE.bcgn", " too");
    if (options->reverse && options->sort.count == 0)
        return options_fail(&reader->common, "the option ", "--reverse", " goes with --sort");
    if (options->reverse)
        find_keys_reverse(&options->sort);
    options->has_conditions = reader->options->condition_count != 0;
    options->is_ours = speaks_for_us(reader);
    return check_task(reader);
}

static int print_help(const struct options_reader *reader, FILE *stream)
{
    return find_table_print(reader->table, stream);
}

/* Where a condition lacks its dashes, or is a bare name, all games of the other files would be written. A file that is missing is told later. */
static enum options_outcome check_files(const struct options_reader *common)
{
    const struct input_list *inputs = &common->options->inputs;
    struct file_facts facts;
    for (size_t i = 0; i < inputs->count; i++) {
        const char *name = inputs->names[i];
        size_t size = strcspn(name, "=");
        int is_condition = name[size] == '=' && option_is_condition(name, size);
        int may_be_file = !is_condition && strpbrk(name, "./\\-") != NULL;
        if (may_be_file || system_facts(name, &facts) != ENOENT)
            continue;
        message_error(common->messages, IN_FILE(name), "%s; conditions begin with two dashes, as in --%s",
                      strerror(ENOENT), is_condition ? name : "player=Carlsen");
        return OPTIONS_FAILED;
    }
    return OPTIONS_RUN;
}

/* An options_check_function. */
static enum options_outcome check(struct options_reader *common)
{
    struct find_reader *reader = (struct find_reader *)common;
    struct file_facts facts;
    enum options_outcome outcome = check_all(reader);
    if (outcome == OPTIONS_RUN)
        outcome = find_query_make(reader->options, reader->common.messages) ? OPTIONS_RUN : OPTIONS_FAILED;
    if (outcome == OPTIONS_RUN && common->operand_count + common->list_count == 0 &&
        (!input_facts("-", &facts) || facts.kind != FILE_REGULAR))
        return options_fail(common, "no database given: name one, as ", "games.bcgn",
                            "; standard input is not one");
    if (outcome == OPTIONS_RUN)
        outcome = options_find_inputs(common);
    return outcome == OPTIONS_RUN ? check_files(common) : outcome;
}

enum options_outcome find_options_read(struct find_options *options, int argument_count, char **arguments,
                                       struct messages *messages)
{
    enum options_outcome outcome;
    struct find_reader reader = {.common = {.options = &options->common,
                                            .messages = messages,
                                            .help = "pgnfind",
                                            .print_help = print_help,
                                            .set = find_options_set},
                                 .options = options};
    const struct option_table table = {reader.entries, find_table_fill(reader.entries), 1};
    reader.common.table = &table;
    memset(options, 0, sizeof *options);
    options_begin(&options->common, COMMAND_FIND, messages);
    options->common.salvage = 1; /* what can be had is given, whatever is damaged */
    outcome = options_read_words(&reader.common, argument_count, arguments, check);
    return outcome;
}
