#include "cli/options/options_table.h"

#include <string.h>

/* In the order of --help, group by group. */
static const struct option_entry entries[] = {
    OPTION_TITLE("Levels and size"),
    OPTION_LEVELS(SCOPE_PACK | SCOPE_BCGN1, "from fast to small; the default is -3"),
    {OPTION_LEVEL, "level", required_argument, "N", SCOPE_PACK | SCOPE_BCGN1, "the same: 1 to 9"},
    {OPTION_BEST, "best", no_argument, NULL, SCOPE_PACK | SCOPE_BCGN1, "as small as can be: -9"},
    {OPTION_MOVES, "moves", required_argument, "CODEC", SCOPE_PACK | SCOPE_BCGN1,
     "keep moves as index, bits, table, model or best, from fast to small"},
    {OPTION_BLOCK_SIZE, "block-size", required_argument, "SIZE", SCOPE_PACK | SCOPE_BCGN1,
     "text in a block, such as 512K; at most 16M"},
    {OPTION_INDEX, "index", no_argument, NULL, SCOPE_PACK | SCOPE_BCGN1,
     "include the search index, at every level"},
    {OPTION_NO_INDEX, "no-index", no_argument, NULL, SCOPE_PACK | SCOPE_BCGN1,
     "no search index, at levels 3 and 4 either"},

    OPTION_TITLE("Existing databases"),
    {OPTION_APPEND, "append", required_argument, "DB", SCOPE_PACK | SCOPE_BCGN1,
     "add the games to the database DB; what is in it stays as it is"},
    {OPTION_WAIT, "wait", required_argument, "SECONDS", SCOPE_PACK | SCOPE_BCGN1,
     "wait this long while another program changes the database"},

    OPTION_TITLE("What is written"),
    {OPTION_OUTPUT, "output", required_argument, "FILE", SCOPE_BOTH | SCOPE_OUTPUT,
     "write to FILE ('-': standard output)"},
    {OPTION_STDOUT, "stdout", no_argument, NULL, SCOPE_BOTH | SCOPE_OUTPUT, "write to standard output"},
    {OPTION_DIRECTORY, "directory", required_argument, "DIR", SCOPE_UNPACK | SCOPE_OUTPUT,
     "write the files that were packed together into the folder DIR"},
    {OPTION_NO_TIMES, "no-times", no_argument, NULL, SCOPE_BOTH | SCOPE_OUTPUT,
     "without the times of files that are packed together, or that -C writes"},
    {OPTION_FORCE, "force", no_argument, NULL, SCOPE_BOTH,
     "replace an existing output, write binary data to a terminal"},
    {OPTION_KEEP, "keep", no_argument, NULL, SCOPE_BOTH, "keep the inputs (the default)"},
    {OPTION_REMOVE, "rm", no_argument, NULL, SCOPE_BOTH | SCOPE_BCGN1 | SCOPE_OUTPUT,
     "remove the inputs once the output is on the disk and was read back"},

    OPTION_TITLE("What is read"),
    {OPTION_RECURSIVE, "recursive", no_argument, NULL, SCOPE_BOTH, "take the files in folders"},
    {OPTION_FILE_LIST, "filelist", required_argument, "FILE", SCOPE_BOTH,
     "take the files named in FILE, one a line"},
    {OPTION_WITH_DELETED, "with-deleted", no_argument, NULL, SCOPE_BOTH, "include deleted games"},

    OPTION_TITLE("Views: lists, games and tables"),
    {OPTION_LIST, "list", no_argument, NULL, SCOPE_UNPACK | SCOPE_FIRST,
     "list packed files (-v: blocks and columns, too)"},
    {OPTION_COUNT_GAMES, "count", no_argument, NULL, SCOPE_UNPACK, "print how many games there are"},
    {OPTION_JSON, "json", no_argument, NULL, SCOPE_UNPACK, "games as JSON, one a line; with -l the list"},
    {OPTION_HTML, "html", no_argument, NULL, SCOPE_UNPACK, "with -l: a page of charts and tables"},
    {OPTION_CSV, "csv", optional_argument, "COLUMNS", SCOPE_UNPACK | SCOPE_OUTPUT,
     "games as a table of tags, GameNumber, GameId, Plies"},
    {OPTION_GAMES, "games", required_argument, "N,M-K", SCOPE_UNPACK | SCOPE_OUTPUT,
     "only these games, counted from 1, in this order; @FILE: those in FILE"},
    {OPTION_MEMBER, "member", required_argument, "NAME", SCOPE_UNPACK | SCOPE_OUTPUT,
     "only the files of that name, or pattern, that were packed together"},
    {OPTION_SKIP, "skip", required_argument, "N", SCOPE_UNPACK | SCOPE_OUTPUT, "not the first N games"},
    {OPTION_LIMIT, "limit", required_argument, "N", SCOPE_UNPACK | SCOPE_OUTPUT, "at most N games"},
    {OPTION_HEAD, "head", required_argument, "N", SCOPE_UNPACK | SCOPE_OUTPUT, "the same"},
    {OPTION_SHARD, "shard", required_argument, "I/N", SCOPE_UNPACK | SCOPE_OUTPUT,
     "part I of N parts, which together are the whole text"},
    {OPTION_TAGS_ONLY, "tags-only", no_argument, NULL, SCOPE_UNPACK | SCOPE_OUTPUT,
     "only the tags of the games"},
    {OPTION_NUMBERS, "numbers", no_argument, NULL, SCOPE_UNPACK | SCOPE_OUTPUT,
     "with --tags-only: each game's number, too"},
    {OPTION_IDS, "ids", no_argument, NULL, SCOPE_UNPACK | SCOPE_OUTPUT,
     "with --tags-only: each game's id, which changes of the database leave to it"},
    {OPTION_NO_FLAGS, "no-flags", no_argument, NULL, SCOPE_UNPACK | SCOPE_OUTPUT,
     "games without the tag Flags, which pgndb flag sets"},

    OPTION_TITLE("Checks and damage"),
    {OPTION_TEST, "test", no_argument, NULL, SCOPE_UNPACK | SCOPE_FIRST, "test packed files, write nothing"},
    {OPTION_VERIFY, "verify", no_argument, NULL, SCOPE_PACK | SCOPE_BCGN1,
     "unpack each block before it is written"},
    {OPTION_SALVAGE, "salvage", no_argument, NULL, SCOPE_UNPACK,
     "write all blocks that are whole, name what is lost (status 2)"},
    {OPTION_EXPECT_GAMES, "expect-games", required_argument, "N", SCOPE_UNPACK,
     "status 2 unless there are exactly N games"},

    OPTION_TITLE("BCGN 0, the published format"),
    {OPTION_BCGN0, "bcgn0", optional_argument, "SCHEME", SCOPE_PACK,
     "write BCGN 0 with moves as index (the default), fixed or variable"},
    {OPTION_HEADERLESS, "headerless", no_argument, NULL, SCOPE_PACK | SCOPE_BCGN0,
     "only moves and results, no tags"},
    {OPTION_ROSTER_ONLY, "roster-only", no_argument, NULL, SCOPE_PACK | SCOPE_BCGN0,
     "drop the tags that have no field of their own"},
    {OPTION_LOSSY, "lossy", no_argument, NULL, SCOPE_PACK | SCOPE_BCGN0,
     "leave out and report what the format cannot hold"},

    OPTION_TITLE("Compressed input and archives"),
    {OPTION_NO_UNWRAP, "no-unwrap", no_argument, NULL, SCOPE_BOTH,
     "take compressed files and archives as they are"},
    {OPTION_MAX_EXPANSION, "max-expansion", required_argument, "N", SCOPE_BOTH,
     "refuse what expands more than N times, or to more than N bytes (40G)"},

    OPTION_TITLE("Resources"),
    {OPTION_THREADS, "threads", required_argument, "N", SCOPE_BOTH,
     "N threads (0, the default: all processors)"},
    {OPTION_MEMORY, "memory", required_argument, "SIZE", SCOPE_BOTH,
     "take no more memory than SIZE, such as 500M, or fail"},

    OPTION_TITLE("Other"),
    {OPTION_NO_PROGRESS, "no-progress", no_argument, NULL, SCOPE_BOTH, "no progress bar"},
    {OPTION_QUIET, "quiet", no_argument, NULL, SCOPE_BOTH, "no warnings; twice: no errors either"},
    {OPTION_VERBOSE, "verbose", no_argument, NULL, SCOPE_BOTH, "all warnings, and a summary"},
    {OPTION_DECOMPRESS, "decompress", no_argument, NULL, SCOPE_BOTH | SCOPE_FIRST,
     "unpack, as pgnunpack does and with its options"},
    {OPTION_HELP, "help", no_argument, NULL, SCOPE_BOTH, "show this help"},
    {OPTION_VERSION, "version", no_argument, NULL, SCOPE_BOTH, "show the version"},
};

enum { ENTRY_COUNT = sizeof entries / sizeof entries[0] };

const struct option_table pack_table = {entries, ENTRY_COUNT, SCOPE_BOTH};
const struct option_table unpack_table = {entries, ENTRY_COUNT, SCOPE_UNPACK};

/* What of unpacking pgnpack's help shows; pgnunpack's has the rest. */
static const int unpacking_codes[] = {OPTION_DECOMPRESS, OPTION_TEST, OPTION_LIST};

static const char *usage_of(enum command program)
{
    return program == COMMAND_PACK ? "Usage: pgnpack [OPTION]... [FILE]...\n"
                                     "Packs chess games in PGN into BCGN files.\n"
                                   : "Usage: pgnunpack [OPTION]... [FILE]...\n"
                                     "Unpacks BCGN files into chess games in PGN.\n";
}

static int print_unpacking(FILE *stream)
{
    int status = fputs("\nUnpacking (see pgnunpack --help):\n", stream);
    for (size_t i = 0; i < sizeof unpacking_codes / sizeof unpacking_codes[0] && status >= 0; i++)
        status = option_print(option_find(&pack_table, unpacking_codes[i]), stream);
    return status;
}

int options_table_print(enum command program, FILE *stream)
{
    int status = fputs(usage_of(program), stream);
    int packs = program == COMMAND_PACK;
    if (status >= 0)
        status = option_print_groups(&pack_table, packs ? SCOPE_PACK : SCOPE_UNPACK, packs ? SCOPE_FIRST : 0,
                                     stream);
    if (packs && status >= 0)
        status = print_unpacking(stream);
    if (status < 0)
        return status;
    return fputs("\nWithout FILE, or with '-', standard input is read. Input may be compressed or in\n"
                 "an archive (gz bz2 xz zst zip 7z tar). Exit status: 0 fine, 1 usage or\n"
                 "environment, 2 damaged input, 3 internal fault, 4 a limit was exceeded or the\n"
                 "format cannot hold it.\n",
                 stream);
}
