/* A bar on standard error, where that is a terminal. */
#ifndef PGNPACK_CLI_BASE_PROGRESS_H
#define PGNPACK_CLI_BASE_PROGRESS_H

#include <stdint.h>

#include "cli/base/messages.h"
#include "pgnpack.h"

struct progress {
    struct messages *messages;
    int enabled;
    const char *file;    /* that is being read */
    uint64_t total_size; /* of all inputs; 0: unknown */
    uint64_t done_size;
    int is_paused;       /* something else is shown */
    int shares_terminal; /* the output goes there, too: none is drawn between its lines */
    uint64_t started_ms;
    uint64_t drawn_ms;
};

/* `wanted` 0 keeps it silent. */
void progress_start(struct progress *progress, struct messages *messages, int wanted, uint64_t total_size);

/* Output comes now, or is over: where it goes to the same terminal, there is no bar between. */
void progress_pause(struct progress *progress);
void progress_resume(struct progress *progress);

/* The next bytes are those of that file, whose name has to stay. */
void progress_begin_file(struct progress *progress, const char *name);

/* Counts bytes of input, and draws now and then. Cheap. */
void progress_add(struct progress *progress, uint64_t size);

/* What was counted of the input so far is `size` of all inputs: it is read again, or was passed over. */
void progress_set(struct progress *progress, uint64_t size);

/* Takes the bar away. */
void progress_stop(struct progress *progress);

/* ---- Waiting ---- */

struct waiting {
    uint64_t left; /* tries */
};

struct waiting waiting_begin(unsigned seconds);

/* Is it to be tried once more? Then some time has gone by. */
int waiting_goes_on(struct waiting *waiting, enum pgnpack_status status);

#endif
