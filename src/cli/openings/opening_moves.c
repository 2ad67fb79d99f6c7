#include "cli/openings/opening_moves.h"

#include <stdio.h>
#include <string.h>

#include "cli/base/tag_text.h"

enum { CODE_SIZE = 3, NAME_SIZE_MAX = 255 };

/* ---- Moves ---- */

int opening_moves_keep(struct opening_moves *moves, size_t plies)
{
    if (plies > moves->plies)
        return 0;
    for (; moves->plies > plies; moves->plies--)
        if (pgnpack_board_undo(moves->board) != PGNPACK_OK)
            return 0;
    return 1;
}

static int is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

/* What is behind "12." or "12...", or the whole word: "0-0" begins with a digit, too. */
static struct pgnpack_text behind_number(struct pgnpack_text word)
{
    size_t at = 0, digits;
    while (at < word.size && is_digit(word.data[at]))
        at++;
    digits = at;
    while (at < word.size && word.data[at] == '.')
        at++;
    if (at == digits && at != word.size)
        at = 0;
    return (struct pgnpack_text){word.data + at, word.size - at};
}

int opening_moves_play(struct opening_moves *moves, enum pgnpack_notation notation, struct pgnpack_text word)
{
    uint16_t move;
    word = behind_number(word);
    if (word.size == 0 || (word.size == 1 && word.data[0] == '*'))
        return 1;
    if (pgnpack_board_parse(moves->board, notation, word.data, word.size, &move) == PGNPACK_OK &&
        pgnpack_board_make(moves->board, move) == PGNPACK_OK) {
        moves->plies++;
        return 1;
    }
    snprintf(moves->cause, sizeof moves->cause, "half-move %zu, '%.*s': %s", moves->plies + 1,
             (int)(word.size < 40 ? word.size : 40), word.data, pgnpack_error(moves->board)->text);
    return 0;
}

int opening_moves_play_all(struct opening_moves *moves, enum pgnpack_notation notation,
                           struct pgnpack_text words)
{
    size_t at = 0;
    while (at < words.size) {
        size_t begin = at;
        while (at < words.size && words.data[at] != ' ')
            at++;
        if (!opening_moves_play(moves, notation, (struct pgnpack_text){words.data + begin, at - begin}))
            return 0;
        while (at < words.size && words.data[at] == ' ')
            at++;
    }
    return 1;
}

/* ---- Words ---- */

struct pgnpack_text opening_trimmed(struct pgnpack_text text)
{
    while (text.size != 0 && text.data[0] == ' ') {
        text.data++;
        text.size--;
    }
    while (text.size != 0 && text.data[text.size - 1] == ' ')
        text.size--;
    return text;
}

int opening_is_code(struct pgnpack_text word)
{
    if (word.size < CODE_SIZE || word.size > CODE_SIZE + 2 || word.data[0] < 'A' || word.data[0] > 'E' ||
        !is_digit(word.data[1]) || !is_digit(word.data[2]))
        return 0;
    return (word.size < CODE_SIZE + 1 || (word.data[3] >= 'a' && word.data[3] <= 'z')) &&
           (word.size < CODE_SIZE + 2 || is_digit(word.data[4]));
}

/* Those of PGN tables are apart already. */
static void split_name(struct opening *opening)
{
    const char *colon = opening->name.size != 0 ? memchr(opening->name.data, ':', opening->name.size) : NULL;
    if (opening->variation.size != 0 || colon == NULL)
        return;
    size_t size = (size_t)(colon - opening->name.data);
    opening->variation = opening_trimmed((struct pgnpack_text){colon + 1, opening->name.size - size - 1});
    opening->name = opening_trimmed((struct pgnpack_text){opening->name.data, size});
}

const char *opening_check(struct opening *opening)
{
    if (opening->eco.size != 0 && !opening_is_code(opening->eco))
        return "the ECO code is none: they go from A00 to E99";
    if (opening->eco.size != 0)
        opening->eco.size = CODE_SIZE;
    opening->name = opening_trimmed(opening->name);
    opening->variation = opening_trimmed(opening->variation);
    split_name(opening);
    if (opening->name.size > NAME_SIZE_MAX || opening->variation.size > NAME_SIZE_MAX)
        return "the name has more than 255 bytes";
    if (text_has_controls(opening->name) || text_has_controls(opening->variation))
        return "the name has control characters";
    return NULL;
}
