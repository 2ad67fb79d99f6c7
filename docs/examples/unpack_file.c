/*
 * unpack_file DATABASE OUTPUT [WORK]: unpacks a database; only text whose hash was verified comes out. The file may be a
 * stranger's: it gets no more than a gigabyte of memory and WORK units of work, or about a minute.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <pgnpack.h>

static int unpack(const char *database, const char *output, uint64_t work_limit)
{
    /* Bytes, and units of about a nanosecond, but counted: the same on every machine. */
    struct pgnpack_options options = {
        .size = sizeof options, .memory_limit = 1 << 30, .work_limit = work_limit};
    struct pgnpack_unpacker *unpacker = pgnpack_unpacker_new(&options, NULL);
    if (unpacker == NULL)
        return 0;
    enum pgnpack_status status =
        pgnpack_unpacker_run(unpacker, PGNPACK_FROM_PATH(database), PGNPACK_TO_PATH(output));
    if (status == PGNPACK_OK)
        printf("%" PRIu64 " games\n", pgnpack_unpacker_totals(unpacker)->games);
    else
        fprintf(stderr, "failed: %s\n", pgnpack_error(unpacker)->text);
    pgnpack_free(unpacker);
    return status == PGNPACK_OK;
}

int main(int argument_count, char **arguments)
{
    uint64_t work_limit = UINT64_C(60000000000);
    if (argument_count == 4)
        work_limit = strtoull(arguments[3], NULL, 10);
    if (argument_count == 3 || argument_count == 4)
        return unpack(arguments[1], arguments[2], work_limit) ? 0 : 1;
    fprintf(stderr, "usage: unpack_file DATABASE OUTPUT [WORK]\n");
    return 1;
}
