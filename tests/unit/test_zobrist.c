/* Position keys: tests/vectors/position_keys.txt, and that what must not matter does not. */
#include <check.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/zobrist.h"
#include "codec_walk.h"
#include "unit/suites.h"
#include "unit/support.h"

static uint64_t hash_of(const char *fen)
{
    struct position position;
    ck_assert_msg(fen_parse(fen, strlen(fen), &position, NULL) == FEN_OK, "%s", fen);
    return zobrist_hash(&position);
}

static const struct {
    const char *name;
    const uint64_t *key;
} single_keys[] = {
    {"table man P a1", &zobrist_tables.man[0][SQ_A1]},
    {"table man k h8", &zobrist_tables.man[11][SQ_H8]},
    {"table black", &zobrist_tables.black_to_move},
    {"table castling 0", &zobrist_tables.castling[0]},
    {"table castling 15", &zobrist_tables.castling[15]},
    {"table en passant a", &zobrist_tables.en_passant_file[0]},
    {"table en passant h", &zobrist_tables.en_passant_file[7]},
};

/* "table NAME  KEY" */
static void check_single_key(const char *line)
{
    for (size_t i = 0; i < sizeof single_keys / sizeof *single_keys; i++) {
        size_t length = strlen(single_keys[i].name);
        if (strncmp(line, single_keys[i].name, length) == 0 && line[length] == ' ') {
            uint64_t key = strtoull(line + length, NULL, 16);
            ck_assert_msg(*single_keys[i].key == key, "%s: %016" PRIx64, line, *single_keys[i].key);
            return;
        }
    }
    ck_abort_msg("unknown key: %s", line);
}

START_TEST(vectors)
{
    char *text = read_file("tests/vectors/position_keys.txt", NULL);
    char *rest = text;
    int lines = 0;
    for (char *line = strtok_r(rest, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
        if (line[0] == '#')
            continue;
        lines++;
        if (strncmp(line, "table", 5) == 0) {
            check_single_key(line);
            continue;
        }
        char *fen;
        uint64_t expected = strtoull(line, &fen, 16);
        ck_assert_msg(hash_of(fen) == expected, "%s: %016" PRIx64, line, hash_of(fen));
    }
    ck_assert_int_ge(lines, 10);
    free(text);
}
END_TEST

/* 1. Nf3 Nf6 2. Nc3 Nc6 in two orders of moves. */
START_TEST(transpositions_meet)
{
    static const chess_move one[] = {0x0195, 0x0fad, 0x0052, 0x0e6a};
    static const chess_move other[] = {0x0052, 0x0e6a, 0x0195, 0x0fad};
    struct position a, b;
    position_start(&a);
    position_start(&b);
    for (unsigned i = 0; i < 4; i++) {
        ck_assert(move_is_legal(&a, one[i]) && move_is_legal(&b, other[i]));
        position_make(&a, one[i]);
        position_make(&b, other[i]);
        ck_assert_msg((zobrist_hash(&a) == zobrist_hash(&b)) == (i == 3), "ply %u", i);
    }
}
END_TEST

START_TEST(what_counts)
{
    uint64_t base = hash_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    ck_assert(base == hash_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 31 99"));
    ck_assert(base == hash_of("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1"));
    ck_assert(base != hash_of("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"));
    ck_assert(base != hash_of("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"));
    ck_assert(base != hash_of("r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1"));
}
END_TEST

static void check_changes(const struct position *position, const chess_move *moves, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct position after = *position;
        uint64_t men = zobrist_of_men(position) ^ zobrist_change(position_make(&after, moves[i]));
        ck_assert_uint_eq(zobrist_complete(&after, men), zobrist_hash(&after));
    }
}

START_TEST(what_moves_change)
{
    walk_everything(check_changes);
}
END_TEST

Suite *zobrist_suite(void)
{
    Suite *suite = suite_create("zobrist");
    TCase *keys = tcase_create("keys");
    tcase_add_test(keys, vectors);
    tcase_add_test(keys, transpositions_meet);
    tcase_add_test(keys, what_counts);
    tcase_add_test(keys, what_moves_change);
    suite_add_tcase(suite, keys);
    return suite;
}
