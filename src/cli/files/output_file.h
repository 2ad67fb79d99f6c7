/*
 * The output: a file that appears under its name only when it is complete, or a stream. A file is written under
 * a temporary name in the same folder, brought to the disk, and renamed. A database that it replaces is locked meanwhile: no
 * other program changes it.
 */
#ifndef PGNPACK_CLI_FILES_OUTPUT_FILE_H
#define PGNPACK_CLI_FILES_OUTPUT_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "cli/files/input_file.h"
#include "cli/base/messages.h"
#include "system/path_files.h"

struct output_request {
    const char *name;          /* NULL: standard output */
    const char *const *inputs; /* names, whose permissions bound the output's own */
    size_t input_count;
    const struct input_list *others[2]; /* all that the command reads: no output may be one of them */
    int keeps_time;                     /* made of a single file, it gets that file's time of modification */
    int force;                          /* existing files may be replaced, and terminals get binary data */
    int is_binary;                      /* not for terminals */
    int without_sync;                   /* the caller brings many files to the disk at once */
    unsigned wait_seconds;              /* for another program that changes the database which is replaced */
};

struct output_file {
    const char *name; /* for messages */
    struct messages *messages;
    struct memory memory;  /* of the sink */
    struct path_sink sink; /* its file is the stream, too */
    int is_stream;         /* written to directly: nothing to rename */
    int is_standard;       /* standard output, which stays open */
    int replaces;          /* an existing file, if there is one */
    unsigned wait_seconds;
    int without_sync;
    int keeps_time;
    struct timespec time; /* of the input, if it is to be kept */
    char *final_name;     /* links resolved */
    uint64_t written_size;
    enum exit_status status; /* of the first failure, which was reported */
};

/* Makes sure that the output may be written, and begins. Reports failures itself. */
enum exit_status output_file_open(struct output_file *output, const struct output_request *request,
                                  struct messages *messages);

/* It gets this time of modification, in seconds since 1970. */
void output_file_set_time(struct output_file *output, int64_t seconds);

/* A pgnpack_write_function. Failures are reported. */
int output_file_write(void *opaque, const void *bytes, size_t size);

/*
 * Brings what was written to the disk and opens it for reading. The caller closes it. Returns 0 after a
 * failure, which was reported; a stream cannot be read again.
 */
int output_file_reread(struct output_file *output, struct file *file);

/* The output is complete: gives it its name. Reports failures itself; nothing is left then. */
enum exit_status output_file_commit(struct output_file *output);

/* Without a commit: removes what was written. Harmless after one. */
void output_file_close(struct output_file *output);

#endif
