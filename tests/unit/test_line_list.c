/* Lists of moves in texts: there and back, what is no list, damage, and bytes that no machine may change. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/san.h"
#include "moves/streams/line_list.h"
#include "net/odds/policy_net.h"
#include "shared/bytes.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "util/xxh64.h"

enum { CASE_COUNT = 1200, TEXT_SIZE_MAX = 400, KIND_COUNT = 3 };

/* A text, and where it stands. */
struct list_case {
    struct position boards[LINE_ORIGIN_COUNT];
    struct line_place place;
    char text[TEXT_SIZE_MAX];
    size_t size;
    size_t list_size; /* of it, what is a list */
};

static struct list_case cases[CASE_COUNT];
static size_t case_count;

/* ---- Texts ---- */

static void append(struct list_case *list, const char *text, size_t size)
{
    if (list->size + size > TEXT_SIZE_MAX)
        return;
    memcpy(list->text + list->size, text, size);
    list->size += size;
}

/* A move that is the same one whenever the position is, most of the time: so that lists repeat each other. */
static chess_move pick_move(const struct position *position, uint64_t *state)
{
    chess_move moves[MOVE_LIST_CAPACITY];
    unsigned count = legal_list(position, moves);
    if (count == 0)
        return NO_MOVE;
    uint64_t habit = position->types[PAWN] * 31 + position->colours[WHITE];
    return moves[(next_random(state) % 8 == 0 ? next_random(state) : habit >> 7) % count];
}

static void append_moves(struct list_case *list, struct position position, unsigned count, uint64_t *state)
{
    for (unsigned i = 0; i < count && list->size + SAN_SIZE_MAX + 1 < TEXT_SIZE_MAX; i++) {
        char san[SAN_SIZE_MAX];
        reversible_move word;
        chess_move move = pick_move(&position, state);
        if (move == NO_MOVE)
            break;
        size_t size = san_write_and_make(&position, move, san, &word);
        append(list, " ", i != 0);
        append(list, san, size);
    }
}

/* A list, what is none, or both. */
static void make_text(struct list_case *list, uint64_t *state)
{
    static const char *const rests[] = {"",     "",      "",      "",      "",  "",     " ",
                                        " Zz9", ", h=3", " e2e4", "  Nf3", "+", " 1-0", " Qa1#+"};
    unsigned origin = (unsigned)(1 + next_random(state) % 3);
    if (list->place.boards[origin] != NULL && next_random(state) % 16 != 0)
        append_moves(list, *list->place.boards[origin], (unsigned)(next_random(state) % 30), state);
    const char *rest = rests[next_random(state) % (sizeof rests / sizeof *rests)];
    append(list, rest, strlen(rest));
}

/* Texts behind all moves of a game. */
static void make_game(const char *fen, unsigned plies, uint64_t *state)
{
    struct position past[3];
    chess_move moves[3] = {NO_MOVE, NO_MOVE, NO_MOVE};
    walk_position(fen, &past[0]);
    for (unsigned ply = 0; ply < plies && case_count < CASE_COUNT; ply++) {
        struct list_case *list = &cases[case_count++];
        memset(list, 0, sizeof *list);
        list->boards[LINE_ORIGIN_NOW] = past[0];
        list->place =
            (struct line_place){.kind = (unsigned)(next_random(state) % KIND_COUNT) * 100, .side = ply & 1};
        list->place.boards[LINE_ORIGIN_NOW] = &list->boards[LINE_ORIGIN_NOW];
        for (unsigned i = 1; i <= 2 && i <= ply; i++) {
            unsigned origin = i == 1 ? LINE_ORIGIN_BEFORE : LINE_ORIGIN_EARLIER;
            list->boards[origin] = past[i];
            list->place.boards[origin] = &list->boards[origin];
        }
        list->place.last = moves[1];
        list->place.last_but_one = moves[2];
        make_text(list, state);
        past[2] = past[1];
        past[1] = past[0];
        moves[2] = moves[1];
        moves[1] = pick_move(&past[0], state);
        if (moves[1] == NO_MOVE)
            return;
        position_make(&past[0], moves[1]);
    }
}

static void make_cases(void)
{
    uint64_t state = 11;
    case_count = 0;
    while (case_count < CASE_COUNT) {
        for (size_t i = 0; walk_starts[i] != NULL; i++)
            make_game(walk_starts[i], 40, &state);
        for (size_t i = 0; walk_hostile[i] != NULL; i++)
            make_game(walk_hostile[i], 4, &state);
    }
}

/* ---- Both ways ---- */

static void encode(struct line_list_coder *coder, uint8_t net_id, struct buffer *out)
{
    ck_assert_int_eq(line_list_start_encoding(coder, net_id, out), PGNPACK_OK);
    for (size_t i = 0; i < case_count; i++) {
        struct list_case *list = &cases[i];
        list->list_size = line_list_encode(coder, &list->place, (struct text){list->text, list->size});
        ck_assert_uint_le(list->list_size, list->size);
    }
    line_list_finish(coder);
    ck_assert(!buffer_failed(out));
}

/* Decodes as far as it goes, or until there is far too much; returns the number of lists that were right. */
static size_t decode(struct line_list_coder *coder, const uint8_t *bytes, size_t size, struct buffer *text)
{
    size_t total = 0;
    if (line_list_start_decoding(coder, byte_source_of(bytes, size)) != PGNPACK_OK)
        return 0;
    for (size_t i = 0; i < case_count && total < 40000; i++) {
        const struct list_case *list = &cases[i];
        int has_rest;
        buffer_clear(text);
        if (!line_list_decode(coder, &list->place, text, &has_rest) || text->size != list->list_size ||
            (text->size != 0 && memcmp(text->data, list->text, text->size) != 0) ||
            has_rest != (list->list_size < list->size || list->size == 0))
            return i;
        total += size < 20000 ? 0 : text->size;
    }
    return case_count;
}

struct fixture {
    struct memory memory;
    struct line_list_coder coder;
    struct buffer stream, text;
};

static void open_fixture(struct fixture *fixture, uint8_t net_id)
{
    memory_init(&fixture->memory, NULL, 0);
    line_list_init(&fixture->coder, &fixture->memory);
    buffer_init(&fixture->stream, &fixture->memory);
    buffer_init(&fixture->text, &fixture->memory);
    make_cases();
    encode(&fixture->coder, net_id, &fixture->stream);
}

static void close_fixture(struct fixture *fixture)
{
    line_list_free(&fixture->coder);
    buffer_free(&fixture->stream);
    buffer_free(&fixture->text);
    ck_assert_uint_eq(fixture->memory.held, 0);
}

#define LIST_STREAM_HASH UINT64_C(12331726506401700303)

START_TEST(lists_come_back)
{
    struct fixture fixture;
    open_fixture(&fixture, POLICY_NET_ID);
    size_t right = decode(&fixture.coder, fixture.stream.data, fixture.stream.size, &fixture.text);
    ck_assert_uint_eq(right, case_count);
    ck_assert(line_list_at_end(&fixture.coder));
    ck_assert_uint_eq(xxh64(fixture.stream.data, fixture.stream.size), LIST_STREAM_HASH);
    close_fixture(&fixture);
}
END_TEST

START_TEST(lists_come_back_by_the_wide_net)
{
    struct fixture fixture;
    open_fixture(&fixture, POLICY_NET_WIDE_ID);
    size_t right = decode(&fixture.coder, fixture.stream.data, fixture.stream.size, &fixture.text);
    ck_assert_uint_eq(right, case_count);
    ck_assert(line_list_at_end(&fixture.coder));
    close_fixture(&fixture);
}
END_TEST

/* ---- What is a list ---- */

static size_t list_size_of(const char *text)
{
    struct fixture fixture;
    struct list_case *list = &cases[0];
    memory_init(&fixture.memory, NULL, 0);
    line_list_init(&fixture.coder, &fixture.memory);
    buffer_init(&fixture.stream, &fixture.memory);
    memset(list, 0, sizeof *list);
    position_start(&list->boards[LINE_ORIGIN_NOW]);
    list->place.boards[LINE_ORIGIN_NOW] = &list->boards[LINE_ORIGIN_NOW];
    ck_assert_int_eq(line_list_start_encoding(&fixture.coder, POLICY_NET_ID, &fixture.stream), PGNPACK_OK);
    size_t size = line_list_encode(&fixture.coder, &list->place, (struct text){text, strlen(text)});
    ck_assert_int_eq(line_list_fits(&fixture.coder, &list->place, (struct text){text, strlen(text)}),
                     size != 0);
    line_list_free(&fixture.coder);
    buffer_free(&fixture.stream);
    return size;
}

START_TEST(only_canonical_moves_are_a_list)
{
    ck_assert_uint_eq(list_size_of("e4 e5 Nf3"), 9);
    ck_assert_uint_eq(list_size_of("e4"), 2);
    ck_assert_uint_eq(list_size_of("e4 f6 d4 g5 Qh5#"), 16);
    ck_assert_uint_eq(list_size_of("e4 f6 d4 g5 Qh5+"), 11);
    ck_assert_uint_eq(list_size_of("e4 f6 d4 g5 Qh5"), 11);
    ck_assert_uint_eq(list_size_of("e4 f6 d4 g5 Qh5# e5"), 16);
    ck_assert_uint_eq(list_size_of("e4 e5 "), 5);
    ck_assert_uint_eq(list_size_of("e4  e5"), 2);
    ck_assert_uint_eq(list_size_of("e4 e5!"), 2);
    ck_assert_uint_eq(list_size_of("e4 e7e5"), 2);
    ck_assert_uint_eq(list_size_of("e4 e5 Ngf3"), 5);
    ck_assert_uint_eq(list_size_of(" e4"), 0);
    ck_assert_uint_eq(list_size_of("1. e4"), 0);
    ck_assert_uint_eq(list_size_of("e5"), 0);
    ck_assert_uint_eq(list_size_of("book"), 0);
    ck_assert_uint_eq(list_size_of(""), 0);
}
END_TEST

START_TEST(a_list_ends_at_the_limit)
{
    enum { MOVES = LINE_MOVES_MAX + 3 };
    static const char *const shuffle[4] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    char text[MOVES * 4];
    for (size_t i = 0; i < MOVES; i++)
        memcpy(text + 4 * i, shuffle[i % 4], 3), text[4 * i + 3] = ' ';
    text[sizeof text - 1] = 0;
    ck_assert_uint_eq(list_size_of(text), LINE_MOVES_MAX * 4 - 1);
}
END_TEST

/* ---- Damage ---- */

START_TEST(damaged_streams_do_no_harm)
{
    struct fixture fixture;
    uint64_t state = 5;
    unsigned noticed = 0;
    open_fixture(&fixture, POLICY_NET_ID);
    for (unsigned i = 0; i < 60; i++) {
        size_t at = 1 + next_random(&state) % (fixture.stream.size - 1);
        uint8_t flip = (uint8_t)(1 + next_random(&state) % 255);
        fixture.stream.data[at] ^= flip;
        size_t right = decode(&fixture.coder, fixture.stream.data, fixture.stream.size, &fixture.text);
        noticed += right < case_count || !line_list_at_end(&fixture.coder);
        fixture.stream.data[at] ^= flip;
    }
    ck_assert_uint_eq(noticed, 60);
    for (unsigned i = 0; i < 60; i++) {
        size_t size = 1 + next_random(&state) % (fixture.stream.size - 1);
        size_t right = decode(&fixture.coder, fixture.stream.data, size, &fixture.text);
        ck_assert(right < case_count || !line_list_at_end(&fixture.coder));
    }
    close_fixture(&fixture);
}
END_TEST

START_TEST(random_bytes_do_no_harm)
{
    struct fixture fixture;
    uint64_t state = 6;
    open_fixture(&fixture, POLICY_NET_ID);
    for (unsigned i = 0; i < 60; i++) {
        uint8_t bytes[300] = {0};
        for (size_t j = 1; j < sizeof bytes; j++)
            bytes[j] = (uint8_t)(next_random(&state) & (i % 3 == 0 ? 255 : i % 3 == 1 ? 0 : 3));
        int has_rest;
        ck_assert_int_eq(line_list_start_decoding(&fixture.coder, byte_source_of(bytes, sizeof bytes)),
                         PGNPACK_OK);
        buffer_clear(&fixture.text);
        for (size_t j = 0; j < case_count && fixture.text.size < 40000; j++)
            if (!line_list_decode(&fixture.coder, &cases[j].place, &fixture.text, &has_rest))
                break;
    }
    close_fixture(&fixture);
}
END_TEST

START_TEST(heads_are_looked_at)
{
    struct fixture fixture;
    static const uint8_t newer[] = {200, 1, 2, 3};
    open_fixture(&fixture, POLICY_NET_ID);
    ck_assert_int_eq(line_list_start_decoding(&fixture.coder, byte_source_of(newer, sizeof newer)),
                     PGNPACK_ERROR_UNSUPPORTED);
    ck_assert_int_eq(line_list_start_decoding(&fixture.coder, byte_source_of(newer, 0)),
                     PGNPACK_ERROR_CORRUPT);
    close_fixture(&fixture);
}
END_TEST

START_TEST(without_memory_there_is_no_stream)
{
    struct memory memory;
    struct line_list_coder coder;
    struct buffer out;
    memory_init(&memory, NULL, 4096);
    line_list_init(&coder, &memory);
    buffer_init(&out, &memory);
    ck_assert_int_eq(line_list_start_encoding(&coder, POLICY_NET_ID, &out), PGNPACK_ERROR_MEMORY);
    line_list_free(&coder);
    buffer_free(&out);
}
END_TEST

Suite *line_list_suite(void)
{
    Suite *suite = suite_create("line_list");
    TCase *lists = tcase_create("lists of moves");
    tcase_add_test(lists, lists_come_back);
    tcase_add_test(lists, lists_come_back_by_the_wide_net);
    tcase_add_test(lists, only_canonical_moves_are_a_list);
    tcase_add_test(lists, a_list_ends_at_the_limit);
    tcase_add_test(lists, damaged_streams_do_no_harm);
    tcase_add_test(lists, random_bytes_do_no_harm);
    tcase_add_test(lists, heads_are_looked_at);
    tcase_add_test(lists, without_memory_there_is_no_stream);
    suite_add_tcase(suite, lists);
    return suite;
}
