/* The names that a spelling file has, right ones and others, and what each is to be: asked by a whole name, or its beginning. */
#ifndef PGNPACK_CLI_NAMES_KNOWN_NAMES_H
#define PGNPACK_CLI_NAMES_KNOWN_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "pgnpack.h"

struct known_name {
    struct pgnpack_text name, right; /* the same bytes: the name is right */
    unsigned kind;                   /* names of other kinds have nothing to do with it */
    size_t next_other, next_right; /* the first one from here on with another right name, and that is right */
};

/* Zeroed, there are none. */
struct known_names {
    struct known_name *names;
    size_t count, capacity;
};

/* Returns 0 when there is no memory. */
int known_names_add(struct known_names *known, unsigned kind, struct pgnpack_text name,
                    struct pgnpack_text right);
void known_names_free(struct known_names *known);

/* Behind the last one, whose right names may still be set: in their order of kinds and bytes. */
void known_names_sort(struct known_names *known);

/* Both want sorted names. */
int known_names_have(const struct known_names *known, unsigned kind, struct pgnpack_text name);

/*
 * The right name that this is the beginning of, if all names that begin so are to be that one, and it does itself. `data` NULL: there is
 * none, or are several.
 */
struct pgnpack_text known_names_complete(const struct known_names *known, unsigned kind,
                                         struct pgnpack_text name);

#endif
