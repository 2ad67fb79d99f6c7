#include "lib/query/query_board.h"

#include <string.h>

#include "search/conditions/men_text.h"
#include "search/conditions/square_text.h"

enum pgnpack_status query_board_add(struct pgnpack_query *query, struct board_condition *condition)
{
    size_t step_count = query->steps.count;
    struct query_step *step = query_steps_last(&query->steps, &query->memory);
    condition->negated = (uint8_t)query->negates;
    if (step == NULL || !query_step_add(step, condition, &query->memory)) {
        query->steps.count = step_count; /* a step that was made for it has nothing yet */
        board_condition_free(condition, &query->memory);
        return error_no_memory(&query->error);
    }
    query->negates = 0;
    return PGNPACK_OK;
}

static enum pgnpack_status refuse(struct pgnpack_query *query, const char *cause)
{
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "%s", cause);
}

/* The condition is the query's if its text was read, or goes. */
static enum pgnpack_status add_read(struct pgnpack_query *query, struct board_condition *condition,
                                    int is_read)
{
    if (is_read)
        return query_board_add(query, condition);
    board_condition_free(condition, &query->memory);
    return query->error.status;
}

/* ---- Men ---- */

enum { MEN_ALTERNATIVES_MAX = 32 };

typedef int (*read_men)(struct text text, struct men_tests *tests, struct error *error);

static size_t count_alternatives(const char *value)
{
    size_t count = 1;
    for (; *value != '\0'; value++)
        count += *value == '|';
    return count;
}

/* Without the blanks around it: in a board's rows they are squares. */
static struct text strip(struct text text)
{
    while (text.size != 0 && text.data[0] == ' ')
        text = (struct text){text.data + 1, text.size - 1};
    while (text.size != 0 && text.data[text.size - 1] == ' ')
        text.size--;
    return text;
}

/* An empty one is what no reading function takes. */
static int read_alternatives(struct text rest, struct men_choice *choice, read_men read, struct error *error)
{
    for (size_t i = 0; i < choice->count; i++) {
        const struct text alternative = rest.size == 0 ? rest : alternative_take(&rest);
        if (!read(strip(alternative), &choice->alternatives[i], error))
            return 0;
    }
    return 1;
}

static enum pgnpack_status add_men(struct pgnpack_query *query, const char *value, read_men read)
{
    struct board_condition condition = {0};
    const size_t count = count_alternatives(value);
    if (count > MEN_ALTERNATIVES_MAX)
        return refuse(query, "a condition has 32 alternatives at most");
    if (count > 1) {
        struct men_choice *choice = board_condition_make_choice(&condition, count, &query->memory);
        if (choice == NULL)
            return error_no_memory(&query->error);
        return add_read(query, &condition, read_alternatives(text_of(value), choice, read, &query->error));
    }
    struct men_tests *tests = board_condition_make_men(&condition, &query->memory);
    if (tests == NULL)
        return error_no_memory(&query->error);
    return add_read(query, &condition, read(text_of(value), tests, &query->error));
}

enum pgnpack_status query_board_material(struct pgnpack_query *query, const char *value)
{
    return add_men(query, value, material_read);
}

enum pgnpack_status query_board_pawns(struct pgnpack_query *query, const char *value)
{
    return add_men(query, value, pawns_read);
}

enum pgnpack_status query_board_pattern(struct pgnpack_query *query, const char *value)
{
    return add_men(query, value, pattern_read);
}

enum pgnpack_status query_board_balance(struct pgnpack_query *query, const char *value)
{
    return add_men(query, value, balance_read);
}

/* ---- What they do to each other ---- */

static enum pgnpack_status add_relation(struct pgnpack_query *query, const char *value,
                                        int (*read)(struct text text, struct relation_test *relation,
                                                    struct error *error))
{
    struct board_condition condition = {0};
    struct relation_test *relation = board_condition_make_relation(&condition, &query->memory);
    if (relation == NULL)
        return error_no_memory(&query->error);
    return add_read(query, &condition, read(text_of(value), relation, &query->error));
}

enum pgnpack_status query_board_attack(struct pgnpack_query *query, const char *value)
{
    return add_relation(query, value, attack_read);
}

enum pgnpack_status query_board_hanging(struct pgnpack_query *query, const char *value)
{
    return add_relation(query, value, hanging_read);
}

/* ---- Moves ---- */

static enum pgnpack_status check_followed(struct pgnpack_query *query,
                                          const struct board_condition *condition)
{
    const struct query_steps *steps = &query->steps;
    if (board_condition_is_followed(condition) && steps->count != 0 &&
        steps->steps[steps->count - 1].manoeuvre_count == STEP_MANOEUVRES_MAX)
        return refuse(query,
                      "more than four manoeuvres or rows of moves cannot end in one position: put \"then\" "
                      "between them");
    return PGNPACK_OK;
}

/* One move or manoeuvre, or several half-moves in a row. Returns 0 where the text is not understood, or there is no memory. */
static int read_moves(struct pgnpack_query *query, struct text text, struct board_condition *condition)
{
    if (move_row_is_meant(text)) {
        struct move_row *row = board_condition_make_row(condition, &query->memory);
        if (row != NULL)
            return move_row_read(text, row, &query->error);
        error_no_memory(&query->error);
        return 0;
    }
    struct move_pattern *moves = board_condition_make_moves(condition, &query->memory);
    if (moves == NULL) {
        error_no_memory(&query->error);
        return 0;
    }
    int is_read = move_pattern_read(text, moves, &query->error);
    if (moves->square_count != 0)
        condition->kind = BOARD_MANOEUVRE;
    return is_read;
}

enum pgnpack_status query_board_move(struct pgnpack_query *query, const char *value)
{
    struct board_condition condition = {0};
    return add_read(query, &condition,
                    read_moves(query, text_of(value), &condition) &&
                        check_followed(query, &condition) == PGNPACK_OK);
}

/* ---- What was written and measured ---- */

static enum pgnpack_status add_written(struct pgnpack_query *query, const char *value,
                                       int (*read)(struct text text, struct written_test *test,
                                                   struct error *error))
{
    struct board_condition condition = {0};
    struct written_test *test = board_condition_make_written(&condition, &query->memory);
    if (test == NULL)
        return error_no_memory(&query->error);
    return add_read(query, &condition, read(text_of(value), test, &query->error));
}

enum pgnpack_status query_board_clock(struct pgnpack_query *query, const char *value)
{
    return add_written(query, value, written_clock_read);
}

enum pgnpack_status query_board_spent(struct pgnpack_query *query, const char *value)
{
    return add_written(query, value, written_spent_read);
}

enum pgnpack_status query_board_eval(struct pgnpack_query *query, const char *value)
{
    return add_written(query, value, written_eval_read);
}

enum pgnpack_status query_board_swing(struct pgnpack_query *query, const char *value)
{
    return add_written(query, value, written_swing_read);
}

enum pgnpack_status query_board_nag(struct pgnpack_query *query, const char *value)
{
    return add_written(query, value, written_nag_read);
}

enum pgnpack_status query_board_comment(struct pgnpack_query *query, const char *value)
{
    return add_written(query, value, written_comment_read);
}

enum pgnpack_status query_board_has(struct pgnpack_query *query, const char *value)
{
    return add_written(query, value, written_has_read);
}

/* ---- Turns, numbers, the end ---- */

enum pgnpack_status query_board_side(struct pgnpack_query *query, const char *value)
{
    struct board_condition condition = {.kind = BOARD_SIDE};
    condition.of.side = strcmp(value, "black") == 0 || strcmp(value, "them") == 0;
    if (!condition.of.side && strcmp(value, "white") != 0 && strcmp(value, "us") != 0)
        return refuse(query, "the side to move is \"white\" or \"us\", or \"black\" or \"them\"");
    return query_board_add(query, &condition);
}

static enum pgnpack_status add_range(struct pgnpack_query *query, const char *value,
                                     enum board_condition_kind kind)
{
    struct board_condition condition;
    struct number_ranges *ranges = board_condition_make_ranges(&condition, (uint8_t)kind, &query->memory);
    if (ranges == NULL)
        return error_no_memory(&query->error);
    const char *trouble = number_ranges_parse(ranges, text_of(value), NUMBER_PLAIN);
    if (trouble == NULL)
        return query_board_add(query, &condition);
    board_condition_free(&condition, &query->memory);
    return error_set(&query->error, PGNPACK_ERROR_ARGUMENT, "\"%.60s\" is no range of numbers: %s", value,
                     trouble);
}

enum pgnpack_status query_board_ply(struct pgnpack_query *query, const char *value)
{
    return add_range(query, value, BOARD_PLY);
}

enum pgnpack_status query_board_number(struct pgnpack_query *query, const char *value)
{
    return add_range(query, value, BOARD_NUMBER);
}

static enum pgnpack_status add_plain(struct pgnpack_query *query, enum board_condition_kind kind)
{
    struct board_condition condition = {.kind = (uint8_t)kind};
    return query_board_add(query, &condition);
}

enum pgnpack_status query_board_check(struct pgnpack_query *query, const char *value)
{
    (void)value;
    return add_plain(query, BOARD_CHECK);
}

enum pgnpack_status query_board_mate(struct pgnpack_query *query, const char *value)
{
    (void)value;
    return add_plain(query, BOARD_MATE);
}

enum pgnpack_status query_board_stalemate(struct pgnpack_query *query, const char *value)
{
    (void)value;
    return add_plain(query, BOARD_STALEMATE);
}

enum pgnpack_status query_board_final(struct pgnpack_query *query, const char *value)
{
    (void)value;
    return add_plain(query, BOARD_IS_LAST);
}

/* ---- Of steps, and of all of them ---- */

enum { POSITIONS_MAX = 1000000 };

enum pgnpack_status query_board_for(struct pgnpack_query *query, const char *value)
{
    struct text_place place = text_place_of(text_of(value));
    uint32_t positions;
    if (query->steps.count == 0 || query->negates)
        return refuse(query, "\"for\" stands behind the conditions that shall hold so long");
    struct query_step *step = &query->steps.steps[query->steps.count - 1];
    if (step->positions_are_told)
        return refuse(
            query,
            "\"for\" is given twice for the same conditions: once is enough, or \"then\" between them");
    if (!number_read(&place, POSITIONS_MAX, &positions) || !place_is_end(&place) || positions == 0)
        return error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                         "\"%.60s\" is no number of half-moves: write one from 1 to %d", value,
                         POSITIONS_MAX);
    step->positions = positions;
    step->positions_are_told = 1;
    return PGNPACK_OK;
}

enum pgnpack_status query_board_times(struct pgnpack_query *query, const char *value)
{
    struct number_ranges ranges;
    if (query->steps.count == 0 || query->negates)
        return refuse(query, "\"times\" stands behind the conditions that are counted");
    struct query_step *step = &query->steps.steps[query->steps.count - 1];
    if (step->times != 0)
        return refuse(query, "\"times\" is given twice for the same conditions: once is enough, or \"then\" "
                             "between them");
    const char *trouble = number_ranges_parse(&ranges, text_of(value), NUMBER_PLAIN);
    for (uint32_t i = 0; i < ranges.count && trouble == NULL; i++)
        if (ranges.ranges[i].low > STEP_TIMES_MAX ||
            (ranges.ranges[i].high > STEP_TIMES_MAX && ranges.ranges[i].high != UINT32_MAX))
            trouble = "62 times is the most that is counted";
    if (trouble != NULL)
        return error_set(&query->error, PGNPACK_ERROR_ARGUMENT,
                         "\"%.60s\" is no number of times, such as 0, 2, 1-3 or 3-: %s", value, trouble);
    for (uint32_t i = 0; i <= STEP_TIMES_MAX + 1; i++)
        step->times |= (uint64_t)number_ranges_have(&ranges, i) << i;
    return PGNPACK_OK;
}

enum pgnpack_status query_board_either(struct pgnpack_query *query, const char *value)
{
    (void)value;
    query->steps.turns |= BOARD_REVERSED;
    query->steps.positions_are_reversed = 1;
    return PGNPACK_OK;
}

enum pgnpack_status query_board_mirrored(struct pgnpack_query *query, const char *value)
{
    (void)value;
    query->steps.turns |= BOARD_MIRRORED;
    return PGNPACK_OK;
}
