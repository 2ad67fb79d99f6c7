#include "cli/find/find_table.h"

#include <string.h>

static const struct option_entry table[] = {
    OPTION_TITLE("What is written"),
    {FIND_OPTION_COUNT, "count", no_argument, NULL, 1, "print how many games there are, and no more"},
    {FIND_OPTION_NUMBERS, "numbers", no_argument, NULL, 1, "their numbers, and the ply that was looked for"},
    {FIND_OPTION_IDS, "ids", no_argument, NULL, 1,
     "the same with ids, which stay when the database is changed"},
    {FIND_OPTION_CSV, "csv", optional_argument, "COLUMNS", 1,
     "as a table: tags, GameNumber, GameId, Ply, LastPly, Plies, File"},
    {FIND_OPTION_JSON, "json", no_argument, NULL, 1, "as JSON, a game a line"},
    {FIND_OPTION_EXPORT, "export", no_argument, NULL, 1,
     "PGN in export format, in place of the games' own bytes"},
    {FIND_OPTION_MARK, "mark", optional_argument, "TEXT", 1,
     "a comment where the query is fulfilled: {pgnfind}, or {TEXT}"},
    {OPTION_OUTPUT, "output", required_argument, "FILE", 1,
     "write to FILE; to a database if its name ends in .bcgn"},
    OPTION_LEVELS(1, "its level, from fast to small; the default is -3"),
    {OPTION_LEVEL, "level", required_argument, "N", 1, "the same: 1 to 9"},
    {OPTION_FORCE, "force", no_argument, NULL, 1, "replace an existing output"},
    {OPTION_WAIT, "wait", required_argument, "SECONDS", 1,
     "wait so long for another program that changes a database which -f replaces"},

    OPTION_TITLE("What is counted in place of that"),
    {FIND_OPTION_TREE, "tree", optional_argument, "MOVES", 1 | OPTION_MAY_BE_EMPTY,
     "what was played behind these moves, or in a FEN; as a table, or --csv, --json, --html"},
    {FIND_OPTION_DEPTH, "depth", required_argument, "N", 1, "so many levels of moves (1)"},
    {OPTION_HTML, "html", no_argument, NULL, 1, "a page"},
    {FIND_OPTION_NAMES, "names", required_argument, "NAME", 1,
     "players of that name ('*': all) with their games; or --csv, --json"},
    {FIND_OPTION_OF, "of", required_argument, "TAG", 1,
     "the values of that tag instead: Event, Site, ECO, ..."},
    {FIND_OPTION_STATS, "stats", no_argument, NULL, 1,
     "results, lengths, ratings, years, players and openings; or --csv, --json"},
    {FIND_OPTION_INDEX, "index", no_argument, NULL, 1,
     "make FILE.idx, which makes searches in FILE fast, in place of searching"},

    OPTION_TITLE("Which of them, and in which order"),
    {FIND_OPTION_FIRST, "first", required_argument, "N", 1, "at most N games, or names"},
    {FIND_OPTION_SORT, "sort", required_argument, "KEY", 1,
     "by date, elo, plies, or a tag: white, black, event, ..."},
    {FIND_OPTION_REVERSE, "reverse", no_argument, NULL, 1, "with --sort: the last ones first"},

    {OPTION_WITH_DELETED, "with-deleted", no_argument, NULL, 1, "include deleted games"},

    OPTION_TITLE("What is read"),
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

enum { TABLE_COUNT = sizeof table / sizeof table[0] };

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

size_t find_table_fill(struct option_entry entries[OPTION_TABLE_MAX])
{
    size_t count = TABLE_COUNT;
    memcpy(entries, table, sizeof table);
    for (size_t i = 0; count < OPTION_TABLE_MAX && condition(i, &entries[count]); i++)
        count++;
    return count;
}

/* Conditions come first. */
int find_table_print(const struct option_table *all, FILE *stream)
{
    const struct option_table options = {table, TABLE_COUNT, 1};
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
