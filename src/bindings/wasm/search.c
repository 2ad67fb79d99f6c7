/* Queries, searches, opening trees and names. */
#include "bindings/wasm/database.h"
#include "pgnpack_extra.h"

#include <string.h>

/* ---- Queries ---- */

struct pgnpack_query *EXPORT(query_new)(void)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    if (query == NULL)
        failure_no_memory();
    return query;
}

void EXPORT(query_close)(struct pgnpack_query *query)
{
    pgnpack_free(query);
}

/* `value` NULL: none. */
int EXPORT(query_add)(struct pgnpack_query *query, const char *name, const char *value)
{
    if (pgnpack_query_add(query, name, value) == PGNPACK_OK)
        return PGNPACK_OK;
    return (int)failure_of(pgnpack_error(query));
}

/* Name, value, "" where there is none, and help. */
int EXPORT(query_words)(void)
{
    struct pgnpack_query_word word;
    answer_clear();
    for (size_t i = 0; pgnpack_query_word(i, &word); i++) {
        answer_text(word.name, strlen(word.name));
        answer_text(word.value, word.value != NULL ? strlen(word.value) : 0);
        answer_text(word.text, strlen(word.text));
    }
    return (int)answer_status();
}

/* ---- Ids ---- */

/* Games whose ids follow each other: number of the first one, and its id, "": it has none, as the others. */
int EXPORT(database_ids)(struct database *database)
{
    const struct pgnpack_reader *reader = reader_of(database);
    struct pgnpack_error error;
    char id[PGNPACK_ID_SIZE];
    answer_clear();
    if (pgnpack_reader_load_ids(reader, &error) != PGNPACK_OK &&
        (error.status == PGNPACK_ERROR_READ || !pgnpack_status_is_of_block(error.status)))
        return (int)failure_of(&error); /* of damage some games have no ids */
    for (uint64_t number = 1, count; (count = pgnpack_reader_ids_from(reader, number)) != 0;
         number += count) {
        pgnpack_reader_game_id(reader, number, id);
        answer_number64(number);
        answer_text(id, strlen(id));
    }
    return (int)answer_status();
}

/* Its number; none: the id leads to no game. */
int EXPORT(database_find_id)(struct database *database, const char *id)
{
    uint64_t number;
    answer_clear();
    enum pgnpack_status status = pgnpack_reader_find_id(reader_of(database), id, PGNPACK_ID_NOW, &number);
    if (status == PGNPACK_OK)
        answer_number64(number);
    if (status != PGNPACK_OK && status != PGNPACK_END && status != PGNPACK_ERROR_ARGUMENT)
        return (int)failure_of(pgnpack_error(reader_of(database)));
    return (int)answer_status();
}

/* ---- Searches ---- */

struct pgnpack_search *EXPORT(search_new)(const struct database *database, struct pgnpack_query *query)
{
    struct pgnpack_search *search = pgnpack_search_new(reader_of(database), query);
    if (search == NULL)
        failure_no_memory();
    return search;
}

void EXPORT(search_close)(struct pgnpack_search *search)
{
    pgnpack_free(search);
}

int EXPORT(search_limit)(struct pgnpack_search *search, double first, double count)
{
    enum pgnpack_status status = pgnpack_search_range(search, whole(first), whole(count));
    return status == PGNPACK_OK ? PGNPACK_OK : (int)failure_of(pgnpack_error(search));
}

/* Up to `capacity` hits. PGNPACK_END: these were the last. Those before a failure are there, too. */
int EXPORT(search_fill)(struct pgnpack_search *search, unsigned capacity)
{
    struct pgnpack_hit hit;
    enum pgnpack_status status = PGNPACK_OK;
    answer_clear();
    for (unsigned i = 0; i < capacity && (status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK;
         i++) {
        answer_number64(hit.game);
        answer_number32(hit.ply);
        answer_number32(hit.last_ply);
        answer_number32(hit.item);
        answer_number32(hit.move);
    }
    if (status != PGNPACK_OK && status != PGNPACK_END)
        return (int)failure_of(pgnpack_error(search));
    return answer_status() == PGNPACK_OK ? (int)status : PGNPACK_ERROR_MEMORY;
}

int EXPORT(search_counts)(const struct pgnpack_search *search)
{
    struct pgnpack_search_counts counts;
    pgnpack_search_counts(search, &counts);
    answer_clear();
    answer_number64(counts.games);
    answer_number64(counts.hits);
    answer_number64(counts.games_replayed);
    answer_number64(counts.blocks_read);
    answer_number64(counts.blocks_skipped);
    return (int)answer_status();
}

/* ---- Opening trees ---- */

struct pgnpack_tree *EXPORT(tree_new)(const struct database *database, struct pgnpack_query *query)
{
    struct pgnpack_tree *tree = pgnpack_tree_new(reader_of(database), query, NULL);
    if (tree == NULL)
        failure_no_memory();
    return tree;
}

void EXPORT(tree_close)(struct pgnpack_tree *tree)
{
    pgnpack_free(tree);
}

double EXPORT(tree_games_to_search)(struct pgnpack_tree *tree, const struct pgnpack_board *board)
{
    return (double)pgnpack_tree_games_to_search(tree, board);
}

/* Counts the board's position in these games; into `sum`, too, unless that is NULL. */
int EXPORT(tree_count)(struct pgnpack_tree *tree, const struct pgnpack_board *board, double first,
                       double count, struct pgnpack_tree *sum)
{
    enum pgnpack_status status = pgnpack_tree_range(tree, whole(first), whole(count));
    if (status == PGNPACK_OK)
        status = pgnpack_tree_position(tree, board);
    if (status != PGNPACK_OK)
        return (int)failure_of(pgnpack_error(tree));
    if (sum != NULL && pgnpack_tree_add(sum, tree) != PGNPACK_OK)
        return (int)failure_of(pgnpack_error(sum));
    return PGNPACK_OK;
}

static void answer_counts(const struct pgnpack_tree_counts *counts)
{
    answer_number64(counts->games);
    answer_number64(counts->white_wins);
    answer_number64(counts->draws);
    answer_number64(counts->black_wins);
    answer_number64(counts->unknown);
    answer_number32(counts->rating);
    answer_number32(counts->opponent_mean);
    answer_number32(counts->performance);
    answer_number32(counts->last_year);
}

/* The counts of all, then of each row, with its move, SAN and UCI. */
int EXPORT(tree_rows)(const struct pgnpack_tree *tree, const struct pgnpack_board *board)
{
    struct pgnpack_tree_counts totals;
    struct pgnpack_tree_move row;
    char text[PGNPACK_SAN_SIZE];
    answer_clear();
    pgnpack_tree_totals(tree, &totals);
    answer_counts(&totals);
    for (size_t i = 0; pgnpack_tree_move(tree, i, &row); i++) {
        answer_counts(&row.counts);
        answer_number16(row.move);
        answer_text(text,
                    row.move == 0 ? 0 : pgnpack_board_text(board, row.move, PGNPACK_NOTATION_SAN, text));
        answer_text(text,
                    row.move == 0 ? 0 : pgnpack_board_text(board, row.move, PGNPACK_NOTATION_UCI, text));
    }
    return (int)answer_status();
}

/* ---- Names ---- */

/* `tag`, `pattern` NULL: players, all of them. */
struct pgnpack_names *EXPORT(names_new)(const struct database *database, const char *tag, const char *pattern)
{
    struct pgnpack_names *names = pgnpack_names_new(reader_of(database), tag, pattern);
    if (names == NULL)
        failure_no_memory();
    return names;
}

void EXPORT(names_close)(struct pgnpack_names *names)
{
    pgnpack_free(names);
}

int EXPORT(names_add)(struct pgnpack_names *names, double first, double count)
{
    enum pgnpack_status status = pgnpack_names_add(names, whole(first), whole(count));
    return status == PGNPACK_OK ? PGNPACK_OK : (int)failure_of(pgnpack_error(names));
}

/* Up to `capacity` names, those of most games first. PGNPACK_END: these were the last. */
int EXPORT(names_fill)(struct pgnpack_names *names, unsigned capacity)
{
    struct pgnpack_name name;
    enum pgnpack_status status = PGNPACK_OK;
    answer_clear();
    for (unsigned i = 0; i < capacity && (status = pgnpack_names_next(names, &name)) == PGNPACK_OK; i++) {
        answer_text(name.name.data, name.name.size);
        answer_number64(name.games);
        answer_number64(name.as_white);
        answer_number64(name.won);
        answer_number64(name.drawn);
        answer_number64(name.lost);
        answer_number32(name.first_year);
        answer_number32(name.last_year);
    }
    if (status != PGNPACK_OK && status != PGNPACK_END)
        return (int)failure_of(pgnpack_error(names));
    return answer_status() == PGNPACK_OK ? (int)status : PGNPACK_ERROR_MEMORY;
}
