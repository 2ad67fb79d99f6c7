#include <string.h>

#include "reliability/reliability.h"
#include "shared/annexes.h"
#include "shared/sample.h"
#include "shared/trials.h"

/* A packed text, its games' own texts, and how often damage to it went unseen. */
struct sample {
    struct bytes text;
    struct bytes packed;
    size_t *game_ends; /* in `games` */
    struct bytes games;
    size_t game_count;
    unsigned long errors;
    unsigned long harmless;
    unsigned long misses;
};

/* ---- Through a reader and a cursor ---- */

static struct pgnpack_text game_text(const struct sample *sample, size_t n)
{
    size_t start = n == 0 ? 0 : sample->game_ends[n - 1];
    return (struct pgnpack_text){(const char *)sample->games.data + start, sample->game_ends[n] - start};
}

static int texts_equal(struct pgnpack_text a, struct pgnpack_text b)
{
    return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

static int is_some_game(const struct sample *sample, struct pgnpack_text text)
{
    for (size_t n = 0; n < sample->game_count; n++)
        if (texts_equal(game_text(sample, n), text))
            return 1;
    return 0;
}

/*
 * Reads all games. 1: an error was found. -1: some game's text is wrong. Where the index was made anew,
 * numbers may differ, but each text must be some game's.
 */
static int read_games(const struct sample *sample, const struct bytes *damaged)
{
    int found = 0;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    enum pgnpack_status opened =
        pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(damaged->data, damaged->size));
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    uint64_t count = pgnpack_reader_info(reader)->game_count;
    found = opened != PGNPACK_OK;
    if (opened == PGNPACK_OK && count != sample->game_count)
        found = -1;
    for (uint64_t n = 1; n <= count && found >= 0; n++) {
        const struct pgnpack_game *game;
        struct pgnpack_text text;
        pgnpack_cursor_seek(cursor, n);
        if (pgnpack_cursor_next(cursor, &game) != PGNPACK_OK ||
            pgnpack_cursor_text(cursor, &text) != PGNPACK_OK)
            found = 1;
        else if (opened == PGNPACK_OK ? !texts_equal(text, game_text(sample, (size_t)n - 1))
                                      : !is_some_game(sample, text))
            found = -1;
    }
    pgnpack_free(cursor);
    pgnpack_free(reader);
    return found;
}

/* ---- */

static void note_games(struct sample *sample)
{
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    struct bytes ends = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    expect(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(sample->packed.data, sample->packed.size)) ==
               PGNPACK_OK,
           "opening the sample");
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    while (pgnpack_cursor_next(cursor, &game) == PGNPACK_OK &&
           pgnpack_cursor_text(cursor, &text) == PGNPACK_OK) {
        bytes_append(&sample->games, text.data, text.size);
        bytes_append(&ends, &sample->games.size, sizeof sample->games.size);
        sample->game_count++;
    }
    sample->game_ends = (size_t *)(void *)ends.data;
    pgnpack_free(cursor);
    pgnpack_free(reader);
}

static void start_sample(struct sample *sample, const struct pack_setup *setup)
{
    struct bytes plain = {0};
    expect(pack_bytes(setup, sample->text.data, sample->text.size, &plain) == PGNPACK_OK,
           "packing the sample");
    add_annexes(&plain, ANNEX_LAST | ANNEX_OPTIONAL, &sample->packed);
    bytes_free(&plain);
    note_games(sample);
}

static void end_sample(struct sample *sample, const char *kind, const struct pack_setup *setup)
{
    report("%s: level %d, %zu bytes packed; %lu errors, %lu without effect, %lu misses", kind, setup->level,
           sample->packed.size, sample->errors, sample->harmless, sample->misses);
    bytes_free(&sample->text);
    bytes_free(&sample->packed);
    bytes_free(&sample->games);
    struct bytes ends = {.data = (uint8_t *)sample->game_ends};
    bytes_free(&ends);
}

/* A damaged copy must unpack with an error, or to the right text; and so must its games one by one. */
static void try_damaged(struct sample *sample, const struct bytes *damaged, const char *kind, size_t place)
{
    const struct unpack_setup plain = {0};
    struct unpacked unpacked;
    unpack_bytes(&plain, damaged->data, damaged->size, &unpacked);
    int is_found = unpacked.status != PGNPACK_OK;
    int is_right = bytes_equal(&unpacked.text, &sample->text);
    int by_games = read_games(sample, damaged);
    sample->errors += (unsigned long)is_found;
    sample->harmless += (unsigned long)(!is_found && is_right);
    sample->misses += (unsigned long)((!is_found && !is_right) || by_games < 0);
    expect(is_found || is_right, "%s at %zu: unpacks to another text", kind, place);
    expect(by_games >= 0, "%s at %zu: a game reads as another text", kind, place);
    unpacked_free(&unpacked);
}

void try_bit_flips(unsigned games, const struct pack_setup *setup)
{
    struct sample sample = {0};
    append_games(&sample.text, games, 2);
    start_sample(&sample, setup);
    struct bytes copy = {0};
    bytes_append(&copy, sample.packed.data, sample.packed.size);
    for (size_t bit = 0; bit < 8 * copy.size; bit += TRIALS_ONE_IN) {
        copy.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        try_damaged(&sample, &copy, "a flipped bit", bit);
        copy.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    bytes_free(&copy);
    end_sample(&sample, "single bits flipped", setup);
}

void try_zeroed_sectors(const struct bytes *text, const struct pack_setup *setup)
{
    enum { SECTOR_SIZE = 512 };
    struct sample sample = {0};
    bytes_append(&sample.text, text->data, text->size);
    start_sample(&sample, setup);
    struct bytes copy = {0};
    bytes_append(&copy, sample.packed.data, sample.packed.size);
    for (size_t at = 0; at < copy.size; at += SECTOR_SIZE) {
        size_t size = copy.size - at < SECTOR_SIZE ? copy.size - at : SECTOR_SIZE;
        memset(copy.data + at, 0, size);
        try_damaged(&sample, &copy, "a zeroed sector", at);
        memcpy(copy.data + at, sample.packed.data + at, size);
    }
    bytes_free(&copy);
    end_sample(&sample, "sectors zeroed", setup);
}

/* ---- Truncation ---- */

/* Text of the blocks that lie wholly before `size`. */
static size_t text_before(const struct pgnpack_reader *reader, size_t size)
{
    struct pgnpack_block_info block;
    size_t text_size = 0;
    for (uint64_t n = 0; pgnpack_reader_block(reader, n, &block) && block.offset + block.size <= size; n++)
        text_size += (size_t)block.text_size;
    return text_size;
}

/* What is torn of two segments, of which the first takes `kept_size` (0: the cut is in the first). */
static enum pgnpack_torn torn_by_cut(size_t size, size_t kept_size, size_t packed_size)
{
    enum { LIKE_ONE_BEING_MADE = 8, END_MARK_SIZE = 48 };
    if (kept_size == 0)
        return PGNPACK_TORN_NOT;
    if (size <= kept_size + LIKE_ONE_BEING_MADE)
        return PGNPACK_TORN_UNFINISHED;
    return size + END_MARK_SIZE < packed_size ? PGNPACK_TORN_DAMAGED : PGNPACK_TORN_UNMARKED;
}

static enum pgnpack_status status_of_cut(size_t size, enum pgnpack_torn torn)
{
    if (size == 0)
        return PGNPACK_ERROR_NOT_BCGN;
    return torn == PGNPACK_TORN_NOT || torn == PGNPACK_TORN_DAMAGED ? PGNPACK_ERROR_TRUNCATED : PGNPACK_OK;
}

/* `kept_size`: of the file before `size` that is whole, if any, with so much text. */
static void try_truncation(const struct pgnpack_reader *reader, const struct bytes *packed,
                           const struct bytes *text, size_t size, size_t kept_size, size_t kept_text)
{
    const struct unpack_setup setups[] = {{0}, {.salvage = 1}, {.salvage = 1, .threads = 3, .piece = 1000}};
    size_t whole = text_before(reader, size);
    enum pgnpack_torn torn = torn_by_cut(size, kept_size, packed->size);
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++) {
        struct unpacked unpacked;
        unpack_bytes(&setups[i], packed->data, size, &unpacked);
        /* Salvage of a stream calls each end a cut that is no end mark. */
        enum pgnpack_torn seen = setups[i].salvage ? PGNPACK_TORN_DAMAGED : torn;
        expect(unpacked.status == status_of_cut(size, seen),
               "cut to %zu of %zu bytes: status %d of setup %zu", size, packed->size, unpacked.status, i);
        expect(unpacked.text.size == whole &&
                   (whole == 0 || memcmp(unpacked.text.data, text->data, whole) == 0),
               "cut to %zu of %zu bytes: %zu bytes of text, %zu are whole", size, packed->size,
               unpacked.text.size, whole);
        unpacked_free(&unpacked);
    }
    struct pgnpack_reader *cut = pgnpack_reader_new(NULL);
    enum pgnpack_status status = pgnpack_reader_open(cut, PGNPACK_FROM_MEMORY(packed->data, size));
    expect(status == status_of_cut(size, torn), "cut to %zu of %zu bytes: opens with status %d", size,
           packed->size, status);
    expect(pgnpack_reader_info(cut)->torn == torn, "cut to %zu of %zu bytes: torn is %d", size, packed->size,
           (int)pgnpack_reader_info(cut)->torn);
    expect(pgnpack_reader_info(cut)->text_size ==
               (torn == PGNPACK_TORN_NOT || torn == PGNPACK_TORN_UNMARKED ? whole : kept_text),
           "cut to %zu of %zu bytes: other blocks", size, packed->size);
    pgnpack_free(cut);
}

/* Two files, one behind the other: a cut between them leaves a whole file. */
void try_truncations(unsigned games)
{
    const struct pack_setup setup = {.block_size = 700};
    struct bytes text = {0};
    struct bytes packed = {0};
    append_games(&text, games, 8);
    struct bytes plain = {0};
    pack_bytes(&setup, text.data, text.size, &plain);
    add_annexes(&plain, ANNEX_BETWEEN | ANNEX_LAST, &packed);
    bytes_free(&plain);
    size_t first_size = packed.size;
    size_t first_text = text.size;
    append_games(&text, games, 9);
    pack_bytes(&setup, text.data + first_text, text.size - first_text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    expect(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)) == PGNPACK_OK,
           "opening two files in one");
    for (size_t size = 0; size < packed.size; size += TRIALS_ONE_IN)
        if (size != first_size)
            try_truncation(reader, &packed, &text, size, size > first_size ? first_size : 0, first_text);
    report("truncations: %zu lengths of %llu blocks", (packed.size - 1) / TRIALS_ONE_IN,
           (unsigned long long)pgnpack_reader_info(reader)->block_count);
    pgnpack_free(reader);
    bytes_free(&text);
    bytes_free(&packed);
}
