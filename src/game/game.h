/*
 * struct game: what the text readers, the codecs and the writers speak to each other.
 *
 * A game is its tags, its start position, and a flat list of items in the order of the text: moves, null
 * moves, NAGs, comments, brackets of variations. All texts point into memory of the game's maker (the PGN
 * reader's window, a decoder's buffer) and live until the maker is asked for the next game.
 */
#ifndef PGNPACK_GAME_GAME_H
#define PGNPACK_GAME_GAME_H

#include <stddef.h>
#include <stdint.h>

#include "chess/position.h"
#include "util/memory.h"
#include "util/text.h"

enum game_item_kind {
    ITEM_MOVE,            /* value: the chess_move */
    ITEM_NULL_MOVE,       /* "--", "Z0", ...: the turn passes */
    ITEM_NAG,             /* value: the number; spelled "$n" */
    ITEM_SUFFIX,          /* value: the NAG 1..6; spelled "!", "?", "!!", "??", "!?", "?!" behind a move */
    ITEM_COMMENT,         /* text: what stands between { and } */
    ITEM_LINE_COMMENT,    /* text: from behind the ; to the line's end, without it */
    ITEM_ESCAPE,          /* text: from behind a % in a line's first column to the line's end, without it */
    ITEM_VARIATION_BEGIN, /* "(": an alternative to the move before */
    ITEM_VARIATION_END,   /* ")" */
    ITEM_TOKEN, /* text: a sign that is none of PGN's but common ("+-", "=", "e.p.", a result in a variation) */
    ITEM_DROP   /* value: the drop (chess/drop.h) */
};

/*
 * Between a block's decoder and the layout, and those who see games there, only. value: moves in a row; text: as many struct san_text, with
 * their moves.
 */
enum { ITEM_MOVE_RUN = ITEM_DROP + 1 };

/* Does the other side's turn come behind it? */
static inline int item_kind_is_ply(unsigned kind)
{
    return kind == ITEM_MOVE || kind == ITEM_NULL_MOVE || kind == ITEM_DROP;
}

/* Where an item stands when that is not between the moves, and how it is spelled (bits of `place`). */
enum game_item_place {
    ITEM_IN_HEADER = 1,    /* a comment before or among the tags */
    ITEM_AFTER_RESULT = 2, /* a comment behind the result token */
    ITEM_CANONICAL_SAN = 4 /* a move or drop whose text is known to be exactly what we write */
};

/* 12 bytes; a game holds one per token. */
struct game_item {
    uint8_t kind;
    uint8_t place; /* bits of enum game_item_place */
    uint16_t value;
    uint32_t text_offset; /* of the token (for comments: of its inner text) from game.text.data */
    uint32_t text_size;
};

enum game_result { RESULT_UNKNOWN, RESULT_WHITE, RESULT_BLACK, RESULT_DRAW };

struct game_tag {
    struct text name;
    struct text value; /* as written between the quotes, escapes (\" and \\) still in it */
    uint8_t escaped;   /* 1: the value holds a backslash */
};

/* Why a game's movetext stopped making sense. */
enum game_trouble {
    TROUBLE_NONE = 0,
    TROUBLE_FEN,          /* the FEN tag is not a position */
    TROUBLE_VARIANT,      /* the Variant tag names rules that we do not know */
    TROUBLE_MOVE_SYNTAX,  /* a token that is nothing of PGN's */
    TROUBLE_MOVE_ILLEGAL, /* no legal move fits */
    TROUBLE_MOVE_AMBIGUOUS,
    TROUBLE_NULL_IN_CHECK, /* a null move that leaves the king in check */
    TROUBLE_VARIATION,     /* "(" before any move, or ")" without "(" */
    TROUBLE_NESTING,       /* variations deeper than GAME_NESTING_MAX */
    TROUBLE_ITEMS          /* more than GAME_ITEM_MAX items */
};

/* Things that are odd but understood (bits). */
enum game_oddity {
    ODDITY_NO_RESULT = 1,      /* the movetext ends without a result token */
    ODDITY_OPEN_COMMENT = 2,   /* a { without its } */
    ODDITY_OPEN_VARIATION = 4, /* a ( without its ) */
    ODDITY_BAD_TAG = 8, /* a line that begins with [ and is no tag pair, or a tag too many: not in `tags` */
    ODDITY_RIGHT_DROPPED = 16,      /* FEN_NOTE_RIGHT_DROPPED */
    ODDITY_EN_PASSANT_DROPPED = 32, /* FEN_NOTE_EN_PASSANT_DROPPED */
    ODDITY_RESULT_DIFFERS = 64,     /* Result tag and result token disagree */
    ODDITY_STRAY_TEXT = 128,        /* text without a tag, move or result: hardly a game */
    ODDITY_OPPONENT_IN_CHECK = 256  /* FEN_NOTE_OPPONENT_IN_CHECK */
};

/* Bounds on what hostile text can take: 0.4, 12 and 3 MiB. */
enum { GAME_NESTING_MAX = 1000, GAME_ITEM_MAX = 1 << 20, GAME_TAG_MAX = 1 << 16 };

struct game {
    struct text text; /* the game's own bytes in the source, from first to last; may be empty */
    struct game_tag *tags;
    size_t tag_count;
    struct game_item *items;
    size_t item_count;
    uint32_t ply_count; /* moves, drops and null moves of the main line */
    int has_start;      /* 1: a FEN tag (or its like) gave `start`; 0: it is the orthodox start position */
    struct position start;
    uint8_t result;        /* enum game_result */
    uint8_t trouble;       /* enum game_trouble; understanding ended there */
    uint16_t oddities;     /* bits of enum game_oddity */
    uint8_t is_partial;    /* read without its moves, or without some of its tags */
    size_t trouble_offset; /* from text.data: the first byte that is not understood */
    size_t result_offset;  /* from text.data: the result token, where one was read (no ODDITY_NO_RESULT) */
    size_t result_size;
    size_t movetext_offset; /* from text.data: the first byte behind the tag section */

    struct memory *memory; /* the arrays' */
    size_t tag_capacity;
    size_t item_capacity;
};

void game_init(struct game *game, struct memory *memory);
void game_free(struct game *game);

/* Empties the game and keeps its arrays. */
void game_clear(struct game *game);

/* Both return NULL when there is no memory. */
struct game_tag *game_add_tag(struct game *game);
struct game_item *game_add_item_slow(struct game *game);

/* Room for `count` items, of which game_add_item() then makes some at once. Returns 0 when there is no memory. */
int game_reserve_items(struct game *game, size_t count);

static inline struct game_item *game_add_item(struct game *game)
{
    if (game->item_count < game->item_capacity)
        return &game->items[game->item_count++];
    return game_add_item_slow(game);
}

static inline struct text game_item_text(const struct game *game, const struct game_item *item)
{
    return (struct text){game->text.data + item->text_offset, item->text_size};
}

/* The first tag of that name, or NULL. Names are compared byte by byte. */
const struct game_tag *game_find_tag(const struct game *game, const char *name);

/*
 * Is a drop the next ply behind item `i`, in its line? Then that is no mate, whatever it is in chess. (With a bracket
 * between the two nobody looks so far.)
 */
int game_drop_follows(const struct game *game, size_t i);

/* In any line, from item `i` on. */
int game_has_drops(const struct game *game, size_t i);

/* Items stand in the order of the text: those in the header, the movetext's, those behind the result. */

/* The movetext's first item; item_count: there is none. */
size_t game_movetext_start(const struct game *game);

/* True if the game's text has a result token. */
static inline int game_has_result(const struct game *game)
{
    return game->trouble == TROUBLE_NONE && !(game->oddities & ODDITY_NO_RESULT);
}

/* The item before which the result token stands; item_count: behind all. SIZE_MAX: there is none. */
size_t game_result_place(const struct game *game);

/* In words, for messages. */
const char *game_trouble_text(enum game_trouble trouble);

/* "*", "1-0", "0-1", "1/2-1/2". */
struct text game_result_text(enum game_result result);

/* How an ITEM_SUFFIX of that value is spelled; "" for others. */
const char *game_suffix(unsigned value);

#endif
