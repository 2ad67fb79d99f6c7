/* One input: a file, or "-" for standard input. */
#ifndef PGNPACK_CLI_FILES_INPUT_FILE_H
#define PGNPACK_CLI_FILES_INPUT_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "cli/base/messages.h"
#include "cli/base/progress.h"
#include "system/commands.h"

struct input_file {
    const char *name; /* for messages: "standard input" for "-" */
    struct file file;
    int is_standard;           /* standard input, which stays open */
    int is_regular;            /* it can be sought in, and `size` is meant */
    uint64_t size;             /* from `start` on */
    int64_t time;              /* of modification of a regular one, in seconds since 1970 */
    uint64_t start;            /* where reading began: standard input may have been read from before */
    uint64_t read_size;        /* bytes that came so far, repeated ones included */
    struct progress *progress; /* NULL: nobody wants to know */
};

/* Is it the name of standard input? */
int input_is_standard(const char *name);

/* Facts about an input that may be open or not. Returns 0 when there is none. */
int input_facts(const char *name, struct file_facts *facts);

/* Is one of the names that of the file which the facts are of, by whatever path? */
int input_is_among(const char *const *names, size_t count, const struct file_facts *facts);

/* Reports failures itself. Returns an exit status. */
enum exit_status input_file_open(struct input_file *file, const char *name, struct progress *progress,
                                 struct messages *messages);
void input_file_close(struct input_file *file);

/* A pgnpack_read_function. */
int input_file_read(void *opaque, void *bytes, size_t size, size_t *size_ret);

/* Goes to a place of a regular file, counted from `start`. Returns 0 or an errno value. */
int input_file_seek(struct input_file *file, uint64_t offset);

/* Bytes of input that the file is known to have: its size, or what came so far from a pipe. */
uint64_t input_file_known_size(const struct input_file *file);

#endif
