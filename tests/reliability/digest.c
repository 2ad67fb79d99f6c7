#include <stdio.h>
#include <zstd.h>

#include "reliability/reliability.h"
#include "util/xxh64.h"

static int print_digest(const char *path, const struct bytes *text, const struct pack_setup *setup)
{
    const struct unpack_setup plain = {0};
    struct bytes packed = {0};
    struct unpacked unpacked = {.status = PGNPACK_ERROR_INTERNAL};
    int done = pack_bytes(setup, text->data, text->size, &packed) == PGNPACK_OK;
    if (done)
        unpack_bytes(&plain, packed.data, packed.size, &unpacked);
    done = done && unpacked.status == PGNPACK_OK && bytes_equal(&unpacked.text, text);
    printf("%s level %d moves %d threads %u: %zu bytes, %016llx, %s\n", path, setup->level, (int)setup->moves,
           setup->threads, packed.size, (unsigned long long)xxh64(packed.data, packed.size),
           done ? "unpacks to its text" : "DOES NOT UNPACK");
    unpacked_free(&unpacked);
    bytes_free(&packed);
    return done;
}

int print_digests(char *const *files, int file_count)
{
    static const struct pack_setup setups[] = {{.level = 1, .block_size = 100000},
                                               {.level = 2},
                                               {.level = 3},
                                               {.level = 3, .moves = PGNPACK_MOVES_BITS},
                                               {.level = 4},
                                               {.level = 5},
                                               {.level = 6, .threads = 2, .block_size = 50000},
                                               {.level = 7},
                                               {.level = 8, .block_size = 30000},
                                               {.level = 9}};
    int done = 1;
    printf("libzstd %u\n", ZSTD_versionNumber());
    for (int i = 0; i < file_count; i++) {
        struct bytes text = {0};
        done &= bytes_append_file(&text, files[i]);
        for (size_t j = 0; j < sizeof setups / sizeof setups[0]; j++)
            done &= print_digest(files[i], &text, &setups[j]);
        bytes_free(&text);
    }
    return done;
}
