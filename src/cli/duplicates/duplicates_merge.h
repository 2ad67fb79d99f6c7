/* --merge-tags: games that are kept get what tags of their duplicates know and they do not. */
#ifndef PGNPACK_CLI_DUPLICATES_DUPLICATES_MERGE_H
#define PGNPACK_CLI_DUPLICATES_DUPLICATES_MERGE_H

#include "cli/duplicates/duplicates_find.h"

/* Takes the text that a game that is kept has now. */
typedef enum exit_status (*merged_function)(void *opaque, size_t reader, uint64_t game,
                                            struct pgnpack_text text);

/*
 * Of exact pairs: tags that the kept game has not, or that say nothing ("?", ""), and unknown parts of dates. The earlier duplicate
 * counts. Start position and result stay. Each game that changes goes to `take`, in the order of databases and numbers. Failures are reported.
 */
enum exit_status duplicates_merge(struct duplicates *duplicates, merged_function take, void *opaque);

#endif
