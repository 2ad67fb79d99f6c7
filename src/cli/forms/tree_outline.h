/* A tree on its way out: position by position, moves by moves, for those who print it. */
#ifndef PGNPACK_CLI_FORMS_TREE_OUTLINE_H
#define PGNPACK_CLI_FORMS_TREE_OUTLINE_H

#include "cli/run/view_text.h"
#include "pgnpack.h"

/* Levels of moves; more are refused by the options, and of no use: each doubles what is counted, at least. */
enum { FIND_TREE_DEPTH_MAX = 40 };

struct find_tree_options {
    unsigned depth; /* levels of moves, 1 to FIND_TREE_DEPTH_MAX */
    /* From the second level on, moves of fewer games, or of a smaller share of the first position's games, are left out. */
    uint64_t least_games;
    unsigned least_percent;
    uint64_t most_moves; /* of each position */
    const char *title;   /* of the page: names of the databases, say; any bytes */
};

/*
 * Counts the position that the board has: several databases, or threads, together. The tree belongs to the source, and lives
 * until the next call. Any status but EXIT_FINE, which was reported, ends the printing.
 */
struct find_tree_source {
    enum exit_status (*count)(void *opaque, const struct pgnpack_board *board,
                              const struct pgnpack_tree **tree_ret);
    void *opaque;
};

struct tree_row {
    uint16_t move; /* 0: the games without one */
    char san[PGNPACK_SAN_SIZE], uci[PGNPACK_SAN_SIZE];
    struct pgnpack_tree_counts counts;
};

/* A position that was counted. */
struct tree_position {
    struct tree_row *rows; /* that are shown */
    size_t count;
    struct pgnpack_tree_counts totals;
    char fen[PGNPACK_FEN_SIZE];
    unsigned move_number;
    enum pgnpack_side side;
};

/* Room for "12...Qa1xb2=Q+" */
enum { TREE_LABEL_SIZE = 32, TREE_LINE_SIZE = FIND_TREE_DEPTH_MAX * PGNPACK_SAN_SIZE + 1 };

struct tree_outline {
    struct view_text *text;
    struct pgnpack_board *board;
    const struct find_tree_source *source;
    const struct find_tree_options *options;
    const struct tree_printer *printer;
    uint64_t games;            /* of the first position */
    char line[TREE_LINE_SIZE]; /* moves from the first position on, each with a space behind it */
};

/* Levels are counted from 0. All but `position` and `row` may be NULL. */
struct tree_printer {
    void (*begin)(struct tree_outline *outline);
    void (*position)(struct tree_outline *outline, unsigned level, const struct tree_position *position);
    /* `is_open`: the position behind the move comes next; then the row ends. */
    void (*row)(struct tree_outline *outline, unsigned level, const struct tree_position *position,
                size_t row, int is_open);
    void (*row_end)(struct tree_outline *outline, unsigned level, int is_open);
    void (*position_end)(struct tree_outline *outline, unsigned level, const struct tree_position *position);
    void (*end)(struct tree_outline *outline);
};

enum exit_status tree_outline_print(struct tree_outline *outline);

/* "1.e4", "1...c5", "(no move)" */
void tree_label(const struct tree_position *position, size_t row, char label[TREE_LABEL_SIZE]);

/* Of 1,000, to the nearest number; 0 of 0 is 0. */
unsigned tree_per_mille(uint64_t part, uint64_t whole);

/* The share of the points that the side to move made in games with a result, of 1,000. */
unsigned tree_score(const struct pgnpack_tree_counts *counts, enum pgnpack_side side);

#endif
