/*
 * pack_file INPUT OUTPUT: packs a file, whatever it holds, into a BCGN 1 database. A program that others rely on
 * would write to a temporary file and rename it when all is well, as pgnpack does.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <pgnpack.h>

static int write_file(void *opaque, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, opaque) == size ? 0 : EIO;
}

/* Pieces of any size: games are found across their ends. */
static int pack(struct pgnpack_writer *writer, FILE *input)
{
    char piece[1 << 16];
    size_t size;
    while ((size = fread(piece, 1, sizeof piece, input)) != 0)
        if (pgnpack_writer_write(writer, piece, size) != PGNPACK_OK)
            return 0;
    return !ferror(input) && pgnpack_writer_finish(writer) == PGNPACK_OK; /* without it there is no index */
}

int main(int argument_count, char **arguments)
{
    FILE *input = argument_count == 3 ? fopen(arguments[1], "rb") : NULL;
    FILE *output = input != NULL ? fopen(arguments[2], "wb") : NULL;
    struct pgnpack_writer_options options;
    int done = 0;
    memset(&options, 0, sizeof options); /* zero means the default, for members of later versions too */
    options.size = sizeof options;
    options.level = 5;
    options.verify = 1; /* unpack each block before it is written */
    struct pgnpack_writer *writer =
        output != NULL ? pgnpack_writer_new(NULL, &options, write_file, output) : NULL;
    if (writer != NULL) {
        done = pack(writer, input);
        const struct pgnpack_writer_totals *totals = pgnpack_writer_totals(writer);
        printf("%llu games, %llu bytes of text, %llu packed\n", (unsigned long long)totals->games,
               (unsigned long long)totals->text_size, (unsigned long long)totals->packed_size);
        if (!done)
            fprintf(stderr, "failed: %s\n", pgnpack_writer_error(writer)->text);
    } else {
        fprintf(stderr, "usage: pack_file INPUT OUTPUT\n");
    }
    pgnpack_writer_free(writer);
    if (output != NULL && fclose(output) != 0)
        done = 0;
    if (input != NULL)
        fclose(input);
    return done ? 0 : 1;
}
