#include "search/text/text_pattern.h"

#include "search/text/text_fold.h"

enum { IS_GLOB, IS_WHOLE, IS_ROUND, IS_WORDS };

/* Wildcards, in bytes of an alternative: folded texts have none below ' '. */
enum { ANY_TEXT = 1, ANY_CHARACTER = 2 };

/* ---- Reading a pattern ---- */

/* Bytes of an alternative before they are folded: wildcards are told from literal signs. */
struct reading {
    struct text source;
    size_t at;
    char bytes[PATTERN_SIZE_MAX];
    size_t size;
    int has_wildcard;
};

static int is_escape(const struct reading *reading)
{
    return reading->source.data[reading->at] == '\\' && reading->at + 1 < reading->source.size &&
           memchr("*?|=\\", reading->source.data[reading->at + 1], 5) != NULL;
}

/* Up to the next "|", or the end. `is_whole`: wildcards are none. */
static void read_alternative(struct reading *reading, int is_whole)
{
    reading->size = 0;
    reading->has_wildcard = 0;
    for (; reading->at < reading->source.size && reading->source.data[reading->at] != '|'; reading->at++) {
        int is_escaped = is_escape(reading);
        reading->at += (size_t)is_escaped;
        char c = reading->source.data[reading->at];
        int is_wildcard = !is_escaped && !is_whole && (c == '*' || c == '?');
        if ((unsigned char)c < ' ')
            c = ' ';
        if (is_wildcard)
            c = c == '*' ? ANY_TEXT : ANY_CHARACTER;
        reading->has_wildcard |= is_wildcard;
        reading->bytes[reading->size++] = c;
    }
}

/* Folds what stands between wildcards. Returns the size. */
static size_t fold_around_wildcards(struct text text, char *out)
{
    size_t size = 0, from = 0;
    for (size_t i = 0; i <= text.size; i++) {
        if (i < text.size && (unsigned char)text.data[i] >= ' ')
            continue;
        int is_wildcard = i < text.size && text.data[i] <= ANY_CHARACTER;
        if (i < text.size && !is_wildcard)
            continue;
        size += text_fold((struct text){text.data + from, i - from}, out + size);
        if (is_wildcard)
            out[size++] = text.data[i];
        from = i + 1;
    }
    return size;
}

/* The words that the fewest texts have stand first: of two where one begins the other, the longer and the whole one. */
static int is_harder(const struct pattern_word *word, const struct pattern_word *other)
{
    return word->size != other->size ? word->size > other->size : word->is_whole > other->is_whole;
}

static void insert_word(struct pattern_alternative *alternative, struct pattern_word word)
{
    size_t i = alternative->word_count++;
    for (; i > 0 && is_harder(&word, &alternative->words[i - 1]); i--)
        alternative->words[i] = alternative->words[i - 1];
    alternative->words[i] = word;
}

/* Returns 0 when there are too many. */
static int find_words(struct pattern_alternative *alternative, const char *bytes)
{
    alternative->word_count = 0;
    for (size_t i = 0; i < alternative->size;) {
        size_t start = i, digits = 0;
        for (; i < alternative->size && folded_is_of_word(bytes[i]); i++)
            digits += is_digit(bytes[i]) != 0;
        if (i == start) {
            i++;
            continue;
        }
        if (alternative->word_count == PATTERN_WORDS_MAX)
            return 0;
        int ends_by_comma = i < alternative->size && bytes[i] == ',';
        insert_word(alternative, (struct pattern_word){(uint16_t)start, (uint16_t)(i - start),
                                                       (uint8_t)(ends_by_comma || digits == i - start)});
    }
    return 1;
}

/* Of folded texts, which have no other blanks. */
static int is_blank(struct text text)
{
    while (text.size != 0 && text.data[text.size - 1] == ' ')
        text.size--;
    return text.size == 0;
}

static const char *add_alternative(struct text_pattern *pattern, struct reading *reading, size_t *used,
                                   enum pattern_way way)
{
    if (pattern->alternative_count == PATTERN_ALTERNATIVES_MAX)
        return "it has more than 32 alternatives";
    struct pattern_alternative *alternative = &pattern->alternatives[pattern->alternative_count++];
    int is_whole = reading->at < reading->source.size && reading->source.data[reading->at] == '=';
    reading->at += (size_t)is_whole;
    read_alternative(reading, is_whole);
    char *bytes = pattern->bytes + *used;
    size_t size = fold_around_wildcards((struct text){reading->bytes, reading->size}, bytes);
    *alternative = (struct pattern_alternative){.start = (uint16_t)*used, .size = (uint16_t)size};
    *used += size;
    if (!is_whole && is_blank((struct text){bytes, size}))
        return "it is empty, or has an empty alternative; \"=\" is what is empty";
    if (!find_words(alternative, bytes))
        return "it has more than 16 words";
    alternative->kind = reading->has_wildcard                                              ? IS_GLOB
                        : is_whole || way == PATTERN_WHOLE || alternative->word_count == 0 ? IS_WHOLE
                        : way == PATTERN_ROUND                                             ? IS_ROUND
                                                                                           : IS_WORDS;
    return NULL;
}

const char *text_pattern_parse(struct text_pattern *pattern, struct text source, enum pattern_way way)
{
    struct reading reading = {.source = source};
    size_t used = 0;
    if (source.size > PATTERN_SIZE_MAX)
        return "it is longer than 1,000 bytes";
    pattern->alternative_count = 0;
    for (;;) {
        const char *trouble = add_alternative(pattern, &reading, &used, way);
        if (trouble != NULL || reading.at == source.size)
            return trouble;
        reading.at++; /* "|" */
    }
}

/* ---- Holding a text against it ---- */

static size_t character_size(struct text text, size_t at)
{
    size_t size = 1;
    while (((unsigned char)text.data[at] & 0xc0) == 0xc0 && at + size < text.size &&
           ((unsigned char)text.data[at + size] & 0xc0) == 0x80)
        size++;
    return size;
}

/* Where a step fails, the last ANY_TEXT takes one character more: those before it never need to. */
static int fits_glob(struct text glob, struct text text)
{
    size_t g = 0, t = 0, star = SIZE_MAX, taken = 0;
    while (t < text.size || g < glob.size) {
        char c = g < glob.size ? glob.data[g] : ' ';
        if (g < glob.size && c == ANY_TEXT) {
            star = ++g;
            taken = t;
            if (g == glob.size)
                return 1;
        } else if (g < glob.size && t < text.size && (c == ANY_CHARACTER || c == text.data[t])) {
            t += c == ANY_CHARACTER ? character_size(text, t) : 1;
            g++;
        } else if (star != SIZE_MAX && taken < text.size) {
            g = star;
            t = taken += character_size(text, taken);
        } else {
            return 0;
        }
    }
    return 1;
}

static size_t end_of_word(struct text text, size_t at)
{
    while (at < text.size && folded_is_of_word(text.data[at]))
        at++;
    return at;
}

static int is_taken(size_t place, const size_t *taken, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (taken[i] == place)
            return 1;
    return 0;
}

/* The place of a word that begins with this one, and is free. SIZE_MAX: there is none. */
static size_t find_word(struct text text, struct text word, int is_whole, const size_t *taken, size_t count)
{
    for (size_t at = 0; text.size - at >= word.size; at++) {
        const char *found = memchr(text.data + at, word.data[0], text.size - word.size + 1 - at);
        if (found == NULL)
            return SIZE_MAX;
        at = (size_t)(found - text.data);
        if ((at == 0 || !folded_is_of_word(found[-1])) && memcmp(found, word.data, word.size) == 0 &&
            (!is_whole || end_of_word(text, at) == at + word.size) && !is_taken(at, taken, count))
            return at;
    }
    return SIZE_MAX;
}

static int fits_words(const struct pattern_alternative *alternative, const char *bytes, struct text text)
{
    size_t taken[PATTERN_WORDS_MAX];
    for (size_t i = 0; i < alternative->word_count; i++) {
        const struct pattern_word *word = &alternative->words[i];
        taken[i] = find_word(text, (struct text){bytes + word->start, word->size}, word->is_whole, taken, i);
        if (taken[i] == SIZE_MAX)
            return 0;
    }
    return 1;
}

static int fits(const struct text_pattern *pattern, const struct pattern_alternative *alternative,
                struct text text)
{
    const char *bytes = pattern->bytes + alternative->start;
    const struct text whole = {bytes, alternative->size};
    switch (alternative->kind) {
    case IS_GLOB:
        return fits_glob(whole, text);
    case IS_WHOLE:
        return text_equal(whole, text);
    case IS_ROUND:
        return text.size >= whole.size && memcmp(text.data, whole.data, whole.size) == 0 &&
               (text.size == whole.size || text.data[whole.size] == '.');
    default:
        return fits_words(alternative, bytes, text);
    }
}

int text_pattern_fits(const struct text_pattern *pattern, struct text folded)
{
    for (size_t i = 0; i < pattern->alternative_count; i++)
        if (fits(pattern, &pattern->alternatives[i], folded))
            return 1;
    return 0;
}
