#include "tags/write/tag_recipe_choice.h"

#include <string.h>

#include "tags/model/tag_model.h"
#include "tags/write/tag_pattern_choice.h"
#include "util/bits.h"

enum {
    OTHERS_MAX = 32, /* columns that are compared */
    FEW = 16,        /* values; so few are not worth it */
    CLOCKS_MAX = 4   /* ways to tell the time */
};

/* A column that is packed before, of numbers. */
struct other {
    uint16_t column;
    uint64_t bits; /* that differences to it take */
};

struct others {
    struct other of[OTHERS_MAX];
    unsigned count;
};

static unsigned bits_of(int64_t difference)
{
    return 1 + bit_length(zigzag_encode(difference));
}

static void find_others(const struct tag_encoder *encoder, uint16_t own, struct others *others)
{
    others->count = 0;
    for (uint16_t i = own; i-- > 0 && others->count < OTHERS_MAX;)
        if (encoder->columns[i].codec == TAG_CODEC_NUMBER && encoder->columns[i].leader < own)
            others->of[others->count++] = (struct other){.column = i};
}

/* The number of a column's first value before value `value`, in its game; 0: there is none. */
static int find_number(const struct tag_encoder *encoder, uint16_t column, uint32_t value,
                       int64_t *number_ret)
{
    const struct tag_table *table = &encoder->table;
    for (uint32_t i = table->game_starts[table->values[value].game];
         i < value && table->values[i].position < TAG_GAME_SEARCH_MAX; i++)
        if (table->values[i].column == column) {
            *number_ret = encoder->told[i] == 0 ? 0 : zigzag_decode(encoder->told[i] - 1);
            return encoder->told[i] != 0;
        }
    return 0;
}

/* What differences to each of the others take; returns what those to the number before do. */
static uint64_t weigh_others(const struct tag_encoder *encoder, const struct tag_group *group,
                             struct others *others)
{
    uint64_t bits = 0;
    int64_t last = 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        if (!item->has_number)
            continue;
        unsigned by_last = bits_of(item->number - last);
        bits += by_last;
        last = item->number;
        for (unsigned j = 0; j < others->count; j++) {
            int64_t number;
            int is_there = find_number(encoder, others->of[j].column, item->value, &number);
            others->of[j].bits += is_there ? bits_of(item->number - number) : by_last;
        }
    }
    return bits;
}

/* ---- The time ---- */

/* A date and a time of day, or one column that has both. */
struct clock {
    uint16_t column, other;
    uint64_t bits;
};

static int is_time_of_day(const struct tag_encoder *encoder, uint16_t column)
{
    return encoder->columns[column].form == FORM_TIME || encoder->columns[column].form == FORM_HOURS;
}

static unsigned find_clocks(const struct tag_encoder *encoder, const struct others *others,
                            struct clock clocks[CLOCKS_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < others->count; i++) {
        uint16_t column = others->of[i].column;
        unsigned form = encoder->columns[column].form;
        if ((form == FORM_STAMP || form == FORM_MOMENT) && count < CLOCKS_MAX)
            clocks[count++] = (struct clock){column, column, 0};
        for (unsigned j = 0; form == FORM_DATE && j < others->count; j++)
            if (is_time_of_day(encoder, others->of[j].column) && count < CLOCKS_MAX)
                clocks[count++] = (struct clock){column, others->of[j].column, 0};
    }
    return count;
}

static void weigh_clock(const struct tag_encoder *encoder, const struct tag_group *group, struct clock *clock)
{
    struct tag_pace pace = {.count = 0};
    const struct tag_part columns = {.column = clock->column, .other = clock->other};
    int64_t last = 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        int64_t numbers[2], base = last;
        if (!item->has_number)
            continue;
        int has_time = find_number(encoder, clock->column, item->value, &numbers[0]) &&
                       find_number(encoder, clock->other, item->value, &numbers[1]);
        int64_t time = has_time ? tag_pace_time(encoder->columns, &columns, numbers[0], numbers[1]) : 0;
        if (has_time && pace.count != 0)
            base = tag_pace_number(&pace, time);
        clock->bits += bits_of(item->number - base);
        last = item->number;
        if (has_time)
            tag_pace_add(&pace, time, item->number);
    }
}

/* ---- Recipes ---- */

static void add_context(struct tag_recipe *recipe, unsigned kind, unsigned other_kind, uint16_t column)
{
    struct tag_context *context = &recipe->contexts[recipe->context_count++];
    *context = (struct tag_context){.part_count = other_kind == TAG_PART_KIND_COUNT ? 1 : 2};
    context->parts[0] = (struct tag_part){.kind = (uint8_t)kind, .column = column};
    context->parts[1] = (struct tag_part){.kind = (uint8_t)other_kind, .column = column};
}

static void set_recipe(struct tag_recipe *recipe, unsigned kind, uint16_t column, uint16_t other,
                       uint16_t own)
{
    *recipe = (struct tag_recipe){.reference_count = 1};
    recipe->references[0].kind = (uint8_t)kind;
    recipe->references[0].context.parts[0] = (struct tag_part){.column = column, .other = other};
    add_context(recipe, TAG_PART_WHERE, TAG_PART_KIND_COUNT, 0);
    add_context(recipe, TAG_PART_CODE, TAG_PART_WHERE, own);
    add_context(recipe, TAG_PART_KINDS, TAG_PART_WHERE, own);
    if (kind == TAG_PACE) {
        add_context(recipe, TAG_PART_AGE, TAG_PART_WHERE, 0);
        add_context(recipe, TAG_PART_AGE, TAG_PART_CODE, own);
    } else {
        add_context(recipe, TAG_PART_CODE, TAG_PART_KIND_COUNT, column);
        add_context(recipe, TAG_PART_CODE, TAG_PART_CODE, own);
    }
}

/* Is it clearly less, and more than what a recipe takes in the file? */
static int is_better(uint64_t bits, uint64_t than)
{
    enum { RECIPE_BITS = 8 * 48 };
    return bits + bits / 16 + RECIPE_BITS < than;
}

int tag_choose_recipe(const struct tag_encoder *encoder, const struct tag_group *group,
                      struct tag_recipe *recipe)
{
    uint16_t own = group->members[0];
    struct others others;
    struct clock clocks[CLOCKS_MAX];
    if (encoder->columns[own].recipe != TAG_PATTERN_NUMBER || group->member_count != 1 ||
        group->count < FEW || group->text_count < group->count / 4 ||
        encoder->columns[own].form == FORM_BASE62)
        return 0;
    find_others(encoder, own, &others);
    uint64_t best = weigh_others(encoder, group, &others);
    int found = 0;
    for (unsigned i = 0; i < others.count; i++)
        if (is_better(others.of[i].bits, best)) {
            best = others.of[i].bits;
            set_recipe(recipe, TAG_OF_COLUMN, others.of[i].column, 0, own);
            found = 1;
        }
    unsigned clock_count = find_clocks(encoder, &others, clocks);
    for (unsigned i = 0; i < clock_count; i++) {
        weigh_clock(encoder, group, &clocks[i]);
        if (is_better(clocks[i].bits, best)) {
            best = clocks[i].bits;
            set_recipe(recipe, TAG_PACE, clocks[i].column, clocks[i].other, own);
            found = 1;
        }
    }
    return found;
}
