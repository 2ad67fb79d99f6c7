/* Finds the style that a game was written in. The packer's side only: the format does not depend on it. */
#ifndef PGNPACK_LAYOUT_STYLE_LEARN_H
#define PGNPACK_LAYOUT_STYLE_LEARN_H

#include "layout/layout.h"
#include "game/game.h"
#include "layout/style.h"
#include "util/memory.h"
#include "util/text.h"

/* ---- Slots of a source ---- */

struct source_slots {
    uint32_t *bounds; /* 2 a token: its first byte, the byte behind it; offsets in the game's text */
    size_t token_count;
    size_t capacity; /* of bounds */
    uint32_t text_size;
    const char *text;
    struct memory *memory;
};

void source_slots_init(struct source_slots *slots, struct memory *memory);
void source_slots_free(struct source_slots *slots);

/* Finds the tokens of a game that the PGN parser read. Returns 0 when there is no memory. */
int source_slots_find(struct source_slots *slots, const struct game *game);

/* The text of a slot. */
struct text source_slots_text(const struct source_slots *slots, uint64_t slot);

/* What a gap looked like. */
struct gap_record {
    uint8_t previous;
    uint8_t next;
    uint8_t digit_count;
    uint8_t template;  /* of the style being learnt */
    uint8_t fits;      /* the gap is that template, wrapped or not */
    char digits[20];   /* the number of a move that may follow */
    struct text text;  /* as in the source */
    size_t column;     /* bytes of its line before it */
    size_t token_size; /* of the token behind */
};

/* Moves with something that spellings differ in, and those where the source has the other spelling. */
struct spelling_count {
    uint32_t seen;
    uint32_t differing;
};

enum { SPELLING_COUNT = 5 }; /* bits of enum style_spelling */

struct style_learner {
    struct spelling_count spellings[SPELLING_COUNT];
    struct gap_record *records;
    size_t record_count;
    size_t record_capacity;
    struct buffer scratch;
    struct memory *memory;
    struct layout layout;
};

void style_learner_init(struct style_learner *learner, struct memory *memory);
void style_learner_free(struct style_learner *learner);

/* How to look at line ends between the moves of a game. */
enum style_guess {
    GUESS_WRAPPED,       /* they are spaces at a margin */
    GUESS_WRAPPED_WORDS, /* the same, and comments are wrapped inside too */
    GUESS_LITERAL,       /* they stand for themselves */
    GUESS_COUNT
};

/*
 * Writes the style that suits this game best under a guess, as far as simple means find it. `aside` as in struct
 * layout. `lead`: the white space that games of its kind begin with. Sets *consistent_ret if the guess explains
 * every line end. Returns 0 when there is no memory.
 */
int style_learn(struct style_learner *learner, const struct game *game, const char *aside,
                const struct source_slots *slots, struct text lead, enum style_guess guess,
                struct style *style, int *consistent_ret);

#endif
