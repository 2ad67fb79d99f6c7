#include "search/conditions/men_add.h"
#include "search/conditions/square_text.h"

/* ":2+" behind squares. Returns 0 where it is wrong; where there is none, the test stays as it is. */
static int read_number(struct text_place *place, struct men_test *test)
{
    uint32_t min, max;
    if (place_is_end(place))
        return 1;
    if (!place_pass(place, ':') || !range_read(place, 64, &min, &max))
        return 0;
    test->kind = MEN_COUNT;
    test->min = (int8_t)min;
    test->max = (int8_t)max;
    return place_is_end(place);
}

static int read_word(struct text word, struct men_tests *tests, struct error *error)
{
    struct text_place place = text_place_of(word);
    struct men_test test = {.kind = MEN_SOME};
    int is_negated = place_pass(&place, '!');
    if (!men_read(&place, 1, &test.men))
        return refuse_word(error, word,
                           "first comes a man: K Q R B N P, small for Black, A or a: any, _: none, or [BN]");
    if (!squares_read_list(&place, &test.squares))
        return refuse_word(error, word,
                           "behind the man come squares, as \"d4\", \"d*\", \"[a-c]4\", \"d4,e4\"");
    if (is_negated)
        test.kind = MEN_NONE;
    else if (!has_several_bits(test.squares))
        test.kind = MEN_ALL;
    if (is_negated && !place_is_end(&place))
        return refuse_word(error, word, "behind \"!\" there is no number: nobody is to stand there");
    if (!read_number(&place, &test))
        return refuse_word(error, word,
                           "behind the squares there may be a number: \":2\", \":1-3\", \":2+\"");
    return men_tests_add(tests, &test, error);
}

int pattern_read(struct text text, struct men_tests *tests, struct error *error)
{
    struct text_place place = text_place_of(text);
    struct text word = place_next_word(&place);
    tests->count = 0;
    if (word.size == 0)
        return refuse_word(error, word, "name men and squares, as in \"Nd5 kg8\"");
    for (; word.size != 0; word = place_next_word(&place))
        if (!read_word(word, tests, error))
            return 0;
    men_tests_arrange(tests);
    return 1;
}
