/* Packing, whatever the format of the output. */
#ifndef PGNPACK_CLI_PACK_FORMATS_H
#define PGNPACK_CLI_PACK_FORMATS_H

#include "cli/command.h"

/* Inputs that make one output. */
struct pack_request {
    const char *const *inputs; /* at least one */
    size_t input_count;
    int is_named;          /* the output is not called after its input: packed inputs may be packed anew */
    uint64_t skipped_size; /* of the output: an earlier attempt wrote these bytes (memory_fit.h) */
    int is_trial;          /* nothing is written */
};

/* Both read the inputs, write into `output`, and commit it if all is well. */
enum exit_status pack_bcgn0(struct command_context *context, const struct pack_request *request,
                            struct output_file *output);
enum exit_status pack_bcgn1(struct command_context *context, const struct pack_request *request,
                            struct output_file *output);

#endif
