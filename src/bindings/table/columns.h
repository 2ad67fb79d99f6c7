/* Names and types of the tables' columns. */
#ifndef PGNPACK_BINDINGS_TABLE_COLUMNS_H
#define PGNPACK_BINDINGS_TABLE_COLUMNS_H

#include "bindings/table/memory.h"
#include "bindings/table/name_set.h"
#include "bindings/table/table.h"

/* Places in `games`; tags begin at GAMES_TAGS. `positions` and `find` begin with the first three, too. */
enum { GAMES_GAME, GAMES_FILE, GAMES_ID, GAMES_DAY, GAMES_YEAR, GAMES_OUTCOME, GAMES_PLIES, GAMES_TAGS };

/* Those behind the tags, counted from the first of them. */
enum { LIST_MOVES, LIST_SAN, LIST_UCI, LIST_CLOCKS, LIST_EVALS, LIST_COMMENTS, LIST_TEXT, LIST_COUNT };

enum {
    POSITIONS_GAME = GAMES_GAME,
    POSITIONS_FILE = GAMES_FILE,
    POSITIONS_ID = GAMES_ID,
    POSITIONS_PLY,
    POSITIONS_KEY,
    POSITIONS_FEN,
    POSITIONS_MOVE,
    POSITIONS_UCI,
    POSITIONS_CLOCK,
    POSITIONS_EVAL,
    POSITIONS_COUNT
};

enum {
    FIND_GAME = GAMES_GAME,
    FIND_FILE = GAMES_FILE,
    FIND_ID = GAMES_ID,
    FIND_PLY,
    FIND_LAST_PLY,
    FIND_MOVE,
    FIND_COUNT
};

enum {
    TREE_MOVE,
    TREE_UCI,
    TREE_GAMES,
    TREE_WHITE_WINS,
    TREE_DRAWS,
    TREE_BLACK_WINS,
    TREE_UNKNOWN,
    TREE_RATING,
    TREE_PERFORMANCE,
    TREE_LAST_YEAR,
    TREE_OPPONENT,
    TREE_COUNT
};

enum {
    DAMAGE_FILE,
    DAMAGE_FIRST_GAME,
    DAMAGE_GAME_COUNT,
    DAMAGE_OFFSET,
    DAMAGE_SIZE,
    DAMAGE_CAUSE,
    DAMAGE_COUNT
};

/* Columns of a table other than games. */
const struct table_column *columns_fixed(enum table_kind kind, size_t *count_ret);

/* Columns of games; the names are its own. */
struct games_columns {
    struct pgnpack_allocator allocator;
    struct table_column *columns;
    size_t count, capacity, tag_count;
    char **names; /* of tags, as the files have them, and then of their columns where these differ */
    size_t name_count, name_capacity;
    struct name_set tags,
        taken; /* names of tags; of columns, with how many were tried that are made of them */
};

void games_columns_init(struct games_columns *games, const struct pgnpack_allocator *allocator);
void games_columns_free(struct games_columns *games);

/* Each tag is added once, whatever its number of files. Returns 0 without memory, and so does _finish(), to be called behind. */
int games_columns_add_tag(struct games_columns *games, struct pgnpack_text name);
int games_columns_finish(struct games_columns *games);

#endif
