/* The command line of both programs. */
#ifndef PGNPACK_CLI_OPTIONS_H
#define PGNPACK_CLI_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

#include "cli/messages.h"
#include "pgnpack.h"

/* Bits: an option belongs to one or both. */
enum command { COMMAND_PACK = 1, COMMAND_UNPACK = 2 };

struct options {
    enum command command;
    const char **inputs; /* at least one; "-" for standard input */
    size_t input_count;
    const char *output; /* NULL: derived from the input's name; "-": standard output */
    int force;
    int quiet;
    int verbose;
    int no_progress;
    int no_unwrap;
    uint64_t expansion_ratio;
    uint64_t expansion_size;
    unsigned threads;      /* 0: one a processor */
    uint64_t memory_limit; /* 0: none */

    int level;
    enum pgnpack_moves moves;
    uint64_t block_size; /* 0: by level */
    int verify;

    int salvage;

    int bcgn0; /* write version 0 */
    enum pgnpack_bcgn0_scheme bcgn0_scheme;
    int headerless;
    int lossy;
    int roster_only;
};

enum options_outcome {
    OPTIONS_RUN,
    OPTIONS_DONE,  /* help or version was printed */
    OPTIONS_FAILED /* a usage error was reported */
};

/*
 * Reads the command line. `program` is what it is without -d. The options point into `arguments`; they are
 * released by options_free(), whatever the outcome.
 */
enum options_outcome options_read(struct options *options, enum command program, int argument_count,
                                  char **arguments, struct messages *messages);
void options_free(struct options *options);

#endif
