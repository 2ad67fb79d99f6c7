/* Moves by the codecs that have a model (E13, E14) or tables, there and back. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "encoding/legal_index.h"
#include "moves/streams/move_stream.h"
#include "net/features/policy_hints.h"
#include "net/odds/policy_net.h"
#include "game/line_stack.h"
#include "pgn/pgn_parser.h"
#include "shared/bytes.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "unit/support.h"
#include "util/xxh64.h"

struct recorded {
    struct position position;
    chess_move move;
    uint32_t ply;
};

struct coding {
    enum move_codec codec;
    enum policy_net_id net;
};

static const struct coding codings[] = {{MOVE_CODEC_MODEL, POLICY_NET_ID},
                                        {MOVE_CODEC_MODEL, POLICY_NET_WIDE_ID},
                                        {MOVE_CODEC_BEST, POLICY_NET_ID},
                                        {MOVE_CODEC_BEST, POLICY_NET_WIDE_ID},
                                        {MOVE_CODEC_TABLE, POLICY_NET_ID}};

enum {
    CODING_COUNT = 5,
    LEGAL_CODING_COUNT = 4
}; /* those that give legal moves only, and know variations, come first */

enum { RECORDED_MAX = 40000, GAMES_MAX = 1200 };

static struct recorded *recorded;
static size_t recorded_count;
static size_t game_starts[GAMES_MAX + 1];
static size_t game_count;
static struct policy_hints game_hints[GAMES_MAX];
static uint64_t chooser;

static void record_random(const struct position *position, const chess_move *moves, unsigned count)
{
    if (count == 0 || recorded_count == RECORDED_MAX)
        return;
    uint32_t ply = (uint32_t)(recorded_count - game_starts[game_count]);
    recorded[recorded_count++] = (struct recorded){*position, moves[next_random(&chooser) % count], ply};
}

static void end_recorded_game(void)
{
    if (game_count == GAMES_MAX)
        return;
    game_hints[game_count] = (struct policy_hints){.rating = {(uint16_t)(next_random(&chooser) % 3000), 0},
                                                   .result = (uint8_t)(game_count % 4)};
    game_starts[++game_count] = recorded_count;
}

static void start_recording(void)
{
    recorded = malloc(RECORDED_MAX * sizeof *recorded);
    ck_assert_ptr_nonnull(recorded);
    recorded_count = game_count = 0;
    game_starts[0] = 0;
    chooser = 99;
}

/* Every game of a file, variations and all, in the order of the text. */
static void record_file(const char *path)
{
    struct memory memory;
    struct pgn_parser parser;
    struct game game;
    struct line_stack line;
    size_t size;
    char *text = read_file(path, &size);
    memory_init(&memory, NULL, 0);
    pgn_parser_init(&parser, &memory);
    game_init(&game, &memory);
    line_stack_init(&line, &memory);
    for (size_t at = 0; at < size && game_count < GAMES_MAX && recorded_count < RECORDED_MAX - 2000;
         at += game.text.size) {
        if (pgn_parse(&parser, text + at, size - at, 1, &game) != PGN_GAME)
            break;
        line_stack_start(&line, &game.start, LINE_BOARDS);
        for (size_t i = 0; i < game.item_count; i++) {
            unsigned kind = game.items[i].kind;
            if (kind == ITEM_MOVE) {
                recorded[recorded_count++] =
                    (struct recorded){line.position, game.items[i].value, line.walk.ply};
                line_stack_make(&line, game.items[i].value);
            } else if (kind == ITEM_NULL_MOVE) {
                line_stack_make_null(&line);
            } else if (kind == ITEM_VARIATION_BEGIN) {
                line_stack_open(&line);
            } else if (kind == ITEM_VARIATION_END) {
                line_stack_close(&line);
            }
        }
        end_recorded_game();
        game_hints[game_count - 1] = policy_hints_of(&game);
    }
    line_stack_free(&line);
    game_free(&game);
    pgn_parser_free(&parser);
    free(text);
}

/* In hundreds; what the games' hints say of ratings is for codec BEST only. */
static const uint8_t stream_ratings[POLICY_OUTCOMES] = {23, 27, 12, 19};

static void write_stream(struct coding coding, struct buffer *out)
{
    struct move_writer writer;
    move_writer_init(&writer, out->memory);
    move_writer_start(&writer, coding.codec, coding.net);
    move_writer_set_ratings(&writer, stream_ratings);
    for (size_t game = 0; game < game_count; game++) {
        move_writer_start_game(&writer, &game_hints[game]);
        for (size_t i = game_starts[game]; i < game_starts[game + 1]; i++)
            ck_assert_int_eq(
                move_writer_add(&writer, &recorded[i].position, recorded[i].ply, recorded[i].move), 1);
    }
    struct move_pieces pieces;
    ck_assert(move_writer_finish(&writer, &pieces));
    ck_assert_uint_eq(pieces.count, 1);
    buffer_append(out, pieces.pieces[0].bytes, pieces.pieces[0].size);
    ck_assert(!buffer_failed(out));
    move_writer_free(&writer);
}

static void start_reading(struct move_reader *reader, enum move_codec codec, const uint8_t *bytes,
                          size_t size, uint64_t games, void *state)
{
    struct move_pieces pieces = {.pieces = {{0, bytes, size}}, .count = 1};
    move_reader_start(reader, codec, &pieces, games, state, NULL);
}

static void read_game(struct move_reader *reader, size_t game)
{
    struct policy_hints hints = game_hints[game];
    if (reader->codec == MOVE_CODEC_MODEL) /* asks for the result only: games are read without their tags */
        hints = (struct policy_hints){.result = hints.result};
    move_reader_start_game(reader, &hints);
    for (size_t i = game_starts[game]; i < game_starts[game + 1]; i++)
        ck_assert_uint_eq(move_reader_next(reader, &recorded[i].position, recorded[i].ply), recorded[i].move);
    ck_assert(!reader->failed);
}

/* All games in turn, then some found by their group. */
static void check_stream(enum move_codec codec, const struct buffer *stream)
{
    void *state = malloc(move_codec_state_size(codec));
    struct move_reader start, reader;
    ck_assert_ptr_nonnull(state);
    start_reading(&start, codec, stream->data, stream->size, game_count, state);
    ck_assert(!start.failed);
    reader = start;
    for (size_t game = 0; game < game_count; game++)
        read_game(&reader, game);
    ck_assert(move_reader_at_end(&reader));
    for (size_t game = 0; game < game_count; game += codec == MOVE_CODEC_BEST ? 400 : 45) {
        size_t first = move_reader_seek(&reader, &start, game);
        ck_assert_uint_eq(first, move_reader_first_game(&start, game));
        for (; first <= game; first++)
            read_game(&reader, first);
    }
    free(state);
}

static void check_recorded(struct coding coding, double bits_max)
{
    struct memory memory;
    struct buffer stream;
    memory_init(&memory, NULL, 0);
    buffer_init(&stream, &memory);
    write_stream(coding, &stream);
    check_stream(coding.codec, &stream);
    ck_assert_double_lt(8 * (double)stream.size / (double)recorded_count, bits_max);
    buffer_free(&stream);
    free(recorded);
}

START_TEST(random_games_come_back)
{
    start_recording();
    for (unsigned i = 0; walk_starts[i] != NULL; i++)
        for (unsigned game = 0; game < 6; game++) {
            walk_random_games(walk_starts[i], 1, 80, 100 * i + game + 1, record_random);
            end_recorded_game();
        }
    for (unsigned i = 0; walk_hostile[i] != NULL; i++) {
        walk_random_games(walk_hostile[i], 1, 20, i + 1, record_random);
        end_recorded_game();
        end_recorded_game(); /* and a game without moves */
    }
    check_recorded(codings[_i], 12);
}
END_TEST

static const struct {
    const char *path;
    double bits_max[CODING_COUNT];
} files[] = {{"data/classics.pgn", {3.8, 3.7, 3.6, 3.5, 3.9}},
             {"data/annotated.pgn", {4.4, 4.3, 4.2, 4.1, 3.8}},
             {"data/clocked.pgn", {4.2, 4.1, 4.1, 4.0, 4.1}},
             {"data/engine-games.pgn", {4.2, 4.1, 4.1, 4.0, 4.1}}};

enum { FILE_COUNT = sizeof files / sizeof *files };

START_TEST(files_come_back)
{
    unsigned file = (unsigned)_i % FILE_COUNT;
    unsigned coding = (unsigned)_i / FILE_COUNT;
    start_recording();
    record_file(files[file].path);
    ck_assert_uint_gt(recorded_count, 100);
    check_recorded(codings[coding], files[file].bits_max[coding]);
}
END_TEST

/*
 * A damaged stream gives wrong moves, or none, and the reader says so sooner or later, or not at all. By a net they are
 * legal; by tables they are those of an own man to where it can go.
 */
START_TEST(damaged_streams_give_moves)
{
    struct memory memory;
    struct buffer stream;
    enum move_codec codec = codings[_i].codec;
    void *state = malloc(move_codec_state_size(codec));
    uint64_t random = 3;
    memory_init(&memory, NULL, 0);
    buffer_init(&stream, &memory);
    start_recording();
    record_file("data/classics.pgn");
    write_stream(codings[_i], &stream);
    for (unsigned round = 0; round < 60; round++) {
        struct move_reader reader;
        size_t place = 6 + next_random(&random) % (stream.size - 6);
        uint8_t before = stream.data[place];
        size_t size = round % 4 == 0 ? place : stream.size;
        stream.data[place] ^= (uint8_t)(1 + next_random(&random) % 255);
        start_reading(&reader, codec, stream.data, size, game_count, state);
        for (size_t game = 0; game < game_count && !reader.failed; game++) {
            struct position position;
            position_start(&position);
            move_reader_start_game(&reader, &game_hints[game]);
            for (size_t i = game_starts[game]; i < game_starts[game + 1] && !reader.failed; i++) {
                uint32_t ply = (uint32_t)(i - game_starts[game]);
                chess_move move = move_reader_next(&reader, &position, ply);
                ck_assert((move == NO_MOVE) == (reader.failed != 0));
                if (move == NO_MOVE)
                    break;
                ck_assert(codec == MOVE_CODEC_TABLE || move_is_legal(&position, move));
                ck_assert_uint_ne(move_to(move), position.king_square[position.side ^ 1]);
                position_make(&position, move);
            }
        }
        if (size < stream.size)
            ck_assert(reader.failed);
        stream.data[place] = before;
    }
    buffer_free(&stream);
    free(state);
    free(recorded);
}
END_TEST

/* A whole stream, byte by byte: the weights, the kernels' arithmetic, the range coder and the head together. */
START_TEST(exact_stream)
{
    static const char *const moves[] = {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5",
                                        "a7a6", "b5a4", "g8f6", "e1g1"};
    static const struct {
        size_t size;
        uint8_t bytes[10];
    } streams[CODING_COUNT] = {{10, {0x00, 0x58, 0x40, 0x40, 0x17, 0x1b, 0x0c, 0x13, 0x01, 0xd6}},
                               {10, {0x01, 0x58, 0x40, 0x40, 0x17, 0x1b, 0x0c, 0x13, 0x01, 0xdb}},
                               {5, {0x00, 0xc4, 0x13, 0x01, 0x39}},
                               {5, {0x01, 0xc4, 0x13, 0x01, 0x88}},
                               {6, {0x00, 0x20, 0x03, 0xcb, 0x78, 0x90}}};
    struct memory memory;
    struct buffer stream;
    struct position position;
    memory_init(&memory, NULL, 0);
    buffer_init(&stream, &memory);
    start_recording();
    position_start(&position);
    for (unsigned i = 0; i < sizeof moves / sizeof *moves; i++) {
        chess_move move = walk_move(&position, moves[i]);
        recorded[recorded_count++] = (struct recorded){position, move, i};
        position_make(&position, move);
    }
    end_recorded_game();
    game_hints[0] = (struct policy_hints){.rating = {2500, 2350}, .result = 1};
    write_stream(codings[_i], &stream);
    check_stream(codings[_i].codec, &stream);
    ck_assert_uint_eq(stream.size, streams[_i].size);
    ck_assert_mem_eq(stream.data, streams[_i].bytes, stream.size);
    buffer_free(&stream);
    free(recorded);
}
END_TEST

/* The same of many moves: what is learnt, too. */
START_TEST(exact_hashes)
{
    static const uint64_t hashes[CODING_COUNT] = {
        UINT64_C(7952544767273352637), UINT64_C(2945928698706377876), UINT64_C(13764843227604169430),
        UINT64_C(15317156618304602823), UINT64_C(1574231264027770265)};
    struct memory memory;
    struct buffer stream;
    memory_init(&memory, NULL, 0);
    buffer_init(&stream, &memory);
    start_recording();
    record_file("data/clocked.pgn");
    record_file("data/annotated.pgn");
    write_stream(codings[_i], &stream);
    ck_assert_uint_eq(xxh64(stream.data, stream.size), hashes[_i]);
    buffer_free(&stream);
    free(recorded);
}
END_TEST

START_TEST(unknown_weights_need_a_newer_version)
{
    enum move_codec codec = codings[_i].codec;
    void *state = malloc(move_codec_state_size(codec));
    struct move_reader reader;
    static const size_t sizes[CODING_COUNT] = {8, 8, 3, 3, 2};
    static const uint8_t known[CODING_COUNT][8] = {{POLICY_NET_ID, 64, 64, 64, 23, 27, 12, 19},
                                                   {POLICY_NET_WIDE_ID, 64, 64, 64, 23, 27, 12, 19},
                                                   {POLICY_NET_ID, 0xe8, 0x07}, /* groups of 1,000 games */
                                                   {POLICY_NET_WIDE_ID, 0xe8, 0x07},
                                                   {TABLE_ID, MOVE_GROUP_SIZE}};
    const size_t size = sizes[_i];
    uint8_t newer[8];
    memcpy(newer, known[_i], sizeof newer);
    newer[0] = codec == MOVE_CODEC_TABLE ? TABLE_ID + 1 : POLICY_NET_WIDE_ID + 1;
    start_reading(&reader, codec, newer, size, 0, state);
    ck_assert(reader.failed);
    ck_assert(reader.needs_newer);
    start_reading(&reader, codec, known[_i], size, 0, state);
    ck_assert(!reader.failed);
    start_reading(&reader, codec, known[_i], size - 1, 0, state);
    ck_assert(reader.failed);
    ck_assert(!reader.needs_newer);
    free(state);
}
END_TEST

/* ---- Groups of codec best ---- */

/* Two groups and a game; those with moves have the same two. */
enum { BEST_GAMES = 2 * BEST_GROUP_GAMES + 1, BEST_MOVES = 2 };

static int has_moves(size_t game)
{
    return game % BEST_GROUP_GAMES < 2 || game % BEST_GROUP_GAMES == BEST_GROUP_GAMES - 1;
}

static void write_groups(struct buffer *stream)
{
    start_recording();
    struct move_writer writer;
    struct move_pieces pieces;
    move_writer_init(&writer, stream->memory);
    move_writer_start(&writer, MOVE_CODEC_BEST, POLICY_NET_WIDE_ID);
    position_start(&recorded[0].position);
    recorded[0].move = walk_move(&recorded[0].position, "e2e4");
    recorded[1] = recorded[0];
    position_make(&recorded[1].position, recorded[0].move);
    recorded[1].move = walk_move(&recorded[1].position, "a7a5");
    for (size_t game = 0; game < BEST_GAMES; game++) {
        move_writer_start_game(&writer, NULL);
        for (uint32_t ply = 0; has_moves(game) && ply < BEST_MOVES; ply++)
            move_writer_add(&writer, &recorded[ply].position, ply, recorded[ply].move);
    }
    ck_assert(move_writer_finish(&writer, &pieces));
    buffer_append(stream, pieces.pieces[0].bytes, pieces.pieces[0].size);
    move_writer_free(&writer);
}

static void read_game_of_group(struct move_reader *reader, size_t game)
{
    move_reader_start_game(reader, NULL);
    for (uint32_t ply = 0; has_moves(game) && ply < BEST_MOVES; ply++)
        ck_assert_uint_eq(move_reader_next(reader, &recorded[ply].position, ply), recorded[ply].move);
    ck_assert(!reader->failed);
}

/* A game needs those before it in its group only; and each group learns from nothing, so these two are alike. */
START_TEST(best_begins_anew_with_each_group)
{
    static const size_t wanted[] = {BEST_GROUP_GAMES + 1, 1, 2 * BEST_GROUP_GAMES, BEST_GROUP_GAMES - 1};
    struct memory memory;
    struct buffer stream;
    struct move_reader start, reader;
    void *state = malloc(move_codec_state_size(MOVE_CODEC_BEST));
    memory_init(&memory, NULL, 0);
    buffer_init(&stream, &memory);
    write_groups(&stream);
    start_reading(&start, MOVE_CODEC_BEST, stream.data, stream.size, BEST_GAMES, state);
    struct byte_source sizes = start.sizes;
    uint64_t first = byte_source_varint(&sizes), second = byte_source_varint(&sizes);
    ck_assert_uint_gt(first, 0);
    ck_assert_uint_eq(first, second);
    ck_assert_mem_eq(start.next_group, start.next_group + first, first);
    reader = start;
    for (size_t game = 0; game < BEST_GAMES; game++)
        read_game_of_group(&reader, game);
    ck_assert(move_reader_at_end(&reader));
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        size_t game = move_reader_seek(&reader, &start, wanted[i]);
        ck_assert_uint_eq(game, wanted[i] - wanted[i] % BEST_GROUP_GAMES);
        for (; game <= wanted[i]; game++)
            read_game_of_group(&reader, game);
    }
    buffer_free(&stream);
    free(recorded);
    free(state);
}
END_TEST

/* A group begins by clearing much: many small ones are refused. And each is to be used up. */
START_TEST(groups_of_best_are_checked)
{
    static const struct {
        uint8_t bytes[8];
        size_t size;
        int fails;
    } heads[] = {{{1, 0xe8, 0x07, 0, 0}, 5, 0},
                 {{1, 0xe7, 0x07, 0, 0}, 5, 1},
                 {{1, 0xe8, 0x07, 0}, 4, 1},
                 {{1, 0xe8, 0x07, 0, 1}, 5, 1},
                 {{1, 0xe8, 0x07, 0, 0, 0}, 6, 1}};
    void *state = malloc(move_codec_state_size(MOVE_CODEC_BEST));
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        struct move_reader reader;
        start_reading(&reader, MOVE_CODEC_BEST, heads[i].bytes, heads[i].size, 1001, state);
        ck_assert_int_eq(reader.failed, heads[i].fails);
    }
    static const uint8_t with_rest[] = {1, 0xe8, 0x07, 1, 0, 0}; /* a byte in a group without moves */
    struct move_reader reader;
    start_reading(&reader, MOVE_CODEC_BEST, with_rest, sizeof with_rest, 1001, state);
    ck_assert(!reader.failed);
    for (unsigned i = 0; i < 1001; i++) {
        ck_assert(!reader.failed);
        move_reader_start_game(&reader, NULL);
    }
    ck_assert(reader.failed);
    free(state);
}
END_TEST

static size_t size_of_variation(struct coding coding, const char *variation)
{
    struct memory memory;
    struct buffer stream;
    struct position position, after;
    memory_init(&memory, NULL, 0);
    buffer_init(&stream, &memory);
    start_recording();
    position_start(&position);
    for (unsigned i = 0; i < 30; i++) { /* many times, so that bytes show it */
        recorded[recorded_count++] = (struct recorded){position, walk_move(&position, "e2e4"), 0};
        recorded[recorded_count++] = (struct recorded){position, walk_move(&position, variation), 0};
        after = position;
        position_make(&after, walk_move(&position, variation));
        recorded[recorded_count++] = (struct recorded){after, walk_move(&after, "g8f6"), 1};
    }
    end_recorded_game();
    write_stream(coding, &stream);
    check_stream(coding.codec, &stream);
    size_t size = stream.size;
    buffer_free(&stream);
    free(recorded);
    return size;
}

/* The move that a variation replaces is not expected there; if it comes all the same, it can be coded. */
/* With more moves than the nets take, codec best has numbers of so many bits that there are more than moves. */
START_TEST(best_has_no_move_behind_the_last)
{
    const char *fen = "kbQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1";
    struct position position;
    struct move_targets targets;
    struct memory memory;
    struct best_coder *coder = malloc(sizeof *coder);
    ck_assert_ptr_nonnull(coder);
    memory_init(&memory, NULL, 0);
    ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), FEN_OK);
    legal_targets(&position, &targets);
    unsigned last = targets.count - 1;
    ck_assert_uint_gt(targets.count, POLICY_MOVES_MAX);
    ck_assert_uint_eq(legal_bits_width(targets.count), legal_bits_width(targets.count + 1));
    for (unsigned number = last; number <= last + 1; number++) {
        struct buffer out;
        struct bit_coder bits;
        buffer_init(&out, &memory);
        bit_coder_start_encoding(&bits, &out);
        bit_coder_code_plain(&bits, number, legal_bits_width(targets.count));
        bit_coder_finish(&bits);
        best_coder_start_decoding(coder, NULL, POLICY_NET_WIDE_ID, byte_source_of(out.data, out.size));
        best_coder_start_game(coder, NULL);
        chess_move expected = number == last ? legal_nth(&position, &targets, last) : NO_MOVE;
        ck_assert_uint_eq(best_code(coder, &position, NO_MOVE), expected);
        buffer_free(&out);
    }
    free(coder);
}
END_TEST

START_TEST(variations_replace_moves)
{
    ck_assert_uint_lt(size_of_variation(codings[_i], "d2d4") + 1, size_of_variation(codings[_i], "e2e4"));
}
END_TEST

Suite *modelled_moves_suite(void)
{
    Suite *suite = suite_create("modelled moves");
    TCase *streams = tcase_create("streams");
    tcase_add_loop_test(streams, random_games_come_back, 0, CODING_COUNT);
    tcase_add_loop_test(streams, files_come_back, 0, CODING_COUNT * FILE_COUNT);
    tcase_add_loop_test(streams, damaged_streams_give_moves, 0, CODING_COUNT);
    tcase_add_loop_test(streams, exact_stream, 0, CODING_COUNT);
    tcase_add_loop_test(streams, exact_hashes, 0, CODING_COUNT);
    tcase_add_loop_test(streams, unknown_weights_need_a_newer_version, 0, CODING_COUNT);
    tcase_add_loop_test(streams, variations_replace_moves, 0, LEGAL_CODING_COUNT);
    tcase_add_test(streams, best_begins_anew_with_each_group);
    tcase_add_test(streams, best_has_no_move_behind_the_last);
    tcase_add_test(streams, groups_of_best_are_checked);
    suite_add_tcase(suite, streams);
    return suite;
}
