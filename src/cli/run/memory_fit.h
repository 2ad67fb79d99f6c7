/*
 * -M: work that meets the limit is begun again with fewer threads and, packing, with smaller blocks then, before it fails.
 * Fewer threads make the same bytes; smaller blocks do not, so they come last.
 */
#ifndef PGNPACK_CLI_RUN_MEMORY_FIT_H
#define PGNPACK_CLI_RUN_MEMORY_FIT_H

#include "cli/run/command.h"

struct memory_fit {
    struct command_context *context;
    int is_possible;                       /* there is a limit, and the inputs can be read again */
    int has_blocks;                        /* that may be made smaller */
    uint64_t input_start;                  /* of standard input */
    uint64_t read_size;                    /* that the progress bar had shown before */
    int has_standard;                      /* it is one of the inputs */
    uint64_t warnings[WARNING_KIND_COUNT]; /* that were shown before the first attempt */
};

/* Before the first attempt: until the last one has ended, the limit is not reported where it is met. */
void memory_fit_begin(struct memory_fit *fit, struct command_context *context, const char *const *inputs,
                      size_t input_count, int has_blocks);

/*
 * After an attempt: is there to be another one? Not with smaller blocks where the output `is_bound` to the bytes that
 * were made. If there is none, and the limit was met, that is reported.
 */
int memory_fit_again(struct memory_fit *fit, enum exit_status status, int is_bound);

int memory_fit_has_smaller_blocks(const struct memory_fit *fit);

/* For one more attempt of the same kind: input and messages begin again. */
void memory_fit_rewind(const struct memory_fit *fit);

/* After success: says that blocks became smaller, if they did. */
void memory_fit_tell(const struct memory_fit *fit, const char *output);

#endif
