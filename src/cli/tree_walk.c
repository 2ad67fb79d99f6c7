#include "cli/tree_walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Figures and words ---- */

void tree_put(struct tree_walk *walk, const char *format, ...)
{
    char text[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    view_text_string(walk->text, text);
}

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

/* A FEN's last field. */
static unsigned move_number_of(const char *fen)
{
    const char *space = strrchr(fen, ' ');
    return space != NULL ? (unsigned)strtoul(space + 1, NULL, 10) : 1;
}

static int is_shown(const struct tree_walk *walk, unsigned level, const struct pgnpack_tree_counts *counts)
{
    const struct find_tree_options *options = walk->options;
    if (level == 0)
        return 1;
    return counts->games >= options->least_games &&
           counts->games * 100 >= walk->games * (uint64_t)options->least_percent;
}

static void take_row(const struct tree_walk *walk, const struct pgnpack_tree_move *move, struct tree_row *row)
{
    *row = (struct tree_row){.move = move->move, .counts = move->counts};
    if (move->move == 0)
        return;
    pgnpack_board_san(walk->board, move->move, row->san);
    pgnpack_board_uci(walk->board, move->move, row->uci);
}

/* Counts the board's position. */
static enum exit_status count_position(struct tree_walk *walk, unsigned level, struct tree_position *position)
{
    const struct pgnpack_tree *tree;
    struct pgnpack_tree_move move;
    enum exit_status status = walk->source->count(walk->source->opaque, walk->board, &tree);
    if (status != EXIT_FINE)
        return status;
    pgnpack_tree_totals(tree, &position->totals);
    if (level == 0)
        walk->games = position->totals.games;
    position->rows = calloc(pgnpack_tree_move_count(tree) + 1, sizeof *position->rows);
    if (position->rows == NULL)
        return command_no_memory(walk->text->context);
    for (size_t i = 0; pgnpack_tree_move(tree, i, &move); i++)
        if (is_shown(walk, level, &move.counts))
            take_row(walk, &move, &position->rows[position->count++]);
    pgnpack_board_fen(walk->board, position->fen);
    position->move_number = move_number_of(position->fen);
    position->side = pgnpack_board_side(walk->board);
    return EXIT_FINE;
}

/* Is there more to tell of the position behind the move? Then it is made. (Drops cannot be made.) */
static int open_row(struct tree_walk *walk, unsigned level, const struct tree_row *row)
{
    return level + 1 < walk->options->depth && row->move != 0 && is_shown(walk, level + 1, &row->counts) &&
           pgnpack_board_make(walk->board, row->move) == PGNPACK_OK;
}

static enum exit_status walk_position(struct tree_walk *walk, unsigned level);

static enum exit_status walk_row(struct tree_walk *walk, unsigned level, const struct tree_position *position,
                                 size_t row)
{
    size_t size = strlen(walk->line);
    enum exit_status status = EXIT_FINE;
    int is_open = open_row(walk, level, &position->rows[row]);
    walk->printer->row(walk, level, position, row, is_open);
    if (is_open) {
        snprintf(walk->line + size, sizeof walk->line - size, "%s ", position->rows[row].san);
        status = walk_position(walk, level + 1);
        walk->line[size] = '\0';
        pgnpack_board_undo(walk->board);
    }
    walk->printer->row_end(walk, level, is_open);
    return status;
}

/* No more than FIND_TREE_DEPTH_MAX levels deep. */
static enum exit_status walk_position(struct tree_walk *walk, unsigned level)
{
    struct tree_position position = {.count = 0};
    enum exit_status status = count_position(walk, level, &position);
    if (status == EXIT_FINE)
        walk->printer->position(walk, level, &position);
    for (size_t i = 0; i < position.count && status == EXIT_FINE; i++)
        status = walk_row(walk, level, &position, i);
    if (status == EXIT_FINE)
        walk->printer->position_end(walk, level, &position);
    free(position.rows);
    return status != EXIT_FINE ? status : walk->text->status;
}

enum exit_status tree_walk_all(struct tree_walk *walk)
{
    walk->printer->begin(walk);
    enum exit_status status = walk_position(walk, 0);
    if (status == EXIT_FINE)
        walk->printer->end(walk);
    return status;
}
