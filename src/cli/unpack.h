/* Unpacking inputs of any format, into whatever takes the text. */
#ifndef PGNPACK_CLI_UNPACK_H
#define PGNPACK_CLI_UNPACK_H

#include "cli/command.h"

struct unpack_job {
    struct command_context *context;
    pgnpack_write_function write;     /* reports its failures; NULL: the text is only tested */
    pgnpack_file_function begin_file; /* the same; NULL: files follow each other */
    void *opaque;                     /* of both */
    uint64_t games;
    uint64_t text_size;
    enum exit_status damage; /* EXIT_CORRUPT: some of it was damaged, and --salvage went on */
};

/* The tasks. Where each input has an output of its own, the failure of one does not stop the others. */
enum exit_status unpack_files_command(struct command_context *context);
enum exit_status extract_command(struct command_context *context);
enum exit_status test_command(struct command_context *context);
enum exit_status view_command(struct command_context *context);

/* Unpacks all that is in one input. */
enum exit_status unpack_input(struct unpack_job *job, const char *input);

/* One text inside an input, by the format it has. */
enum exit_status unpack_bcgn0_part(struct unpack_job *job, struct unwrap *unwrap);
enum exit_status unpack_bcgn1_part(struct unpack_job *job, struct unwrap *unwrap);

#endif
