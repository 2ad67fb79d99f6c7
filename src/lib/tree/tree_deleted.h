/* Stored opening trees count deleted games, too: what they say of these is taken out. */
#ifndef PGNPACK_LIB_TREE_TREE_DELETED_H
#define PGNPACK_LIB_TREE_TREE_DELETED_H

#include "lib/tree/tree.h"

/*
 * Takes the deleted games from `first` to before `end` out of the node, which a stored tree made of these games. *is_exact_ret: 0
 * where that cannot be done without looking at all of them: the games are to be searched. tree->search seeks the position.
 */
enum pgnpack_status tree_take_deleted_out(struct pgnpack_tree *tree, struct opening_node *node, unsigned side,
                                          uint64_t first, uint64_t end, int *is_exact_ret);

#endif
