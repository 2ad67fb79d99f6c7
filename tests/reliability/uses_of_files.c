/* Files that are made: packed, unpacked, copied, changed, put in another's place. */
#include <stdio.h>
#include <string.h>

#include "reliability/failing.h"
#include "reliability/reliability.h"

/* ---- Packing and unpacking ---- */

static void pack(struct failing *run, struct pgnpack_writer *writer)
{
    const struct pgnpack_game *game = NULL;
    struct pgnpack_pgn_reader *games = pgnpack_pgn_reader_new(NULL);
    const int64_t time = 1;
    size_t half = run->text->size / 2;
    pgnpack_pgn_reader_open(games, PGNPACK_FROM_MEMORY(run->text->data, 2000));
    pgnpack_pgn_reader_next(games, &game);
    if (GO(run, pgnpack_writer_begin_file(writer, "first.pgn", 9, NULL), pgnpack_error(writer)) &&
        GO(run, pgnpack_writer_write(writer, run->text->data, half), pgnpack_error(writer)) &&
        GO(run, pgnpack_writer_begin_file(writer, "second.pgn", 10, &time), pgnpack_error(writer)) &&
        GO(run, pgnpack_writer_begin_game(writer), pgnpack_error(writer)) &&
        GO(run, pgnpack_writer_write(writer, run->text->data + half, run->text->size - half),
           pgnpack_error(writer)) &&
        GO(run, pgnpack_writer_add_game(writer, game), pgnpack_error(writer)) &&
        GO(run, pgnpack_writer_finish(writer), pgnpack_error(writer)))
        tell(run, pgnpack_writer_totals(writer)->games);
    pgnpack_free(games);
}

static const struct pgnpack_writer_options packing = {
    .size = sizeof packing, .threads = 1, .block_size = 2000, .index = PGNPACK_INDEX_ALWAYS};

static void use_writer(struct failing *run)
{
    struct stream out = {.source = NULL};
    struct pgnpack_writer *writer = NULL;
    const char *path = path_of(run, 0, "packed.bcgn");
    if (MAKE(run, writer,
             pgnpack_writer_new(&run->options, &packing, PGNPACK_TO_FUNCTION(stream_write, &out))))
        pack(run, writer);
    if (run->status == PGNPACK_OK)
        tell_bytes(run, out.written.data, out.written.size);
    pgnpack_free(writer);
    writer = NULL;
    if (MAKE(run, writer, pgnpack_writer_new(&run->options, &packing, PGNPACK_TO_PATH(path))))
        pack(run, writer);
    if (run->status == PGNPACK_OK)
        tell_file(run, path);
    pgnpack_free(writer);
    bytes_free(&out.written);
    remove_file(path);
}

static int tell_begun(void *opaque, const char *name, size_t size, const int64_t *time)
{
    tell(opaque, time != NULL);
    tell(opaque, time != NULL ? (uint64_t)*time : 0);
    tell_bytes(opaque, name, size);
    return 0;
}

/* From the stream's beginning, with what was learnt until then. */
static enum pgnpack_status unpack(struct failing *run, struct pgnpack_unpacker *unpacker, struct stream *in,
                                  struct stream *out, size_t written, size_t learnt)
{
    in->at = 0;
    run->answer.size = learnt;
    out->written.size = written;
    return pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(stream_read, in),
                                PGNPACK_TO_FUNCTION(stream_write, out));
}

static void use_unpacker(struct failing *run)
{
    const struct pgnpack_unpacker_options options = {
        .size = sizeof options, .threads = 1, .begin_file = tell_begun, .opaque = run, .check_columns = 1};
    size_t learnt = 0;
    struct stream stream, in = {.source = run->packed};
    struct pgnpack_unpacker *unpacker = NULL;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    const char *path = path_of(run, 0, "games.bcgn"), *text = path_of(run, 1, "games.pgn");
    put_file(path, run->packed);
    if (reader != NULL && MAKE(run, unpacker, pgnpack_unpacker_new(&run->options, &options)) &&
        GO(run, unpack(run, unpacker, &in, &stream, 0, 0), pgnpack_error(unpacker)))
        learnt = run->answer.size;
    if (GO(run, pgnpack_unpacker_leave_out(unpacker, reader), pgnpack_error(unpacker)) &&
        GO(run, unpack(run, unpacker, &in, &stream, run->text->size, learnt), pgnpack_error(unpacker)))
        tell(run, pgnpack_unpacker_totals(unpacker)->games);
    if (run->status == PGNPACK_OK)
        tell_bytes(run, stream.written.data, stream.written.size);
    if (GO(run, pgnpack_unpacker_leave_out(unpacker, NULL), pgnpack_error(unpacker)) &&
        (learnt = run->answer.size, 1) &&
        GO(run,
           (run->answer.size = learnt,
            pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(path), PGNPACK_TO_PATH(text))),
           pgnpack_error(unpacker)))
        tell_file(run, text);
    pgnpack_free(unpacker);
    pgnpack_free(reader);
    bytes_free(&stream.written);
    remove_file(text);
}

/* ---- Copies ---- */

static const struct pgnpack_copy_options copying = {
    .size = sizeof copying, .threads = 1, .ids = PGNPACK_IDS_KEEP, .command = "a copy", .time = 1};

typedef int copy_function(struct failing *run, struct pgnpack_copy *copy,
                          const struct pgnpack_reader *reader);

static int copy_segments(struct failing *run, struct pgnpack_copy *copy, const struct pgnpack_reader *reader)
{
    return GO(run, pgnpack_copy_segments(copy, reader), pgnpack_error(copy));
}

static int copy_compact(struct failing *run, struct pgnpack_copy *copy, const struct pgnpack_reader *reader)
{
    return GO(run, pgnpack_copy_compact(copy, reader), pgnpack_error(copy));
}

static int copy_games(struct failing *run, struct pgnpack_copy *copy, const struct pgnpack_reader *reader)
{
    return GO(run, pgnpack_copy_games(copy, reader, 3, 50), pgnpack_error(copy));
}

static int copy_sorted(struct failing *run, struct pgnpack_copy *copy, const struct pgnpack_reader *reader)
{
    const struct pgnpack_order_key keys[] = {{PGNPACK_ORDER_TAG, "White", 0},
                                             {PGNPACK_ORDER_TAG, "Black", 0}};
    struct pgnpack_gather *gather = NULL;
    int done = MAKE(run, gather, pgnpack_gather_new(reader)) &&
               GO(run, pgnpack_gather_sorted(gather, keys, 2), pgnpack_error(gather)) &&
               GO(run, pgnpack_copy_gathered(copy, gather, UINT64_MAX), pgnpack_error(copy));
    pgnpack_free(gather);
    return done;
}

static void use_copy(struct failing *run, copy_function *fill)
{
    struct stream stream;
    struct pgnpack_copy *copy = NULL;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    if (reader != NULL &&
        MAKE(run, copy,
             pgnpack_copy_new(&run->options, &copying, PGNPACK_TO_FUNCTION(stream_write, &stream))) &&
        fill(run, copy, reader) && GO(run, pgnpack_copy_finish(copy), pgnpack_error(copy))) {
        tell(run, pgnpack_copy_totals(copy)->games);
        tell_bytes(run, stream.written.data, stream.written.size);
    }
    pgnpack_free(copy);
    pgnpack_free(reader);
    bytes_free(&stream.written);
}

static void use_merging(struct failing *run)
{
    use_copy(run, copy_segments);
}

static void use_compacting(struct failing *run)
{
    use_copy(run, copy_compact);
}

static void use_part(struct failing *run)
{
    use_copy(run, copy_games);
}

static void use_sorting(struct failing *run)
{
    use_copy(run, copy_sorted);
}

static void use_copy_to_path(struct failing *run)
{
    struct stream stream;
    struct pgnpack_copy *copy = NULL;
    struct pgnpack_reader *reader = open_reader(run, &stream);
    const char *path = path_of(run, 0, "copy.bcgn");
    if (reader != NULL && MAKE(run, copy, pgnpack_copy_new(&run->options, &copying, PGNPACK_TO_PATH(path))) &&
        copy_segments(run, copy, reader) && GO(run, pgnpack_copy_finish(copy), pgnpack_error(copy)))
        tell_file(run, path);
    pgnpack_free(copy);
    pgnpack_free(reader);
    remove_file(path);
}

/* ---- Databases that change ---- */

#define CHANGE(name, ...) GO(run, pgnpack_database_##name(database, __VA_ARGS__), pgnpack_error(database))

/* What the handle takes for the database's state. */
static void tell_state(struct failing *run, struct pgnpack_database *database)
{
    const struct pgnpack_reader *reader = pgnpack_database_reader(database);
    tell(run, pgnpack_reader_info(reader)->game_count);
    tell(run, pgnpack_reader_info(reader)->deleted_count);
    tell(run, pgnpack_reader_info(reader)->segment_count);
}

/* After a failure nothing is left of the change, so this is not tried again. */
static int commit(struct failing *run, struct pgnpack_database *database, const char *command)
{
    int tries_again = run->tries_again;
    run->tries_again = 0;
    int is_done = GO(run, pgnpack_database_commit(database, command, 1), pgnpack_error(database));
    run->tries_again = tries_again;
    if (!is_done)
        return 0;
    tell_state(run, database);
    return 1;
}

static int append(struct failing *run, struct pgnpack_database *database)
{
    struct pgnpack_writer *writer = pgnpack_database_append(database, &packing);
    if (writer == NULL) {
        run->last = pgnpack_error(database)->status;
        if (run->last == PGNPACK_OK)
            run->complaint = "no writer, and no error";
        return went_well(run, pgnpack_error(database));
    }
    return GO(run, pgnpack_writer_begin_game(writer), pgnpack_error(writer)) &&
           GO(run, pgnpack_writer_write(writer, run->text->data, 4000), pgnpack_error(writer));
}

static void change(struct failing *run, struct pgnpack_database *database)
{
    struct pgnpack_copy_options merging = copying;
    struct pgnpack_copy_totals totals;
    struct pgnpack_undo_totals undone;
    merging.small_only = 1;
    if (append(run, database) && CHANGE(delete, 20, 5, PGNPACK_REASON_HAND, 0) &&
        CHANGE(undelete, 6, 1, PGNPACK_REASON_HAND) && CHANGE(delete, 30, 2, PGNPACK_REASON_DUPLICATE, 1) &&
        CHANGE(set_origin, 1, 2, 20) && commit(run, database, "a change") &&
        CHANGE(delete, 1, 1, PGNPACK_REASON_HAND, 0) && CHANGE(undo, 2, &undone) &&
        GO(run, pgnpack_database_abort(database), pgnpack_error(database)) && CHANGE(truncate, 3) &&
        CHANGE(compact, &merging, &totals)) {
        tell_state(run, database);
        if (CHANGE(compact, &copying, &totals)) {
            tell_state(run, database);
            tell(run, totals.dropped_sections);
        }
    }
}

/* Whatever failed, the file is a database whose games are those of one of its states. */
static void check_games(struct failing *run, const char *path)
{
    static const uint64_t states[] = {61, 82, 52};
    struct bytes bytes = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int is_state = 0;
    if (bytes_append_file(&bytes, path) &&
        pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(bytes.data, bytes.size)) == PGNPACK_OK)
        for (size_t i = 0; i < sizeof states / sizeof *states; i++)
            is_state |= pgnpack_reader_info(reader)->game_count == states[i];
    if (!is_state)
        run->complaint = "the file is none of its states";
    pgnpack_free(reader);
    bytes_free(&bytes);
}

static void use_database(struct failing *run)
{
    struct pgnpack_database *database = NULL;
    const char *path = path_of(run, 0, "changing.bcgn");
    put_file(path, run->packed);
    if (MAKE(run, database, pgnpack_database_new(&run->options)) && CHANGE(open, path, NULL))
        change(run, database);
    pgnpack_free(database);
    check_games(run, path);
    remove_file(path);
}

/* As one who looks at the last status only. */
static void use_database_carelessly(struct failing *run)
{
    struct pgnpack_database *database = NULL;
    const char *path = path_of(run, 0, "careless.bcgn");
    put_file(path, run->packed);
    if (MAKE(run, database, pgnpack_database_new(&run->options)) && CHANGE(open, path, NULL)) {
        for (uint64_t game = 20; game < 60; game += 3)
            pgnpack_database_delete(database, game, 1, PGNPACK_REASON_HAND, 0);
        struct pgnpack_writer *writer = pgnpack_database_append(database, &packing);
        if (writer != NULL)
            pgnpack_writer_write(writer, run->text->data, 4000);
        pgnpack_database_set_origin(database, 1, 2, 20);
        pgnpack_database_undo(database, 2, NULL);
        if (commit(run, database, "a change"))
            tell_file(run, path);
    }
    pgnpack_free(database);
    remove_file(path);
}

static void use_new_database(struct failing *run)
{
    struct pgnpack_database *database = NULL;
    const struct pgnpack_database_options options = {.size = sizeof options, .create = 1};
    const char *path = path_of(run, 0, "new.bcgn");
    if (MAKE(run, database, pgnpack_database_new(&run->options)) && CHANGE(open, path, &options) &&
        append(run, database) && commit(run, database, "made"))
        tell_file(run, path);
    pgnpack_free(database);
    remove_file(path);
}

/* The end of a cut database goes elsewhere. */
static void use_torn_database(struct failing *run)
{
    struct bytes cut = *run->packed;
    struct pgnpack_database *database = NULL;
    const char *path = path_of(run, 0, "torn.bcgn"), *end = path_of(run, 1, "torn.end");
    const struct pgnpack_database_options options = {.size = sizeof options, .torn_path = end};
    cut.size -= 500;
    put_file(path, &cut);
    if (MAKE(run, database, pgnpack_database_new(&run->options)) && CHANGE(open, path, &options)) {
        tell_state(run, database);
        tell_file(run, path);
        tell_file(run, end);
    }
    pgnpack_free(database);
    remove_file(path);
    remove_file(end);
}

const struct use uses_of_files[] = {{"packing", use_writer, STOPS},
                                    {"unpacking", use_unpacker, STOPS},
                                    {"merging", use_merging, STOPS},
                                    {"compacting", use_compacting, STOPS},
                                    {"a part", use_part, STOPS},
                                    {"sorting", use_sorting, STOPS},
                                    {"a copy's path", use_copy_to_path, STOPS},
                                    {"a database", use_database, STOPS},
                                    {"a careless change", use_database_carelessly, STOPS},
                                    {"a new database", use_new_database, STOPS},
                                    {"a torn database", use_torn_database, STOPS},
                                    {NULL, NULL, STOPS}};
