#include "container/segment_origins.h"

#include "util/bytes.h"

/* ---- Writing ---- */

/* The identities that runs name, in the order in which they are named first, and where their last runs ended. */
struct identity_table {
    uint64_t *identities;
    uint64_t *old_ends;
    size_t count, capacity, ends_capacity;
    size_t last; /* the one that was looked up last */
    struct memory *memory;
};

/* Segments are few, and runs of one segment follow each other. */
static int look_up(struct identity_table *table, uint64_t identity, size_t *place_ret)
{
    if (table->count != 0 && table->identities[table->last] == identity) {
        *place_ret = table->last;
        return 1;
    }
    size_t i = 0;
    while (i < table->count && table->identities[i] != identity)
        i++;
    if (i == table->count) {
        if (!MEMORY_GROW(table->memory, table->identities, table->capacity, i + 1) ||
            !MEMORY_GROW(table->memory, table->old_ends, table->ends_capacity, i + 1))
            return 0;
        table->identities[i] = identity;
        table->old_ends[i] = 0;
        table->count++;
    }
    *place_ret = table->last = i;
    return 1;
}

static uint64_t zigzag(uint64_t value, uint64_t base)
{
    return value >= base ? (value - base) << 1 : ((base - value) << 1) - 1;
}

static int write_runs(struct identity_table *table, const struct origin_run *runs, size_t count,
                      struct buffer *out)
{
    uint64_t done = 0;
    for (size_t i = 0; i < count; i++) {
        size_t place;
        if (!look_up(table, runs[i].identity, &place))
            return 0;
        varint_append(out, runs[i].new_first - done);
        varint_append(out, place);
        varint_append(out, zigzag(runs[i].old_first, table->old_ends[place]));
        varint_append(out, runs[i].count - 1);
        done = runs[i].new_first;
        table->old_ends[place] = runs[i].old_first + runs[i].count;
    }
    return 1;
}

int origins_write(const struct origin_run *runs, size_t count, struct buffer *out)
{
    struct identity_table table = {.memory = out->memory};
    struct buffer body;
    buffer_init(&body, out->memory);
    int is_done = write_runs(&table, runs, count, &body);
    varint_append(out, table.count);
    for (size_t i = 0; i < table.count; i++) {
        uint8_t bytes[8];
        store_le64(bytes, table.identities[i]);
        buffer_append(out, bytes, sizeof bytes);
    }
    buffer_append(out, body.data, body.size);
    is_done = is_done && !buffer_failed(&body) && !buffer_failed(out);
    memory_release(out->memory, table.identities, table.capacity * sizeof *table.identities);
    memory_release(out->memory, table.old_ends, table.ends_capacity * sizeof *table.old_ends);
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
