/* The conditions of queries by their names: which there are, and what their values mean. */
#ifndef PGNPACK_LIB_QUERY_QUERY_WORDS_H
#define PGNPACK_LIB_QUERY_QUERY_WORDS_H

#include "lib/query/query.h"

/* Adds a condition. A failure is in query->error, and the query is as it was. `value`: NULL: there is none. */
enum pgnpack_status query_word_add(struct pgnpack_query *query, const char *name, const char *value);

#endif
