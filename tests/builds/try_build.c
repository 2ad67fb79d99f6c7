/*
 * try_build PACKED TEXT [NET-0 NET-1]: unpacks a file with the library that it is linked with, and reads each game through a
 * cursor; the nets' files are given to the library if it asks. Prints the status and the error's text. In the end does it
 * all again with each allocation failing while handles are made. For tests/scripts/check_builds.sh.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pgnpack.h>

enum { NETS = 2, PIECES_MAX = 50 };

struct net_file {
    unsigned char *bytes;
    size_t size;
    int asked;
};

static int give_net(void *opaque, unsigned id, const void **bytes_ret, size_t *size_ret)
{
    struct net_file *file = (struct net_file *)opaque + id;
    file->asked++;
    *bytes_ret = file->bytes;
    *size_ret = file->size;
    return id >= NETS;
}

/* Memory that ends after some pieces. */
struct supply {
    long left;
    long held;
};

static void *allocate(void *opaque, size_t size)
{
    struct supply *supply = opaque;
    void *piece = supply->left-- > 0 ? malloc(size) : NULL;
    supply->held += piece != NULL;
    return piece;
}

static void release(void *opaque, void *piece)
{
    ((struct supply *)opaque)->held--;
    free(piece);
}

static int read_whole(const char *path, struct net_file *file)
{
    FILE *stream = fopen(path, "rb");
    enum { SIZE_MAX_READ = 4 << 20 };
    if (stream == NULL || (file->bytes = malloc(SIZE_MAX_READ)) == NULL)
        return 0;
    file->size = fread(file->bytes, 1, SIZE_MAX_READ, stream);
    fclose(stream);
    return 1;
}

/* All that needs a net: the two must agree. */
static enum pgnpack_status unpack(const struct pgnpack_options *options, const char *packed, const char *text)
{
    struct pgnpack_unpacker_options threads;
    memset(&threads, 0, sizeof threads);
    threads.size = sizeof threads;
    threads.threads = 4;
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(options, &threads);
    if (unpacker == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status =
        pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(packed), PGNPACK_TO_PATH(text));
    printf("%d %s\n", (int)status, pgnpack_error(unpacker)->text);
    pgnpack_free(unpacker);
    return status;
}

static enum pgnpack_status scan(const struct pgnpack_options *options, const char *packed)
{
    struct pgnpack_reader *reader = pgnpack_reader_new(options);
    if (reader == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status = pgnpack_reader_open(reader, PGNPACK_FROM_PATH(packed));
    struct pgnpack_cursor *cursor =
        status == PGNPACK_OK ? pgnpack_cursor_new(reader, PGNPACK_PART_TAGS | PGNPACK_PART_MOVES) : NULL;
    if (status == PGNPACK_OK && cursor == NULL)
        status = PGNPACK_ERROR_MEMORY;
    while (status == PGNPACK_OK)
        status = pgnpack_cursor_next(cursor, NULL);
    pgnpack_free(cursor);
    pgnpack_free(reader);
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

static int survives_failures(struct pgnpack_options options, const char *packed)
{
    struct supply supply = {0, 0};
    struct pgnpack_allocator allocator = {allocate, release, NULL};
    allocator.opaque = &supply;
    options.allocator = &allocator;
    for (long pieces = 0; pieces < PIECES_MAX; pieces++) {
        supply.left = pieces;
        enum pgnpack_status status = scan(&options, packed);
        if (supply.held != 0 || (status != PGNPACK_OK && status != PGNPACK_ERROR_MEMORY &&
                                 status != PGNPACK_ERROR_UNSUPPORTED && status != PGNPACK_ERROR_ARGUMENT))
            return 0;
    }
    return 1;
}

int main(int count, char **words)
{
    static struct net_file nets[NETS];
    struct pgnpack_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    if (count != 3 && count != 5)
        return 2;
    for (int i = 0; i + 3 < count; i++)
        if (!read_whole(words[3 + i], &nets[i]))
            return 2;
    if (count == 5) {
        options.net = give_net;
        options.net_opaque = nets;
    }
    enum pgnpack_status status = unpack(&options, words[1], words[2]);
    if (scan(&options, words[1]) != status)
        puts("the cursor differs");
    if (!survives_failures(options, words[1]))
        puts("a failing allocation is not survived");
    printf("asked %d\n", nets[0].asked + nets[1].asked);
    return 0;
}
