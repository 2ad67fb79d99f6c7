#include "search/text/name_form.h"

#include "search/text/text_fold.h"

/* ---- Keys ---- */

/*
 * What letters become in a key, longest first; those that are not here stay. '^' before: at a word's beginning only, '$'
 * behind: at its end. Letters that several languages write for one sound, of names as they are met in chess.
 */
static const struct {
    const char *from;
    const char *to;
} rules[] = {
    {"schtsch", "h"},
    {"chtch", "h"},
    {"shch", "h"},
    {"stsch", "h"},
    {"tsch", "h"},
    {"^chr", "kr"},
    {"tch", "h"},
    {"sch", "h"},
    {"dzh", "h"},
    {"sh", "h"},
    {"ch", "h"},
    {"zh", "h"},
    {"kh", "h"},
    {"th", "t"},
    {"ph", "v"},
    {"gh", "g"},
    {"gue", "ge"},
    {"gui", "gi"},
    {"ck", "k"},
    {"cs", "ks"},
    {"x", "ks"},
    {"cz", "h"},
    {"ic$", "ih"},
    {"c", "k"},
    {"q", "k"},
    {"w", "v"},
    {"f", "v"},
    {"^ye", "e"},
    {"^je", "e"},
    {"ie", "e"},
    {"ye", "e"},
    {"je", "e"},
    {"ou", "u"},
    {"oe", "o"},
    {"ae", "a"},
    {"ue", "u"},
    {"y", "i"},
    {"j", "i"},
    {"z", "s"},
    /* Cyrillic, which folding made small: */
    {"\xd0\xb0", "a"},
    {"\xd0\xb1", "b"},
    {"\xd0\xb2", "v"},
    {"\xd0\xb3", "g"},
    {"\xd0\xb4", "d"},
    {"\xd0\xb5", "e"},
    {"\xd0\xb6", "h"},
    {"\xd0\xb7", "s"},
    {"\xd0\xb8", "i"},
    {"\xd0\xb9", "i"},
    {"\xd0\xba", "k"},
    {"\xd0\xbb", "l"},
    {"\xd0\xbc", "m"},
    {"\xd0\xbd", "n"},
    {"\xd0\xbe", "o"},
    {"\xd0\xbf", "p"},
    {"\xd1\x80", "r"},
    {"\xd1\x81", "s"},
    {"\xd1\x82", "t"},
    {"\xd1\x83", "u"},
    {"\xd1\x84", "v"},
    {"\xd1\x85", "h"},
    {"\xd1\x86", "ts"},
    {"\xd1\x87", "h"},
    {"\xd1\x88", "h"},
    {"\xd1\x89", "h"},
    {"\xd1\x8a", ""},
    {"\xd1\x8b", "i"},
    {"\xd1\x8c", ""},
    {"\xd1\x8d", "e"},
    {"\xd1\x8e", "iu"},
    {"\xd1\x8f", "ia"},
};

/* How many bytes of the word the rule takes at `at`; 0: it is another's turn. */
static size_t rule_fits(const char *rule, struct text word, size_t at)
{
    size_t size = 0;
    if (*rule == '^' && at != 0)
        return 0;
    for (rule += *rule == '^'; *rule != '\0' && *rule != '$'; rule++, size++)
        if (at + size == word.size || word.data[at + size] != *rule)
            return 0;
    return *rule == '$' && at + size != word.size ? 0 : size;
}

/* A letter that follows itself counts once. */
static size_t put_key(char *key, size_t size, char letter)
{
    if (size == 0 || key[size - 1] != letter)
        key[size++] = letter;
    return size;
}

/* Never longer than the word: no rule makes more bytes than it takes, but "x", whose double is counted in the room. */
static size_t make_key(struct text word, char *key)
{
    size_t size = 0;
    for (size_t at = 0; at < word.size;) {
        size_t taken = 0, rule = 0;
        while (rule < sizeof rules / sizeof rules[0] && (taken = rule_fits(rules[rule].from, word, at)) == 0)
            rule++;
        if (taken == 0)
            size = put_key(key, size, word.data[at++]);
        for (const char *to = taken == 0 ? "" : rules[rule].to; *to != '\0'; to++)
            size = put_key(key, size, *to);
        at += taken;
    }
    return size;
}

/* ---- Words ---- */

int name_word_is_title(struct text word)
{
    static const char *const titles[] = {"gm", "im", "fm", "cm", "wgm", "wim", "wfm", "wcm", "dr", "prof"};
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (text_is(word, titles[i]))
            return 1;
    return 0;
}

int name_word_tells_apart(struct text word)
{
    static const char *const words[] = {"jr", "sr", "jun", "sen", "junior", "senior", "ii", "iii"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (text_is(word, words[i]))
            return 1;
    return 0;
}

static int add_word(struct name_form *form, struct text word, int is_initial)
{
    if (!form->is_value && name_word_is_title(word))
        return 1;
    if (form->count == NAME_FORM_WORDS)
        return 0;
    const struct name_word *before = form->count == 0 ? NULL : &form->words[form->count - 1];
    struct name_word *added = &form->words[form->count++];
    *added = (struct name_word){.start = (uint8_t)(word.data - form->bytes),
                                .size = (uint8_t)word.size,
                                .is_initial = (uint8_t)(is_initial || word.size == 1)};
    added->key_start = before == NULL ? 0 : (uint8_t)(before->key_start + before->key_size);
    for (size_t i = 0; i < word.size; i++)
        added->has_digit |= (uint8_t)is_digit(word.data[i]);
    added->key_size = (uint8_t)make_key(word, form->keys + added->key_start);
    return 1;
}

static int is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Has the name small letters at all? Else capitals say nothing. */
static int has_small_letters(struct text name)
{
    for (size_t i = 0; i < name.size; i++)
        if (name.data[i] >= 'a' && name.data[i] <= 'z')
            return 1;
    return 0;
}

/* Two or three capitals in a row, which are a word for themselves: "FJ". */
static int is_initials(struct text name, size_t at, size_t size)
{
    if (size < 2 || size > 3 || !has_small_letters(name))
        return 0;
    for (size_t i = 0; i < size; i++)
        if (!is_capital(name.data[at + i]))
            return 0;
    return 1;
}

static int add_initials(struct name_form *form, struct text word)
{
    for (size_t i = 0; i < word.size && !name_word_is_title(word); i++)
        if (!add_word(form, (struct text){word.data + i, 1}, 1))
            return 0;
    return 1;
}

/* A word of the name as it is written: letters, digits, apostrophes, which are dropped, and what is not ASCII. */
static size_t raw_word_size(struct text name, size_t at)
{
    size_t size = 0;
    while (at + size < name.size && (folded_is_of_word(name.data[at + size]) || name.data[at + size] == '\''))
        size++;
    return size;
}

/* Folds the word to `used` of form->bytes. */
static struct text fold_word(struct name_form *form, struct text word, size_t used)
{
    char *out = form->bytes + used;
    size_t size = text_fold(word, out), kept = 0;
    for (size_t i = 0; i < size; i++)
        if (folded_is_of_word(out[i]))
            out[kept++] = out[i];
    return (struct text){out, kept};
}

/* Is it worth comparing: are there two letters in a row? */
static int is_of_person(const struct name_form *form)
{
    for (unsigned i = 0; i < form->count; i++)
        if (form->words[i].size > 1 && form->words[i].key_size > 0 && !form->words[i].has_digit)
            return 1;
    return 0;
}

static int make(struct name_form *form, struct text name)
{
    size_t used = 0;
    int has_comma = 0;
    form->count = 0;
    form->surname = 0;
    if (name.size > NAME_FORM_SIZE)
        return 0;
    for (size_t at = 0; at < name.size;) {
        size_t size = raw_word_size(name, at);
        if (size == 0) {
            if (name.data[at] == ',' && !has_comma) {
                has_comma = 1;
                form->surname = form->count;
            }
            at++;
            continue;
        }
        struct text word = fold_word(form, (struct text){name.data + at, size}, used);
        used += word.size;
        /* "Smith, John II", but "Ivanov, II" is Ivan Ivanovich. */
        int is_first = form->count == (has_comma ? form->surname : 0);
        int has_initials =
            !form->is_value && is_initials(name, at, size) && (is_first || !name_word_tells_apart(word));
        if (word.size != 0 && !(has_initials ? add_initials(form, word) : add_word(form, word, 0)))
            return 0;
        at += size;
    }
    if (form->surname == form->count)
        form->surname = 0;
    return is_of_person(form);
}

int name_form_make(struct name_form *form, struct text name)
{
    form->is_value = 0;
    return make(form, name);
}

int value_form_make(struct name_form *form, struct text value)
{
    form->is_value = 1;
    return make(form, value);
}
