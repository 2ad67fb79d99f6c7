#include "cli/report/report_event.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/base/result_text.h"
#include "cli/base/tag_text.h"
#include "cli/count/table_count.h"
#include "cli/pages/html_text.h"
#include "cli/report/game_row.h"

enum { CROSS_PLAYERS_MAX = 32, CELL_SIZE = 24, ROUND_GAMES_MAX = 600, ROUND_KEY_SIZE = 64 };

/* ---- Standings ---- */

struct standings {
    struct table_count *counting; /* of players, by White and by Black */
    struct table_row *rows;       /* the most points first */
    size_t count;
};

static uint64_t half_points_of(const struct table_row *row)
{
    return 2 * row->counts.white_wins + row->counts.draws;
}

/* As many points: the better performance, then the name. */
static int compare_rows(const void *a, const void *b)
{
    const struct table_row *first = a, *second = b;
    const uint64_t points_a = half_points_of(first), points_b = half_points_of(second);
    if (points_a != points_b)
        return points_a < points_b ? 1 : -1;
    if (first->counts.performance != second->counts.performance)
        return first->counts.performance < second->counts.performance ? 1 : -1;
    size_t size =
        first->values[0].size < second->values[0].size ? first->values[0].size : second->values[0].size;
    int order = size == 0 ? 0 : memcmp(first->values[0].data, second->values[0].data, size);
    return order != 0 ? order
                      : (first->values[0].size > second->values[0].size) -
                            (first->values[0].size < second->values[0].size);
}

static enum exit_status sort_rows(struct report *report, struct standings *standings)
{
    const struct game_table *table = table_count_finish(standings->counting);
    if (table == NULL)
        return EXIT_FAILED;
    standings->rows = calloc((size_t)game_table_size(table) + 1, sizeof *standings->rows);
    if (standings->rows == NULL)
        return command_no_memory(report->run->context);
    while (game_table_row(table, standings->count, &standings->rows[standings->count]))
        standings->count++;
    qsort(standings->rows, standings->count, sizeof *standings->rows, compare_rows);
    return EXIT_FINE;
}

/* Each game counts for both of its players. */
static enum exit_status count_standings(struct report *report, struct standings *standings)
{
    standings->counting = table_count_new(report->run, "Us");
    if (standings->counting == NULL)
        return EXIT_FAILED;
    enum exit_status status = table_count_begin(standings->counting, &report->games);
    if (status == EXIT_FINE)
        status = table_count_all(standings->counting, 0);
    if (status == EXIT_FINE)
        status = table_count_all(standings->counting, 1);
    table_count_end(standings->counting);
    return status == EXIT_FINE ? sort_rows(report, standings) : status;
}

/* "7.5" */
static void put_points(struct view_text *page, uint64_t half_points)
{
    view_text_print(page, "<td>%" PRIu64 "%s</td>", half_points / 2, half_points % 2 != 0 ? "&frac12;" : "");
}

/* ---- The crosstable ---- */

/* What each made against each, a sign a game. */
struct cross {
    char cells[CROSS_PLAYERS_MAX][CROSS_PLAYERS_MAX][CELL_SIZE];
};

/* The place in the standings; the number of players: none. */
static size_t find_player(const struct standings *standings, struct pgnpack_text name)
{
    size_t i = 0;
    const int is_known = name.data != NULL && text_is_known(name);
    while (i < standings->count && !(is_known ? texts_are_equal(standings->rows[i].values[0], name)
                                              : standings->rows[i].values[0].size == 0))
        i++;
    return i;
}

static void add_sign(char cell[CELL_SIZE], char sign)
{
    size_t size = strlen(cell);
    if (size + 1 < CELL_SIZE)
        cell[size] = sign;
}

static void add_game(struct cross *cross, const struct standings *standings, struct pgnpack_text white,
                     struct pgnpack_text black, unsigned result)
{
    static const char signs[RESULT_COUNT][2] = {[PGNPACK_RESULT_WHITE] = {'1', '0'},
                                                [PGNPACK_RESULT_BLACK] = {'0', '1'},
                                                [PGNPACK_RESULT_DRAW] = {'=', '='},
                                                [PGNPACK_RESULT_UNKNOWN] = {'*', '*'}};
    const size_t i = find_player(standings, white), j = find_player(standings, black);
    if (i == standings->count || j == standings->count)
        return;
    add_sign(cross->cells[i][j], signs[result % RESULT_COUNT][0]);
    add_sign(cross->cells[j][i], signs[result % RESULT_COUNT][1]);
}

static enum exit_status fill_cross(struct report *report, const struct standings *standings,
                                   struct cross *cross)
{
    enum { ROWS = 256, TAGS = 2 };
    static const char *const tags[TAGS] = {"White", "Black"};
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .tags = tags, .tag_count = TAGS, .parts = PGNPACK_BATCH_RESULTS};
    struct pgnpack_text white[ROWS], black[ROWS], *const views[TAGS] = {white, black};
    uint8_t results[ROWS];
    const struct pgnpack_columns columns = {
        .size = sizeof columns, .capacity = ROWS, .results = results, .views = views};
    struct pgnpack_batch *batch = pgnpack_batch_new(report->games.reader, &options);
    enum pgnpack_status status;
    size_t count;
    if (batch == NULL)
        return command_no_memory(report->run->context);
    while ((status = pgnpack_batch_next(batch, &columns, &count)) == PGNPACK_OK)
        for (size_t i = 0; i < count; i++)
            add_game(cross, standings, white[i], black[i], results[i]);
    enum exit_status told =
        status == PGNPACK_END ? EXIT_FINE : find_run_judge(report->run, &report->games, pgnpack_error(batch));
    pgnpack_free(batch);
    return told;
}

static void put_cell(struct view_text *page, const char *cell, int is_own)
{
    view_text_string(page, is_own ? "<td class=\"own\">" : "<td class=\"cell\">");
    for (; *cell != '\0'; cell++)
        if (*cell == '=')
            view_text_string(page, "&frac12;");
        else
            view_text_put(page, cell, 1);
    view_text_string(page, "</td>");
}

/* `cross` NULL: there are too many players for one. */
static void put_standings(struct report *report, const struct standings *standings, const struct cross *cross)
{
    struct view_text *page = report->page;
    report_heading(report, cross != NULL ? "Crosstable" : "Standings");
    view_text_string(
        page, "<div class=\"wide\"><table class=\"cross\">\n<tr><th scope=\"col\">#</th><th scope=\"col\" "
              "class=\"key\">player</th><th scope=\"col\">rating</th><th scope=\"col\">points</th>");
    for (size_t i = 0; cross != NULL && i < standings->count; i++)
        view_text_print(page, "<th scope=\"col\">%zu</th>", i + 1);
    view_text_string(page, "<th scope=\"col\">games</th><th scope=\"col\">perf.</th></tr>\n");
    for (size_t i = 0; i < standings->count; i++) {
        const struct table_row *row = &standings->rows[i];
        view_text_print(page, "<tr><td>%zu</td><th scope=\"row\">", i + 1);
        html_tag(page, row->values[0]);
        view_text_string(page, "</th>");
        html_known_cell(page, row->counts.rating);
        put_points(page, half_points_of(row));
        for (size_t j = 0; cross != NULL && j < standings->count; j++)
            put_cell(page, cross->cells[i][j], i == j);
        view_text_print(page, "<td>%" PRIu64 "</td>", row->counts.games);
        html_known_cell(page, row->counts.performance);
        view_text_string(page, "</tr>\n");
    }
    view_text_string(page, "</table></div>\n");
}

static enum exit_status put_all_standings(struct report *report, const struct standings *standings)
{
    struct cross *cross = standings->count <= CROSS_PLAYERS_MAX ? calloc(1, sizeof *cross) : NULL;
    enum exit_status status = EXIT_FINE;
    if (cross == NULL && standings->count <= CROSS_PLAYERS_MAX)
        return command_no_memory(report->run->context);
    if (cross != NULL)
        status = fill_cross(report, standings, cross);
    if (status == EXIT_FINE)
        put_standings(report, standings, cross);
    free(cross);
    return status;
}

/* ---- Rounds ---- */

struct round_game {
    uint64_t number;
    size_t size;
    char key[ROUND_KEY_SIZE]; /* what it is sorted by */
};

static int compare_rounds(const void *a, const void *b)
{
    const struct round_game *first = a, *second = b;
    size_t size = first->size < second->size ? first->size : second->size;
    int order = memcmp(first->key, second->key, size);
    if ((first->size == 0) != (second->size == 0)) /* what is not known comes last */
        return first->size == 0 ? 1 : -1;
    if (order == 0)
        order = (first->size > second->size) - (first->size < second->size);
    return order != 0 ? order : (first->number > second->number) - (first->number < second->number);
}

enum { ROUND }; /* the first of a row's tags */

struct rounds {
    struct game_row row;
    struct round_game games[ROUND_GAMES_MAX];
    size_t count;
};

static void add_round(struct rounds *rounds)
{
    char key[4 * ROUND_KEY_SIZE];
    const struct pgnpack_text text = rounds->row.values[ROUND];
    struct round_game *game = &rounds->games[rounds->count++];
    game->number = rounds->row.number;
    if (text.data == NULL || text.size > ROUND_KEY_SIZE)
        return;
    size_t size = pgnpack_sort_key("Round", text, key);
    game->size = size < ROUND_KEY_SIZE ? size : ROUND_KEY_SIZE;
    memcpy(game->key, key, game->size);
}

static enum pgnpack_status put_rounds(struct rounds *rounds)
{
    static const char *const names[GAME_ROW_TAGS] = {"round", "White", "Black", "date"};
    enum pgnpack_status status = PGNPACK_OK;
    report_heading(rounds->row.report, "Rounds");
    game_row_head(&rounds->row, names);
    for (size_t i = 0; i < rounds->count && status == PGNPACK_OK; i++) {
        status = game_row_go_to(&rounds->row, rounds->games[i].number);
        if (status == PGNPACK_OK)
            game_row_put(&rounds->row);
    }
    view_text_string(rounds->row.report->page, "</table>\n");
    return status;
}

static enum exit_status put_games_by_round(struct report *report)
{
    static const char *const tags[GAME_ROW_TAGS] = {"Round", "White", "Black", "Date"};
    struct rounds *rounds = calloc(1, sizeof *rounds);
    if (rounds == NULL)
        return command_no_memory(report->run->context);
    enum exit_status status = game_row_start(&rounds->row, report, tags);
    if (status == EXIT_FINE) {
        enum pgnpack_status read = PGNPACK_OK;
        while (rounds->count < ROUND_GAMES_MAX && (read = game_row_next(&rounds->row)) == PGNPACK_OK)
            add_round(rounds);
        qsort(rounds->games, rounds->count, sizeof rounds->games[0], compare_rounds);
        if (read == PGNPACK_OK || read == PGNPACK_END)
            read = put_rounds(rounds);
        status = game_row_judge(&rounds->row, read);
        game_row_end(&rounds->row);
    }
    free(rounds);
    return status;
}

enum exit_status report_event(struct report *report)
{
    struct standings standings = {NULL, NULL, 0};
    enum exit_status status = count_standings(report, &standings);
    if (status == EXIT_FINE)
        status = put_all_standings(report, &standings);
    free(standings.rows);
    table_count_free(standings.counting);
    if (status == EXIT_FINE && pgnpack_reader_info(report->games.reader)->game_count <= ROUND_GAMES_MAX)
        status = put_games_by_round(report);
    return status;
}
