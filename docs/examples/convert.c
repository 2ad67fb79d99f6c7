/*
 * convert pack|unpack < INPUT > OUTPUT: PGN to BCGN 0 and back, through the library's readers and writers.
 * What BCGN 0 cannot hold stops the packing; set `lossy` below to leave it out instead.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <pgnpack_extra.h>

static int read_file(void *opaque, void *bytes, size_t size, size_t *size_ret)
{
    *size_ret = fread(bytes, 1, size, (FILE *)opaque);
    return ferror((FILE *)opaque) ? EIO : 0;
}

static int write_file(void *opaque, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, (FILE *)opaque) == size ? 0 : EIO;
}

static int complain(uint64_t game, const struct pgnpack_error *error)
{
    fprintf(stderr, "game %llu: %s\n", (unsigned long long)game, error->text);
    return 1;
}

static uint64_t number_of(const struct pgnpack_pgn_reader *reader)
{
    struct pgnpack_place place;
    pgnpack_pgn_reader_place(reader, 0, &place);
    return place.game;
}

static int pack(struct pgnpack_pgn_reader *reader, struct pgnpack_bcgn0_writer *writer)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status;
    pgnpack_pgn_reader_open(reader, PGNPACK_FROM_STREAM(read_file, stdin));
    while ((status = pgnpack_pgn_reader_next(reader, &game)) == PGNPACK_OK)
        if (pgnpack_bcgn0_writer_add(writer, game) != PGNPACK_OK)
            return complain(number_of(reader), pgnpack_error(writer));
    if (status != PGNPACK_END)
        return complain(number_of(reader), pgnpack_error(reader));
    if (pgnpack_bcgn0_writer_finish(writer) != PGNPACK_OK) /* writes what is still held back */
        return complain(0, pgnpack_error(writer));
    return fflush(stdout) == 0 ? 0 : 1;
}

static int unpack(struct pgnpack_bcgn0_reader *reader, struct pgnpack_pgn_writer *writer)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status;
    pgnpack_bcgn0_reader_open(reader, PGNPACK_FROM_STREAM(read_file, stdin));
    while ((status = pgnpack_bcgn0_reader_next(reader, &game)) == PGNPACK_OK)
        if (pgnpack_pgn_writer_add(writer, game) != PGNPACK_OK)
            return complain(0, pgnpack_error(writer));
    if (status != PGNPACK_END)
        return complain(pgnpack_error(reader)->game, pgnpack_error(reader));
    if (pgnpack_pgn_writer_finish(writer) != PGNPACK_OK)
        return complain(0, pgnpack_error(writer));
    return fflush(stdout) == 0 ? 0 : 1;
}

static int run_pack(void)
{
    struct pgnpack_bcgn0_options options = {
        .size = sizeof options, .scheme = PGNPACK_BCGN0_INDEX, .lossy = 0};
    struct pgnpack_pgn_reader *reader = pgnpack_pgn_reader_new(NULL);
    struct pgnpack_bcgn0_writer *writer =
        pgnpack_bcgn0_writer_new(NULL, &options, PGNPACK_TO_FUNCTION(write_file, stdout));
    int status = reader != NULL && writer != NULL ? pack(reader, writer) : 1;
    pgnpack_free(writer);
    pgnpack_free(reader);
    return status;
}

static int run_unpack(void)
{
    struct pgnpack_bcgn0_reader *reader = pgnpack_bcgn0_reader_new(NULL);
    struct pgnpack_pgn_writer *writer = pgnpack_pgn_writer_new(NULL, PGNPACK_TO_FUNCTION(write_file, stdout));
    int status = reader != NULL && writer != NULL ? unpack(reader, writer) : 1;
    pgnpack_free(writer);
    pgnpack_free(reader);
    return status;
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 2 && strcmp(arguments[1], "pack") == 0)
        return run_pack();
    if (argument_count == 2 && strcmp(arguments[1], "unpack") == 0)
        return run_unpack();
    fprintf(stderr, "usage: convert pack|unpack < INPUT > OUTPUT\n");
    return 1;
}
