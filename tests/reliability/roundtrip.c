#include <string.h>

#include "reliability/reliability.h"
#include "shared/sample.h"

/* Different ways of packing, one after the other. The levels with the largest tables come rarely. */
static struct pack_setup setup_of(unsigned long n)
{
    static const int levels[] = {3, 1, 5, 2, 3, 6, 4, 1, 7, 3};
    static const uint64_t block_sizes[] = {0, 1, 300, 2000, 0, 0};
    struct pack_setup setup = {.level = n % 500 == 499 ? 9 : levels[n % 10], .block_size = block_sizes[n % 6]};
    setup.moves = n % 7 == 0 ? PGNPACK_MOVES_BITS : n % 7 == 1 ? PGNPACK_MOVES_MODEL : PGNPACK_MOVES_BY_LEVEL;
    setup.verify = n % 5 == 0;
    setup.piece = n % 3 == 0 ? 1 + n % 1000 : 0;
    return setup;
}

static int comes_back(const struct bytes *text, const struct pack_setup *setup)
{
    const struct unpack_setup plain = {0};
    struct bytes packed = {0};
    struct unpacked unpacked;
    int done = pack_bytes(setup, text->data, text->size, &packed) == PGNPACK_OK;
    if (done) {
        unpack_bytes(&plain, packed.data, packed.size, &unpacked);
        done = unpacked.status == PGNPACK_OK && bytes_equal(&unpacked.text, text) &&
               unpacked.totals.packed_size == packed.size &&
               cursor_texts_match(packed.data, packed.size, text);
        unpacked_free(&unpacked);
    }
    bytes_free(&packed);
    return done;
}

static void try_text(const struct bytes *text, unsigned long n, const char *name)
{
    const struct pack_setup setup = setup_of(n);
    if (!expect(comes_back(text, &setup), "round trip of %s, %lu: %zu bytes at level %d", name, n, text->size,
                setup.level))
        keep_input(text);
}

/* At a few ways of packing each. */
static void try_odd(const struct bytes *text, const char *name)
{
    for (unsigned long n = 0; n < 6; n++)
        try_text(text, n, name);
}

static void try_single_bytes(void)
{
    for (unsigned value = 0; value < 256; value++) {
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
    for (text.size = 0; text.size <= size; text.size++)
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
    try_binaries();
    try_beginnings();
    try_mutated(count, texts, text_count);
    report("round trips: odd inputs, %zu files, %lu mutated texts", text_count, count);
    for (size_t i = 0; i < text_count; i++)
        bytes_free(&texts[i]);
}
