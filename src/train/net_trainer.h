/* Learns the weights of a policy net (float_net.h). */
#ifndef PGNPACK_TRAIN_NET_TRAINER_H
#define PGNPACK_TRAIN_NET_TRAINER_H

#include "net/kernels/policy_weights.h"
#include "train/lesson.h"

/*
 * Learns, writes what was learnt to `path`, tests it. Returns 0 if it cannot be written. With a `state` file: goes on
 * where it says, if it is there, and keeps it up to date.
 */
int net_train(const struct collection *collection, const struct policy_shape *shape, struct course *course,
              const char *path, const char *state);

void net_test(const struct policy_weights *net, const struct collection *collection);

#endif
