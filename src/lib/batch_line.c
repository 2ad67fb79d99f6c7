#include "lib/batch_line.h"

#include "chess/drop.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "chess/san.h"
#include "lib/comment_commands.h"
#include "pgnpack.h"

void batch_line_init(struct batch_line *line, struct memory *memory)
{
    struct buffer *const buffers[] = {&line->moves, &line->san, &line->uci, &line->clocks, &line->evals};
    line->parts = 0;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        buffer_init(buffers[i], memory);
}

void batch_line_free(struct batch_line *line)
{
    struct memory *memory = line->moves.memory;
    struct buffer *const buffers[] = {&line->moves, &line->san, &line->uci, &line->clocks, &line->evals};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        buffer_free(buffers[i]);
    batch_line_init(line, memory);
}

/* Behind a space, if it is not the first. */
static void add_word(struct buffer *words, const char *word, size_t size)
{
    if (!buffer_reserve(words, size + 1))
        return;
    if (words->size != 0)
        words->data[words->size++] = ' ';
    memcpy(words->data + words->size, word, size);
    words->size += size;
}

static void add_number(struct buffer *numbers, int32_t number)
{
    buffer_append(numbers, &number, sizeof number);
}

/* Of a ply, before its comments. */
static void add_no_numbers(struct batch_line *line)
{
    if (line->parts & PGNPACK_BATCH_CLOCKS)
        add_number(&line->clocks, PGNPACK_NO_CLOCK);
    if (line->parts & PGNPACK_BATCH_EVALS)
        add_number(&line->evals, PGNPACK_NO_EVAL);
}

static void add_ply(struct batch_line *line, const struct game *game, const struct game_item *item,
                    int chess960)
{
    char uci[SAN_SIZE_MAX] = "0000";
    struct text san = item->kind == ITEM_NULL_MOVE ? text_of("--") : game_item_text(game, item);
    uint16_t value = item->kind == ITEM_NULL_MOVE ? 0 : item->value;
    if (line->parts & PGNPACK_BATCH_MOVES)
        buffer_append(&line->moves, &value, sizeof value);
    if (line->parts & PGNPACK_BATCH_SAN)
        add_word(&line->san, san.data, san.size);
    if (line->parts & PGNPACK_BATCH_UCI) {
        size_t size = item->kind == ITEM_MOVE   ? uci_write(value, chess960, uci)
                      : item->kind == ITEM_DROP ? drop_write(value, uci)
                                                : 4;
        add_word(&line->uci, uci, size);
    }
    add_no_numbers(line);
}

/* What stands in `words` after the last one is overwritten, or says nothing. */
static void add_sans(struct buffer *words, const struct san_text *sans, size_t count)
{
    if (!buffer_reserve(words, count * (1 + SAN_TEXT_SIZE)))
        return;
    uint8_t *to = words->data + words->size;
    for (size_t i = 0; i < count; i++) {
        *to = ' ';
        to += to != words->data;
        memcpy(to, sans[i].text, SAN_TEXT_SIZE);
        to += sans[i].size;
    }
    words->size = (size_t)(to - words->data);
}

/* Moves of which nothing but their SAN is asked for. */
static void add_run(struct batch_line *line, const struct game *game, const struct game_item *item)
{
    const struct san_text *sans = (const struct san_text *)(const void *)game_item_text(game, item).data;
    if (line->parts & PGNPACK_BATCH_SAN)
        add_sans(&line->san, sans, item->value);
    if (line->parts & (PGNPACK_BATCH_CLOCKS | PGNPACK_BATCH_EVALS))
        for (unsigned i = 0; i < item->value; i++)
            add_no_numbers(line);
}

/* The last number becomes what the comment says, unless one before said something. */
static void note(struct buffer *numbers, int32_t none, int32_t said)
{
    if (numbers->size == 0 || buffer_failed(numbers))
        return;
    uint8_t *last = numbers->data + numbers->size - sizeof said;
    int32_t before;
    memcpy(&before, last, sizeof before);
    if (before == none)
        memcpy(last, &said, sizeof said);
}

static void add_comment(struct batch_line *line, struct text comment)
{
    if (line->parts & PGNPACK_BATCH_CLOCKS)
        note(&line->clocks, PGNPACK_NO_CLOCK, command_clock(comment));
    if (line->parts & PGNPACK_BATCH_EVALS)
        note(&line->evals, PGNPACK_NO_EVAL, command_eval(comment));
}

static int failed(const struct batch_line *line)
{
    return buffer_failed(&line->moves) || buffer_failed(&line->san) || buffer_failed(&line->uci) ||
           buffer_failed(&line->clocks) || buffer_failed(&line->evals);
}

int batch_line_set(struct batch_line *line, const struct game *game)
{
    struct buffer *const buffers[] = {&line->moves, &line->san, &line->uci, &line->clocks, &line->evals};
    int chess960 = game->has_start && position_is_chess960(&game->start);
    unsigned depth = 0;
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        buffer_clear(buffers[i]);
    for (size_t i = 0; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        depth += item->kind == ITEM_VARIATION_BEGIN;
        depth -= item->kind == ITEM_VARIATION_END;
        if (depth != 0)
            continue;
        if (item->kind == ITEM_MOVE_RUN)
            add_run(line, game, item);
        else if (item_kind_is_ply(item->kind))
            add_ply(line, game, item, chess960);
        else if (item->kind == ITEM_COMMENT && (item->place & ITEM_AFTER_RESULT) == 0)
            add_comment(line, game_item_text(game, item));
    }
    return !failed(line);
}
