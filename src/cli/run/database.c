#include "cli/run/database.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cli/base/messages.h"
#include "cli/run/damage.h"
#include "cli/wrappers/layer.h"

static enum exit_status fail(struct database *database, const char *cause)
{
    message_error(database->context->messages, IN_FILE(database->file.name), "%s", cause);
    return EXIT_FAILED;
}

/*
 * The progress bar goes to the furthest place that was read. While a file is opened, its end is read first, which says
 * nothing: leaps do not count then.
 */
static void show_progress(struct database *database, uint64_t offset, size_t size)
{
    uint64_t end = offset + size;
    int is_leap = offset > database->shown_size && offset - database->shown_size > database->file.size / 2;
    if (end <= database->shown_size || (is_leap && !database->is_open))
        return;
    progress_add(&database->context->progress, end - database->shown_size);
    database->shown_size = end;
}

/* A pgnpack_read_at_function. */
static int read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct database *database = opaque;
    int error_number =
        file_read_at(&database->file.file, database->file.start + offset, bytes, size, size_ret);
    if (database->is_shared)
        return error_number;
    if (error_number == 0) {
        show_progress(database, offset, *size_ret);
        return 0;
    }
    if (!database->read_failed)
        fail(database, strerror(error_number));
    database->read_failed = 1;
    return error_number;
}

/* What cannot be read at any place, and what has no index. */
static enum exit_status look(struct database *database, int *is_bcgn0_ret)
{
    uint8_t head[WRAPPER_HEAD_SIZE];
    size_t size = 0, got;
    *is_bcgn0_ret = 0;
    if (!database->file.is_regular)
        return fail(database, "is a pipe, and this needs a file: save it as a file first");
    do {
        if (read_at(database, size, head + size, sizeof head - size, &got) != 0)
            return EXIT_FAILED;
        size += got;
    } while (got != 0 && size < sizeof head);
    if (wrapper_detect(head, size) != WRAPPER_NONE)
        return fail(database, database->context->options->command == COMMAND_FIND
                                  ? "is compressed or an archive; pack it first, which pgnpack does as it is"
                                  : "is compressed or an archive; unwrap it first");
    *is_bcgn0_ret = bcgn_version_of(head, size) == 0;
    return EXIT_FINE;
}

static enum exit_status open_reader(struct database *database)
{
    const struct pgnpack_options options = command_library_options(database->context);
    struct place place = {.file = database->file.name};
    database->reader = pgnpack_reader_new(&options);
    if (database->reader == NULL)
        return command_no_memory(database->context);
    enum pgnpack_status status =
        pgnpack_reader_open(database->reader, PGNPACK_SOURCE_ARGUMENT(.read_at = read_at, .opaque = database,
                                                                      .file_size = database->file.size,
                                                                      .cache_size = database->keep));
    if (status == PGNPACK_ERROR_NOT_BCGN && database->context->options->command == COMMAND_FIND) {
        message_error(database->context->messages, &place,
                      "is no packed database (BCGN); pack it first: pgnpack %s", place.file);
        return EXIT_CORRUPT;
    }
    deleted_set(database->context, database->reader);
    if (status == PGNPACK_OK)
        database->damage = deleted_tell(database->context, place.file, database->reader);
    if (status != PGNPACK_ERROR_TRUNCATED)
        return status == PGNPACK_OK
                   ? EXIT_FINE
                   : command_report(database->context, place.file, pgnpack_error(database->reader));
    database->damage = EXIT_CORRUPT;
    damage_report_index(database->context, place.file, database->reader, pgnpack_error(database->reader));
    return EXIT_FINE;
}

enum exit_status database_open(struct database *database, struct command_context *context, const char *name,
                               size_t keep)
{
    int is_bcgn0;
    memset(database, 0, sizeof *database);
    database->context = context;
    database->keep = keep;
    enum exit_status status = input_file_open(&database->file, name, NULL, context->messages);
    if (status != EXIT_FINE)
        return status;
    database->shown_before = context->progress.done_size;
    progress_begin_file(&context->progress, database->file.name);
    status = look(database, &is_bcgn0);
    if (status == EXIT_FINE && !is_bcgn0)
        status = open_reader(database);
    if (status != EXIT_FINE)
        database_close(database);
    else
        database_begin_pass(database);
    return status;
}

enum exit_status database_open_indexed(struct database *database, struct command_context *context,
                                       const char *name)
{
    enum exit_status status = database_open(database, context, name, 0);
    if (status != EXIT_FINE || database->reader != NULL)
        return status;
    fail(database, "is of BCGN 0, which has no index: pack it anew first, with -o");
    database_close(database);
    return EXIT_FAILED;
}

enum exit_status database_open_state(struct database *database, uint64_t size)
{
    pgnpack_free(database->reader);
    database->file.size = size;
    return open_reader(database);
}

void database_begin_pass(struct database *database)
{
    progress_set(&database->context->progress, database->shown_before);
    database->shown_size = 0;
    database->is_open = 1;
}

uint64_t database_block_end(const struct database *database, uint64_t game)
{
    struct pgnpack_block_info info;
    uint64_t block = pgnpack_reader_find_block(database->reader, game);
    return pgnpack_reader_block(database->reader, block, &info) ? info.first_game + info.game_count
                                                                : game + 1;
}

void database_close(struct database *database)
{
    if (database->reader != NULL)
        progress_set(&database->context->progress, database->shown_before + database->file.size);
    pgnpack_free(database->reader);
    database->reader = NULL;
    input_file_close(&database->file);
}

/* ---- Deleted games ---- */

void deleted_set(const struct command_context *context, struct pgnpack_reader *reader)
{
    pgnpack_reader_set_deleted(reader, context->options->with_deleted ? PGNPACK_DELETED_KEPT
                                                                      : PGNPACK_DELETED_LEFT_OUT);
}

enum exit_status deleted_tell(const struct command_context *context, const char *name,
                              const struct pgnpack_reader *reader)
{
    deleted_tell_torn(context, name, pgnpack_reader_info(reader)->torn,
                      pgnpack_reader_info(reader)->torn_size);
    return deleted_tell_records(context, name, reader);
}

void deleted_tell_torn(const struct command_context *context, const char *name, enum pgnpack_torn torn,
                       uint64_t size)
{
    if (torn == PGNPACK_TORN_UNFINISHED)
        message_notice(context->messages, IN_FILE(name),
                       "its last %s %s of a change that was broken off, or is just being made; "
                       "that is not read, and the next change removes it",
                       COUNTED(size, "byte"), IS_OR_ARE(size));
    if (torn == PGNPACK_TORN_UNMARKED)
        message_notice(context->messages, IN_FILE(name),
                       "its end mark is not whole; nothing else is missing, and the next change writes it");
}

enum exit_status deleted_tell_records(const struct command_context *context, const char *name,
                                      const struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info info;
    enum exit_status status = EXIT_FINE;
    for (uint64_t i = 0; pgnpack_reader_segment(reader, i, &info); i++)
        if (info.is_damaged) {
            message_error(context->messages, IN_FILE(name),
                          "the record of change %" PRIu64 " %s: games that it deleted are there again", i + 1,
                          info.is_newer ? "needs a newer pgnpack" : "is damaged");
            status = EXIT_CORRUPT;
        }
    return status;
}

uint64_t deleted_games_left(const struct command_context *context, const struct pgnpack_reader *reader)
{
    uint64_t count = pgnpack_reader_info(reader)->game_count;
    return context->options->with_deleted ? count : count - pgnpack_reader_info(reader)->deleted_count;
}

uint64_t deleted_number_of(const struct command_context *context, const struct pgnpack_reader *reader,
                           uint64_t n)
{
    uint64_t next = 1, first, count;
    while (!context->options->with_deleted && pgnpack_reader_deleted_range(reader, next, &first, &count) &&
           n > first - next) {
        n -= first - next;
        next = first + count;
    }
    return n > UINT64_MAX - next ? UINT64_MAX : next + n - 1;
}
