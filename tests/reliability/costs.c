/*
 * What hostile blocks cost: for each way of making a reader work much, a block of it. Asserts without a clock that the
 * work that is counted stays below what docs/LIMITS.md says for a byte packed, and a byte of text; `with_times` prints
 * how long the work took, so that one can see whether a unit still is about a nanosecond.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "container/sections/bcgn_format.h"
#include "chess/fen.h"
#include "moves/streams/move_stream.h"
#include "net/features/policy_hints.h"
#include "entropy/models/text_model.h"
#include "game/game.h"
#include "reliability/reliability.h"
#include "shared/handmade.h"
#include "tags/model/tag_pattern.h"

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- Parts of blocks ---- */

enum { SECTIONS_MAX = 4000, GAME_PLIES = 250 };

/* A block in the making. */
struct block {
    struct section sections[SECTIONS_MAX];
    size_t count;
};

static void add(struct block *block, struct section section)
{
    block->sections[block->count++] = section;
}

/* One list of tags: `tags` times name 0. */
static void add_schema(struct block *block, const char *name, uint8_t tags)
{
    uint8_t schema[600] = {1, (uint8_t)strlen(name)};
    size_t size = 2 + strlen(name);
    memcpy(schema + 2, name, strlen(name));
    schema[size++] = 1;
    schema[size++] = tags & 0x7f;
    if (tags > 0x7f) {
        schema[size - 1] |= 0x80;
        schema[size++] = 1;
    }
    size += tags; /* zeros */
    add(block, section_plain(BCGN_SECTION_SCHEMAS, schema, size));
}

static void add_no_tags(struct block *block)
{
    static const uint8_t schemas[] = {0, 1, 0};
    add(block, section_plain(BCGN_SECTION_SCHEMAS, schemas, sizeof schemas));
}

/* All gaps are nothing, or a space and line end. */
static void add_style(struct block *block)
{
    static const uint8_t styles[] = {1, 2, 0, 0, 1, 0, 0};
    add(block, section_plain(BCGN_SECTION_STYLES, styles, sizeof styles));
}

/* Any number of games without elements: the first one's end is not foreseen, all others are. */
static void add_ends(struct block *block)
{
    static const uint8_t runs[] = {0, 0xff, 0xff, 0xff, 0xff, 0x7f};
    static const uint8_t kinds[] = {BCGN_SHAPE_END};
    add(block, section_plain(BCGN_SECTION_SHAPE_RUNS, runs, sizeof runs));
    add(block, section_plain(BCGN_SECTION_SHAPE_KINDS, kinds, sizeof kinds));
}

static void append_varint(struct bytes *bytes, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        bytes_append(bytes, &(uint8_t){(uint8_t)(value | 0x80)}, 1);
    bytes_append(bytes, &(uint8_t){(uint8_t)value}, 1);
}

static void finish(struct bytes *file, struct block *block, uint32_t text_size, uint32_t games)
{
    make_file(file, block->sections, block->count, text_size, games, 1);
    block->count = 0;
}

static struct section of_packing(struct section section, uint8_t packing, uint32_t raw_size)
{
    section.packing = packing;
    section.raw_size = raw_size;
    return section;
}

/* ---- Hostile blocks ---- */

static const uint8_t zeros[64];

static void make_text(struct bytes *file, struct block *block, uint32_t size, uint8_t packing)
{
    /* What a range decoder makes of zeros costs hardly any of them. */
    struct bytes stored = {0};
    for (uint32_t i = 0; i < size / 50 + 64; i += sizeof zeros)
        bytes_append(&stored, zeros, sizeof zeros);
    add(block, of_packing(section_plain(BCGN_SECTION_TAIL, stored.data, stored.size), packing, size));
    bytes_free(&stored);
    finish(file, block, size, 0);
}

static void make_full_text(struct bytes *file, struct block *block, uint32_t size)
{
    make_text(file, block, size, BCGN_PACKING_TEXT);
}

static void make_light_text(struct bytes *file, struct block *block, uint32_t size)
{
    make_text(file, block, size, BCGN_PACKING_LIGHT_TEXT);
}

/* A text model for each of very many texts of a byte. */
static void make_many_texts(struct bytes *file, struct block *block, uint32_t size)
{
    static const uint8_t types[] = {BCGN_SECTION_TAG, BCGN_SECTION_TAG_TOKENS, BCGN_SECTION_TAG_EXTRA};
    static const struct text_kind kind = {'\n', 0};
    struct memory memory;
    struct buffer packed;
    memory_init(&memory, NULL, 0);
    buffer_init(&packed, &memory);
    struct text_model *model = text_model_new(&memory);
    text_model_pack(model, kind, zeros, 1, &packed);
    text_model_free(model);
    for (uint16_t i = 0; i < 3 * BCGN_TAG_NAME_COUNT_MAX; i++) {
        struct section section = section_plain(types[i / BCGN_TAG_NAME_COUNT_MAX], packed.data, packed.size);
        section.index = i % BCGN_TAG_NAME_COUNT_MAX;
        add(block, of_packing(section, BCGN_PACKING_TEXT, 1));
    }
    add_no_tags(block);
    add_ends(block);
    buffer_free(&packed);
    finish(file, block, size / 16, 1);
}

static void make_zstd(struct bytes *file, struct block *block, uint32_t size)
{
    add(block, section_bomb(BCGN_SECTION_TAIL, 'x', size));
    finish(file, block, size, 0);
}

static void make_tiny_blocks(struct bytes *file, struct block *block, uint32_t size)
{
    make_file(file, block->sections, 0, 0, 0, 1 + size / 1000);
}

static void make_empty_games(struct bytes *file, struct block *block, uint32_t size)
{
    add_no_tags(block);
    add_style(block);
    add_ends(block);
    finish(file, block, size, size);
}

/* One game of NAGs. */
static void make_nags(struct bytes *file, struct block *block, uint32_t size)
{
    static const uint8_t kinds[] = {ITEM_NAG, ITEM_NAG, ITEM_NAG, BCGN_SHAPE_END};
    struct bytes runs = {0};
    bytes_append(&runs, zeros, 3);
    append_varint(&runs, size - 3);
    add_no_tags(block);
    add_style(block);
    add(block, section_plain(BCGN_SECTION_SHAPE_RUNS, runs.data, runs.size));
    add(block, section_plain(BCGN_SECTION_SHAPE_KINDS, kinds, sizeof kinds));
    add(block, section_bomb(BCGN_SECTION_NAGS, 0, size));
    bytes_free(&runs);
    finish(file, block, size, 1);
}

/* A column up to its strings: codec distance, tokens 0 (a string), then 2 (the newest value) for ever, no extra bits. */
#define TAGS_ALL_ALIKE 0, 3, 0, 2, 1

/* Games of tags that are all as the one before. */
static void make_tags(struct bytes *file, struct block *block, uint32_t size)
{
    static const uint8_t codecs[] = {TAGS_ALL_ALIKE, 3, 'x', '\n'};
    add_schema(block, "", 200);
    add_style(block);
    add(block, section_plain(BCGN_SECTION_TAG_CODECS, codecs, sizeof codecs));
    add_ends(block);
    finish(file, block, size, size / 800);
}

/* A long string that each of many tags has again. */
static void make_repeated_string(struct bytes *file, struct block *block, uint32_t size)
{
    static const uint8_t codecs[] = {TAGS_ALL_ALIKE, 0}; /* the strings are a section */
    uint8_t *string = malloc(size);
    if (string == NULL)
        abort();
    memset(string, 'x', size);
    string[size / 2] = '\n';
    add_schema(block, "", 200);
    add_style(block);
    add(block, section_plain(BCGN_SECTION_TAG_CODECS, codecs, sizeof codecs));
    add(block, section_plain(BCGN_SECTION_TAG, string, size / 2 + 1));
    add_ends(block);
    finish(file, block, size, size / 800);
    free(string);
}

/* Number columns of one tag, all of whose values are strings; the recipe is as long as it may be. */
static void make_modelled_tags(struct bytes *file, struct block *block, uint32_t size)
{
    enum { HEAD = 0xc5, OLD = 6 }; /* 2^18 counters */
    static const uint8_t form[] = {0, HEAD, 0, 0, 0, TAG_RECIPE_SPELLED};
    struct bytes table = {0}, numbers = {0};
    bytes_append(&table, form, sizeof form);
    bytes_append(&table, (const uint8_t[]){0, TAG_REFERENCES_MAX}, 2);
    for (unsigned i = 0; i < TAG_REFERENCES_MAX + TAG_CONTEXTS_MAX; i++) {
        if (i == TAG_REFERENCES_MAX)
            bytes_append(&table, &(uint8_t){TAG_CONTEXTS_MAX}, 1);
        if (i < TAG_REFERENCES_MAX)
            bytes_append(&table, &(uint8_t){TAG_LAST}, 1);
        bytes_append(&table, (const uint8_t[]){TAG_PARTS_MAX, OLD, 0, OLD, 0, OLD, 0, OLD, 0},
                     1 + 2 * TAG_PARTS_MAX);
    }
    bytes_append(&table, &(uint8_t){0}, 1); /* strings: a section */
    append_varint(&numbers, size / 8);
    for (uint32_t i = 0; i < size / 8; i++)
        bytes_append(&numbers, &(uint8_t){0}, 1);
    add_schema(block, "", 200);
    add_style(block);
    add(block, section_plain(BCGN_SECTION_TAG_MODEL, table.data, table.size));
    add(block, section_bomb(BCGN_SECTION_TAG, '\n', size / 4));
    add(block, section_plain(BCGN_SECTION_TAG_NUMBERS, numbers.data, numbers.size));
    add_ends(block);
    bytes_free(&table);
    bytes_free(&numbers);
    finish(file, block, size, size / 800);
}

/* Very many moves are legal. */
static const char queens[] = "QQQQQQQ1/Q5Q1/8/Q1Q1Q3/7k/Q1Q1Q3/8/KQQ2Q2 w - - 0 1";

/* Every move changes what many captures are worth. */
static const char crowds[] = "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1";

/* A game of moves that nobody expects. */
static uint32_t write_game(struct move_writer *writer, const struct position *start, uint64_t *random)
{
    struct position position = *start;
    struct game game;
    struct memory memory;
    uint32_t plies = 0;
    memory_init(&memory, NULL, 0);
    game_init(&game, &memory);
    game_clear(&game);
    struct policy_hints hints = policy_hints_of(&game);
    move_writer_start_game(writer, &hints);
    for (; plies < GAME_PLIES && legal_exists(&position); plies++) {
        struct move_targets targets;
        legal_targets(&position, &targets);
        *random = *random * UINT64_C(6364136223846793005) + 1;
        chess_move move = legal_nth(&position, &targets, (unsigned)((*random >> 33) % targets.count));
        if (!move_writer_add(writer, &position, plies, move))
            break;
        position_make(&position, move);
    }
    game_free(&game);
    return plies;
}

/* As many moves as the text could have, from a position on. */
static void make_moves(struct bytes *file, struct block *block, uint32_t size, enum move_codec codec,
                       enum policy_net_id net, const char *fen)
{
    struct bytes codecs = {0}, runs = {0}, kinds = {0};
    struct move_writer writer;
    struct memory memory;
    struct move_pieces out;
    struct position start;
    uint64_t random = 1;
    uint32_t games = 0, plies = 0;
    memory_init(&memory, NULL, 0);
    move_writer_init(&writer, &memory);
    move_writer_start(&writer, codec, net);
    fen_parse(fen, strlen(fen), &start, NULL);
    for (; plies + GAME_PLIES < size; games++) {
        uint32_t count = write_game(&writer, &start, &random);
        append_varint(&runs, count);
        bytes_append(&kinds, &(uint8_t){BCGN_SHAPE_END}, 1);
        plies += count + 1;
    }
    move_writer_finish(&writer, &out);
    bytes_append(&codecs, (const uint8_t[]){TAGS_ALL_ALIKE}, 5);
    append_varint(&codecs, strlen(fen) + 2);
    bytes_append_text(&codecs, fen);
    bytes_append_text(&codecs, "\n");
    add_schema(block, "FEN", 1);
    add_style(block);
    add(block, section_plain(BCGN_SECTION_TAG_CODECS, codecs.data, codecs.size));
    add(block, section_plain(BCGN_SECTION_SHAPE_RUNS, runs.data, runs.size));
    add(block, section_plain(BCGN_SECTION_SHAPE_KINDS, kinds.data, kinds.size));
    for (unsigned i = 0; i < out.count; i++) {
        const struct move_stripe *piece = &out.pieces[i];
        int is_index = codec == MOVE_CODEC_INDEX;
        struct section moves = section_plain(is_index ? BCGN_SECTION_MOVE_STRIPE : BCGN_SECTION_MOVES,
                                             piece->bytes, piece->size);
        moves.index = is_index ? piece->first_ply : (uint16_t)codec;
        add(block, moves);
    }
    bytes_free(&codecs);
    bytes_free(&runs);
    bytes_free(&kinds);
    move_writer_free(&writer);
    finish(file, block, 6 * plies + 80 * games, games);
}

static void make_index_moves(struct bytes *file, struct block *block, uint32_t size)
{
    make_moves(file, block, size / 8, MOVE_CODEC_INDEX, POLICY_NET_ID, queens);
}

static void make_bits_moves(struct bytes *file, struct block *block, uint32_t size)
{
    make_moves(file, block, size / 8, MOVE_CODEC_BITS, POLICY_NET_ID, queens);
}

static void make_net_moves(struct bytes *file, struct block *block, uint32_t size)
{
    make_moves(file, block, size / 32, MOVE_CODEC_MODEL, POLICY_NET_ID, queens);
}

static void make_wide_net_moves(struct bytes *file, struct block *block, uint32_t size)
{
    make_moves(file, block, size / 32, MOVE_CODEC_MODEL, POLICY_NET_WIDE_ID, queens);
}

static void make_wide_net_exchanges(struct bytes *file, struct block *block, uint32_t size)
{
    make_moves(file, block, size / 128, MOVE_CODEC_MODEL, POLICY_NET_WIDE_ID, crowds);
}

static void make_table_moves(struct bytes *file, struct block *block, uint32_t size)
{
    make_moves(file, block, size / 16, MOVE_CODEC_TABLE, POLICY_NET_ID, queens);
}

static void make_best_moves(struct bytes *file, struct block *block, uint32_t size)
{
    make_moves(file, block, size / 128, MOVE_CODEC_BEST, POLICY_NET_WIDE_ID, queens);
}

/* ---- What they may cost ---- */

/* docs/LIMITS.md: of each block, for clearing what its models learn in. */
enum { UNITS_OF_BLOCK = 4000000 };

/* And memory: of each block that is unpacked at once, and a byte of its text. */
enum { MEMORY_OF_BLOCK = 24 << 20, MEMORY_OF_BYTE = 40 };

struct cost_case {
    const char *name;
    void (*make)(struct bytes *file, struct block *block, uint32_t size);
    uint32_t units; /* a byte, packed or of text: docs/LIMITS.md */
};

static const struct cost_case cases[] = {
    {"bytes", make_zstd, 5},
    {"blocks without anything", make_tiny_blocks, 80},
    {"games", make_empty_games, 320},
    {"NAGs", make_nags, 260},
    {"tags", make_tags, 30},
    {"a string again and again", make_repeated_string, 10},
    {"tags by a model", make_modelled_tags, 1300},
    {"texts of a byte", make_many_texts, 5800},
    {"text, light model", make_light_text, 1210},
    {"text, full model", make_full_text, 2510},
    {"moves, index", make_index_moves, 15},
    {"moves, bits", make_bits_moves, 20},
    {"moves, table", make_table_moves, 25},
    {"moves, net", make_net_moves, 190},
    {"moves, wide net", make_wide_net_moves, 190},
    {"moves, wide net, captures", make_wide_net_exchanges, 4000},
    {"moves, best", make_best_moves, 1200},
};

static uint64_t declared_text(const struct bytes *file)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(file->data, file->size));
    uint64_t size = pgnpack_reader_info(reader)->text_size;
    uint64_t blocks = pgnpack_reader_info(reader)->block_count;
    pgnpack_free(reader);
    expect(blocks != 0, "a file made by hand does not open");
    return size;
}

/* `is_whole`: it unpacks. */
static void try_file(const char *name, const struct bytes *file, uint32_t units, int is_whole, int with_times)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct unpack_setup setup = {.allocator = &allocator};
    struct unpacked unpacked;
    uint64_t text_size = declared_text(file);
    double start = seconds();
    unpack_bytes(&setup, file->data, file->size, &unpacked);
    double took = seconds() - start;
    uint64_t work = unpacked.totals.work;
    uint64_t most = UNITS_OF_BLOCK + units * (file->size + text_size);
    expect(unpacked.status == (is_whole ? PGNPACK_OK : PGNPACK_ERROR_CORRUPT), "%s: status %d", name,
           unpacked.status);
    expect(work <= most, "%s: %llu units of work, more than %llu", name, (unsigned long long)work,
           (unsigned long long)most);
    expect(count.peak <= MEMORY_OF_BLOCK + MEMORY_OF_BYTE * text_size, "%s: %zu bytes of memory", name,
           count.peak);
    if (with_times)
        report("%-25s packed %8zu text %8llu, work %11llu, %6.0f a byte of text, %6.0f a packed one; %.2f ns "
               "a unit; "
               "%6zu KiB, %5.1f a byte",
               name, file->size, (unsigned long long)text_size, (unsigned long long)work,
               (double)work / (double)(text_size + 1), (double)work / (double)file->size,
               1e9 * took / (double)work, count.peak >> 10, (double)count.peak / (double)(text_size + 1));
    unpacked_free(&unpacked);
}

static void try_case(const struct cost_case *one, uint32_t size, int with_times)
{
    struct block *block = calloc(1, sizeof *block);
    struct bytes file = {0};
    if (block == NULL)
        abort();
    one->make(&file, block, size);
    /* The hash is wrong where there is a text; it is found out when all else is done. */
    try_file(one->name, &file, one->units, one->make == make_tiny_blocks, with_times);
    bytes_free(&file);
    free(block);
}

/* ---- Hostile texts, packed by the library ---- */

static void append_nested(struct bytes *text)
{
    enum { DEPTH = 900 };
    bytes_append_text(text, "[Event \"x\"]\n\n1. e4");
    for (unsigned i = 0; i < DEPTH; i++)
        bytes_append_text(text, " (1. d4");
    for (unsigned i = 0; i < DEPTH; i++)
        bytes_append_text(text, ")");
    bytes_append_text(text, " *\n\n");
}

static void append_brackets(struct bytes *text)
{
    bytes_append_text(text, "1. e4 ");
    for (unsigned i = 0; i < 400; i++)
        bytes_append_text(text, "()(e3)");
    bytes_append_text(text, "*\n\n");
}

static void append_lists(struct bytes *text)
{
    bytes_append_text(text,
                      "1. e4 {d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 c6 Bc4 Bf5 +0.31/18 1.1s} e5 {Nf3 Nc6 Bb5 a6 "
                      "Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 -0.12/20 0.9s} *\n\n");
}

static void append_clocks(struct bytes *text)
{
    bytes_append_text(text,
                      "1. e4 {[%clk 0:01:07]} e5 {[%clk 0:00:53]} 2. Nf3 {[%clk 0:01:01] [%eval 0.1]} *\n");
}

static void append_short(struct bytes *text)
{
    bytes_append_text(text, "[A \"\"]e4*");
}

static void append_tags(struct bytes *text)
{
    for (unsigned i = 0; i < 300; i++)
        bytes_append_text(text, i % 2 ? "[White \"a\"]" : "[Elo \"1\"]");
    bytes_append_text(text, "*\n");
}

static void append_shuffle(struct bytes *text)
{
    for (unsigned i = 0; i < 200; i++)
        bytes_append_text(text, "Nf3 Nf6 Ng1 Ng8 ");
    bytes_append_text(text, "*\n");
}

struct text_case {
    const char *name;
    void (*append)(struct bytes *text);
};

static const struct text_case texts[] = {
    {"nested variations", append_nested},  {"brackets", append_brackets},
    {"lists of moves", append_lists},      {"clocks", append_clocks},
    {"short games", append_short},         {"many tags", append_tags},
    {"shuffling knights", append_shuffle},
};

/* By level: units a byte of what a packer made. docs/LIMITS.md. */
static const uint32_t units_of_level[PGNPACK_LEVEL_MAX + 1] = {0,    210,  210,  210,  220,
                                                               1300, 1300, 4100, 4100, 4100};

static void try_texts(uint32_t size, int with_times)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct bytes text = {0};
        while (text.size < size)
            texts[i].append(&text);
        for (int level = 1; level <= PGNPACK_LEVEL_MAX; level++) {
            const struct pack_setup setup = {.level = level};
            struct bytes file = {0};
            char name[60];
            snprintf(name, sizeof name, "%s -%d", texts[i].name, level);
            pack_bytes(&setup, text.data, text.size, &file);
            try_file(name, &file, units_of_level[level], 1, with_times);
            bytes_free(&file);
        }
        bytes_free(&text);
    }
}

void try_costs(uint32_t size, int with_times)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        try_case(&cases[i], size, with_times);
    try_texts(size / 8, with_times);
}
