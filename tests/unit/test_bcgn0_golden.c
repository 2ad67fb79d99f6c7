/*
 * BCGN 0 against files of the program that defined it (tests/golden/bcgn0): the same bytes from the same PGN,
 * and its files decode to the moves and positions of its own dumps.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chess/fen.h"
#include "pgnpack_extra.h"
#include "util/bytes.h"
#include "unit/bcgn0_support.h"
#include "unit/suites.h"
#include "unit/support.h"

/* Files that hold everything in their PGN. */
static const char *const exact[] = {"castling", "promotions", "enpassant", "queens", "customstart",
                                    "results",  "minbits",    "maxplies",  "random", "randpawns"};

/* Files that the old reader and we understand alike. */
static const char *const readable[] = {"castling",    "promotions", "enpassant", "queens",
                                       "customstart", "results",    "minbits",   "maxplies",
                                       "random",      "randpawns",  "extratags", "longtags"};

enum { SCHEME_COUNT = 3, NAME_SIZE = 100 };
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static char *read_golden(const char *name, const char *ending, size_t *size_ret)
{
    char path[2 * NAME_SIZE];
    snprintf(path, sizeof path, "tests/golden/bcgn0/%s%s", name, ending);
    return read_file(path, size_ret);
}

static char *read_golden_file(const char *name, int scheme, int headerless, const char *ending,
                              size_t *size_ret)
{
    char whole[NAME_SIZE];
    snprintf(whole, sizeof whole, ".s%d%s%s", scheme, headerless ? ".headerless" : "", ending);
    return read_golden(name, whole, size_ret);
}

START_TEST(packs_to_the_same_bytes)
{
    const char *name = exact[_i];
    size_t pgn_size;
    char *pgn = read_golden(name, ".pgn", &pgn_size);
    for (int variant = 0; variant < 2 * SCHEME_COUNT; variant++) {
        struct pgnpack_bcgn0_options options = bcgn0_options((enum pgnpack_bcgn0_scheme)(variant / 2));
        struct packed packed;
        size_t size;
        options.roster_only = 1;
        options.headerless = variant % 2;
        char *golden = read_golden_file(name, variant / 2, variant % 2, ".bcgn", &size);
        pack_text(&packed, pgn, pgn_size, &options);
        ck_assert_msg(packed.error.status == PGNPACK_OK, "%s: %s", name, packed.error.text);
        ck_assert_msg(packed.file.size == size && memcmp(packed.file.data, golden, size) == 0,
                      "%s, scheme %d, headerless %d: other bytes", name, variant / 2, variant % 2);
        ck_assert_uint_eq(packed.losses.tags, 0);
        packed_free(&packed);
        free(golden);
    }
    free(pgn);
}
END_TEST

/* The rest of the next line that begins with `key`; *cursor goes behind it. NULL behind the last one. */
static char *next_line(char **cursor, const char *key)
{
    for (char *line = *cursor; *line != '\0'; line = *cursor) {
        size_t size = strcspn(line, "\n");
        *cursor = line + size + (line[size] == '\n');
        line[size] = '\0';
        if (strncmp(line, key, strlen(key)) == 0)
            return line + strlen(key);
    }
    return NULL;
}

/* FEN without the counters, which the dumps do not know. */
static void check_position(const struct position *position, const char *fen)
{
    char ours[FEN_SIZE_MAX + 1];
    struct position copy = *position;
    copy.halfmove_clock = 0;
    copy.move_number = 0;
    fen_write(&copy, FEN_X, ours);
    ck_assert_str_eq(ours, fen);
}

static void check_against_dump(const char *name, int scheme, int headerless)
{
    size_t size;
    char *file = read_golden_file(name, scheme, headerless, ".bcgn", &size);
    char *dump = read_golden_file(name, scheme, headerless, ".dump", NULL);
    char *cursor = dump;
    struct bcgn0_reader reader;
    struct memory_source source;
    const struct game *game;
    int games = 0;
    open_bcgn0(&reader, &source, file, size);
    source.step = 1000;
    for (char *uci = next_line(&cursor, "  uci="); uci != NULL; uci = next_line(&cursor, "  uci=")) {
        struct position final_position;
        games++;
        ck_assert_msg(bcgn0_reader_next(&reader, &game) == PGNPACK_OK, "%s, game %d: %s", name, games,
                      reader.error.text);
        char *ours = uci_listing(game, &final_position);
        ck_assert_msg(strcmp(ours, game->ply_count == 0 ? "" : uci) == 0, "%s, game %d: %s instead of %s",
                      name, games, ours, uci);
        check_position(&final_position, next_line(&cursor, "  final="));
        free(ours);
    }
    ck_assert_int_gt(games, 0);
    ck_assert_int_eq(bcgn0_reader_next(&reader, &game), PGNPACK_END);
    bcgn0_reader_free(&reader);
    free(dump);
    free(file);
}

START_TEST(reads_what_the_dumps_say)
{
    for (int variant = 0; variant < 2 * SCHEME_COUNT; variant++)
        check_against_dump(readable[_i], variant / 2, variant % 2);
}
END_TEST

/* Everything but the order of tags: FEN, clocks, names and values without a field included. */
static void check_round_trip(const char *name, int scheme)
{
    size_t pgn_size;
    char *pgn = read_golden(name, ".pgn", &pgn_size);
    struct pgnpack_bcgn0_options options = bcgn0_options((enum pgnpack_bcgn0_scheme)scheme);
    struct packed packed;
    struct bcgn0_reader reader;
    struct memory_source source;
    const struct game *game;
    pack_text(&packed, pgn, pgn_size, &options);
    ck_assert_msg(packed.error.status == PGNPACK_OK, "%s: %s", name, packed.error.text);
    open_bcgn0(&reader, &source, packed.file.data, packed.file.size);
    char *cursor = pgn;
    while (bcgn0_reader_next(&reader, &game) == PGNPACK_OK) {
        char *tags = tag_listing(game);
        size_t tag_count = 0;
        for (char *tag = next_line(&cursor, "["); tag != NULL; tag = next_line(&cursor, "[")) {
            /* Name "value"] becomes Name=value; the next line tells whether the tags go on. */
            char *quote = strchr(tag, '"');
            quote[-1] = '\0';
            *strrchr(quote + 1, '"') = '\0';
            size_t line_size = strlen(tag) + strlen(quote + 1) + 4;
            char *line = malloc(line_size);
            snprintf(line, line_size, "%s=%s\n", tag, quote + 1);
            ck_assert_msg(strstr(tags, line) != NULL, "%s: %s is not in\n%s", name, line, tags);
            free(line);
            tag_count++;
            if (*cursor != '[')
                break;
        }
        ck_assert_uint_eq(game->tag_count, tag_count);
        free(tags);
    }
    ck_assert_int_eq(reader.error.status, PGNPACK_END);
    bcgn0_reader_free(&reader);
    packed_free(&packed);
    free(pgn);
}

START_TEST(keeps_all_tags)
{
    for (int scheme = 0; scheme < SCHEME_COUNT; scheme++)
        check_round_trip(exact[_i], scheme);
}
END_TEST

/* The old program stores a byte of an index above 255, and lists no move of the game. */
START_TEST(refuses_an_index_without_room)
{
    size_t size;
    char *pgn = read_golden("overflow17", ".pgn", &size);
    for (int scheme = 0; scheme < SCHEME_COUNT; scheme++) {
        struct pgnpack_bcgn0_options options = bcgn0_options((enum pgnpack_bcgn0_scheme)scheme);
        struct packed packed;
        pack_text(&packed, pgn, size, &options);
        ck_assert_int_eq(packed.error.status,
                         scheme == PGNPACK_BCGN0_INDEX ? PGNPACK_ERROR_LOSSY : PGNPACK_OK);
        packed_free(&packed);
    }
    free(pgn);
    check_against_dump("overflow17", PGNPACK_BCGN0_FIXED, 0);
    check_against_dump("overflow17", PGNPACK_BCGN0_VARIABLE, 0);
}
END_TEST

/* Rights without rooks are no rights; the FEN tag still has them. */
START_TEST(drops_phantom_rights)
{
    size_t size;
    char *pgn = read_golden("phantomrights", ".pgn", &size);
    for (int scheme = 0; scheme < SCHEME_COUNT; scheme++) {
        struct pgnpack_bcgn0_options options = bcgn0_options((enum pgnpack_bcgn0_scheme)scheme);
        struct packed packed;
        options.roster_only = scheme == 2;
        pack_text(&packed, pgn, size, &options);
        ck_assert_int_eq(packed.error.status, PGNPACK_OK);
        char *listing = bcgn0_listing(packed.file.data, packed.file.size);
        ck_assert_ptr_nonnull(strstr(listing, "FEN=4k3/8/8/8/8/8/3PP3/R3K3 w KQkq - 0 1\n"));
        ck_assert_ptr_nonnull(strstr(listing, "4k3/8/8/8/8/8/3PP3/R3K3 w Q - 0 1 e1f1 e8e7 f1g1 e7d6 *\n"));
        free(listing);
        packed_free(&packed);

        options.headerless = 1;
        pack_text(&packed, pgn, size, &options);
        ck_assert_int_eq(packed.error.status, PGNPACK_ERROR_LOSSY);
        packed_free(&packed);
    }
    free(pgn);
}
END_TEST

/* Cut at 255 bytes by the old program. */
START_TEST(refuses_long_tags)
{
    size_t size;
    char *pgn = read_golden("longtags", ".pgn", &size);
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_INDEX);
    struct packed packed;
    pack_text(&packed, pgn, size, &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_ERROR_LOSSY);
    ck_assert_ptr_nonnull(strstr(packed.error.text, "255 bytes"));
    packed_free(&packed);

    options.lossy = 1;
    pack_text(&packed, pgn, size, &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_OK);
    ck_assert_uint_eq(packed.losses.games_written, 3);
    ck_assert_uint_eq(packed.losses.tags, 4);
    char *listing = bcgn0_listing(packed.file.data, packed.file.size);
    ck_assert_ptr_null(strstr(listing, "Event=xxx"));
    ck_assert_ptr_nonnull(strstr(listing, "Event=\n"));
    free(listing);
    packed_free(&packed);
    free(pgn);
}
END_TEST

/* 300 tags, and names and values of 256 bytes. */
START_TEST(counts_tags_that_do_not_fit)
{
    size_t size;
    char *pgn = read_golden("extratags", ".pgn", &size);
    struct pgnpack_bcgn0_options options = bcgn0_options(PGNPACK_BCGN0_INDEX);
    struct packed packed;
    pack_text(&packed, pgn, size, &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_ERROR_LOSSY);
    packed_free(&packed);

    options.lossy = 1;
    pack_text(&packed, pgn, size, &options);
    ck_assert_int_eq(packed.error.status, PGNPACK_OK);
    ck_assert_uint_eq(packed.losses.games_written, 7);
    ck_assert_uint_eq(packed.losses.games_left_out, 0);
    ck_assert_uint_eq(packed.losses.tags, 45 + 2);
    char *listing = bcgn0_listing(packed.file.data, packed.file.size);
    ck_assert_ptr_nonnull(strstr(listing, "Zeta=z\nAlpha=a\nZeta=again\nEmpty=\n"));
    ck_assert_ptr_nonnull(strstr(listing, "\nTag254=v254\n"));
    ck_assert_ptr_null(strstr(listing, "\nTag255=v255\n"));
    free(listing);
    packed_free(&packed);
    free(pgn);
}
END_TEST

/* Of `extratags`: duplicates, empty values, 130 and 255 tags. Game 3 has strings of 256 bytes. */
START_TEST(additional_tags_have_the_same_bytes)
{
    size_t size;
    char *pgn = read_golden("extratags", ".pgn", &size);
    for (int scheme = 0; scheme < SCHEME_COUNT; scheme++) {
        struct pgnpack_bcgn0_options options = bcgn0_options((enum pgnpack_bcgn0_scheme)scheme);
        struct packed packed;
        char *golden = read_golden_file("extratags", scheme, 0, ".bcgn", NULL);
        options.lossy = 1;
        pack_text(&packed, pgn, size, &options);
        const uint8_t *ours = packed.file.data + BCGN0_HEADER_SIZE;
        const uint8_t *theirs = (const uint8_t *)golden + BCGN0_HEADER_SIZE;
        for (int game = 1; game <= 5; game++) {
            if (game != 3)
                ck_assert_mem_eq(ours, theirs, load_be16(theirs));
            ours += load_be16(ours);
            theirs += load_be16(theirs);
        }
        packed_free(&packed);
        free(golden);
    }
    free(pgn);
}
END_TEST

Suite *bcgn0_golden_suite(void)
{
    Suite *suite = suite_create("bcgn0_golden");
    TCase *files = tcase_create("files");
    tcase_add_loop_test(files, packs_to_the_same_bytes, 0, COUNT(exact));
    tcase_add_loop_test(files, reads_what_the_dumps_say, 0, COUNT(readable));
    tcase_add_loop_test(files, keeps_all_tags, 0, COUNT(exact));
    suite_add_tcase(suite, files);
    TCase *limits = tcase_create("limits");
    tcase_add_test(limits, refuses_an_index_without_room);
    tcase_add_test(limits, drops_phantom_rights);
    tcase_add_test(limits, refuses_long_tags);
    tcase_add_test(limits, additional_tags_have_the_same_bytes);
    tcase_add_test(limits, counts_tags_that_do_not_fit);
    suite_add_tcase(suite, limits);
    return suite;
}
