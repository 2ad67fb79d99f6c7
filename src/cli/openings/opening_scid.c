#include <stdio.h>
#include <string.h>

#include "cli/openings/opening_forms.h"

/* What an entry waits for. */
enum expected { CODE, NAME, MOVE };

struct scid {
    struct opening_reading *reading;
    enum expected expected;
    struct opening opening; /* the entry that is being read */
    uint64_t line;          /* where it begins */
};

/* "1.e4*" has its end at the last move. */
static int take_move(struct scid *scid, struct pgnpack_text word)
{
    struct opening_reading *reading = scid->reading;
    int ends = word.data[word.size - 1] == '*';
    word.size -= (size_t)ends;
    if (opening_is_code(word))
        return opening_fail(reading, "the entry before has no end, a '*' behind its moves");
    if (!opening_moves_play(&reading->moves, PGNPACK_NOTATION_SAN, word))
        return opening_fail(reading, reading->moves.cause);
    if (!ends)
        return 1;
    scid->expected = CODE;
    return opening_take(reading, scid->opening);
}

static int take_code(struct scid *scid, struct pgnpack_text word)
{
    char cause[OPENING_CAUSE_SIZE];
    if (!opening_is_code(word)) {
        snprintf(cause, sizeof cause, "'%.*s' is no ECO code, with which an entry begins",
                 (int)(word.size < 40 ? word.size : 40), word.data);
        return opening_fail(scid->reading, cause);
    }
    scid->opening = (struct opening){.eco = word};
    scid->line = scid->reading->line;
    scid->expected = NAME;
    return opening_moves_keep(&scid->reading->moves, 0);
}

/* A word, or a name in quotes, from the place on, which is not blank. Returns its size. */
static size_t word_at(struct pgnpack_text line, size_t at)
{
    size_t end = at + 1;
    if (line.data[at] == '"') {
        while (end < line.size && line.data[end] != '"')
            end++;
        return end < line.size ? end + 1 - at : 0;
    }
    while (end < line.size && line.data[end] != ' ' && line.data[end] != '\t' && line.data[end] != '"')
        end++;
    return end - at;
}

static int take_word(struct scid *scid, struct pgnpack_text word)
{
    int is_quoted = word.data[0] == '"';
    if (scid->expected == NAME) {
        if (!is_quoted || word.size < 3)
            return opening_fail(scid->reading, "the code has no name in \"quotes\" behind it");
        scid->opening.name = (struct pgnpack_text){word.data + 1, word.size - 2};
        scid->expected = MOVE;
        return 1;
    }
    if (is_quoted)
        return opening_fail(scid->reading, "the name has no ECO code before it");
    return scid->expected == CODE ? take_code(scid, word) : take_move(scid, word);
}

static int take_line(struct scid *scid, struct pgnpack_text line)
{
    size_t at = 0;
    while (at < line.size) {
        if (line.data[at] == ' ' || line.data[at] == '\t') {
            at++;
            continue;
        }
        size_t size = word_at(line, at);
        if (size == 0)
            return opening_fail(scid->reading, "the name has no quote at its end");
        if (!take_word(scid, (struct pgnpack_text){line.data + at, size}))
            return 0;
        at += size;
    }
    return 1;
}

int opening_read_scid(struct opening_reading *reading, const struct pgnpack_options *options)
{
    struct scid scid = {.reading = reading};
    struct pgnpack_text line;
    size_t at = 0;
    (void)options;
    while (opening_next_line(reading, &at, &line))
        if ((line.size == 0 || line.data[0] != '#') && !take_line(&scid, line))
            return 0;
    if (scid.expected == CODE)
        return 1;
    reading->line = scid.line;
    return opening_fail(reading, "the last entry has no end, a '*' behind its moves");
}
