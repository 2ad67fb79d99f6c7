/* pgndb sort. */
#include "cli/change/change_sort.h"
#include "cli/change/change_output.h"

static enum exit_status add_sorted(struct change_output *output, struct database *database)
{
    const struct options *options = output->context->options;
    struct pgnpack_gather *gather = pgnpack_gather_new(database->reader);
    enum exit_status status = EXIT_FINE;
    if (gather == NULL)
        return command_no_memory(output->context);
    if (pgnpack_gather_sorted(gather, options->sort, options->sort_is_descending) != PGNPACK_OK)
        status = command_report(output->context, database->file.name, pgnpack_gather_error(gather));
    database_begin_pass(database);
    if (status == EXIT_FINE && pgnpack_copy_gathered(output->copy, gather, UINT64_MAX) != PGNPACK_OK)
        status = change_output_report(output, database->file.name);
    pgnpack_gather_free(gather);
    return status;
}

enum exit_status change_sort(struct command_context *context, const char *input, const char *name)
{
    struct database database;
    struct change_output output = {.context = context};
    enum exit_status status = change_input_open(&database, context, input);
    if (status != EXIT_FINE)
        return status;
    status = change_output_open(&output, context, name);
    output.input = database.file.name;
    if (status == EXIT_FINE)
        status = add_sorted(&output, &database);
    if (status == EXIT_FINE)
        status = change_output_finish(&output);
    change_output_close(&output);
    database_close(&database);
    return status;
}
