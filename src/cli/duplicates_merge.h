/* --merge-tags: games that are kept get what tags of their duplicates know and they do not. */
#ifndef PGNPACK_CLI_DUPLICATES_MERGE_H
#define PGNPACK_CLI_DUPLICATES_MERGE_H

#include "cli/duplicates_find.h"

/*
 * Of exact pairs: tags that the kept game has not, or that say nothing ("?", ""), and unknown parts of dates. The earlier duplicate
 * counts. Start position and result stay. A game that changes comes as a new version to its database's change, and the old
 * version is deleted. merged[i]: how many of database i. Failures are reported.
 */
enum exit_status duplicates_merge(struct command_context *context, struct pgnpack_duplicates *duplicates,
                                  const struct duplicates_database *databases, size_t count,
                                  uint64_t *merged);

#endif
