#include "train/weights_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/xxh64.h"

static uint8_t *put16(uint8_t *at, const int16_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        *at++ = (uint8_t)((uint16_t)numbers[i] & 255);
        *at++ = (uint8_t)((uint16_t)numbers[i] >> 8);
    }
    return at;
}

int weights_file_write(const struct policy_weights *weights, const char *path)
{
    enum { SIZE = sizeof *weights };
    uint8_t *bytes = malloc(SIZE);
    FILE *file = fopen(path, "wb");
    if (bytes == NULL || file == NULL) {
        fprintf(stderr, "train: cannot write %s\n", path);
        return 0;
    }
    memcpy(bytes, weights, offsetof(struct policy_weights, bias));
    uint8_t *at = bytes + offsetof(struct policy_weights, bias);
    at = put16(at, weights->bias, POLICY_HIDDEN);
    at = put16(at, weights->move_bias, POLICY_ROW_COUNT);
    put16(at, weights->class_bias, POLICY_CLASS_COUNT);
    int done = fwrite(bytes, 1, SIZE, file) == SIZE && fclose(file) == 0;
    printf("%s: %d bytes, XXH64 %016" PRIx64 "\n", path, (int)SIZE, xxh64(bytes, SIZE));
    free(bytes);
    return done;
}
