/* The table built in: lines that leave out what they have in common with the line before (tests/scripts/make_openings.py). */
#include <string.h>

#include "cli/openings/opening_forms.h"

enum { NAME_SIZE = 512 };

/* A number and the blank behind it; the rest stays in *text. 0: there is none. */
static int take_number(struct pgnpack_text *text, size_t *number_ret)
{
    size_t at = 0, number = 0;
    for (; at < text->size && text->data[at] >= '0' && text->data[at] <= '9' && number < NAME_SIZE; at++)
        number = 10 * number + (size_t)(text->data[at] - '0');
    if (at == 0 || at == text->size || text->data[at] != ' ')
        return 0;
    *text = (struct pgnpack_text){text->data + at + 1, text->size - at - 1};
    *number_ret = number;
    return 1;
}

/* What is before the next '|'; the rest stays in *text. 0: there is none. */
static int take_part(struct pgnpack_text *text, struct pgnpack_text *part_ret)
{
    const char *bar = text->size != 0 ? memchr(text->data, '|', text->size) : NULL;
    if (bar == NULL)
        return 0;
    size_t size = (size_t)(bar - text->data);
    *part_ret = (struct pgnpack_text){text->data, size};
    *text = (struct pgnpack_text){bar + 1, text->size - size - 1};
    return 1;
}

static int take_name(struct pgnpack_text rest, size_t shared, char name[NAME_SIZE], size_t *size)
{
    if (shared > *size || rest.size > NAME_SIZE - shared)
        return 0;
    memcpy(name + shared, rest.data, rest.size);
    *size = shared + rest.size;
    return 1;
}

int opening_read_lines(struct opening_reading *reading, const struct pgnpack_options *options)
{
    char name[NAME_SIZE];
    struct pgnpack_text line, moves, eco;
    size_t at = 0, size = 0, plies, shared;
    (void)options;
    while (opening_next_line(reading, &at, &line)) {
        if (line.size == 0 || line.data[0] == '#')
            continue;
        if (!take_number(&line, &plies) || !take_part(&line, &moves) || !take_part(&line, &eco) ||
            !take_number(&line, &shared) || !take_name(line, shared, name, &size) ||
            !opening_moves_keep(&reading->moves, plies))
            return opening_fail(reading, "the line makes no sense");
        if (!opening_moves_play_all(&reading->moves, PGNPACK_NOTATION_SAN, moves))
            return opening_fail(reading, reading->moves.cause);
        if (!opening_take(reading, (struct opening){.eco = eco, .name = {name, size}}))
            return 0;
    }
    return 1;
}
