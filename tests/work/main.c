/*
 * work check                  what `make check` runs
 * work torture                larger texts, every level
 * work table LEVEL SIZE       steps a byte of each shape, between this size and 4 times it
 * work show NAME LEVEL SIZE   steps of one shape at this size, 4 and 16 times it
 * work dump NAME SIZE         a shape's text, or a packed shape, to standard output
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "work/work.h"

static unsigned long passed, failed;

/* Measured at a size, 4 and 16 times that size. */
enum { SIZE_COUNT = 3, GROWTH = 4 };

struct growth {
    uint64_t steps[SIZE_COUNT];
};

static const char *const operation_names[WORK_OPERATION_COUNT] = {
    [WORK_PACK] = "packing",
    [WORK_UNPACK] = "unpacking",
    [WORK_OPEN] = "opening and listing",
    [WORK_FIRST_GAME] = "game 1",
    [WORK_LAST_GAME] = "the last game",
    [WORK_TAGS] = "a tag of all games",
    [WORK_OPEN_CUT] = "opening a cut file",
    [WORK_SALVAGE_CUT] = "salvage of a cut file",
    [WORK_SALVAGE] = "salvage",
    [WORK_FIND_ID] = "a game by its id",
    [WORK_COMPACT] = "compaction",
    [WORK_DUPLICATES] = "duplicates",
    [WORK_READ_PGN] = "reading PGN",
    [WORK_BCGN0] = "BCGN 0",
};

static void expect(int condition, const char *setup, const char *shape, const char *what,
                   const struct growth *growth)
{
    if (condition) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED: %s, %s: %s", setup, shape, what);
    for (unsigned i = 0; growth != NULL && i < SIZE_COUNT; i++)
        printf("%s%llu", i == 0 ? " takes " : ", ", (unsigned long long)growth->steps[i]);
    printf(growth != NULL ? " steps for n, 4n, 16n\n" : "\n");
}

/*
 * Where work is a + b * n, the steps between the sizes grow by 4; where it has a part in n * n, that part grows by
 * 16. Half as much again is allowed for, because tables double and packed sizes vary, and a constant for what is done
 * per column or per doubling. Texts may also change their kind on the way (a section comes to be worth a model; a game
 * has too many tags): so what takes no more than `usual` steps a byte at the largest size passes, too.
 */
static int is_linear(const struct growth *growth, size_t largest, unsigned usual)
{
    enum { CONSTANT = 400000 }; /* 1,024 columns, some hundred steps each */
    uint64_t first = growth->steps[1] > growth->steps[0] ? growth->steps[1] - growth->steps[0] : 0;
    uint64_t second = growth->steps[2] > growth->steps[1] ? growth->steps[2] - growth->steps[1] : 0;
    return second <= first * GROWTH * 3 / 2 + CONSTANT || growth->steps[2] <= (uint64_t)usual * largest;
}

static void judge(const struct work_setup *setup, const char *shape, enum work_operation operation,
                  const struct growth *growth)
{
    expect(is_linear(growth, setup->size * GROWTH * GROWTH, setup->usual), setup->name, shape,
           operation_names[operation], growth);
}

/* ---- Texts ---- */

/* What a level changes is in packing, unpacking and tags; other operations are tried at one of the levels. */
static int is_tried(const struct work_setup *setup, int operation)
{
    if (operation >= WORK_FIND_ID && operation < WORK_READ_PGN)
        return 0; /* of packed files */
    return setup->level == 3 || operation == WORK_PACK || operation == WORK_UNPACK || operation == WORK_TAGS;
}

/* All that is done with one text, packed in one way. */
static void measure_all(const struct work_setup *setup, const struct text_shape *shape, size_t size,
                        struct growth *growths, unsigned n, int *sound_ret)
{
    struct bytes text = {0}, packed = {0};
    const struct bytes nothing = {0};
    make_text(shape, size, &text);
    const struct bytes *expected = shape->joining != JOINED_AS_ONE && shape->piece == 0 ? &nothing : &text;
    growths[WORK_PACK].steps[n] = measure_packing(setup, shape, &text, &packed, sound_ret);
    for (int i = WORK_UNPACK; i < WORK_READ_PGN; i++)
        if (is_tried(setup, i))
            growths[i].steps[n] = measure_packed((enum work_operation)i, &packed, expected, sound_ret);
    bytes_free(&text);
    bytes_free(&packed);
}

/* The text itself is read. */
static void measure_reading(const struct text_shape *shape, size_t size, struct growth *growths, unsigned n)
{
    struct bytes text = {0};
    make_text(shape, size, &text);
    for (int i = WORK_READ_PGN; i < WORK_OPERATION_COUNT; i++)
        growths[i].steps[n] = measure_text((enum work_operation)i, &text);
    bytes_free(&text);
}

static void try_shape(const struct work_setup *setup, const struct text_shape *shape)
{
    struct growth growths[WORK_OPERATION_COUNT] = {{{0}}};
    int sound = 1;
    size_t size = setup->size;
    for (unsigned n = 0; n < SIZE_COUNT; n++, size *= GROWTH)
        measure_all(setup, shape, size, growths, n, &sound);
    expect(sound, setup->name, shape->name, "does not come back", NULL);
    for (int i = 0; i < WORK_READ_PGN; i++)
        if (is_tried(setup, i))
            judge(setup, shape->name, (enum work_operation)i, &growths[i]);
}

static void try_texts(const struct work_setup *setup)
{
    for (size_t i = 0; i < text_shape_count; i++)
        try_shape(setup, &text_shapes[i]);
}

/* Without packing. */
static void try_reading(const struct work_setup *setup, const struct text_shape *shape)
{
    struct growth growths[WORK_OPERATION_COUNT] = {{{0}}};
    size_t size = setup->size;
    for (unsigned n = 0; n < SIZE_COUNT; n++, size *= GROWTH)
        measure_reading(shape, size, growths, n);
    for (int i = WORK_READ_PGN; i < WORK_OPERATION_COUNT; i++)
        judge(setup, shape->name, (enum work_operation)i, &growths[i]);
}

/* ---- Packed files ---- */

static void try_packed(const struct work_setup *setup, const struct packed_shape *shape)
{
    static const enum work_operation operations[] = {WORK_OPEN,    WORK_FIRST_GAME, WORK_LAST_GAME,
                                                     WORK_TAGS,    WORK_SALVAGE,    WORK_FIND_ID,
                                                     WORK_COMPACT, WORK_DUPLICATES};
    enum { OPERATIONS = sizeof operations / sizeof operations[0] };
    struct growth growths[OPERATIONS];
    int sound = 1;
    size_t size = setup->size;
    for (unsigned n = 0; n < SIZE_COUNT; n++, size *= GROWTH) {
        struct bytes packed = {0};
        shape->make(&packed, size);
        for (size_t i = 0; i < OPERATIONS; i++)
            growths[i].steps[n] = measure_packed(operations[i], &packed, NULL, &sound);
        bytes_free(&packed);
    }
    for (size_t i = 0; i < OPERATIONS; i++)
        judge(setup, shape->name, operations[i], &growths[i]);
}

/* ---- */

static void try_unpacked_and_packed(size_t size)
{
    const struct work_setup text = {"text", 0, 0, 50, size}, packed = {"packed file", 0, 0, 25, size};
    for (size_t i = 0; i < text_shape_count; i++)
        try_reading(&text, &text_shapes[i]);
    for (size_t i = 0; i < packed_shape_count; i++)
        try_packed(&packed, &packed_shapes[i]);
}

static void check(void)
{
    static const struct work_setup setups[] = {{"level 1", 1, 0, 25, 2000},
                                               {"level 3", 3, 0, 25, 4000},
                                               {"level 3, small blocks", 3, 1000, 25, 1000},
                                               {"level 6", 6, 0, 4000, 500},
                                               {"level 9", 9, 0, 8000, 250}};
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++)
        try_texts(&setups[i]);
    try_unpacked_and_packed(4000);
}

static void torture(void)
{
    static const unsigned usual[] = {0, 25, 25, 25, 25, 1000, 4000, 6000, 8000, 8000};
    for (int level = 1; level <= 9; level++) {
        char name[32];
        struct work_setup setup = {name, level, 0, usual[level],
                                   level < 5   ? 64000
                                   : level < 7 ? 16000
                                               : 4000};
        snprintf(name, sizeof name, "level %d", level);
        try_texts(&setup);
    }
    const struct work_setup small_blocks = {"level 3, small blocks", 3, 4000, 25, 32000};
    try_texts(&small_blocks);
    try_unpacked_and_packed(64000);
}

/* Of packing, unpacking and reading a tag: steps a byte of text, where the fixed part is taken off. */
static void print_table(int level, size_t size)
{
    static const enum work_operation operations[] = {WORK_PACK, WORK_UNPACK, WORK_TAGS};
    const struct work_setup setup = {"table", level, 0, 0, size};
    for (size_t i = 0; i < text_shape_count; i++) {
        struct growth growths[WORK_OPERATION_COUNT];
        int sound = 1;
        for (unsigned n = 0; n < 2; n++)
            measure_all(&setup, &text_shapes[i], n == 0 ? size : size * GROWTH, growths, n, &sound);
        for (size_t j = 0; j < sizeof operations / sizeof operations[0]; j++) {
            const uint64_t *steps = growths[operations[j]].steps;
            printf("%9.1f", ((double)steps[1] - (double)steps[0]) / (double)(size * (GROWTH - 1)));
        }
        printf("  %s\n", text_shapes[i].name);
    }
}

/* Steps of one shape at three sizes. */
static void show(const struct text_shape *shape, int level, size_t size)
{
    const struct work_setup setup = {"show", level, 0, 0, size};
    struct growth growths[WORK_OPERATION_COUNT] = {{{0}}};
    int sound = 1;
    for (unsigned n = 0; n < SIZE_COUNT; n++, size *= GROWTH) {
        measure_all(&setup, shape, size, growths, n, &sound);
        measure_reading(shape, size, growths, n);
    }
    for (int i = 0; i < WORK_OPERATION_COUNT; i++)
        printf("%-24s %12llu %12llu %12llu\n", operation_names[i], (unsigned long long)growths[i].steps[0],
               (unsigned long long)growths[i].steps[1], (unsigned long long)growths[i].steps[2]);
}

static const struct text_shape *find_text_shape(const char *name)
{
    for (size_t i = 0; i < text_shape_count; i++)
        if (strcmp(text_shapes[i].name, name) == 0)
            return &text_shapes[i];
    return NULL;
}

static void dump(const char *name, size_t size)
{
    struct bytes bytes = {0};
    if (find_text_shape(name) != NULL)
        make_text(find_text_shape(name), size, &bytes);
    for (size_t i = 0; i < packed_shape_count; i++)
        if (strcmp(packed_shapes[i].name, name) == 0)
            packed_shapes[i].make(&bytes, size);
    fwrite(bytes.data, 1, bytes.size, stdout);
    bytes_free(&bytes);
}

int main(int argument_count, char **arguments)
{
    const char *name = argument_count > 1 ? arguments[1] : "";
    if (strcmp(name, "table") == 0 && argument_count == 4) {
        print_table(atoi(arguments[2]), (size_t)atol(arguments[3]));
        return EXIT_SUCCESS;
    }
    if (strcmp(name, "show") == 0 && argument_count == 5 && find_text_shape(arguments[2]) != NULL) {
        show(find_text_shape(arguments[2]), atoi(arguments[3]), (size_t)atol(arguments[4]));
        return EXIT_SUCCESS;
    }
    if (strcmp(name, "dump") == 0 && argument_count == 4) {
        dump(arguments[2], (size_t)atol(arguments[3]));
        return EXIT_SUCCESS;
    }
    if (strcmp(name, "check") == 0)
        check();
    else if (strcmp(name, "torture") == 0)
        torture();
    else
        failed++;
    printf("work: %lu passed, %lu failed\n", passed, failed);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
