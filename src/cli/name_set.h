/* A growing set of names. */
#ifndef PGNPACK_CLI_NAME_SET_H
#define PGNPACK_CLI_NAME_SET_H

#include <stddef.h>

/* Zeroed, it is empty. */
struct name_set {
    char **slots;    /* open addressing; NULL: free */
    size_t capacity; /* a power of two */
    size_t count;
};

/* Adds a name: 1 if it is new, 0 if it is there already, -1 when there is no memory. */
int name_set_add(struct name_set *set, const char *name);
void name_set_free(struct name_set *set);

#endif
