#include "cli/names/rating_columns.h"

#include <string.h>

#include "cli/base/tag_text.h"

/* How many bytes of the text are this label, in any case, with "_" for any of " " and "_"; 0: it does not begin so. */
static size_t label_size(struct pgnpack_text text, const char *label)
{
    size_t size = strlen(label);
    if (size > text.size)
        return 0;
    for (size_t i = 0; i < size; i++)
        if (label[i] == '_' ? text.data[i] != ' ' && text.data[i] != '_'
                            : letter_small(text.data[i]) != label[i])
            return 0;
    return size;
}

static int is_at_end(struct pgnpack_text text, size_t size)
{
    return size == text.size || text.data[size] == ' ';
}

static unsigned digit(char c)
{
    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : 10;
}

/* "MAY24", or a month alone, which heads the ratings of a list. Returns its size; 0: it is none. */
static size_t take_month(struct rating_columns *columns, struct pgnpack_text text)
{
    static const char months[12][4] = {"jan", "feb", "mar", "apr", "may", "jun",
                                       "jul", "aug", "sep", "oct", "nov", "dec"};
    enum { NAME = 3, CENTURY = 70 };
    for (unsigned i = 0; i < 12; i++) {
        if (label_size(text, months[i]) == 0)
            continue;
        if (is_at_end(text, NAME))
            return NAME;
        if (text.size < NAME + 2 || digit(text.data[NAME]) > 9 || digit(text.data[NAME + 1]) > 9)
            return 0;
        unsigned year = 10 * digit(text.data[NAME]) + digit(text.data[NAME + 1]);
        columns->year = year + (year < CENTURY ? 2000 : 1900);
        columns->month = i + 1;
        return NAME + 2;
    }
    return 0;
}

/* The label that comes next, and its column; RATING_COLUMNS: one that is not needed. */
static size_t take_label(struct rating_columns *columns, struct pgnpack_text text, enum rating_column *column)
{
    static const struct {
        const char *label;
        enum rating_column column;
    } labels[] = {/* Of those that begin alike, the longer ones first. */
                  {"id_number", RATING_ID},   {"name", RATING_NAME},        {"country", RATING_FEDERATION},
                  {"fed", RATING_FEDERATION}, {"title", RATING_TITLE},      {"titl", RATING_TITLE},
                  {"tit", RATING_TITLE},      {"wtit", RATING_WOMEN_TITLE}, {"srtng", RATING_STANDARD},
                  {"birthday", RATING_BORN},  {"b-day", RATING_BORN},       {"born", RATING_BORN},
                  {"games", RATING_COLUMNS},  {"game", RATING_COLUMNS}};
    size_t size;
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if ((size = label_size(text, labels[i].label)) != 0) {
            *column = labels[i].column;
            return size;
        }
    *column = RATING_STANDARD;
    if ((size = take_month(columns, text)) != 0)
        return size;
    *column = RATING_COLUMNS;
    while (!is_at_end(text, size))
        size++;
    return size;
}

int rating_columns_read(struct rating_columns *columns, struct pgnpack_text head)
{
    enum rating_column last = RATING_COLUMNS, column;
    *columns = (struct rating_columns){.year = 0};
    for (size_t at = 0; at < head.size;) {
        if (head.data[at] == ' ') {
            at++;
            continue;
        }
        size_t size = take_label(columns, (struct pgnpack_text){head.data + at, head.size - at}, &column);
        if (last != RATING_COLUMNS)
            columns->end[last] = at;
        last = RATING_COLUMNS;
        if (column != RATING_COLUMNS && columns->end[column] == 0) {
            columns->from[column] = at;
            columns->end[column] = SIZE_MAX;
            last = column;
        }
        at += size;
    }
    return columns->end[RATING_ID] != 0 && columns->end[RATING_NAME] != 0;
}

struct pgnpack_text rating_columns_value(const struct rating_columns *columns, struct pgnpack_text line,
                                         enum rating_column column)
{
    size_t from = columns->from[column], end = columns->end[column];
    if (end > line.size)
        end = line.size;
    while (from < end && line.data[from] == ' ')
        from++;
    while (end > from && line.data[end - 1] == ' ')
        end--;
    return (struct pgnpack_text){line.data + (from < end ? from : end), from < end ? end - from : 0};
}
