#include "entropy/models/symbol_code.h"

#include <string.h>

#include "entropy/coding/bit_coder.h"
#include "entropy/coding/bit_counter.h"
#include "entropy/coding/mixer.h"
#include "util/bits.h"
#include "util/memory.h"

enum { KINDS_MAX = 16, KIND_BITS = 4, BEFORE_MAX = 2, MET_MAX = 255 };
enum { COUNTERS_MAX = 1 << KIND_BITS * (BEFORE_MAX + 1) };

struct symbol_code {
    uint8_t kinds[KINDS_MAX]; /* ascending */
    unsigned kind_count;
    unsigned bits;   /* of a symbol's number */
    unsigned before; /* so many symbols tell the next one */
    uint32_t counters[COUNTERS_MAX];
};

static void start(struct symbol_code *code, unsigned before)
{
    code->before = before;
    code->counters[0] = BIT_COUNTER_START;
    memory_repeat(code->counters, (size_t)1 << KIND_BITS * (before + 1), sizeof *code->counters);
}

/* A symbol's number; *known: those of the ones before, the newest lowest. */
static unsigned code_symbol(struct symbol_code *code, struct bit_coder *coder, unsigned *known,
                            unsigned number)
{
    uint32_t *counters = code->counters + ((size_t)*known << KIND_BITS);
    unsigned node = 1;
    for (unsigned left = code->bits; left-- > 0;) {
        uint32_t *counter = &counters[node];
        unsigned bit = bit_coder_code(coder, number >> left & 1, mixer_probability(*counter >> 16));
        bit_counter_learn(counter, bit, MET_MAX);
        node = node << 1 | bit;
    }
    number = node - (1u << code->bits);
    *known = (*known << KIND_BITS | number) & ((1u << KIND_BITS * code->before) - 1);
    return number;
}

/* ---- Packing ---- */

/* numbers[]: of each byte, its number. Returns 0 when there are too many. */
static int find_kinds(struct symbol_code *code, const uint8_t *symbols, size_t size, uint8_t numbers[256])
{
    uint8_t is_there[256] = {0};
    for (size_t i = 0; i < size; i++)
        is_there[symbols[i]] = 1;
    code->kind_count = 0;
    for (unsigned byte = 0; byte < 256; byte++) {
        if (!is_there[byte])
            continue;
        if (code->kind_count == KINDS_MAX)
            return 0;
        numbers[byte] = (uint8_t)code->kind_count;
        code->kinds[code->kind_count++] = (uint8_t)byte;
    }
    return code->kind_count != 0;
}

static void pack(struct symbol_code *code, unsigned before, const uint8_t *symbols, size_t size,
                 const uint8_t numbers[256], struct buffer *out)
{
    struct bit_coder coder;
    unsigned known = 0;
    start(code, before);
    buffer_append_byte(out, (uint8_t)before);
    buffer_append_byte(out, (uint8_t)code->kind_count);
    buffer_append(out, code->kinds, code->kind_count);
    bit_coder_start_encoding(&coder, out);
    for (size_t i = 0; i < size && code->bits != 0; i++)
        code_symbol(code, &coder, &known, numbers[symbols[i]]);
    if (code->bits != 0)
        bit_coder_finish(&coder);
}

int symbols_pack(const uint8_t *symbols, size_t size, struct buffer *out)
{
    struct symbol_code code;
    uint8_t numbers[256];
    size_t start_size = out->size, best_size = SIZE_MAX;
    unsigned best = 0;
    if (!find_kinds(&code, symbols, size, numbers))
        return 0;
    code.bits = bit_length(code.kind_count - 1);
    for (unsigned before = 0; before <= BEFORE_MAX; before++) {
        pack(&code, before, symbols, size, numbers, out);
        if (out->size - start_size < best_size) {
            best_size = out->size - start_size;
            best = before;
        }
        out->size = start_size;
    }
    pack(&code, best, symbols, size, numbers, out);
    return 1;
}

/* ---- Unpacking ---- */

static int read_head(struct symbol_code *code, struct byte_source *packed)
{
    unsigned before = byte_source_byte(packed);
    code->kind_count = byte_source_byte(packed);
    if (packed->failed || before > BEFORE_MAX || code->kind_count == 0 || code->kind_count > KINDS_MAX)
        return 0;
    for (unsigned i = 0; i < code->kind_count; i++) {
        code->kinds[i] = byte_source_byte(packed);
        if (i != 0 && code->kinds[i] <= code->kinds[i - 1])
            return 0;
    }
    code->bits = bit_length(code->kind_count - 1);
    start(code, before);
    return !packed->failed;
}

int symbols_unpack(struct byte_source packed, uint8_t *symbols, size_t size)
{
    struct symbol_code code;
    struct bit_coder coder;
    unsigned known = 0;
    if (!read_head(&code, &packed))
        return 0;
    if (code.bits == 0) {
        memset(symbols, code.kinds[0], size);
        return byte_source_left(&packed) == 0;
    }
    bit_coder_start_decoding(&coder, packed);
    for (size_t i = 0; i < size; i++) {
        unsigned number = code_symbol(&code, &coder, &known, 0);
        if (number >= code.kind_count || bit_coder_failed(&coder))
            return 0;
        symbols[i] = code.kinds[number];
    }
    return bit_coder_at_end(&coder);
}
