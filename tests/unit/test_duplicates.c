/* Duplicates: which pairs of games are some, who is kept, many that were planted; threads, damage, failures. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/duplicates/duplicates_group.h"
#include "lib/duplicates/duplicates_sort.h"
#include "lib/duplicates/duplicates_verify.h"
#include "lib/games/known_date.h"
#include "pgnpack_extra.h"
#include "search/text/surname.h"
#include "shared/trials.h"
#include "unit/database_support.h"
#include "unit/suites.h"
#include "unit/support.h"

static struct bytes text, packed;

static void tear_down(void)
{
    bytes_free(&text);
    bytes_free(&packed);
}

/* ---- Names and dates ---- */

START_TEST(surnames)
{
    static const struct {
        const char *name, *surname, *initial;
    } cases[] = {{"Carlsen, Magnus", "carlsen", "m"},
                 {"Carlsen,M", "carlsen", "m"},
                 {"CARLSEN , M.", "carlsen", "m"},
                 {"Magnus Carlsen", "carlsen", "m"},
                 {"M.Carlsen", "carlsen", "m"},
                 {"Carlsen M", "carlsen", "m"},
                 {"Carlsen M.", "carlsen", "m"},
                 {"Carlsen (2850)", "carlsen", ""},
                 {"Carlsen", "carlsen", ""},
                 {"Carlsen,", "carlsen", ""},
                 {"Carlsen, ?", "carlsen", ""},
                 {"Carlsen, GM Magnus", "carlsen", "m"},
                 {"GM Magnus Carlsen", "carlsen", "m"},
                 {"Carlsen, Dr.", "carlsen", ""},
                 {"Chao Li", "li", "c"},
                 {"Li X", "li", "x"},
                 {"Yu 2 B", "yu", "b"},
                 {"M\xc3\xbcller, Karsten", "muller", "k"},
                 {"M\xfcller, \xd6tzi", "muller", "o"},
                 {"Mueller, K", "mueller", "k"},
                 {"O'Kelly de Galway, A", "okellydegalway", "a"},
                 {"Ter-Petrosjan, T", "terpetrosjan", "t"},
                 {"T. Ter-Petrosjan", "terpetrosjan", "t"},
                 {"Fritz 5.32", "fritz", ""},
                 {"Deep Fritz 8", "fritz", "d"},
                 {"player_17", "player17", ""},
                 {", Magnus", "magnus", ""},
                 {"\xd0\x9a\xd0\xb0\xd1\x80\xd0\xbf\xd0\xbe\xd0\xb2, \xd0\x90",
                  "\xd0\xba\xd0\xb0\xd1\x80\xd0\xbf\xd0\xbe\xd0\xb2", "\xd0\xb0"},
                 {"Wang, \xe7\x8e\x8b", "wang", ""}, /* three bytes */
                 {"X 1", "x1", ""},
                 {"?", "", ""},
                 {"", "", ""}};
    char folded[200];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size = surname_fold(text_of(cases[i].name), folded);
        ck_assert_uint_le(size, text_fold_size_max(strlen(cases[i].name)));
        folded[size] = '\0';
        ck_assert_str_eq(folded, cases[i].surname);
        const unsigned char *initial = (const unsigned char *)cases[i].initial;
        uint32_t letter = initial[0] < 0x80 ? initial[0] : (initial[0] & 0x1fu) << 6 | (initial[1] & 0x3fu);
        ck_assert_uint_eq(surname_initial(text_of(cases[i].name), folded), letter);
    }
}
END_TEST

static uint32_t date(unsigned year, unsigned month, unsigned day)
{
    return year << 9 | month << 5 | day;
}

START_TEST(dates)
{
    static const struct {
        const char *value;
        unsigned year, month, day;
    } cases[] = {{"2001.05.12", 2001, 5, 12},
                 {"2001.??.??", 2001, 0, 0},
                 {"????.05.12", 0, 5, 12},
                 {"2001.??.12", 2001, 0, 12},
                 {"????.??.??", 0, 0, 0},
                 {"2001", 2001, 0, 0},
                 {"2001.05", 2001, 5, 0},
                 {"2001-5-2", 2001, 5, 2},
                 {"2001/05/12", 2001, 5, 12},
                 {"2001.13.12", 2001, 0, 12},
                 {"2001.12.32", 2001, 12, 0},
                 {"12.05.2001", 0, 0, 0},
                 {"", 0, 0, 0},
                 {"201x.05.12", 0, 5, 12},
                 {"2001.05.123", 2001, 5, 0},
                 {"2001.", 2001, 0, 0},
                 {"2001.005.1", 2001, 0, 0},
                 {"9999.12.31", 9999, 12, 31}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_uint_eq(known_date(text_of(cases[i].value)),
                          date(cases[i].year, cases[i].month, cases[i].day));
    ck_assert(known_agree(date(2001, 5, 12), date(2001, 0, 0)));
    ck_assert(known_agree(date(2001, 0, 12), date(0, 5, 0)));
    ck_assert(known_agree(date(2001, 5, 12), 0));
    ck_assert(!known_agree(date(2001, 5, 12), date(0, 0, 13)));
    ck_assert(!known_agree(date(2001, 5, 12) | known_result(1), date(2001, 5, 12) | known_result(3)));
    ck_assert(known_agree(date(2001, 5, 12) | known_result(1), date(2001, 5, 0)));
    ck_assert_uint_eq(known_count(date(2001, 0, 3) | known_result(2)), 3);
}
END_TEST

START_TEST(rounds)
{
    static const struct {
        const char *value;
        uint32_t round;
    } cases[] = {{"3", 3},   {"3.12", 3}, {"3.1.2", 3}, {"03", 3},  {"999", 999}, {"1000", 0},   {"?", 0},
                 {"-", 0},   {"", 0},     {"0", 0},     {".3", 0},  {"3a", 0},    {"x", 0},      {"Final", 0},
                 {"1/2", 0}, {" 3", 0},   {"12.?", 12}, {"1-3", 0}, {"0.5", 0},   {"999.1", 999}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_uint_eq(known_round(text_of(cases[i].value)), cases[i].round);
    uint64_t most = UINT32_MAX >> 7 | known_details('z', 0x7ff, 999, 86400);
    ck_assert_uint_eq(known_count(most), 8);
    ck_assert(!known_agree(most, known_details('z', 0, 998, 0)));
    ck_assert(!known_agree(most, known_details('y', 0, 999, 0)));
    ck_assert(!known_agree(most, known_details(0, 0x7fe, 0, 0)));
    ck_assert(!known_agree(most, known_details(0, 0, 0, 86399)));
    ck_assert(known_agree(most, known_details(0, 0x7ff, 999, 86400)));
    for (uint32_t a = 'a'; a <= 'z'; a++)
        for (uint32_t b = 'a'; b <= 'z'; b++)
            ck_assert_int_eq(known_agree(known_details(a, b, 0, 0), known_details(b, a, 0, 0)), a == b);
}
END_TEST

START_TEST(times)
{
    static const struct {
        const char *value;
        uint32_t time;
    } cases[] = {{"00:00:00", 1}, {"00:00:01", 2}, {"07:09:33", 25774}, {"23:59:59", 86400}, {"24:00:00", 0},
                 {"12:60:00", 0}, {"12:00:60", 0}, {"7:09:33", 0},      {"07:09", 0},        {"07:09:33Z", 0},
                 {"??:??:??", 0}, {"", 0},         {"07.09.33", 0},     {"x7:09:33", 0},     {"07:09:3x", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        ck_assert_uint_eq(known_time(text_of(cases[i].value)), cases[i].time);
}
END_TEST

/* ---- Games ---- */

#define TWENTY                                                                                               \
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4"
#define LONG TWENTY " Nbd7 11. c4 c6 "

struct plain_game {
    const char *white, *black, *date, *result, *moves, *tags;
};

static void append_game(const struct plain_game *game)
{
    char head[1000];
    snprintf(head, sizeof head,
             "[Event \"?\"]\n[Date \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n%s\n",
             game->date, game->white, game->black, game->result, game->tags == NULL ? "" : game->tags);
    bytes_append_text(&text, head);
    bytes_append_text(&text, game->moves);
    bytes_append_text(&text, game->result);
    bytes_append_text(&text, "\n\n");
}

static struct pgnpack_reader *open_text(const struct pack_setup *setup)
{
    return pack_and_open(setup, &text, &packed);
}

/* "2>1 exact, 5>3 loose": what a search finds in a database. free() it. */
static char *pairs_of(struct pgnpack_duplicates *duplicates)
{
    struct pgnpack_duplicate found;
    struct bytes pairs = {0};
    char pair[100];
    while (pgnpack_duplicates_next(duplicates, &found) == PGNPACK_OK) {
        snprintf(pair, sizeof pair, "%s%llu>%llu %s", pairs.size == 0 ? "" : ", ",
                 (unsigned long long)(1000000 * found.reader + found.game),
                 (unsigned long long)(1000000 * found.kept_reader + found.kept_game),
                 found.kind == PGNPACK_DUPLICATE_EXACT ? "exact" : "loose");
        bytes_append_text(&pairs, pair);
    }
    ck_assert_int_eq(pgnpack_error(duplicates)->status, PGNPACK_END);
    bytes_append(&pairs, "", 1);
    return (char *)pairs.data;
}

static char *find_with(const struct pgnpack_reader *reader, const struct pgnpack_duplicates_options *options)
{
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, options);
    ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, reader, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
    char *pairs = pairs_of(duplicates);
    pgnpack_free(duplicates);
    return pairs;
}

static void check_pairs(const struct pgnpack_reader *reader, enum pgnpack_duplicate_kind kind,
                        enum pgnpack_keep keep, const char *wanted)
{
    const struct pgnpack_duplicates_options options = {.size = sizeof options, .kind = kind, .keep = keep};
    char *pairs = find_with(reader, &options);
    ck_assert_str_eq(pairs, wanted);
    free(pairs);
}

/* Each beside the first: is it an exact one, and a loose one? */
static const struct near_game {
    const char *what;
    int is_exact, is_loose;
    struct plain_game game;
} near_games[] = {
    {"the same", 1, 1, {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", LONG, NULL}},
    {"initials", 1, 1, {"Smith,J", "K. MULLER", "2001.05.12", "1-0", LONG, NULL}},
    {"first names do not count", 1, 1, {"Smith, Jane", "Muller", "2001.05.12", "1-0", LONG, NULL}},
    {"day unknown", 1, 1, {"Smith, John", "M\xc3\xbcller, K", "2001.05.??", "1-0", LONG, NULL}},
    {"date unknown", 1, 1, {"Smith, John", "M\xc3\xbcller, K", "????.??.??", "1-0", LONG, NULL}},
    {"other tags", 1, 1, {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", LONG, "[Round \"7\"]\n"}},
    {"result unknown", 1, 1, {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "*", LONG, NULL}},
    {"comments and variations",
     1,
     1,
     {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0",
      TWENTY " {new} (10. a4 Bb7 (10... b4) 11. d3 $1) 10... Nbd7 $14 11. c4! c6 ", NULL}},
    {"start said",
     1,
     1,
     {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", LONG,
      "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n"}},
    {"other year", 0, 1, {"Smith, John", "M\xc3\xbcller, K", "2002.05.12", "1-0", LONG, NULL}},
    {"other day, year unknown", 0, 1, {"Smith, John", "M\xc3\xbcller, K", "????.05.13", "1-0", LONG, NULL}},
    {"other result", 0, 1, {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1/2-1/2", LONG, NULL}},
    {"other White", 0, 1, {"Smyth, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", LONG, NULL}},
    {"other Black", 0, 1, {"Smith, John", "Mueller, K", "2001.05.12", "1-0", LONG, NULL}},
    {"sides exchanged", 0, 1, {"M\xc3\xbcller, K", "Smith, John", "2001.05.12", "1-0", LONG, NULL}},
    {"names unknown", 0, 1, {"?", "?", "2001.05.12", "1-0", LONG, NULL}},
    {"a ply less",
     0,
     0,
     {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", TWENTY " Nbd7 11. c4 ", NULL}},
    {"a ply more", 0, 0, {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", LONG " 12. a3 ", NULL}},
    {"another last move",
     0,
     0,
     {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", TWENTY " Nbd7 11. c4 c5 ", NULL}},
    {"king's move",
     0,
     0,
     {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0",
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Kf1 Be7 6. Qe1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 "
      "Nbd7 11. c4 c6 ",
      NULL}},
    {"order of moves",
     0,
     0,
     {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0",
      "1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 "
      "Nbd7 11. c4 c6 ",
      NULL}},
    {"other start",
     0,
     0,
     {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", LONG,
      "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1\"]\n"}},
    {"broken off", 0, 0, {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", LONG " 12. Kxh8 ", NULL}},
    {"null move", 0, 0, {"Smith, John", "M\xc3\xbcller, K", "2001.05.12", "1-0", LONG " 12. -- ", NULL}},
};

START_TEST(near_misses)
{
    const struct near_game *near = &near_games[_i];
    const struct pack_setup setups[] = {{.level = 3}, {.level = 7}, {.moves = PGNPACK_MOVES_BITS}};
    for (size_t i = 0; i < sizeof setups / sizeof setups[0]; i++) {
        text.size = 0;
        append_game(&near_games[0].game);
        append_game(&near->game);
        struct pgnpack_reader *reader = open_text(&setups[i]);
        check_pairs(reader, PGNPACK_DUPLICATE_EXACT, PGNPACK_KEEP_FIRST, near->is_exact ? "2>1 exact" : "");
        check_pairs(reader, PGNPACK_DUPLICATE_LOOSE, PGNPACK_KEEP_FIRST,
                    near->is_exact   ? "2>1 exact"
                    : near->is_loose ? "2>1 loose"
                                     : "");
        pgnpack_free(reader);
    }
}
END_TEST

/* Pairs of games that only differ as said, at the edges of what counts. */
static const struct pair_case {
    const char *exact, *loose;
    struct plain_game games[2];
} pair_cases[] = {
    /* 19 plies, 20 plies; none at all, and then the bytes are compared. */
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "*", TWENTY " ", NULL},
      {"C, c", "B, b", "2001.01.01", "*", TWENTY " ", NULL}}},
    {"",
     "2>1 loose",
     {{"A, a", "B, b", "2001.01.01", "*", TWENTY " a5 ", NULL},
      {"C, c", "B, b", "2001.01.01", "*", TWENTY " a5 ", NULL}}},
    {"2>1 exact",
     "2>1 exact",
     {{"A, a", "B, b", "2001.01.01", "*", "1. e4 ", NULL},
      {"A, a", "B, b", "2001.01.01", "*", "1. e4 ", NULL}}},
    {"2>1 exact",
     "2>1 exact",
     {{"A, a", "B, b", "2001.01.01", "1-0", "", NULL}, {"A, a", "B, b", "2001.01.01", "1-0", "", NULL}}},
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "1-0", "", NULL}, {"A, a", "B, b", "2001.01.0?", "1-0", "", NULL}}},
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "1-0", "", NULL},
      {"A, a", "B, b", "2001.01.01", "1-0", "{no show} ", NULL}}},
    {"2>1 exact",
     "2>1 exact",
     {{"A, a", "B, b", "2001.01.01", "1-0", "1. e4 Kxh8 2. d4 ", NULL},
      {"A, a", "B, b", "2001.01.01", "1-0", "1. e4 Kxh8 2. d4 ", NULL}}},
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "1-0", "1. e4 Kxh8 2. d4 ", NULL},
      {"A, a", "B, b", "2001.01.01", "1-0", "1. e4 Kxh8 2. d3 ", NULL}}},
    /* Promoted to another piece. */
    {"2>1 exact",
     "2>1 exact",
     {{"A, a", "B, b", "2001.01.01", "*", "1. a8=Q+ ",
       "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n"},
      {"A, a", "B, b", "2001.01.01", "*", "1. a8=Q+ ",
       "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 7 33\"]\n"}}},
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "*", "1. a8=Q+ ",
       "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n"},
      {"A, a", "B, b", "2001.01.01", "*", "1. a8=R+ ",
       "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n"}}},
    /* The same bytes of moves from another position, side or square to be passed. */
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "*", "1. Ke2 ",
       "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n"},
      {"A, a", "B, b", "2001.01.01", "*", "1. Ke2 ",
       "[SetUp \"1\"]\n[FEN \"4k3/8/P7/8/8/8/8/4K3 w - - 0 1\"]\n"}}},
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "*", "1. Ke2 ",
       "[SetUp \"1\"]\n[FEN \"4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1\"]\n"},
      {"A, a", "B, b", "2001.01.01", "*", "1. Ke2 ",
       "[SetUp \"1\"]\n[FEN \"4k3/8/8/pP6/8/8/8/4K3 w - - 0 1\"]\n"}}},
    /* Castling, and the king's way on foot to where it stands then; a null move and none. */
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "*", "1. O-O ",
       "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n"},
      {"A, a", "B, b", "2001.01.01", "*", "1. Kf1 ",
       "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n"}}},
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "*", "1. e4 -- 2. d4 ", NULL},
      {"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 2. d4 ", NULL}}},
    {"2>1 exact",
     "2>1 exact",
     {{"A, a", "B, b", "2001.01.01", "*", "1. e4 -- 2. d4 ", NULL},
      {"A, a", "B, b", "2001.01.01", "*", "1. e4 Z0 2. d4 ", NULL}}},
    /* A variation is no main line. */
    {"",
     "",
     {{"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 (1... c5 2. Nf3) 2. d4 ", NULL},
      {"A, a", "B, b", "2001.01.01", "*", "1. e4 c5 (1... e5 2. d4) 2. Nf3 ", NULL}}},
    /* Namesakes, and rounds: in games of less than 20 plies. */
    {"",
     "",
     {{"Smith, John", "Brown, Adam", "2001.01.01", "1/2-1/2", TWENTY " ", NULL},
      {"Smith, Peter", "Brown, Bob", "????.??.??", "1/2-1/2", TWENTY " ", NULL}}},
    {"",
     "",
     {{"Smith, John", "Brown, Adam", "2001.01.01", "1/2-1/2", TWENTY " ", NULL},
      {"Smith, J.", "Bob Brown", "2001.01.01", "1/2-1/2", TWENTY " ", NULL}}},
    {"2>1 exact",
     "2>1 exact",
     {{"Smith, John", "Brown, Adam", "2001.01.01", "1/2-1/2", TWENTY " ", "[Round \"3\"]\n"},
      {"Joe Smith", "Brown", "2001.01.01", "1/2-1/2", TWENTY " ", "[Round \"3.1\"]\n"}}},
    {"2>1 exact",
     "2>1 exact",
     {{"Smith, John", "Brown, Adam", "2001.01.01", "1/2-1/2", TWENTY " ", "[Round \"3\"]\n"},
      {"Smith", "Brown", "2001.01.01", "1/2-1/2", TWENTY " ", "[Round \"-\"]\n"}}},
    {"",
     "",
     {{"Smith, John", "Brown, Adam", "2001.01.01", "1/2-1/2", TWENTY " ", "[Round \"3\"]\n"},
      {"Smith, John", "Brown, Adam", "2001.01.01", "1/2-1/2", TWENTY " ", "[Round \"5\"]\n"}}},
    {"2>1 exact",
     "2>1 exact",
     {{"Smith, Yuri", "Brown, Adam", "2001.01.01", "1/2-1/2", TWENTY " a5 ", "[Round \"3\"]\n"},
      {"Smith, Jurij", "Brown, Bob", "2001.01.01", "1/2-1/2", TWENTY " a5 ", "[Round \"5\"]\n"}}},
    /* UTCDate where there is no date. */
    {"",
     "",
     {{"A, a", "B, b", "????.??.??", "*", "1. e4 ", "[UTCDate \"2001.01.01\"]\n"},
      {"A, a", "B, b", "2001.01.02", "*", "1. e4 ", NULL}}},
    /* A player who is not known is nobody, but bytes are bytes. */
    {"2>1 exact",
     "2>1 exact",
     {{"?", "B, b", "2001.01.01", "*", "1. e4 ", NULL}, {"?", "B, b", "2001.01.01", "*", "1. e4 ", NULL}}},
    {"",
     "",
     {{"?", "B, b", "2001.01.01", "*", "1. e4 ", NULL}, {"?", "B, c", "2001.01.01", "*", "1. e4 ", NULL}}},
    {"2>1 exact",
     "2>1 exact",
     {{"A, a", "", "2001.01.01", "*", "1. e4 ", NULL}, {"A, a", "", "2001.01.01", "*", "1. e4 ", NULL}}},
    {"2>1 exact",
     "2>1 exact",
     {{"?", "?", "2001.01.01", "*", LONG, NULL}, {"?", "?", "2001.01.01", "*", LONG, NULL}}},
    {"",
     "2>1 loose",
     {{"?", "?", "2001.01.01", "*", LONG, NULL}, {"?", "?", "2001.01.01", "*", LONG "{end} ", NULL}}},
};

START_TEST(edges)
{
    const struct pair_case *pair = &pair_cases[_i];
    const struct pack_setup setup = {.level = 3};
    append_game(&pair->games[0]);
    append_game(&pair->games[1]);
    struct pgnpack_reader *reader = open_text(&setup);
    check_pairs(reader, PGNPACK_DUPLICATE_EXACT, PGNPACK_KEEP_FIRST, pair->exact);
    check_pairs(reader, PGNPACK_DUPLICATE_LOOSE, PGNPACK_KEEP_FIRST, pair->loose);
    pgnpack_free(reader);
}
END_TEST

/* ---- Groups ---- */

static void append_dated(const char *when, const char *result)
{
    append_game(&(struct plain_game){"A, a", "B, b", when, result, "1. e4 e5 ", NULL});
}

/* What is not known joins no games that contradict each other. */
START_TEST(groups)
{
    const struct pack_setup setup = {.level = 3};
    append_dated("2002.??.??", "*");       /* 1 */
    append_dated("????.??.??", "*");       /* 2: goes with 3, of the earlier year */
    append_dated("2001.??.??", "*");       /* 3 */
    append_dated("2001.05.??", "*");       /* 4: of it more is known than of 3 */
    append_dated("2001.06.12", "1-0");     /* 5: contradicts 4 */
    append_dated("2001.06.12", "*");       /* 6 */
    append_dated("2001.06.??", "1/2-1/2"); /* 7: contradicts 5 */
    append_dated("????.06.??", "1/2-1/2"); /* 8: goes with 7 */
    struct pgnpack_reader *reader = open_text(&setup);
    /* 5: {5, 6, 3, 2}; 7: {7, 8}; 4 contradicts both, 1 all. */
    check_pairs(reader, PGNPACK_DUPLICATE_EXACT, PGNPACK_KEEP_FIRST,
                "3>2 exact, 5>2 exact, 6>2 exact, 8>7 exact");
    check_pairs(reader, PGNPACK_DUPLICATE_EXACT, PGNPACK_KEEP_LAST,
                "2>6 exact, 3>6 exact, 5>6 exact, 7>8 exact");
    pgnpack_free(reader);
}
END_TEST

/* A group learns what its games know: 2 makes the group of 1 one of 1-0, which 3 contradicts. */
START_TEST(groups_learn)
{
    const struct pack_setup setup = {.level = 3};
    append_dated("2001.05.12", "*");
    append_dated("2001.05.??", "1-0");
    append_dated("2001.??.??", "0-1");
    append_dated("2001.??.??", "1-0");
    struct pgnpack_reader *reader = open_text(&setup);
    check_pairs(reader, PGNPACK_DUPLICATE_EXACT, PGNPACK_KEEP_FIRST, "2>1 exact, 4>1 exact");
    pgnpack_free(reader);
}
END_TEST

/* Of groups that a game fits both, of which as much is known, it goes to the one of the earliest date. */
START_TEST(the_earliest_date_takes)
{
    const struct pack_setup setup = {.level = 3};
    static const char *const years[] = {"2003.??.??", "2001.??.??", "2002.??.??", "????.??.??"};
    for (size_t i = 0; i < 4; i++)
        append_game(&(struct plain_game){"A, a", "B, b", years[i], "1-0", "1. e4 e5 ", NULL});
    struct pgnpack_reader *reader = open_text(&setup);
    check_pairs(reader, PGNPACK_DUPLICATE_EXACT, PGNPACK_KEEP_FIRST, "4>2 exact");
    pgnpack_free(reader);
}
END_TEST

/* A group learns initials and rounds, too; of them no two games contradict each other. */
START_TEST(groups_learn_initials)
{
    static const char *const whites[] = {"A", "A, x", "A, y", "A, x", "A", "A, y"};
    static const char *const rounds_of[] = {"1", "?", "?", "2", "2.7", "1"};
    const struct pack_setup setup = {.level = 3};
    for (size_t i = 0; i < 6; i++) {
        char round[40];
        snprintf(round, sizeof round, "[Round \"%s\"]\n", rounds_of[i]);
        append_game(&(struct plain_game){whites[i], "B, b", "2001.01.01", "1-0", "1. e4 e5 ", round});
    }
    struct pgnpack_reader *reader = open_text(&setup);
    /* Most is known of 6 (y, round 1) and 4 (x, round 2); of 1 and 5 the round, of 2 and 3 the initial. */
    check_pairs(reader, PGNPACK_DUPLICATE_EXACT, PGNPACK_KEEP_FIRST,
                "3>1 exact, 4>2 exact, 5>2 exact, 6>1 exact");
    pgnpack_free(reader);
}
END_TEST

/* ---- Many short games, pair by pair ---- */

enum { SHORT_GAMES = 400 };

struct short_game {
    const char *white, *black, *round, *date;
    unsigned plies;
};

static int agree_first(const char *a, const char *b)
{
    return *a == '?' || *b == '?' || *a == *b;
}

static int may_be_one(const struct short_game *a, const struct short_game *b)
{
    int is_short = a->plies < 20;
    return a->plies == b->plies && (*a->date == '?' || *b->date == '?' || strcmp(a->date, b->date) == 0) &&
           (!is_short || (agree_first(a->white, b->white) && agree_first(a->black, b->black) &&
                          agree_first(a->round, b->round)));
}

static void make_short_games(struct short_game *games, uint64_t *random, unsigned each)
{
    static const char *const names[] = {"Ann", "A.", "Bob", "B", "?"};
    static const char *const rounds_of[] = {"1", "1.2", "2", "2.1", "?"};
    static const char *const dates_of[] = {"2001.01.01", "2001.01.02", "????.??.??"};
    for (unsigned i = 0; i < SHORT_GAMES; i++) {
        char head[400];
        games[i] = (struct short_game){names[random_below(random, 5)], names[random_below(random, 5)],
                                       rounds_of[random_below(random, 5)], dates_of[random_below(random, 3)],
                                       18 + (unsigned)random_below(random, 3)};
        snprintf(head, sizeof head,
                 "[Date \"%s\"]\n[Round \"%s\"]\n[White \"Smith%u, %s\"]\n[Black \"%s Brown\"]\n\n",
                 games[i].date, games[i].round, i / each, games[i].white, games[i].black);
        bytes_append_text(&text, head);
        for (unsigned ply = 0; ply < games[i].plies; ply++)
            bytes_append_text(&text, (const char *const[]){"Nf3 ", "Nf6 ", "Ng1 ", "Ng8 "}[ply % 4]);
        bytes_append_text(&text, "*\n\n");
    }
}

/* Games of `each` at a time are of the same surnames. */
static void check_short_games(uint64_t random, unsigned each)
{
    static struct short_game games[SHORT_GAMES];
    unsigned kept_of[SHORT_GAMES], related[SHORT_GAMES] = {0};
    struct pgnpack_duplicate found;
    text.size = 0;
    make_short_games(games, &random, each);
    struct pgnpack_reader *reader = open_text(&(struct pack_setup){.level = 3});
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
    ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, reader, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
    for (unsigned i = 0; i < SHORT_GAMES; i++)
        kept_of[i] = i;
    while (pgnpack_duplicates_next(duplicates, &found) == PGNPACK_OK)
        kept_of[found.game - 1] = (unsigned)found.kept_game - 1;
    for (unsigned i = 0; i < SHORT_GAMES; i++)
        for (unsigned j = 0; j < SHORT_GAMES; j++)
            related[i] += i != j && i / each == j / each && may_be_one(&games[i], &games[j]);
    for (unsigned i = 0; i < SHORT_GAMES; i++)
        for (unsigned j = 0; j < i; j++) {
            int is_pair = i / each == j / each && may_be_one(&games[i], &games[j]);
            ck_assert(kept_of[i] != kept_of[j] || is_pair); /* none of a group contradicts another one */
            ck_assert(!is_pair || related[i] != 1 || related[j] != 1 || kept_of[i] == kept_of[j]);
        }
    pgnpack_free(duplicates);
    pgnpack_free(reader);
}

START_TEST(short_games)
{
    for (unsigned i = 0; i < some_trials(30); i++) {
        check_short_games(1000 + i, 2);
        check_short_games(2000 + i, 5);
        check_short_games(3000 + i, SHORT_GAMES);
    }
}
END_TEST

/* Each thing that a game tells beside its moves weighs something. */
START_TEST(remarks_weigh)
{
    static const char *const moves[] = {"1. e4 e5! ", "1. e4 e5 $2 ", "1. e4 {x} e5 ", "1. e4 e5 (1... c5) ",
                                        "1. e4 ; x\ne5 "};
    const struct pack_setup setup = {.level = 3};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        text.size = 0;
        append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 ", NULL});
        append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", moves[i], NULL});
        struct pgnpack_reader *reader = open_text(&setup);
        check_pairs(reader, PGNPACK_DUPLICATE_EXACT, PGNPACK_KEEP_COMMENTS, "1>2 exact");
        pgnpack_free(reader);
    }
}
END_TEST

START_TEST(who_is_kept)
{
    static const struct {
        enum pgnpack_keep keep;
        const char *pairs;
    } cases[] = {{PGNPACK_KEEP_FIRST, "2>1 exact, 3>1 exact, 4>1 exact, 5>1 exact"},
                 {PGNPACK_KEEP_LAST, "1>5 exact, 2>5 exact, 3>5 exact, 4>5 exact"},
                 {PGNPACK_KEEP_TEXT, "1>2 exact, 3>2 exact, 4>2 exact, 5>2 exact"},
                 {PGNPACK_KEEP_RANK, "1>2 exact, 3>2 exact, 4>2 exact, 5>2 exact"},
                 {PGNPACK_KEEP_COMMENTS, "1>3 exact, 2>3 exact, 4>3 exact, 5>3 exact"},
                 {PGNPACK_KEEP_TAGS, "1>4 exact, 2>4 exact, 3>4 exact, 5>4 exact"}};
    const struct pack_setup setup = {.level = 3};
    append_game(
        &(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 ",
                             "[Site \"?\"]\n[Q \"????????????????????\"]\n[R \"--------------------\"]\n"
                             "[S \"- . ?\"]\n"});
    append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 ",
                                     "[Site \"far, far, far away\"]\n"});
    append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. e4 {good} e5 $1 ", NULL});
    append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 ",
                                     "[Site \"x\"]\n[Round \"1\"]\n"});
    append_game(
        &(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 (1... c5) ", "[Round \"?\"]\n"});
    struct pgnpack_reader *reader = open_text(&setup);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_pairs(reader, PGNPACK_DUPLICATE_EXACT, cases[i].keep, cases[i].pairs);
    pgnpack_free(reader);
}
END_TEST

/* Several databases; the same one may be added twice. */
START_TEST(several_databases)
{
    const struct pack_setup setup = {.level = 3};
    struct bytes first = {0};
    append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 ", NULL});
    append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. d4 ", NULL});
    pack_whole(&setup, &text, &first);
    append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. e4 e5 {more} ", NULL});
    struct pgnpack_reader *second = open_text(&setup), *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(first.data, first.size)), PGNPACK_OK);
    for (int lower = 0; lower < 2; lower++) {
        struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
        ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, reader, lower ? -5 : 5), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, second, 0), PGNPACK_OK);
        for (int again = 0; again < 2; again++) {
            ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
            char *pairs = pairs_of(duplicates);
            ck_assert_str_eq(pairs, lower ? "1>1000003 exact, 2>1000002 exact, 1000001>1000003 exact"
                                          : "1000001>1 exact, 1000002>2 exact, 1000003>1 exact");
            free(pairs);
        }
        ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, second, 0), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_duplicates_next(duplicates, NULL), PGNPACK_ERROR_ARGUMENT); /* not yet */
        pgnpack_free(duplicates);
    }
    pgnpack_free(reader);
    pgnpack_free(second);
    bytes_free(&first);
}
END_TEST

/* One thread reads the blocks of all databases in turn: each block's games are of its own database. */
START_TEST(databases_by_one_thread)
{
    const struct pgnpack_duplicates_options options = {.size = sizeof options, .threads = 1};
    const struct pack_setup setups[] = {{.level = 7}, {.level = 3}};
    for (size_t i = 0; i < 2; i++) {
        struct bytes first = {0};
        text.size = 0;
        append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. a3 {x} a6 ", NULL});
        append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. d4 {y} ", NULL});
        append_game(&(struct plain_game){"C, c", "B, b", "2001.01.01", "*", "1. c4 {z} ", NULL});
        pack_whole(&setups[i], &text, &first);
        text.size = 0;
        append_game(&(struct plain_game){"E, e", "F, f", "2001.01.01", "*", "1. h3 {y} ", NULL});
        append_game(&(struct plain_game){"C, c", "B, b", "2001.01.01", "*", "1. c4 {more} ", NULL});
        append_game(&(struct plain_game){"A, a", "B, b", "2001.01.01", "*", "1. g3 {x} a6 ", NULL});
        struct pgnpack_reader *second = open_text(&setups[i]), *reader = pgnpack_reader_new(NULL);
        ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(first.data, first.size)),
                         PGNPACK_OK);
        struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
        ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, reader, 1), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, second, 0), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
        char *pairs = pairs_of(duplicates);
        ck_assert_str_eq(pairs, "1000002>3 exact");
        free(pairs);
        pgnpack_free(duplicates);
        pgnpack_free(reader);
        pgnpack_free(second);
        bytes_free(&first);
    }
}
END_TEST

static void append_copies(unsigned count);

/* All games are deleted but two of a block that is damaged: these are what cannot be read. */
static void check_damaged_and_deleted(const char *path)
{
    struct pgnpack_duplicates_counts counts;
    struct pgnpack_block_info info;
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    ck_assert(pgnpack_reader_block(pgnpack_database_reader(database), 1, &info));
    ck_assert_int_eq(pgnpack_database_undelete(database, info.first_game, 2, PGNPACK_REASON_HAND),
                     PGNPACK_OK);
    ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_OK);
    pgnpack_free(database);
    packed.size = 0;
    ck_assert(bytes_append_file(&packed, path));
    for (uint64_t i = info.offset + 64; i < info.offset + info.size; i++)
        packed.data[i] ^= 1;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
    pgnpack_duplicates_add_reader(duplicates, reader, 0);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_ERROR_CORRUPT);
    pgnpack_duplicates_counts(duplicates, &counts);
    ck_assert_uint_eq(counts.games, 0);
    ck_assert_uint_eq(counts.unread, 2);
    pgnpack_free(duplicates);
    pgnpack_free(reader);
}

/* Deleted games are not looked at, and count nowhere. */
START_TEST(deleted_games)
{
    const struct pack_setup setup = {.level = 3, .block_size = 4000};
    char *folder = make_temporary_folder(), *path = join_path(folder, "games.bcgn");
    append_copies(40);
    pack_whole(&setup, &text, &packed);
    write_file(path, packed.data, packed.size);
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    ck_assert_int_eq(pgnpack_database_open(database, path, NULL), PGNPACK_OK);
    uint64_t count = pgnpack_reader_info(pgnpack_database_reader(database))->game_count;
    for (uint64_t left = count; left > 0; left--) {
        struct pgnpack_duplicates_counts counts;
        struct pgnpack_duplicate found;
        struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
        const struct pgnpack_reader *reader = pgnpack_database_reader(database);
        ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, reader, 0), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
        pgnpack_duplicates_counts(duplicates, &counts);
        ck_assert_uint_eq(counts.games, left);
        ck_assert_uint_eq(counts.unread, 0);
        enum pgnpack_status status = pgnpack_duplicates_next(duplicates, &found);
        uint64_t deleted = found.game;
        for (; status == PGNPACK_OK; status = pgnpack_duplicates_next(duplicates, &found)) {
            ck_assert(!pgnpack_reader_is_deleted(reader, found.game));
            ck_assert(!pgnpack_reader_is_deleted(reader, found.kept_game));
        }
        if (counts.duplicates == 0) /* the first one that is left, then */
            for (deleted = 1; pgnpack_reader_is_deleted(reader, deleted); deleted++)
                ;
        pgnpack_free(duplicates);
        ck_assert_int_eq(pgnpack_database_delete(database, deleted, 1, PGNPACK_REASON_HAND, 0), PGNPACK_OK);
        ck_assert_int_eq(pgnpack_database_commit(database, NULL, 0), PGNPACK_OK);
    }
    pgnpack_free(database);
    check_damaged_and_deleted(path);
    remove_folder(folder);
    free(path);
    free(folder);
}
END_TEST

/* ---- Many that were planted ---- */

enum { BASE = 6000, PLANTED = 5000, PLIES_MAX = 60 };

/* A game of random moves as movetext; lengths differ. */
static unsigned append_moves(struct bytes *moves, uint64_t *random, unsigned plies)
{
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    uint16_t legal[PGNPACK_BOARD_MOVES_MAX];
    char san[PGNPACK_SAN_SIZE + 1];
    unsigned i = 0;
    for (; i < plies; i++) {
        size_t count = pgnpack_board_moves(board, legal, PGNPACK_BOARD_MOVES_MAX);
        if (count == 0)
            break;
        uint16_t move = legal[random_below(random, count)];
        size_t size = pgnpack_board_text(board, move, PGNPACK_NOTATION_SAN, san);
        san[size] = ' ';
        bytes_append(moves, san, size + 1);
        ck_assert_int_eq(pgnpack_board_make(board, move), PGNPACK_OK);
    }
    pgnpack_free(board);
    return i;
}

struct planted {
    char white[40], black[40], date[12], result[8];
    char *moves;
};

/* Another spelling of the same surname, or of another one. */
static void respell(char *name, uint64_t *random, int to_other)
{
    unsigned number = (unsigned)atoi(name + 6);
    static const char *const same[] = {"PLAYER%u, Xavier", "X. Player%u", "Pl\xc3\xa4yer%u, X",
                                       "player%u,X."};
    snprintf(name, 40, to_other ? "Plaier%u, X" : same[random_below(random, 4)], number);
}

/* A copy of a game, which differs from it as its number says. Returns 2: an exact duplicate, 1: a loose one, 0: none. */
static int plant(struct planted *copy, unsigned i, uint64_t *random)
{
    size_t size = strlen(copy->moves);
    switch (i % 20) {
    case 0:
        respell(copy->white, random, 0);
        return 2;
    case 1:
        respell(copy->black, random, 0);
        return 2;
    case 2:
        memcpy(copy->date + 8, "??", 2);
        return 2;
    case 3:
        memcpy(copy->date + 5, "??.??", 5);
        return 2;
    case 4:
        memcpy(copy->result, "*", 2);
        return 2;
    case 5:
        respell(copy->white, random, 1);
        return 1;
    case 6:
        copy->date[9] = copy->date[9] == '1' ? '2' : '1';
        return 1;
    case 7:
        memcpy(copy->result, strcmp(copy->result, "1-0") == 0 ? "0-1" : "1-0", 4);
        return 1;
    case 8: /* the last move is missing */
        for (size--; size > 0 && copy->moves[size - 1] != ' '; size--)
            ;
        copy->moves[size] = '\0';
        return 0;
    default:
        return 2;
    }
}

static void make_game(struct planted *game, unsigned i, uint64_t *random)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    struct bytes moves = {0};
    snprintf(game->white, sizeof game->white, "Player%u, X", (unsigned)random_below(random, 300));
    snprintf(game->black, sizeof game->black, "Player%u, X", (unsigned)random_below(random, 300));
    snprintf(game->date, sizeof game->date, "%u.%02u.%02u", 1950 + (unsigned)random_below(random, 70),
             1 + (unsigned)random_below(random, 12), 1 + (unsigned)random_below(random, 28));
    snprintf(game->result, sizeof game->result, "%s", results[random_below(random, 3)]);
    while (append_moves(&moves, random, 24 + i % (PLIES_MAX - 24)) < 24)
        moves.size = 0; /* a game that ends early */
    bytes_append(&moves, "", 1);
    game->moves = (char *)moves.data;
}

static void append_planted(const struct planted *game)
{
    append_game(&(struct plain_game){game->white, game->black, game->date, game->result, game->moves, NULL});
}

/* Of which game planted game `i` is a copy. */
static unsigned source_of(unsigned i)
{
    return i * 7 % BASE;
}

/* The text; kinds[i]: what game BASE + i is. */
static void plant_all(int kinds[PLANTED])
{
    struct planted *games = calloc(BASE, sizeof *games);
    uint64_t random = 5;
    for (unsigned i = 0; i < BASE; i++) {
        make_game(&games[i], i, &random);
        append_planted(&games[i]);
    }
    for (unsigned i = 0; i < PLANTED; i++) {
        struct planted copy = games[source_of(i)];
        copy.moves = strdup(copy.moves);
        kinds[i] = plant(&copy, i, &random);
        append_planted(&copy);
        free(copy.moves);
    }
    for (unsigned i = 0; i < BASE; i++)
        free(games[i].moves);
    free(games);
}

static void check_planted(const struct pgnpack_reader *reader, enum pgnpack_duplicate_kind kind,
                          const int kinds[PLANTED])
{
    const struct pgnpack_duplicates_options options = {
        .size = sizeof options, .kind = kind, .keep = PGNPACK_KEEP_FIRST, .threads = 2};
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
    struct pgnpack_duplicate found;
    struct pgnpack_duplicates_counts counts;
    ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, reader, 0), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
    pgnpack_duplicates_counts(duplicates, &counts);
    ck_assert_uint_eq(counts.games, BASE + PLANTED);
    ck_assert_uint_eq(counts.groups, counts.duplicates);
    uint64_t wanted_count = 0;
    for (unsigned i = 0; i < PLANTED; i++) {
        if (kinds[i] < (kind == PGNPACK_DUPLICATE_LOOSE ? 1 : 2))
            continue;
        wanted_count++;
        ck_assert_int_eq(pgnpack_duplicates_next(duplicates, &found), PGNPACK_OK);
        ck_assert_uint_eq(found.game, BASE + 1 + i);
        ck_assert_uint_eq(found.kept_game, 1 + source_of(i));
        ck_assert_int_eq(found.kind, kinds[i] == 2 ? PGNPACK_DUPLICATE_EXACT : PGNPACK_DUPLICATE_LOOSE);
    }
    ck_assert_int_eq(pgnpack_duplicates_next(duplicates, &found), PGNPACK_END);
    ck_assert_uint_eq(counts.duplicates, wanted_count);
    pgnpack_free(duplicates);
}

START_TEST(planted)
{
    int kinds[PLANTED];
    const struct pack_setup setup = {.level = 3, .block_size = 200000};
    plant_all(kinds);
    struct pgnpack_reader *reader = open_text(&setup);
    check_planted(reader, PGNPACK_DUPLICATE_EXACT, kinds);
    check_planted(reader, PGNPACK_DUPLICATE_LOOSE, kinds);
    pgnpack_free(reader);
}
END_TEST

/* Six of the samples are annotated versions of others, which are kept; and of twice the samples each is there twice. */
enum { ANNOTATED = 6 };

START_TEST(samples)
{
    static const char *const files[] = {"data/classics.pgn", "data/engine-games.pgn", "data/clocked.pgn",
                                        "data/annotated.pgn"};
    const struct pack_setup setup = {.level = 3, .block_size = 100000};
    struct pgnpack_duplicates_counts once, twice;
    struct pgnpack_duplicate found;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        ck_assert(bytes_append_file(&text, files[i]));
    struct pgnpack_reader *reader = open_text(&setup);
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
    pgnpack_duplicates_add_reader(duplicates, reader, 0);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
    pgnpack_duplicates_counts(duplicates, &once);
    ck_assert_uint_eq(once.duplicates, ANNOTATED);
    while (pgnpack_duplicates_next(duplicates, &found) == PGNPACK_OK) {
        ck_assert_uint_gt(found.kept_game, once.games - 2 * ANNOTATED);
        ck_assert_uint_gt(found.kept_weight, found.weight);
    }
    pgnpack_duplicates_add_reader(duplicates, reader, -1);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
    pgnpack_duplicates_counts(duplicates, &twice);
    ck_assert_uint_eq(twice.games, 2 * once.games);
    ck_assert_uint_gt(once.games, 1000);
    ck_assert_uint_eq(twice.duplicates, once.games + ANNOTATED);
    pgnpack_free(duplicates);
    pgnpack_free(reader);
}
END_TEST

/* Copies at every level and by every codec are found across databases; threads do not matter. */
static void append_copies(unsigned count)
{
    uint64_t random = 3;
    for (unsigned i = 0; i < count; i++) {
        struct planted game;
        make_game(&game, i, &random);
        append_planted(&game);
        if (i % 3 == 0)
            append_planted(&game);
        free(game.moves);
    }
    append_games(&text, count, 9);
    append_games(&text, count / 2, 9);
}

START_TEST(threads_and_codecs)
{
    const struct pack_setup plain = {.level = 1, .block_size = 5000},
                            other = {.level = _i, .block_size = 9000};
    struct bytes first = {0};
    char *wanted = NULL;
    append_copies(_i < 7 ? 100 : 40);
    pack_whole(&other, &text, &first);
    struct pgnpack_reader *second = open_text(&plain), *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(first.data, first.size)), PGNPACK_OK);
    for (unsigned threads = 1; threads < 9; threads += 2) {
        const struct pgnpack_duplicates_options options = {.size = sizeof options, .threads = threads};
        struct pgnpack_duplicates_counts counts;
        struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
        pgnpack_duplicates_add_reader(duplicates, reader, 0);
        pgnpack_duplicates_add_reader(duplicates, second, 0);
        ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
        pgnpack_duplicates_counts(duplicates, &counts);
        ck_assert_uint_eq(2 * (counts.groups + counts.duplicates - counts.groups), 2 * counts.duplicates);
        /* each game has a copy in the other database at least */
        ck_assert_uint_ge(2 * counts.duplicates, counts.games);
        char *pairs = pairs_of(duplicates);
        if (wanted == NULL)
            wanted = strdup(pairs);
        ck_assert_str_eq(pairs, wanted);
        free(pairs);
        pgnpack_free(duplicates);
    }
    free(wanted);
    pgnpack_free(reader);
    pgnpack_free(second);
    bytes_free(&first);
}
END_TEST

/* ---- Inner parts ---- */

START_TEST(sorting)
{
    enum { COUNT = 5000 };
    static struct duplicates_key keys[COUNT], room[COUNT];
    uint64_t random = 1;
    for (size_t i = 0; i < COUNT; i++)
        keys[i] = (struct duplicates_key){next_random(&random) << random_below(&random, 64), (uint32_t)i};
    duplicates_sort(keys, room, COUNT);
    uint64_t sum = 0;
    for (size_t i = 0; i < COUNT; i++) {
        sum += keys[i].game;
        if (i != 0)
            ck_assert(keys[i].hash > keys[i - 1].hash ||
                      (keys[i].hash == keys[i - 1].hash && keys[i].game > keys[i - 1].game));
    }
    ck_assert_uint_eq(sum, (uint64_t)COUNT * (COUNT - 1) / 2);
    duplicates_sort(keys, room, 0);
}
END_TEST

/* Lines of the same hash that are others are told from each other; the sixteenth is not compared; nothing is held at the end. */
START_TEST(collisions)
{
    struct memory memory;
    struct duplicates_verify verify;
    uint8_t line[3] = {1, 2, 3};
    memory_init(&memory, NULL, 0);
    duplicates_verify_init(&verify, &memory);
    ck_assert(duplicates_verify_start(&verify, 2));
    size_t held = memory.held;
    for (unsigned i = 0; i < 40; i++)
        duplicates_verify_expect(&verify, 1);
    for (unsigned i = 0; i < 20; i++) {
        line[2] = (uint8_t)i;
        ck_assert_uint_eq(duplicates_verify_add(&verify, 1, line, sizeof line),
                          i < DUPLICATES_LINES_MAX ? i + 1 : 0);
    }
    ck_assert_uint_gt(memory.held, held);
    for (unsigned i = 0; i < 19; i++) {
        line[2] = (uint8_t)i;
        ck_assert_uint_eq(duplicates_verify_add(&verify, 1, line, i == 18 ? 2 : 3),
                          i < DUPLICATES_LINES_MAX ? i + 1 : 0);
    }
    duplicates_verify_pass(&verify, 1);
    ck_assert_uint_eq(memory.held, held);
    duplicates_verify_free(&verify);
    ck_assert_uint_eq(memory.held, 0);
}
END_TEST

/* Of one hash: other lines, and games that were not compared, are nobody's duplicates. */
START_TEST(grouping_by_lines)
{
    enum { COUNT = 6 };
    static const unsigned lines[COUNT] = {1, 2, 0, 1, 0, 2};
    struct duplicates_game games[COUNT];
    uint32_t kept_of[COUNT];
    struct memory memory;
    struct duplicates_grouping grouping;
    memset(games, 0, sizeof games);
    memory_init(&memory, NULL, 0);
    for (int is_loose = 0; is_loose < 2; is_loose++) {
        memset(kept_of, 0xff, sizeof kept_of);
        duplicates_grouping_init(&grouping, &memory);
        grouping.rule = (struct duplicates_rule){.keep = PGNPACK_KEEP_FIRST, .games = games};
        grouping.kept_of = kept_of;
        grouping.kind = is_loose ? PGNPACK_DUPLICATE_LOOSE : PGNPACK_DUPLICATE_EXACT;
        for (uint32_t i = 0; i < COUNT; i++) {
            games[i].plies = 30;
            ck_assert(duplicates_grouping_add(&grouping, i, lines[i]));
        }
        ck_assert(duplicates_grouping_part(&grouping));
        for (uint32_t i = 0; i < COUNT; i++)
            ck_assert_uint_eq(kept_of[i], i == 3 ? 0 : i == 5 ? 1 : DUPLICATES_NONE);
        ck_assert_uint_eq(grouping.groups_found, 2);
        duplicates_grouping_free(&grouping);
    }
}
END_TEST

/* Many games of the same line and names, each of another day or less of it: as many steps as it takes, not their square. */
START_TEST(grouping_is_bounded)
{
    enum { COUNT = 200000 };
    struct duplicates_game *games = calloc(COUNT, sizeof *games);
    uint32_t *kept_of = malloc(COUNT * sizeof *kept_of);
    struct memory memory;
    struct duplicates_grouping grouping;
    memory_init(&memory, NULL, 0);
    memset(kept_of, 0xff, COUNT * sizeof *kept_of);
    duplicates_grouping_init(&grouping, &memory);
    grouping.rule = (struct duplicates_rule){.keep = PGNPACK_KEEP_FIRST, .games = games};
    grouping.kept_of = kept_of;
    for (uint32_t i = 0; i < COUNT; i++) {
        unsigned day = i % 30 + 1, month = i / 30 % 12 + 1, year = i / 360 + 1;
        games[i].known = date(year, month, day) | (i % 2 == 0 ? known_result(1) : 0);
        ck_assert(duplicates_grouping_add(&grouping, i, 1));
    }
    ck_assert(duplicates_grouping_part(&grouping));
    for (uint32_t i = 0; i < COUNT; i++)
        ck_assert_uint_eq(kept_of[i], DUPLICATES_NONE);
    duplicates_grouping_free(&grouping);
    ck_assert_uint_eq(memory.held, 0);
    free(games);
    free(kept_of);
}
END_TEST

/* ---- Failures ---- */

START_TEST(misuse)
{
    struct pgnpack_duplicates_options options = {.size = sizeof options, .keep = (enum pgnpack_keep)6};
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_ERROR_ARGUMENT);
    ck_assert_ptr_nonnull(strstr(pgnpack_error(duplicates)->text, "keep is 6"));
    pgnpack_free(duplicates);
    options =
        (struct pgnpack_duplicates_options){.size = sizeof options, .kind = (enum pgnpack_duplicate_kind)4};
    duplicates = pgnpack_duplicates_new(NULL, &options);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(duplicates);
    options = (struct pgnpack_duplicates_options){.size = sizeof options, .threads = 257};
    duplicates = pgnpack_duplicates_new(NULL, &options);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_duplicates_next(duplicates, NULL), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(duplicates);
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    duplicates = pgnpack_duplicates_new(NULL, NULL);
    ck_assert_int_eq(pgnpack_duplicates_next(duplicates, NULL), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, reader, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_duplicates_add_reader(duplicates, NULL, 0), PGNPACK_ERROR_ARGUMENT);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK); /* of no database */
    ck_assert_int_eq(pgnpack_duplicates_next(duplicates, NULL), PGNPACK_END);
    pgnpack_free(duplicates);
    pgnpack_free(NULL);
    pgnpack_free(reader);
}
END_TEST

/* A damaged block is passed over; what the others have is found all the same. */
START_TEST(damage)
{
    const struct pack_setup setup = {.level = 3, .block_size = 4000};
    struct pgnpack_block_info info;
    struct pgnpack_duplicates_counts whole, counts;
    append_copies(100);
    struct pgnpack_reader *reader = open_text(&setup);
    for (unsigned threads = 1; threads < 4; threads += 2) {
        const struct pgnpack_duplicates_options options = {.size = sizeof options, .threads = threads};
        struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
        pgnpack_duplicates_add_reader(duplicates, reader, 0);
        ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
        pgnpack_duplicates_counts(duplicates, &whole);
        ck_assert(pgnpack_reader_block(reader, 2, &info));
        for (uint64_t i = info.offset + 64; i < info.offset + info.size; i++)
            packed.data[i] ^= 1;
        ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_ERROR_CORRUPT);
        ck_assert_uint_eq(pgnpack_error(duplicates)->offset, info.offset);
        pgnpack_duplicates_counts(duplicates, &counts);
        ck_assert_uint_eq(counts.games, whole.games - info.game_count);
        ck_assert_uint_eq(counts.unread, info.game_count);
        ck_assert_uint_lt(counts.duplicates, whole.duplicates);
        ck_assert_uint_ge(counts.duplicates + info.game_count, whole.duplicates);
        uint64_t given = 0;
        while (pgnpack_duplicates_next(duplicates, NULL) == PGNPACK_OK)
            given++;
        ck_assert_uint_eq(given, counts.duplicates);
        for (uint64_t i = info.offset + 64; i < info.offset + info.size; i++)
            packed.data[i] ^= 1;
        ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
        pgnpack_duplicates_counts(duplicates, &counts);
        ck_assert_mem_eq(&counts, &whole, sizeof whole);
        pgnpack_free(duplicates);
    }
    pgnpack_free(reader);
}
END_TEST

/* A block that can no longer be read when moves are compared: its games are nobody's duplicates. */
struct vanishing {
    const struct bytes *file;
    size_t calls, fails_from;
};

static int vanishing_read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct vanishing *vanishing = opaque;
    struct bytes file = *vanishing->file;
    return ++vanishing->calls >= vanishing->fails_from ? 5
                                                       : bytes_read_at(&file, offset, bytes, size, size_ret);
}

START_TEST(reading_fails)
{
    const struct pack_setup setup = {.level = 3, .block_size = 4000};
    struct vanishing vanishing = {&packed, 0, SIZE_MAX};
    uint64_t before = UINT64_MAX;
    append_copies(40);
    pgnpack_free(open_text(&setup));
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    ck_assert_int_eq(
        pgnpack_reader_open(reader, PGNPACK_FROM_RANGES(vanishing_read_at, &vanishing, packed.size)),
        PGNPACK_OK);
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
    pgnpack_duplicates_add_reader(duplicates, reader, 0);
    vanishing.calls = 0;
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
    const struct pgnpack_duplicates_options one_thread = {.size = sizeof one_thread, .threads = 1};
    pgnpack_free(duplicates);
    duplicates = pgnpack_duplicates_new(NULL, &one_thread);
    pgnpack_duplicates_add_reader(duplicates, reader, 0);
    for (vanishing.fails_from = vanishing.calls + 1; vanishing.fails_from > 0; vanishing.fails_from--) {
        struct pgnpack_duplicates_counts counts;
        vanishing.calls = 0;
        enum pgnpack_status status = pgnpack_duplicates_run(duplicates);
        ck_assert_int_eq(status, vanishing.calls < vanishing.fails_from ? PGNPACK_OK : PGNPACK_ERROR_READ);
        pgnpack_duplicates_counts(duplicates, &counts);
        ck_assert_uint_le(counts.duplicates, before);
        before = counts.duplicates;
    }
    ck_assert_uint_eq(before, 0);
    pgnpack_free(duplicates);
    pgnpack_free(reader);
}
END_TEST

/* Without each piece of memory in turn. */
START_TEST(without_memory)
{
    struct allocation_count calls = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&calls);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    const struct pgnpack_duplicates_options one_thread = {.size = sizeof one_thread, .threads = 1};
    const struct pack_setup setup = {.level = _i, .block_size = 5000};
    append_copies(20);
    pgnpack_free(open_text(&setup));
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    for (size_t fails_at = 1; status != PGNPACK_OK; fails_at += TRIALS_ONE_IN) {
        calls.fails_once = calls.calls + fails_at;
        struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(&options, &one_thread);
        status =
            duplicates == NULL ? PGNPACK_ERROR_MEMORY : pgnpack_duplicates_add_reader(duplicates, reader, 0);
        if (status == PGNPACK_OK)
            status = pgnpack_duplicates_run(duplicates);
        ck_assert_int_eq(status, calls.calls < calls.fails_once ? PGNPACK_OK : PGNPACK_ERROR_MEMORY);
        if (duplicates != NULL)
            ck_assert_int_eq(pgnpack_error(duplicates)->status, status);
        calls.fails_once = 0;
        if (duplicates != NULL && status != PGNPACK_OK) { /* and once more with all of it */
            if (pgnpack_duplicates_run(duplicates) != PGNPACK_OK)
                ck_abort_msg("%s", pgnpack_error(duplicates)->text);
        }
        pgnpack_free(duplicates);
    }
    pgnpack_free(reader);
    ck_assert_uint_eq(calls.outstanding, 0);
}
END_TEST

/* Limits of memory and of work hold; with little memory candidates are compared in several passes, with the same result. */
START_TEST(limits)
{
    const struct pgnpack_options little_work = {.size = sizeof little_work, .work_limit = 1000000};
    const struct pack_setup setup = {.level = 3, .block_size = 6000};
    size_t refused = 0, done = 0;
    append_copies(2000);
    append_copies(
        2000); /* so many lines that they are compared in several passes where there is little memory */
    struct pgnpack_reader *plain = open_text(&setup), *reader = pgnpack_reader_new(&little_work);
    char *wanted = find_with(plain, NULL);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
    struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, NULL);
    pgnpack_duplicates_add_reader(duplicates, reader, 0);
    ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_ERROR_LIMIT);
    ck_assert_int_eq(pgnpack_duplicates_next(duplicates, NULL), PGNPACK_ERROR_LIMIT);
    pgnpack_free(duplicates);
    for (size_t limit = 20 << 10; limit < 64 << 20; limit += limit / 4) {
        struct limited limited;
        limit_memory(&limited, limit);
        duplicates = pgnpack_duplicates_new(&limited.options, NULL);
        enum pgnpack_status status = duplicates == NULL ? PGNPACK_ERROR_MEMORY_LIMIT
                                                        : pgnpack_duplicates_add_reader(duplicates, plain, 0);
        if (status == PGNPACK_OK)
            status = pgnpack_duplicates_run(duplicates);
        ck_assert_int_eq(status, status == PGNPACK_OK ? PGNPACK_OK : PGNPACK_ERROR_MEMORY_LIMIT);
        ck_assert_uint_le(limited.count.peak, limit + 65536); /* jobs and handle are at least there */
        refused += status != PGNPACK_OK;
        done += status == PGNPACK_OK;
        if (status == PGNPACK_OK) {
            char *pairs = pairs_of(duplicates);
            ck_assert_str_eq(pairs, wanted);
            free(pairs);
        }
        pgnpack_free(duplicates);
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
    ck_assert_uint_gt(refused, 1);
    ck_assert_uint_gt(done, 1);
    free(wanted);
    pgnpack_free(reader);
    pgnpack_free(plain);
}
END_TEST

/* The smallest work_limit that finding the duplicates of `packed` goes through with. */
static uint64_t work_of_finding(enum pgnpack_keep keep)
{
    const struct pgnpack_duplicates_options kept = {.size = sizeof kept, .keep = keep};
    uint64_t low = 1, high = UINT64_C(1) << 30;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        const struct pgnpack_options options = {.size = sizeof options, .work_limit = middle};
        struct pgnpack_reader *reader = pgnpack_reader_new(&options);
        struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &kept);
        enum pgnpack_status status =
            pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size));
        if (status == PGNPACK_OK)
            status = pgnpack_duplicates_add_reader(duplicates, reader, 0);
        if (status == PGNPACK_OK)
            status = pgnpack_duplicates_run(duplicates);
        ck_assert_int_eq(status, status == PGNPACK_OK ? PGNPACK_OK : PGNPACK_ERROR_LIMIT);
        if (status == PGNPACK_OK)
            high = middle;
        else
            low = middle + 1;
        pgnpack_free(duplicates);
        pgnpack_free(reader);
    }
    return low;
}

/* A game from another position is decoded, and the block for it; the lines of the others still come from the block's bytes. */
START_TEST(games_from_elsewhere_are_decoded_alone)
{
    static const struct plain_game usual = {"Ada, B", "Cy, D", "2001.02.03", "1-0", LONG, NULL},
                                   other = {"Ada, B",
                                            "Cy, D",
                                            "2001.02.03",
                                            "1-0",
                                            "1. a4 a5 ",
                                            "[SetUp \"1\"]\n[FEN \"4k3/p7/8/8/8/8/P7/4K3 w - - 0 1\"]"};
    const struct pack_setup setup = {.level = 3};
    for (unsigned i = 0; i < 500; i++)
        append_game(&usual);
    pgnpack_free(open_text(&setup));
    uint64_t before = work_of_finding(PGNPACK_KEEP_FIRST);
    append_game(&other);
    append_game(&other);
    struct pgnpack_reader *reader = open_text(&setup);
    uint64_t after = work_of_finding(PGNPACK_KEEP_FIRST);
    ck_assert_msg(after < 3 * before / 4 + before, "%llu units of work became %llu",
                  (unsigned long long)before, (unsigned long long)after);
    char *pairs = find_with(reader, NULL);
    ck_assert_ptr_nonnull(strstr(pairs, ", 502>501 exact"));
    free(pairs);
    pgnpack_free(reader);
}
END_TEST

/* Comments are unpacked of games that may be duplicates, and of no others. */
START_TEST(comments_of_candidates_alone_are_weighed)
{
    char white[20];
    const struct pack_setup setup = {.level = 3};
    struct plain_game game = {white, "B, b", "2001.01.01", "*", "1. e4 {the first move} e5 {the second} ",
                              NULL};
    for (unsigned i = 0; i < 200; i++) {
        snprintf(white, sizeof white, "N%u, n", i);
        append_game(&game);
    }
    pgnpack_free(open_text(&setup));
    ck_assert_uint_eq(work_of_finding(PGNPACK_KEEP_TEXT), work_of_finding(PGNPACK_KEEP_FIRST));
    append_game(&game);
    pgnpack_free(open_text(&setup));
    ck_assert_uint_gt(work_of_finding(PGNPACK_KEEP_TEXT), work_of_finding(PGNPACK_KEEP_FIRST));
}
END_TEST

struct progress {
    uint64_t done, total;
    unsigned calls, cancels_at;
};

static int note_progress(void *opaque, const struct pgnpack_progress *made)
{
    struct progress *progress = opaque;
    ck_assert_uint_ge(made->done, progress->done);
    ck_assert_uint_le(made->done, made->all);
    progress->done = made->done;
    progress->total = made->all;
    return ++progress->calls == progress->cancels_at;
}

START_TEST(progress_and_cancelling)
{
    const struct pack_setup setup = {.level = 3, .block_size = 6000};
    append_copies(100);
    struct pgnpack_reader *reader = open_text(&setup);
    unsigned cancels_at = 0, calls = UINT32_MAX;
    for (; cancels_at <= calls; cancels_at++) {
        struct progress progress = {.cancels_at = cancels_at};
        const struct pgnpack_duplicates_options options = {
            .size = sizeof options, .threads = 2, .progress = note_progress, .progress_opaque = &progress};
        struct pgnpack_duplicates *duplicates = pgnpack_duplicates_new(NULL, &options);
        pgnpack_duplicates_add_reader(duplicates, reader, 0);
        ck_assert_int_eq(pgnpack_duplicates_run(duplicates),
                         cancels_at == 0 ? PGNPACK_OK : PGNPACK_ERROR_CANCELLED);
        if (cancels_at == 0) {
            calls = progress.calls;
            ck_assert_uint_eq(progress.total, 2 * pgnpack_reader_info(reader)->game_count);
            ck_assert_uint_eq(progress.done, progress.total);
            ck_assert_uint_gt(calls, 4);
            progress = (struct progress){.cancels_at = 0}; /* once more, from the beginning */
            ck_assert_int_eq(pgnpack_duplicates_run(duplicates), PGNPACK_OK);
            ck_assert_uint_eq(progress.calls, calls);
            ck_assert_uint_eq(progress.total, 2 * pgnpack_reader_info(reader)->game_count);
            ck_assert_uint_eq(progress.done, progress.total);
        }
        pgnpack_free(duplicates);
    }
    pgnpack_free(reader);
}
END_TEST

Suite *duplicates_suite(void)
{
    Suite *suite = suite_create("duplicates");
    TCase *test_case = tcase_create("duplicates");
    tcase_add_checked_fixture(test_case, NULL, tear_down);
    tcase_add_test(test_case, surnames);
    tcase_add_test(test_case, dates);
    tcase_add_test(test_case, rounds);
    tcase_add_test(test_case, times);
    tcase_add_loop_test(test_case, near_misses, 0, sizeof near_games / sizeof near_games[0]);
    tcase_add_loop_test(test_case, edges, 0, sizeof pair_cases / sizeof pair_cases[0]);
    tcase_add_test(test_case, groups);
    tcase_add_test(test_case, groups_learn);
    tcase_add_test(test_case, groups_learn_initials);
    tcase_add_test(test_case, short_games);
    tcase_add_test(test_case, the_earliest_date_takes);
    tcase_add_test(test_case, remarks_weigh);
    tcase_add_test(test_case, who_is_kept);
    tcase_add_test(test_case, several_databases);
    tcase_add_test(test_case, databases_by_one_thread);
    tcase_add_test(test_case, deleted_games);
    tcase_add_test(test_case, planted);
    tcase_add_test(test_case, samples);
    tcase_add_loop_test(test_case, threads_and_codecs, PGNPACK_LEVEL_MIN, TRIED_LEVEL_MAX + 1);
    tcase_add_test(test_case, sorting);
    tcase_add_test(test_case, collisions);
    tcase_add_test(test_case, grouping_by_lines);
    tcase_add_test(test_case, grouping_is_bounded);
    tcase_add_test(test_case, misuse);
    tcase_add_test(test_case, games_from_elsewhere_are_decoded_alone);
    tcase_add_test(test_case, comments_of_candidates_alone_are_weighed);
    tcase_add_test(test_case, damage);
    tcase_add_test(test_case, reading_fails);
    tcase_add_loop_test(test_case, without_memory, 3, TRIED_CODEC_LEVEL_MAX + 1);
    tcase_add_test(test_case, limits);
    tcase_add_test(test_case, progress_and_cancelling);
    suite_add_tcase(suite, test_case);
    return suite;
}
