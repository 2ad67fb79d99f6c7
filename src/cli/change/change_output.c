#include "cli/change/change_output.h"

#include <inttypes.h>
#include <string.h>

#include "cli/run/change_database.h"
#include "cli/base/messages.h"

struct pgnpack_copy_options change_copy_options(const struct command_context *context)
{
    const struct options *options = context->options;
    return (struct pgnpack_copy_options){.size = sizeof(struct pgnpack_copy_options),
                                         .level = options->level,
                                         .threads = context->threads,
                                         .index = options->index,
                                         .command = options->command_line,
                                         .time = change_time(),
                                         .keep_deleted = options->change.task == CHANGE_COMPACT &&
                                                         !options->change.forget,
                                         .ids = options->change.keep_ids   ? PGNPACK_IDS_KEEP
                                                : options->change.drop_ids ? PGNPACK_IDS_DROP
                                                                           : PGNPACK_IDS_DEFAULT};
}

/* A pgnpack_write_function: of --dry-run, where all is made but nothing written. */
static int discard(void *opaque, const void *bytes, size_t size)
{
    (void)opaque, (void)bytes, (void)size;
    return 0;
}

static enum exit_status begin_copy(struct change_output *output, struct command_context *context)
{
    const struct pgnpack_options library_options = command_library_options(context);
    const struct pgnpack_copy_options copy_options = change_copy_options(context);
    output->copy =
        pgnpack_copy_new(&library_options, &copy_options,
                         PGNPACK_TO_FUNCTION(output->is_dry ? discard : output_file_write, &output->file));
    return output->copy != NULL ? EXIT_FINE : command_no_memory(context);
}

enum exit_status change_output_open(struct change_output *output, struct command_context *context,
                                    const char *name)
{
    struct output_request request = command_output(context, name);
    *output =
        (struct change_output){.context = context, .is_dry = context->options->change.dry_run, .has_file = 1};
    request.is_binary = !output->is_dry;
    enum exit_status status = output_file_open(&output->file, &request, context->messages);
    return status == EXIT_FINE ? begin_copy(output, context) : status;
}

enum exit_status change_output_try(struct change_output *output, struct command_context *context,
                                   const char *name)
{
    *output = (struct change_output){.context = context, .is_dry = 1, .file = {.name = name}};
    return begin_copy(output, context);
}

enum exit_status change_output_report(struct change_output *output, const char *database)
{
    return command_report(output->context, database, pgnpack_error(output->copy));
}

static void summarize(const struct change_output *output)
{
    struct messages *messages = output->context->messages;
    const struct pgnpack_copy_totals *totals = pgnpack_copy_totals(output->copy);
    const char *would = output->is_dry ? "would have " : "";
    if (messages->verbose)
        message_information(messages, IN_FILE(output->file.name),
                            "%s%s, %s; %" PRIu64 " of %s as before, %s copied, %" PRIu64 " packed anew",
                            would, COUNTED(totals->games, "game"), COUNTED(totals->packed_size, "byte"),
                            totals->copied_segments, COUNTED(totals->segments, "segment"),
                            COUNTED(totals->copied_blocks, "block"), totals->recoded_blocks);
    else if (!output->is_one_of_many)
        message_notice(messages, IN_FILE(output->file.name), "%s%s, %s", would,
                       COUNTED(totals->games, "game"), COUNTED(totals->packed_size, "byte"));
}

enum exit_status change_output_finish(struct change_output *output)
{
    if (pgnpack_copy_finish(output->copy) != PGNPACK_OK)
        return change_output_report(
            output, pgnpack_error(output->copy)->status == PGNPACK_ERROR_CORRUPT ? output->input : NULL);
    enum exit_status status = output->is_dry ? EXIT_FINE : output_file_commit(&output->file);
    if (status == EXIT_FINE) {
        summarize(output);
        command_tell_dropped(output->context, output->file.name,
                             pgnpack_copy_totals(output->copy)->dropped_sections);
    }
    return status;
}

void change_output_close(struct change_output *output)
{
    pgnpack_free(output->copy);
    output->copy = NULL;
    if (output->has_file)
        output_file_close(&output->file);
}

enum exit_status change_input_open(struct database *database, struct command_context *context,
                                   const char *name)
{
    enum exit_status status = database_open_indexed(database, context, name);
    if (status != EXIT_FINE)
        return status;
    if (database->damage != EXIT_FINE) {
        message_error(
            context->messages, IN_FILE(database->file.name),
            "nothing is made of damaged databases: save what is whole with pgnunpack --salvage, and "
            "pack that");
        status = database->damage;
    }
    uint64_t torn = pgnpack_reader_info(database->reader)->torn_size;
    if (status == EXIT_FINE && pgnpack_reader_info(database->reader)->torn == PGNPACK_TORN_UNFINISHED)
        message_warning(context->messages, WARNING_OTHER, IN_FILE(database->file.name),
                        "%s at its end, of a change that was broken off, %s left out", COUNTED(torn, "byte"),
                        IS_OR_ARE(torn));
    if (status != EXIT_FINE)
        database_close(database);
    return status;
}
