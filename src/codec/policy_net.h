/* The built-in weights. They are a part of the format: named by a number, never changed (data/README.md). */
#ifndef PGNPACK_CODEC_POLICY_NET_H
#define PGNPACK_CODEC_POLICY_NET_H

#include <stddef.h>

#include "codec/policy_weights.h"

enum { POLICY_NET_ID = 0 };

/* XXH64 of the weights' file, data/model-0.bin. A test holds the built-in weights against it. */
#define POLICY_NET_HASH UINT64_C(0x1ab4e768eb8de2b4)

/* Made from the file when the project is built, by make_policy_net.c. */
extern const struct policy_weights policy_net;

/* The weights of a number, NULL where this version has none. */
static inline const struct policy_weights *policy_net_find(unsigned id)
{
    return id <= 1 ? &policy_net : NULL;
}

#endif
