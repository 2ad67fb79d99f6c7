/* pgnunpack -l: what is in packed files, without unpacking them. */
#include "cli/list/list.h"

#include "cli/run/damage.h"
#include "cli/list/list_html.h"
#include "cli/list/listing.h"
#include "cli/base/option_values.h"
#include "cli/unpack/unpack.h"

/* Where no file has a name there is nothing to tell. */
static void list_members(const struct members *members, const struct listing *listing,
                         struct list_output *output)
{
    for (size_t i = 0; i < members->count && members->named != 0; i++)
        output->printer->member(output, listing, &members->list[i]);
}

/* A block whose header is damaged is listed as far as the index knows it. */
static enum exit_status list_blocks(struct command_context *context, const struct database *database,
                                    struct pgnpack_block_reader *blocks, struct list_output *output)
{
    struct listing_block block;
    enum exit_status status = EXIT_FINE;
    for (uint64_t i = 0; pgnpack_reader_block(database->reader, i, &block.info); i++) {
        block.number = i + 1;
        block.is_readable = pgnpack_block_reader_details(blocks, i, &block.details) == PGNPACK_OK;
        block.moves = option_moves_name(block.details.moves);
        if (!block.is_readable)
            status = damage_report(context, database->file.name, database->reader, pgnpack_error(blocks));
        output->printer->block(output, &block);
    }
    return status;
}

static enum exit_status list_columns(struct command_context *context, const struct listing *listing,
                                     struct pgnpack_block_reader *blocks, struct list_output *output)
{
    struct pgnpack_column column;
    size_t count;
    enum pgnpack_status status = pgnpack_block_reader_columns(blocks, &count);
    for (size_t i = 0; pgnpack_block_reader_column(blocks, i, &column); i++)
        output->printer->column(output, listing, &column);
    return status == PGNPACK_OK ? EXIT_FINE : command_report(context, listing->name, pgnpack_error(blocks));
}

/* What is damaged is told once. */
static enum exit_status list_inside(struct command_context *context, const struct database *database,
                                    const struct listing *listing, struct list_output *output)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(database->reader, PGNPACK_DELETED_KEPT);
    if (blocks == NULL)
        return command_no_memory(context);
    enum exit_status status = list_blocks(context, database, blocks, output);
    if (status == EXIT_FINE)
        status = list_columns(context, listing, blocks, output);
    pgnpack_free(blocks);
    return status;
}

static enum exit_status list_bcgn1(struct command_context *context, struct database *database,
                                   struct list_output *output)
{
    struct listing listing;
    struct members members = {.list = NULL};
    enum exit_status status = database->damage;
    if (!context->options->view.count && !members_read(&members, database->reader, 1) && status == EXIT_FINE)
        status = command_no_memory(context);
    listing_read(&listing, database, &members);
    progress_pause(&context->progress);
    output->printer->file(output, &listing);
    listing_add(&output->total, &listing);
    list_members(&members, &listing, output);
    members_free(&members);
    if (context->options->verbose && !context->options->view.count) {
        enum exit_status inside_status = list_inside(context, database, &listing, output);
        status = status == EXIT_FINE ? inside_status : status;
    }
    if (output->printer->end_file != NULL)
        output->printer->end_file(output);
    if (status == EXIT_FINE)
        status = command_check_games(context, listing.name, listing.games);
    return status;
}

/* Has no index: it is read from its beginning to its end. */
static enum exit_status list_bcgn0(struct command_context *context, const char *input,
                                   const struct database *database, struct list_output *output)
{
    struct unpack_job job = {.context = context};
    enum exit_status status = unpack_input(&job, input, NULL);
    struct listing listing = {.name = database->file.name,
                              .games = job.games,
                              .text_size = job.text_size,
                              .packed_size = database->file.size,
                              .is_closed = status == EXIT_FINE};
    progress_pause(&context->progress);
    if (status == EXIT_FINE) {
        output->printer->file(output, &listing);
        listing_add(&output->total, &listing);
        if (output->printer->end_file != NULL)
            output->printer->end_file(output);
        status = command_check_games(context, listing.name, listing.games);
    }
    return status;
}

static enum exit_status list_input(struct command_context *context, const char *input, void *opaque)
{
    struct list_output *output = opaque;
    struct database database;
    enum exit_status status = database_open(&database, context, input, 0);
    if (status != EXIT_FINE)
        return status;
    status = database.reader != NULL ? list_bcgn1(context, &database, output)
                                     : list_bcgn0(context, input, &database, output);
    database_close(&database);
    view_text_flush(output->text);
    progress_resume(&context->progress);
    return status;
}

enum exit_status list_command(struct command_context *context)
{
    const struct options *options = context->options;
    if (options->view.html)
        return list_html(context);
    struct list_output output = {.printer = options->view.count  ? &list_count
                                            : options->view.json ? &list_json
                                                                 : &list_table,
                                 .has_several = options->inputs.count > 1};
    enum exit_status status;
    output.text = view_text_open(context, NULL, &status);
    if (output.text == NULL)
        return status;
    if (output.printer->begin != NULL)
        output.printer->begin(&output);
    status = command_each_input(context, list_input, &output);
    output.printer->end(&output);
    return view_text_close(output.text, status, 1);
}
