/*
 * bench_bcgn0 FILE.pgn: through the library's public functions, in memory: reading PGN with every move
 * resolved and made ("replay"), PGN text to BCGN 0, and BCGN 0 to PGN text, in each scheme.
 */
#include <pgnpack_extra.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_support.h"

enum { SCHEME_COUNT = 3 };

/* Bytes that a writer made. */
struct output {
    char *bytes; /* room for all that may come */
    size_t size;
    size_t capacity;
};

struct sample {
    const char *text;
    size_t text_size;
    double plies; /* of the main lines and the variations */
    double games;
};

/* What one direction took, by run. */
struct measurement {
    double pack[BENCH_RUNS], unpack[BENCH_RUNS];
    size_t packed_size, unpacked_size;
};

static void fail(const char *what)
{
    fprintf(stderr, "bench_bcgn0: %s failed\n", what);
    exit(1);
}

static int collect(void *opaque, const void *bytes, size_t size)
{
    struct output *output = opaque;
    if (size > output->capacity - output->size)
        fail("writing to memory");
    memcpy(output->bytes + output->size, bytes, size);
    output->size += size;
    return 0;
}

/* Games over 16 MiB are passed over. */
static enum pgnpack_status next_game(struct pgnpack_pgn_reader *reader, const struct pgnpack_game **game_ret)
{
    enum pgnpack_status status;
    while ((status = pgnpack_pgn_reader_next(reader, game_ret)) == PGNPACK_ERROR_LIMIT)
        ;
    if (status != PGNPACK_OK && status != PGNPACK_END)
        fail("reading PGN");
    return status;
}

static double count_moves(const struct pgnpack_game *game)
{
    struct pgnpack_item item;
    double count = 0;
    for (size_t i = 0; pgnpack_game_item(game, i, &item); i++)
        count += item.kind == PGNPACK_ITEM_MOVE;
    return count;
}

static void count_sample(struct sample *sample)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(sample->text, sample->text_size));
    for (; next_game(reader, &game) == PGNPACK_OK; sample->games++)
        sample->plies += count_moves(game);
    pgnpack_free(reader);
}

static double replay(const struct sample *sample)
{
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    const struct pgnpack_game *game;
    double begin = bench_seconds();
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(sample->text, sample->text_size));
    while (next_game(reader, &game) == PGNPACK_OK)
        ;
    double seconds = bench_seconds() - begin;
    pgnpack_free(reader);
    return seconds;
}

static double pack(const struct sample *sample, enum pgnpack_bcgn0_scheme scheme, struct output *packed)
{
    struct pgnpack_bcgn0_options options = {.size = sizeof options, .scheme = scheme, .lossy = 1};
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(collect, packed));
    const struct pgnpack_game *game;
    packed->size = 0;
    double begin = bench_seconds();
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(sample->text, sample->text_size));
    while (next_game(reader, &game) == PGNPACK_OK) {
        enum pgnpack_status status = pgnpack_bcgn0_writer_add(writer, game);
        if (status != PGNPACK_OK && status != PGNPACK_ERROR_LOSSY)
            fail("packing");
    }
    if (pgnpack_bcgn0_writer_finish(writer) != PGNPACK_OK)
        fail("packing");
    double seconds = bench_seconds() - begin;
    pgnpack_free(writer);
    pgnpack_free(reader);
    return seconds;
}

static double unpack(const struct output *packed, struct output *text)
{
    struct pgnpack_bcgn0_reader *reader = pgnpack_bcgn0_reader_new(NULL);
    struct pgnpack_pgn_writer *writer = pgnpack_pgn_writer_new(NULL, PGNPACK_TO_FUNCTION(collect, text));
    const struct pgnpack_game *game;
    text->size = 0;
    double begin = bench_seconds();
    pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_MEMORY(packed->bytes, packed->size));
    while (pgnpack_bcgn0_reader_next(reader, &game) == PGNPACK_OK)
        if (pgnpack_pgn_writer_add(writer, game) != PGNPACK_OK)
            fail("writing PGN");
    if (pgnpack_pgn_writer_finish(writer) != PGNPACK_OK)
        fail("writing PGN");
    double seconds = bench_seconds() - begin;
    if (pgnpack_error(reader)->status != PGNPACK_OK && pgnpack_error(reader)->status != PGNPACK_END)
        fail("unpacking");
    pgnpack_free(writer);
    pgnpack_free(reader);
    return seconds;
}

static void make_room(struct output *output, size_t capacity)
{
    output->capacity = capacity;
    output->bytes = malloc(capacity);
    if (output->bytes == NULL)
        fail("getting memory");
    memset(output->bytes, 1, capacity); /* so that no run pays for fresh pages */
}

static void print_replay(const struct sample *sample, double seconds)
{
    char size[32];
    snprintf(size, sizeof size, "%.1f B/ply", (double)sample->text_size / sample->plies);
    bench_print(&(struct bench_row){.name = "PGN read, moves resolved and made",
                                    .size = size,
                                    .forward = sample->plies / seconds / 1e6,
                                    .unit = "M plies/s"});
    bench_print(&(struct bench_row){.name = "PGN read, moves resolved and made",
                                    .size = "",
                                    .forward = (double)sample->text_size / seconds / 1e6,
                                    .unit = "MB/s"});
}

static void print_scheme(const struct sample *sample, const char *name, struct measurement *measured)
{
    char size[32];
    double text_size = (double)sample->text_size;
    snprintf(size, sizeof size, "%zu", measured->packed_size);
    bench_print(&(struct bench_row){.name = name,
                                    .size = size,
                                    .ratio = text_size / (double)measured->packed_size,
                                    .back = (double)measured->unpacked_size / text_size,
                                    .forward = text_size / bench_median(measured->pack, BENCH_RUNS) / 1e6,
                                    .backward = (double)measured->unpacked_size /
                                                bench_median(measured->unpack, BENCH_RUNS) / 1e6,
                                    .unit = "MB/s"});
}

static void measure(const struct sample *sample)
{
    static const char *const names[SCHEME_COUNT] = {"BCGN 0 fixed, library", "BCGN 0 index, library",
                                                    "BCGN 0 variable, library"};
    struct measurement measured[SCHEME_COUNT];
    double replay_seconds[BENCH_RUNS];
    struct output packed, text;
    make_room(&packed, sample->text_size + (1 << 20));
    make_room(&text, 2 * sample->text_size + (1 << 20));
    for (size_t run = 0; run < BENCH_RUNS; run++) {
        replay_seconds[run] = replay(sample);
        for (unsigned scheme = 0; scheme < SCHEME_COUNT; scheme++) {
            struct measurement *of_scheme = &measured[scheme];
            of_scheme->pack[run] = pack(sample, (enum pgnpack_bcgn0_scheme)scheme, &packed);
            of_scheme->unpack[run] = unpack(&packed, &text);
            of_scheme->packed_size = packed.size;
            of_scheme->unpacked_size = text.size;
        }
    }
    print_replay(sample, bench_median(replay_seconds, BENCH_RUNS));
    for (unsigned scheme = 0; scheme < SCHEME_COUNT; scheme++)
        print_scheme(sample, names[scheme], &measured[scheme]);
    free(packed.bytes);
    free(text.bytes);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "bench_bcgn0 FILE.pgn\n");
        return 2;
    }
    struct sample sample = {0};
    char *text = bench_read_file("bench_bcgn0", argv[1], &sample.text_size);
    sample.text = text;
    count_sample(&sample);
    if (sample.plies > 0)
        measure(&sample);
    free(text);
    return EXIT_SUCCESS;
}
