#include "container/segment_origins.h"

#include <stdlib.h>

#include "util/bytes.h"

/* ---- Writing ---- */

/* An identity that runs name. */
struct named_identity {
    uint64_t identity;
    uint64_t place;   /* in the order in which they are named first; NO_PLACE: not yet */
    uint64_t old_end; /* where its last run ended */
};

/* By identity. They may be as many as runs. */
struct identity_table {
    struct named_identity *named;
    size_t count, size;
    struct buffer list; /* in the order of their places */
    uint64_t places;
    struct memory *memory;
};

#define NO_PLACE UINT64_MAX

static int compare_identities(const void *a, const void *b)
{
    const struct named_identity *left = a, *right = b;
    return (left->identity > right->identity) - (left->identity < right->identity);
}

/* Returns 0 when there is no memory. */
static int make_table(struct identity_table *table, const struct origin_run *runs, size_t count,
                      struct memory *memory)
{
    size_t kept = 0;
    *table = (struct identity_table){.memory = memory, .size = count * sizeof *table->named};
    buffer_init(&table->list, memory);
    if (count == 0)
        return 1;
    table->named = memory_get(memory, table->size);
    if (table->named == NULL)
        return 0;
    for (size_t i = 0; i < count; i++)
        table->named[i] = (struct named_identity){runs[i].identity, NO_PLACE, 0};
    qsort(table->named, count, sizeof *table->named, compare_identities);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || table->named[i].identity != table->named[i - 1].identity)
            table->named[kept++] = table->named[i];
    table->count = kept;
    return 1;
}

static void free_table(struct identity_table *table)
{
    memory_release(table->memory, table->named, table->named == NULL ? 0 : table->size);
    buffer_free(&table->list);
}

/* One that is there; it gets a place. */
static struct named_identity *look_up(struct identity_table *table, uint64_t identity)
{
    const struct named_identity key = {identity, 0, 0};
    struct named_identity *named =
        bsearch(&key, table->named, table->count, sizeof *table->named, compare_identities);
    if (named->place == NO_PLACE) {
        buffer_append_le64(&table->list, identity);
        named->place = table->places++;
    }
    return named;
}

static uint64_t zigzag(uint64_t value, uint64_t base)
{
    return value >= base ? (value - base) << 1 : ((base - value) << 1) - 1;
}

static void write_runs(struct identity_table *table, const struct origin_run *runs, size_t count,
                       struct buffer *out)
{
    struct named_identity *named = NULL;
    uint64_t done = 0;
    for (size_t i = 0; i < count; i++) {
        if (named == NULL || named->identity != runs[i].identity)
            named = look_up(table, runs[i].identity);
        varint_append(out, runs[i].new_first - done);
        varint_append(out, named->place);
        varint_append(out, zigzag(runs[i].old_first, named->old_end));
        varint_append(out, runs[i].count - 1);
        done = runs[i].new_first;
        named->old_end = runs[i].old_first + runs[i].count;
    }
}

int origins_write(const struct origin_run *runs, size_t count, struct buffer *out)
{
    struct identity_table table;
    struct buffer body;
    buffer_init(&body, out->memory);
    int is_done = make_table(&table, runs, count, out->memory);
    if (is_done)
        write_runs(&table, runs, count, &body);
    varint_append(out, table.places);
    buffer_append(out, table.list.data, table.list.size);
    buffer_append(out, body.data, body.size);
    is_done = is_done && !buffer_failed(&table.list) && !buffer_failed(&body) && !buffer_failed(out);
    free_table(&table);
    buffer_free(&body);
    return is_done;
}

/* ---- Reading ---- */

static enum pgnpack_status bad_origins(struct error *error)
{
    return error_set(error, PGNPACK_ERROR_CORRUPT, "the origins of a segment's games are not in order");
}

enum pgnpack_status origins_reader_open(struct origins_reader *reader, const uint8_t *bytes, size_t size,
                                        uint64_t game_count, struct memory *memory, struct error *error)
{
    *reader = (struct origins_reader){
        .source = byte_source_of(bytes, size), .memory = memory, .game_count = game_count};
    uint64_t count = byte_source_varint_max(&reader->source, size / 8);
    reader->identities = byte_source_take(&reader->source, (size_t)count * 8);
    if (reader->source.failed)
        return bad_origins(error);
    if (count == 0)
        return PGNPACK_OK;
    reader->old_ends = memory_get(memory, (size_t)count * sizeof *reader->old_ends);
    if (reader->old_ends == NULL)
        return error_no_memory(error);
    memset(reader->old_ends, 0, (size_t)count * sizeof *reader->old_ends);
    reader->identity_count = count;
    return PGNPACK_OK;
}

void origins_reader_free(struct origins_reader *reader)
{
    memory_release(reader->memory, reader->old_ends,
                   (size_t)reader->identity_count * sizeof *reader->old_ends);
    reader->old_ends = NULL;
    reader->identity_count = 0;
}

enum pgnpack_status origins_reader_next(struct origins_reader *reader, struct origin_run *run,
                                        struct error *error)
{
    struct byte_source *source = &reader->source;
    if (byte_source_left(source) == 0)
        return PGNPACK_END;
    uint64_t gap = byte_source_varint_max(source, reader->game_count - reader->new_first);
    uint64_t place = byte_source_varint(source);
    uint64_t step = byte_source_varint(source);
    uint64_t more = byte_source_varint(source);
    uint64_t new_first = reader->new_first + gap;
    if (source->failed || place >= reader->identity_count || more >= reader->game_count - new_first)
        return bad_origins(error);
    uint64_t base = reader->old_ends[place];
    uint64_t distance = (step >> 1) + (step & 1);
    if ((step & 1) ? distance > base : distance > INT64_MAX - base)
        return bad_origins(error);
    uint64_t old_first = step & 1 ? base - distance : base + distance;
    if (old_first > INT64_MAX - more - 1)
        return bad_origins(error);
    *run = (struct origin_run){load_le64(reader->identities + 8 * place), old_first, new_first, more + 1};
    reader->new_first = new_first;
    reader->old_ends[place] = old_first + more + 1;
    return PGNPACK_OK;
}

enum pgnpack_status origins_check(const uint8_t *bytes, size_t size, uint64_t game_count,
                                  struct memory *memory, struct error *error)
{
    struct origins_reader reader;
    struct origin_run run;
    enum pgnpack_status status = origins_reader_open(&reader, bytes, size, game_count, memory, error);
    while (status == PGNPACK_OK)
        status = origins_reader_next(&reader, &run, error);
    origins_reader_free(&reader);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}
