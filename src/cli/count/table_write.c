#include "cli/count/table_write.h"

#include <stdlib.h>

#include "cli/base/messages.h"
#include "cli/base/tag_text.h"
#include "cli/table/table_html.h"
#include "cli/forms/csv.h"
#include "cli/forms/figure_text.h"
#include "cli/forms/json.h"
#include "cli/forms/tree_outline.h"

struct table_writing {
    const struct game_table *table;
    const struct table_keys *keys;
    struct view_text *text;
    uint64_t rows; /* that are written */
    int is_ours;
    struct tag_text plain; /* where a value comes to stand */
};

/* A value as it is meant. It lives until the next one. */
static struct pgnpack_text plain(struct table_writing *writing, struct pgnpack_text value)
{
    const struct pgnpack_text text = tag_text_plain(&writing->plain, value);
    if (text.data != NULL)
        return text;
    writing->text->status = command_no_memory(writing->text->context);
    return (struct pgnpack_text){"", 0};
}

static int is_finished(const struct pgnpack_tree_counts *counts)
{
    return counts->unknown != counts->games;
}

/* ---- For people ---- */

enum { WIDTH_MIN = 8, WIDTH_MAX = 40 };

/* Characters of UTF-8, as far as a terminal shows one beside the other. */
static size_t width_of(struct pgnpack_text text)
{
    size_t width = 0;
    for (size_t i = 0; i < text.size; i++)
        width += ((unsigned char)text.data[i] & 0xc0) != 0x80;
    return width;
}

/* Of a key's column: as wide as the rows need. */
static void find_widths(struct table_writing *writing, int widths[TABLE_KEYS_MAX])
{
    struct table_row row;
    for (size_t i = 0; i < writing->keys->count; i++)
        widths[i] = WIDTH_MIN;
    for (uint64_t i = 0; i < writing->rows && game_table_row(writing->table, i, &row); i++)
        for (size_t j = 0; j < writing->keys->count; j++) {
            size_t width = width_of(row.values[j]);
            if (width > (size_t)widths[j])
                widths[j] = width < WIDTH_MAX ? (int)width : WIDTH_MAX;
        }
}

static void put_padded(struct view_text *text, struct pgnpack_text value, int width)
{
    size_t used = width_of(value);
    view_text_safe(text, value);
    view_text_print(text, "%*s ", used < (size_t)width ? width - (int)used : 0, "");
}

static void put_padded_string(struct view_text *text, const char *string, int width)
{
    put_padded(text, (struct pgnpack_text){string, strlen(string)}, width);
}

static void put_figures(struct table_writing *writing, const struct pgnpack_tree_counts *counts,
                        uint64_t games)
{
    char texts[6][FIGURE_SIZE];
    view_text_print(writing->text, "%10" PRIu64 " %6s %10" PRIu64 " %10" PRIu64 " %10" PRIu64, counts->games,
                    figure_percent(tree_per_mille(counts->games, games), texts[0]), counts->white_wins,
                    counts->draws, counts->black_wins);
    view_text_print(writing->text, " %6s %6s %6s %5s\n",
                    is_finished(counts) ? figure_percent(tree_score(counts, PGNPACK_SIDE_WHITE), texts[1])
                                        : "-",
                    figure_known(counts->rating, texts[2]), figure_known(counts->opponent_mean, texts[3]),
                    figure_known(counts->performance, texts[4]));
}

/* What is not known is "-". */
static void put_row(struct table_writing *writing, const struct table_row *row,
                    const int widths[TABLE_KEYS_MAX], uint64_t games)
{
    static const struct pgnpack_text unknown = {"-", 1};
    for (size_t i = 0; i < writing->keys->count; i++)
        put_padded(writing->text, row->values[i].size != 0 ? plain(writing, row->values[i]) : unknown,
                   widths[i]);
    put_figures(writing, &row->counts, games);
}

static void write_text(struct table_writing *writing)
{
    int widths[TABLE_KEYS_MAX];
    struct table_row row, sum;
    const uint64_t size = game_table_size(writing->table);
    find_widths(writing, widths);
    for (size_t i = 0; i < writing->keys->count; i++)
        put_padded_string(writing->text, writing->keys->keys[i].name, widths[i]);
    view_text_print(writing->text, "%10s %6s %10s %10s %10s %6s %6s %6s %5s\n", "games", "%",
                    writing->is_ours ? "won" : "White", "drawn", writing->is_ours ? "lost" : "Black", "score",
                    "rating", "opp.", "perf");
    game_table_row(writing->table, UINT64_MAX, &sum);
    for (uint64_t i = 0; i < writing->rows && game_table_row(writing->table, i, &row); i++)
        put_row(writing, &row, widths, sum.counts.games);
    if (size > writing->rows)
        view_text_print(writing->text, "(%s more)\n", COUNTED(size - writing->rows, "row"));
    for (size_t i = 0; i < writing->keys->count; i++)
        put_padded_string(writing->text, i == 0 ? "total" : "", widths[i]);
    put_figures(writing, &sum.counts, sum.counts.games);
}

/* ---- CSV ---- */

static void put_csv_known(struct view_text *text, uint32_t number)
{
    view_text_string(text, ",");
    if (number != 0)
        view_text_number(text, number);
}

static void put_csv_row(struct table_writing *writing, const struct table_row *row)
{
    struct view_text *text = writing->text;
    const struct pgnpack_tree_counts *counts = &row->counts;
    char score[FIGURE_SIZE];
    for (size_t i = 0; i < writing->keys->count; i++) {
        csv_put_value(text, plain(writing, row->values[i]));
        view_text_string(text, ",");
    }
    view_text_print(text, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s", counts->games,
                    counts->white_wins, counts->draws, counts->black_wins, counts->unknown,
                    is_finished(counts) ? figure_percent(tree_score(counts, PGNPACK_SIDE_WHITE), score) : "");
    put_csv_known(text, counts->rating);
    put_csv_known(text, counts->opponent_mean);
    put_csv_known(text, counts->performance);
    view_text_string(text, "\n");
}

static void write_csv(struct table_writing *writing)
{
    struct table_row row;
    for (size_t i = 0; i < writing->keys->count; i++) {
        csv_put_string(writing->text, writing->keys->keys[i].name);
        view_text_string(writing->text, ",");
    }
    view_text_string(writing->text, "Games,Won,Drawn,Lost,Unknown,Score,Elo,OpponentElo,Performance\n");
    for (uint64_t i = 0; i < writing->rows && game_table_row(writing->table, i, &row); i++)
        put_csv_row(writing, &row);
}

/* ---- JSON ---- */

static void put_json_row(struct table_writing *writing, const struct table_row *row)
{
    struct view_text *text = writing->text;
    const struct pgnpack_tree_counts *counts = &row->counts;
    view_text_string(text, "{");
    for (size_t i = 0; i < writing->keys->count; i++) {
        json_put_string(text, writing->keys->keys[i].name);
        view_text_string(text, ": ");
        if (row->values[i].size != 0)
            json_put_text(text, plain(writing, row->values[i]));
        else
            view_text_string(text, "null");
        view_text_string(text, ", ");
    }
    view_text_print(text, "\"games\": %" PRIu64, counts->games);
    json_number(text, "won", counts->white_wins);
    json_number(text, "drawn", counts->draws);
    json_number(text, "lost", counts->black_wins);
    json_number(text, "unknown", counts->unknown);
    if (is_finished(counts))
        json_number(text, "score", tree_score(counts, PGNPACK_SIDE_WHITE));
    else
        view_text_string(text, ", \"score\": null");
    json_known_number(text, "rating", counts->rating);
    json_known_number(text, "opponent_rating", counts->opponent_mean);
    json_known_number(text, "performance", counts->performance);
    view_text_string(text, "}");
}

static void write_json(struct table_writing *writing)
{
    struct table_row row;
    view_text_string(writing->text, "[");
    for (uint64_t i = 0; i < writing->rows && game_table_row(writing->table, i, &row); i++) {
        view_text_string(writing->text, i == 0 ? "\n" : ",\n");
        put_json_row(writing, &row);
    }
    view_text_string(writing->text, writing->rows == 0 ? "]" : "\n]");
}

/* ---- All forms ---- */

void table_write(const struct game_table *table, const struct table_keys *keys, enum find_form form,
                 uint64_t limit, int is_ours, struct view_text *text)
{
    const uint64_t size = game_table_size(table);
    struct table_writing writing = {
        .table = table, .keys = keys, .text = text, .rows = size < limit ? size : limit, .is_ours = is_ours};
    if (form == FIND_AS_CSV)
        write_csv(&writing);
    else if (form == FIND_AS_JSON)
        write_json(&writing);
    else if (form == FIND_AS_PAGE)
        table_html_write(table, keys, writing.rows, is_ours, text);
    else
        write_text(&writing);
    free(writing.plain.bytes);
}
