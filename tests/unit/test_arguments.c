/* What callers may not give: each wrong option, callback or pointer is refused by every call, in words that say which. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "shared/packing.h"
#include "unit/suites.h"

static const char text[] = "[Event \"Cup\"]\n\n1. e4 e5 1-0\n\n";

static int write_nothing(void *opaque, const void *bytes, size_t size)
{
    (void)opaque;
    (void)bytes;
    (void)size;
    return 0;
}

static int read_nothing(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    (void)opaque;
    (void)bytes;
    (void)size;
    *size_ret = 0;
    return 0;
}

/* ---- What is given ---- */

/* All options at once: each case spoils one of them. */
struct given {
    struct pgnpack_allocator allocator;
    struct pgnpack_options options;
    struct pgnpack_writer_options writer;
    struct pgnpack_unpacker_options unpacker;
    struct pgnpack_bcgn0_options bcgn0;
    struct pgnpack_moves_options moves;
    pgnpack_write_function write;
    unsigned parts;
};

static struct given all_is_well(const struct pgnpack_allocator *allocator)
{
    struct given given = {.allocator = *allocator,
                          .options = {.size = sizeof given.options},
                          .writer = {.size = sizeof given.writer, .threads = 1},
                          .unpacker = {.size = sizeof given.unpacker, .threads = 1},
                          .bcgn0 = {.size = sizeof given.bcgn0},
                          .moves = {.size = sizeof given.moves, .encoding = PGNPACK_ENCODING_MOVE16},
                          .write = write_nothing,
                          .parts = PGNPACK_PART_TAGS | PGNPACK_PART_TEXT};
    return given;
}

/* ---- What is made of it ---- */

/* A call is refused, and so is what comes after it; the handle says why. `error` NULL: there was no memory for a handle. */
#define REFUSED(call, wanted, error)                                                                         \
    do {                                                                                                     \
        ck_assert_int_eq(call, PGNPACK_ERROR_ARGUMENT);                                                      \
        check_error(error, wanted, #call);                                                                   \
    } while (0)

static void check_error(const struct pgnpack_error *error, const char *wanted, const char *call)
{
    ck_assert_int_eq(error->status, PGNPACK_ERROR_ARGUMENT);
    ck_assert_msg(strstr(error->text, wanted) != NULL, "%s: '%s' says nothing of '%s'", call, error->text,
                  wanted);
}

static void try_pgn_reader(const struct given *given, const char *wanted)
{
    const struct pgnpack_game *game = (const struct pgnpack_game *)(const void *)text;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(&given->options);
    if (reader == NULL)
        return;
    check_error(pgnpack_error(reader), wanted, "new");
    REFUSED(pgnpack_pgn_reader_next(reader, &game), wanted, pgnpack_error(reader));
    ck_assert_ptr_null(game);
    REFUSED(pgnpack_pgn_reader_open(reader, PGNPACK_FROM_STREAM(read_nothing, NULL)), wanted,
            pgnpack_error(reader));
    REFUSED(pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, sizeof text - 1)), wanted,
            pgnpack_error(reader));
    REFUSED(pgnpack_pgn_reader_next(reader, NULL), wanted, pgnpack_error(reader));
    pgnpack_free(reader);
}

static void try_bcgn0_reader(const struct given *given, const char *wanted)
{
    struct pgnpack_bcgn0_reader *reader = pgnpack_bcgn0_reader_new(&given->options);
    if (reader == NULL)
        return;
    check_error(pgnpack_error(reader), wanted, "new");
    REFUSED(pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_STREAM(read_nothing, NULL)), wanted,
            pgnpack_error(reader));
    REFUSED(pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_MEMORY(text, 3)), wanted, pgnpack_error(reader));
    REFUSED(pgnpack_bcgn0_reader_next(reader, NULL), wanted, pgnpack_error(reader));
    pgnpack_free(reader);
}

/* A game to hand to writers. */
static struct pgnpack_pgn_reader *read_game(const struct pgnpack_game **game_ret)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    ck_assert_int_eq(pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, sizeof text - 1)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_pgn_reader_next(reader, game_ret), PGNPACK_OK);
    return reader;
}

static void try_pgn_writer(const struct given *given, const char *wanted)
{
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = read_game(&game);
    struct pgnpack_pgn_writer *writer =
        pgnpack_pgn_writer_new(&given->options, PGNPACK_TO_FUNCTION(given->write, NULL));
    if (writer != NULL) {
        check_error(pgnpack_error(writer), wanted, "new");
        REFUSED(pgnpack_pgn_writer_add(writer, game), wanted, pgnpack_error(writer));
        REFUSED(pgnpack_pgn_writer_finish(writer), wanted, pgnpack_error(writer));
    }
    pgnpack_free(writer);
    pgnpack_free(reader);
}

static void try_bcgn0_writer(const struct given *given, const char *wanted)
{
    const struct pgnpack_game *game;
    struct pgnpack_pgn_reader *reader = read_game(&game);
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(&given->options, &given->bcgn0, PGNPACK_TO_FUNCTION(given->write, NULL));
    if (writer != NULL) {
        check_error(pgnpack_error(writer), wanted, "new");
        REFUSED(pgnpack_bcgn0_writer_add(writer, game), wanted, pgnpack_error(writer));
        REFUSED(pgnpack_bcgn0_writer_finish(writer), wanted, pgnpack_error(writer));
        ck_assert_uint_eq(pgnpack_bcgn0_writer_losses(writer)->games_written, 0);
    }
    pgnpack_free(writer);
    pgnpack_free(reader);
}

static void try_writer(const struct given *given, const char *wanted)
{
    struct pgnpack_writer *writer =
        pgnpack_writer_new(&given->options, &given->writer, PGNPACK_TO_FUNCTION(given->write, NULL));
    if (writer == NULL)
        return;
    check_error(pgnpack_error(writer), wanted, "new");
    REFUSED(pgnpack_writer_begin_file(writer, "a.pgn", 5, NULL), wanted, pgnpack_error(writer));
    REFUSED(pgnpack_writer_write(writer, text, sizeof text - 1), wanted, pgnpack_error(writer));
    REFUSED(pgnpack_writer_write(writer, NULL, 0), wanted, pgnpack_error(writer));
    REFUSED(pgnpack_writer_finish(writer), wanted, pgnpack_error(writer));
    ck_assert_uint_eq(pgnpack_writer_totals(writer)->packed_size, 0);
    pgnpack_free(writer);
}

static void try_unpacker(const struct given *given, const char *wanted)
{
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&given->options, &given->unpacker);
    if (unpacker == NULL)
        return;
    check_error(pgnpack_error(unpacker), wanted, "new");
    for (int time = 0; time < 2; time++)
        REFUSED(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(read_nothing, NULL),
                                     PGNPACK_TO_FUNCTION(given->write, NULL)),
                wanted, pgnpack_error(unpacker));
    ck_assert_uint_eq(pgnpack_unpacker_totals(unpacker)->packed_size, 0);
    pgnpack_free(unpacker);
}

static void try_cursor(const struct pgnpack_reader *reader, const struct given *given, const char *wanted)
{
    static const char *const names[] = {"Event"};
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, given->parts);
    if (cursor == NULL)
        return;
    REFUSED(pgnpack_cursor_next(cursor, NULL), wanted, pgnpack_error(cursor));
    REFUSED(pgnpack_cursor_seek(cursor, 1), wanted, pgnpack_error(cursor));
    REFUSED(pgnpack_cursor_range(cursor, 1, 1), wanted, pgnpack_error(cursor));
    REFUSED(pgnpack_cursor_text(cursor, NULL), wanted, pgnpack_error(cursor));
    pgnpack_cursor_tags(cursor, names, 1);
    REFUSED(pgnpack_cursor_next(cursor, NULL), wanted, pgnpack_error(cursor));
    pgnpack_free(cursor);
}

static void try_block_reader(const struct pgnpack_reader *reader, const char *wanted)
{
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    size_t count = 1;
    if (blocks == NULL)
        return;
    REFUSED(pgnpack_block_reader_text(blocks, 0, NULL), wanted, pgnpack_error(blocks));
    REFUSED(pgnpack_block_reader_details(blocks, 0, NULL), wanted, pgnpack_error(blocks));
    REFUSED(pgnpack_block_reader_columns(blocks, &count), wanted, pgnpack_error(blocks));
    ck_assert_uint_eq(count, 0);
    pgnpack_free(blocks);
}

static void try_reader(const struct given *given, const char *wanted)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(&given->options);
    struct bytes packed = {0};
    if (reader == NULL)
        return;
    ck_assert_int_eq(pack_bytes(&(struct pack_setup){0}, text, sizeof text - 1, &packed), PGNPACK_OK);
    check_error(pgnpack_error(reader), wanted, "new");
    REFUSED(pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(bytes_read_at, &packed, packed.size)), wanted,
            pgnpack_error(reader));
    REFUSED(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), wanted,
            pgnpack_error(reader));
    ck_assert_uint_eq(pgnpack_reader_info(reader)->game_count, 0);
    try_cursor(reader, given, wanted);
    try_block_reader(reader, wanted);
    pgnpack_free(reader);
    bytes_free(&packed);
}

static void try_board(const struct given *given, const char *wanted)
{
    const struct pgnpack_item item = {.kind = PGNPACK_ITEM_NULL_MOVE};
    struct pgnpack_board *board = pgnpack_board_new(&given->options);
    if (board == NULL)
        return;
    check_error(pgnpack_error(board), wanted, "new");
    REFUSED(pgnpack_board_set(board, NULL, 0, NULL), wanted, pgnpack_error(board));
    REFUSED(pgnpack_board_step(board, &item), wanted, pgnpack_error(board));
    REFUSED(pgnpack_board_make(board, 12 << 6 | 28), wanted, pgnpack_error(board));
    REFUSED(pgnpack_board_undo(board), wanted, pgnpack_error(board));
    pgnpack_free(board);
}

static void try_moves(const struct given *given, const char *wanted)
{
    uint16_t move = 12 << 6 | 28;
    uint8_t bytes[16];
    struct pgnpack_moves_coder *coder = pgnpack_moves_coder_new(&given->options, &given->moves);
    if (coder == NULL)
        return;
    check_error(pgnpack_error(coder), wanted, "new");
    REFUSED(pgnpack_moves_encode(coder, NULL, &move, 1, bytes, sizeof bytes, NULL), wanted,
            pgnpack_error(coder));
    REFUSED(pgnpack_moves_decode(coder, NULL, bytes, 2, &move, 1, NULL), wanted, pgnpack_error(coder));
    pgnpack_free(coder);
}

/* On a reader that is open. */
static void try_parts(const struct given *given, const char *wanted)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(&given->options);
    struct bytes packed = {0};
    ck_assert_int_eq(pack_bytes(&(struct pack_setup){0}, text, sizeof text - 1, &packed), PGNPACK_OK);
    if (reader != NULL &&
        pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)) == PGNPACK_OK)
        try_cursor(reader, given, wanted);
    pgnpack_free(reader);
    bytes_free(&packed);
}

/* ---- Cases ---- */

enum handle_kind {
    ALL = 0,
    PGN_READER,
    PGN_WRITER,
    BCGN0_READER,
    BCGN0_WRITER,
    WRITER,
    UNPACKER,
    READER,
    BOARD,
    MOVES,
    PARTS
};

static void (*const tries[])(const struct given *given,
                             const char *wanted) = {[PGN_READER] = try_pgn_reader,
                                                    [PGN_WRITER] = try_pgn_writer,
                                                    [BCGN0_READER] = try_bcgn0_reader,
                                                    [BCGN0_WRITER] = try_bcgn0_writer,
                                                    [WRITER] = try_writer,
                                                    [UNPACKER] = try_unpacker,
                                                    [READER] = try_reader,
                                                    [BOARD] = try_board,
                                                    [MOVES] = try_moves,
                                                    [PARTS] = try_parts};

/* One member is set to a value that is refused. */
struct wrong_case {
    enum handle_kind kind; /* ALL: each but PARTS */
    size_t offset;         /* of the member in struct given */
    size_t size;           /* of the member */
    uint64_t value;
    const char *wanted; /* in the error's text */
};

#define WRONG(kind, member, value, wanted)                                                                   \
    {                                                                                                        \
        kind, offsetof(struct given, member), sizeof((struct given *)NULL)->member, value, wanted            \
    }

static const struct wrong_case cases[] = {
    WRONG(ALL, options.size, 0, "pgnpack_options.size is 0"),
    WRONG(ALL, options.size, 7, "pgnpack_options.size is 7"),
    WRONG(ALL, options.size, sizeof(struct pgnpack_options) + 1, "pgnpack_options.size is "),
    WRONG(ALL, options.size, SIZE_MAX, "zero the struct"),
    WRONG(WRITER, writer.size, 0, "pgnpack_writer_options.size is 0"),
    WRONG(WRITER, writer.size, sizeof(struct pgnpack_writer_options) + 8, "pgnpack_writer_options.size is "),
    WRONG(WRITER, writer.level, PGNPACK_LEVEL_MAX + 1, "level is 10: allowed is 1 to 9"),
    WRONG(WRITER, writer.level, (uint64_t)-1, "level is -1: allowed is 1 to 9"),
    WRONG(WRITER, writer.moves, PGNPACK_MOVES_TABLE + 1, "moves is 6: allowed is 0 to 5"),
    WRONG(WRITER, writer.moves, (uint64_t)-1, "moves is -1: allowed is 0 to 5"),
    WRONG(WRITER, writer.threads, PGNPACK_THREADS_MAX + 1, "threads is 257: allowed is 1 to 256"),
    WRONG(WRITER, writer.block_size, (16 << 20) + 1, "block_size is 16777217: allowed is 1 to 16777216"),
    WRONG(WRITER, writer.block_size, UINT64_MAX, "block_size is 18446744073709551615"),
    WRONG(WRITER, write, 0, "pgnpack_sink names nothing to write to"),
    WRONG(UNPACKER, unpacker.size, 0, "pgnpack_unpacker_options.size is 0"),
    WRONG(UNPACKER, unpacker.size, 1 << 20, "pgnpack_unpacker_options.size is 1048576"),
    WRONG(UNPACKER, unpacker.threads, 1000, "pgnpack_unpacker_options.threads is 1000: allowed is 1 to 256"),
    WRONG(BCGN0_WRITER, bcgn0.size, 0, "pgnpack_bcgn0_options.size is 0"),
    WRONG(BCGN0_WRITER, bcgn0.size, 1000, "pgnpack_bcgn0_options.size is 1000"),
    WRONG(BCGN0_WRITER, bcgn0.scheme, 3, "pgnpack_bcgn0_options.scheme is 3: allowed is 0 to 2"),
    WRONG(BCGN0_WRITER, write, 0, "pgnpack_sink names nothing to write to"),
    WRONG(PGN_WRITER, write, 0, "pgnpack_sink names nothing to write to"),
    WRONG(MOVES, moves.size, 0, "pgnpack_moves_options.size is 0"),
    WRONG(MOVES, moves.size, 1000, "pgnpack_moves_options.size is 1000"),
    WRONG(MOVES, moves.encoding, 0, "no encoding"),
    WRONG(MOVES, moves.encoding, 1000, "no encoding"),
    WRONG(PARTS, parts, 16, "parts is 16"),
    WRONG(PARTS, parts, UINT32_MAX, "parts is 4294967295"),
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

static void spoil(struct given *given, const struct wrong_case *wrong)
{
    uint32_t narrow = (uint32_t)wrong->value;
    const void *value = wrong->size == sizeof narrow ? (const void *)&narrow : (const void *)&wrong->value;
    ck_assert(wrong->size == sizeof narrow || wrong->size == sizeof wrong->value);
    memcpy((char *)given + wrong->offset, value, wrong->size);
}

/* Tries a case with as many pieces of memory as there are, until there are enough. */
static void try_with_failing_memory(struct given *given, enum handle_kind kind, const char *wanted,
                                    struct allocation_count *count)
{
    enum { PIECES = 40 };
    for (size_t pieces = 0; pieces <= PIECES; pieces++) {
        allow_pieces(count, pieces == PIECES ? SIZE_MAX : pieces);
        tries[kind](given, wanted);
        ck_assert_uint_eq(count->outstanding, 0);
    }
}

START_TEST(wrong_options_are_refused_by_every_call)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct wrong_case *wrong = &cases[_i];
    struct given given = all_is_well(&allocator);
    given.options.allocator = &given.allocator;
    spoil(&given, wrong);
    for (enum handle_kind kind = PGN_READER; kind <= PARTS; kind++)
        if (wrong->kind == kind || (wrong->kind == ALL && kind != PARTS))
            try_with_failing_memory(&given, kind, wrong->wanted, &count);
    if (wrong->kind != ALL)
        ck_assert_uint_gt(count.calls, 0);
}
END_TEST

START_TEST(half_an_allocator_is_refused)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    for (enum handle_kind kind = PGN_READER; kind < PARTS; kind++) {
        struct given given = all_is_well(&allocator);
        given.options.allocator = &given.allocator;
        given.allocator.allocate = NULL;
        tries[kind](&given, "pgnpack_allocator.allocate is NULL");
        given.allocator = allocator;
        given.allocator.release = NULL;
        tries[kind](&given, "pgnpack_allocator.release is NULL");
    }
    ck_assert_uint_eq(count.calls, 0);
}
END_TEST

/* The limits themselves, and options that end where an older header's did, are fine. */
START_TEST(the_largest_options_are_taken)
{
    struct pgnpack_writer_options options = {.size = sizeof options,
                                             .level = PGNPACK_LEVEL_MAX,
                                             .moves = PGNPACK_MOVES_TABLE,
                                             .threads = 1,
                                             .block_size = 16 << 20};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(write_nothing, NULL));
    ck_assert_int_eq(pgnpack_error(writer)->status, PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    options = (struct pgnpack_writer_options){.size = sizeof options.size, .level = 77};
    writer = pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(write_nothing, NULL));
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
}
END_TEST

static int fail_to_give_net(void *opaque, unsigned id, const void **bytes_ret, size_t *size_ret)
{
    (void)bytes_ret;
    (void)size_ret;
    ck_abort_msg("net %u was asked for", id + (opaque != NULL));
}

/* Those that are built in are not asked for. Builds without: tests/scripts/check_builds.sh. */
START_TEST(nets_are_not_asked_for_in_vain)
{
    const struct pgnpack_options options = {.size = sizeof options, .net = fail_to_give_net};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&options, NULL);
    struct pgnpack_writer_options small = {.size = sizeof small, .level = PGNPACK_LEVEL_MAX, .threads = 1};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(&options, &small, PGNPACK_TO_FUNCTION(write_nothing, NULL));
    ck_assert_int_eq(pgnpack_writer_write(writer, text, sizeof text - 1), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    pgnpack_free(writer);
    pgnpack_free(unpacker);
    pgnpack_free(reader);
}
END_TEST

/* ---- Pointers of calls ---- */

/* Sources that no reader takes. */
static const struct wrong_source {
    int is_null;
    struct pgnpack_source source;
    const char *told;
} wrong_sources[] = {
    {.is_null = 1, .told = "pgnpack_source is NULL"},
    {.source = {.path = "x"}, .told = "pgnpack_source.size is 0"},
    {.source = {.size = sizeof(struct pgnpack_source) + 1, .path = "x"}, .told = "zero the struct"},
    {.source = {.size = sizeof(struct pgnpack_source)}, .told = "names nothing to read"},
    {.source = {.size = sizeof(struct pgnpack_source), .byte_count = 1}, .told = "names nothing to read"},
    {.source = {.size = sizeof(struct pgnpack_source), .byte_count = 1, .is_memory = 1},
     .told = "names nothing to read"},
    {.source = {.size = sizeof(struct pgnpack_source), .path = "x", .bytes = "x"},
     .told = "more than one thing"},
    {.source = {.size = sizeof(struct pgnpack_source), .path = "x", .is_memory = 1},
     .told = "more than one thing"},
};

static const struct wrong_sink {
    struct pgnpack_sink sink;
    const char *told;
} wrong_sinks[] = {
    {.sink = {.path = "x"}, .told = "pgnpack_sink.size is 0"},
    {.sink = {.size = sizeof(struct pgnpack_sink)}, .told = "names nothing to write to"},
    {.sink = {.size = sizeof(struct pgnpack_sink), .path = "x", .write = write_nothing},
     .told = "more than one thing"},
};

START_TEST(what_is_to_be_read_must_be_there)
{
    struct pgnpack_pgn_reader *pgn = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_bcgn0_reader *bcgn0 = pgnpack_bcgn0_reader_new(NULL);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, NULL);
    for (size_t i = 0; i < sizeof wrong_sources / sizeof *wrong_sources; i++) {
        const struct wrong_source *wrong = &wrong_sources[i];
        const struct pgnpack_source *source = wrong->is_null ? NULL : &wrong->source;
        REFUSED(pgnpack_pgn_reader_open(pgn, source), wrong->told, pgnpack_error(pgn));
        REFUSED(pgnpack_pgn_reader_next(pgn, NULL), wrong->told, pgnpack_error(pgn));
        REFUSED(pgnpack_bcgn0_reader_open(bcgn0, source), wrong->told, pgnpack_error(bcgn0));
        REFUSED(pgnpack_reader_open(reader, source), wrong->told, pgnpack_error(reader));
        REFUSED(pgnpack_unpacker_run(unpacker, source, NULL), wrong->told, pgnpack_error(unpacker));
    }
    REFUSED(pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_RANGES(bytes_read_at, NULL, 9)),
            "ranges where a stream", pgnpack_error(pgn));
    REFUSED(pgnpack_reader_open(reader, PGNPACK_FROM_STREAM(read_nothing, NULL)), "a stream where ranges",
            pgnpack_error(reader));
    ck_assert_int_eq(pgnpack_pgn_reader_open(pgn, PGNPACK_FROM_MEMORY(NULL, 0)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_pgn_reader_next(pgn, NULL), PGNPACK_END);
    ck_assert_int_eq(pgnpack_bcgn0_reader_open(bcgn0, PGNPACK_FROM_STREAM(read_nothing, NULL)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(NULL, 0)), PGNPACK_ERROR_NOT_BCGN);
    ck_assert_int_eq(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_MEMORY(NULL, 0), NULL),
                     PGNPACK_ERROR_NOT_BCGN);
    for (size_t i = 0; i < sizeof wrong_sinks / sizeof *wrong_sinks; i++)
        REFUSED(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(read_nothing, NULL), &wrong_sinks[i].sink),
                wrong_sinks[i].told, pgnpack_error(unpacker));
    pgnpack_free(unpacker);
    pgnpack_free(reader);
    pgnpack_free(bcgn0);
    pgnpack_free(pgn);
}
END_TEST

START_TEST(what_is_to_be_written_must_be_there)
{
    struct pgnpack_pgn_writer *pgn = pgnpack_pgn_writer_new(NULL, PGNPACK_TO_FUNCTION(write_nothing, NULL));
    struct pgnpack_bcgn0_writer *bcgn0 =
        pgnpack_bcgn0_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(write_nothing, NULL));
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(write_nothing, NULL));
    struct pgnpack_writer *other = pgnpack_writer_new(NULL, NULL, PGNPACK_TO_FUNCTION(write_nothing, NULL));
    REFUSED(pgnpack_pgn_writer_add(pgn, NULL), "add: game", pgnpack_error(pgn));
    REFUSED(pgnpack_bcgn0_writer_add(bcgn0, NULL), "add: game", pgnpack_error(bcgn0));
    ck_assert_int_eq(pgnpack_writer_write(writer, NULL, 0), PGNPACK_OK);
    REFUSED(pgnpack_writer_write(writer, NULL, 1), "write: text", pgnpack_error(writer));
    ck_assert_int_eq(pgnpack_writer_finish(writer), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_writer_begin_file(other, NULL, 0, NULL), PGNPACK_OK);
    REFUSED(pgnpack_writer_begin_file(other, NULL, 1, NULL), "begin_file: name", pgnpack_error(other));
    pgnpack_free(other);
    pgnpack_free(writer);
    pgnpack_free(bcgn0);
    pgnpack_free(pgn);
}
END_TEST

START_TEST(readers_that_are_not_open_say_so)
{
    const struct given given = {.parts = PGNPACK_PART_TEXT};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    try_cursor(reader, &given, "was not opened");
    try_block_reader(reader, "was not opened");
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY("no database", 11)),
                     PGNPACK_ERROR_NOT_BCGN);
    try_cursor(reader, &given, "could not be opened");
    try_block_reader(reader, "could not be opened");
    pgnpack_free(reader);
}
END_TEST

/* ---- Out-parameters ---- */

static void pass_nothing_to_a_cursor(const struct pgnpack_reader *reader)
{
    static const char *const names[] = {"Event", NULL};
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(reader, PGNPACK_DELETED_KEPT);
    struct pgnpack_text got;
    ck_assert_int_eq(pgnpack_cursor_next(cursor, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_cursor_text(cursor, &got), PGNPACK_OK);
    ck_assert_uint_eq(got.size, sizeof text - 2); /* without the empty line behind it */
    REFUSED(pgnpack_cursor_tags(cursor, names, 2), "one of names is NULL", pgnpack_error(cursor));
    ck_assert_int_eq(pgnpack_block_reader_text(blocks, 0, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_block_reader_details(blocks, 0, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_block_reader_columns(blocks, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_block_reader_column(blocks, 0, NULL), 1);
    ck_assert_int_eq(pgnpack_block_reader_column(blocks, 10000, NULL), 0);
    pgnpack_free(blocks);
    pgnpack_free(cursor);
}

START_TEST(out_parameters_may_be_null)
{
    const struct pgnpack_game *game;
    struct bytes packed = {0};
    struct pgnpack_pgn_reader *pgn = read_game(&game);
    ck_assert_int_eq(pgnpack_game_tag(game, 0, NULL, NULL), 1);
    ck_assert_int_eq(pgnpack_game_tag(game, 100, NULL, NULL), 0);
    ck_assert_int_eq(pgnpack_game_find_tag(game, "Event", NULL), 1);
    ck_assert_int_eq(pgnpack_game_item(game, 0, NULL), 1);
    ck_assert_int_eq(pgnpack_game_item(game, 100, NULL), 0);
    pgnpack_game_details(game, NULL);
    pgnpack_pgn_reader_place(pgn, 0, NULL);
    pgnpack_free(pgn);
    ck_assert_int_eq(pack_bytes(&(struct pack_setup){0}, text, sizeof text - 1, &packed), PGNPACK_OK);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_reader_block(reader, 0, NULL), 1);
    ck_assert_int_eq(pgnpack_reader_block(reader, 1, NULL), 0);
    ck_assert_uint_eq(pgnpack_reader_find_block(reader, 1), 0);
    ck_assert_uint_eq(pgnpack_reader_find_block(reader, 0), 1);
    ck_assert_uint_eq(pgnpack_reader_find_block(reader, 2), 1);
    ck_assert_int_eq(pgnpack_reader_shard(reader, 0, 1, NULL), 1);
    pass_nothing_to_a_cursor(reader);
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

Suite *arguments_suite(void)
{
    Suite *suite = suite_create("arguments");
    TCase *options = tcase_create("options");
    tcase_add_loop_test(options, wrong_options_are_refused_by_every_call, 0, CASE_COUNT);
    tcase_add_test(options, half_an_allocator_is_refused);
    tcase_add_test(options, the_largest_options_are_taken);
    tcase_add_test(options, nets_are_not_asked_for_in_vain);
    suite_add_tcase(suite, options);
    TCase *pointers = tcase_create("pointers");
    tcase_add_test(pointers, what_is_to_be_read_must_be_there);
    tcase_add_test(pointers, what_is_to_be_written_must_be_there);
    tcase_add_test(pointers, readers_that_are_not_open_say_so);
    tcase_add_test(pointers, out_parameters_may_be_null);
    suite_add_tcase(suite, pointers);
    return suite;
}
