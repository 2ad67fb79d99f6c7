/*
 * remote_game DATABASE LAYOUT N: the tags of game N of a file that is far away: read_at() below stands for requests over a
 * network, and counts them. What opening finds is kept in the file LAYOUT, so that the next process needs one short read.
 */
#define _POSIX_C_SOURCE 200809L /* pread */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <pgnpack.h>

enum { LAYOUT_MAX = 1 << 20 };

/* Several threads may call this at once where they share a reader; one does here. */
struct remote {
    int file;
    unsigned requests;
};

/* A request for a range of the file; pread() needs no lock. */
static int read_at(void *opaque, uint64_t offset, void *bytes, size_t size, size_t *size_ret)
{
    struct remote *remote = (struct remote *)opaque;
    ssize_t got = pread(remote->file, bytes, size, (off_t)offset);
    remote->requests++;
    *size_ret = got < 0 ? 0 : (size_t)got;
    return got < 0 ? errno : 0;
}

/* A server would begin to fetch these bytes, and return at once. */
static void prefetch(void *opaque, uint64_t offset, uint64_t size)
{
    (void)opaque;
    fprintf(stderr, "soon: %" PRIu64 " bytes at %" PRIu64 "\n", size, offset);
}

/* A saved layout that does not fit is refused, never believed; it is then made anew. */
static enum pgnpack_status open_remote(struct pgnpack_reader *reader, struct remote *remote, uint64_t size,
                                       const char *layout_path)
{
    static unsigned char layout[LAYOUT_MAX];
    /* Rather a megabyte too much than one request more. */
    struct pgnpack_source source = {.size = sizeof source,
                                    .read_at = read_at,
                                    .file_size = size,
                                    .opaque = remote,
                                    .prefetch = prefetch,
                                    .gap = 1 << 20};
    FILE *file = fopen(layout_path, "rb");
    source.layout_size = file != NULL ? fread(layout, 1, sizeof layout, file) : 0;
    if (file != NULL)
        fclose(file);
    source.layout = layout;
    if (pgnpack_reader_open(reader, &source) == PGNPACK_OK)
        return PGNPACK_OK;
    source.layout = NULL;
    enum pgnpack_status status = pgnpack_reader_open(reader, &source);
    if (status == PGNPACK_OK)
        pgnpack_reader_save_layout(reader, PGNPACK_TO_PATH(layout_path));
    return status;
}

static int show(const struct pgnpack_reader *reader, uint64_t number)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_TAGS);
    const struct pgnpack_game *game;
    struct pgnpack_text name, value;
    int found = cursor != NULL && pgnpack_cursor_seek(cursor, number) == PGNPACK_OK &&
                pgnpack_cursor_next(cursor, &game) == PGNPACK_OK;
    for (size_t i = 0; found && pgnpack_game_tag(game, i, &name, &value); i++) {
        printf("%.*s = %.*s\n", (int)name.size, name.data, (int)value.size, value.data);
    }
    if (cursor != NULL && !found)
        fprintf(stderr, "no game %" PRIu64 " %s\n", number, pgnpack_error(cursor)->text);
    pgnpack_free(cursor);
    return found;
}

int main(int argument_count, char **arguments)
{
    struct remote remote = {argument_count == 4 ? open(arguments[1], O_RDONLY) : -1, 0};
    off_t size = remote.file >= 0 ? lseek(remote.file, 0, SEEK_END) : -1;
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    int done = 0;
    if (size < 0 || reader == NULL) {
        fprintf(stderr, "usage: remote_game DATABASE LAYOUT N\n");
    } else {
        if (open_remote(reader, &remote, (uint64_t)size, arguments[2]) == PGNPACK_OK)
            done = show(reader, strtoull(arguments[3], NULL, 10));
        else
            fprintf(stderr, "%s\n", pgnpack_error(reader)->text);
        fprintf(stderr, "%u requests\n", remote.requests);
    }
    pgnpack_free(reader);
    if (remote.file >= 0)
        close(remote.file);
    return done ? 0 : 1;
}
