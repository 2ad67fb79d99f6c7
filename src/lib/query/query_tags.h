/* What a query asks of games' tags, results and lengths: conditions, all of which have to hold. */
#ifndef PGNPACK_LIB_QUERY_QUERY_TAGS_H
#define PGNPACK_LIB_QUERY_QUERY_TAGS_H

#include "container/file/file_format.h"
#include "base/name_list.h"
#include "pgnpack.h"
#include "search/text/number_ranges.h"
#include "search/text/signed_range.h"
#include "search/text/text_pattern.h"

enum tag_condition_kind {
    CONDITION_FITS,     /* one of the tags fits a pattern */
    CONDITION_IS_THERE, /* the game has the tag */
    CONDITION_COMPARES,
    CONDITION_ELO,     /* all of the tags are ratings in range */
    CONDITION_ELO_GAP, /* our rating less the other one's is in the signed range */
    CONDITION_DATE,    /* the first of the tags that is a date is in range */
    CONDITION_ECO,
    CONDITION_RESULT,
    CONDITION_PLIES
};

enum comparison { COMPARES_LESS, COMPARES_LESS_OR_EQUAL, COMPARES_GREATER, COMPARES_GREATER_OR_EQUAL };

/* CONDITION_COMPARES: as numbers if the value is one, else as folded texts, byte by byte. */
struct tag_comparison {
    enum comparison comparison;
    int is_number, is_rating; /* the latter: a number, and the tag is one of ratings */
    int64_t number;           /* tag_number() */
    char *text;               /* folded */
    size_t size, capacity;
};

struct tag_condition {
    uint8_t kind;
    uint8_t negated;
    uint8_t is_sided; /* it is about us: White, or Black where the query tries that, too */
    uint8_t name_count;
    size_t names[2];              /* places in the list of names; of one that is sided: White's, Black's */
    unsigned results[2];          /* CONDITION_RESULT: bits 1 << enum pgnpack_result; where we are Black */
    struct text_pattern *pattern; /* CONDITION_FITS */
    struct number_ranges *ranges; /* CONDITION_ELO, CONDITION_DATE, CONDITION_ECO, CONDITION_PLIES */
    struct signed_range gap;      /* CONDITION_ELO_GAP */
    struct tag_comparison comparison; /* CONDITION_COMPARES */
};

struct query_tags {
    struct memory *memory;
    struct tag_condition *conditions;
    size_t count, capacity;
    int tries_black;        /* what is sided may be so of Black as well as of White */
    struct name_list names; /* of the tags that are looked at */
};

void query_tags_init(struct query_tags *tags, struct memory *memory);
void query_tags_free(struct query_tags *tags);

/* Frees what it points to. */
void tag_condition_free(struct tag_condition *condition, struct memory *memory);

/*
 * Adds a condition on the tags `first` and `second` (either may be NULL), whose pieces are from tags->memory and belong to the
 * query from now on. Returns 0, and the query is as it was, when there is no memory; the pieces are freed then, too.
 */
int query_tags_add(struct query_tags *tags, struct tag_condition *condition, const char *first,
                   const char *second);

/* Does it make a difference for a game which side we are? */
int query_tags_are_sided(const struct query_tags *tags);

/* Has it to know numbers of plies? */
int query_tags_ask_plies(const struct query_tags *tags);

/* Can none of the block's games fulfil it? */
int query_tags_skip(const struct query_tags *tags, const struct index_entry *entry);

/*
 * A number at the text's beginning in thousandths: digits, perhaps with a sign before and three digits behind a full stop;
 * further digits there are passed over. Returns the size that it takes, 0: there is none.
 */
size_t tag_number(struct text text, int64_t *number_ret);

#endif
