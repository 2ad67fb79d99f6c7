/* Bits of a mixed model with SSE4.1: four contexts at a time, and a function for each number of contexts. */
#include "entropy/mixed_kernel_plain.h"

#ifdef MIXED_KERNEL_X86

#include "entropy/mixed_bits_sse41.h"

#define CODE(count, way)                                                                                     \
    __attribute__((target("sse4.1"))) static unsigned code_##count(                                          \
        struct mixed_model *model, struct bit_coder *coder, const struct mixed_context *context,             \
        uint32_t node, unsigned bit)                                                                         \
    {                                                                                                        \
        return way(model, coder, context, node, bit, count);                                                 \
    }

CODE(1, code_bit)
CODE(2, code_bit)
CODE(3, code_bit)
CODE(4, code_bit)
CODE(5, code_bit)
CODE(6, code_bit)
CODE(7, code_bit)
CODE(8, code_bit)

const struct mixed_kernel mixed_kernel_sse41 = {
    "SSE4.1", {mixed_code_plain, code_1, code_2, code_3, code_4, code_5, code_6, code_7, code_8}};

#endif
