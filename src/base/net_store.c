#include "base/net_store.h"

#include <inttypes.h>

#include "util/xxh64.h"

/* Weights begin where a cache line does, as the built-in ones. */
enum { ALIGNMENT = 64 };

static size_t file_size(const struct policy_shape *shape)
{
    return policy_byte_count(shape) + 2 * policy_word_count(shape);
}

/* Numbers of a file as this machine has them. */
static void read_words(int16_t *words, const uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned word = bytes[2 * i] | (unsigned)bytes[2 * i + 1] << 8;
        words[i] = (int16_t)(word < 0x8000 ? (int)word : (int)word - 0x10000);
    }
}

/* Bytes, whose number is even with the padding behind them, then words. */
static enum pgnpack_status keep(struct net_store *store, struct memory *memory, unsigned id,
                                const uint8_t *file, struct error *error)
{
    const struct policy_shape *shape = &policy_net_file_of(id)->shape;
    size_t byte_count = policy_byte_count(shape);
    size_t words_at = (byte_count + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    size_t word_count = policy_word_count(shape);
    struct net_bytes *bytes = &store->bytes[id];
    bytes->size = ALIGNMENT + words_at + word_count * sizeof(int16_t);
    bytes->piece = memory_get(memory, bytes->size);
    if (bytes->piece == NULL)
        return error_no_memory(error);
    uint8_t *start = bytes->piece;
    start += ALIGNMENT - (uintptr_t)start % ALIGNMENT;
    int16_t *words = (int16_t *)(void *)(start + words_at);
    memcpy(start, file, byte_count);
    read_words(words, file + byte_count, word_count);
    store->weights[id] = policy_weights_at(shape, (const int8_t *)start, words);
    store->nets.weights[id] = &store->weights[id];
    return PGNPACK_OK;
}

static enum pgnpack_status ask(struct net_store *store, struct memory *memory, unsigned id,
                               const struct pgnpack_options *options, struct error *error)
{
    const struct policy_net_file *wanted = policy_net_file_of(id);
    const void *bytes = NULL;
    size_t size = 0;
    if (options->net(options->net_opaque, id, &bytes, &size) != 0 || bytes == NULL)
        return PGNPACK_OK;
    if (size != file_size(&wanted->shape) || xxh64(bytes, size) != wanted->hash)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "pgnpack_options.net gives %zu bytes for net %u that are not its weights: these "
                         "have %zu, of XXH64 "
                         "%016" PRIx64,
                         size, id, file_size(&wanted->shape), wanted->hash);
    return keep(store, memory, id, bytes, error);
}

void net_store_ask(struct net_store *store, struct memory *memory, const struct pgnpack_options *options,
                   struct error *error)
{
    for (unsigned id = 0; id < POLICY_NET_COUNT && error->status == PGNPACK_OK; id++)
        if (store->nets.weights[id] == NULL)
            ask(store, memory, id, options, error);
}
