/* The nets that a handle has: those that were built in, and for those that were not, what its caller gives. */
#ifndef PGNPACK_BASE_NET_STORE_H
#define PGNPACK_BASE_NET_STORE_H

#include "base/handle.h"
#include "net/odds/policy_net.h"

struct net_store {
    struct policy_nets nets; /* what there is; must stay where it is while jobs use it */
    struct policy_weights weights[POLICY_NET_COUNT];
    struct net_bytes {
        void *piece; /* NULL: not the caller's */
        size_t size;
    } bytes[POLICY_NET_COUNT];
};

/* Asks options->net, which is not NULL, for the nets that were not built in. */
void net_store_ask(struct net_store *store, struct memory *memory, const struct pgnpack_options *options,
                   struct error *error);

/*
 * Asks options->net for the nets that were not built in, and copies what it gives. Fails when that is another net, or for
 * lack of memory; a net that it does not give is no failure.
 */
static inline enum pgnpack_status net_store_fill(struct net_store *store, struct memory *memory,
                                                 const struct pgnpack_options *options, struct error *error)
{
    struct pgnpack_options complete;
    handle_copy_options(&complete, sizeof complete, options, "pgnpack_options", error);
    store->nets = policy_nets_built_in;
    if (complete.net != NULL)
        net_store_ask(store, memory, &complete, error);
    return memory_check(memory, error);
}

static inline void net_store_free(struct net_store *store, struct memory *memory)
{
    for (unsigned id = 0; id < POLICY_NET_COUNT; id++) {
        memory_release(memory, store->bytes[id].piece, store->bytes[id].size);
        store->bytes[id] = (struct net_bytes){NULL, 0};
    }
}

#endif
