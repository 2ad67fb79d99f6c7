#include "search/columns/class_tree.h"

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

static int is_in(const struct pawn_list *list, unsigned pawn)
{
    for (unsigned i = 0; i < list->count; i++)
        if (pawn_list_get(list, i) == pawn)
            return 1;
    return 0;
}

/* Nodes that are still to come; at most 16 wait at each depth. */
struct waiting_list {
    struct pawn_list list;
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
        if (source->failed || branches >> BRANCH_COUNT != 0)
            return 0;
        for (unsigned branch = BRANCH_COUNT; branch-- > 0;) {
            if ((branches >> branch & 1) == 0)
                continue;
            struct waiting_list child = {node.list, branch == LIST_ENDS};
            if (branch != LIST_ENDS && is_in(&node.list, branch))
                return 0;
            if (branch != LIST_ENDS)
                child.list.pawns |= (uint64_t)branch << (4 * child.list.count++);
            waiting[count++] = child;
        }
        if (branches != 0)
            continue;
        if (tree->count == CLASS_COUNT_MAX)
            return 0;
        tree->classes[tree->count++] = node.list;
    }
    return 1;
}
