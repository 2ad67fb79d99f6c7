/* The players of a rating list whose names are like another one. */
#ifndef PGNPACK_CLI_NAMES_LIST_NAMES_H
#define PGNPACK_CLI_NAMES_LIST_NAMES_H

#include "cli/names/rating_list.h"
#include "pgnpack_extra.h"

struct list_names;

/* The list must outlive it. NULL: no memory. */
struct list_names *list_names_new(const struct rating_list *list);
void list_names_free(struct list_names *names);

struct list_match {
    struct rated_player player;
    unsigned points;
    enum pgnpack_name_difference difference;
};

/*
 * The one player of the list whose name is like this one: the surname but for a letter, then all of it. Who was not born in time for
 * games of `first_year` (0: unknown) is none. Returns 0 where there is none, or are several.
 */
int list_names_match(struct list_names *names, struct pgnpack_text name, unsigned first_year,
                     struct list_match *match_ret);

/* How many names were looked for in vain since the list has tens of thousands of players with such a surname. */
uint64_t list_names_crowded(const struct list_names *names);

#endif
