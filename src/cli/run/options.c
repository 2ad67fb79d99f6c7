#include "cli/run/options.h"

#include <string.h>

/* Unwrapped bytes for one byte of the file. Games that are alike reach about 50; traps start at 1,000. */
enum { DEFAULT_EXPANSION_RATIO = 250 };

void options_begin(struct options *options, enum command command, struct messages *messages)
{
    memset(options, 0, sizeof *options);
    options->command = command;
    options->expansion_ratio = DEFAULT_EXPANSION_RATIO;
    options->bcgn0_scheme = PGNPACK_BCGN0_INDEX;
    options->limit = UINT64_MAX;
    input_list_init(&options->inputs, messages);
    input_list_init(&options->lists, messages);
    input_list_init(&options->members, messages);
    input_list_init(&options->where, messages);
    input_list_init(&options->set_tags, messages);
    input_list_init(&options->unset_tags, messages);
}

void options_free(struct options *options)
{
    input_list_free(&options->inputs);
    input_list_free(&options->lists);
    input_list_free(&options->members);
    input_list_free(&options->where);
    input_list_free(&options->set_tags);
    input_list_free(&options->unset_tags);
    game_ranges_free(&options->games);
}
