#include "lib/search/search_numbers.h"

#include <string.h>

#include "comments/comment_field.h"
#include "container/sections/work_costs.h"
#include "lib/rows/comment_commands.h"
#include "pgnpack.h"
#include "shape/shape.h"
#include "util/decimal.h"

void search_numbers_init(struct search_numbers *numbers, struct memory *memory)
{
    *numbers = (struct search_numbers){.memory = memory};
}

static size_t starts_size(const struct search_numbers *numbers)
{
    return ((size_t)numbers->game_count + 1) * sizeof *numbers->starts;
}

static size_t numbers_size(const struct search_numbers *numbers)
{
    return (numbers->size + 1) * sizeof *numbers->clocks;
}

size_t search_numbers_memory(const struct search_numbers *numbers)
{
    return starts_size(numbers) + 2 * numbers_size(numbers) + numbers->game_count + 1;
}

void search_numbers_free(struct search_numbers *numbers)
{
    memory_release(numbers->memory, numbers->starts, starts_size(numbers));
    memory_release(numbers->memory, numbers->lacks, (size_t)numbers->game_count + 1);
    memory_release(numbers->memory, numbers->clocks, numbers_size(numbers));
    memory_release(numbers->memory, numbers->evals, numbers_size(numbers));
    search_numbers_init(numbers, numbers->memory);
}

/* ---- Where a template tells a number ---- */

enum told_way {
    TOLD_NOT,      /* there is no such command, or what it says is no number */
    TOLD_BY_FIELD, /* one of its fields is the number */
    TOLD_BY_TEXT   /* the comment has to be put together to know */
};

struct told {
    uint8_t way; /* enum told_way */
    uint8_t field, kind;
    uint8_t is_mate;
};

/* What of a template's literal is behind a command and the blanks that follow it; `data` NULL: it has no such command. */
static struct text behind_command(struct text literal, const char *command)
{
    const size_t size = strlen(command);
    for (size_t i = 0; i + size < literal.size; i++) {
        if (memcmp(literal.data + i, command, size) != 0 || !is_white_space(literal.data[i + size]))
            continue;
        struct text rest = {literal.data + i + size, literal.size - i - size};
        for (; rest.size != 0 && is_white_space(rest.data[0]); rest.size--)
            rest.data++;
        return rest;
    }
    return (struct text){NULL, 0};
}

/* Does what stands behind a command's field end it? */
static int ends_command(struct text literal)
{
    return literal.size != 0 &&
           (literal.data[0] == ']' || literal.data[0] == ',' || is_white_space(literal.data[0]));
}

static struct told told_by_field(uint8_t kind, size_t field, struct text before, struct text behind,
                                 int is_eval)
{
    const unsigned type = comment_field_type(kind), is_mate = is_eval && text_is(before, "#");
    const int is_whole = type == COMMENT_FIELD_TWO_DIGITS || comment_field_decimals(kind) == 0;
    const int fits = is_eval ? type == COMMENT_FIELD_NUMBER || type == COMMENT_FIELD_TWO_DIGITS
                             : type == COMMENT_FIELD_CLOCK;
    if (!fits || (before.size != 0 && !is_mate) || (is_mate && !is_whole) || !ends_command(behind))
        return (struct told){.way = TOLD_BY_TEXT};
    return (struct told){TOLD_BY_FIELD, (uint8_t)field, kind, (uint8_t)is_mate};
}

/* Of numbers' fields no command begins in one; in one of texts it might. */
static struct told told_by_template(const struct comment_decoder *comments,
                                    const struct comment_recipe *recipe, const char *command, int is_eval)
{
    const struct comment_part *parts = &comments->parts[recipe->first_part];
    for (size_t i = 0; i <= recipe->field_count; i++) {
        const struct text rest = behind_command(parts[i].literal, command);
        if (rest.data != NULL && i == recipe->field_count)
            return (struct told){.way = TOLD_BY_TEXT};
        const uint8_t kind = i < recipe->field_count ? comments->columns[parts[i].column].kind : 0;
        if (rest.data != NULL)
            return told_by_field(kind, i, rest, parts[i + 1].literal, is_eval);
        if (i < recipe->field_count && !comment_field_has_number(kind))
            return (struct told){.way = TOLD_BY_TEXT};
    }
    return (struct told){.way = TOLD_NOT};
}

/* As command_clock(). */
static int32_t clock_of(int64_t tenths)
{
    return tenths < PGNPACK_CLOCK_MAX / 100 ? (int32_t)tenths * 100 : PGNPACK_CLOCK_MAX;
}

/* As command_eval(). */
static int32_t eval_of(const struct told *told, int64_t number)
{
    enum { MATE_MAX = PGNPACK_EVAL_MATE - PGNPACK_EVAL_MAX - 1 };
    const unsigned decimals =
        comment_field_type(told->kind) == COMMENT_FIELD_NUMBER ? comment_field_decimals(told->kind) : 0;
    const int is_negative = number < 0;
    int64_t size = is_negative ? -number : number;
    if (told->is_mate)
        size = PGNPACK_EVAL_MATE - (size < MATE_MAX ? size : MATE_MAX);
    else if (decimals > 2)
        size /= (int64_t)powers_of_ten[decimals - 2];
    else
        size = size > PGNPACK_EVAL_MAX ? PGNPACK_EVAL_MAX : size * (int64_t)powers_of_ten[2 - decimals];
    if (!told->is_mate && size > PGNPACK_EVAL_MAX)
        size = PGNPACK_EVAL_MAX;
    return (int32_t)(is_negative ? -size : size);
}

/* ---- Comments ---- */

/* On its way through a block. */
struct reading {
    struct search_numbers *numbers;
    struct comment_decoder *comments;
    struct byte_source literals;
    struct told clocks[COMMENT_TEMPLATE_COUNT_MAX], evals[COMMENT_TEMPLATE_COUNT_MAX];
    struct shape_decoder shape;
    uint64_t work;
};

static void read_text(struct text comment, int32_t *clock, int32_t *eval)
{
    *clock = command_clock(comment);
    *eval = command_eval(comment);
}

/* By its template. Returns 0 where the columns are not in order. */
static int read_fields(struct reading *reading, uint8_t id, int32_t *clock, int32_t *eval)
{
    int64_t fields[COMMENT_FIELD_COUNT_MAX];
    const struct told *clocks = &reading->clocks[id - 1], *evals = &reading->evals[id - 1];
    if (!comment_decoder_next_numbers(reading->comments, fields))
        return 0;
    reading->work += (reading->comments->recipes[id - 1].field_count + 1) * WORK_COMMENT_BYTE;
    *clock = clocks->way == TOLD_BY_FIELD ? clock_of(fields[clocks->field]) : PGNPACK_NO_CLOCK;
    *eval = evals->way == TOLD_BY_FIELD ? eval_of(evals, fields[evals->field]) : PGNPACK_NO_EVAL;
    return 1;
}

/* The next comment of the block. Returns 0 where it is not in order, or there is no memory. */
static int read_comment(struct reading *reading, int32_t *clock, int32_t *eval)
{
    struct comment_decoder *comments = reading->comments;
    struct error trouble;
    if (comments == NULL) {
        const struct text literal = byte_source_until(&reading->literals, COMMENT_TEXT_END);
        reading->work += literal.size * WORK_COMMENT_BYTE;
        read_text(literal, clock, eval);
        return !reading->literals.failed;
    }
    const uint8_t id = byte_source_left(&comments->ids) != 0 ? comments->ids.at[0] : 0;
    if (id != 0 && id <= comments->recipe_count && reading->clocks[id - 1].way != TOLD_BY_TEXT &&
        reading->evals[id - 1].way != TOLD_BY_TEXT)
        return read_fields(reading, id, clock, eval);
    const struct comment_place nowhere = {.ply = 0};
    error_clear(&trouble);
    buffer_clear(&comments->text);
    if (comment_decoder_next(comments, &nowhere, &trouble) != PGNPACK_OK)
        return 0;
    reading->work += comments->text.size * WORK_COMMENT_BYTE;
    read_text((struct text){(const char *)comments->text.data, comments->text.size - 1}, clock, eval);
    return 1;
}

/* ---- Games ---- */

/* The first number of each kind behind a half-move counts. */
static void note(struct search_numbers *numbers, uint32_t game, uint32_t ply, int32_t clock, int32_t eval)
{
    const size_t place = (size_t)numbers->starts[game] + ply;
    if (numbers->clocks[place] == PGNPACK_NO_CLOCK)
        numbers->clocks[place] = clock;
    if (numbers->evals[place] == PGNPACK_NO_EVAL)
        numbers->evals[place] = eval;
    if (clock != PGNPACK_NO_CLOCK)
        numbers->lacks[game] &= (uint8_t)~WRITTEN_NO_CLOCKS;
    if (eval != PGNPACK_NO_EVAL)
        numbers->lacks[game] &= (uint8_t)~WRITTEN_NO_EVALS;
}

/* Returns 0 where the comments are not in order. */
static int read_game(struct reading *reading, const struct block_lines *lines, uint32_t game)
{
    uint32_t ply = 0;
    int is_noted = lines->kinds[game] == BLOCK_LINE_PLAIN; /* and before the result */
    for (;;) {
        const uint8_t kind = shape_decode(&reading->shape);
        int32_t clock, eval;
        if (kind >= BCGN_SHAPE_END)
            return kind == BCGN_SHAPE_END || kind == BCGN_SHAPE_BROKEN_END;
        ply += kind == ITEM_MOVE;
        if (kind == BCGN_SHAPE_RESULT)
            is_noted = 0;
        if (kind != ITEM_COMMENT)
            continue;
        if (!read_comment(reading, &clock, &eval))
            return 0;
        if (is_noted)
            note(reading->numbers, game, ply, clock, eval);
    }
}

static int allocate(struct search_numbers *numbers, const struct block_lines *lines)
{
    uint64_t size = 0;
    for (uint32_t i = 0; i < lines->game_count; i++)
        size += lines->kinds[i] == BLOCK_LINE_PLAIN ? lines->plies[i] + (uint64_t)1 : 0;
    numbers->game_count = lines->game_count;
    numbers->size = (size_t)size;
    if (size > UINT32_MAX)
        return 0;
    numbers->starts = memory_get(numbers->memory, starts_size(numbers));
    numbers->lacks = memory_get(numbers->memory, (size_t)numbers->game_count + 1);
    numbers->clocks = memory_get(numbers->memory, numbers_size(numbers));
    numbers->evals = memory_get(numbers->memory, numbers_size(numbers));
    if (numbers->starts == NULL || numbers->lacks == NULL || numbers->clocks == NULL ||
        numbers->evals == NULL)
        return 0;
    uint32_t start = 0;
    for (uint32_t i = 0; i < lines->game_count; i++) {
        numbers->starts[i] = start;
        start += lines->kinds[i] == BLOCK_LINE_PLAIN ? lines->plies[i] + 1 : 0;
    }
    numbers->starts[lines->game_count] = start;
    memset(numbers->lacks, WRITTEN_NO_CLOCKS | WRITTEN_NO_EVALS, numbers->game_count);
    for (size_t i = 0; i < numbers->size; i++) {
        numbers->clocks[i] = PGNPACK_NO_CLOCK;
        numbers->evals[i] = PGNPACK_NO_EVAL;
    }
    return 1;
}

enum pgnpack_status search_numbers_read(struct search_numbers *numbers, const struct block_lines *lines,
                                        struct byte_source runs, struct byte_source kinds,
                                        struct comment_decoder *comments, struct byte_source literals,
                                        struct work_count *work, struct error *error)
{
    struct reading reading = {.numbers = numbers, .comments = comments, .literals = literals};
    if (!allocate(numbers, lines))
        return error_no_memory(error);
    for (unsigned i = 0; comments != NULL && i < comments->recipe_count; i++) {
        reading.clocks[i] = told_by_template(comments, &comments->recipes[i], "[%clk", 0);
        reading.evals[i] = told_by_template(comments, &comments->recipes[i], "[%eval", 1);
    }
    shape_decode_start(&reading.shape, runs, kinds);
    for (uint32_t i = 0; i < lines->game_count; i++) {
        reading.work = 0;
        if (!read_game(&reading, lines, i))
            return error_set(error, PGNPACK_ERROR_CORRUPT, "a block's comments are not in order");
        if (work_spend(work, reading.work, error) != PGNPACK_OK)
            return error->status;
    }
    return PGNPACK_OK;
}

/* ---- Ruling out ---- */

/* Do all numbers that the step asks for hold behind some half-move? */
static int has_place(const struct search_numbers *numbers, uint32_t game, const struct query_step *step)
{
    const uint32_t end = numbers->starts[game + 1] - numbers->starts[game];
    struct position position = {.side = WHITE};
    struct written written;
    struct board_view view = {.position = &position, .written = &written};
    for (; view.ply < end; view.ply++, position.side ^= 1) {
        size_t i = 0;
        search_numbers_get(numbers, game, view.ply, &written);
        while (i < step->condition_count && (step->conditions[i].kind != BOARD_WRITTEN ||
                                             board_condition_holds(&step->conditions[i], &view)))
            i++;
        if (i == step->condition_count)
            return 1;
    }
    return 0;
}

int search_numbers_rule_out(const struct search_numbers *numbers, uint32_t game,
                            const struct query_steps *steps, unsigned left_out)
{
    for (size_t i = 0; i < steps->count; i++) {
        int can_be = steps->steps[i].asks == 0 || (steps->steps[i].times & 1) != 0;
        for (unsigned k = 0; k < steps->variants && !can_be; k++)
            can_be =
                (left_out >> k & 1) == 0 && has_place(numbers, game, &steps->steps[k * steps->count + i]);
        if (!can_be)
            return 1;
    }
    return 0;
}
