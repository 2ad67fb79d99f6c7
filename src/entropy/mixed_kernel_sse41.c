/* Bits of a mixed model with SSE4.1: four contexts at a time, and a function for each number of contexts. */
#include "entropy/mixed_kernel_plain.h"

#ifdef MIXED_KERNEL_X86

#include "entropy/mixed_bits_sse41.h"

#define CODE(count, way)                                                                                      \
    __attribute__((target("sse4.1"))) static unsigned code_##count(                                               \
        struct mixed_model *model, struct bit_coder *coder, const struct mixed_context *context, uint32_t node,   \
        unsigned bit)                                                                                             \
    {                                                                                                             \
        return way(model, coder, context, node, bit, count);                                                      \
    }

CODE(1, code_bit)
CODE(2, code_bit)
CODE(3, code_bit)
CODE(4, code_bit)
CODE(5, code_bit)
CODE(6, code_bit)
CODE(7, code_bit)
CODE(8, code_bit)

static unsigned code(struct mixed_model *model, struct bit_coder *coder, const struct mixed_context *context,
                     uint32_t node, unsigned bit)
{
    switch (context->count) {
    case 0:
        return mixed_kernel_plain.code(model, coder, context, node, bit);
    case 1:
        return code_1(model, coder, context, node, bit);
    case 2:
        return code_2(model, coder, context, node, bit);
    case 3:
        return code_3(model, coder, context, node, bit);
    case 4:
        return code_4(model, coder, context, node, bit);
    case 5:
        return code_5(model, coder, context, node, bit);
    case 6:
        return code_6(model, coder, context, node, bit);
    case 7:
        return code_7(model, coder, context, node, bit);
    default:
        return code_8(model, coder, context, node, bit);
    }
}

const struct mixed_kernel mixed_kernel_sse41 = {"SSE4.1", code};

#endif
