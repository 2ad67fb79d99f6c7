/* A game's way to text: what rendering and comparing (layout.h, layout_match.h), and the gaps between tokens (gap.h), share. */
#ifndef PGNPACK_LAYOUT_LAYOUT_STATE_H
#define PGNPACK_LAYOUT_LAYOUT_STATE_H

#include "game/walk.h"
#include "layout/style.h"
#include "util/buffer.h"

/* A bit of game_item.place: the item's text is not in the game's text but in layout->aside. */
enum { LAYOUT_ITEM_ASIDE = 0x80 };

/* Called when a slot's predicted text stands in `out` from `slot_start` on; may put another text in its place. */
typedef void (*layout_settle_function)(void *opaque, uint64_t slot, struct buffer *out, size_t slot_start);

/* A template's text with a move's number in it, to be written or compared at once; where it has none, `uses` is 0. */
struct gap_word {
    uint64_t bytes, mask; /* its first byte is the lowest; 0xff for each that it has */
    uint64_t step;        /* adding it makes the next number of this one */
    size_t width;         /* no space becomes a line end where the line with ... */
    size_t token_mask;    /* ... as many bytes of the token and ... */
    uint32_t number;
    uint8_t need; /* ... these of the gap has no more than `width` */
    uint8_t size;
    uint8_t counts;       /* 1: it has a number, else 0 */
    uint8_t uses;         /* 1 + how often `step` may be added */
    uint8_t breaks_first; /* where a line ends, it does so in place of the first byte, and nowhere else */
    uint8_t is_none;
};

struct layout {
    const struct style *style;
    const struct game *game;
    struct buffer *out;
    layout_settle_function settle; /* NULL: the prediction holds */
    void *opaque;
    size_t out_limit; /* set by the caller: rendering gives up once `out` is larger */
    const char
        *source; /* set by the caller: the text that `out` is compared with as it grows, or NULL, ... */
    size_t source_size; /* ... and how far it may be read, which is what looks ahead in it needs */
    const char *aside;  /* set by the caller before rendering; may be NULL where no item needs it */

    uint16_t *pairs; /* set by the caller: by class before, a bit for each class met behind; or NULL */

    const struct style
        *kept; /* set by the caller: the style, as it still is, of the last rendering; NULL: none */

    size_t line_start; /* offset in `out` of the present line's first byte */
    size_t tag_start;  /* behind a tag: where that began, in which line_start does not look for line ends */
    size_t slot_line_start; /* the same where the present slot begins, with `settle` */
    uint64_t slot;
    uint8_t previous;  /* enum layout_class: of the token before the present gap */
    uint8_t next;      /* ... and behind it */
    size_t token_size; /* of the token behind the present gap, as predicted */
    struct walk walk;  /* its plies are counted from the start position's own number on */
    uint32_t number;   /* the move number that `digits` spells */
    uint8_t digits[20];
    uint8_t digit_count;
    struct gap_word
        words[STYLE_TEMPLATE_MAX]; /* by template of the style, from game to game where that is kept */
};

static inline int layout_is_move(uint8_t class)
{
    return class == LAYOUT_WHITE_MOVE || class == LAYOUT_BLACK_MOVE;
}

/* The class of the move of a ply. */
static inline unsigned layout_move_class(uint32_t ply)
{
    return ply & 1 ? LAYOUT_BLACK_MOVE : LAYOUT_WHITE_MOVE;
}

/* Room that a gap can need, and that rendering may ask for beyond a text's end. */
enum { LAYOUT_GAP_SIZE_MAX = STYLE_TEMPLATE_SIZE_MAX * 20, LAYOUT_SLACK = 5000 };

/* The game's first ply: 2 * (move number - 1), + 1 when black is to move. */
static inline uint32_t layout_start_ply(const struct game *game)
{
    uint32_t number = game->start.move_number == 0 ? 1 : game->start.move_number;
    return 2 * (number - 1) + game->start.side;
}

#endif
