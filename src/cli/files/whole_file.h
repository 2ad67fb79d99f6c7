/* A small file as bytes in memory. */
#ifndef PGNPACK_CLI_FILES_WHOLE_FILE_H
#define PGNPACK_CLI_FILES_WHOLE_FILE_H

#include <stddef.h>

#include "cli/base/messages.h"

/* What messages call the file: "-" is "standard input". */
const char *whole_file_title(const char *name);

/*
 * Reads the file ("-": standard input) of less than 512 MB. The caller frees the bytes, which may be there, and NULL without any, in
 * either case. 0: a failure, which was reported.
 */
int whole_file_read(const char *name, struct messages *messages, char **bytes_ret, size_t *size_ret);

#endif
