#include "cli/report/report_numbers.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/pages/html_text.h"

/* ---- Counts ---- */

/* By the player's moves; the last one is of what is played in time trouble, whatever the move. */
enum stage { TO_10, TO_20, TO_30, TO_40, LATER, IN_TROUBLE, STAGE_COUNT };

/* A move with which less than a tenth of the clock behind the player's first move is left is made in time trouble. */
enum { TROUBLE_PART = 10 };

/* Evaluations are cut here, in centipawns; a loss of LARGE_LOSS or more is counted. */
enum { EVAL_CUT = 1000, LARGE_LOSS = 200 };

struct stage_counts {
    uint64_t moves;              /* whose loss is known */
    uint64_t loss, large_losses; /* centipawns; moves */
    uint64_t clocks,
        left_permille; /* games with a clock at the stage's end, and what was left of the first one: a sum */
};

struct numbers {
    struct report *report;
    struct pgnpack_batch *batch;
    int32_t *clocks, *evals; /* of one game */
    size_t clock_capacity, eval_capacity;
    struct stage_counts stages[STAGE_COUNT];
    uint64_t games_with_clocks, games_in_trouble, points_in_trouble; /* half points of games with a result */
    uint64_t results_in_trouble;
};

/* ---- A game ---- */

/* Of move `number`, from 1. */
static enum stage stage_of(uint32_t number)
{
    return number <= 10 ? TO_10 : number <= 20 ? TO_20 : number <= 30 ? TO_30 : number <= 40 ? TO_40 : LATER;
}

static int32_t cut(int32_t eval)
{
    return eval > EVAL_CUT ? EVAL_CUT : eval < -EVAL_CUT ? -EVAL_CUT : eval;
}

static void count_loss(struct stage_counts *stage, int32_t before, int32_t after, int is_black)
{
    int32_t loss = is_black ? cut(after) - cut(before) : cut(before) - cut(after);
    stage->moves++;
    stage->loss += loss > 0 ? (uint64_t)loss : 0;
    stage->large_losses += loss >= LARGE_LOSS;
}

/* What the game's numbers are. `first`: the clock behind the player's first move, PGNPACK_NO_CLOCK where there is none. */
struct game_numbers {
    const int32_t *clocks, *evals;
    uint32_t plies;
    int is_black;
    int32_t first;
};

static int is_in_trouble(const struct game_numbers *game, int32_t clock)
{
    return game->first > 0 && clock != PGNPACK_NO_CLOCK && clock < game->first / TROUBLE_PART;
}

/* The player's move that ends a stage, or the game. */
static int ends_stage(const struct game_numbers *game, uint32_t ply)
{
    const uint32_t number = ply / 2 + 1;
    return (number <= 40 && number % 10 == 0) || (number > 40 && ply + 2 >= game->plies);
}

/* Returns whether the player was in time trouble. */
static int count_plies(struct numbers *numbers, const struct game_numbers *game)
{
    int was_in_trouble = 0;
    for (uint32_t ply = (uint32_t)game->is_black; ply < game->plies; ply += 2) {
        const int32_t clock = game->clocks[ply], eval = game->evals[ply];
        struct stage_counts *stage = &numbers->stages[stage_of(ply / 2 + 1)];
        int is_trouble = is_in_trouble(game, clock);
        was_in_trouble |= is_trouble;
        if (game->first > 0 && clock != PGNPACK_NO_CLOCK && ends_stage(game, ply)) {
            stage->clocks++;
            stage->left_permille += (uint64_t)clock * 1000 / (uint64_t)game->first;
        }
        if (ply == 0 || eval == PGNPACK_NO_EVAL || game->evals[ply - 1] == PGNPACK_NO_EVAL)
            continue;
        count_loss(stage, game->evals[ply - 1], eval, game->is_black);
        if (is_trouble)
            count_loss(&numbers->stages[IN_TROUBLE], game->evals[ply - 1], eval, game->is_black);
    }
    return was_in_trouble;
}

static void count_game(struct numbers *numbers, struct game_numbers *game, unsigned result)
{
    game->first = game->plies > (uint32_t)game->is_black ? game->clocks[game->is_black] : PGNPACK_NO_CLOCK;
    numbers->games_with_clocks += game->first > 0;
    if (!count_plies(numbers, game))
        return;
    const unsigned won = game->is_black ? PGNPACK_RESULT_BLACK : PGNPACK_RESULT_WHITE;
    numbers->games_in_trouble++;
    numbers->results_in_trouble += result != PGNPACK_RESULT_UNKNOWN;
    numbers->points_in_trouble += result == won ? 2 : result == PGNPACK_RESULT_DRAW;
}

/* ---- Reading ---- */

/* The game, in arrays that have room for it. */
static enum pgnpack_status read_game(struct numbers *numbers, uint64_t number, uint8_t *result,
                                     uint32_t *plies)
{
    uint32_t clock_ends[2], eval_ends[2];
    size_t count;
    enum pgnpack_status status = pgnpack_batch_range(numbers->batch, number, 1);
    while (status == PGNPACK_OK) {
        const struct pgnpack_columns columns = {
            .size = sizeof columns,
            .capacity = 1,
            .results = result,
            .clocks = {numbers->clocks, numbers->clock_capacity, clock_ends},
            .evals = {numbers->evals, numbers->eval_capacity, eval_ends}};
        status = pgnpack_batch_next(numbers->batch, &columns, &count);
        if (status != PGNPACK_ERROR_LIMIT)
            break;
        const size_t wanted = numbers->clock_capacity + 1;
        if (!GROW(numbers->clocks, numbers->clock_capacity, wanted) ||
            !GROW(numbers->evals, numbers->eval_capacity, wanted))
            return PGNPACK_ERROR_MEMORY;
        status = PGNPACK_OK;
    }
    *plies = status == PGNPACK_OK ? clock_ends[1] : 0;
    return status;
}

/* A find_take_function. */
static enum exit_status take_hits(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct numbers *numbers = opaque;
    struct report *report = numbers->report;
    for (size_t i = 0; i < count; i++) {
        struct game_numbers game = {.is_black = hits[i].as_black};
        uint8_t result;
        enum pgnpack_status status = read_game(numbers, hits[i].game, &result, &game.plies);
        if (status == PGNPACK_ERROR_MEMORY)
            return command_no_memory(report->run->context);
        if (status != PGNPACK_OK)
            return find_run_judge(report->run, &report->games, pgnpack_error(numbers->batch));
        game.clocks = numbers->clocks;
        game.evals = numbers->evals;
        count_game(numbers, &game, result);
    }
    return EXIT_FINE;
}

/* ---- Writing ---- */

/* A mean with its last digits behind a full stop: `unit` is 10 or 100. An empty cell where nothing is known. */
static void put_mean(struct view_text *page, uint64_t sum, uint64_t count, unsigned unit, const char *behind)
{
    const uint64_t mean = count != 0 ? (sum + count / 2) / count : 0;
    if (count == 0)
        view_text_string(page, "<td></td>");
    else
        view_text_print(page, "<td>%" PRIu64 ".%0*" PRIu64 "%s</td>", mean / unit, unit == 10 ? 1 : 2,
                        mean % unit, behind);
}

static void put_stage(struct view_text *page, const char *name, const struct stage_counts *stage)
{
    if (stage->moves == 0 && stage->clocks == 0)
        return;
    view_text_print(page, "<tr><th scope=\"row\">%s</th><td>", name);
    html_count(page, stage->moves);
    view_text_string(page, "</td>");
    put_mean(page, stage->loss, stage->moves, 100, "");
    put_mean(page, 1000 * stage->large_losses, stage->moves, 10, "&nbsp;%");
    put_mean(page, stage->left_permille, stage->clocks, 10, "&nbsp;%");
    view_text_string(page, "</tr>\n");
}

static void put_trouble(const struct numbers *numbers)
{
    struct view_text *page = numbers->report->page;
    if (numbers->games_with_clocks == 0)
        return;
    view_text_string(page, "<p>In time trouble, with less than a tenth of the clock of the first move, in ");
    html_count(page, numbers->games_in_trouble);
    view_text_string(page, " of ");
    html_count(page, numbers->games_with_clocks);
    view_text_string(page, " games with clocks");
    if (numbers->results_in_trouble != 0) {
        const uint64_t permille = (500 * numbers->points_in_trouble + numbers->results_in_trouble / 2) /
                                  numbers->results_in_trouble;
        view_text_print(page, ", which scored %" PRIu64 ".%" PRIu64 "&nbsp;%%", permille / 10, permille % 10);
    }
    view_text_string(page, ".</p>\n");
}

static void put_numbers(const struct numbers *numbers)
{
    static const char *const names[STAGE_COUNT] = {"to move 10", "11 to 20",   "21 to 30",
                                                   "31 to 40",   "from 41 on", "in time trouble"};
    struct view_text *page = numbers->report->page;
    uint64_t known = numbers->games_with_clocks;
    for (unsigned i = 0; i < STAGE_COUNT; i++)
        known += numbers->stages[i].moves;
    if (known == 0)
        return;
    report_heading(numbers->report, "Clocks and evaluations");
    put_trouble(numbers);
    view_text_string(page, "<table>\n<tr><th scope=\"col\" class=\"key\">the player's moves</th><th "
                           "scope=\"col\">evaluated</th><th scope=\"col\">mean loss, in pawns</th><th "
                           "scope=\"col\">two pawns or more</th><th scope=\"col\">time left</th></tr>\n");
    for (unsigned i = 0; i < STAGE_COUNT; i++)
        put_stage(page, names[i], &numbers->stages[i]);
    view_text_string(page, "</table>\n");
}

enum exit_status report_numbers(struct report *report)
{
    const struct pgnpack_batch_options options = {
        .size = sizeof options, .parts = PGNPACK_BATCH_RESULTS | PGNPACK_BATCH_CLOCKS | PGNPACK_BATCH_EVALS};
    struct numbers numbers = {.report = report};
    if (report->player == NULL)
        return EXIT_FINE;
    numbers.batch = pgnpack_batch_new(report->games.reader, &options);
    enum exit_status status = numbers.batch != NULL ? report_find(report, NULL, 0, take_hits, &numbers)
                                                    : command_no_memory(report->run->context);
    if (status == EXIT_FINE)
        put_numbers(&numbers);
    pgnpack_free(numbers.batch);
    free(numbers.clocks);
    free(numbers.evals);
    return status == EXIT_FINE ? report->page->status : status;
}
