#include "lib/query/query_game.h"

#include <string.h>

#include "game/line_stack.h"
#include "lib/query/query_board.h"
#include "pgn/pgn_reader.h"

/* Which positions of a game are taken. */
struct taking {
    struct position_set *set;
    struct memory *memory;
    unsigned flags; /* of enum pgnpack_query_game_flags */
};

/* Returns 0 when there is no memory. */
static int take(const struct taking *taking, const struct line_stack *line)
{
    return position_set_add(taking->set, &line->position, taking->memory);
}

/* Makes a half-move, and takes what it leads to. */
static int take_ply(const struct taking *taking, struct line_stack *line, const struct game_item *item)
{
    char san[SAN_SIZE_MAX];
    if (item->kind == ITEM_MOVE)
        line_stack_make(line, item->value);
    else if (item->kind == ITEM_DROP)
        line_stack_make_drop(line, item->value, san);
    else
        line_stack_make_null(line);
    return (taking->flags & PGNPACK_QUERY_GAME_ENDS) != 0 || take(taking, line);
}

/* An item of the movetext. */
static int take_item(const struct taking *taking, struct line_stack *line, const struct game_item *item)
{
    if (item_kind_is_ply(item->kind))
        return take_ply(taking, line, item);
    if (item->kind == ITEM_VARIATION_BEGIN)
        return line_stack_open(line) == LINE_OK;
    if (item->kind != ITEM_VARIATION_END || line->walk.depth == 0)
        return 1;
    if ((taking->flags & PGNPACK_QUERY_GAME_ENDS) != 0 && !take(taking, line))
        return 0;
    line_stack_close(line);
    return 1;
}

/* Of all lines, or of the main line. */
static int take_lines(const struct taking *taking, struct line_stack *line, const struct game *game)
{
    unsigned depth = 0;
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        int is_end = item->kind == ITEM_VARIATION_END && depth != 0;
        depth += item->kind == ITEM_VARIATION_BEGIN;
        if (((taking->flags & PGNPACK_QUERY_GAME_MAIN_LINE) == 0 || depth == 0) &&
            !take_item(taking, line, item))
            return 0;
        depth -= (unsigned)is_end;
    }
    return game->ply_count != 0 && (taking->flags & PGNPACK_QUERY_GAME_ENDS) == 0 ? 1 : take(taking, line);
}

static int take_game(const struct taking *taking, const struct game *game)
{
    struct line_stack line;
    struct position start = game->start;
    if (!game->has_start)
        position_start(&start);
    line_stack_init(&line, taking->memory);
    line_stack_start(&line, &start, LINE_BOARDS);
    int is_taken = take_lines(taking, &line, game);
    line_stack_free(&line);
    return is_taken;
}

/* `number`: of the game, from 1; 0: it stands alone. */
static enum pgnpack_status check_game(struct pgnpack_query *query, const struct game *game, uint64_t number)
{
    if (game->trouble == TROUBLE_NONE)
        return PGNPACK_OK;
    if (number == 0)
        return error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                         "the game whose positions are looked for is not understood to its end: %s",
                         game_trouble_text((enum game_trouble)game->trouble));
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                     "game %llu of the PGN whose positions are looked for is not understood to its end: %s",
                     (unsigned long long)number, game_trouble_text((enum game_trouble)game->trouble));
}

/* ---- Games one by one ---- */

/* The condition is there, and the next games may add to it. */
static enum pgnpack_status begin_condition(struct pgnpack_query *query)
{
    struct board_condition condition = {.kind = BOARD_IS_ONE_OF};
    struct position_set *set = position_set_new(&query->memory);
    if (set == NULL)
        return error_no_memory(&query->error);
    condition.of.set = set;
    return query_board_add(query, &condition);
}

/* The last condition goes, as if it had never been. */
static void drop_condition(struct pgnpack_query *query, int was_negated, size_t step_count)
{
    struct query_step *step = query_steps_last(&query->steps, &query->memory);
    board_condition_free(&step->conditions[--step->condition_count], &query->memory);
    query->negates = was_negated;
    if (query->steps.count == step_count)
        return;
    memory_release(&query->memory, step->conditions, step->condition_capacity * sizeof *step->conditions);
    query->steps.count = step_count;
}

static struct position_set *last_set(const struct pgnpack_query *query)
{
    const struct query_step *step = &query->steps.steps[query->steps.count - 1];
    return step->conditions[step->condition_count - 1].of.set;
}

enum pgnpack_status query_game_add(struct pgnpack_query *query, const struct game *game, unsigned flags)
{
    size_t step_count = query->steps.count, before = 0;
    int was_negated = query->negates, took_games = query->takes_games,
        is_new = !query->takes_games || (flags & PGNPACK_QUERY_GAME_NEW) != 0;
    if (check_game(query, game, 0) != PGNPACK_OK)
        return query->error.status;
    if (is_new && begin_condition(query) != PGNPACK_OK)
        return query->error.status;
    const struct taking taking = {last_set(query), &query->memory, flags};
    before = taking.set->count;
    query->takes_games = 1;
    if (take_game(&taking, game))
        return PGNPACK_OK;
    taking.set->count = before;
    query->takes_games = took_games;
    if (is_new)
        drop_condition(query, was_negated, step_count);
    return error_no_memory(&query->error);
}

/* ---- A text ---- */

/* All games of the text. */
static enum pgnpack_status take_text(struct pgnpack_query *query, const char *text,
                                     const struct taking *taking)
{
    struct memory_source source = {(const unsigned char *)text, strlen(text), 0};
    struct pgn_reader reader;
    const struct game *game;
    enum pgnpack_status status;
    pgn_reader_init(&reader, memory_source_read, &source, &query->memory.allocator, query->memory.limit);
    while ((status = pgn_reader_next(&reader, &game)) == PGNPACK_OK) {
        status = check_game(query, game, reader.game_number);
        if (status == PGNPACK_OK && !take_game(taking, game))
            status = error_no_memory(&query->error);
        if (status != PGNPACK_OK)
            break;
    }
    if (status != PGNPACK_END && query->error.status == PGNPACK_OK)
        query->error = reader.error;
    pgn_reader_free(&reader);
    if (query->error.status == PGNPACK_OK && taking->set->count == 0)
        error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                  "the PGN whose positions are looked for has no game");
    return query->error.status;
}

static enum pgnpack_status add_text(struct pgnpack_query *query, const char *text, unsigned flags)
{
    struct board_condition condition = {.kind = BOARD_IS_ONE_OF};
    condition.of.set = position_set_new(&query->memory);
    if (condition.of.set == NULL)
        return error_no_memory(&query->error);
    const struct taking taking = {condition.of.set, &query->memory, flags};
    if (take_text(query, text, &taking) == PGNPACK_OK)
        return query_board_add(query, &condition);
    board_condition_free(&condition, &query->memory);
    return query->error.status;
}

enum pgnpack_status query_game_pgn(struct pgnpack_query *query, const char *value)
{
    return add_text(query, value, 0);
}

enum pgnpack_status query_game_pgn_final(struct pgnpack_query *query, const char *value)
{
    return add_text(query, value, PGNPACK_QUERY_GAME_ENDS);
}
