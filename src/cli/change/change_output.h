/* A new database that is made of others: where it goes, and what is told of it. */
#ifndef PGNPACK_CLI_CHANGE_CHANGE_OUTPUT_H
#define PGNPACK_CLI_CHANGE_CHANGE_OUTPUT_H

#include "cli/run/command.h"
#include "cli/run/database.h"

struct change_output {
    struct command_context *context;
    int is_dry;         /* nothing is written ... */
    int has_file;       /* ... but that it could be is seen */
    int is_one_of_many; /* only -v tells of it */
    struct output_file file;
    struct pgnpack_copy *copy;
    const char
        *input; /* that was copied last: some of its blocks are looked at only when the copy is finished */
};

/* `name` NULL: standard output. Reports failures. */
enum exit_status change_output_open(struct change_output *output, struct command_context *context,
                                    const char *name);

/* Nowhere, under this name in messages: to see what would come of it. */
enum exit_status change_output_try(struct change_output *output, struct command_context *context,
                                   const char *name);

/* The copy's failure, reported. */
enum exit_status change_output_report(struct change_output *output, const char *database);

/* The file is complete: it gets its name. Reports failures. */
enum exit_status change_output_finish(struct change_output *output);
void change_output_close(struct change_output *output);

/* Opens an input, which has to be a whole database of BCGN 1. Reports failures; then nothing is open. */
enum exit_status change_input_open(struct database *database, struct command_context *context,
                                   const char *name);

/* The options of all copies. */
struct pgnpack_copy_options change_copy_options(const struct command_context *context);

#endif
