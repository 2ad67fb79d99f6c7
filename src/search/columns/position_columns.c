#include "search/columns/position_columns.h"

/* ---- Classes ---- */

struct pawn_list pawn_list_reversed(struct pawn_list list)
{
    struct pawn_list reversed = {.count = list.count};
    for (unsigned i = 0; i < list.count; i++)
        reversed.pawns |= (uint64_t)pawn_list_get(&list, list.count - 1u - i) << (4 * i);
    return reversed;
}

/* ---- Growing ---- */

/*
 * What comes next in a list: a pawn, or that it ends. Only leaves of so many games are split: for fewer, what a branch takes
 * is more than a search saves.
 */
enum { LIST_ENDS = HOME_PAWN_COUNT, BRANCH_COUNT = HOME_PAWN_COUNT + 1, SPLIT_COUNT_MIN = 8 };

/* A node has the lists grower->order[start] to [start + count - 1], which agree in `depth` pawns. */
struct node {
    uint32_t start, count;
    uint32_t branches; /* that it has, a bit each; 0: a leaf */
    uint16_t children; /* the first of them; the others follow */
    uint8_t depth;
    uint8_t ended; /* its lists have no more pawns */
};

/* No split makes as many leaves that it could not be taken; and each has two branches at least. */
enum { NODE_COUNT_MAX = 2 * CLASS_COUNT_MAX };

struct grower {
    const struct pawn_list *lists;
    uint32_t *order, *sorted;
    uint8_t *classes;
    struct node nodes[NODE_COUNT_MAX];
    unsigned node_count, leaf_count, leaf_limit;
};

static unsigned branch_of(const struct pawn_list *list, unsigned depth)
{
    return depth < list->count ? pawn_list_get(list, depth) : LIST_ENDS;
}

/* The leaf with the most games that can be split; NULL: there is none. The first one of several. */
static struct node *largest_leaf(struct grower *grower)
{
    struct node *best = NULL;
    for (unsigned i = 0; i < grower->node_count; i++) {
        struct node *node = &grower->nodes[i];
        if (node->branches == 0 && !node->ended && node->count >= SPLIT_COUNT_MIN &&
            (best == NULL || node->count > best->count))
            best = node;
    }
    return best;
}

/* How many lists of a node go which way. Returns how many ways there are. */
static unsigned count_branches(const struct grower *grower, const struct node *node,
                               uint32_t counts[BRANCH_COUNT])
{
    unsigned branches = 0;
    for (unsigned i = 0; i < BRANCH_COUNT; i++)
        counts[i] = 0;
    for (uint32_t i = 0; i < node->count; i++)
        branches += counts[branch_of(&grower->lists[grower->order[node->start + i]], node->depth)]++ == 0;
    return branches;
}

static void sort_branches(struct grower *grower, const struct node *node, uint32_t next[BRANCH_COUNT])
{
    for (uint32_t i = 0; i < node->count; i++) {
        uint32_t list = grower->order[node->start + i];
        grower->sorted[next[branch_of(&grower->lists[list], node->depth)]++] = list;
    }
    for (uint32_t i = 0; i < node->count; i++)
        grower->order[node->start + i] = grower->sorted[i];
}

/* Returns 0 where the tree would have too many leaves. */
static int split(struct grower *grower, struct node *node)
{
    uint32_t counts[BRANCH_COUNT], next[BRANCH_COUNT], at = 0;
    unsigned branches = count_branches(grower, node, counts);
    if (grower->leaf_count + branches - 1 > grower->leaf_limit ||
        grower->node_count + branches > NODE_COUNT_MAX)
        return 0;
    node->children = (uint16_t)grower->node_count;
    for (unsigned i = 0; i < BRANCH_COUNT; i++) {
        next[i] = at;
        if (counts[i] == 0)
            continue;
        node->branches |= 1u << i;
        grower->nodes[grower->node_count++] = (struct node){.start = node->start + at,
                                                            .count = counts[i],
                                                            .depth = (uint8_t)(node->depth + 1u),
                                                            .ended = i == LIST_ENDS};
        at += counts[i];
    }
    grower->leaf_count += branches - 1;
    sort_branches(grower, node, next);
    return 1;
}

/* Preorder, with the nodes that are still to come on a stack; leaves are numbered as they are met. */
static void write_nodes(struct grower *grower, struct buffer *tree)
{
    uint16_t waiting[NODE_COUNT_MAX];
    unsigned count = 1, leaf = 0;
    waiting[0] = 0;
    while (count != 0) {
        const struct node *node = &grower->nodes[waiting[--count]];
        if (!node->ended)
            varint_append(tree, node->branches);
        unsigned children = popcount64(node->branches);
        for (unsigned i = children; i-- > 0;)
            waiting[count++] = (uint16_t)(node->children + i);
        if (children != 0)
            continue;
        for (uint32_t i = 0; i < node->count; i++)
            grower->classes[grower->order[node->start + i]] = (uint8_t)leaf;
        leaf++;
    }
}

int class_tree_write(const struct pawn_list *lists, size_t count, unsigned class_limit, struct memory *memory,
                     struct buffer *tree, struct buffer *classes)
{
    size_t order_size = 2 * count * sizeof(uint32_t);
    struct grower *grower = memory_get(memory, sizeof *grower);
    uint32_t *order = memory_get(memory, order_size);
    int done = grower != NULL && order != NULL && buffer_reserve(classes, count);
    if (done) {
        *grower = (struct grower){.lists = lists,
                                  .order = order,
                                  .sorted = order + count,
                                  .classes = count == 0 ? NULL : classes->data + classes->size,
                                  .node_count = 1,
                                  .leaf_count = 1,
                                  .leaf_limit = class_limit};
        grower->nodes[0] = (struct node){.count = (uint32_t)count};
        for (size_t i = 0; i < count; i++)
            order[i] = (uint32_t)i;
        for (struct node *node = largest_leaf(grower); node != NULL && split(grower, node);)
            node = largest_leaf(grower);
        write_nodes(grower, tree);
        classes->size += count;
    }
    memory_release(memory, order, order_size);
    memory_release(memory, grower, sizeof *grower);
    return done && !buffer_failed(tree);
}

/* ---- Reading ---- */

/* Nodes that are still to come; at most 16 wait at each depth. */
struct waiting_list {
    struct pawn_list list;
    unsigned pawns; /* of the list, a bit each */
    int ended;
};

int class_tree_read(struct byte_source *source, struct class_tree *tree)
{
    struct waiting_list waiting[HOME_PAWN_COUNT * BRANCH_COUNT + 1];
    unsigned count = 1;
    waiting[0] = (struct waiting_list){.ended = 0};
    tree->count = 0;
    while (count != 0) {
        struct waiting_list node = waiting[--count];
        uint64_t branches = node.ended ? 0 : byte_source_varint(source);
        if (source->failed || branches >> BRANCH_COUNT != 0 || (branches & node.pawns) != 0)
            return 0;
        if (branches == 0) {
            if (tree->count == CLASS_COUNT_MAX)
                return 0;
            tree->classes[tree->count++] = node.list;
        }
        if (branches >> LIST_ENDS != 0) /* the last branch: it comes up last */
            waiting[count++] = (struct waiting_list){node.list, 0, 1};
        for (branches &= HOME_PAWNS_ALL; branches != 0;) {
            unsigned pawn = highest_bit(branches);
            branches ^= UINT64_C(1) << pawn;
            struct waiting_list child = {node.list, node.pawns | 1u << pawn, 0};
            child.list.pawns |= (uint64_t)pawn << (4 * child.list.count++);
            waiting[count++] = child;
        }
    }
    return 1;
}

/* ---- Columns ---- */

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
    enum { UNFIT = 1 << HOME_PAWN_COUNT };
    uint32_t unfit[CLASS_COUNT_MAX],
        asked[CLASS_COUNT_MAX]; /* what is wrong; which home pawns must be as needed */
    for (unsigned i = 0; i < columns->first.count; i++)
        unfit[i] = first_fits(&columns->first.classes[i], needs) ? 0 : UNFIT;
    for (unsigned i = 0; i < columns->last.count; i++)
        asked[i] = needs.gone | (needs.home & ~(unsigned)may_leave_later(&columns->last.classes[i], needs));
    const uint8_t *white = columns->bytes[POSITION_WHITE_HOME], *black = columns->bytes[POSITION_BLACK_HOME];
    const uint8_t *men = columns->bytes[POSITION_MEN];
    const uint8_t *first = columns->bytes[POSITION_FIRST_PAWNS], *last = columns->bytes[POSITION_LAST_PAWNS];
    for (size_t i = 0, count = columns->game_count; i < count; i++) {
        unsigned home = white[i] | (unsigned)black[i] << 8;
        unsigned wrong = ((home ^ needs.home) & asked[last[i]]) | unfit[first[i]];
        games[i] &= (uint8_t)(((wrong == 0) & (men[i] <= needs.men_max)) | (men[i] == 0));
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
