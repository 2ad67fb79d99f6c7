#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zstd.h>

#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "reliability/reliability.h"
#include "shared/handmade.h"
#include "shared/reseal.h"
#include "shared/sample.h"
#include "shared/trials.h"
#include "util/bytes.h"
#include "util/varint.h"
#include "util/xxh64.h"

/* What heads with lying sizes may take, and what a block of the largest size that really unpacks may. */
enum { HEAD_MEMORY_MAX = 64 << 20, CONTENT_MEMORY_MAX = 256 << 20 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The most that any of them took. */
struct most {
    size_t memory;
    double time;
    unsigned long files;
};

static struct most heads, contents;

static void note(size_t memory_max, const struct allocation_count *count, double start)
{
    struct most *most = memory_max == HEAD_MEMORY_MAX ? &heads : &contents;
    double took = seconds() - start;
    most->memory = count->peak > most->memory ? count->peak : most->memory;
    most->time = took > most->time ? took : most->time;
    most->files++;
}

static void try_reading(const struct bytes *file, const char *name, size_t memory_max)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    double start = seconds();
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    enum pgnpack_status status = pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size));
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    enum pgnpack_status next;
    while ((next = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK &&
           pgnpack_cursor_text(cursor, &text) == PGNPACK_OK)
        continue;
    expect(status != PGNPACK_OK || next != PGNPACK_END, "hostile file, %s: reads without an error", name);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    note(memory_max, &count, start);
    expect(count.outstanding == 0 && count.peak <= memory_max, "hostile file, %s: reading takes %zu bytes",
           name, count.peak);
}

/* `is_readable`: without an error game by game, because it is the text hash that is wrong. */
static void try_hostile(const struct bytes *file, const char *name, size_t memory_max, int is_readable)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct unpack_setup setup = {.allocator = &allocator};
    struct unpacked unpacked;
    double start = seconds();
    unpack_bytes(&setup, file->data, file->size, &unpacked);
    note(memory_max, &count, start);
    expect(unpacked.status != PGNPACK_OK, "hostile file, %s: unpacks without an error", name);
    expect(unpacked.status != PGNPACK_ERROR_MEMORY && unpacked.status != PGNPACK_ERROR_INTERNAL,
           "hostile file, %s: status %d", name, unpacked.status);
    expect(count.peak <= memory_max, "hostile file, %s: takes %zu bytes", name, count.peak);
    unpacked_free(&unpacked);
    if (!is_readable)
        try_reading(file, name, memory_max);
}

/* ---- Contents ---- */

/* Every type of section as large as a block allows, alone and together. */
static void try_bombs(void)
{
    enum { SIZE = BCGN_BLOCK_TEXT_MAX / TRIALS_ONE_IN };
    struct bytes file = {0};
    for (unsigned type = 0; type < 256; type++) {
        if (type >= BCGN_SECTION_TYPE_COUNT + 2 && type != 0x81 && type != 0xff)
            continue;
        for (unsigned value = 0; value < 12; value += 11) {
            struct section section = section_bomb((uint8_t)type, (uint8_t)value, SIZE);
            make_file(&file, &section, 1, SIZE, 1000, 1);
            try_hostile(&file, "one large section", CONTENT_MEMORY_MAX, 0);
        }
    }
    bytes_free(&file);
}

/* What a game needs, so that decoding begins; the shapes say that elements of one kind have no end. */
static void make_endless(struct bytes *file, uint8_t kind, uint32_t games)
{
    static const uint8_t runs[] = {0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f};
    const uint8_t kinds[] = {kind, kind, kind, kind, kind};
    static const uint8_t schemas[] = {0, 1, 0};
    static const uint8_t styles[] = {1, 2, 0, 0, 1, 1, ' ', 0};
    struct section sections[] = {
        section_plain(BCGN_SECTION_STYLES, styles, sizeof styles),
        section_plain(BCGN_SECTION_SHAPE_RUNS, runs, sizeof runs),
        section_plain(BCGN_SECTION_SHAPE_KINDS, kinds, sizeof kinds),
        section_plain(BCGN_SECTION_SCHEMAS, schemas, sizeof schemas),
        section_bomb(BCGN_SECTION_NAGS, 0, 8 << 20),
        section_bomb(BCGN_SECTION_COMMENTS, '}', 2 << 20),
        section_bomb(BCGN_SECTION_LINES, '\n', 2 << 20),
        section_bomb(BCGN_SECTION_TOKENS, '\n', 2 << 20),
        section_bomb(BCGN_SECTION_MOVE_STRIPE, 0, 2 << 20),
    };
    make_file(file, sections, sizeof sections / sizeof sections[0], BCGN_BLOCK_TEXT_MAX, games, 1);
}

static void try_endless_shapes(void)
{
    static const uint32_t game_counts[] = {1, 1000, BCGN_BLOCK_TEXT_MAX};
    struct bytes file = {0};
    for (uint8_t kind = 0; kind < BCGN_SHAPE_KIND_COUNT; kind++)
        for (size_t i = 0; i < sizeof game_counts / sizeof game_counts[0]; i++) {
            make_endless(&file, kind, game_counts[i]);
            try_hostile(&file, "endless shapes", CONTENT_MEMORY_MAX, 1);
        }
    bytes_free(&file);
}

/* ---- Heads with lying sizes ---- */

static void make_sample(struct bytes *file)
{
    const struct pack_setup setup = {.block_size = 500};
    struct bytes text = {0};
    file->size = 0;
    append_games(&text, 6, 4);
    pack_bytes(&setup, text.data, text.size, file);
    bytes_free(&text);
}

static void try_block_headers(void)
{
    /* Offset and size of each field of a block's header, but for the text hash. */
    static const uint8_t fields[][2] = {{8, 4}, {12, 4}, {16, 8}, {24, 8}, {32, 4}, {48, 2}, {50, 1}};
    static const uint64_t values[] = {UINT64_MAX, INT64_MAX, 1u << 24, 1u << 31, 0};
    struct bytes file = {0};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        for (size_t j = 0; j < sizeof values / sizeof values[0]; j++) {
            make_sample(&file);
            uint8_t *header = file.data + BCGN_FILE_HEADER_SIZE;
            uint8_t old[8];
            uint8_t value[8];
            store_le64(value, values[j]);
            memcpy(old, header + fields[i][0], fields[i][1]);
            memcpy(header + fields[i][0], value, fields[i][1]);
            if (memcmp(old, value, fields[i][1]) == 0)
                continue;
            store_le32(header + 60, (uint32_t)xxh64(header, 60));
            try_hostile(&file, "a block header", HEAD_MEMORY_MAX, 1);
        }
    bytes_free(&file);
}

/* A footer that promises 4 GiB of index, and one that holds 64 MiB of it. */
static void try_footers(void)
{
    struct bytes file = {0};
    struct section zeros = section_bomb(0, 0, 64 << 20);
    for (int lies = 0; lies < 6; lies++) {
        uint8_t head[BCGN_FOOTER_HEAD_SIZE];
        uint8_t mark[BCGN_END_MARK_SIZE];
        static const uint64_t counts[] = {0, 1, 1 << 20, 1u << 26, UINT32_MAX, UINT64_MAX};
        make_sample(&file);
        struct end_mark whole;
        struct error error;
        error_clear(&error);
        end_mark_read(file.data + file.size - sizeof mark, &whole, &error);
        size_t footer_size = whole.footer_size;
        file.size -= BCGN_END_MARK_SIZE + footer_size;
        store_le64(head, BCGN_FOOTER_MARKER);
        store_le32(head + 8, (uint32_t)zeros.stored.size);
        store_le32(head + 12, lies % 2 == 0 ? UINT32_MAX : 64u << 20);
        store_le64(head + 16, counts[lies]);
        store_le32(head + 24, (uint32_t)xxh64(zeros.stored.data, zeros.stored.size));
        store_le32(head + 28, (uint32_t)xxh64(head, 28));
        bytes_append(&file, head, sizeof head);
        bytes_append(&file, zeros.stored.data, zeros.stored.size);
        const struct end_mark told = {.segment_size = file.size + sizeof mark,
                                      .game_count = 6,
                                      .footer_size = (uint32_t)(sizeof head + zeros.stored.size),
                                      .kind.profile = file.data[5]};
        end_mark_set(&told, mark);
        bytes_append(&file, mark, sizeof mark);
        try_hostile(&file, "a footer", HEAD_MEMORY_MAX, 1);
    }
    bytes_free(&zeros.stored);
    bytes_free(&file);
}

static void try_end_marks(void)
{
    static const uint64_t sizes[] = {0, 95, 96, 97, 1u << 31, INT64_MAX, UINT64_MAX};
    struct bytes file = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (int field = 0; field < 3; field++) {
            make_sample(&file);
            uint8_t *mark = file.data + file.size - BCGN_END_MARK_SIZE;
            if (field == 2 && load_le32(mark + 16) == sizes[i])
                continue; /* it is the right one */
            if (field < 2)
                store_le64(mark + 8 * field, sizes[i]);
            else
                store_le32(mark + 16, (uint32_t)sizes[i]);
            store_le32(mark + 20, (uint32_t)xxh64(mark, 20));
            try_hostile(&file, "an end mark", HEAD_MEMORY_MAX, 1);
        }
    bytes_free(&file);
}

static void report_most(const char *name, const struct most *most, int with_times)
{
    if (with_times)
        report("hostile %s: %lu runs, at most %zu KiB and %.1f ms each", name, most->files,
               most->memory >> 10, 1e3 * most->time);
    else
        report("hostile %s: %lu runs, at most %zu KiB each", name, most->files, most->memory >> 10);
}

void try_hostile_files(int with_times)
{
    heads = contents = (struct most){0};
    try_bombs();
    try_endless_shapes();
    try_block_headers();
    try_footers();
    try_end_marks();
    report_most("heads", &heads, with_times);
    report_most("contents", &contents, with_times);
}
