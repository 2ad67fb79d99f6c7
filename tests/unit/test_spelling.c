/* Spellings: pairs that were planted among many names are found, those that games speak against are not; failures. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pgnpack_extra.h"
#include "unit/database_support.h"
#include "unit/suites.h"

static struct bytes text, packed;
static struct pgnpack_reader *reader;
static struct pgnpack_spelling *spelling;

static void tear_down(void)
{
    pgnpack_free(spelling);
    pgnpack_free(reader);
    spelling = NULL;
    reader = NULL;
    bytes_free(&text);
    bytes_free(&packed);
}

struct meeting {
    const char *white, *black;
    const char *event, *date, *round;
    unsigned white_elo; /* 0: none */
    const char *more;   /* tags */
    const char *moves;
};

static void append(const struct meeting *meeting)
{
    char game[800];
    char elo[40] = "";
    if (meeting->white_elo != 0)
        snprintf(elo, sizeof elo, "[WhiteElo \"%u\"]\n", meeting->white_elo);
    snprintf(
        game, sizeof game,
        "[Event \"%s\"]\n[Site \"here\"]\n[Date \"%s\"]\n[Round \"%s\"]\n[White \"%s\"]\n[Black \"%s\"]\n"
        "[Result \"1-0\"]\n%s%s\n%s1-0\n\n",
        meeting->event, meeting->date, meeting->round, meeting->white, meeting->black, elo,
        meeting->more == NULL ? "" : meeting->more, meeting->moves == NULL ? "1. e4 " : meeting->moves);
    bytes_append_text(&text, game);
}

/* A name that is like no other: nothing but syllables, of which no two are alike. */
static void name_of(char *out, size_t size, unsigned number)
{
    static const char *const parts[] = {"bod", "gim", "lup", "nar", "teq", "vis", "hof", "zuk", "pel", "rad"};
    snprintf(out, size, "%c%s%s%s, %c%s%s", "BGLNTVHZPR"[number % 10], parts[number / 10 % 10],
             parts[number / 100 % 10], parts[(number * 7 + 3) % 10], "AEIOUSKM"[number % 8],
             parts[(number / 10 + 5) % 10], parts[number / 1000 % 10]);
}

/* Games of `count` names, each against the next ones. */
static void append_crowd(unsigned count)
{
    char white[60], black[60], event[40], round[20];
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 1; j < 4; j++) {
            name_of(white, sizeof white, i);
            name_of(black, sizeof black, (i + j) % count);
            snprintf(event, sizeof event, "Open %u", i / 20);
            snprintf(round, sizeof round, "%u.%u", j, i % 20);
            append(&(struct meeting){white, black, event, "1990.05.01", round, 2300, NULL, NULL});
        }
}

/* Twenty games of a name, with opponents of the crowd, in 1991. */
static void append_player(const char *name, unsigned first_opponent, unsigned games, const char *event,
                          unsigned elo, const char *year)
{
    char opponent[60], round[20], date[20];
    for (unsigned i = 0; i < games; i++) {
        name_of(opponent, sizeof opponent, first_opponent + i);
        snprintf(round, sizeof round, "%u", i + 1);
        snprintf(date, sizeof date, "%s.01.%02u", year, i + 1);
        append(&(struct meeting){name, opponent, event, date, round, elo, NULL, i % 2 ? "1. d4 " : NULL});
    }
}

static void open_text(const struct pack_setup *setup, const struct pgnpack_options *options)
{
    pgnpack_free(reader);
    reader = pgnpack_reader_new(options);
    packed.size = 0;
    pack_whole(setup, &text, &packed);
    ck_assert_int_eq(pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(packed.data, packed.size)), PGNPACK_OK);
}

static int is_name(struct pgnpack_text name, const char *wanted)
{
    return name.size == strlen(wanted) && memcmp(name.data, wanted, name.size) == 0;
}

/* The pair whose `from` it is. Returns 0: there is none. */
static int find_pair(const char *from, struct pgnpack_spelling_pair *pair)
{
    pgnpack_free(spelling);
    spelling = pgnpack_spelling_new(reader, NULL);
    ck_assert_ptr_nonnull(spelling);
    enum pgnpack_status status;
    unsigned last = 100;
    while ((status = pgnpack_spelling_next(spelling, pair)) == PGNPACK_OK) {
        ck_assert_uint_le(pair->points, last); /* the likeliest first */
        ck_assert_uint_ge(pair->points, 60);
        ck_assert_uint_le(pair->from_games, pair->to_games);
        last = pair->points;
        if (is_name(pair->from, from))
            return 1;
    }
    ck_assert_msg(status == PGNPACK_END, "%s", pgnpack_error(spelling)->text);
    ck_assert_int_eq(pgnpack_error(spelling)->status, PGNPACK_END);
    return 0;
}

/* ---- Pairs that are ---- */

static const struct {
    const char *from, *to;
    enum pgnpack_name_difference difference;
} planted[] = {
    {"Magnus Carlsen", "Carlsen, Magnus", PGNPACK_NAMES_SAME_LETTERS},
    {"CARLSEN,MAGNUS", "Carlsen, Magnus", PGNPACK_NAMES_SAME_LETTERS},
    {"Carlsen, M", "Carlsen, Magnus", PGNPACK_NAMES_SHORTENED},
    {"Carlsen", "Carlsen, Magnus", PGNPACK_NAMES_SHORTENED},
    {"Carlsen, Magnus O", "Carlsen, Magnus", PGNPACK_NAMES_MORE_WORDS},
    {"Calrsen, Magnus", "Carlsen, Magnus", PGNPACK_NAMES_MISSPELT},
    {"Carlsen, Mahnus", "Carlsen, Magnus", PGNPACK_NAMES_MISSPELT},
    {"Karlsen, Magnus", "Carlsen, Magnus", PGNPACK_NAMES_TRANSLITERATED},
    {"Korchnoi, Victor", "Kortschnoj, Viktor", PGNPACK_NAMES_TRANSLITERATED},
    {"\xd0\x9a\xd0\xb0\xd1\x80\xd0\xbb\xd1\x81\xd0\xb5\xd0\xbd, "
     "\xd0\x9c\xd0\xb0\xd0\xb3\xd0\xbd\xd1\x83\xd1\x81",
     "Carlsen, Magnus", PGNPACK_NAMES_TRANSLITERATED},
    {"Quoted, \\\"Bil\\\"", "Quoted, Bil", PGNPACK_NAMES_SAME_LETTERS},
};

static void unescape(const char *from, char *to)
{
    for (; *from != '\0'; from++)
        if (*from != '\\')
            *to++ = *from;
    *to = '\0';
}

START_TEST(found)
{
    struct pgnpack_spelling_pair pair;
    char from[100];
    append_crowd(200);
    append_player(planted[_i].to, 30, 20, "Spring Open", 2400, "1991");
    append_player(planted[_i].from, 32, 6, "Autumn Open", 2420, "1991");
    open_text(&(struct pack_setup){.level = 1 + _i % 5, .block_size = 20000}, NULL);
    unescape(planted[_i].from, from);
    ck_assert_msg(find_pair(from, &pair), "%s", planted[_i].from);
    ck_assert(is_name(pair.to, planted[_i].to));
    ck_assert_int_eq(pair.difference, planted[_i].difference);
    ck_assert_uint_eq(pair.opponents, 6);
    ck_assert_uint_eq(pair.events, 0);
    ck_assert_uint_eq(pair.same_rounds + pair.same_games + pair.rivals, 0);
    ck_assert_uint_eq(pair.from_games, 6);
    ck_assert_uint_eq(pair.to_games, 20);
    pgnpack_free(spelling);
    spelling = pgnpack_spelling_new(reader, NULL);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_OK);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_END); /* of the crowd there is none */
}
END_TEST

/* ---- What the games say ---- */

START_TEST(the_same_event)
{
    struct pgnpack_spelling_pair pair;
    append_crowd(100);
    append_player("Carlsen, Magnus", 30, 20, "Open", 2400, "1991");
    append(
        &(struct meeting){"Calrsen, Magnus", "Somebody, Else", "Open", "1991.02.01", "21", 2400, NULL, NULL});
    open_text(&(struct pack_setup){.level = 3}, NULL);
    ck_assert(find_pair("Calrsen, Magnus", &pair));
    ck_assert_uint_eq(pair.events, 1);
    ck_assert_uint_eq(pair.opponents, 0);
}
END_TEST

START_TEST(entered_twice)
{
    struct pgnpack_spelling_pair pair;
    append_crowd(100);
    append_player("Carlsen, Magnus", 30, 20, "Open", 2400, "1991");
    append_player("Calrsen, Magnus", 30, 5, "Open", 2400, "1991");
    open_text(&(struct pack_setup){.level = 3}, NULL);
    ck_assert(find_pair("Calrsen, Magnus", &pair));
    ck_assert_uint_eq(pair.same_games, 5);
    ck_assert_uint_eq(pair.same_rounds, 0);
}
END_TEST

static void check_facts(const char *from, unsigned opponents, unsigned events, unsigned same_games)
{
    struct pgnpack_spelling_pair pair;
    const struct pgnpack_spelling_options options = {.size = sizeof options, .points_min = 1};
    enum pgnpack_status status;
    open_text(&(struct pack_setup){.level = 3}, NULL);
    pgnpack_free(spelling);
    spelling = pgnpack_spelling_new(reader, &options);
    while ((status = pgnpack_spelling_next(spelling, &pair)) == PGNPACK_OK && !is_name(pair.from, from))
        ;
    ck_assert_int_eq(status, PGNPACK_OK);
    ck_assert_uint_eq(pair.opponents, opponents);
    ck_assert_uint_eq(pair.events, events);
    ck_assert_uint_eq(pair.same_games, same_games);
}

/* An opponent counts by surname and initial: others of that surname are others. */
START_TEST(opponents_by_initial)
{
    append_player("Carlsen, Magnus", 30, 20, "Open", 2400, "1991");
    append(&(struct meeting){"Carlsen, Magnus", "Zeqtad, Peter", "A", "1991.02.01", "1", 2400, NULL, NULL});
    append(&(struct meeting){"Calrsen, Magnus", "Zeqtad, Ivan", "B", "1991.02.01", "1", 2400, NULL, NULL});
    check_facts("Calrsen, Magnus", 0, 0, 0);
    append(&(struct meeting){"Calrsen, Magnus", "Zeqtad, P", "C", "1991.02.01", "1", 2400, NULL, NULL});
    check_facts("Calrsen, Magnus", 1, 0, 0);
    append(&(struct meeting){"Zeqtad, P", "Calrsen, Magnus", "D", "1991.03.01", "1", 2400, NULL, NULL});
    append(&(struct meeting){"Calrsen, Magnus", "Zeqtad, P", "-", "1991.04.01", "-", 2400, NULL, NULL});
    append(&(struct meeting){"Carlsen, Magnus", "Hbod, I", "-", "1991.05.01", "-", 2400, NULL, NULL});
    check_facts("Calrsen, Magnus", 1, 0, 0); /* once, and what is not known is no event */
}
END_TEST

/* Nobody is no opponent that two names have in common; and of games that tell nothing at all, names alone are left. */
START_TEST(unknown_opponents)
{
    static const char *const unknown[] = {"?", "", "-"};
    for (unsigned i = 0; i < 3; i++)
        append(&(struct meeting){"Carlsen, Magnus", unknown[i], "?", "????.??.??", "?", 0, NULL, NULL});
    append(&(struct meeting){"Calrsen, Magnus", unknown[_i], "?", "????.??.??", "?", 0, NULL, NULL});
    check_facts("Calrsen, Magnus", 0, 0, 0);
}
END_TEST

/* Who met so often that a byte would begin anew is two persons all the same. */
START_TEST(many_games_together)
{
    struct pgnpack_spelling_pair pair;
    const struct pgnpack_spelling_options options = {.size = sizeof options, .points_min = 1};
    append_player("Carlsen, Magnus", 30, 20, "Open", 2400, "1991");
    append_player("Calrsen, Magnus", 30, 3, "Other Open", 2400, "1991");
    for (unsigned i = 0; i < 256; i++)
        append(&(struct meeting){"Carlsen, Magnus", "Calrsen, Magnus", "?", "1991.03.01", "?", 2400, NULL,
                                 NULL});
    open_text(&(struct pack_setup){.level = 3}, NULL);
    spelling = pgnpack_spelling_new(reader, &options);
    while (pgnpack_spelling_next(spelling, &pair) == PGNPACK_OK)
        ck_assert(!is_name(pair.from, "Calrsen, Magnus"));
}
END_TEST

/* The same open of another year is another event; and a round at another site is another round, with the same game or not. */
START_TEST(events_by_year_and_site)
{
    static const char moves[] = "1. d4 d5 2. c4 e6 ";
    append_player("Carlsen, Magnus", 30, 20, "Other", 2400, "1991");
    append(
        &(struct meeting){"Carlsen, Magnus", "Zeqtad, Peter", "Open", "1991.02.01", "1", 2400, NULL, moves});
    append(
        &(struct meeting){"Calrsen, Magnus", "Zeqtad, Peter", "Open", "1992.02.01", "1", 2400, NULL, moves});
    check_facts("Calrsen, Magnus", 1, 0, 0);
    append(
        &(struct meeting){"Calrsen, Magnus", "Zeqtad, Peter", "Open", "1991.02.01", "1", 2400, NULL, moves});
    check_facts("Calrsen, Magnus", 1, 1, 1);
    char *site = strstr((char *)text.data + text.size - 200, "here");
    ck_assert_ptr_nonnull(site);
    memcpy(site, "away", 4);
    check_facts("Calrsen, Magnus", 1, 1, 0);
}
END_TEST

/* What each fact is worth: points with it and without differ. */
START_TEST(points_of_facts)
{
    static const struct {
        const char *from;
        unsigned games, elo;
        const char *year;
        unsigned least, most;
    } cases[] = {
        {"Calrsen, Magnus", 4, 2400, "1991", 78, 82},   /* 46 for letters, 20 of opponents, years, ratings */
        {"Calrsen, Magnus", 4, 0, "1991", 72, 76},      /* of ratings nothing is known */
        {"Calrsen, Magnus", 4, 2600, "1991", 66, 70},   /* 200 points higher */
        {"Calrsen, Magnus", 4, 2850, "1991", 35, 39},   /* 450 */
        {"Calrsen, Magnus", 4, 2400, "2011", 53, 57},   /* twenty years later */
        {"Calrsen, Magnus", 70, 2400, "1991", 62, 66}}; /* so often hardly by mistake */
    struct pgnpack_spelling_pair pair;
    const struct pgnpack_spelling_options options = {.size = sizeof options, .points_min = 1};
    enum pgnpack_status status;
    append_player("Carlsen, Magnus", 30, 100, "Open", 2400, "1991");
    append_player(cases[_i].from, 30, cases[_i].games, "Other", cases[_i].elo, cases[_i].year);
    open_text(&(struct pack_setup){.level = 3}, NULL);
    spelling = pgnpack_spelling_new(reader, &options);
    while ((status = pgnpack_spelling_next(spelling, &pair)) == PGNPACK_OK &&
           !is_name(pair.from, cases[_i].from))
        ;
    ck_assert_int_eq(status, PGNPACK_OK);
    ck_assert_uint_ge(pair.points, cases[_i].least);
    ck_assert_uint_le(pair.points, cases[_i].most);
}
END_TEST

/* Two who are alike, and what shows that they are two. */
START_TEST(two_persons)
{
    struct pgnpack_spelling_pair pair;
    const char *other = _i == 5 ? "Carlsen, M" : "Calrsen, Magnus";
    append_crowd(100);
    append_player("Carlsen, Magnus", 30, 20, "Open", 2400, "1991");
    switch (_i) {
    case 0: /* nothing does */
        append_player(other, 30, 3, "Other Open", 2400, "1991");
        break;
    case 1: /* they met */
        append_player(other, 30, 3, "Other Open", 2400, "1991");
        append(&(struct meeting){other, "Carlsen, Magnus", "Open", "1991.03.01", "?", 2400, NULL, NULL});
        break;
    case 2: /* they played in the same rounds */
        append_player(other, 33, 3, "Open", 2400, "1991");
        break;
    case 3: /* half a life is between them, and 600 points */
        append_player(other, 30, 3, "Other Open", 1800, "2031");
        break;
    case 4: /* FIDE has two numbers for them */
        append(&(struct meeting){other, "Bbodbodgim, Avisbod", "Next", "1991.05.01", "1", 2400,
                                 "[WhiteFideId \"1234\"]\n", NULL});
        append(&(struct meeting){"Carlsen, Magnus", "Bbodbodgim, Avisbod", "Next", "1991.05.02", "2", 2400,
                                 "[WhiteFideId \"1503014\"]\n", NULL});
        break;
    default: /* there are others of that initial */
        append_player("Carlsen, Morten", 30, 20, "Summer Open", 2400, "1991");
        append_player("Carlsen, Michael", 30, 20, "Winter Open", 2400, "1991");
        append_player(other, 30, 3, "Other Open", 2400, "1991");
        break;
    }
    open_text(&(struct pack_setup){.level = 3}, NULL);
    ck_assert_int_eq(find_pair(other, &pair), _i == 0);
}
END_TEST

/* Boards of one round are one round; the same round of another day is another one. */
START_TEST(rounds)
{
    static const struct {
        const char *date, *round;
        unsigned same;
    } games[] = {{"1991.05.01", "7.12", 1}, {"1991.05.01", "7", 1},   {"1991.05.01", "8.3", 0},
                 {"1991.05.02", "7.3", 0},  {"1991.??.??", "7.3", 0}, {"1991.05.01", "?", 0}};
    struct pgnpack_spelling_pair pair;
    struct pgnpack_spelling_options options = {.size = sizeof options, .points_min = 1};
    append(&(struct meeting){"Carlsen, Magnus", "Lodbodgim, Avisbod", "Open", "1991.05.01", "7.3", 2400, NULL,
                             NULL});
    append_player("Carlsen, Magnus", 30, 20, "Other", 2400, "1991");
    append(&(struct meeting){"Calrsen, Magnus", "Zeqtad, Mi", "Open", games[_i].date, games[_i].round, 2400,
                             NULL, NULL});
    append_player("Calrsen, Magnus", 30, 9, "Third", 2400, "1991");
    open_text(&(struct pack_setup){.level = 3}, NULL);
    spelling = pgnpack_spelling_new(reader, &options);
    while (pgnpack_spelling_next(spelling, &pair) == PGNPACK_OK && !is_name(pair.from, "Calrsen, Magnus"))
        ;
    ck_assert_int_eq(pgnpack_error(spelling)->status, PGNPACK_OK);
    ck_assert_uint_eq(pair.same_rounds, games[_i].same);
}
END_TEST

/* With FIDE's same number for both, little else is needed. */
START_TEST(one_number)
{
    struct pgnpack_spelling_pair pair;
    append_player("Carlsen, Magnus", 30, 9, "Open", 2000, "1991");
    append(&(struct meeting){"Carlsen, Magnus", "A, Bc", "X", "1992.05.01", "1", 2400,
                             "[WhiteFideId \"1503014\"]\n", NULL});
    append(&(struct meeting){"Carlsn, M", "D, Ef", "Y", "2003.05.01", "1", 2500,
                             "[WhiteFideId \"1503014\"]\n", NULL});
    open_text(&(struct pack_setup){.level = 3}, NULL);
    ck_assert(find_pair("Carlsn, M", &pair));
    text.size = 0; /* with two numbers, none counts */
    append_player("Carlsen, Magnus", 30, 20, "Open", 2400, "1991");
    append_player("Calrsen, Magnus", 30, 4, "Other Open", 2400, "1991");
    append(&(struct meeting){"Carlsen, Magnus", "A, Bc", "X", "1992.05.01", "1", 2400,
                             "[WhiteFideId \"1\"]\n[BlackFideId \"5\"]\n", NULL});
    append(&(struct meeting){"Carlsen, Magnus", "A, Bc", "X", "1992.05.02", "2", 2400,
                             "[WhiteFideId \"2\"]\n", NULL});
    append(&(struct meeting){"Calrsen, Magnus", "A, Bc", "Y", "1992.05.05", "1", 2400,
                             "[WhiteFideId \"3\"]\n", NULL});
    pgnpack_free(spelling);
    spelling = NULL;
    open_text(&(struct pack_setup){.level = 3}, NULL);
    ck_assert(find_pair("Calrsen, Magnus", &pair));
}
END_TEST

/* ---- Many names ---- */

/* Names of one surname, of which each is like each: the time is that of the names, and no name comes twice. */
START_TEST(a_crowd_of_the_like)
{
    char white[60], black[60];
    static struct pgnpack_text seen[6000];
    size_t count = 0;
    for (unsigned i = 0; i < 4000; i++) {
        snprintf(white, sizeof white, "Smithers, Jo%c%c%c", 'a' + i % 26, 'a' + i / 26 % 26, 'a' + i / 676);
        snprintf(black, sizeof black, "Smithers, J%c%c", 'a' + i % 26, 'a' + i / 26 % 26);
        append(&(struct meeting){white, black, "Club", "1990.05.01", "?", 0, NULL, NULL});
    }
    open_text(&(struct pack_setup){.level = 1}, NULL);
    spelling = pgnpack_spelling_new(
        reader,
        &(struct pgnpack_spelling_options){.size = sizeof(struct pgnpack_spelling_options), .points_min = 1});
    struct pgnpack_spelling_pair pair;
    while (pgnpack_spelling_next(spelling, &pair) == PGNPACK_OK && count < 6000) {
        seen[count++] = pair.from;
        ck_assert(pair.from.data != pair.to.data);
        ck_assert_uint_eq(pair.events, 0); /* where 4,000 games are played says nothing */
    }
    ck_assert_int_eq(pgnpack_error(spelling)->status, PGNPACK_END);
    size_t twice = 0; /* not an assertion each: there are millions */
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            twice += seen[i].data == seen[j].data;
    ck_assert_uint_eq(twice, 0);
    ck_assert_uint_gt(count, 100);
}
END_TEST

/* ---- Other tags, and what is told of names ---- */

START_TEST(events)
{
    struct pgnpack_spelling_pair pair;
    char tag[] = "Event";
    const struct pgnpack_spelling_options options = {.size = sizeof options, .tag = tag};
    append_crowd(30);
    append_player("Carlsen, Magnus", 10, 20, "Wijk aan Zee", 2400, "1991");
    append_player("Calrsen, Magnus", 12, 6, "Wijk an Zee", 2420, "1992");
    open_text(&(struct pack_setup){.level = 3}, NULL);
    spelling = pgnpack_spelling_new(reader, &options);
    memset(tag, 'x', sizeof tag - 1); /* it was copied */
    ck_assert_int_eq(pgnpack_spelling_next(spelling, &pair), PGNPACK_OK);
    ck_assert(is_name(pair.from, "Wijk an Zee") && is_name(pair.to, "Wijk aan Zee"));
    ck_assert_uint_eq(pair.from_games, 6);
    ck_assert_uint_eq(pair.to_games, 20);
    ck_assert_uint_eq(pair.from_facts.first_year, 1992);
    ck_assert_uint_eq(pair.from_facts.last_year, 1992);
    ck_assert_uint_eq(pair.to_facts.first_year, 1991);
    ck_assert_uint_eq(pair.to_facts.rating_max, 0);
    ck_assert_uint_eq(pair.opponents, 0);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, &pair), PGNPACK_END);
}
END_TEST

START_TEST(no_such_tag)
{
    const struct pgnpack_spelling_options options = {.size = sizeof options, .tag = "Nothing"};
    append_crowd(30);
    open_text(&(struct pack_setup){.level = 3}, NULL);
    spelling = pgnpack_spelling_new(reader, &options);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_END);
}
END_TEST

START_TEST(facts)
{
    struct pgnpack_spelling_pair pair;
    append_crowd(60);
    append_player("Carlsen, Magnus", 10, 20, "Spring Open", 2400, "1991");
    append_player("Carlsen, Magnus", 30, 2, "Spring Open", 2450, "1995");
    append_player("Calrsen, Magnus", 12, 6, "Autumn Open", 2420, "1992");
    open_text(&(struct pack_setup){.level = 3}, NULL);
    ck_assert(find_pair("Calrsen, Magnus", &pair));
    ck_assert_uint_eq(pair.from_facts.first_year, 1992);
    ck_assert_uint_eq(pair.from_facts.last_year, 1992);
    ck_assert_uint_eq(pair.to_facts.first_year, 1991);
    ck_assert_uint_eq(pair.to_facts.last_year, 1995);
    ck_assert_uint_eq(pair.from_facts.rating_min, 2420);
    ck_assert_uint_eq(pair.from_facts.rating_max, 2420);
    ck_assert_uint_eq(pair.to_facts.rating_min, 2400);
    ck_assert_uint_eq(pair.to_facts.rating_max, 2450);
}
END_TEST

/* ---- Two names ---- */

static unsigned likeness(const char *a, const char *b, enum pgnpack_name_difference *difference)
{
    return pgnpack_name_likeness((struct pgnpack_text){a, strlen(a)}, (struct pgnpack_text){b, strlen(b)},
                                 difference);
}

START_TEST(two_names)
{
    enum pgnpack_name_difference difference = PGNPACK_NAMES_MORE_WORDS;
    ck_assert_uint_eq(likeness("Carlsen, Magnus", "?", &difference), 0);
    ck_assert_uint_eq(likeness("", "Carlsen, Magnus", &difference), 0);
    ck_assert_uint_eq(likeness("Carlsen, Magnus", "Anand, Viswanathan", &difference), 0);
    ck_assert_uint_eq(
        pgnpack_name_likeness((struct pgnpack_text){NULL, 0}, (struct pgnpack_text){NULL, 0}, NULL), 0);
    ck_assert_int_eq(difference, PGNPACK_NAMES_MORE_WORDS);
    ck_assert_uint_eq(likeness("Carlsen, Magnus", "CARLSEN, MAGNUS", &difference), 100);
    ck_assert_int_eq(difference, PGNPACK_NAMES_SAME_LETTERS);
    ck_assert_uint_ge(likeness("Korchnoi, Viktor", "Kortschnoj, Viktor", &difference), 60);
    ck_assert_int_eq(difference, PGNPACK_NAMES_TRANSLITERATED);
    ck_assert_uint_ge(likeness("Carlsen, M", "Carlsen, Magnus", &difference), 45);
    ck_assert_int_eq(difference, PGNPACK_NAMES_SHORTENED);
    ck_assert_uint_ge(likeness("Calrsen, Magnus", "Carlsen, Magnus", &difference), 60);
    ck_assert_int_eq(difference, PGNPACK_NAMES_MISSPELT);
    ck_assert_uint_eq(likeness("Calrsen, Magnus", "Carlsen, Magnus", NULL),
                      likeness("Carlsen, Magnus", "Calrsen, Magnus", NULL));
}
END_TEST

/* ---- Failures ---- */

static void append_little(void)
{
    append_crowd(60);
    append_player("Carlsen, Magnus", 10, 20, "Spring Open", 2400, "1991");
    append_player("Quoted, \\\"M\\\"", 10, 20, "Spring Open", 2400, "1991");
    append_player("Calrsen, Magnus", 12, 6, "Autumn Open", 2420, "1991");
}

START_TEST(mistakes)
{
    struct pgnpack_spelling_options options = {.size = sizeof options, .points_min = 101};
    append_little();
    open_text(&(struct pack_setup){.level = 3}, NULL);
    spelling = pgnpack_spelling_new(reader, &options);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_ERROR_ARGUMENT);
        ck_assert_ptr_nonnull(strstr(pgnpack_error(spelling)->text, "points_min"));
    }
    pgnpack_free(spelling);
    options.points_min = 100;
    spelling = pgnpack_spelling_new(reader, &options);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_END);
    pgnpack_free(spelling);
    pgnpack_free(reader);
    reader = pgnpack_reader_new(NULL);
    spelling = pgnpack_spelling_new(reader, NULL);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_ERROR_ARGUMENT);
    pgnpack_free(NULL);
}
END_TEST

START_TEST(no_games)
{
    open_text(&(struct pack_setup){.level = 3}, NULL);
    spelling = pgnpack_spelling_new(reader, NULL);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_END);
}
END_TEST

/* A block that cannot be read is passed over, and told once. */
START_TEST(damage)
{
    struct pgnpack_block_info info;
    struct pgnpack_spelling_pair pair;
    append_little();
    open_text(&(struct pack_setup){.level = 3, .block_size = 6000}, NULL);
    ck_assert(pgnpack_reader_block(reader, (uint64_t)_i, &info));
    for (uint64_t i = info.offset + 64; i < info.offset + info.size; i++)
        packed.data[i] ^= 1;
    spelling = pgnpack_spelling_new(reader, NULL);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_ERROR_CORRUPT);
    ck_assert_uint_eq(pgnpack_error(spelling)->game, info.first_game);
    ck_assert_uint_eq(pgnpack_error(spelling)->offset, info.offset);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, &pair), PGNPACK_OK);
    ck_assert(is_name(pair.from, "Calrsen, Magnus"));
    ck_assert_int_eq(pgnpack_spelling_next(spelling, &pair), PGNPACK_END);
}
END_TEST

/* Three rounds, one after the other: what is done never goes back. */
static int note_progress(void *opaque, const struct pgnpack_progress *made)
{
    uint64_t *last = opaque;
    ck_assert_uint_gt(made->done, *last);
    ck_assert_uint_eq(made->all, 3 * pgnpack_reader_info(reader)->game_count);
    *last = made->done;
    return 0;
}

START_TEST(progress)
{
    uint64_t done = 0;
    const struct pgnpack_spelling_options options = {
        .size = sizeof options, .progress = note_progress, .progress_opaque = &done};
    append_little();
    open_text(&(struct pack_setup){.level = 3, .block_size = 20000}, NULL);
    spelling = pgnpack_spelling_new(reader, &options);
    while (pgnpack_spelling_next(spelling, NULL) == PGNPACK_OK)
        ;
    ck_assert_uint_eq(done, 3 * pgnpack_reader_info(reader)->game_count);
}
END_TEST

static int cancel_at(void *opaque, const struct pgnpack_progress *made)
{
    uint64_t *calls = opaque;
    ck_assert_uint_le(made->done, made->all);
    return --*calls == 0;
}

START_TEST(cancelled)
{
    uint64_t calls = (uint64_t)_i, all = 1000;
    struct pgnpack_spelling_options options = {
        .size = sizeof options, .progress = cancel_at, .progress_opaque = &calls};
    append_little();
    open_text(&(struct pack_setup){.level = 3, .block_size = 20000}, NULL);
    spelling = pgnpack_spelling_new(reader, &options);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_ERROR_CANCELLED);
    pgnpack_free(spelling);
    options.progress_opaque = &all;
    spelling = pgnpack_spelling_new(reader, &options);
    ck_assert_int_eq(pgnpack_spelling_next(spelling, NULL), PGNPACK_OK);
    ck_assert_uint_le(all, 1000 - 6);
}
END_TEST

/* Without each piece of memory in turn. */
START_TEST(without_memory)
{
    struct allocation_count calls = {0};
    const struct pgnpack_allocator allocator = counted_allocator(&calls);
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &allocator};
    append_little();
    open_text(&(struct pack_setup){.level = _i, .block_size = 5000}, &options);
    enum pgnpack_status status = PGNPACK_ERROR_MEMORY;
    size_t refused = 0;
    for (size_t fails_at = 1; status != PGNPACK_END; fails_at++) {
        struct pgnpack_spelling_pair pair = {.points = 0};
        calls.fails_once = calls.calls + fails_at;
        struct pgnpack_spelling *made = pgnpack_spelling_new(reader, NULL);
        status = made == NULL ? PGNPACK_ERROR_MEMORY : PGNPACK_OK;
        while (status == PGNPACK_OK)
            status = pgnpack_spelling_next(made, &pair);
        ck_assert_int_eq(status, calls.calls < calls.fails_once ? PGNPACK_END : PGNPACK_ERROR_MEMORY);
        ck_assert_int_eq(pair.points != 0, status == PGNPACK_END);
        refused += status != PGNPACK_END;
        calls.fails_once = 0;
        pgnpack_free(made);
    }
    ck_assert_uint_gt(refused, 20);
    pgnpack_free(reader);
    reader = NULL;
    ck_assert_uint_eq(calls.outstanding, 0);
}
END_TEST

START_TEST(limits)
{
    size_t refused = 0, done = 0;
    append_little();
    for (size_t limit = 100 << 10; limit < 64 << 20; limit += limit / 4) {
        struct limited limited;
        limit_memory(&limited, limit);
        open_text(&(struct pack_setup){.level = 3, .block_size = 6000}, &limited.options);
        size_t before = limited.count.held;
        struct pgnpack_spelling *made = pgnpack_spelling_new(reader, NULL);
        enum pgnpack_status status = made == NULL ? PGNPACK_ERROR_MEMORY_LIMIT : PGNPACK_OK;
        while (status == PGNPACK_OK)
            status = pgnpack_spelling_next(made, NULL);
        ck_assert_int_eq(status, status == PGNPACK_END ? PGNPACK_END : PGNPACK_ERROR_MEMORY_LIMIT);
        ck_assert_uint_le(limited.count.peak, before + 2 * limit + 1);
        refused += status != PGNPACK_END;
        done += status == PGNPACK_END;
        pgnpack_free(made);
        pgnpack_free(reader);
        reader = NULL;
        ck_assert_uint_eq(limited.count.outstanding, 0);
    }
    ck_assert_uint_gt(refused, 1);
    ck_assert_uint_gt(done, 1);
}
END_TEST

Suite *spelling_suite(void)
{
    Suite *suite = suite_create("spelling");
    TCase *test_case = tcase_create("spelling");
    tcase_add_checked_fixture(test_case, NULL, tear_down);
    tcase_add_loop_test(test_case, found, 0, sizeof planted / sizeof planted[0]);
    tcase_add_test(test_case, the_same_event);
    tcase_add_test(test_case, entered_twice);
    tcase_add_test(test_case, opponents_by_initial);
    tcase_add_loop_test(test_case, unknown_opponents, 0, 3);
    tcase_add_test(test_case, many_games_together);
    tcase_add_test(test_case, progress);
    tcase_add_test(test_case, events_by_year_and_site);
    tcase_add_loop_test(test_case, points_of_facts, 0, 6);
    tcase_add_loop_test(test_case, two_persons, 0, 6);
    tcase_add_loop_test(test_case, rounds, 0, 6);
    tcase_add_test(test_case, one_number);
    tcase_add_test(test_case, a_crowd_of_the_like);
    tcase_add_test(test_case, events);
    tcase_add_test(test_case, no_such_tag);
    tcase_add_test(test_case, facts);
    tcase_add_test(test_case, two_names);
    tcase_add_test(test_case, mistakes);
    tcase_add_test(test_case, no_games);
    tcase_add_loop_test(test_case, damage, 0, 2);
    tcase_add_loop_test(test_case, cancelled, 1, 4);
    tcase_add_loop_test(test_case, without_memory, 3, 7);
    tcase_add_test(test_case, limits);
    suite_add_tcase(suite, test_case);
    return suite;
}
