#include "train/float_net.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
    float x[POLICY_WIDTH_MAX];
    float h[POLICY_WIDTH_MAX];
    float h_gradient[POLICY_WIDTH_MAX];
    float chances[POLICY_MOVES_MAX];
};

static size_t number_count(const struct policy_shape *shape)
{
    return policy_byte_count(shape) + policy_word_count(shape);
}

static void allocate(struct float_net *net, const struct policy_shape *shape)
{
    size_t count = number_count(shape);
    float *numbers = aligned_alloc(64, (count * sizeof *numbers + 63) / 64 * 64);
    if (numbers == NULL) {
        fputs("train: out of memory\n", stderr);
        exit(1);
    }
    memset(numbers, 0, count * sizeof *numbers);
    net->shape = *shape;
    net->input = numbers;
    net->move = net->input + (size_t)shape->inputs * shape->width;
    net->class = net->move + (size_t)POLICY_ROW_COUNT * shape->width;
    net->bias = net->class + (size_t)(shape->classes + shape->aims) * shape->class_width;
    net->move_bias = net->bias + shape->width;
    net->class_bias = net->move_bias + POLICY_ROW_COUNT;
}

void float_trainer_start(struct float_trainer *trainer, const struct policy_shape *shape, uint64_t seed)
{
    struct random random = {seed};
    struct float_net *net = &trainer->net;
    allocate(&trainer->net, shape);
    allocate(&trainer->squares, shape);
    trainer->random.state = seed;
    for (size_t i = 0; i < (size_t)shape->inputs * shape->width; i++)
        net->input[i] = 0.08f * random_signed(&random);
    for (size_t i = 0; i < (size_t)POLICY_ROW_COUNT * shape->width; i++)
        net->move[i] = 0.1f * random_signed(&random);
    for (unsigned j = 0; j < shape->width; j++)
        net->bias[j] = 0.3f;
}

void float_trainer_free(struct float_trainer *trainer)
{
    free(trainer->net.input);
    free(trainer->squares.input);
}

uint64_t float_trainer_load(struct float_trainer *trainer, const char *path)
{
    uint64_t plies;
    size_t count = number_count(&trainer->net.shape);
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return 0;
    int whole = fread(&plies, sizeof plies, 1, file) == 1 &&
                fread(&trainer->random, sizeof trainer->random, 1, file) == 1 &&
                fread(trainer->net.input, sizeof(float), count, file) == count &&
                fread(trainer->squares.input, sizeof(float), count, file) == count && fgetc(file) == EOF;
    fclose(file);
    if (!whole) {
        fprintf(stderr, "train: %s is not the state of such a net\n", path);
        exit(1);
    }
    return plies;
}

void float_trainer_save(const struct float_trainer *trainer, const char *path, uint64_t plies)
{
    size_t count = number_count(&trainer->net.shape);
    char part[4096];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *file = fopen(part, "wb");
    int whole = file != NULL && fwrite(&plies, sizeof plies, 1, file) == 1 &&
                fwrite(&trainer->random, sizeof trainer->random, 1, file) == 1 &&
                fwrite(trainer->net.input, sizeof(float), count, file) == count &&
                fwrite(trainer->squares.input, sizeof(float), count, file) == count;
    whole = file != NULL && fclose(file) == 0 && whole;
    if (!whole || rename(part, path) != 0)
        fprintf(stderr, "train: cannot write %s\n", path);
}

/* The rows of `class` of a move, its aim's among them; returns how many. */
static unsigned classes_of(const struct policy_shape *shape, const struct policy_ply *ply, unsigned i,
                           unsigned classes[1 + POLICY_FAR_KINDS])
{
    unsigned count = 1;
    classes[0] = ply->classes[i];
    if (shape->sight == POLICY_SIGHT_FAR)
        for (unsigned kind = 0; kind < POLICY_FAR_KINDS; kind++)
            classes[count++] = ply->far_classes[i][kind];
    if (shape->aims != 0)
        classes[count++] = shape->classes + ply->aims[i];
    return count;
}

/* Aims have none. */
static int has_bias(const struct policy_shape *shape, unsigned class)
{
    return class < shape->classes;
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
    unsigned width = net->shape.width;
    memcpy(pass->x, net->bias, width * sizeof *pass->x);
    for (unsigned i = 0; i < sample->input_count; i++) {
        const float *row = net->input + (size_t)sample->inputs[i] * width;
        for (unsigned j = 0; j < width; j++)
            pass->x[j] += row[j];
    }
    for (unsigned j = 0; j < width; j++) {
        float clipped = pass->x[j] < 0 ? 0 : pass->x[j] > CLIP ? CLIP : pass->x[j];
        pass->h[j] = clipped * clipped;
    }
}

static float logit_of(const struct float_net *net, const struct pass *pass, const struct policy_ply *ply,
                      unsigned i)
{
    const struct policy_shape *shape = &net->shape;
    unsigned classes[1 + POLICY_FAR_KINDS];
    unsigned count = classes_of(shape, ply, i, classes);
    unsigned row = ply->rows[i];
    float logit = dot(pass->h, net->move + (size_t)row * shape->width, shape->width) + net->move_bias[row];
    for (unsigned kind = 0; kind < count; kind++) {
        const float *weights = net->class + (size_t)classes[kind] * shape->class_width;
        logit += dot(pass->h, weights, shape->class_width);
        logit += has_bias(shape, classes[kind]) ? net->class_bias[classes[kind]] : 0;
    }
    return logit;
}

/* Chances of all moves; returns the cost of the played one. */
static float output_layer(const struct float_net *net, const struct net_sample *sample, struct pass *pass)
{
    const struct policy_ply *ply = sample->ply;
    float *chances = pass->chances;
    float best = -1e30f;
    for (unsigned i = 0; i < ply->count; i++) {
        chances[i] = logit_of(net, pass, ply, i);
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

static void step_move(struct float_trainer *trainer, struct pass *pass, const struct policy_ply *ply,
                      unsigned i, float error)
{
    struct float_net *net = &trainer->net;
    struct float_net *squares = &trainer->squares;
    unsigned width = net->shape.width;
    unsigned class_width = net->shape.class_width;
    float bias_rate = BIAS_RATE * trainer->rate;
    unsigned classes[1 + POLICY_FAR_KINDS];
    unsigned count = classes_of(&net->shape, ply, i, classes);
    unsigned row = ply->rows[i];
    size_t at = (size_t)row * width;
    step_output(net->move + at, squares->move + at, pass, error, trainer->rate, width);
    step_bias(&net->move_bias[row], &squares->move_bias[row], error, bias_rate);
    for (unsigned kind = 0; kind < count; kind++) {
        unsigned class = classes[kind];
        at = (size_t) class * class_width;
        step_output(net->class + at, squares->class + at, pass, error, trainer->rate, class_width);
        if (has_bias(&net->shape, class))
            step_bias(&net->class_bias[class], &squares->class_bias[class], error, bias_rate);
    }
}

static void step_outputs(struct float_trainer *trainer, const struct net_sample *sample, struct pass *pass)
{
    const struct policy_ply *ply = sample->ply;
    memset(pass->h_gradient, 0, sizeof pass->h_gradient);
    for (unsigned i = 0; i < ply->count; i++) {
        float error = pass->chances[i] - (i == sample->played ? 1.0f : 0.0f);
        if (fabsf(error) < SMALL_ERROR)
            error = round_small(error, &trainer->random);
        if (error != 0)
            step_move(trainer, pass, ply, i, error);
    }
}

static void step_input(float *restrict weights, float *restrict squares, const float *restrict gradient,
                       float rate, unsigned width)
{
    for (unsigned j = 0; j < width; j++) {
        squares[j] += gradient[j] * gradient[j];
        weights[j] = clamp(weights[j] - rate * gradient[j] / sqrtf(squares[j] + ADAGRAD_START), INPUT_MAX);
    }
}

static void step_inputs(struct float_trainer *trainer, const struct net_sample *sample,
                        const struct pass *pass)
{
    float gradient[POLICY_WIDTH_MAX];
    unsigned width = trainer->net.shape.width;
    for (unsigned j = 0; j < width; j++) {
        float x = pass->x[j];
        float slope = x > 0 && x < CLIP ? 2 * x : 0;
        gradient[j] = pass->h_gradient[j] * (slope > LEAK ? slope : LEAK);
    }
    for (unsigned i = 0; i < sample->input_count; i++) {
        size_t at = (size_t)sample->inputs[i] * width;
        step_input(trainer->net.input + at, trainer->squares.input + at, gradient, trainer->rate, width);
    }
    for (unsigned j = 0; j < width; j++)
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

void float_net_round(const struct float_net *net, int8_t *bytes, int16_t *words)
{
    const struct policy_shape *shape = &net->shape;
    size_t inputs = (size_t)shape->inputs * shape->width;
    for (size_t i = 0; i < policy_byte_count(shape); i++)
        bytes[i] = round8(net->input[i] * (float)(i < inputs ? POLICY_INPUT_UNIT : POLICY_OUTPUT_UNIT));
    for (size_t i = 0; i < policy_word_count(shape); i++)
        words[i] = round16(net->bias[i] * (float)(i < shape->width ? POLICY_INPUT_UNIT : POLICY_LOGIT_UNIT));
}
