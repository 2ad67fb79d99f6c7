/* Games that were found, in another order than that of their databases. */
#ifndef PGNPACK_CLI_FIND_FIND_SORT_H
#define PGNPACK_CLI_FIND_FIND_SORT_H

#include "cli/search/find_run.h"

/* A game, and what it is sorted by. */
struct find_entry {
    struct pgnpack_hit hit;
    uint32_t file; /* number of its database, from 0 */
    size_t key;    /* where in the list's texts its keys are */
};

struct find_list {
    struct find_run *run;
    struct find_entry *entries;
    size_t count, capacity;
    char *texts; /* of each game all keys as bytes, each behind its size of four bytes */
    size_t text_size, text_capacity;
    int is_known[FIND_KEYS_MAX]; /* has any game that key? */
    struct tag_text room;
};

/* Adds games of a database, in which their keys are looked up. */
enum exit_status find_list_add(struct find_list *list, struct database *database, uint32_t file,
                               const struct pgnpack_hit *hits, size_t count);

/* By the key that the options name; what is unknown comes last. */
void find_list_sort(struct find_list *list);
void find_list_free(struct find_list *list);

#endif
