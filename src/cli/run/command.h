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
    unsigned threads;       /* the options', or fewer where -M has no room for them; see command.h */
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

/* What an option, or a change of a database, asked of a tag that no game has. `other` is the name with other capitals that they have, or NULL. */
void command_warn_of_tag(const struct command_context *context, const char *option, const char *tag,
                         const char *other);

/* Reports, or notes, that a handle could not be made, or the memory limit was met. */
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

/* ---- Memory ---- */

/*
 * -M: work that meets the limit is begun again with fewer threads and, packing, with smaller blocks then, before it fails.
 * Fewer threads make the same bytes; smaller blocks do not, so they come last.
 */

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

/* ---- Options ---- */

/* The defaults, and what holds names: before anything is set. */
void options_begin(struct options *options, enum command command, struct messages *messages);
void options_free(struct options *options);

#endif
