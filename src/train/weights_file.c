#include "train/weights_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/xxh64.h"

int weights_file_write(const int8_t *bytes, size_t byte_count, const int16_t *words, size_t word_count,
                       const char *path)
{
    size_t size = byte_count + 2 * word_count;
    uint8_t *all = malloc(size);
    FILE *file = fopen(path, "wb");
    if (all == NULL || file == NULL) {
        fprintf(stderr, "train: cannot write %s\n", path);
        free(all);
        return 0;
    }
    if (byte_count != 0)
        memcpy(all, bytes, byte_count);
    for (size_t i = 0; i < word_count; i++) {
        all[byte_count + 2 * i] = (uint8_t)((uint16_t)words[i] & 255);
        all[byte_count + 2 * i + 1] = (uint8_t)((uint16_t)words[i] >> 8);
    }
    int done = fwrite(all, 1, size, file) == size;
    done = fclose(file) == 0 && done;
    printf("%s: %zu bytes, XXH64 %016" PRIx64 "\n", path, size, xxh64(all, size));
    free(all);
    return done;
}
