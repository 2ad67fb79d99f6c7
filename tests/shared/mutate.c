#include "shared/mutate.h"

#include <string.h>

/* A part of the text. */
struct stretch {
    size_t at, size;
};

/* Puts `more` in the place of a stretch. */
static void replace(struct bytes *text, struct stretch old, const void *more, size_t size)
{
    struct bytes changed = {0};
    bytes_append(&changed, text->data, old.at);
    bytes_append(&changed, more, size);
    bytes_append(&changed, text->data + old.at + old.size, text->size - old.at - old.size);
    bytes_free(text);
    *text = changed;
}

static void replace_by_text(struct bytes *text, struct stretch old, const char *more)
{
    replace(text, old, more, strlen(more));
}

/* What stands between white space. */
static int is_space(uint8_t byte)
{
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

static struct stretch token_from(const struct bytes *text, size_t at)
{
    while (at < text->size && is_space(text->data[at]))
        at++;
    size_t end = at;
    while (end < text->size && !is_space(text->data[end]))
        end++;
    return (struct stretch){at, end - at};
}

/* One at random; may be empty at the text's end. */
static struct stretch any_token(const struct bytes *text, uint64_t *random)
{
    size_t at = random_below(random, text->size);
    while (at > 0 && !is_space(text->data[at - 1]))
        at--;
    return token_from(text, at);
}

/* A line with its end. */
static struct stretch any_line(const struct bytes *text, uint64_t *random)
{
    size_t at = random_below(random, text->size);
    while (at > 0 && text->data[at - 1] != '\n')
        at--;
    size_t end = at;
    while (end < text->size && text->data[end++] != '\n')
        continue;
    return (struct stretch){at, end - at};
}

/* The next one of these bytes, from a place at random on. */
static int find_any(const struct bytes *text, const char *set, uint64_t *random, struct stretch *found)
{
    size_t from = random_below(random, text->size);
    for (size_t i = 0; i < text->size; i++) {
        size_t at = (from + i) % text->size;
        if (text->data[at] != '\0' && strchr(set, text->data[at]) != NULL) {
            *found = (struct stretch){at, 1};
            return 1;
        }
    }
    return 0;
}

static const char *pick(const char *const *list, size_t count, uint64_t *random)
{
    return list[random_below(random, count)];
}

#define PICK(list, random) pick(list, sizeof(list) / sizeof(list)[0], random)

static void copy_to(struct bytes *text, struct stretch from, size_t at)
{
    struct bytes copy = {0};
    bytes_append(&copy, text->data + from.at, from.size);
    bytes_append(&copy, " ", from.size > 0 && !is_space(copy.data[from.size - 1]));
    replace(text, (struct stretch){at, 0}, copy.data, copy.size);
    bytes_free(&copy);
}

static void swap(struct bytes *text, struct stretch first, struct stretch second)
{
    struct bytes both = {0};
    if (first.at + first.size > second.at)
        return;
    bytes_append(&both, text->data + second.at, second.size);
    bytes_append(&both, text->data + first.at + first.size, second.at - first.at - first.size);
    bytes_append(&both, text->data + first.at, first.size);
    replace(text, (struct stretch){first.at, both.size}, both.data, both.size);
    bytes_free(&both);
}

static void change_token(struct bytes *text, uint64_t *random)
{
    static const char *const others[] = {
        "e4", "Nf3", "O-O",  "Nbd7", "exd5", "e8=Q+", "bxa1=N#", "Qh4xe1", "Ngxe5+", "--",  "e.p.", "1-0",
        "*",  "$6",  "$139", "!!",   "?!",   "1.",    "12...",   "0-0-0",  "e7e8q",  "+/-", "=",    "1/2"};
    struct stretch token = any_token(text, random);
    struct stretch next = token_from(text, token.at + token.size);
    switch (random_below(random, 5)) {
    case 0:
        replace_by_text(text, token, "");
        break;
    case 1:
        copy_to(text, token, token.at);
        break;
    case 2:
        swap(text, token, next);
        break;
    case 3:
        copy_to(text, token, any_token(text, random).at);
        break;
    default:
        replace_by_text(text, token, PICK(others, random));
        break;
    }
}

void annotate_pgn(struct bytes *text, uint64_t *random)
{
    static const char *const ways[] = {
        "(%)", "{a comment}", "$7", "!", "(% {deeper} (%))", "(%) {behind} (% $1)", "--", ";rest\n"};
    struct stretch token = text->size == 0 ? (struct stretch){0, 0} : any_token(text, random);
    if (token.size < 2 || token.size > 7 || strchr("abcdefghKQRBNO", text->data[token.at]) == NULL)
        return;
    struct bytes more = {0};
    for (const char *at = PICK(ways, random); *at != '\0'; at++)
        bytes_append(&more, *at == '%' ? (const void *)(text->data + token.at) : at,
                     *at == '%' ? token.size : 1);
    size_t behind = token.at + token.size;
    bytes_append(&more, " ", 1);
    replace(text, (struct stretch){behind, 0}, more.data, more.size);
    replace_by_text(text, (struct stretch){behind, 0}, " ");
    bytes_free(&more);
}

/* A bracket or quote is left out, doubled, put where there was none, or made another one. */
static void change_bracket(struct bytes *text, uint64_t *random)
{
    static const char *const signs[] = {"{", "}", "(", ")", "[", "]", "\"", "\\\"", ";", "<", ">", "\\"};
    struct stretch found = {random_below(random, text->size), 0};
    if (random_below(random, 4) != 0 && !find_any(text, "{}()[]\"", random, &found))
        return;
    if (random_below(random, 3) == 0)
        copy_to(text, found, found.at);
    else
        replace_by_text(text, found, random_below(random, 2) ? "" : PICK(signs, random));
}

static void change_number(struct bytes *text, uint64_t *random)
{
    static const char *const numbers[] = {"0",     "00",   "-1",   "+3",  "255",        "256",
                                          "65536", "1.50", "3.10", "1e9", "4294967296", "99999999999",
                                          "007",   "?",    "60",   "2700"};
    struct stretch found;
    if (!find_any(text, "0123456789", random, &found))
        return;
    while (found.at + found.size < text->size && text->data[found.at + found.size] >= '0' &&
           text->data[found.at + found.size] <= '9')
        found.size++;
    char digit[2] = {(char)('0' + random_below(random, 10)), '\0'};
    replace_by_text(text, found, random_below(random, 2) ? digit : PICK(numbers, random));
}

static void change_line(struct bytes *text, uint64_t *random)
{
    static const char *const lines[] = {
        "\n",
        "[Event \"another\"]\n",
        "[Event  \"spaced\" ]\n",
        "[Site\"none\"]\n",
        "[Empty \"\"]\n",
        "[Result \"1/2-1/2\"]\n",
        "[White \"a \\\"b\\\" \\\\\"]\n",
        "[WhiteElo \"2500\"]\n",
        "[Date \"2024.??.??\"]\n",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n",
        "[Variant \"chess960\"]\n",
        "[TimeControl \"300+3\"]\n",
        "% a line for programs\n",
        "; a line for people\n",
        "{ a comment\nof two lines }\n",
        "1-0\n\n"};
    struct stretch line = any_line(text, random);
    struct stretch other = any_line(text, random);
    switch (random_below(random, 5)) {
    case 0:
        replace_by_text(text, line, "");
        break;
    case 1:
        copy_to(text, line, other.at);
        break;
    case 2:
        swap(text, line.at < other.at ? line : other, line.at < other.at ? other : line);
        break;
    default:
        replace_by_text(text, (struct stretch){line.at, 0}, PICK(lines, random));
        break;
    }
}

/* White space of another kind, at one place or, sometimes, everywhere. */
static void change_space(struct bytes *text, uint64_t *random)
{
    static const char *const spaces[] = {"", " ", "  ", "\n", "\r\n", "\r", "\t", "\n\n", " \n", "\n "};
    const char *space = PICK(spaces, random);
    struct stretch found;
    const char *kind = random_below(random, 2) ? "\n" : " ";
    if (!find_any(text, kind, random, &found))
        return;
    if (random_below(random, 4) != 0) {
        replace_by_text(text, found, space);
        return;
    }
    struct bytes changed = {0};
    for (size_t i = 0; i < text->size; i++)
        if (text->data[i] == (uint8_t)kind[0] && i >= found.at)
            bytes_append_text(&changed, space);
        else
            bytes_append(&changed, text->data + i, 1);
    bytes_free(text);
    *text = changed;
}

/* Latin-1 as UTF-8, UTF-8 once more, marks of byte order, letters beyond ASCII in names. */
static void change_encoding(struct bytes *text, uint64_t *random)
{
    static const char *const letters[] = {
        "\xe9",     "\xc3\xa9", "\xc3\x83\xc2\xa9", "\xef\xbb\xbf", "\xff\xfe", "\xe2\x99\x9e",
        "\xc2\xa0", "\x1a",     "\xf0\x9f\x98\x80", "\x84\x93",     "\xc3"};
    struct bytes changed = {0};
    if (random_below(random, 3) != 0) {
        size_t at = random_below(random, 4) ? random_below(random, text->size) : 0;
        replace_by_text(text, (struct stretch){at, 0}, PICK(letters, random));
        return;
    }
    for (size_t i = 0; i < text->size; i++) {
        uint8_t byte = text->data[i];
        uint8_t pair[2] = {(uint8_t)(0xc0 | byte >> 6), (uint8_t)(0x80 | (byte & 0x3f))};
        bytes_append(&changed, byte < 0x80 ? &byte : pair, byte < 0x80 ? 1 : 2);
    }
    bytes_free(text);
    *text = changed;
}

static void mutate_once(struct bytes *text, uint64_t *random)
{
    static void (*const ways[])(struct bytes *, uint64_t *) = {
        change_token, change_token,  change_token, change_bracket, change_bracket,
        change_line,  change_number, change_space, change_line,    change_encoding,
        annotate_pgn, annotate_pgn,  annotate_pgn};
    if (text->size > 0)
        ways[random_below(random, sizeof ways / sizeof ways[0])](text, random);
}

void mutate_pgn(struct bytes *text, uint64_t *random)
{
    size_t times = 1 + random_below(random, 8);
    for (size_t i = 0; i < times; i++)
        mutate_once(text, random);
}
