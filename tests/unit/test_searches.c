/* Searches as handles: asked again, what they count, without memory; and what the writer's option `index` puts into files. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "container/sections/bcgn_format.h"
#include "lib/search/search.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "util/bytes.h"

enum { GAMES = 80 };

static void pack_games(int level, enum pgnpack_index index, struct bytes *packed)
{
    struct bytes text = {0};
    const struct pack_setup setup = {.level = level, .index = index, .block_size = 4000};
    append_games(&text, GAMES, 11);
    pack_whole(&setup, &text, packed);
    check_unpacks(packed, &text);
    bytes_free(&text);
}

/* ---- What is in a file ---- */

/* Blocks with games, and how many sections of that type all blocks have. */
static size_t count_sections(const struct bytes *file, uint8_t type, size_t *blocks_ret)
{
    size_t count = 0;
    *blocks_ret = 0;
    for (size_t at = BCGN_FILE_HEADER_SIZE; load_le64(file->data + at) == UINT64_C(0x0a1a8d4b4c42bc9e);
         at += load_le32(file->data + at + 8)) {
        size_t sections = (size_t)(file->data[at + 48] | file->data[at + 49] << 8);
        *blocks_ret += load_le32(file->data + at + 32) != 0;
        for (size_t i = 0; i < sections; i++)
            count += file->data[at + BCGN_BLOCK_HEADER_SIZE + i * BCGN_SECTION_ENTRY_SIZE] == type;
    }
    return count;
}

START_TEST(index_is_as_asked_for)
{
    struct bytes with = {0}, without = {0};
    size_t blocks;
    pack_games(_i, PGNPACK_INDEX_ALWAYS, &with);
    ck_assert_uint_eq(count_sections(&with, BCGN_SECTION_POSITIONS, &blocks), 6 * blocks);
    ck_assert_uint_gt(blocks, 1);
    pack_games(_i, PGNPACK_INDEX_NONE, &without);
    ck_assert_uint_eq(count_sections(&without, BCGN_SECTION_POSITIONS, &blocks), 0);
    ck_assert_uint_eq(count_sections(&without, BCGN_SECTION_TREE, &blocks), 0);
    ck_assert_uint_lt(without.size, with.size);
    bytes_free(&with);
    bytes_free(&without);
}
END_TEST

START_TEST(other_indexes_are_refused)
{
    struct bytes out = {0};
    const struct pgnpack_writer_options options = {.size = sizeof options, .index = (enum pgnpack_index)3};
    struct pgnpack_writer *writer =
        pgnpack_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(bytes_write, &out));
    ck_assert_ptr_nonnull(writer);
    ck_assert_int_eq(pgnpack_writer_write(writer, "x", 1), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(writer)->text, "index"));
    pgnpack_free(writer);
    bytes_free(&out);
}
END_TEST

/* ---- Searches ---- */

static struct pgnpack_query *ask_for(const char *name, const char *value)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    ck_assert_int_eq(pgnpack_query_add(query, name, value), PGNPACK_OK);
    return query;
}

/* Sets a byte for each game that is found. */
static enum pgnpack_status find_all(struct pgnpack_search *search, uint8_t found[GAMES + 1])
{
    struct pgnpack_hit hit;
    enum pgnpack_status status;
    memset(found, 0, GAMES + 1);
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK)
        found[hit.game] = 1;
    return status;
}

static void find_anew(const struct pgnpack_reader *reader, struct pgnpack_query *query,
                      uint8_t found[GAMES + 1])
{
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    ck_assert_int_eq(find_all(search, found), PGNPACK_END);
    pgnpack_free(search);
}

/* A pawn that is dropped stands at home again: columns that did not take such games for unknown would rule all of them out. */
START_TEST(games_with_drops_are_found)
{
    static const char position[] = "rnbqkbnr/ppp1pppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq -";
    struct bytes text = {0}, packed = {0};
    struct unpacked unpacked;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    const struct pack_setup setup = {.level = _i, .index = PGNPACK_INDEX_ALWAYS, .block_size = 4000};
    struct pgnpack_query *query = ask_for("fen", position);
    uint8_t found[GAMES + 1];
    uint64_t random = 4;
    size_t blocks;
    for (unsigned i = 0; i < GAMES; i++) {
        char game[200], letters[80];
        for (size_t k = 0; k < sizeof letters; k++)
            letters[k] = (char)('a' + random_below(&random, 26));
        snprintf(game, sizeof game,
                 "[Event \"drops\"]\n\n1. e4 d5 2. exd5 Qxd5 {%.80s} 3. Nc3 Qd8 4. %s *\n\n", letters,
                 i % 2 == 0 ? "P@e2" : "Nf3");
        bytes_append_text(&text, game);
    }
    pack_whole(&setup, &text, &packed);
    ck_assert_uint_eq(count_sections(&packed, BCGN_SECTION_POSITIONS, &blocks), 6 * blocks);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    find_anew(reader, query, found);
    for (unsigned i = 0; i < GAMES; i++)
        ck_assert_uint_eq(found[i + 1], i % 2 == 0);
    unpack_bytes(&(struct unpack_setup){.check_columns = 1}, packed.data, packed.size, &unpacked);
    ck_assert_int_eq(unpacked.status, PGNPACK_OK);
    unpacked_free(&unpacked);
    pgnpack_free(query);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* Games from other positions are replayed from these, in blocks without columns, too, where only the tags' names tell of them. */
START_TEST(games_from_other_positions_are_found)
{
    static const char position[] = "rnbqkb1r/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    struct bytes text = {0}, packed = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    const struct pack_setup setup = {.level = _i, .index = PGNPACK_INDEX_NONE, .block_size = 4000};
    struct pgnpack_query *query = ask_for("fen", position);
    uint8_t found[GAMES + 1];
    for (unsigned i = 0; i < GAMES; i++) { /* the moves are legal in both */
        bytes_append_text(&text, i % 4 != 0
                                     ? "[Event \"plain\"]\n"
                                     : "[Event \"odds\"]\n[SetUp \"1\"]\n[FEN \"rnbqkb1r/pppppppp/8/8/8/8/"
                                       "PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n");
        bytes_append_text(&text, "\n1. e4 e5 2. Nf3 Nc6 *\n\n");
    }
    pack_whole(&setup, &text, &packed);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    find_anew(reader, query, found);
    for (unsigned i = 0; i < GAMES; i++)
        ck_assert_uint_eq(found[i + 1], i % 4 == 0);
    pgnpack_free(query);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

static const char *const questions[][2] = {{"moves", "e4"},    {"moves", "e4 e5 Nf3"}, {"white", "a*"},
                                           {"pattern", "Nf3"}, {"plies", "20-"},       {"moves", "d4 d5"}};
enum { QUESTIONS = sizeof questions / sizeof *questions };

START_TEST(asked_again_they_find_the_same)
{
    struct bytes packed = {0};
    struct pgnpack_query *queries[QUESTIONS];
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    uint8_t plain[GAMES + 1], again[GAMES + 1];
    pack_games(3, PGNPACK_INDEX_ALWAYS, &packed);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    for (size_t i = 0; i < QUESTIONS; i++)
        queries[i] = ask_for(questions[i][0], questions[i][1]);
    struct pgnpack_search *search = pgnpack_search_new(reader, queries[0]);
    for (size_t n = 0; n < 40; n++) {
        size_t i = n * 7 % QUESTIONS;
        find_anew(reader, queries[i], plain);
        ck_assert_int_eq(search_ask(search, queries[i]), PGNPACK_OK);
        if (n % 3 == 0) /* in the middle of an answer comes the next question */
            pgnpack_search_next(search, NULL, 1, NULL);
        ck_assert_int_eq(search_ask(search, queries[i]), PGNPACK_OK);
        ck_assert_int_eq(find_all(search, again), PGNPACK_END);
        ck_assert_int_eq(memcmp(plain, again, sizeof plain), 0);
    }
    pgnpack_free(search);
    for (size_t i = 0; i < QUESTIONS; i++)
        pgnpack_free(queries[i]);
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

/* Many hits at a call are those that come one by one. */
START_TEST(many_at_a_call)
{
    size_t capacity = (size_t)_i;
    struct bytes packed = {0};
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct pgnpack_query *query = ask_for("moves", "e4");
    struct pgnpack_hit hit, hits[10];
    size_t count, done = 0;
    enum pgnpack_status status;
    pack_games(3, PGNPACK_INDEX_ALWAYS, &packed);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_search *one = pgnpack_search_new(reader, query), *many = pgnpack_search_new(reader, query);
    while ((status = pgnpack_search_next(many, hits, capacity, &count)) == PGNPACK_OK) {
        ck_assert_uint_ge(count, 1);
        for (size_t i = 0; i < count; i++, done++) {
            ck_assert_int_eq(pgnpack_search_next(one, &hit, 1, NULL), PGNPACK_OK);
            ck_assert(hit.game == hits[i].game && hit.ply == hits[i].ply && hit.move == hits[i].move);
        }
    }
    ck_assert_int_eq(status, PGNPACK_END);
    ck_assert_uint_eq(count, 0);
    ck_assert_int_eq(pgnpack_search_next(one, &hit, 1, NULL), PGNPACK_END);
    ck_assert_uint_gt(done, 7);
    pgnpack_free(one);
    pgnpack_free(many);
    pgnpack_free(query);
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

START_TEST(they_count)
{
    uint8_t found[GAMES + 1];
    struct pgnpack_search_counts counts[2];
    struct pgnpack_query *query = ask_for("moves", "e4 e5 Nf3 Nc6");
    for (int i = 0; i < 2; i++) {
        struct bytes packed = {0};
        uint64_t hits = 0;
        struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
        pack_games(3, i == 0 ? PGNPACK_INDEX_NONE : PGNPACK_INDEX_ALWAYS, &packed);
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)),
                         PGNPACK_OK);
        struct pgnpack_search *search = pgnpack_search_new(reader, query);
        ck_assert_int_eq(find_all(search, found), PGNPACK_END);
        pgnpack_search_counts(search, &counts[i]);
        for (size_t k = 0; k <= GAMES; k++)
            hits += found[k];
        ck_assert_uint_eq(counts[i].hits, hits);
        ck_assert_uint_eq(counts[i].games, pgnpack_reader_info(reader)->game_count);
        ck_assert_uint_le(counts[i].games_replayed, counts[i].games);
        ck_assert_uint_ge(counts[i].games_replayed, hits);
        pgnpack_free(search);
        pgnpack_free(reader);
        bytes_free(&packed);
    }
    ck_assert_uint_eq(counts[0].games_replayed, counts[0].games);
    ck_assert_uint_lt(counts[1].games_replayed, counts[0].games_replayed);
    pgnpack_free(query);
}
END_TEST

/* First moves that many games have in common are played once. */
START_TEST(common_moves_are_played_once)
{
    enum { PLIES = 12, PREFIX = 4 };
    struct bytes text = {0}, packed = {0};
    struct pgnpack_search_counts counts;
    uint8_t found[GAMES + 1];
    for (unsigned i = 0; i < GAMES; i++)
        bytes_append_text(&text, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 *\n\n");
    pack_whole(&(struct pack_setup){.level = 3, .index = PGNPACK_INDEX_NONE}, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_query *query = ask_for("pattern", "Nc3");
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    ck_assert_int_eq(find_all(search, found), PGNPACK_END);
    pgnpack_search_counts(search, &counts);
    ck_assert_uint_eq(counts.hits, 0);
    ck_assert_uint_eq(counts.games_replayed, GAMES);
    ck_assert_uint_ge(counts.plies, PLIES);
    ck_assert_uint_le(counts.plies, PLIES + (GAMES - 1) * (PLIES - PREFIX));
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* Rights that are lost don't come back: a game is left behind its first moves. */
START_TEST(lost_rights_end_a_game)
{
    enum { PREFIX = 4 };
    struct bytes text = {0}, packed = {0};
    struct pgnpack_search_counts counts;
    uint8_t found[GAMES + 1];
    for (unsigned i = 0; i < GAMES; i++)
        bytes_append_text(&text,
                          "e4 e5 Ke2 Ke7 Ke1 Ke8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Nc3 Nc6 *\n\n");
    pack_whole(&(struct pack_setup){.level = 3, .index = PGNPACK_INDEX_NONE}, &text, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_query *query = ask_for("moves", "e4 e5 Nf3 Nf6 Nc3 Nc6");
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    ck_assert_int_eq(find_all(search, found), PGNPACK_END);
    pgnpack_search_counts(search, &counts);
    ck_assert_uint_eq(counts.hits, 0);
    ck_assert_uint_le(counts.plies, PREFIX * counts.games);
    pgnpack_free(search);
    pgnpack_free(query);
    pgnpack_free(reader);
    bytes_free(&packed);
    bytes_free(&text);
}
END_TEST

/* All that a search tells of the games that come to the position behind these moves. */
static size_t find_hits(int level, const struct bytes *text, const char *moves, struct pgnpack_hit *hits,
                        size_t capacity)
{
    struct bytes packed = {0};
    size_t count;
    struct pgnpack_query *query = ask_for("moves", moves);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    pack_whole(&(struct pack_setup){.level = level, .index = PGNPACK_INDEX_NONE}, text, &packed);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_search *search = pgnpack_search_new(reader, query);
    ck_assert_int_eq(pgnpack_search_next(search, hits, capacity, &count), PGNPACK_OK);
    pgnpack_free(search);
    pgnpack_free(reader);
    pgnpack_free(query);
    bytes_free(&packed);
    return count;
}

/* What follows where many games begin alike: replayed, it is the same as by cursors (codec 4 has no stripes). */
START_TEST(moves_behind_common_ones_are_each_games)
{
    static const char *const lines[] = {
        "e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 Nc6 Bc4", "e4 e5 Nf3 Nf6 Nxe5", "e4 e5 Nf3",     "e4 e5",
        "e4 e5 Nc3 Nc6 Nf3", "e4 e5 Nf3 Nc6",     "e4 c5 Nf3 Nc6 Bb5",  "Nf3 e5 e4 Nc6", "e4"};
    static const char *const asked[] = {"e4", "e4 e5", "e4 e5 Nf3", "e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6 Bb5"};
    enum { LINES = sizeof lines / sizeof *lines, CAPACITY = 4 * LINES };
    struct bytes text = {0};
    struct pgnpack_hit replayed[CAPACITY], walked[CAPACITY];
    for (unsigned i = 0; i < 3 * LINES; i++) {
        bytes_append_text(&text, lines[i % LINES]);
        bytes_append_text(&text, " *\n\n");
    }
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        size_t count = find_hits(3, &text, asked[i], replayed, CAPACITY);
        ck_assert_uint_eq(count, find_hits(5, &text, asked[i], walked, CAPACITY));
        for (size_t k = 0; k < count; k++) {
            ck_assert_uint_eq(replayed[k].game, walked[k].game);
            ck_assert_uint_eq(replayed[k].ply, walked[k].ply);
            ck_assert_uint_eq(replayed[k].last_ply, walked[k].last_ply);
            ck_assert_uint_eq(replayed[k].move, walked[k].move);
        }
    }
    bytes_free(&text);
}
END_TEST

/* A search without memory for its query is none for it, not one for all games. */
START_TEST(without_memory_they_find_nothing_false)
{
    struct limited limited;
    struct bytes packed = {0};
    uint8_t plain[GAMES + 1], found[GAMES + 1];
    struct pgnpack_query *first = ask_for("moves", "e4"), *second = ask_for("white", "zzz");
    limit_memory(&limited, 0);
    pack_games(3, PGNPACK_INDEX_ALWAYS, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(&limited.options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    find_anew(reader, second, plain);
    size_t failures = 0;
    for (size_t pieces = 0; pieces < 200; pieces++) {
        struct pgnpack_search *search = pgnpack_search_new(reader, first);
        allow_pieces(&limited.count, pieces);
        enum pgnpack_status status = search_ask(search, second);
        allow_pieces(&limited.count, SIZE_MAX);
        ck_assert(status == PGNPACK_OK || status == PGNPACK_ERROR_MEMORY);
        failures += status != PGNPACK_OK;
        ck_assert_int_eq(pgnpack_search_range(search, 1, UINT64_MAX), status);
        ck_assert_int_eq(find_all(search, found), status == PGNPACK_OK ? PGNPACK_END : status);
        ck_assert(status != PGNPACK_OK || memcmp(plain, found, sizeof plain) == 0);
        ck_assert_int_eq(search_ask(search, second), PGNPACK_OK);
        ck_assert_int_eq(find_all(search, found), PGNPACK_END);
        ck_assert_int_eq(memcmp(plain, found, sizeof plain), 0);
        pgnpack_free(search);
    }
    ck_assert_uint_gt(failures, 0);
    pgnpack_free(reader);
    ck_assert_uint_eq(limited.count.outstanding, 0);
    pgnpack_free(first);
    pgnpack_free(second);
    bytes_free(&packed);
}
END_TEST

/* The same where the query itself has no memory for all boards that it is to be turned to. */
START_TEST(queries_may_be_without_memory)
{
    enum { STEPS = 5, BOARDS = 4 }; /* more than there is room for at first */
    struct limited limited;
    struct bytes packed = {0};
    uint8_t plain[GAMES + 1], found[GAMES + 1];
    size_t failures = 0, done = 0;
    pack_games(3, PGNPACK_INDEX_NONE, &packed);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    for (size_t pieces = 100; pieces-- > 0;) {
        limit_memory(&limited, 0);
        struct pgnpack_query *query = pgnpack_query_new(&limited.options);
        ck_assert_int_eq(pgnpack_query_add(query, "either", NULL), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_query_add(query, "mirrored", NULL), PGNPACK_OK);
        for (unsigned i = 0; i < STEPS; i++) {
            if (i != 0)
                ck_assert_int_eq(pgnpack_query_add(query, "then", NULL), PGNPACK_OK);
            ck_assert_int_eq(pgnpack_query_add(query, "material", "P8-"), PGNPACK_OK);
        }
        allow_pieces(&limited.count, pieces);
        struct pgnpack_search *search = pgnpack_search_new(reader, query);
        allow_pieces(&limited.count, SIZE_MAX);
        enum pgnpack_status status = find_all(search, found);
        ck_assert(status == PGNPACK_END || status == PGNPACK_ERROR_MEMORY);
        failures += status != PGNPACK_END;
        if (status == PGNPACK_END && done++ == 0)
            memcpy(plain, found, sizeof plain);
        ck_assert(status != PGNPACK_END || memcmp(plain, found, sizeof plain) == 0);
        pgnpack_free(search);
        pgnpack_free(query);
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
    ck_assert_uint_gt(failures, 0);
    ck_assert_uint_gt(done, 0);
    ck_assert_ptr_nonnull(memchr(plain, 1, sizeof plain));
    pgnpack_free(reader);
    bytes_free(&packed);
}
END_TEST

Suite *searches_suite(void)
{
    Suite *suite = suite_create("searches");
    TCase *tests = tcase_create("searches");
    tcase_add_loop_test(tests, index_is_as_asked_for, 1, 6);
    tcase_add_test(tests, other_indexes_are_refused);
    tcase_add_loop_test(tests, many_at_a_call, 7, 10);
    tcase_add_loop_test(tests, games_with_drops_are_found, 1, 10);
    tcase_add_loop_test(tests, games_from_other_positions_are_found, 1, 10);
    tcase_add_test(tests, asked_again_they_find_the_same);
    tcase_add_test(tests, they_count);
    tcase_add_test(tests, common_moves_are_played_once);
    tcase_add_test(tests, lost_rights_end_a_game);
    tcase_add_test(tests, moves_behind_common_ones_are_each_games);
    tcase_add_test(tests, without_memory_they_find_nothing_false);
    tcase_add_test(tests, queries_may_be_without_memory);
    suite_add_tcase(suite, tests);
    return suite;
}
