#include "cli/forms/tree_outline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/forms/figure_text.h"

/* ---- Figures and words ---- */

unsigned tree_per_mille(uint64_t part, uint64_t whole)
{
    return whole == 0 ? 0 : (unsigned)((part * 1000 + whole / 2) / whole);
}

unsigned tree_score(const struct pgnpack_tree_counts *counts, enum pgnpack_side side)
{
    uint64_t wins = side == PGNPACK_SIDE_WHITE ? counts->white_wins : counts->black_wins;
    uint64_t known = counts->white_wins + counts->draws + counts->black_wins;
    return tree_per_mille(2 * wins + counts->draws, 2 * known);
}

void tree_label(const struct tree_position *position, size_t row, char label[TREE_LABEL_SIZE])
{
    if (position->rows[row].move == 0)
        snprintf(label, TREE_LABEL_SIZE, "(no move)");
    else
        snprintf(label, TREE_LABEL_SIZE, "%u%s%s", position->move_number,
                 position->side == PGNPACK_SIDE_WHITE ? "." : "...", position->rows[row].san);
}

/* ---- Positions ---- */

static int is_shown(const struct tree_outline *outline, unsigned level,
                    const struct pgnpack_tree_counts *counts)
{
    const struct find_tree_options *options = outline->options;
    if (level == 0)
        return 1;
    return counts->games >= options->least_games &&
           counts->games * 100 >= outline->games * (uint64_t)options->least_percent;
}

static void take_row(const struct tree_outline *outline, const struct pgnpack_tree_move *move,
                     struct tree_row *row)
{
    *row = (struct tree_row){.move = move->move, .counts = move->counts};
    if (move->move == 0)
        return;
    pgnpack_board_text(outline->board, move->move, PGNPACK_NOTATION_SAN, row->san);
    pgnpack_board_text(outline->board, move->move, PGNPACK_NOTATION_UCI, row->uci);
}

/* Counts the board's position. */
static enum exit_status count_position(struct tree_outline *outline, unsigned level,
                                       struct tree_position *position)
{
    const struct pgnpack_tree *tree;
    struct pgnpack_tree_move move;
    size_t count = 0;
    enum exit_status status = outline->source->count(outline->source->opaque, outline->board, &tree);
    if (status != EXIT_FINE)
        return status;
    pgnpack_tree_totals(tree, &position->totals);
    if (level == 0)
        outline->games = position->totals.games;
    while (pgnpack_tree_move(tree, count, NULL))
        count++;
    position->rows = calloc(count + 1, sizeof *position->rows);
    if (position->rows == NULL)
        return command_no_memory(outline->text->context);
    for (size_t i = 0; position->count < outline->options->most_moves && pgnpack_tree_move(tree, i, &move);
         i++)
        if (is_shown(outline, level, &move.counts))
            take_row(outline, &move, &position->rows[position->count++]);
    pgnpack_board_fen(outline->board, position->fen);
    position->move_number = figure_move_number(position->fen);
    position->side = pgnpack_board_side(outline->board);
    return EXIT_FINE;
}

/* Is there more to tell of the position behind the move? Then it is made. (Drops cannot be made.) */
static int open_row(struct tree_outline *outline, unsigned level, const struct tree_row *row)
{
    return level + 1 < outline->options->depth && row->move != 0 &&
           is_shown(outline, level + 1, &row->counts) &&
           pgnpack_board_make(outline->board, row->move) == PGNPACK_OK;
}

static enum exit_status walk_position(struct tree_outline *outline, unsigned level);

static enum exit_status walk_row(struct tree_outline *outline, unsigned level,
                                 const struct tree_position *position, size_t row)
{
    size_t size = strlen(outline->line);
    enum exit_status status = EXIT_FINE;
    int is_open = open_row(outline, level, &position->rows[row]);
    outline->printer->row(outline, level, position, row, is_open);
    if (is_open) {
        snprintf(outline->line + size, sizeof outline->line - size, "%s ", position->rows[row].san);
        status = walk_position(outline, level + 1);
        outline->line[size] = '\0';
        pgnpack_board_undo(outline->board);
    }
    if (outline->printer->row_end != NULL)
        outline->printer->row_end(outline, level, is_open);
    return status;
}

/* No more than FIND_TREE_DEPTH_MAX levels deep. */
static enum exit_status walk_position(struct tree_outline *outline, unsigned level)
{
    struct tree_position position = {.count = 0};
    enum exit_status status = count_position(outline, level, &position);
    if (status == EXIT_FINE)
        outline->printer->position(outline, level, &position);
    for (size_t i = 0; i < position.count && status == EXIT_FINE; i++)
        status = walk_row(outline, level, &position, i);
    if (status == EXIT_FINE && outline->printer->position_end != NULL)
        outline->printer->position_end(outline, level, &position);
    free(position.rows);
    return status != EXIT_FINE ? status : outline->text->status;
}

enum exit_status tree_outline_print(struct tree_outline *outline)
{
    if (outline->printer->begin != NULL)
        outline->printer->begin(outline);
    enum exit_status status = walk_position(outline, 0);
    if (status == EXIT_FINE && outline->printer->end != NULL)
        outline->printer->end(outline);
    return status;
}
