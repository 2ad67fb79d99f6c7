#include "cli/base/waiting.h"

#include "system/commands.h"

enum { STEP_MS = 20 };

struct waiting waiting_begin(unsigned seconds)
{
    return (struct waiting){(uint64_t)seconds * (1000 / STEP_MS)};
}

int waiting_goes_on(struct waiting *waiting, enum pgnpack_status status)
{
    if (status != PGNPACK_ERROR_BUSY || waiting->left == 0)
        return 0;
    waiting->left--;
    system_sleep(STEP_MS);
    return 1;
}
