/* One of FIDE's rating lists, as it publishes them as text: players, found by their names. */
#ifndef PGNPACK_CLI_NAMES_RATING_LIST_H
#define PGNPACK_CLI_NAMES_RATING_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "cli/base/messages.h"
#include "pgnpack.h"

struct rating_list;

struct rated_player {
    struct pgnpack_text name, id, federation;
    struct pgnpack_text title; /* "GM", "WIM"; empty: none */
    unsigned rating;           /* of the standard list; 0: none */
    unsigned born;             /* the year; 0: unknown */
};

/* Reads the file ("-": standard input). NULL: failures were reported, with their lines. */
struct rating_list *rating_list_read(const char *file, struct messages *messages);
void rating_list_free(struct rating_list *list);

/* The month of the list, as its head tells it; 0: it does not. */
void rating_list_month(const struct rating_list *list, unsigned *year_ret, unsigned *month_ret);

size_t rating_list_count(const struct rating_list *list);
struct rated_player rating_list_player(const struct rating_list *list, size_t i);

/* How many players have this name, byte by byte: none, one, who is *player_ret, or 2, which stands for several. */
unsigned rating_list_find(const struct rating_list *list, struct pgnpack_text name,
                          struct rated_player *player_ret);

#endif
