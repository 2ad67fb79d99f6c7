#include "search/conditions/move_pattern.h"
#include "search/conditions/square_text.h"
#include "search/conditions/written_test.h"

#include "pgnpack.h"

/* ---- Whose half-move ---- */

static struct text trimmed(struct text text)
{
    for (; text.size != 0 && is_white_space(text.data[0]); text.size--)
        text.data++;
    while (text.size != 0 && is_white_space(text.data[text.size - 1]))
        text.size--;
    return text;
}

/* Takes "us" and so on off the text, if more follows, and sets who moves. */
static struct text take_mover(struct text text, struct written_test *test)
{
    struct text_place place = text_place_of(text);
    unsigned men;
    struct text next = move_side_read(&place, &men);
    test->movers = 1 << WHITE | 1 << BLACK;
    text = trimmed(text);
    if (men == MEN_ANY || next.size == 0)
        return text;
    test->movers = men == MEN_WHITE ? 1 << WHITE : 1 << BLACK;
    return trimmed((struct text){next.data, (size_t)(text.data + text.size - next.data)});
}

/* ---- Times ---- */

static int read_seconds(struct text text, struct written_test *test, struct error *error)
{
    struct text range = take_mover(text, test);
    const char *trouble = number_ranges_parse(&test->of.seconds, range, NUMBER_PLAIN);
    if (trouble == NULL)
        return 1;
    error_set(error, PGNPACK_ERROR_ARGUMENT, "\"%.*s\" is no range of seconds: %s",
              (int)(range.size < 60 ? range.size : 60), range.data, trouble);
    return 0;
}

int written_clock_read(struct text text, struct written_test *test, struct error *error)
{
    *test = (struct written_test){.kind = WRITTEN_CLOCK_IS};
    return read_seconds(text, test, error);
}

int written_spent_read(struct text text, struct written_test *test, struct error *error)
{
    *test = (struct written_test){.kind = WRITTEN_SPENT_IS};
    return read_seconds(text, test, error);
}

/* ---- Evaluations ---- */

int written_eval_read(struct text text, struct written_test *test, struct error *error)
{
    const struct signed_form form = {.limit = 9999, .decimals = 2, .mate = PGNPACK_EVAL_MATE};
    *test = (struct written_test){.kind = WRITTEN_EVAL_IS, .movers = 1 << WHITE | 1 << BLACK};
    struct signed_range *range = &test->of.number.range;
    if (!signed_range_read(trimmed(text), &form, range, error))
        return 0;
    if (range->low == -PGNPACK_EVAL_MAX)
        range->low = -INT32_MAX;
    if (range->high == PGNPACK_EVAL_MAX)
        range->high = INT32_MAX;
    return 1;
}

int written_swing_read(struct text text, struct written_test *test, struct error *error)
{
    enum { PAWNS_MAX = 1000, OPEN = 10100 };
    const struct signed_form form = {.limit = 100, .decimals = 2, .takes_percent = 1};
    *test = (struct written_test){.kind = WRITTEN_SWING_IS};
    struct text rest = take_mover(text, test);
    const struct signed_range *range = &test->of.number.range;
    if (!signed_range_read(rest, &form, &test->of.number.range, error))
        return 0;
    written_chances_fill(test->of.number.chances);
    if (range->in_percent || ((range->low >= -PAWNS_MAX || range->low == -OPEN) && range->low <= PAWNS_MAX &&
                              range->high >= -PAWNS_MAX && (range->high <= PAWNS_MAX || range->high == OPEN)))
        return 1;
    error_set(error, PGNPACK_ERROR_ARGUMENT,
              "\"%.*s\" is in pawns, up to 10: in winning chances it is \"%.*s%%\"", (int)rest.size,
              rest.data, (int)rest.size, rest.data);
    return 0;
}

/* ---- Glyphs, comments, things ---- */

/* The next alternative off the text; it is empty at the end, or where one is missing. */
static struct text next_of(struct text *text)
{
    return text->size == 0 ? *text : trimmed(alternative_take(text));
}

/* Does a further alternative have to come, as there is a "|" before it? */
static int has_more(struct text rest)
{
    return rest.size != 0 || rest.data[-1] == '|';
}

/* "??" or "$4". */
static int read_nag(struct text text, uint16_t *nag)
{
    static const char *const suffixes[] = {"!", "?", "!!", "??", "!?", "?!"};
    struct text_place place = text_place_of(text);
    uint32_t number;
    for (uint16_t i = 0; i < 6; i++)
        if (text_is(text, suffixes[i])) {
            *nag = (uint16_t)(i + 1);
            return 1;
        }
    if (!place_pass(&place, '$') || !number_read(&place, UINT16_MAX, &number) || !place_is_end(&place))
        return 0;
    *nag = (uint16_t)number;
    return 1;
}

int written_nag_read(struct text text, struct written_test *test, struct error *error)
{
    *test = (struct written_test){.kind = WRITTEN_HAS_NAG};
    struct text rest = take_mover(text, test);
    do {
        const struct text one = next_of(&rest);
        if (test->of.nags.count == WRITTEN_NAGS_MAX)
            return refuse_word(error, one, "there are more than 32 glyphs");
        if (!read_nag(one, &test->of.nags.numbers[test->of.nags.count++]))
            return refuse_word(error, one, "glyphs are \"!\" \"?\" \"!!\" \"??\" \"!?\" \"?!\" or \"$4\"");
    } while (has_more(rest));
    return 1;
}

int written_comment_read(struct text text, struct written_test *test, struct error *error)
{
    *test = (struct written_test){.kind = WRITTEN_FITS};
    const struct text rest = take_mover(text, test);
    const char *trouble = text_pattern_parse(&test->of.pattern, rest, PATTERN_BY_WORDS);
    return trouble == NULL ? 1 : refuse_word(error, rest, trouble);
}

int written_has_read(struct text text, struct written_test *test, struct error *error)
{
    static const struct {
        const char *name;
        enum written_thing thing;
    } things[] = {{"clock", WRITTEN_CLOCK},
                  {"eval", WRITTEN_EVAL},
                  {"nag", WRITTEN_NAG},
                  {"comment", WRITTEN_COMMENT},
                  {"variation", WRITTEN_VARIATION}};
    *test = (struct written_test){.kind = WRITTEN_HAS};
    struct text rest = take_mover(text, test);
    do {
        const struct text one = next_of(&rest);
        size_t i = 0;
        while (i < sizeof things / sizeof things[0] && !text_is(one, things[i].name))
            i++;
        if (i == sizeof things / sizeof things[0])
            return refuse_word(error, one,
                               "it is \"clock\", \"eval\", \"nag\", \"comment\" or \"variation\"");
        test->of.things |= things[i].thing;
    } while (has_more(rest));
    return 1;
}
