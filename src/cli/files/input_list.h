/* The inputs of a run: the operands, the files in folders (-r), and the names in lists (--filelist). */
#ifndef PGNPACK_CLI_FILES_INPUT_LIST_H
#define PGNPACK_CLI_FILES_INPUT_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "cli/base/messages.h"

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
