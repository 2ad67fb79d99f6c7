#include "search/openings/opening_node.h"

#include <stdlib.h>

#include "pgnpack.h"

void opening_node_init(struct opening_node *node, struct memory *memory)
{
    *node = (struct opening_node){.memory = memory};
}

void opening_node_free(struct opening_node *node)
{
    memory_release(node->memory, node->moves, node->capacity * sizeof *node->moves);
    opening_node_init(node, node->memory);
}

/* ---- Counting ---- */

/* 0 to 2; a result is known. */
static unsigned half_points_of(const struct opening_game *game)
{
    if (game->result == PGNPACK_RESULT_DRAW)
        return 1;
    return (game->result == PGNPACK_RESULT_WHITE) == (game->mover == WHITE) ? 2 : 0;
}

static unsigned known_rating(uint16_t elo)
{
    return elo <= OPENING_RATING_MAX ? elo : 0;
}

void opening_counts_add_game(struct opening_counts *counts, const struct opening_game *game)
{
    unsigned own = known_rating(game->elo[game->mover]), opponent = known_rating(game->elo[game->mover ^ 1]);
    counts->games++;
    counts->results[game->result & 3]++;
    counts->rated += own != 0;
    counts->rating_sum += own;
    if (opponent != 0 && (game->result & 3) != PGNPACK_RESULT_UNKNOWN) {
        counts->opponents++;
        counts->opponent_sum += opponent;
        counts->half_points += half_points_of(game);
    }
    if (game->year > counts->last_year && game->year <= OPENING_YEAR_MAX)
        counts->last_year = game->year;
}

void opening_counts_add(struct opening_counts *counts, const struct opening_counts *other)
{
    counts->games += other->games;
    for (size_t i = 0; i < OPENING_RESULTS; i++)
        counts->results[i] += other->results[i];
    counts->rated += other->rated;
    counts->rating_sum += other->rating_sum;
    counts->opponents += other->opponents;
    counts->opponent_sum += other->opponent_sum;
    counts->half_points += other->half_points;
    if (other->last_year > counts->last_year)
        counts->last_year = other->last_year;
}

/* A move that comes often comes to stand before those that do not, where it is found sooner. */
static void move_forward(struct opening_node *node, size_t i)
{
    if (i == 0 || node->moves[i].counts.games <= node->moves[i - 1].counts.games)
        return;
    struct opening_move other = node->moves[i - 1];
    node->moves[i - 1] = node->moves[i];
    node->moves[i] = other;
}

/* Its place. node->count: there is no memory. */
static size_t find_move(struct opening_node *node, chess_move move)
{
    for (size_t i = 0; i < node->count; i++)
        if (node->moves[i].move == move)
            return i;
    if (!MEMORY_GROW(node->memory, node->moves, node->capacity, node->count + 1))
        return node->count;
    node->moves[node->count] = (struct opening_move){.move = move};
    return node->count++;
}

/* Subtracts what a game added; returns 0 where it is more than there is. */
static int counts_remove(struct opening_counts *counts, const struct opening_counts *game)
{
    int fits = counts->games >= game->games && counts->rated >= game->rated &&
               counts->rating_sum >= game->rating_sum && counts->opponents >= game->opponents &&
               counts->opponent_sum >= game->opponent_sum && counts->half_points >= game->half_points &&
               counts->last_year >= game->last_year;
    for (size_t i = 0; i < OPENING_RESULTS; i++)
        fits = fits && counts->results[i] >= game->results[i];
    if (!fits)
        return 0;
    counts->games -= game->games;
    for (size_t i = 0; i < OPENING_RESULTS; i++)
        counts->results[i] -= game->results[i];
    counts->rated -= game->rated;
    counts->rating_sum -= game->rating_sum;
    counts->opponents -= game->opponents;
    counts->opponent_sum -= game->opponent_sum;
    counts->half_points -= game->half_points;
    return 1;
}

int opening_node_remove_game(struct opening_node *node, const struct opening_game *game, size_t *place_ret)
{
    struct opening_counts counts = {0};
    size_t i = 0;
    while (i < node->count && node->moves[i].move != game->move)
        i++;
    *place_ret = i;
    if (i == node->count)
        return 0;
    opening_counts_add_game(&counts, game);
    return counts_remove(&node->moves[i].counts, &counts);
}

void opening_node_drop_empty(struct opening_node *node)
{
    size_t count = 0;
    for (size_t i = 0; i < node->count; i++)
        if (node->moves[i].counts.games != 0)
            node->moves[count++] = node->moves[i];
    node->count = count;
}

int opening_node_add_game(struct opening_node *node, const struct opening_game *game)
{
    size_t i = find_move(node, game->move);
    if (i == node->count)
        return 0;
    opening_counts_add_game(&node->moves[i].counts, game);
    move_forward(node, i);
    return 1;
}

int opening_node_add(struct opening_node *node, chess_move move, const struct opening_counts *counts)
{
    size_t i = find_move(node, move);
    if (i == node->count)
        return 0;
    opening_counts_add(&node->moves[i].counts, counts);
    move_forward(node, i);
    return 1;
}

int opening_node_add_node(struct opening_node *node, const struct opening_node *other)
{
    for (size_t i = 0; i < other->count; i++)
        if (!opening_node_add(node, other->moves[i].move, &other->moves[i].counts))
            return 0;
    return 1;
}

/* ---- What was counted ---- */

int opening_moves_compare(const struct opening_move *first, const struct opening_move *second)
{
    if ((first->move == NO_MOVE) != (second->move == NO_MOVE))
        return first->move == NO_MOVE ? 1 : -1;
    if (first->counts.games != second->counts.games)
        return first->counts.games > second->counts.games ? -1 : 1;
    return (first->move > second->move) - (first->move < second->move);
}

static int compare_moves(const void *a, const void *b)
{
    return opening_moves_compare(a, b);
}

void opening_node_sort(struct opening_node *node)
{
    if (node->count != 0)
        qsort(node->moves, node->count, sizeof *node->moves, compare_moves);
}

void opening_node_total(const struct opening_node *node, struct opening_counts *total_ret)
{
    *total_ret = (struct opening_counts){0};
    for (size_t i = 0; i < node->count; i++)
        opening_counts_add(total_ret, &node->moves[i].counts);
}

static uint32_t mean_of(uint64_t sum, uint64_t count)
{
    return count == 0 ? 0 : (uint32_t)((sum + count / 2) / count);
}

uint32_t opening_counts_rating(const struct opening_counts *counts)
{
    return mean_of(counts->rating_sum, counts->rated);
}

uint32_t opening_counts_opponents(const struct opening_counts *counts)
{
    return mean_of(counts->opponent_sum, counts->opponents);
}

/* FIDE's table 8.1.1 from 50 to 100 %; below 50 % it is the same with a minus. */
static const uint16_t fide_differences[51] = {
    0,   7,   14,  21,  29,  36,  43,  50,  57,  65,  72,  80,  87,  95,  102, 110, 117,
    125, 133, 141, 149, 158, 166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273,
    284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
};

uint32_t opening_counts_performance(const struct opening_counts *counts)
{
    uint32_t mean = opening_counts_opponents(counts);
    uint32_t percent = mean_of(50 * counts->half_points, counts->opponents);
    if (counts->opponents < PERFORMANCE_OPPONENTS_MIN || mean == 0)
        return 0;
    if (percent >= 50)
        return mean + fide_differences[percent - 50];
    uint32_t difference = fide_differences[50 - percent];
    return mean > difference ? mean - difference : 0;
}
