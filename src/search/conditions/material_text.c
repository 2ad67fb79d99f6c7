#include <string.h>

#include "search/conditions/men_add.h"
#include "search/conditions/square_text.h"
#include "search/text/signed_range.h"

enum { MEN_MAX = 64 };

/* By piece type. */
struct men_counts {
    uint8_t of[6];
};

/* Counts letters of men, whatever their case. Returns 0 where there are others, or too many. */
static int count_men(struct text letters, struct men_counts *counts)
{
    *counts = (struct men_counts){{0}};
    if (letters.size > MEN_MAX)
        return 0;
    for (size_t i = 0; i < letters.size; i++) {
        uint16_t men = men_of_letter(letters.data[i]);
        if (men == 0 || (men & (men - 1)) != 0)
            return 0;
        counts->of[lowest_bit(men) >> 1]++;
    }
    return 1;
}

/* The place of the first such byte from `from` on; the text's size: there is none. */
static size_t find_letter(struct text text, size_t from, const char *letters)
{
    size_t i = from;
    while (i < text.size && (text.data[i] == '\0' || strchr(letters, text.data[i]) == NULL))
        i++;
    return i;
}

static struct text part_of(struct text text, size_t from, size_t to)
{
    return (struct text){text.data + from, to - from};
}

/* "KRPPkrp", "KRPPvKRP", "KRPPKRP": these men and no others. */
static int read_all_men(struct text word, struct men_tests *tests, struct error *error)
{
    struct men_counts sides[2] = {{{0}}, {{0}}};
    size_t second = find_letter(word, 1, "Kk");
    size_t first_end = second > 1 && word.data[second - 1] == 'v' ? second - 1 : second;
    if (second == word.size || !count_men(part_of(word, 0, first_end), &sides[WHITE]) ||
        !count_men(part_of(word, second, word.size), &sides[BLACK]) || sides[BLACK].of[KING] != 1)
        return refuse_word(error, word,
                           "name all men of both sides, each with one king first: \"KRPPkrp\", \"KRPPvKRP\"");
    uint32_t men = (uint32_t)(first_end + word.size - second);
    if (men > MEN_MAX || !men_tests_add_count(tests, MEN_ANY, men, men, error))
        return men > MEN_MAX ? refuse_word(error, word, "no board has room for so many men") : 0;
    for (unsigned type = KING; type-- > PAWN;)
        for (unsigned colour = 0; colour < 2; colour++) {
            unsigned number = sides[colour].of[type];
            if (!men_tests_add_count(tests, 1u << man_of(type, colour), number, number, error))
                return 0;
        }
    return 1;
}

/* `men` less `against`, of either of which there may be several kinds. */
static int add_difference(struct men_tests *tests, unsigned men, unsigned against, int min, int max,
                          struct error *error)
{
    const struct men_test test = {.kind = MEN_COUNT,
                                  .squares = ALL_SQUARES,
                                  .men = (uint16_t)men,
                                  .against = (uint16_t)against,
                                  .min = (int8_t)min,
                                  .max = (int8_t)max};
    return men_tests_add(tests, &test, error);
}

/* "RvBN": what the sides have beyond what both have; pawns are looked at where they are named. */
static int read_imbalance(struct text word, struct men_tests *tests, struct error *error)
{
    struct men_counts white, black;
    size_t middle = find_letter(word, 0, "v");
    if (word.size == 1 || !count_men(part_of(word, 0, middle), &white) ||
        !count_men(part_of(word, middle + 1, word.size), &black) || white.of[KING] + black.of[KING] != 0)
        return refuse_word(error, word, "name what each side has more than the other: \"RvBN\", \"PPv\"");
    for (unsigned type = KING; type-- > PAWN;) {
        int difference = white.of[type] - black.of[type];
        if (type == PAWN && white.of[PAWN] + black.of[PAWN] == 0)
            continue;
        if (white.of[type] != 0 && black.of[type] != 0)
            return refuse_word(error, word, "a kind of men cannot be more on both sides");
        if (!add_difference(tests, 1u << man_of(type, WHITE), 1u << man_of(type, BLACK), difference,
                            difference, error))
            return 0;
    }
    return 1;
}

/* "=", ">", "<", ">=", "<=": bounds of the left number less the right one. */
static int read_relation(struct text_place *place, int *min, int *max)
{
    int is_more = place_pass(place, '>'), is_less = !is_more && place_pass(place, '<');
    int is_equal = place_pass(place, '=');
    *min = is_more ? !is_equal : is_less ? -MEN_MAX : 0;
    *max = is_less ? -!is_equal : is_more ? MEN_MAX : 0;
    return is_more || is_less || is_equal;
}

static int bounded(int number)
{
    return number > 127 ? 127 : number < -127 ? -127 : number;
}

/* "P>p", "R=r+1": the relation was read. */
static int read_right_side(struct text_place *place, uint16_t *against, int *offset)
{
    uint32_t number = 0;
    int is_less;
    if (!men_read(place, 0, against))
        return 0;
    *offset = 0;
    if (place_is_end(place))
        return 1;
    is_less = place_pass(place, '-');
    if ((!is_less && !place_pass(place, '+')) || !number_read(place, MEN_MAX, &number))
        return 0;
    *offset = is_less ? -(int)number : (int)number;
    return place_is_end(place);
}

/* "Q0-1", "[BN]2", "P>=p+2". */
static int read_number(struct text word, struct men_tests *tests, struct error *error)
{
    struct text_place place = text_place_of(word);
    uint16_t men, against;
    uint32_t from, to;
    int min, max, offset;
    if (!men_read(&place, 0, &men))
        return refuse_word(error, word, "men are K Q R B N P, Black's in small letters");
    if (read_relation(&place, &min, &max)) {
        if (!read_right_side(&place, &against, &offset) || (men & against) != 0)
            return refuse_word(error, word,
                               "compare with the number of other men, as in \"P=p+2\" or \"R>r\"");
        return add_difference(tests, men, against, bounded(min + offset), bounded(max + offset), error);
    }
    if (!range_read(&place, MEN_MAX, &from, &to) || !place_is_end(&place))
        return refuse_word(error, word, "say how many, as in \"R2\", \"Q0-1\", \"P3+\"");
    return men_tests_add_count(tests, men, from, to, error);
}

static int read_word(struct text word, struct men_tests *tests, struct error *error)
{
    const struct men_test opposed = {.kind = MEN_BISHOPS_OPPOSED, .men = MEN_BISHOPS};
    const struct men_test alike = {.kind = MEN_BISHOPS_ALIKE, .men = MEN_BISHOPS};
    if (text_is(word, "opposite-bishops"))
        return men_tests_add(tests, &opposed, error);
    if (text_is(word, "same-bishops"))
        return men_tests_add(tests, &alike, error);
    if (word.data[0] == 'K' && word.size > 1 && is_letter(word.data[1]))
        return read_all_men(word, tests, error);
    return find_letter(word, 0, "v") < word.size ? read_imbalance(word, tests, error)
                                                 : read_number(word, tests, error);
}

int material_read(struct text text, struct men_tests *tests, struct error *error)
{
    struct text_place place = text_place_of(text);
    struct text word = place_next_word(&place);
    tests->count = 0;
    if (word.size == 0)
        return refuse_word(error, word, "name men, as in \"KRPPkrp\" or \"Q0 R1-2\"");
    for (; word.size != 0; word = place_next_word(&place))
        if (!read_word(word, tests, error))
            return 0;
    men_tests_arrange(tests);
    return 1;
}

int balance_read(struct text text, struct men_tests *tests, struct error *error)
{
    struct men_test test = {.kind = MEN_BALANCE, .squares = ALL_SQUARES, .men = MEN_ANY};
    const struct signed_form form = {.limit = MEN_BALANCE_MAX - 1};
    struct signed_range range;
    tests->count = 0;
    if (!signed_range_read(text, &form, &range, error))
        return 0;
    test.min = (int8_t)range.low;
    test.max = (int8_t)range.high;
    return men_tests_add(tests, &test, error);
}
