/*
 * Which of a block's styles a game is stored under, and what that style does not foresee. The packer's side only:
 * the format does not depend on the choice.
 */
#ifndef PGNPACK_LAYOUT_STYLE_CHOICE_H
#define PGNPACK_LAYOUT_STYLE_CHOICE_H

#include "container/sections/bcgn_format.h"
#include "layout/layout.h"
#include "layout/style_learn.h"

/* A slot whose text the style does not foresee. */
struct exception {
    uint64_t slot;
    struct text text;
    uint8_t previous, next; /* of a gap: enum layout_class */
};

struct style_chooser {
    struct style styles[BCGN_STYLE_COUNT_MAX];
    uint16_t used[BCGN_STYLE_COUNT_MAX]
                 [LAYOUT_CLASS_COUNT];  /* pairs that games had so far, as layout->pairs */
    uint16_t pairs[LAYOUT_CLASS_COUNT]; /* that the present game has */
    unsigned style_count;
    uint8_t recent_styles[BCGN_STYLE_COUNT_MAX]; /* their numbers, the one used last first */
    size_t style_debt;                           /* bytes of exceptions since a style was last learnt */
    const char *text_end;                        /* of the block */

    struct exception *exceptions; /* of the game chosen for last */
    size_t exception_count, exception_capacity;
    size_t cost, cost_limit; /* of the trial under way, bytes, about */

    const struct game *game;
    struct source_slots slots;
    struct style_learner learner;
    struct layout layout;
    struct buffer rendered;
    struct memory *memory;
};

void style_chooser_init(struct style_chooser *chooser, struct memory *memory);
void style_chooser_free(struct style_chooser *chooser);

/* Starts a block without styles. */
void style_chooser_start(struct style_chooser *chooser, const char *text_end);

/*
 * The number of the style for a game; it may be a new one. `game` is the game as it is stored, `source` as it was
 * read, `aside` as in struct layout. Leaves the exceptions in the chooser. Returns -1 when there is no memory.
 */
int style_choose(struct style_chooser *chooser, const struct game *game, const struct game *source,
                 const char *aside);

#endif
