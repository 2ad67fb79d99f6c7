#include "cli/check/check.h"

#include "cli/check/check_games.h"
#include "cli/check/check_ratings.h"
#include "cli/check/check_report.h"
#include "cli/check/check_tags.h"
#include "cli/duplicates/duplicates_find.h"
#include "cli/run/damage.h"
#include "cli/run/database.h"
#include "cli/unpack/unpack.h"
#include "pgnpack_extra.h"

/* Is it a file of BCGN 1, and nothing around it? Says nothing. */
static int is_database(const char *name)
{
    struct messages silent = {.quiet = 2};
    uint8_t head[WRAPPER_HEAD_SIZE];
    struct input_file file;
    size_t size = 0;
    if (input_is_standard(name) || input_file_open(&file, name, NULL, &silent) != EXIT_FINE)
        return 0;
    int is_read = file.is_regular && input_file_read(&file, head, sizeof head, &size) == 0;
    input_file_close(&file);
    return is_read && bcgn_version_of(head, size) == 1;
}

/* ---- Its games ---- */

/* As pgndb dedupe finds them in it. */
static enum exit_status check_duplicates(struct check_report *report)
{
    struct duplicates_database database = {.name = report->database, .reader = report->reader};
    struct duplicates duplicates = {
        .context = report->context, .databases = &database, .count = 1, .passes_damage = report->is_damaged};
    struct pgnpack_duplicate found;
    uint64_t shown = report->context->progress.done_size;
    enum exit_status status = duplicates_find(&duplicates);
    progress_set(&report->context->progress, shown);
    while (status == EXIT_FINE && duplicates_next(&duplicates, &found))
        check_report_add(report, &(struct check_finding){
                                     .kind = CHECK_DUPLICATES, .game = found.game, .other = found.kept_game});
    duplicates_free(&duplicates);
    return status;
}

static enum exit_status look_at(struct check_report *report)
{
    enum exit_status status = check_games(report);
    if (status == EXIT_FINE)
        status = check_tags(report);
    if (status == EXIT_FINE)
        status = check_ratings(report);
    if (status == EXIT_FINE)
        status = check_duplicates(report);
    if (status == EXIT_FINE)
        check_report_end(report);
    view_text_flush(report->text);
    return status;
}

/* Of a database that was told to be damaged: what is whole. */
static enum exit_status open_and_look(struct check_report *report, struct pgnpack_reader *reader,
                                      int is_damaged)
{
    enum pgnpack_status opened = pgnpack_reader_open(reader, PGNPACK_FROM_PATH(report->database));
    if (is_damaged && (opened == PGNPACK_OK || opened == PGNPACK_ERROR_TRUNCATED))
        opened = pgnpack_reader_skip_damaged(reader, 0, UINT64_MAX, NULL, NULL);
    if (opened != PGNPACK_OK)
        return command_report_path(report->context, report->database, pgnpack_error(reader));
    report->reader = reader;
    report->is_damaged = is_damaged;
    return look_at(report);
}

static enum exit_status check_findings(struct check_report *report, int is_damaged)
{
    struct command_context *context = report->context;
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    if (reader == NULL)
        return command_no_memory(context);
    message_wipe_status_line(context->messages);
    enum exit_status status = open_and_look(report, reader, is_damaged);
    pgnpack_free(reader);
    return status;
}

/* With -M there is one thread: what each needs was not asked for. */
static enum exit_status check_within_limit(struct check_report *report, int is_damaged)
{
    struct command_context *context = report->context;
    unsigned threads = context->threads;
    if (context->options->memory_limit != 0)
        context->threads = 1;
    enum exit_status status = check_findings(report, is_damaged);
    context->threads = threads;
    return status;
}

/* ---- The task ---- */

static enum exit_status check_input(struct command_context *context, const char *input, void *opaque)
{
    struct check_report report = {.context = context, .text = opaque, .database = input};
    enum exit_status tested = test_input(context, input, NULL);
    if ((tested != EXIT_FINE && tested != EXIT_CORRUPT) || !is_database(input))
        return tested;
    enum exit_status status = check_within_limit(&report, tested == EXIT_CORRUPT);
    return tested != EXIT_FINE ? tested : status;
}

enum exit_status check_command(struct command_context *context)
{
    enum exit_status status;
    if (context->options->quiet)
        return test_command(context);
    struct view_text *text = view_text_open(context, NULL, &status);
    if (text == NULL)
        return status;
    return view_text_close(text, command_each_input(context, check_input, text), 1);
}
