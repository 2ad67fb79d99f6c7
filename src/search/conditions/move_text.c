#include <string.h>

#include "search/conditions/men_test.h"
#include "search/conditions/move_pattern.h"
#include "search/conditions/square_text.h"

/* Squares of a move's text, with what stands before each but the first. */
struct way {
    uint64_t squares[MANOEUVRE_SQUARES_MAX];
    unsigned count;
    uint16_t captures; /* bits by the square before the "x" */
    uint16_t takes;    /* men behind the last "x"; 0: it does not say */
};

/* Capitals, or several in brackets: both colours' men; 0: there are none. */
static uint16_t read_types(struct text_place *place)
{
    static const char capitals[] = PIECE_LETTERS "A";
    struct text_place next = *place;
    uint16_t men = 0;
    int several = place_pass(&next, '[');
    while (!place_is_end(&next) && *next.at != '\0' && strchr(capitals, *next.at) != NULL) {
        men |= men_of_letter(*next.at++);
        if (!several)
            break;
    }
    if (men == 0 || (several && !place_pass(&next, ']')))
        return 0;
    *place = next;
    return (uint16_t)(men | men_reversed(men));
}

static int refuse_way(struct error *error, struct text text)
{
    return refuse_word(error, text,
                       "write moves as \"Nd5\", \"Nb1-d2\", \"Bxh7+\", \"e8=N\", \"O-O\", \"Nb1-d2-f1-g3\"");
}

/* The man that is taken, where that is said; behind it the square may be missing. */
static int read_taken(struct text_place *place, struct way *way)
{
    way->takes = read_types(place);
    return way->takes != 0 && (place_is_end(place) || strchr("=+#", *place->at) != NULL);
}

/* The squares behind the man. Returns 0 where there is anything else. */
static int read_way(struct text_place *place, struct way *way)
{
    int is_whole = 1, is_capture;
    *way = (struct way){.count = 0};
    if (!place_is_end(place) && (*place->at == 'x' || *place->at == '-')) {
        way->squares[way->count++] = ALL_SQUARES;
    } else if (squares_read_part(place, &way->squares[0], &is_whole)) {
        way->count = 1;
    }
    while (way->count != 0) {
        is_capture = place_pass(place, 'x');
        int has_sign = is_capture || place_pass(place, '-');
        way->captures |= (uint16_t)(is_capture << (way->count - 1));
        if (is_capture && read_taken(place, way)) {
            way->squares[way->count++] = ALL_SQUARES;
            return 1;
        }
        if (way->count == MANOEUVRE_SQUARES_MAX || !squares_read(place, &way->squares[way->count]))
            return !has_sign && (way->count > 1 || is_whole);
        way->count++;
        if (!has_sign && way->count > 2)
            return 0;
    }
    return 0;
}

static int set_way(struct move_pattern *pattern, const struct way *way)
{
    pattern->captures = way->captures;
    pattern->takes = way->takes;
    pattern->from = way->count == 1 ? ALL_SQUARES : way->squares[0];
    pattern->to = way->squares[way->count - 1];
    if (way->count <= 2)
        return 1;
    if (way->takes != 0)
        return 0;
    pattern->square_count = (uint8_t)way->count;
    for (unsigned i = 0; i < way->count; i++) {
        if (has_several_bits(way->squares[i]))
            return 0;
        pattern->squares[i] = (uint8_t)lowest_bit(way->squares[i]);
        pattern->on_path |= way->squares[i];
    }
    return 1;
}

/* "=N", "=NBR", "+", "#". */
static void read_signs(struct text_place *place, struct move_pattern *pattern)
{
    if (place_pass(place, '=')) {
        const char *found;
        while (!place_is_end(place) && *place->at != '\0' && (found = strchr("NBRQ", *place->at)) != NULL) {
            pattern->promotions |= (uint8_t)(2u << (found - "NBRQ"));
            place->at++;
        }
        if (pattern->promotions == 0)
            place->at--;
    }
    pattern->gives_mate = (uint8_t)place_pass(place, '#');
    pattern->gives_check = (uint8_t)(!pattern->gives_mate && place_pass(place, '+'));
}

/* "O-O", "0-0-0". */
static unsigned read_castling(struct text_place *place)
{
    static const char *const long_ones[] = {"O-O-O", "0-0-0"}, *const short_ones[] = {"O-O", "0-0"};
    const struct text rest = {place->at, (size_t)(place->end - place->at)};
    for (unsigned i = 0; i < 2; i++) {
        int is_long = text_starts_with(rest, long_ones[i]);
        if (!is_long && !text_starts_with(rest, short_ones[i]))
            continue;
        place->at += is_long ? 5 : 3;
        return is_long ? CASTLES_QUEEN_SIDE : CASTLES_KING_SIDE;
    }
    return 0;
}

int move_word_read(struct text word, struct move_pattern *pattern, struct error *error)
{
    struct text_place place = text_place_of(word);
    struct way way;
    *pattern = (struct move_pattern){.from = 0};
    pattern->castles = (uint8_t)read_castling(&place);
    if (pattern->castles != 0) {
        pattern->men = (uint16_t)(1u << man_of(KING, WHITE) | 1u << man_of(KING, BLACK));
    } else {
        pattern->men = read_types(&place);
        if (pattern->men == 0)
            pattern->men = MEN_PAWNS;
        if (!read_way(&place, &way))
            return refuse_way(error, word);
        if (!set_way(pattern, &way))
            return refuse_word(
                error, word,
                "a manoeuvre of several moves goes from one square to the next one, whoever is taken");
    }
    read_signs(&place, pattern);
    if (pattern->promotions != 0 && !(pattern->men & MEN_PAWNS))
        return refuse_word(error, word, "only pawns promote");
    return place_is_end(&place) ? 1 : refuse_way(error, word);
}

struct text move_side_read(struct text_place *place, unsigned *men_ret)
{
    struct text word = place_next_word(place);
    int is_ours = text_is(word, "white") || text_is(word, "us");
    *men_ret = MEN_ANY;
    if (!is_ours && !text_is(word, "black") && !text_is(word, "them"))
        return word;
    *men_ret = is_ours ? MEN_WHITE : MEN_BLACK;
    return place_next_word(place);
}

int move_pattern_read(struct text text, struct move_pattern *pattern, struct error *error)
{
    struct text_place place = text_place_of(text);
    unsigned men;
    struct text word = move_side_read(&place, &men);
    if (!move_word_read(word, pattern, error))
        return 0;
    pattern->men &= (uint16_t)men;
    return 1;
}
