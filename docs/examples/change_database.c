/*
 * change_database DATABASE [-N]... [FILE]...: deletes the games of these numbers, and adds the games of these files, in one change.
 * Then prints the changes that the database went through.
 */
#include <stdio.h>
#include <stdlib.h>

#include <pgnpack.h>

enum { PIECE_SIZE = 1 << 16 };

/* Copies a file's text into the change. */
static int add_file(struct pgnpack_writer *writer, const char *path)
{
    static char piece[PIECE_SIZE];
    size_t size = 1;
    FILE *file = fopen(path, "rb");
    enum pgnpack_status status = PGNPACK_OK;
    if (file == NULL) {
        perror(path);
        return 0;
    }
    while (size != 0 && status == PGNPACK_OK) {
        size = fread(piece, 1, sizeof piece, file);
        status = pgnpack_writer_write(writer, piece, size);
    }
    int done = status == PGNPACK_OK && !ferror(file);
    if (!done)
        fprintf(stderr, "%s: %s\n", path, pgnpack_error(writer)->text);
    fclose(file);
    return done;
}

static int change(struct pgnpack_database *database, int count, char **words)
{
    for (int i = 0; i < count; i++) {
        if (words[i][0] == '-') {
            uint64_t number = strtoull(words[i] + 1, NULL, 10);
            if (pgnpack_database_delete(database, number, 1, PGNPACK_REASON_HAND, 0) != PGNPACK_OK)
                return 0;
            continue;
        }
        struct pgnpack_writer *writer = pgnpack_database_append(database, NULL); /* the same one each time */
        if (writer == NULL || !add_file(writer, words[i]))
            return 0;
    }
    return pgnpack_database_commit(database, "change_database", 0) == PGNPACK_OK; /* words for the log */
}

static void print_log(const struct pgnpack_reader *reader)
{
    struct pgnpack_segment_info info;
    for (uint64_t i = 0; pgnpack_reader_segment(reader, i, &info); i++)
        printf("state %llu: %llu games, %llu of them deleted by now\n", (unsigned long long)i + 1,
               (unsigned long long)info.game_count, (unsigned long long)info.deleted_count);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: change_database DATABASE [-N]... [FILE]...\n", stderr);
        return 1;
    }
    struct pgnpack_database *database = pgnpack_database_new(NULL);
    if (database == NULL)
        return 1;
    int done =
        pgnpack_database_open(database, argv[1], NULL) == PGNPACK_OK && change(database, argc - 2, argv + 2);
    if (done)
        print_log(pgnpack_database_reader(database));
    else
        fprintf(stderr, "nothing was changed: %s\n", pgnpack_error(database)->text);
    pgnpack_free(database);
    return done ? 0 : 1;
}
