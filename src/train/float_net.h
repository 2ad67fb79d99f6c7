/* The policy net in floating point, for training. Units are 1 where policy_weights.h says 1/128; logits are bits. */
#ifndef PGNPACK_TRAIN_FLOAT_NET_H
#define PGNPACK_TRAIN_FLOAT_NET_H

#include "codec/policy_weights.h"
#include "train/random.h"

/* One layer's weights and, for each, the sum of its squared gradients. */
struct float_net {
    float input[POLICY_INPUT_COUNT][POLICY_HIDDEN];
    float move[POLICY_ROW_COUNT][POLICY_HIDDEN];
    float class[POLICY_CLASS_COUNT][POLICY_CLASS_HIDDEN];
    float bias[POLICY_HIDDEN];
    float move_bias[POLICY_ROW_COUNT];
    float class_bias[POLICY_CLASS_COUNT];
};

struct float_trainer {
    struct float_net net;
    struct float_net squares;
    float rate;
    struct random random;
};

/* What one position gives the net. */
struct net_sample {
    unsigned input_count;
    uint16_t inputs[POLICY_BOARD_INPUTS_MAX + POLICY_PLY_INPUTS_MAX];
    const struct policy_ply *ply;
    unsigned played; /* place of the move in ply->moves */
};

/* Small random weights, the same for the same seed. */
void float_trainer_start(struct float_trainer *trainer, uint64_t seed);

/* Bits that the played move costs. */
float float_net_cost(const struct float_net *net, const struct net_sample *sample);

/* One step; returns the cost before it. */
float float_trainer_learn(struct float_trainer *trainer, const struct net_sample *sample);

/* Rounds to the weights of the format. */
void float_net_round(const struct float_net *net, struct policy_weights *weights);

#endif
