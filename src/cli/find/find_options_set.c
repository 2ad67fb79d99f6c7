#include "cli/find/find_options_set.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/find_key.h"
#include "cli/search/find_position.h"
#include "cli/find/find_table.h"
#include "cli/count/find_tree.h"
#include "cli/base/option_values.h"
#include "cli/run/rows.h"

enum { THREADS_MAX = 100000 };

static const char default_mark[] = "pgnfind";

enum options_outcome find_reader_fail(const struct find_reader *reader, const char *before,
                                      const char *detail, const char *after)
{
    message_error(reader->messages, NULL, "%s'%s'%s; see pgnfind --help", before, detail, after);
    return OPTIONS_FAILED;
}

/* ---- Values ---- */

static enum options_outcome set_level(struct find_reader *reader, const char *word)
{
    uint64_t level;
    if (!option_number(word, PGNPACK_LEVEL_MIN, PGNPACK_LEVEL_MAX, &level))
        return find_reader_fail(reader, "", word, " is no level: they go from 1 (fast) to 9 (small)");
    reader->options->common.level = (int)level;
    reader->has_level = 1;
    return OPTIONS_RUN;
}

static enum options_outcome set_threads(struct find_reader *reader, const char *word)
{
    uint64_t value;
    if (!option_number(word, 0, THREADS_MAX, &value))
        return find_reader_fail(reader, "-T: ", word, " is no number of threads; 0 takes all processors");
    reader->options->common.threads = (unsigned)(value < PGNPACK_THREADS_MAX ? value : PGNPACK_THREADS_MAX);
    return OPTIONS_RUN;
}

static enum options_outcome set_memory(struct find_reader *reader, const char *word)
{
    struct options *options = &reader->options->common;
    int has_unit;
    if (!option_size(word, &options->memory_limit, &has_unit) || options->memory_limit > SIZE_MAX)
        return find_reader_fail(reader, "-M: ", word, " is no size such as 500M");
    return OPTIONS_RUN;
}

static enum options_outcome set_first(struct find_reader *reader, const char *word)
{
    if (!option_number(word, 0, UINT64_MAX, &reader->options->first))
        return find_reader_fail(reader, "-n: ", word, " is no number of games");
    return OPTIONS_RUN;
}

static enum options_outcome set_sort(struct find_reader *reader, const char *word)
{
    if (!find_key_is_one(word))
        return find_reader_fail(
            reader, "--sort: ", word,
            " is no key: they are date, elo, plies, and names of tags, as white or Round");
    reader->options->sort = word;
    return OPTIONS_RUN;
}

static enum options_outcome set_columns(struct find_reader *reader, const char *word)
{
    if (!rows_are_columns(word))
        return find_reader_fail(reader, "--csv: ", word, " is no list of columns such as White,Black,Ply");
    reader->options->common.csv_columns = word;
    return OPTIONS_RUN;
}

/* What a comment in braces may be. */
static enum options_outcome set_mark(struct find_reader *reader, const char *word)
{
    if (word != NULL && strpbrk(word, "{}\r\n") != NULL)
        return find_reader_fail(reader, "--mark: ", word,
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
        message_error(reader->messages, NULL, "--tree: '%s' is no position: %s", word, trouble);
    pgnpack_board_free(board);
    reader->options->position = word != NULL ? word : "";
    set_task(reader, FIND_TREE);
    return trouble == NULL ? OPTIONS_RUN : OPTIONS_FAILED;
}

static enum options_outcome set_depth(struct find_reader *reader, const char *word)
{
    uint64_t depth;
    if (!option_number(word, 1, FIND_TREE_DEPTH_MAX, &depth))
        return find_reader_fail(reader, "--depth: ", word, " is no number of levels from 1 to 40");
    reader->options->depth = (unsigned)depth;
    return OPTIONS_RUN;
}

static enum options_outcome set_wait(struct find_reader *reader, const char *word)
{
    uint64_t value;
    if (!option_number(word, 0, OPTION_WAIT_MAX, &value))
        return find_reader_fail(reader, "--wait: ", word, " is no number of seconds");
    reader->options->common.wait_seconds = (unsigned)value;
    return OPTIONS_RUN;
}

/* All names: none is asked for. */
static enum options_outcome set_names(struct find_reader *reader, const char *word)
{
    reader->options->name_pattern = strcmp(word, "*") == 0 ? NULL : word;
    return set_task(reader, FIND_NAMES);
}

/* ---- Help ---- */

static enum options_outcome finish_output(int status)
{
    return status >= 0 && fflush(stdout) == 0 && !ferror(stdout) ? OPTIONS_DONE : OPTIONS_FAILED;
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
    case FIND_OPTION_WAIT:
        return set_wait(reader, argument);
    case FIND_OPTION_OUTPUT:
        reader->options->common.output = argument;
        return OPTIONS_RUN;
    case FIND_OPTION_ID:
        return find_reader_fail(reader, "--id: ", argument, " is had by pgnunpack -g, and --ids tells ids");
    case FIND_OPTION_FILE_LIST:
        reader->lists[reader->list_count++] = argument;
        return input_list_add(&reader->options->common.lists, argument) ? OPTIONS_RUN : OPTIONS_FAILED;
    default:
        return OPTIONS_FAILED;
    }
}

enum options_outcome find_reader_set(struct find_reader *reader, int code, const char *argument)
{
    struct options *common = &reader->options->common;
    switch (code) {
    case FIND_OPTION_COUNT:
        return set_form(reader, FIND_AS_COUNT);
    case FIND_OPTION_NUMBERS:
        return set_form(reader, FIND_AS_NUMBERS);
    case FIND_OPTION_IDS:
        return set_form(reader, FIND_AS_IDS);
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
    case FIND_OPTION_WITH_DELETED:
        common->with_deleted = 1;
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
