/*
 * pack_file INPUT OUTPUT: packs a file, whatever it holds, into a BCGN 1 database. OUTPUT appears when all is well, whole.
 */
#include <inttypes.h>
#include <stdio.h>

#include <pgnpack.h>

/* Pieces of any size: games are found across their ends. */
static int pack(struct pgnpack_writer *writer, FILE *input)
{
    char piece[1 << 16];
    size_t size;
    while ((size = fread(piece, 1, sizeof piece, input)) != 0)
        if (pgnpack_writer_write(writer, piece, size) != PGNPACK_OK)
            return 0;
    return !ferror(input) && pgnpack_writer_finish(writer) == PGNPACK_OK; /* only now there is a file */
}

static int pack_file(FILE *input, const char *output)
{
    /* What is not named is zero, which means the default everywhere. `verify` unpacks each block before it is written. */
    struct pgnpack_writer_options options = {.size = sizeof options, .level = 5, .verify = 1};
    struct pgnpack_writer *writer = pgnpack_writer_new(NULL, &options, PGNPACK_TO_PATH(output));
    int done = writer != NULL && pack(writer, input);
    if (done) {
        const struct pgnpack_writer_totals *totals = pgnpack_writer_totals(writer);
        printf("%" PRIu64 " games, %" PRIu64 " bytes of text, %" PRIu64 " packed\n", totals->games,
               totals->text_size, totals->packed_size);
    } else {
        fprintf(stderr, "failed: %s\n", writer != NULL ? pgnpack_error(writer)->text : "no memory");
    }
    pgnpack_free(writer);
    return done;
}

int main(int argument_count, char **arguments)
{
    FILE *input = argument_count == 3 ? fopen(arguments[1], "rb") : NULL;
    int done = 0;
    if (input != NULL) {
        done = pack_file(input, arguments[2]);
        fclose(input);
    } else {
        fprintf(stderr, "usage: pack_file INPUT OUTPUT\n");
    }
    return done ? 0 : 1;
}
