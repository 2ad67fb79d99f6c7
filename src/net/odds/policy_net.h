/* The weights of the nets. They are a part of the format: named by a number, never changed (data/README.md). */
#ifndef PGNPACK_NET_ODDS_POLICY_NET_H
#define PGNPACK_NET_ODDS_POLICY_NET_H

#include <stddef.h>

#include "net/kernels/policy_weights.h"
#include "util/error.h"

/* Fast; and wide, which takes three times as long for better odds. */
enum policy_net_id { POLICY_NET_ID = 0, POLICY_NET_WIDE_ID = 1, POLICY_NET_COUNT = 2 };

/* XXH64 of the weights' files, data/model-0.bin and model-1.bin. Tests hold the built-in weights against them. */
#define POLICY_NET_HASH UINT64_C(0x941b59126b04b1f6)
#define POLICY_NET_WIDE_HASH UINT64_C(0x7375ae6ca5e01243)

/* Made from the files when the project is built, by make_policy_net.c. Not there if it is built with NETS=none. */
extern const struct policy_weights policy_net;
extern const struct policy_weights policy_net_wide;

/* The weights that somebody has, by number; NULL: he has none of that one. */
struct policy_nets {
    const struct policy_weights *weights[POLICY_NET_COUNT];
};

/* Those that were built in. */
extern const struct policy_nets policy_nets_built_in;

/* The weights of a number, NULL where there are none. `nets` NULL: the built-in ones. */
const struct policy_weights *policy_nets_find(const struct policy_nets *nets, unsigned id);

static inline const struct policy_weights *policy_net_find(unsigned id)
{
    return policy_nets_find(NULL, id);
}

/* What a net's file is; its id must be below POLICY_NET_COUNT. */
struct policy_net_file {
    struct policy_shape shape;
    uint64_t hash;
};

const struct policy_net_file *policy_net_file_of(unsigned id);

/* PGNPACK_ERROR_UNSUPPORTED: somebody has no weights of that number, or no version has them; `what` needs them. */
enum pgnpack_status policy_net_refuse(unsigned id, const char *what, struct error *error);

#endif
