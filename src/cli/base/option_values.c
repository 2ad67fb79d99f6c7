#include "cli/base/option_values.h"

#include <stddef.h>
#include <string.h>

#include "cli/base/find_key.h"

const char *option_digits(const char *word, uint64_t *value_ret)
{
    uint64_t value = 0;
    const char *at = word;
    for (; *at >= '0' && *at <= '9'; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return NULL;
        value = value * 10 + digit;
    }
    *value_ret = value;
    return at != word ? at : NULL;
}

int option_number(const char *word, uint64_t min, uint64_t max, uint64_t *value_ret)
{
    uint64_t value;
    const char *end = option_digits(word, &value);
    if (end == NULL || *end != '\0' || value < min || value > max)
        return 0;
    *value_ret = value;
    return 1;
}

int option_size(const char *word, uint64_t *value_ret, int *has_unit_ret)
{
    static const char units[] = "KMGT";
    uint64_t value;
    const char *end = option_digits(word, &value);
    if (end == NULL)
        return 0;
    const char *unit = *end != '\0' ? strchr(units, *end) : NULL;
    unsigned shift = unit != NULL ? 10 * (unsigned)(unit - units + 1) : 0;
    if ((*end != '\0' && (unit == NULL || end[1] != '\0')) || value > UINT64_MAX >> shift)
        return 0;
    *value_ret = value << shift;
    *has_unit_ret = unit != NULL;
    return 1;
}

int option_scheme(const char *word, enum pgnpack_bcgn0_scheme *scheme_ret)
{
    static const char *const names[] = {"fixed", "index", "variable"};
    for (unsigned scheme = 0; scheme < sizeof names / sizeof names[0]; scheme++) {
        const char digit[2] = {(char)('0' + scheme), '\0'};
        if (strcmp(word, names[scheme]) == 0 || strcmp(word, digit) == 0) {
            *scheme_ret = (enum pgnpack_bcgn0_scheme)scheme;
            return 1;
        }
    }
    return 0;
}

int option_shard(const char *word, uint64_t *shard_ret, uint64_t *count_ret)
{
    uint64_t shard, count;
    const char *at = option_digits(word, &shard);
    if (at == NULL || *at != '/' || !option_number(at + 1, 1, UINT32_MAX, &count) || shard == 0 ||
        shard > count)
        return 0;
    *shard_ret = shard - 1;
    *count_ret = count;
    return 1;
}

const char *option_moves_name(enum pgnpack_moves moves)
{
    static const char *const names[] = {NULL, "index", "bits", "model", "best", "table"};
    return (unsigned)moves < sizeof names / sizeof names[0] ? names[moves] : "unknown";
}

int option_moves(const char *word, enum pgnpack_moves *moves_ret)
{
    for (unsigned moves = PGNPACK_MOVES_INDEX; moves <= PGNPACK_MOVES_TABLE; moves++)
        if (strcmp(word, option_moves_name((enum pgnpack_moves)moves)) == 0) {
            *moves_ret = (enum pgnpack_moves)moves;
            return 1;
        }
    return 0;
}

/* Place of the word in the list, which NULL ends; -1: it is not in it. */
static int find_word(const char *word, const char *const *words)
{
    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return -1;
}

int option_split(const char *word, enum split *split_ret)
{
    static const char *const words[] = {"date", "month", "eco", "code", NULL};
    int place = strcmp(word, "year") == 0 ? 0 : find_word(word, words);
    if (place < 0)
        return 0;
    *split_ret = (enum split)(SPLIT_YEAR + place);
    return 1;
}

int option_split_tag(const char *word, size_t *size_ret, uint64_t *letters_ret)
{
    const char *colon = strchr(word, ':');
    *size_ret = colon != NULL ? (size_t)(colon - word) : strlen(word);
    *letters_ret = 0;
    return *size_ret <= TAG_NAME_SIZE_MAX && find_key_is_tag(word, *size_ret) &&
           (colon == NULL || option_number(colon + 1, 1, SPLIT_LETTERS_MAX, letters_ret));
}

static const char *const duplicate_kinds[] = {
    [PGNPACK_DUPLICATE_EXACT] = "exact",
    [PGNPACK_DUPLICATE_LOOSE] = "loose",
    [PGNPACK_DUPLICATE_VERSION] = "version",
};

int option_duplicates(const char *word, enum pgnpack_duplicate_kind *kind_ret)
{
    for (unsigned i = PGNPACK_DUPLICATE_EXACT; i < sizeof duplicate_kinds / sizeof duplicate_kinds[0]; i++)
        if (strcmp(word, duplicate_kinds[i]) == 0) {
            *kind_ret = (enum pgnpack_duplicate_kind)i;
            return 1;
        }
    return 0;
}

const char *option_duplicates_word(enum pgnpack_duplicate_kind kind)
{
    return duplicate_kinds[kind];
}

int option_keep_rule(const char *word, enum pgnpack_keep *keep_ret)
{
    static const char *const names[] = {"rank", "text", "comments", "tags", "first", "last"};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(word, names[i]) == 0) {
            *keep_ret = (enum pgnpack_keep)i;
            return 1;
        }
    return 0;
}

int option_is_condition(const char *name, size_t name_size)
{
    struct pgnpack_query_word word;
    for (size_t i = 0; pgnpack_query_word(i, &word); i++)
        if (strlen(word.name) == name_size && memcmp(word.name, name, name_size) == 0)
            return 1;
    return 0;
}

int option_month(const char *word, unsigned *year_ret, unsigned *month_ret)
{
    uint64_t year, month;
    const char *behind = option_digits(word, &year);
    if (behind == NULL || behind != word + 4 || (*behind != '-' && *behind != '.') || year < 1900 ||
        year > 2999 || !option_number(behind + 1, 1, 12, &month))
        return 0;
    *year_ret = (unsigned)year;
    *month_ret = (unsigned)month;
    return 1;
}
