#include "tags/read/tag_scan.h"

#include <string.h>

#include "container/sections/work_costs.h"
#include "game/game.h"

/* A column's steps. */
enum { SCAN_WAITS, SCAN_BEGUN, SCAN_DONE };

enum { NO_PLACE = UINT16_MAX };

void tag_scan_init(struct tag_scan *scan, struct memory *memory)
{
    memset(scan, 0, sizeof *scan);
    scan->memory = memory;
}

void tag_scan_free(struct tag_scan *scan)
{
    struct memory *memory = scan->memory;
    memory_release(memory, scan->values, scan->value_capacity * sizeof *scan->values);
    memory_release(memory, scan->sources, scan->source_capacity * sizeof *scan->sources);
    memory_release(memory, scan->history, scan->history_capacity * sizeof *scan->history);
    memory_release(memory, scan->lists, scan->list_capacity * sizeof *scan->lists);
    memory_release(memory, scan->places, scan->place_capacity * sizeof *scan->places);
    memory_release(memory, scan->texts, scan->text_capacity);
    tag_scan_init(scan, memory);
}

/* ---- What is scanned ---- */

static void give_slots(struct tag_scan *scan, const struct tag_decoder *decoder)
{
    scan->slot_count = 0;
    for (uint16_t i = 0; i < decoder->schemas->name_count; i++) {
        int is_asked = decoder->interest[i] != TAG_PASSED_OVER;
        scan->slots[i] = is_asked ? scan->slot_count : (uint16_t)TAG_SCAN_NO_SLOT;
        scan->slot_count = (uint16_t)(scan->slot_count + is_asked);
        scan->steps[i] = SCAN_WAITS;
    }
}

/* No more values than the block's tags may be, whatever it claims. */
static int has_room(const struct tag_scan *scan, const struct tag_decoder *decoder)
{
    uint64_t lists = decoder->schemas->list_count, games = scan->game_count;
    return !decoder->by_model && (lists + games) * scan->slot_count <= decoder->value_limit;
}

/* Returns 0 when there is no memory. */
static int reserve(struct tag_scan *scan, const struct tag_decoder *decoder)
{
    size_t values = (size_t)scan->slot_count * scan->game_count + 1;
    size_t places = (size_t)scan->slot_count * decoder->schemas->list_count + 1;
    scan->text_limit = decoder->text_limit;
    scan->text_size = 0;
    return MEMORY_GROW(scan->memory, scan->values, scan->value_capacity, values) &&
           MEMORY_GROW(scan->memory, scan->sources, scan->source_capacity, values) &&
           MEMORY_GROW(scan->memory, scan->history, scan->history_capacity,
                       2 * (size_t)scan->game_count + 1) &&
           MEMORY_GROW(scan->memory, scan->lists, scan->list_capacity, scan->game_count + (size_t)1) &&
           MEMORY_GROW(scan->memory, scan->places, scan->place_capacity, places) &&
           MEMORY_GROW(scan->memory, scan->texts, scan->text_capacity, scan->text_limit + 1);
}

/* Where in each list the scanned columns are. Returns 0 when one is twice in a list, or too far behind to be referred to. */
static int find_places(struct tag_scan *scan, const struct schema_table *schemas)
{
    memset(scan->places, 0xff,
           (size_t)scan->slot_count * schemas->list_count * sizeof *scan->places); /* NO_PLACE */
    for (unsigned list = 0; list < schemas->list_count; list++) {
        uint16_t *places = scan->places + (size_t)list * scan->slot_count;
        const uint16_t *names = schema_names(schemas, list);
        for (unsigned i = 0; i < schema_size(schemas, list); i++) {
            uint16_t slot = scan->slots[names[i]];
            if (slot == TAG_SCAN_NO_SLOT)
                continue;
            if (places[slot] != NO_PLACE || i >= TAG_GAME_SEARCH_MAX)
                return 0;
            places[slot] = (uint16_t)i;
        }
    }
    return 1;
}

static unsigned count_scanned(const struct tag_scan *scan, unsigned list)
{
    unsigned count = 0;
    for (unsigned slot = 0; slot < scan->slot_count; slot++)
        count += scan->places[(size_t)list * scan->slot_count + slot] != NO_PLACE;
    return count;
}

/* The games' lists, held against the same limits as game by game. Returns 0 when they are not in order. */
static int read_lists(struct tag_scan *scan, const struct tag_decoder *decoder, uint64_t *cost_ret)
{
    struct byte_source ids = decoder->schema_ids;
    uint64_t list = decoder->list, values = 0;
    unsigned count = 0, scanned = 0;
    *cost_ret = 0;
    for (uint32_t game = 0; game < scan->game_count; game++) {
        int is_new = byte_source_left(&ids) != 0;
        if (is_new)
            list = byte_source_varint(&ids);
        if (ids.failed || list >= decoder->schemas->list_count)
            return 0;
        if (is_new || game == 0) {
            count = schema_size(decoder->schemas, (unsigned)list);
            scanned = count_scanned(scan, (unsigned)list);
        }
        if (count > decoder->value_limit - values)
            return 0;
        values += scanned;
        scan->lists[game] = (uint16_t)list;
        *cost_ret += (uint64_t)WORK_TAG * (count + 1u);
    }
    return 1;
}

/* ---- Pairs of columns ---- */

/* A column with its follower, if it has one: side 0 and 1. They share strings and history. */
struct pair {
    struct tag_scan *scan;
    const struct tag_decoder *decoder;
    unsigned count;
    uint16_t columns[2];
    size_t name_sizes[2];
    const struct tag_column *settings[2];
    struct text *values[2];
    uint32_t *sources[2];
    struct number_reader codes[2];
    int64_t numbers[2];
    struct text printed[2]; /* the number's text; `data` NULL: there was none yet */
    struct byte_source strings;
    size_t history_count;
    uint64_t value_bytes;
    struct text results[4];
};

/* A value's number: 2 * game + side in its pair. */
static inline uint32_t value_id(uint32_t game, unsigned side)
{
    return 2 * game + side;
}

static inline struct text text_at(const struct pair *pair, uint32_t id)
{
    return pair->values[id & 1][id >> 1];
}

static inline struct text *values_of(const struct tag_scan *scan, uint16_t column)
{
    return scan->values + (size_t)scan->slots[column] * scan->game_count;
}

static inline unsigned side_of(const struct tag_decoder *decoder, uint16_t column)
{
    return decoder->columns[column].leader != column;
}

/* Has the game's list column `other` before the present one? */
static inline int comes_before(const struct pair *pair, unsigned side, uint32_t game)
{
    const struct tag_scan *scan = pair->scan;
    const uint16_t *places = scan->places + (size_t)scan->lists[game] * scan->slot_count;
    uint16_t other = pair->settings[side]->other;
    return places[scan->slots[other]] < places[scan->slots[pair->columns[side]]];
}

/* LINK: what this column, or its partner, had where the game's value of `other` was last. TAG_NOWHERE: nothing. */
static inline uint32_t find_linked(const struct pair *pair, unsigned side, uint32_t game)
{
    uint16_t other = pair->settings[side]->other;
    if (!comes_before(pair, side, game))
        return TAG_NOWHERE;
    size_t key = (size_t)pair->scan->slots[other] * pair->scan->game_count + game;
    uint32_t source = pair->scan->sources[key];
    if (source == TAG_NOWHERE)
        return TAG_NOWHERE;
    int is_same = (source & 1) == side_of(pair->decoder, other);
    unsigned wanted = is_same || pair->count == 1 ? side : 1 - side;
    uint32_t id = value_id(source >> 1, wanted);
    return text_at(pair, id).data == NULL ? TAG_NOWHERE : id;
}

/* What a NUMBER is told by: the text; `data` NULL: there is none. */
static inline struct text find_reference(const struct pair *pair, unsigned side, uint32_t game)
{
    const struct tag_column *setting = pair->settings[side];
    if (setting->reference == TAG_REFERENCE_COLUMN && comes_before(pair, side, game))
        return values_of(pair->scan, setting->other)[game];
    if (setting->reference == TAG_REFERENCE_LINK) {
        uint32_t id = find_linked(pair, side, game);
        if (id != TAG_NOWHERE)
            return text_at(pair, id);
    }
    return (struct text){NULL, 0};
}

/* The number that comes next is the one before: so is its text. Returns 0 where there is none to copy. */
static inline int repeat_number(struct pair *pair, unsigned side, uint32_t game, struct text reference)
{
    if (reference.data == NULL && pair->settings[side]->reference != TAG_REFERENCE_NONE)
        reference = pair->printed[side];
    pair->values[side][game] = pair->printed[side] = reference;
    return reference.data != NULL;
}

/* Returns 0 when it is not in order, as all below. */
static inline int scan_number(struct pair *pair, unsigned side, uint32_t game, uint64_t code)
{
    const struct tag_column *setting = pair->settings[side];
    struct tag_scan *scan = pair->scan;
    int64_t before = setting->reference == TAG_REFERENCE_NONE ? 0 : pair->numbers[side], number;
    struct text reference = find_reference(pair, side, game);
    if (reference.data != NULL && tag_parse_number(setting, reference, &number))
        before = number;
    else
        reference.data = NULL;
    pair->numbers[side] = before + zigzag_decode(code - 1);
    if (pair->numbers[side] == before && repeat_number(pair, side, game, reference))
        return 1;
    char *start = scan->texts + scan->text_size;
    size_t size = tag_print_number(setting, pair->numbers[side], start, scan->text_limit - scan->text_size);
    scan->text_size += size;
    pair->values[side][game] = pair->printed[side] = (struct text){start, size};
    return size != 0;
}

/* "As the reference" or a copy; *source: of what. */
static inline int scan_copy(struct pair *pair, unsigned side, uint32_t game, uint64_t code, uint32_t *source)
{
    const struct tag_column *setting = pair->settings[side];
    uint32_t *history = pair->scan->history;
    if (code == TAG_AS_REFERENCE && setting->reference == TAG_REFERENCE_RESULT) {
        pair->values[side][game] = pair->results[byte_source_peek(&pair->decoder->results, game) & 3];
        return 1;
    }
    uint64_t place = code - TAG_KNOWN;
    if (code == TAG_AS_REFERENCE) {
        *source = setting->reference == TAG_REFERENCE_LINK ? find_linked(pair, side, game) : TAG_NOWHERE;
    } else if (place >= pair->history_count) {
        return 0;
    } else if (setting->codec == TAG_CODEC_DISTANCE) {
        *source = history[pair->history_count - 1 - (size_t)place];
    } else {
        *source = history[place];
        history[place] = value_id(game, side);
    }
    if (*source == TAG_NOWHERE)
        return 0;
    pair->values[side][game] = text_at(pair, *source);
    return 1;
}

static inline int scan_value(struct pair *pair, unsigned side, uint32_t game)
{
    unsigned codec = pair->settings[side]->codec;
    uint64_t code = number_read(&pair->codes[side]);
    uint32_t source = TAG_NOWHERE;
    int done = 1;
    if (code == TAG_NEW_STRING) {
        pair->values[side][game] = byte_source_until(&pair->strings, '\n');
        done = !pair->strings.failed;
    } else if (codec == TAG_CODEC_NUMBER) {
        done = scan_number(pair, side, game, code);
    } else {
        done = scan_copy(pair, side, game, code, &source);
    }
    pair->sources[side][game] = source;
    if (codec == TAG_CODEC_DISTANCE || (codec == TAG_CODEC_IDS && code == TAG_NEW_STRING))
        pair->scan->history[pair->history_count++] = value_id(game, side);
    pair->value_bytes += pair->name_sizes[side] + pair->values[side][game].size;
    return done;
}

/* Which of a pair's columns a list has, and in which order. */
enum pair_order { PAIR_NONE, PAIR_FIRST, PAIR_SECOND, PAIR_FIRST_SECOND, PAIR_SECOND_FIRST };

static enum pair_order order_in(const struct pair *pair, const uint16_t *places)
{
    const uint16_t *slots = pair->scan->slots;
    uint16_t first = places[slots[pair->columns[0]]];
    uint16_t second = pair->count == 1 ? (uint16_t)NO_PLACE : places[slots[pair->columns[1]]];
    if (first == NO_PLACE || second == NO_PLACE)
        return first != NO_PLACE ? PAIR_FIRST : second != NO_PLACE ? PAIR_SECOND : PAIR_NONE;
    return first < second ? PAIR_FIRST_SECOND : PAIR_SECOND_FIRST;
}

static int scan_game(struct pair *pair, uint32_t game, enum pair_order order)
{
    switch (order) {
    case PAIR_FIRST:
        return scan_value(pair, 0, game);
    case PAIR_SECOND:
        return scan_value(pair, 1, game);
    case PAIR_FIRST_SECOND:
        return scan_value(pair, 0, game) && scan_value(pair, 1, game);
    case PAIR_SECOND_FIRST:
        return scan_value(pair, 1, game) && scan_value(pair, 0, game);
    default:
        return 1;
    }
}

static int scan_pair(struct pair *pair)
{
    struct tag_scan *scan = pair->scan;
    uint8_t orders[BCGN_SCHEMA_COUNT_MAX];
    int done = 1;
    for (unsigned list = 0; list < pair->decoder->schemas->list_count; list++)
        orders[list] = (uint8_t)order_in(pair, scan->places + (size_t)list * scan->slot_count);
    for (uint32_t game = 0; game < scan->game_count && done; game++) {
        pair->values[0][game] = (struct text){NULL, 0};
        if (pair->count == 2)
            pair->values[1][game] = (struct text){NULL, 0};
        done = scan_game(pair, game, (enum pair_order)orders[scan->lists[game]]);
    }
    scan->value_bytes += pair->value_bytes;
    return done && !number_reader_failed(&pair->codes[0]) && !number_reader_failed(&pair->codes[1]);
}

static void add_side(struct pair *pair, uint16_t column)
{
    unsigned side = pair->count++;
    const struct tag_scan *scan = pair->scan;
    pair->columns[side] = column;
    pair->name_sizes[side] = pair->decoder->schemas->names[column].size;
    pair->settings[side] = &pair->decoder->columns[column];
    pair->values[side] = values_of(scan, column);
    pair->sources[side] = scan->sources + (size_t)scan->slots[column] * scan->game_count;
    pair->codes[side] = pair->decoder->states[column].codes;
}

/* `leader`: of a pair, whose columns are both asked for: tag_decoder_ask() sees to it. */
static int scan_columns(struct tag_scan *scan, const struct tag_decoder *decoder, uint16_t leader)
{
    struct pair pair = {
        .scan = scan, .decoder = decoder, .strings = decoder->states[leader].strings, .count = 0};
    uint16_t follower = decoder->columns[leader].partner;
    for (unsigned i = 0; i < 4; i++)
        pair.results[i] = game_result_text((enum game_result)i);
    add_side(&pair, leader);
    if (follower != leader)
        add_side(&pair, follower);
    return scan_pair(&pair);
}

/* The pair that a column of this one is told by; itself: none. */
static uint16_t other_leader(const struct tag_decoder *decoder, uint16_t column)
{
    const struct tag_column *setting = &decoder->columns[column];
    if (setting->reference != TAG_REFERENCE_COLUMN && setting->reference != TAG_REFERENCE_LINK)
        return setting->leader;
    return decoder->columns[setting->other].leader;
}

/* Returns the other pair that has to be scanned before, or this leader itself. */
static uint16_t next_needed(const struct tag_scan *scan, const struct tag_decoder *decoder, uint16_t leader)
{
    const uint16_t columns[2] = {leader, decoder->columns[leader].partner};
    for (unsigned i = 0; i < 2; i++) {
        uint16_t other = other_leader(decoder, columns[i]);
        if (other != leader && scan->steps[other] != SCAN_DONE)
            return other;
    }
    return leader;
}

/* The pair, behind those that it is told by. Returns 0 when it is not in order, or pairs are told by each other. */
static int scan_in_order(struct tag_scan *scan, const struct tag_decoder *decoder, uint16_t leader)
{
    uint16_t waiting[BCGN_TAG_NAME_COUNT_MAX];
    unsigned count = 0;
    waiting[count++] = leader;
    while (count > 0) {
        uint16_t column = waiting[count - 1];
        uint16_t other = next_needed(scan, decoder, column);
        if (other != column && scan->steps[other] == SCAN_BEGUN)
            return 0;
        scan->steps[column] = SCAN_BEGUN;
        if (other != column) {
            waiting[count++] = other;
            continue;
        }
        if (!scan_columns(scan, decoder, column))
            return 0;
        scan->steps[column] = SCAN_DONE;
        count--;
    }
    return 1;
}

enum pgnpack_status tag_scan_block(struct tag_scan *scan, const struct tag_decoder *decoder,
                                   uint32_t game_count, int *done_ret, struct error *error)
{
    uint64_t cost;
    *done_ret = 0;
    scan->game_count = game_count;
    scan->value_bytes = 0;
    give_slots(scan, decoder);
    if (!has_room(scan, decoder) || decoder->is_broken)
        return PGNPACK_OK;
    if (!reserve(scan, decoder))
        return error_no_memory(error);
    if (!find_places(scan, decoder->schemas) || !read_lists(scan, decoder, &cost))
        return PGNPACK_OK;
    enum pgnpack_status status = work_spend(decoder->work, cost, error);
    int done = status == PGNPACK_OK;
    for (uint16_t i = 0; i < decoder->schemas->name_count && done; i++) {
        uint16_t leader = decoder->columns[i].leader;
        if (scan->slots[i] != TAG_SCAN_NO_SLOT && scan->steps[leader] == SCAN_WAITS)
            done = scan_in_order(scan, decoder, leader);
    }
    *done_ret = done && scan->value_bytes <= decoder->tag_bytes_left;
    return status;
}

/* ---- Strings ---- */

/* Are a column's own values strings, or copies of its pair's? */
static int has_strings_only(const struct tag_column *column)
{
    return (column->codec == TAG_CODEC_DISTANCE || column->codec == TAG_CODEC_IDS) &&
           column->reference != TAG_REFERENCE_RESULT && column->quote_count == 0;
}

int tag_scan_strings(const struct tag_decoder *decoder, uint16_t column, struct byte_source *strings_ret)
{
    uint16_t leader = decoder->columns[column].leader, partner = decoder->columns[leader].partner;
    *strings_ret = decoder->states[leader].strings;
    return !decoder->is_broken && has_strings_only(&decoder->columns[leader]) &&
           has_strings_only(&decoder->columns[partner]);
}
