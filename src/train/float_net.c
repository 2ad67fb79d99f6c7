#include "train/float_net.h"

#include <math.h>
#include <string.h>

#define ADAGRAD_START 0.1f
#define SMALL_ERROR 0.004f
#define LEAK 0.02f
#define BIAS_RATE 3.0f
#define CLIP ((float)POLICY_CLIP / POLICY_INPUT_UNIT)
#define INPUT_MAX ((float)POLICY_WEIGHT_MAX / POLICY_INPUT_UNIT)
#define OUTPUT_MAX ((float)POLICY_WEIGHT_MAX / POLICY_OUTPUT_UNIT)

/* A position on its way through the net. */
struct pass {
    float x[POLICY_HIDDEN];
    float h[POLICY_HIDDEN];
    float h_gradient[POLICY_HIDDEN];
    float chances[POLICY_MOVES_MAX];
};

void float_trainer_start(struct float_trainer *trainer, uint64_t seed)
{
    struct random random = {seed};
    struct float_net *net = &trainer->net;
    memset(trainer, 0, sizeof *trainer);
    trainer->random.state = seed;
    for (unsigned row = 0; row < POLICY_INPUT_COUNT; row++)
        for (unsigned j = 0; j < POLICY_HIDDEN; j++)
            net->input[row][j] = 0.08f * random_signed(&random);
    for (unsigned row = 0; row < POLICY_ROW_COUNT; row++)
        for (unsigned j = 0; j < POLICY_HIDDEN; j++)
            net->move[row][j] = 0.1f * random_signed(&random);
    for (unsigned j = 0; j < POLICY_HIDDEN; j++)
        net->bias[j] = 0.3f;
}

static float dot(const float *a, const float *b, unsigned count)
{
    float sum = 0;
    for (unsigned j = 0; j < count; j++)
        sum += a[j] * b[j];
    return sum;
}

static void hidden_layer(const struct float_net *net, const struct net_sample *sample, struct pass *pass)
{
    memcpy(pass->x, net->bias, sizeof pass->x);
    for (unsigned i = 0; i < sample->input_count; i++) {
        const float *row = net->input[sample->inputs[i]];
        for (unsigned j = 0; j < POLICY_HIDDEN; j++)
            pass->x[j] += row[j];
    }
    for (unsigned j = 0; j < POLICY_HIDDEN; j++) {
        float clipped = pass->x[j] < 0 ? 0 : pass->x[j] > CLIP ? CLIP : pass->x[j];
        pass->h[j] = clipped * clipped;
    }
}

/* Chances of all moves; returns the cost of the played one. */
static float output_layer(const struct float_net *net, const struct net_sample *sample, struct pass *pass)
{
    const struct policy_ply *ply = sample->ply;
    float *chances = pass->chances;
    float best = -1e30f;
    for (unsigned i = 0; i < ply->count; i++) {
        unsigned row = ply->rows[i];
        unsigned class = ply->classes[i];
        chances[i] = dot(pass->h, net->move[row], POLICY_HIDDEN) +
                     dot(pass->h, net->class[class], POLICY_CLASS_HIDDEN) + net->move_bias[row] +
                     net->class_bias[class];
        best = chances[i] > best ? chances[i] : best;
    }
    float sum = 0;
    for (unsigned i = 0; i < ply->count; i++) {
        chances[i] = exp2f(chances[i] - best);
        sum += chances[i];
    }
    for (unsigned i = 0; i < ply->count; i++)
        chances[i] /= sum;
    float chance = chances[sample->played];
    return -log2f(chance > 1e-9f ? chance : 1e-9f);
}

float float_net_cost(const struct float_net *net, const struct net_sample *sample)
{
    struct pass pass;
    hidden_layer(net, sample, &pass);
    return output_layer(net, sample, &pass);
}

static float clamp(float value, float limit)
{
    return value > limit ? limit : value < -limit ? -limit : value;
}

static void step_bias(float *weight, float *squares, float gradient, float rate)
{
    *squares += gradient * gradient;
    *weight -= rate * gradient / sqrtf(*squares + ADAGRAD_START);
}

/* weights -= rate * error * h, each by its own history; the error goes on to h before that. */
static void step_output(float *restrict weights, float *restrict squares, struct pass *restrict pass,
                        float error, float rate, unsigned count)
{
    for (unsigned j = 0; j < count; j++) {
        float gradient = error * pass->h[j];
        pass->h_gradient[j] += error * weights[j];
        squares[j] += gradient * gradient;
        weights[j] = clamp(weights[j] - rate * gradient / sqrtf(squares[j] + ADAGRAD_START), OUTPUT_MAX);
    }
}

/*
 * Small errors cost as much time as large ones, and there are many: most become 0, the others the limit, by lot.
 * Just leaving them out would teach the net that no move is ever rarer than the limit.
 */
static float round_small(float error, struct random *random)
{
    float lot = (float)(random_next(random) >> 40) * 0x1p-24f * SMALL_ERROR;
    return fabsf(error) <= lot ? 0 : error < 0 ? -SMALL_ERROR : SMALL_ERROR;
}

static void step_outputs(struct float_trainer *trainer, const struct net_sample *sample, struct pass *pass)
{
    const struct policy_ply *ply = sample->ply;
    struct float_net *net = &trainer->net;
    struct float_net *squares = &trainer->squares;
    float bias_rate = BIAS_RATE * trainer->rate;
    memset(pass->h_gradient, 0, sizeof pass->h_gradient);
    for (unsigned i = 0; i < ply->count; i++) {
        float error = pass->chances[i] - (i == sample->played ? 1.0f : 0.0f);
        if (fabsf(error) < SMALL_ERROR)
            error = round_small(error, &trainer->random);
        if (error == 0)
            continue;
        unsigned row = ply->rows[i];
        unsigned class = ply->classes[i];
        step_output(net->move[row], squares->move[row], pass, error, trainer->rate, POLICY_HIDDEN);
        step_output(net->class[class], squares -> class[class], pass, error, trainer -> rate,
                    POLICY_CLASS_HIDDEN);
        step_bias(&net->move_bias[row], &squares->move_bias[row], error, bias_rate);
        step_bias(&net->class_bias[class], &squares->class_bias[class], error, bias_rate);
    }
}

static void step_input(float *restrict weights, float *restrict squares, const float *restrict gradient,
                       float rate)
{
    for (unsigned j = 0; j < POLICY_HIDDEN; j++) {
        squares[j] += gradient[j] * gradient[j];
        weights[j] = clamp(weights[j] - rate * gradient[j] / sqrtf(squares[j] + ADAGRAD_START), INPUT_MAX);
    }
}

static void step_inputs(struct float_trainer *trainer, const struct net_sample *sample,
                        const struct pass *pass)
{
    float gradient[POLICY_HIDDEN];
    for (unsigned j = 0; j < POLICY_HIDDEN; j++) {
        float x = pass->x[j];
        float slope = x > 0 && x < CLIP ? 2 * x : 0;
        gradient[j] = pass->h_gradient[j] * (slope > LEAK ? slope : LEAK);
    }
    for (unsigned i = 0; i < sample->input_count; i++) {
        unsigned row = sample->inputs[i];
        step_input(trainer->net.input[row], trainer->squares.input[row], gradient, trainer->rate);
    }
    for (unsigned j = 0; j < POLICY_HIDDEN; j++)
        step_bias(&trainer->net.bias[j], &trainer->squares.bias[j], gradient[j], BIAS_RATE * trainer->rate);
}

float float_trainer_learn(struct float_trainer *trainer, const struct net_sample *sample)
{
    struct pass pass;
    hidden_layer(&trainer->net, sample, &pass);
    float cost = output_layer(&trainer->net, sample, &pass);
    step_outputs(trainer, sample, &pass);
    step_inputs(trainer, sample, &pass);
    return cost;
}

static int8_t round8(float value)
{
    return (int8_t)lrintf(clamp(value, POLICY_WEIGHT_MAX));
}

static int16_t round16(float value)
{
    return (int16_t)lrintf(clamp(value, INT16_MAX / 2));
}

void float_net_round(const struct float_net *net, struct policy_weights *weights)
{
    for (unsigned row = 0; row < POLICY_INPUT_COUNT; row++)
        for (unsigned j = 0; j < POLICY_HIDDEN; j++)
            weights->input[row][j] = round8(net->input[row][j] * POLICY_INPUT_UNIT);
    for (unsigned row = 0; row < POLICY_ROW_COUNT; row++)
        for (unsigned j = 0; j < POLICY_HIDDEN; j++)
            weights->move[row][j] = round8(net->move[row][j] * POLICY_OUTPUT_UNIT);
    for (unsigned row = 0; row < POLICY_CLASS_COUNT; row++)
        for (unsigned j = 0; j < POLICY_CLASS_HIDDEN; j++)
            weights->class[row][j] = round8(net->class[row][j] * POLICY_OUTPUT_UNIT);
    for (unsigned j = 0; j < POLICY_HIDDEN; j++)
        weights->bias[j] = round16(net->bias[j] * POLICY_INPUT_UNIT);
    for (unsigned row = 0; row < POLICY_ROW_COUNT; row++)
        weights->move_bias[row] = round16(net->move_bias[row] * POLICY_LOGIT_UNIT);
    for (unsigned row = 0; row < POLICY_CLASS_COUNT; row++)
        weights->class_bias[row] = round16(net->class_bias[row] * POLICY_LOGIT_UNIT);
}
