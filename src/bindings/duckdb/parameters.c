#include "bindings/duckdb/parameters.h"

#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "no memory";

/* ---- Query words ---- */

enum { NAME_SIZE = 64 };

static int is_parameter(const struct pgnpack_query_word *word)
{
    return strcmp(word->name, "then") != 0 && strcmp(word->name, "not") != 0 &&
           strlen(word->name) < NAME_SIZE;
}

static void parameter_name(const struct pgnpack_query_word *word, char name[NAME_SIZE])
{
    size_t i = 0;
    for (; word->name[i] != '\0' && i + 1 < NAME_SIZE; i++)
        name[i] = word->name[i] == '-' ? '_' : word->name[i];
    name[i] = '\0';
}

static void add_named(duckdb_table_function function, const char *name, duckdb_type id)
{
    duckdb_logical_type type = duckdb_create_logical_type(id);
    duckdb_table_function_add_named_parameter(function, name, type);
    duckdb_destroy_logical_type(&type);
}

static void add_list(duckdb_table_function function, const char *name, duckdb_type id)
{
    duckdb_logical_type element = duckdb_create_logical_type(id);
    duckdb_logical_type list = duckdb_create_list_type(element);
    duckdb_table_function_add_named_parameter(function, name, list);
    duckdb_destroy_logical_type(&list);
    duckdb_destroy_logical_type(&element);
}

void parameters_add_games(duckdb_table_function function)
{
    add_list(function, "games", DUCKDB_TYPE_BIGINT);
    add_list(function, "ids", DUCKDB_TYPE_VARCHAR);
}

void parameters_add(duckdb_table_function function)
{
    struct pgnpack_query_word word;
    char name[NAME_SIZE];
    for (size_t i = 0; pgnpack_query_word(i, &word); i++) {
        if (!is_parameter(&word))
            continue;
        parameter_name(&word, name);
        add_named(function, name, word.value != NULL ? DUCKDB_TYPE_VARCHAR : DUCKDB_TYPE_BOOLEAN);
    }
    add_named(function, "query", DUCKDB_TYPE_VARCHAR);
    add_named(function, "damaged", DUCKDB_TYPE_VARCHAR);
}

void query_words_free(struct query_words *words)
{
    for (size_t i = 0; i < words->count; i++) {
        char *value;
        memcpy(&value, &words->words[i].value, sizeof value);
        duckdb_free(value);
    }
    free(words->words);
    *words = (struct query_words){0};
}

/* Adds the word if the parameter is given. Returns 0: no memory. */
static int add_word(duckdb_bind_info info, const struct pgnpack_query_word *word, struct query_words *words)
{
    char name[NAME_SIZE], *value = NULL;
    parameter_name(word, name);
    if (word->value != NULL)
        parameters_named_text(info, name, &value);
    if (value == NULL && !(word->value == NULL && parameters_flag(info, name)))
        return 1;
    struct table_word *grown = realloc(words->words, (words->count + 1) * sizeof *grown);
    if (grown == NULL) {
        duckdb_free(value);
        return 0;
    }
    words->words = grown;
    grown[words->count++] = (struct table_word){word->name, value};
    return 1;
}

int parameters_words(duckdb_bind_info info, struct query_words *words_ret)
{
    struct pgnpack_query_word word;
    *words_ret = (struct query_words){0};
    for (size_t i = 0; pgnpack_query_word(i, &word); i++) {
        if (is_parameter(&word) && !add_word(info, &word, words_ret)) {
            query_words_free(words_ret);
            duckdb_bind_set_error(info, no_memory);
            return 0;
        }
    }
    return 1;
}

/* ---- Values ---- */

static char *take_text(duckdb_value value)
{
    char *text = value != NULL && !duckdb_is_null_value(value) ? duckdb_get_varchar(value) : NULL;
    if (value != NULL)
        duckdb_destroy_value(&value);
    return text;
}

void parameters_named_text(duckdb_bind_info info, const char *name, char **text_ret)
{
    *text_ret = take_text(duckdb_bind_get_named_parameter(info, name));
}

int parameters_damaged(duckdb_bind_info info, enum table_damaged *damaged_ret)
{
    struct table_error error;
    char *text;
    parameters_named_text(info, "damaged", &text);
    enum pgnpack_status status = table_parse_damaged(text, damaged_ret, &error);
    duckdb_free(text);
    if (status != PGNPACK_OK)
        duckdb_bind_set_error(info, error.text);
    return status == PGNPACK_OK;
}

int parameters_flag(duckdb_bind_info info, const char *name)
{
    duckdb_value value = duckdb_bind_get_named_parameter(info, name);
    int flag = value != NULL && !duckdb_is_null_value(value) && duckdb_get_bool(value);
    if (value != NULL)
        duckdb_destroy_value(&value);
    return flag;
}

char *parameters_text(duckdb_bind_info info, size_t index)
{
    return take_text(duckdb_bind_get_parameter(info, index));
}

static int compare_games(const void *a, const void *b)
{
    const uint64_t *first = a, *second = b;
    return (*first > *second) - (*first < *second);
}

size_t parameters_sort_games(uint64_t *games, size_t count)
{
    size_t kept = 0;
    qsort(games, count, sizeof *games, compare_games);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || games[kept - 1] != games[i])
            games[kept++] = games[i];
    }
    return kept;
}

/* NULL: it is not given. */
static duckdb_value named_list(duckdb_bind_info info, const char *name)
{
    duckdb_value list = duckdb_bind_get_named_parameter(info, name);
    if (list == NULL || !duckdb_is_null_value(list))
        return list;
    duckdb_destroy_value(&list);
    return NULL;
}

int parameters_games(duckdb_bind_info info, uint64_t **games_ret, size_t *count_ret)
{
    size_t kept = 0;
    *games_ret = NULL;
    *count_ret = 0;
    duckdb_value list = named_list(info, "games");
    if (list == NULL)
        return 1;
    size_t count = duckdb_get_list_size(list);
    uint64_t *games = calloc(count + 1, sizeof *games);
    for (size_t i = 0; i < count && games != NULL; i++) {
        duckdb_value game = duckdb_get_list_child(list, i);
        int64_t number = duckdb_is_null_value(game) ? 0 : duckdb_get_int64(game);
        if (number > 0)
            games[kept++] = (uint64_t)number;
        duckdb_destroy_value(&game);
    }
    duckdb_destroy_value(&list);
    if (games == NULL)
        duckdb_bind_set_error(info, no_memory);
    *games_ret = games;
    *count_ret = games != NULL ? parameters_sort_games(games, kept) : 0;
    return games != NULL;
}

int parameters_ids(duckdb_bind_info info, char ***ids_ret, size_t *count_ret)
{
    *ids_ret = NULL;
    *count_ret = 0;
    duckdb_value list = named_list(info, "ids");
    if (list == NULL)
        return 1;
    size_t count = duckdb_get_list_size(list);
    char **ids = calloc(count + 1, sizeof *ids);
    for (size_t i = 0; i < count && ids != NULL; i++) {
        ids[*count_ret] = take_text(duckdb_get_list_child(list, i));
        *count_ret += ids[*count_ret] != NULL;
    }
    duckdb_destroy_value(&list);
    if (ids == NULL)
        duckdb_bind_set_error(info, no_memory);
    *ids_ret = ids;
    return ids != NULL;
}

/* ---- Paths ---- */

void paths_free(char **paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        duckdb_free(paths[i]);
    free(paths);
}

static int is_of_type(duckdb_value value, duckdb_type id)
{
    /* The type is the value's: it is not ours to destroy. */
    return value != NULL && !duckdb_is_null_value(value) &&
           duckdb_get_type_id(duckdb_get_value_type(value)) == id;
}

static const char *take_list(duckdb_value list, char **paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        duckdb_value path = duckdb_get_list_child(list, i);
        int is_text = is_of_type(path, DUCKDB_TYPE_VARCHAR);
        paths[i] = is_text ? duckdb_get_varchar(path) : NULL;
        duckdb_destroy_value(&path);
        if (!is_text)
            return "the list of files has an element that is no text";
    }
    return NULL;
}

int parameters_paths(duckdb_bind_info info, size_t index, char ***paths_ret, size_t *count_ret)
{
    duckdb_value value = duckdb_bind_get_parameter(info, index);
    int is_list = is_of_type(value, DUCKDB_TYPE_LIST);
    size_t count = is_list ? duckdb_get_list_size(value) : 1;
    char **paths = calloc(count + 1, sizeof *paths);
    const char *wrong = NULL;
    if (paths == NULL)
        wrong = no_memory;
    else if (is_list)
        wrong = count > 0 ? take_list(value, paths, count) : "the list of files is empty";
    else if (is_of_type(value, DUCKDB_TYPE_VARCHAR))
        paths[0] = duckdb_get_varchar(value);
    else
        wrong = "the first argument is a file, a glob, or a list of some: 'x.bcgn', 'games/*.bcgn', "
                "['a.bcgn', 'b.bcgn']";
    if (value != NULL)
        duckdb_destroy_value(&value);
    if (wrong != NULL) {
        if (paths != NULL)
            paths_free(paths, count);
        duckdb_bind_set_error(info, wrong);
        return 0;
    }
    *paths_ret = paths;
    *count_ret = count;
    return 1;
}
