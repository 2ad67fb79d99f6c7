#include "cli/count/find_opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/search/find_databases.h"
#include "cli/search/find_search.h"
#include "cli/search/find_position.h"
#include "cli/count/find_tree.h"
#include "system/ordered_pool.h"

/* From the second level on: moves of fewer games, or of less than one in a hundred, tell little. */
enum { LEAST_GAMES = 2, LEAST_PERCENT = 1 };

/* A tree for each part of each database: a worker takes one after the other. */
struct part {
    struct opening *opening;
    struct database *database;
    struct pgnpack_tree *tree;
    enum pgnpack_status status; /* of the last count */
};

struct opening {
    struct find_run *run;
    struct database *databases; /* by number of input, of which so many are open */
    size_t open_count;
    struct part *parts;
    void **slots; /* the parts */
    unsigned part_count;
    struct memory memory; /* of pools */
    struct part whole;    /* the only database, where all games are counted and it has several parts */
    const struct pgnpack_board *board;  /* that is counted */
    const struct pgnpack_tree *counted; /* the last one */
    int is_told;                        /* how long it takes where moves have to be decoded */
};

/* ---- Counting ---- */

static void count_part(void *slot, unsigned worker)
{
    struct part *part = slot;
    (void)worker;
    part->status = pgnpack_tree_position(part->tree, part->opening->board);
}

/* A part that was not counted makes all of it wrong. */
static enum exit_status judge(struct opening *opening, struct part *part)
{
    if (part->status == PGNPACK_OK)
        return EXIT_FINE;
    enum exit_status status = find_run_judge(opening->run, part->database, pgnpack_error(part->tree));
    return status == EXIT_FINE ? EXIT_CORRUPT : status;
}

/* Is little left to be searched of a database alone, so that no threads are needed? Then it is counted by opening->whole. */
static int is_stored(struct opening *opening, const struct pgnpack_board *board)
{
    enum { GAMES_FOR_ONE = 100000 };
    return opening->whole.tree != NULL &&
           pgnpack_tree_games_to_search(opening->whole.tree, board) <= GAMES_FOR_ONE;
}

/* How many games of a database have to be searched for a position? */
static uint64_t games_to_search(struct opening *opening, const struct database *database,
                                const struct pgnpack_board *board)
{
    uint64_t games = 0;
    if (opening->whole.tree != NULL)
        return pgnpack_tree_games_to_search(opening->whole.tree, board);
    for (unsigned i = 0; i < opening->part_count; i++)
        if (opening->parts[i].database == database)
            games += pgnpack_tree_games_to_search(opening->parts[i].tree, board);
    return games;
}

/* Before the first position that is not stored. A few games more than what is stored are no matter. */
static void tell_time(struct opening *opening, const struct pgnpack_board *board)
{
    enum { FEW_OF = 100 };
    for (size_t i = 0; i < opening->open_count; i++) {
        struct database *database = &opening->databases[i];
        uint64_t games = games_to_search(opening, database, board);
        if (games <= pgnpack_reader_info(database->reader)->game_count / FEW_OF)
            continue;
        opening->is_told = 1;
        find_notice_of_games(opening->run, database, games, opening->run->options->has_conditions);
    }
}

/* Each part by a thread, and then the parts together in the first. */
static enum exit_status count_parts(struct opening *opening)
{
    struct ordered_pool pool;
    struct part *part;
    enum exit_status status = EXIT_FINE;
    if (!ordered_pool_start(&pool, &opening->memory, opening->run->workers, opening->slots,
                            opening->part_count, count_part))
        status = command_no_memory(opening->run->context);
    for (unsigned i = 0; status == EXIT_FINE && i < opening->part_count; i++)
        ordered_pool_hand_in(&pool);
    while (status == EXIT_FINE && (part = ordered_pool_collect(&pool)) != NULL) {
        status = judge(opening, part);
        if (status == EXIT_FINE && part != opening->parts) {
            part->status = pgnpack_tree_add(opening->parts[0].tree, part->tree);
            status = judge(opening, part);
        }
        ordered_pool_release(&pool);
    }
    ordered_pool_stop(&pool);
    return status;
}

/* The count of a struct find_tree_source. */
static enum exit_status count(void *opaque, const struct pgnpack_board *board,
                              const struct pgnpack_tree **tree_ret)
{
    struct opening *opening = opaque;
    if (!opening->is_told)
        tell_time(opening, board);
    if (is_stored(opening, board)) {
        opening->whole.status = pgnpack_tree_position(opening->whole.tree, board);
        *tree_ret = opening->counted = opening->whole.tree;
        return judge(opening, &opening->whole);
    }
    opening->board = board;
    *tree_ret = opening->counted = opening->parts[0].tree;
    return count_parts(opening);
}

static int add_part(struct opening *opening, struct database *database, uint64_t shard, uint64_t shards)
{
    struct part *part = &opening->parts[opening->part_count];
    const struct find_options *options = opening->run->options;
    struct pgnpack_shard games;
    opening->slots[opening->part_count] = part;
    part->opening = opening;
    part->database = database;
    part->tree = pgnpack_tree_new(database->reader, options->has_conditions ? options->query : NULL, NULL);
    if (part->tree == NULL)
        return 0;
    opening->part_count++;
    if (shards > 1) {
        pgnpack_reader_shard(database->reader, shard, shards, &games);
        pgnpack_tree_range(part->tree, games.first_game, games.game_count);
    }
    return 1;
}

/* A part of each database for each worker. */
static int add_parts(struct opening *opening, struct database *database)
{
    uint64_t blocks = pgnpack_reader_info(database->reader)->block_count;
    uint64_t shards = blocks < opening->run->workers ? blocks : opening->run->workers;
    for (uint64_t i = 0; i < (shards > 1 ? shards : 1); i++)
        if (!add_part(opening, database, i, shards))
            return 0;
    return 1;
}

static enum exit_status open_all(struct opening *opening)
{
    const struct input_list *inputs = &opening->run->options->common.inputs;
    opening->databases = calloc(inputs->count, sizeof *opening->databases);
    opening->parts = calloc(inputs->count * opening->run->workers, sizeof *opening->parts);
    opening->slots = calloc(inputs->count * opening->run->workers, sizeof *opening->slots);
    if (opening->databases == NULL || opening->parts == NULL || opening->slots == NULL)
        return command_no_memory(opening->run->context);
    for (size_t i = 0; i < inputs->count; i++) {
        enum exit_status status =
            find_open_database(opening->run, &opening->databases[i], inputs->names[i], 1);
        if (status != EXIT_FINE)
            return status;
        opening->open_count++;
        if (!add_parts(opening, &opening->databases[i]))
            return command_no_memory(opening->run->context);
    }
    if (inputs->count != 1 || opening->part_count <= 1 || opening->run->options->has_conditions)
        return EXIT_FINE;
    opening->whole.database = opening->databases;
    opening->whole.tree = pgnpack_tree_new(opening->databases[0].reader, NULL, NULL);
    return opening->whole.tree != NULL ? EXIT_FINE : command_no_memory(opening->run->context);
}

static void close_all(struct opening *opening)
{
    pgnpack_free(opening->whole.tree);
    for (unsigned i = 0; i < opening->part_count; i++)
        pgnpack_free(opening->parts[i].tree);
    for (size_t i = 0; i < opening->open_count; i++)
        database_close(&opening->databases[i]);
    free(opening->slots);
    free(opening->parts);
    free(opening->databases);
}

static enum exit_status print_tree(struct opening *opening, struct pgnpack_board *board)
{
    const struct find_options *options = opening->run->options;
    const struct input_list *inputs = &options->common.inputs;
    const struct find_tree_source source = {count, opening};
    struct pgnpack_tree_counts totals;
    const struct find_tree_options tree_options = {
        .depth = options->depth,
        .least_games = LEAST_GAMES,
        .least_percent = LEAST_PERCENT,
        .most_moves = options->common.view.limit,
        .title = inputs->count == 1 ? opening->databases[0].file.name : "several databases"};
    enum exit_status status = find_tree_print(&opening->run->text, board, &source, &tree_options,
                                              options->form, options->common.view.html);
    enum exit_status flushed = view_text_flush(&opening->run->text);
    if (status == EXIT_FINE)
        pgnpack_tree_totals(opening->counted, &totals);
    if (status == EXIT_FINE && totals.games == 0)
        near_names_tell_castling(options->position, opening->run->context->messages, NULL);
    return status == EXIT_FINE ? flushed : status;
}

enum exit_status find_opening(struct find_run *run)
{
    struct opening opening = {.run = run};
    memory_init(&opening.memory, NULL, 0);
    const struct pgnpack_options options = command_library_options(run->context);
    struct pgnpack_board *board = pgnpack_board_new(&options);
    enum exit_status status = board != NULL ? open_all(&opening) : command_no_memory(run->context);
    if (status == EXIT_FINE && find_position_set(board, run->options->position) != NULL)
        status = EXIT_FAULT; /* the options were checked */
    if (status == EXIT_FINE)
        status = print_tree(&opening, board);
    close_all(&opening);
    pgnpack_free(board);
    return status;
}
