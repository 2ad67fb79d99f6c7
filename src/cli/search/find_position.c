#include "cli/search/find_position.h"

#include <string.h>

/* Makes a move of a text: "1.e4", "e4". */
static int make_move(struct pgnpack_board *board, const char *text, size_t size)
{
    uint16_t move;
    size_t number = strspn(text, "0123456789");
    if (number < size && text[number] == '.')
        for (; number < size && text[number] == '.'; number++)
            ;
    else
        number = 0;
    if (number == size)
        return 1;
    return pgnpack_board_parse(board, PGNPACK_NOTATION_SAN, text + number, size - number, &move) ==
               PGNPACK_OK &&
           pgnpack_board_make(board, move) == PGNPACK_OK;
}

const char *find_position_set(struct pgnpack_board *board, const char *position)
{
    if (strchr(position, '/') != NULL)
        return pgnpack_board_set(board, position, strlen(position), NULL) == PGNPACK_OK
                   ? NULL
                   : pgnpack_error(board)->text;
    for (;;) {
        position += strspn(position, " \t\r\n");
        size_t size = strcspn(position, " \t\r\n");
        if (size == 0)
            return NULL;
        if (!make_move(board, position, size))
            return pgnpack_error(board)->text;
        position += size;
    }
}
