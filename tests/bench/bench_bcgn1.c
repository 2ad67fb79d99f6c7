/*
 * BCGN 1 through the library's public functions. Prints lines "name value", which bcgn1_tables.py makes tables of.
 *
 * bench_bcgn1 games FILE.pgn: packs it by the default level and counts how its games were rendered.
 * bench_bcgn1 random FILE.bcgn: opening it, and games picked anywhere in it.
 * bench_bcgn1 scan FILE.bcgn FILE.pgn.zst: one tag of all games, and all moves, against unpacking it all and
 * against reading PGN that the zstd command unpacks.
 * bench_bcgn1 batch FILE.bcgn FILE.pgn.zst: scans by batches against the zstd command that unpacks the text.
 */
#include <pgnpack.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/bench_support.h"

enum { OPENINGS = 101, CLOSED_GAMES = 101, BLOCKS_AT_HAND = 21, GAMES_AT_HAND = 20 };

static void fail(const char *what)
{
    fprintf(stderr, "bench_bcgn1: %s failed\n", what);
    exit(1);
}

static void check(enum pgnpack_status status, const struct pgnpack_error *error)
{
    if (status != PGNPACK_OK && status != PGNPACK_END)
        fail(error->text);
}

static void print_number(const char *name, double value)
{
    printf("%s %.9g\n", name, value);
}

/* The median and the largest. */
static void print_values(const char *name, double *values, size_t count)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = values[i] > largest ? values[i] : largest;
    printf("%s_most %.9g\n", name, largest);
    print_number(name, bench_median(values, count));
}

/* ---- How games were rendered ---- */

static int discard(void *opaque, const void *bytes, size_t size)
{
    (void)bytes;
    *(uint64_t *)opaque += size;
    return 0;
}

static int read_file(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    ssize_t part = read(*(const int *)opaque, bytes, size);
    *size_ret = part < 0 ? 0 : (size_t)part;
    return part < 0 ? errno : 0;
}

static void print_totals(const struct pgnpack_writer_totals *totals)
{
    print_number("games", (double)totals->games);
    print_number("plies", (double)totals->plies);
    print_number("exact", (double)totals->exact_games);
    print_number("gap", (double)totals->gap_games);
    print_number("broken", (double)totals->broken_games);
    print_number("exceptions", (double)totals->exceptions);
}

/* One thread, text in memory. Returns the processor time. */
static double pack(const char *text, size_t size, struct pgnpack_writer_totals *totals_ret)
{
    const struct pgnpack_writer_options options = {.size = sizeof options, .threads = 1};
    uint64_t packed = 0;
    double begin = bench_seconds();
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(discard, &packed));
    if (writer == NULL)
        fail("getting memory");
    pgnpack_writer_write(writer, text, size);
    check(pgnpack_writer_finish(writer), pgnpack_error(writer));
    *totals_ret = *pgnpack_writer_totals(writer);
    pgnpack_free(writer);
    return bench_seconds() - begin;
}

static void bench_games(const char *path)
{
    size_t size;
    double seconds[BENCH_RUNS];
    struct pgnpack_writer_totals totals;
    char *text = bench_read_file("bench_bcgn1", path, &size);
    for (size_t run = 0; run < BENCH_RUNS; run++)
        seconds[run] = pack(text, size, &totals);
    print_totals(&totals);
    print_number("pack_processor", bench_median(seconds, BENCH_RUNS));
    free(text);
}

/* ---- A database that is opened ---- */

struct database {
    int file;
    uint64_t size;
    uint64_t bytes_read;
    uint64_t reads;
    struct pgnpack_reader *reader;
};

static int read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct database *database = opaque;
    ssize_t part = pread(database->file, bytes, size, (off_t)offset);
    *size_ret = part < 0 ? 0 : (size_t)part;
    database->bytes_read += *size_ret;
    database->reads++;
    return part < 0 ? errno : 0;
}

static void open_database(struct database *database, const char *path)
{
    struct stat status;
    *database = (struct database){.file = open(path, O_RDONLY), .reader = pgnpack_reader_new(NULL)};
    if (database->file < 0 || fstat(database->file, &status) != 0 || database->reader == NULL)
        fail(path);
    database->size = (uint64_t)status.st_size;
    check(pgnpack_reader_open(database->reader, PGNPACK_FROM_RANGES(read_at, database, database->size)),
          pgnpack_error(database->reader));
}

static void close_database(struct database *database)
{
    pgnpack_free(database->reader);
    close(database->file);
}

/* Numbers that differ from each other, the same in every run. */
static uint64_t pick(uint64_t *state, uint64_t count)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (*state >> 33) % count;
}

static void get_game(struct pgnpack_cursor *cursor, uint64_t number)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    enum pgnpack_status status = pgnpack_cursor_seek(cursor, number);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_next(cursor, &game);
    if (status == PGNPACK_OK)
        status = pgnpack_cursor_text(cursor, &text);
    if (status != PGNPACK_OK || text.size == 0)
        fail("getting a game");
}

static void measure_opening(const char *path)
{
    double seconds[OPENINGS];
    struct database database;
    for (size_t i = 0; i < OPENINGS; i++) {
        double begin = bench_seconds();
        open_database(&database, path);
        seconds[i] = bench_seconds() - begin;
        close_database(&database);
    }
    print_values("open_seconds", seconds, OPENINGS);
    print_number("open_bytes", (double)database.bytes_read);
    print_number("open_reads", (double)database.reads);
}

/* From the closed file to the game's text. Processor time: what the system reads is in its memory already. */
static void measure_closed(const char *path, uint64_t game_count)
{
    double seconds[CLOSED_GAMES], bytes[CLOSED_GAMES], work[CLOSED_GAMES];
    uint64_t state = 1;
    for (size_t i = 0; i < CLOSED_GAMES; i++) {
        struct database database;
        uint64_t number = pick(&state, game_count) + 1;
        double begin = bench_seconds();
        open_database(&database, path);
        struct pgnpack_cursor *cursor = pgnpack_cursor_new(database.reader, PGNPACK_PART_TEXT);
        get_game(cursor, number);
        seconds[i] = bench_seconds() - begin;
        bytes[i] = (double)database.bytes_read;
        work[i] = (double)pgnpack_work(cursor);
        pgnpack_free(cursor);
        close_database(&database);
    }
    print_values("closed_seconds", seconds, CLOSED_GAMES);
    print_values("closed_bytes", bytes, CLOSED_GAMES);
    print_values("closed_work", work, CLOSED_GAMES);
}

/* Games picked in a block of which a game was read before. */
static void measure_at_hand(const struct pgnpack_reader *reader)
{
    double seconds[BLOCKS_AT_HAND * GAMES_AT_HAND];
    size_t count = 0;
    uint64_t state = 2;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    for (size_t i = 0; i < BLOCKS_AT_HAND; i++) {
        struct pgnpack_block_info info;
        pgnpack_reader_block(reader, pick(&state, pgnpack_reader_info(reader)->block_count), &info);
        if (info.game_count == 0)
            continue;
        get_game(cursor, info.first_game);
        for (size_t j = 0; j < GAMES_AT_HAND; j++) {
            uint64_t number = info.first_game + pick(&state, info.game_count);
            double begin = bench_seconds();
            get_game(cursor, number);
            seconds[count++] = bench_seconds() - begin;
        }
    }
    pgnpack_free(cursor);
    if (count != 0)
        print_values("hand_seconds", seconds, count);
}

static void bench_random(const char *path)
{
    struct database database;
    measure_opening(path);
    open_database(&database, path);
    uint64_t game_count = pgnpack_reader_info(database.reader)->game_count;
    print_number("games", (double)game_count);
    print_number("segments", (double)pgnpack_reader_info(database.reader)->segment_count);
    if (game_count != 0) {
        measure_closed(path, game_count);
        measure_at_hand(database.reader);
    }
    close_database(&database);
}

/* ---- Scans ---- */

/* Processor and wall-clock seconds of one way to go over everything. */
struct timing {
    double processor[BENCH_RUNS];
    double wall[BENCH_RUNS];
};

struct stopwatch {
    double processor, wall;
};

static double processor_seconds(void)
{
    return bench_seconds() + bench_children_seconds();
}

static struct stopwatch begin_timing(void)
{
    return (struct stopwatch){processor_seconds(), bench_wall_seconds()};
}

static void end_timing(struct timing *timing, size_t run, struct stopwatch begin)
{
    timing->processor[run] = processor_seconds() - begin.processor;
    timing->wall[run] = bench_wall_seconds() - begin.wall;
}

static void print_timing(const char *name, struct timing *timing)
{
    printf("%s_processor %.9g\n", name, bench_median(timing->processor, BENCH_RUNS));
    printf("%s_wall %.9g\n", name, bench_median(timing->wall, BENCH_RUNS));
}

/* Bytes of all values of the tag; *bytes_ret: read from the file. */
static uint64_t scan_tag(const char *path, uint64_t *bytes_ret)
{
    struct database database;
    const struct pgnpack_game *game;
    struct pgnpack_text value;
    uint64_t size = 0;
    open_database(&database, path);
    const char *const name = "White";
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(database.reader, PGNPACK_PART_TAGS);
    pgnpack_cursor_tags(cursor, &name, 1);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
        if (pgnpack_game_find_tag(game, name, &value))
            size += value.size;
    check(pgnpack_error(cursor)->status, pgnpack_error(cursor));
    pgnpack_free(cursor);
    *bytes_ret = database.bytes_read;
    close_database(&database);
    return size;
}

static uint64_t count_moves(const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    uint64_t count = 0;
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++)
        count += item.kind == PGNPACK_ITEM_MOVE;
    return count;
}

static uint64_t scan_moves(const char *path)
{
    struct database database;
    const struct pgnpack_game *game;
    uint64_t moves = 0;
    open_database(&database, path);
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(database.reader, PGNPACK_PART_MOVES);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
        moves += count_moves(game);
    check(pgnpack_error(cursor)->status, pgnpack_error(cursor));
    pgnpack_free(cursor);
    close_database(&database);
    return moves;
}

static uint64_t unpack(const char *path)
{
    const struct pgnpack_unpacker_options options = {.size = sizeof options, .threads = 1};
    uint64_t size = 0;
    int file = open(path, O_RDONLY);
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    check(pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(read_file, &file),
                               PGNPACK_TO_FUNCTION(discard, &size)),
          pgnpack_error(unpacker));
    pgnpack_free(unpacker);
    close(file);
    return size;
}

/* The text of a zstd file, through a pipe; *child_ret is to be waited for. */
static int start_zstd(const char *path, pid_t *child_ret)
{
    int ends[2];
    if (pipe(ends) != 0 || (*child_ret = fork()) < 0)
        fail("starting zstd");
    if (*child_ret == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execlp("zstd", "zstd", "-dqc", "--single-thread", path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    return ends[0];
}

static uint64_t read_zstd(const char *path)
{
    pid_t child;
    int status = 1;
    int file = start_zstd(path, &child);
    const struct pgnpack_game *game;
    uint64_t moves = 0;
    enum pgnpack_status result;
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_STREAM(read_file, &file));
    while ((result = pgnpack_pgn_reader_next(reader, &game)) == PGNPACK_OK || result == PGNPACK_ERROR_LIMIT)
        moves += result == PGNPACK_OK ? count_moves(game) : 0;
    check(result, pgnpack_error(reader));
    pgnpack_free(reader);
    close(file);
    if (waitpid(child, &status, 0) != child || status != 0)
        fail("zstd -d");
    return moves;
}

static void bench_scan(const char *path, const char *zstd_path)
{
    struct timing unpacking, tag, moves, reading;
    uint64_t text_size = 0, tag_size = 0, tag_bytes = 0, move_count = 0, moves_read = 0;
    for (size_t run = 0; run < BENCH_RUNS; run++) {
        struct stopwatch begin = begin_timing();
        text_size = unpack(path);
        end_timing(&unpacking, run, begin);
        begin = begin_timing();
        tag_size = scan_tag(path, &tag_bytes);
        end_timing(&tag, run, begin);
        begin = begin_timing();
        move_count = scan_moves(path);
        end_timing(&moves, run, begin);
        begin = begin_timing();
        moves_read = read_zstd(zstd_path);
        end_timing(&reading, run, begin);
    }
    print_timing("unpack", &unpacking);
    print_timing("tag", &tag);
    print_timing("moves", &moves);
    print_timing("zstd_reader", &reading);
    print_number("text_size", (double)text_size);
    print_number("tag_size", (double)tag_size);
    print_number("tag_bytes", (double)tag_bytes);
    print_number("move_count", (double)move_count);
    print_number("moves_read", (double)moves_read);
}

/* ---- Scans by batches ---- */

enum { BATCH_GAMES = 512, BATCH_BYTES = 4 << 20, BATCH_TAGS = 7, BATCH_RUNS = 15 };

/* Room for what a batch gives. */
struct batch_room {
    uint32_t plies[BATCH_GAMES];
    uint32_t offsets[BATCH_GAMES + 1];
    struct pgnpack_text values[BATCH_TAGS][BATCH_GAMES];
    char bytes[BATCH_BYTES];
    uint16_t moves[BATCH_BYTES / 2];
};

static struct batch_room room;

/* Returns what the games have: the bytes of eight columns of CSV without its commas, bytes of SAN, or moves. */
typedef uint64_t batch_scan(struct pgnpack_batch *batch);

static uint64_t scan_csv(struct pgnpack_batch *batch)
{
    struct pgnpack_text *views[BATCH_TAGS];
    struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = BATCH_GAMES, .plies = room.plies, .views = views};
    uint64_t sum = 0;
    size_t count;
    for (size_t i = 0; i < BATCH_TAGS; i++)
        views[i] = room.values[i];
    while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
        for (size_t game = 0; game < count; game++) {
            char *to = room.bytes;
            for (size_t i = 0; i < BATCH_TAGS; i++) {
                struct pgnpack_text value = views[i][game];
                size_t size =
                    value.size < BATCH_BYTES / BATCH_TAGS - 20 ? value.size : 0; /* no name is longer */
                if (size != 0)
                    memcpy(to, value.data, size);
                to += size;
            }
            to += sprintf(to, "%u", (unsigned)room.plies[game]);
            sum += (uint64_t)(to - room.bytes);
        }
    return sum;
}

static uint64_t scan_san(struct pgnpack_batch *batch)
{
    struct pgnpack_columns columns = {.size = sizeof columns,
                                      .capacity = BATCH_GAMES,
                                      .san = {room.bytes, BATCH_BYTES, room.offsets, NULL}};
    uint64_t sum = 0;
    size_t count;
    while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
        sum += room.offsets[count];
    return sum;
}

static uint64_t scan_values(struct pgnpack_batch *batch)
{
    struct pgnpack_columns columns = {.size = sizeof columns,
                                      .capacity = BATCH_GAMES,
                                      .moves = {room.moves, BATCH_BYTES / 2, room.offsets}};
    uint64_t sum = 0;
    size_t count;
    while (pgnpack_batch_next(batch, &columns, &count) == PGNPACK_OK)
        sum += room.offsets[count];
    return sum;
}

static const struct {
    const char *name;
    batch_scan *scan;
    size_t tag_count;
    unsigned parts;
} batch_scans[] = {{"csv", scan_csv, BATCH_TAGS, PGNPACK_BATCH_PLIES},
                   {"san", scan_san, 0, PGNPACK_BATCH_SAN},
                   {"values", scan_values, 0, PGNPACK_BATCH_MOVES}};
enum { BATCH_SCANS = sizeof batch_scans / sizeof batch_scans[0] };

static uint64_t scan_by_batch(const char *path, size_t scan)
{
    static const char *const tags[BATCH_TAGS] = {"White",    "Black", "Result", "WhiteElo",
                                                 "BlackElo", "Date",  "ECO"};
    const struct pgnpack_batch_options options = {.size = sizeof options,
                                                  .tags = tags,
                                                  .tag_count = batch_scans[scan].tag_count,
                                                  .parts = batch_scans[scan].parts};
    struct database database;
    open_database(&database, path);
    struct pgnpack_batch *batch = pgnpack_batch_new(database.reader, &options);
    if (batch == NULL)
        fail("getting memory");
    uint64_t sum = batch_scans[scan].scan(batch);
    check(pgnpack_error(batch)->status, pgnpack_error(batch));
    struct pgnpack_batch_counts counts;
    pgnpack_batch_counts(batch, &counts);
    if (counts.games_given != pgnpack_reader_info(database.reader)->game_count)
        fail("going over all games");
    pgnpack_free(batch);
    close_database(&database);
    return sum;
}

/* Of this process, or of the children that have ended. */
static double user_seconds(int whose)
{
    struct rusage usage;
    getrusage(whose, &usage);
    return (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6;
}

/* The zstd command alone, its text thrown away. */
static void unpack_zstd(const char *path)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        execlp("zstd", "zstd", "-dqc", "--single-thread", path, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        fail("zstd -d");
}

/* Pairs: each scan after its own run of zstd. By user time: what zstd writes to /dev/null costs the system. */
static void bench_batch(const char *path, const char *zstd_path)
{
    double zstd[BATCH_SCANS][BATCH_RUNS], scan[BATCH_SCANS][BATCH_RUNS], ratio[BATCH_SCANS][BATCH_RUNS];
    uint64_t sums[BATCH_SCANS];
    for (size_t run = 0; run < BATCH_RUNS; run++)
        for (size_t i = 0; i < BATCH_SCANS; i++) {
            double begin = user_seconds(RUSAGE_CHILDREN);
            unpack_zstd(zstd_path);
            zstd[i][run] = user_seconds(RUSAGE_CHILDREN) - begin;
            begin = user_seconds(RUSAGE_SELF);
            sums[i] = scan_by_batch(path, i);
            scan[i][run] = user_seconds(RUSAGE_SELF) - begin;
            ratio[i][run] = zstd[i][run] > 0 ? scan[i][run] / zstd[i][run] : 0;
        }
    for (size_t i = 0; i < BATCH_SCANS; i++) {
        printf("%s_sum %.12g\n", batch_scans[i].name, (double)sums[i]);
        printf("%s_user %.9g\n", batch_scans[i].name, bench_median(scan[i], BATCH_RUNS));
        printf("%s_zstd_user %.9g\n", batch_scans[i].name, bench_median(zstd[i], BATCH_RUNS));
        printf("%s_of_zstd %.9g\n", batch_scans[i].name, bench_median(ratio[i], BATCH_RUNS));
    }
}

static void bench_tag(const char *path)
{
    struct timing tag;
    uint64_t tag_size = 0, tag_bytes = 0;
    for (size_t run = 0; run < BENCH_RUNS; run++) {
        struct stopwatch begin = begin_timing();
        tag_size = scan_tag(path, &tag_bytes);
        end_timing(&tag, run, begin);
    }
    print_timing("tag", &tag);
    print_number("tag_size", (double)tag_size);
    print_number("tag_bytes", (double)tag_bytes);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "games") == 0) {
        bench_games(argv[2]);
    } else if (argc == 3 && strcmp(argv[1], "random") == 0) {
        bench_random(argv[2]);
    } else if (argc == 3 && strcmp(argv[1], "tag") == 0) {
        bench_tag(argv[2]);
    } else if (argc == 4 && strcmp(argv[1], "scan") == 0) {
        bench_scan(argv[2], argv[3]);
    } else if (argc == 4 && strcmp(argv[1], "batch") == 0) {
        bench_batch(argv[2], argv[3]);
    } else {
        fprintf(stderr, "bench_bcgn1 games FILE.pgn | random FILE.bcgn | tag FILE.bcgn | scan FILE.bcgn "
                        "FILE.pgn.zst | batch FILE.bcgn FILE.pgn.zst\n");
        return 2;
    }
    return EXIT_SUCCESS;
}
