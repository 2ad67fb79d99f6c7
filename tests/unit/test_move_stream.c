/* Moves of many games as one stream: the codecs that learn nothing; groups, seeking, damage. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/position.h"
#include "moves/streams/move_stream.h"
#include "shared/bytes.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"

enum { GAMES_MAX = 100, PLIES_MAX = 60 };

struct fixture {
    struct memory memory;
    struct move_writer writer;
    struct buffer out; /* the stream, in one piece */
    chess_move moves[GAMES_MAX][PLIES_MAX];
    unsigned counts[GAMES_MAX];
};

static void set_up(struct fixture *fixture)
{
    memory_init(&fixture->memory, NULL, 0);
    move_writer_init(&fixture->writer, &fixture->memory);
    buffer_init(&fixture->out, &fixture->memory);
}

static void tear_down(struct fixture *fixture)
{
    move_writer_free(&fixture->writer);
    buffer_free(&fixture->out);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

/* Random games, every fifth one without moves. */
static void make_games(struct fixture *fixture, unsigned count)
{
    uint64_t random = count;
    for (unsigned game = 0; game < count; game++) {
        struct position position;
        chess_move list[MOVE_LIST_CAPACITY];
        unsigned plies = game % 5 == 4 ? 0 : (unsigned)random_below(&random, PLIES_MAX);
        position_start(&position);
        fixture->counts[game] = 0;
        for (unsigned ply = 0; ply < plies; ply++) {
            unsigned moves = legal_list(&position, list);
            if (moves == 0)
                break;
            chess_move move = list[random_below(&random, moves)];
            fixture->moves[game][fixture->counts[game]++] = move;
            position_make(&position, move);
        }
    }
}

static void finish(struct fixture *fixture)
{
    struct move_pieces pieces;
    buffer_clear(&fixture->out);
    ck_assert(buffer_reserve(&fixture->out, 1)); /* an empty stream, too, is somewhere */
    ck_assert(move_writer_finish(&fixture->writer, &pieces));
    ck_assert_uint_le(pieces.count, 1); /* so few moves have one stripe */
    if (pieces.count != 0)
        buffer_append(&fixture->out, pieces.pieces[0].bytes, pieces.pieces[0].size);
    ck_assert(!buffer_failed(&fixture->out));
}

static void write_games(struct fixture *fixture, enum move_codec codec, unsigned count)
{
    move_writer_start(&fixture->writer, codec, POLICY_NET_ID);
    for (unsigned game = 0; game < count; game++) {
        struct position position;
        position_start(&position);
        move_writer_start_game(&fixture->writer, NULL);
        for (unsigned ply = 0; ply < fixture->counts[game]; ply++) {
            ck_assert(move_writer_add(&fixture->writer, &position, ply, fixture->moves[game][ply]));
            position_make(&position, fixture->moves[game][ply]);
        }
    }
    finish(fixture);
}

static struct table_coder table_state; /* readers are one after the other, and none goes back into a game */

static void start_reading(struct move_reader *reader, enum move_codec codec, const uint8_t *bytes,
                          size_t size, uint64_t games)
{
    struct move_pieces pieces = {.pieces = {{0, bytes, size}}, .count = 1};
    move_reader_start(reader, codec, &pieces, games, codec == MOVE_CODEC_TABLE ? &table_state : NULL, NULL);
}

static void read_game(struct fixture *fixture, struct move_reader *reader, unsigned game)
{
    struct position position;
    position_start(&position);
    move_reader_start_game(reader, NULL);
    for (unsigned ply = 0; ply < fixture->counts[game]; ply++) {
        chess_move move = move_reader_next(reader, &position, ply);
        ck_assert_uint_eq(move, fixture->moves[game][ply]);
        position_make(&position, move);
    }
    ck_assert(!reader->failed);
}

static const enum move_codec codecs[] = {MOVE_CODEC_INDEX, MOVE_CODEC_BITS, MOVE_CODEC_TABLE};

enum { CODEC_COUNT = 3 };

START_TEST(streams_come_back)
{
    static const unsigned game_counts[] = {0, 1, 5, 31, 32, 33, 64, 100};
    struct fixture fixture;
    set_up(&fixture);
    for (size_t i = 0; i < sizeof game_counts / sizeof game_counts[0]; i++) {
        struct move_reader reader;
        unsigned count = game_counts[i];
        make_games(&fixture, count);
        write_games(&fixture, codecs[_i], count);
        start_reading(&reader, codecs[_i], fixture.out.data, fixture.out.size, count);
        ck_assert(!reader.failed);
        for (unsigned game = 0; game < count; game++)
            read_game(&fixture, &reader, game);
        ck_assert(move_reader_at_end(&reader));
    }
    tear_down(&fixture);
}
END_TEST

START_TEST(sizes_are_as_promised)
{
    struct fixture fixture;
    unsigned plies = 0;
    set_up(&fixture);
    make_games(&fixture, GAMES_MAX);
    for (unsigned game = 0; game < GAMES_MAX; game++)
        plies += fixture.counts[game];
    write_games(&fixture, MOVE_CODEC_INDEX, GAMES_MAX);
    ck_assert_uint_eq(fixture.out.size, plies); /* one byte a move, and nothing else */
    write_games(&fixture, MOVE_CODEC_BITS, GAMES_MAX);
    ck_assert_uint_lt(fixture.out.size, plies * 6 / 8);
    write_games(&fixture, MOVE_CODEC_TABLE, GAMES_MAX);
    ck_assert_uint_lt(fixture.out.size, plies); /* the moves are nobody's */
    tear_down(&fixture);
}
END_TEST

/* The first moves of a game, bit by bit: 20 legal moves each, in format order. */
START_TEST(bits_are_the_formats)
{
    struct fixture fixture;
    struct position position;
    set_up(&fixture);
    position_start(&position);
    fixture.counts[0] = 2;
    fixture.moves[0][0] = walk_move(&position, "e2e4");
    position_make(&position, fixture.moves[0][0]);
    fixture.moves[0][1] = walk_move(&position, "e7e5");
    write_games(&fixture, MOVE_CODEC_BITS, 1);
    /*
     * From b1, g1, then a2 ... h2: e2e4 is number 13 of 20. From a7 ... h7 first, each to rank 5 first: e7e5
     * is 8.
     */
    const uint8_t expected[] = {2, 0x6a, 0x00}; /* 01101 01000 */
    ck_assert_uint_eq(fixture.out.size, sizeof expected);
    ck_assert_mem_eq(fixture.out.data, expected, sizeof expected);
    tear_down(&fixture);
}
END_TEST

static void check_seeking(struct fixture *fixture, const struct move_reader *start, unsigned group_size)
{
    struct move_reader reader;
    for (unsigned game = GAMES_MAX; game-- > 0;) {
        uint64_t first = move_reader_seek(&reader, start, game);
        ck_assert_uint_eq(first, game / group_size * group_size);
        ck_assert_uint_eq(first, move_reader_first_game(start, game));
        for (unsigned i = (unsigned)first; i <= game; i++)
            read_game(fixture, &reader, i);
    }
}

START_TEST(groups_are_found)
{
    struct fixture fixture;
    struct move_reader start, reader;
    set_up(&fixture);
    make_games(&fixture, GAMES_MAX);
    for (unsigned codec = 1; codec < CODEC_COUNT; codec++) {
        write_games(&fixture, codecs[codec], GAMES_MAX);
        start_reading(&start, codecs[codec], fixture.out.data, fixture.out.size, GAMES_MAX);
        check_seeking(&fixture, &start, MOVE_GROUP_SIZE);
    }
    write_games(&fixture, MOVE_CODEC_INDEX, GAMES_MAX);
    start_reading(&start, MOVE_CODEC_INDEX, fixture.out.data, fixture.out.size, GAMES_MAX);
    ck_assert_uint_eq(move_reader_seek(&reader, &start, 70), 0); /* INDEX has no groups ... */
    for (unsigned game = 0; game < 70; game++)
        move_reader_skip(&reader, 0, fixture.counts[game]); /* ... but each move is one byte */
    read_game(&fixture, &reader, 70);
    move_reader_skip(&reader, 0, fixture.out.size);
    ck_assert(reader.failed);
    tear_down(&fixture);
}
END_TEST

/* A stream of TABLE whose groups have another number of games than ours. */
static void write_groups(struct fixture *fixture, unsigned group_size)
{
    static struct table_coder coder;
    struct wide_encoder range;
    struct buffer body;
    buffer_init(&body, &fixture->memory);
    buffer_clear(&fixture->out);
    buffer_append_byte(&fixture->out, TABLE_ID);
    buffer_append_byte(&fixture->out, (uint8_t)group_size);
    table_coder_init(&coder, &move_tables);
    for (unsigned first = 0; first < GAMES_MAX; first += group_size) {
        size_t start = body.size;
        wide_encoder_start(&range);
        for (unsigned game = first; game < first + group_size && game < GAMES_MAX; game++) {
            struct position position;
            position_start(&position);
            table_coder_start_game(&coder);
            for (unsigned ply = 0; ply < fixture->counts[game]; ply++) {
                table_encode(&coder, &position, ply, fixture->moves[game][ply], &range, &body);
                position_make(&position, fixture->moves[game][ply]);
            }
        }
        wide_encoder_finish(&range, &body);
        varint_append(&fixture->out, body.size - start);
    }
    buffer_append(&fixture->out, body.data, body.size);
    ck_assert(!buffer_failed(&fixture->out));
    buffer_free(&body);
}

START_TEST(groups_of_any_size_are_read)
{
    static const unsigned group_sizes[] = {1, 7, 31, 33, 64, 99, 100, 255};
    struct fixture fixture;
    struct move_reader start, reader;
    set_up(&fixture);
    make_games(&fixture, GAMES_MAX);
    write_groups(&fixture, group_sizes[_i]);
    start_reading(&start, MOVE_CODEC_TABLE, fixture.out.data, fixture.out.size, GAMES_MAX);
    ck_assert(!start.failed);
    reader = start;
    for (unsigned game = 0; game < GAMES_MAX; game++)
        read_game(&fixture, &reader, game);
    ck_assert(move_reader_at_end(&reader));
    check_seeking(&fixture, &start, group_sizes[_i]);
    fixture.out.data[1] = 0; /* no games in a group */
    start_reading(&reader, MOVE_CODEC_TABLE, fixture.out.data, fixture.out.size, GAMES_MAX);
    ck_assert(reader.failed && !reader.needs_newer);
    tear_down(&fixture);
}
END_TEST

/* What is written by hand as groups of 32 is what the writer writes. */
START_TEST(the_writers_groups_are_32)
{
    struct fixture fixture;
    struct buffer expected;
    set_up(&fixture);
    buffer_init(&expected, &fixture.memory);
    make_games(&fixture, GAMES_MAX);
    write_groups(&fixture, 32);
    buffer_append(&expected, fixture.out.data, fixture.out.size);
    write_games(&fixture, MOVE_CODEC_TABLE, GAMES_MAX);
    ck_assert_uint_eq(fixture.out.size, expected.size);
    ck_assert_mem_eq(fixture.out.data, expected.data, expected.size);
    buffer_free(&expected);
    tear_down(&fixture);
}
END_TEST

/*
 * Cut or changed streams end in a failure, or in moves of INDEX and legal moves of BITS; never behind their
 * end.
 */
START_TEST(damage_is_met)
{
    struct fixture fixture;
    enum move_codec codec = codecs[_i];
    set_up(&fixture);
    make_games(&fixture, 40);
    write_games(&fixture, codec, 40);
    for (size_t size = 0; size < fixture.out.size; size += size < 20 ? 1 : 11) {
        struct move_reader reader;
        uint8_t *copy = malloc(size + 1);
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, fixture.out.data, size);
        start_reading(&reader, codec, copy, size, 40);
        ck_assert(codec == MOVE_CODEC_INDEX || reader.failed);
        for (unsigned game = 0; game < 40 && !reader.failed; game++) {
            struct position position;
            position_start(&position);
            move_reader_start_game(&reader, NULL);
            for (unsigned ply = 0; ply < fixture.counts[game] && !reader.failed; ply++) {
                chess_move move = move_reader_next(&reader, &position, ply);
                if (move != NO_MOVE)
                    position_make(&position, move);
            }
        }
        ck_assert(reader.failed && !move_reader_at_end(&reader));
        free(copy);
    }
    tear_down(&fixture);
}
END_TEST

static const uint8_t bad_sizes[][4] = {
    {5, 0, 0, 0},       /* a group longer than the stream */
    {2, 0, 0, 0},       /* bytes behind the last group */
    {0x83, 0x00, 0, 0}, /* a size not in its shortest form */
    {0xff, 0xff, 0xff, 0xff},
};

START_TEST(bad_group_sizes)
{
    struct move_reader reader;
    start_reading(&reader, MOVE_CODEC_BITS, bad_sizes[_i], 4, 10);
    ck_assert(reader.failed);
    start_reading(&reader, MOVE_CODEC_BITS, bad_sizes[_i], 0, 10);
    ck_assert(reader.failed);
    uint8_t table[6] = {TABLE_ID, MOVE_GROUP_SIZE};
    memcpy(table + 2, bad_sizes[_i], 4);
    start_reading(&reader, MOVE_CODEC_TABLE, table, sizeof table, 10);
    ck_assert(reader.failed && !reader.needs_newer);
    start_reading(&reader, MOVE_CODEC_TABLE, table, 2, 10);
    ck_assert(reader.failed);
}
END_TEST

/* Taking a game's moves back leaves no trace. */
START_TEST(games_are_taken_back)
{
    struct fixture fixture;
    struct position position;
    struct buffer expected;
    set_up(&fixture);
    buffer_init(&expected, &fixture.memory);
    enum { GAMES = 40 }; /* more than a group */
    make_games(&fixture, GAMES);
    write_games(&fixture, codecs[_i], GAMES);
    buffer_append(&expected, fixture.out.data, fixture.out.size);
    move_writer_start(&fixture.writer, codecs[_i], POLICY_NET_ID);
    for (unsigned game = 0; game < GAMES; game++) {
        move_writer_start_game(&fixture.writer, NULL);
        for (unsigned again = 0; again < 3;
             again++) { /* another game's moves, the first half of its own, its own */
            unsigned played = again == 0 ? (game + 7) % GAMES : game;
            unsigned plies = fixture.counts[played] / (again == 1 ? 2 : 1);
            position_start(&position);
            move_writer_clear_game(&fixture.writer);
            for (unsigned ply = 0; ply < plies; ply++) {
                ck_assert(move_writer_add(&fixture.writer, &position, ply, fixture.moves[played][ply]));
                position_make(&position, fixture.moves[played][ply]);
            }
        }
    }
    finish(&fixture);
    ck_assert_uint_eq(fixture.out.size, expected.size);
    ck_assert_mem_eq(fixture.out.data, expected.data, expected.size);
    buffer_free(&expected);
    tear_down(&fixture);
}
END_TEST

/* Games from a position that moves taken back had led to: these are none of theirs. */
static void write_from_behind(struct fixture *fixture, int with_moves_before)
{
    move_writer_start(&fixture->writer, MOVE_CODEC_TABLE, POLICY_NET_ID);
    for (unsigned game = 0; game < 30; game++) {
        struct position position;
        position_start(&position);
        move_writer_start_game(&fixture->writer, NULL);
        for (unsigned ply = 0; ply < 2; ply++) {
            chess_move move = walk_move(&position, ply == 0 ? "e2e4" : "d7d5");
            if (with_moves_before)
                ck_assert(move_writer_add(&fixture->writer, &position, ply, move));
            position_make(&position, move);
        }
        if (with_moves_before)
            move_writer_clear_game(&fixture->writer);
        ck_assert(move_writer_add(&fixture->writer, &position, 0, walk_move(&position, "e4d5")));
    }
    finish(fixture);
}

START_TEST(moves_taken_back_are_no_last_moves)
{
    struct fixture fixture;
    struct buffer expected;
    set_up(&fixture);
    buffer_init(&expected, &fixture.memory);
    write_from_behind(&fixture, 0);
    buffer_append(&expected, fixture.out.data, fixture.out.size);
    write_from_behind(&fixture, 1);
    ck_assert_uint_eq(fixture.out.size, expected.size);
    ck_assert_mem_eq(fixture.out.data, expected.data, expected.size);
    buffer_free(&expected);
    tear_down(&fixture);
}
END_TEST

START_TEST(positions_without_men_have_no_move)
{
    static const uint8_t bytes[] = {TABLE_ID, 1, 4, 1, 2, 3, 4};
    struct position position;
    struct move_reader reader;
    walk_position("8/8/8/8/8/1p6/pP6/k1K5 b - - 0 1", &position);
    memset(&table_state, 0, sizeof table_state);
    start_reading(&reader, MOVE_CODEC_TABLE, bytes, sizeof bytes, 1);
    move_reader_start_game(&reader, NULL);
    ck_assert_uint_eq(move_reader_next(&reader, &position, 0), NO_MOVE);
    ck_assert(reader.failed && !move_reader_at_end(&reader));
}
END_TEST

Suite *move_stream_suite(void)
{
    Suite *suite = suite_create("move_stream");
    TCase *tcase = tcase_create("streams");
    tcase_add_loop_test(tcase, streams_come_back, 0, CODEC_COUNT);
    tcase_add_test(tcase, sizes_are_as_promised);
    tcase_add_test(tcase, bits_are_the_formats);
    tcase_add_test(tcase, groups_are_found);
    tcase_add_loop_test(tcase, groups_of_any_size_are_read, 0, 8);
    tcase_add_test(tcase, the_writers_groups_are_32);
    tcase_add_loop_test(tcase, damage_is_met, 0, CODEC_COUNT);
    tcase_add_loop_test(tcase, bad_group_sizes, 0, 4);
    tcase_add_loop_test(tcase, games_are_taken_back, 0, CODEC_COUNT);
    tcase_add_test(tcase, moves_taken_back_are_no_last_moves);
    tcase_add_test(tcase, positions_without_men_have_no_move);
    suite_add_tcase(suite, tcase);
    return suite;
}
