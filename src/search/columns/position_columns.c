#include "search/columns/position_columns.h"

/* ---- Writing ---- */

void position_columns_writer_init(struct position_columns_writer *writer, struct memory *memory)
{
    *writer = (struct position_columns_writer){.memory = memory};
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++)
        buffer_init(&writer->columns[i], memory);
}

void position_columns_writer_free(struct position_columns_writer *writer)
{
    memory_release(writer->memory, writer->first, writer->first_capacity * sizeof *writer->first);
    memory_release(writer->memory, writer->last, writer->last_capacity * sizeof *writer->last);
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++)
        buffer_free(&writer->columns[i]);
    position_columns_writer_init(writer, writer->memory);
}

void position_columns_writer_clear(struct position_columns_writer *writer)
{
    writer->count = 0;
    for (unsigned i = 0; i < POSITION_COLUMN_COUNT; i++)
        buffer_clear(&writer->columns[i]);
}

/* How many men are left matters in endings; beyond, whole ranges are one, which packs better. */
static uint8_t rounded_men(unsigned men)
{
    return (uint8_t)(men <= 12 ? ((men - 1) & ~1u) + 1 : men <= 16 ? 13 : men <= 22 ? 17 : 23);
}

int position_columns_add(struct position_columns_writer *writer, const struct pawn_trace *trace)
{
    static const struct pawn_trace unknown = {.order = 0};
    if (!MEMORY_GROW(writer->memory, writer->first, writer->first_capacity, writer->count + 1) ||
        !MEMORY_GROW(writer->memory, writer->last, writer->last_capacity, writer->count + 1))
        return 0;
    if (trace->is_open)
        trace = &unknown;
    struct pawn_list list = {trace->order, trace->left};
    writer->first[writer->count] = list;
    writer->last[writer->count++] = pawn_list_reversed(list);
    buffer_append_byte(&writer->columns[POSITION_WHITE_HOME], (uint8_t)trace->home);
    buffer_append_byte(&writer->columns[POSITION_BLACK_HOME], (uint8_t)(trace->home >> 8));
    buffer_append_byte(&writer->columns[POSITION_MEN], trace->men == 0 ? 0 : rounded_men(trace->men));
    return !buffer_failed(&writer->columns[POSITION_MEN]) &&
           !buffer_failed(&writer->columns[POSITION_WHITE_HOME]) &&
           !buffer_failed(&writer->columns[POSITION_BLACK_HOME]);
}

/* Of the last pawns more classes would rule out little more. */
enum { FIRST_CLASS_COUNT = 256, LAST_CLASS_COUNT = 128 };

int position_columns_finish(struct position_columns_writer *writer)
{
    struct buffer *columns = writer->columns;
    return class_tree_write(writer->first, writer->count, FIRST_CLASS_COUNT, writer->memory,
                            &columns[POSITION_TREES], &columns[POSITION_FIRST_PAWNS]) &&
           class_tree_write(writer->last, writer->count, LAST_CLASS_COUNT, writer->memory,
                            &columns[POSITION_TREES], &columns[POSITION_LAST_PAWNS]);
}

/* ---- Asking ---- */

struct position_needs position_needs_of(const struct position *position)
{
    uint16_t home = home_pawns_of(position);
    return (struct position_needs){(uint16_t)~home, home, (uint8_t)popcount64(position_occupied(position))};
}

struct position_needs position_needs_either(struct position_needs a, struct position_needs b)
{
    return (struct position_needs){a.gone & b.gone, a.home & b.home,
                                   a.men_max > b.men_max ? a.men_max : b.men_max};
}

static int classes_exist(const uint8_t *classes, size_t count, unsigned class_count)
{
    for (size_t i = 0; i < count; i++)
        if (classes[i] >= class_count)
            return 0;
    return 1;
}

int position_columns_read(struct position_columns *columns,
                          const struct byte_source sections[POSITION_COLUMN_COUNT], size_t game_count)
{
    struct byte_source trees = sections[POSITION_TREES];
    columns->game_count = game_count;
    for (unsigned i = POSITION_TREES + 1; i < POSITION_COLUMN_COUNT; i++) {
        columns->bytes[i] = sections[i].at;
        if (byte_source_left(&sections[i]) != game_count)
            return 0;
    }
    return class_tree_read(&trees, &columns->first) && class_tree_read(&trees, &columns->last) &&
           byte_source_left(&trees) == 0 &&
           classes_exist(columns->bytes[POSITION_FIRST_PAWNS], game_count, columns->first.count) &&
           classes_exist(columns->bytes[POSITION_LAST_PAWNS], game_count, columns->last.count);
}

/* Can games that lose these pawns first lose all that are gone before one that is to be at home? */
static int first_fits(const struct pawn_list *list, struct position_needs needs)
{
    unsigned left = 0;
    for (unsigned i = 0; i < list->count; i++) {
        unsigned pawn = 1u << pawn_list_get(list, i);
        if (pawn & needs.home)
            return (needs.gone & ~left) == 0;
        left |= pawn;
    }
    return 1;
}

/* Pawns that may leave after the position: of the last ones, those after the last that is to be gone. */
static uint16_t may_leave_later(const struct pawn_list *list, struct position_needs needs)
{
    unsigned later = 0;
    for (unsigned i = 0; i < list->count; i++) {
        unsigned pawn = 1u << pawn_list_get(list, i);
        if (pawn & needs.gone)
            return (uint16_t)later;
        later |= pawn;
    }
    return HOME_PAWNS_ALL;
}

void position_columns_rule_out(const struct position_columns *columns, struct position_needs needs,
                               uint8_t *games)
{
    uint8_t fits[CLASS_COUNT_MAX];
    uint16_t later[CLASS_COUNT_MAX];
    for (unsigned i = 0; i < columns->first.count; i++)
        fits[i] = (uint8_t)first_fits(&columns->first.classes[i], needs);
    for (unsigned i = 0; i < columns->last.count; i++)
        later[i] = may_leave_later(&columns->last.classes[i], needs);
    const uint8_t *white = columns->bytes[POSITION_WHITE_HOME], *black = columns->bytes[POSITION_BLACK_HOME];
    const uint8_t *men = columns->bytes[POSITION_MEN];
    const uint8_t *first = columns->bytes[POSITION_FIRST_PAWNS], *last = columns->bytes[POSITION_LAST_PAWNS];
    for (size_t i = 0; i < columns->game_count; i++) {
        unsigned home = white[i] | (unsigned)black[i] << 8;
        unsigned lost = needs.home & ~home & ~(unsigned)later[last[i]];
        unsigned passes =
            (men[i] <= needs.men_max) & ((home & needs.gone) == 0) & fits[first[i]] & (lost == 0);
        games[i] &= (uint8_t)(passes | (men[i] == 0));
    }
}

/* Does the list begin with that one? */
static int begins_with(const struct pawn_list *list, const struct pawn_list *first)
{
    uint64_t mask = first->count == HOME_PAWN_COUNT ? UINT64_MAX : (UINT64_C(1) << (4 * first->count)) - 1;
    return first->count <= list->count && ((list->pawns ^ first->pawns) & mask) == 0;
}

int position_columns_fit(const struct position_columns *columns, size_t game, const struct pawn_trace *trace)
{
    unsigned men = columns->bytes[POSITION_MEN][game];
    unsigned home =
        columns->bytes[POSITION_WHITE_HOME][game] | (unsigned)columns->bytes[POSITION_BLACK_HOME][game] << 8;
    const struct pawn_list list = {trace->order, trace->left}, reversed = pawn_list_reversed(list);
    if (men == 0)
        return 1;
    return !trace->is_open && men <= trace->men && home == trace->home &&
           begins_with(&list, &columns->first.classes[columns->bytes[POSITION_FIRST_PAWNS][game]]) &&
           begins_with(&reversed, &columns->last.classes[columns->bytes[POSITION_LAST_PAWNS][game]]);
}
