#include "search/text/name_likeness.h"

/* ---- Distance: Damerau's, of neighbours once exchanged nothing else is changed (optimal string alignment) ---- */

enum { DISTANCE_TEXT_MAX = 64 };

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned text_distance(struct text a, struct text b, unsigned most)
{
    uint8_t
        rows[3][DISTANCE_TEXT_MAX + 1]; /* of a's prefixes: this one's, the one before, the one before that */
    size_t difference = a.size < b.size ? b.size - a.size : a.size - b.size;
    if (difference > most || a.size > DISTANCE_TEXT_MAX || b.size > DISTANCE_TEXT_MAX)
        return most + 1;
    for (size_t j = 0; j <= b.size; j++)
        rows[0][j] = (uint8_t)j;
    for (size_t i = 1; i <= a.size; i++) {
        uint8_t *row = rows[i % 3], *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        unsigned smallest = row[0] = (uint8_t)i;
        for (size_t j = 1; j <= b.size; j++) {
            unsigned cost = a.data[i - 1] != b.data[j - 1];
            unsigned best = least(least(last[j] + 1u, row[j - 1] + 1u), last[j - 1] + cost);
            if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] && a.data[i - 2] == b.data[j - 1])
                best = least(best, before[j - 2] + 1u);
            row[j] = (uint8_t)best;
            smallest = least(smallest, best);
        }
        if (smallest > most + 1)
            return most + 1;
    }
    return least(rows[a.size % 3][b.size], most + 1);
}

/* ---- Words ---- */

struct likeness {
    unsigned points; /* of 100 */
    unsigned difference;
};

static const struct likeness none = {0, NAMES_MISSPELT}, same = {100, NAMES_SAME_LETTERS};

static struct likeness both(struct likeness a, struct likeness b)
{
    return (struct likeness){a.points * b.points / 100,
                             a.difference > b.difference ? a.difference : b.difference};
}

static int is_vowel(char c)
{
    return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y';
}

/* "Ivanov" and "Ivanova", "Daniel" and "Daniela": most often a man and a woman. */
static int differ_in_last_vowel(struct text a, struct text b)
{
    struct text longer = a.size > b.size ? a : b, shorter = a.size > b.size ? b : a;
    if (longer.size - shorter.size == 1)
        return memcmp(longer.data, shorter.data, shorter.size) == 0 && is_vowel(longer.data[shorter.size]);
    return longer.size == shorter.size && longer.size != 0 &&
           memcmp(longer.data, shorter.data, longer.size - 1) == 0 &&
           is_vowel(longer.data[longer.size - 1]) && is_vowel(shorter.data[longer.size - 1]);
}

/* What a slip or two is worth: the longer the word, the less likely that it is another one. */
static unsigned points_of_slips(struct text a, struct text b, unsigned slips)
{
    size_t size = a.size < b.size ? a.size : b.size;
    unsigned points = size >= 8 ? 85 : size >= 6 ? 75 : size >= 5 ? 60 : size >= 4 ? 45 : 30;
    if (slips > 1)
        points = size >= 8 ? 60 : 0;
    if (points != 0 && a.data[0] != b.data[0])
        points -= 15;
    if (points != 0 && differ_in_last_vowel(a, b))
        points -= 25;
    return points;
}

static struct likeness compare_words(struct text a, struct text b, struct text key, struct text other_key)
{
    if (text_equal(a, b))
        return same;
    if (text_equal(key, other_key) && key.size != 0)
        return (struct likeness){key.size >= 5 ? 90 : key.size >= 3 ? 80 : 40, NAMES_TRANSLITERATED};
    unsigned slips = text_distance(a, b, 2), key_slips = text_distance(key, other_key, 1);
    if (slips <= 2 && a.size != 0 && b.size != 0) {
        unsigned points = points_of_slips(a, b, slips);
        return points == 0 ? none : (struct likeness){points, NAMES_MISSPELT};
    }
    if (key_slips <= 1 && key.size >= 6)
        return (struct likeness){60, NAMES_MISSPELT};
    return none;
}

/* Words of a form, from `first` on. */
struct part {
    const struct name_form *form;
    unsigned first, count;
};

static const struct name_word *word_of(struct part part, unsigned i)
{
    return &part.form->words[part.first + i];
}

static struct text text_of_word(struct part part, unsigned i)
{
    return name_form_word(part.form, part.first + i);
}

static struct likeness compare_at(struct part a, unsigned i, struct part b, unsigned j)
{
    if (word_of(a, i)->has_digit || word_of(b, j)->has_digit)
        return text_equal(text_of_word(a, i), text_of_word(b, j)) ? same : none;
    return compare_words(text_of_word(a, i), text_of_word(b, j), name_form_key(a.form, a.first + i),
                         name_form_key(b.form, b.first + j));
}

/* ---- Surnames ---- */

/* All words as one: "Van Wely" and "Vanwely". They follow each other without gaps. */
static struct text joined(struct part part)
{
    struct text text = text_of_word(part, 0);
    for (unsigned i = 1; i < part.count; i++)
        text.size += word_of(part, i)->size;
    return text;
}

static struct likeness compare_surnames(struct part a, struct part b)
{
    struct likeness likeness = same;
    if (a.count != b.count && text_equal(joined(a), joined(b)))
        return same;
    struct part few = a.count < b.count ? a : b, many = a.count < b.count ? b : a;
    unsigned shift =
        few.count < many.count && compare_at(few, 0, many, 0).points == 0 ? many.count - few.count : 0;
    for (unsigned i = 0; i < many.count; i++)
        if ((i < shift || i >= shift + few.count) && name_word_tells_apart(text_of_word(many, i)))
            return none;
    for (unsigned i = 0; i < few.count; i++)
        likeness = both(likeness, compare_at(few, i, many, shift + i));
    if (few.count < many.count)
        likeness = both(likeness, (struct likeness){65, NAMES_MORE_WORDS});
    return likeness;
}

/* ---- Given names ---- */

/* "M", "Mag" of "Magnus": in the letters, or in those of the key. */
static int begins_with(struct text word, struct text start)
{
    return start.size < word.size && memcmp(word.data, start.data, start.size) == 0;
}

static struct likeness compare_given(struct part a, unsigned i, struct part b, unsigned j)
{
    struct text first = text_of_word(a, i), second = text_of_word(b, j);
    if (first.size > second.size) {
        struct text other = first;
        first = second;
        second = other;
    }
    if (word_of(a, i)->has_digit || word_of(b, j)->has_digit)
        return compare_at(a, i, b, j);
    if (begins_with(second, first) && !differ_in_last_vowel(first, second))
        return (struct likeness){first.size == 1 ? 75 : first.size == 2 ? 85 : 90, NAMES_SHORTENED};
    if (word_of(a, i)->is_initial && word_of(b, j)->is_initial && first.data[0] != second.data[0])
        return none;
    return compare_at(a, i, b, j);
}

/* What one has more: a second given name, or its initial. */
static struct likeness compare_rest(struct part many, unsigned from)
{
    struct likeness likeness = same;
    for (unsigned i = from; i < many.count; i++) {
        if (name_word_tells_apart(text_of_word(many, i)) || word_of(many, i)->has_digit)
            return none;
        likeness =
            both(likeness, (struct likeness){word_of(many, i)->is_initial ? 90 : 80, NAMES_MORE_WORDS});
    }
    return likeness;
}

static struct likeness compare_givens(struct part a, struct part b)
{
    struct part few = a.count < b.count ? a : b, many = a.count < b.count ? b : a;
    struct likeness likeness = same;
    if (few.count == 0 && many.count != 0)
        return both((struct likeness){50, NAMES_SHORTENED}, compare_rest(many, 1));
    for (unsigned i = 0; i < few.count; i++)
        likeness = both(likeness, compare_given(few, i, many, i));
    return likeness.points == 0 ? none : both(likeness, compare_rest(many, few.count));
}

/* ---- Names ---- */

/* Ways to take a name apart: at its comma; or else the last word is the surname, or the first one. */
static unsigned way_count(const struct name_form *form)
{
    return form->surname != 0 || form->count == 1 ? 1 : 2;
}

static void take_apart(const struct name_form *form, unsigned way, struct part *surname, struct part *given)
{
    unsigned count = form->surname != 0 ? form->surname : 1;
    int is_last = form->surname == 0 && way == 0;
    *surname = (struct part){form, is_last ? form->count - 1 : 0, count};
    *given = (struct part){form, is_last ? 0 : count, form->count - count};
}

unsigned name_likeness(const struct name_form *a, const struct name_form *b,
                       enum name_difference *difference_ret)
{
    struct likeness best = none;
    for (unsigned i = 0; i < way_count(a) * way_count(b); i++) {
        struct part surname[2], given[2];
        take_apart(a, i % way_count(a), &surname[0], &given[0]);
        take_apart(b, i / way_count(a), &surname[1], &given[1]);
        struct likeness found = compare_surnames(surname[0], surname[1]);
        if (found.points != 0)
            found = both(found, compare_givens(given[0], given[1]));
        if (found.points > best.points)
            best = found;
    }
    *difference_ret = (enum name_difference)best.difference;
    return best.points;
}

/* ---- Events and places ---- */

static struct part whole(const struct name_form *form)
{
    return (struct part){form, 0, form->count};
}

/* All keys as one. */
static struct text joined_keys(struct part part)
{
    struct text text = name_form_key(part.form, 0);
    for (unsigned i = 1; i < part.count; i++)
        text.size += word_of(part, i)->key_size;
    return text;
}

/* May it be a slip of the other one? Of short words only where a letter is there or is not. */
static int may_be_word(struct part a, struct part b, unsigned i)
{
    enum { LONG = 5, SHORT = 3 };
    struct text first = text_of_word(a, i), second = text_of_word(b, i);
    size_t smaller = least((unsigned)first.size, (unsigned)second.size);
    if (text_equal(first, second))
        return 1;
    if (word_of(a, i)->has_digit || word_of(b, i)->has_digit || name_word_tells_apart(first) ||
        name_word_tells_apart(second))
        return 0;
    return smaller >= LONG ||
           (first.size != second.size && smaller + 1 >= SHORT && text_distance(first, second, 1) == 1);
}

static int may_be_words(struct part a, struct part b)
{
    for (unsigned i = 0; i < a.count; i++)
        if (!may_be_word(a, b, i))
            return 0;
    return 1;
}

/* "London" and "London ENG", or what stands behind a comma. */
static int adds_country(struct part few, struct part many)
{
    enum { CODE = 3 };
    unsigned first = few.count;
    for (unsigned i = 0; i < few.count; i++)
        if (!text_equal(text_of_word(few, i), text_of_word(many, i)))
            return 0;
    for (unsigned i = first; i < many.count; i++)
        if (word_of(many, i)->has_digit || word_of(many, i)->size < CODE ||
            name_word_tells_apart(text_of_word(many, i)))
            return 0;
    return many.form->surname == first || (many.count == first + 1 && word_of(many, first)->size == CODE);
}

unsigned value_likeness(const struct name_form *a, const struct name_form *b,
                        enum name_difference *difference_ret)
{
    enum { TRANSLITERATED = 85, COUNTRY = 70 };
    struct part few = whole(a->count < b->count ? a : b), many = whole(a->count < b->count ? b : a);
    struct text first = joined(few), second = joined(many);
    if (text_equal(first, second)) {
        *difference_ret = NAMES_SAME_LETTERS;
        return 100;
    }
    if (few.count < many.count) {
        *difference_ret = NAMES_MORE_WORDS;
        return adds_country(few, many) ? COUNTRY : 0;
    }
    if (!may_be_words(few, many))
        return 0;
    *difference_ret = NAMES_TRANSLITERATED;
    if (text_equal(joined_keys(few), joined_keys(many)))
        return TRANSLITERATED;
    unsigned slips = text_distance(first, second, 2);
    *difference_ret = NAMES_MISSPELT;
    return slips <= 2 ? points_of_slips(first, second, slips) : 0;
}
