#include "bindings/functions/game_query.h"

#include <string.h>

#include "bindings/table/fault.h"
#include "bindings/table/query_text.h"

void game_query_free(struct game_query *query)
{
    pgnpack_free(query->query);
    memory_free(&query->allocator, query->words);
    query->query = NULL;
    query->words = NULL;
}

/* All of query->words. */
static enum pgnpack_status add_words(struct game_query *query, struct table_error *error)
{
    if (!query_text_is_fen((struct pgnpack_text){query->words, strlen(query->words)}))
        return query_text_add(query->query, query->words, &query->allocator, error);
    if (pgnpack_query_add(query->query, "fen", query->words) == PGNPACK_OK)
        return PGNPACK_OK;
    return fault_of(error, NULL, pgnpack_error(query->query));
}

static enum pgnpack_status set_words(struct game_query *query, struct pgnpack_text words,
                                     struct table_error *error)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = &query->allocator};
    if (query->words != NULL && strlen(query->words) == words.size &&
        memcmp(query->words, words.data, words.size) == 0)
        return PGNPACK_OK;
    game_query_free(query);
    if (words.size != 0 && memchr(words.data, '\0', words.size) != NULL)
        return fault_set(error, PGNPACK_ERROR_ARGUMENT, "there is a zero byte in the query words");
    query->query = pgnpack_query_new(&options);
    query->words = memory_copy_text(&query->allocator, words.data, words.size);
    if (query->query == NULL || query->words == NULL)
        return fault_no_memory(error);
    return add_words(query, error);
}

enum pgnpack_status game_query_find(struct game_query *query, struct pgnpack_text words,
                                    const struct pgnpack_game *game, struct pgnpack_hit *hit_ret,
                                    struct table_error *error)
{
    enum pgnpack_status status = set_words(query, words, error);
    if (status == PGNPACK_OK) {
        status = pgnpack_query_find(query->query, game, hit_ret);
        if (status != PGNPACK_OK && status != PGNPACK_END)
            fault_of(error, NULL, pgnpack_error(query->query));
    }
    if (status != PGNPACK_OK && status != PGNPACK_END)
        game_query_free(query); /* not to be taken for a whole one */
    return status;
}
