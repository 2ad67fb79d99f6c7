/*
 * bench_search DATABASE [POSITIONS]: what questions to a packed file take of one core's processor time: positions of random games
 * at random plies (4 to 110), each asked of a new search and of one that was asked before; opening trees; tags, material,
 * structures. `--fens`: only prints the positions, for other programs. Exit status 1 when a position is not found in its own game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/bench_support.h"
#include "lib/search/search.h"
#include "pgnpack.h"

enum { POSITIONS_DEFAULT = 100, PLY_MIN = 4, PLY_MAX = 110, TRIES_MAX = 1000000 };

struct sought {
    char fen[PGNPACK_FEN_SIZE];
    uint64_t game;
    uint32_t ply;
};

static void fail(const char *what)
{
    fprintf(stderr, "bench_search: %s\n", what);
    exit(2);
}

static uint32_t next_random(void)
{
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33);
}

/* The position after `ply` half-moves of the main line; returns 0 if the game is shorter. */
static int find_position(struct pgnpack_board *board, const struct pgnpack_game *game, uint32_t ply,
                         char *fen)
{
    unsigned depth = 0;
    uint32_t done = 0;
    struct pgnpack_item item;
    if (pgnpack_game_ply_count(game) < ply || pgnpack_board_start(board, game) != PGNPACK_OK)
        return 0;
    for (size_t i = 0; done < ply && pgnpack_game_item(game, i, &item); i++) {
        depth += item.kind == PGNPACK_ITEM_VARIATION_BEGIN;
        done += depth == 0 && item.kind == PGNPACK_ITEM_MOVE;
        if (pgnpack_board_step(board, &item) != PGNPACK_OK)
            return 0;
        depth -= item.kind == PGNPACK_ITEM_VARIATION_END;
    }
    pgnpack_board_fen(board, fen);
    return done == ply;
}

static size_t choose_positions(const struct pgnpack_reader *reader, struct sought *positions, size_t count)
{
    struct pgnpack_cursor *cursor = pgnpack_cursor_new(reader, PGNPACK_PART_MOVES);
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    uint64_t games = pgnpack_reader_info(reader)->game_count;
    size_t found = 0;
    for (unsigned tries = 0; found < count && games != 0 && tries < TRIES_MAX; tries++) {
        const struct pgnpack_game *game;
        struct sought *position = &positions[found];
        position->game = next_random() % games + 1;
        position->ply = PLY_MIN + next_random() % (PLY_MAX - PLY_MIN + 1);
        if (pgnpack_cursor_seek(cursor, position->game) == PGNPACK_OK &&
            pgnpack_cursor_next(cursor, &game) == PGNPACK_OK)
            found += (size_t)find_position(board, game, position->ply, position->fen);
    }
    pgnpack_free(board);
    pgnpack_free(cursor);
    return found;
}

/* All games of the query; returns whether `game` is one of them. */
static int run_search(struct pgnpack_search *search, uint64_t game, uint64_t *count_ret)
{
    struct pgnpack_hit hit;
    enum pgnpack_status status;
    int found = 0;
    *count_ret = 0;
    while ((status = pgnpack_search_next(search, &hit, 1, NULL)) == PGNPACK_OK) {
        found |= hit.game == game;
        ++*count_ret;
    }
    if (status != PGNPACK_END)
        fail(pgnpack_error(search)->text);
    return found;
}

static struct pgnpack_query *new_query(const char *const *conditions)
{
    struct pgnpack_query *query = pgnpack_query_new(NULL);
    for (; *conditions != NULL; conditions += 2)
        if (pgnpack_query_add(query, conditions[0], conditions[1]) != PGNPACK_OK)
            fail(pgnpack_error(query)->text);
    return query;
}

static void print_times(const char *name, double *times, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += times[i];
    double median = bench_median(times, count), most = 0;
    for (size_t i = 0; i < count; i++)
        most = times[i] > most ? times[i] : most;
    printf("  %-34s mean %8.2f  median %8.2f  most %8.2f ms\n", name, 1e3 * sum / (double)count, 1e3 * median,
           1e3 * most);
}

static int ask_positions(struct pgnpack_reader *reader, const struct sought *positions, size_t count,
                         int keeps)
{
    double *times = calloc(count + 1, sizeof *times);
    struct pgnpack_query **queries = calloc(count + 1, sizeof *queries);
    struct pgnpack_search *search = NULL;
    int all = 1;
    for (size_t i = 0; i < count; i++) {
        const char *const conditions[] = {"fen", positions[i].fen, NULL};
        uint64_t hits;
        queries[i] = new_query(conditions);
        double start = bench_seconds();
        if (keeps && search != NULL)
            search_ask(search, queries[i]);
        else
            search = pgnpack_search_new(reader, queries[i]);
        all &= run_search(search, positions[i].game, &hits);
        times[i] = bench_seconds() - start;
        if (!keeps)
            pgnpack_free(search);
    }
    if (keeps)
        pgnpack_free(search);
    print_times(keeps ? "positions, one search for all" : "positions, a search each", times, count);
    for (size_t i = 0; i < count; i++)
        pgnpack_free(queries[i]);
    free(queries);
    free(times);
    return all;
}

static void ask_tree(const struct pgnpack_reader *reader, const char *name, const char *fen)
{
    double times[BENCH_RUNS];
    struct pgnpack_board *board = pgnpack_board_new(NULL);
    pgnpack_board_set(board, fen, fen == NULL ? 0 : strlen(fen), NULL);
    for (size_t i = 0; i < BENCH_RUNS; i++) {
        double start = bench_seconds();
        struct pgnpack_tree *tree = pgnpack_tree_new(reader, NULL, NULL);
        if (pgnpack_tree_position(tree, board) != PGNPACK_OK)
            fail(pgnpack_error(tree)->text);
        times[i] = bench_seconds() - start;
        pgnpack_free(tree);
    }
    print_times(name, times, BENCH_RUNS);
    pgnpack_free(board);
}

static void ask_conditions(const struct pgnpack_reader *reader, const char *name,
                           const char *const *conditions)
{
    double times[BENCH_RUNS];
    uint64_t hits = 0;
    char text[80];
    for (size_t i = 0; i < BENCH_RUNS; i++) {
        struct pgnpack_query *query = new_query(conditions);
        double start = bench_seconds();
        struct pgnpack_search *search = pgnpack_search_new(reader, query);
        run_search(search, 0, &hits);
        times[i] = bench_seconds() - start;
        pgnpack_free(search);
        pgnpack_free(query);
    }
    snprintf(text, sizeof text, "%s: %llu", name, (unsigned long long)hits);
    print_times(text, times, BENCH_RUNS);
}

static void ask_others(const struct pgnpack_reader *reader, const struct sought *positions)
{
    static const char *const player[] = {"player", "Carlsen", NULL};
    static const char *const openings[] = {"eco", "B90-B99", "date", "2010-", NULL};
    static const char *const rooks[] = {"material", "KRPkr", "either", NULL, NULL};
    static const char *const pawns[] = {"pawns", "carlsbad", NULL};
    static const char *const pattern[] = {"pattern", "Nd5 kg8", NULL};
    ask_tree(reader, "tree of the start position", NULL);
    ask_tree(reader, "tree of a position", positions[0].fen);
    ask_conditions(reader, "a player", player);
    ask_conditions(reader, "ECO and date", openings);
    ask_conditions(reader, "rook endings", rooks);
    ask_conditions(reader, "pawn structure", pawns);
    ask_conditions(reader, "pattern", pattern);
}

int main(int argument_count, char **arguments)
{
    int prints = argument_count > 1 && strcmp(arguments[1], "--fens") == 0;
    char **rest = arguments + 1 + prints;
    size_t count =
        rest[0] != NULL && rest[1] != NULL ? (size_t)strtoul(rest[1], NULL, 10) : POSITIONS_DEFAULT;
    if (rest[0] == NULL || count == 0)
        fail("which packed file?");
    struct pgnpack_reader *reader = pgnpack_reader_new(NULL);
    struct sought *positions = calloc(count, sizeof *positions);
    if (reader == NULL || positions == NULL ||
        pgnpack_reader_open(reader, PGNPACK_FROM_PATH(rest[0])) != PGNPACK_OK)
        fail("the file cannot be opened");
    count = choose_positions(reader, positions, count);
    int all = 1;
    for (size_t i = 0; prints && i < count; i++)
        printf("%s\n", positions[i].fen);
    if (!prints && count != 0) {
        all = ask_positions(reader, positions, count, 0) && ask_positions(reader, positions, count, 1);
        ask_others(reader, positions);
    }
    if (!all)
        fprintf(stderr, "bench_search: WRONG: a position was not found in its own game\n");
    pgnpack_free(reader);
    free(positions);
    return !all;
}
