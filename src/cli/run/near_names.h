/*
 * What a query may have meant: names that no game has, or few, and those of the games that are like them; "not" of the board, which asks
 * for one position; and results of a player that are White's.
 */
#ifndef PGNPACK_CLI_RUN_NEAR_NAMES_H
#define PGNPACK_CLI_RUN_NEAR_NAMES_H

#include <stddef.h>

#include "cli/base/messages.h"
#include "pgnpack_extra.h"

struct near_question {
    const char *tag;  /* NULL: of players */
    const char *noun; /* what messages call it; NULL: it is the name of a tag */
    char *value;
    char *other;                 /* the tag's name as games have it; NULL: it is not known */
    int is_answered;             /* a game has such a name, or it cannot be told */
    struct pgnpack_names *names; /* of all databases so far; NULL: none yet */
};

/* Zeroed, nothing is asked. */
struct near_names {
    struct near_question *questions;
    size_t count, capacity;
    uint64_t looked_at;  /* games whose names were gathered ... */
    int looks_at_last;   /* ... which were not all */
    char *fen;           /* that is asked for first; NULL: none */
    size_t conditions;   /* that were taken */
    int negates;         /* the next condition is to be not so */
    const char *negated; /* what of the board is to be not so, in some position; NULL: nothing */
    int has_place;       /* something else says which position, or how often */
    int asks_won;        /* or lost: results of one side ... */
    int names_player;    /* ... with a player who may be Black ... */
    int has_side;        /* ... and who is meant */
};

/*
 * Takes a condition of a query, in their order: names of players, events and sites that stand there as they are, without "*" and the like, and of tags are asked for.
 * `value` NULL: it has none. Returns 0 when there is no memory.
 */
int near_names_ask(struct near_names *near, const char *word, const char *value);
void near_names_free(struct near_names *near);

/*
 * Where "not" of the board is all that is asked of it, nearly all games are found, and where a player's results are, White's count: says so,
 * and what may be meant.
 */
void near_names_tell_sense(const struct near_names *near, struct messages *messages,
                           const struct place *place);

/*
 * Looks at a database that was searched for all of the query, if so many games, of this one and those before it, may be for want of the
 * right name. What cannot be read says nothing.
 */
void near_names_look(struct near_names *near, const struct pgnpack_reader *reader, uint64_t found);

/*
 * Of `found` games in all databases: says which names no game has, and what is like them, if anything is; of a name that is all that the
 * query asks for, and that few games have, what is like it and has many.
 */
void near_names_tell(const struct near_names *near, uint64_t found, struct messages *messages,
                     const struct place *place);

/* Of the names of tags that are loaded: the name itself, else one with other capitals; NULL: neither. */
const char *near_tag_name(const struct pgnpack_block_reader *blocks, const char *name, size_t size);

/* No game has the position, a FEN: where kings and rooks stand for more castling rights than it has, says so. */
void near_names_tell_castling(const char *position, struct messages *messages, const struct place *place);

#endif
