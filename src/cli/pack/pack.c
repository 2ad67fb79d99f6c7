/* pgnpack: an output for each input, or one for all with -o; and who writes into it. */
#include "cli/pack/pack.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/files/name_choice.h"
#include "cli/pack/pack_formats.h"
#include "cli/run/change_database.h"
#include "cli/run/command.h"
#include "cli/files/output_name.h"
#include "cli/run/verify.h"
#include "cli/run/written_files.h"
#include "cli/unpack/unpack_part.h"

/* ---- Texts into BCGN 1 ---- */

enum { PIECE_SIZE = 256 << 10 };

struct pack_job {
    struct command_context *context;
    const struct pack_request *request;
    struct pgnpack_writer *writer;
    struct name_choice names; /* of the files so far */
    struct output_file *output;
    uint64_t packed_size;     /* that came from the writer */
    uint8_t *piece;           /* PIECE_SIZE bytes on their way from the input to the writer */
    int has_text;             /* an input has no games, which was told */
    struct text_sum sum;      /* of all text and names; for --rm only */
    struct removal *removals; /* one an input; NULL without --rm */
};

/* A pgnpack_write_function. */
static int write_packed(void *opaque, const void *bytes, size_t size)
{
    struct pack_job *job = opaque;
    uint64_t before = job->packed_size, skipped = 0;
    job->packed_size += size;
    if (job->request->is_trial || job->packed_size <= job->request->skipped_size)
        return 0;
    if (before < job->request->skipped_size)
        skipped = job->request->skipped_size - before;
    return output_file_write(job->output, (const char *)bytes + skipped, size - (size_t)skipped);
}

static enum exit_status report(struct pack_job *job)
{
    const struct pgnpack_error *error = pgnpack_error(job->writer);
    if (job->output != NULL)
        return command_report(job->context, NULL, error);
    /* A database's file is read and written by the library, which tells nobody else. */
    return command_report_path(job->context, job->context->options->change.database, error);
}

static void report_other_name(struct pack_job *job, const struct unwrap *unwrap,
                              const struct chosen_name *chosen)
{
    if (chosen->was_taken || chosen->was_long)
        message_warning(job->context->messages, WARNING_OTHER, IN_FILE(unwrap->part_name),
                        "is called '%s' in the output: %s", chosen->text,
                        chosen->was_taken ? "another file has the name it would get"
                                          : "its name is too long for a file system");
}

/* A file alone has a name where the database's own does not tell it: where that does not end in .pgn. */
static struct name_text own_name(const struct pack_job *job, const struct unwrap *unwrap)
{
    const char *input = job->request->inputs[0];
    struct file_facts facts;
    if (job->request->input_count != 1 || input_is_standard(input) || !input_facts(input, &facts) ||
        facts.kind != FILE_REGULAR)
        return (struct name_text){NULL, 0};
    return output_name_stored(input, unwrap->depth != 0);
}

/* Not after SOURCE_DATE_EPOCH, where that is set, so that what was made since then does not make another file. */
static int64_t reproducible_time(int64_t seconds)
{
    int64_t latest = change_time();
    return latest != 0 && seconds > latest ? latest : seconds;
}

/* What is written next is of a file of that name. */
static enum pgnpack_status begin_output_file(struct pack_job *job, const char *name, size_t size,
                                             const int64_t *time)
{
    if (job->removals != NULL)
        text_sum_begin_file(&job->sum, name, size);
    return pgnpack_writer_begin_file(job->writer, name, size, time);
}

/* The name under which it can be laid out beside all others. */
static enum exit_status begin_named(struct pack_job *job, const struct unwrap *unwrap,
                                    struct name_text wanted, struct name_text other, const int64_t *time)
{
    struct chosen_name chosen;
    if (!name_choice_make(&job->names, wanted, other, &chosen))
        return command_no_memory(job->context);
    report_other_name(job, unwrap, &chosen);
    int64_t seconds = time != NULL ? reproducible_time(*time) : 0;
    enum pgnpack_status status = begin_output_file(
        job, chosen.text, chosen.size, time != NULL && !job->context->options->no_times ? &seconds : NULL);
    free(chosen.text);
    return status == PGNPACK_OK ? EXIT_FINE : report(job);
}

static enum exit_status begin_file(struct pack_job *job, const struct unwrap *unwrap)
{
    const struct stored_name *name = &unwrap->name, *full_name = &unwrap->full_name;
    if (name->has_failed || full_name->has_failed)
        return command_no_memory(job->context);
    struct name_text wanted = {name->text, name->size}, other = {full_name->text, full_name->size};
    int64_t seconds;
    const int64_t *time = unwrap_part_time(unwrap, &seconds) ? &seconds : NULL;
    if (name->size == 0) {
        wanted = other = own_name(job, unwrap);
        time = NULL; /* it is the output's */
    }
    return wanted.size != 0 ? begin_named(job, unwrap, wanted, other, time) : EXIT_FINE;
}

static enum exit_status pack_text(struct pack_job *job, const void *text, size_t size)
{
    if (job->removals != NULL)
        text_sum_add(&job->sum, text, size);
    return pgnpack_writer_write(job->writer, text, size) == PGNPACK_OK ? EXIT_FINE : report(job);
}

/* ---- Packed inputs, at another level ---- */

struct repacking {
    struct pack_job *job;
    const struct unwrap *unwrap;
    int began; /* a file of the output, which this database's first text belongs to */
    int named; /* one that has a name: text without one behind it is of another */
    enum exit_status status;
};

/* Names and boundaries stay; what has no name is called like its database, where others are beside it. */
static int begin_packed_file(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    struct repacking *repacking = opaque;
    const struct stored_name *own = &repacking->unwrap->name;
    struct name_text wanted = {name, name_size};
    char *unnamed = NULL;
    if (name != NULL && name_size == 0 && own->size != 0) {
        char *database = name_copy((struct name_text){own->text, own->size});
        unnamed = database != NULL ? output_name_unpacked(database, 0, wanted) : NULL;
        if (unnamed == NULL)
            unnamed = database; /* it does not end in .bcgn */
        else
            free(database);
        if (unnamed == NULL)
            repacking->status = command_no_memory(repacking->job->context);
        wanted = (struct name_text){unnamed, unnamed != NULL ? strlen(unnamed) : 0};
    }
    if (wanted.size != 0 && repacking->status == EXIT_FINE)
        repacking->status = begin_named(repacking->job, repacking->unwrap, wanted, wanted, time);
    else if (repacking->named && repacking->status == EXIT_FINE)
        repacking->status =
            begin_output_file(repacking->job, "", 0, NULL) == PGNPACK_OK ? EXIT_FINE : report(repacking->job);
    repacking->named |= wanted.size != 0;
    repacking->began = 1;
    free(unnamed);
    return repacking->status == EXIT_FINE ? 0 : EIO;
}

static int write_packed_text(void *opaque, const void *text, size_t size)
{
    struct repacking *repacking = opaque;
    if (!repacking->began && begin_packed_file(opaque, "", 0, NULL) != 0)
        return EIO;
    repacking->status = pack_text(repacking->job, text, size);
    return repacking->status == EXIT_FINE ? 0 : EIO;
}

static enum exit_status repack_part(struct pack_job *job, struct unwrap *unwrap)
{
    struct repacking repacking = {.job = job, .unwrap = unwrap};
    struct unpack_job unpacking = {.context = job->context,
                                   .write = write_packed_text,
                                   .begin_file = begin_packed_file,
                                   .opaque = &repacking};
    int is_archive = job->context->input_is_archive;
    enum exit_status status = unwrap_part_version(unwrap) == 0 ? unpack_bcgn0_part(&unpacking, unwrap)
                                                               : unpack_bcgn1_part(&unpacking, unwrap);
    job->context->input_is_archive = is_archive; /* its names are in the output */
    command_tell_dropped(job->context, unwrap->part_name, unpacking.unknown_sections);
    return repacking.status != EXIT_FINE ? repacking.status : status;
}

/* ---- Inputs ---- */

/* As much of the part as there is room for: less is its end. */
static int fill_piece(struct pack_job *job, struct unwrap *unwrap, size_t *size_ret)
{
    size_t got = 1;
    for (*size_ret = 0; got != 0 && *size_ret < PIECE_SIZE; *size_ret += got)
        if (unwrap_read(unwrap, job->piece + *size_ret, PIECE_SIZE - *size_ret, &got) != 0)
            return 0;
    return 1;
}

/* Has any game of the piece a tag or a legal move? Where that cannot be looked for, it is taken for granted. */
static int has_games(const struct pack_job *job, size_t size)
{
    const struct pgnpack_options options = command_library_options(job->context);
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(&options);
    const struct pgnpack_game *game;
    enum pgnpack_status status = reader == NULL
                                     ? PGNPACK_ERROR_MEMORY
                                     : pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(job->piece, size));
    do
        status = status == PGNPACK_OK ? pgnpack_pgn_reader_next(reader, &game) : status;
    while (status == PGNPACK_OK && pgnpack_game_ply_count(game) == 0 &&
           !pgnpack_game_tag(game, 0, NULL, NULL));
    pgnpack_free(reader);
    return status != PGNPACK_END;
}

/* What iconv calls the encoding: UTF-16 with a mark, or with a NUL in each of its first characters. NULL: it is none of these. */
static const char *utf16_name(const uint8_t *text, size_t size)
{
    enum { LEAST = 8, LOOKED_AT = 16 };
    size_t i = 0, most = size < LOOKED_AT ? size : LOOKED_AT;
    if (size >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        return "UTF-16";
    while (i < most && (text[i] == 0) == (i % 2 == (text[0] != 0)))
        i++;
    return i < most || most < LEAST ? NULL : text[0] != 0 ? "UTF-16LE" : "UTF-16BE";
}

static void warn_of_text(struct pack_job *job, const struct unwrap *unwrap, const char *utf16)
{
    job->has_text = 1;
    message_warning(job->context->messages, WARNING_ODD, IN_FILE(unwrap->part_name),
                    "has no game that can be searched, with a tag or a legal move: packed as text%s%s%s",
                    utf16 != NULL ? "; it seems to be UTF-16, of which 'iconv -f " : "",
                    utf16 != NULL ? utf16 : "", utf16 != NULL ? " -t UTF-8' makes PGN" : "");
}

static enum exit_status pack_part(void *opaque, struct unwrap *unwrap)
{
    struct pack_job *job = opaque;
    const char *utf16 = NULL;
    size_t size;
    int is_text = 0, is_first = 1; /* so far */
    if (command_is_packed(job->context, unwrap) && job->request->is_named)
        return repack_part(job, unwrap);
    enum exit_status status = command_refuse_packed(job->context, unwrap);
    if (status == EXIT_FINE)
        status = begin_file(job, unwrap);
    if (status != EXIT_FINE)
        return status;
    do {
        if (!fill_piece(job, unwrap, &size))
            return EXIT_FAILED; /* reported, and the caller knows its status */
        utf16 = is_first ? utf16_name(job->piece, size) : utf16;
        is_text = (is_text || (is_first && size != 0)) && !has_games(job, size);
        is_first = 0;
        status = pack_text(job, job->piece, size);
    } while (size == PIECE_SIZE && status == EXIT_FINE);
    if (is_text && status == EXIT_FINE)
        warn_of_text(job, unwrap, utf16);
    return status;
}

static void summarize(const struct pack_job *job, const struct output_file *output)
{
    const struct pgnpack_writer_totals *totals = pgnpack_writer_totals(job->writer);
    message_information(job->context->messages, IN_FILE(output->name), "%s, %s of %" PRIu64 " (%.2f:1), %s",
                        COUNTED(totals->games, "game"), COUNTED(totals->packed_size, "byte"),
                        totals->text_size, (double)totals->text_size / (double)totals->packed_size,
                        COUNTED(totals->blocks, "block"));
    if (totals->broken_games != 0 && (2 * totals->broken_games < totals->games || job->has_text))
        message_information(job->context->messages, IN_FILE(output->name),
                            "%s with moves that are not understood, which are kept as text",
                            COUNTED(totals->broken_games, "game"));
    else if (totals->broken_games != 0)
        message_warning(job->context->messages, WARNING_ODD, IN_FILE(output->name),
                        "%" PRIu64
                        " of %s with moves that are not understood (pieces are K, Q, R, B, N): kept "
                        "as text from there on, where no position is found; see pgndb check",
                        totals->broken_games, COUNTED(totals->games, "game"));
}

static enum exit_status pack_inputs(struct pack_job *job)
{
    const struct pack_request *request = job->request;
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < request->input_count && status == EXIT_FINE; i++) {
        struct removal *removal = job->removals != NULL ? &job->removals[i] : NULL;
        status = command_each_part(job->context, request->inputs[i], removal, pack_part, job);
    }
    return status;
}

static enum exit_status run(struct pack_job *job, struct output_file *output)
{
    enum exit_status status = pack_inputs(job);
    if (status == EXIT_FINE && pgnpack_writer_finish(job->writer) != PGNPACK_OK)
        status = report(job);
    if (job->request->is_trial)
        return status;
    if (status == EXIT_FINE && job->removals != NULL)
        status = verify_packed(job->context, output, &job->sum);
    if (status == EXIT_FINE)
        status = output_file_commit(output);
    if (status == EXIT_FINE)
        summarize(job, output);
    if (status == EXIT_FINE && job->removals != NULL)
        status = removal_run(job->removals, job->request->inputs, job->request->input_count,
                             job->context->messages);
    return status;
}

struct pgnpack_writer_options pack_writer_options(const struct command_context *context)
{
    const struct options *options = context->options;
    return (struct pgnpack_writer_options){.size = sizeof(struct pgnpack_writer_options),
                                           .level = options->level,
                                           .moves = options->moves,
                                           .threads = context->threads,
                                           .block_size = context->block_size,
                                           .verify = options->verify,
                                           .index = options->index};
}

enum exit_status pack_into_writer(struct command_context *context, const struct pack_request *request,
                                  struct pgnpack_writer *writer)
{
    struct pack_job job = {.context = context,
                           .request = request,
                           .writer = writer,
                           .names = {.size_max = STORED_NAME_SIZE_MAX},
                           .piece = malloc(PIECE_SIZE)};
    enum exit_status status = job.piece != NULL ? pack_inputs(&job) : command_no_memory(context);
    if (job.names.tree.nodes != NULL)
        name_choice_free(&job.names);
    free(job.piece);
    return status;
}

static enum exit_status pack_bcgn1(struct command_context *context, const struct pack_request *request,
                                   struct output_file *output)
{
    const struct options *options = context->options;
    const struct pgnpack_options library_options = command_library_options(context);
    const struct pgnpack_writer_options writer_options = pack_writer_options(context);
    struct pack_job job = {.context = context,
                           .request = request,
                           .output = output,
                           .names = {.size_max = STORED_NAME_SIZE_MAX},
                           .piece = malloc(PIECE_SIZE)};
    if (options->remove_inputs)
        job.removals = calloc(request->input_count, sizeof *job.removals);
    job.writer =
        pgnpack_writer_new(&library_options, &writer_options, PGNPACK_TO_FUNCTION(write_packed, &job));
    int is_ready =
        job.writer != NULL && job.piece != NULL && (job.removals != NULL || !options->remove_inputs);
    enum exit_status status = is_ready ? run(&job, output) : command_no_memory(context);
    pgnpack_free(job.writer);
    if (job.names.tree.nodes != NULL)
        name_choice_free(&job.names);
    free(job.removals);
    free(job.piece);
    return status;
}

/* ---- Outputs ---- */

static enum exit_status pack_into(struct command_context *context, const struct pack_request *inputs,
                                  struct output_file *output)
{
    return context->options->bcgn0.is_asked ? pack_bcgn0(context, inputs, output)
                                            : pack_bcgn1(context, inputs, output);
}

/*
 * What went into a stream cannot be taken back: an attempt with fewer threads makes the same bytes, and goes on where the
 * one before ended; smaller blocks are tried without writing first.
 */
static enum exit_status attempt(struct command_context *context, const struct memory_fit *fit,
                                const struct pack_request *inputs, struct output_file *output)
{
    struct pack_request request = *inputs;
    enum exit_status status = EXIT_FINE;
    request.skipped_size = output->is_stream ? output->written_size : 0;
    request.is_trial = output->is_stream && memory_fit_has_smaller_blocks(fit);
    if (request.is_trial) {
        status = pack_into(context, &request, output);
        memory_fit_rewind(fit);
    }
    request.is_trial = 0;
    return status == EXIT_FINE ? pack_into(context, &request, output) : status;
}

static enum exit_status pack_to(struct command_context *context, const char *name,
                                const struct pack_request *inputs)
{
    struct output_request request = command_output(context, name);
    struct output_file output;
    struct memory_fit fit;
    request.inputs = inputs->inputs;
    request.input_count = inputs->input_count;
    request.keeps_time = request.is_binary = 1;
    memory_fit_begin(&fit, context, inputs->inputs, inputs->input_count, !context->options->bcgn0.is_asked);
    enum exit_status status = output_file_open(&output, &request, context->messages);
    if (status == EXIT_FINE)
        status = attempt(context, &fit, inputs, &output);
    while (memory_fit_again(&fit, status, output.is_stream && output.written_size != 0)) {
        if (!output.is_stream) {
            output_file_close(&output);
            status = output_file_open(&output, &request, context->messages);
        }
        if (output.is_stream || status == EXIT_FINE)
            status = attempt(context, &fit, inputs, &output);
    }
    if (status == EXIT_FINE)
        memory_fit_tell(&fit, output.name);
    output_file_close(&output);
    return status;
}

static enum exit_status pack_beside(struct command_context *context, const char *input, void *opaque)
{
    struct written_files *written = opaque;
    const struct pack_request request = {
        .inputs = &input, .input_count = 1, .is_named = input_is_standard(input)};
    if (input_is_standard(input))
        return pack_to(context, NULL, &request);
    char *name = output_name_packed(input, !context->options->no_unwrap);
    if (name == NULL)
        return command_no_memory(context);
    enum exit_status status = written_files_check(written, context, name);
    if (status == EXIT_FINE)
        status = pack_to(context, name, &request);
    if (status == EXIT_FINE)
        written_files_add(written, name);
    free(name);
    return status;
}

enum exit_status pack_command(struct command_context *context)
{
    const struct options *options = context->options;
    const struct pack_request all = {.inputs = (const char *const *)options->inputs.names,
                                     .input_count = options->inputs.count,
                                     .is_named = 1};
    struct written_files written = {0};
    if (options->output != NULL)
        return pack_to(context, strcmp(options->output, "-") == 0 ? NULL : options->output, &all);
    enum exit_status first_failure = command_each_input(context, pack_beside, &written);
    written_files_free(&written);
    return first_failure;
}
