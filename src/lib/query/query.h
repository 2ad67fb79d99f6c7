/* A query, as the files see it that build it and that search by it. */
#ifndef PGNPACK_LIB_QUERY_QUERY_H
#define PGNPACK_LIB_QUERY_QUERY_H

#include "base/handle.h"
#include "lib/query/query_tags.h"
#include "search/steps/query_steps.h"

struct pgnpack_query {
    struct memory memory;
    const struct handle_kind *handle_kind;
    struct query_steps steps; /* none: nothing is asked of the board */
    struct query_tags tags;   /* none: nothing is asked of tags, results and lengths */
    int searches_variations;
    int negates;     /* the next condition */
    int is_sealed;   /* a search has it */
    int takes_games; /* the last condition is a repertoire, to which a further game adds */
    struct error misuse;
    struct error error;
    struct pgnpack_error public_error;
};

/* Makes the query ready for searches, once; to be called before each one. Returns why it cannot be searched by. */
enum pgnpack_status query_seal(struct pgnpack_query *query, struct error *error);

#endif
