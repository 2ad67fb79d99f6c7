/*
 * Names for files that lie, or will lie, below one folder: each its own, no file where another has a folder, and
 * each short enough for file systems. Packing gives such names, and laying out asks again: older databases, joined
 * ones and those of other programs hold what they hold.
 */
#ifndef PGNPACK_CLI_FILES_NAME_CHOICE_H
#define PGNPACK_CLI_FILES_NAME_CHOICE_H

#include <stddef.h>
#include <stdint.h>

/* ---- Names that are taken ---- */

enum name_use { NAME_FREE, NAME_FILE, NAME_FOLDER };

/* Nodes are told by their numbers: what is made later moves them in memory. */
enum { NAME_TREE_ROOT = 0 };

struct name_node {
    size_t parent;
    char *name; /* one part of a path; may hold any bytes but zeros */
    enum name_use use;
    size_t stand_in;      /* the folder for what should be below this file; NAME_TREE_ROOT: none yet */
    uint64_t last_number; /* numbers up to this one were tried behind the name */
};

/* Zeroed, it is empty. A path costs time and memory by its length, however many parts it has. */
struct name_tree {
    struct name_node *nodes; /* [0] stands for the root */
    size_t count;
    size_t capacity;
    size_t *slots; /* open addressing; 0: free */
    size_t slot_count;
};

/* The node of a name in a folder, made as NAME_FREE if there is none. NAME_TREE_ROOT when there is no memory. */
size_t name_tree_enter(struct name_tree *tree, size_t parent, const char *name, size_t name_size);
void name_tree_free(struct name_tree *tree);

/* ---- Choosing ---- */

/* Of one part of a path: what file systems take. */
enum { NAME_PART_SIZE_MAX = 255 };

/* A path of parts that are neither empty nor "." nor "..", with '/' between them and no zero byte. */
struct name_text {
    const char *text;
    size_t size;
};

struct chosen_name {
    char *text; /* the caller frees it */
    size_t size;
    int was_taken; /* it is another name than the wanted one, because of a name before */
    int was_long;  /* ... because that has too many bytes */
};

/* Zero it, then set `size_max`. */
struct name_choice {
    struct name_tree tree;
    size_t size_max; /* of a whole name; at least NAME_PART_SIZE_MAX */
};

/*
 * Chooses a name for a file, and takes it: the wanted one; where that is taken, the `other` one, which has as many
 * parts, where that differs; else the wanted one with a number. A name that was chosen before is chosen unchanged
 * by an empty choice with the same names. Returns 0 when there is no memory.
 */
int name_choice_make(struct name_choice *choice, struct name_text wanted, struct name_text other,
                     struct chosen_name *chosen);
void name_choice_free(struct name_choice *choice);

#endif
