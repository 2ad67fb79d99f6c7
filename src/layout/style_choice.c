#include "layout/style_choice.h"

#include <string.h>

void style_chooser_init(struct style_chooser *chooser, struct memory *memory)
{
    chooser->style_count = 0; /* the styles themselves are large, and set when they are added */
    chooser->style_debt = 0;
    chooser->text_end = NULL;
    chooser->exceptions = NULL;
    chooser->exception_count = chooser->exception_capacity = 0;
    memset(&chooser->layout, 0, sizeof chooser->layout);
    chooser->memory = memory;
    source_slots_init(&chooser->slots, memory);
    style_learner_init(&chooser->learner, memory);
    buffer_init(&chooser->rendered, memory);
}

void style_chooser_free(struct style_chooser *chooser)
{
    memory_release(chooser->memory, chooser->exceptions,
                   chooser->exception_capacity * sizeof *chooser->exceptions);
    source_slots_free(&chooser->slots);
    style_learner_free(&chooser->learner);
    buffer_free(&chooser->rendered);
    style_chooser_init(chooser, chooser->memory);
}

void style_chooser_start(struct style_chooser *chooser, const char *text_end)
{
    chooser->style_count = 0;
    chooser->style_debt = 0;
    chooser->exception_count = 0;
    chooser->text_end = text_end;
}

/* For renders_exactly(): gives up at the first difference. Up to there, text and source stand at the same offset. */
static void stop_at_difference(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct style_chooser *chooser = opaque;
    struct text text = chooser->game->text;
    (void)slot;
    if (out->size > text.size ||
        memcmp(out->data + slot_start, text.data + slot_start, out->size - slot_start) != 0)
        chooser->layout.out_limit = 0;
}

static int renders_exactly(struct style_chooser *chooser, const struct style *style)
{
    struct buffer *rendered = &chooser->rendered;
    struct layout *layout = &chooser->layout;
    struct text text = chooser->game->text;
    buffer_clear(rendered);
    if (!buffer_reserve(rendered, text.size + LAYOUT_SLACK))
        return 0;
    layout->out_limit = text.size;
    layout->source = text.data;
    layout->source_size = (size_t)(chooser->text_end - text.data);
    layout_render(layout, style, chooser->game, rendered, stop_at_difference, chooser);
    layout->source = NULL;
    layout->kept = style;
    return layout->out_limit != 0 && rendered->size == text.size;
}

/* What an exception costs beside its text, about. */
enum { EXCEPTION_COST = 3 };

static char unspelled(struct text text, size_t *at)
{
    while (*at < text.size && strchr("+#=P", text.data[*at]) != NULL)
        ++*at;
    if (*at == text.size)
        return '\0';
    char c = text.data[(*at)++];
    return c == '0' ? 'O' : c;
}

/* Do two spellings of a move differ in what styles differ in, and in nothing else? */
static int is_spelling(struct text predicted, struct text source)
{
    size_t i = 0, j = 0;
    char c;
    do {
        c = unspelled(predicted, &i);
        if (c != unspelled(source, &j))
            return 0;
    } while (c != '\0');
    return 1;
}

/* Puts the source's text into a slot that renders otherwise, and notes the exception. */
static void settle_with_source(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct style_chooser *chooser = opaque;
    struct text source = source_slots_text(&chooser->slots, slot);
    size_t size = out->size - slot_start;
    if (size == source.size && memcmp(out->data + slot_start, source.data, size) == 0)
        return;
    if (!MEMORY_GROW(chooser->memory, chooser->exceptions, chooser->exception_capacity,
                     chooser->exception_count + 1)) {
        out->failed = 1;
        return;
    }
    chooser->exceptions[chooser->exception_count++] =
        (struct exception){slot, source, chooser->layout.previous, chooser->layout.next};
    struct text predicted = {(const char *)out->data + slot_start, size};
    int costs = slot % 2 == 0 || (layout_is_move(chooser->layout.next) && is_spelling(predicted, source));
    chooser->cost += costs ? EXCEPTION_COST + source.size : 0;
    out->size = slot_start;
    buffer_append(out, source.data, source.size);
    if (chooser->cost > chooser->cost_limit)
        chooser->layout.out_limit = 0;
}

/*
 * Renders the game under a style and gathers its exceptions; returns about how many bytes those of gaps and of
 * moves' spellings cost, or more than `limit` as soon as that is sure. Other tokens cost the same under every style.
 */
static size_t try_style(struct style_chooser *chooser, const struct style *style, size_t limit)
{
    chooser->exception_count = 0;
    chooser->cost = 0;
    chooser->cost_limit = limit;
    chooser->layout.out_limit = SIZE_MAX;
    chooser->layout.kept = NULL; /* styles change between trials */
    buffer_clear(&chooser->rendered);
    layout_render(&chooser->layout, style, chooser->game, &chooser->rendered, settle_with_source, chooser);
    return chooser->cost;
}

static struct text leading_space(const char *text, const char *end)
{
    const char *at = text;
    while (at < end && (*at == '\n' || *at == '\r' || *at == ' ' || *at == '\t'))
        at++;
    return (struct text){text, (size_t)(at - text)};
}

/* What games begin with: the first game of a file has nothing before it, so ask the one behind it. */
static struct text find_lead(const struct style_chooser *chooser)
{
    const char *end = chooser->text_end;
    struct text own = source_slots_text(&chooser->slots, 0);
    return own.size != 0 ? own : leading_space(chooser->game->text.data + chooser->game->text.size, end);
}

enum { TRIED_STYLES_MAX = 8 };

static unsigned tried_styles(const struct style_chooser *chooser)
{
    return chooser->style_count < TRIED_STYLES_MAX ? chooser->style_count : TRIED_STYLES_MAX;
}

/* Style number `style` was used last, for the pairs of classes that the present game has. */
static void use_style(struct style_chooser *chooser, uint8_t style)
{
    for (unsigned i = 0; i < LAYOUT_CLASS_COUNT; i++)
        chooser->used[style][i] |= chooser->pairs[i];
    uint8_t moved = style;
    for (unsigned i = 0; i < chooser->style_count; i++) {
        uint8_t before = chooser->recent_styles[i];
        chooser->recent_styles[i] = moved;
        moved = before;
        if (moved == style)
            break;
    }
}

/* A known style under which the game has no exceptions, those used lately first; -1: none. */
static int find_exact_style(struct style_chooser *chooser)
{
    for (unsigned i = 0; i < tried_styles(chooser); i++) {
        uint8_t style = chooser->recent_styles[i];
        if (renders_exactly(chooser, &chooser->styles[style]))
            return style;
    }
    return -1;
}

/* The known style with the fewest exceptions. */
static uint8_t find_known_style(struct style_chooser *chooser, size_t *cost_ret)
{
    uint8_t best = 0;
    *cost_ret = SIZE_MAX;
    for (unsigned i = 0; i < tried_styles(chooser) && *cost_ret != 0; i++) {
        uint8_t style = chooser->recent_styles[i];
        size_t cost = try_style(chooser, &chooser->styles[style], *cost_ret);
        if (cost < *cost_ret) {
            *cost_ret = cost;
            best = style;
        }
    }
    return best;
}

/* True if the game's exceptions are gaps of which the style knows nothing yet, at least one of them. */
static int meets_new_pairs(const struct style_chooser *chooser, unsigned style)
{
    for (size_t i = 0; i < chooser->exception_count; i++) {
        const struct exception *exception = &chooser->exceptions[i];
        if (exception->slot % 2 == 0 && !(chooser->used[style][exception->previous] >> exception->next & 1))
            return 1;
    }
    return 0;
}

/* Gives the style the templates of `learnt` for pairs that no game stored under it has: those games stay as they are. */
static void teach_new_pairs(struct style *style, const struct style *learnt,
                            const uint16_t used[LAYOUT_CLASS_COUNT])
{
    for (unsigned i = 0; i < LAYOUT_CLASS_COUNT; i++)
        for (unsigned j = 0; j < LAYOUT_CLASS_COUNT; j++) {
            const struct style_template *template = &learnt->templates[learnt->gaps[i][j]];
            int index = (used[i] >> j & 1) || learnt->gaps[i][j] == 0
                            ? -1
                            : style_add_template(style, template->text, template->size);
            if (index >= 0)
                style->gaps[i][j] = (uint8_t)index;
        }
}

/* Lets a known style learn from the present game, where that helps; returns the cost that remains. */
static size_t amend_style(struct style_chooser *chooser, unsigned style, const struct style *learnt,
                          size_t cost)
{
    struct style amended = chooser->styles[style];
    teach_new_pairs(&amended, learnt, chooser->used[style]);
    size_t amended_cost = try_style(chooser, &amended, cost);
    if (amended_cost >= cost)
        return cost;
    chooser->styles[style] = amended;
    return amended_cost;
}

/* The best style that any guess about the present game gives. Returns 0 when there is no memory. */
static int learn_style(struct style_chooser *chooser, struct style *learnt)
{
    struct text lead = find_lead(chooser);
    size_t best_cost = SIZE_MAX;
    for (unsigned guess = 0; guess < GUESS_COUNT; guess++) {
        struct style style;
        int consistent;
        if (!style_learn(&chooser->learner, chooser->game, chooser->layout.aside, &chooser->slots, lead,
                         (enum style_guess)guess, &style, &consistent))
            return 0;
        size_t cost = try_style(chooser, &style, best_cost);
        if (cost < best_cost) {
            best_cost = cost;
            *learnt = style;
        }
        if (consistent)
            break;
    }
    return 1;
}

static uint8_t add_style(struct style_chooser *chooser, const struct style *style)
{
    uint8_t number = (uint8_t)chooser->style_count++;
    chooser->styles[number] = *style;
    chooser->recent_styles[number] = number;
    memset(chooser->used[number], 0, sizeof chooser->used[number]);
    return number;
}

/*
 * The style under which the game has the fewest exceptions: one that the block knows already, perhaps taught, or
 * where what the known ones leave over has come to more than its description, a new one. Returns -1 when there is
 * no memory.
 */
static int find_best_style(struct style_chooser *chooser)
{
    const size_t style_cost =
        8 + 8 * (size_t)chooser->style_count; /* the more there are, the less one helps */
    struct style learnt;
    size_t cost;
    uint8_t best = find_known_style(chooser, &cost);
    int is_first = chooser->style_count == 0;
    if (cost != 0) {
        if (!is_first)
            try_style(chooser, &chooser->styles[best], SIZE_MAX);
        int may_teach = !is_first && meets_new_pairs(chooser, best);
        int may_add = chooser->style_count < BCGN_STYLE_COUNT_MAX;
        if ((may_teach || is_first || chooser->style_debt + cost >= style_cost) &&
            !learn_style(chooser, &learnt))
            return -1;
        if (may_teach)
            cost = amend_style(chooser, best, &learnt, cost);
        chooser->style_debt += is_first ? 0 : cost;
        if (is_first || (may_add && chooser->style_debt >= style_cost)) {
            chooser->style_debt = 0;
            if (is_first || try_style(chooser, &learnt, cost) < cost)
                best = add_style(chooser, &learnt);
        }
    }
    memset(chooser->pairs, 0, sizeof chooser->pairs);
    try_style(chooser, &chooser->styles[best], SIZE_MAX);
    return best;
}

int style_choose(struct style_chooser *chooser, const struct game *game, const struct game *source,
                 const char *aside)
{
    chooser->game = game;
    chooser->layout.aside = aside;
    chooser->layout.pairs = chooser->pairs;
    chooser->exception_count = 0;
    memset(chooser->pairs, 0, sizeof chooser->pairs);
    int style = find_exact_style(chooser);
    if (style < 0) {
        struct game as_stored = *source;
        as_stored.tag_count = game->tag_count;
        as_stored.item_count = game->item_count;
        as_stored.trouble = game->trouble;
        if (!source_slots_find(&chooser->slots, &as_stored))
            return -1;
        style = find_best_style(chooser);
    }
    if (style < 0 || buffer_failed(&chooser->rendered))
        return -1;
    use_style(chooser, (uint8_t)style);
    return style;
}
