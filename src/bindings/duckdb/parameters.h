#ifndef PGNPACK_DUCKDB_PARAMETERS_H
#define PGNPACK_DUCKDB_PARAMETERS_H

/* What a table function is called with. Functions that return 0 set the binding's error. */

#include <stddef.h>

#include "bindings/duckdb/host.h"
#include "bindings/table/table.h"

/*
 * Query words (docs/QUERIES.md) that are named parameters: all but those whose place among others matters, `then` and `not`. In
 * their names "_" stands for "-".
 */
struct query_words {
    struct table_word *words; /* names are the library's, values ours */
    size_t count;
};

/* Adds the named parameters of functions on games: the words, `query`, which has any of them as a text, and `damaged`. */
void parameters_add(duckdb_table_function function);

/* Adds `games`, a list of numbers, and `ids`, one of texts. */
void parameters_add_games(duckdb_table_function function);

int parameters_words(duckdb_bind_info info, struct query_words *words_ret);
void query_words_free(struct query_words *words);

/* `games`: the numbers from 1 on, ascending, each once; *games_ret is NULL where it is not given. To be freed by the caller. */
int parameters_games(duckdb_bind_info info, uint64_t **games_ret, size_t *count_ret);

/* Makes numbers ascend, each once; returns how many are left. */
size_t parameters_sort_games(uint64_t *games, size_t count);

/* `ids`: those that are not NULL; *ids_ret is NULL where it is not given. To be freed by paths_free(). */
int parameters_ids(duckdb_bind_info info, char ***ids_ret, size_t *count_ret);

/* `damaged`: what becomes of damaged blocks. */
int parameters_damaged(duckdb_bind_info info, enum table_damaged *damaged_ret);

/* A named parameter that is a text; *text_ret is NULL where it is not given. To be freed by duckdb_free(). */
void parameters_named_text(duckdb_bind_info info, const char *name, char **text_ret);

/* Is there such a named parameter, and true? */
int parameters_flag(duckdb_bind_info info, const char *name);

/* Parameter `index`, a text; NULL: it is NULL. To be freed by duckdb_free(). */
char *parameters_text(duckdb_bind_info info, size_t index);

/* Parameter `index`, a path or a list of some; to be freed by paths_free(). */
int parameters_paths(duckdb_bind_info info, size_t index, char ***paths_ret, size_t *count_ret);
void paths_free(char **paths, size_t count);

#endif
