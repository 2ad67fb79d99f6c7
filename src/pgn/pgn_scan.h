/* The state and the small steps that tag section and movetext share. Internal to src/pgn. */
#ifndef PGNPACK_PGN_PGN_SCAN_H
#define PGNPACK_PGN_PGN_SCAN_H

#include <string.h>

#include "game/game.h"
#include "game/line_stack.h"

/* How a step ended. */
enum pgn_step {
    STEP_ON,        /* go on behind what was read */
    STEP_NEED_MORE, /* the text ends here and is not the input's end */
    STEP_GAME_END,  /* the game is complete */
    STEP_NO_MEMORY
};

struct pgn_scan {
    const char *start; /* of the game's text */
    const char *at;    /* the next byte to read */
    const char *end;
    const char *behind_mark; /* where the text goes on behind a byte order mark at its start, or NULL */
    int final;               /* the text ends where the input ends */
    struct game *game;
    struct line_stack *line;
    line_visit_function visit;         /* may be NULL */
    line_visit_run_function visit_run; /* the same */
    void *visit_opaque;
    int tells_each_move; /* no moves in a row: to `visit`, one by one */
    size_t open_check;   /* 1 + the last move's item, whose check sign is not settled yet; 0: there is none */
    /* What the tag section says, for the movetext: */
    struct text fen;
    struct text variant;
    struct text result;
    int result_is_read; /* the result token was seen */
};

/* Padding and the end sign of old systems (NUL, Ctrl-Z) say as little as a space. */
static inline int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\0' || c == '\x1a';
}

static inline int is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline int is_space(char c)
{
    return is_blank(c) || is_line_end(c);
}

/* A byte order mark: text editors put it at a file's start, and joining files brings it into the middle. */
enum { MARK_SIZE = 3 };

static inline int starts_mark(const char *at, const char *end)
{
    return end - at >= MARK_SIZE && memcmp(at, "\xef\xbb\xbf", MARK_SIZE) == 0;
}

/* True if `at` is in the first column; the game's start counts as one. */
static inline int at_line_start(const struct pgn_scan *scan, const char *at)
{
    return at == scan->start || is_line_end(at[-1]) || at == scan->behind_mark;
}

/* The first line end at or behind `at`, or `end`. */
static inline const char *find_line_end(const char *at, const char *end)
{
    while (at < end && !is_line_end(*at))
        at++;
    return at;
}

static inline const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && is_space(*at))
        at++;
    return at;
}

/* White space and byte order marks. */
const char *skip_to_text(const char *at, const char *end);

/* Is there a tag pair's beginning at the bracket `at`: [Name " with any blanks? TAG_CUT: the text ends too early. */
enum tag_sign { TAG_NO, TAG_YES, TAG_CUT };
enum tag_sign tag_sign(const char *at, const char *end);

/* A new game's first tag: [Event " with any blanks. `at` is at what may be the bracket. */
int starts_event_tag(const char *at, const char *end);

/*
 * At '[' in the movetext: STEP_GAME_END if a tag begins here as the first thing of its line, STEP_ON if not,
 * STEP_NEED_MORE if the text ends too early to say so.
 */
enum pgn_step look_for_tag(const struct pgn_scan *scan);

/*
 * At what may be a byte order mark in the movetext: STEP_GAME_END if it is one with tags behind it. If it is one
 * without them, passes over it. STEP_ON with scan->at unchanged: it is none.
 */
enum pgn_step look_for_file(struct pgn_scan *scan);

/*
 * Length of the result token at `at`, 0 if there is none; it must stand alone. Looks at no more than
 * RESULT_SIZE_MAX bytes.
 */
enum { RESULT_SIZE_MAX = 7 + MARK_SIZE };
size_t scan_result(const char *at, const char *end, enum game_result *result_ret);

/* The result token at scan->at ends at `behind`. */
enum pgn_step take_result(struct pgn_scan *scan, const char *behind, enum game_result result);

/* Adds an item whose text is [text, text_end). Returns 0 when there is no memory, or GAME_ITEM_MAX of them. */
static inline int scan_add_item(struct pgn_scan *scan, enum game_item_kind kind, unsigned value,
                                const char *text, const char *text_end)
{
    struct game_item *item = scan->game->item_count < GAME_ITEM_MAX ? game_add_item(scan->game) : NULL;
    if (item == NULL)
        return 0;
    *item = (struct game_item){.kind = (uint8_t)kind,
                               .value = (uint16_t)value,
                               .text_offset = (uint32_t)(text - scan->start),
                               .text_size = (uint32_t)(text_end - text)};
    return 1;
}

/* A comment's usual bytes, in one comparison: neither a control character nor a brace or beyond ASCII. */
static inline int is_plain(char c)
{
    return (unsigned char)(c - ' ') < '}' - ' ';
}

/* The first byte that is none of them, or `end`. */
static inline const char *skip_plain(const char *at, const char *end)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (uint64_t bytes; end - at >= (ptrdiff_t)sizeof bytes; at += sizeof bytes) {
        memcpy(&bytes, at, sizeof bytes);
        /* The top bit of a byte is set if it is below ' ', from '}' on, or beyond ASCII; or one before it in the word is. */
        if (((bytes - ' ' * ones) | (bytes + (0x80 - '}') * ones) | bytes) & 0x80 * ones)
            break;
    }
    while (at < end && is_plain(*at))
        at++;
    return at;
}

/* At '{', ';' or a '%' in the first column: reads it as an item at `place`. */
enum pgn_step scan_comment(struct pgn_scan *scan, unsigned place);

/* Reads tags, and comments before, among and behind them, up to the movetext (STEP_ON) or the next game. */
enum pgn_step scan_tags(struct pgn_scan *scan);

/*
 * At what may be a move: reads moves in a row with their numbers, and comments between them, as far as they are as nearly
 * all are. Returns 0, and changes nothing, where there are none.
 */
int scan_moves(struct pgn_scan *scan);

/* Reads the movetext with its result. Never returns STEP_ON. */
enum pgn_step scan_movetext(struct pgn_scan *scan);

/* Where the current line ends: decides about its last move what scan->open_check left open. */
void settle_check(struct pgn_scan *scan);

/* Understanding ends at scan->at. */
void mark_trouble(struct pgn_scan *scan, enum game_trouble trouble);

/* From scan->at on, looks for the game's end by its signs alone. Never returns STEP_ON. */
enum pgn_step skip_movetext(struct pgn_scan *scan);

/* Understanding ends at scan->at; from there on the same. */
enum pgn_step give_up(struct pgn_scan *scan, enum game_trouble trouble);

/* Reads what stands behind the result and still belongs to the game. */
enum pgn_step scan_behind_result(struct pgn_scan *scan);

#endif
