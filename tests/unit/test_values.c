/* Moves as values: every encoding forth and back, any bytes, and what the public functions promise. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "chess/movegen.h"
#include "pgnpack_extra.h"
#include "shared/bytes.h"
#include "shared/packing.h"
#include "unit/codec_walk.h"
#include "unit/suites.h"
#include "unit/support.h"

enum {
    FIRST = PGNPACK_ENCODING_MOVE16,
    BEHIND = PGNPACK_ENCODING_NET_WIDE + 1,
    PLIES = 700,
    BYTES = 8 * PLIES + 8
};

struct one_game {
    struct pgnpack_board *start; /* NULL: the start position */
    uint16_t moves[PLIES];
    size_t count;
    enum pgnpack_result result;
    unsigned white_elo, black_elo;
};

static struct pgnpack_moves_coder *coder_of(int encoding, int plies_given)
{
    struct pgnpack_moves_options options = {
        .size = sizeof options, .encoding = (enum pgnpack_encoding)encoding, .plies_given = plies_given};
    struct pgnpack_moves_coder *coder = pgnpack_moves_coder_new(NULL, &options);
    ck_assert_ptr_nonnull(coder);
    return coder;
}

static struct pgnpack_moves_game known_of(const struct one_game *game)
{
    return (struct pgnpack_moves_game){.size = sizeof(struct pgnpack_moves_game),
                                       .start = game->start,
                                       .result = game->result,
                                       .white_elo = game->white_elo,
                                       .black_elo = game->black_elo,
                                       .plies = game->count};
}

static size_t encode(struct pgnpack_moves_coder *coder, const struct one_game *game, uint8_t bytes[BYTES])
{
    struct pgnpack_moves_game known = known_of(game);
    size_t size = 77;
    enum pgnpack_status status =
        pgnpack_moves_encode(coder, &known, game->moves, game->count, bytes, BYTES, &size);
    ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(coder)->text);
    return size;
}

/* Forth and back; returns the size. */
static size_t round_trip(struct pgnpack_moves_coder *coder, const struct one_game *game)
{
    static uint8_t bytes[BYTES];
    static uint16_t moves[PLIES];
    struct pgnpack_moves_game known = known_of(game);
    size_t count = 77, size = encode(coder, game, bytes);
    ck_assert_uint_le(size, 8 * game->count + 8);
    enum pgnpack_status status = pgnpack_moves_decode(coder, &known, bytes, size, moves, game->count, &count);
    ck_assert_msg(status == PGNPACK_OK, "%s", pgnpack_error(coder)->text);
    ck_assert_uint_eq(count, game->count);
    ck_assert_mem_eq(moves, game->moves, count * sizeof *moves);
    return size;
}

/* ---- Games ---- */

/* The main line, up to the first null move. */
static void take_game(const struct pgnpack_game *game, struct one_game *out)
{
    struct pgnpack_item item;
    int depth = 0;
    out->count = 0;
    out->result = pgnpack_game_result(game);
    out->white_elo = 2400;
    for (size_t i = 0; pgnpack_game_item(game, i, &item) && out->count < PLIES; i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
        if (depth == 0 && item.kind == PGNPACK_ITEM_NULL_MOVE)
            break;
        if (depth == 0 && item.kind == PGNPACK_ITEM_MOVE)
            out->moves[out->count++] = item.value;
    }
}

static const char *const samples[] = {"data/classics.pgn", "data/annotated.pgn", "data/clocked.pgn",
                                      "data/engine-games.pgn"};

/* Bits a move that the sample games must not pass, by encoding: what docs/VALUES.md says, and a little room. */
static const double most_bits[BEHIND] = {
    [PGNPACK_ENCODING_MOVE16] = 16,
    [PGNPACK_ENCODING_EXTENDED] = 32,
    [PGNPACK_ENCODING_COMPRESSED] = 16,
    [PGNPACK_ENCODING_LEGAL_BYTE] = 8,
    [PGNPACK_ENCODING_LEGAL_BITS] = 5.5,
    [PGNPACK_ENCODING_PSEUDO_LEGAL_BITS] = 5.6,
    [PGNPACK_ENCODING_PIECE_TARGET] = 7,
    [PGNPACK_ENCODING_BYTE_INDEX] = 8,
    [PGNPACK_ENCODING_SQUARE_ORDER] = 8.001,
    [PGNPACK_ENCODING_TOTAL] = 16,
    [PGNPACK_ENCODING_DIRECTION] = 10.1,
    [PGNPACK_ENCODING_REVERSIBLE] = 64,
    [PGNPACK_ENCODING_TABLE] = 4,
    [PGNPACK_ENCODING_NET] = 3.3,
    [PGNPACK_ENCODING_NET_WIDE] = 3.2,
};

START_TEST(sample_games_come_back)
{
    static struct one_game game;
    for (int given = 0; given < 2; given++) {
        struct pgnpack_moves_coder *coder = coder_of(_i, given);
        uint64_t plies = 0, size = 0;
        for (size_t i = 0; i < sizeof samples / sizeof samples[0]; i++) {
            size_t text_size, games = 0;
            char *text = read_file(samples[i], &text_size);
            struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
            const struct pgnpack_game *read;
            struct pgnpack_board *start = pgnpack_board_new(NULL);
            pgnpack_pgn_reader_open(reader, PGNPACK_FROM_MEMORY(text, text_size));
            for (; games < 60 && pgnpack_pgn_reader_next(reader, &read) == PGNPACK_OK; games++) {
                pgnpack_board_start(start, read);
                take_game(read, &game);
                game.start = start;
                plies += game.count;
                size += round_trip(coder, &game);
            }
            ck_assert_uint_gt(games, 0);
            pgnpack_free(start);
            pgnpack_free(reader);
            free(text);
        }
        ck_assert_uint_gt(plies, 5000);
        double bits = 8 * (double)size / (double)plies;
        ck_assert_msg(bits <= most_bits[_i] + (given ? 0 : 0.2), "%.3f bits a move", bits);
        pgnpack_free(coder);
    }
}
END_TEST

/* Does a byte tell every move here? */
static int bytes_are_enough(int encoding, size_t legal_count)
{
    return legal_count <= 256 ||
           (encoding != PGNPACK_ENCODING_LEGAL_BYTE && encoding != PGNPACK_ENCODING_BYTE_INDEX);
}

/* Random moves from a position, up to `plies`, or up to where bytes are not enough. */
static void play_randomly(struct one_game *game, int encoding, size_t plies, uint64_t *state)
{
    static uint16_t moves[PGNPACK_BOARD_MOVES_MAX];
    for (game->count = 0; game->count < plies; game->count++) {
        size_t count = pgnpack_board_moves(game->start, moves, PGNPACK_BOARD_MOVES_MAX);
        if (count == 0 || !bytes_are_enough(encoding, count))
            break;
        game->moves[game->count] = moves[next_random(state) % count];
        ck_assert_int_eq(pgnpack_board_make(game->start, game->moves[game->count]), PGNPACK_OK);
    }
    for (size_t i = 0; i < game->count; i++)
        pgnpack_board_undo(game->start);
}

/* Also Chess960, many queens, promotions, forced moves, and mates. */
START_TEST(random_games_come_back)
{
    static struct one_game game;
    uint64_t state = 9;
    struct pgnpack_moves_coder *coders[2] = {coder_of(_i, 0), coder_of(_i, 1)};
    struct pgnpack_board *start = pgnpack_board_new(NULL);
    for (int kind = 0; kind < 2; kind++)
        for (const char *const *fen = kind == 0 ? walk_starts : walk_hostile; *fen != NULL; fen++)
            for (unsigned i = 0; i < 6; i++) {
                ck_assert_int_eq(pgnpack_board_set(start, *fen, strlen(*fen), NULL), PGNPACK_OK);
                game.start = start;
                game.result = (enum pgnpack_result)(i & 3);
                game.black_elo = 700 * i;
                play_randomly(&game, _i, i == 0 ? 0 : 60 * i, &state);
                round_trip(coders[0], &game);
                round_trip(coders[1], &game);
            }
    pgnpack_free(start);
    pgnpack_free(coders[0]);
    pgnpack_free(coders[1]);
}
END_TEST

/* ---- The bytes ---- */

static void make_game(struct one_game *game, const char *fen, const char *uci)
{
    *game = (struct one_game){.start = pgnpack_board_new(NULL)};
    ck_assert_int_eq(pgnpack_board_set(game->start, fen, fen == NULL ? 0 : strlen(fen), NULL), PGNPACK_OK);
    while (*uci != '\0') {
        size_t size = strcspn(uci, " ");
        uint16_t *move = &game->moves[game->count++];
        ck_assert_int_eq(pgnpack_board_parse(game->start, PGNPACK_NOTATION_UCI, uci, size, move), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_board_make(game->start, *move), PGNPACK_OK);
        uci += size + (uci[size] == ' ');
    }
    for (size_t i = 0; i < game->count; i++)
        pgnpack_board_undo(game->start);
}

static const char short_game[] = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f6e4";

/* What databases hold must stay readable. */
static const char *const short_bytes[BEHIND] = {
    [PGNPACK_ENCODING_MOVE16] = "131c1d2401950e6a015a0fad21074b5c",
    [PGNPACK_ENCODING_EXTENDED] = "0030131c00301d240031019500310e6a0032015a00310fad0035210700014b5c",
    [PGNPACK_ENCODING_COMPRESSED] = "0c703490065439a805683eb4841c2d70",
    [PGNPACK_ENCODING_LEGAL_BYTE] = "0d080d0f061c0405",
    [PGNPACK_ENCODING_LEGAL_BITS] = "086a1af3704280",
    [PGNPACK_ENCODING_PSEUDO_LEGAL_BITS] = "086a1af3704280",
    [PGNPACK_ENCODING_PIECE_TARGET] = "08ca199aae1320",
    [PGNPACK_ENCODING_BYTE_INDEX] = "4343736b8b720072",
    [PGNPACK_ENCODING_SQUARE_ORDER] = "a43b56714cb50016",
    [PGNPACK_ENCODING_TOTAL] = "002c58c203205b4a0b665bb658945da3",
    [PGNPACK_ENCODING_DIRECTION] = "082d8f581e9029ea908639",
    [PGNPACK_ENCODING_REVERSIBLE] = "00008fcc000c070c00008fcc000c193400008fcc000c254600018fcc000c3ab9"
                                    "00028fcc000c468500038fcc000c3b7e00048fc6147ca18400058ccc0000372d",
    [PGNPACK_ENCODING_TABLE] = "08cb657b",
    [PGNPACK_ENCODING_NET] = "08d7e5",
    [PGNPACK_ENCODING_NET_WIDE] = "08da3e",
};

START_TEST(bytes_do_not_change)
{
    static struct one_game game;
    static uint8_t bytes[BYTES];
    size_t expected_size;
    make_game(&game, NULL, short_game);
    struct pgnpack_moves_coder *coder = coder_of(_i, 0);
    unsigned char *expected = bytes_from_hex(short_bytes[_i], &expected_size);
    ck_assert_uint_eq(encode(coder, &game, bytes), expected_size);
    ck_assert_mem_eq(bytes, expected, expected_size);
    free(expected);
    pgnpack_free(coder);
    pgnpack_free(game.start);
}
END_TEST

/* A coder that has done other games, some of them damaged or refused, does the next one as a new one would. */
START_TEST(games_do_not_see_each_other)
{
    static struct one_game game;
    static uint8_t fresh[BYTES], used[BYTES];
    static uint16_t moves[PLIES];
    size_t count;
    make_game(&game, NULL, short_game);
    struct pgnpack_moves_coder *coder = coder_of(_i, 0);
    size_t size = encode(coder, &game, fresh);
    uint16_t wrong[3] = {game.moves[0], game.moves[1], game.moves[0]};
    ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, wrong, 3, used, BYTES, &count),
                     PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(count, 0);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(coder)->text, "move 3 "));
    ck_assert_int_ne(pgnpack_moves_decode(coder, NULL, fresh, size - 1, moves, 3, &count), PGNPACK_OK);
    game.count = 3;
    round_trip(coder, &game);
    game.count = 8;
    ck_assert_uint_eq(encode(coder, &game, used), size);
    ck_assert_mem_eq(used, fresh, size);
    round_trip(coder, &game);
    pgnpack_free(coder);
    pgnpack_free(game.start);
}
END_TEST

/* Nor does a game that begins where another one was: what led there is another's. */
START_TEST(beginnings_have_no_past)
{
    static struct one_game game, later;
    static uint8_t fresh[BYTES], used[BYTES];
    make_game(&game, NULL, short_game);
    make_game(&later, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "f1c4 g8f6");
    struct pgnpack_moves_coder *coder = coder_of(_i, 0);
    size_t size = encode(coder, &later, fresh);
    encode(coder, &game, used);
    ck_assert_uint_eq(encode(coder, &later, used), size);
    ck_assert_mem_eq(used, fresh, size);
    pgnpack_free(coder);
    pgnpack_free(game.start);
    pgnpack_free(later.start);
}
END_TEST

/* Returns the status, having seen that what comes back encodes to the same bytes. */
static enum pgnpack_status decode_any(struct pgnpack_moves_coder *coder, const struct one_game *game,
                                      size_t plies, const uint8_t *bytes, size_t size)
{
    static uint8_t again[BYTES];
    static uint16_t moves[PLIES];
    struct pgnpack_moves_game known = known_of(game);
    size_t count, again_size;
    known.plies = plies;
    enum pgnpack_status status = pgnpack_moves_decode(coder, &known, bytes, size, moves, PLIES, &count);
    if (status == PGNPACK_ERROR_LIMIT) {
        ck_assert_uint_gt(count, PLIES);
        ck_assert_uint_le(count, 1u << 20);
    } else if (status != PGNPACK_OK) {
        ck_assert(status == PGNPACK_ERROR_CORRUPT || status == PGNPACK_ERROR_TRUNCATED);
        ck_assert_uint_eq(count, 0);
        ck_assert_str_ne(pgnpack_error(coder)->text, "");
    } else {
        ck_assert_int_eq(pgnpack_moves_encode(coder, &known, moves, count, again, BYTES, &again_size),
                         PGNPACK_OK);
        ck_assert_uint_eq(again_size, size);
        if (size != 0)
            ck_assert_mem_eq(again, bytes, size);
    }
    return status;
}

START_TEST(any_bytes_are_survived)
{
    static struct one_game game;
    static uint8_t bytes[300];
    uint64_t state = 3 + (uint64_t)_i;
    struct pgnpack_moves_coder *coders[2] = {coder_of(_i, 0), coder_of(_i, 1)};
    for (const char *const *fen = walk_starts; *fen != NULL; fen++) {
        make_game(&game, *fen, "");
        for (unsigned i = 0; i < 200; i++) {
            size_t size = next_random(&state) % (i % 4 == 0 ? sizeof bytes : 12);
            for (size_t at = 0; at < size; at++)
                bytes[at] = (uint8_t)(i % 5 == 0 ? 255 : next_random(&state) >> 7);
            if (i % 3 == 0 && size != 0)
                bytes[0] = (uint8_t)(2 * size % 128);
            decode_any(coders[0], &game, 0, bytes, size);
            decode_any(coders[1], &game, next_random(&state) % 40, bytes, size);
        }
        pgnpack_free(game.start);
    }
    pgnpack_free(coders[0]);
    pgnpack_free(coders[1]);
}
END_TEST

/* Bytes too few, too many, or another one: refused, or another game that encodes to just these bytes. */
START_TEST(damage_is_seen_or_another_game)
{
    static struct one_game game;
    static uint8_t bytes[BYTES + 1];
    make_game(&game, NULL, short_game);
    for (int given = 0; given < 2; given++) {
        struct pgnpack_moves_coder *coder = coder_of(_i, given);
        size_t size = encode(coder, &game, bytes);
        for (size_t cut = 0; cut < size; cut++) {
            enum pgnpack_status status = decode_any(coder, &game, game.count, bytes, cut);
            if (given && most_bits[_i] > 5)
                ck_assert_int_ne(status, PGNPACK_OK);
        }
        for (unsigned byte = 0; byte < 256; byte++) {
            bytes[size] = (uint8_t)byte;
            enum pgnpack_status status = decode_any(coder, &game, game.count, bytes, size + 1);
            if (given && _i < PGNPACK_ENCODING_TABLE)
                ck_assert_int_ne(status, PGNPACK_OK);
        }
        for (size_t i = 0; i < 8 * size; i++) {
            bytes[i / 8] ^= (uint8_t)(1 << i % 8);
            decode_any(coder, &game, game.count, bytes, size);
            bytes[i / 8] ^= (uint8_t)(1 << i % 8);
        }
        ck_assert_int_eq(decode_any(coder, &game, game.count, bytes, size), PGNPACK_OK);
        if (given) {
            decode_any(coder, &game, game.count + 1, bytes, size);
            ck_assert_int_ne(decode_any(coder, &game, SIZE_MAX, bytes, size), PGNPACK_OK);
        }
        pgnpack_free(coder);
    }
    pgnpack_free(game.start);
}
END_TEST

/* A game may be all zeros, which are left out: however long it is. */
START_TEST(zeros_go_on_behind_the_end)
{
    static struct one_game game;
    make_game(&game, NULL, "");
    struct pgnpack_moves_coder *coder = coder_of(_i, 1);
    for (size_t plies = 1; plies < 160; plies += 3)
        ck_assert_int_eq(decode_any(coder, &game, plies, NULL, 0), PGNPACK_OK);
    pgnpack_free(coder);
    pgnpack_free(game.start);
}
END_TEST

START_TEST(nothing_follows_a_mate)
{
    static struct one_game game;
    static uint8_t bytes[BYTES];
    make_game(&game, NULL, "f2f3 e7e5 g2g4 d8h4");
    struct pgnpack_moves_coder *coder = coder_of(_i, 1);
    size_t size = encode(coder, &game, bytes);
    enum pgnpack_status status = decode_any(coder, &game, game.count + 1, bytes, size);
    ck_assert_int_ne(status, PGNPACK_OK);
    if (_i == PGNPACK_ENCODING_LEGAL_BITS || _i >= PGNPACK_ENCODING_TABLE)
        ck_assert_int_eq(status, PGNPACK_ERROR_CORRUPT);
    pgnpack_free(coder);
    pgnpack_free(game.start);
}
END_TEST

/* ---- Promises ---- */

START_TEST(room_is_asked_for)
{
    static struct one_game game;
    static uint8_t bytes[BYTES];
    uint16_t moves[9];
    size_t size, size_told = 0, count = 0;
    make_game(&game, NULL, short_game);
    struct pgnpack_moves_coder *coder = coder_of(_i, 0);
    size = encode(coder, &game, bytes);
    ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, game.moves, game.count, bytes, size - 1, &size_told),
                     PGNPACK_ERROR_LIMIT);
    ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, game.moves, game.count, bytes, size, &size_told),
                     PGNPACK_OK);
    ck_assert_uint_eq(size_told, size);
    memset(moves, 0xee, sizeof moves);
    ck_assert_int_eq(pgnpack_moves_decode(coder, NULL, bytes, size, moves, 7, &count), PGNPACK_ERROR_LIMIT);
    ck_assert_uint_ge(count, 8);
    ck_assert_uint_eq(moves[7], 0xeeee);
    ck_assert_int_eq(pgnpack_moves_decode(coder, NULL, bytes, size, moves, 8, &count), PGNPACK_OK);
    ck_assert_uint_eq(count, 8);
    ck_assert_uint_eq(moves[8], 0xeeee);
    pgnpack_free(coder);
    pgnpack_free(game.start);
}
END_TEST

START_TEST(endless_games_are_refused)
{
    static const uint16_t moves[1] = {0};
    uint8_t bytes[8];
    size_t size = 77;
    struct pgnpack_moves_coder *coder = coder_of(_i, 0);
    ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, moves, (1u << 20) + 1, bytes, 8, &size),
                     PGNPACK_ERROR_LIMIT);
    ck_assert_uint_eq(size, 0);
    pgnpack_free(coder);
}
END_TEST

START_TEST(no_moves_are_few_bytes)
{
    uint8_t bytes[8] = {0};
    uint16_t moves[1];
    size_t size = 77, count = 77;
    for (int given = 0; given < 2; given++) {
        struct pgnpack_moves_coder *coder = coder_of(_i, given);
        ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, NULL, 0, bytes, sizeof bytes, &size), PGNPACK_OK);
        ck_assert_uint_le(size, given ? 0 : 1);
        ck_assert_int_eq(pgnpack_moves_decode(coder, NULL, bytes, size, moves, 0, &count), PGNPACK_OK);
        ck_assert_uint_eq(count, 0);
        pgnpack_free(coder);
    }
}
END_TEST

START_TEST(an_encoding_has_to_be_chosen)
{
    static const int wrong[] = {0, -1, BEHIND, 1000};
    uint8_t bytes[8];
    uint16_t moves[1];
    size_t size = 77;
    for (unsigned i = 0; i < 4; i++) {
        struct pgnpack_moves_coder *coder = coder_of(wrong[i], 0);
        ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, NULL, 0, bytes, 8, &size), PGNPACK_ERROR_ARGUMENT);
        ck_assert_uint_eq(size, 0);
        ck_assert_int_eq(pgnpack_moves_decode(coder, NULL, bytes, 0, moves, 1, &size),
                         PGNPACK_ERROR_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(pgnpack_error(coder)->text, "encoding"));
        pgnpack_free(coder);
    }
    struct pgnpack_moves_coder *coder = pgnpack_moves_coder_new(NULL, NULL);
    ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, NULL, 0, bytes, 8, &size), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(coder);
    coder = coder_of(FIRST, 1);
    struct pgnpack_moves_game game = {.plies = 0};
    ck_assert_int_eq(pgnpack_moves_decode(coder, &game, bytes, 0, moves, 1, &size), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(coder)->text, "size"));
    game.size = sizeof game;
    ck_assert_int_eq(pgnpack_moves_decode(coder, &game, bytes, 0, moves, 1, &size), PGNPACK_OK);
    pgnpack_free(coder);
    pgnpack_free(NULL);
}
END_TEST

START_TEST(nothing_is_read_from_null)
{
    struct pgnpack_moves_coder *coder = coder_of(_i, 0);
    uint8_t bytes[8] = {0};
    uint16_t moves[1] = {0};
    size_t size = 77;
    ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, NULL, 1, bytes, 8, &size), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(coder)->text, "NULL"));
    ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, moves, 0, NULL, 8, &size), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_moves_decode(coder, NULL, NULL, 8, moves, 1, &size), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_moves_decode(coder, NULL, bytes, 0, NULL, 1, &size), PGNPACK_ERROR_ARGUMENT);
    ck_assert_uint_eq(size, 0);
    pgnpack_free(coder);
}
END_TEST

/* 262 moves: bytes cannot tell which. */
START_TEST(crowds_need_more_than_a_byte)
{
    static struct one_game game;
    static uint8_t bytes[BYTES];
    size_t size;
    make_game(&game, "kbQQQQQQ/ppQ4Q/QQ5Q/Q6Q/Q6Q/Q6Q/Q6Q/QQQQQQQK w - - 0 1", "h8g7");
    struct pgnpack_moves_game known = known_of(&game);
    struct pgnpack_moves_coder *coder = coder_of(_i, 0);
    int is_enough = bytes_are_enough(_i, 262);
    enum pgnpack_status status = pgnpack_moves_encode(coder, &known, game.moves, 1, bytes, BYTES, &size);
    ck_assert_int_eq(status, is_enough ? PGNPACK_OK : PGNPACK_ERROR_LOSSY);
    if (!is_enough)
        for (unsigned byte = 0; byte < 256; byte++) {
            bytes[0] = (uint8_t)byte;
            ck_assert_int_eq(decode_any(coder, &game, 0, bytes, 1), PGNPACK_ERROR_CORRUPT);
        }
    pgnpack_free(coder);
    pgnpack_free(game.start);
}
END_TEST

/* Result and ratings are seen by the nets only, and have to be the same both ways. */
START_TEST(hints_help_the_nets)
{
    static struct one_game game;
    static uint8_t plain[BYTES], hinted[BYTES];
    make_game(&game, NULL, short_game);
    struct pgnpack_moves_coder *coder = coder_of(_i, 0);
    size_t plain_size = encode(coder, &game, plain);
    game.result = PGNPACK_RESULT_BLACK;
    game.white_elo = 900;
    game.black_elo = 1100000;
    size_t hinted_size = encode(coder, &game, hinted);
    int same = plain_size == hinted_size && memcmp(plain, hinted, plain_size) == 0;
    ck_assert_int_eq(same, _i < PGNPACK_ENCODING_NET);
    round_trip(coder, &game);
    pgnpack_free(coder);
    pgnpack_free(game.start);
}
END_TEST

START_TEST(failing_allocations_are_survived)
{
    struct allocation_count count = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&count);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    struct pgnpack_moves_options moves_options = {.size = sizeof moves_options,
                                                  .encoding = (enum pgnpack_encoding)_i};
    static struct one_game game;
    static uint8_t bytes[BYTES];
    static uint16_t moves[PLIES];
    make_game(&game, NULL, short_game);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    size_t calls = 0, size = 0, found = 0;
    for (; status != PGNPACK_OK; calls++) {
        allow_pieces(&count, calls);
        struct pgnpack_moves_coder *coder = pgnpack_moves_coder_new(&options, &moves_options);
        if (coder == NULL)
            continue;
        status = pgnpack_moves_encode(coder, NULL, game.moves, game.count, bytes, BYTES, &size);
        if (status == PGNPACK_OK)
            status = pgnpack_moves_decode(coder, NULL, bytes, size, moves, PLIES, &found);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        if (status != PGNPACK_OK) {
            ck_assert_int_eq(pgnpack_error(coder)->status, PGNPACK_ERROR_MEMORY);
            allow_pieces(&count, 1000);
            ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, game.moves, game.count, bytes, BYTES, &size),
                             PGNPACK_OK);
            ck_assert_int_eq(pgnpack_moves_decode(coder, NULL, bytes, size, moves, PLIES, &found),
                             PGNPACK_OK);
            uint16_t wrong = 1;
            allow_pieces(&count, 0);
            ck_assert_int_eq(pgnpack_moves_encode(coder, NULL, &wrong, 1, bytes, BYTES, &size),
                             PGNPACK_ERROR_ARGUMENT);
        }
        pgnpack_free(coder);
        ck_assert_uint_eq(count.outstanding, 0);
    }
    ck_assert_uint_gt(calls, 2);
    ck_assert_uint_eq(found, game.count);
    pgnpack_free(game.start);
}
END_TEST

Suite *values_suite(void)
{
    Suite *suite = suite_create("values");
    TCase *games = tcase_create("games");
    tcase_add_loop_test(games, sample_games_come_back, FIRST, BEHIND);
    tcase_add_loop_test(games, random_games_come_back, FIRST, BEHIND);
    suite_add_tcase(suite, games);
    TCase *bytes = tcase_create("bytes");
    tcase_add_loop_test(bytes, bytes_do_not_change, FIRST, BEHIND);
    tcase_add_loop_test(bytes, games_do_not_see_each_other, FIRST, BEHIND);
    tcase_add_loop_test(bytes, beginnings_have_no_past, FIRST, BEHIND);
    tcase_add_loop_test(bytes, zeros_go_on_behind_the_end, PGNPACK_ENCODING_NET, BEHIND);
    tcase_add_loop_test(bytes, nothing_follows_a_mate, FIRST, BEHIND);
    tcase_add_loop_test(bytes, any_bytes_are_survived, FIRST, BEHIND);
    tcase_add_loop_test(bytes, damage_is_seen_or_another_game, FIRST, BEHIND);
    suite_add_tcase(suite, bytes);
    TCase *promises = tcase_create("promises");
    tcase_add_loop_test(promises, room_is_asked_for, FIRST, BEHIND);
    tcase_add_loop_test(promises, endless_games_are_refused, FIRST, BEHIND);
    tcase_add_loop_test(promises, no_moves_are_few_bytes, FIRST, BEHIND);
    tcase_add_test(promises, an_encoding_has_to_be_chosen);
    tcase_add_loop_test(promises, nothing_is_read_from_null, FIRST, BEHIND);
    tcase_add_loop_test(promises, crowds_need_more_than_a_byte, FIRST, BEHIND);
    tcase_add_loop_test(promises, hints_help_the_nets, FIRST, BEHIND);
    tcase_add_loop_test(promises, failing_allocations_are_survived, FIRST, BEHIND);
    suite_add_tcase(suite, promises);
    return suite;
}
