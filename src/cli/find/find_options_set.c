#include "cli/find/find_options_set.h"

#include <string.h>

#include "cli/base/find_key.h"
#include "cli/search/find_position.h"
#include "cli/find/find_table.h"
#include "cli/count/find_tree.h"
#include "cli/base/option_values.h"
#include "cli/options/options_set.h"
#include "cli/run/rows.h"

static const char default_mark[] = "pgnfind";

/* ---- Values ---- */

static enum options_outcome set_first(struct find_reader *reader, const char *word)
{
    if (!option_number(word, 0, UINT64_MAX, &reader->options->first))
        return options_fail(&reader->common, "-n: ", word, " is no number of games");
    return OPTIONS_RUN;
}

static enum options_outcome set_sort(struct find_reader *reader, const char *word)
{
    if (!find_key_is_one(word))
        return options_fail(&reader->common, "--sort: ", word,
                            " is no key: they are date, elo, plies, and names of tags, as white or Round");
    reader->options->sort = word;
    return OPTIONS_RUN;
}

static enum options_outcome set_columns(struct find_reader *reader, const char *word)
{
    if (!rows_are_columns(word))
        return options_fail(&reader->common, "--csv: ", word,
                            " is no list of columns such as White,Black,Ply");
    reader->options->common.csv_columns = word;
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
    pgnpack_board_free(board);
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

/* ---- All options ---- */

static enum options_outcome apply_value(struct find_reader *reader, int code, const char *argument)
{
    switch (code) {
    case FIND_OPTION_CSV:
        set_form(reader, FIND_AS_CSV);
        return set_columns(reader, argument);
    case FIND_OPTION_MARK:
        return set_mark(reader, argument);
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
    case FIND_OPTION_ID:
        return options_fail(&reader->common, "--id: ", argument,
                            " is had by pgnunpack -g, and --ids tells ids");
    default:
        return options_set(&reader->common, code, argument);
    }
}

enum options_outcome find_options_set(struct options_reader *common, int code, const char *argument)
{
    struct find_reader *reader = (struct find_reader *)common;
    if (code >= FIND_OPTION_CONDITION) {
        reader->conditions[reader->condition_count++] =
            (struct find_condition){common->entry->name, argument};
        return OPTIONS_RUN;
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
    case FIND_OPTION_EXPORT:
        reader->options->exports = 1;
        return OPTIONS_RUN;
    case FIND_OPTION_STATS:
        return set_task(reader, FIND_STATS);
    case FIND_OPTION_INDEX:
        return set_task(reader, FIND_INDEX);
    case FIND_OPTION_REVERSE:
        reader->options->reverse = 1;
        return OPTIONS_RUN;
    default:
        return apply_value(reader, code, argument);
    }
}
