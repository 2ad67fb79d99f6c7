/* pgnunpack: where the text goes, and when it counts. */
#include "cli/unpack/unpack.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/run/damage.h"
#include "cli/run/database.h"
#include "cli/run/members.h"
#include "cli/run/command.h"
#include "cli/base/messages.h"
#include "cli/files/output_name.h"
#include "cli/run/verify.h"
#include "cli/run/written_files.h"
#include "cli/unpack/unpack_part.h"

/* ---- The text of BCGN 1 ---- */

struct bcgn1_part {
    struct unpack_job *job;
    struct unwrap *unwrap;
    const char *name;
    uint64_t files;        /* that began so far */
    uint64_t first_damage; /* its offset; UINT64_MAX: none was reported */
};

/* Counts one more. Is it what an earlier attempt has delivered? */
static int is_repeated(uint64_t *seen, uint64_t *delivered)
{
    if (++*seen <= *delivered)
        return 1;
    *delivered = *seen;
    return 0;
}

static int report_damage(void *opaque, const struct pgnpack_damage *damage)
{
    struct bcgn1_part *part = opaque;
    if (part->first_damage == UINT64_MAX)
        part->first_damage = damage->offset;
    if (is_repeated(&part->job->seen.damages, &part->job->delivered.damages))
        return 0;
    damage_report_stretch(part->job->context, part->name, damage);
    return 0;
}

static int is_last_part(const char *path, const char *name, size_t name_size)
{
    size_t size = strlen(path);
    return name_size <= size && memcmp(path + size - name_size, name, name_size) == 0 &&
           (name_size == size || path[size - name_size - 1] == '/');
}

/* Names, and where files end, do not get into one output; but it may have the name of the only file. */
static int begin_file(void *opaque, const char *name, size_t name_size, const int64_t *time)
{
    struct bcgn1_part *part = opaque;
    struct unpack_job *job = part->job;
    const char *output_name = part->files++ == 0 ? job->output_name : NULL;
    if (name_size != 0 && (output_name == NULL || !is_last_part(output_name, name, name_size)))
        job->context->input_is_archive = 1;
    if (is_repeated(&job->seen.files, &job->delivered.files))
        return 0;
    return job->begin_file != NULL ? job->begin_file(job->opaque, name, name_size, time) : 0;
}

/* A pgnpack_write_function. */
static int deliver_text(void *opaque, const void *bytes, size_t size)
{
    struct unpack_job *job = opaque;
    uint64_t repeated = job->delivered.text_size - job->seen.text_size;
    if (repeated >= size) {
        job->seen.text_size += size;
        return 0;
    }
    job->seen.text_size += size;
    job->delivered.text_size = job->seen.text_size;
    return job->write(job->opaque, (const char *)bytes + repeated, size - (size_t)repeated);
}

/*
 * Damage that is passed over, with --salvage or because no text needs what it is in, was reported piece by piece, and is the run's error unless
 * more came; the run goes on, and ends with its status.
 */
static enum exit_status judge(struct bcgn1_part *part, struct pgnpack_unpacker *unpacker)
{
    const struct pgnpack_error *error = pgnpack_error(unpacker);
    struct unpack_job *job = part->job;
    if (pgnpack_unpacker_totals(unpacker)->damaged != 0 &&
        (job->context->options->salvage || error->offset == part->first_damage) &&
        command_status_of(error->status) == EXIT_CORRUPT) {
        job->damage = EXIT_CORRUPT;
        return EXIT_FINE;
    }
    return error->status == PGNPACK_OK ? EXIT_FINE
                                       : damage_report_unpacking(job->context, part->unwrap, error);
}

/* What is not read must not go with the input. What is damaged is told by the reading itself. */
static enum exit_status check_removal(const struct command_context *context, const char *name,
                                      enum pgnpack_torn torn)
{
    if (!context->options->remove_inputs || torn == PGNPACK_TORN_NOT || torn == PGNPACK_TORN_DAMAGED)
        return EXIT_FINE;
    message_error(
        context->messages, IN_FILE(name),
        "is just being changed, or a change was broken off: it is not removed; do without --rm, or make the "
        "change once more first");
    return EXIT_FAILED;
}

/*
 * What the end of the file says of its games: *reader_ret, NULL where that cannot be known, because it is no file that can be read at any
 * place, or damaged.
 */
static enum exit_status open_reader(struct bcgn1_part *part, struct pgnpack_reader **reader_ret)
{
    struct command_context *context = part->job->context;
    enum exit_status status = damage_open_reader(context, part->unwrap, reader_ret);
    if (*reader_ret == NULL)
        return status;
    deleted_set(context, *reader_ret);
    if (context->options->task == TASK_TEST && context->options->command == COMMAND_UNPACK)
        pgnpack_reader_set_deleted(*reader_ret, PGNPACK_DELETED_KEPT);
    if (!is_repeated(&part->job->seen.tellings, &part->job->delivered.tellings))
        status = deleted_tell(context, part->name, *reader_ret);
    if (status != EXIT_FINE && context->options->salvage) {
        part->job->damage = status;
        status = EXIT_FINE;
    }
    if (status == EXIT_FINE && context->options->remove_inputs && !context->options->with_deleted &&
        pgnpack_reader_info(*reader_ret)->deleted_count != 0) {
        message_error(context->messages, IN_FILE(part->name),
                      "holds deleted games, which --rm would remove for good: give --with-deleted, too, or "
                      "compact it first");
        status = EXIT_FAILED;
    }
    return status == EXIT_FINE ? check_removal(context, part->name, pgnpack_reader_info(*reader_ret)->torn)
                               : status;
}

/* Has opening trees held against the games, where the file can be read at any place. */
static enum exit_status check_trees(const struct bcgn1_part *part, struct pgnpack_reader *reader,
                                    struct pgnpack_unpacker *unpacker)
{
    struct command_context *context = part->job->context;
    struct input_file *file = part->unwrap->context.file;
    uint64_t at = file->read_size;
    if (reader == NULL || context->options->task != TASK_TEST || context->options->salvage ||
        pgnpack_reader_info(reader)->torn == PGNPACK_TORN_DAMAGED)
        return EXIT_FINE;
    enum pgnpack_status status = pgnpack_reader_check_trees(reader, unpacker);
    input_file_seek(file, at); /* where it was: some systems have one place for all that read */
    return status == PGNPACK_OK
               ? EXIT_FINE
               : command_report_path(context, part->unwrap->part_name, pgnpack_error(reader));
}

/* A stream was over before it was known which of its games are deleted, and how it ends. */
static enum exit_status tell_of_stream(const struct bcgn1_part *part, const struct pgnpack_reader *reader,
                                       const struct pgnpack_unpacker_totals *totals)
{
    const char *remedy = part->unwrap->depth == 0 && part->unwrap->context.file->is_regular
                             ? "its end tells which, and is damaged"
                             : "give the file itself to leave them out";
    const struct options *options = part->job->context->options;
    struct messages *messages = part->job->context->messages;
    int is_test = options->task == TASK_TEST && options->command == COMMAND_UNPACK;
    if (reader != NULL)
        return EXIT_FINE;
    deleted_tell_torn(part->job->context, part->name, totals->torn, totals->torn_size);
    enum exit_status status = check_removal(part->job->context, part->name, totals->torn);
    if (totals->deleted == 0 || options->with_deleted || is_test)
        return status;
    if (totals->deleted == UINT64_MAX)
        message_warning(
            messages, WARNING_OTHER, IN_FILE(part->name),
            "was changed after it was packed: games that were deleted in it are in the output; %s", remedy);
    else
        message_warning(messages, WARNING_OTHER, IN_FILE(part->name), "%s that %s in the output; %s",
                        COUNTED(totals->deleted, "game"),
                        totals->deleted == 1 ? "was deleted in it is" : "were deleted in it are", remedy);
    return status;
}

enum exit_status unpack_bcgn1_part(struct unpack_job *job, struct unwrap *unwrap)
{
    const struct options *options = job->context->options;
    const struct pgnpack_options library_options = command_library_options(job->context);
    struct bcgn1_part part = {
        .job = job, .unwrap = unwrap, .name = unwrap->part_name, .first_damage = UINT64_MAX};
    const struct pgnpack_unpacker_options unpacker_options = {.size = sizeof unpacker_options,
                                                              .threads = job->context->threads,
                                                              .salvage = options->salvage,
                                                              .damage = report_damage,
                                                              .begin_file = begin_file,
                                                              .opaque = &part,
                                                              .check_columns = options->task == TASK_TEST};
    struct pgnpack_reader *reader;
    enum exit_status status = open_reader(&part, &reader);
    struct pgnpack_unpacker *unpacker =
        status == EXIT_FINE ? pgnpack_unpacker_new(&library_options, &unpacker_options) : NULL;
    if (unpacker == NULL) {
        pgnpack_free(reader);
        return status != EXIT_FINE ? status : command_no_memory(job->context);
    }
    pgnpack_unpacker_leave_out(unpacker, reader);
    status = check_trees(&part, reader, unpacker);
    if (status != EXIT_FINE) {
        pgnpack_free(unpacker);
        pgnpack_free(reader);
        return status;
    }
    pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(unwrap_read, unwrap),
                         job->write != NULL ? PGNPACK_TO_FUNCTION(deliver_text, job) : NULL);
    job->games += pgnpack_unpacker_totals(unpacker)->games;
    job->text_size += pgnpack_unpacker_totals(unpacker)->text_size;
    job->unknown_sections += pgnpack_unpacker_totals(unpacker)->unknown_sections;
    status = judge(&part, unpacker);
    enum exit_status told = tell_of_stream(&part, reader, pgnpack_unpacker_totals(unpacker));
    status = status == EXIT_FINE ? told : status;
    pgnpack_free(unpacker);
    pgnpack_free(reader);
    return status;
}

/* ---- Outputs ---- */

static enum exit_status unpack_part(void *opaque, struct unwrap *unwrap)
{
    return unwrap_part_version(unwrap) == 0 ? unpack_bcgn0_part(opaque, unwrap)
                                            : unpack_bcgn1_part(opaque, unwrap);
}

enum exit_status unpack_input(struct unpack_job *job, const char *input, struct removal *removal)
{
    struct memory_fit fit;
    const uint64_t games = job->games, text_size = job->text_size;
    enum exit_status status;
    job->delivered = (struct delivery){0};
    memory_fit_begin(&fit, job->context, &input, 1, 0);
    do {
        job->seen = (struct delivery){0};
        job->games = games;
        job->text_size = text_size;
        status = command_each_part(job->context, input, removal, unpack_part, job);
    } while (memory_fit_again(&fit, status, 0));
    if (status == EXIT_FINE)
        memory_fit_tell(&fit, input);
    return status;
}

/* ---- Into files and streams ---- */

struct unpack_output {
    struct output_file file;
    struct removal *removals; /* one an input; NULL without --rm */
    struct text_sum sum;      /* for --rm only */
};

static int write_text(void *opaque, const void *bytes, size_t size)
{
    struct unpack_output *output = opaque;
    if (output->removals != NULL)
        text_sum_add(&output->sum, bytes, size);
    return output_file_write(&output->file, bytes, size);
}

static enum exit_status unpack_inputs(struct unpack_job *job, const char *const *inputs, size_t input_count,
                                      struct removal *removals)
{
    enum exit_status status = EXIT_FINE;
    for (size_t i = 0; i < input_count && status == EXIT_FINE; i++)
        status = unpack_input(job, inputs[i], removals != NULL ? &removals[i] : NULL);
    return status == EXIT_FINE ? command_check_games(job->context, inputs[0], job->games) : status;
}

/* Damage that was passed over ends in its status, but the output counts. */
static enum exit_status finish(struct unpack_job *job, struct unpack_output *output)
{
    enum exit_status status = EXIT_FINE;
    if (output->removals != NULL)
        status = verify_text(job->context, &output->file, &output->sum);
    if (status == EXIT_FINE)
        status = output_file_commit(&output->file);
    if (status == EXIT_FINE)
        message_information(job->context->messages, IN_FILE(output->file.name), "%s, %s",
                            COUNTED(job->games, "game"), COUNTED(output->file.written_size, "byte"));
    return status == EXIT_FINE ? job->damage : status;
}

/* Inputs into one output, which `name` NULL means to be standard output. `removals` NULL: the inputs stay. */
static enum exit_status unpack_to(struct command_context *context, const char *name,
                                  const char *const *inputs, size_t input_count, struct removal *removals)
{
    struct output_request request = command_output(context, name);
    struct unpack_output output = {.removals = removals};
    struct unpack_job job = {.context = context, .output_name = name, .write = write_text, .opaque = &output};
    request.inputs = inputs;
    request.input_count = input_count;
    request.keeps_time = 1;
    enum exit_status status = output_file_open(&output.file, &request, context->messages);
    if (status == EXIT_FINE)
        status = unpack_inputs(&job, inputs, input_count, removals);
    if (status == EXIT_FINE)
        status = finish(&job, &output);
    output_file_close(&output.file);
    return status;
}

/* The same, and takes the inputs away if they were asked to be. */
static enum exit_status unpack_away(struct command_context *context, const char *name,
                                    const char *const *inputs, size_t input_count)
{
    if (!context->options->remove_inputs)
        return unpack_to(context, name, inputs, input_count, NULL);
    struct removal *removals = calloc(input_count, sizeof *removals);
    if (removals == NULL)
        return command_no_memory(context);
    enum exit_status status = unpack_to(context, name, inputs, input_count, removals);
    if (status == EXIT_FINE)
        status = removal_run(removals, inputs, input_count, context->messages);
    free(removals);
    return status;
}

/* Can the file be read, and is it neither packed nor wrapped? */
static int is_plain(struct command_context *context, const char *input)
{
    uint8_t head[WRAPPER_HEAD_SIZE];
    struct input_file file;
    size_t size = 0;
    if (input_file_open(&file, input, NULL, context->messages) != EXIT_FINE)
        return 0;
    int failed = input_file_read(&file, head, sizeof head, &size) != 0;
    input_file_close(&file);
    return !failed && bcgn_version_of(head, size) < 0 && wrapper_detect(head, size) == WRAPPER_NONE;
}

static enum exit_status unpack_beside(struct command_context *context, const char *input, void *opaque)
{
    struct written_files *written = opaque;
    if (input_is_standard(input))
        return unpack_to(context, NULL, &input, 1, NULL);
    char *stored = output_name_is_packed(input) ? member_lone_name(context, input) : NULL;
    char *name = output_name_unpacked(input, !context->options->no_unwrap,
                                      (struct name_text){stored, stored != NULL ? strlen(stored) : 0});
    free(stored);
    if (name == NULL && is_plain(context, input)) {
        message_error(context->messages, IN_FILE(input), "is no BCGN file: there is nothing to unpack");
        return EXIT_CORRUPT;
    }
    if (name == NULL) {
        message_error(context->messages, IN_FILE(input),
                      "the name does not end in .bcgn; name the output with -o FILE");
        return EXIT_FAILED;
    }
    enum exit_status status = written_files_check(written, context, name);
    if (status == EXIT_FINE)
        status = unpack_away(context, name, &input, 1);
    if (status == EXIT_FINE)
        written_files_add(written, name);
    free(name);
    return status;
}

enum exit_status unpack_files_command(struct command_context *context)
{
    const struct options *options = context->options;
    const struct input_list *inputs = &options->inputs;
    struct written_files written = {0};
    if (options->output != NULL)
        return unpack_away(context, strcmp(options->output, "-") == 0 ? NULL : options->output,
                           (const char *const *)inputs->names, inputs->count);
    enum exit_status first_failure = command_each_input(context, unpack_beside, &written);
    written_files_free(&written);
    return first_failure;
}

/* ---- Testing ---- */

enum exit_status test_input(struct command_context *context, const char *input, void *unused)
{
    (void)unused;
    struct unpack_job job = {.context = context};
    struct place place = {.file = input_is_standard(input) ? "standard input" : input};
    enum exit_status status = unpack_input(&job, input, NULL);
    if (status == EXIT_FINE)
        status = command_check_games(context, place.file, job.games);
    if (status == EXIT_FINE)
        status = job.damage;
    if (status == EXIT_FINE)
        (context->options->tells_well ? message_notice : message_information)(
            context->messages, &place, "%s, %s of text: all is well", COUNTED(job.games, "game"),
            COUNTED(job.text_size, "byte"));
    return status;
}

enum exit_status test_command(struct command_context *context)
{
    return command_each_input(context, test_input, NULL);
}
