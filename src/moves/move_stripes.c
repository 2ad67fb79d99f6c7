#include "moves/move_stripes.h"

/*
 * Where stripes begin: measured over many collections, as are the sizes from which on they are worth it. Few moves pack
 * better together; from the narrowest stripes on, narrower ones save less than 0.2 %.
 */
enum { NARROW_COUNT = 6, WIDE_COUNT = 3, NARROW_SIZE_MIN = 24000, WIDE_SIZE_MIN = 4096 };

static const uint16_t narrow_plies[NARROW_COUNT] = {0, 12, 24, 40, 64, 96};
enum { LAST_PLY = 96 };

/* The narrow stripe of each ply up to that. */
static const uint8_t place_of_ply[LAST_PLY + 1] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4,
    4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5};

/* Wide stripes are made of whole narrow ones: the number of the narrow one that each begins with. */
static const uint8_t wide_starts[WIDE_COUNT] = {0, 2, 4};
static const uint8_t narrow_starts[NARROW_COUNT] = {0, 1, 2, 3, 4, 5};
static const uint8_t single_start[1] = {0};

/* ---- Writing ---- */

void stripe_writer_init(struct stripe_writer *writer, struct memory *memory)
{
    buffer_init(&writer->bytes, memory);
    buffer_init(&writer->places, memory);
    buffer_init(&writer->sorted, memory);
}

void stripe_writer_free(struct stripe_writer *writer)
{
    buffer_free(&writer->bytes);
    buffer_free(&writer->places);
    buffer_free(&writer->sorted);
}

void stripe_writer_clear(struct stripe_writer *writer)
{
    buffer_clear(&writer->bytes);
    buffer_clear(&writer->places);
    buffer_clear(&writer->sorted);
}

void stripe_writer_add(struct stripe_writer *writer, uint32_t ply, uint8_t byte)
{
    buffer_append_byte(&writer->bytes, byte);
    buffer_append_byte(&writer->places, place_of_ply[ply < LAST_PLY ? ply : LAST_PLY]);
}

/* Of `count` stripes that begin with the narrow ones of these numbers, the one that each narrow one is in. */
static void join_narrow(const uint8_t *starts, unsigned count, uint8_t stripe_of[NARROW_COUNT])
{
    for (unsigned narrow = 0, stripe = 0; narrow < NARROW_COUNT; narrow++) {
        stripe += stripe + 1 < count && starts[stripe + 1] == narrow;
        stripe_of[narrow] = (uint8_t)stripe;
    }
}

static void sort_bytes(struct stripe_writer *writer, const uint8_t *starts, unsigned count,
                       struct move_stripe stripes[MOVE_STRIPE_COUNT_MAX])
{
    uint8_t stripe_of[NARROW_COUNT];
    uint8_t *next[NARROW_COUNT];
    size_t sizes[NARROW_COUNT] = {0};
    size_t size = writer->bytes.size;
    const uint8_t *places = writer->places.data;
    join_narrow(starts, count, stripe_of);
    for (size_t i = 0; i < size; i++)
        sizes[stripe_of[places[i]]]++;
    uint8_t *to = writer->sorted.data;
    for (unsigned i = 0; i < count; i++) {
        stripes[i] = (struct move_stripe){narrow_plies[starts[i]], to, sizes[i]};
        next[i] = to;
        to += sizes[i];
    }
    for (size_t i = 0; i < size; i++)
        *next[stripe_of[places[i]]]++ = writer->bytes.data[i];
}

unsigned stripe_writer_finish(struct stripe_writer *writer, struct move_stripe stripes[MOVE_STRIPE_COUNT_MAX])
{
    size_t size = writer->bytes.size;
    if (size == 0 || !buffer_reserve(&writer->sorted, size) || writer->places.size != size)
        return 0;
    writer->sorted.size = size;
    if (size >= NARROW_SIZE_MIN) {
        sort_bytes(writer, narrow_starts, NARROW_COUNT, stripes);
        return NARROW_COUNT;
    }
    if (size >= WIDE_SIZE_MIN) {
        sort_bytes(writer, wide_starts, WIDE_COUNT, stripes);
        return WIDE_COUNT;
    }
    sort_bytes(writer, single_start, 1, stripes);
    return 1;
}

/* ---- Reading ---- */

void stripe_reader_start(struct stripe_reader *reader, const struct move_stripe *stripes, unsigned count)
{
    *reader = (struct stripe_reader){.count = count, .now_count = UINT32_MAX};
    for (unsigned i = 0; i < count; i++) {
        reader->first_ply[i] = stripes[i].first_ply;
        reader->at[i] = stripes[i].bytes;
        reader->end[i] = stripes[i].bytes + stripes[i].size;
    }
    if (count > 1)
        reader->now_count = reader->first_ply[1];
}

void stripe_reader_find(struct stripe_reader *reader, uint32_t ply)
{
    unsigned now = 0;
    while (now + 1 < reader->count && ply >= reader->first_ply[now + 1])
        now++;
    reader->now = now;
    reader->now_from = reader->first_ply[now];
    uint32_t to = now + 1 < reader->count ? reader->first_ply[now + 1] : UINT32_MAX;
    reader->now_count = to - reader->now_from;
}

int stripe_reader_skip(struct stripe_reader *reader, uint32_t ply, uint64_t count)
{
    while (count > 0) {
        stripe_reader_find(reader, ply);
        unsigned now = reader->now;
        uint64_t part = reader->now_from + reader->now_count - ply;
        if (part > count)
            part = count;
        if ((uint64_t)(reader->end[now] - reader->at[now]) < part)
            return 0;
        reader->at[now] += part;
        count -= part;
        ply += (uint32_t)part;
    }
    return 1;
}

int stripe_reader_at_end(const struct stripe_reader *reader)
{
    for (unsigned i = 0; i < reader->count; i++)
        if (reader->at[i] != reader->end[i])
            return 0;
    return 1;
}
