#include "train/net_trainer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "net/odds/policy_coder.h"
#include "train/float_net.h"
#include "train/weights_file.h"

static void add_input(struct net_sample *sample, unsigned row)
{
    sample->inputs[sample->input_count++] = (uint16_t)row;
}

static void fill_inputs(struct net_sample *sample, const struct position *position,
                        const struct policy_hints *hints, const struct policy_ply *ply)
{
    unsigned side = position->side;
    uint16_t known[3];
    sample->input_count = 0;
    for (uint64_t men = position_occupied(position); men != 0; men &= men - 1) {
        unsigned square = lowest_bit(men);
        unsigned man = position->men[square];
        add_input(sample, policy_man_input(side, man_type(man), man_colour(man), square));
    }
    for (unsigned rights = position->castling; rights != 0; rights &= rights - 1)
        add_input(sample, policy_castling_input(side, lowest_bit(rights)));
    policy_hint_inputs(hints, side, known);
    for (unsigned i = 0; i < 3; i++)
        add_input(sample, known[i]);
    for (unsigned i = 0; i < ply->input_count; i++)
        add_input(sample, ply->inputs[i]);
}

/* Makes the next move's sample. Returns 0 when the net is not asked for it. */
static int fill_sample(struct net_sample *sample, const struct replay *replay, enum policy_sight sight)
{
    static struct policy_ply ply;
    static struct policy_view view;
    const struct position *position = &replay->position;
    struct policy_history history = policy_past_look(&replay->past, position);
    uint16_t code = policy_code_of(position, replay_move(replay));
    if (sight == POLICY_SIGHT_FAR)
        policy_past_look_far(&replay->past, position, &history);
    policy_ply_fill(policy_kernel_best(), &view, &ply, position, &history, sight);
    if (ply.count <= 1 || ply.count > POLICY_MOVES_MAX)
        return 0;
    sample->ply = &ply;
    for (sample->played = 0; ply.moves[sample->played] != code; sample->played++)
        if (sample->played + 1 >= ply.count)
            replay_has_no_such_move();
    fill_inputs(sample, position, &replay->hints, &ply);
    return 1;
}

/* ---- Learning ---- */

/* Ratings are hidden in one game of eight, and the result in another, so that the net can do without. */
static void hide_hints(struct replay *replay, struct random *random)
{
    uint64_t lot = random_next(random);
    if ((lot & 7) == 0)
        replay->hints.rating[WHITE] = replay->hints.rating[BLACK] = 0;
    if ((lot >> 3 & 7) == 0)
        replay->hints.result = 0;
}

struct net_trainer {
    struct float_trainer floats;
    const char *state;
};

static void keep(void *opaque, uint64_t plies)
{
    const struct net_trainer *trainer = opaque;
    if (trainer->state != NULL)
        float_trainer_save(&trainer->floats, trainer->state, plies);
}

static float learn(void *opaque, const struct replay *replay, float rate)
{
    static struct net_sample sample;
    struct float_trainer *trainer = &((struct net_trainer *)opaque)->floats;
    trainer->rate = rate;
    return fill_sample(&sample, replay, trainer->net.shape.sight) ? float_trainer_learn(trainer, &sample) : 0;
}

/* ---- Testing ---- */

/* Plies and what they cost, by what the test games have in common. */
struct score {
    double cost;
    uint64_t plies;
};

static struct score phase_scores[POLICY_PHASES];
static struct score rating_scores[POLICY_RATING_BUCKETS];

static void count(struct score *score, double cost)
{
    score->cost += cost;
    score->plies++;
}

static double mean(const struct score *score)
{
    return score->plies == 0 ? 0 : score->cost / (double)score->plies;
}

/* What the move costs: the format's logits, with neither temperatures nor the range coder's rounding. */
static double cost_of(const struct policy_weights *net, const struct replay *replay)
{
    static struct net_sample sample;
    const struct policy_kernel *kernel = policy_kernel_best();
    int16_t sum[POLICY_WIDTH_MAX];
    int32_t logits[POLICY_MOVES_MAX + POLICY_PADDING];
    double chances = 0;
    if (!fill_sample(&sample, replay, net->shape.sight))
        return 0;
    struct policy_ply *ply = sample.ply;
    memcpy(sum, net->bias, net->shape.width * sizeof *sum);
    kernel->update(net, sum, sample.inputs, sample.input_count - ply->input_count, NULL, 0);
    kernel->evaluate(net, sum, ply, logits);
    for (unsigned i = 0; i < ply->count; i++)
        chances += exp2((double)(logits[i] - logits[sample.played]) / POLICY_LOGIT_UNIT);
    return log2(chances);
}

static double score(const void *net, const struct replay *replay)
{
    double cost = cost_of(net, replay);
    count(&phase_scores[policy_phase(&replay->position)], cost);
    count(&rating_scores[policy_rating_bucket(replay->hints.rating[replay->position.side])], cost);
    return cost;
}

void net_test(const struct policy_weights *net, const struct collection *collection)
{
    lesson_test(score, net, collection);
    for (unsigned i = 0; i < POLICY_PHASES; i++)
        printf("phase %u: %.4f bits a ply\n", i, mean(&phase_scores[i]));
    for (unsigned i = 0; i < POLICY_RATING_BUCKETS; i++)
        printf("rating bucket %2u: %.4f bits a ply of %llu\n", i, mean(&rating_scores[i]),
               (unsigned long long)rating_scores[i].plies);
}

int net_train(const struct collection *collection, const struct policy_shape *shape, struct course *course,
              const char *path, const char *state)
{
    struct net_trainer net_trainer = {.state = state};
    struct float_trainer *trainer = &net_trainer.floats;
    const struct learner learner = {.trainer = &net_trainer,
                                    .rate_first = 0.04f,
                                    .rate_last = 0.0012f,
                                    .begin = hide_hints,
                                    .learn = learn,
                                    .keep = keep};
    size_t byte_count = policy_byte_count(shape), word_count = policy_word_count(shape);
    int8_t *bytes = malloc(byte_count);
    int16_t *words = malloc(word_count * sizeof *words);
    if (bytes == NULL || words == NULL)
        exit(1);
    float_trainer_start(trainer, shape, 1);
    if (state != NULL)
        course->first = float_trainer_load(trainer, state);
    lesson_learn(&learner, collection, course);
    float_net_round(&trainer->net, bytes, words);
    int written = weights_file_write(bytes, byte_count, words, word_count, path);
    struct policy_weights weights = policy_weights_at(shape, bytes, words);
    net_test(&weights, collection);
    float_trainer_free(trainer);
    free(bytes);
    free(words);
    return written;
}
