/* Moves of many games as one stream: the codecs that have no statistics; groups, seeking, damage. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/position.h"
#include "codec/move_stream.h"
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

static void start_reading(struct move_reader *reader, enum move_codec codec, const uint8_t *bytes,
                          size_t size, uint64_t games)
{
    struct move_pieces pieces = {.pieces = {{0, bytes, size}}, .count = 1};
    move_reader_start(reader, codec, &pieces, games, NULL);
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

static const enum move_codec codecs[] = {MOVE_CODEC_INDEX, MOVE_CODEC_BITS};

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

START_TEST(groups_are_found)
{
    struct fixture fixture;
    struct move_reader start, reader;
    set_up(&fixture);
    make_games(&fixture, GAMES_MAX);
    write_games(&fixture, MOVE_CODEC_BITS, GAMES_MAX);
    start_reading(&start, MOVE_CODEC_BITS, fixture.out.data, fixture.out.size, GAMES_MAX);
    for (unsigned game = GAMES_MAX; game-- > 0;) {
        uint64_t first = move_reader_seek(&reader, &start, game);
        ck_assert_uint_eq(first, game / MOVE_GROUP_SIZE * MOVE_GROUP_SIZE);
        for (unsigned i = (unsigned)first; i <= game; i++)
            read_game(&fixture, &reader, i);
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
    make_games(&fixture, 3);
    write_games(&fixture, codecs[_i], 3);
    buffer_append(&expected, fixture.out.data, fixture.out.size);
    move_writer_start(&fixture.writer, codecs[_i], POLICY_NET_ID);
    for (unsigned game = 0; game < 3; game++) {
        move_writer_start_game(&fixture.writer, NULL);
        for (int again = 0; again < 2; again++) {
            position_start(&position);
            move_writer_clear_game(&fixture.writer);
            for (unsigned ply = 0; ply < fixture.counts[game]; ply++) {
                ck_assert(move_writer_add(&fixture.writer, &position, ply, fixture.moves[game][ply]));
                position_make(&position, fixture.moves[game][ply]);
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

Suite *move_stream_suite(void)
{
    Suite *suite = suite_create("move_stream");
    TCase *tcase = tcase_create("streams");
    tcase_add_loop_test(tcase, streams_come_back, 0, 2);
    tcase_add_test(tcase, sizes_are_as_promised);
    tcase_add_test(tcase, bits_are_the_formats);
    tcase_add_test(tcase, groups_are_found);
    tcase_add_loop_test(tcase, damage_is_met, 0, 2);
    tcase_add_loop_test(tcase, bad_group_sizes, 0, 4);
    tcase_add_loop_test(tcase, games_are_taken_back, 0, 2);
    suite_add_tcase(suite, tcase);
    return suite;
}
