/* A bar on standard error, where that is a terminal. */
#ifndef PGNPACK_CLI_PROGRESS_H
#define PGNPACK_CLI_PROGRESS_H

#include <stdint.h>

#include "cli/messages.h"

struct progress {
    struct messages *messages;
    int enabled;
    const char *file;    /* that is being read */
    uint64_t total_size; /* of all inputs; 0: unknown */
    uint64_t done_size;
    uint64_t started_ms;
    uint64_t drawn_ms;
};

/* `wanted` 0 keeps it silent. */
void progress_start(struct progress *progress, struct messages *messages, int wanted, uint64_t total_size);

/* The next bytes are those of that file, whose name has to stay. */
void progress_begin_file(struct progress *progress, const char *name);

/* Counts bytes of input, and draws now and then. Cheap. */
void progress_add(struct progress *progress, uint64_t size);

/* Takes the bar away. */
void progress_stop(struct progress *progress);

#endif
