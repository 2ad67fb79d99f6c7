/* What is found in the games of a database: counted, and told as text or JSON. */
#ifndef PGNPACK_CLI_CHECK_CHECK_REPORT_H
#define PGNPACK_CLI_CHECK_CHECK_REPORT_H

#include "cli/run/view_text.h"

/* In the order of the table. */
enum check_kind {
    CHECK_MOVES,
    CHECK_MARKS,
    CHECK_RESULTS,
    CHECK_DATES,
    CHECK_RATINGS,
    CHECK_NAMES,
    CHECK_EMPTY,
    CHECK_DUPLICATES,
    CHECK_KINDS
};

/* A finding; zeroed but for `kind` and `game`, nothing is said of it. */
struct check_finding {
    enum check_kind kind;
    uint64_t game;
    uint64_t other;    /* a game that it has to do with; 0: none */
    const char *found; /* the words; may hold bytes of the database */
    int is_again;      /* the game was counted before */
};

struct check_report {
    struct command_context *context;
    struct view_text *text;
    const char *database;
    struct pgnpack_reader *reader;
    int is_damaged; /* which was told; damaged blocks are left out */
    uint64_t games; /* that were looked at */
    uint64_t counts[CHECK_KINDS];
};

/* Does it list games? Else no words are needed. */
int check_report_lists(const struct check_report *report);

/* Counts it, and lists it with -v. */
void check_report_add(struct check_report *report, const struct check_finding *finding);

/* The table. */
void check_report_end(struct check_report *report);

#endif
