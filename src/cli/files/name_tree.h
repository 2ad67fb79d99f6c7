/* The names of files and folders below one folder, as a tree. */
#ifndef PGNPACK_CLI_FILES_NAME_TREE_H
#define PGNPACK_CLI_FILES_NAME_TREE_H

#include <stddef.h>
#include <stdint.h>

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

#endif
