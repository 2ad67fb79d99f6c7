/* Files in which many elements lie, with valid checksums of their heads, among blocks that are whole. */
#include <string.h>

#include "container/sections/block_format.h"
#include "container/file/file_format.h"
#include "reliability/reliability.h"
#include "shared/sample.h"
#include "util/bytes.h"
#include "util/xxh64.h"

enum { BLOCKS_MAX = 64 };

/* Whole blocks to mix in, their texts, and a footer with an end mark that are not those of the mix. */
struct stock {
    struct bytes text, packed;
    size_t block_count;
    struct pgnpack_block_info blocks[BLOCKS_MAX];
    size_t text_starts[BLOCKS_MAX + 1];
    size_t end; /* of the blocks in `packed` */
};

static void make_stock(struct stock *stock, uint64_t *random)
{
    const struct pack_setup setup = {.level = 1 + (int)random_below(random, 6), .block_size = 600};
    append_games(&stock->text, 10 + (unsigned)random_below(random, 20), next_random(random));
    pack_bytes(&setup, stock->text.data, stock->text.size, &stock->packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(stock->packed.data, stock->packed.size));
    for (size_t n = 0; n < BLOCKS_MAX && pgnpack_reader_block(reader, n, &stock->blocks[n]); n++) {
        stock->text_starts[n + 1] = stock->text_starts[n] + (size_t)stock->blocks[n].text_size;
        stock->end = (size_t)(stock->blocks[n].offset + stock->blocks[n].size);
        stock->block_count = n + 1;
    }
    expect(stock->block_count == pgnpack_reader_info(reader)->block_count, "too many blocks for this trial");
    pgnpack_free(reader);
}

/* A false block: room for a header and some of a table, which are filled when all of the file is there. */
struct lie {
    size_t at;
    size_t entries;
};

/* A file of them, and what of it is whole. */
struct mix {
    struct bytes file;
    struct bytes whole;
    struct lie lies[2048];
    size_t lie_count;
};

static void add_true_block(struct mix *mix, const struct stock *stock, uint64_t *random)
{
    size_t n = random_below(random, stock->block_count);
    const struct pgnpack_block_info *block = &stock->blocks[n];
    bytes_append(&mix->file, stock->packed.data + block->offset, (size_t)block->size);
    bytes_append(&mix->whole, stock->text.data + stock->text_starts[n], (size_t)block->text_size);
}

static void add_false_block(struct mix *mix, uint64_t *random)
{
    static const uint8_t zeros[BCGN_BLOCK_HEADER_SIZE + 3 * BCGN_SECTION_ENTRY_SIZE];
    struct lie lie = {mix->file.size, random_below(random, 4)};
    if (mix->lie_count == sizeof mix->lies / sizeof mix->lies[0])
        return;
    mix->lies[mix->lie_count++] = lie;
    bytes_append(&mix->file, zeros, BCGN_BLOCK_HEADER_SIZE + BCGN_SECTION_ENTRY_SIZE * lie.entries);
}

static void add_false_footer(struct mix *mix, uint64_t *random)
{
    uint8_t head[BCGN_FOOTER_HEAD_SIZE];
    uint32_t packed_size = (uint32_t)random_below(random, mix->file.size);
    store_le64(head, BCGN_FOOTER_MARKER);
    store_le32(head + 8, packed_size);
    store_le32(head + 12, packed_size + (uint32_t)random_below(random, mix->file.size));
    store_le64(head + 16, mix->file.size / BCGN_BLOCK_HEADER_SIZE);
    store_le32(head + 24, (uint32_t)next_random(random));
    store_le32(head + 28, (uint32_t)xxh64(head, 28));
    bytes_append(&mix->file, head, sizeof head);
}

static void add_false_mark(struct mix *mix, uint64_t *random)
{
    uint8_t mark[BCGN_END_MARK_SIZE];
    const struct end_mark lie = {.segment_size = 96 + random_below(random, 2 * mix->file.size),
                                 .game_count =
                                     random_below(random, 3) == 0 ? UINT64_MAX : random_below(random, 1000),
                                 .footer_size = BCGN_FOOTER_HEAD_SIZE};
    end_mark_set(&lie, mark);
    bytes_append(&mix->file, mark, sizeof mark);
}

/* Elements that tell the truth about another file. */
static void add_frame(struct mix *mix, const struct stock *stock, uint64_t *random)
{
    if (random_below(random, 2) == 0)
        bytes_append(&mix->file, stock->packed.data, BCGN_FILE_HEADER_SIZE);
    else
        bytes_append(&mix->file, stock->packed.data + stock->end, stock->packed.size - stock->end);
}

/* A size for a false block: up to the file's end, another false block, or anywhere. */
static size_t lying_size(const struct mix *mix, size_t at, uint64_t *random)
{
    size_t rest = mix->file.size - at;
    size_t other = mix->lies[random_below(random, mix->lie_count)].at;
    switch (random_below(random, 4)) {
    case 0:
        return rest;
    case 1:
        return other > at ? other - at : rest / 2;
    case 2:
        return random_below(random, rest);
    default:
        return random_below(random, BCGN_BLOCK_TEXT_MAX);
    }
}

/* Two sections, of which only the first is what its checksum says. */
static void fill_table(uint8_t *block, size_t size)
{
    uint8_t *table = block + BCGN_BLOCK_HEADER_SIZE;
    const uint8_t *stored = table + 2 * BCGN_SECTION_ENTRY_SIZE;
    size_t all = size - BCGN_BLOCK_HEADER_SIZE - 2 * BCGN_SECTION_ENTRY_SIZE;
    size_t first = all / 10 * 9;
    store_le32(table + 8, (uint32_t)first);
    store_le32(table + 12, (uint32_t)xxh64(stored, first));
    store_le32(table + 24, (uint32_t)(all - first));
    store_le32(table + 28, ~(uint32_t)xxh64(stored + first, all - first));
}

/* Its table is right where there is room for it, or where it may be anything and so long that it costs to look. */
static void seal_false_block(struct mix *mix, const struct lie *lie, uint64_t *random)
{
    uint8_t *block = mix->file.data + lie->at;
    size_t rest = mix->file.size - lie->at;
    size_t count = lie->entries == 2 ? 2 : random_below(random, 8) == 0 ? random_below(random, 4096) : 1;
    size_t head_size = BCGN_BLOCK_HEADER_SIZE + count * BCGN_SECTION_ENTRY_SIZE;
    size_t size = lying_size(mix, lie->at, random);
    size = size < head_size ? head_size : size;
    store_le64(block, BCGN_SYNC_MARKER);
    store_le32(block + 8, (uint32_t)size);
    store_le32(block + 12, BCGN_BLOCK_TEXT_MAX);
    store_le64(block + 16, random_below(random, 4) == 0 ? INT64_MAX : random_below(random, 50));
    store_le32(block + 32, (uint32_t)random_below(random, 50));
    block[48] = (uint8_t)count;
    block[49] = (uint8_t)(count >> 8);
    if (count == 2 && size <= rest)
        fill_table(block, size);
    if (head_size <= rest)
        store_le32(block + 56,
                   (uint32_t)xxh64(block + BCGN_BLOCK_HEADER_SIZE, head_size - BCGN_BLOCK_HEADER_SIZE));
    store_le32(block + 60, (uint32_t)xxh64(block, 60));
}

/* `one_in`: how rare what is true is among what is false. */
static void make_mix(struct mix *mix, const struct stock *stock, size_t elements, size_t one_in,
                     uint64_t *random)
{
    bytes_append(&mix->file, stock->packed.data, BCGN_FILE_HEADER_SIZE);
    for (size_t i = 0; i < elements; i++) {
        size_t kind = random_below(random, 20);
        if (random_below(random, one_in) == 0)
            add_true_block(mix, stock, random);
        else if (kind == 0)
            add_false_footer(mix, random);
        else if (kind == 1)
            add_false_mark(mix, random);
        else if (kind == 2)
            add_frame(mix, stock, random);
        else
            add_false_block(mix, random);
    }
    /* From the last to the first, because what they claim reaches over those behind. */
    for (size_t n = mix->lie_count; n-- > 0;)
        seal_false_block(mix, &mix->lies[n], random);
}

static void check_salvage(const struct mix *mix, unsigned long number)
{
    const struct unpack_setup setup = {
        .salvage = 1, .threads = 1 + (unsigned)(number % 3), .piece = number % 2 == 0 ? 0 : 3001};
    struct unpacked unpacked;
    unpack_bytes(&setup, mix->file.data, mix->file.size, &unpacked);
    int is_right = bytes_equal(&unpacked.text, &mix->whole);
    expect(is_right, "false elements, trial %lu: salvage gives %zu bytes of text, %zu are whole", number,
           unpacked.text.size, mix->whole.size);
    if (!is_right)
        keep_input(&mix->file);
    expect(unpacked.status != PGNPACK_OK, "false elements, trial %lu: salvage finds no damage", number);
    unpacked_free(&unpacked);
}

/* ---- An index made anew: what is read for it ---- */

struct counted_file {
    struct bytes *file;
    uint64_t bytes_read;
};

static int read_counted(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct counted_file *counted = opaque;
    int cause = bytes_read_at(counted->file, offset, bytes, size, size_ret);
    counted->bytes_read += *size_ret;
    return cause;
}

/* How often each byte of the file is read, in hundredths. */
static unsigned long check_opening(struct mix *mix, unsigned long number)
{
    struct counted_file counted = {.file = &mix->file};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    enum pgnpack_status status =
        pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(read_counted, &counted, mix->file.size));
    expect(status == PGNPACK_ERROR_TRUNCATED, "false elements, trial %lu: opens with status %d", number,
           status);
    expect(counted.bytes_read <= 4 * mix->file.size + 1000,
           "false elements, trial %lu: %llu bytes are read to open %zu", number,
           (unsigned long long)counted.bytes_read, mix->file.size);
    pgnpack_free(reader);
    return (unsigned long)(100 * counted.bytes_read / mix->file.size);
}

/* ---- False headers in texts ---- */

static void append_noise(struct bytes *bytes, size_t size, uint64_t *random)
{
    for (; size > 0; size--) {
        uint8_t byte = (uint8_t)next_random(random);
        bytes_append(bytes, &byte, 1);
    }
}

/* A text that its block holds as it is, and that has headers in it which claim `claim` bytes each. */
static void append_lying_text(struct bytes *text, uint32_t claim, uint64_t *random)
{
    for (int i = 0; i < 20; i++) {
        uint8_t head[BCGN_BLOCK_HEADER_SIZE + BCGN_SECTION_ENTRY_SIZE] = {0};
        append_noise(text, 6000, random); /* few headers among much noise: zstd leaves it all as it is */
        store_le64(head, BCGN_SYNC_MARKER);
        store_le32(head + 8, claim);
        store_le32(head + 12, claim);
        head[48] = 1;
        store_le32(head + 72, claim - (uint32_t)sizeof head);
        store_le32(head + 56, (uint32_t)xxh64(head + BCGN_BLOCK_HEADER_SIZE, BCGN_SECTION_ENTRY_SIZE));
        store_le32(head + 60, (uint32_t)xxh64(head, 60));
        bytes_append(text, head, sizeof head);
    }
}

/*
 * Who may write a comment may write headers. One block is damaged, so that those in its text are looked at; they
 * claim more than all that is spent on such, and still the blocks behind, with headers in them too, are found.
 */
static void try_headers_in_texts(void)
{
    enum { FILES = 6, CLAIM = 150000 };
    const struct pack_setup setup = {.level = 1};
    const struct unpack_setup salvage = {.salvage = 1};
    struct bytes file = {0};
    struct bytes whole = {0};
    struct unpacked unpacked;
    uint64_t random = 4;
    for (int i = 0; i < FILES; i++) {
        struct bytes text = {0};
        size_t start = file.size;
        append_lying_text(&text, CLAIM, &random);
        pack_bytes(&setup, text.data, text.size, &file);
        expect(file.size - start > text.size, "headers in texts: a text is not held as it is");
        if (i == 0)
            file.data[start + BCGN_FILE_HEADER_SIZE + 1000] ^= 1;
        else
            bytes_append(&whole, text.data, text.size);
        bytes_free(&text);
    }
    unpack_bytes(&salvage, file.data, file.size, &unpacked);
    expect(bytes_equal(&unpacked.text, &whole), "headers in texts: %zu bytes of text, %zu are whole",
           unpacked.text.size, whole.size);
    expect(unpacked.damage_count == 1, "headers in texts: %zu stretches of damage", unpacked.damage_count);
    unpacked_free(&unpacked);
    bytes_free(&file);
    bytes_free(&whole);
}

void try_false_elements(unsigned long count)
{
    static struct mix mix;
    unsigned long most = 0;
    try_headers_in_texts();
    for (unsigned long n = 0; n < count; n++) {
        uint64_t random = 1000 + n;
        struct stock stock = {.block_count = 0};
        memset(&mix, 0, sizeof mix);
        make_stock(&stock, &random);
        make_mix(&mix, &stock, n % 16 == 0 ? 3000 : 5 + random_below(&random, 200), 2 + n % 7 * (n % 7),
                 &random);
        check_salvage(&mix, n);
        unsigned long read = check_opening(&mix, n);
        most = read > most ? read : most;
        bytes_free(&mix.file);
        bytes_free(&mix.whole);
        bytes_free(&stock.text);
        bytes_free(&stock.packed);
    }
    report("false elements: %lu files, each byte read at most %lu.%02lu times to open one", count, most / 100,
           most % 100);
}
