#include "cli/options_table.h"

#define BOTH (COMMAND_PACK | COMMAND_UNPACK)

const struct option_entry option_table[OPTION_COUNT] = {
    {OPTION_OUTPUT, "output", required_argument, "FILE", BOTH, "write to FILE ('-': standard output)"},
    {OPTION_STDOUT, "stdout", no_argument, NULL, BOTH, "write to standard output"},
    {OPTION_DECOMPRESS, "decompress", no_argument, NULL, BOTH, "unpack, as pgnunpack does"},
    {OPTION_FORCE, "force", no_argument, NULL, BOTH,
     "replace an existing output, write binary data to a terminal"},
    {OPTION_KEEP, "keep", no_argument, NULL, BOTH, "keep the input (always done)"},
    {'1', NULL, no_argument, NULL, COMMAND_PACK, "fast ... small (the default is 3)"},
    {'2', NULL, no_argument, NULL, COMMAND_PACK, NULL},
    {'3', NULL, no_argument, NULL, COMMAND_PACK, NULL},
    {'4', NULL, no_argument, NULL, COMMAND_PACK, NULL},
    {'5', NULL, no_argument, NULL, COMMAND_PACK, NULL},
    {'6', NULL, no_argument, NULL, COMMAND_PACK, NULL},
    {'7', NULL, no_argument, NULL, COMMAND_PACK, NULL},
    {'8', NULL, no_argument, NULL, COMMAND_PACK, NULL},
    {'9', NULL, no_argument, NULL, COMMAND_PACK, NULL},
    {OPTION_BEST, "best", no_argument, NULL, COMMAND_PACK, "as small as can be: -9"},
    {OPTION_MOVES, "moves", required_argument, "CODEC", COMMAND_PACK,
     "moves as index (a byte each) or bits (by the number of legal moves)"},
    {OPTION_BLOCK_SIZE, "block-size", required_argument, "SIZE", COMMAND_PACK,
     "text in a block, such as 512K; at most 16M"},
    {OPTION_THREADS, "threads", required_argument, "N", BOTH, "N threads (0, the default: all processors)"},
    {OPTION_MEMORY, "memory", required_argument, "SIZE", BOTH, "fail rather than take more memory than that"},
    {OPTION_VERIFY, "verify", no_argument, NULL, COMMAND_PACK, "unpack each block before it is written"},
    {OPTION_SALVAGE, "salvage", no_argument, NULL, COMMAND_UNPACK,
     "write all blocks that are whole, name what is lost (status 2)"},
    {OPTION_BCGN0, "bcgn0", optional_argument, "SCHEME", COMMAND_PACK,
     "write BCGN 0 with moves as index (the default), fixed or variable"},
    {OPTION_HEADERLESS, "headerless", no_argument, NULL, COMMAND_PACK,
     "BCGN 0: only moves and results, no tags"},
    {OPTION_ROSTER_ONLY, "roster-only", no_argument, NULL, COMMAND_PACK,
     "BCGN 0: drop the tags that have no field of their own"},
    {OPTION_LOSSY, "lossy", no_argument, NULL, COMMAND_PACK,
     "BCGN 0: leave out and report what the format cannot hold"},
    {OPTION_NO_UNWRAP, "no-unwrap", no_argument, NULL, BOTH,
     "take compressed files and archives as they are"},
    {OPTION_MAX_EXPANSION, "max-expansion", required_argument, "N", BOTH,
     "refuse wrappers that expand more than N times, or to more than N bytes (40G)"},
    {OPTION_NO_PROGRESS, "no-progress", no_argument, NULL, BOTH, "no progress bar"},
    {OPTION_QUIET, "quiet", no_argument, NULL, BOTH, "no warnings; twice: no errors either"},
    {OPTION_VERBOSE, "verbose", no_argument, NULL, BOTH, "all warnings, and a summary"},
    {OPTION_HELP, "help", no_argument, NULL, BOTH, "show this help"},
    {OPTION_VERSION, "version", no_argument, NULL, BOTH, "show the version"},
};

static int has_letter(const struct option_entry *entry)
{
    return entry->code < 256;
}

static int belongs_to(const struct option_entry *entry, enum command program)
{
    return program == COMMAND_PACK || (entry->commands & program) != 0;
}

/*
 * "-" in front: operands come in their order as code 1, also where POSIXLY_CORRECT is set. ":": a missing
 * argument is told from an unknown option.
 */
void options_table_strings(enum command program, struct option_strings *strings)
{
    char *letters = strings->letters;
    struct option *names = strings->names;
    *letters++ = '-';
    *letters++ = ':';
    for (unsigned i = 0; i < OPTION_COUNT; i++) {
        const struct option_entry *entry = &option_table[i];
        if (!belongs_to(entry, program))
            continue;
        if (entry->name != NULL)
            *names++ = (struct option){entry->name, entry->argument, NULL, entry->code};
        if (has_letter(entry))
            *letters++ = (char)entry->code;
        if (has_letter(entry) && entry->argument == required_argument)
            *letters++ = ':';
    }
    *letters = '\0';
    *names = (struct option){NULL, 0, NULL, 0};
}

const struct option_entry *options_table_find(int code)
{
    for (unsigned i = 0; i < OPTION_COUNT; i++)
        if (option_table[i].code == code)
            return &option_table[i];
    return NULL;
}

static const char *usage_of(enum command program)
{
    return program == COMMAND_PACK ? "Usage: pgnpack [OPTION]... [FILE]...\n"
                                     "Packs chess games in PGN into a BCGN file.\n\n"
                                   : "Usage: pgnunpack [OPTION]... [FILE]...\n"
                                     "Unpacks BCGN files into chess games in PGN.\n\n";
}

static int print_entry(const struct option_entry *entry, FILE *stream)
{
    char name[60];
    if (entry->help == NULL)
        return 0;
    if (entry->code == OPTION_LEVEL_MIN)
        return fprintf(stream, "  -1 ... -9                  %s\n", entry->help);
    if (entry->argument == no_argument)
        snprintf(name, sizeof name, "%s", entry->name);
    else if (entry->argument == optional_argument)
        snprintf(name, sizeof name, "%s[=%s]", entry->name, entry->argument_name);
    else
        snprintf(name, sizeof name, "%s=%s", entry->name, entry->argument_name);
    if (has_letter(entry))
        return fprintf(stream, "  -%c, --%-19s %s\n", entry->code, name, entry->help);
    return fprintf(stream, "      --%-19s %s\n", name, entry->help);
}

int options_table_print(enum command program, FILE *stream)
{
    int status = fputs(usage_of(program), stream);
    for (unsigned i = 0; i < OPTION_COUNT && status >= 0; i++)
        if (belongs_to(&option_table[i], program))
            status = print_entry(&option_table[i], stream);
    if (status < 0)
        return status;
    return fputs(
        "\nWithout FILE, or with '-', standard input is read. Input may be compressed or in an archive\n"
        "(gz bz2 xz zst zip 7z tar). Exit status: 0 fine, 1 usage or environment, 2 damaged input,\n"
        "3 internal fault, 4 a limit was exceeded or the format cannot hold it.\n",
        stream);
}
