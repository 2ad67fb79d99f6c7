/* Queries of Scoutfish, in JSON: pgnfind --scoutfish. */
#ifndef PGNPACK_CLI_FIND_SCOUTFISH_FILE_H
#define PGNPACK_CLI_FIND_SCOUTFISH_FILE_H

#include "cli/search/find_options.h"

/*
 * Adds the file's query to the options as conditions of ours. Rules are those that Scoutfish's README describes
 * (https://github.com/mcostalba/scoutfish); docs/QUERIES.md says what each becomes, and where ours is stricter. The texts live as long as
 * the options. Returns 0 after a failure, which was reported with its line.
 */
int scoutfish_file_add(struct find_options *options, const char *name, struct messages *messages);

#endif
