/* game_number DATABASE N: game N, as it was written. Only its block is read, wherever in the file that is. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <pgnpack.h>

static int show(const struct pgnpack_reader *reader, uint64_t number)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const struct pgnpack_game *game;
    struct pgnpack_text text;
    if (cursor == NULL)
        return 0;
    int found = pgnpack_cursor_seek(cursor, number) == PGNPACK_OK &&
                pgnpack_cursor_next(cursor, &game) == PGNPACK_OK &&
                pgnpack_cursor_text(cursor, &text) == PGNPACK_OK;
    if (found)
        fwrite(text.data, 1, text.size, stdout);
    else
        fprintf(stderr, "no game %" PRIu64 " of %" PRIu64 " %s\n", number,
                pgnpack_reader_info(reader)->game_count, pgnpack_error(cursor)->text);
    pgnpack_free(cursor);
    return found;
}

int main(int argument_count, char **arguments)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (argument_count != 3 || reader == NULL)
        fprintf(stderr, "usage: game_number DATABASE N\n");
    else if (pgnpack_reader_open(reader, PGNPACK_FROM_PATH(arguments[1])) == PGNPACK_OK)
        done = show(reader, strtoull(arguments[2], NULL, 10));
    else
        fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
    pgnpack_free(reader); /* when its cursors are */
    return done ? 0 : 1;
}
