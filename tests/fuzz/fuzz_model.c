/* Any bytes as a stream of moves by a policy net. */
#include "net/odds/policy_net.h"
#include "fuzz/modelled_stream.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct policy_coder state;
    fuzz_modelled_stream(MOVE_CODEC_MODEL, POLICY_NET_ID, &state, data, size);
    return 0;
}
