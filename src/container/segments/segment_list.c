#include "container/segments/segment_list.h"

#include <stdlib.h>
#include <string.h>

#include "util/bisect.h"
#include "util/xxh64.h"

/* ---- Deleted games ---- */

void deleted_games_init(struct deleted_games *games, struct memory *memory)
{
    memset(games, 0, sizeof *games);
    games->memory = memory;
}

void game_range_list_free(struct game_range_list *list, struct memory *memory)
{
    memory_release(memory, list->ranges, list->capacity * sizeof *list->ranges);
    *list = (struct game_range_list){NULL, 0, 0};
}

void deleted_games_free(struct deleted_games *games)
{
    for (unsigned i = 0; i < games->pending_count; i++)
        game_range_list_free(&games->pending[i], games->memory);
    game_range_list_free(&games->deleted, games->memory);
    deleted_games_init(games, games->memory);
}

int game_range_list_add(struct game_range_list *list, struct memory *memory, struct game_range range)
{
    if (range.first >= range.end)
        return 1;
    if (!MEMORY_GROW(memory, list->ranges, list->capacity, list->count + 1))
        return 0;
    list->ranges[list->count++] = range;
    return 1;
}

struct game_range game_range_from(struct game_range range, uint64_t first)
{
    if (first > range.first) {
        range.target += range.target == 0 ? 0 : first - range.first;
        range.first = first;
    }
    return range;
}

/* ---- One list over another ---- */

/* Do two ranges, of which one begins where the other one ends, say the same? */
static int goes_on(const struct game_range *range, const struct game_range *next)
{
    uint64_t target = range->target == 0 ? 0 : range->target + (range->end - range->first);
    return next->first == range->end && next->kind == range->kind && next->change == range->change &&
           next->target == target;
}

/* Adds a range behind those before, as one with the last where both say the same of neighbours. */
static int append(struct game_range_list *list, struct memory *memory, struct game_range range)
{
    struct game_range *last = list->count == 0 ? NULL : &list->ranges[list->count - 1];
    if (last != NULL && goes_on(last, &range)) {
        last->end = range.end;
        return 1;
    }
    return game_range_list_add(list, memory, range);
}

/* The older list, but where the later one says something. */
static int overlay(const struct game_range_list *older, const struct game_range_list *later,
                   struct game_range_list *result, struct memory *memory)
{
    size_t i = 0;
    uint64_t done = 0; /* of the older list, all before this has been dealt with */
    for (size_t j = 0; j <= later->count; j++) {
        uint64_t limit = j < later->count ? later->ranges[j].first : UINT64_MAX;
        for (; i < older->count && older->ranges[i].first < limit; i++) {
            struct game_range range = game_range_from(older->ranges[i], done);
            int is_cut = range.end > limit;
            range.end = is_cut ? limit : range.end;
            if (range.first < range.end && !append(result, memory, range))
                return 0;
            if (is_cut)
                break;
        }
        if (j == later->count)
            break;
        if (!append(result, memory, later->ranges[j]))
            return 0;
        done = later->ranges[j].end;
    }
    return 1;
}

/* Makes one of the two latest lists. */
static int join_latest(struct deleted_games *games)
{
    struct game_range_list *older = &games->pending[games->pending_count - 2];
    struct game_range_list *later = older + 1;
    struct game_range_list both = {NULL, 0, 0};
    int is_done = overlay(older, later, &both, games->memory);
    game_range_list_free(older, games->memory);
    game_range_list_free(later, games->memory);
    *older = both;
    games->pending_count--;
    games->ranks[games->pending_count - 1]++;
    return is_done;
}

int deleted_games_add(struct deleted_games *games, struct game_range_list *list)
{
    int is_done = 1;
    games->pending[games->pending_count] = *list;
    games->ranks[games->pending_count++] = 0;
    *list = (struct game_range_list){NULL, 0, 0};
    while (is_done && games->pending_count > 1 &&
           games->ranks[games->pending_count - 1] >= games->ranks[games->pending_count - 2])
        is_done = join_latest(games);
    return is_done;
}

int deleted_games_finish(struct deleted_games *games)
{
    while (games->pending_count > 1)
        if (!join_latest(games))
            return 0;
    game_range_list_free(&games->deleted, games->memory);
    games->count = 0;
    for (size_t i = 0; games->pending_count != 0 && i < games->pending[0].count; i++) {
        const struct game_range *range = &games->pending[0].ranges[i];
        if (range->kind != DELETION_NONE && !append(&games->deleted, games->memory, *range))
            return 0;
        games->count += range->kind != DELETION_NONE ? range->end - range->first : 0;
    }
    return 1;
}

/* ---- Asking ---- */

static size_t first_ending_after(const struct game_range_list *list, uint64_t number)
{
    size_t i;
    BISECT(i, 0, list->count, list->ranges[i].end > number);
    return i;
}

const struct game_range *deleted_games_from(const struct deleted_games *games, uint64_t number)
{
    size_t i = first_ending_after(&games->deleted, number);
    return i < games->deleted.count ? &games->deleted.ranges[i] : NULL;
}

int deleted_games_have(const struct deleted_games *games, uint64_t number)
{
    const struct game_range *range = games->count == 0 ? NULL : deleted_games_from(games, number);
    return range != NULL && range->first <= number;
}

int deleted_games_others(const struct deleted_games *games, struct game_range range,
                         struct game_range_list *list, struct memory *memory)
{
    int is_done = 1;
    for (uint64_t at = range.first; is_done && at < range.end;) {
        const struct game_range *next = deleted_games_from(games, at);
        struct game_range part = game_range_from(range, at);
        part.end = next == NULL || next->first > range.end ? range.end : next->first;
        is_done = game_range_list_add(list, memory, part);
        at = next == NULL ? range.end : next->end;
    }
    return is_done;
}

uint64_t deleted_games_between(const struct deleted_games *games, uint64_t first, uint64_t end)
{
    uint64_t count = 0;
    const struct game_range_list *list = &games->deleted;
    for (size_t i = first_ending_after(list, first); i < list->count && list->ranges[i].first < end; i++) {
        uint64_t from = list->ranges[i].first < first ? first : list->ranges[i].first;
        uint64_t to = list->ranges[i].end < end ? list->ranges[i].end : end;
        count += to - from;
    }
    return count;
}

/* ---- Segments ---- */

void segment_list_init(struct segment_list *list, struct memory *memory)
{
    *list = (struct segment_list){.memory = memory};
    buffer_init(&list->commands, memory);
}

static void forget_order(struct segment_list *list)
{
    memory_release(list->memory, list->by_identity, list->by_identity_size);
    list->by_identity = NULL;
    list->by_identity_size = 0;
    list->identity_count = 0;
}

void segment_list_free(struct segment_list *list)
{
    forget_order(list);
    memory_release(list->memory, list->segments, list->capacity * sizeof *list->segments);
    buffer_free(&list->commands);
    segment_list_init(list, list->memory);
}

void segment_list_clear(struct segment_list *list)
{
    forget_order(list);
    list->count = 0;
    buffer_clear(&list->commands);
}

/* Returns 0 when there is no memory. */
static int identify(struct segment *segment, const struct block_index *index, struct memory *memory)
{
    struct buffer hashes;
    buffer_init(&hashes, memory);
    segment->has_identity = 1;
    for (size_t i = 0; i < segment->block_count; i++) {
        const struct index_entry *entry = &index->entries[segment->first_block + i];
        buffer_append_le64(&hashes, entry->header_hash);
        segment->has_identity &= entry->header_hash != 0;
    }
    segment->identity = xxh64(buffer_bytes(&hashes), hashes.size);
    int is_done = !buffer_failed(&hashes);
    buffer_free(&hashes);
    return is_done;
}

int segment_list_add(struct segment_list *list, const struct block_index *index, size_t first_block,
                     size_t block_count, uint64_t offset, uint64_t size)
{
    const struct segment *before = list->count == 0 ? NULL : &list->segments[list->count - 1];
    struct segment segment = {.offset = offset,
                              .size = size,
                              .first_block = first_block,
                              .block_count = block_count,
                              .first_text = SIZE_MAX,
                              .first_game = before == NULL ? 0 : before->first_game + before->game_count};
    for (size_t i = first_block; i < first_block + block_count; i++) {
        const struct index_entry *entry = &index->entries[i];
        segment.game_count += entry->game_count;
        segment.text_size += entry->text_size;
        if (segment.first_text == SIZE_MAX && (entry->flags & BCGN_BLOCK_ANNEX) == 0)
            segment.first_text = i;
    }
    forget_order(list);
    if (!identify(&segment, index, list->memory) ||
        !MEMORY_GROW(list->memory, list->segments, list->capacity, list->count + 1))
        return 0;
    list->segments[list->count++] = segment;
    return 1;
}

int segment_list_copy(struct segment_list *list, const struct segment_list *other)
{
    if (other->count != 0 && !MEMORY_GROW(list->memory, list->segments, list->capacity, other->count))
        return 0;
    for (size_t i = 0; i < other->count; i++) {
        list->segments[i] = other->segments[i];
        list->segments[i].command_start = list->segments[i].command_size = 0;
    }
    list->count = other->count;
    return segment_list_sort(list);
}

/* The last one that has its begin, of games or blocks, at `number` or before; NULL: the list is empty. */
static const struct segment *last_before(const struct segment_list *list, uint64_t number,
                                         uint64_t (*begin)(const struct segment *segment))
{
    size_t behind;
    BISECT(behind, 1, list->count, begin(&list->segments[behind]) > number);
    return list->count == 0 ? NULL : &list->segments[behind - 1];
}

static uint64_t first_game(const struct segment *segment)
{
    return segment->first_game;
}

static uint64_t first_block(const struct segment *segment)
{
    return segment->first_block;
}

const struct segment *segment_list_of_game(const struct segment_list *list, uint64_t number)
{
    return last_before(list, number, first_game);
}

const struct segment *segment_list_of_block(const struct segment_list *list, size_t number)
{
    return last_before(list, number, first_block);
}

/* ---- By identity ---- */

struct named_segment {
    uint64_t identity;
    size_t number;
};

static int compare_named(const void *a, const void *b)
{
    const struct named_segment *left = a, *right = b;
    if (left->identity != right->identity)
        return left->identity < right->identity ? -1 : 1;
    return (left->number > right->number) - (left->number < right->number);
}

int segment_list_sort(struct segment_list *list)
{
    size_t count = 0;
    forget_order(list);
    if (list->count == 0)
        return 1;
    size_t named_size = list->count * sizeof(struct named_segment);
    struct named_segment *named = memory_get(list->memory, named_size);
    list->by_identity = memory_get(list->memory, list->count * sizeof *list->by_identity);
    list->by_identity_size = list->by_identity == NULL ? 0 : list->count * sizeof *list->by_identity;
    int is_done = named != NULL && list->by_identity != NULL;
    for (size_t i = 0; is_done && i < list->count; i++)
        if (list->segments[i].has_identity)
            named[count++] = (struct named_segment){list->segments[i].identity, i};
    if (is_done && count > 1)
        qsort(named, count, sizeof *named, compare_named);
    for (size_t i = 0; is_done && i < count; i++)
        list->by_identity[i] = named[i].number;
    list->identity_count = is_done ? count : 0;
    memory_release(list->memory, named, named_size);
    return is_done;
}

static int comes_before(const struct segment_list *list, size_t n, uint64_t identity, size_t number)
{
    uint64_t its = list->segments[n].identity;
    return its < identity || (its == identity && n < number);
}

/* How many of them come before (identity, number) in the order. */
static size_t place_of(const struct segment_list *list, uint64_t identity, size_t number)
{
    size_t i;
    BISECT(i, 0, list->identity_count, !comes_before(list, list->by_identity[i], identity, number));
    return i;
}

const struct segment *segment_list_find(const struct segment_list *list, uint64_t identity, size_t last)
{
    size_t place = place_of(list, identity, last == SIZE_MAX ? last : last + 1);
    if (place == 0)
        return NULL;
    const struct segment *segment = &list->segments[list->by_identity[place - 1]];
    return segment->identity == identity ? segment : NULL;
}

const struct segment *segment_list_twin_before(const struct segment_list *list, const struct segment *segment,
                                               uint64_t count)
{
    size_t place = place_of(list, segment->identity, (size_t)(segment - list->segments));
    if (count == 0)
        return segment;
    if (count > place)
        return NULL;
    const struct segment *found = &list->segments[list->by_identity[place - count]];
    return found->identity == segment->identity ? found : NULL;
}

size_t segment_list_twins_after(const struct segment_list *list, const struct segment *segment, size_t last)
{
    return place_of(list, segment->identity, last == SIZE_MAX ? last : last + 1) -
           place_of(list, segment->identity, (size_t)(segment - list->segments)) - 1;
}

uint64_t segment_list_count(const struct segment_list *list, uint64_t identity, size_t end)
{
    return place_of(list, identity, end) - place_of(list, identity, 0);
}

/* ---- As text ---- */

enum { LETTER_BITS = 5, LETTERS_MIN = 4, LETTERS_MAX = SEGMENT_NAME_FULL_SIZE - 1 };

/* No letters that look like digits or each other (Douglas Crockford's base 32). */
static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";

/* Behind the identity's last bit comes a 0. */
static void write_name(uint64_t identity, unsigned count, char *name)
{
    for (unsigned i = 0; i < count; i++)
        name[i] =
            letters[(i < LETTERS_MAX - 1 ? identity >> (64 - LETTER_BITS * (i + 1)) : identity << 1) & 31];
    name[count] = '\0';
}

void segment_name(uint64_t identity, char name[SEGMENT_NAME_SIZE])
{
    write_name(identity, SEGMENT_NAME_SIZE - 1, name);
}

void segment_name_full(uint64_t identity, char name[SEGMENT_NAME_FULL_SIZE])
{
    write_name(identity, LETTERS_MAX, name);
}

unsigned segment_name_read(const char *name, size_t size, uint64_t *identity_ret)
{
    unsigned bits = 0;
    *identity_ret = 0;
    if (size < LETTERS_MIN || size > LETTERS_MAX)
        return 0;
    for (size_t i = 0; i < size; i++) {
        char letter = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
        const char *found = letter == '\0' ? NULL : strchr(letters, letter);
        uint64_t number = found == NULL ? 0 : (uint64_t)(found - letters);
        bits += LETTER_BITS;
        if (found == NULL || (bits > 64 && (number & 1) != 0))
            return 0;
        *identity_ret |= bits > 64 ? number >> 1 : number << (64 - bits);
    }
    return bits;
}
