#include <inttypes.h>

#include "net/odds/policy_net.h"

#ifdef PGNPACK_NO_NETS
const struct policy_nets policy_nets_built_in = {{NULL, NULL}};
#else
const struct policy_nets policy_nets_built_in = {{&policy_net, &policy_net_wide}};
#endif

const struct policy_weights *policy_nets_find(const struct policy_nets *nets, unsigned id)
{
    if (nets == NULL)
        nets = &policy_nets_built_in;
    return id < POLICY_NET_COUNT ? nets->weights[id] : NULL;
}

const struct policy_net_file *policy_net_file_of(unsigned id)
{
    static const struct policy_net_file files[POLICY_NET_COUNT] = {{POLICY_SHAPE_NARROW, POLICY_NET_HASH},
                                                                   {POLICY_SHAPE_WIDE, POLICY_NET_WIDE_HASH}};
    return &files[id];
}

enum pgnpack_status policy_net_refuse(unsigned id, const char *what, struct error *error)
{
    if (id >= POLICY_NET_COUNT)
        return error_newer(error, what, id);
    return error_set(
        error, PGNPACK_ERROR_UNSUPPORTED,
        "%s needs net %u, which this library was built without: give it the weights, model-%u.bin of XXH64 "
        "%016" PRIx64 ", by pgnpack_options.net",
        what, id, id, policy_net_file_of(id)->hash);
}
