#include "search/conditions/move_row.h"

#include "search/conditions/square_text.h"

/* ---- Text ---- */

int move_row_is_meant(struct text text)
{
    struct text_place place = text_place_of(text);
    struct text first = move_side_read(&place, &(unsigned){0});
    return place_next_word(&place).size != 0 ||
           (first.size != 0 && memchr(first.data, '|', first.size) != NULL) || text_is(first, "*");
}

static int read_pattern(struct text text, struct move_row *row, unsigned *count, struct error *error)
{
    struct move_pattern *pattern = &row->patterns[*count];
    if (*count == MOVE_ROW_PATTERNS_MAX)
        return refuse_word(error, text, "a row of moves has 32 at most, alternatives included");
    if (!move_word_read(text, pattern, error))
        return 0;
    if (pattern->square_count != 0)
        return refuse_word(error, text, "a manoeuvre stands alone: in a row each half-move is written");
    ++*count;
    return 1;
}

/* A half-move, with its alternatives. */
static int read_half_move(struct text word, struct move_row *row, unsigned *count, struct error *error)
{
    struct text rest = word;
    if (row->count == MOVE_ROW_MAX)
        return refuse_word(error, word, "a row has 15 half-moves at most");
    row->is_any[row->count] = (uint8_t)text_is(word, "*");
    while (!row->is_any[row->count] && rest.data != word.data + word.size)
        if (!read_pattern(alternative_take(&rest), row, count, error))
            return 0;
    if (!row->is_any[row->count] && word.data[word.size - 1] == '|')
        return refuse_word(error, word, "there is no move behind \"|\"");
    row->ends[row->count++] = (uint8_t)*count;
    return 1;
}

int move_row_read(struct text text, struct move_row *row, struct error *error)
{
    struct text_place place = text_place_of(text);
    unsigned men, count = 0;
    struct text word = move_side_read(&place, &men);
    *row = (struct move_row){.count = 0};
    for (; word.size != 0; word = place_next_word(&place))
        if (!read_half_move(word, row, &count, error))
            return 0;
    for (unsigned i = 0; i < row->ends[0]; i++)
        row->patterns[i].men &= (uint16_t)men;
    if (men != MEN_ANY && row->is_any[0])
        return refuse_word(error, text, "\"*\" is any move, whoever makes it");
    return 1;
}

/* ---- Half-moves ---- */

/* Bits of the half-moves that this one may be. */
static unsigned places_of(const struct move_row *row, const struct board_view *view)
{
    unsigned places = 0;
    for (unsigned i = 0, pattern = 0; i < row->count; i++) {
        unsigned is = row->is_any[i];
        for (; pattern < row->ends[i]; pattern++)
            is |= (unsigned)move_pattern_holds(&row->patterns[pattern], view);
        places |= is << i;
    }
    return places;
}

unsigned move_row_follow(const struct move_row *row, unsigned progress, const struct board_view *view)
{
    const unsigned end = 1u << (row->count - 1);
    if (view->ply == 0)
        return 0;
    progress &= ~(unsigned)MANOEUVRE_DONE;
    progress = (progress << 1 | 1) & places_of(row, view);
    return progress & end ? (progress & ~end) | MANOEUVRE_DONE : progress;
}
