/*
 * Functions on one game or one value, as SQL hosts have them by these names (docs/bindings/functions.md): what SQLite's and DuckDB's bindings
 * share. A host converts values, and nothing else.
 *
 * A game is a text in PGN, of which the first game counts: all of it, its moves alone as `san` or `uci` has them, or a FEN, which is a game without
 * moves. What is not understood of it is not there.
 */
#ifndef PGNPACK_BINDINGS_FUNCTIONS_GAME_FUNCTIONS_H
#define PGNPACK_BINDINGS_FUNCTIONS_GAME_FUNCTIONS_H

#include "bindings/table/table.h"

enum function_type {
    FUNCTION_NULL,    /* of a value alone */
    FUNCTION_INTEGER, /* `integer` */
    FUNCTION_BOOLEAN, /* the same, 0 or 1 */
    FUNCTION_REAL,    /* `real` */
    FUNCTION_TEXT,    /* `text`; results are UTF-8 */
    FUNCTION_EVAL /* of an argument alone: an integer, as the column `evals` has it, or a text: "0.35", "#-3" */
};

struct function_value {
    enum function_type type;
    int64_t integer;
    double real;
    struct pgnpack_text text;
};

enum { FUNCTION_ARGUMENTS_MAX = 2 };

struct game_function {
    const char *name;
    enum function_type result;
    size_t argument_count;
    enum function_type arguments[FUNCTION_ARGUMENTS_MAX];
    int kind; /* which it is; for game_function_call() alone */
};

/* Function `n`, from 0; NULL: there are not so many. */
const struct game_function *game_function_at(size_t n);

/* What calls work with, and keep for the next one: for one thread at a time. NULL: no memory. */
struct game_functions;
struct game_functions *game_functions_new(const struct pgnpack_allocator *allocator);
void game_functions_free(struct game_functions *functions);

/*
 * Calls a function with as many values as it has arguments, each of its type or NULL, which makes the result NULL. A text in *result_ret lives until the next
 * call. A failure is one of memory or of the caller: query words that make no sense.
 */
enum pgnpack_status game_function_call(struct game_functions *functions, const struct game_function *function,
                                       const struct function_value *arguments,
                                       struct function_value *result_ret, struct table_error *error);

#endif
