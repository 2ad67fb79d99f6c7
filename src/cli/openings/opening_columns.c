#include <stdio.h>
#include <string.h>

#include "cli/openings/opening_forms.h"

enum { COLUMNS_MAX = 16, NOWHERE = COLUMNS_MAX };

/* Where the columns stand. */
struct columns {
    size_t eco, name, pgn, uci;
};

/* Returns how many there are; those behind the last place are not looked at. */
static size_t cut(struct pgnpack_text line, struct pgnpack_text cells[COLUMNS_MAX])
{
    size_t count = 0, at = 0;
    while (count < COLUMNS_MAX && at <= line.size) {
        const char *tab = at < line.size ? memchr(line.data + at, '\t', line.size - at) : NULL;
        size_t end = tab == NULL ? line.size : (size_t)(tab - line.data);
        cells[count++] = opening_trimmed((struct pgnpack_text){line.data + at, end - at});
        at = end + 1;
    }
    return count;
}

static int is_word(struct pgnpack_text text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.data, word, text.size) == 0;
}

/* Does the line name the columns? Where several of one name are, the first counts. */
static int is_head(const struct pgnpack_text *cells, size_t count, struct columns *columns)
{
    struct columns found = {NOWHERE, NOWHERE, NOWHERE, NOWHERE};
    for (size_t i = count; i-- > 0;) {
        if (is_word(cells[i], "eco"))
            found.eco = i;
        else if (is_word(cells[i], "name"))
            found.name = i;
        else if (is_word(cells[i], "pgn"))
            found.pgn = i;
        else if (is_word(cells[i], "uci"))
            found.uci = i;
    }
    if (found.eco == NOWHERE || found.name == NOWHERE)
        return 0;
    *columns = found;
    return 1;
}

static size_t highest(const struct columns *columns)
{
    size_t moves = columns->pgn != NOWHERE ? columns->pgn : columns->uci;
    size_t last = columns->eco > columns->name ? columns->eco : columns->name;
    return last > moves ? last : moves;
}

static int take_row(struct opening_reading *reading, const struct columns *columns,
                    const struct pgnpack_text *cells, size_t count)
{
    char cause[OPENING_CAUSE_SIZE];
    enum pgnpack_notation notation = columns->pgn != NOWHERE ? PGNPACK_NOTATION_SAN : PGNPACK_NOTATION_UCI;
    if (count <= highest(columns)) {
        snprintf(cause, sizeof cause, "the line has %zu of the %zu columns; a tab stands between two", count,
                 highest(columns) + 1);
        return opening_fail(reading, cause);
    }
    if (cells[columns->eco].size == 0)
        return opening_fail(reading, "there is no ECO code");
    if (cells[columns->name].size == 0)
        return opening_fail(reading, "there is no name");
    if (!opening_moves_keep(&reading->moves, 0) ||
        !opening_moves_play_all(&reading->moves, notation,
                                cells[notation == PGNPACK_NOTATION_SAN ? columns->pgn : columns->uci]))
        return opening_fail(reading, reading->moves.cause);
    return opening_take(reading, (struct opening){.eco = cells[columns->eco], .name = cells[columns->name]});
}

int opening_read_columns(struct opening_reading *reading, const struct pgnpack_options *options)
{
    struct columns columns = {0, 1, 2, NOWHERE};
    struct pgnpack_text line, cells[COLUMNS_MAX];
    size_t at = 0;
    (void)options;
    while (opening_next_line(reading, &at, &line)) {
        if (line.size == 0 || line.data[0] == '#')
            continue;
        size_t count = cut(line, cells);
        if (!is_head(cells, count, &columns)) {
            if (!take_row(reading, &columns, cells, count))
                return 0;
        } else if (columns.pgn == NOWHERE && columns.uci == NOWHERE) {
            return opening_fail(reading, "the head names no column pgn or uci, with the moves");
        }
    }
    return 1;
}
