#include "cli/forms/game_counts.h"

#include <string.h>

#include "cli/forms/count_row.h"
#include "cli/run/damage.h"
#include "cli/run/game_items.h"

static const char *const tag_names[] = {"WhiteElo", "BlackElo", "Date", "FEN"};

static struct first_move *find_first_move(struct game_counts *counts, const char *san)
{
    size_t i = 0;
    while (i < counts->first_move_count && strcmp(counts->first_moves[i].san, san) != 0)
        i++;
    if (i == FIRST_MOVES_MAX)
        return NULL;
    if (i == counts->first_move_count) {
        strcpy(counts->first_moves[i].san, san);
        counts->first_move_count++;
    }
    return &counts->first_moves[i];
}

/* A move, or what cannot stand before the first one of the main line. */
static int ends_search(const struct pgnpack_item *item)
{
    return item_is_ply(item) || item->kind == PGNPACK_ITEM_VARIATION_BEGIN;
}

static void count_first_move(struct game_counts *counts, const struct pgnpack_game *game,
                             struct pgnpack_board *board)
{
    char san[PGNPACK_SAN_SIZE];
    struct pgnpack_item item = {.kind = PGNPACK_ITEM_COMMENT};
    struct first_move *move = NULL;
    enum pgnpack_result result = pgnpack_game_result(game);
    for (size_t i = 0; pgnpack_game_item(game, i, &item) && !ends_search(&item);)
        i++;
    pgnpack_board_start(board, game);
    if (item.kind == PGNPACK_ITEM_MOVE &&
        pgnpack_board_text(board, item.value, PGNPACK_NOTATION_SAN, san) != 0)
        move = find_first_move(counts, san);
    if (move == NULL) {
        counts->no_first_move++;
        return;
    }
    move->games++;
    move->finished += result != PGNPACK_RESULT_UNKNOWN;
    move->half_points += result == PGNPACK_RESULT_WHITE ? 2u : result == PGNPACK_RESULT_DRAW;
}

static void count_game(struct game_counts *counts, const struct pgnpack_game *game,
                       struct pgnpack_board *board)
{
    struct pgnpack_text start;
    struct count_row row = {.plies = pgnpack_game_ply_count(game), .result = pgnpack_game_result(game)};
    pgnpack_game_find_tag(game, "WhiteElo", &row.white_elo);
    pgnpack_game_find_tag(game, "BlackElo", &row.black_elo);
    pgnpack_game_find_tag(game, "Date", &row.date);
    count_row(counts, &row);
    if (pgnpack_game_find_tag(game, "FEN", &start))
        counts->other_starts++;
    else
        count_first_move(counts, game, board);
}

/* Damage does not reach beyond its block. */
static enum exit_status count_block(struct game_counts *counts, struct pgnpack_cursor *cursor,
                                    struct pgnpack_board *board, const struct pgnpack_block_info *info)
{
    const struct pgnpack_game *game;
    enum pgnpack_status status = pgnpack_cursor_range(cursor, info->first_game, info->game_count);
    while (status == PGNPACK_OK && (status = pgnpack_cursor_next(cursor, &game)) == PGNPACK_OK)
        count_game(counts, game, board);
    return command_status_of(status);
}

static enum exit_status count_blocks(struct game_counts *counts, struct command_context *context,
                                     const struct database *database, struct pgnpack_cursor *cursor,
                                     struct pgnpack_board *board)
{
    struct pgnpack_block_info info;
    enum exit_status first_failure = EXIT_FINE;
    for (uint64_t i = 0; pgnpack_reader_block(database->reader, i, &info); i++) {
        if (info.game_count == 0)
            continue;
        enum exit_status status = count_block(counts, cursor, board, &info);
        if (status == EXIT_FINE)
            continue;
        damage_report(context, database->file.name, database->reader, pgnpack_error(cursor));
        first_failure = first_failure == EXIT_FINE ? status : first_failure;
        if (status != EXIT_CORRUPT)
            break;
    }
    return first_failure;
}

enum exit_status game_counts_add(struct game_counts *counts, struct command_context *context,
                                 const struct database *database)
{
    const struct pgnpack_options options = command_library_options(context);
    struct pgnpack_board *board = pgnpack_board_new(&options);
    struct pgnpack_cursor *cursor =
        pgnpack_cursor_new(database->reader, PGNPACK_PART_TAGS | PGNPACK_PART_SHAPE | PGNPACK_PART_MOVES);
    enum exit_status status = EXIT_FINE;
    if (board == NULL || cursor == NULL ||
        pgnpack_cursor_tags(cursor, tag_names, sizeof tag_names / sizeof tag_names[0]) != PGNPACK_OK)
        status = command_no_memory(context);
    else
        status = count_blocks(counts, context, database, cursor, board);
    pgnpack_free(cursor);
    pgnpack_free(board);
    return status;
}
