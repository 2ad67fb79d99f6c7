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

/* ---- Lists of inputs ---- */

struct input_list {
    char **names;
    size_t count;
    size_t capacity;
    struct messages *messages;
};

/* Which files of a folder are meant. NULL: all. */
typedef int (*input_filter)(const char *name);

void input_list_init(struct input_list *list, struct messages *messages);
void input_list_free(struct input_list *list);

/* Adds a name. Returns 0 when there is no memory, which was reported. */
int input_list_add(struct input_list *list, const char *name);

/*
 * Adds the names in a folder that match the pattern which the last part of `name` is, in any case; the name itself if it
 * is no pattern, or none matches. Returns 0 after a failure, which was reported.
 */
int input_list_add_matching(struct input_list *list, const char *name);

/* Adds a file, or, if it is a folder, the regular files in it in the order of their names, and in its folders. */
int input_list_add_tree(struct input_list *list, const char *name, input_filter is_wanted);

/* Adds the names in a file, one a line; "-" is standard input. Failures are reported, and 0 returned. */
int input_list_add_lines(struct input_list *list, const char *file_name);

/* Bytes of all inputs; 0: some is no regular file. */
uint64_t input_list_total_size(const struct input_list *list);

#endif
