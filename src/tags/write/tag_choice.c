#include "tags/write/tag_choice.h"

#include <string.h>

#include "entropy/coding/code_tally.h"
#include "game/game.h"
#include "util/bytes.h"

/* ---- Equal texts ---- */

static uint32_t hash_text(struct text text)
{
    uint64_t hash = text.size;
    size_t i = 0;
    for (; i + 8 <= text.size; i += 8) {
        hash = (hash ^ load_le64((const uint8_t *)text.data + i)) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    for (; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(hash >> 32);
}

static int reserve_lookup(struct tag_encoder *encoder, size_t slot_count, size_t text_count)
{
    return MEMORY_GROW(encoder->memory, encoder->slots, encoder->slot_capacity, slot_count) &&
           MEMORY_GROW(encoder->memory, encoder->known, encoder->known_capacity, text_count);
}

int tag_number_texts(struct tag_encoder *encoder, struct tag_group *group)
{
    enum { PROBES_MAX = 64 };
    size_t slot_count = 16;
    while (slot_count < 2 * group->count)
        slot_count *= 2;
    if (!reserve_lookup(encoder, slot_count, group->count))
        return 0;
    uint32_t *slots = encoder->slots;
    memset(slots, 0xff, slot_count * sizeof *slots);
    group->text_count = 0;
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        struct text text = tag_item_text(encoder, item);
        size_t slot = hash_text(text) & (slot_count - 1);
        unsigned probes = 0;
        while (slots[slot] != TAG_NOWHERE && probes < PROBES_MAX &&
               !text_equal(text, tag_item_text(encoder, &group->items[slots[slot]]))) {
            slot = (slot + 1) & (slot_count - 1);
            probes++;
        }
        int is_new = slots[slot] == TAG_NOWHERE || probes == PROBES_MAX;
        item->text_id = is_new ? (uint32_t)group->text_count++ : group->items[slots[slot]].text_id;
        if (slots[slot] == TAG_NOWHERE)
            slots[slot] = (uint32_t)i;
    }
    return 1;
}

/* ---- Codes of values under a codec ---- */

/* How far a column's values were searched for in a game, for the next item of the same member. Start with NO_SEARCH. */
struct tag_search {
    uint32_t game;
    uint32_t behind; /* the values searched */
    uint32_t found;
};

#define NO_SEARCH                                                                                            \
    {                                                                                                        \
        TAG_NOWHERE, 0, TAG_NOWHERE                                                                          \
    }

/* The newest value of a column before a value of the same game. No value is looked at twice: a game may have thousands. */
static uint32_t find_in_game(const struct tag_table *table, uint16_t column, uint32_t value,
                             struct tag_search *search)
{
    uint32_t game = table->values[value].game;
    if (search->game != game)
        *search = (struct tag_search){game, table->game_starts[game], TAG_NOWHERE};
    uint32_t start = search->behind;
    search->behind = value;
    for (uint32_t at = value; at-- > start;)
        if (table->values[at].column == column) {
            search->found = at;
            break;
        }
    return search->found;
}

/* The value that a COLUMN or LINK column refers to. */
static uint32_t find_reference(const struct tag_encoder *encoder, uint16_t column, uint32_t value,
                               struct tag_search *search)
{
    const struct tag_column *setting = &encoder->columns[column];
    uint32_t other = find_in_game(&encoder->table, setting->other, value, search);
    if (other == TAG_NOWHERE || setting->reference == TAG_REFERENCE_COLUMN)
        return other;
    return tag_find_linked(&encoder->table, encoder->columns, column, value, other);
}

static void encode_numbers(struct tag_encoder *encoder, struct tag_group *group)
{
    struct tag_search searches[2] = {NO_SEARCH, NO_SEARCH};
    int64_t last[2] = {0, 0};
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        uint16_t column = group->members[item->member];
        const struct tag_column *setting = &encoder->columns[column];
        int64_t reference = setting->reference == TAG_REFERENCE_NONE ? 0 : last[item->member];
        item->source = TAG_NOWHERE;
        item->code = TAG_NEW_STRING;
        if (!item->has_number)
            continue;
        if (setting->reference == TAG_REFERENCE_COLUMN || setting->reference == TAG_REFERENCE_LINK) {
            uint32_t found = find_reference(encoder, column, item->value, &searches[item->member]);
            int64_t number;
            if (found != TAG_NOWHERE && tag_parse_number(setting, encoder->table.values[found].text, &number))
                reference = number;
        }
        item->code = 1 + zigzag_encode(item->number - reference);
        last[item->member] = item->number;
    }
}

/* Is the item's text that of its reference? Then *source_ret is where that comes from. */
static int is_as_reference(const struct tag_encoder *encoder, const struct tag_group *group,
                           const struct tag_item *item, struct tag_search searches[2], uint32_t *source_ret)
{
    uint16_t column = group->members[item->member];
    const struct tag_value *value = &encoder->table.values[item->value];
    uint32_t found;
    *source_ret = TAG_NOWHERE;
    switch (encoder->columns[column].reference) {
    case TAG_REFERENCE_RESULT:
        return text_equal(value->text, game_result_text((enum game_result)encoder->results[value->game]));
    case TAG_REFERENCE_LINK:
        found = find_reference(encoder, column, item->value, &searches[item->member]);
        *source_ret = found;
        return found != TAG_NOWHERE && text_equal(value->text, encoder->table.values[found].text);
    default:
        return 0;
    }
}

/* The code of an item that is not as its reference. */
static void encode_known(struct tag_item *item, const struct tag_known *known, int by_distance,
                         uint32_t known_count)
{
    item->source = TAG_NOWHERE;
    item->code = TAG_NEW_STRING;
    if (known->place == TAG_NOWHERE)
        return;
    item->source = known->value;
    item->code = TAG_KNOWN + (uint64_t)(by_distance ? known_count - 1 - known->place : known->place);
}

static void encode_repeats(struct tag_encoder *encoder, struct tag_group *group, int by_distance)
{
    struct tag_search searches[2] = {NO_SEARCH, NO_SEARCH};
    uint32_t known_count = 0;
    memset(encoder->known, 0xff, group->text_count * sizeof *encoder->known);
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        struct tag_known *known = &encoder->known[item->text_id];
        int as_reference = is_as_reference(encoder, group, item, searches, &item->source);
        if (as_reference)
            item->code = TAG_AS_REFERENCE;
        else
            encode_known(item, known, by_distance, known_count);
        if (by_distance || item->code == TAG_NEW_STRING)
            known->place = known_count++;
        if (by_distance || !as_reference)
            known->value = item->value;
    }
}

void tag_encode_group(struct tag_encoder *encoder, struct tag_group *group)
{
    uint8_t codec = encoder->columns[group->members[0]].codec;
    if (codec == TAG_CODEC_NUMBER)
        encode_numbers(encoder, group);
    else
        encode_repeats(encoder, group, codec == TAG_CODEC_DISTANCE);
}

/* ---- What codes cost ---- */

/* About the bits that the members' codes and the strings come to; costs[i] is the share of member i. */
static uint64_t cost_of_codes(const struct tag_encoder *encoder, const struct tag_group *group,
                              uint64_t costs[2])
{
    enum { STRING_BYTE_BITS = 4 };
    struct code_tally tallies[2];
    memset(tallies, 0, sizeof tallies);
    costs[0] = costs[1] = 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        code_tally_add(&tallies[item->member], item->code);
        if (item->code == TAG_NEW_STRING)
            costs[item->member] += STRING_BYTE_BITS * (encoder->table.values[item->value].text.size + 1);
    }
    for (unsigned i = 0; i < 2; i++)
        costs[i] += code_tally_bits(&tallies[i]);
    return costs[0] + costs[1];
}

/* ---- Keys ---- */

static const char *const keys[][2] = {
    {"Site", "Event"},
    {"Opening", "ECO"},
    {"Variation", "ECO"},
    {"SubVariation", "Variation"},
};

/* Keys of all names that begin with them: "WhiteElo", "EventDate", "ECOUrl". */
static const char *const prefix_keys[] = {"White", "Black", "Event", "ECO", "Source"};

static int is_key(struct text key, struct text name)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (text_is(name, keys[i][0]) && text_is(key, keys[i][1]))
            return 1;
    for (size_t i = 0; i < sizeof prefix_keys / sizeof *prefix_keys; i++)
        if (text_is(key, prefix_keys[i]))
            return key.size < name.size && memcmp(key.data, name.data, key.size) == 0;
    return 0;
}

/* Is it a name that is_key() may take for a key? */
static int may_be_key(struct text name)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (text_is(name, keys[i][1]))
            return 1;
    for (size_t i = 0; i < sizeof prefix_keys / sizeof *prefix_keys; i++)
        if (text_is(name, prefix_keys[i]))
            return 1;
    return 0;
}

void tag_find_keys(struct tag_encoder *encoder)
{
    encoder->key_column_count = 0;
    for (uint16_t i = 0; i < encoder->name_count && encoder->key_column_count < TAG_KEY_COUNT_MAX; i++)
        if (may_be_key(encoder->names[i]))
            encoder->key_columns[encoder->key_column_count++] = i;
}

/* Numbers have no source, so nothing can follow them. */
static int is_key_of_any(const struct tag_encoder *encoder, uint16_t column)
{
    if (!may_be_key(encoder->names[column]))
        return 0;
    for (uint16_t i = 0; i < encoder->name_count; i++)
        if (is_key(encoder->names[column], encoder->names[i]))
            return 1;
    return 0;
}

/* A column of a group that is packed before this one. */
static int find_key(const struct tag_encoder *encoder, uint16_t column, uint16_t *key_ret)
{
    uint16_t leader = encoder->columns[column].leader;
    for (unsigned i = 0; i < encoder->key_column_count; i++) {
        uint16_t number = encoder->key_columns[i];
        const struct tag_column *key = &encoder->columns[number];
        if (key->leader < leader && key->codec != TAG_CODEC_NUMBER &&
            is_key(encoder->names[number], encoder->names[column])) {
            *key_ret = number;
            return 1;
        }
    }
    return 0;
}

/* The nearest column before this one whose values are numbers of the same form. */
static int find_like(const struct tag_encoder *encoder, uint16_t column, uint16_t *other_ret)
{
    for (uint16_t i = column; i-- > 0;) {
        const struct tag_column *other = &encoder->columns[i];
        if (other->codec == TAG_CODEC_NUMBER && other->form == encoder->columns[column].form) {
            *other_ret = i;
            return 1;
        }
    }
    return 0;
}

/* ---- Forms ---- */

static int set_form(struct tag_column *column, enum text_form form, struct text text, size_t prefix_size,
                    size_t suffix_size)
{
    int64_t number;
    column->form = (uint8_t)form;
    column->prefix = (struct text){text.data, prefix_size};
    column->suffix = (struct text){text.data + text.size - suffix_size, suffix_size};
    return tag_parse_number(column, text, &number);
}

/* A form that the text has, perhaps between a prefix and a suffix; 0: none. */
static int guess_form(struct tag_column *column, struct text text)
{
    enum { ID_SIZE = 8, STAMP_SIZE = 23, MOMENT_SIZE = 19 };
    static const uint8_t whole[] = {FORM_DATE, FORM_TIME, FORM_DECIMAL, FORM_PAIR, FORM_SIGNED, FORM_HOURS};
    for (size_t i = 0; i < sizeof whole; i++)
        if (set_form(column, (enum text_form)whole[i], text, 0, 0))
            return 1;
    if (text.size >= STAMP_SIZE && set_form(column, FORM_STAMP, text, 0, text.size - STAMP_SIZE))
        return 1;
    if (text.size >= MOMENT_SIZE && set_form(column, FORM_MOMENT, text, 0, text.size - MOMENT_SIZE))
        return 1;
    size_t clock_size = 0;
    while (clock_size < text.size && (is_digit(text.data[clock_size]) || text.data[clock_size] == ':'))
        clock_size++;
    if (set_form(column, FORM_TIME, text, 0, text.size - clock_size) ||
        set_form(column, FORM_HOURS, text, 0, text.size - clock_size))
        return 1;
    if (text.size > ID_SIZE && text.data[text.size - ID_SIZE - 1] == '/' &&
        set_form(column, FORM_BASE62, text, text.size - ID_SIZE, 0))
        return 1;
    size_t prefix_size = text.size;
    while (prefix_size > 0 && is_digit(text.data[prefix_size - 1]))
        prefix_size--;
    while (prefix_size < text.size && text.data[prefix_size] == '0')
        prefix_size++;
    return prefix_size < text.size && set_form(column, FORM_DECIMAL, text, prefix_size, 0);
}

/* Reads the group's values as numbers; returns how many are. */
static size_t read_numbers(struct tag_encoder *encoder, struct tag_group *group,
                           const struct tag_column *form)
{
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        struct tag_item *item = &group->items[i];
        item->has_number =
            (uint8_t)tag_parse_number(form, encoder->table.values[item->value].text, &item->number);
        count += item->has_number;
    }
    return count;
}

enum { TRIED = 16 };

/* How many of a few values have the form. */
static unsigned try_form(const struct tag_encoder *encoder, const struct tag_group *group,
                         const struct tag_column *form)
{
    unsigned count = 0;
    for (size_t i = 0; i < TRIED; i++) {
        int64_t number;
        const struct tag_item *item = &group->items[i * (group->count - 1) / TRIED];
        count += (unsigned)tag_parse_number(form, encoder->table.values[item->value].text, &number);
    }
    return count;
}

/* The form that most values have. Returns how many have it; 0: it is not worth a look. */
static size_t find_form(struct tag_encoder *encoder, struct tag_group *group, struct tag_column *form_ret)
{
    enum { GUESSES = 4, FEW = 6 };
    unsigned best = 0;
    for (size_t i = 0; i < GUESSES; i++) {
        struct tag_column form = {0};
        const struct tag_item *item = &group->items[i * (group->count - 1) / GUESSES];
        if (!guess_form(&form, encoder->table.values[item->value].text))
            continue;
        unsigned count = try_form(encoder, group, &form);
        if (form.form == FORM_TIME && count < TRIED) { /* hours from 10 on are those of both */
            struct tag_column other = form;
            other.form = FORM_HOURS;
            unsigned other_count = try_form(encoder, group, &other);
            if (other_count > count) {
                count = other_count;
                form = other;
            }
        }
        if (count > best) {
            best = count;
            *form_ret = form;
        }
    }
    return best < FEW ? 0 : read_numbers(encoder, group, form_ret);
}

/* ---- Choosing ---- */

/* What the group's columns could be told by. */
struct choice {
    struct tag_column columns[2];
    uint64_t cost;
};

static void keep_choice(const struct tag_encoder *encoder, const struct tag_group *group,
                        struct choice *choice)
{
    for (unsigned i = 0; i < group->member_count; i++)
        choice->columns[i] = encoder->columns[group->members[i]];
}

static void set_member(struct tag_encoder *encoder, const struct tag_group *group, unsigned member,
                       uint8_t codec, uint8_t reference, uint16_t other)
{
    struct tag_column *column = &encoder->columns[group->members[member]];
    column->codec = codec;
    column->reference = reference;
    column->other = other;
}

/* Sets the reference of a member; returns 0 when there is none of that kind. */
static int set_reference(struct tag_encoder *encoder, const struct tag_group *group, unsigned member,
                         uint8_t codec, enum tag_reference reference)
{
    uint16_t column = group->members[member];
    uint16_t other = 0;
    if (reference == TAG_REFERENCE_LINK && !find_key(encoder, column, &other))
        return 0;
    if (reference == TAG_REFERENCE_COLUMN && !find_like(encoder, column, &other))
        return 0;
    if (reference == TAG_REFERENCE_RESULT && !text_is(encoder->names[column], "Result"))
        return 0;
    set_member(encoder, group, member, codec, (uint8_t)reference, other);
    return 1;
}

/* DISTANCE and IDS, all members by the same kind of reference. */
static void try_repeats(struct tag_encoder *encoder, struct tag_group *group, struct choice *best)
{
    static const uint8_t references[] = {TAG_REFERENCE_NONE, TAG_REFERENCE_LINK, TAG_REFERENCE_RESULT};
    for (size_t i = 0; i < 2 * sizeof references; i++) {
        uint8_t codec = i & 1 ? TAG_CODEC_IDS : TAG_CODEC_DISTANCE;
        int possible = 1;
        for (unsigned j = 0; j < group->member_count; j++)
            possible &= set_reference(encoder, group, j, codec, (enum tag_reference)references[i / 2]);
        if (!possible)
            continue;
        uint64_t costs[2];
        tag_encode_group(encoder, group);
        uint64_t cost = cost_of_codes(encoder, group, costs);
        if (cost < best->cost) {
            best->cost = cost;
            keep_choice(encoder, group, best);
        }
    }
}

/* NUMBER, each member by the kind of reference that suits it. */
static void try_numbers(struct tag_encoder *encoder, struct tag_group *group, const struct tag_column *form,
                        struct choice *best)
{
    static const uint8_t references[] = {TAG_REFERENCE_NONE, TAG_REFERENCE_PREVIOUS, TAG_REFERENCE_LINK,
                                         TAG_REFERENCE_COLUMN};
    uint64_t least[2] = {UINT64_MAX, UINT64_MAX};
    struct choice found = {.cost = 0};
    for (unsigned j = 0; j < group->member_count; j++) {
        struct tag_column *column = &encoder->columns[group->members[j]];
        column->codec = TAG_CODEC_NUMBER;
        column->form = form->form;
        column->prefix = form->prefix;
        column->suffix = form->suffix;
    }
    for (size_t i = 0; i < sizeof references; i++) {
        uint64_t costs[2];
        int possible[2] = {0, 0};
        for (unsigned j = 0; j < group->member_count; j++)
            possible[j] =
                set_reference(encoder, group, j, TAG_CODEC_NUMBER, (enum tag_reference)references[i]);
        if (!possible[0] && !possible[1])
            continue;
        tag_encode_group(encoder, group);
        cost_of_codes(encoder, group, costs);
        for (unsigned j = 0; j < group->member_count; j++)
            if (possible[j] && costs[j] < least[j]) {
                least[j] = costs[j];
                found.columns[j] = encoder->columns[group->members[j]];
            }
    }
    found.cost = least[0] + (group->member_count == 2 ? least[1] : 0);
    if (found.cost < best->cost)
        *best = found;
}

void tag_choose_codecs(struct tag_encoder *encoder, struct tag_group *group)
{
    struct tag_column form = {0};
    struct choice best = {.cost = UINT64_MAX};
    size_t numbers = 0;
    if (group->count != 0 && !is_key_of_any(encoder, group->members[0]))
        numbers = find_form(encoder, group, &form);
    if (group->member_count == 2)
        encoder->columns[group->members[0]].flags |= TAG_HAS_FOLLOWER;
    if (group->count == 0) {
        set_member(encoder, group, 0, TAG_CODEC_DISTANCE, TAG_REFERENCE_NONE, 0);
        return;
    }
    if (numbers > group->count / 2)
        try_numbers(encoder, group, &form, &best);
    if (numbers < group->count - group->count / 8)
        try_repeats(encoder, group, &best);
    for (unsigned i = 0; i < group->member_count; i++)
        encoder->columns[group->members[i]] = best.columns[i];
}

/* ---- By the model ---- */

/* Are differences to the last number of the member shorter than the numbers themselves? */
static int goes_on_from_last(const struct tag_group *group, unsigned member)
{
    struct code_tally whole = {.count = 0}, different = {.count = 0};
    int64_t last = 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct tag_item *item = &group->items[i];
        if (item->member != member || !item->has_number)
            continue;
        code_tally_add(&whole, zigzag_encode(item->number));
        code_tally_add(&different, zigzag_encode(item->number - last));
        last = item->number;
    }
    return code_tally_bits(&different) <= code_tally_bits(&whole);
}

void tag_choose_for_model(struct tag_encoder *encoder, struct tag_group *group)
{
    struct tag_column form = {0};
    size_t numbers = 0;
    if (group->count != 0 && !is_key_of_any(encoder, group->members[0]))
        numbers = find_form(encoder, group, &form);
    /* The model takes digits of base 62 for random: as texts, those that come again cost less. */
    if (form.form == FORM_BASE62 && group->text_count < group->count / 2)
        numbers = 0;
    /* Clocks of a few kinds are no times that go on. */
    if (form.form >= FORM_MOMENT && group->text_count < group->count / 8)
        numbers = 0;
    int nearly_all = numbers > group->count - group->count / 8;
    int are_numbers = nearly_all || (numbers > group->count / 2 && group->text_count > group->count / 4);
    if (group->member_count == 2)
        encoder->columns[group->members[0]].flags |= TAG_HAS_FOLLOWER;
    for (unsigned i = 0; i < group->member_count; i++) {
        struct tag_column *column = &encoder->columns[group->members[i]];
        set_member(encoder, group, i, TAG_CODEC_IDS, TAG_REFERENCE_NONE, 0);
        if (!are_numbers)
            continue;
        column->codec = TAG_CODEC_NUMBER;
        column->form = form.form;
        column->prefix = form.prefix;
        column->suffix = form.suffix;
        if (goes_on_from_last(group, i))
            column->reference = TAG_REFERENCE_PREVIOUS;
    }
}

/* ---- What the moves tell ---- */

/* Moves and comments are told with some tags in mind, so these cannot wait for them. */
static int may_wait(struct text name)
{
    static const char *const names[] = {"FEN", "TimeControl", "Variant", "Result", "White", "Black"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(name, names[i]))
            return 0;
    return 1;
}

static int is_label(struct text name)
{
    static const char *const names[] = {"Opening", "Variation", "SubVariation"};
    enum { ECO_SIZE = 3 };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(name, names[i]))
            return 1;
    return name.size >= ECO_SIZE && memcmp(name.data, "ECO", ECO_SIZE) == 0;
}

static size_t count_finals(const struct tag_encoder *encoder, const struct tag_group *group)
{
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++)
        count += encoder->table.values[group->items[i].value].final != 0;
    return count;
}

void tag_choose_moves(struct tag_encoder *encoder, struct tag_group *group)
{
    enum { FEW = 8 };
    struct text name = encoder->names[group->members[0]];
    unsigned kind = TAG_BY_MOVES_COUNT;
    if (encoder->games.size == 0 || group->member_count != 1 || group->count < FEW || !may_wait(name))
        return;
    if (encoder->path_keys.size != 0 && encoder->label_column_count < LABEL_COLUMN_COUNT_MAX &&
        is_label(name))
        kind = TAG_BY_LABEL;
    else if (count_finals(encoder, group) > group->count / 2)
        kind = TAG_BY_FINAL;
    if (kind == TAG_BY_MOVES_COUNT)
        return;
    set_member(encoder, group, 0, TAG_CODEC_MOVES, (uint8_t)kind, 0);
    if (kind == TAG_BY_LABEL)
        encoder->label_columns[encoder->label_column_count++] = group->members[0];
}
