/* The columns of --csv, which csv.h writes. */
#ifndef PGNPACK_CLI_RUN_ROWS_H
#define PGNPACK_CLI_RUN_ROWS_H

#include "cli/run/view_text.h"

/* Beside tags, a column may be one of these: the game's number in its database, its id, and the moves of its main line. */
#define ROWS_NUMBER "GameNumber"
#define ROWS_ID "GameId"
#define ROWS_PLIES "Plies"

enum { ROWS_COLUMN_COUNT_MAX = 256, ROWS_NAMES_SIZE_MAX = 8192 };

/* Of games that were found: the database, and the plies before the first and the last position that was looked for. */
#define ROWS_FILE "File"
#define ROWS_PLY "Ply"
#define ROWS_LAST_PLY "LastPly"

/* The same: the position, the half-move that led there, and who "us" is. */
#define ROWS_FEN "FEN"
#define ROWS_MOVE "Move"
#define ROWS_COLOUR "Colour"

/* The same with a reference: how many games of it had the position before, and the last of them. */
#define ROWS_KNOWN "Known"
#define ROWS_LAST_KNOWN "LastKnown"

enum row_kind {
    ROW_TAG,
    ROW_NUMBER,
    ROW_ID,
    ROW_PLIES,
    ROW_FILE,
    ROW_PLY,
    ROW_LAST_PLY,
    ROW_FEN,
    ROW_MOVE,
    ROW_COLOUR,
    ROW_KNOWN,
    ROW_LAST_KNOWN
};

/* Where a game was found. */
struct row_place {
    const char *file;
    uint32_t ply, last_ply;
    const char *fen, *move; /* set where the columns ask for them */
    int as_black;
    uint64_t known;
    const char *last_known; /* NULL: there is no reference */
};

struct row_column {
    enum row_kind kind;
    const char *name;
};

struct rows {
    struct view_text *text;
    const struct row_place
        *place; /* of the game that is next; NULL: games were not looked for, and have none */
    size_t column_count;
    struct row_column columns[ROWS_COLUMN_COUNT_MAX];
    const char *tags[ROWS_COLUMN_COUNT_MAX]; /* the tags among them, once each */
    size_t tag_count;
    uint8_t is_found[ROWS_COLUMN_COUNT_MAX]; /* by tag: a game had one that is not empty */
    uint64_t game_count;                     /* that were written */
    char names[ROWS_NAMES_SIZE_MAX];
};

/*
 * The columns of CSV: "White,Black,Plies"; NULL means GameNumber, White, Black, Result, WhiteElo, BlackElo, Date, ECO and
 * Plies. Where games have a place, File, Ply, LastPly, FEN, Move, Colour, Known and LastKnown are columns and no tags. Returns 0 for a list with an empty name,
 * or that is too long.
 */
int rows_set_columns(struct rows *rows, const char *list);

/* A name that is written otherwise in the games would be an empty column, and nothing said. */
void rows_warn_of_missing_tags(const struct rows *rows, const struct command_context *context);

/* Is there a column of a board? */
int rows_ask_for_boards(const struct rows *rows);

/* Is it a list that can be set? */
int rows_are_columns(const char *list);

#endif
