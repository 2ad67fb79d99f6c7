#include <stdio.h>
#include <string.h>

#include "search/conditions/men_add.h"
#include "search/conditions/square_text.h"
#include "search/text/text_fold.h"

/*
 * Structures as the books on pawn play name them, from the side that they are named after; what else the name may be used for
 * is left out. Each text is what a user could have written.
 */
static const struct pawn_structure structures[] = {
    {"iqp", "d4 - c*,e* / - d*"},
    {"isolated", "isolated"},
    {"doubled", "doubled"},
    {"passed", "passed"},
    {"backward", "backward"},
    {"hanging", "c4 d4 - b*,e* / - c*,d*"},
    {"carlsbad", "d4 e3 - c* / c6 d5 - e*"},
    {"maroczy", "c4 e4 - d* / d6,d7 - c*"},
    {"hedgehog", "c4 e4 - d* / a6 b6 d6 e6 - c*"},
    {"scheveningen", "e4 - d* / d6 e6 - c*"},
    {"boleslavsky", "e4 - d* / d6 e5 - c*"},
    {"dragon", "e4 - d* / d6 e7 f7 g6 h7 - c*"},
    {"stonewall", "d4 e3 f4 / d5"},
    {"french", "d4 e5 / d5 e6"},
    {"caro", "d4 - e* / c6 e6 - d*"},
    {"slav", "d4 - c* / c6 e6 - d*"},
    {"kings-indian", "c4 d5 e4 / c7 d6 e5"},
    {"benoni", "d5 e4 - c* / c5 d6 - e*"},
    {"closed-benoni", "c4 d5 e4 / c5 d6 e5"},
    {"gruenfeld", "c3 d4 e4 / - d*"},
    {"nimzo", "c3 c4 d4 - b*"},
};

const struct pawn_structure *pawn_structure_at(size_t i)
{
    return i < sizeof structures / sizeof *structures ? &structures[i] : NULL;
}

/* Where the texts of both sides' pawns have got to. */
struct pawns_text {
    unsigned colour;
    int is_absent; /* behind "-": not there */
    int parts;     /* of the present side */
    struct men_tests *tests;
    struct error *error;
};

static enum pawn_sort read_sort(struct text_place *place)
{
    static const char *const names[] = {[PAWN_ISOLATED] = "isolated",
                                        [PAWN_DOUBLED] = "doubled",
                                        [PAWN_PASSED] = "passed",
                                        [PAWN_BACKWARD] = "backward"};
    for (unsigned sort = PAWN_ISOLATED; sort <= PAWN_BACKWARD; sort++) {
        const struct text rest = {place->at, (size_t)(place->end - place->at)};
        if (!text_starts_with(rest, names[sort]))
            continue;
        place->at += text_of(names[sort]).size;
        return (enum pawn_sort)sort;
    }
    return PAWN_ANY;
}

/* "d4", "c*,e*", "passed", "passed@a*:1+". */
static int read_squares(struct pawns_text *pawns, struct text word)
{
    struct text_place place = text_place_of(word);
    struct men_test test = {
        .kind = MEN_SOME, .squares = ALL_SQUARES, .men = (uint16_t)(1u << man_of(PAWN, pawns->colour))};
    uint32_t min, max;
    test.sort = (uint8_t)read_sort(&place);
    if ((test.sort == PAWN_ANY || place_pass(&place, '@')) && !squares_read_list(&place, &test.squares))
        return refuse_word(pawns->error, word,
                           "name squares (\"d4\", \"c*,e*\"), pawns (\"passed\", \"isolated@d*\", "
                           "\"doubled\", \"backward\"), \"-\" or \"/\"");
    if (!has_several_bits(test.squares))
        test.kind = MEN_ALL;
    if (pawns->is_absent)
        test.kind = MEN_NONE;
    if (!pawns->is_absent && place_pass(&place, ':')) {
        if (!range_read(&place, 64, &min, &max))
            return refuse_word(pawns->error, word, "behind \":\" comes a number: \"2\", \"1-3\", \"2+\"");
        test.kind = MEN_COUNT;
        test.min = (int8_t)min;
        test.max = (int8_t)max;
    }
    if (!place_is_end(&place))
        return refuse_word(pawns->error, word, "something stands behind the squares");
    pawns->parts++;
    return men_tests_add(pawns->tests, &test, pawns->error);
}

static int read_word(struct pawns_text *pawns, struct text word)
{
    if (text_is(word, "-")) {
        if (pawns->is_absent)
            return refuse_word(pawns->error, word,
                               "a side has one \"-\": what is there before, what is not behind");
        pawns->is_absent = 1;
        return 1;
    }
    if (!text_is(word, "/"))
        return read_squares(pawns, word);
    if (pawns->colour == BLACK)
        return refuse_word(pawns->error, word, "there is one \"/\": White's pawns before it, Black's behind");
    pawns->colour = BLACK;
    pawns->is_absent = 0;
    return 1;
}

/* Its name may have capitals. NULL: it is none. */
static const char *structure_text(struct text text)
{
    enum { NAME_SIZE_MAX = 20 };
    char folded[2 * NAME_SIZE_MAX];
    if (text.size > NAME_SIZE_MAX)
        return NULL;
    const struct text name = {folded, text_fold(text, folded)};
    for (size_t i = 0; i < sizeof structures / sizeof *structures; i++)
        if (text_is(name, structures[i].name))
            return structures[i].text;
    return NULL;
}

/* A word of letters alone is no squares. */
static int is_name(struct text text)
{
    size_t size = 0;
    while (size < text.size && (is_letter(text.data[size]) || text.data[size] == '-'))
        size++;
    return size == text.size && size > 1;
}

static int refuse_name(struct error *error, struct text name)
{
    enum { FIRST = 5, NAMES_SIZE = 200 }; /* those before are words for pawns, too */
    char names[NAMES_SIZE] = "structures are iqp";
    for (size_t i = FIRST, size = strlen(names); i < sizeof structures / sizeof *structures; i++)
        size += (size_t)snprintf(names + size, sizeof names - size, ", %s", structures[i].name);
    return refuse_word(error, name, names);
}

int pawns_read(struct text text, struct men_tests *tests, struct error *error)
{
    struct pawns_text pawns = {.tests = tests, .error = error};
    const char *structure = structure_text(text);
    if (structure == NULL && is_name(text))
        return refuse_name(error, text);
    struct text_place place = text_place_of(structure != NULL ? text_of(structure) : text);
    struct text word = place_next_word(&place);
    tests->count = 0;
    for (; word.size != 0; word = place_next_word(&place))
        if (!read_word(&pawns, word))
            return 0;
    if (pawns.parts == 0)
        return refuse_word(error, text,
                           "name pawns, as in \"d4 e5 - c* / d5 e6\", or a structure, as \"iqp\"");
    men_tests_arrange(tests);
    return 1;
}
