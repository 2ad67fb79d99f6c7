#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pgnpack_extra.h"
#include "reliability/memory_uses.h"
#include "reliability/reliability.h"
#include "shared/sample.h"
#include "shared/trials.h"

/* ---- Allocations that fail ---- */

/* How a use ends when memory suffices. */
struct reference {
    enum pgnpack_status status;
    struct bytes answer;
    size_t calls;
};

static void run_whole(const struct memory_use *use, struct reference *whole)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    *whole = (struct reference){.answer = {0}};
    whole->status = use->run(use, &allocator, &whole->answer);
    whole->calls = count.calls;
    expect(count.outstanding == 0, "failing memory: %s leaks", use->name);
}

static int is_beginning(const struct bytes *part, const struct bytes *whole)
{
    return part->size <= whole->size && (part->size == 0 || memcmp(part->data, whole->data, part->size) == 0);
}

/*
 * One failing run: PGNPACK_ERROR_MEMORY and nothing that is not so, and that wherever an allocation failed at all; or,
 * where the use asks again, what it had to be. Returns 1 if it came to its end.
 */
static int run_failing(const struct memory_use *use, size_t n, int lasts, const struct reference *whole)
{
    struct allocation_count count = {.fails_once = lasts ? 0 : n, .fails_from = lasts ? n : 0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    struct bytes answer = {0};
    enum pgnpack_status status = use->run(use, &allocator, &answer);
    int is_whole = status == whole->status && bytes_equal(&answer, &whole->answer);
    int may_be_whole = count.calls < n || use->goes_on || use->does_without;
    expect(count.outstanding == 0, "failing memory: %s, level %d, moves %d: leaks at call %zu", use->name,
           use->setup.level, use->setup.moves, n);
    expect((is_whole && may_be_whole) ||
               (count.calls >= n && status == PGNPACK_ERROR_MEMORY && is_beginning(&answer, &whole->answer)),
           "failing memory: %s, level %d, moves %d, verify %d: status %d at call %zu%s, %zu bytes of %zu",
           use->name, use->setup.level, use->setup.moves, use->setup.verify, status, n,
           lasts ? " and behind" : "", answer.size, whole->answer.size);
    bytes_free(&answer);
    return is_whole;
}

/* At most about `trials` of the calls fail, one after the other: alone, and with all behind it. 0: each call. */
static size_t fail_some(const struct memory_use *use, size_t trials)
{
    enum { FEW = 8 };
    struct reference whole;
    size_t runs = 0;
    size_t went_on = 0;
    run_whole(use, &whole);
    size_t step = trials == 0 || whole.calls < trials ? 1 : whole.calls / trials;
    size_t first = step == 1 ? 1 : 1 + (size_t)(use->setup.level * 5 + (int)use->setup.moves) % step;
    for (size_t n = first; n <= whole.calls; n += step) {
        went_on += (size_t)run_failing(use, n, 0, &whole);
        run_failing(use, n, 1, &whole);
        runs += 2;
    }
    /* The few calls that are tried under sanitizers may all be such that it cannot do without. */
    int may_never = TRIALS_ONE_IN != 1 && runs < FEW;
    expect(!use->goes_on || went_on != 0 || may_never, "failing memory: %s never goes on", use->name);
    expect(runs != 0, "failing memory: %s takes no memory", use->name);
    bytes_free(&whole.answer);
    return runs;
}

/* ---- Everything ---- */

enum { BLOCK_SIZE = 6000, PIECE = 700 };

static struct pack_setup setup_of(int level, enum pgnpack_moves moves, int verify)
{
    return (struct pack_setup){.level = level,
                               .moves = moves,
                               .verify = verify,
                               .threads = 1,
                               .block_size = BLOCK_SIZE,
                               .piece = PIECE};
}

/* What is made of `input` when memory suffices. */
static void make(use_function *run, const struct bytes *input, struct pack_setup setup, struct bytes *out)
{
    const struct memory_use use = {.name = "making", .run = run, .input = input, .setup = setup};
    expect(run(&use, NULL, out) == PGNPACK_OK, "failing memory: an input cannot be made");
}

/* The first block's header is destroyed, and the index. */
static void damage(const struct bytes *packed, struct bytes *damaged)
{
    bytes_append(damaged, packed->data, packed->size);
    memset(damaged->data + 32, 0, 100);
    memset(damaged->data + damaged->size - 100, 0, 40);
}

static size_t fail_reading(const struct bytes *packed, struct pack_setup setup, size_t trials)
{
    const unsigned text = PGNPACK_PART_TEXT, all = 2 * PGNPACK_PART_TEXT - 1;
    struct bytes cut = {packed->data, packed->size - 40, 0};
    struct bytes damaged = {0};
    damage(packed, &damaged);
    struct memory_use uses[] = {
        {.name = "unpacking", .run = use_unpacker, .input = packed},
        {.name = "salvage", .run = use_salvage, .input = &damaged},
        {.name = "a cursor of a rebuilt index", .run = use_cursor, .input = &cut, .parts = text},
        {.name = "a cursor for tags", .run = use_tag_cursor, .input = packed, .parts = PGNPACK_PART_TAGS},
        {.name = "a batch", .run = use_batch, .input = packed},
        {.name = "a block reader", .run = use_block_reader, .input = packed},
        {.name = "searches", .run = use_search, .input = packed, .does_without = 1},
        {.name = "searches that go on", .run = use_search, .input = packed, .goes_on = 1},
        {.name = "an index beside a database", .run = use_search_index, .input = packed, .does_without = 1},
        {.name = "a cursor that goes on", .run = use_cursor, .input = packed, .parts = all, .goes_on = 1},
        {.name = "a block reader that goes on", .run = use_block_reader, .input = packed, .goes_on = 1},
    };
    size_t runs = 0;
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        uses[i].setup = setup;
        runs += fail_some(&uses[i], trials);
    }
    for (unsigned parts = 0; parts <= all; parts++) {
        const struct memory_use use = {
            .name = "a cursor", .run = use_cursor, .input = packed, .setup = setup, .parts = parts};
        runs += fail_some(&use, (trials + 3) / 4); /* they differ little */
    }
    bytes_free(&damaged);
    return runs;
}

/* Packing at a level by a codec, and reading what comes of it. */
static void fail_level(const struct bytes *text, int level, enum pgnpack_moves moves, size_t trials,
                       size_t runs[2])
{
    struct bytes packed = {0};
    for (int verify = 0; verify < 2; verify++) {
        const struct memory_use use = {
            .name = "packing", .run = use_writer, .input = text, .setup = setup_of(level, moves, verify)};
        runs[0] += fail_some(&use, trials);
    }
    make(use_writer, text, setup_of(level, moves, 0), &packed);
    runs[1] += fail_reading(&packed, setup_of(level, moves, 0), trials);
    bytes_free(&packed);
}

static size_t fail_by_threads(const struct bytes *text, size_t trials)
{
    struct bytes packed = {0};
    struct pack_setup setup = setup_of(3, PGNPACK_MOVES_BY_LEVEL, 1);
    make(use_writer, text, setup, &packed);
    setup.threads = 3;
    const struct memory_use packing = {
        .name = "packing by threads", .run = use_writer, .input = text, .setup = setup};
    const struct memory_use unpacking = {
        .name = "unpacking by threads", .run = use_unpacker, .input = &packed, .setup = setup};
    size_t runs = fail_some(&packing, trials) + fail_some(&unpacking, trials);
    bytes_free(&packed);
    return runs;
}

static size_t fail_other_formats(const struct bytes *text, size_t trials)
{
    const struct memory_use pgn = {.name = "PGN", .run = use_pgn, .input = text};
    size_t runs = fail_some(&pgn, trials);
    for (int scheme = PGNPACK_BCGN0_FIXED; scheme <= PGNPACK_BCGN0_VARIABLE; scheme++) {
        struct bytes file = {0};
        struct memory_use use = {.name = "writing BCGN 0",
                                 .run = use_bcgn0_writer,
                                 .input = text,
                                 .scheme = (enum pgnpack_bcgn0_scheme)scheme};
        runs += fail_some(&use, trials);
        use.run(&use, NULL, &file);
        file.size -= sizeof(uint64_t); /* what the use tells behind the file */
        use.name = "reading BCGN 0";
        use.run = use_bcgn0_reader;
        use.input = &file;
        runs += fail_some(&use, trials);
        bytes_free(&file);
    }
    return runs;
}

/* How many calls fail, of each use; at levels and by codecs with large tables fewer. 0: all. */
static size_t trials_of(int level, int moves, int thoroughly)
{
    unsigned count = level >= 6 || moves == PGNPACK_MOVES_BEST    ? 4
                     : level == 5 || moves == PGNPACK_MOVES_MODEL ? 8
                                                                  : 40;
    return thoroughly ? 0 : some_trials(count);
}

void try_failing_memory(int thoroughly)
{
    struct bytes text = {0};
    size_t runs[2] = {0};
    append_rich_text(&text, 1);
    for (int level = PGNPACK_LEVEL_MIN; level <= PGNPACK_LEVEL_MAX; level++)
        for (int moves = PGNPACK_MOVES_BY_LEVEL; moves <= PGNPACK_MOVES_TABLE; moves++)
            fail_level(&text, level, (enum pgnpack_moves)moves, trials_of(level, moves, thoroughly), runs);
    size_t by_threads = fail_by_threads(&text, thoroughly ? 0 : some_trials(100));
    size_t others = fail_other_formats(&text, thoroughly ? 0 : some_trials(100));
    report("failing memory: packing %zu times, reading %zu, by three threads %zu, PGN and BCGN 0 %zu",
           runs[0], runs[1], by_threads, others);
    bytes_free(&text);
}

/* ---- libzstd's own memory ---- */

enum { EXIT_DONE = 10, EXIT_NO_MEMORY, EXIT_WRONG };

static struct bytes text;
static struct bytes packed;

static int write_nothing(void *opaque, const void *bytes, size_t size)
{
    (void)opaque;
    (void)bytes;
    (void)size;
    return 0;
}

static enum pgnpack_status pack_to_nothing(int level)
{
    struct pgnpack_writer_options options = {.size = sizeof options, .level = level, .threads = 1};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(write_nothing, NULL));
    if (writer == NULL)
        return PGNPACK_ERROR_MEMORY;
    pgnpack_writer_write(writer, text.data, text.size);
    enum pgnpack_status status = pgnpack_writer_finish(writer);
    pgnpack_free(writer);
    return status;
}

static enum pgnpack_status test_packed(void)
{
    struct bytes_source source = {packed.data, packed.size, 0, 0};
    struct pgnpack_unpacker_options options = {.size = sizeof options, .threads = 1};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    if (unpacker == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status =
        pgnpack_unpacker_run(unpacker, PGNPACK_FROM_STREAM(bytes_read, &source), NULL);
    pgnpack_free(unpacker);
    return status;
}

/* In a process of its own: no more than `room` bytes of address space on top of what there is. */
static void use_little_space(size_t room, int level)
{
    struct rlimit limit = {room, room};
    if (setrlimit(RLIMIT_DATA, &limit) != 0)
        _exit(EXIT_WRONG);
    enum pgnpack_status statuses[] = {pack_to_nothing(level), test_packed()};
    int result = EXIT_DONE;
    for (size_t i = 0; i < 2; i++) {
        if (statuses[i] == PGNPACK_ERROR_MEMORY && result == EXIT_DONE)
            result = EXIT_NO_MEMORY;
        else if (statuses[i] != PGNPACK_OK && statuses[i] != PGNPACK_ERROR_MEMORY)
            result = EXIT_WRONG;
    }
    _exit(result);
}

void try_little_space(void)
{
    const struct pack_setup setup = {.block_size = 600};
    unsigned long counts[3] = {0};
    append_games(&text, 200, 23);
    pack_bytes(&setup, text.data, text.size, &packed);
    for (int level = 1; level <= PGNPACK_LEVEL_MAX; level += 4)
        for (size_t room = 256 << 10; room <= 64u << 20; room += room / 8) {
            int status = 0;
            pid_t child = fork();
            if (child == 0)
                use_little_space(room, level);
            waitpid(child, &status, 0);
            int result = WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_WRONG;
            expect(result == EXIT_DONE || result == EXIT_NO_MEMORY, "little space: %zu KiB at level %d",
                   room >> 10, level);
            counts[result == EXIT_DONE ? 0 : result == EXIT_NO_MEMORY ? 1 : 2]++;
        }
    expect(counts[0] != 0 && counts[1] != 0, "little space: nothing tried");
    report("little space: %lu times done, %lu times no memory", counts[0], counts[1]);
    bytes_free(&text);
    bytes_free(&packed);
}
