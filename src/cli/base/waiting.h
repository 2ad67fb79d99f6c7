/* --wait: what another program keeps from us is tried again, as long as the option allows. */
#ifndef PGNPACK_CLI_BASE_WAITING_H
#define PGNPACK_CLI_BASE_WAITING_H

#include <stdint.h>

#include "pgnpack.h"

struct waiting {
    uint64_t left; /* tries */
};

struct waiting waiting_begin(unsigned seconds);

/* Is it to be tried once more? Then some time has gone by. */
int waiting_goes_on(struct waiting *waiting, enum pgnpack_status status);

#endif
