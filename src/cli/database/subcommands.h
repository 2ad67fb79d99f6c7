/* The subcommands of pgndb: what each takes, what it does, and its bit in the scopes of options. */
#ifndef PGNPACK_CLI_DATABASE_SUBCOMMANDS_H
#define PGNPACK_CLI_DATABASE_SUBCOMMANDS_H

#include "cli/run/options.h"

struct subcommand {
    const char *name;
    unsigned scope;        /* its bit in options' scopes */
    const char *arguments; /* for --help: a database, and what else */
    size_t least, most;    /* so many of them */
    int code; /* the option as which those behind the first one are taken; 0: as databases, too */
    enum change_task task;  /* CHANGE_NONE: one of those below */
    enum task reading_task; /* of what only reads */
    int chooses_games;      /* by an option of CHOICE_GAMES, which is not to be left out */
    const char *sentence;   /* what it does */
    const char *example;
    const char *meanings; /* other words for it, with a blank behind each: a mistake leads to it */
};

/* A bit a subcommand. */
enum {
    ADD = 1,
    DELETE = 2,
    UNDELETE = 4,
    SET = 8,
    UNSET = 16,
    RENAME = 32,
    NAMES = 64,
    DEDUPE = 128,
    MERGE = 256,
    SORT = 512,
    COMPACT = 1024,
    SPLIT = 2048,
    LOG = 4096,
    BACK = 8192,
    CHECK = 16384,
    INFO = 32768,
    UNDO = 1 << 16,
    DELETED = 1 << 17,
    REPLACE = 1 << 18,
    EDIT = 1 << 19,
    RESULT = 1 << 20,
    COMMENT = 1 << 21,
    FLAG = 1 << 22,
    CLASSIFY = 1 << 23,
    ALL = (1 << 24) - 1,
    CHANGED_NAMES = NAMES | 1 << 24,                      /* where it changes the database */
    SETTING = SET | UNSET | RENAME | CLASSIFY | FLAG,     /* tags of many games */
    EDITING = REPLACE | EDIT | RESULT | COMMENT,          /* games of which nobody means all */
    CHOOSING_ALL = DELETE | UNDELETE | SETTING,           /* games by number or condition, or all ... */
    CHOOSING = CHOOSING_ALL | EDITING,                    /* ... or not all */
    PACKING = ADD | DEDUPE | SETTING | EDITING,           /* games get new blocks */
    IN_PLACE = PACKING | DELETE | UNDELETE | BACK | UNDO, /* the database stays the file that it is */
    MAKING = MERGE | SORT | COMPACT | SPLIT,              /* new files */
    IN_FOLDERS = ADD | CHECK | INFO,                      /* take them */
    CHANGING = IN_PLACE | MAKING
};

/* In the order of --help; a `name` NULL ends them. */
extern const struct subcommand subcommands[];

/* NULL: there is none of that name. */
const struct subcommand *subcommand_find(const char *name);

#endif
