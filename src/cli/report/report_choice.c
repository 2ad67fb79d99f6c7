#include "cli/report/report_choice.h"

#include <stdlib.h>

#include "cli/base/growth.h"
#include "cli/base/tag_text.h"
#include "cli/pages/html_cards.h"
#include "cli/report/game_row.h"

enum { ROWS = 512, LAST = 10, OTHERS = 5 };

/* What is looked at to choose. */
enum { WHITE_ELO, BLACK_ELO, DATE, TAGS };

struct candidate {
    uint64_t number;
    uint32_t date; /* as text_date() */
    unsigned elo;  /* of our opponent, or the mean of both; 0: not known */
    uint32_t plies;
    uint8_t is_won; /* by us; without us by anybody */
};

struct choice {
    struct report *report;
    struct pgnpack_batch *batch;
    struct candidate *candidates;
    size_t count, capacity;
    uint64_t numbers[ROWS];
    struct pgnpack_text values[TAGS][ROWS];
    uint32_t plies[ROWS];
    uint8_t results[ROWS];
    uint64_t chosen[LAST + 3 * OTHERS]; /* each once */
    size_t chosen_count;
};

/* ---- Candidates ---- */

static unsigned elo_of(const struct choice *choice, size_t row, int as_black)
{
    unsigned white = pgnpack_rating(choice->values[WHITE_ELO][row]);
    unsigned black = pgnpack_rating(choice->values[BLACK_ELO][row]);
    if (choice->report->player != NULL)
        return as_black ? white : black;
    return white != 0 && black != 0 ? (white + black) / 2 : 0;
}

static int is_won(const struct choice *choice, size_t row, int as_black)
{
    const unsigned result = choice->results[row];
    if (choice->report->player == NULL)
        return result == PGNPACK_RESULT_WHITE || result == PGNPACK_RESULT_BLACK;
    return result == (as_black ? PGNPACK_RESULT_BLACK : PGNPACK_RESULT_WHITE);
}

/* There is room. */
static void add_candidate(struct choice *choice, size_t row, int as_black)
{
    choice->candidates[choice->count++] =
        (struct candidate){.number = choice->numbers[row],
                           .date = text_date(choice->values[DATE][row]),
                           .elo = elo_of(choice, row, as_black),
                           .plies = choice->plies[row],
                           .is_won = (uint8_t)is_won(choice, row, as_black)};
}

static enum exit_status judge(struct choice *choice, enum pgnpack_status status)
{
    return status == PGNPACK_OK || status == PGNPACK_END
               ? EXIT_FINE
               : find_run_judge(choice->report->run, &choice->report->games, pgnpack_error(choice->batch));
}

/* A find_take_function. */
static enum exit_status take(void *opaque, const struct pgnpack_hit *hits, size_t count)
{
    struct choice *choice = opaque;
    struct pgnpack_text *views[TAGS];
    for (size_t i = 0; i < TAGS; i++)
        views[i] = choice->values[i];
    const struct pgnpack_columns columns = {.size = sizeof columns,
                                            .capacity = ROWS,
                                            .numbers = choice->numbers,
                                            .plies = choice->plies,
                                            .results = choice->results,
                                            .views = views};
    size_t rows, at = 0;
    if (!GROW(choice->candidates, choice->capacity, choice->count + count))
        return command_no_memory(choice->report->run->context);
    enum pgnpack_status status =
        pgnpack_batch_range(choice->batch, hits[0].game, hits[count - 1].game - hits[0].game + 1);
    while (status == PGNPACK_OK &&
           (status = pgnpack_batch_next(choice->batch, &columns, &rows)) == PGNPACK_OK)
        for (size_t row = 0; row < rows; row++) {
            while (at + 1 < count && hits[at].game < choice->numbers[row])
                at++;
            if (hits[at].game == choice->numbers[row])
                add_candidate(choice, row, hits[at].as_black);
        }
    return judge(choice, status);
}

/* ---- Choosing ---- */

static int compare_numbers(const struct candidate *a, const struct candidate *b)
{
    return (a->number > b->number) - (a->number < b->number);
}

static int by_date(const void *a, const void *b)
{
    const struct candidate *first = a, *second = b;
    return first->date != second->date ? (first->date < second->date ? 1 : -1) : compare_numbers(b, a);
}

static int by_elo(const void *a, const void *b)
{
    const struct candidate *first = a, *second = b;
    unsigned elo_a = first->is_won ? first->elo : 0, elo_b = second->is_won ? second->elo : 0;
    return elo_a != elo_b ? (elo_a < elo_b ? 1 : -1) : compare_numbers(a, b);
}

/* What is not won comes last. */
static int by_shortness(const void *a, const void *b)
{
    const struct candidate *first = a, *second = b;
    if (first->is_won != second->is_won)
        return second->is_won - first->is_won;
    return first->plies != second->plies ? (first->plies > second->plies ? 1 : -1) : compare_numbers(a, b);
}

static int by_length(const void *a, const void *b)
{
    const struct candidate *first = a, *second = b;
    return first->plies != second->plies ? (first->plies < second->plies ? 1 : -1) : compare_numbers(a, b);
}

static int is_of_date(const struct candidate *candidate)
{
    (void)candidate;
    return 1;
}

static int is_strong_win(const struct candidate *candidate)
{
    return candidate->is_won && candidate->elo != 0;
}

/* Games of no moves, and those that were not played, are no wins to look at. */
static int is_short_win(const struct candidate *candidate)
{
    enum { LEAST_PLIES = 7 };
    return candidate->is_won && candidate->plies >= LEAST_PLIES;
}

static int is_played(const struct candidate *candidate)
{
    return candidate->plies != 0;
}

static const struct group {
    const char *of_player, *of_all;
    size_t count;
    int (*compare)(const void *a, const void *b);
    int (*is_fit)(const struct candidate *candidate);
} groups[] = {{"Last games", "Last games", LAST, by_date, is_of_date},
              {"Wins against the strongest", "Decided games of the strongest", OTHERS, by_elo, is_strong_win},
              {"Shortest wins", "Shortest decided games", OTHERS, by_shortness, is_short_win},
              {"Longest games", "Longest games", OTHERS, by_length, is_played}};

static void choose(struct choice *choice, uint64_t number)
{
    for (size_t i = 0; i < choice->chosen_count; i++)
        if (choice->chosen[i] == number)
            return;
    choice->chosen[choice->chosen_count++] = number;
}

/* ---- Out ---- */

static void begin_group(const struct choice *choice, const struct group *group, const struct game_row *row)
{
    static const char *const names[GAME_ROW_TAGS] = {"date", "White", "Black", "event"};
    report_heading(choice->report, choice->report->player != NULL ? group->of_player : group->of_all);
    game_row_head(row, names);
}

static enum exit_status put_group(struct choice *choice, const struct group *group, struct game_row *row)
{
    enum exit_status status = EXIT_FINE;
    size_t count = 0;
    qsort(choice->candidates, choice->count, sizeof *choice->candidates, group->compare);
    for (size_t i = 0; i < choice->count && count < group->count && status == EXIT_FINE; i++) {
        if (!group->is_fit(&choice->candidates[i]))
            continue;
        if (count++ == 0)
            begin_group(choice, group, row);
        choose(choice, choice->candidates[i].number);
        enum pgnpack_status read = game_row_go_to(row, choice->candidates[i].number);
        status = game_row_judge(row, read);
        if (read == PGNPACK_OK)
            game_row_put(row);
    }
    if (count != 0)
        view_text_string(choice->report->page, "</table>\n");
    return status;
}

static enum exit_status put_groups(struct choice *choice)
{
    static const char *const tags[GAME_ROW_TAGS] = {"Date", "White", "Black", "Event"};
    struct game_row row;
    enum exit_status status = game_row_start(&row, choice->report, tags);
    if (status != EXIT_FINE)
        return status;
    for (size_t i = 0; i < sizeof groups / sizeof groups[0] && status == EXIT_FINE; i++)
        status = put_group(choice, &groups[i], &row);
    game_row_end(&row);
    return status;
}

static enum exit_status put_cards(struct choice *choice)
{
    struct report *report = choice->report;
    struct html_cards *cards = html_cards_new(report->page, report->games.reader);
    enum exit_status status = EXIT_FINE;
    if (cards == NULL)
        return command_no_memory(report->run->context);
    report_heading(report, "These games");
    html_cards_begin_part(report->page);
    for (size_t i = 0; i < choice->chosen_count && status == EXIT_FINE; i++) {
        const struct pgnpack_hit hit = {.game = choice->chosen[i]};
        if (html_cards_put(cards, "", &hit, 0) != PGNPACK_OK)
            status = find_run_judge(report->run, &report->games, html_cards_error(cards));
    }
    html_cards_end_part(report->page);
    html_cards_free(cards);
    return status;
}

enum exit_status report_choice(struct report *report)
{
    static const char *const tags[TAGS] = {"WhiteElo", "BlackElo", "Date"};
    const struct pgnpack_batch_options options = {.size = sizeof options,
                                                  .tags = tags,
                                                  .tag_count = TAGS,
                                                  .parts = PGNPACK_BATCH_PLIES | PGNPACK_BATCH_RESULTS};
    struct choice *choice = calloc(1, sizeof *choice);
    if (choice == NULL)
        return command_no_memory(report->run->context);
    choice->report = report;
    choice->batch = pgnpack_batch_new(report->games.reader, &options);
    enum exit_status status = choice->batch != NULL ? report_find(report, NULL, 0, take, choice)
                                                    : command_no_memory(report->run->context);
    if (status == EXIT_FINE)
        status = put_groups(choice);
    if (status == EXIT_FINE && choice->chosen_count != 0)
        status = put_cards(choice);
    pgnpack_free(choice->batch);
    free(choice->candidates);
    free(choice);
    return status;
}
