/* Sections that hold something else than they should, with all checksums right: what a hostile file is made of. */
#include <string.h>

#include "container/sections/bcgn_format.h"
#include "reliability/reliability.h"
#include "shared/reseal.h"
#include "shared/sample.h"
#include "util/bytes.h"

/* Packed with every part of the format in it: clocks, lists, labels, several blocks, a file's name. */
static int pack_named(const struct pack_setup *setup, const struct bytes *text, struct bytes *packed)
{
    struct pgnpack_writer_options options = {.size = sizeof options,
                                             .level = setup->level,
                                             .moves = setup->moves,
                                             .threads = 1,
                                             .block_size = setup->block_size};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, packed));
    int done = writer != NULL && pgnpack_writer_begin_file(writer, "games.pgn", 9, NULL) == PGNPACK_OK &&
               pgnpack_writer_write(writer, text->data, text->size) == PGNPACK_OK &&
               pgnpack_writer_finish(writer) == PGNPACK_OK;
    pgnpack_free(writer);
    return done;
}

/* Where a section is described, and where it is; 0: there is no such section. */
struct place {
    size_t entry, at, size;
};

/* One section of one of the first blocks. */
static struct place choose_section(const struct bytes *file, uint64_t *random)
{
    struct place place = {0, 0, 0};
    size_t block = BCGN_FILE_HEADER_SIZE;
    for (size_t passed = random_below(random, 3); passed > 0; passed--) {
        size_t next = block + load_le32(file->data + block + 8);
        if (next + BCGN_BLOCK_HEADER_SIZE >= file->size ||
            load_le64(file->data + next) != load_le64(file->data + block))
            break;
        block = next;
    }
    size_t count = (size_t)(file->data[block + 48] | file->data[block + 49] << 8);
    if (count == 0)
        return place;
    size_t chosen = random_below(random, count);
    place.at = block + BCGN_BLOCK_HEADER_SIZE + count * BCGN_SECTION_ENTRY_SIZE;
    for (size_t i = 0; i <= chosen; i++) {
        place.at += place.size;
        place.entry = block + BCGN_BLOCK_HEADER_SIZE + i * BCGN_SECTION_ENTRY_SIZE;
        place.size = load_le32(file->data + place.entry + 8);
    }
    return place;
}

/* Other bytes, fewer, more, or a section of another kind, index or size. */
static void spoil(struct bytes *file, uint64_t *random)
{
    static const uint8_t likely[] = {0, 1, 2, 3, 0x7f, 0x80, 0xff, '\n', '}'};
    struct place place = choose_section(file, random);
    size_t way = place.entry == 0 ? 9 : random_below(random, 10);
    size_t at = place.at + (place.size == 0 ? 0 : random_below(random, place.size));
    if (way < 6 && place.size != 0) {
        file->data[at] = random_below(random, 2) ? likely[random_below(random, sizeof likely)]
                                                 : (uint8_t)next_random(random);
    } else if (way == 6 && place.size != 0) {
        size_t cut = 1 + random_below(random, place.size);
        bytes_cut(file, place.at + place.size - cut, cut);
        store_le32(file->data + place.entry + 8, (uint32_t)(place.size - cut));
    } else if (way == 7 && place.size != 0) {
        bytes_cut(file, at, 1);
        store_le32(file->data + place.entry + 8, (uint32_t)(place.size - 1));
    } else if (way == 8) {
        file->data[place.entry] = (uint8_t)(1 + random_below(random, BCGN_SECTION_TYPE_COUNT));
    } else if (place.entry != 0) {
        size_t field = 1 + random_below(random, 7); /* packing, index, size */
        file->data[place.entry + field] = likely[random_below(random, sizeof likely)];
    } else {
        file->data[BCGN_FILE_HEADER_SIZE + 12 + random_below(random, 8)] ^=
            (uint8_t)(1u << random_below(random, 8));
    }
}

static int is_refusal(enum pgnpack_status status)
{
    return status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_UNSUPPORTED ||
           status == PGNPACK_ERROR_TRUNCATED || status == PGNPACK_ERROR_LIMIT;
}

/* The packed text comes back, or what it isn't is said. */
static int unpacks_or_refuses(const struct bytes *file, const struct bytes *text)
{
    const struct unpack_setup plain = {0};
    struct unpacked unpacked;
    unpack_bytes(&plain, file->data, file->size, &unpacked);
    int right = unpacked.status == PGNPACK_OK
                    ? bytes_equal(&unpacked.text, text)
                    : is_refusal(unpacked.status) && unpacked.text.size < text->size + 1 &&
                          memcmp(unpacked.text.data == NULL ? text->data : unpacked.text.data, text->data,
                                 unpacked.text.size) == 0;
    unpacked_free(&unpacked);
    return right;
}

/* Games one after the other, behind each failure the next one. */
static int scans_or_refuses(const struct pgnpack_reader *database, unsigned parts)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    int right = 1;
    uint64_t count = pgnpack_reader_info(database)->game_count;
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(database, parts);
    for (uint64_t number = 1; cursor != NULL && right && number <= count; number++) {
        enum pgnpack_status status = pgnpack_cursor_next(cursor, &game);
        if (status == PGNPACK_OK && (parts & PGNPACK_PART_TEXT))
            status = pgnpack_cursor_text(cursor, &text);
        right = status == PGNPACK_OK || is_refusal(status);
        if (status != PGNPACK_OK)
            pgnpack_cursor_seek(cursor, number + 1);
    }
    right &= cursor != NULL && (count == 0 || pgnpack_cursor_next(cursor, &game) == PGNPACK_END);
    pgnpack_free(cursor);
    return right;
}

static int blocks_are_read_or_refused(const struct pgnpack_reader *database)
{
    struct pgnpack_text text;
    struct pgnpack_block_details details;
    size_t columns;
    struct pgnpack_block_reader *blocks = pgnpack_block_reader_new(database, PGNPACK_DELETED_KEPT);
    int right = blocks != NULL;
    for (uint64_t n = 0; right && n < pgnpack_reader_info(database)->block_count; n++) {
        enum pgnpack_status status = pgnpack_block_reader_text(blocks, n, &text);
        right = status == PGNPACK_OK || is_refusal(status);
        status = pgnpack_block_reader_details(blocks, n, &details);
        right &= status == PGNPACK_OK || is_refusal(status);
    }
    if (right) {
        enum pgnpack_status status = pgnpack_block_reader_columns(blocks, &columns);
        right = status == PGNPACK_OK || is_refusal(status);
    }
    pgnpack_free(blocks);
    return right;
}

static int reads_or_refuses(const struct bytes *file, uint64_t *random)
{
    struct pgnpack_reader *database = pgnpack_reader_new(NULL);
    enum pgnpack_status status = pgnpack_reader_open(database, PGNPACK_FROM_MEMORY(file->data, file->size));
    int right = status == PGNPACK_OK || is_refusal(status);
    if (status == PGNPACK_OK || status == PGNPACK_ERROR_TRUNCATED) {
        right = scans_or_refuses(database, (unsigned)random_below(random, 16));
        right &= blocks_are_read_or_refused(database);
    }
    pgnpack_free(database);
    return right;
}

static void try_spoiled(const struct bytes *packed, const struct bytes *text, const struct pack_setup *setup,
                        unsigned long count, uint64_t *random)
{
    struct bytes file = {0};
    unpack_sections(packed, &file);
    expect(unpacks_or_refuses(&file, text), "spoiled sections: level %d is not even read unspoiled",
           setup->level);
    for (unsigned long n = 0; n < count; n++) {
        struct bytes spoiled = {0};
        bytes_append(&spoiled, file.data, file.size);
        for (size_t times = 1 + random_below(random, 2); times > 0; times--) {
            spoil(&spoiled, random);
            reseal_file(spoiled.data, spoiled.size);
        }
        if (!expect(unpacks_or_refuses(&spoiled, text) && reads_or_refuses(&spoiled, random),
                    "spoiled sections, level %d, moves %d, %lu", setup->level, (int)setup->moves, n))
            keep_input(&spoiled);
        bytes_free(&spoiled);
    }
    bytes_free(&file);
}

void try_spoiled_sections(unsigned long rounds)
{
    uint64_t random = 31;
    unsigned long databases = 0;
    for (int level = 1; level <= PGNPACK_LEVEL_MAX; level++)
        for (int moves = PGNPACK_MOVES_INDEX; moves <= PGNPACK_MOVES_TABLE; moves++) {
            struct bytes text = {0};
            struct bytes packed = {0};
            const struct pack_setup setup = {.level = level,
                                             .moves = (enum pgnpack_moves)moves,
                                             .block_size = 1500 * random_below(&random, 2)};
            append_games(&text, 6 + (unsigned)random_below(&random, 8), next_random(&random));
            if (expect(pack_named(&setup, &text, &packed), "spoiled sections: packing at level %d", level))
                try_spoiled(&packed, &text, &setup, rounds * 5, &random);
            databases++;
            bytes_free(&text);
            bytes_free(&packed);
        }
    report("spoiled sections: %lu files of %lu databases", databases * rounds * 5, databases);
}
