/* Blocks: header and table byte by byte, what is refused, and games in parts and in any order. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "block/block_decoder.h"
#include "block/block_encoder.h"
#include "pgn/pgn_parser.h"
#include "shared/sample.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/bytes.h"
#include "util/xxh64.h"
#include "shared/lone_file.h"

struct fixture {
    struct memory memory;
    struct error error;
    struct buffer out;
    struct bytes text;
    struct block_header header;
    struct block_encoder *encoder;
    struct block_decoder *decoder;
    struct pgn_parser parser;
    struct game game;
};

static void set_up(struct fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    memory_init(&fixture->memory, NULL, 0);
    buffer_init(&fixture->out, &fixture->memory);
    error_clear(&fixture->error);
    fixture->encoder = malloc(sizeof *fixture->encoder);
    fixture->decoder = malloc(sizeof *fixture->decoder);
    ck_assert(fixture->encoder != NULL && fixture->decoder != NULL);
    block_encoder_init(fixture->encoder, &fixture->memory);
    block_decoder_init(fixture->decoder, &fixture->memory);
    pgn_parser_init(&fixture->parser, &fixture->memory);
    game_init(&fixture->game, &fixture->memory);
}

static void tear_down(struct fixture *fixture)
{
    buffer_free(&fixture->out);
    bytes_free(&fixture->text);
    block_encoder_free(fixture->encoder);
    block_decoder_free(fixture->decoder);
    free(fixture->encoder);
    free(fixture->decoder);
    pgn_parser_free(&fixture->parser);
    game_free(&fixture->game);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

static void seal(uint8_t *place, const uint8_t *bytes, size_t size)
{
    store_le32(place, (uint32_t)xxh64(bytes, size));
}

/* ---- Header and table ---- */

static struct block_header plain_header = {.block_size = 64 + 2 * 16 + 5 + 7,
                                           .text_size = 1000,
                                           .games_before = 0x1122334455,
                                           .text_before = 0x66778899aabb,
                                           .game_count = 3,
                                           .text_hash = UINT64_C(0x0123456789abcdef),
                                           .section_count = 2,
                                           .flags = BCGN_BLOCK_CONTINUES};
static const struct section_entry plain_entries[2] = {{.type = BCGN_SECTION_TAIL,
                                                       .packing = BCGN_PACKING_NONE,
                                                       .raw_size = 5,
                                                       .stored_size = 5,
                                                       .checksum = 0xdeadbeef},
                                                      {.type = BCGN_SECTION_TAG,
                                                       .packing = BCGN_PACKING_ZSTD,
                                                       .index = 0x102,
                                                       .raw_size = 900,
                                                       .stored_size = 7}};

static void write_plain(struct fixture *fixture)
{
    buffer_clear(&fixture->out);
    block_header_write(&plain_header, plain_entries, &fixture->out);
}

START_TEST(header_and_table_bytes)
{
    struct fixture fixture;
    size_t size;
    unsigned char *bytes = bytes_from_hex("9e bc 42 4c 4b 8d 1a 0a  # sync marker\n"
                                          "6c 00 00 00              # bytes of the block\n"
                                          "e8 03 00 00              # bytes of text\n"
                                          "55 44 33 22 11 00 00 00  # games before\n"
                                          "bb aa 99 88 77 66 00 00  # text before\n"
                                          "03 00 00 00  00 00 00 00 # games; bytes of optional sections\n"
                                          "ef cd ab 89 67 45 23 01  # text hash\n"
                                          "02 00  01  00 00 00 00 00  # sections, flags, zero\n",
                                          &size);
    unsigned char *table = bytes_from_hex("12 00 00 00  05 00 00 00  05 00 00 00  ef be ad de\n"
                                          "09 01 02 01  84 03 00 00  07 00 00 00  00 00 00 00\n",
                                          &(size_t){0});
    set_up(&fixture);
    write_plain(&fixture);
    ck_assert_uint_eq(size, 56);
    ck_assert_uint_eq(fixture.out.size, 96);
    ck_assert_mem_eq(fixture.out.data, bytes, 56);
    ck_assert_mem_eq(fixture.out.data + 64, table, 32);
    ck_assert_uint_eq(load_le32(fixture.out.data + 56), (uint32_t)xxh64(table, 32));
    ck_assert_uint_eq(load_le32(fixture.out.data + 60), (uint32_t)xxh64(fixture.out.data, 60));
    free(bytes);
    free(table);
    tear_down(&fixture);
}
END_TEST

START_TEST(header_and_table_read)
{
    struct fixture fixture;
    struct section_entry entries[2];
    set_up(&fixture);
    write_plain(&fixture);
    struct block_header read;
    ck_assert_int_eq(block_header_read(fixture.out.data, &read, &fixture.error), PGNPACK_OK);
    ck_assert_uint_eq(read.block_size, plain_header.block_size);
    ck_assert_uint_eq(read.text_size, plain_header.text_size);
    ck_assert_uint_eq(read.games_before, plain_header.games_before);
    ck_assert_uint_eq(read.text_before, plain_header.text_before);
    ck_assert_uint_eq(read.game_count, plain_header.game_count);
    ck_assert_uint_eq(read.text_hash, plain_header.text_hash);
    ck_assert_uint_eq(read.section_count, 2);
    ck_assert_uint_eq(read.flags, BCGN_BLOCK_CONTINUES);
    ck_assert_int_eq(block_table_read(fixture.out.data + 64, &read, entries, &fixture.error), PGNPACK_OK);
    ck_assert_uint_eq(entries[1].type, BCGN_SECTION_TAG);
    ck_assert_uint_eq(entries[1].index, 0x102);
    ck_assert_uint_eq(entries[0].checksum, 0xdeadbeef);
    tear_down(&fixture);
}
END_TEST

START_TEST(header_and_table_damage)
{
    struct fixture fixture;
    struct block_header read;
    struct section_entry entries[2];
    set_up(&fixture);
    write_plain(&fixture);
    block_header_read(fixture.out.data, &read, &fixture.error);
    for (size_t bit = 0; bit < 8 * fixture.out.size; bit++) {
        struct block_header ignored;
        error_clear(&fixture.error);
        fixture.out.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        enum pgnpack_status status =
            bit / 8 < 64 ? block_header_read(fixture.out.data, &ignored, &fixture.error)
                         : block_table_read(fixture.out.data + 64, &read, entries, &fixture.error);
        ck_assert_int_eq(status, PGNPACK_ERROR_CORRUPT);
        fixture.out.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    tear_down(&fixture);
}
END_TEST

struct bad_header {
    unsigned offset;
    unsigned size;
    uint64_t value;
    enum pgnpack_status status;
    const char *text;
};

static const struct bad_header bad_headers[] = {
    {8, 4, 95, PGNPACK_ERROR_CORRUPT,
     "a block claims to be smaller than its table of sections and its optional sections"},
    {36, 4, 13, PGNPACK_ERROR_CORRUPT,
     "a block claims to be smaller than its table of sections and its optional sections"},
    {36, 4, BCGN_OPTIONAL_SIZE_MAX + 1, PGNPACK_ERROR_CORRUPT,
     "a block claims more bytes of optional sections than a block may have"},
    {8, 4, 96 + 1000 + 4096 + 1, PGNPACK_ERROR_CORRUPT, "a block claims to be larger than its text allows"},
    {12, 4, (16 << 20) + 1, PGNPACK_ERROR_CORRUPT, "a block claims more text than a block may have"},
    {16, 8, UINT64_MAX, PGNPACK_ERROR_CORRUPT, "a block claims more before it than a file can have"},
    {24, 8, UINT64_MAX, PGNPACK_ERROR_CORRUPT, "a block claims more before it than a file can have"},
    {32, 4, 1001, PGNPACK_ERROR_CORRUPT, "a block claims more games than its text has room for"},
    {48, 2, 4097, PGNPACK_ERROR_CORRUPT, "a block claims more sections than a block may have"},
    {50, 1, 64, PGNPACK_ERROR_UNSUPPORTED, "block flag 64 is unknown: it needs a newer pgnpack"},
    {51, 1, 0x90, PGNPACK_ERROR_UNSUPPORTED,
     "what a block needs, feature 4 is unknown: it needs a newer pgnpack"},
    {50, 1, 20, PGNPACK_ERROR_CORRUPT, "a block is called an annex, but claims text"},
    {50, 1, 16, PGNPACK_ERROR_CORRUPT, "a block is said to take games away, but is no record"},
    {50, 1, 8, PGNPACK_ERROR_CORRUPT, "a block is called a record, but is no annex"},
    {50, 1, 4, PGNPACK_ERROR_CORRUPT, "a block is called an annex, but claims text"},
};

START_TEST(headers_refused)
{
    const struct bad_header *bad = &bad_headers[_i];
    struct fixture fixture;
    struct block_header read;
    uint8_t value[8];
    set_up(&fixture);
    write_plain(&fixture);
    store_le64(value, bad->value);
    memcpy(fixture.out.data + bad->offset, value, bad->size);
    seal(fixture.out.data + 60, fixture.out.data, 60);
    ck_assert_int_eq(block_header_read(fixture.out.data, &read, &fixture.error), bad->status);
    ck_assert_str_eq(fixture.error.text, bad->text);
    tear_down(&fixture);
}
END_TEST

static const struct bad_header bad_tables[] = {
    {8, 4, 4, PGNPACK_ERROR_CORRUPT, "a section that is not packed has two different sizes"},
    {4, 4, 6, PGNPACK_ERROR_CORRUPT, "a section that is not packed has two different sizes"},
    {24, 4, 6, PGNPACK_ERROR_CORRUPT, "a block's size is not the sum of its sections"},
    {24, 4, 8, PGNPACK_ERROR_CORRUPT, "a block's size is not the sum of its sections"},
    {20, 4, 1000 + 4096, PGNPACK_ERROR_CORRUPT, "a block's sections unpack to more than its text allows"},
    {0, 1, 0x80, PGNPACK_ERROR_CORRUPT, "a block has an optional section before one that is not"},
    {16, 1, 0x80, PGNPACK_ERROR_CORRUPT,
     "a block's optional sections have another size than its header says"},
    {17, 1, 5, PGNPACK_ERROR_UNSUPPORTED, "packing 5 is unknown: it needs a newer pgnpack"},
    {1, 1, 5, PGNPACK_ERROR_UNSUPPORTED, "packing 5 is unknown: it needs a newer pgnpack"},
};

START_TEST(tables_refused)
{
    const struct bad_header *bad = &bad_tables[_i];
    struct fixture fixture;
    struct block_header read;
    struct section_entry entries[2];
    uint8_t value[8];
    set_up(&fixture);
    write_plain(&fixture);
    store_le64(value, bad->value);
    memcpy(fixture.out.data + 64 + bad->offset, value, bad->size);
    seal(fixture.out.data + 56, fixture.out.data + 64, 32);
    seal(fixture.out.data + 60, fixture.out.data, 60);
    ck_assert_int_eq(block_header_read(fixture.out.data, &read, &fixture.error), PGNPACK_OK);
    ck_assert_int_eq(block_table_read(fixture.out.data + 64, &read, entries, &fixture.error), bad->status);
    ck_assert_str_eq(fixture.error.text, bad->text);
    tear_down(&fixture);
}
END_TEST

/* A header and a table, of 12 bytes of sections, with so many of them told to be of optional ones. */
static enum pgnpack_status read_claiming(struct fixture *fixture, uint32_t optional_size)
{
    struct block_header read;
    struct section_entry entries[2];
    error_clear(&fixture->error);
    store_le32(fixture->out.data + 36, optional_size);
    seal(fixture->out.data + 60, fixture->out.data, 60);
    enum pgnpack_status status = block_header_read(fixture->out.data, &read, &fixture->error);
    return status == PGNPACK_OK ? block_table_read(fixture->out.data + 64, &read, entries, &fixture->error)
                                : status;
}

START_TEST(optional_bytes_are_counted)
{
    struct section_entry entries[2] = {plain_entries[0], {.type = 200, .packing = 99, .stored_size = 7}};
    struct block_header header = plain_header;
    struct fixture fixture;
    set_up(&fixture);
    entries[1].raw_size = UINT32_MAX; /* nobody looks */
    block_header_write(&header, entries, &fixture.out);
    ck_assert_uint_eq(header.optional_size, 7);
    for (uint32_t told = 0; told <= 13; told++)
        ck_assert_int_eq(read_claiming(&fixture, told), told == 7 ? PGNPACK_OK : PGNPACK_ERROR_CORRUPT);
    tear_down(&fixture);
}
END_TEST

/* A block may have as many bytes of optional sections as it likes, beside those that its text allows. */
START_TEST(optional_bytes_are_apart)
{
    struct section_entry entries[2] = {plain_entries[0],
                                       {.type = 200, .stored_size = BCGN_OPTIONAL_SIZE_MAX}};
    struct block_header header = {.text_size = 1, .section_count = 2}, read;
    struct fixture fixture;
    set_up(&fixture);
    entries[0].packing = BCGN_PACKING_ZSTD;
    for (uint32_t more = 0; more < 2; more++) {
        entries[0].stored_size = 1 + BCGN_BLOCK_SLACK + more;
        header.block_size = 96 + entries[0].stored_size + BCGN_OPTIONAL_SIZE_MAX;
        buffer_clear(&fixture.out);
        error_clear(&fixture.error);
        block_header_write(&header, entries, &fixture.out);
        ck_assert_int_eq(block_header_read(fixture.out.data, &read, &fixture.error),
                         more ? PGNPACK_ERROR_CORRUPT : PGNPACK_OK);
    }
    tear_down(&fixture);
}
END_TEST

/* Of an optional type and subtype the first one with bytes counts; whether it can be read is another question. */
START_TEST(sections_that_count)
{
    enum { RECORD = BCGN_SECTION_RECORD, LARGE = BCGN_OPTIONAL_SIZE_MAX };
    static const struct section_entry entries[] = {
        {.type = BCGN_SECTION_TAIL, .index = 7},
        {.type = RECORD, .index = 1, .raw_size = 1, .stored_size = 1},
        {.type = RECORD},
        {.type = RECORD, .packing = BCGN_PACKING_ZSTD, .raw_size = LARGE, .stored_size = 3},
        {.type = RECORD, .raw_size = 2, .stored_size = 2},
        {.type = 200, .packing = BCGN_PACKING_TEXT, .raw_size = 2, .stored_size = 2},
        {.type = 201, .packing = BCGN_PACKING_ZSTD, .raw_size = LARGE + 1, .stored_size = 2},
        {.type = 202, .raw_size = 2, .stored_size = 3}};
    enum { COUNT = sizeof entries / sizeof *entries };
    ck_assert_ptr_eq(section_find(entries, COUNT, BCGN_SECTION_TAIL, 0), &entries[0]);
    ck_assert_ptr_eq(section_find(entries, COUNT, RECORD, 0), &entries[3]);
    ck_assert_ptr_eq(section_find(entries, COUNT, RECORD, 1), &entries[1]);
    ck_assert_ptr_null(section_find(entries, COUNT, RECORD, 2));
    ck_assert_ptr_null(section_find(entries, COUNT, BCGN_SECTION_STYLES, 0));
    for (size_t i = 1; i < COUNT; i++)
        ck_assert_int_eq(optional_section_is_readable(&entries[i]), i < 5);
}
END_TEST

/* ---- Whole blocks ---- */

static const struct block_options index_options = {.moves = MOVE_CODEC_INDEX, .zstd_level = 3};
static const struct block_options bits_options = {.moves = MOVE_CODEC_BITS, .zstd_level = 3};

/* Packs fixture->text; `tail` bytes of it, and the white space before them, are left to the tail. */
static void encode(struct fixture *fixture, const struct block_options *options, size_t tail,
                   const char *name)
{
    struct text text = {(const char *)fixture->text.data, fixture->text.size};
    block_encoder_start(fixture->encoder, options, text);
    for (size_t at = 0; at < text.size - tail; at += fixture->game.text.size) {
        if (pgn_parse(&fixture->parser, text.data + at, text.size - tail - at, 1, &fixture->game) != PGN_GAME)
            break;
        ck_assert_int_eq(block_encoder_add(fixture->encoder, &fixture->game, &fixture->error), PGNPACK_OK);
    }
    fixture->header = (struct block_header){0};
    buffer_clear(&fixture->out);
    ck_assert_int_eq(pack_lone_file(fixture->encoder, &fixture->header, name, &fixture->error), PGNPACK_OK);
    ck_assert_int_eq(block_encoder_write(fixture->encoder, &fixture->header, &fixture->out, &fixture->error),
                     PGNPACK_OK);
    ck_assert_int_eq(block_header_read(fixture->out.data, &fixture->header, &fixture->error), PGNPACK_OK);
    ck_assert_uint_eq(fixture->header.block_size, fixture->out.size);
    size_t looked_at;
    ck_assert(block_is_whole(fixture->out.data, &fixture->header, 1, &looked_at));
    ck_assert_uint_eq(looked_at, fixture->out.size);
}

static void open_block(struct fixture *fixture, unsigned parts)
{
    ck_assert_int_eq(
        block_decoder_open(fixture->decoder, &fixture->header, fixture->out.data, parts, &fixture->error),
        PGNPACK_OK);
}

static void check_text(struct fixture *fixture)
{
    struct buffer text;
    buffer_init(&text, &fixture->memory);
    open_block(fixture, BLOCK_EVERYTHING);
    ck_assert_int_eq(block_decoder_text(fixture->decoder, &text, &fixture->error), PGNPACK_OK);
    ck_assert_uint_eq(text.size, fixture->text.size);
    ck_assert(text.size == 0 || memcmp(text.data, fixture->text.data, text.size) == 0);
    buffer_free(&text);
}

START_TEST(texts_come_back)
{
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned games = 0; games < 70; games += games < 5 ? 1 : 13) {
        fixture.text.size = 0;
        append_games(&fixture.text, games, games + 1);
        bytes_append_text(&fixture.text, "  \n text behind");
        encode(&fixture, _i == 0 ? &index_options : &bits_options, 15, "");
        check_text(&fixture);
        ck_assert_uint_ge(block_decoder_tail(fixture.decoder).size, 15);
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(names_of_files)
{
    struct fixture fixture;
    set_up(&fixture);
    append_games(&fixture.text, 3, 1);
    encode(&fixture, &index_options, 0, "a/b.pgn");
    check_text(&fixture);
    ck_assert_uint_eq(fixture.decoder->files.count, 1);
    ck_assert(text_is(file_list_name(&fixture.decoder->files, 0), "a/b.pgn"));
    tear_down(&fixture);
}
END_TEST

START_TEST(names_of_files_too_long)
{
    struct fixture fixture;
    char name[BCGN_FILE_NAME_SIZE_MAX + 2] = "";
    set_up(&fixture);
    append_games(&fixture.text, 100, 1);
    memset(name, 'x', BCGN_FILE_NAME_SIZE_MAX);
    encode(&fixture, &index_options, 0, name);
    open_block(&fixture, BLOCK_FILES);
    ck_assert_int_eq(block_decoder_files(fixture.decoder, &fixture.error), PGNPACK_OK);
    ck_assert_uint_eq(file_list_name(&fixture.decoder->files, 0).size, BCGN_FILE_NAME_SIZE_MAX);
    name[BCGN_FILE_NAME_SIZE_MAX] = 'x';
    encode(&fixture, &index_options, 0, name);
    open_block(&fixture, BLOCK_FILES);
    ck_assert_int_eq(block_decoder_files(fixture.decoder, &fixture.error), PGNPACK_ERROR_CORRUPT);
    ck_assert_str_eq(fixture.error.text, "the names of a block's files are damaged, or too long");
    tear_down(&fixture);
}
END_TEST

/* What does not pack well is kept as it is, and never costs more than the slack. */
START_TEST(noise_is_kept_as_text)
{
    struct fixture fixture;
    uint64_t random = 5;
    set_up(&fixture);
    for (unsigned i = 0; i < 200000; i++)
        bytes_append(&fixture.text, &(uint8_t){(uint8_t)next_random(&random)}, 1);
    encode(&fixture, &index_options, fixture.text.size, "");
    ck_assert_uint_le(fixture.out.size,
                      fixture.text.size + BCGN_BLOCK_SLACK + BCGN_BLOCK_HEADER_SIZE + 16 * 4);
    check_text(&fixture);
    tear_down(&fixture);
}
END_TEST

START_TEST(damage_is_seen)
{
    struct fixture fixture;
    set_up(&fixture);
    append_games(&fixture.text, 10, 2);
    encode(&fixture, &index_options, 0, "");
    for (size_t at = BCGN_BLOCK_HEADER_SIZE; at < fixture.out.size; at++) {
        fixture.out.data[at] ^= 0x40;
        size_t looked_at;
        ck_assert(!block_is_whole(fixture.out.data, &fixture.header, 1, &looked_at));
        ck_assert(looked_at > at && looked_at <= fixture.out.size);
        error_clear(&fixture.error);
        ck_assert_int_eq(block_decoder_open(fixture.decoder, &fixture.header, fixture.out.data,
                                            BLOCK_EVERYTHING, &fixture.error),
                         PGNPACK_ERROR_CORRUPT);
        fixture.out.data[at] ^= 0x40;
    }
    error_clear(&fixture.error);
    fixture.header.text_hash ^= 1;
    struct buffer text;
    buffer_init(&text, &fixture.memory);
    open_block(&fixture, BLOCK_EVERYTHING);
    ck_assert_int_eq(block_decoder_text(fixture.decoder, &text, &fixture.error), PGNPACK_ERROR_CORRUPT);
    buffer_free(&text);
    tear_down(&fixture);
}
END_TEST

/* ---- Games ---- */

static void parse_nth(struct fixture *fixture, unsigned n)
{
    const char *text = (const char *)fixture->text.data;
    size_t at = 0;
    for (unsigned i = 0; i <= n; i++) {
        ck_assert_int_eq(pgn_parse(&fixture->parser, text + at, fixture->text.size - at, 1, &fixture->game),
                         PGN_GAME);
        at += fixture->game.text.size;
    }
}

static void check_game(struct fixture *fixture, unsigned n, unsigned parts)
{
    const struct game *game = &fixture->decoder->game;
    parse_nth(fixture, n);
    ck_assert_int_eq(game->result, fixture->game.result);
    if (parts & BLOCK_TAGS) {
        ck_assert_uint_eq(game->tag_count, fixture->game.tag_count);
        for (size_t i = 0; i < game->tag_count; i++)
            ck_assert(text_equal(game->tags[i].name, fixture->game.tags[i].name) &&
                      text_equal(game->tags[i].value, fixture->game.tags[i].value));
    }
    if (parts & (BLOCK_SHAPE | BLOCK_MOVES | BLOCK_TEXT))
        ck_assert_uint_eq(game->ply_count, fixture->game.ply_count);
    if (parts & (BLOCK_MOVES | BLOCK_TEXT)) {
        ck_assert_uint_eq(game->item_count, fixture->game.item_count);
        ck_assert(position_same(&game->start, &fixture->game.start));
        for (size_t i = 0; i < game->item_count; i++) {
            ck_assert_uint_eq(game->items[i].kind, fixture->game.items[i].kind);
            ck_assert_uint_eq(game->items[i].value, fixture->game.items[i].value);
        }
    }
}

static const unsigned part_masks[] = {
    BLOCK_TAGS,      BLOCK_SHAPE, BLOCK_MOVES, BLOCK_TEXT, BLOCK_TAGS | BLOCK_SHAPE, BLOCK_TAGS | BLOCK_MOVES,
    BLOCK_EVERYTHING};

/* Forwards, backwards and at random, with each set of parts. */
START_TEST(games_in_any_order)
{
    enum { GAMES = 80 };
    struct fixture fixture;
    unsigned parts = part_masks[_i / 2];
    uint64_t random = 9;
    set_up(&fixture);
    append_games(&fixture.text, GAMES, 6);
    encode(&fixture, _i % 2 == 0 ? &index_options : &bits_options, 0, "");
    open_block(&fixture, parts);
    unsigned games = fixture.header.game_count;
    ck_assert_uint_ge(games, GAMES);
    for (unsigned n = 0; n < games; n += 3) {
        ck_assert_int_eq(block_decoder_go_to(fixture.decoder, n, &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        check_game(&fixture, n, parts);
    }
    for (unsigned i = 0; i < 30; i++) {
        unsigned n = (unsigned)random_below(&random, games);
        ck_assert_int_eq(block_decoder_go_to(fixture.decoder, n, &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        check_game(&fixture, n, parts);
    }
    ck_assert_int_eq(block_decoder_go_to(fixture.decoder, games, &fixture.error), PGNPACK_OK);
    ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_END);
    tear_down(&fixture);
}
END_TEST

/* A scan over tags does not look at the other columns: they may be damaged. */
START_TEST(parts_are_independent)
{
    struct fixture fixture;
    struct section_entry entries[64];
    set_up(&fixture);
    append_games(&fixture.text, 10, 6);
    encode(&fixture, &index_options, 0, "");
    ck_assert_uint_le(fixture.header.section_count, 64);
    block_table_read(fixture.out.data + BCGN_BLOCK_HEADER_SIZE, &fixture.header, entries, &fixture.error);
    size_t at = BCGN_BLOCK_HEADER_SIZE + block_table_size(&fixture.header);
    for (size_t i = 0; i < fixture.header.section_count; i++) {
        if (entries[i].type == BCGN_SECTION_MOVE_STRIPE || entries[i].type == BCGN_SECTION_STYLES)
            fixture.out.data[at] ^= 1;
        at += entries[i].stored_size;
    }
    open_block(&fixture, BLOCK_TAGS | BLOCK_SHAPE);
    for (unsigned n = 0; block_decoder_next(fixture.decoder, &fixture.error) == PGNPACK_OK; n++)
        check_game(&fixture, n, BLOCK_TAGS | BLOCK_SHAPE);
    ck_assert_int_eq(fixture.error.status, PGNPACK_OK);
    ck_assert_int_eq(
        block_decoder_open(fixture.decoder, &fixture.header, fixture.out.data, BLOCK_MOVES, &fixture.error),
        PGNPACK_ERROR_CORRUPT);
    tear_down(&fixture);
}
END_TEST

/* ---- Fetching ---- */

/* A block that comes piece by piece, at other addresses each time, until fetching fails. */
struct slow_block {
    const struct buffer *block;
    struct buffer piece;
    size_t fetches, fetches_max;
    size_t fetched; /* bytes */
};

static const uint8_t *fetch_slowly(void *context, size_t offset, size_t size, struct error *error)
{
    struct slow_block *slow = context;
    ck_assert_uint_le(offset + size, slow->block->size);
    if (slow->fetches++ == slow->fetches_max) {
        error_set(error, PGNPACK_ERROR_READ, "no more");
        return NULL;
    }
    slow->fetched += size;
    if (slow->piece.size != 0)
        memset(slow->piece.data, 0xee, slow->piece.size);
    slow->piece.size = 0;
    buffer_append(&slow->piece, slow->block->data + offset, size);
    return slow->piece.data;
}

static enum pgnpack_status open_slowly(struct fixture *fixture, struct slow_block *slow, unsigned parts,
                                       size_t fetches_max)
{
    const struct block_bytes bytes = {.fetch = fetch_slowly, .context = slow};
    struct block_decoder *decoder = fixture->decoder;
    slow->fetches = slow->fetched = 0;
    slow->fetches_max = fetches_max;
    error_clear(&fixture->error);
    enum pgnpack_status status =
        block_decoder_start(decoder, &fixture->header, &bytes, parts, &fixture->error);
    if (status == PGNPACK_OK)
        status = block_decoder_load(decoder, &bytes, &fixture->error);
    return status == PGNPACK_OK ? block_decoder_ready(decoder, &fixture->error) : status;
}

/* Only what is needed is fetched, neighbours at once; what cannot be fetched is an error. */
START_TEST(sections_are_fetched)
{
    struct fixture fixture;
    struct slow_block slow = {.block = &fixture.out};
    const struct text white = text_of("White");
    set_up(&fixture);
    buffer_init(&slow.piece, &fixture.memory);
    append_games(&fixture.text, 1000, 6);
    encode(&fixture, &index_options, 0, "a.pgn");
    ck_assert_int_eq(open_slowly(&fixture, &slow, BLOCK_EVERYTHING, SIZE_MAX), PGNPACK_OK);
    ck_assert_uint_eq(slow.fetched, fixture.out.size - BCGN_BLOCK_HEADER_SIZE);
    ck_assert_uint_eq(slow.fetches, 2);
    ck_assert_int_eq(open_slowly(&fixture, &slow, BLOCK_TAGS, SIZE_MAX), PGNPACK_OK);
    size_t all_tags = slow.fetched;
    block_decoder_ask_tags(fixture.decoder, &white, 1);
    ck_assert_int_eq(open_slowly(&fixture, &slow, BLOCK_TAGS, SIZE_MAX), PGNPACK_OK);
    ck_assert_uint_lt(slow.fetched, all_tags);
    size_t fetches = slow.fetches;
    for (size_t most = 0; most < fetches; most++) {
        ck_assert_int_eq(open_slowly(&fixture, &slow, BLOCK_TAGS, most), PGNPACK_ERROR_READ);
        ck_assert_uint_eq(slow.fetches, most + 1);
    }
    buffer_free(&slow.piece);
    tear_down(&fixture);
}
END_TEST

/* ---- Sections that are not known ---- */

/* Rewrites the table with one more section of this type behind the others, and no bytes. */
static void add_section(struct fixture *fixture, uint8_t type, uint16_t index)
{
    struct section_entry entries[64];
    struct buffer block;
    size_t old_head = BCGN_BLOCK_HEADER_SIZE + block_table_size(&fixture->header);
    block_table_read(fixture->out.data + BCGN_BLOCK_HEADER_SIZE, &fixture->header, entries, &fixture->error);
    entries[fixture->header.section_count] =
        (struct section_entry){.type = type, .index = index, .checksum = (uint32_t)xxh64("", 0)};
    fixture->header.section_count++;
    fixture->header.block_size += BCGN_SECTION_ENTRY_SIZE;
    buffer_init(&block, &fixture->memory);
    block_header_write(&fixture->header, entries, &block);
    buffer_append(&block, fixture->out.data + old_head, fixture->out.size - old_head);
    buffer_free(&fixture->out);
    fixture->out = block;
    ck_assert_int_eq(block_header_read(fixture->out.data, &fixture->header, &fixture->error), PGNPACK_OK);
}

START_TEST(unknown_sections)
{
    struct fixture fixture;
    set_up(&fixture);
    append_games(&fixture.text, 4, 6);
    encode(&fixture, &index_options, 0, "");
    if (_i == 0) {
        add_section(&fixture, BCGN_SECTION_OPTIONAL | 99, 0);
        check_text(&fixture);
    }
    add_section(&fixture, 99, 0);
    ck_assert_int_eq(
        block_decoder_open(fixture.decoder, &fixture.header, fixture.out.data, BLOCK_TAGS, &fixture.error),
        _i == 0 ? PGNPACK_ERROR_CORRUPT : PGNPACK_ERROR_UNSUPPORTED);
    tear_down(&fixture);
}
END_TEST

/* Of each column there is one. */
START_TEST(sections_of_columns_twice)
{
    struct fixture fixture;
    set_up(&fixture);
    append_games(&fixture.text, 4, 6);
    encode(&fixture, &index_options, 0, "");
    for (uint16_t index = 200; index < 210; index++) {
        add_section(&fixture, BCGN_SECTION_TAG, index);
        check_text(&fixture);
    }
    add_section(&fixture, BCGN_SECTION_TAG, (uint16_t)(200 + _i));
    ck_assert_int_eq(
        block_decoder_open(fixture.decoder, &fixture.header, fixture.out.data, BLOCK_TAGS, &fixture.error),
        PGNPACK_ERROR_CORRUPT);
    ck_assert_ptr_nonnull(strstr(fixture.error.text, "a section twice"));
    tear_down(&fixture);
}
END_TEST

Suite *bcgn_block_suite(void)
{
    Suite *suite = suite_create("bcgn_block");
    TCase *heads = tcase_create("headers and tables");
    tcase_add_test(heads, header_and_table_bytes);
    tcase_add_test(heads, header_and_table_read);
    tcase_add_test(heads, header_and_table_damage);
    tcase_add_loop_test(heads, headers_refused, 0, sizeof bad_headers / sizeof bad_headers[0]);
    tcase_add_loop_test(heads, tables_refused, 0, sizeof bad_tables / sizeof bad_tables[0]);
    tcase_add_test(heads, optional_bytes_are_counted);
    tcase_add_test(heads, optional_bytes_are_apart);
    tcase_add_test(heads, sections_that_count);
    suite_add_tcase(suite, heads);
    TCase *blocks = tcase_create("blocks");
    tcase_add_loop_test(blocks, texts_come_back, 0, 2);
    tcase_add_test(blocks, names_of_files);
    tcase_add_test(blocks, names_of_files_too_long);
    tcase_add_test(blocks, noise_is_kept_as_text);
    tcase_add_test(blocks, damage_is_seen);
    tcase_add_loop_test(blocks, games_in_any_order, 0, 2 * sizeof part_masks / sizeof part_masks[0]);
    tcase_add_test(blocks, parts_are_independent);
    tcase_add_test(blocks, sections_are_fetched);
    tcase_add_loop_test(blocks, unknown_sections, 0, 2);
    tcase_add_loop_test(blocks, sections_of_columns_twice, 0, 10);
    suite_add_tcase(suite, blocks);
    return suite;
}
