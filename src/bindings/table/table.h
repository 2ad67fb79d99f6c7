/*
 * Databases as tables, for SQL hosts: what SQLite's and DuckDB's bindings share. It stands on pgnpack.h alone.
 *
 *     struct table_error error;
 *     struct table *table = table_open(NULL, paths, 1, TABLE_DAMAGED_ERROR, &error); files, or globs
 *     const struct table_column *columns = table_columns(table, TABLE_GAMES, &count);
 *     size_t wanted[] = {table_find_column(table, TABLE_GAMES, "White"), ...};
 *     struct table_scan_options options = {.kind = TABLE_GAMES, .columns = wanted, .column_count = 1};
 *     struct table_scan *scan = table_scan_new(table, &options, &error);  one a thread
 *     struct table_batch batch;
 *     while (table_scan_next(scan, &batch) == PGNPACK_OK)
 *         for (size_t i = 0; i < batch.count; i++)
 *             ... batch.values[0].texts[i] ...
 *
 * Threads: a table does not change once it is open, so any number may share it; each has scans of its own, which take units of
 * work (table_scan_unit()). Each function that fails says why in a struct table_error: file, game and cause in a line.
 *
 * Lifetimes: a scan must be freed before its table. What a batch points to lives until the scan's next call.
 */
#ifndef PGNPACK_BINDINGS_TABLE_TABLE_H
#define PGNPACK_BINDINGS_TABLE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "pgnpack.h"

enum { TABLE_ERROR_SIZE = 1024, TABLE_BATCH_ROWS = 2048 };

struct table_error {
    enum pgnpack_status status; /* PGNPACK_OK: none */
    char text[TABLE_ERROR_SIZE];
};

/* ---- Tables and their columns ---- */

enum table_kind {
    TABLE_GAMES,
    TABLE_POSITIONS, /* one row a position of the main line: a game of n plies has n + 1 */
    TABLE_FIND,      /* one row a game that fulfils a query, with the first place where it does */
    TABLE_TREE,      /* one row a move of a position */
    TABLE_DAMAGE /* one row a damaged block of those that the table skips, and one where a file's end is damaged */
};

enum table_type {
    TABLE_INTEGER, /* `integers` */
    TABLE_DAY,     /* `integers`: days since 1970-01-01 of the Gregorian calendar; table_day_text() */
    TABLE_TEXT,    /* `texts`; any bytes, see table_utf8_repair() */
    TABLE_MOVES,   /* lists: `offsets`, `moves` */
    TABLE_NUMBERS, /* lists: `offsets`, `numbers`, of which `no_number` is NULL */
    TABLE_TEXTS    /* lists: `offsets`, `elements` */
};

struct table_column {
    const char *name; /* UTF-8; no two of a table are equal but for the case of ASCII letters */
    enum table_type type;
    int is_nullable;
    int is_hidden;     /* costs much: a host should leave it out of "SELECT *" where it can */
    int32_t no_number; /* TABLE_NUMBERS */
    const char *tag;   /* games: the tag that it is; else NULL */
};

/*
 * Columns of `games`: game, file, id, day, year, outcome, plies; then the files' tags, those of the roster first, then the others as
 * the files name them; then moves, san, uci, clocks, evals, comments, text. A tag's column has the tag's name; where it is that
 * of one of the fourteen others, or of a tag before it, but for the case of letters, it gets "_tag" behind it, and where that
 * is taken, too, "_tag_2", "_tag_3", ... Bytes of a name that are no UTF-8 are read as Latin-1.
 *
 * Values: a tag's is its text without escapes, of one that a game has twice the first; NULL where it has none. WhiteElo and
 * BlackElo are integers as pgnpack_rating() reads them, PlyCount one of 1 to 9 digits; other values are NULL. `day` and `year` are of the tag that is
 * the first to be a date, Date or UTCDate: ten characters "yyyy.mm.dd", digits or not, whose first four are not all zeros
 * or no digits. `year` is NULL if not all of its four are digits, `day` unless all eight are and it is a day of the calendar.
 *
 * positions: game, file, id, ply, key, fen, move, uci, clock, eval.
 * find: game, file, id, ply, last_ply, move.
 * tree: move, uci, games, white_wins, draws, black_wins, unknown, rating, performance, last_year, opponent.
 * damage: file, first_game, game_count (NULL: unknown), offset, size, cause.
 */

struct table;

/* What becomes of damaged blocks: "error", or "skip", as hosts spell it: their games are no rows of any table. */
enum table_damaged { TABLE_DAMAGED_ERROR, TABLE_DAMAGED_SKIP };
/* Of a text; NULL is the default. PGNPACK_ERROR_ARGUMENT: it is neither. */
enum pgnpack_status table_parse_damaged(const char *text, enum table_damaged *damaged_ret,
                                        struct table_error *error);

/*
 * Opens files: each path is that of a file or, where there is no such file, a glob ("dir/games-?.bcgn"), whose files come in the order
 * of their bytes. NAME.idx beside a file is used for searches if it is its index. With TABLE_DAMAGED_SKIP all bytes are read. The allocator, which may be NULL and is
 * copied, is that of all that the table and its scans hold. NULL: *error says why.
 */
struct table *table_open(const struct pgnpack_allocator *allocator, const char *const *paths,
                         size_t path_count, enum table_damaged damaged, struct table_error *error);
void table_free(struct table *table);

/* Are its files still those that were opened, by device, number, size and time? */
int table_is_current(const struct table *table);
/* The same files as they are now, patterns not looked up again; the columns may be others. NULL: *error says why. */
struct table *table_open_again(const struct table *table, struct table_error *error);

/* Files from 0, in order. */
size_t table_file_count(const struct table *table);
const struct pgnpack_reader *table_reader(const struct table *table, size_t file);
uint64_t table_game_count(const struct table *table); /* of all files together */

/*
 * The game of a file that an id leads to, also one that it had before changes of the database; it may be deleted. *game_ret is 0 where
 * there is none. Not while other threads use the table.
 */
enum pgnpack_status table_find_id(struct table *table, size_t file, const char *id, uint64_t *game_ret,
                                  struct table_error *error);

/* `table` may be NULL for other kinds than games, whose columns are the same for all files. */
const struct table_column *table_columns(const struct table *table, enum table_kind kind, size_t *count_ret);
/* Without regard to the case of ASCII letters; SIZE_MAX: there is none. */
size_t table_find_column(const struct table *table, enum table_kind kind, const char *name);

/* ---- Units of work ---- */

/* Whole blocks of one file, some thousand games or more. */
struct table_unit {
    size_t file;         /* from 0 */
    uint64_t first_game; /* from 1 */
    uint64_t game_count;
};

size_t table_unit_count(const struct table *table);
/* Unit `n`, from 0. */
struct table_unit table_unit(const struct table *table, size_t n);

/* ---- Scans ---- */

/*
 * What values of a column have to be. Texts are compared byte by byte as by memcmp, a shorter one first; a row whose value is
 * NULL passes none but TABLE_IS_NULL.
 */
enum table_comparison {
    TABLE_EQUAL, /* to one of the values */
    TABLE_LESS,
    TABLE_LESS_OR_EQUAL,
    TABLE_GREATER,
    TABLE_GREATER_OR_EQUAL,
    TABLE_HAS_PREFIX,          /* texts */
    TABLE_HAS_PREFIX_ANY_CASE, /* of ASCII letters; from the first byte on that is no ASCII, anything passes */
    TABLE_IS_NULL,
    TABLE_IS_NOT_NULL
};

/* As the column's type says: days and integers are `integer`. */
struct table_value {
    int64_t integer;
    struct pgnpack_text text;
};

struct table_constraint {
    size_t column;
    enum table_comparison comparison;
    const struct table_value *values; /* one, but for TABLE_EQUAL any number; none for TABLE_IS_[NOT_]NULL */
    size_t value_count;
};

/*
 * What a scan makes of a constraint on this column. TABLE_EXACT: all rows that it gives fulfil it, so that the host may leave
 * out its own test, but for TABLE_HAS_PREFIX_ANY_CASE, which is TABLE_HINT: no row that fulfils it is missing, but others may
 * come. TABLE_UNUSED: a scan takes no such constraint.
 */
enum table_use { TABLE_UNUSED, TABLE_HINT, TABLE_EXACT };
enum table_use table_use_of(const struct table *table, enum table_kind kind, size_t column,
                            enum table_comparison comparison);

/* A query word (docs/QUERIES.md) and its value; NULL where it has none. */
struct table_word {
    const char *name, *value;
};

/* Everything is copied. */
struct table_scan_options {
    enum table_kind kind;
    const size_t *columns; /* places in table_columns() that are wanted */
    size_t column_count;
    const struct table_constraint *constraints; /* all of which have to hold */
    size_t constraint_count;
    const char *where; /* query words, "player=Kasparov eco=B90-B99" (query_text.h); NULL or "": all games */
    const char *fen;   /* tree: a position, NULL: the start position; find: a position, or query words */
    /* Asked between blocks, in the thread of the call; anything but 0 ends it with PGNPACK_ERROR_CANCELLED. May be NULL. */
    int (*is_cancelled)(void *opaque);
    void *cancel_opaque;
    const struct table_word *words; /* the same as those of `where`, and before them */
    size_t word_count;
};

/* A column of a batch, as its type says. */
struct table_values {
    const int64_t *integers;
    const unsigned char *is_set;      /* of integers: 0 is NULL; NULL: all are set */
    const struct pgnpack_text *texts; /* `data` NULL: NULL */
    const uint32_t *offsets;          /* of row i: elements offsets[i] up to, and without, offsets[i + 1] */
    const uint16_t *moves;
    const int32_t *numbers;
    const struct pgnpack_text *elements;
};

struct table_batch {
    size_t count; /* rows: 1 to TABLE_BATCH_ROWS, all of one file */
    size_t file;
    const uint64_t *games;             /* of each row the game's number; NULL: tree, damage */
    const uint32_t *plies;             /* positions: of each row the ply; else NULL */
    const struct table_values *values; /* in the order of the options' columns */
};

/* What a scan has done so far. */
struct table_counts {
    uint64_t blocks_skipped; /* that their ranges of dates, ratings and games ruled out */
    uint64_t blocks_read;    /* by scans of rows, searches' and lines' not counted */
    uint64_t games_seen;     /* whose tags, plies or results were looked at */
    uint64_t games_passed;   /* those of them that fulfilled all constraints */
    uint64_t games_searched; /* looked at or passed over by the search for `where` */
    uint64_t lines_decoded;  /* games whose moves were decoded for their columns */
};

struct table_scan;

/* A scan of all units, from the first on. NULL: *error says why (a column, a constraint, `where`, `fen`, memory). */
struct table_scan *table_scan_new(const struct table *table, const struct table_scan_options *options,
                                  struct table_error *error);
void table_scan_free(struct table_scan *scan);

/*
 * Begins again from the first unit on, with other constraints in place of those that there were. What was read of the files is
 * kept, so that a scan for each of some rows of another table costs little.
 */
enum pgnpack_status table_scan_constrain(struct table_scan *scan, const struct table_constraint *constraints,
                                         size_t count);

/* From now on this unit only, or any other games of one file; not for tree and damage, which are one piece. Forgets a failure. */
void table_scan_unit(struct table_scan *scan, const struct table_unit *unit);
/* The same, and behind it all games of the files that follow. */
void table_scan_from(struct table_scan *scan, const struct table_unit *unit);

/* The next rows. PGNPACK_END behind the last one; failures stay. */
enum pgnpack_status table_scan_next(struct table_scan *scan, struct table_batch *batch_ret);
const struct table_error *table_scan_error(const struct table_scan *scan);
void table_scan_counts(const struct table_scan *scan, struct table_counts *counts_ret);

/* ---- Values ---- */

enum { TABLE_DAY_TEXT_SIZE = 16 };

/* "2010-05-17", zero-terminated. */
void table_day_text(int64_t day, char text[TABLE_DAY_TEXT_SIZE]);

/* The day of a text "2010-05-17"; returns 0 if it is none. */
int table_parse_day(struct pgnpack_text text, int64_t *day_ret);

/* 1: all of it is UTF-8 (without surrogates and overlong forms). */
int table_is_utf8(struct pgnpack_text text);

/*
 * Writes the text as UTF-8: bytes that belong to no character of UTF-8 are read as Latin-1, as searches do. Returns the size. `out`
 * has room for 2 * text.size bytes.
 */
size_t table_utf8_repair(struct pgnpack_text text, char *out);

#endif
