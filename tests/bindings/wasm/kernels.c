/*
 * Are the net's arithmetic in plain C and that with vectors of WebAssembly the same, bit for bit? A module of its own: random
 * games are played, and random weights asked about their positions, small ones and the largest that there are.
 */
#include <stdlib.h>
#include <string.h>

#include "net/features/policy_history.h"
#include "net/kernels/policy_kernel.h"
#include "net/odds/policy_net.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

int EXPORT(compare)(unsigned id, int largest);
int EXPORT(has_vectors)(void);

static uint32_t next_random(void)
{
    static uint64_t state = 7;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33);
}

static int16_t *words;
static int8_t *bytes;

/* Of net `id`; `largest`: each 127 either way. */
static struct policy_weights random_weights(unsigned id, int largest)
{
    const struct policy_shape *shape = &policy_net_file_of(id)->shape;
    size_t byte_count = policy_byte_count(shape), word_count = policy_word_count(shape);
    bytes = malloc(byte_count);
    words = malloc(word_count * sizeof *words);
    if (bytes == NULL || words == NULL)
        abort();
    for (size_t i = 0; i < byte_count; i++)
        bytes[i] = (int8_t)(largest ? (next_random() & 1 ? 127 : -127) : (int)(next_random() % 61) - 30);
    for (size_t i = 0; i < word_count; i++)
        words[i] = (int16_t)(next_random() % 8001 - 4000);
    return policy_weights_at(shape, bytes, words);
}

/* What both find of the position with the sums `sum`; 1: the same. */
static int agree(const struct policy_weights *net, const struct policy_kernel *kernel,
                 const struct position *position, int16_t *sum)
{
    static struct policy_ply ply;
    static struct policy_view seen;
    static int32_t expected[POLICY_MOVES_MAX + POLICY_PADDING], found[POLICY_MOVES_MAX + POLICY_PADDING];
    const struct policy_history history = POLICY_HISTORY_NONE;
    int16_t sums[POLICY_WIDTH_MAX];
    uint16_t rows[6];
    for (unsigned i = 0; i < 6; i++)
        rows[i] = (uint16_t)(next_random() % net->shape.inputs);
    memcpy(sums, sum, sizeof sums);
    policy_kernel_plain.update(net, sum, rows, 3, rows + 3, 3);
    kernel->update(net, sums, rows, 3, rows + 3, 3);
    if (memcmp(sum, sums, net->shape.width * sizeof *sums) != 0)
        return 0;
    policy_ply_fill(&policy_kernel_plain, &seen, &ply, position, &history, net->shape.sight);
    policy_kernel_plain.evaluate(net, sum, &ply, expected);
    kernel->evaluate(net, sum, &ply, found);
    return memcmp(expected, found, ply.count * sizeof *found) == 0;
}

/* Positions of random games that both find the same of; less than 0: that of one that they do not. */
int compare(unsigned id, int largest)
{
    const struct policy_weights net = random_weights(id, largest);
    const struct policy_kernel *kernel = policy_kernel_best();
    chess_move moves[MOVE_LIST_CAPACITY];
    struct position position;
    int16_t sum[POLICY_WIDTH_MAX] = {0};
    int count = 0;
    for (unsigned game = 0; game < 10; game++) {
        position_start(&position);
        for (unsigned ply = 0; ply < 60; ply++) {
            unsigned move_count = legal_list(&position, moves);
            if (move_count == 0)
                break;
            if (!agree(&net, kernel, &position, sum))
                return -1 - count;
            count++;
            position_play(&position, moves[next_random() % move_count]);
        }
        for (unsigned j = 0; j < net.shape.width; j++)
            sum[j] = (int16_t)(next_random() % 401 - 200);
    }
    free(bytes);
    free(words);
    return count;
}

/* 1: the best kernel is that with vectors. */
int has_vectors(void)
{
    return strcmp(policy_kernel_best()->name, "simd128") == 0;
}
