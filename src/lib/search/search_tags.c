#include "lib/search/search_tags.h"

#include "lib/games/game_summary.h"
#include "game/tag_value.h"
#include "search/text/text_fold.h"
#include "util/bits.h"

void search_tags_init(struct search_tags *tags, struct memory *memory)
{
    *tags = (struct search_tags){.memory = memory};
    tag_rows_init(&tags->rows, memory);
    buffer_init(&tags->unescaped, memory);
    buffer_init(&tags->folded, memory);
}

void search_tags_free(struct search_tags *tags)
{
    struct memory *memory = tags->memory;
    tag_rows_free(&tags->rows);
    buffer_free(&tags->unescaped);
    buffer_free(&tags->folded);
    memory_release(memory, tags->memo, sizeof *tags->memo);
    memory_release(memory, tags->passing, tags->passing_capacity * sizeof *tags->passing);
    for (unsigned i = 0; i < 2; i++)
        memory_release(memory, tags->sides[i], tags->side_capacities[i] * sizeof *tags->sides[i]);
    search_tags_init(tags, memory);
}

int search_tags_start(struct search_tags *tags, const struct pgnpack_reader *reader,
                      const struct query_tags *query, size_t limit)
{
    if (query->count == 0)
        return 1;
    unsigned parts = PGNPACK_PART_TAGS | (query_tags_ask_plies(query) ? PGNPACK_PART_SHAPE : 0u);
    tags->memo = memory_get(tags->memory, sizeof *tags->memo);
    if (tags->memo == NULL || !tag_rows_start(&tags->rows, reader, &query->names, parts, limit))
        return 0;
    text_memo_init(tags->memo);
    tags->query = query;
    return 1;
}

void search_tags_rewind(struct search_tags *tags)
{
    if (tags->query == NULL)
        return;
    tag_rows_rewind(&tags->rows);
}

/* ---- A value ---- */

/* The value without its escapes, folded. `data` NULL: there is no memory. */
static struct text fold(struct search_tags *tags, struct text value)
{
    value = tag_value_unescape(value, &tags->unescaped);
    buffer_clear(&tags->folded);
    if (value.data == NULL || !buffer_reserve(&tags->folded, text_fold_size_max(value.size) + 1))
        return (struct text){NULL, 0};
    char *folded = (char *)tags->folded.data;
    return (struct text){folded, text_fold(value, folded)};
}

static int fits(struct search_tags *tags, const struct tag_condition *condition, struct text value)
{
    struct text folded = fold(tags, value);
    return folded.data != NULL && text_pattern_fits(condition->pattern, folded);
}

static int fits_order(enum comparison comparison, int order)
{
    switch (comparison) {
    case COMPARES_LESS:
        return order < 0;
    case COMPARES_LESS_OR_EQUAL:
        return order <= 0;
    case COMPARES_GREATER:
        return order > 0;
    default:
        return order >= 0;
    }
}

static int compares_number(const struct tag_comparison *comparison, struct text value, struct text folded)
{
    int64_t number = comparison->is_rating ? 1000 * (int64_t)summary_elo(value) : 0;
    if (comparison->is_rating ? number == 0 : tag_number(folded, &number) == 0)
        return 0;
    return fits_order(comparison->comparison, (number > comparison->number) - (number < comparison->number));
}

static int compares(struct search_tags *tags, const struct tag_comparison *comparison, struct text value)
{
    struct text folded = fold(tags, value);
    if (folded.data == NULL)
        return 0;
    if (comparison->is_number)
        return compares_number(comparison, value, folded);
    size_t size = folded.size < comparison->size ? folded.size : comparison->size;
    int order = size == 0 ? 0 : memcmp(folded.data, comparison->text, size);
    if (order == 0)
        order = (folded.size > comparison->size) - (folded.size < comparison->size);
    return fits_order(comparison->comparison, order);
}

/* Does a tag's value do what the condition asks for? `data` NULL: the game has no such tag. */
static int is_met(struct search_tags *tags, const struct tag_condition *condition, struct text value)
{
    uint32_t number;
    if (value.data == NULL)
        return 0;
    switch (condition->kind) {
    case CONDITION_FITS:
        return fits(tags, condition, value);
    case CONDITION_COMPARES:
        return compares(tags, &condition->comparison, value);
    case CONDITION_ELO:
        number = summary_elo(value);
        return number != 0 && number_ranges_have(condition->ranges, number);
    case CONDITION_DATE:
        number = summary_date(value);
        return number != 0 && number_ranges_have(condition->ranges, number);
    case CONDITION_ECO:
        number = eco_number(value);
        return number != 0 && number_ranges_have(condition->ranges, number);
    default: /* CONDITION_IS_THERE */
        return 1;
    }
}

/* ---- A row ---- */

static uint8_t is_known_date(struct text value)
{
    return value.data != NULL && summary_date(value) != 0;
}

/* The tags of a condition, where we are White (0) or Black (1). */
static size_t first_name(const struct tag_condition *condition, unsigned side)
{
    return condition->names[condition->is_sided ? side : 0];
}

static size_t second_name(const struct tag_condition *condition, unsigned side)
{
    return condition->names[condition->is_sided ? !side : 1];
}

static int has_second(const struct tag_condition *condition)
{
    return condition->name_count == 2 || condition->kind == CONDITION_ELO_GAP;
}

/* Of ratings that are not both known nothing holds, and not the opposite. */
static int gap_is_met(const struct tag_condition *condition, struct text ours, struct text theirs)
{
    int32_t us = ours.data == NULL ? 0 : (int32_t)summary_elo(ours);
    int32_t them = theirs.data == NULL ? 0 : (int32_t)summary_elo(theirs);
    if (us == 0 || them == 0)
        return condition->negated;
    return us - them >= condition->gap.low && us - them <= condition->gap.high;
}

/* Values as a row has them. */
static int row_is_met(struct search_tags *tags, const struct tag_condition *condition, unsigned side,
                      const struct block_row *row)
{
    const struct text *values = row->values;
    struct text first =
        condition->name_count != 0 ? values[first_name(condition, side)] : (struct text){NULL, 0};
    struct text second =
        has_second(condition) ? values[second_name(condition, side)] : (struct text){NULL, 0};
    switch (condition->kind) {
    case CONDITION_RESULT:
        return (condition->results[side] >> (row->result & 3) & 1) != 0;
    case CONDITION_PLIES:
        return number_ranges_have(condition->ranges, row->plies);
    case CONDITION_ELO:
        return is_met(tags, condition, first) &&
               (condition->name_count == 1 || is_met(tags, condition, second));
    case CONDITION_ELO_GAP:
        return gap_is_met(condition, first, second);
    case CONDITION_DATE:
        return is_met(tags, condition, is_known_date(first) ? first : second);
    default:
        return is_met(tags, condition, first) || is_met(tags, condition, second);
    }
}

static int row_passes(struct search_tags *tags, unsigned side)
{
    for (size_t i = 0; i < tags->query->count; i++) {
        const struct tag_condition *condition = &tags->query->conditions[i];
        if (row_is_met(tags, condition, side, &tags->rows.row) == condition->negated)
            return 0;
    }
    return 1;
}

/* Of one side, or of both. */
static enum pgnpack_status sieve_rows(struct search_tags *tags, struct error *error)
{
    uint64_t *const passing[2] = {tags->sides[0] == NULL ? tags->passing : tags->sides[0], tags->sides[1]};
    for (uint32_t game = 0; game < tags->game_count; game++) {
        enum pgnpack_status status = tag_rows_game(&tags->rows, game, error);
        if (status != PGNPACK_OK)
            return status;
        for (unsigned side = 0; side < 2 && passing[side] != NULL; side++)
            if (!row_passes(tags, side))
                passing[side][game / 64] &= ~(UINT64_C(1) << game % 64);
    }
    return PGNPACK_OK;
}

/* ---- Columns ---- */

/* Values that are looked up from here on are held against this condition. */
static void use_memo(struct search_tags *tags, const struct tag_condition *condition)
{
    if (tags->memo_condition != condition)
        text_memo_clear(tags->memo);
    tags->memo_condition = condition;
}

/* is_met(), looked up where the same bytes were looked at before. */
static inline int is_met_by_memo(struct search_tags *tags, const struct tag_condition *condition,
                                 struct text value)
{
    if (value.data == NULL)
        return 0;
    struct text_memo_entry *entry = text_memo_entry(tags->memo, value);
    if (!text_memo_has(tags->memo, entry, value))
        text_memo_set(tags->memo, entry, value, (uint32_t)is_met(tags, condition, value));
    return (int)entry->value;
}

/* A column's value of a game. */
static inline struct text value_of(const struct text *column, uint32_t game)
{
    return column != NULL ? column[game] : (struct text){NULL, 0};
}

static inline int column_is_met(struct search_tags *tags, const struct tag_condition *condition,
                                unsigned side, const struct block_run *run,
                                const struct text *const columns[2], uint32_t game)
{
    struct text first = value_of(columns[0], game);
    switch (condition->kind) {
    case CONDITION_RESULT:
        return (condition->results[side] >> (byte_source_peek(&run->results, game) & 3) & 1) != 0;
    case CONDITION_PLIES:
        return number_ranges_have(condition->ranges, run->plies[game]);
    case CONDITION_ELO:
        return is_met(tags, condition, first) &&
               (condition->name_count == 1 || is_met(tags, condition, value_of(columns[1], game)));
    case CONDITION_ELO_GAP:
        return gap_is_met(condition, first, value_of(columns[1], game));
    case CONDITION_DATE:
        return is_met(tags, condition, is_known_date(first) ? first : value_of(columns[1], game));
    default:
        return is_met_by_memo(tags, condition, first) ||
               is_met_by_memo(tags, condition, value_of(columns[1], game));
    }
}

/* Lets pass only those games of `games` that fulfil the condition. */
static void sieve_column(struct search_tags *tags, const struct tag_condition *condition, unsigned side,
                         const struct block_run *run, uint64_t *games)
{
    const struct text *columns[2] = {NULL, NULL};
    if (condition->name_count != 0)
        columns[0] = tags->rows.scan.columns[first_name(condition, side)];
    if (has_second(condition))
        columns[1] = tags->rows.scan.columns[second_name(condition, side)];
    use_memo(tags, condition);
    for (uint32_t from = 0; from < tags->game_count; from += 64) {
        uint64_t left = games[from / 64], passing = 0;
        while (left != 0) {
            unsigned i = lowest_bit(left);
            left &= left - 1;
            int is = column_is_met(tags, condition, side, run, columns, from + i);
            passing |= (uint64_t)(is != condition->negated) << i;
        }
        games[from / 64] = passing;
    }
}

/* What is about games first, then what is about a side. */
static void sieve_columns(struct search_tags *tags, const struct block_run *run)
{
    const struct query_tags *query = tags->query;
    const size_t size = (tags->game_count / 64 + 1) * sizeof *tags->passing;
    for (size_t i = 0; i < query->count; i++)
        if (tags->sides[0] == NULL || !query->conditions[i].is_sided)
            sieve_column(tags, &query->conditions[i], 0, run, tags->passing);
    for (unsigned side = 0; side < 2 && tags->sides[0] != NULL; side++) {
        memcpy(tags->sides[side], tags->passing, size);
        for (size_t i = 0; i < query->count; i++)
            if (query->conditions[i].is_sided)
                sieve_column(tags, &query->conditions[i], side, run, tags->sides[side]);
    }
}

/* ---- Strings, before columns are made of them ---- */

/* Is there a value of the tag that does what the condition asks for? Where that is not told by strings: yes. */
static int may_be_met(struct search_tags *tags, const struct tag_condition *condition, size_t name)
{
    const struct pgnpack_cursor *cursor = tags->rows.cursor;
    struct byte_source strings;
    if (!block_scan_strings(cursor->decoder, cursor->tags[name], &strings))
        return 1;
    while (byte_source_left(&strings) != 0) {
        struct text value = byte_source_until(&strings, '\n');
        if (strings.failed || is_met_by_memo(tags, condition, value))
            return 1;
    }
    return 0;
}

/* Is there a condition that no string of the block does? */
static int none_can_pass(struct search_tags *tags)
{
    for (size_t i = 0; i < tags->query->count; i++) {
        const struct tag_condition *condition = &tags->query->conditions[i];
        int may_be = condition->negated;
        unsigned names = condition->is_sided && tags->query->tries_black ? 2 : condition->name_count;
        if (condition->kind != CONDITION_FITS && condition->kind != CONDITION_ECO &&
            condition->kind != CONDITION_COMPARES)
            continue;
        use_memo(tags, condition);
        for (unsigned j = 0; j < names && !may_be; j++)
            may_be = may_be_met(tags, condition, condition->names[j]);
        if (!may_be)
            return 1;
    }
    return 0;
}

/* ---- A block ---- */

static uint32_t count_passing(const struct search_tags *tags)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < (tags->game_count + 63) / 64; i++)
        count += (uint32_t)popcount64(tags->passing[i]);
    return count;
}

static void set_all(uint64_t *games, uint32_t count)
{
    memset(games, 0xff, count / 64 * sizeof *games);
    games[count / 64] = (UINT64_C(1) << count % 64) - 1;
}

static enum pgnpack_status let_all_pass(struct search_tags *tags, struct error *error)
{
    size_t words = tags->game_count / 64 + 1;
    if (!MEMORY_GROW(tags->memory, tags->passing, tags->passing_capacity, words))
        return error_no_memory(error);
    set_all(tags->passing, tags->game_count);
    for (unsigned side = 0; side < 2 && query_tags_are_sided(tags->query); side++) {
        if (!MEMORY_GROW(tags->memory, tags->sides[side], tags->side_capacities[side], words))
            return error_no_memory(error);
        set_all(tags->sides[side], tags->game_count);
    }
    return PGNPACK_OK;
}

/* Games of either side. */
static void join_sides(struct search_tags *tags)
{
    for (uint32_t i = 0; i <= tags->game_count / 64 && tags->sides[0] != NULL; i++)
        tags->passing[i] = tags->sides[0][i] | tags->sides[1][i];
}

enum pgnpack_status search_tags_block(struct search_tags *tags, size_t block, uint64_t other_work,
                                      uint32_t *count_ret, struct error *error)
{
    struct block_run run;
    *count_ret = 0;
    tags->game_count = tags->rows.cursor->reader->index.entries[block].game_count;
    enum pgnpack_status status = let_all_pass(tags, error);
    if (status == PGNPACK_OK)
        status = tag_rows_load(&tags->rows, block, other_work, error);
    if (status != PGNPACK_OK)
        return status;
    tags->memo_condition = NULL;
    if (none_can_pass(tags))
        return PGNPACK_OK;
    status = tag_rows_scan(&tags->rows, UINT32_MAX, error);
    if (status != PGNPACK_OK)
        return status;
    if (block_scan_run(&tags->rows.scan, tags->rows.cursor->decoder, 0, tags->game_count, &run))
        sieve_columns(tags, &run);
    else
        status = sieve_rows(tags, error);
    join_sides(tags);
    if (status == PGNPACK_OK)
        *count_ret = count_passing(tags);
    return status;
}

uint32_t search_tags_next(const struct search_tags *tags, uint32_t game)
{
    while (game < tags->game_count) {
        uint64_t left = tags->passing[game / 64] >> game % 64;
        if (left != 0)
            return game + lowest_bit(left);
        game = (game / 64 + 1) * 64;
    }
    return tags->game_count;
}
