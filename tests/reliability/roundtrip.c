#include <stdio.h>
#include <string.h>

#include "reliability/reliability.h"
#include "shared/mutate.h"
#include "shared/sample.h"
#include "shared/trials.h"

/*
 * Different ways of packing, one after the other: each 54 have every level with every codec once, and the rest
 * comes at random.
 */
static struct pack_setup setup_of(unsigned long n)
{
    static const uint64_t block_sizes[] = {0, 1, 300, 2000, 0, 0};
    enum { CODECS = PGNPACK_MOVES_TABLE + 1 }; /* the level's own is one */
    uint64_t random = n;
    struct pack_setup setup = {.level = 1 + (int)(n % PGNPACK_LEVEL_MAX),
                               .moves = (enum pgnpack_moves)(n / PGNPACK_LEVEL_MAX % CODECS),
                               .block_size = block_sizes[random_below(&random, 6)],
                               .verify = random_below(&random, 5) == 0};
    if (random_below(&random, 3) == 0)
        setup.piece = 1 + random_below(&random, 1000);
    if (random_below(&random, 8) == 0)
        setup.threads = 2 + (unsigned)random_below(&random, 2);
    return setup;
}

/* And of unpacking. */
static struct unpack_setup unpack_setup_of(unsigned long n)
{
    uint64_t random = ~(uint64_t)n;
    struct unpack_setup setup = {.salvage = random_below(&random, 4) == 0};
    if (random_below(&random, 8) == 0)
        setup.threads = 2 + (unsigned)random_below(&random, 2);
    if (random_below(&random, 3) == 0)
        setup.piece = 1 + random_below(&random, 1000);
    return setup;
}

static int comes_back(const struct bytes *text, const struct pack_setup *setup,
                      const struct unpack_setup *unpack_setup)
{
    struct bytes packed = {0};
    struct unpacked unpacked;
    int done = pack_bytes(setup, text->data, text->size, &packed) == PGNPACK_OK;
    if (done) {
        unpack_bytes(unpack_setup, packed.data, packed.size, &unpacked);
        done = unpacked.status == PGNPACK_OK && bytes_equal(&unpacked.text, text) &&
               unpacked.totals.packed_size == packed.size &&
               cursor_texts_match(packed.data, packed.size, text);
        unpacked_free(&unpacked);
    }
    bytes_free(&packed);
    return done;
}

/*
 * Long texts at the levels that take their time: a part of the text, and no more than a few blocks, will do.
 */
static struct bytes text_for(struct pack_setup *setup, const struct bytes *text)
{
    enum { LONG_TEXT = 20000 };
    struct bytes part = *text;
    int is_slow = setup->level > 4 || setup->moves == PGNPACK_MOVES_BEST;
    if (!is_slow || part.size <= LONG_TEXT)
        return part;
    if (setup->level > 6)
        part.size = LONG_TEXT;
    if (setup->block_size != 0)
        setup->block_size = part.size / 4;
    return part;
}

static void try_text(const struct bytes *text, unsigned long n, const char *name)
{
    struct pack_setup setup = setup_of(n);
    const struct unpack_setup unpack_setup = unpack_setup_of(n);
    const struct bytes part = text_for(&setup, text);
    if (!expect(comes_back(&part, &setup, &unpack_setup),
                "round trip of %s, %lu: %zu bytes at level %d, moves %d", name, n, part.size, setup.level,
                (int)setup.moves))
        keep_input(&part);
}

/* At a few ways of packing each, others for each text. */
static void try_odd(const struct bytes *text, const char *name)
{
    static unsigned long next;
    for (unsigned long end = next + 6; next < end; next++)
        try_text(text, next, name);
}

static void try_single_bytes(void)
{
    for (unsigned value = 0; value < 256; value += TRIALS_ONE_IN) {
        uint8_t byte = (uint8_t)value;
        struct bytes text = {&byte, 1, 1};
        try_text(&text, value, "one byte");
    }
}

static void try_made_up(void)
{
    uint64_t random = 7;
    struct bytes text = {0};
    try_odd(&text, "nothing");
    for (unsigned value = 0; value < 256; value++)
        bytes_append(&text, &(uint8_t){(uint8_t)value}, 1);
    try_odd(&text, "every byte once");
    for (unsigned i = 0; i < 100000; i++)
        bytes_append(&text, &(uint8_t){(uint8_t)next_random(&random)}, 1);
    try_odd(&text, "random bytes");
    text.size = 0;
    for (unsigned i = 0; i < 100000; i++)
        bytes_append(&text, "", 1);
    try_odd(&text, "zeros");
    text.size = 0;
    for (unsigned i = 0; i < 5000; i++)
        bytes_append_text(&text, "(((((");
    try_odd(&text, "brackets");
    text.size = 0;
    for (unsigned i = 0; i < 3000; i++)
        bytes_append_text(&text, "[\n{\n");
    try_odd(&text, "open brackets on lines");
    bytes_free(&text);
}

/*
 * More of something than a block's tables or a move's codec hold: kept as text from there, between usual
 * games.
 */
static void append_extreme(struct bytes *text, unsigned kind)
{
    char line[64];
    switch (kind) {
    case 0: /* 263 legal moves have no byte */
        bytes_append_text(
            text, "[Event \"x\"]\n[FEN \"krQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1\"]\n\n"
                  "1. Qc7c4 Rxc8 (1... Rb8xc8 2. Qd8xc8+) 2. Qd8xc8+ *\n\n");
        break;
    case 1: /* more tag names than a block's table holds, ten a game */
        for (unsigned i = 0; i < 1500; i++) {
            snprintf(line, sizeof line, "[T%u \"%u\"]\n%s", i, i, i % 10 == 9 ? "\n1. e4 e5 *\n\n" : "");
            bytes_append_text(text, line);
        }
        break;
    case 2: /* more tags than a list holds */
        for (unsigned i = 0; i < 5000; i++)
            bytes_append_text(text, "[T \"v\"]\n");
        bytes_append_text(text, "\n1. e4 e5 2. Nf3 *\n\n");
        break;
    case 3: /* more lists of tags than a block holds */
        for (unsigned i = 0; i < 4200; i++) {
            for (unsigned bit = 0; bit < 13; bit++)
                if (i >> bit & 1) {
                    snprintf(line, sizeof line, "[T%u \"v\"]\n", bit);
                    bytes_append_text(text, line);
                }
            bytes_append_text(text, "[Event \"e\"]\n\n1. d4 *\n\n");
        }
        break;
    case 4: /* deeper variations than are followed */
        bytes_append_text(text, "[Event \"x\"]\n\n1. e4 ");
        for (unsigned i = 0; i < 1100; i++)
            bytes_append_text(text, "(1. d4 ");
        bytes_append_text(text, "*\n\n");
        break;
    default: /* more layouts than a block has styles */
        for (unsigned i = 0; i < 400; i++) {
            snprintf(line, sizeof line, "[Event \"x\"]\n%.*s1.%.*se4%.*se5%.*s*\n\n", (int)(1 + i % 3),
                     "\n\n\n", (int)(i / 3 % 5), "     ", (int)(1 + i / 15 % 5), "     ",
                     (int)(1 + i / 75 % 5), "     ");
            bytes_append_text(text, line);
        }
        break;
    }
}

static void try_extremes(void)
{
    static const char *const names[] = {"no byte for a move", "many tag names",  "many tags",
                                        "many lists of tags", "deep variations", "many layouts"};
    for (unsigned kind = 0; kind < sizeof names / sizeof names[0]; kind++) {
        struct bytes text = {0};
        append_games(&text, 40, kind);
        append_extreme(&text, kind);
        append_games(&text, 40, kind + 1);
        append_extreme(&text, kind);
        try_odd(&text, names[kind]);
        bytes_free(&text);
    }
}

/* A packed file and a program are texts like any others. */
static void try_binaries(void)
{
    const struct pack_setup setup = {.level = 1, .block_size = 500};
    struct bytes text = {0};
    struct bytes packed = {0};
    append_games(&text, 30, 5);
    if (expect(pack_bytes(&setup, text.data, text.size, &packed) == PGNPACK_OK, "packing the sample"))
        try_odd(&packed, "a packed file");
    text.size = 0;
    if (bytes_append_file(&text, "/proc/self/exe")) {
        text.size = text.size < 300000 ? text.size : 300000;
        try_odd(&text, "a program");
    }
    bytes_free(&text);
    bytes_free(&packed);
}

static void try_beginnings(void)
{
    struct bytes text = {0};
    append_games(&text, 4, 3);
    size_t size = text.size;
    for (text.size = 0; text.size <= size; text.size += TRIALS_ONE_IN)
        try_text(&text, text.size, "the beginning of a text");
    bytes_free(&text);
}

/* A stretch of one of the files, or a few made-up games. */
static void choose_text(struct bytes *text, const struct bytes *files, size_t file_count, uint64_t *random)
{
    size_t choice = random_below(random, file_count + 1);
    if (choice == file_count || files[choice].size == 0) {
        append_games(text, 1 + (unsigned)random_below(random, 6), next_random(random));
        return;
    }
    size_t from = random_below(random, files[choice].size);
    size_t size = 1 + random_below(random, 6000);
    size_t rest = files[choice].size - from;
    bytes_append(text, files[choice].data + from, size < rest ? size : rest);
}

static void try_mutated(unsigned long count, const struct bytes *files, size_t file_count)
{
    uint64_t random = 11;
    for (unsigned long n = 0; n < count; n++) {
        struct bytes text = {0};
        choose_text(&text, files, file_count, &random);
        if (random_below(&random, 3) != 0)
            mutate_pgn(&text, &random);
        if (random_below(&random, 3) == 0)
            mutate_text(&text, &random);
        try_text(&text, n, "a mutated text");
        bytes_free(&text);
    }
}

void try_round_trips(unsigned long count, char *const *files, int file_count)
{
    enum { FILES_MAX = 32 };
    struct bytes texts[FILES_MAX] = {{0}};
    size_t text_count = 0;
    for (int i = 0; i < file_count && text_count < FILES_MAX; i++) {
        expect(bytes_append_file(&texts[text_count], files[i]), "cannot read %s", files[i]);
        try_text(&texts[text_count], text_count, files[i]);
        text_count++;
    }
    try_single_bytes();
    try_made_up();
    try_extremes();
    try_binaries();
    try_beginnings();
    try_mutated(count, texts, text_count);
    report("round trips: odd inputs, %zu files, %lu mutated texts", text_count, count);
    for (size_t i = 0; i < text_count; i++)
        bytes_free(&texts[i]);
}
