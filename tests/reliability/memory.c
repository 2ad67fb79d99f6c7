#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "reliability/reliability.h"
#include "shared/sample.h"

/* One use of the library under an allocator: an error, or the right answer. Returns the status. */
typedef enum pgnpack_status use_function(const struct pgnpack_allocator *allocator, unsigned threads);

static struct bytes text;
static struct bytes packed;
static size_t games_text; /* bytes of it that are in games */

static enum pgnpack_status use_writer(const struct pgnpack_allocator *allocator, unsigned threads)
{
    const struct pack_setup setup = {
        .allocator = allocator, .threads = threads, .block_size = 600, .verify = 1, .piece = 100};
    struct bytes out = {0};
    enum pgnpack_status status = pack_bytes(&setup, text.data, text.size, &out);
    if (status == PGNPACK_OK)
        expect(bytes_equal(&out, &packed), "failing memory: the packed bytes differ");
    bytes_free(&out);
    return status;
}

static enum pgnpack_status use_unpacker(const struct pgnpack_allocator *allocator, unsigned threads)
{
    const struct unpack_setup setup = {.allocator = allocator, .threads = threads};
    struct unpacked unpacked;
    unpack_bytes(&setup, packed.data, packed.size, &unpacked);
    enum pgnpack_status status = unpacked.status;
    expect(unpacked.text.size <= text.size &&
               (unpacked.text.size == 0 || memcmp(unpacked.text.data, text.data, unpacked.text.size) == 0),
           "failing memory: unpacked to another text");
    expect(status != PGNPACK_OK || unpacked.text.size == text.size,
           "failing memory: a part of the text only");
    unpacked_free(&unpacked);
    return status;
}

static enum pgnpack_status use_salvage(const struct pgnpack_allocator *allocator, unsigned threads)
{
    const struct unpack_setup setup = {.allocator = allocator, .threads = threads, .salvage = 1};
    struct bytes damaged = {0};
    struct unpacked unpacked;
    bytes_append(&damaged, packed.data, packed.size);
    memset(damaged.data + 32, 0, 100);                /* the first block */
    memset(damaged.data + damaged.size - 100, 0, 40); /* the index */
    unpack_bytes(&setup, damaged.data, damaged.size, &unpacked);
    enum pgnpack_status status = unpacked.status == PGNPACK_ERROR_CORRUPT ? PGNPACK_OK : unpacked.status;
    unpacked_free(&unpacked);
    bytes_free(&damaged);
    return status;
}

static enum pgnpack_status read_all(struct pgnpack_reader *reader, unsigned parts, size_t *text_size)
{
    const struct pgnpack_game *game;
    struct pgnpack_text part;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, parts);
    if (cursor == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status;
    while ((status = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK) {
        if (parts != PGNPACK_PART_TEXT)
            continue;
        status = pgnpack_cursor_text(cursor, &part);
        if (status != PGNPACK_OK)
            break;
        *text_size += part.size;
    }
    expect(pgnpack_cursor_error(cursor)->status == status, "failing memory: a cursor's error is another one");
    pgnpack_cursor_free(cursor);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static enum pgnpack_status use_reader_on(const struct bytes *file, enum pgnpack_status opens_with,
                                         const struct pgnpack_allocator *allocator)
{
    struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    if (reader == NULL)
        return PGNPACK_ERROR_MEMORY;
    size_t text_size = 0;
    enum pgnpack_status status = pgnpack_reader_open_memory(reader, file->data, file->size);
    status = status == opens_with ? PGNPACK_OK : status;
    if (status == PGNPACK_OK)
        status = read_all(reader, PGNPACK_PART_TAGS, &text_size);
    if (status == PGNPACK_OK)
        status = read_all(reader, PGNPACK_PART_MOVES, &text_size);
    if (status == PGNPACK_OK)
        status = read_all(reader, PGNPACK_PART_TEXT, &text_size);
    expect(status != PGNPACK_OK || games_text == 0 || text_size == games_text,
           "failing memory: cursors give %zu bytes of %zu", text_size, games_text);
    if (status == PGNPACK_OK)
        games_text = text_size;
    pgnpack_reader_free(reader);
    return status;
}

static enum pgnpack_status use_reader(const struct pgnpack_allocator *allocator, unsigned threads)
{
    (void)threads;
    return use_reader_on(&packed, PGNPACK_OK, allocator);
}

static enum pgnpack_status use_rebuilding_reader(const struct pgnpack_allocator *allocator, unsigned threads)
{
    struct bytes cut = packed;
    (void)threads;
    cut.size -= 40;
    return use_reader_on(&cut, PGNPACK_ERROR_TRUNCATED, allocator);
}

/* All calls from the n-th on fail, and then the n-th alone, for n = 1, 2, ... until none is left to fail. */
static unsigned long fail_each(use_function *use, const char *name, unsigned threads)
{
    for (unsigned long n = 1;; n++) {
        struct allocation_count lasting = {.fails_from = n};
        struct allocation_count single = {.fails_once = n};
        const struct pgnpack_allocator lasting_allocator = counted_allocator(&lasting);
        const struct pgnpack_allocator single_allocator = counted_allocator(&single);
        enum pgnpack_status status = use(&lasting_allocator, threads);
        enum pgnpack_status single_status = use(&single_allocator, threads);
        int is_reached = lasting.calls >= n;
        expect(lasting.outstanding == 0 && single.outstanding == 0, "failing memory: %s leaks at call %lu",
               name, n);
        expect(status == (is_reached ? PGNPACK_ERROR_MEMORY : PGNPACK_OK),
               "failing memory: %s gives %d from call %lu on", name, status, n);
        expect(single_status == PGNPACK_ERROR_MEMORY || single_status == PGNPACK_OK,
               "failing memory: %s gives %d at call %lu", name, single_status, n);
        if (!is_reached)
            return n - 1;
    }
}

static void try_use(use_function *use, const char *name)
{
    unsigned long calls = fail_each(use, name, 1);
    report("failing memory: %s, each of %lu calls", name, calls);
}

/* ---- libzstd's own memory ---- */

enum { EXIT_DONE = 10, EXIT_NO_MEMORY, EXIT_WRONG };

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
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &options, write_nothing, NULL);
    if (writer == NULL)
        return PGNPACK_ERROR_MEMORY;
    pgnpack_writer_write(writer, text.data, text.size);
    enum pgnpack_status status = pgnpack_writer_finish(writer);
    pgnpack_writer_free(writer);
    return status;
}

static enum pgnpack_status test_packed(void)
{
    struct bytes_source source = {packed.data, packed.size, 0, 0};
    struct pgnpack_unpacker_options options = {.size = sizeof options, .threads = 1};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(NULL, &options);
    if (unpacker == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_unpacker_run(unpacker, bytes_read, &source, NULL, NULL);
    pgnpack_unpacker_free(unpacker);
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

void try_failing_memory(unsigned games)
{
    const struct pack_setup setup = {.block_size = 600};
    append_games(&text, games, 21);
    pack_bytes(&setup, text.data, text.size, &packed);
    use_reader(NULL, 1);
    try_use(use_writer, "packing");
    try_use(use_unpacker, "unpacking");
    try_use(use_salvage, "unpacking with salvage");
    try_use(use_reader, "reading");
    try_use(use_rebuilding_reader, "reading without an index");
    unsigned long packing = fail_each(use_writer, "packing by three threads", 3);
    unsigned long unpacking = fail_each(use_unpacker, "unpacking by three threads", 3);
    report("failing memory: by three threads, %lu and %lu calls", packing, unpacking);
    bytes_free(&text);
    bytes_free(&packed);
    games_text = 0;
}
