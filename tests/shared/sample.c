#include "shared/sample.h"

#include <stdio.h>
#include <string.h>

static const char *const players[] = {
    "Morphy, Paul",         "Carlsen, M.", "Anderssen", "Menchik, Vera", "?",
    "D\xc3\xbcr\xc3\xbcst", "engine 1.0",  ""};
static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};

/* Movetexts without their result. All but the last three are wholly understood. */
static const char *const movetexts[] = {
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7\n8. Nc3 c6 9. Bg5 b5 10. "
    "Nxb5 cxb5 "
    "11. Bxb5+ Nbd7 12. O-O-O Rd8\n13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#",
    "1. e4 { [%clk 0:03:00] } 1... c5 { [%clk 0:03:00] } 2. Nf3 { [%clk 0:02:58] } 2... d6 { [%clk 0:02:59] "
    "} "
    "3. Bb5+ { [%eval 0.31] [%clk 0:02:57] } 3... Bd7 { [%eval 0.4] [%clk 0:02:55] } 4. Bxd7+ { a swap }",
    "1. e4 {d=12, pv=e4 e5 Nf3 Nc6 Bb5 a6, mt=17} e5 {d=13, pv=e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4, mt=4}\n2. Nf3 "
    "{d=12, "
    "pv=Nf3 Nc6 Bb5 a6 Ba4, mt=25} Nc6 {d=14, pv=Nc6 Bb5 Nf6 O-O Nxe4 Re1, mt=3}\n3. Bc4 {d=9, pv=Bc4 Bc5 c3 "
    "Nf6 "
    "and so on, mt=1} Bc5 {d=15, pv=Bc5 c3 Nf6 d4 exd4 e5, mt=6}\n4. c3 {d=13, pv=Nf6 d4 exd4 cxd4 Bb4+, "
    "mt=0}",
    "1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6) 2... e6) 2. c4 $1 e6! 3. Nc3 Nf6?! 4. Bg5 {pinned}\n; the rest is "
    "easy\n"
    "4... Be7 $14 $146 5. e3 O-O",
    "1.e4 e6 2.d4 d5 3.Nc3 Bb4 4.e5 c5 5.a3 Bxc3+ 6.bxc3 Ne7",
    "1. f3 e5 2. g4 Qh4#",
    "",
    "1. e4 e5 2. -- Nc6 3. Nf3 { null }",
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nge2",
    "1. e4 e5 2. Ke3 { no such move } Ke6",
    "1. zzz ((",
    "1. e2e4 e7e5 2. 0-0 {open",
};

static const char *pick(const char *const *list, size_t count, uint64_t *random)
{
    return list[random_below(random, count)];
}

static void append_tag(struct bytes *text, const char *name, const char *value, const char *line_end)
{
    bytes_append_text(text, "[");
    bytes_append_text(text, name);
    bytes_append_text(text, " \"");
    bytes_append_text(text, value);
    bytes_append_text(text, "\"]");
    bytes_append_text(text, line_end);
}

static void append_setup(struct bytes *text, const char *line_end)
{
    append_tag(text, "SetUp", "1", line_end);
    append_tag(text, "FEN", "8/P6k/8/8/8/8/K6p/8 w - - 0 40", line_end);
    bytes_append_text(text, line_end);
    bytes_append_text(text, "40. a8=Q h1=N 41. Qb7+ Kg6 ");
}

static void append_game(struct bytes *text, unsigned number, uint64_t *random)
{
    enum {
        PLAYER_COUNT = sizeof players / sizeof players[0],
        MOVETEXT_COUNT = sizeof movetexts / sizeof movetexts[0]
    };
    const char *line_end = random_below(random, 8) == 0 ? "\r\n" : "\n";
    const char *result = pick(results, 4, random);
    char value[40];
    append_tag(text, "Event", random_below(random, 3) == 0 ? "Blitz" : "Club championship \\\"A\\\"",
               line_end);
    snprintf(value, sizeof value, "%u.%02u.%02u", 1990 + (number / 28) % 30, 1 + number / 3 % 12,
             1 + number % 28);
    append_tag(text, "Date", value, line_end);
    snprintf(value, sizeof value, "%u", number);
    append_tag(text, "Round", value, line_end);
    append_tag(text, "White", pick(players, PLAYER_COUNT, random), line_end);
    append_tag(text, "Black", pick(players, PLAYER_COUNT, random), line_end);
    append_tag(text, "Result", result, line_end);
    if (random_below(random, 2) == 0) {
        snprintf(value, sizeof value, "%u", 1200 + (unsigned)random_below(random, 1600));
        append_tag(text, "WhiteElo", value, line_end);
    }
    if (random_below(random, 9) == 0) {
        append_setup(text, line_end);
    } else {
        bytes_append_text(text, line_end);
        bytes_append_text(text, pick(movetexts, MOVETEXT_COUNT, random));
        bytes_append_text(text, " ");
    }
    bytes_append_text(text, result);
    bytes_append_text(text, line_end);
    bytes_append_text(text, line_end);
}

void append_games(struct bytes *text, unsigned count, uint64_t seed)
{
    uint64_t random = seed;
    for (unsigned i = 0; i < count; i++)
        append_game(text, i + 1, &random);
}

/* ---- Mutations ---- */

static const char *const tokens[] = {"\n",
                                     "\r",
                                     "\r\n",
                                     "\n\n",
                                     " ",
                                     "\t",
                                     "{",
                                     "}",
                                     "(",
                                     ")",
                                     "[",
                                     "]",
                                     "\"",
                                     "\\",
                                     ";",
                                     "%",
                                     "\n%",
                                     "$",
                                     "$255",
                                     "!",
                                     "??",
                                     "e.p.",
                                     "+-",
                                     "--",
                                     "Z0",
                                     "0-0",
                                     "O-O",
                                     "e4",
                                     "Nf3",
                                     "Qxh8#",
                                     "a8=Q",
                                     "1.",
                                     "1...",
                                     "*",
                                     "1-0",
                                     "1/2-1/2",
                                     "\x01",
                                     "\xff",
                                     "\xef\xbb\xbf",
                                     "[Event \"",
                                     "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
                                     "\n[Event \"x\"]\n",
                                     "[Result \"1-0\"]\n",
                                     "[%clk 0:00:01]",
                                     "99999999999.",
                                     "N",
                                     "x",
                                     "=",
                                     "..."};

static void insert(struct bytes *text, size_t at, const void *more, size_t size)
{
    struct bytes copy = {0};
    bytes_append(&copy, text->data, at);
    bytes_append(&copy, more, size);
    bytes_append(&copy, text->data + at, text->size - at);
    bytes_free(text);
    *text = copy;
}

static void repeat_stretch(struct bytes *text, uint64_t *random)
{
    struct bytes stretch = {0};
    size_t from = random_below(random, text->size);
    size_t size = 1 + random_below(random, text->size - from < 300 ? text->size - from : 300);
    bytes_append(&stretch, text->data + from, size);
    insert(text, random_below(random, text->size + 1), stretch.data, size);
    bytes_free(&stretch);
}

static void change_line_ends(struct bytes *text)
{
    struct bytes changed = {0};
    for (size_t i = 0; i < text->size; i++) {
        if (text->data[i] == '\n' && (i == 0 || text->data[i - 1] != '\r'))
            bytes_append(&changed, "\r", 1);
        bytes_append(&changed, text->data + i, 1);
    }
    bytes_free(text);
    *text = changed;
}

static void mutate_once(struct bytes *text, uint64_t *random)
{
    size_t at = text->size == 0 ? 0 : random_below(random, text->size);
    const char *token = pick(tokens, sizeof tokens / sizeof tokens[0], random);
    size_t kind = text->size == 0 ? 0 : random_below(random, 16);
    if (kind < 6)
        insert(text, at, token, strlen(token));
    else if (kind < 9)
        text->data[at] = (uint8_t)next_random(random);
    else if (kind < 12)
        bytes_cut(text, at, 1 + random_below(random, text->size - at < 40 ? text->size - at : 40));
    else if (kind < 14)
        repeat_stretch(text, random);
    else if (kind == 14)
        change_line_ends(text);
    else
        text->size = at;
}

void mutate_text(struct bytes *text, uint64_t *random)
{
    size_t times = 1 + random_below(random, 6);
    for (size_t i = 0; i < times; i++)
        mutate_once(text, random);
}
