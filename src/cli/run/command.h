/* What packing and unpacking have in common. */
#ifndef PGNPACK_CLI_RUN_COMMAND_H
#define PGNPACK_CLI_RUN_COMMAND_H

#include "cli/base/messages.h"
#include "cli/run/options.h"
#include "cli/files/output_file.h"
#include "cli/base/progress.h"
#include "cli/files/removal.h"
#include "cli/wrappers/unwrap.h"
#include "pgnpack.h"

/* What one run works with. */
struct command_context {
    const struct options *options;
    struct messages *messages;
    struct progress progress;
    unsigned threads;       /* the options', or fewer where -M has no room for them; see memory_fit.h */
    uint64_t block_size;    /* the same of blocks */
    size_t handle_memory;   /* that each handle may take where several share what -M allows; 0: all of it */
    int holds_memory_error; /* the work is begun again where the limit is met, which is not reported then ... */
    int met_memory_limit;   /* ... but noted here */
    int input_is_archive;   /* the last input, or a database of named files: it holds more than its texts */
};

/* Called for each input; the failure of one does not stop the others. */
typedef enum exit_status (*input_function)(struct command_context *context, const char *input, void *job);

/* Returns the status of the first failure. */
enum exit_status command_each_input(struct command_context *context, input_function do_input, void *job);

/* Called for each part of an input; any status but EXIT_FINE stops. */
typedef enum exit_status (*part_function)(void *job, struct unwrap *unwrap);

/* Opens one input and calls `do_part` for the texts in it. `removal` NULL: it stays, whatever comes of it. */
enum exit_status command_each_part(struct command_context *context, const char *input,
                                   struct removal *removal, part_function do_part, void *job);

/* Is the part a BCGN file that was not asked to be packed as it is? */
int command_is_packed(const struct command_context *context, const struct unwrap *unwrap);

/* Reports a part that is a BCGN file already; EXIT_FINE if it is none, or if it was asked to be packed as it is. */
enum exit_status command_refuse_packed(struct command_context *context, const struct unwrap *unwrap);

/* What every output is made with: it is none of the files that the command reads. `name` NULL or "-": standard output. */
struct output_request command_output(const struct command_context *context, const char *name);

/* What every handle of the library is made with. */
struct pgnpack_options command_library_options(const struct command_context *context);

/* Reports, or notes, that a handle could not be made, or the memory limit was met. */
/* What an option asked of a tag that no game has: nothing came of it. */
void command_warn_of_tag(const struct command_context *context, const char *option, const char *tag);

enum exit_status command_no_memory(struct command_context *context);

/* Compares with --expect-games, and reports a difference. */
enum exit_status command_check_games(struct command_context *context, const char *file, uint64_t games);

/* The exit status for a failure of the library. */
enum exit_status command_status_of(enum pgnpack_status status);

/* Reports a failure of the library's; those of reading and writing were reported by the callbacks. */
enum exit_status command_report(struct command_context *context, const char *file,
                                const struct pgnpack_error *error);

/* The same of what opens files by their names, and reads or writes them itself: of that nobody else has told. */
enum exit_status command_report_path(struct command_context *context, const char *file,
                                     const struct pgnpack_error *error);

/* Games were packed anew, and so many sections beside them were left out. */
void command_tell_dropped(const struct command_context *context, const char *name, uint64_t sections);

#endif
