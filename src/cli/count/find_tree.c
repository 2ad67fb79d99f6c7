#include "cli/count/find_tree.h"

#include <inttypes.h>
#include <string.h>

#include "cli/forms/figure_text.h"
#include "cli/forms/json.h"
#include "cli/pages/tree_html.h"
#include "cli/forms/tree_outline.h"

/* ---- The table ---- */

enum { MOVE_WIDTH = 18 };

static void put_line(struct tree_outline *outline, unsigned level, const char *label,
                     const struct pgnpack_tree_counts *counts, uint64_t games, enum pgnpack_side side)
{
    char texts[8][FIGURE_SIZE];
    uint64_t with_result = counts->white_wins + counts->draws + counts->black_wins;
    int indent = (int)(2 * level), width = indent < MOVE_WIDTH ? MOVE_WIDTH - indent : 1;
    view_text_print(outline->text, "%*s%-*s %10" PRIu64 " %6s", indent, "", width, label, counts->games,
                    figure_percent(tree_per_mille(counts->games, games), texts[0]));
    view_text_print(outline->text, " %6s %6s %6s %6s %6s %5s %4s\n",
                    with_result != 0 ? figure_percent(tree_score(counts, side), texts[1]) : "-",
                    figure_percent(tree_per_mille(counts->white_wins, counts->games), texts[2]),
                    figure_percent(tree_per_mille(counts->draws, counts->games), texts[3]),
                    figure_percent(tree_per_mille(counts->black_wins, counts->games), texts[4]),
                    figure_known(counts->rating, texts[5]), figure_known(counts->performance, texts[6]),
                    figure_known(counts->last_year, texts[7]));
}

static void table_position(struct tree_outline *outline, unsigned level, const struct tree_position *position)
{
    (void)position;
    if (level == 0)
        view_text_print(outline->text, "%-*s %10s %6s %6s %6s %6s %6s %6s %5s %4s\n", MOVE_WIDTH, "move",
                        "games", "%", "score", "W %", "D %", "B %", "rating", "perf", "year");
}

static void table_row(struct tree_outline *outline, unsigned level, const struct tree_position *position,
                      size_t row, int is_open)
{
    char label[TREE_LABEL_SIZE];
    (void)is_open;
    tree_label(position, row, label);
    put_line(outline, level, label, &position->rows[row].counts, position->totals.games, position->side);
}

static void table_position_end(struct tree_outline *outline, unsigned level,
                               const struct tree_position *position)
{
    if (level == 0)
        put_line(outline, 0, "total", &position->totals, position->totals.games, position->side);
}

static const struct tree_printer table = {
    .position = table_position, .row = table_row, .position_end = table_position_end};

/* ---- CSV ---- */

static void csv_begin(struct tree_outline *outline)
{
    view_text_print(outline->text,
                    "Level,Line,Move,UCI,Games,Share,Score,White,Draws,Black,Unknown,Rated,Rating,Opponents,"
                    "OpponentRating,Performance,LastYear\n");
}

static void csv_counts(struct tree_outline *outline, const struct pgnpack_tree_counts *counts, uint64_t games,
                       enum pgnpack_side side)
{
    char texts[2][FIGURE_SIZE];
    view_text_print(outline->text, "%" PRIu64 ",%s,%s,", counts->games,
                    figure_percent(tree_per_mille(counts->games, games), texts[0]),
                    figure_percent(tree_score(counts, side), texts[1]));
    view_text_print(outline->text, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", counts->white_wins,
                    counts->draws, counts->black_wins, counts->unknown);
    view_text_print(outline->text,
                    "%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "\n",
                    counts->rated, counts->rating, counts->opponents, counts->opponent_mean,
                    counts->performance, counts->last_year);
}

/* The totals are a row of level 0. */
static void csv_position(struct tree_outline *outline, unsigned level, const struct tree_position *position)
{
    if (level != 0)
        return;
    view_text_print(outline->text, "0,,,,");
    csv_counts(outline, &position->totals, position->totals.games, position->side);
}

static void csv_row(struct tree_outline *outline, unsigned level, const struct tree_position *position,
                    size_t row, int is_open)
{
    const struct tree_row *move = &position->rows[row];
    (void)is_open;
    view_text_print(outline->text, "%u,%s%s,%s,%s,", level + 1, outline->line, move->san, move->san,
                    move->uci);
    csv_counts(outline, &move->counts, position->totals.games, position->side);
}

static const struct tree_printer csv = {.begin = csv_begin, .position = csv_position, .row = csv_row};

/* ---- JSON ---- */

static void json_counts(struct view_text *text, const struct pgnpack_tree_counts *counts)
{
    view_text_print(text, "\"games\": %" PRIu64, counts->games);
    json_number(text, "white", counts->white_wins);
    json_number(text, "draws", counts->draws);
    json_number(text, "black", counts->black_wins);
    json_number(text, "unknown", counts->unknown);
    json_number(text, "rated", counts->rated);
    json_number(text, "rating_sum", counts->rating_sum);
    json_number(text, "opponents", counts->opponents);
    json_number(text, "opponent_sum", counts->opponent_sum);
    json_number(text, "half_points", counts->half_points);
    json_known_number(text, "rating", counts->rating);
    json_known_number(text, "opponent_rating", counts->opponent_mean);
    json_known_number(text, "performance", counts->performance);
    json_known_number(text, "last_year", counts->last_year);
}

static void json_position(struct tree_outline *outline, unsigned level, const struct tree_position *position)
{
    if (level == 0) {
        view_text_print(outline->text, "{\"fen\": \"%s\", ", position->fen);
        json_counts(outline->text, &position->totals);
    }
    view_text_print(outline->text, ", \"moves\": [");
}

static void json_row(struct tree_outline *outline, unsigned level, const struct tree_position *position,
                     size_t row, int is_open)
{
    const struct tree_row *move = &position->rows[row];
    (void)is_open;
    view_text_print(outline->text, "%s\n%*s", row != 0 ? "," : "", (int)(2 * level + 2), "");
    if (move->move != 0)
        view_text_print(outline->text, "{\"san\": \"%s\", \"uci\": \"%s\", ", move->san, move->uci);
    else
        view_text_print(outline->text, "{\"san\": null, \"uci\": null, ");
    json_counts(outline->text, &move->counts);
}

static void json_row_end(struct tree_outline *outline, unsigned level, int is_open)
{
    (void)level;
    (void)is_open;
    view_text_print(outline->text, "}");
}

static void json_position_end(struct tree_outline *outline, unsigned level,
                              const struct tree_position *position)
{
    (void)level;
    (void)position;
    view_text_print(outline->text, "]");
}

static void json_end(struct tree_outline *outline)
{
    view_text_print(outline->text, "}\n");
}

static const struct tree_printer json = {.position = json_position,
                                         .row = json_row,
                                         .row_end = json_row_end,
                                         .position_end = json_position_end,
                                         .end = json_end};

/* ---- All forms ---- */

enum exit_status find_tree_print(struct view_text *text, struct pgnpack_board *board,
                                 const struct find_tree_source *source,
                                 const struct find_tree_options *options, enum find_form form, int is_page)
{
    struct tree_outline outline = {.text = text,
                                   .board = board,
                                   .source = source,
                                   .options = options,
                                   .printer = is_page                ? &tree_html
                                              : form == FIND_AS_CSV  ? &csv
                                              : form == FIND_AS_JSON ? &json
                                                                     : &table};
    return tree_outline_print(&outline);
}
