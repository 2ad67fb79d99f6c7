/* Conditions kept in a file: pgnfind --query. */
#ifndef PGNPACK_CLI_FIND_QUERY_FILE_H
#define PGNPACK_CLI_FIND_QUERY_FILE_H

#include "cli/search/find_options.h"

/*
 * Adds the conditions of a file to the options', which have room for QUERY_LINES_MAX of them: a line each, "pawns iqp" or "--pawns=iqp", in
 * quotes or not; empty lines and those that begin with '#' are left out. A line "[Name]" begins a query of that name, and "FILE#Name" is the
 * one of a file that has several. The texts live as long as the options. Returns 0 after a failure, which was reported with its line.
 */
int query_file_add(struct find_options *options, const char *name, struct messages *messages);

enum { QUERY_LINES_MAX = 10000 };

#endif
