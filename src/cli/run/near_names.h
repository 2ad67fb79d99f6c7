/* Names that a query asks for and that no game has, and those of the games that are like them. */
#ifndef PGNPACK_CLI_RUN_NEAR_NAMES_H
#define PGNPACK_CLI_RUN_NEAR_NAMES_H

#include <stddef.h>

#include "cli/base/messages.h"
#include "pgnpack_extra.h"

struct near_question {
    const char *tag;  /* NULL: of players */
    const char *noun; /* what messages call it */
    char *value;
    int is_answered;             /* a game has such a name, or it cannot be told */
    struct pgnpack_names *names; /* of all databases so far; NULL: none yet */
};

/* Zeroed, nothing is asked. */
struct near_names {
    struct near_question *questions;
    size_t count, capacity;
    size_t conditions; /* that were taken */
    int negates;       /* the next condition is to be not so */
};

/*
 * Takes a condition of a query, in their order: names of players that stand there as they are, without "*" and the like, are asked for.
 * `value` NULL: it has none. Returns 0 when there is no memory.
 */
int near_names_ask(struct near_names *near, const char *word, const char *value);
void near_names_free(struct near_names *near);

/* Looks at a database in all of which nothing was found. What cannot be read says nothing. */
void near_names_look(struct near_names *near, const struct pgnpack_reader *reader);

/* Says which names no game has of the databases that were looked at, and what is like them, if anything is. */
void near_names_tell(struct near_names *near, struct messages *messages, const struct place *place);

#endif
