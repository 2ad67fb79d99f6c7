/* The query of pgnfind's conditions. */
#ifndef PGNPACK_CLI_FIND_FIND_QUERY_H
#define PGNPACK_CLI_FIND_FIND_QUERY_H

#include "cli/search/find_options.h"

/* Makes options->query and options->near of their conditions, in their order. Returns 0 after a failure, which was reported with its place. */
int find_query_make(struct find_options *options, struct messages *messages);

#endif
