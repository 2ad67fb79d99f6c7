/*
 * Pairs of names that may be one person's: the state that the steps share. Names are gathered (spelling_names), those that
 * are alike found without comparing each with each (spelling_pairs), and games asked what speaks for and against each pair
 * (spelling_evidence); spelling_api drives them and counts points.
 */
#ifndef PGNPACK_LIB_NAMES_SPELLING_H
#define PGNPACK_LIB_NAMES_SPELLING_H

#include "base/handle.h"
#include "base/name_list.h"
#include "base/text_memo.h"
#include "search/text/name_likeness.h"

#define SPELLING_NO_NAME UINT32_MAX

struct spelling_name {
    uint32_t games;
    uint32_t identity;          /* of FIDE; 0: unknown; UINT32_MAX: several */
    uint32_t rated, rating_sum; /* of up to 100,000 games */
    uint16_t rating_min, rating_max;
    uint16_t first_year, last_year; /* 0: unknown */
};

struct spelling_pair {
    uint32_t from, to; /* names: the rarer one, and the commoner one */
    uint8_t likeness;
    uint8_t difference;
    uint8_t rivals; /* other names that the rarer one is as like */
    uint8_t events, opponents;
    uint8_t same_games;                  /* that both seem to have played: one game that was entered twice */
    uint8_t same_rounds, games_together; /* those that one person cannot have played */
    int points;
};

struct spelling {
    struct memory *memory;
    const struct pgnpack_reader *reader;
    char *tag;       /* NULL: players */
    size_t tag_size; /* its end included */
    pgnpack_progress_function progress;
    void *progress_opaque;
    unsigned round; /* of spelling_rounds() */
    struct name_list list;
    struct spelling_name *names; /* by place in the list */
    size_t name_capacity;
    size_t name_count;           /* of the first round; others may have come to the list */
    struct spelling_pair *pairs; /* by `from`, then `to` */
    size_t pair_count, pair_capacity;
    size_t pair_room; /* they are sorted out when they are more */
    struct text_memo *memo;
    struct buffer unescaped;
    struct error error;
    struct error damage; /* of the first block that was passed over */
};

/* Times that all games are gone through. */
static inline unsigned spelling_rounds(const struct spelling *spelling)
{
    return spelling->tag == NULL ? 3 : 1;
}

static inline struct text spelling_text(const struct spelling *spelling, size_t name)
{
    return (struct text){name_list_string(&spelling->list, name), name_list_size(&spelling->list, name)};
}

static inline int spelling_form(const struct spelling *spelling, struct name_form *form, struct text name)
{
    return spelling->tag == NULL ? name_form_make(form, name) : value_form_make(form, name);
}

/* By letters alone. */
static inline unsigned spelling_likeness(const struct spelling *spelling, const struct name_form *a,
                                         const struct name_form *b, enum name_difference *difference_ret)
{
    return spelling->tag == NULL ? name_likeness(a, b, difference_ret) : value_likeness(a, b, difference_ret);
}

/* ---- The games' rows ---- */

/* Tags of a row; the second half of a pair is Black's. With a tag in their place both are that, and the row ends with the dates. */
enum {
    SPELLING_WHITE,
    SPELLING_BLACK,
    SPELLING_DATE,
    SPELLING_UTC_DATE,
    SPELLING_DATES_END,
    SPELLING_WHITE_ELO = SPELLING_DATES_END, /* in the first round ... */
    SPELLING_BLACK_ELO,
    SPELLING_WHITE_ID,
    SPELLING_BLACK_ID,
    SPELLING_TAGS,
    SPELLING_EVENT = SPELLING_WHITE_ELO, /* ... and in the others */
    SPELLING_ROUND,
    SPELLING_SITE
};

struct spelling_game {
    uint32_t names[2]; /* White, Black; SPELLING_NO_NAME */
    uint32_t year;
    uint32_t date;
    uint32_t plies;
    unsigned result;
    const struct pgnpack_text *tags[SPELLING_TAGS];
};

typedef void (*spelling_visit)(void *opaque, const struct spelling_game *game);

/*
 * Goes through all games, of which `visit` gets those with two names. Blocks that cannot be read are passed over, and
 * spelling->damage tells of the first one.
 */
enum pgnpack_status spelling_scan(struct spelling *spelling, spelling_visit visit, void *opaque);

/* Round 0: enters the names. */
enum pgnpack_status spelling_gather_names(struct spelling *spelling);

/* Fills spelling->pairs. */
enum pgnpack_status spelling_find_pairs(struct spelling *spelling);

/* Rounds 1 and 2: what the games say of the pairs. */
enum pgnpack_status spelling_gather_evidence(struct spelling *spelling);

#endif
