/* pgnpack: the output's name, and who writes into it. */
#include "cli/pack_formats.h"

#include <stdlib.h>
#include <string.h>

#include "cli/output_name.h"
#include "cli/tasks.h"

static enum exit_status pack_to(struct command_context *context, const char *name)
{
    const struct options *options = context->options;
    const struct output_request request = {.name = name,
                                           .inputs = (const char *const *)options->inputs.names,
                                           .input_count = options->inputs.count,
                                           .force = options->force,
                                           .is_binary = 1};
    struct output_file output;
    enum exit_status status = output_file_open(&output, &request, context->messages);
    if (status == EXIT_FINE)
        status = options->bcgn0 ? pack_bcgn0(context, &output) : pack_bcgn1(context, &output);
    output_file_close(&output);
    return status;
}

enum exit_status pack_command(struct command_context *context)
{
    const struct options *options = context->options;
    if (options->output != NULL)
        return pack_to(context, strcmp(options->output, "-") == 0 ? NULL : options->output);
    if (input_is_standard(options->inputs.names[0]))
        return pack_to(context, NULL);
    char *name = output_name_packed(options->inputs.names[0], !options->no_unwrap);
    if (name == NULL)
        return command_no_memory(context);
    enum exit_status status = pack_to(context, name);
    free(name);
    return status;
}
