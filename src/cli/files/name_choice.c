#include "cli/files/name_choice.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/growth.h"

/* ---- Names that are taken ---- */

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

/* ---- Choosing ---- */

enum {
    ENDING_SIZE_MAX = 16, /* ".pgn": what is kept of a part that is shortened; longer ones are no endings */
    NUMBER_SIZE_MAX = 21, /* "-18446744073709551615" */
    PART_ROOM_MIN = 64    /* for a number and an ending; more than the name of a temporary file has */
};

/* The name on its way. */
struct choosing {
    struct name_choice *choice;
    struct chosen_name *chosen;
    size_t folder; /* of the parts so far */
};

static size_t part_size(const struct name_text *rest)
{
    const char *slash = memchr(rest->text, '/', rest->size);
    return slash != NULL ? (size_t)(slash - rest->text) : rest->size;
}

/* Takes the next part off. */
static struct name_text next_part(struct name_text *rest)
{
    struct name_text part = {rest->text, part_size(rest)};
    size_t step = part.size < rest->size ? part.size + 1 : part.size;
    rest->text += step;
    rest->size -= step;
    return part;
}

static struct name_text last_part(struct name_text name)
{
    struct name_text part = name;
    while (name.size != 0)
        part = next_part(&name);
    return part;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t ending_size(const struct name_text *part)
{
    for (size_t size = 1; size < part->size && size <= ENDING_SIZE_MAX; size++)
        if (part->text[part->size - size] == '.')
            return size;
    return 0;
}

/* At most that many of the first bytes, and no piece of a character of UTF-8 at their end. */
static size_t cut(const char *text, size_t size, size_t size_max)
{
    if (size <= size_max)
        return size;
    size_t end = size_max;
    for (unsigned i = 0; i < 3 && end > 1 && ((unsigned char)text[end] & 0xc0) == 0x80; i++)
        end--;
    return ((unsigned char)text[end] & 0xc0) == 0x80 ? size_max : end;
}

/* "games-2.pgn": the part with something before its ending, in at most `size_max` bytes. */
static size_t print_part(const struct name_text *part, const char *behind, size_t size_max, char *out)
{
    size_t ending = ending_size(part), behind_size = strlen(behind);
    size_t stem = cut(part->text, part->size - ending, size_max - ending - behind_size);
    memcpy(out, part->text, stem);
    memcpy(out + stem, behind, behind_size);
    memcpy(out + stem + behind_size, part->text + part->size - ending, ending);
    return stem + behind_size + ending;
}

/* What a part has to be to be ours: nobody's, or for a folder one that is there. */
static int is_usable(const struct name_node *node, enum name_use use)
{
    return node->use == NAME_FREE || (use == NAME_FOLDER && node->use == NAME_FOLDER);
}

/* Returns the node that was taken, NAME_TREE_ROOT when there is no memory. */
static size_t take_numbered(const struct choosing *choosing, const struct name_text *part, size_t size_max,
                            char *out, size_t *out_size)
{
    struct name_tree *tree = &choosing->choice->tree;
    char base[NAME_PART_SIZE_MAX], behind[NUMBER_SIZE_MAX + 1];
    /* Parts that look the same when a number has its room count together: no number is tried twice. */
    size_t base_size = print_part(part, "", size_max - NUMBER_SIZE_MAX, base);
    const struct name_text stem = {base, base_size};
    size_t counter = name_tree_enter(tree, choosing->folder, base, base_size);
    if (counter == NAME_TREE_ROOT)
        return NAME_TREE_ROOT;
    uint64_t last_number = tree->nodes[counter].last_number;
    for (uint64_t number = last_number == 0 ? 2 : last_number + 1;; number++) {
        snprintf(behind, sizeof behind, "-%" PRIu64, number);
        *out_size = print_part(&stem, behind, size_max, out);
        size_t node = name_tree_enter(tree, choosing->folder, out, *out_size);
        tree->nodes[counter].last_number = number;
        if (node == NAME_TREE_ROOT || tree->nodes[node].use == NAME_FREE)
            return node;
    }
}

/* Another name than the wanted one, which `taken` has. */
static size_t take_other(const struct choosing *choosing, size_t taken, enum name_use use,
                         const struct name_text *part, const struct name_text *other, size_t size_max,
                         char *out, size_t *out_size)
{
    struct name_tree *tree = &choosing->choice->tree;
    choosing->chosen->was_taken = 1;
    if (other->size <= size_max &&
        (other->size != part->size || memcmp(other->text, part->text, part->size) != 0)) {
        size_t node = name_tree_enter(tree, choosing->folder, other->text, other->size);
        if (node == NAME_TREE_ROOT || is_usable(&tree->nodes[node], use)) {
            memcpy(out, other->text, other->size);
            *out_size = other->size;
            return node;
        }
    }
    if (use == NAME_FOLDER && tree->nodes[taken].stand_in != NAME_TREE_ROOT) {
        size_t node = tree->nodes[taken].stand_in;
        *out_size = strlen(tree->nodes[node].name);
        memcpy(out, tree->nodes[node].name, *out_size);
        return node;
    }
    size_t node = take_numbered(choosing, part, size_max, out, out_size);
    if (use == NAME_FOLDER)
        tree->nodes[taken].stand_in = node;
    return node;
}

enum part_step { PART_NO_MEMORY, PART_NO_ROOM, PART_TAKEN };

/* Puts one part behind the name. */
static enum part_step take_part(struct choosing *choosing, enum name_use use, struct name_text part,
                                struct name_text other, size_t size_max)
{
    struct name_tree *tree = &choosing->choice->tree;
    struct chosen_name *chosen = choosing->chosen;
    char *out = chosen->text + chosen->size;
    size_t out_size = print_part(&part, "", size_max, out);
    struct name_text fitting = {out, out_size};
    char copy[NAME_PART_SIZE_MAX];
    chosen->was_long |= out_size != part.size;
    size_t node = name_tree_enter(tree, choosing->folder, out, out_size);
    if (node != NAME_TREE_ROOT && !is_usable(&tree->nodes[node], use)) {
        if (size_max < PART_ROOM_MIN)
            return PART_NO_ROOM;
        memcpy(copy, out, out_size);
        fitting.text = copy;
        node = take_other(choosing, node, use, &fitting, &other, size_max, out, &out_size);
    }
    if (node == NAME_TREE_ROOT)
        return PART_NO_MEMORY;
    tree->nodes[node].use = use;
    choosing->folder = node;
    chosen->size += out_size;
    return PART_TAKEN;
}

/* The bytes that there are for a folder with the file behind it. */
static size_t folder_room(const struct choosing *choosing, size_t last_size)
{
    size_t last_room = last_size > PART_ROOM_MIN ? last_size : PART_ROOM_MIN;
    size_t used = choosing->chosen->size + 1 + last_room;
    return used < choosing->choice->size_max ? choosing->choice->size_max - used : 0;
}

/* Where there is no room for a folder, it and those below it are left out. */
static int take_name(struct choosing *choosing, struct name_text wanted, struct name_text other)
{
    struct chosen_name *chosen = choosing->chosen;
    size_t last_size = smaller(last_part(wanted).size, NAME_PART_SIZE_MAX);
    while (part_size(&wanted) < wanted.size) {
        struct name_text part = next_part(&wanted), other_part = next_part(&other);
        size_t room = folder_room(choosing, last_size);
        enum part_step step = PART_NO_ROOM;
        if (smaller(part.size, NAME_PART_SIZE_MAX) <= room)
            step = take_part(choosing, NAME_FOLDER, part, other_part, smaller(room, NAME_PART_SIZE_MAX));
        if (step == PART_NO_MEMORY)
            return 0;
        if (step == PART_NO_ROOM) {
            chosen->was_long = 1;
            wanted = last_part(wanted);
            other = last_part(other);
        } else {
            chosen->text[chosen->size++] = '/';
        }
    }
    return take_part(choosing, NAME_FILE, wanted, other,
                     smaller(choosing->choice->size_max - chosen->size, NAME_PART_SIZE_MAX)) == PART_TAKEN;
}

int name_choice_make(struct name_choice *choice, struct name_text wanted, struct name_text other,
                     struct chosen_name *chosen)
{
    struct choosing choosing = {choice, chosen, NAME_TREE_ROOT};
    *chosen = (struct chosen_name){.text = malloc(choice->size_max + 1)};
    if (chosen->text == NULL || !take_name(&choosing, wanted, other)) {
        free(chosen->text);
        chosen->text = NULL;
        return 0;
    }
    chosen->text[chosen->size] = '\0';
    return 1;
}

void name_choice_free(struct name_choice *choice)
{
    name_tree_free(&choice->tree);
}
