#include "lib/duplicates/duplicates_verify.h"

#include <string.h>

struct duplicates_line {
    struct duplicates_line *next;
    uint32_t size;
    uint32_t number;
    uint8_t bytes[];
};

void duplicates_verify_init(struct duplicates_verify *verify, struct memory *memory)
{
    *verify = (struct duplicates_verify){.memory = memory};
}

static void free_lines(struct duplicates_verify *verify, struct duplicates_lines *lines)
{
    while (lines->first != NULL) {
        struct duplicates_line *line = lines->first;
        lines->first = line->next;
        memory_release(verify->memory, line, sizeof *line + line->size);
    }
}

static size_t hashes_size(size_t count)
{
    return (count + 1) * sizeof(struct duplicates_lines);
}

void duplicates_verify_free(struct duplicates_verify *verify)
{
    for (size_t i = 0; i < verify->count; i++)
        free_lines(verify, &verify->hashes[i]);
    memory_release(verify->memory, verify->hashes, hashes_size(verify->count));
    duplicates_verify_init(verify, verify->memory);
}

int duplicates_verify_start(struct duplicates_verify *verify, size_t count)
{
    verify->hashes = memory_get(verify->memory, hashes_size(count));
    if (verify->hashes == NULL)
        return 0;
    memset(verify->hashes, 0, hashes_size(count));
    verify->count = count;
    return 1;
}

size_t duplicates_verify_size(uint32_t plies)
{
    enum { LINE_OVERHEAD = 64 };
    return sizeof(struct duplicates_line) + LINE_OVERHEAD + (size_t)plies;
}

static struct duplicates_line *find(const struct duplicates_lines *lines, const uint8_t *bytes, size_t size)
{
    struct duplicates_line *line = lines->first;
    while (line != NULL && (line->size != size || memcmp(line->bytes, bytes, size) != 0))
        line = line->next;
    return line;
}

static unsigned hold(struct duplicates_verify *verify, struct duplicates_lines *lines, const uint8_t *bytes,
                     size_t size)
{
    unsigned number = lines->first == NULL ? 1 : lines->first->number + 1;
    struct duplicates_line *line =
        number > DUPLICATES_LINES_MAX ? NULL : memory_get(verify->memory, sizeof *line + size);
    if (line == NULL)
        return 0;
    *line = (struct duplicates_line){lines->first, (uint32_t)size, number};
    memcpy(line->bytes, bytes, size);
    lines->first = line;
    return number;
}

unsigned duplicates_verify_add(struct duplicates_verify *verify, size_t hash, const uint8_t *bytes,
                               size_t size)
{
    struct duplicates_lines *lines = &verify->hashes[hash];
    const struct duplicates_line *line = find(lines, bytes, size);
    unsigned number = line != NULL ? line->number : hold(verify, lines, bytes, size);
    duplicates_verify_pass(verify, hash);
    return number;
}

void duplicates_verify_pass(struct duplicates_verify *verify, size_t hash)
{
    struct duplicates_lines *lines = &verify->hashes[hash];
    if (lines->left != 0 && --lines->left == 0)
        free_lines(verify, lines);
}
