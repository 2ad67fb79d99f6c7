#include "tags/write/tag_quote_choice.h"

#include <string.h>

#include "entropy/coding/code_tally.h"
#include "game/game.h"
#include "tags/write/tag_choice.h"
#include "util/xxh64.h"

enum {
    SAMPLES = 24,
    SAMPLE_SIZE_MAX = 255,
    QUOTED_COLUMNS_MAX = 64,
    CANDIDATES_MAX = 96,
    SEARCHES_MAX = 24, /* groups of a block */
    TEXTS_MIN = 6      /* different ones */
};

/* ---- Values of a game ---- */

static const struct tag_value *values_of_game(const struct tag_encoder *encoder, uint32_t game,
                                              size_t *count_ret)
{
    const struct tag_table *table = &encoder->table;
    *count_ret = table->game_starts[game + 1] - table->game_starts[game];
    return table->values + table->game_starts[game];
}

/* What a value can quote; `data` NULL: nothing. */
static struct text find_quoted(const struct tag_encoder *encoder, const struct tag_quote *quote,
                               const struct tag_value *value, uint16_t own, char room[TAG_QUOTED_SIZE_MAX])
{
    uint16_t column;
    size_t count;
    const struct tag_value *values = values_of_game(encoder, value->game, &count);
    if (!tag_quote_column(quote, encoder->columns, own, encoder->results[value->game], &column))
        return (struct text){NULL, 0};
    struct text text = tag_quote_find(values, count, column);
    if (text.data == NULL || quote->way == TAG_QUOTE_WHOLE)
        return text;
    size_t size = tag_quote_write(quote->way, text, room, TAG_QUOTED_SIZE_MAX);
    return (struct text){room, size};
}

static int is_of_word(char c)
{
    return is_letter(c) || is_digit(c) || (uint8_t)c >= 0x80;
}

/* Does the piece stand there, and end no word and no number in its middle? */
static int stands_at(struct text text, size_t at, struct text piece)
{
    size_t end = at + piece.size;
    if (piece.size == 0 || end > text.size || text.data[at] != piece.data[0] ||
        memcmp(text.data + at, piece.data, piece.size) != 0)
        return 0;
    if (at > 0 && is_of_word(text.data[at - 1]) && is_of_word(piece.data[0]))
        return 0;
    return end == text.size || !is_of_word(text.data[end]) || !is_of_word(piece.data[piece.size - 1]);
}

/* Where the piece stands for the first time; SIZE_MAX: nowhere. */
static size_t find_piece(struct text text, struct text piece)
{
    if (piece.data == NULL || piece.size == 0)
        return SIZE_MAX;
    for (size_t at = 0; at + piece.size <= text.size; at++) {
        const char *found = memchr(text.data + at, piece.data[0], text.size - piece.size + 1 - at);
        if (found == NULL)
            break;
        at = (size_t)(found - text.data);
        if (stands_at(text, at, piece))
            return at;
    }
    return SIZE_MAX;
}

/* ---- Candidates ---- */

/* A few values, of which what is quoted becomes zeros. */
struct sample {
    const struct tag_value *value;
    uint16_t own;
    uint8_t size;
    char text[SAMPLE_SIZE_MAX];
};

struct candidates {
    struct sample samples[SAMPLES];
    unsigned sample_count;
    struct tag_quote quotes[CANDIDATES_MAX];
    unsigned count;
};

/* Values all over the group, each unlike the one before. */
static void take_samples(const struct tag_encoder *encoder, const struct tag_group *group,
                         struct candidates *found)
{
    uint32_t last = TAG_NOWHERE;
    found->sample_count = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        const struct tag_item *item = &group->items[i * (group->count - 1) / (SAMPLES - 1)];
        const struct tag_value *value = &encoder->table.values[item->value];
        struct sample *sample = &found->samples[found->sample_count];
        if (item->text_id == last || value->text.size > SAMPLE_SIZE_MAX || value->text.size == 0)
            continue;
        last = item->text_id;
        *sample = (struct sample){
            .value = value, .own = group->members[item->member], .size = (uint8_t)value->text.size};
        memcpy(sample->text, value->text.data, value->text.size);
        found->sample_count++;
    }
}

/* Bytes of the samples that a quote stands for: all, and those that are not the same as the time before. */
struct weight {
    unsigned all, new;
};

/* Takes them out if that is asked for. */
static struct weight weigh(const struct tag_encoder *encoder, struct candidates *found,
                           const struct tag_quote *quote, int takes_out)
{
    enum { ENOUGH = 8 }; /* samples, for what is in none of them */
    struct weight weight = {0, 0};
    char last[TAG_QUOTED_SIZE_MAX];
    size_t last_size = 0;
    for (unsigned i = 0; i < found->sample_count && (weight.all != 0 || takes_out || i < ENOUGH); i++) {
        struct sample *sample = &found->samples[i];
        char room[TAG_QUOTED_SIZE_MAX];
        struct text quoted = find_quoted(encoder, quote, sample->value, sample->own, room);
        size_t at = find_piece((struct text){sample->text, sample->size}, quoted);
        if (at == SIZE_MAX)
            continue;
        if (!text_equal(quoted, (struct text){last, last_size}))
            weight.new += (unsigned)quoted.size;
        weight.all += (unsigned)quoted.size;
        last_size = quoted.size;
        memcpy(last, quoted.data, quoted.size);
        if (takes_out)
            memset(sample->text + at, 0, quoted.size);
    }
    return weight;
}

/* Can the column be quoted by the group? What quotes itself, or waits for the moves, cannot. */
static int can_be_quoted(const struct tag_encoder *encoder, const struct tag_group *group, uint16_t column)
{
    const struct tag_column *columns = encoder->columns;
    for (unsigned i = 0; i < 2; i++) {
        const struct tag_column *quoted = &columns[i == 0 ? column : columns[column].partner];
        if (quoted->codec == TAG_CODEC_MOVES || quoted->quote_count != 0 ||
            quoted->leader == group->members[0])
            return 0;
    }
    return 1;
}

/* What is always the same costs little as it is. */
static int is_worth_it(const struct candidates *found, struct weight weight)
{
    return weight.new != 0 && weight.new >= found->sample_count;
}

/* Returns 0 where the samples have nothing of it. */
static int try_quote(const struct tag_encoder *encoder, struct candidates *found,
                     const struct tag_quote *quote)
{
    struct weight weight = weigh(encoder, found, quote, 0);
    if (found->count < CANDIDATES_MAX && is_worth_it(found, weight))
        found->quotes[found->count++] = *quote;
    return weight.all != 0;
}

/* In one way: a column by itself, or a pair's winner and loser. */
static void try_column(const struct tag_encoder *encoder, struct candidates *found, uint16_t column,
                       uint8_t way)
{
    uint16_t partner = encoder->columns[column].partner;
    struct tag_quote quote = {.way = way, .column = column, .other = partner};
    int is_there = try_quote(encoder, found, &quote);
    if (partner == column)
        return;
    quote = (struct tag_quote){.way = way, .column = partner, .other = column};
    is_there |= try_quote(encoder, found, &quote);
    if (!is_there)
        return;
    quote = (struct tag_quote){.source = TAG_QUOTE_WINNER, .way = way, .column = column, .other = partner};
    try_quote(encoder, found, &quote);
    quote.source = TAG_QUOTE_LOSER;
    try_quote(encoder, found, &quote);
}

static void find_candidates(const struct tag_encoder *encoder, const struct tag_group *group,
                            struct candidates *found)
{
    uint16_t last =
        (uint16_t)(encoder->name_count < QUOTED_COLUMNS_MAX ? encoder->name_count : QUOTED_COLUMNS_MAX);
    found->count = 0;
    for (uint16_t i = 0; i < last; i++) {
        if (encoder->columns[i].leader != i || !can_be_quoted(encoder, group, i))
            continue;
        for (uint8_t way = 0; way < TAG_QUOTE_WAY_COUNT; way++)
            try_column(encoder, found, i, way);
    }
}

/* Takes the candidates that stand for most of what is left. Returns 0 when there is no memory. */
static int take_best(struct tag_encoder *encoder, struct candidates *found, struct tag_column *column)
{
    while (column->quote_count < TAG_QUOTES_MAX) {
        unsigned best = 0, best_weight = 0;
        for (unsigned i = 0; i < found->count; i++) {
            struct weight weight = weigh(encoder, found, &found->quotes[i], 0);
            if (weight.all > best_weight && is_worth_it(found, weight)) {
                best = i;
                best_weight = weight.all;
            }
        }
        if (best_weight == 0)
            return 1;
        weigh(encoder, found, &found->quotes[best], 1);
        if (!tag_quotes_add(&encoder->quotes, &found->quotes[best]))
            return 0;
        column->quote_count++;
    }
    return 1;
}

/* ---- Of all values ---- */

/* What the quotes of a column stand for in a game. */
struct quoted_texts {
    uint32_t game;
    uint16_t own;
    struct text texts[TAG_QUOTES_MAX];
    char rooms[TAG_QUOTES_MAX][TAG_QUOTED_SIZE_MAX];
};

static void find_all_quoted(const struct tag_encoder *encoder, const struct tag_column *column,
                            const struct tag_value *value, struct quoted_texts *quoted)
{
    if (quoted->game == value->game && quoted->own == value->column)
        return;
    quoted->game = value->game;
    quoted->own = value->column;
    for (unsigned i = 0; i < column->quote_count; i++)
        quoted->texts[i] = find_quoted(encoder, &tag_quotes_of(&encoder->quotes, column)[i], value,
                                       value->column, quoted->rooms[i]);
}

/* Appends the text with quotes in it. Returns 0 when it has a byte that would be taken for one. */
static int append_quoting(struct buffer *out, struct text text, const struct quoted_texts *quoted,
                          unsigned count)
{
    for (size_t i = 0; i < text.size;) {
        unsigned found = 0;
        if ((uint8_t)text.data[i] <= TAG_QUOTES_MAX)
            return 0;
        int begins = i == 0 || !is_of_word(text.data[i - 1]) || !is_of_word(text.data[i]);
        while (begins && found < count && !stands_at(text, i, quoted->texts[found]))
            found++;
        if (begins && found < count) {
            buffer_append_byte(out, (uint8_t)(found + 1));
            i += quoted->texts[found].size;
        } else {
            buffer_append_byte(out, (uint8_t)text.data[i++]);
        }
    }
    return 1;
}

/* All values without their quotes, one after the other. Returns 0 where they cannot have any, or there is no memory. */
static int write_quoting(struct tag_encoder *encoder, const struct tag_group *group,
                         const struct tag_column *column, size_t *sizes)
{
    struct quoted_texts quoted = {.game = TAG_NOWHERE};
    buffer_clear(&encoder->quoting);
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_value *value = &encoder->table.values[group->items[i].value];
        size_t start = encoder->quoting.size;
        find_all_quoted(encoder, column, value, &quoted);
        if (!append_quoting(&encoder->quoting, value->text, &quoted, column->quote_count))
            return 0;
        sizes[i] = encoder->quoting.size - start;
    }
    return !buffer_failed(&encoder->quoting);
}

/* Costs are those of a group's first values. */
static size_t count_weighed(const struct tag_group *group)
{
    enum { WEIGHED_MAX = 4096 };
    return group->count < WEIGHED_MAX ? group->count : (size_t)WEIGHED_MAX;
}

/* About 256 times the bits of entries by themselves, of which there are `count`. */
static uint64_t cost_alone(struct tag_encoder *encoder, const struct tag_group *group, size_t count)
{
    uint32_t *counts = encoder->slots; /* at least twice as many as there are items */
    uint64_t bits = 0, whole = code_tally_log2(count);
    memset(counts, 0, group->text_count * sizeof *counts);
    for (size_t i = 0; i < count; i++)
        counts[group->items[i].text_id]++;
    for (size_t i = 0; i < group->text_count; i++)
        if (counts[i] != 0)
            bits += counts[i] * (whole - code_tally_log2(counts[i]));
    return bits;
}

/* The same of entries that are mostly as they were when another column was last as it is now. */
static uint64_t cost_by_column(struct tag_encoder *encoder, const struct tag_group *group, size_t count,
                               uint16_t column)
{
    uint32_t *last = encoder->slots;
    uint64_t misses = 0, bits;
    memset(last, 0xff, 2 * count * sizeof *last);
    for (size_t i = 0; i < count; i++) {
        const struct tag_item *item = &group->items[i];
        size_t size;
        const struct tag_value *value = &encoder->table.values[item->value];
        const struct tag_value *values = values_of_game(encoder, value->game, &size);
        uint16_t other = item->member == 0 ? column : encoder->columns[column].partner;
        struct text text = tag_quote_find(values, size, other);
        size_t slot = text.data == NULL ? 0 : (size_t)xxh64(text.data, text.size) % (2 * count);
        misses += last[slot] != item->text_id;
        last[slot] = item->text_id;
    }
    bits = misses * code_tally_log2(group->text_count);
    if (misses != 0)
        bits += misses * (code_tally_log2(count) - code_tally_log2(misses));
    if (misses != count)
        bits += (count - misses) * (code_tally_log2(count) - code_tally_log2(count - misses));
    return bits;
}

/* About the bits of entries, by what tells them best of what mostly does. */
static uint64_t cost_of_entries(struct tag_encoder *encoder, const struct tag_group *group)
{
    static const char letters[] = "adejk"; /* Event, White, Black, ECO, Opening */
    size_t count = count_weighed(group);
    uint64_t least = cost_alone(encoder, group, count);
    for (size_t i = 0; letters[i] != '\0'; i++) {
        uint16_t after = encoder->arguments.of[letters[i] - 'a'];
        if (after == 0 || encoder->columns[after - 1].leader == group->members[0])
            continue;
        uint64_t bits = cost_by_column(encoder, group, count, (uint16_t)(after - 1));
        least = bits < least ? bits : least;
    }
    return least / 256;
}

/* About the bits of strings. */
static uint64_t cost_of_strings(struct tag_encoder *encoder, const struct tag_group *group)
{
    enum { STRING_BYTE_BITS = 3, STRING_BITS = 6 };
    uint8_t *seen = (uint8_t *)encoder->slots;
    uint64_t bits = 0;
    memset(seen, 0, group->text_count);
    for (size_t i = 0; i < count_weighed(group); i++) {
        const struct tag_item *item = &group->items[i];
        if (!seen[item->text_id])
            bits += STRING_BYTE_BITS * tag_item_text(encoder, item).size + STRING_BITS;
        seen[item->text_id] = 1;
    }
    return bits;
}

static int may_quote(const struct tag_encoder *encoder, const struct tag_group *group)
{
    static const char *const names[] = {"White", "Black", "Result", "FEN", "TimeControl"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(encoder->names[group->members[0]], names[i]))
            return 0;
    for (unsigned i = 0; i < group->member_count; i++)
        if (encoder->columns[group->members[i]].is_quoted)
            return 0;
    return encoder->columns[group->members[0]].codec == TAG_CODEC_IDS && group->text_count >= TEXTS_MIN &&
           encoder->quote_searches < SEARCHES_MAX;
}

static void forget_quotes(struct tag_encoder *encoder, const struct tag_group *group)
{
    encoder->quotes.count = encoder->columns[group->members[0]].first_quote;
    for (unsigned i = 0; i < group->member_count; i++)
        encoder->columns[group->members[i]].quote_count = 0;
}

/* Sets the texts, whose sizes stand in the items' codes. */
static void set_texts(struct tag_encoder *encoder, const struct tag_group *group, const size_t *sizes)
{
    const char *at = (const char *)encoder->quoting.data;
    for (size_t i = 0; i < group->count; i++) {
        struct text *text = &encoder->table.values[group->items[i].value].text;
        encoder->originals[i] = *text;
        *text = (struct text){at, sizes[i]};
        at += sizes[i];
    }
}

/* What is quoted must not quote. */
static void note_quoted(struct tag_encoder *encoder, const struct tag_column *column)
{
    const struct tag_quote *quotes = tag_quotes_of(&encoder->quotes, column);
    for (unsigned i = 0; i < column->quote_count; i++) {
        const uint16_t columns[] = {quotes[i].column, quotes[i].other};
        for (unsigned j = 0; j < 2; j++) {
            encoder->columns[columns[j]].is_quoted = 1;
            encoder->columns[encoder->columns[columns[j]].partner].is_quoted = 1;
        }
    }
}

/* Does the group quote columns that come later? These may be told by its texts as they are. */
static int quotes_ahead(const struct tag_encoder *encoder, const struct tag_column *column)
{
    const struct tag_quote *quotes = tag_quotes_of(&encoder->quotes, column);
    for (unsigned i = 0; i < column->quote_count; i++)
        if (quotes[i].column > column->leader)
            return 1;
    return 0;
}

/* Returns 0 when there is no memory. */
static int keep_if_shorter(struct tag_encoder *encoder, struct tag_group *group, const size_t *sizes)
{
    enum { GAIN_MIN = 8 * 48, GAIN_AHEAD_MIN = 8 * 128, QUOTE_BITS = 8 * 4 };
    struct tag_column *column = &encoder->columns[group->members[0]];
    int is_ahead = quotes_ahead(encoder, column);
    uint64_t before = cost_of_strings(encoder, group) + (is_ahead ? 0 : cost_of_entries(encoder, group));
    set_texts(encoder, group, sizes);
    for (unsigned i = 0; i < group->member_count; i++) {
        encoder->columns[group->members[i]].quote_count = column->quote_count;
        encoder->columns[group->members[i]].first_quote = column->first_quote;
    }
    if (!tag_number_texts(encoder, group))
        return 0;
    uint64_t after = cost_of_strings(encoder, group) + cost_of_entries(encoder, group) +
                     column->quote_count * (uint64_t)QUOTE_BITS;
    if (after + (is_ahead ? GAIN_AHEAD_MIN : GAIN_MIN) + before / 64 < before) {
        note_quoted(encoder, column);
        return 1;
    }
    tag_put_quotes_back(encoder, group);
    forget_quotes(encoder, group);
    return tag_number_texts(encoder, group);
}

int tag_take_quotes_out(struct tag_encoder *encoder, struct tag_group *group)
{
    struct candidates found;
    struct tag_column *column = &encoder->columns[group->members[0]];
    if (!may_quote(encoder, group))
        return 1;
    encoder->quote_searches++;
    take_samples(encoder, group, &found);
    if (found.sample_count < TEXTS_MIN)
        return 1;
    find_candidates(encoder, group, &found);
    column->first_quote = (uint16_t)encoder->quotes.count;
    if (!take_best(encoder, &found, column))
        return 0;
    if (column->quote_count == 0)
        return 1;
    if (!MEMORY_GROW(encoder->memory, encoder->originals, encoder->original_capacity, group->count) ||
        !MEMORY_GROW(encoder->memory, encoder->quoting_sizes, encoder->quoting_size_capacity, group->count))
        return 0;
    if (write_quoting(encoder, group, column, encoder->quoting_sizes))
        return keep_if_shorter(encoder, group, encoder->quoting_sizes);
    forget_quotes(encoder, group);
    return !buffer_failed(&encoder->quoting);
}

void tag_put_quotes_back(struct tag_encoder *encoder, const struct tag_group *group)
{
    if (encoder->columns[group->members[0]].quote_count == 0)
        return;
    for (size_t i = 0; i < group->count; i++)
        encoder->table.values[group->items[i].value].text = encoder->originals[i];
}
