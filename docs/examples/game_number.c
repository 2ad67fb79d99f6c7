/* game_number DATABASE N: game N, as it was written. Only its block is read, wherever in the file that is. */
#define _POSIX_C_SOURCE 200809L /* fseeko */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <pgnpack.h>

/* The reader asks for bytes at any place. Here by one thread only: a FILE has one position. */
static int read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    FILE *file = opaque;
    *size_ret = 0;
    if (fseeko(file, (off_t)offset, SEEK_SET) != 0)
        return errno;
    *size_ret = fread(bytes, 1, size, file);
    return ferror(file) ? EIO : 0;
}

static int show(const struct pgnpack_reader *reader, uint64_t number)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TEXT);
    const struct pgnpack_game *game;
    struct pgnpack_text text = {"", 0};
    if (cursor == NULL)
        return 0;
    int found = pgnpack_cursor_seek(cursor, number) == PGNPACK_OK &&
                pgnpack_cursor_next(cursor, &game) == PGNPACK_OK &&
                pgnpack_cursor_text(cursor, &text) == PGNPACK_OK;
    fwrite(text.data, 1, text.size, stdout);
    if (!found)
        fprintf(stderr, "no game %" PRIu64 " of %" PRIu64 " %s\n", number, pgnpack_reader_game_count(reader),
                pgnpack_cursor_error(cursor)->text);
    pgnpack_cursor_free(cursor);
    return found;
}

int main(int argument_count, char **arguments)
{
    FILE *file = argument_count == 3 ? fopen(arguments[1], "rb") : NULL;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (file != NULL && reader != NULL && fseeko(file, 0, SEEK_END) == 0) {
        if (pgnpack_reader_open(reader, read_at, file, (uint64_t)ftello(file)) == PGNPACK_OK)
            done = show(reader, strtoull(arguments[2], NULL, 10));
        else
            fprintf(stderr, "%s\n", pgnpack_reader_error(reader)->text);
    } else {
        fprintf(stderr, "usage: game_number DATABASE N\n");
    }
    pgnpack_reader_free(reader);
    if (file != NULL)
        fclose(file);
    return done ? 0 : 1;
}
