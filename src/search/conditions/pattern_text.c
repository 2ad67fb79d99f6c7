#include "search/conditions/men_add.h"
#include "search/conditions/square_text.h"

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
    if (!men_number_read(&place, &test))
        return refuse_word(error, word,
                           "behind the squares there may be a number: \":2\", \":1-3\", \":2+\"");
    return men_tests_add(tests, &test, error);
}

/* ---- Boards ---- */

/* Passes over squares that may be anything: a digit, or a blank for each. Returns how many. */
static unsigned pass_any(struct text_place *place)
{
    if (place_pass(place, ' '))
        return 1;
    return !place_is_end(place) && *place->at >= '1' && *place->at <= '8' ? (unsigned)(*place->at++ - '0')
                                                                          : 0;
}

/* One row, a8 to h8 the first. */
static int read_row(struct text_place *place, unsigned rank, struct men_tests *tests, struct error *error)
{
    const char *start = place->at;
    unsigned file = 0;
    while (file < 8 && !place_is_end(place) && *place->at != '/') {
        struct men_test test = {.kind = MEN_ALL};
        unsigned count = pass_any(place);
        file += count;
        if (count != 0)
            continue;
        if (!men_read(place, 1, &test.men))
            break;
        test.squares = square_bit(square_of(file++, rank));
        if (!men_tests_join(tests, &test) && !men_tests_add(tests, &test, error))
            return 0;
    }
    if (file == 8)
        return 1;
    while (!place_is_end(place) && *place->at != '/')
        place->at++;
    return refuse_word(error, (struct text){start, (size_t)(place->at - start)},
                       "a row has eight squares: men, as in a FEN, and digits or blanks for any");
}

/* "8/8/2n5/3pP3/8/8/8/8": the men of a FEN, the rest being anything. */
static int read_board(struct text text, struct men_tests *tests, struct error *error)
{
    struct text_place place = text_place_of(text);
    tests->count = 0;
    for (unsigned rank = 8; rank-- > 0;)
        if (!read_row(&place, rank, tests, error))
            return 0;
        else if (rank != 0 && !place_pass(&place, '/'))
            return refuse_word(error, text,
                               "a board has eight rows of eight squares, and \"/\" between them");
    struct text rest = place_next_word(&place);
    if (rest.size != 0)
        return refuse_word(error, rest,
                           "it stands behind the board, whose eight rows are all that is asked for");
    if (tests->count == 0)
        return refuse_word(error, text, "any position has such a board: name men");
    men_tests_arrange(tests);
    return 1;
}

int pattern_read(struct text text, struct men_tests *tests, struct error *error)
{
    struct text_place place = text_place_of(text);
    struct text word = place_next_word(&place);
    if (memchr(text.data, '/', text.size) != NULL)
        return read_board(text, tests, error);
    tests->count = 0;
    if (word.size == 0)
        return refuse_word(error, word, "name men and squares, as in \"Nd5 kg8\"");
    for (; word.size != 0; word = place_next_word(&place))
        if (!read_word(word, tests, error))
            return 0;
    men_tests_arrange(tests);
    return 1;
}
