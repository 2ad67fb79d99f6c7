#include "cli/files/name_tree.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"

/* FNV-1a. */
static size_t hash_of(size_t parent, const char *name, size_t name_size)
{
    uint64_t hash = (UINT64_C(0xcbf29ce484222325) ^ parent) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = 0; i < name_size; i++)
        hash = (hash ^ (unsigned char)name[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

static int is_it(const struct name_node *node, size_t parent, const char *name, size_t name_size)
{
    return node->parent == parent && strlen(node->name) == name_size &&
           memcmp(node->name, name, name_size) == 0;
}

/* Where the number of the node is, or where it would go. */
static size_t *find(const struct name_tree *tree, size_t parent, const char *name, size_t name_size)
{
    size_t at = hash_of(parent, name, name_size) & (tree->slot_count - 1);
    while (tree->slots[at] != 0 && !is_it(&tree->nodes[tree->slots[at]], parent, name, name_size))
        at = (at + 1) & (tree->slot_count - 1);
    return &tree->slots[at];
}

static int grow_slots(struct name_tree *tree)
{
    size_t slot_count = tree->slot_count != 0 ? 2 * tree->slot_count : 128;
    size_t *slots = calloc(slot_count, sizeof *slots);
    if (slots == NULL)
        return 0;
    free(tree->slots);
    tree->slots = slots;
    tree->slot_count = slot_count;
    for (size_t i = 1; i < tree->count; i++) {
        const struct name_node *node = &tree->nodes[i];
        *find(tree, node->parent, node->name, strlen(node->name)) = i;
    }
    return 1;
}

static int grow(struct name_tree *tree)
{
    if (!GROW(tree->nodes, tree->capacity, tree->count + 1))
        return 0;
    if (tree->count == 0)
        tree->nodes[tree->count++] = (struct name_node){.use = NAME_FOLDER};
    return 2 * tree->count < tree->slot_count || grow_slots(tree);
}

size_t name_tree_enter(struct name_tree *tree, size_t parent, const char *name, size_t name_size)
{
    if (!grow(tree))
        return NAME_TREE_ROOT;
    size_t *slot = find(tree, parent, name, name_size);
    if (*slot != 0)
        return *slot;
    char *copy = malloc(name_size + 1);
    if (copy == NULL)
        return NAME_TREE_ROOT;
    memcpy(copy, name, name_size);
    copy[name_size] = '\0';
    tree->nodes[tree->count] = (struct name_node){.parent = parent, .name = copy};
    *slot = tree->count++;
    return *slot;
}

void name_tree_free(struct name_tree *tree)
{
    for (size_t i = 1; i < tree->count; i++)
        free(tree->nodes[i].name);
    free(tree->nodes);
    free(tree->slots);
    *tree = (struct name_tree){0};
}
