/* Conditions as pgnfind has them: of some the value is a file, which the library is given the games of. */
#ifndef PGNPACK_CLI_SEARCH_FIND_REPERTOIRE_H
#define PGNPACK_CLI_SEARCH_FIND_REPERTOIRE_H

#include "cli/base/messages.h"
#include "pgnpack.h"

/* Adds a condition. `value` NULL: it has none. Returns 0 when it cannot, which was reported. */
int find_add_condition(struct pgnpack_query *query, const char *name, const char *value,
                       struct messages *messages);

#endif
