/* pgnunpack: the text of BCGN 1 files. */
#include <inttypes.h>
#include <string.h>

#include "cli/run/damage.h"
#include "cli/run/deleted.h"
#include "cli/base/number_text.h"
#include "cli/unpack/unpack_part.h"

struct bcgn1_part {
    struct unpack_job *job;
    struct unwrap *unwrap;
    const char *name;
    const struct pgnpack_unpacker *unpacker;
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

static void report_damage(void *opaque, const struct pgnpack_damage *damage)
{
    struct bcgn1_part *part = opaque;
    if (part->first_damage == UINT64_MAX)
        part->first_damage = damage->offset;
    if (is_repeated(&part->job->seen.damages, &part->job->delivered.damages))
        return;
    damage_report_stretch(part->job->context, part->name, damage);
}

static int is_last_part(const char *path, const char *name, size_t name_size)
{
    size_t size = strlen(path);
    return name_size <= size && memcmp(path + size - name_size, name, name_size) == 0 &&
           (name_size == size || path[size - name_size - 1] == '/');
}

/* Names, and where files end, do not get into one output; but it may have the name of the only file. */
static int begin_file(void *opaque, const char *name, size_t name_size)
{
    struct bcgn1_part *part = opaque;
    struct unpack_job *job = part->job;
    const char *output_name = part->files++ == 0 ? job->output_name : NULL;
    if (name_size != 0 && (output_name == NULL || !is_last_part(output_name, name, name_size)))
        job->context->input_is_archive = 1;
    if (is_repeated(&job->seen.files, &job->delivered.files))
        return 0;
    job->file_time.is_known = pgnpack_unpacker_file_time(part->unpacker, &job->file_time.seconds);
    return job->begin_file != NULL ? job->begin_file(job->opaque, name, name_size) : 0;
}

/* A pgnpack_write_function. */
static int write_text(void *opaque, const void *bytes, size_t size)
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
    const struct pgnpack_error *error = pgnpack_unpacker_error(unpacker);
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
    return EXIT_USAGE;
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
        pgnpack_reader_deleted_count(*reader_ret) != 0) {
        message_error(context->messages, IN_FILE(part->name),
                      "holds deleted games, which --rm would remove for good: give --with-deleted, too, or "
                      "compact it first");
        status = EXIT_USAGE;
    }
    return status == EXIT_FINE ? check_removal(context, part->name, pgnpack_reader_torn(*reader_ret))
                               : status;
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
        pgnpack_reader_free(reader);
        return status != EXIT_FINE ? status : command_no_memory(job->context);
    }
    part.unpacker = unpacker;
    job->file_time.is_known = 0;
    pgnpack_unpacker_leave_out(unpacker, reader);
    pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(unwrap_read, unwrap),
                         job->write != NULL ? PGNPACK_TO_FUNCTION(write_text, job) : NULL);
    job->games += pgnpack_unpacker_totals(unpacker)->games;
    job->text_size += pgnpack_unpacker_totals(unpacker)->text_size;
    job->unknown_sections += pgnpack_unpacker_totals(unpacker)->unknown_sections;
    status = judge(&part, unpacker);
    enum exit_status told = tell_of_stream(&part, reader, pgnpack_unpacker_totals(unpacker));
    status = status == EXIT_FINE ? told : status;
    pgnpack_unpacker_free(unpacker);
    pgnpack_reader_free(reader);
    return status;
}
