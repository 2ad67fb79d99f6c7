#include "tags/model/tag_model.h"

#include <string.h>

#include "game/game.h"
#include "util/bits.h"

void tag_model_init(struct tag_model *model, struct memory *memory)
{
    memset(model, 0, sizeof *model);
    model->memory = memory;
    for (uint32_t set = 0; set < TAG_MODEL_SETS; set++)
        for (uint32_t i = 0; i < TAG_CONTEXTS_MAX; i++)
            model->set_hashes[set][i] = mixed_context_hash(set, i);
}

void tag_model_free(struct tag_model *model)
{
    struct memory *memory = model->memory;
    memory_release(memory, model->recipes, model->recipe_capacity * sizeof *model->recipes);
    memory_release(memory, model->traces, model->trace_capacity * sizeof *model->traces);
    memory_release(memory, model->coders, model->coder_capacity * sizeof *model->coders);
    memory_release(memory, model->notes, model->note_capacity * sizeof *model->notes);
    memory_release(memory, model->counters, model->counter_capacity * sizeof *model->counters);
    memory_release(memory, model->weights, model->weight_capacity * sizeof *model->weights);
    memory_release(memory, model->memos, model->memo_capacity * sizeof *model->memos);
    tag_model_init(model, memory);
}

int tag_model_reserve(struct tag_model *model, unsigned column_count)
{
    return MEMORY_GROW(model->memory, model->recipes, model->recipe_capacity, column_count) &&
           MEMORY_GROW(model->memory, model->traces, model->trace_capacity, column_count) &&
           MEMORY_GROW(model->memory, model->coders, model->coder_capacity, column_count);
}

/* What coders take of the tables that they share. */
struct shares {
    size_t counters, sets, memos;
};

static int reserve_shares(struct tag_model *model, const struct shares *all)
{
    return MEMORY_GROW(model->memory, model->counters, model->counter_capacity, all->counters) &&
           MEMORY_GROW(model->memory, model->weights, model->weight_capacity, all->sets) &&
           MEMORY_GROW(model->memory, model->memos, model->memo_capacity, all->memos);
}

/* A column's sets of weights; a follower that does not learn together with its leader has others. */
enum { STAGE_KIND, STAGE_ENTRY, STAGE_RECENT, STAGE_NUMBER, STAGE_COUNT = TAG_MODEL_SETS / 2 };

static unsigned memo_bits_of(const struct tag_column *column)
{
    enum { FEWER = 3 };
    return column->counter_bits - FEWER;
}

static struct shares shares_of(const struct tag_column *column)
{
    unsigned members = column->flags & TAG_HAS_FOLLOWER ? 2 : 1;
    return (struct shares){(size_t)1 << column->counter_bits, (size_t)members * STAGE_COUNT,
                           (size_t)1 << memo_bits_of(column)};
}

static int is_coded(const struct tag_model_block *block, unsigned column)
{
    return tag_column_has_stream(block->columns, column) &&
           (block->is_coded == NULL || block->is_coded[column]);
}

/* Gives the coder of a column the next pieces of the tables, cleared. */
static void start_coder(struct tag_model *model, uint16_t column, struct shares *taken)
{
    struct tag_coder *coder = &model->coders[column];
    struct shares own = shares_of(&model->columns[column]);
    mixed_model_start_in(&coder->mixed, model->counters + taken->counters,
                         model->columns[column].counter_bits, model->weights + taken->sets,
                         (unsigned)own.sets);
    coder->memos = model->memos + taken->memos;
    coder->memo_bits = memo_bits_of(&model->columns[column]);
    memset(coder->memos, 0xff, own.memos * sizeof *coder->memos);
    taken->counters += own.counters;
    taken->sets += own.sets;
    taken->memos += own.memos;
}

int tag_model_start(struct tag_model *model, const struct tag_model_block *block)
{
    struct shares all = {1, 1, 1}, taken = {0, 0, 0};
    for (unsigned i = 0; i < block->column_count; i++)
        if (is_coded(block, i)) {
            struct shares own = shares_of(&block->columns[i]);
            all.counters += own.counters;
            all.sets += own.sets;
            all.memos += own.memos;
        }
    if (!reserve_shares(model, &all))
        return 0;
    model->table = block->table;
    model->columns = block->columns;
    model->game = TAG_NOWHERE;
    for (uint16_t i = 0; i < block->column_count; i++) {
        struct tag_trace *trace = &model->traces[i];
        *trace = (struct tag_trace){.newest = TAG_NOWHERE};
        memset(trace->recent, 0xff, sizeof trace->recent);
        if (is_coded(block, i))
            start_coder(model, i, &taken);
    }
    return 1;
}

/* ---- What is known ---- */

/* How a value is told; of number columns: a string, no difference, another one, one to no reference. */
enum { KIND_STRING, KIND_REFERENCE, KIND_ENTRY, KIND_RECENT, KIND_BITS = 2, KIND_MASK = 3 };

static uint32_t key_of_value(const struct tag_model *model, uint32_t value)
{
    return value == TAG_NOWHERE ? TAG_NOWHERE : model->notes[value].key;
}

/* The value of column `column` in the reference's game; TAG_NOWHERE: there is none among the first ones. */
static uint32_t find_old(const struct tag_model *model, uint16_t own, uint16_t column)
{
    if (model->reference == TAG_NOWHERE)
        return TAG_NOWHERE;
    const struct tag_value *reference = &model->table->values[model->reference];
    uint16_t wanted = reference->column == own ? column : model->columns[column].partner;
    for (uint32_t at = model->table->game_starts[reference->game]; at < model->value; at++) {
        const struct tag_value *value = &model->table->values[at];
        if (value->game != reference->game || value->position >= TAG_GAME_SEARCH_MAX)
            break;
        if (value->column == wanted)
            return at;
    }
    return TAG_NOWHERE;
}

static uint32_t age_of(const struct tag_model *model, uint16_t own)
{
    enum { NO_AGE = 255, BY_PACE = 128, BACK = 64 };
    const struct tag_recipe *recipe = &model->recipes[own];
    if (model->where < recipe->reference_count && recipe->references[model->where].kind == TAG_PACE) {
        int64_t gap = model->time - model->traces[own].pace.times[0];
        return BY_PACE + (gap < 0 ? BACK + bit_length((uint64_t)-gap) : bit_length((uint64_t)gap));
    }
    if (model->reference == TAG_NOWHERE)
        return NO_AGE;
    return bit_length(model->game - model->table->values[model->reference].game);
}

/* A result as the other side sees it. */
static uint32_t mirrored(uint8_t result)
{
    return result == RESULT_WHITE ? RESULT_BLACK : result == RESULT_BLACK ? RESULT_WHITE : result;
}

static uint32_t part_known(const struct tag_model *model, uint16_t own, const struct tag_part *part)
{
    const struct tag_trace *trace = &model->traces[part->column];
    switch ((enum tag_part_kind)part->kind) {
    case TAG_PART_VALUE:
        return key_of_value(model, trace->newest);
    case TAG_PART_CODE:
        return trace->code;
    case TAG_PART_KINDS:
        return trace->kinds;
    case TAG_PART_OLD:
        return key_of_value(model, find_old(model, own, part->column));
    case TAG_PART_AGE:
        return age_of(model, own);
    case TAG_PART_WHERE:
        return model->where;
    case TAG_PART_MIRRORED:
        return mirrored(model->what.result);
    default:
        return model->what.result;
    }
}

static uint32_t context_known(const struct tag_model *model, uint16_t own, uint32_t hash,
                              const struct tag_context *context)
{
    for (unsigned i = 0; i < context->part_count; i++)
        hash = hash32(hash, part_known(model, own, &context->parts[i]));
    return hash;
}

/* ---- References ---- */

/* Is the column's newest value a number? */
static int is_number(const struct tag_model *model, uint16_t column)
{
    return model->columns[column].codec == TAG_CODEC_NUMBER &&
           (model->traces[column].kinds & KIND_MASK) != KIND_STRING;
}

/*
 * Is there a newest value of the column, one of this game? The own column's is never; any will do. A number is told
 * by numbers only.
 */
static int is_at_hand(const struct tag_model *model, uint16_t own, uint16_t column)
{
    uint32_t newest = model->traces[column].newest;
    if (newest == TAG_NOWHERE || column == own)
        return newest != TAG_NOWHERE;
    if (model->table->values[newest].game != model->game)
        return 0;
    return model->columns[own].codec != TAG_CODEC_NUMBER || is_number(model, column);
}

/* Is the column's newest value a number of this game or the one before? */
static int is_fresh(const struct tag_model *model, uint16_t column)
{
    uint32_t newest = model->traces[column].newest;
    return newest != TAG_NOWHERE && model->game - model->table->values[newest].game <= 1 &&
           is_number(model, column);
}

/* Durations are told in seconds, stamps in milliseconds, too. */
static int64_t sum_of(const struct tag_model *model, uint16_t own, const struct tag_part *columns,
                      int is_less)
{
    enum { MILLISECONDS = 1000 };
    int64_t other = model->traces[columns->other].number;
    if (model->columns[own].form == FORM_STAMP && model->columns[columns->other].form == FORM_TIME)
        other *= MILLISECONDS;
    return model->traces[columns->column].number + (is_less ? -other : other);
}

static int find_pace(struct tag_model *model, uint16_t own, const struct tag_part *columns, int64_t *base_ret)
{
    const struct tag_pace *pace = &model->traces[own].pace;
    model->has_time = is_at_hand(model, own, columns->column) && is_at_hand(model, own, columns->other);
    if (!model->has_time)
        return 0;
    model->time = tag_pace_time(model->columns, columns, model->traces[columns->column].number,
                                model->traces[columns->other].number);
    if (pace->count != 0)
        *base_ret = tag_pace_number(pace, model->time);
    return pace->count != 0;
}

/* What reference `i` of the recipe names now; 0: nothing. */
static int find_reference(struct tag_model *model, uint16_t own, unsigned i, uint32_t *value_ret,
                          int64_t *base_ret)
{
    const struct tag_recipe_reference *reference = &model->recipes[own].references[i];
    const struct tag_part *columns = &reference->context.parts[0];
    *value_ret = TAG_NOWHERE;
    if (reference->kind == TAG_SUM || reference->kind == TAG_LESS) {
        *base_ret = sum_of(model, own, columns, reference->kind == TAG_LESS);
        return is_at_hand(model, own, columns->column) && is_at_hand(model, own, columns->other);
    }
    if (reference->kind == TAG_PLIES || reference->kind == TAG_ZERO) {
        *base_ret = reference->kind == TAG_PLIES ? model->what.ply_count : 0;
        return 1;
    }
    if (reference->kind == TAG_BEFORE) {
        *base_ret = model->traces[columns->column].number;
        return is_fresh(model, columns->column);
    }
    if (reference->kind == TAG_PACE)
        return find_pace(model, own, columns, base_ret);
    if (reference->kind == TAG_OF_COLUMN) {
        if (is_at_hand(model, own, columns->column))
            *value_ret = model->traces[columns->column].newest;
    } else {
        uint32_t start = hash32(1, reference->context.part_count);
        uint32_t hash = context_known(model, own, start, &reference->context);
        const struct tag_memo *memo = &model->coder->memos[hash >> (32 - model->coder->memo_bits)];
        model->memo_hashes[i] = hash;
        if (memo->hash == hash)
            *value_ret = memo->value;
    }
    if (*value_ret != TAG_NOWHERE)
        *base_ret = model->notes[*value_ret].number;
    return *value_ret != TAG_NOWHERE;
}

static void find_references(struct tag_model *model, uint16_t own)
{
    unsigned count = model->recipes[own].reference_count;
    unsigned first = count;
    uint32_t first_value = TAG_NOWHERE;
    model->reference = TAG_NOWHERE; /* parts of references know of none */
    model->where = count;
    model->base = model->columns[own].reference == TAG_REFERENCE_NONE ? 0 : model->traces[own].number;
    for (unsigned i = 0; i < count; i++) {
        uint32_t value;
        int64_t base = 0;
        if (find_reference(model, own, i, &value, &base) && first == count) {
            first = i;
            first_value = value;
            model->base = base;
        }
    }
    model->reference = first_value;
    model->where = first;
}

static void enter_references(struct tag_model *model, uint16_t own)
{
    const struct tag_recipe *recipe = &model->recipes[own];
    for (unsigned i = 0; i < recipe->reference_count; i++) {
        uint32_t hash = model->memo_hashes[i];
        if (recipe->references[i].kind == TAG_PACE && model->has_time &&
            (model->traces[own].kinds & KIND_MASK) != KIND_STRING)
            tag_pace_add(&model->traces[own].pace, model->time, model->traces[own].number);
        if (recipe->references[i].kind == TAG_LAST)
            model->coder->memos[hash >> (32 - model->coder->memo_bits)] =
                (struct tag_memo){hash, model->value};
    }
}

/* ---- Coding ---- */

/* A pair learns together, where it is told by what is known of older values. */
static unsigned set_of(const struct tag_model *model, uint16_t own, unsigned stage)
{
    int is_apart = model->columns[own].leader != own && model->recipes[own].reference_count == 0;
    return is_apart ? STAGE_COUNT + stage : stage;
}

static void set_context(const struct tag_model *model, uint16_t own, unsigned stage,
                        struct mixed_context *context)
{
    unsigned count = model->recipes[own].context_count;
    context->set = set_of(model, own, stage);
    context->count = count;
    for (unsigned i = 0; i < count; i++)
        context->hashes[i] = hash32(model->set_hashes[context->set][i], model->known[i]);
}

/* A number below `count`: the bits that are needed for it, the highest first. */
static uint32_t code_entry(struct tag_model *model, uint16_t own, uint32_t count, uint32_t entry)
{
    enum { LEVEL_SHIFT = 24 };
    struct mixed_context context = {.count = 0};
    set_context(model, own, STAGE_ENTRY, &context);
    uint32_t found = 0;
    for (unsigned left = count < 2 ? 0 : bit_length(count - 1); left-- > 0;) {
        uint32_t node = left << LEVEL_SHIFT | found;
        found = found << 1 |
                mixed_code_bit(&model->coder->mixed, &model->coder->bits, &context, node, entry >> left & 1);
    }
    return found;
}

static unsigned find_recent(const uint32_t *recent, unsigned count, uint32_t key)
{
    unsigned i = 0;
    while (i < count && recent[i] != key)
        i++;
    return i;
}

static void move_to_front(uint32_t *recent, uint32_t key)
{
    uint32_t before = key;
    for (unsigned i = 0; i <= TAG_RECENT_MAX; i++) {
        uint32_t here = recent[i];
        recent[i] = before;
        if (here == key)
            break;
        before = here;
    }
}

static unsigned kind_of_text(const struct tag_model *model, const struct tag_told *told, unsigned recent_at,
                             unsigned recent_count)
{
    if (told->is_string)
        return KIND_STRING;
    if (model->reference != TAG_NOWHERE && model->notes[model->reference].key == told->key)
        return KIND_REFERENCE;
    return recent_at < recent_count ? KIND_RECENT : KIND_ENTRY;
}

/* Returns the kind. A decoder's key can be of no entry. */
static unsigned code_text(struct tag_model *model, uint16_t own, struct tag_told *told)
{
    enum { RECENT_BITS = 4 };
    struct tag_trace *trace = &model->traces[own];
    struct tag_trace *leader = &model->traces[model->columns[own].leader];
    unsigned recent_count = model->recipes[own].recent_count;
    unsigned at = find_recent(leader->recent, recent_count, told->key);
    struct mixed_context context = {.count = 0};
    set_context(model, own, STAGE_KIND, &context);
    unsigned kind = mixed_code_symbol(&model->coder->mixed, &model->coder->bits, &context, KIND_BITS,
                                      kind_of_text(model, told, at, recent_count));
    trace->code = kind;
    told->is_string = kind == KIND_STRING;
    if (kind == KIND_STRING) {
        told->key = leader->count++;
    } else if (kind == KIND_REFERENCE) {
        told->key = key_of_value(model, model->reference);
    } else if (kind == KIND_ENTRY) {
        told->key = code_entry(model, own, leader->count, told->key);
    } else {
        set_context(model, own, STAGE_RECENT, &context);
        at = mixed_code_symbol(&model->coder->mixed, &model->coder->bits, &context, RECENT_BITS, at);
        trace->code += at;
        told->key = leader->recent[at];
    }
    move_to_front(leader->recent, told->key);
    return kind;
}

/* 8 digits of 62 are 47.6 bits, and random where there are any: nearly all of them are coded plainly. */
static int64_t code_base62(struct tag_model *model, struct mixed_context *context, int64_t number)
{
    enum { TOP_BITS = 8, PLAIN_BITS = 40 };
    context->count = 0;
    mixed_context_add(context, 0);
    unsigned top = mixed_code_symbol(&model->coder->mixed, &model->coder->bits, context, TOP_BITS,
                                     (unsigned)(number >> PLAIN_BITS));
    uint64_t low = (uint64_t)number & ((UINT64_C(1) << PLAIN_BITS) - 1);
    return (int64_t)((uint64_t)top << PLAIN_BITS |
                     bit_coder_code_plain(&model->coder->bits, low, PLAIN_BITS));
}

/* Returns the kind. A decoder's number that no form has counts as 0 from then on. */
static unsigned code_number(struct tag_model *model, uint16_t own, struct tag_told *told)
{
    enum { CODE_OF_STRING = 1 << 16 };
    struct tag_trace *trace = &model->traces[own];
    struct mixed_context context = {.count = 0};
    set_context(model, own, STAGE_KIND, &context);
    told->key = TAG_NOWHERE;
    told->is_string =
        (uint8_t)mixed_code_bit(&model->coder->mixed, &model->coder->bits, &context, 0, told->is_string);
    if (told->is_string) {
        trace->code = CODE_OF_STRING;
        return KIND_STRING;
    }
    int64_t base = model->base;
    set_context(model, own, STAGE_NUMBER, &context);
    if (model->columns[own].form == FORM_BASE62)
        told->number = code_base62(model, &context, told->number);
    else
        told->number =
            (int64_t)((uint64_t)base + (uint64_t)mixed_code_number(&model->coder->mixed, &model->coder->bits,
                                                                   &context, told->number - base));
    trace->number = told->number > -FORM_NUMBER_LIMIT && told->number < FORM_NUMBER_LIMIT ? told->number : 0;
    trace->code = (uint32_t)(trace->number - base);
    told->key = hash32((uint32_t)trace->number, (uint32_t)((uint64_t)trace->number >> 32));
    if (model->where == model->recipes[own].reference_count)
        return KIND_RECENT;
    return trace->number == base ? KIND_REFERENCE : KIND_ENTRY;
}

void tag_model_start_game(struct tag_model *model, uint32_t game, const struct tag_game_facts *what)
{
    model->game = game;
    model->what = *what;
}

int tag_model_code(struct tag_model *model, uint16_t column, uint32_t value, struct tag_told *told)
{
    enum { KINDS_MASK = 0xff };
    const struct tag_recipe *recipe = &model->recipes[column];
    struct tag_trace *trace = &model->traces[column];
    if (!MEMORY_GROW(model->memory, model->notes, model->note_capacity, value + (size_t)1))
        return 0;
    model->coder = &model->coders[model->columns[column].leader];
    model->value = value;
    find_references(model, column);
    for (unsigned i = 0; i < recipe->context_count; i++)
        model->known[i] = context_known(model, column, 0, &recipe->contexts[i]);
    int is_number = model->columns[column].codec == TAG_CODEC_NUMBER;
    unsigned kind = is_number ? code_number(model, column, told) : code_text(model, column, told);
    trace->kinds = (trace->kinds << KIND_BITS | kind) & KINDS_MASK;
    enter_references(model, column);
    trace->newest = value;
    model->notes[value] = (struct tag_note){.number = trace->number, .key = told->key};
    return 1;
}

int tag_model_code_by_moves(struct tag_model *model, uint16_t column, uint32_t value, uint64_t *number)
{
    struct tag_trace *trace = &model->traces[column];
    struct mixed_context context = {.set = STAGE_NUMBER};
    if (!MEMORY_GROW(model->memory, model->notes, model->note_capacity, value + (size_t)1))
        return 0;
    model->notes[value] = (struct tag_note){.key = TAG_NOWHERE};
    if (number == NULL)
        return 1;
    model->coder = &model->coders[column];
    mixed_context_add(&context, 0);
    mixed_context_add(&context, trace->code);
    *number = mixed_code_natural(&model->coder->mixed, &model->coder->bits, &context, *number);
    trace->code = (uint32_t)*number;
    return 1;
}
