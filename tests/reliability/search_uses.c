/* Searches, trees and indexes beside databases, as memory.c runs them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/search/search.h"
#include "reliability/memory_uses.h"

static void tell(struct bytes *answer, uint64_t number)
{
    bytes_append(answer, &number, sizeof number);
}

static struct pgnpack_query *make_query(const struct pgnpack_options *options, const char *const *words,
                                        enum pgnpack_status *status_ret)
{
    struct pgnpack_query *query = pgnpack_query_new(options);
    *status_ret = query == NULL ? PGNPACK_ERROR_MEMORY : PGNPACK_OK;
    for (; *status_ret == PGNPACK_OK && words[0] != NULL; words += 2)
        *status_ret = pgnpack_query_add(query, words[0], words[1]);
    return query;
}

/* All games that a search finds; where memory ends and the use goes on, those from there on are asked for again. */
static enum pgnpack_status tell_hits(const struct memory_use *use, struct pgnpack_search *search,
                                     struct bytes *answer)
{
    struct pgnpack_hit hit;
    uint64_t last = 0;
    int attempts = 1 + use->goes_on;
    enum pgnpack_status status = PGNPACK_OK;
    while (status == PGNPACK_OK) {
        status = pgnpack_search_next(search, &hit, 1, NULL);
        if (status == PGNPACK_OK) {
            last = hit.game;
            tell(answer, hit.game);
            tell(answer, (uint64_t)hit.ply << 32 | hit.last_ply);
            tell(answer, (uint64_t)hit.item << 32 | hit.move);
        } else if (status != PGNPACK_END && pgnpack_error(search)->status != status) {
            return PGNPACK_ERROR_INTERNAL;
        }
        if (status == PGNPACK_ERROR_MEMORY && --attempts > 0)
            status = pgnpack_search_range(search, last + 1, UINT64_MAX);
    }
    return status == PGNPACK_END ? PGNPACK_OK : status;
}

/* Without memory the search has no query, whatever comes then, until it gets one. */
static enum pgnpack_status ask(const struct memory_use *use, struct pgnpack_search *search,
                               struct pgnpack_query *query)
{
    enum pgnpack_status status = search_ask(search, query);
    if (status != PGNPACK_ERROR_MEMORY)
        return status;
    return use->goes_on ? search_ask(search, query) : pgnpack_search_range(search, 1, 1);
}

static enum pgnpack_status tell_answers(const struct memory_use *use, const struct pgnpack_reader *reader,
                                        const struct pgnpack_options *options, struct bytes *answer)
{
    static const char *const words[][5] = {
        {"moves", "e4 e5 Nf3", NULL}, {"moves", "e4", "variations", NULL, NULL},
        {"pattern", "Nf3 pe5", NULL}, {"white", "a*", NULL},
        {"swing", "..-1", NULL},      {"spent", "1-", "comment", "x", NULL},
    };
    struct pgnpack_search *search = NULL;
    struct pgnpack_query *query, *last = NULL;
    enum pgnpack_status status = PGNPACK_OK;
    for (size_t i = 0; status == PGNPACK_OK && i < sizeof words / sizeof *words; i++) {
        query = make_query(options, words[i], &status);
        if (status == PGNPACK_OK && search == NULL)
            search = pgnpack_search_new(reader, query);
        else if (status == PGNPACK_OK)
            status = ask(use, search, query);
        if (search == NULL)
            status = PGNPACK_ERROR_MEMORY;
        pgnpack_free(last);
        last = query;
        if (status == PGNPACK_OK)
            status = tell_hits(use, search, answer);
    }
    pgnpack_free(search);
    pgnpack_free(last);
    return status;
}

static enum pgnpack_status tell_tree(const struct pgnpack_reader *reader, struct bytes *answer)
{
    struct pgnpack_tree_move move;
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
    enum pgnpack_status status = tree == NULL ? PGNPACK_ERROR_MEMORY : pgnpack_tree_position(tree, board);
    for (size_t i = 0; status == PGNPACK_OK && pgnpack_tree_move(tree, i, &move); i++) {
        tell(answer, move.move);
        tell(answer, move.counts.games);
        tell(answer, move.counts.rating_sum);
    }
    pgnpack_free(tree);
    pgnpack_free(board);
    return status;
}

enum pgnpack_status use_search(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                               struct bytes *answer)
{
    const struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    if (reader == NULL)
        return PGNPACK_ERROR_MEMORY;
    enum pgnpack_status status =
        pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(use->input->data, use->input->size));
    if (status == PGNPACK_OK)
        status = tell_answers(use, reader, &options, answer);
    if (status == PGNPACK_OK && !use->goes_on)
        status = tell_tree(reader, answer);
    pgnpack_free(reader);
    return status;
}

enum pgnpack_status use_search_index(const struct memory_use *use, const struct pgnpack_allocator *allocator,
                                     struct bytes *answer)
{
    char path[4096];
    const char *folder = getenv("TMPDIR");
    const struct pgnpack_options options = {.size = sizeof options, .allocator = allocator};
    struct pgnpack_reader *reader = pgnpack_reader_new(&options);
    if (reader == NULL)
        return PGNPACK_ERROR_MEMORY;
    snprintf(path, sizeof path, "%s/pgnpack-memory-%ld.idx", folder == NULL ? "/tmp" : folder,
             (long)getpid());
    enum pgnpack_status status =
        pgnpack_reader_open(reader, PGNPACK_FROM_MEMORY(use->input->data, use->input->size));
    if (status == PGNPACK_OK)
        status = pgnpack_reader_write_index(reader, NULL, PGNPACK_TO_PATH(path));
    if (status == PGNPACK_OK)
        bytes_append_file(answer, path);
    if (status == PGNPACK_OK)
        status = pgnpack_reader_use_index(reader, PGNPACK_FROM_PATH(path));
    if (status == PGNPACK_OK)
        status = tell_answers(use, reader, &options, answer);
    if (status == PGNPACK_OK)
        status = tell_tree(reader, answer);
    pgnpack_free(reader);
    remove(path);
    return status;
}
