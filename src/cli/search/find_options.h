/* What the command line of pgnfind asks for. */
#ifndef PGNPACK_CLI_SEARCH_FIND_OPTIONS_H
#define PGNPACK_CLI_SEARCH_FIND_OPTIONS_H

#include "cli/base/find_key.h"
#include "cli/run/near_names.h"
#include "cli/run/options.h"

/* What is done with the query and the databases. */
enum find_task {
    FIND_GAMES,
    FIND_TREE,
    FIND_NAMES,
    FIND_STATS,
    FIND_TABLE,
    FIND_REPORT,
    FIND_INDEX,
    FIND_EXPLAIN
};

/* How games that are found are written: as text they are PGN, and what is counted is a table. */
enum find_form {
    FIND_AS_TEXT,
    FIND_AS_COUNT,
    FIND_AS_NUMBERS,
    FIND_AS_IDS,
    FIND_AS_CSV,
    FIND_AS_JSON,
    FIND_AS_PAGE,
    FIND_AS_DIAGRAM,
    FIND_AS_PICTURES,
    FIND_AS_LIST /* of novelties */
};

/* A condition as it was given; `value` NULL: it has none. `file` NULL: it is of the command line. */
struct find_condition {
    const char *name, *value;
    const char *file;
    uint64_t line;
};

struct find_options {
    struct options common; /* inputs, output, how many games, level, resources, loudness */
    struct pgnpack_query *query;
    struct near_names *near;           /* names that the query asks for; NULL: there is no memory */
    struct find_condition *conditions; /* of the query, in their order */
    size_t condition_count, condition_capacity;
    char **texts; /* that they point into */
    size_t text_count, text_capacity;
    int has_conditions; /* 0: the query is all games */
    enum find_task task;
    enum find_form form;
    int exports;           /* PGN in export format, not the games' own bytes */
    int packs;             /* the output is a database */
    const char *novel;     /* a reference: games by where they leave it; NULL: all */
    const char *pictures;  /* the folder of FIND_AS_PICTURES */
    int in_colour;         /* boards may have the colours of a terminal */
    const char *mark;      /* the comment where the query is fulfilled; NULL: none */
    struct find_keys sort; /* none: as they come */
    int reverse;
    const char *position;     /* FIND_TREE: moves from the start, or a FEN */
    unsigned depth;           /* the same: levels of moves; 0: 1 */
    const char *name_pattern; /* FIND_NAMES; NULL: all names */
    const char *name_tag;     /* the same: of this tag; NULL: of players */
    const char *table;        /* FIND_TABLE: its keys, which can be read */
    int shows_score;          /* the same: one is who has won */
    int is_ours;              /* the query speaks for one side, with either colour */
};

/* One more condition, and a text that lives as long as the options, which free it. 0 or NULL: no memory; then the text is gone. */
int find_condition_add(struct find_options *options, const struct find_condition *condition);
char *find_text_keep(struct find_options *options, char *text);

void find_options_free(struct find_options *options);

#endif
