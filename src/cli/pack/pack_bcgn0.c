/* pgnpack --bcgn0: games from PGN texts into one BCGN 0 file. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/run/command.h"
#include "cli/base/messages.h"
#include "cli/pack/pack_formats.h"
#include "pgnpack_extra.h"

struct pack_job {
    struct command_context *context;
    struct pgnpack_pgn_reader *reader;
    struct pgnpack_bcgn0_writer *writer;
    struct pgnpack_bcgn0_losses seen; /* of the losses so far: those that were reported */
    uint64_t too_long_games;
};

/* A place in the present game; `offset` counts from the game's first byte. */
static struct place place_of(const struct pack_job *job, const char *file, uint64_t offset)
{
    struct pgnpack_place place;
    pgnpack_pgn_reader_place(job->reader, offset, &place);
    return (struct place){file, place.game, place.line, place.offset, 1};
}

static void report_oddities(struct pack_job *job, const char *file, const struct pgnpack_game *game)
{
    struct pgnpack_game_details details;
    pgnpack_game_details(game, &details);
    if (details.oddities == 0)
        return;
    struct place place = place_of(job, file, details.lead_size);
    for (unsigned bit = 1; bit <= details.oddities; bit <<= 1)
        if (details.oddities & bit)
            message_warning(job->context->messages, WARNING_ODD, &place, "%s",
                            pgnpack_oddity_text((enum pgnpack_oddity)bit));
}

/* "3 comments, 1 variation": what was lost between two counts. Empty if nothing. */
static void describe_losses(const struct pgnpack_bcgn0_losses *now, const struct pgnpack_bcgn0_losses *before,
                            char *text, size_t text_size)
{
    const struct {
        uint64_t count;
        const char *name;
    } kinds[] = {{now->games_left_out - before->games_left_out, "game"},
                 {now->comments - before->comments, "comment"},
                 {now->variations - before->variations, "variation"},
                 {now->nags - before->nags, "NAG"},
                 {now->tags - before->tags, "tag"}};
    size_t size = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (kinds[i].count != 0 && size < text_size)
            size += (size_t)snprintf(text + size, text_size - size, "%s%s", size != 0 ? ", " : "",
                                     COUNTED(kinds[i].count, kinds[i].name));
}

static void report_dropped_parts(struct pack_job *job, const char *file, const struct pgnpack_game *game)
{
    char text[160];
    struct pgnpack_game_details details;
    const struct pgnpack_bcgn0_losses *losses = pgnpack_bcgn0_writer_losses(job->writer);
    job->seen.games_left_out = losses->games_left_out;
    describe_losses(losses, &job->seen, text, sizeof text);
    job->seen = *losses;
    if (text[0] == '\0')
        return;
    pgnpack_game_details(game, &details);
    struct place place = place_of(job, file, details.lead_size);
    message_warning(job->context->messages, WARNING_DROPPED, &place, "left out of this game: %s", text);
}

/* A game that BCGN 0 cannot hold, or not all of it: the end, or with --lossy one game less. */
static enum exit_status report_misfit(struct pack_job *job, const struct place *place, const char *cause)
{
    if (job->context->options->bcgn0.lossy) {
        message_warning(job->context->messages, WARNING_LEFT_OUT, place, "game left out: %s", cause);
        return EXIT_FINE;
    }
    message_error(job->context->messages, place, "%s; --lossy leaves out what does not fit", cause);
    return EXIT_LIMIT;
}

static enum exit_status add_game(struct pack_job *job, const char *file, const struct pgnpack_game *game)
{
    struct pgnpack_game_details details;
    enum pgnpack_status status = pgnpack_bcgn0_writer_add(job->writer, game);
    if (status == PGNPACK_OK) {
        report_oddities(job, file, game);
        report_dropped_parts(job, file, game);
        return EXIT_FINE;
    }
    const struct pgnpack_error *error = pgnpack_error(job->writer);
    if (status != PGNPACK_ERROR_LOSSY)
        return command_report(job->context, file, error);
    pgnpack_game_details(game, &details);
    struct place place =
        place_of(job, file, details.trouble != NULL ? details.trouble_offset : details.lead_size);
    return report_misfit(job, &place, error->text);
}

static enum exit_status report_long_game(struct pack_job *job, const char *file)
{
    const struct pgnpack_error *error = pgnpack_error(job->reader);
    struct place place = {file, error->game, error->line, error->offset, 1};
    job->too_long_games++;
    return report_misfit(job, &place, "it has more than 16 MiB of text");
}

static enum exit_status pack_part(void *opaque, struct unwrap *unwrap)
{
    struct pack_job *job = opaque;
    enum exit_status status = command_refuse_packed(job->context, unwrap);
    if (status == EXIT_FINE)
        pgnpack_pgn_reader_open(job->reader, PGNPACK_FROM_STREAM(unwrap_read, unwrap));
    while (status == EXIT_FINE) {
        const struct pgnpack_game *game;
        enum pgnpack_status outcome = pgnpack_pgn_reader_next(job->reader, &game);
        if (outcome == PGNPACK_END)
            return EXIT_FINE;
        if (outcome == PGNPACK_OK)
            status = add_game(job, unwrap->part_name, game);
        else if (outcome == PGNPACK_ERROR_LIMIT)
            status = report_long_game(job, unwrap->part_name);
        else
            status = command_report(job->context, unwrap->part_name, pgnpack_error(job->reader));
    }
    return status;
}

static void summarize(const struct pack_job *job, const struct output_file *output)
{
    struct pgnpack_bcgn0_losses losses = *pgnpack_bcgn0_writer_losses(job->writer);
    struct pgnpack_bcgn0_losses none;
    char text[160];
    memset(&none, 0, sizeof none);
    losses.games_left_out += job->too_long_games;
    describe_losses(&losses, &none, text, sizeof text);
    messages_finish(job->context->messages);
    if (text[0] != '\0')
        message_warning(job->context->messages, WARNING_OTHER, IN_FILE(output->name),
                        "%s written; left out: %s", COUNTED(losses.games_written, "game"), text);
    else
        message_information(job->context->messages, IN_FILE(output->name), "%s, %s",
                            COUNTED(losses.games_written, "game"), COUNTED(output->written_size, "byte"));
}

static enum exit_status pack_inputs(struct pack_job *job, const struct pack_request *request,
                                    struct output_file *output)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < request->input_count && status == EXIT_FINE; i++)
        status = command_each_part(job->context, request->inputs[i], NULL, pack_part, job);
    if (status == EXIT_FINE && pgnpack_bcgn0_writer_finish(job->writer) != PGNPACK_OK)
        status = command_report(job->context, output->name, pgnpack_error(job->writer));
    if (status == EXIT_FINE)
        status = output_file_commit(output);
    if (status == EXIT_FINE)
        summarize(job, output);
    return status;
}

enum exit_status pack_bcgn0(struct command_context *context, const struct pack_request *request,
                            struct output_file *output)
{
    const struct options *options = context->options;
    const struct pgnpack_bcgn0_options bcgn0_options = {.size = sizeof bcgn0_options,
                                                        .scheme = options->bcgn0.scheme,
                                                        .headerless = options->bcgn0.headerless,
                                                        .lossy = options->bcgn0.lossy,
                                                        .roster_only = options->bcgn0.roster_only};
    const struct pgnpack_options library_options = command_library_options(context);
    struct pack_job job = {.context = context, .reader = pgnpack_pgn_reader_new(&library_options)};
    job.writer = pgnpack_bcgn0_writer_new(&library_options, &bcgn0_options,
                                          PGNPACK_TO_FUNCTION(output_file_write, output));
    enum exit_status status = job.reader != NULL && job.writer != NULL ? pack_inputs(&job, request, output)
                                                                       : command_no_memory(context);
    pgnpack_free(job.reader);
    pgnpack_free(job.writer);
    return status;
}
