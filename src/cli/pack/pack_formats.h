/* Packing, whatever the format of the output. */
#ifndef PGNPACK_CLI_PACK_PACK_FORMATS_H
#define PGNPACK_CLI_PACK_PACK_FORMATS_H

#include "cli/run/command.h"

/* Inputs that make one output. */
struct pack_request {
    const char *const *inputs; /* at least one */
    size_t input_count;
    int is_named;          /* the output is not called after its input: packed inputs may be packed anew */
    uint64_t skipped_size; /* of the output: an earlier attempt wrote these bytes (command.h) */
    int is_trial;          /* nothing is written */
};

/* What the options ask of a writer. */
struct pgnpack_writer_options pack_writer_options(const struct command_context *context);

/* Reads the inputs into a writer of the caller's, which stays unfinished. Failures are reported. */
enum exit_status pack_into_writer(struct command_context *context, const struct pack_request *request,
                                  struct pgnpack_writer *writer);

/* Reads the inputs, writes into `output`, and commits it if all is well. */
enum exit_status pack_bcgn0(struct command_context *context, const struct pack_request *request,
                            struct output_file *output);

#endif
