/* Public functions: a database that changes. A change is a segment at the file's end (docs/FORMAT.md, chapter 5). */
#include <inttypes.h>
#include <string.h>

#include "container/segments/segment_record.h"
#include "lib/change/compact.h"
#include "lib/change/compaction_policy.h"
#include "lib/change/copy_blocks.h"
#include "lib/open/change_games.h"
#include "lib/open/game_ids.h"
#include "lib/open/history.h"
#include "lib/write/writer_parts.h"
#include "lib/write/writer_segment.h"

struct pgnpack_database {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct pgnpack_options options; /* for reader and writer */
    struct error misuse;            /* of the options: for ever */
    struct path_change file;
    struct path_copy torn_path;    /* where a damaged end goes; none: such a file is not opened */
    int is_new;                    /* we made the file, and no change was committed yet */
    struct pgnpack_reader *reader; /* NULL: nothing is open */
    struct pgnpack_writer *writer; /* of the change; NULL: it has no games yet */
    struct deleted_games
        changes; /* of kind 0 those deleted for a reason, which is in `change`, are there again */
    struct game_range_list news; /* of these, what is not so already; when the change is made */
    struct id_list ids;    /* of new games that are new versions of others; `game` counts the new ones ... */
    uint64_t versions_end; /* ... of which those before this one were told of */
    uint64_t takes_back;   /* number of a change; 0: none */
    const char *command;   /* of the commit that is being made; NULL: none */
    uint64_t time;
    struct error broken; /* of a part of the change: it cannot be committed any more */
    struct error error;
    struct pgnpack_error public_error;
};

static const struct handle_kind database_kind;

struct pgnpack_database *pgnpack_database_new(const struct pgnpack_options *options)
{
    struct pgnpack_database *database = handle_new(options, sizeof *database, &database_kind);
    if (database == NULL)
        return NULL;
    error_clear(&database->misuse);
    error_clear(&database->broken);
    handle_copy_options(&database->options, sizeof database->options, options, "pgnpack_options",
                        &database->misuse);
    database->options.size = sizeof database->options;
    path_change_init(&database->file, &database->memory);
    deleted_games_init(&database->changes, &database->memory);
    id_list_init(&database->ids, &database->memory);
    database->error = database->misuse;
    return database;
}

/* What the change had so far. */
static void forget_change(struct pgnpack_database *database)
{
    pgnpack_free(database->writer);
    database->writer = NULL;
    deleted_games_free(&database->changes);
    game_range_list_free(&database->news, &database->memory);
    id_list_free(&database->ids);
    database->versions_end = 0;
    database->takes_back = 0;
    database->command = NULL;
    error_clear(&database->broken);
}

static void close_database(struct pgnpack_database *database)
{
    struct error ignored;
    forget_change(database);
    pgnpack_free(database->reader);
    database->reader = NULL;
    error_clear(&ignored);
    if (database->is_new)
        path_change_remove(&database->file, &ignored); /* where it stays, it is a database without games */
    database->is_new = 0;
    path_change_close(&database->file);
    path_copy_free(&database->torn_path, &database->memory);
}

/* Forgets it, and takes from the file what was written of it. */
static enum pgnpack_status take_back(struct pgnpack_database *database, struct error *error)
{
    forget_change(database);
    return path_change_take_back(&database->file, error);
}

/* Closes what is open: of a change that was not committed nothing is left. */
static void leave_database(struct pgnpack_database *database)
{
    struct error ignored;
    error_clear(&ignored);
    if (database->reader != NULL)
        take_back(database, &ignored);
    close_database(database);
}

static void free_database(void *handle)
{
    struct pgnpack_database *database = handle;
    leave_database(database);
    handle_free(database, sizeof *database);
}

/* Begins a call: PGNPACK_OK, and no error yet. */
static enum pgnpack_status begin(struct pgnpack_database *database, int needs_open)
{
    database->error = database->misuse;
    memory_forget_refusal(&database->memory);
    if (database->error.status == PGNPACK_OK && needs_open && database->reader == NULL)
        error_set(&database->error, PGNPACK_ERROR_ARGUMENT, "no database is open");
    return database->error.status;
}

/* Has nothing failed so far? */
static int all_is_well(struct pgnpack_database *database)
{
    return handle_end(database, PGNPACK_OK) == PGNPACK_OK;
}

/* Ends a call that makes a part of a change. Where it was refused, the change is what it was; after any other failure it is broken. */
static enum pgnpack_status end_part(struct pgnpack_database *database)
{
    enum pgnpack_status status = handle_end(database, PGNPACK_OK);
    if (status != PGNPACK_OK && status != PGNPACK_ERROR_ARGUMENT && status != PGNPACK_ERROR_UNSUPPORTED)
        database->broken = database->error;
    return status;
}

/*
 * Begins a call that makes a change, of games that are known: where a record is damaged, nobody knows which are deleted, and what is made
 * of that is wrong.
 */
static enum pgnpack_status begin_change(struct pgnpack_database *database)
{
    return begin(database, 1) == PGNPACK_OK ? reader_check_changeable(database->reader, &database->error)
                                            : database->error.status;
}

/* ---- Opening ---- */

/* The file's first `size` bytes as a database; NULL: database->error says why not. */
static struct pgnpack_reader *open_state(struct pgnpack_database *database, uint64_t size)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(&database->options);
    if (reader == NULL) {
        memory_note_refusal(&database->memory);
        error_no_memory(&database->error);
        return NULL;
    }
    enum pgnpack_status status =
        pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(path_change_read_at, &database->file, size));
    reader->is_lent = 1;
    if (status == PGNPACK_OK && reader->header_status == PGNPACK_OK)
        return reader;
    if (status == PGNPACK_OK)
        error_set(&reader->error, PGNPACK_ERROR_CORRUPT, "the file's beginning is damaged");
    if (status == PGNPACK_ERROR_TRUNCATED && reader->info.torn == PGNPACK_TORN_DAMAGED &&
        database->torn_path.text != NULL) {
        error_clear(&reader->error);
        return reader;
    }
    database->error = reader->error;
    path_change_name(&database->file, &database->error);
    pgnpack_free(reader);
    return NULL;
}

/* What is kept by now. */
static void set_state(struct pgnpack_database *database, struct pgnpack_reader *reader)
{
    if (database->reader != NULL)
        reader->with_deleted = database->reader->with_deleted;
    pgnpack_free(database->reader);
    database->reader = reader;
}

static enum pgnpack_status write_mark(struct pgnpack_database *database)
{
    const struct pgnpack_reader *reader = database->reader;
    struct path_change *file = &database->file;
    enum pgnpack_status status =
        path_change_cut(file, reader->file_size - BCGN_END_MARK_SIZE, &database->error);
    int cause = status == PGNPACK_OK ? path_change_write(file, reader->end_mark, sizeof reader->end_mark) : 0;
    if (cause != 0) {
        status = handle_write_failed(&database->error, cause);
        path_change_name(file, &database->error);
    }
    if (status == PGNPACK_OK)
        status = path_change_sync(file, &database->error);
    if (status == PGNPACK_OK)
        path_change_keep(file);
    return status;
}

/* The file may be a copy that was made while its last segment was: it has an end mark, and its header says that it is being made. */
static enum pgnpack_status set_made(struct pgnpack_database *database, uint64_t segment)
{
    uint8_t state = 0;
    struct error *error = &database->error;
    enum pgnpack_status status =
        reader_read(database->reader, segment + BCGN_STATE_OFFSET, &state, sizeof state, error);
    if (status == PGNPACK_OK && state == BCGN_STATE_BEING_MADE) {
        status = path_change_set_byte(&database->file, segment + BCGN_STATE_OFFSET, 0, error);
        if (status == PGNPACK_OK)
            status = path_change_sync(&database->file, error);
    }
    return status;
}

/* Nothing is behind the last segment then, and it is whole. */
static enum pgnpack_status settle_end(struct pgnpack_database *database)
{
    const struct pgnpack_reader *reader = database->reader;
    const struct segment_list *list = &reader->segments;
    enum pgnpack_status status = PGNPACK_OK;
    if (reader->info.torn == PGNPACK_TORN_UNMARKED)
        return write_mark(database);
    if (reader->info.torn == PGNPACK_TORN_DAMAGED)
        status = path_change_save_end(&database->file, reader->file_size, database->torn_path.text,
                                      &database->error);
    if (status == PGNPACK_OK && reader->info.torn != PGNPACK_TORN_NOT)
        status = path_change_cut(&database->file, reader->file_size, &database->error);
    return status == PGNPACK_OK && list->count > 1
               ? set_made(database, list->segments[list->count - 1].offset)
               : status;
}

/* As it is by now. */
static enum pgnpack_status open_file(struct pgnpack_database *database)
{
    database->reader = open_state(database, database->file.kept_size);
    if (all_is_well(database))
        settle_end(database);
    if (!all_is_well(database))
        close_database(database);
    return database->error.status;
}

/* A database without games, as *size_ret bytes. */
static enum pgnpack_status write_empty(struct pgnpack_database *database, struct path_sink *sink,
                                       uint64_t *size_ret)
{
    const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(&database->options, &options, PGNPACK_TO_FUNCTION(path_sink_write, sink));
    if (writer == NULL)
        return error_no_memory(&database->error);
    if (pgnpack_writer_finish(writer) != PGNPACK_OK) {
        handle_take_error(&database->error, pgnpack_error(writer));
        path_sink_name(sink, &database->error);
    }
    *size_ret = pgnpack_writer_totals(writer)->packed_size;
    pgnpack_free(writer);
    return database->error.status;
}

/* It is locked before it has its name. *is_there_ret: somebody else was quicker to make one. */
static enum pgnpack_status create_file(struct pgnpack_database *database, const char *path, int *is_there_ret)
{
    struct path_sink sink;
    struct error *error = &database->error;
    uint64_t size = 0;
    *is_there_ret = 0;
    path_sink_init(&sink, &database->memory);
    enum pgnpack_status status = path_sink_create_under(&sink, path, error);
    if (status == PGNPACK_OK)
        status = write_empty(database, &sink, &size);
    if (status == PGNPACK_OK)
        status = path_change_take(&database->file, &sink, path, size, error);
    if (status == PGNPACK_OK)
        status = path_change_appear(&sink, is_there_ret, error);
    if (status == PGNPACK_OK)
        database->is_new = 1;
    else
        path_change_close(&database->file); /* Windows removes nothing that is open */
    path_sink_close(&sink);
    return status;
}

/* Finds the file, or makes one where there is none. */
static enum pgnpack_status find_or_create(struct pgnpack_database *database, const char *path)
{
    enum { TRIES_MAX = 100 }; /* each time others made, or removed, one */
    int is_missing = 1, is_there = 1;
    for (int i = 0; is_missing && is_there && i < TRIES_MAX; i++) {
        error_clear(&database->error);
        if (path_change_find(&database->file, path, &is_missing, &database->error) == PGNPACK_OK)
            break;
        if (is_missing) {
            error_clear(&database->error);
            create_file(database, path, &is_there);
        }
    }
    return database->error.status;
}

enum pgnpack_status pgnpack_database_open(struct pgnpack_database *database, const char *path,
                                          const struct pgnpack_database_options *options)
{
    struct pgnpack_database_options own;
    if (begin(database, 0) != PGNPACK_OK)
        return handle_end(database, database->error.status);
    leave_database(database);
    handle_copy_options(&own, sizeof own, options, "pgnpack_database_options", &database->error);
    if (path == NULL)
        handle_refuse_null(&database->error, "pgnpack_database_open: path");
    if (own.torn_path != NULL && !path_copy_set(&database->torn_path, &database->memory, own.torn_path))
        error_no_memory(&database->error);
    if (!all_is_well(database))
        return handle_end(database, database->error.status);
    if (own.create)
        find_or_create(database, path);
    else
        path_change_open(&database->file, path, &database->error);
    if (all_is_well(database))
        open_file(database);
    return handle_end(database, database->error.status);
}

struct pgnpack_reader *pgnpack_database_reader(struct pgnpack_database *database)
{
    return database->reader;
}

/* ---- What a change is made of ---- */

static enum pgnpack_status describe_segment(void *opaque, const struct pgnpack_writer_totals *totals,
                                            struct segment_description *description, struct error *error);

static enum pgnpack_status sync_segment(void *opaque, struct error *error)
{
    struct pgnpack_database *database = opaque;
    return path_change_sync(&database->file, error);
}

static enum pgnpack_status set_segment_made(void *opaque, struct error *error)
{
    struct pgnpack_database *database = opaque;
    return path_change_set_byte(&database->file, database->file.kept_size + BCGN_STATE_OFFSET, 0, error);
}

static enum pgnpack_status find_text_end(void *opaque, struct game_gap *gap, struct error *error)
{
    const struct pgnpack_database *database = opaque;
    return game_gap_behind(gap, database->reader, database->reader->index.count, error);
}

/* The level that most of the text has, for what comes to it; 0: there is no text, or where it would tell there is damage. */
static enum pgnpack_status find_level(struct pgnpack_database *database, int *level_ret)
{
    const struct pgnpack_copy_options copying = {.size = sizeof copying, .threads = 1};
    struct pgnpack_copy *copy = pgnpack_copy_new(&database->options, &copying,
                                                 PGNPACK_TO_FUNCTION(path_change_write, &database->file));
    *level_ret = 0;
    if (copy == NULL)
        return error_no_memory(&database->error);
    enum pgnpack_status status =
        copy_find_level(copy, database->reader, 0, database->reader->segments.count, level_ret);
    if (status == PGNPACK_ERROR_MEMORY || status == PGNPACK_ERROR_READ)
        database->error = copy->error;
    else if (status != PGNPACK_OK)
        *level_ret = 0;
    pgnpack_free(copy);
    return database->error.status;
}

/* Of a writer that has no level of its own. */
static enum pgnpack_status complete_options(struct pgnpack_database *database,
                                            const struct pgnpack_writer_options *options,
                                            struct pgnpack_writer_options *complete)
{
    handle_copy_options(complete, sizeof *complete, options, "pgnpack_writer_options", &database->error);
    if (database->error.status == PGNPACK_OK && complete->level == 0 &&
        complete->moves == PGNPACK_MOVES_BY_LEVEL)
        find_level(database, &complete->level);
    complete->size = sizeof *complete;
    return database->error.status;
}

struct pgnpack_writer *pgnpack_database_append(struct pgnpack_database *database,
                                               const struct pgnpack_writer_options *options)
{
    struct pgnpack_writer_options complete;
    if (begin_change(database) != PGNPACK_OK)
        return NULL;
    if (database->writer != NULL)
        return database->writer;
    if (complete_options(database, options, &complete) != PGNPACK_OK) {
        end_part(database);
        return NULL;
    }
    struct pgnpack_writer *writer = pgnpack_writer_new(
        &database->options, &complete, PGNPACK_TO_FUNCTION(path_change_write, &database->file));
    if (writer == NULL) {
        error_no_memory(&database->error);
        end_part(database);
        return NULL;
    }
    if (handle_take_error(&database->error, pgnpack_error(writer)) != PGNPACK_OK) {
        pgnpack_free(writer);
        return NULL;
    }
    writer_comes_behind(writer, database->reader->index.game_count, database->file.kept_size);
    writer_set_segment(writer, &(struct writer_segment){describe_segment, sync_segment, set_segment_made,
                                                        find_text_end, database});
    database->writer = writer;
    return writer;
}

/* Are these games of segments that can be named? */
static enum pgnpack_status check_games(struct pgnpack_database *database, const char *what, uint64_t first,
                                       uint64_t count)
{
    const struct pgnpack_reader *reader = database->reader;
    if (first == 0 || count == 0 || first > reader->index.game_count ||
        count > reader->index.game_count - (first - 1))
        return error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                         "%s: %" PRIu64 " game%s from game %" PRIu64 " on: the database has %" PRIu64, what,
                         count, count == 1 ? "" : "s", first, reader->index.game_count);
    const struct segment *segment = segment_list_of_game(&reader->segments, first - 1);
    const struct segment *last = segment_list_of_game(&reader->segments, first + count - 2);
    for (; segment <= last; segment++)
        if (!segment->has_identity)
            return error_set(&database->error, PGNPACK_ERROR_UNSUPPORTED,
                             "game %" PRIu64
                             " was packed by an older version, and has no id: compact the database first",
                             segment->first_game + 1);
    return PGNPACK_OK;
}

/* `range`: what is to become of them, as in `changes`. */
static enum pgnpack_status change_range(struct pgnpack_database *database, const char *what,
                                        struct game_range range)
{
    struct game_range_list list = {NULL, 0, 0};
    if (check_games(database, what, range.first + 1, range.end - range.first) != PGNPACK_OK)
        return database->error.status;
    if (!game_range_list_add(&list, &database->memory, range) ||
        !deleted_games_add(&database->changes, &list))
        error_no_memory(&database->error);
    return database->error.status;
}

static enum pgnpack_status change_games(struct pgnpack_database *database, const char *what, uint64_t first,
                                        uint64_t count, struct game_range range)
{
    range.first = first - 1;
    range.end = first - 1 + count;
    if (begin_change(database) == PGNPACK_OK)
        change_range(database, what, range);
    return end_part(database);
}

/* Is it one of those up to `last`? */
static enum pgnpack_status check_reason(struct pgnpack_database *database, enum pgnpack_reason reason,
                                        enum pgnpack_reason last)
{
    if (begin(database, 1) == PGNPACK_OK && (reason < PGNPACK_REASON_HAND || reason > last))
        error_set(&database->error, PGNPACK_ERROR_ARGUMENT, "a reason is %d: here there are %d to %d",
                  (int)reason, (int)PGNPACK_REASON_HAND, (int)last);
    return database->error.status;
}

enum pgnpack_status pgnpack_database_delete(struct pgnpack_database *database, uint64_t first, uint64_t count,
                                            enum pgnpack_reason reason, uint64_t other)
{
    if (check_reason(database, reason, PGNPACK_REASON_REPLACED) == PGNPACK_OK && other > INT64_MAX)
        error_set(&database->error, PGNPACK_ERROR_ARGUMENT, "there is no game %" PRIu64, other);
    else if (other != 0 && reason == PGNPACK_REASON_HAND)
        error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                  "game %" PRIu64 " is another one's duplicate or version: by hand there is none", other);
    else if (other != 0 && other == first)
        error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                  "game %" PRIu64 " is no duplicate or version of itself", other);
    return handle_end(database,
                      all_is_well(database)
                          ? change_games(database, "pgnpack_database_delete", first, count,
                                         (struct game_range){.kind = (uint8_t)reason, .target = other})
                          : database->error.status);
}

enum pgnpack_status pgnpack_database_undelete(struct pgnpack_database *database, uint64_t first,
                                              uint64_t count, enum pgnpack_reason reason)
{
    enum pgnpack_status status = check_reason(database, reason, PGNPACK_REASON_DUPLICATE);
    return handle_end(database,
                      status == PGNPACK_OK
                          ? change_games(database, "pgnpack_database_undelete", first, count,
                                         (struct game_range){.kind = DELETION_NONE, .change = reason})
                          : status);
}

/* Takes back one step, if no later change is about its games. */
static void undo_step(struct pgnpack_database *database, const struct change_step *step,
                      struct pgnpack_undo_totals *totals)
{
    struct game_range range = step->games;
    uint64_t count = range.end - range.first;
    if (!step->is_free) {
        totals->left += count;
        return;
    }
    if (range.kind == DELETION_NONE) {
        range = step->before;
        range.change = 0;
        totals->deleted += count;
    } else if (range.kind == DELETION_ADDED) {
        range.kind = DELETION_TAKEN_BACK;
        totals->deleted += count;
    } else {
        range = (struct game_range){range.first, range.end, .kind = DELETION_NONE, .change = range.kind};
        totals->brought_back += count;
    }
    change_range(database, "pgnpack_database_undo", range);
}

enum pgnpack_status pgnpack_database_undo(struct pgnpack_database *database, uint64_t change,
                                          struct pgnpack_undo_totals *totals_ret)
{
    struct change_games games;
    struct pgnpack_undo_totals totals = {0};
    change_games_init(&games, &database->memory);
    if (begin_change(database) == PGNPACK_OK && database->takes_back != 0) {
        error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                  "change %" PRIu64 " is being taken back already: commit first", database->takes_back);
        return end_part(database);
    }
    if (all_is_well(database))
        change_games_read(&games, database->reader, change, &database->error);
    if (all_is_well(database))
        database->takes_back = change;
    for (size_t i = 0; i < games.count && all_is_well(database); i++)
        undo_step(database, &games.steps[i], &totals);
    totals.gone = games.gone;
    change_games_free(&games);
    if (!all_is_well(database)) { /* before the first range: only games that came with it can be refused */
        database->takes_back = 0;
        totals = (struct pgnpack_undo_totals){0};
    }
    if (totals_ret != NULL)
        *totals_ret = totals;
    return end_part(database);
}

/* New games, from 0, have the ids of old ones. */
static enum pgnpack_status take_ids(struct pgnpack_database *database, uint64_t new_first, uint64_t count,
                                    uint64_t old_first)
{
    struct id_run run;
    if (game_ids_read_all(database->reader, &database->error) != PGNPACK_OK)
        return database->error.status;
    for (uint64_t done = 0; done < count; done += run.count) {
        int has_ids = game_ids_from(database->reader, old_first + done, &run);
        if (run.count > count - done)
            run.count = count - done;
        run.game = new_first + done;
        if (has_ids && !id_list_add(&database->ids, &run))
            return error_no_memory(&database->error);
    }
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_database_set_origin(struct pgnpack_database *database, uint64_t new_first,
                                                uint64_t count, uint64_t old_first)
{
    if (begin_change(database) != PGNPACK_OK ||
        check_games(database, "pgnpack_database_set_origin", old_first, count) != PGNPACK_OK)
        return handle_end(database, database->error.status);
    if (new_first == 0 || new_first > INT64_MAX || new_first - 1 < database->versions_end)
        return handle_end(database,
                          error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                                    "pgnpack_database_set_origin: new games are to come in ascending "
                                    "order, each once"));
    if (take_ids(database, new_first - 1, count, old_first - 1) == PGNPACK_OK)
        database->versions_end = new_first - 1 + count;
    return end_part(database);
}

/* ---- Commit ---- */

/* Games that are deleted already stay what they are. */
static int add_deleted(struct pgnpack_database *database, struct game_range range)
{
    return deleted_games_others(&database->reader->deleted, range, &database->news, &database->memory);
}

/* Those that were deleted for this reason are there again. */
static int add_back(struct pgnpack_database *database, const struct history *history, struct game_range range)
{
    const uint32_t reason = range.change;
    int is_done = 1;
    range.change = 0;
    for (uint64_t at = range.first; is_done && at < range.end;) {
        const struct game_range *there = deleted_games_from(&history->deleted, at);
        if (there == NULL || there->first >= range.end)
            break;
        struct game_range part = game_range_from(range, there->first > at ? there->first : at);
        part.end = there->end < range.end ? there->end : range.end;
        if (there->kind == reason)
            is_done = game_range_list_add(&database->news, &database->memory, part);
        at = there->end;
    }
    return is_done;
}

static int brings_back(const struct game_range_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->ranges[i].kind == PGNPACK_REASON_NONE)
            return 1;
    return 0;
}

/* What the change is to delete and bring back, as ranges of games that are not so already. */
static enum pgnpack_status find_news(struct pgnpack_database *database)
{
    struct history history = {.memory = NULL};
    const struct game_range_list *list = &database->changes.pending[0];
    int is_done = 1;
    enum pgnpack_status status = PGNPACK_OK;
    database->news.count = 0;
    if (database->changes.pending_count == 0)
        return PGNPACK_OK;
    if (brings_back(list)) {
        history_init(&history, &database->memory);
        status = history_read(&history, database->reader, &database->error);
    }
    for (size_t i = 0; i < list->count && is_done && status == PGNPACK_OK; i++)
        is_done = list->ranges[i].kind == PGNPACK_REASON_NONE ? add_back(database, &history, list->ranges[i])
                                                              : add_deleted(database, list->ranges[i]);
    if (history.memory != NULL)
        history_free(&history);
    return is_done ? status : error_no_memory(&database->error);
}

/* New games that were named are there. */
static enum pgnpack_status check_new_games(const struct pgnpack_database *database, uint64_t added,
                                           struct error *error)
{
    uint64_t games = database->reader->index.game_count + added;
    if (database->versions_end > added)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "pgnpack_database_set_origin named new game %" PRIu64 ": %" PRIu64 " were added",
                         database->versions_end, added);
    for (size_t i = 0; i < database->news.count; i++) {
        const struct game_range *range = &database->news.ranges[i];
        uint64_t target_end = range->target == 0 ? 0 : range->target - 1 + (range->end - range->first);
        if (target_end > games)
            return error_set(error, PGNPACK_ERROR_ARGUMENT,
                             "pgnpack_database_delete named game %" PRIu64 ": there are %" PRIu64 " now",
                             target_end, games);
    }
    return PGNPACK_OK;
}

static enum pgnpack_status describe_segment(void *opaque, const struct pgnpack_writer_totals *totals,
                                            struct segment_description *description, struct error *error)
{
    struct pgnpack_database *database = opaque;
    const struct segment_list *segments = &database->reader->segments;
    const struct segment *before = segments->count == 0 ? NULL : &segments->segments[segments->count - 1];
    const struct record_base base = {segments, segments->count, database->reader->index.game_count};
    const struct record_change change = {
        .number = before == NULL ? 1 : before->state + 1,
        .time = writer_change_time(database->time),
        .previous = before != NULL && before->has_identity ? before->identity : 0,
        .command = {database->command, database->command == NULL ? 0 : strlen(database->command)},
        .takes_back = database->takes_back};
    if (check_new_games(database, totals->games, error) != PGNPACK_OK)
        return error->status;
    record_writer_begin(&description->record, &change);
    if (!record_add_games(&description->record, &base, database->news.ranges, database->news.count,
                          &database->memory))
        return error_no_memory(error);
    description->ids = &database->ids;
    return PGNPACK_OK;
}

/* Of the writer's segment; the file is longer by it then. */
static enum pgnpack_status write_segment(struct pgnpack_database *database)
{
    struct pgnpack_writer_options options = {
        .size = sizeof options, .level = PGNPACK_LEVEL_DEFAULT, .threads = 1}; /* it has no games */
    if (database->writer == NULL && pgnpack_database_append(database, &options) == NULL)
        return database->error.status;
    enum pgnpack_status status = writer_finish_segment(database->writer);
    if (status != PGNPACK_OK) {
        const struct pgnpack_error *trouble = pgnpack_error(database->writer);
        handle_take_error(&database->error, trouble);
        if (trouble->status == PGNPACK_ERROR_WRITE)
            path_change_name(&database->file, &database->error);
        return status;
    }
    return path_change_sync(&database->file, &database->error);
}

static int has_games(const struct pgnpack_database *database)
{
    return database->writer != NULL && writer_has_text(database->writer);
}

/* The change failed, and could not be taken back either. */
static void tell_it_may_be_there(struct error *error)
{
    struct error first = *error;
    error_clear(error);
    error_set(error, first.status, "%.170s; nor could it be taken back: it may be there all the same",
              first.text);
    error_locate(error, first.game, first.line, first.offset);
}

/* What the segment is to tell of the change; it stays the caller's. */
static enum pgnpack_status describe(struct pgnpack_database *database, const char *command, int64_t time)
{
    if (command != NULL && strlen(command) > RECORD_COMMAND_SIZE_MAX)
        return error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                         "a change's description has more than 4096 bytes");
    if (time < 0)
        return error_set(&database->error, PGNPACK_ERROR_ARGUMENT, "a change's time is before 1970");
    database->command = command;
    database->time = (uint64_t)time;
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_database_commit(struct pgnpack_database *database, const char *command,
                                            int64_t time)
{
    struct error trouble;
    struct pgnpack_reader *reader = NULL;
    if (begin_change(database) != PGNPACK_OK || describe(database, command, time) != PGNPACK_OK)
        return handle_end(database, database->error.status);
    if (database->broken.status != PGNPACK_OK)
        database->error = database->broken;
    else if (!deleted_games_finish(&database->changes))
        error_no_memory(&database->error);
    else if (find_news(database) == PGNPACK_OK && (has_games(database) || database->news.count != 0))
        write_segment(database);
    if (all_is_well(database))
        reader = open_state(database, database->file.size);
    if (all_is_well(database) && (reader->info.torn != PGNPACK_TORN_NOT || reader->damaged_record_count != 0))
        error_set(&database->error, PGNPACK_ERROR_INTERNAL, "the change cannot be read back");
    if (all_is_well(database)) {
        path_change_keep(&database->file);
        database->is_new = 0;
        forget_change(database);
        set_state(database, reader);
        return handle_end(database, PGNPACK_OK);
    }
    pgnpack_free(reader);
    error_clear(&trouble);
    if (take_back(database, &trouble) != PGNPACK_OK)
        tell_it_may_be_there(&database->error);
    return handle_end(database, database->error.status);
}

enum pgnpack_status pgnpack_database_abort(struct pgnpack_database *database)
{
    if (begin(database, 1) == PGNPACK_OK)
        take_back(database, &database->error);
    return handle_end(database, database->error.status);
}

/* How many segments make the state; 0: there is none such, or no more, and the error says so. */
static size_t segments_of_state(struct pgnpack_database *database, uint64_t state)
{
    const struct segment_list *list = &database->reader->segments;
    uint64_t after = 0, last = list->count == 0 ? 0 : list->segments[list->count - 1].state;
    for (size_t i = 0; i < list->count && after <= state; i++) {
        after = list->segments[i].state;
        if (after == state)
            return i + 1;
    }
    if (state == 0 || state > last)
        error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                  "there is no state %" PRIu64 ": the last one is %" PRIu64, state, last);
    else
        error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                  "state %" PRIu64 " is gone: it was merged with later ones; the next one is %" PRIu64, state,
                  after);
    return 0;
}

enum pgnpack_status pgnpack_database_truncate(struct pgnpack_database *database, uint64_t state)
{
    if (begin(database, 1) != PGNPACK_OK)
        return handle_end(database, database->error.status);
    const struct segment_list *list = &database->reader->segments;
    size_t segments = segments_of_state(database, state);
    if (segments == 0)
        return handle_end(database, database->error.status);
    if (database->writer != NULL || database->changes.pending_count != 0)
        return handle_end(database, error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                                              "a change has begun: commit or abort it first"));
    if (reader_check_features(database->reader, &database->error) != PGNPACK_OK)
        return handle_end(database, database->error.status);
    uint64_t size = list->segments[segments - 1].offset + list->segments[segments - 1].size;
    struct pgnpack_reader *reader = open_state(database, size);
    if (all_is_well(database) && reader_check_changeable(reader, &database->error) == PGNPACK_OK)
        path_change_cut(&database->file, size, &database->error);
    if (reader != NULL && database->file.kept_size == size)
        set_state(database, reader);
    else
        pgnpack_free(reader);
    return handle_end(database, database->error.status);
}

/* ---- Compaction ---- */

/* Into the file that is to take the database's place. `first`: of the segments that become one; SIZE_MAX: all is compacted. */
static enum pgnpack_status make_copy(struct pgnpack_database *database, struct pgnpack_copy *copy,
                                     size_t first)
{
    if (copy_take_permissions(copy, &database->file.file) != PGNPACK_OK)
        return copy->error.status;
    return first == SIZE_MAX ? pgnpack_copy_compact(copy, database->reader)
                             : compact_end(copy, database->reader, first);
}

/*
 * The new file is opened and read before it gets the old one's name: nothing can fail behind that, and nobody else can change the
 * database in between, as both are locked.
 */
static enum pgnpack_status take_over(struct pgnpack_database *database, struct pgnpack_copy *copy)
{
    struct path_change old = database->file;
    struct path_change new;
    struct pgnpack_reader *reader = NULL;
    struct error *error = &database->error;
    if (copy_finish_segments(copy) != PGNPACK_OK) {
        *error = copy->error;
        return handle_end(database, database->error.status);
    }
    path_change_init(&new, &database->memory);
    if (path_change_take(&new, &copy->file, old.path.text, copy->written, error) == PGNPACK_OK) {
        database->file = new; /* what open_state() reads */
        reader = open_state(database, new.size);
        if (all_is_well(database) && reader->info.torn != PGNPACK_TORN_NOT)
            error_set(error, PGNPACK_ERROR_INTERNAL, "the compacted database cannot be read back");
        if (all_is_well(database))
            path_change_replace(&old, &copy->file, error);
        new = database->file;
    }
    if (all_is_well(database)) {
        path_change_close(&old);
        set_state(database, reader);
        return PGNPACK_OK;
    }
    pgnpack_free(reader);
    path_change_close(&new);
    database->file = old;
    if (old.file.number == FILE_CLOSED)
        close_database(database);
    return database->error.status;
}

static enum pgnpack_status replace_file(struct pgnpack_database *database,
                                        const struct pgnpack_copy_options *options, size_t first,
                                        struct pgnpack_copy_totals *totals)
{
    struct pgnpack_copy *copy = copy_create_under(&database->options, options, database->file.path.text);
    if (copy == NULL) {
        memory_note_refusal(&database->memory);
        return handle_end(database, database->error.status);
    }
    if (copy->error.status == PGNPACK_OK && first == SIZE_MAX &&
        compact_is_done(database->reader, &copy->copy_options))
        error_clear(&database->error); /* there is nothing to do */
    else if (make_copy(database, copy, first) != PGNPACK_OK)
        database->error = copy->error;
    else if (take_over(database, copy) == PGNPACK_OK)
        *totals = copy->totals;
    pgnpack_free(copy);
    return handle_end(database, database->error.status);
}

/* What was damaged at the end is in another file since it was opened: what is left is whole, and may be copied. */
static enum pgnpack_status forget_torn_end(struct pgnpack_database *database)
{
    if (database->reader->info.torn != PGNPACK_TORN_DAMAGED)
        return PGNPACK_OK;
    struct pgnpack_reader *reader = open_state(database, database->file.kept_size);
    if (reader != NULL)
        set_state(database, reader);
    return database->error.status;
}

static enum pgnpack_status begin_compaction(struct pgnpack_database *database)
{
    if (begin_change(database) != PGNPACK_OK)
        return database->error.status;
    if (database->writer != NULL || database->changes.pending_count != 0)
        return error_set(&database->error, PGNPACK_ERROR_ARGUMENT,
                         "a change has begun: commit or abort it first");
    return forget_torn_end(database);
}

/* Which segments at the end are to become one: those from *first_ret on, from 0; none where that is their number. */
static enum pgnpack_status find_small(struct pgnpack_database *database, size_t *first_ret)
{
    const struct segment_list *list = &database->reader->segments;
    const size_t count = list->count, size = (count + 1) * sizeof(uint64_t);
    uint64_t *sizes = memory_get(&database->memory, size);
    if (sizes == NULL)
        return handle_end(database, database->error.status);
    for (size_t i = 0; i < count; i++)
        sizes[i] = list->segments[i].size;
    *first_ret = compaction_run(sizes, count);
    memory_release(&database->memory, sizes, size);
    return PGNPACK_OK;
}

enum pgnpack_status pgnpack_database_compact(struct pgnpack_database *database,
                                             const struct pgnpack_copy_options *options,
                                             struct pgnpack_copy_totals *totals_ret)
{
    struct pgnpack_copy_options own = {.size = 0};
    struct pgnpack_copy_totals totals = {.games = 0};
    size_t first = SIZE_MAX;
    if (begin_compaction(database) == PGNPACK_OK)
        handle_copy_options(&own, sizeof own, options, "pgnpack_copy_options", &database->error);
    if (database->error.status == PGNPACK_OK && own.small_only)
        find_small(database, &first);
    if (database->error.status == PGNPACK_OK && (!own.small_only || first < database->reader->segments.count))
        replace_file(database, options, first, &totals);
    if (totals_ret != NULL)
        *totals_ret = totals;
    return handle_end(database, database->error.status);
}

static const struct handle_kind database_kind = {.free = free_database,
                                                 HANDLE_ERROR(struct pgnpack_database)};
