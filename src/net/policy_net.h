/* The built-in weights. They are a part of the format: named by a number, never changed (data/README.md). */
#ifndef PGNPACK_NET_POLICY_NET_H
#define PGNPACK_NET_POLICY_NET_H

#include <stddef.h>

#include "net/policy_weights.h"

/* Fast; and wide, which takes three times as long for better odds. */
enum policy_net_id { POLICY_NET_ID = 0, POLICY_NET_WIDE_ID = 1 };

/* XXH64 of the weights' files, data/model-0.bin and model-1.bin. Tests hold the built-in weights against them. */
#define POLICY_NET_HASH UINT64_C(0x1ab4e768eb8de2b4)
#define POLICY_NET_WIDE_HASH UINT64_C(0x592f83c2390cc411)

/* Made from the files when the project is built, by make_policy_net.c. */
extern const struct policy_weights policy_net;
extern const struct policy_weights policy_net_wide;

/* The weights of a number, NULL where this version has none. */
static inline const struct policy_weights *policy_net_find(unsigned id)
{
    return id == POLICY_NET_ID ? &policy_net : id == POLICY_NET_WIDE_ID ? &policy_net_wide : NULL;
}

#endif
