/* Columns of tags and comments in blocks: every value comes back, from any place, and bad data is refused. */
#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block/block_decoder.h"
#include "block/block_encoder.h"
#include "pgn/pgn_parser.h"
#include "shared/bytes.h"
#include "shared/packing.h"
#include "tags/base/tag_final.h"
#include "tags/write/tag_pattern_choice.h"
#include "tags/read/tag_scan.h"
#include "unit/suites.h"
#include "shared/lone_file.h"

static void put(struct buffer *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct buffer *out, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    ck_assert(size >= 0 && (size_t)size < sizeof text);
    buffer_append(out, text, (size_t)size);
}

/* ---- Blocks ---- */

struct fixture {
    struct memory memory;
    struct buffer text;
    struct buffer block;
    struct block_header header;
    struct block_encoder *encoder;
    struct block_decoder *decoder;
    struct pgn_parser parser;
    struct game game;
    struct error error;
    int adaptive;
    int spells_recipes;
    enum move_codec moves;
};

static void set_up(struct fixture *fixture)
{
    memory_init(&fixture->memory, NULL, 0);
    buffer_init(&fixture->text, &fixture->memory);
    buffer_init(&fixture->block, &fixture->memory);
    ck_assert(buffer_reserve(&fixture->text, 1)); /* an empty text, too, is somewhere */
    fixture->encoder = malloc(sizeof *fixture->encoder);
    fixture->decoder = malloc(sizeof *fixture->decoder);
    ck_assert(fixture->encoder != NULL && fixture->decoder != NULL);
    block_encoder_init(fixture->encoder, &fixture->memory);
    block_decoder_init(fixture->decoder, &fixture->memory);
    pgn_parser_init(&fixture->parser, &fixture->memory);
    game_init(&fixture->game, &fixture->memory);
    error_clear(&fixture->error);
    fixture->adaptive = fixture->spells_recipes = 0;
    fixture->moves = MOVE_CODEC_INDEX;
}

static void tear_down(struct fixture *fixture)
{
    game_free(&fixture->game);
    pgn_parser_free(&fixture->parser);
    block_encoder_free(fixture->encoder);
    block_decoder_free(fixture->decoder);
    free(fixture->encoder);
    free(fixture->decoder);
    buffer_free(&fixture->text);
    buffer_free(&fixture->block);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

/* The next game of the text; 0 behind the last one. */
static int parse_game(struct fixture *fixture, size_t *at)
{
    const char *text = (const char *)fixture->text.data;
    if (pgn_parse(&fixture->parser, text + *at, fixture->text.size - *at, 1, &fixture->game) != PGN_GAME)
        return 0;
    *at += fixture->game.text.size;
    return 1;
}

static void add_games(struct fixture *fixture)
{
    const struct block_options options = {
        .moves = fixture->moves, .zstd_level = 1, .adaptive = fixture->adaptive, .labels = fixture->adaptive};
    struct text text = {(const char *)fixture->text.data, fixture->text.size};
    block_encoder_start(fixture->encoder, &options, text);
    fixture->encoder->tags.spells_recipes = fixture->spells_recipes;
    for (size_t at = 0; parse_game(fixture, &at);)
        ck_assert_int_eq(block_encoder_add(fixture->encoder, &fixture->game, &fixture->error), PGNPACK_OK);
}

static void write_block(struct fixture *fixture)
{
    memset(&fixture->header, 0, sizeof fixture->header);
    buffer_clear(&fixture->block);
    ck_assert_int_eq(pack_lone_file(fixture->encoder, &fixture->header, "", &fixture->error), PGNPACK_OK);
    ck_assert_int_eq(
        block_encoder_write(fixture->encoder, &fixture->header, &fixture->block, &fixture->error),
        PGNPACK_OK);
    ck_assert_int_eq(block_header_read(fixture->block.data, &fixture->header, &fixture->error), PGNPACK_OK);
}

static void encode(struct fixture *fixture)
{
    add_games(fixture);
    write_block(fixture);
}

static void open_block(struct fixture *fixture, unsigned parts)
{
    ck_assert_msg(block_decoder_open(fixture->decoder, &fixture->header, fixture->block.data, parts,
                                     &fixture->error) == PGNPACK_OK,
                  "%s", fixture->error.text);
}

static void check_tags(const struct game *game, const struct game *expected)
{
    ck_assert_uint_eq(game->tag_count, expected->tag_count);
    for (size_t i = 0; i < game->tag_count; i++) {
        ck_assert(text_equal(game->tags[i].name, expected->tags[i].name));
        ck_assert_msg(text_equal(game->tags[i].value, expected->tags[i].value), "%.*s is %.*s, not %.*s",
                      (int)expected->tags[i].name.size, expected->tags[i].name.data,
                      (int)game->tags[i].value.size, game->tags[i].value.data,
                      (int)expected->tags[i].value.size, expected->tags[i].value.data);
        ck_assert_int_eq(game->tags[i].escaped, expected->tags[i].escaped);
    }
    ck_assert_int_eq(game->result, expected->result);
}

static void check_comments(const struct game *game, const struct game *expected)
{
    size_t found = 0;
    for (size_t i = 0; i < expected->item_count; i++) {
        if (expected->items[i].kind != ITEM_COMMENT || (expected->items[i].place & ITEM_IN_HEADER))
            continue;
        while (found < game->item_count && game->items[found].kind != ITEM_COMMENT)
            found++;
        ck_assert_uint_lt(found, game->item_count);
        ck_assert(text_equal(game_item_text(game, &game->items[found]),
                             game_item_text(expected, &expected->items[i])));
        found++;
    }
}

static void check_block(struct fixture *fixture)
{
    struct buffer back;
    buffer_init(&back, &fixture->memory);
    open_block(fixture, BLOCK_EVERYTHING);
    ck_assert_msg(block_decoder_text(fixture->decoder, &back, &fixture->error) == PGNPACK_OK, "%s",
                  fixture->error.text);
    ck_assert_uint_eq(back.size, fixture->text.size);
    ck_assert(back.size == 0 || memcmp(back.data, fixture->text.data, back.size) == 0);
    static const unsigned parts[] = {BLOCK_TAGS, BLOCK_TAGS | BLOCK_MOVES};
    for (size_t i = 0; i < 2 && fixture->header.game_count != 0; i++) {
        open_block(fixture, parts[i]);
        for (size_t at = 0; parse_game(fixture, &at);) {
            ck_assert_int_eq(block_decoder_next(fixture->decoder, &fixture->error), PGNPACK_OK);
            check_tags(&fixture->decoder->game, &fixture->game);
            if (parts[i] & BLOCK_MOVES)
                check_comments(&fixture->decoder->game, &fixture->game);
        }
        ck_assert_int_eq(block_decoder_next(fixture->decoder, &fixture->error), PGNPACK_END);
    }
    buffer_free(&back);
}

static void check_round_trip_once(struct fixture *fixture)
{
    encode(fixture);
    check_block(fixture);
}

/* Packs the text and holds what comes out against it: as text, as tags alone, as games; without the model at last. */
static void check_round_trip(struct fixture *fixture)
{
    fixture->adaptive = fixture->spells_recipes = 1;
    check_round_trip_once(fixture);
    fixture->spells_recipes = 0;
    check_round_trip_once(fixture);
    fixture->adaptive = 0;
    check_round_trip_once(fixture);
    fixture->moves = MOVE_CODEC_INDEX;
}

static void check_text(const char *text)
{
    struct fixture fixture;
    set_up(&fixture);
    buffer_append_string(&fixture.text, text);
    check_round_trip(&fixture);
    tear_down(&fixture);
}

/* How many sections of a type the block has. */
static size_t count_sections(const struct fixture *fixture, unsigned type)
{
    size_t count = 0;
    for (size_t i = 0; i < fixture->encoder->packer.entry_count; i++)
        count += fixture->encoder->packer.entries[i].type == type;
    return count;
}

/* ---- Texts ---- */

static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2"};

/* A value of one of many sorts; `sort` decides what the column is like. */
static void put_value(struct buffer *out, unsigned sort, unsigned game, uint64_t *state)
{
    unsigned n = (unsigned)(next_random(state) >> 40);
    if (n % 31 == 0) {
        static const char *const odd[] = {"",
                                          "?",
                                          "-",
                                          "2021.02.30",
                                          "\xff\xfe",
                                          "+0",
                                          "007",
                                          "99999999999999999",
                                          "????.??.??",
                                          "-0",
                                          "a\\\"b",
                                          "\t",
                                          "https://lichess.org/"};
        put(out, "%s", odd[n / 31 % (sizeof odd / sizeof *odd)]);
        return;
    }
    switch (sort % 13) {
    case 0:
        put(out, "Player %u", n % 40);
        break;
    case 1:
        put(out, "%u", 2000 + n % 40);
        break;
    case 2:
        put(out, "20%02u.%02u.%02u", n % 3, 1 + n % 12, 1 + n % 31);
        break;
    case 3:
        put(out, "%02u:%02u:%02u", n % 24, n % 60, game % 60);
        break;
    case 4:
        put(out, "https://lichess.org/%08u", n);
        break;
    case 5:
        put(out, "%+d", (int)(n % 30) - 15);
        break;
    case 6:
        put(out, "2019-05-%02uT08:%02u:14.%03u CET", 1 + n % 31, n % 60, n % 1000);
        break;
    case 7:
        put(out, "https://www.chess.com/game/live/%u", 900000000 + 1000 * game + n % 900);
        break;
    case 8:
        put(out, "%u", n);
        break;
    case 9:
        put(out, "constant");
        break;
    case 10:
        put(out, "%s", results[n % 4]);
        break;
    case 11:
        put(out, "%u.%u", game / 5, 1 + game % 5);
        break;
    default:
        put(out, "prose %u of %u words that %x repeat seldom", n, game, n * 7919u);
        break;
    }
}

/* Games with tags of all sorts and orders. */
static void put_games(struct buffer *out, unsigned game_count, uint64_t seed)
{
    static const char *const names[] = {"Event",       "Site",        "Date",     "Round",    "White",
                                        "Black",       "Result",      "WhiteElo", "BlackElo", "UTCDate",
                                        "WhiteFideId", "BlackFideId", "ECO",      "Opening",  "EventDate",
                                        "BlackTeam",   "WhiteTeam",   "Z"};
    enum { NAME_COUNT = sizeof names / sizeof *names };
    uint64_t state = seed;
    unsigned sorts[NAME_COUNT];
    for (unsigned i = 0; i < NAME_COUNT; i++)
        sorts[i] = (unsigned)(next_random(&state) >> 40);
    for (unsigned i = 0; i < 10000;
         i++) /* pairs are of the same sort, but for seeds that want it otherwise */
        if (seed % 4 != 0)
            sorts[5] = sorts[4], sorts[8] = sorts[7], sorts[11] = sorts[10], sorts[16] = sorts[15];
    for (unsigned game = 0; game < game_count; game++) {
        const char *result = results[next_random(&state) % 4];
        unsigned shift = next_random(&state) % 8 == 0 ? (unsigned)(next_random(&state) >> 40) : 0;
        for (unsigned i = 0; i < NAME_COUNT; i++) {
            unsigned name = (i + shift) % NAME_COUNT;
            if (next_random(&state) % 16 == 0)
                continue;
            put(out, "[%s \"", names[name]);
            if (name == 6 && next_random(&state) % 16 != 0)
                put(out, "%s", result);
            else
                put_value(out, sorts[name], game, &state);
            put(out, "\"]\n");
        }
        put(out, "\n1. e4 e5 %s\n\n", result);
    }
}

/* ---- Tags ---- */

START_TEST(small_texts)
{
    static const char *const texts[] = {
        "",
        "no chess at all\n",
        "[Event \"?\"]\n\n*\n",
        "[Event \"\"]\n[Event \"\"]\n[Event \"a\"]\n\n1-0\n\n[Event \"a\"]\n\n1-0\n",
        "[White \"A\"]\n[Black \"A\"]\n[WhiteElo \"1\"]\n[BlackElo \"1\"]\n\n*\n\n[White \"A\"]\n\n*\n",
        ("[BlackElo \"7\"]\n[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"3\"]\n\n*\n\n"
         "[BlackElo \"5\"]\n[White \"B\"]\n[Black \"A\"]\n[WhiteElo \"4\"]\n\n*\n"),
        "[Result \"1-0\"]\n\n1. e4 0-1\n\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Result \"\"]\n\n1. e4\n",
        "1. e4 *\n\n1. d4 1-0\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_text(texts[i]);
}
END_TEST

START_TEST(all_sorts_of_tags)
{
    for (uint64_t seed = 1; seed <= 24; seed++) {
        struct fixture fixture;
        set_up(&fixture);
        put_games(&fixture.text, seed % 3 == 0 ? 12 : 150, seed * 0x9e3779b97f4a7c15u);
        check_round_trip(&fixture);
        tear_down(&fixture);
    }
}
END_TEST

START_TEST(bytes_of_all_kinds)
{
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned game = 0; game < 4; game++) {
        put(&fixture.text, "[Event \"");
        for (unsigned c = 0; c < 256; c++)
            if (c != '\n' && c != '\r' && c != '"' && c != '\\')
                buffer_append_byte(&fixture.text, (uint8_t)(c + game * 0));
        put(&fixture.text, "\"]\n[Site \"%u", game);
        buffer_append_byte(&fixture.text, 0);
        put(&fixture.text, "\"]\n\n1. e4 *\n\n");
    }
    check_round_trip(&fixture);
    tear_down(&fixture);
}
END_TEST

START_TEST(huge_values)
{
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned game = 0; game < 6; game++) {
        put(&fixture.text, "[Event \"");
        for (unsigned i = 0; i < 30000; i++)
            buffer_append_byte(&fixture.text, (uint8_t)('a' + (i + game / 2) % 26));
        put(&fixture.text, "\"]\n[White \"w\"]\n\n1. e4 *\n\n");
    }
    check_round_trip(&fixture);
    tear_down(&fixture);
}
END_TEST

START_TEST(many_tag_names)
{
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned game = 0; game < 40; game++) {
        for (unsigned i = 0; i < 60; i++)
            put(&fixture.text, "[%s%u \"%u\"]\n", i & 1 ? "White" : "Black", (game * 31 + i) / 2 % 300,
                i * game);
        put(&fixture.text, "\n1. e4 *\n\n");
    }
    check_round_trip(&fixture);
    tear_down(&fixture);
}
END_TEST

/* What a writer always repeats takes no section: constants, the result, a column equal to another one. */
START_TEST(nothing_new_costs_nothing)
{
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned game = 0; game < 300; game++)
        put(&fixture.text,
            "[Event \"Rated blitz game\"]\n[Date \"2021.%02u.%02u\"]\n[UTCDate \"2021.%02u.%02u\"]\n"
            "[Result \"%s\"]\n\n1. e4 %s\n\n",
            1 + game % 12, 1 + game * 7 % 31, 1 + game % 12, 1 + game * 7 % 31, results[game % 7 % 4],
            results[game % 7 % 4]);
    check_round_trip(&fixture);
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_TAG_TOKENS), 1); /* Date */
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_TAG), 0);
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_TAG_CODECS), 1);
    tear_down(&fixture);
}
END_TEST

/* Ratings and FIDE ids follow their players, whatever their colours. */
START_TEST(values_follow_players)
{
    struct fixture fixture;
    uint64_t state = 3;
    set_up(&fixture);
    for (unsigned game = 0; game < 400; game++) {
        unsigned white = (unsigned)(next_random(&state) % 40);
        unsigned black = (white + 1 + (unsigned)(next_random(&state) % 39)) % 40;
        put(&fixture.text,
            "[White \"Player %u\"]\n[Black \"Player %u\"]\n[WhiteElo \"%u\"]\n[BlackElo \"%u\"]\n"
            "[WhiteFideId \"%u\"]\n[BlackFideId \"%u\"]\n\n1. e4 *\n\n",
            white, black, 1000 + 37 * white, 1000 + 37 * black, 100000 + white * 7919, 100000 + black * 7919);
    }
    check_round_trip(&fixture);
    for (uint16_t i = 2; i < 6; i++)
        ck_assert_int_eq(fixture.encoder->tags.columns[i].reference, TAG_REFERENCE_LINK);
    tear_down(&fixture);
}
END_TEST

static size_t size_of_section(const struct fixture *fixture, unsigned type)
{
    size_t size = 0;
    for (size_t i = 0; i < fixture->encoder->packer.entry_count; i++)
        if (fixture->encoder->packer.entries[i].type == type)
            size += fixture->encoder->packer.entries[i].raw_size;
    return size;
}

/* The last games' number of their list of tags is told once, as long as each number is a byte. */
START_TEST(numbers_of_lists_that_repeat)
{
    enum { NAMES = 8, GAMES = 300, BYTE_LISTS = 128 };
    for (unsigned lists = BYTE_LISTS; lists <= BYTE_LISTS + 1; lists++) {
        struct fixture fixture;
        set_up(&fixture);
        for (unsigned game = 0; game < GAMES; game++) {
            unsigned list = 1 + (game < lists ? game : lists - 1);
            for (unsigned name = 0; name < NAMES; name++)
                if (list >> name & 1)
                    put(&fixture.text, "[Name%u \"v\"]\n", name);
            put(&fixture.text, "\n1. e4 *\n\n");
        }
        check_round_trip(&fixture);
        ck_assert_uint_eq(size_of_section(&fixture, BCGN_SECTION_SCHEMA_IDS),
                          lists == BYTE_LISTS ? lists : GAMES + GAMES - BYTE_LISTS);
        tear_down(&fixture);
    }
}
END_TEST

/* What follows from other tags and the result costs the model next to nothing, once it has been seen. */
START_TEST(what_follows_costs_the_model_nothing)
{
    enum { GAMES = 2000, PLAYERS = 10 };
    struct fixture fixture;
    uint64_t state = 5;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned white = (unsigned)(next_random(&state) % PLAYERS);
        unsigned result = 1 + (unsigned)(next_random(&state) % 3);
        int change = result == 1 ? 5 : result == 2 ? -6 : 1;
        put(&fixture.text,
            "[Event \"e\"]\n[White \"P%u\"]\n[Black \"Q\"]\n[Result \"%s\"]\n[WhiteElo \"%u\"]\n[BlackElo "
            "\"%u\"]\n"
            "[WhiteRatingDiff \"%+d\"]\n[BlackRatingDiff \"%+d\"]\n\n1. e4 %s\n\n",
            white, results[result], 2000 + 37 * white, 2300, change, -change, results[result]);
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_TAG_TOKENS), 0);
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_TAG_EXTRA), 0);
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_TAG_NUMBERS), 1);
    /* log2 of 10 players is 3.32 bits a game; a change of rating by itself would be 1.58 each. */
    ck_assert_uint_lt(size_of_section(&fixture, BCGN_SECTION_TAG_NUMBERS), GAMES * 9 / 16);
    tear_down(&fixture);
}
END_TEST

/* Whether values are numbers is seen from four of them: one that is one is enough. */
START_TEST(one_number_of_four)
{
    enum { QUARTER = 100, GUESSES = 4 };
    for (unsigned place = 0; place < GUESSES; place++) {
        struct fixture fixture;
        set_up(&fixture);
        for (unsigned game = 0; game <= GUESSES * QUARTER; game++)
            if (game % QUARTER == 0 && game / QUARTER != place && game / QUARTER < GUESSES)
                put(&fixture.text, "[Number \"?\"]\n\n*\n\n");
            else
                put(&fixture.text, "[Number \"%u\"]\n\n*\n\n", 100000 + 7919 * game % 9973);
        fixture.adaptive = _i;
        check_round_trip_once(&fixture);
        ck_assert_uint_eq(fixture.encoder->tags.columns[0].codec, TAG_CODEC_NUMBER);
        tear_down(&fixture);
    }
}
END_TEST

/* A column of a single value, too. */
START_TEST(single_numbers)
{
    struct fixture fixture;
    set_up(&fixture);
    put(&fixture.text, "[Number \"17\"]\n[Word \"seventeen\"]\n\n*\n\n");
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    ck_assert_uint_eq(fixture.encoder->tags.columns[0].codec, TAG_CODEC_NUMBER);
    ck_assert_uint_eq(fixture.encoder->tags.columns[1].codec, TAG_CODEC_IDS);
    tear_down(&fixture);
}
END_TEST

/* Numbers, each once and some missing, cost less as such than as strings, each of which has an end. */
START_TEST(short_numbers)
{
    enum { GAMES = 89, MISSING = 5 };
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++)
        if (game % MISSING == 0)
            put(&fixture.text, "[Number \"?\"]\n\n*\n\n");
        else
            put(&fixture.text, "[Number \"%u\"]\n\n*\n\n", 10 + 37 * game % GAMES);
    check_round_trip_once(&fixture);
    ck_assert_uint_eq(fixture.encoder->tags.columns[0].codec, TAG_CODEC_NUMBER);
    tear_down(&fixture);
}
END_TEST

/* Times and lengths that add up: the parts and the number of moves are told, the rest is not. */
START_TEST(sums_cost_the_model_nothing)
{
    enum { GAMES = 500, MOVES_MAX = 60 };
    struct fixture fixture;
    uint64_t state = 6;
    unsigned end = 0;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned moves = (unsigned)(next_random(&state) % MOVES_MAX);
        unsigned duration = (unsigned)(next_random(&state) % 1024);
        end = (end + duration) % 80000;
        put(&fixture.text,
            "[GameDuration \"00:%02u:%02u\"]\n[GameEndTime \"2022-05-24T%02u:%02u:%02u.000 UTC\"]\n"
            "[GameStartTime \"2022-05-24T%02u:%02u:%02u.000 UTC\"]\n[PlyCount \"%u\"]\n\n",
            duration / 60, duration % 60, end / 3600, end / 60 % 60, end % 60, (end - duration) / 3600 % 24,
            (end - duration) / 60 % 60, (end - duration) % 60, moves);
        for (unsigned i = 0; i < moves; i++)
            put(&fixture.text, i % 4 == 0   ? "Nf3 (1. Nc3) "
                               : i % 4 == 1 ? "Nf6 "
                               : i % 4 == 2 ? "Ng1 "
                                            : "Ng8 ");
        put(&fixture.text, "*\n\n");
        if (end < duration)
            end = 80000;
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    /* 10 bits of duration. */
    ck_assert_uint_lt(size_of_section(&fixture, BCGN_SECTION_TAG_NUMBERS), GAMES * 12 / 8);
    tear_down(&fixture);
}
END_TEST

/* Of seven games the last `unknown` have no Date, but this text, NULL for no tag. */
static size_t size_with_unknown_dates(const char *text, unsigned unknown)
{
    enum { GAMES = 700 };
    struct fixture fixture;
    uint64_t state = 8;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned day = 1 + (unsigned)(next_random(&state) % 28);
        unsigned month = 1 + (unsigned)(next_random(&state) % 12);
        if (game % 7 < 7 - unknown)
            put(&fixture.text, "[Date \"19%02u.%02u.%02u\"]\n", 50 + day, month, day);
        else if (text != NULL)
            put(&fixture.text, "[Date \"%s\"]\n", text);
        if (game % 7 < 7 - unknown)
            put(&fixture.text, "[UTCDate \"19%02u.%02u.%02u\"]\n\n*\n\n", 50 + day, month, day);
        else
            put(&fixture.text, "[UTCDate \"2020.01.01\"]\n\n*\n\n");
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    size_t size = size_of_section(&fixture, BCGN_SECTION_TAG_NUMBERS);
    tear_down(&fixture);
    return size;
}

/* A text beside a number says of it as little as no tag does. */
START_TEST(numbers_are_told_by_numbers)
{
    static const unsigned unknown[] = {3, 7};
    for (size_t i = 0; i < 2; i++) {
        size_t size = size_with_unknown_dates("????.??.??", unknown[i]);
        ck_assert_uint_lt(size, size_with_unknown_dates(NULL, unknown[i]) + 100);
    }
}
END_TEST

/* Random digits that come again and again are no numbers for the model. */
START_TEST(addresses_that_come_again)
{
    enum { GAMES = 160 };
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++)
        put(&fixture.text, "[Event \"e\"]\n[Site \"https://lichess.org/study/%s\"]\n\n*\n\n",
            game < GAMES / 2 ? "RdtICntn" : "iDSPaPWA");
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    ck_assert_uint_lt(size_of_section(&fixture, BCGN_SECTION_TAG_NUMBERS), GAMES / 4);
    tear_down(&fixture);
}
END_TEST

/* Games that begin when the one before has ended; the time of the end is told in every game, or in two of three. */
START_TEST(times_go_on_from_the_game_before)
{
    enum { GAMES = 600 };
    static const unsigned untold[] = {GAMES, 3};
    for (size_t i = 0; i < 2; i++) {
        struct fixture fixture;
        uint64_t state = 9;
        unsigned start = 0;
        set_up(&fixture);
        for (unsigned game = 0; game < GAMES; game++) {
            unsigned end = start + (unsigned)(next_random(&state) % 128);
            put(&fixture.text, "[UTCTime \"%02u:%02u:%02u\"]\n", start / 3600, start / 60 % 60, start % 60);
            if (game % untold[i] != 1)
                put(&fixture.text, "[EndTime \"%02u:%02u:%02u\"]\n", end / 3600, end / 60 % 60, end % 60);
            put(&fixture.text, "\n*\n\n");
            start = end + 5;
        }
        fixture.adaptive = 1;
        check_round_trip_once(&fixture);
        /* A duration of 7 bits is told once, and what the model loses in learning that there is nothing to learn. */
        ck_assert_uint_lt(size_of_section(&fixture, BCGN_SECTION_TAG_NUMBERS), GAMES * 11 / 8);
        tear_down(&fixture);
    }
}
END_TEST

/* Who won and how, and a name made of others: what is quoted is told once, where it stands. */
START_TEST(quotes_cost_the_model_nothing)
{
    enum { GAMES = 600, PLAYERS = 400 };
    size_t sizes[2];
    for (unsigned quotes = 0; quotes < 2; quotes++) {
        struct fixture fixture;
        uint64_t state = 11;
        set_up(&fixture);
        for (unsigned game = 0; game < GAMES; game++) {
            unsigned white = (unsigned)(next_random(&state) % PLAYERS);
            unsigned black = (unsigned)(next_random(&state) % PLAYERS);
            unsigned result = 1 + (unsigned)(next_random(&state) % 2);
            put(&fixture.text, "[White \"Kowalska%u, Jo\"]\n[Black \"Kowalska%u, Jo\"]\n[Result \"%s\"]\n",
                white, black, results[result]);
            if (quotes)
                put(&fixture.text,
                    "[End \"Kowalska%u wins\"]\n[Where \"https://x.org/kowalska%u-jo/kowalska%u-jo.pgn\"]\n",
                    result == 1 ? white : black, black, white);
            put(&fixture.text, "\n1. e4 %s\n\n", results[result]);
        }
        fixture.adaptive = 1;
        check_round_trip_once(&fixture);
        sizes[quotes] = fixture.block.size;
        tear_down(&fixture);
    }
    ck_assert_uint_lt(sizes[1], sizes[0] + GAMES / 4);
}
END_TEST

/* Teams follow their players: what White's column quotes of White, Black's quotes of Black. */
START_TEST(partners_quote_partners)
{
    enum { GAMES = 300 };
    struct fixture fixture;
    uint64_t state = 12;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned white = (unsigned)(next_random(&state) % 5000),
                 black = (unsigned)(next_random(&state) % 5000);
        put(&fixture.text,
            "[WhiteMail \"p%u@x.org\"]\n[BlackMail \"p%u@x.org\"]\n[White \"p%u\"]\n[Black \"p%u\"]\n\n*\n\n",
            white, black, white, black);
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    ck_assert_uint_eq(fixture.encoder->tags.columns[0].quote_count, 1);
    ck_assert_uint_eq(fixture.encoder->tags.quotes.quotes[0].column, 2);
    tear_down(&fixture);
}
END_TEST

/* What players tell, and what tells columns that come later, stays as it is. */
START_TEST(some_texts_do_not_quote)
{
    enum { GAMES = 600, PLAYERS = 40, LANDS = 10 };
    struct fixture fixture;
    uint64_t state = 18;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned white = (unsigned)(next_random(&state) % PLAYERS),
                 black = (unsigned)(next_random(&state) % PLAYERS);
        put(&fixture.text,
            "[Event \"land%c cup\"]\n[White \"P%u\"]\n[Black \"P%u\"]\n[Host \"land%c\"]\n[WhiteLand "
            "\"land%c\"]\n"
            "[BlackLand \"land%c\"]\n\n*\n\n",
            'a' + (int)(white % LANDS), white, black, 'a' + (int)(white % LANDS), 'a' + (int)(white % LANDS),
            'a' + (int)(black % LANDS));
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    ck_assert_uint_eq(fixture.encoder->tags.columns[0].quote_count, 0);
    ck_assert_uint_eq(fixture.encoder->tags.columns[4].quote_count, 0);
    tear_down(&fixture);
}
END_TEST

/* A byte that could stand for a quote keeps a column from quoting. */
START_TEST(quotes_are_no_bytes_of_texts)
{
    struct fixture fixture;
    uint64_t state = 13;
    set_up(&fixture);
    for (unsigned game = 0; game < 300; game++) {
        unsigned white = (unsigned)(next_random(&state) % 5000);
        put(&fixture.text, "[White \"p%u\"]\n[Note \"p%u%s\"]\n\n*\n\n", white, white,
            game == 200 ? "\1" : "");
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    ck_assert_uint_eq(fixture.encoder->tags.quotes.count, 0);
    tear_down(&fixture);
}
END_TEST

/* Times with a zone behind them, mostly from 10 on, and moments; a few kinds of them stay texts. */
START_TEST(clocks_have_their_forms)
{
    enum { GAMES = 300 };
    static const uint8_t forms[] = {FORM_HOURS, FORM_MOMENT};
    struct fixture fixture;
    uint64_t state = 17;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned time = (unsigned)(next_random(&state) % 86400),
                 day = 1 + (unsigned)(next_random(&state) % 28);
        unsigned month = 1 + (unsigned)(next_random(&state) % 12);
        put(&fixture.text,
            "[A \"%u:%02u:%02u PST\"]\n[B \"2020-%02u-%02uT%02u:%02u:%02u +0100\"]\n[C "
            "\"0:0%u:00.000\"]\n\n*\n\n",
            time / 3600, time / 60 % 60, time % 60, month, day, time / 3600, time % 60, day, game % 3);
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    for (unsigned i = 0; i < sizeof forms; i++) {
        ck_assert_uint_eq(fixture.encoder->tags.columns[i].codec, TAG_CODEC_NUMBER);
        ck_assert_uint_eq(fixture.encoder->tags.columns[i].form, forms[i]);
    }
    ck_assert_uint_eq(fixture.encoder->tags.columns[2].codec, TAG_CODEC_IDS);
    tear_down(&fixture);
}
END_TEST

/* Numbers of a server's games, 3 a second: told by the time alone. */
START_TEST(numbers_grow_with_the_time)
{
    enum { GAMES = 600 };
    size_t sizes[2];
    for (unsigned numbers = 0; numbers < 2; numbers++) {
        struct fixture fixture;
        uint64_t state = 14;
        unsigned time = 0;
        set_up(&fixture);
        for (unsigned game = 0; game < GAMES; game++) {
            time += (unsigned)(next_random(&state) % 4096);
            unsigned day = time / 86400, second = time % 86400;
            put(&fixture.text, "[Date \"2020.%02u.%02u\"]\n[UTCTime \"%02u:%02u:%02u\"]\n", 1 + day / 31,
                1 + day % 31, second / 3600, second / 60 % 60, second % 60);
            if (numbers)
                put(&fixture.text, "[Page \"https://x.org/%u\"]\n", 1000000 + 3 * time);
            put(&fixture.text, "\n*\n\n");
        }
        fixture.adaptive = 1;
        check_round_trip_once(&fixture);
        sizes[numbers] = fixture.block.size;
        tear_down(&fixture);
    }
    ck_assert_uint_lt(sizes[1], sizes[0] + GAMES / 4);
}
END_TEST

/* A number near another one of its game, in tags whose names tell nothing. */
START_TEST(numbers_are_near_others)
{
    enum { GAMES = 400 };
    struct fixture fixture;
    uint64_t state = 15;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned one = (unsigned)(next_random(&state) % 65536);
        put(&fixture.text, "[Other \"%u\"]\n[One \"%u\"]\n[Two \"%u\"]\n\n*\n\n",
            (unsigned)(next_random(&state) % 65536), one, one + game % 2);
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    ck_assert_uint_eq(fixture.encoder->tags.columns[1].recipe, 2);
    ck_assert_uint_eq(fixture.encoder->tags.columns[2].recipe, TAG_RECIPE_SPELLED);
    ck_assert_uint_eq(fixture.encoder->tags.model.recipes[2].references[0].kind, TAG_OF_COLUMN);
    ck_assert_uint_eq(fixture.encoder->tags.model.recipes[2].references[0].context.parts[0].column, 1);
    tear_down(&fixture);
}
END_TEST

/* Who asks for a tag gets it as it was, whatever else has to be read for that. */
START_TEST(quotes_are_read_alone)
{
    struct fixture fixture;
    uint64_t state = 16;
    const struct text name = text_of("Note");
    set_up(&fixture);
    for (unsigned game = 0; game < 200; game++) {
        unsigned white = (unsigned)(next_random(&state) % 5000);
        put(&fixture.text, "[Note \"p%u did\"]\n[White \"p%u\"]\n[Black \"q\"]\n\n*\n\n", white, white);
    }
    fixture.adaptive = 1;
    encode(&fixture);
    ck_assert_uint_eq(fixture.encoder->tags.quotes.count, 1);
    block_decoder_ask_tags(fixture.decoder, &name, 1);
    open_block(&fixture, BLOCK_TAGS);
    for (size_t at = 0; parse_game(&fixture, &at);) {
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        const struct game *game = &fixture.decoder->game;
        ck_assert_uint_eq(game->tag_count, 1);
        ck_assert(text_equal(game->tags[0].value, fixture.game.tags[0].value));
    }
    block_decoder_ask_tags(fixture.decoder, NULL, 0);
    tear_down(&fixture);
}
END_TEST

static unsigned count_signs(const char *text, char sign)
{
    unsigned count = 0;
    for (; *text != '\0'; text++)
        count += *text == sign;
    return count;
}

/* Of every kind that a part or reference can have. */
static void check_kinds(const struct tag_recipe *recipe)
{
    for (unsigned i = 0; i < recipe->context_count; i++) {
        ck_assert_uint_le(recipe->contexts[i].part_count, TAG_PARTS_MAX);
        for (unsigned j = 0; j < recipe->contexts[i].part_count; j++)
            ck_assert_uint_lt(recipe->contexts[i].parts[j].kind, TAG_PART_KIND_COUNT);
    }
    for (unsigned i = 0; i < recipe->reference_count; i++) {
        ck_assert_uint_lt(recipe->references[i].kind, TAG_REFERENCE_KIND_COUNT);
        ck_assert_uint_le(recipe->references[i].context.part_count, TAG_PARTS_MAX);
    }
}

/* Every pattern is understood to its last sign, and fits; spelled out it is the same recipe. */
START_TEST(patterns_are_in_order)
{
    struct tag_arguments none = {{0}}, all;
    struct memory memory;
    struct buffer spelled;
    memory_init(&memory, NULL, 0);
    buffer_init(&spelled, &memory);
    for (unsigned i = 0; i < TAG_ARGUMENTS_MAX; i++)
        all.of[i] = (uint16_t)(i + 3);
    for (unsigned i = 1; i <= (unsigned)TAG_PATTERN_COUNT; i++) {
        struct tag_recipe recipe, read;
        const struct tag_pattern *row = tag_pattern_row(i);
        unsigned references = row->references[0] == '\0' ? 0 : 1 + count_signs(row->references, ';');
        unsigned contexts = 1 + count_signs(row->contexts, '|');
        struct error error;
        error_clear(&error);
        ck_assert_uint_le(references, TAG_REFERENCES_MAX);
        ck_assert_uint_le(contexts, TAG_CONTEXTS_MAX);
        ck_assert_uint_le(row->recent_count, TAG_RECENT_MAX);
        tag_pattern_set(&recipe, i, &all, 1);
        ck_assert_msg(recipe.reference_count == references && recipe.context_count == contexts, "pattern %u",
                      i);
        check_kinds(&recipe);
        buffer_clear(&spelled);
        tag_recipe_write(&recipe, &spelled);
        struct byte_source source = byte_source_of(spelled.data, spelled.size);
        tag_recipe_read(&read, &source, TAG_ARGUMENTS_MAX + 3, &error);
        ck_assert(!source.failed && byte_source_left(&source) == 0);
        ck_assert_mem_eq(&read, &recipe, sizeof read);
        tag_pattern_set(&recipe, i, &none, 0);
        ck_assert_uint_le(recipe.context_count, contexts);
    }
    buffer_free(&spelled);
}
END_TEST

START_TEST(patterns_by_name)
{
    const struct text names[] = {text_of("BlackElo"), text_of("Event"), text_of("X")};
    struct tag_arguments arguments;
    ck_assert_uint_eq((unsigned)TAG_PATTERN_COUNT, TAG_PATTERN_ECO_ALONE);
    ck_assert_str_eq(tag_pattern_name(TAG_PATTERN_ECO), "ECO");
    for (unsigned i = 3; i < TAG_PATTERN_ECO_ALONE; i++) {
        struct text name = text_of(tag_pattern_name(i));
        name.size -= name.data[name.size - 1] == '*';
        ck_assert_uint_le(tag_pattern_for(name, 0), i);
    }
    ck_assert_uint_eq(tag_pattern_for(text_of("Z"), 0), 1);
    ck_assert_uint_eq(tag_pattern_for(text_of("Z"), 1), 2);
    tag_find_arguments(names, 3, &arguments);
    for (unsigned i = 0; i < TAG_ARGUMENTS_MAX; i++)
        ck_assert_uint_eq(arguments.of[i], i == 0 ? 2 : i == 6 ? 1 : 0);
}
END_TEST

/* Openings are told by the players where one is in most games; else a scan of them decodes no other column. */
START_TEST(openings_may_stand_alone)
{
    enum { WHITE_COLUMN = 0, BLACK_COLUMN = 1, GAMES = 60 };
    const struct text asked = text_of("ECO");
    const struct {
        unsigned of_one;
        enum tag_interest interest;
    } cases[] = {{0, TAG_PASSED_OVER}, {GAMES / 2, TAG_PASSED_OVER}, {GAMES / 2 + 1, TAG_FOR_MODEL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture fixture;
        set_up(&fixture);
        for (unsigned game = 0; game < GAMES; game++) {
            unsigned one = game < cases[i].of_one ? 1000 : game, other = 500 + game % 30;
            put(&fixture.text, "[White \"P%u\"]\n[Black \"P%u\"]\n[ECO \"A%02u\"]\n\n*\n\n",
                game % 2 ? one : other, game % 2 ? other : one, game * 7 % 13);
        }
        fixture.adaptive = 1;
        encode(&fixture);
        block_decoder_ask_tags(fixture.decoder, &asked, 1);
        open_block(&fixture, BLOCK_TAGS);
        ck_assert_int_eq(tag_decoder_interest(&fixture.decoder->tags, 2), TAG_ASKED_FOR);
        ck_assert_int_eq(tag_decoder_interest(&fixture.decoder->tags, WHITE_COLUMN), cases[i].interest);
        ck_assert_int_eq(tag_decoder_interest(&fixture.decoder->tags, BLACK_COLUMN), cases[i].interest);
        size_t at = 0;
        for (unsigned game = 0; game < GAMES; game++) {
            ck_assert(parse_game(&fixture, &at));
            ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
            ck_assert_uint_eq(fixture.decoder->game.tag_count, 1);
            ck_assert(text_equal(fixture.decoder->game.tags[0].value, fixture.game.tags[2].value));
        }
        tear_down(&fixture);
    }
}
END_TEST

/* A column is decoded with those alone that its recipe names, and those that they need, and gives the same. */
START_TEST(columns_need_no_others)
{
    static const char *const names[] = {"Event", "Date",   "Round",    "White",    "Black",
                                        "Note",  "Result", "WhiteElo", "BlackElo", "Missing"};
    static const unsigned needed[] = {0x003, 0x003, 0x007, 0x01f, 0x01f, 0x03f, 0x040, 0x19f, 0x19f, 0};
    enum { NAMES = sizeof names / sizeof names[0], COLUMNS = NAMES - 1 };
    struct fixture fixture;
    uint64_t state = 5;
    set_up(&fixture);
    for (unsigned game = 0; game < 200; game++) {
        unsigned white = (unsigned)(next_random(&state) % 20), black = (unsigned)(next_random(&state) % 20);
        put(&fixture.text,
            "[Event \"Cup %u\"]\n[Date \"2020.01.%02u\"]\n[Round \"%u\"]\n[White \"P%u\"]\n[Black \"P%u\"]\n"
            "[Note \"n%u\"]\n[Result \"%s\"]\n[WhiteElo \"%u\"]\n[BlackElo \"%u\"]\n\n%s\n\n",
            game / 40, 1 + game / 10, game % 9, white, black, white % 3, results[game % 4], 2000 + 7 * white,
            2000 + 7 * black, results[game % 4]);
    }
    fixture.adaptive = 1;
    encode(&fixture);
    for (size_t i = 0; i < NAMES; i++) {
        struct text name = text_of(names[i]);
        block_decoder_ask_tags(fixture.decoder, &name, 1);
        open_block(&fixture, BLOCK_TAGS);
        for (uint16_t column = 0; column < COLUMNS; column++)
            ck_assert_msg((tag_decoder_interest(&fixture.decoder->tags, column) != TAG_PASSED_OVER) ==
                              (needed[i] >> column & 1),
                          "%s for %s", names[column], names[i]);
        for (size_t at = 0; parse_game(&fixture, &at);) {
            ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
            const struct game *game = &fixture.decoder->game;
            ck_assert_uint_eq(game->tag_count, i < COLUMNS);
            if (i < COLUMNS)
                ck_assert(text_equal(game->tags[0].value, fixture.game.tags[i].value));
        }
    }
    block_decoder_ask_tags(fixture.decoder, NULL, 0);
    tear_down(&fixture);
}
END_TEST

/* What is read of a recipe spelled out: refused, refused as newer, or taken. */
START_TEST(spelled_recipes_are_checked)
{
    enum { FINE, CORRUPT, NEWER, COLUMNS = 3 };
    static const struct {
        uint8_t size, outcome;
        uint8_t bytes[12];
    } recipes[] = {
        {3, FINE, {0, 0, 0}},
        {3, CORRUPT, {16, 0, 0}},         /* recent values */
        {3, CORRUPT, {0, 6, 0}},          /* references */
        {3, CORRUPT, {0, 0, 8}},          /* contexts */
        {4, FINE, {0, 0, 1, 0}},          /* no parts */
        {4, CORRUPT, {0, 0, 1, 5}},       /* parts */
        {6, FINE, {0, 0, 1, 1, 0, 2}},    /* V:2 */
        {6, CORRUPT, {0, 0, 1, 1, 0, 3}}, /* V:3 */
        {5, CORRUPT, {0, 0, 1, 1, 0}},    /* V: */
        {6, FINE, {0, 0, 1, 1, 2, 2}},    /* K:2 */
        {6, FINE, {0, 0, 1, 1, 3, 2}},    /* O:2 */
        {6, CORRUPT, {0, 0, 1, 1, 3, 3}}, /* O:3 */
        {5, FINE, {0, 0, 1, 1, 4}},       /* A */
        {5, FINE, {0, 0, 1, 1, 7}},       /* Q */
        {5, NEWER, {0, 0, 1, 1, 8}},
        {5, NEWER, {0, 1, 0, 1, 8}},
        {6, NEWER, {0, 0, 1, 1, 0x10, 2}},
        {6, FINE, {0, 1, 2, 0, 2, 0}},             /* =0+2 */
        {6, CORRUPT, {0, 1, 3, 0, 3, 0}},          /* =0-3 */
        {4, FINE, {0, 1, 5, 0}},                   /* =0 */
        {5, FINE, {0, 1, 6, 2, 0}},                /* =~2 */
        {5, CORRUPT, {0, 1, 6, 3, 0}},             /* =~3 */
        {6, FINE, {0, 1, 7, 0, 2, 0}},             /* =0^2 */
        {6, CORRUPT, {0, 1, 7, 0, 3, 0}},          /* =0^3 */
        {9, CORRUPT, {0, 2, 7, 0, 2, 7, 0, 2, 0}}, /* =0^2 twice */
        {4, NEWER, {0, 1, 8, 0}},
    };
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        struct tag_recipe recipe;
        struct error error;
        error_clear(&error);
        struct byte_source source = byte_source_of(recipes[i].bytes, recipes[i].size);
        tag_recipe_read(&recipe, &source, COLUMNS, &error);
        ck_assert_msg(source.failed == (recipes[i].outcome != FINE), "recipe %zu", i);
        ck_assert_msg((error.status == PGNPACK_ERROR_UNSUPPORTED) == (recipes[i].outcome == NEWER),
                      "recipe %zu", i);
        ck_assert(source.failed || byte_source_left(&source) == 0);
    }
}
END_TEST

/* ---- Comments ---- */

static void put_clock(struct buffer *out, unsigned tenths, int always)
{
    put(out, "%u:%02u:%02u", tenths / 36000, tenths / 600 % 60, tenths / 10 % 60);
    if (always || tenths % 10 != 0)
        put(out, ".%u", tenths % 10);
}

static void put_commented_games(struct buffer *out, unsigned game_count, unsigned sort, uint64_t seed)
{
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    uint64_t state = seed;
    for (unsigned game = 0; game < game_count; game++) {
        unsigned clocks[2] = {1800, 1800};
        put(out, "[Event \"e\"]\n\n");
        for (unsigned ply = 0; ply < 24; ply++) {
            unsigned n = (unsigned)(next_random(&state) >> 40);
            put(out, "%s {", moves[ply % 4]);
            clocks[ply & 1] -= n % 40;
            switch (n % 29 == 0 ? n % 17 : sort) {
            case 0:
                put(out, " [%%eval %d.%02u] [%%clk ", (int)(n % 21) - 10, n % 100);
                put_clock(out, clocks[ply & 1] / 10 * 10, 0);
                put(out, "] ");
                break;
            case 1:
                put(out, "[%%clk ");
                put_clock(out, clocks[ply & 1], 0);
                put(out, "]");
                break;
            case 2:
                put(out, "%+d.%02u/%u %u.%us", (int)(n % 21) - 10, n % 100, n % 30, n % 9, n % 10);
                break;
            case 3:
                put(out, "d=%u, mb=%+d%+d, pd=%s, wv=%d.%02u, n=%u%09u, pv=e4 %x%s", n % 50, (int)(n % 5) - 2,
                    (int)(n % 3) - 1, n % 5 == 0 ? "" : "Rb6+", (int)(n % 7) - 3, n % 100, n % 13, n, n,
                    n % 3 == 0 ? "," : "");
                break;
            case 4:
                put(out, "prose %x with %u numbers 1.%u.2 -%u 0%u", n, n % 7, n % 3, n % 11, n % 10);
                break;
            case 5:
                break;
            case 6:
                put(out, "[%%emt %u.%u] -0.00 +0 -0 00:00:00 10:00:00.0 1:2:3 0:00:00.001", n % 100, n);
                break;
            case 7:
                buffer_append(out, "a\0b", 3);
                put(out, "\xc3\xa9"
                         "12 999999999999999 9999999999999999 0.1234567 -7");
                break;
            default:
                put(out, "t%u %u", n % 300, n % 10);
                break;
            }
            put(out, "} ");
        }
        put(out, "*\n\n");
    }
}

START_TEST(all_sorts_of_comments)
{
    for (unsigned sort = 0; sort < 9; sort++)
        for (unsigned games = 1; games <= 41; games += 20) {
            struct fixture fixture;
            set_up(&fixture);
            put_commented_games(&fixture.text, games, sort, sort * 7 + games);
            check_round_trip(&fixture);
            tear_down(&fixture);
        }
}
END_TEST

/* More templates than there are numbers for, and more columns. */
START_TEST(too_many_templates)
{
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned i = 0; i < 1200; i++)
        put(&fixture.text, "[Event \"e\"]\n\n1. e4 {k%u=%u l%u=%u} *\n\n", i % 300, i, i % 299, i);
    check_round_trip(&fixture);
    tear_down(&fixture);
}
END_TEST

START_TEST(many_fields_in_a_comment)
{
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned i = 0; i < 8; i++) {
        put(&fixture.text, "[Event \"e\"]\n\n1. e4 {");
        for (unsigned j = 0; j < 200; j++)
            put(&fixture.text, "%u ", i * j);
        put(&fixture.text, "} *\n\n");
    }
    check_round_trip(&fixture);
    tear_down(&fixture);
}
END_TEST

START_TEST(clocks_need_no_text)
{
    struct fixture fixture;
    set_up(&fixture);
    put_commented_games(&fixture.text, 40, 1, 5);
    check_round_trip(&fixture);
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_COMMENT_IDS), 1);
    ck_assert_uint_ge(count_sections(&fixture, BCGN_SECTION_COMMENT_FIELDS), 1);
    tear_down(&fixture);
}
END_TEST

/* A clock that says how long a game is, and what comes of it, costs little; so do numbers that follow from others. */
START_TEST(comments_that_follow_cost_the_model_nothing)
{
    enum { GAMES = 60, PLIES = 80 };
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    struct fixture fixture;
    uint64_t state = 77;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned left[2] = {600000, 600000};
        put(&fixture.text, "[Event \"e\"]\n[TimeControl \"600+5\"]\n\n");
        for (unsigned ply = 0; ply < PLIES; ply++) {
            unsigned random = (unsigned)(next_random(&state) >> 40);
            unsigned used = 1000 + random % 256, speed = 1000000 + random / 256 % 256;
            left[ply & 1] += 5000 - used;
            put(&fixture.text, "%s {mt=%u, tl=%u, s=%u, n=%u, e=%u.%u} ", moves[ply % 4], used, left[ply & 1],
                speed, speed / 1000 * used + speed % 1000 * used / 1000, ply % 3, ply % 3);
        }
        put(&fixture.text, "*\n\n");
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_COMMENT_IDS), 0);
    ck_assert_uint_eq(count_sections(&fixture, BCGN_SECTION_COMMENT_FIELDS), 0);
    /* Two bytes at random a comment, and no more than half a byte for the other three numbers. */
    ck_assert_uint_gt(size_of_section(&fixture, BCGN_SECTION_COMMENT_NUMBERS), GAMES * PLIES * 2);
    ck_assert_uint_lt(size_of_section(&fixture, BCGN_SECTION_COMMENT_NUMBERS), GAMES * PLIES * 5 / 2);
    tear_down(&fixture);
}
END_TEST

/* Clocks are foretold from it; another one besides is a tag like others. */
START_TEST(the_first_time_control_counts)
{
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned game = 0; game < 40; game++) {
        put(&fixture.text, "[Event \"e\"]\n[TimeControl \"600+5\"]\n[TimeControl \"%u\"]\n\n", 60 + game);
        for (unsigned ply = 0; ply < 20; ply++)
            put(&fixture.text, "%s {[%%clk 0:0%u:%02u]} ", moves[ply % 4], 9 - ply / 2,
                (7 * ply + game) % 60);
        put(&fixture.text, "*\n\n");
    }
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    tear_down(&fixture);
}
END_TEST

/* Values too long for a look at what they quote. */
START_TEST(long_values)
{
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned i = 0; i < 20; i++)
        put(&fixture.text, "[Event \"e\"]\n[Note \"%0300u\"]\n\n1. e4 *\n\n", i);
    fixture.adaptive = 1;
    check_round_trip_once(&fixture);
    tear_down(&fixture);
}
END_TEST

/* "0.5" and "0.35" go to one column once both have been seen; "0.50" besides takes nothing away. */
/* A field that may have a list of moves is empty now and then. */
START_TEST(empty_lists)
{
    static const char *const lists[] = {"e5 Nf3", "", "c5"};
    struct fixture fixture;
    set_up(&fixture);
    fixture.moves = MOVE_CODEC_MODEL; /* the codec that has lists */
    for (unsigned i = 0; i < 30; i++)
        put(&fixture.text, "[Event \"e\"]\n\n1. e4 {d=%u, pv=%s, n=%u} *\n\n", i % 5, lists[i % 3], i);
    check_round_trip(&fixture);
    tear_down(&fixture);
}
END_TEST

START_TEST(trimmed_decimals)
{
    static const char *const evals[] = {"0.35", "0.5", "-0.4", "1.25", "0.0", "-0.07", "3.0", "-1.2"};
    for (unsigned with_zeros = 0; with_zeros < 2; with_zeros++) {
        struct fixture fixture;
        set_up(&fixture);
        for (unsigned i = 0; i < 400; i++)
            put(&fixture.text, "[Event \"e\"]\n\n1. e4 {[%%eval %s]} e5 {v=%s%s} *\n\n", evals[i % 8],
                i % 3 ? "+" : "-",
                with_zeros && i % 5 == 0 ? "0.50"
                : i % 2                  ? "0.5"
                                         : "0.25");
        check_round_trip(&fixture);
        fixture.adaptive = 1;
        encode(&fixture);
        ck_assert_uint_le(fixture.encoder->comments.template_count, with_zeros ? 9 : 6);
        tear_down(&fixture);
    }
}
END_TEST

/* A comment as a program writes it; `move` is the one that it expects. */
static void put_comment_of_program(struct buffer *out, unsigned sort, const char *move, unsigned n)
{
    switch (sort) {
    case 0:
        put(out, "(%s) [%%eval %d,%u] [%%emt 00:%02u:%02u]", move, (int)(n % 400) - 200, n % 30, n % 60,
            n / 60 % 60);
        break;
    case 1:
        put(out, "%+d,%02u/%u", (int)(n % 21) - 10, n / 21 % 100, n % 30);
        break;
    case 2:
        put(out, "depth %u, expects %s e5", n % 9, move);
        break;
    default:
        put(out, "[%%csl R%c%u][%%mdl %u]", 'a' + n % 8, 1 + n / 8 % 8, n % 64);
        break;
    }
}

/* All but the first ones of a kind are made by one template of it or a few; so they were not before moves were fields. */
START_TEST(comments_of_programs)
{
    enum { COMMENTS = 300, SORTS = 4, AS_THEY_ARE = 12 };
    static const char *const moves[] = {"d4", "Nc3", "g3", "c4"};
    for (unsigned sort = 0; sort < SORTS; sort++) {
        struct fixture fixture;
        uint64_t state = 3;
        size_t size = 0;
        set_up(&fixture);
        fixture.moves = MOVE_CODEC_MODEL;
        for (unsigned i = 0; i < COMMENTS; i++) {
            unsigned random = (unsigned)(next_random(&state) >> 40);
            size_t start = fixture.text.size;
            put(&fixture.text, "1. e4 c5 2. Nf3 d6 {");
            put_comment_of_program(&fixture.text, sort, moves[random & 3], random / 4);
            put(&fixture.text, "} *\n\n");
            size = fixture.text.size - start > size ? fixture.text.size - start : size;
        }
        check_round_trip(&fixture);
        ck_assert_uint_lt(fixture.encoder->comments.literals.size, AS_THEY_ARE * size);
        ck_assert_uint_le(fixture.encoder->comments.template_count, 8);
        fixture.adaptive = 1;
        fixture.moves = MOVE_CODEC_MODEL;
        encode(&fixture);
        ck_assert_uint_lt(fixture.encoder->comments.literals.size, AS_THEY_ARE * size);
        ck_assert_msg(fixture.encoder->comments.has_lists == (sort == 0 || sort == 2), "sort %u", sort);
        /* A move is two bits at random; as a text it would be 16. */
        ck_assert_uint_lt(fixture.encoder->comments.list_bytes.size, COMMENTS);
        tear_down(&fixture);
    }
}
END_TEST

/* ---- Places to come back to ---- */

START_TEST(any_game_again)
{
    enum { GAMES = 60 };
    struct fixture fixture;
    struct block_cursor *cursors = calloc(GAMES, sizeof *cursors);
    uint64_t state = 17;
    set_up(&fixture);
    put_games(&fixture.text, GAMES / 2, 99);
    put_commented_games(&fixture.text, GAMES / 2, 0, 98);
    fixture.adaptive = 1;
    encode(&fixture);
    ck_assert_uint_eq(fixture.header.game_count, GAMES);
    open_block(&fixture, BLOCK_EVERYTHING);
    size_t starts[GAMES + 1] = {0};
    for (unsigned i = 0; i < GAMES; i++) {
        cursors[i] = fixture.decoder->cursor;
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        starts[i + 1] = starts[i];
        ck_assert(parse_game(&fixture, &starts[i + 1]));
    }
    for (unsigned i = 0; i < 300; i++) {
        struct buffer out;
        unsigned game = (unsigned)(next_random(&state) % GAMES);
        buffer_init(&out, &fixture.memory);
        if (i & 1)
            fixture.decoder->cursor = cursors[game];
        else
            ck_assert_int_eq(block_decoder_go_to(fixture.decoder, game, &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_render(fixture.decoder, &out, &fixture.error), PGNPACK_OK);
        ck_assert_uint_eq(out.size, starts[game + 1] - starts[game]);
        ck_assert(memcmp(out.data, fixture.text.data + starts[game], out.size) == 0);
        buffer_free(&out);
    }
    free(cursors);
    tear_down(&fixture);
}
END_TEST

/* Comments that only the board tells: a count of moves without pawn moves, and, where the codec asks nets, a list. */
static void put_games_told_by_boards(struct buffer *out, unsigned game_count)
{
    static const char *const moves[2][8] = {{"a3", "b3", "c3", "d3", "e3", "h3", "Nf3", "Ng1"},
                                            {"a6", "b6", "c6", "d6", "e6", "h6", "Nf6", "Ng8"}};
    uint64_t state = 5;
    for (unsigned game = 0; game < game_count; game++) {
        unsigned pawns[2] = {0, 0}, knights[2] = {0, 0}, quiet = 0;
        put(out, "[Event \"e\"]\n\n");
        for (unsigned ply = 0; ply < 24; ply++) {
            unsigned side = ply & 1;
            int is_pawn = pawns[side] < 6 && next_random(&state) >> 40 & 1;
            const char *move = moves[side][is_pawn ? pawns[side]++ : 6 + (knights[side]++ & 1)];
            quiet = is_pawn ? 0 : quiet + 1;
            put(out, "%s {pv=%s, fm=%u} ", move, move, 50 - (quiet + 1) / 2);
        }
        put(out, "*\n\n");
    }
}

/* Games that are passed over cost no more than what the ones behind them need, and each move of a block is decoded once. */
START_TEST(no_move_is_decoded_twice)
{
    enum { GAMES = 60, PLIES = 24, FIRST = 7, SECOND = 41 };
    static const enum move_codec codecs[] = {MOVE_CODEC_INDEX, MOVE_CODEC_MODEL, MOVE_CODEC_BEST};
    struct fixture fixture;
    struct buffer out;
    set_up(&fixture);
    buffer_init(&out, &fixture.memory);
    put_games_told_by_boards(&fixture.text, GAMES);
    fixture.adaptive = 1;
    fixture.moves = codecs[_i];
    encode(&fixture);
    open_block(&fixture, BLOCK_EVERYTHING);
    ck_assert(fixture.decoder->comments.needs_boards);
    ck_assert_int_eq(fixture.decoder->comments.has_lists, _i != 0);
    ck_assert_uint_eq(fixture.decoder->moves_decoded, 0);
    ck_assert_int_eq(block_decoder_text(fixture.decoder, &out, &fixture.error), PGNPACK_OK);
    ck_assert_uint_eq(fixture.decoder->moves_decoded, GAMES * PLIES);

    static const unsigned wanted[] = {FIRST, SECOND};
    open_block(&fixture, BLOCK_EVERYTHING);
    fixture.decoder->moves_decoded = 0;
    for (size_t i = 0; i < 2; i++) {
        buffer_clear(&out);
        ck_assert_int_eq(block_decoder_go_to(fixture.decoder, wanted[i], &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_render(fixture.decoder, &out, &fixture.error), PGNPACK_OK);
        ck_assert_uint_eq(fixture.decoder->moves_decoded, (wanted[i] + 1) * PLIES);
        size_t at = 0;
        for (unsigned game = 0; game <= wanted[i]; game++)
            ck_assert(parse_game(&fixture, &at));
        ck_assert_uint_eq(out.size, fixture.game.text.size);
        ck_assert(memcmp(out.data, fixture.game.text.data, out.size) == 0);
    }
    buffer_free(&out);
    tear_down(&fixture);
}
END_TEST

/* `fifths` of the games have any. */
static int has_moves(unsigned game, unsigned fifths)
{
    return game % 5 < fifths;
}

static void put_labelled_games(struct buffer *out, unsigned game_count, unsigned fifths)
{
    static const char *const openings[] = {"1. a3 a6", "1. b3 b6", "1. c3 c6", "1. d3 d6"};
    for (unsigned game = 0; game < game_count; game++)
        put(out, "[White \"%u\"]\n[ECO \"A%02u\"]\n\n%s *\n\n", game % 7, game % 4 + 10 * (game / 1000),
            has_moves(game, fifths) ? openings[game % 4] : "");
}

/* In the games from `first` to `last`. */
static unsigned moves_in(unsigned first, unsigned last, unsigned fifths)
{
    unsigned moves = 0;
    for (unsigned game = first; game <= last; game++)
        moves += has_moves(game, fifths) ? 2 : 0;
    return moves;
}

/* Sets the fixture up with a block of them. Returns where in the text each begins, and where the last ends: to be freed. */
static size_t *encode_labelled_games(struct fixture *fixture, enum move_codec codec, unsigned count,
                                     unsigned few)
{
    size_t *starts = calloc(count + 1, sizeof *starts);
    ck_assert_ptr_nonnull(starts);
    set_up(fixture);
    put_labelled_games(&fixture->text, count, few);
    fixture->adaptive = 1;
    fixture->moves = codec;
    encode(fixture);
    for (size_t at = 0, game = 0; parse_game(fixture, &at); starts[++game] = at)
        ;
    return starts;
}

/*
 * A game of codec best, or with labels, needs the moves of its group only; games come again without harm. So few games have
 * moves that groups are as short as they can be.
 */
START_TEST(groups_are_read_alone)
{
    enum { GROUP = BEST_GROUP_GAMES, GAMES = 2 * GROUP + 20, FEW = 2 };
    static const enum move_codec codecs[] = {MOVE_CODEC_INDEX, MOVE_CODEC_BEST};
    static const unsigned wanted[] = {GROUP + 7, 3, GROUP + 9, 2 * GROUP, GROUP + 2, 4, 5};
    /* by index, what was told stays; by odds, moves have to be decoded again, unless they are kept */
    static const unsigned from[2][7] = {{GROUP, 0, GROUP, 2 * GROUP, GROUP + 2, 0, 5},
                                        {GROUP, 0, GROUP, 2 * GROUP, GROUP, 0, 5}};
    static const unsigned parts[] = {BLOCK_EVERYTHING, BLOCK_TAGS};
    struct fixture fixture;
    size_t *starts = encode_labelled_games(&fixture, codecs[_i], GAMES, FEW);
    for (size_t i = 0; i < 2; i++) {
        open_block(&fixture, parts[i]);
        for (size_t j = 0; j < sizeof wanted / sizeof *wanted; j++) {
            size_t at = starts[wanted[j]];
            fixture.decoder->moves_decoded = 0;
            ck_assert_int_eq(block_decoder_go_to(fixture.decoder, wanted[j], &fixture.error), PGNPACK_OK);
            ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
            ck_assert_uint_eq(fixture.decoder->moves_decoded, moves_in(from[_i][j], wanted[j], FEW));
            ck_assert(parse_game(&fixture, &at));
            ck_assert_uint_eq(fixture.decoder->game.tag_count, 2);
            for (size_t tag = 0; tag < 2; tag++)
                ck_assert(text_equal(fixture.decoder->game.tags[tag].value, fixture.game.tags[tag].value));
        }
    }
    free(starts);
    tear_down(&fixture);
}
END_TEST

/* Labels need moves: who asks for other tags need not wait for them, and for a tag that there is not nothing is unpacked. */
START_TEST(labels_are_passed_over)
{
    enum { GAMES = 40 };
    static const struct {
        const char *name;
        int needs_moves, needs_values;
    } cases[] = {{"White", 0, 1}, {"ECO", 1, 1}, {"Nothing", 0, 0}};
    struct fixture fixture;
    free(encode_labelled_games(&fixture, MOVE_CODEC_INDEX, GAMES, 5));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct text name = text_of(cases[i].name);
        block_decoder_ask_tags(fixture.decoder, &name, 1);
        open_block(&fixture, BLOCK_TAGS);
        fixture.decoder->moves_decoded = 0;
        for (unsigned game = 0; game < GAMES; game++)
            ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(fixture.decoder->moves_decoded != 0, cases[i].needs_moves);
        ck_assert_int_eq(fixture.decoder->columns[BCGN_SECTION_TAG_NUMBERS].size != 0, cases[i].needs_values);
    }
    block_decoder_ask_tags(fixture.decoder, NULL, 0);
    tear_down(&fixture);
}
END_TEST

/* Games are picked, and what is kept of their block makes that few are passed over, and no move is told twice. */
START_TEST(kept_moves_are_not_told_again)
{
    enum { GROUP = BEST_GROUP_GAMES, GAMES = GROUP + 200, FEW = 2 };
    static const enum move_codec codecs[] = {MOVE_CODEC_BITS, MOVE_CODEC_MODEL, MOVE_CODEC_BEST,
                                             MOVE_CODEC_TABLE};
    static const unsigned wanted[] = {GROUP + 9, GROUP + 2, GROUP + 7, 3, GROUP + 9, 2, 70, GROUP + 8, 69};
    struct fixture fixture;
    size_t *starts = encode_labelled_games(&fixture, codecs[_i], GAMES, FEW);
    uint8_t *known = calloc(GAMES, 1);
    fixture.decoder->keep.keeps = 1;
    open_block(&fixture, BLOCK_EVERYTHING);
    fixture.decoder->moves_decoded = 0;
    uint64_t moves = 0;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        size_t at = starts[wanted[i]];
        /* groups of other codecs begin elsewhere than those of labels: all is told from the beginning */
        int is_alone = codecs[_i] == MOVE_CODEC_BEST && wanted[i] >= GROUP;
        for (unsigned game = is_alone ? GROUP : 0; game <= wanted[i]; game++) {
            moves += known[game] || !has_moves(game, FEW) ? 0 : 2;
            known[game] = 1;
        }
        ck_assert_int_eq(block_decoder_go_to(fixture.decoder, wanted[i], &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        ck_assert_uint_eq(fixture.decoder->moves_decoded, moves);
        ck_assert(parse_game(&fixture, &at));
        ck_assert_uint_eq(fixture.decoder->game.item_count, fixture.game.item_count);
        for (size_t tag = 0; tag < 2; tag++)
            ck_assert(text_equal(fixture.decoder->game.tags[tag].value, fixture.game.tags[tag].value));
    }
    free(known);
    free(starts);
    tear_down(&fixture);
}
END_TEST

/* What only games need that were not unpacked yet is given back, and made anew when one of them is gone to. */
START_TEST(trimmed_tags_begin_anew)
{
    enum { GAMES = 120, FIRST = 20, LAST = 100 };
    static const uint32_t wanted[] = {FIRST, 3, LAST, 5, GAMES - 1};
    struct fixture fixture;
    size_t starts[GAMES + 1] = {0};
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned plies = game * game % 23; /* the model tells PlyCount by them */
        put(&fixture.text,
            "[White \"P%u\"]\n[WhiteElo \"%u\"]\n[Date \"2001.01.%02u\"]\n[PlyCount \"%u\"]\n\n",
            game * 7 % 13, 2000 + game * 11 % 17, 1 + game / 8, plies);
        for (unsigned i = 0; i < plies; i++)
            put(&fixture.text, "%s ", (const char *const[]){"Nf3", "Nf6", "Ng1", "Ng8"}[i % 4]);
        put(&fixture.text, "*\n\n");
    }
    fixture.adaptive = _i;
    encode(&fixture);
    for (size_t at = 0, game = 0; parse_game(&fixture, &at); starts[++game] = at)
        ;
    open_block(&fixture, BLOCK_EVERYTHING);
    struct tag_decoder *tags = &fixture.decoder->tags;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        size_t at = starts[wanted[i]];
        ck_assert_int_eq(block_decoder_go_to(fixture.decoder, wanted[i], &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        ck_assert(parse_game(&fixture, &at));
        check_tags(&fixture.decoder->game, &fixture.game);
        ck_assert_uint_eq(tags->table.game_count,
                          wanted[i] < FIRST ? (i < 2 ? FIRST + 1 : LAST + 1) : wanted[i] + 1);
        block_keep_trim(fixture.decoder);
        ck_assert_uint_eq(tags->model.counter_capacity, 0);
        ck_assert_uint_le(tags->text_capacity, 2 * tags->text_size + 1);
    }
    tear_down(&fixture);
}
END_TEST

/* A group has at least so many moves that there is something to learn. */
START_TEST(short_games_share_a_group)
{
    enum { GAMES = BEST_GROUP_GAMES + 20, ALL = 5 };
    struct fixture fixture;
    set_up(&fixture);
    put_labelled_games(&fixture.text, GAMES, ALL);
    fixture.adaptive = 1;
    fixture.moves = MOVE_CODEC_BEST;
    encode(&fixture);
    open_block(&fixture, BLOCK_EVERYTHING);
    fixture.decoder->moves_decoded = 0;
    ck_assert_int_eq(block_decoder_go_to(fixture.decoder, GAMES - 1, &fixture.error), PGNPACK_OK);
    ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
    ck_assert_uint_eq(fixture.decoder->moves_decoded, moves_in(0, GAMES - 1, ALL));
    tear_down(&fixture);
}
END_TEST

/* Comments that the shapes alone place: games before the wanted one are passed over without their moves. */
START_TEST(comments_need_no_moves)
{
    struct fixture fixture;
    set_up(&fixture);
    put_commented_games(&fixture.text, 40, 1, 5);
    for (fixture.adaptive = 0; fixture.adaptive < 2; fixture.adaptive++) {
        encode(&fixture);
        open_block(&fixture, BLOCK_EVERYTHING & ~(unsigned)BLOCK_TAGS);
        ck_assert(fixture.decoder->has_templates && !fixture.decoder->comments.needs_boards);
        fixture.decoder->moves_decoded = 0;
        ck_assert_int_eq(block_decoder_go_to(fixture.decoder, 30, &fixture.error), PGNPACK_OK);
        ck_assert_uint_eq(fixture.decoder->moves_decoded, 0);
        ck_assert_uint_eq(fixture.decoder->expanded_games, 30);
    }
    tear_down(&fixture);
}
END_TEST

/* ---- No memory ---- */

/* Packs the text's games into a block; the first failure that is told. */
static enum pgnpack_status try_to_pack(struct fixture *fixture, struct block_encoder *encoder)
{
    const struct block_options options = {
        .moves = MOVE_CODEC_INDEX, .zstd_level = 1, .adaptive = 1, .labels = 1};
    enum pgnpack_status status = PGNPACK_OK;
    block_encoder_start(encoder, &options,
                        (struct text){(const char *)fixture->text.data, fixture->text.size});
    for (size_t at = 0; status == PGNPACK_OK && parse_game(fixture, &at);)
        status = block_encoder_add(encoder, &fixture->game, &fixture->error);
    fixture->header = (struct block_header){0};
    if (status == PGNPACK_OK)
        status = pack_lone_file(encoder, &fixture->header, "", &fixture->error);
    buffer_clear(&fixture->block);
    if (status == PGNPACK_OK)
        status = block_encoder_write(encoder, &fixture->header, &fixture->block, &fixture->error);
    return status;
}

/* Whichever piece of memory an encoder is refused, it says so itself, or can do without: then the block is right. */
START_TEST(refused_memory_is_told)
{
    struct allocation_count calls = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&calls);
    size_t told = 0;
    struct fixture fixture;
    int is_refused = 1;
    set_up(&fixture);
    put(&fixture.text, "[White \"P\"]\n[ECO \"A00\"]\n[PlyCount \"4\"]\n[Final \"\"]\n\n"
                       "1. e2e4 {[%%clk 0:01:00]} e5 (1... c5) 2. Ng1f3! Nc6 *\n\n");
    for (size_t fails_at = 1; is_refused; fails_at++) {
        struct block_encoder *encoder = malloc(sizeof *encoder);
        struct memory memory;
        memory_init(&memory, &allocator, 0);
        block_encoder_init(encoder, &memory);
        calls.fails_once = calls.calls + fails_at;
        enum pgnpack_status status = try_to_pack(&fixture, encoder);
        is_refused = calls.calls >= calls.fails_once;
        calls.fails_once = 0;
        block_encoder_free(encoder);
        free(encoder);
        ck_assert_uint_eq(calls.outstanding, 0);
        ck_assert(status == PGNPACK_OK || (is_refused && status == PGNPACK_ERROR_MEMORY));
        told += status != PGNPACK_OK;
        error_clear(&fixture.error);
        if (status == PGNPACK_OK) {
            ck_assert_int_eq(block_header_read(fixture.block.data, &fixture.header, &fixture.error),
                             PGNPACK_OK);
            check_block(&fixture);
        }
    }
    ck_assert_uint_gt(told, 40);
    tear_down(&fixture);
}
END_TEST

/* Reads the asked tag of all games; the first failure that is told. */
static enum pgnpack_status try_to_read(struct fixture *fixture, struct block_decoder *decoder)
{
    const struct text name = text_of("White");
    enum pgnpack_status status;
    size_t at = 0;
    block_decoder_ask_tags(decoder, &name, 1);
    status = block_decoder_open(decoder, &fixture->header, fixture->block.data, BLOCK_TAGS, &fixture->error);
    while (status == PGNPACK_OK && (status = block_decoder_next(decoder, &fixture->error)) == PGNPACK_OK) {
        ck_assert(parse_game(fixture, &at));
        ck_assert_uint_eq(decoder->game.tag_count, 1);
        ck_assert(text_equal(decoder->game.tags[0].value, fixture->game.tags[0].value));
    }
    return status;
}

START_TEST(refused_memory_is_told_by_decoders)
{
    enum { GAMES = 30 };
    struct allocation_count calls = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&calls);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++)
        put(&fixture.text, "[White \"P%u\"]\n[WhiteElo \"%u\"]\n[Round \"%u\"]\n\n1. e4 *\n\n", game % 7,
            2000 + game, game);
    fixture.adaptive = _i;
    encode(&fixture);
    for (size_t fails_at = 1; status != PGNPACK_END; fails_at++) {
        struct block_decoder *decoder = malloc(sizeof *decoder);
        struct memory memory;
        memory_init(&memory, &allocator, 0);
        block_decoder_init(decoder, &memory);
        calls.fails_once = calls.calls + fails_at;
        error_clear(&fixture.error);
        status = try_to_read(&fixture, decoder);
        ck_assert_int_eq(status, calls.calls < calls.fails_once ? PGNPACK_END : PGNPACK_ERROR_MEMORY);
        calls.fails_once = 0;
        block_decoder_free(decoder);
        free(decoder);
        ck_assert_uint_eq(calls.outstanding, 0);
    }
    tear_down(&fixture);
}
END_TEST

/* ---- Bad data ---- */

/* The block's sections, unpacked. */
struct raw_sections {
    struct section_entry entries[512];
    uint8_t *bytes[512];
    size_t count;
};

static void unpack_sections(struct fixture *fixture, struct raw_sections *raw)
{
    struct section_unpacker unpacker;
    section_unpacker_init(&unpacker, &fixture->memory);
    const uint8_t *stored = fixture->encoder->packer.stored.data;
    raw->count = fixture->encoder->packer.entry_count;
    ck_assert_uint_le(raw->count, 512);
    for (size_t i = 0; i < raw->count; i++) {
        raw->entries[i] = fixture->encoder->packer.entries[i];
        raw->bytes[i] = malloc(raw->entries[i].raw_size + (size_t)1);
        ck_assert_int_eq(section_unpack(&unpacker, &raw->entries[i], stored, raw->bytes[i], &fixture->error),
                         PGNPACK_OK);
        stored += raw->entries[i].stored_size;
    }
    section_unpacker_free(&unpacker);
}

/* Writes the block anew, all checksums right, with these sections as they are. */
static void pack_sections(struct fixture *fixture, const struct raw_sections *raw)
{
    struct section_packer *packer = &fixture->encoder->packer;
    section_packer_start(packer, SECTION_TEXTS_BY_ZSTD);
    for (size_t i = 0; i < raw->count; i++)
        ck_assert_int_eq(section_packer_add(packer, raw->entries[i].type, raw->entries[i].index,
                                            raw->bytes[i], raw->entries[i].raw_size, 1, &fixture->error),
                         PGNPACK_OK);
    buffer_clear(&fixture->block);
    ck_assert_int_eq(section_packer_finish(packer, &fixture->header, &fixture->block, &fixture->error),
                     PGNPACK_OK);
}

/* All tags, and then one alone, column by column: whatever the block says, that does no harm. */
static void scan_tags(struct fixture *fixture)
{
    const struct text name = text_of("WhiteElo");
    struct tag_scan scan;
    int done;
    tag_scan_init(&scan, &fixture->memory);
    for (size_t asked = 0; asked < 2; asked++) {
        error_clear(&fixture->error);
        block_decoder_ask_tags(fixture->decoder, asked == 0 ? NULL : &name, asked);
        if (block_decoder_open(fixture->decoder, &fixture->header, fixture->block.data, BLOCK_TAGS,
                               &fixture->error) == PGNPACK_OK)
            tag_scan_block(&scan, &fixture->decoder->tags, fixture->header.game_count, &done,
                           &fixture->error);
    }
    block_decoder_ask_tags(fixture->decoder, NULL, 0);
    tag_scan_free(&scan);
}

/* Opens the block and reads all of it; true when it is said to be good. */
static int reads_well(struct fixture *fixture)
{
    struct buffer back;
    struct block_header header;
    buffer_init(&back, &fixture->memory);
    error_clear(&fixture->error);
    enum pgnpack_status status = block_header_read(fixture->block.data, &header, &fixture->error);
    if (status == PGNPACK_OK)
        status = block_decoder_open(fixture->decoder, &header, fixture->block.data, BLOCK_EVERYTHING,
                                    &fixture->error);
    if (status == PGNPACK_OK)
        status = block_decoder_text(fixture->decoder, &back, &fixture->error);
    if (status == PGNPACK_OK) {
        ck_assert_uint_eq(back.size, fixture->text.size);
        ck_assert(memcmp(back.data, fixture->text.data, back.size) == 0);
    }
    ck_assert_int_ne(status, PGNPACK_ERROR_MEMORY);
    for (unsigned parts = BLOCK_TAGS; parts <= BLOCK_MOVES; parts *= 4)
        if (block_decoder_open(fixture->decoder, &fixture->header, fixture->block.data, parts,
                               &fixture->error) == PGNPACK_OK)
            while (block_decoder_next(fixture->decoder, &fixture->error) == PGNPACK_OK)
                continue;
    scan_tags(fixture);
    buffer_free(&back);
    return status == PGNPACK_OK;
}

static int is_column_section(unsigned type)
{
    return (type >= BCGN_SECTION_TAG && type <= BCGN_SECTION_TAG_TOKENS) || type == BCGN_SECTION_COMMENTS ||
           type == BCGN_SECTION_RESULTS || type == BCGN_SECTION_TAG_NUMBERS ||
           type == BCGN_SECTION_TAG_MODEL || type == BCGN_SECTION_COMMENT_NUMBERS ||
           type == BCGN_SECTION_COMMENT_MODEL ||
           (type >= BCGN_SECTION_COMMENT_TEMPLATES && type <= BCGN_SECTION_COMMENT_EXTRA);
}

/* One section changed in a few bytes, or cut: nothing but an error or the very text comes of it. */
static void spoil_section(struct fixture *fixture, struct raw_sections *raw, uint64_t *state)
{
    size_t i = next_random(state) % raw->count;
    struct section_entry *entry = &raw->entries[i];
    if (!is_column_section(entry->type) || entry->raw_size == 0)
        return;
    uint8_t *kept = malloc(entry->raw_size);
    uint32_t kept_size = entry->raw_size;
    memcpy(kept, raw->bytes[i], kept_size);
    unsigned changes = (unsigned)(next_random(state) % 4);
    for (unsigned j = 0; j < changes; j++)
        raw->bytes[i][next_random(state) % kept_size] = (uint8_t)(next_random(state) >> 20);
    if (changes == 0)
        entry->raw_size = (uint32_t)(next_random(state) % kept_size);
    pack_sections(fixture, raw);
    /* Where all numbers of a column of comments are the same it is as well without the restarts that are cut. */
    if (entry->raw_size < kept_size && entry->type != BCGN_SECTION_TAG_EXTRA &&
        entry->type != BCGN_SECTION_COMMENT_EXTRA && entry->type != BCGN_SECTION_COMMENT_FIELDS)
        ck_assert_msg(!reads_well(fixture), "section %u cut from %u to %u", entry->type, kept_size,
                      entry->raw_size);
    else
        reads_well(fixture);
    memcpy(raw->bytes[i], kept, kept_size);
    entry->raw_size = kept_size;
    free(kept);
}

static void spoil_block(struct fixture *fixture, unsigned rounds, uint64_t seed)
{
    static struct raw_sections raw;
    uint64_t state = seed;
    encode(fixture);
    unpack_sections(fixture, &raw);
    pack_sections(fixture, &raw);
    ck_assert(reads_well(fixture));
    for (unsigned i = 0; i < rounds; i++)
        spoil_section(fixture, &raw, &state);
    for (size_t i = 0; i < raw.count; i++)
        free(raw.bytes[i]);
}

/* The codec of a column that nobody asked for is looked at, too: there are 0, 1 and 2. */
START_TEST(tags_have_three_codecs)
{
    static struct raw_sections raw;
    struct fixture fixture;
    struct text other = text_of("Other");
    size_t table = 0;
    set_up(&fixture);
    for (unsigned i = 0; i < 20; i++)
        put(&fixture.text, "[Note \"%c\"]\n\n*\n\n", "xyz"[i % 3]);
    encode(&fixture);
    unpack_sections(&fixture, &raw);
    while (raw.entries[table].type != BCGN_SECTION_TAG_CODECS)
        table++;
    block_decoder_ask_tags(fixture.decoder, &other, 1);
    open_block(&fixture, BLOCK_TAGS);
    raw.bytes[table][0] |= 3;
    pack_sections(&fixture, &raw);
    ck_assert_int_eq(block_header_read(fixture.block.data, &fixture.header, &fixture.error), PGNPACK_OK);
    ck_assert_int_eq(
        block_decoder_open(fixture.decoder, &fixture.header, fixture.block.data, BLOCK_TAGS, &fixture.error),
        PGNPACK_ERROR_CORRUPT);
    block_decoder_ask_tags(fixture.decoder, NULL, 0);
    for (size_t i = 0; i < raw.count; i++)
        free(raw.bytes[i]);
    tear_down(&fixture);
}
END_TEST

static size_t raw_place(const struct raw_sections *raw, uint8_t type, uint16_t index)
{
    size_t i = 0;
    while (i < raw->count && (raw->entries[i].type != type || raw->entries[i].index != index))
        i++;
    ck_assert_uint_lt(i, raw->count);
    return i;
}

/* The strings or tokens of column 0 become those of column 1, and the other way round. */
static void swap_columns(struct raw_sections *raw, uint8_t type)
{
    size_t first = raw_place(raw, type, 0), second = raw_place(raw, type, 1);
    uint8_t *bytes = raw->bytes[first];
    uint32_t size = raw->entries[first].raw_size;
    raw->bytes[first] = raw->bytes[second];
    raw->entries[first].raw_size = raw->entries[second].raw_size;
    raw->bytes[second] = bytes;
    raw->entries[second].raw_size = size;
}

static void replace_bytes(struct raw_sections *raw, uint8_t type, const void *old, const void *new,
                          size_t size)
{
    size_t i = raw_place(raw, type, 0);
    ck_assert_uint_eq(raw->entries[i].raw_size, size);
    ck_assert_mem_eq(raw->bytes[i], old, size);
    memcpy(raw->bytes[i], new, size);
}

/* A column may be told by one behind it: that one is scanned first. Ours writes no such block. */
START_TEST(columns_are_scanned_in_order)
{
    enum { GAMES = 300 };
    /* column 0 by itself, column 1 by its link with column 0; then the other way round */
    static const uint8_t own_first[9] = {1, 0, 1, 0, 0x0c, 0, 0, 1, 0};
    static const uint8_t link_first[9] = {0x0c, 1, 0, 1, 0, 1, 0, 1, 0};
    static struct raw_sections raw;
    struct fixture fixture;
    struct tag_scan scan;
    uint64_t state = 4;
    int done;
    set_up(&fixture);
    for (unsigned game = 0; game < GAMES; game++) {
        unsigned event = (unsigned)(next_random(&state) % 40);
        put(&fixture.text, "[Event \"event %c%u\"]\n[Site \"site %u%c\"]\n\n*\n\n", 'a' + event % 26, event,
            event * 11 % 40, 'a' + event % 7);
    }
    encode(&fixture);
    unpack_sections(&fixture, &raw);
    replace_bytes(&raw, BCGN_SECTION_TAG_CODECS, own_first, link_first, sizeof own_first);
    replace_bytes(&raw, BCGN_SECTION_SCHEMAS, "\2\5Event\4Site\1\2\0\1", "\2\4Site\5Event\1\2\1\0", 16);
    swap_columns(&raw, BCGN_SECTION_TAG);
    swap_columns(&raw, BCGN_SECTION_TAG_TOKENS);
    pack_sections(&fixture, &raw);
    ck_assert(reads_well(&fixture));
    ck_assert_int_eq(block_header_read(fixture.block.data, &fixture.header, &fixture.error), PGNPACK_OK);
    open_block(&fixture, BLOCK_TAGS);
    tag_scan_init(&scan, &fixture.memory);
    ck_assert_int_eq(tag_scan_block(&scan, &fixture.decoder->tags, GAMES, &done, &fixture.error), PGNPACK_OK);
    ck_assert(done);
    for (size_t at = 0, game = 0; parse_game(&fixture, &at); game++)
        for (uint16_t tag = 0; tag < 2; tag++)
            ck_assert(text_equal(tag_scan_column(&scan, 1 - tag)[game], fixture.game.tags[tag].value));
    tag_scan_free(&scan);
    for (size_t i = 0; i < raw.count; i++)
        free(raw.bytes[i]);
    tear_down(&fixture);
}
END_TEST

/* All games of a block together have no more elements than its text has bytes. */
START_TEST(elements_are_counted)
{
    enum { MOVES = 100 };
    static const char *const moves[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    struct fixture fixture;
    set_up(&fixture);
    for (unsigned i = 0; i < 2 * MOVES; i++)
        put(&fixture.text, "%s%s", moves[i % MOVES % 4], i % MOVES == MOVES - 1 ? " *\n\n" : " ");
    encode(&fixture);
    for (unsigned games = 1; games <= 2; games++) {
        fixture.header.text_size = games * MOVES + MOVES / 2;
        error_clear(&fixture.error);
        open_block(&fixture, BLOCK_MOVES);
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error), PGNPACK_OK);
        ck_assert_int_eq(block_decoder_next(fixture.decoder, &fixture.error),
                         games == 2 ? PGNPACK_OK : PGNPACK_ERROR_CORRUPT);
    }
    tear_down(&fixture);
}
END_TEST

/* A final position is written as its number says, if any text is: one has negative fields. */
START_TEST(finals_have_their_forms)
{
    enum { GAMES = 20 };
    static const struct {
        uint32_t number;
        enum pgnpack_status status;
    } finals[] = {{1, PGNPACK_OK},
                  {2, PGNPACK_OK},
                  {TAG_FINAL_OTHER + 3, PGNPACK_OK},
                  {TAG_FINAL_LAST - 3, PGNPACK_ERROR_CORRUPT},
                  {TAG_FINAL_LAST, PGNPACK_OK},
                  {TAG_FINAL_LAST + 1, PGNPACK_ERROR_CORRUPT}};
    for (size_t at = 0; at < sizeof finals / sizeof finals[0]; at++) {
        struct fixture fixture;
        enum pgnpack_status status = PGNPACK_OK;
        set_up(&fixture);
        for (unsigned i = 0; i < GAMES; i++)
            put(&fixture.text,
                "[Final \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\"]\n\n1. e4 *\n\n");
        fixture.adaptive = 1;
        add_games(&fixture);
        fixture.encoder->tags.table.values[GAMES / 2].final = finals[at].number;
        write_block(&fixture);
        open_block(&fixture, BLOCK_TAGS);
        for (unsigned i = 0; i < GAMES && status == PGNPACK_OK; i++)
            status = block_decoder_next(fixture.decoder, &fixture.error);
        ck_assert_int_eq(status, finals[at].status);
        tear_down(&fixture);
    }
}
END_TEST

START_TEST(bad_tag_columns)
{
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct fixture fixture;
        set_up(&fixture);
        put_games(&fixture.text, 100, seed * 0x9e3779b97f4a7c15u);
        fixture.adaptive = seed & 1;
        spoil_block(&fixture, 300, seed);
        tear_down(&fixture);
    }
}
END_TEST

START_TEST(bad_comment_columns)
{
    for (unsigned round = 0; round < 18; round++) {
        unsigned sort = round / 2;
        struct fixture fixture;
        set_up(&fixture);
        fixture.adaptive = round & 1;
        put_commented_games(&fixture.text, 30, sort, sort + 1);
        spoil_block(&fixture, 300, sort + 1);
        tear_down(&fixture);
    }
}
END_TEST

/* A section that a block lacks is not taken from the block before: as if that had never been read. */
static void leave_out_each(struct fixture *fixture)
{
    static struct raw_sections raw, without;
    encode(fixture);
    unpack_sections(fixture, &raw);
    for (size_t i = 0; i < raw.count; i++) {
        if (!is_column_section(raw.entries[i].type))
            continue;
        pack_sections(fixture, &raw);
        ck_assert(reads_well(fixture));
        without.count = 0;
        for (size_t j = 0; j < raw.count; j++)
            if (j != i) {
                without.entries[without.count] = raw.entries[j];
                without.bytes[without.count++] = raw.bytes[j];
            }
        pack_sections(fixture, &without);
        int after_another = reads_well(fixture);
        block_decoder_free(fixture->decoder);
        block_decoder_init(fixture->decoder, &fixture->memory);
        ck_assert_msg(after_another == reads_well(fixture), "section %u of column %u", raw.entries[i].type,
                      raw.entries[i].index);
    }
    for (size_t i = 0; i < raw.count; i++)
        free(raw.bytes[i]);
}

START_TEST(sections_are_not_those_of_the_block_before)
{
    for (int adaptive = 0; adaptive < 2; adaptive++) {
        struct fixture fixture;
        set_up(&fixture);
        fixture.adaptive = adaptive;
        put_games(&fixture.text, 50, 0x9e3779b97f4a7c15u);
        put_commented_games(&fixture.text, 30, (unsigned)_i, 3);
        leave_out_each(&fixture);
        tear_down(&fixture);
    }
}
END_TEST

Suite *bcgn_columns_suite(void)
{
    Suite *suite = suite_create("bcgn_columns");
    TCase *tags = tcase_create("tags");
    tcase_add_test(tags, small_texts);
    tcase_add_test(tags, all_sorts_of_tags);
    tcase_add_test(tags, bytes_of_all_kinds);
    tcase_add_test(tags, huge_values);
    tcase_add_test(tags, many_tag_names);
    tcase_add_test(tags, nothing_new_costs_nothing);
    tcase_add_test(tags, numbers_of_lists_that_repeat);
    tcase_add_test(tags, values_follow_players);
    tcase_add_test(tags, what_follows_costs_the_model_nothing);
    tcase_add_loop_test(tags, one_number_of_four, 0, 2);
    tcase_add_test(tags, single_numbers);
    tcase_add_test(tags, short_numbers);
    tcase_add_test(tags, sums_cost_the_model_nothing);
    tcase_add_test(tags, numbers_are_told_by_numbers);
    tcase_add_test(tags, addresses_that_come_again);
    tcase_add_test(tags, times_go_on_from_the_game_before);
    tcase_add_test(tags, quotes_cost_the_model_nothing);
    tcase_add_test(tags, partners_quote_partners);
    tcase_add_test(tags, quotes_are_no_bytes_of_texts);
    tcase_add_test(tags, numbers_grow_with_the_time);
    tcase_add_test(tags, some_texts_do_not_quote);
    tcase_add_test(tags, clocks_have_their_forms);
    tcase_add_test(tags, numbers_are_near_others);
    tcase_add_test(tags, quotes_are_read_alone);
    tcase_add_test(tags, patterns_are_in_order);
    tcase_add_test(tags, patterns_by_name);
    tcase_add_test(tags, spelled_recipes_are_checked);
    tcase_add_test(tags, columns_need_no_others);
    tcase_add_test(tags, openings_may_stand_alone);
    suite_add_tcase(suite, tags);
    TCase *comments = tcase_create("comments");
    tcase_add_test(comments, all_sorts_of_comments);
    tcase_add_test(comments, too_many_templates);
    tcase_add_test(comments, many_fields_in_a_comment);
    tcase_add_test(comments, clocks_need_no_text);
    tcase_add_test(comments, comments_that_follow_cost_the_model_nothing);
    tcase_add_test(comments, the_first_time_control_counts);
    tcase_add_test(comments, long_values);
    tcase_add_test(comments, empty_lists);
    tcase_add_test(comments, trimmed_decimals);
    tcase_add_test(comments, comments_of_programs);
    suite_add_tcase(suite, comments);
    TCase *places = tcase_create("places");
    tcase_add_test(places, any_game_again);
    tcase_add_loop_test(places, no_move_is_decoded_twice, 0, 3);
    tcase_add_loop_test(places, groups_are_read_alone, 0, 2);
    tcase_add_test(places, labels_are_passed_over);
    tcase_add_loop_test(places, kept_moves_are_not_told_again, 0, 4);
    tcase_add_loop_test(places, trimmed_tags_begin_anew, 0, 2);
    tcase_add_test(places, refused_memory_is_told);
    tcase_add_loop_test(places, refused_memory_is_told_by_decoders, 0, 2);
    tcase_add_test(places, short_games_share_a_group);
    tcase_add_test(places, comments_need_no_moves);
    suite_add_tcase(suite, places);
    TCase *bad = tcase_create("bad data");
    tcase_add_test(bad, tags_have_three_codecs);
    tcase_add_test(bad, columns_are_scanned_in_order);
    tcase_add_test(bad, elements_are_counted);
    tcase_add_test(bad, finals_have_their_forms);
    tcase_add_test(bad, bad_tag_columns);
    tcase_add_test(bad, bad_comment_columns);
    tcase_add_loop_test(bad, sections_are_not_those_of_the_block_before, 0, 9);
    suite_add_tcase(suite, bad);
    return suite;
}
