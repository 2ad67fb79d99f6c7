#include "lib/search/search_written.h"

#include "comments/comment_clock.h"
#include "game/tag_value.h"
#include "lib/rows/comment_commands.h"
#include "pgnpack.h"
#include "search/text/text_fold.h"

void search_written_init(struct search_written *written, struct memory *memory)
{
    *written = (struct search_written){.asks = 0};
    buffer_init(&written->folded, memory);
}

void search_written_free(struct search_written *written)
{
    struct memory *memory = written->folded.memory;
    memory_release(memory, written->nags, written->nag_capacity * sizeof *written->nags);
    memory_release(memory, written->comments, written->comment_capacity * sizeof *written->comments);
    buffer_free(&written->folded);
    search_written_init(written, memory);
}

/* What the mover gets for each half-move: of time controls such as "300+3", and no others. */
static int32_t increment_of(const struct game *game)
{
    const struct game_tag *tag = game_find_tag(game, COMMENT_CLOCK_TAG);
    if (tag == NULL)
        return PGNPACK_NO_CLOCK;
    const struct comment_clock clock = comment_clock_of(tag->value);
    return clock.base == 0 && clock.increment == 0 ? PGNPACK_NO_CLOCK : (int32_t)clock.increment * 1000;
}

void search_written_start(struct search_written *written, const struct game *game,
                          struct written_trail *trail)
{
    written->lacks = written->asks & (WRITTEN_NO_CLOCKS | WRITTEN_NO_EVALS);
    written->increment = written->asks & WRITTEN_SPENT ? increment_of(game) : PGNPACK_NO_CLOCK;
    *trail = (struct written_trail){{PGNPACK_NO_CLOCK, PGNPACK_NO_CLOCK}, PGNPACK_NO_EVAL};
}

/* ---- Elements ---- */

size_t game_variation_end(const struct game *game, size_t i)
{
    unsigned depth = 0;
    for (; i < game->item_count; i++) {
        depth += game->items[i].kind == ITEM_VARIATION_BEGIN;
        depth -= game->items[i].kind == ITEM_VARIATION_END;
        if (depth == 0)
            return i;
    }
    return game->item_count;
}

static void add_nag(struct search_written *to, uint16_t nag)
{
    struct written *written = &to->written;
    written->things |= WRITTEN_NAG;
    if (MEMORY_GROW(to->folded.memory, to->nags, to->nag_capacity, written->nag_count + 1))
        to->nags[written->nag_count++] = nag;
}

/* The comment without commands, folded, behind those before it; its size is 0 where nothing is left. */
static struct written_comment fold(struct buffer *folded, struct text comment)
{
    struct written_comment text = {folded->size, 0};
    size_t from = 0, at = 0, command;
    if (comment.size == 0 || !buffer_reserve(folded, text_fold_size_max(comment.size)))
        return text;
    do {
        command = command_next(comment, &at);
        const size_t end = command != 0 ? at : comment.size;
        folded->size +=
            text_fold((struct text){comment.data + from, end - from}, (char *)folded->data + folded->size);
        from = at += command;
    } while (command != 0);
    while (text.start < folded->size && folded->data[text.start] == ' ')
        text.start++;
    text.size = folded->size - text.start;
    while (text.size != 0 && folded->data[text.start + text.size - 1] == ' ')
        text.size--;
    return text;
}

static void add_comment(struct search_written *to, struct text comment)
{
    struct written *written = &to->written;
    const struct written_comment text = fold(&to->folded, comment);
    if (text.size == 0 ||
        !MEMORY_GROW(to->folded.memory, to->comments, to->comment_capacity, written->comment_count + 1))
        return;
    written->things |= WRITTEN_COMMENT;
    to->comments[written->comment_count++] = text;
}

/* The first number of each kind counts. */
static void note_numbers(struct search_written *to, struct text comment)
{
    struct written *written = &to->written;
    if ((to->asks & (WRITTEN_CLOCK | WRITTEN_SPENT)) != 0 && written->clock == PGNPACK_NO_CLOCK)
        written->clock = command_clock(comment);
    if ((to->asks & WRITTEN_SPENT) != 0 && written->spent == PGNPACK_NO_CLOCK)
        written->spent = command_spent(comment);
    if ((to->asks & WRITTEN_EVAL) != 0 && written->eval == PGNPACK_NO_EVAL)
        written->eval = command_eval(comment);
}

static void read_item(struct search_written *to, const struct game *game, const struct game_item *item)
{
    const int is_comment = item->kind == ITEM_COMMENT || item->kind == ITEM_LINE_COMMENT;
    if ((item->kind == ITEM_NAG || item->kind == ITEM_SUFFIX) && (to->asks & WRITTEN_NAG) != 0)
        add_nag(to, item->value);
    else if (item->kind == ITEM_VARIATION_BEGIN)
        to->written.things |= WRITTEN_VARIATION;
    if (item->kind == ITEM_COMMENT && (item->place & ITEM_AFTER_RESULT) == 0)
        note_numbers(to, game_item_text(game, item));
    if (is_comment && (to->asks & WRITTEN_COMMENT) != 0)
        add_comment(to, game_item_text(game, item));
}

/* ---- Half-moves ---- */

/* Numbers that depend on the half-moves before; these are one more now. */
static void go_on(struct search_written *to, int is_ply, struct written_trail *trail)
{
    struct written *written = &to->written;
    written->eval_before = is_ply ? trail->eval : PGNPACK_NO_EVAL;
    if (is_ply && written->clock != PGNPACK_NO_CLOCK && trail->clocks[1] != PGNPACK_NO_CLOCK &&
        to->increment != PGNPACK_NO_CLOCK) {
        const int64_t spent = (int64_t)trail->clocks[1] + to->increment - written->clock;
        if (spent >= 0)
            written->spent = spent < PGNPACK_CLOCK_MAX ? (int32_t)spent : PGNPACK_CLOCK_MAX;
    }
    if (is_ply) {
        trail->clocks[1] = trail->clocks[0];
        trail->clocks[0] = written->clock;
    }
    trail->eval = written->eval;
    if (written->clock != PGNPACK_NO_CLOCK || written->spent != PGNPACK_NO_CLOCK)
        to->lacks &= ~(unsigned)WRITTEN_NO_CLOCKS;
    if (written->eval != PGNPACK_NO_EVAL)
        to->lacks &= ~(unsigned)WRITTEN_NO_EVALS;
    written->things |= written->clock != PGNPACK_NO_CLOCK ? WRITTEN_CLOCK : 0;
    written->things |= written->eval != PGNPACK_NO_EVAL ? WRITTEN_EVAL : 0;
}

void search_written_read(struct search_written *to, const struct game *game, size_t start, size_t ply,
                         struct written_trail *trail)
{
    to->written = (struct written){.clock = PGNPACK_NO_CLOCK,
                                   .spent = PGNPACK_NO_CLOCK,
                                   .eval = PGNPACK_NO_EVAL,
                                   .eval_before = PGNPACK_NO_EVAL};
    buffer_clear(&to->folded);
    for (size_t i = start; i < game->item_count; i++) {
        const struct game_item *item = &game->items[i];
        if (i == ply)
            continue;
        if (item_kind_is_ply(item->kind) || item->kind == ITEM_VARIATION_END)
            break;
        read_item(to, game, item);
        if (item->kind == ITEM_VARIATION_BEGIN)
            i = game_variation_end(game, i);
    }
    to->written.nags = to->nags;
    to->written.comments = to->comments;
    to->written.folded = (const char *)to->folded.data;
    go_on(to, ply != SIZE_MAX, trail);
}
