/* The subcommands of pgndb, and its options: each is here once, and says with which subcommands it goes. */
#ifndef PGNPACK_CLI_DATABASE_DATABASE_TABLE_H
#define PGNPACK_CLI_DATABASE_DATABASE_TABLE_H

#include "cli/options/options_table.h"

struct subcommand {
    const char *name;
    unsigned scope;        /* its bit in options' scopes */
    const char *arguments; /* for --help: a database, and what else */
    size_t least, most;    /* so many of them */
    int code; /* the option of pgnpack as which those behind the first one are taken; 0: as databases, too */
    enum change_task task;  /* CHANGE_NONE: one of those below */
    enum task reading_task; /* of what only reads */
    int chooses_games;      /* by an option of CHOICE_GAMES, which is not to be left out */
    const char *sentence;   /* what it does */
    const char *example;
    const char *meanings; /* other words for it, with a blank behind each: a mistake leads to it */
};

/* Bits of options' scopes beside those of subcommands: of these options at most one is given. */
enum { CHOICE_GAMES = 1 << 20, CHOICE_IDS = 1 << 21, CHOICE_INDEX = 1 << 22, CHOICES = 7 << 20 };

/* In the order of --help; a `name` NULL ends them. */
extern const struct subcommand subcommands[];
extern const struct option_table database_table;

/* NULL: there is none of that name. */
const struct subcommand *subcommand_find(const char *name);

#endif
