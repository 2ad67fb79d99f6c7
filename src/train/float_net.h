/* The policy net in floating point, for training. Units are 1 where policy_weights.h says 1/128; logits are bits. */
#ifndef PGNPACK_TRAIN_FLOAT_NET_H
#define PGNPACK_TRAIN_FLOAT_NET_H

#include "net/kernels/policy_weights.h"
#include "train/random.h"

/* One number for each weight: weights, or the sums of their squared gradients. */
struct float_net {
    struct policy_shape shape;
    float *input, *move, *class; /* aims' rows stand after the classes' */
    float *bias, *move_bias, *class_bias;
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
    struct policy_ply *ply;
    unsigned played; /* place of the move in ply->moves */
};

/* Small random weights, the same for the same seed. Ends the program without memory. */
void float_trainer_start(struct float_trainer *trainer, const struct policy_shape *shape, uint64_t seed);
void float_trainer_free(struct float_trainer *trainer);

/*
 * What a run that was interrupted goes on from: weights, squares and how many plies were learnt, as this machine holds
 * them. Loading returns the plies, 0 without such a file, and ends the program if it is not one of this shape; saving
 * replaces the file when it is whole, else says so.
 */
uint64_t float_trainer_load(struct float_trainer *trainer, const char *path);
void float_trainer_save(const struct float_trainer *trainer, const char *path, uint64_t plies);

/* One step; returns the bits that the played move cost before it. */
float float_trainer_learn(struct float_trainer *trainer, const struct net_sample *sample);

/* Rounds to the weights of the format: policy_byte_count() and policy_word_count() numbers. */
void float_net_round(const struct float_net *net, int8_t *bytes, int16_t *words);

#endif
