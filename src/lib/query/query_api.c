/* Public functions: queries, condition by condition. */
#include "lib/query/query.h"

#include <string.h>

#include "lib/query/query_game.h"
#include "lib/query/query_words.h"

static const struct handle_kind query_kind;

struct pgnpack_query *pgnpack_query_new(const struct pgnpack_options *options)
{
    struct pgnpack_query *query = handle_new(options, sizeof *query, &query_kind);
    if (query == NULL)
        return NULL;
    query_tags_init(&query->tags, &query->memory);
    handle_check_options(options, &query->misuse);
    query->error = query->misuse;
    return query;
}

static void free_query(void *handle)
{
    struct pgnpack_query *query = handle;
    query_steps_free(&query->steps, &query->memory);
    query_tags_free(&query->tags);
    handle_free(query, sizeof *query);
}

unsigned pgnpack_query_needs(const struct pgnpack_query *query)
{
    return (query->tags.count != 0 ? PGNPACK_QUERY_NEEDS_TAGS : 0U) |
           (query->steps.count != 0 ? PGNPACK_QUERY_NEEDS_MOVES : 0U);
}

/* A call that adds something begins. Other than PGNPACK_OK: it cannot; query->error says why. */
static enum pgnpack_status query_begin(struct pgnpack_query *query)
{
    query->error = query->misuse;
    query->takes_games = 0;
    memory_forget_refusal(&query->memory);
    if (query->error.status == PGNPACK_OK && query->is_sealed)
        error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                  "a query that a search was made with takes no more conditions: make another one");
    return query->error.status;
}

enum pgnpack_status pgnpack_query_add(struct pgnpack_query *query, const char *name, const char *value)
{
    if (query_begin(query) != PGNPACK_OK)
        return handle_end(query, query->error.status);
    if (name == NULL)
        return handle_end(query, handle_refuse_null(&query->error, "pgnpack_query_add: name"));
    return handle_end(query, query_word_add(query, name, value));
}

enum pgnpack_status pgnpack_query_add_game(struct pgnpack_query *query, const struct pgnpack_game *game,
                                           unsigned flags)
{
    const unsigned known = PGNPACK_QUERY_GAME_ENDS | PGNPACK_QUERY_GAME_MAIN_LINE | PGNPACK_QUERY_GAME_NEW;
    int takes_games = query->takes_games;
    if (query_begin(query) != PGNPACK_OK)
        return handle_end(query, query->error.status);
    query->takes_games = takes_games;
    if (game == NULL)
        return handle_end(query, handle_refuse_null(&query->error, "pgnpack_query_add_game: game"));
    if (flags & ~known)
        return handle_end(query, handle_refuse_member(&query->error, "pgnpack_query_add_game: flags", flags,
                                                      "of enum pgnpack_query_game_flags"));
    return handle_end(query, query_game_add(query, game_of(game), flags));
}

/* Does it end where something has to follow? */
static enum pgnpack_status check(const struct pgnpack_query *query, struct error *error)
{
    if (query->misuse.status != PGNPACK_OK) {
        *error = query->misuse;
        return error->status;
    }
    if (query->is_sealed)
        return PGNPACK_OK;
    if (query->negates)
        return error_set(error, PGNPACK_ERROR_ARGUMENT,
                         "a query ends with \"not\": name what shall not hold");
    for (size_t i = 0; i < query->steps.count; i++)
        if (query->steps.steps[i].condition_count == 0)
            return error_set(error, PGNPACK_ERROR_ARGUMENT,
                             "a query has nothing on the board before or after \"then\": name a condition");
    const char *trouble = query_steps_trouble(&query->steps);
    return trouble == NULL ? PGNPACK_OK : error_set(error, PGNPACK_ERROR_ARGUMENT, "%s", trouble);
}

enum pgnpack_status pgnpack_query_check(struct pgnpack_query *query)
{
    error_clear(&query->error);
    memory_forget_refusal(&query->memory);
    return handle_end(query, check(query, &query->error));
}

enum pgnpack_status query_seal(struct pgnpack_query *query, struct error *error)
{
    if (check(query, error) != PGNPACK_OK)
        return error->status;
    if (query->is_sealed)
        return PGNPACK_OK;
    if (query->steps.turns & BOARD_REVERSED)
        query->tags.tries_black = 1;
    if (query->tags.tries_black && query->steps.count != 0)
        query->steps.turns |= BOARD_REVERSED;
    if (!query_steps_finish(&query->steps, &query->memory))
        return error_no_memory(error);
    query->is_sealed = 1;
    return PGNPACK_OK;
}

static const struct handle_kind query_kind = {.free = free_query, HANDLE_ERROR(struct pgnpack_query)};
