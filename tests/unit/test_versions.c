/*
 * Versions of a game (PGNPACK_DUPLICATE_VERSION): which games are some, at the edges of what counts; and many random ones, held
 * against what the words of pgnpack_extra.h say, game by game.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "shared/bytes.h"
#include "shared/trials.h"
#include "shared/packing.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

static struct bytes text, packed;

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

struct version {
    const char *date, *round, *time, *result; /* round, time: NULL: no such tag */
    unsigned main;                            /* half-moves of the main line */
    unsigned other;                           /* from this half-move on another line; 0: never */
    const char *tags;
    const char *given; /* White's given name; NULL: "a" */
};

enum { PLIES = 40 };

/* Two lines that are legal whatever is taken of either: knights go out and home, on other squares. */
static const char *move_of(unsigned ply, int is_other)
{
    static const char *const main[] = {"Nf3", "Nf6", "Ng1", "Ng8"}, *const other[] = {"Nc3", "Nc6", "Nb1",
                                                                                      "Nb8"};
    return is_other ? other[ply % 4] : main[ply % 4];
}

static void append_version(const char *white, const struct version *version)
{
    char line[200];
    snprintf(line, sizeof line,
             "[Event \"?\"]\n[Date \"%s\"]\n[White \"%s, %s\"]\n[Black \"B, b\"]\n[Result \"%s\"]\n",
             version->date, white, version->given == NULL ? "a" : version->given, version->result);
    bytes_append_text(&text, line);
    if (version->round != NULL) {
        snprintf(line, sizeof line, "[Round \"%s\"]\n", version->round);
        bytes_append_text(&text, line);
    }
    if (version->time != NULL) {
        snprintf(line, sizeof line, "[UTCTime \"%s\"]\n", version->time);
        bytes_append_text(&text, line);
    }
    bytes_append_text(&text, version->tags == NULL ? "\n" : version->tags);
    /* The other line begins where knights are at home. */
    unsigned turn = version->other;
    for (unsigned ply = 0; ply < version->main; ply++) {
        snprintf(line, sizeof line, "%s ", move_of(ply, turn != 0 && ply >= turn));
        bytes_append_text(&text, line);
    }
    bytes_append_text(&text, version->result);
    bytes_append_text(&text, "\n\n");
}

static struct pgnpack_reader *open_text(const struct pack_setup *setup)
{
    return pack_and_open(setup, &text, &packed);
}

static struct pgnpack_duplicates *look(const struct pgnpack_reader *reader, enum pgnpack_keep keep,
                                       unsigned threads)
{
    const struct pgnpack_duplicates_options options = {
        .size = sizeof options, .kind = PGNPACK_DUPLICATE_VERSION, .keep = keep, .threads = threads};
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
    ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, reader, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
    return duplicates;
}

/* "2>1 version, 5>3 exact" */
static void check_pairs(enum pgnpack_keep keep, const char *wanted)
{
    static const char *const kinds[] = {"", "exact", "loose", "version"};
    const struct pack_setup setups[] = {{.level = 3}, {.level = 7}, {.moves = PGNPACK_MOVES_BITS}};
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++) {
        struct pgnpack_duplicate found;
        char pairs[400] = "";
        struct pgnpack_reader *reader = open_text(&setups[i]);
        struct pgnpack_duplicates *duplicates = look(reader, keep, 1);
        while (pgnpack_duplicates_next(duplicates, &found) == PGNPACK_OK)
            snprintf(pairs + strlen(pairs), sizeof pairs - strlen(pairs), "%s%llu>%llu %s",
                     pairs[0] == '\0' ? "" : ", ", (unsigned long long)found.game,
                     (unsigned long long)found.kept_game, kinds[found.kind]);
        ck_assert_str_eq(pairs, wanted);
        pgnpack_free(duplicates);
        pgnpack_free(reader);
    }
}

/* ---- Two and three games ---- */

#define DAY "2001.05.12"

static const struct few {
    const char *wanted; /* with the first kept */
    unsigned count;
    struct version games[5];
} few_games[] = {
    /* The line goes on: 20 half-moves, or the same day. */
    {"2>1 version",
     2,
     {{DAY, NULL, NULL, "1-0", 20, 0, NULL, NULL}, {"????.??.??", NULL, NULL, "1-0", 21, 0, NULL, NULL}}},
    {"",
     2,
     {{DAY, NULL, NULL, "1-0", 19, 0, NULL, NULL}, {"????.??.??", NULL, NULL, "1-0", 21, 0, NULL, NULL}}},
    {"",
     2,
     {{DAY, NULL, NULL, "1-0", 19, 0, NULL, NULL}, {"2001.05.??", NULL, NULL, "1-0", 21, 0, NULL, NULL}}},
    {"",
     2,
     {{"2001.05.??", NULL, NULL, "1-0", 19, 0, NULL, NULL},
      {"2001.05.??", NULL, NULL, "1-0", 21, 0, NULL, NULL}}},
    {"2>1 version",
     2,
     {{DAY, NULL, NULL, "1-0", 1, 0, NULL, NULL}, {DAY, NULL, NULL, "1-0", 40, 0, NULL, NULL}}},
    {"2>1 version",
     2,
     {{DAY, NULL, NULL, "1-0", 40, 0, NULL, NULL}, {DAY, NULL, NULL, "*", 1, 0, NULL, NULL}}},
    {"2>1 exact",
     2,
     {{DAY, NULL, NULL, "1-0", 4, 0, NULL, NULL}, {"????.??.??", NULL, NULL, "1-0", 4, 0, NULL, NULL}}},
    {"", 2, {{DAY, NULL, NULL, "1-0", 30, 0, NULL, NULL}, {DAY, NULL, NULL, "0-1", 31, 0, NULL, NULL}}},
    {"",
     2,
     {{DAY, NULL, NULL, "1-0", 30, 0, NULL, NULL}, {"2001.05.13", NULL, NULL, "1-0", 31, 0, NULL, NULL}}},
    /* Round and time: known and otherwise, it is another game; but not where all moves are the same. */
    {"", 2, {{DAY, "1", NULL, "1-0", 30, 0, NULL, NULL}, {DAY, "2", NULL, "1-0", 31, 0, NULL, NULL}}},
    {"2>1 version",
     2,
     {{DAY, "1", NULL, "1-0", 30, 0, NULL, NULL}, {DAY, "?", NULL, "1-0", 31, 0, NULL, NULL}}},
    {"2>1 version",
     2,
     {{DAY, "1", NULL, "1-0", 30, 0, NULL, NULL}, {DAY, NULL, NULL, "1-0", 31, 0, NULL, NULL}}},
    {"2>1 exact",
     2,
     {{DAY, "1", NULL, "1-0", 30, 0, NULL, NULL}, {DAY, "2", NULL, "1-0", 30, 0, NULL, NULL}}},
    {"",
     2,
     {{DAY, NULL, "10:00:00", "1-0", 30, 0, NULL, NULL}, {DAY, NULL, "10:05:00", "1-0", 31, 0, NULL, NULL}}},
    {"2>1 version",
     2,
     {{DAY, NULL, "10:00:00", "1-0", 30, 0, NULL, NULL}, {DAY, NULL, "10:00:00", "1-0", 31, 0, NULL, NULL}}},
    /* A move was corrected: day and round are the same, and half of the shorter line. */
    {"2>1 version",
     2,
     {{DAY, "1", NULL, "1-0", 24, 12, NULL, NULL}, {DAY, "1", NULL, "1-0", 40, 0, NULL, NULL}}},
    {"", 2, {{DAY, "1", NULL, "1-0", 25, 12, NULL, NULL}, {DAY, "1", NULL, "1-0", 40, 0, NULL, NULL}}},
    {"", 2, {{DAY, "1", NULL, "1-0", 16, 8, NULL, NULL}, {DAY, "1", NULL, "1-0", 40, 0, NULL, NULL}}},
    {"", 2, {{DAY, NULL, NULL, "1-0", 24, 12, NULL, NULL}, {DAY, NULL, NULL, "1-0", 40, 0, NULL, NULL}}},
    {"", 2, {{DAY, "1", NULL, "1-0", 24, 12, NULL, NULL}, {DAY, NULL, NULL, "1-0", 40, 0, NULL, NULL}}},
    {"", 2, {{DAY, "1", NULL, "1-0", 24, 12, NULL, NULL}, {DAY, "2", NULL, "1-0", 40, 0, NULL, NULL}}},
    {"", 2, {{DAY, "?", NULL, "1-0", 24, 12, NULL, NULL}, {DAY, "?", NULL, "1-0", 40, 0, NULL, NULL}}},
    {"", 2, {{DAY, "1", NULL, "1-0", 24, 12, NULL, NULL}, {DAY, "1", NULL, "0-1", 40, 0, NULL, NULL}}},
    {"",
     2,
     {{DAY, "1", "10:00:00", "1-0", 24, 12, NULL, NULL}, {DAY, "1", "10:00:01", "1-0", 40, 0, NULL, NULL}}},
    {"",
     2,
     {{"2001.05.??", "1", NULL, "1-0", 24, 12, NULL, NULL},
      {"2001.05.??", "1", NULL, "1-0", 40, 0, NULL, NULL}}},
    {"2>1 version",
     2,
     {{DAY, "1", NULL, "1-0", 40, 20, NULL, NULL},
      {DAY, "1", NULL, "1-0", 40, 0, NULL, NULL}}}, /* as long, and not exact */
    {"2>1 version, 3>1 version, 4>1 exact",
     4,
     {{DAY, "1", NULL, "1-0", 40, 20, NULL, NULL},
      {DAY, "1", NULL, "1-0", 40, 0, NULL, NULL},
      {DAY, "1", NULL, "1-0", 30, 0, NULL, NULL},
      {DAY, "1", NULL, "*", 40, 20, NULL, NULL}}},
    /* Of two games that are none of each other: it may be either, or it is one that is the same to the last move. */
    {"",
     3,
     {{DAY, "1", NULL, "1-0", 40, 20, NULL, NULL},
      {DAY, "2", NULL, "1-0", 40, 0, NULL, NULL},
      {DAY, NULL, NULL, "1-0", 20, 0, NULL, NULL}}},
    {"3>2 version",
     3,
     {{DAY, "1", NULL, "1-0", 40, 20, NULL, NULL},
      {DAY, "2", NULL, "1-0", 40, 0, NULL, NULL},
      {DAY, NULL, NULL, "1-0", 24, 0, NULL, NULL}}},
    {"3>1 version",
     3,
     {{DAY, "1", NULL, "1-0", 40, 20, NULL, NULL},
      {DAY, "2", NULL, "0-1", 40, 0, NULL, NULL},
      {DAY, NULL, NULL, "1-0", 20, 0, NULL, NULL}}},
    {"4>3 exact",
     4,
     {{DAY, "1", NULL, "1-0", 40, 20, NULL, NULL},
      {DAY, "2", NULL, "1-0", 40, 0, NULL, NULL},
      {DAY, NULL, NULL, "1-0", 20, 0, NULL, NULL},
      {DAY, NULL, NULL, "1-0", 20, 0, NULL, NULL}}},
    /* All of one chain; and one that two others of it contradict. */
    {"2>1 version, 3>1 version, 4>1 version",
     4,
     {{DAY, NULL, NULL, "*", 22, 0, NULL, NULL},
      {"2001.??.??", NULL, NULL, "1-0", 40, 0, NULL, NULL},
      {"????.??.??", NULL, NULL, "*", 30, 0, NULL, NULL},
      {"????.05.??", NULL, NULL, "1-0", 23, 0, NULL, NULL}}},
    /* Namesakes: the game is short, or the shorter of two. Round likewise where all moves are the same; "1.2" is of round 1. */
    {"", 2, {{DAY, NULL, NULL, "1-0", 19, 0, NULL, "Ann"}, {DAY, NULL, NULL, "1-0", 19, 0, NULL, "Bob"}}},
    {"", 2, {{DAY, NULL, NULL, "1-0", 19, 0, NULL, "Ann"}, {DAY, NULL, NULL, "1-0", 40, 0, NULL, "Bob"}}},
    {"", 2, {{DAY, NULL, NULL, "1-0", 40, 0, NULL, "Ann"}, {DAY, NULL, NULL, "1-0", 10, 0, NULL, "Bob"}}},
    {"2>1 exact",
     2,
     {{DAY, NULL, NULL, "1-0", 20, 0, NULL, "Ann"}, {DAY, NULL, NULL, "1-0", 20, 0, NULL, "Bob"}}},
    {"2>1 version",
     2,
     {{DAY, NULL, NULL, "1-0", 20, 0, NULL, "Ann"}, {DAY, NULL, NULL, "1-0", 40, 0, NULL, "Bob"}}},
    {"2>1 version, 3>1 version, 5>1 version",
     5,
     {{DAY, NULL, NULL, "1-0", 40, 0, NULL, "?"},
      {DAY, NULL, NULL, "1-0", 30, 0, NULL, "Bob"}, /* a long one: it says nothing of the group's initial */
      {DAY, NULL, NULL, "1-0", 10, 0, NULL, "Ann"},
      {DAY, NULL, NULL, "1-0", 9, 0, NULL, "Bob"},
      {DAY, NULL, NULL, "1-0", 8, 0, NULL, "A."}}},
    {"", 2, {{DAY, "1", NULL, "1-0", 19, 0, NULL, NULL}, {DAY, "2", NULL, "1-0", 19, 0, NULL, NULL}}},
    {"2>1 exact",
     2,
     {{DAY, "1", NULL, "1-0", 19, 0, NULL, NULL}, {DAY, "1.2", NULL, "1-0", 19, 0, NULL, NULL}}},
    {"2>1 exact",
     2,
     {{DAY, "1", NULL, "1-0", 20, 0, NULL, NULL}, {DAY, "2", NULL, "1-0", 20, 0, NULL, NULL}}},
    {"", 2, {{DAY, "1", NULL, "1-0", 19, 12, NULL, "Ann"}, {DAY, "1", NULL, "1-0", 40, 0, NULL, "Bob"}}},
    {"2>1 version",
     2,
     {{DAY, "1", NULL, "1-0", 19, 12, NULL, "Ann"}, {DAY, "1", NULL, "1-0", 40, 0, NULL, "A"}}},
    /* From another position; a null move; and what is not understood is compared as text. */
    {"",
     2,
     {{DAY, NULL, NULL, "1-0", 30, 0, NULL, NULL},
      {DAY, NULL, NULL, "1-0", 31, 0,
       "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1\"]\n\n", NULL}}},
    {"2>1 version",
     2,
     {{DAY, NULL, NULL, "1-0", 30, 0,
       "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1\"]\n\n", NULL},
      {DAY, NULL, NULL, "1-0", 31, 0,
       "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 9 9\"]\n\n", NULL}}},
};

START_TEST(few)
{
    const struct few *games = &few_games[_i];
    text.size = 0;
    for (unsigned i = 0; i < games->count; i++)
        append_version("A", &games->games[i]);
    check_pairs(PGNPACK_KEEP_FIRST, games->wanted);
}
END_TEST

START_TEST(of_other_players)
{
    const struct version shorter = {DAY, "1", NULL, "1-0", 30, 0, NULL, NULL},
                         longer = {DAY, "1", NULL, "1-0", 31, 0, NULL, NULL},
                         nobody = {DAY, "1", NULL, "1-0", 31, 0, NULL, "?"};
    text.size = 0;
    append_version("A", &shorter);
    append_version("C", &longer);
    append_version("?", &nobody);
    append_version("?", &nobody);
    check_pairs(PGNPACK_KEEP_FIRST, "4>3 exact");
}
END_TEST

/* Half-moves of the main line weigh as much as 4 bytes of a comment; not where only comments are asked for. */
START_TEST(who_is_kept)
{
    const struct version shorter = {DAY, NULL, NULL, "1-0", 30, 0, "\n{a comment of 25 bytes, say} ", NULL},
                         longer = {DAY, NULL, NULL, "1-0", 38, 0, NULL, NULL};
    text.size = 0;
    append_version("A", &shorter);
    append_version("A", &longer);
    check_pairs(PGNPACK_KEEP_TEXT, "1>2 version");
    check_pairs(PGNPACK_KEEP_RANK, "1>2 version");
    check_pairs(PGNPACK_KEEP_COMMENTS, "2>1 version");
    check_pairs(PGNPACK_KEEP_TAGS, "2>1 version");
    check_pairs(PGNPACK_KEEP_FIRST, "2>1 version");
    check_pairs(PGNPACK_KEEP_LAST, "1>2 version");
}
END_TEST

/* ---- Many games ---- */

enum { GAMES = 300 };

static const char *const days[] = {"2001.05.12", "2001.05.13", "2001.05.??", "????.??.??"};
static const char *const rounds[] = {"1", "1.2", "2", "?", NULL};
static const char *const givens[] = {"Ann", "A.", "Bob", "?"};
static const char *const results[] = {"1-0", "0-1", "*"};

static void make_random(struct version *versions, uint64_t *seed)
{
    for (size_t i = 0; i < GAMES; i++) {
        versions[i] = (struct version){.date = days[random_below(seed, 4)],
                                       .round = rounds[random_below(seed, 5)],
                                       .given = givens[random_below(seed, 4)],
                                       .result = results[random_below(seed, 3)],
                                       .main = 10 + (unsigned)random_below(seed, PLIES - 10),
                                       .other = 4 * (unsigned)random_below(seed, 8)};
        if (versions[i].other >= versions[i].main)
            versions[i].other = 0;
    }
}

static int agree_text(const char *a, const char *b)
{
    return a == NULL || b == NULL || a[0] == '?' || b[0] == '?' || a[0] == '*' || b[0] == '*' ||
           strcmp(a, b) == 0;
}

/* By what is before a "?" only. */
static int agree_dates(const char *a, const char *b)
{
    return strncmp(a, b, strcspn(a, "?") < strcspn(b, "?") ? strcspn(a, "?") : strcspn(b, "?")) == 0;
}

static unsigned common_plies(const struct version *a, const struct version *b)
{
    unsigned ply = 0;
    while (ply < a->main && ply < b->main &&
           (a->other != 0 && ply >= a->other) == (b->other != 0 && ply >= b->other))
        ply++;
    return ply;
}

/* By its first character only. */
static int agree_first(const char *a, const char *b)
{
    return a == NULL || b == NULL || a[0] == '?' || b[0] == '?' || a[0] == b[0];
}

/* 2: they are versions of one game, by the words; 1: they might be, if more were known, as it may be of what a group knows; 0: no. */
static int are_versions(const struct version *a, const struct version *b)
{
    unsigned common = common_plies(a, b), shorter = a->main < b->main ? a->main : b->main;
    int same_day = strcmp(a->date, b->date) == 0 && strchr(a->date, '?') == NULL;
    int knows_rounds = a->round != NULL && b->round != NULL && a->round[0] != '?' && b->round[0] != '?';
    if (!agree_dates(a->date, b->date) || !agree_text(a->result, b->result))
        return 0;
    if (shorter < 20 && (!agree_first(a->given, b->given) || !agree_first(a->round, b->round)))
        return 0;
    if (a->main == b->main && common == shorter)
        return 2;
    if (!agree_text(a->round, b->round))
        return 0;
    if (common == shorter)
        return shorter >= 20 || same_day ? 2 : 1;
    return common >= 10 && 2 * common >= shorter ? 1 + (same_day && knows_rounds) : 0;
}

/* What is related to nobody stays, two games that are related to each other alone are found, and what is found does not contradict. */
static void check_found(const struct version *versions, const uint64_t *kept_of, uint64_t first, uint64_t end)
{
    unsigned related[GAMES] = {0};
    for (uint64_t i = first; i < end; i++)
        for (uint64_t j = first; j < end; j++)
            related[i] += i != j && are_versions(&versions[i], &versions[j]) != 0;
    for (uint64_t i = first; i < end; i++) {
        uint64_t kept = kept_of[i];
        if (kept != i) {
            int is_apart = strcmp(versions[i].date, versions[kept].date) != 0 &&
                           !agree_dates(versions[i].date, versions[kept].date);
            ck_assert(!is_apart && agree_text(versions[i].result, versions[kept].result));
            ck_assert(versions[i].main >= 20 || versions[kept].main >= 20 ||
                      agree_first(versions[i].given, versions[kept].given));
        }
        if (related[i] == 0)
            ck_assert_uint_eq(kept, i);
        for (uint64_t j = first; j < i && related[i] == 1; j++)
            if (related[j] == 1 && are_versions(&versions[i], &versions[j]) == 2)
                ck_assert(kept_of[i] == kept_of[j]);
    }
}

/* Games of `each` at a time are of one pair of players. */
static void check_random(uint64_t seed, unsigned each)
{
    static struct version versions[GAMES];
    uint64_t kept_of[GAMES];
    struct pgnpack_duplicate found;
    char white[40];
    make_random(versions, &seed);
    text.size = 0;
    for (size_t i = 0; i < GAMES; i++) {
        snprintf(white, sizeof white, "A%zu", i / each);
        append_version(white, &versions[i]);
        kept_of[i] = i;
    }
    struct pgnpack_reader *reader = open_text(&(struct pack_setup){.level = 3});
    struct pgnpack_duplicates *duplicates = look(reader, PGNPACK_KEEP_FIRST, 2);
    while (pgnpack_duplicates_next(duplicates, &found) == PGNPACK_OK) {
        ck_assert_uint_eq((found.game - 1) / each, (found.kept_game - 1) / each);
        kept_of[found.game - 1] = found.kept_game - 1;
        int is_equal = versions[found.game - 1].main == versions[found.kept_game - 1].main &&
                       common_plies(&versions[found.game - 1], &versions[found.kept_game - 1]) ==
                           versions[found.game - 1].main;
        ck_assert_int_eq(found.kind, is_equal ? PGNPACK_DUPLICATE_EXACT : PGNPACK_DUPLICATE_VERSION);
    }
    for (uint64_t first = 0; first < GAMES; first += each)
        check_found(versions, kept_of, first, first + each < GAMES ? first + each : GAMES);
    pgnpack_free(duplicates);
    pgnpack_free(reader);
}

START_TEST(many)
{
    for (unsigned i = 0; i < some_trials(40); i++) {
        check_random(1000 + i, 2);
        check_random(2000 + i, 3);
        check_random(3000 + i, 6);
    }
    check_random(1, GAMES);
}
END_TEST

Suite *versions_suite(void)
{
    Suite *suite = suite_create("versions");
    TCase *test_case = tcase_create("versions");
    tcase_add_checked_fixture(test_case, NULL, tear_down);
    tcase_add_loop_test(test_case, few, 0, sizeof few_games / sizeof few_games[0]);
    tcase_add_test(test_case, of_other_players);
    tcase_add_test(test_case, who_is_kept);
    tcase_add_test(test_case, many);
    suite_add_tcase(suite, test_case);
    return suite;
}
