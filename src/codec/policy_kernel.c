#include "codec/policy_kernel.h"

#include <string.h>

static void update(const struct policy_weights *net, int16_t sum[POLICY_HIDDEN], const uint16_t *added,
                   size_t added_count, const uint16_t *removed, size_t removed_count)
{
    for (size_t i = 0; i < added_count; i++)
        for (unsigned j = 0; j < POLICY_HIDDEN; j++)
            sum[j] = (int16_t)(sum[j] + net->input[added[i]][j]);
    for (size_t i = 0; i < removed_count; i++)
        for (unsigned j = 0; j < POLICY_HIDDEN; j++)
            sum[j] = (int16_t)(sum[j] - net->input[removed[i]][j]);
}

static int32_t dot(const uint8_t *hidden, const int8_t *weights, unsigned count)
{
    int32_t sum = 0;
    for (unsigned j = 0; j < count; j++)
        sum += hidden[j] * weights[j];
    return sum;
}

static void evaluate(const struct policy_weights *net, const int16_t sum[POLICY_HIDDEN],
                     struct policy_ply *ply, int32_t *logits)
{
    int16_t x[POLICY_HIDDEN];
    uint8_t hidden[POLICY_HIDDEN];
    memcpy(x, sum, sizeof x);
    update(net, x, ply->inputs, ply->input_count, NULL, 0);
    for (unsigned j = 0; j < POLICY_HIDDEN; j++) {
        int clipped = x[j] < 0 ? 0 : x[j] > POLICY_CLIP ? POLICY_CLIP : x[j];
        hidden[j] = (uint8_t)(clipped * clipped >> 7);
    }
    for (unsigned i = 0; i < ply->count; i++) {
        unsigned row = ply->rows[i];
        unsigned class = ply->classes[i];
        int32_t both =
            dot(hidden, net->move[row], POLICY_HIDDEN) + dot(hidden, net->class[class], POLICY_CLASS_HIDDEN);
        /* Arithmetic shift of a number that may be negative: every compiler that we know rounds down. */
        logits[i] = (both >> POLICY_OUTPUT_SHIFT) + net->move_bias[row] + net->class_bias[class];
    }
}

uint32_t policy_chances_plain(int32_t *logits, unsigned count, unsigned temperature)
{
    int32_t best = logits[0];
    uint32_t total = 0;
    for (unsigned i = 1; i < count; i++)
        best = logits[i] > best ? logits[i] : best;
    for (unsigned i = 0; i < count; i++) {
        uint32_t chance = policy_exp2((uint32_t)(best - logits[i]) * temperature >> 6);
        logits[i] = (int32_t)chance;
        total += chance;
    }
    return total;
}

const struct policy_kernel policy_kernel_plain = {"plain", update, evaluate, policy_chances_plain};

/* Which kernels are there is found out on each call: a global that remembered it would have to be written. */
static int is_always(void)
{
    return 1;
}

#ifdef POLICY_KERNEL_X86
static int has_ssse3(void)
{
    return __builtin_cpu_supports("ssse3") != 0;
}

static int has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

static int has_vnni(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}
#endif

const struct policy_kernel *policy_kernel_number(unsigned i)
{
    static const struct {
        int (*is_there)(void);
        const struct policy_kernel *kernel;
    } kernels[] = {
        {is_always, &policy_kernel_plain},
#ifdef POLICY_KERNEL_X86
        {has_ssse3, &policy_kernel_ssse3}, {has_avx2, &policy_kernel_avx2}, {has_vnni, &policy_kernel_vnni},
#endif
#ifdef POLICY_KERNEL_NEON
        {is_always, &policy_kernel_neon},
#endif
    };
    unsigned there = 0;
    for (unsigned k = 0; k < sizeof kernels / sizeof *kernels; k++)
        if (kernels[k].is_there() && there++ == i)
            return kernels[k].kernel;
    return NULL;
}

const struct policy_kernel *policy_kernel_best(void)
{
    const struct policy_kernel *best = &policy_kernel_plain;
    for (unsigned i = 0; policy_kernel_number(i) != NULL; i++)
        best = policy_kernel_number(i);
    return best;
}
