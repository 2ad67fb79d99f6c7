/* Any bytes as a stream of moves by the walk that learns. */
#include "net/odds/policy_net.h"
#include "fuzz/modelled_stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct best_coder state;
    fuzz_modelled_stream(MOVE_CODEC_BEST, POLICY_NET_WIDE_ID, &state, data, size);
    return 0;
}
