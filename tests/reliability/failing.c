#include "reliability/failing.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reliability/reliability.h"
#include "shared/packing.h"

/* ---- What fails ---- */

static struct {
    enum fault fault; /* FAULT_NONE: nothing */
    size_t at;        /* from 1 */
    int lasts;
    size_t calls[FAULTS];
    int is_off; /* calls of the test's own */
} faults;

int fault_comes(enum fault fault)
{
    if (faults.is_off)
        return 0;
    size_t call = ++faults.calls[fault];
    return faults.fault == fault && (call == faults.at || (faults.lasts && call > faults.at));
}

static void *failing_allocate(void *opaque, size_t size)
{
    return fault_comes(FAULT_MEMORY) ? NULL : counted_allocator(opaque).allocate(opaque, size);
}

static void failing_release(void *opaque, void *piece)
{
    counted_allocator(opaque).release(opaque, piece);
}

static void spoil(void *bytes, size_t size)
{
    if (fault_comes(FAULT_WRONG_BYTES) && size != 0)
        ((unsigned char *)bytes)[size / 2] ^= 0x55;
}

int stream_read(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    struct stream *stream = opaque;
    size_t rest = stream->source->size - stream->at;
    if (fault_comes(FAULT_READ))
        return EIO;
    *size_ret = size < rest ? size : rest;
    if (*size_ret > 3000)
        *size_ret = 3000;
    memcpy(bytes, stream->source->data + stream->at, *size_ret);
    stream->at += *size_ret;
    return 0;
}

int stream_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct stream *stream = opaque;
    struct bytes whole = *stream->source;
    if (fault_comes(FAULT_READ))
        return EIO;
    int cause = bytes_read_at(&whole, offset, bytes, size, size_ret);
    spoil(bytes, *size_ret);
    return cause;
}

int stream_write(void *opaque, const void *bytes, size_t size)
{
    struct stream *stream = opaque;
    return fault_comes(FAULT_WRITE) ? ENOSPC : bytes_write(&stream->written, bytes, size);
}

/* ---- What uses need ---- */

static void check_told(struct failing *run, const struct pgnpack_error *why)
{
    if (why->status != run->last)
        run->complaint = "the handle's error has another status";
    else if (why->text[0] == '\0')
        run->complaint = "the handle's error has no text";
}

int is_tried_again(struct failing *run, const struct pgnpack_error *why)
{
    if (run->last <= PGNPACK_END || !run->tries_again)
        return 0;
    check_told(run, why);
    return 1;
}

int went_well(struct failing *run, const struct pgnpack_error *why)
{
    if (run->last > PGNPACK_END) {
        check_told(run, why);
        run->status = run->last;
        snprintf(run->why, sizeof run->why, "%s", why->text);
    }
    return run->last == PGNPACK_OK;
}

int has_none(struct failing *run)
{
    run->status = PGNPACK_ERROR_MEMORY;
    return 0;
}

/* Behind a failure nothing is learnt. */
static void append(struct failing *run, const void *bytes, size_t size)
{
    if (run->status == PGNPACK_OK)
        bytes_append(&run->answer, bytes, size);
}

void tell(struct failing *run, uint64_t number)
{
    append(run, &number, sizeof number);
}

void tell_bytes(struct failing *run, const void *bytes, size_t size)
{
    tell(run, size);
    append(run, bytes, size);
}

void tell_text(struct failing *run, struct pgnpack_text text)
{
    tell_bytes(run, text.data, text.size);
}

const char *path_of(struct failing *run, unsigned place, const char *name)
{
    static char paths[4][4096];
    snprintf(paths[place], sizeof paths[place], "%.4000s/%.90s", run->folder, name);
    return paths[place];
}

void put_file(const char *path, const struct bytes *bytes)
{
    faults.is_off = 1;
    FILE *file = fopen(path, "wb");
    expect(file != NULL && fwrite(bytes->data, 1, bytes->size, file) == bytes->size && fclose(file) == 0,
           "failing calls: %s cannot be written", path);
    faults.is_off = 0;
}

void tell_file(struct failing *run, const char *path)
{
    struct bytes bytes = {0};
    faults.is_off = 1;
    bytes_append_file(&bytes, path);
    faults.is_off = 0;
    tell_bytes(run, bytes.data, bytes.size);
    bytes_free(&bytes);
}

void remove_file(const char *path)
{
    faults.is_off = 1;
    remove(path);
    faults.is_off = 0;
}

struct pgnpack_reader *open_reader(struct failing *run, struct stream *stream)
{
    struct pgnpack_reader *reader = NULL;
    *stream = (struct stream){.source = run->packed};
    if (MAKE(run, reader, pgnpack_reader_new(&run->options)) &&
        GO(run,
           pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(stream_read_at, stream, stream->source->size)),
           pgnpack_error(reader)))
        return reader;
    pgnpack_free(reader);
    return NULL;
}

/* ---- Games and databases to use ---- */

static void append_game(struct bytes *text, unsigned number, unsigned meeting)
{
    static const char *const players[] = {"Carlsen, Magnus",    "Calrsen, Magnus",  "Carlsen, M",
                                          "Kortschnoj, Viktor", "Korchnoi, Victor", "Ivanov, Igor",
                                          "Ivanov, Igr",        "Polgar, Judit"};
    static const char *const moves[] = {"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6",
                                        "1. d4 d5 {queen's pawn} 2. c4 e6 3. Nc3",
                                        "1. c4 c5 2. Nf3 Nf6 3. g3 g6 4. Bg2 Bg7 5. O-O O-O",
                                        "1. e4 c5 (1... e6 2. d4) 2. Nf3 d6 3. d4 cxd4 4. Nxd4"};
    static const char *const opponents[] = {"Bodgim, Ada", "Lupnar, Eva", "Teqvis, Ida", "Hofzuk, Ole",
                                            "Pelrad, Uwe"};
    char game[600], alone[40]; /* a name that no other block has */
    snprintf(alone, sizeof alone, "%c%cnob, Leo", 'A' + (int)(number / 26), 'a' + (int)(number % 26));
    snprintf(game, sizeof game,
             "[Event \"Open %u\"]\n[Site \"x\"]\n[Date \"19%02u.0%u.??\"]\n[Round \"%u\"]\n[White "
             "\"%s\"]\n[Black \"%s\"]\n"
             "[Result \"1-0\"]\n[WhiteElo \"%u\"]\n\n%s %s 1-0\n\n",
             meeting % 3, 70 + meeting % 2, 1 + meeting % 9, number, players[meeting % 8],
             number % 3 == 0 ? alone : opponents[meeting / 8 % 5], 2200 + meeting % 5 * 100,
             moves[meeting % 4], meeting % 8 < 4 ? "5. d3" : "5. a3 b6");
    bytes_append_text(text, game);
}

/* A game in a file of its own, in the same block as one that has none. */
static void write_files(struct pgnpack_writer *writer, const void *game, size_t size)
{
    pgnpack_writer_begin_file(writer, "new.pgn", 7, &(int64_t){1000});
    pgnpack_writer_write(writer, game, size);
    pgnpack_writer_begin_file(writer, "none.pgn", 8, NULL);
}

/* Two segments, and a change that deletes games and has a new version of one. */
static void make_database(const char *path, struct bytes *text, struct bytes *packed)
{
    struct pack_setup setup = {.level = 3, .block_size = 1500, .index = PGNPACK_INDEX_ALWAYS};
    struct bytes joined = {0};
    append_game(text, 0, 0);
    size_t first_size = text->size;
    for (unsigned i = 1; i < 40; i++)
        append_game(text, i, i);
    pack_bytes(&setup, text->data, text->size, &joined);
    size_t first = text->size;
    for (unsigned i = 0; i < 20; i++)
        append_game(text, i + 100, i * 7 % 40);
    setup.level = 4;
    pack_bytes(&setup, text->data + first, text->size - first, &joined);
    put_file(path, &joined);
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    pgnpack_database_open(database, path, NULL);
    pgnpack_database_delete(database, 5, 9, PGNPACK_REASON_HAND, 0);
    write_files(pgnpack_database_append(database, NULL), text->data, first_size);
    pgnpack_database_set_origin(database, 1, 1, 23);
    expect(pgnpack_database_commit(database, NULL, 0) == PGNPACK_OK && bytes_append_file(packed, path),
           "failing calls: the database cannot be made");
    pgnpack_free(database);
    bytes_free(&joined);
    remove(path);
}

/* ---- Runs ---- */

struct inputs {
    char folder[4096];
    struct bytes text, packed;
};

static void run_use(const struct use *use, const struct inputs *inputs, struct failing *run)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator failing = {failing_allocate, failing_release, &count};
    run->options = (struct pgnpack_options){.size = sizeof run->options, .allocator = &failing};
    if (faults.fault == FAULT_LIMIT)
        run->options.memory_limit = faults.at;
    run->text = &inputs->text;
    run->packed = &inputs->packed;
    run->folder = inputs->folder;
    memset(faults.calls, 0, sizeof faults.calls);
    use->run(run);
    memcpy(run->calls, faults.calls, sizeof run->calls);
    run->calls[FAULT_LIMIT] = count.peak;
    expect(count.outstanding == 0, "failing calls: %s leaks where call %zu fails (%d)", use->name, faults.at,
           (int)faults.fault);
}

static int is_beginning(const struct bytes *part, const struct bytes *whole)
{
    return part->size <= whole->size && (part->size == 0 || memcmp(part->data, whole->data, part->size) == 0);
}

/* May the fault end the use so? */
static int is_cause(enum fault fault, enum pgnpack_status status)
{
    return fault == FAULT_LIMIT    ? status == PGNPACK_ERROR_MEMORY_LIMIT || status == PGNPACK_ERROR_MEMORY
           : fault == FAULT_MEMORY ? status == PGNPACK_ERROR_MEMORY
           : fault == FAULT_READ   ? status == PGNPACK_ERROR_READ
           : fault == FAULT_WRITE  ? status == PGNPACK_ERROR_WRITE
                                   : status != PGNPACK_ERROR_INTERNAL;
}

/* Returns 1 if the use failed. */
static int run_failing(const struct use *use, const struct inputs *inputs, int tries_again,
                       const struct failing *whole)
{
    static const char *const names[FAULTS] = {"", "memory", "reading", "wrong bytes", "writing", "limit"};
    struct failing run = {.tries_again = tries_again};
    run_use(use, inputs, &run);
    const char *wrong = run.complaint;
    int goes_on = use->manner == PASSES_OVER && tries_again && faults.fault != FAULT_MEMORY;
    int may_differ = goes_on || (faults.fault == FAULT_WRONG_BYTES && use->manner == MENDS);
    if (wrong == NULL && run.status == PGNPACK_OK && !may_differ && !bytes_equal(&run.answer, &whole->answer))
        wrong = "another answer, and no error";
    else if (wrong == NULL && run.status != PGNPACK_OK && !is_cause(faults.fault, run.status))
        wrong = run.why;
    else if (wrong == NULL && run.status != PGNPACK_OK && use->manner == STOPS &&
             !is_beginning(&run.answer, &whole->answer))
        wrong = "another answer before the error";
    if (wrong == NULL && goes_on && run.status != PGNPACK_OK)
        wrong = "does not go on behind it";
    expect(wrong == NULL, "failing calls: %s, %s, call %zu of %zu%s%s: status %d, %zu bytes of %zu: %s",
           use->name, names[faults.fault], faults.at, whole->calls[faults.fault],
           faults.lasts ? " and behind" : "", tries_again ? ", tried again" : "", (int)run.status,
           run.answer.size, whole->answer.size, wrong);
    int has_failed = run.status != PGNPACK_OK;
    bytes_free(&run.answer);
    return has_failed;
}

/* At most about `trials` of the calls of a kind fail, one after the other: alone, alone and tried again, with all behind. */
static size_t fail_kind(const struct use *use, const struct inputs *inputs, enum fault fault, size_t trials,
                        const struct failing *whole)
{
    size_t calls = whole->calls[fault];
    size_t step = trials == 0 || calls < trials ? 1 : calls / trials, failures = 0;
    for (size_t n = 1 + (size_t)use->name[0] % step; n <= calls; n += step)
        for (int way = fault == FAULT_LIMIT ? 2 : 0; way < 3; way++) {
            faults.fault = fault;
            faults.at = n;
            faults.lasts = way == 2;
            failures += (size_t)run_failing(use, inputs, way == 1, whole);
        }
    faults.fault = FAULT_NONE;
    return failures;
}

enum { LIMITS = 300 }; /* of memory, of each use */

static size_t fail_use(const struct use *use, const struct inputs *inputs, size_t trials)
{
    size_t failures = 0;
    struct failing whole = {.tries_again = 0};
    run_use(use, inputs, &whole);
    if (!expect(whole.status == PGNPACK_OK && whole.complaint == NULL && whole.answer.size != 0,
                "failing calls: %s fails by itself: status %d, %s", use->name, (int)whole.status, whole.why))
        return 0;
    for (int fault = FAULT_MEMORY; fault < FAULTS; fault++)
        failures += fail_kind(use, inputs, (enum fault)fault,
                              fault == FAULT_LIMIT && trials == 0 ? LIMITS : trials, &whole);
    expect(failures != 0, "failing calls: %s never fails", use->name);
    bytes_free(&whole.answer);
    return failures;
}

/* Nothing may be left there. */
static void remove_folder(const char *path)
{
    char name[4096];
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
        expect(strncmp(entry->d_name, ".pgnpack-", 9) != 0, "failing calls: %s is left", entry->d_name);
        snprintf(name, sizeof name, "%.2000s/%.255s", path, entry->d_name);
        if (entry->d_name[0] != '.' || entry->d_name[1] == 'p')
            remove(name);
    }
    closedir(folder);
    rmdir(path);
}

void try_failing_calls(size_t trials, const char *name)
{
    static const struct use *const lists[] = {uses_of_games, uses_of_readers, uses_of_finds, uses_of_files};
    struct inputs inputs = {.folder = ""};
    const char *temporary = getenv("TMPDIR");
    size_t uses = 0, failures = 0;
    snprintf(inputs.folder, sizeof inputs.folder, "%s/pgnpack-XXXXXX",
             temporary == NULL ? "/tmp" : temporary);
    if (!expect(mkdtemp(inputs.folder) != NULL, "failing calls: no folder"))
        return;
    struct failing at = {.folder = inputs.folder};
    make_database(path_of(&at, 0, "made.bcgn"), &inputs.text, &inputs.packed);
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++)
        for (const struct use *use = lists[list]; use->name != NULL; use++)
            if (name == NULL || strcmp(name, use->name) == 0) {
                failures += fail_use(use, &inputs, trials);
                uses++;
            }
    remove_folder(inputs.folder);
    report("failing calls: %zu uses failed %zu times", uses, failures);
    bytes_free(&inputs.text);
    bytes_free(&inputs.packed);
}
