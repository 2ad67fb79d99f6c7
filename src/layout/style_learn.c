#include "layout/style_learn.h"

#include <string.h>

#include "util/decimal.h"

/* ---- Where the slots of a text are ---- */

void source_slots_init(struct source_slots *slots, struct memory *memory)
{
    *slots = (struct source_slots){.memory = memory};
}

void source_slots_free(struct source_slots *slots)
{
    memory_release(slots->memory, slots->bounds, slots->capacity * sizeof *slots->bounds);
    source_slots_init(slots, slots->memory);
}

static void add_token(struct source_slots *slots, size_t first, size_t behind)
{
    slots->bounds[2 * slots->token_count] = (uint32_t)first;
    slots->bounds[2 * slots->token_count + 1] = (uint32_t)behind;
    slots->token_count++;
}

static void add_tag(struct source_slots *slots, const struct game *game, const struct game_tag *tag)
{
    const char *first = tag->name.data;
    while (*first != '[')
        first--;
    const char *last = tag->value.data + tag->value.size;
    while (*last != ']')
        last++;
    add_token(slots, (size_t)(first - game->text.data), (size_t)(last + 1 - game->text.data));
}

static void add_item(struct source_slots *slots, const struct game *game, const struct game_item *item)
{
    size_t first = item->text_offset;
    size_t behind = first + item->text_size;
    if (item->kind == ITEM_COMMENT) {
        first--;
        behind += behind < game->text.size && game->text.data[behind] == '}';
    } else if (item->kind == ITEM_LINE_COMMENT || item->kind == ITEM_ESCAPE) {
        first--;
    }
    add_token(slots, first, behind);
}

int source_slots_find(struct source_slots *slots, const struct game *game)
{
    size_t token_limit = game->tag_count + game->item_count + 1;
    if (!MEMORY_GROW(slots->memory, slots->bounds, slots->capacity, 2 * token_limit))
        return 0;
    slots->token_count = 0;
    slots->text = game->text.data;
    slots->text_size = (uint32_t)game->text.size;
    for (size_t i = 0; i < game->tag_count; i++)
        add_tag(slots, game, &game->tags[i]);
    size_t result_place = game_result_place(game);
    for (size_t i = game_movetext_start(game);; i++) {
        if (i == result_place)
            add_token(slots, game->result_offset, game->result_offset + game->result_size);
        if (i >= game->item_count)
            return 1;
        add_item(slots, game, &game->items[i]);
    }
}

struct text source_slots_text(const struct source_slots *slots, uint64_t slot)
{
    size_t token = (size_t)(slot / 2);
    uint32_t first;
    uint32_t behind;
    if (slot % 2 == 1) {
        first = slots->bounds[2 * token];
        behind = slots->bounds[2 * token + 1];
    } else {
        first = token == 0 ? 0 : slots->bounds[2 * token - 1];
        behind = token == slots->token_count ? slots->text_size : slots->bounds[2 * token];
    }
    return (struct text){slots->text + first, behind - first};
}

void style_learner_init(struct style_learner *learner, struct memory *memory)
{
    memset(learner, 0, sizeof *learner);
    learner->memory = memory;
    buffer_init(&learner->scratch, memory);
}

void style_learner_free(struct style_learner *learner)
{
    memory_release(learner->memory, learner->records, learner->record_capacity * sizeof *learner->records);
    buffer_free(&learner->scratch);
    style_learner_init(learner, learner->memory);
}

/* ---- What the gaps look like ---- */

struct recorder {
    struct style_learner *learner;
    const struct source_slots *slots;
    size_t
        line_start; /* of the line in which the text so far ends: a search back at each gap would be quadratic */
};

/* `text` now stands at `offset`. */
static void note_line_start(struct recorder *recorder, struct text text, size_t offset)
{
    for (size_t i = text.size; i > 0; i--)
        if (text.data[i - 1] == '\n') {
            recorder->line_start = offset + i;
            return;
        }
}

static void record_gap(struct recorder *recorder, struct text text, size_t column)
{
    struct style_learner *learner = recorder->learner;
    const struct layout *layout = &learner->layout;
    if (!MEMORY_GROW(learner->memory, learner->records, learner->record_capacity,
                     learner->record_count + 1)) {
        learner->scratch.failed = 1;
        return;
    }
    struct gap_record *record = &learner->records[learner->record_count++];
    record->previous = layout->previous;
    record->next = layout->next;
    record->template = 0;
    record->fits = 0;
    record->digit_count = (uint8_t)decimal_write(layout->walk.ply / 2 + 1, record->digits);
    record->text = text;
    record->column = column;
    record->token_size = layout->token_size;
}

/* ---- How moves are spelled ---- */

static int has_byte(struct text text, char byte)
{
    return text.size != 0 && memchr(text.data, byte, text.size) != NULL;
}

static void count_spelling(struct spelling_count *count, int seen, int differs)
{
    count->seen += seen != 0;
    count->differing += seen && differs;
}

/* `san`: the canonical spelling of a move that the source spells `text`. */
static void record_spelling(struct style_learner *learner, struct text san, struct text text)
{
    struct spelling_count *counts = learner->spellings;
    int checks = has_byte(san, '+'), mates = has_byte(san, '#');
    int has_sign = has_byte(text, '+') || has_byte(text, '#');
    count_spelling(&counts[0], checks || mates, !has_sign);
    count_spelling(&counts[1], mates, has_byte(text, '+'));
    count_spelling(&counts[2], has_byte(san, '='), !has_byte(text, '='));
    count_spelling(&counts[3], has_byte(san, 'O'), has_byte(text, '0'));
    count_spelling(&counts[4], has_byte(san, 'P'), !has_byte(text, 'P'));
}

static uint8_t find_spelling(const struct style_learner *learner)
{
    unsigned spelling = 0;
    for (unsigned i = 0; i < SPELLING_COUNT; i++)
        if (learner->spellings[i].differing > learner->spellings[i].seen / 2)
            spelling |= 1u << i;
    return (uint8_t)spelling;
}

/* Puts the source's text in the place of each slot, and notes the gaps. */
static void record_slot(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start)
{
    struct recorder *recorder = opaque;
    struct text text = source_slots_text(recorder->slots, slot);
    if (slot % 2 == 0)
        record_gap(recorder, text, slot_start - recorder->line_start);
    else if (layout_is_move(recorder->learner->layout.next))
        record_spelling(recorder->learner,
                        (struct text){(const char *)out->data + slot_start, out->size - slot_start}, text);
    out->size = slot_start;
    buffer_append(out, text.data, text.size);
    note_line_start(recorder, text, slot_start);
}

/* ---- Templates ---- */

/*
 * The template that a gap would follow from: line ends become \n, the move's number STYLE_NUMBER and, where
 * `unwrap`, single line ends in the movetext become spaces. Returns its size, or -1 if there is none.
 */
static int normalise_gap(const struct gap_record *record, int crlf, int unwrap,
                         uint8_t out[STYLE_TEMPLATE_SIZE_MAX])
{
    const char *text = record->text.data;
    size_t size = record->text.size;
    int in_movetext = record->previous >= LAYOUT_WHITE_MOVE && record->next != LAYOUT_END;
    int number_is_due = record->next == LAYOUT_WHITE_MOVE || record->next == LAYOUT_BLACK_MOVE;
    int count = 0;
    for (size_t i = 0; i < size; i++) {
        uint8_t c = (uint8_t)text[i];
        if (count == STYLE_TEMPLATE_SIZE_MAX || c == STYLE_NUMBER)
            return -1;
        if (c == '\r' && crlf && i + 1 < size && text[i + 1] == '\n') {
            continue;
        } else if (c == '\n') {
            if (crlf && (i == 0 || text[i - 1] != '\r'))
                return -1;
            int is_single = (i + 1 == size || (text[i + 1] != '\n' && text[i + 1] != '\r')) &&
                            (count == 0 || out[count - 1] != '\n');
            out[count++] = unwrap && in_movetext && is_single ? ' ' : '\n';
        } else if (number_is_due && size - i >= record->digit_count &&
                   memcmp(text + i, record->digits, record->digit_count) == 0) {
            out[count++] = STYLE_NUMBER;
            i += record->digit_count - 1u;
            number_is_due = 0;
        } else {
            out[count++] = c;
        }
    }
    return count;
}

enum { CANDIDATE_MAX = 6 };

/* The commonest few templates of one pair of classes. */
struct candidates {
    uint32_t counts[CANDIDATE_MAX];
    uint8_t templates[CANDIDATE_MAX];
    unsigned count;
};

static void count_candidate(struct candidates *candidates, int template)
{
    for (unsigned i = 0; i < candidates->count; i++)
        if (candidates->templates[i] == template) {
            candidates->counts[i]++;
            return;
        }
    if (candidates->count < CANDIDATE_MAX) {
        candidates->templates[candidates->count] = (uint8_t) template;
        candidates->counts[candidates->count++] = 1;
    }
}

/* Every template that occurs goes into `all`; its place there into the record. */
static void find_templates(struct style_learner *learner, struct style *all, int unwrap,
                           struct candidates pairs[LAYOUT_CLASS_COUNT][LAYOUT_CLASS_COUNT])
{
    for (size_t i = 0; i < learner->record_count; i++) {
        struct gap_record *record = &learner->records[i];
        uint8_t template[STYLE_TEMPLATE_SIZE_MAX];
        int size = normalise_gap(record, all->crlf, unwrap, template);
        int index = size < 0 ? -1 : style_add_template(all, template, (size_t)size);
        record->fits = index >= 0;
        if (index < 0)
            continue;
        record->template = (uint8_t)index;
        count_candidate(&pairs[record->previous][record->next], index);
    }
}

static uint8_t commonest(const struct candidates *candidates)
{
    unsigned best = 0;
    for (unsigned i = 1; i < candidates->count; i++)
        if (candidates->counts[i] > candidates->counts[best])
            best = i;
    return candidates->templates[best];
}

/* Gives each pair of classes its commonest template; records of other templates no longer fit. */
static void choose_templates(struct style_learner *learner, const struct style *all, struct style *style,
                             struct candidates pairs[LAYOUT_CLASS_COUNT][LAYOUT_CLASS_COUNT])
{
    uint8_t chosen[LAYOUT_CLASS_COUNT][LAYOUT_CLASS_COUNT] = {{0}};
    for (unsigned i = 0; i < LAYOUT_CLASS_COUNT; i++)
        for (unsigned j = 0; j < LAYOUT_CLASS_COUNT; j++) {
            if (pairs[i][j].count == 0)
                continue;
            chosen[i][j] = commonest(&pairs[i][j]);
            const struct style_template *template = &all->templates[chosen[i][j]];
            int index = style_add_template(style, template->text, template->size);
            style->gaps[i][j] = (uint8_t)(index < 0 ? 0 : index);
        }
    for (size_t i = 0; i < learner->record_count; i++) {
        struct gap_record *record = &learner->records[i];
        if (record->fits && record->template != chosen[record->previous][record->next])
            record->fits = 0;
    }
}

/* ---- Wrapping ---- */

/* The widths under which a way of wrapping explains what was seen. */
struct width_range {
    size_t low;
    size_t high;
    unsigned breaks;
};

static void narrow(struct width_range *range, int broken, size_t low_if_not, size_t high_if_broken)
{
    if (broken) {
        range->breaks++;
        if (high_if_broken < range->high)
            range->high = high_if_broken;
    } else if (low_if_not > range->low) {
        range->low = low_if_not;
    }
}

static const struct width_range nothing_fits = {1, 0, 0};

/* One space of a template as it stands in a record's text. */
struct wrap_point {
    int broken;
    int before_number; /* the unit behind it holds the number */
    size_t column;
    size_t unit;
};

static void apply_point(struct width_range *range, enum layout_wrap wrap, const struct wrap_point *point)
{
    size_t one_line = point->column + 1 + point->unit;
    if (wrap == WRAP_BEHIND_COLUMN) {
        if (point->before_number)
            narrow(range, point->broken, point->column + 1, point->column);
        else if (point->broken)
            *range = nothing_fits;
    } else {
        narrow(range, point->broken, one_line, one_line - 1);
    }
}

/* Bytes of the unit behind place `i` of the template (see layout.h). */
static size_t measure_unit(const struct gap_record *record, const struct style_template *template, size_t i,
                           int *has_number_ret)
{
    size_t size = 0;
    *has_number_ret = 0;
    for (; i < template->size; i++) {
        uint8_t c = template->text[i];
        if (c == '\n' || c == ' ')
            return size;
        *has_number_ret |= c == STYLE_NUMBER;
        size += c == STYLE_NUMBER ? record->digit_count : 1u;
    }
    return size + record->token_size;
}

/* Walks template and text side by side. */
static void apply_record(struct width_range *range, enum layout_wrap wrap, const struct gap_record *record,
                         const struct style_template *template)
{
    struct text text = record->text;
    size_t at = 0;
    size_t column = record->column;
    for (size_t i = 0; i < template->size; i++) {
        uint8_t c = template->text[i];
        if (c == STYLE_NUMBER) {
            at += record->digit_count;
            column += record->digit_count;
            continue;
        }
        if (at >= text.size) /* odd line ends: a return without its feed */
            return;
        int broken = text.data[at] == '\r' || text.data[at] == '\n';
        if (c == ' ') {
            struct wrap_point point = {.broken = broken, .column = column};
            point.unit = measure_unit(record, template, i + 1, &point.before_number);
            apply_point(range, wrap, &point);
        }
        at += broken && text.data[at] == '\r' ? 2 : 1;
        column = broken ? 0 : column + 1;
    }
}

static struct width_range find_range(const struct style_learner *learner, const struct style *style,
                                     enum layout_wrap wrap)
{
    struct width_range range = {0, STYLE_WIDTH_MAX, 0};
    for (size_t i = 0; i < learner->record_count; i++) {
        const struct gap_record *record = &learner->records[i];
        if (!record->fits || record->previous < LAYOUT_WHITE_MOVE)
            continue;
        apply_record(&range, wrap, record, &style->templates[style->gaps[record->previous][record->next]]);
    }
    return range;
}

static size_t choose_width(const struct width_range *range)
{
    static const uint8_t usual[] = {79, 80, 78, 75, 72, 76, 77, 74, 73, 70, 255};
    for (size_t i = 0; i < sizeof usual; i++)
        if (range->low <= usual[i] && usual[i] <= range->high)
            return usual[i];
    return range->low;
}

/* Returns 0 when no way of wrapping explains every line end. */
static int choose_wrap(const struct style_learner *learner, struct style *style)
{
    for (unsigned wrap = WRAP_GREEDY; wrap <= WRAP_BEHIND_COLUMN; wrap++) {
        struct width_range range = find_range(learner, style, (enum layout_wrap)wrap);
        if (range.low > range.high)
            continue;
        style->wrap = (uint8_t)wrap;
        style->width = (uint32_t)choose_width(&range);
        return 1;
    }
    style->wrap = WRAP_GREEDY;
    style->width = 79;
    return 0;
}

static int is_crlf(const struct game *game)
{
    const char *line_end = memchr(game->text.data, '\n', game->text.size);
    return line_end != NULL && line_end > game->text.data && line_end[-1] == '\r';
}

/* True if some gap between moves holds one line end. */
static int is_wrapped(const struct style_learner *learner)
{
    for (size_t i = 0; i < learner->record_count; i++) {
        const struct gap_record *record = &learner->records[i];
        if (record->previous >= LAYOUT_WHITE_MOVE && record->next < LAYOUT_RESULT &&
            memchr(record->text.data, '\n', record->text.size) != NULL)
            return 1;
    }
    return 0;
}

int style_learn(struct style_learner *learner, const struct game *game, const char *aside,
                const struct source_slots *slots, struct text lead, enum style_guess guess,
                struct style *style, int *consistent_ret)
{
    struct candidates pairs[LAYOUT_CLASS_COUNT][LAYOUT_CLASS_COUNT];
    struct recorder recorder = {.learner = learner, .slots = slots};
    struct style all;
    memset(pairs, 0, sizeof pairs);
    style_init(&all);
    style_init(style);
    style->comment_words = guess == GUESS_WRAPPED_WORDS;
    learner->record_count = 0;
    memset(learner->spellings, 0, sizeof learner->spellings);
    buffer_clear(&learner->scratch);
    learner->layout.out_limit = SIZE_MAX;
    learner->layout.aside = aside;
    learner->layout.pairs = NULL;
    layout_render(&learner->layout, style, game, &learner->scratch, record_slot, &recorder);
    if (buffer_failed(&learner->scratch))
        return 0;
    all.crlf = style->crlf = (uint8_t)is_crlf(game);
    style->spelling = find_spelling(learner);
    if (learner->record_count != 0)
        learner->records[0].text = lead;
    int wrapped = guess != GUESS_LITERAL && is_wrapped(learner);
    find_templates(learner, &all, wrapped, pairs);
    choose_templates(learner, &all, style, pairs);
    *consistent_ret = wrapped ? choose_wrap(learner, style) : 1;
    if (!wrapped)
        style->comment_words = 0;
    return 1;
}
