#include "bindings/wasm/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The answer ---- */

static struct {
    uint8_t *bytes;
    size_t size, capacity;
    int failed;
} answer;

enum { ANSWER_KEPT = 1 << 20 };

void answer_clear(void)
{
    if (answer.capacity > ANSWER_KEPT) {
        free(answer.bytes);
        answer.bytes = NULL;
        answer.capacity = 0;
    }
    answer.size = 0;
    answer.failed = 0;
}

static int make_room(size_t size)
{
    if (answer.failed || size > SIZE_MAX / 2 - answer.size)
        answer.failed = 1;
    if (answer.failed || size <= answer.capacity - answer.size)
        return !answer.failed;
    size_t capacity = answer.capacity < 4096 ? 4096 : answer.capacity + answer.capacity / 2;
    if (capacity < answer.size + size)
        capacity = answer.size + size;
    void *bytes = realloc(answer.bytes, capacity);
    if (bytes == NULL) {
        answer.failed = 1;
        return 0;
    }
    answer.bytes = bytes;
    answer.capacity = capacity;
    return 1;
}

void answer_bytes(const void *bytes, size_t size)
{
    if (size > 0 && make_room(size)) {
        memcpy(answer.bytes + answer.size, bytes, size);
        answer.size += size;
    }
}

void answer_byte(unsigned byte)
{
    uint8_t bytes[1] = {(uint8_t)byte};
    answer_bytes(bytes, sizeof bytes);
}

void answer_number16(unsigned number)
{
    uint8_t bytes[2] = {(uint8_t)number, (uint8_t)(number >> 8)};
    answer_bytes(bytes, sizeof bytes);
}

void answer_number32(uint32_t number)
{
    answer_number16(number & 0xffff);
    answer_number16(number >> 16);
}

void answer_number64(uint64_t number)
{
    answer_number32((uint32_t)number);
    answer_number32((uint32_t)(number >> 32));
}

void answer_text(const char *text, size_t size)
{
    answer_number32((uint32_t)size);
    answer_bytes(text, size);
}

int answer_write(void *opaque, const void *bytes, size_t size)
{
    enum { NO_MEMORY = 48 }; /* WASI's ENOMEM */
    (void)opaque;
    answer_bytes(bytes, size);
    return answer.failed ? NO_MEMORY : 0;
}

enum pgnpack_status answer_status(void)
{
    return answer.failed ? failure_no_memory() : PGNPACK_OK;
}

void *answer_take(size_t *size_ret)
{
    void *bytes = answer.bytes;
    *size_ret = answer.size;
    answer.bytes = NULL;
    answer.size = answer.capacity = 0;
    return bytes;
}

const void *EXPORT(answer_address)(void)
{
    return answer.bytes;
}

size_t EXPORT(answer_size)(void)
{
    return answer.size;
}

/* ---- The failure ---- */

static struct {
    enum pgnpack_status status;
    uint64_t game, offset;
    char text[2048];
} failure;

enum pgnpack_status failure_of(const struct pgnpack_error *error)
{
    failure.status = error->status;
    failure.game = error->game;
    failure.offset = error->offset;
    snprintf(failure.text, sizeof failure.text, "%s",
             *error->text != '\0' ? error->text : pgnpack_status_text(error->status));
    return failure.status;
}

enum pgnpack_status failure_text(enum pgnpack_status status, const char *text)
{
    const struct pgnpack_error error = {.status = status, .offset = UINT64_MAX, .text = text};
    return failure_of(&error);
}

enum pgnpack_status failure_no_memory(void)
{
    return failure_text(PGNPACK_ERROR_MEMORY, "there is no memory");
}

int EXPORT(failure_status)(void)
{
    return (int)failure.status;
}

double EXPORT(failure_game)(void)
{
    return (double)failure.game;
}

double EXPORT(failure_offset)(void)
{
    return failure.offset == UINT64_MAX ? -1 : (double)failure.offset;
}

const char *EXPORT(failure_words)(void)
{
    return failure.text;
}

/* ---- Memory, version, nets ---- */

void *EXPORT(allocate)(size_t size)
{
    return malloc(size > 0 ? size : 1);
}

void EXPORT(release)(void *piece)
{
    free(piece);
}

const char *EXPORT(version)(void)
{
    return pgnpack_version();
}

/* They are copied by the library: one place is enough for all that are ever asked for. */
static int give_net(void *opaque, unsigned id, const void **bytes_ret, size_t *size_ret)
{
    static void *bytes;
    size_t size = host_net_size(id);
    (void)opaque;
    free(bytes);
    bytes = size > 0 ? malloc(size) : NULL;
    if (bytes == NULL)
        return 1;
    host_net_copy(id, bytes);
    *bytes_ret = bytes;
    *size_ret = size;
    return 0;
}

/* Of the library that these modules are made of; no other has it (src/moves/table/move_tables_given.h). */
int move_tables_give(const uint8_t *bytes, size_t size);

/* data/tables-0.bin, which level 4 needs. */
int EXPORT(give_tables)(const uint8_t *bytes, size_t size)
{
    if (move_tables_give(bytes, size))
        return PGNPACK_OK;
    return (int)failure_text(PGNPACK_ERROR_ARGUMENT, "these are not the tables of level 4, tables-0.bin");
}

const struct pgnpack_options *host_options(void)
{
    static const struct pgnpack_options options = {.size = sizeof options, .net = give_net};
    return &options;
}
