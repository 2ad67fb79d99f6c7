/* pgndb merge, compact and sort: databases as a whole. */
#include <inttypes.h>
#include <string.h>

#include "cli/run/change_database.h"
#include "system/cleanup.h"
#include "cli/change/change_output.h"
#include "cli/change/change_split.h"
#include "cli/change/change_tags.h"
#include "cli/change/change_tasks.h"
#include "cli/base/messages.h"

static const char *output_name(const struct options *options)
{
    return strcmp(options->output, "-") == 0 ? NULL : options->output;
}

/* ---- Merging ---- */

static enum exit_status add_database(struct change_output *output, const char *name)
{
    struct database database;
    enum exit_status status = change_input_open(&database, output->context, name);
    if (status != EXIT_FINE)
        return status;
    uint64_t before = pgnpack_copy_totals(output->copy)->segments_there;
    if (pgnpack_copy_segments(output->copy, database.reader) != PGNPACK_OK)
        status = change_output_report(output, database.file.name);
    uint64_t there = pgnpack_copy_totals(output->copy)->segments_there - before;
    if (status == EXIT_FINE && there != 0 && there == pgnpack_reader_info(database.reader)->segment_count)
        message_warning(output->context->messages, WARNING_OTHER, IN_FILE(database.file.name),
                        "all of it is in an earlier input, too; its games come once");
    else if (status == EXIT_FINE && there != 0)
        message_warning(output->context->messages, WARNING_OTHER, IN_FILE(database.file.name),
                        "%" PRIu64 " of its %s %s in an earlier input, too, and %s once", there,
                        COUNTED(pgnpack_reader_info(database.reader)->segment_count, "segment"),
                        there == 1 ? "is" : "are", there == 1 ? "comes" : "come");
    database_close(&database);
    return status;
}

static enum exit_status merge(struct command_context *context)
{
    const struct input_list *inputs = &context->options->inputs;
    struct change_output output;
    enum exit_status status = change_output_open(&output, context, output_name(context->options));
    for (size_t i = 0; i < inputs->count && status == EXIT_FINE; i++)
        status = add_database(&output, inputs->names[i]);
    if (status == EXIT_FINE)
        status = change_output_finish(&output);
    change_output_close(&output);
    return status;
}

/* ---- One database becomes another ---- */

/* `name` NULL: to standard output; `input` itself: nowhere, to see what would come of it. */
static enum exit_status copy_to(struct command_context *context, const char *input, const char *name,
                                enum exit_status (*add)(struct change_output *output,
                                                        struct database *database))
{
    struct database database;
    struct change_output output = {.context = context};
    enum exit_status status = change_input_open(&database, context, input);
    if (status != EXIT_FINE)
        return status;
    status = name == input ? change_output_try(&output, context, name)
                           : change_output_open(&output, context, name);
    output.input = database.file.name;
    if (status == EXIT_FINE)
        status = add(&output, &database);
    if (status == EXIT_FINE)
        status = change_output_finish(&output);
    change_output_close(&output);
    database_close(&database);
    return status;
}

static enum exit_status add_compacted(struct change_output *output, struct database *database)
{
    return pgnpack_copy_compact(output->copy, database->reader) == PGNPACK_OK
               ? EXIT_FINE
               : change_output_report(output, database->file.name);
}

static enum exit_status add_sorted(struct change_output *output, struct database *database)
{
    const struct find_keys *keys = &output->context->options->change.sort;
    struct pgnpack_gather *gather = pgnpack_gather_new(database->reader);
    enum exit_status status = EXIT_FINE;
    if (gather == NULL)
        return command_no_memory(output->context);
    for (size_t i = 0; i < keys->count && status == EXIT_FINE; i++)
        if (keys->keys[i].by == PGNPACK_ORDER_TAG)
            status = change_check_tag(output->context, database, keys->keys[i].tag, 0);
    if (status == EXIT_FINE && pgnpack_gather_sorted(gather, keys->keys, keys->count) != PGNPACK_OK)
        status = command_report(output->context, database->file.name, pgnpack_error(gather));
    database_begin_pass(database);
    if (status == EXIT_FINE && pgnpack_copy_gathered(output->copy, gather, UINT64_MAX) != PGNPACK_OK)
        status = change_output_report(output, database->file.name);
    pgnpack_free(gather);
    return status;
}

/* Bytes of a database, up to the end of its last segment. */
static uint64_t size_of(const struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info last;
    uint64_t count = pgnpack_reader_info(reader)->segment_count;
    return count != 0 && pgnpack_reader_segment(reader, count - 1, &last) ? last.offset + last.size : 0;
}

static void tell_compacted(struct command_context *context, const char *name,
                           const struct pgnpack_reader *reader, uint64_t segments, uint64_t size)
{
    const struct pgnpack_reader_info *info = pgnpack_reader_info(reader);
    message_notice(context->messages, IN_FILE(name),
                   "%s; %s became %" PRIu64 ", %" PRIu64 " bytes became %" PRIu64,
                   COUNTED(info->game_count, "game"), COUNTED(segments, "segment"), info->segment_count, size,
                   size_of(reader));
    if (info->deleted_count != 0)
        message_notice(context->messages, IN_FILE(name),
                       "%s of these %s deleted, and can be brought back; --forget leaves them out",
                       COUNTED(info->deleted_count, "game"), IS_OR_ARE(info->deleted_count));
}

static enum exit_status compact_in_place(struct command_context *context, const char *input, void *opaque)
{
    const struct pgnpack_copy_options copy_options = change_copy_options(context);
    struct pgnpack_copy_totals totals;
    enum exit_status status;
    (void)opaque;
    if (context->options->change.dry_run)
        return copy_to(context, input, input, add_compacted);
    struct pgnpack_database *database = change_open(context, input, &status);
    if (database == NULL)
        return status;
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    uint64_t segments = pgnpack_reader_info(reader)->segment_count, size = size_of(reader);
    cleanup_expect_beside(input);
    enum pgnpack_status result = pgnpack_database_compact(database, &copy_options, &totals);
    cleanup_forget();
    if (result != PGNPACK_OK) {
        status = change_tell_damage(context, input, change_report(context, database, input));
    } else {
        tell_compacted(context, input, pgnpack_database_reader(database), segments, size);
        command_tell_dropped(context, input, totals.dropped_sections);
    }
    pgnpack_free(database);
    return status;
}

enum exit_status change_copy(struct command_context *context)
{
    const struct options *options = context->options;
    switch (options->change.task) {
    case CHANGE_MERGE:
        return merge(context);
    case CHANGE_SORT:
        return copy_to(context, options->inputs.names[0], output_name(options), add_sorted);
    case CHANGE_SPLIT:
        return change_split(context, options->inputs.names[0]);
    default:
        break;
    }
    return options->output == NULL
               ? command_each_input(context, compact_in_place, NULL)
               : copy_to(context, options->inputs.names[0], output_name(options), add_compacted);
}
