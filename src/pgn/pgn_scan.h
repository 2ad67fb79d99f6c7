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
    int final; /* the text ends where the input ends */
    struct game *game;
    struct line_stack *line;
    /* What the tag section says, for the movetext: */
    struct text fen;
    struct text variant;
    struct text result;
    int result_is_read; /* the result token was seen */
};

static inline int is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline int is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline int is_space(char c)
{
    return is_blank(c) || is_line_end(c);
}

static inline int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* True if `at` is in the first column; `start` counts as one. */
static inline int at_line_start(const char *start, const char *at)
{
    return at == start || is_line_end(at[-1]);
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

/* A new game's first tag in the first column: [Event " with any blanks. `at` is at the bracket. */
int starts_event_tag(const char *at, const char *end);

/* A tag pair's beginning: [Name " with any blanks. `at` is at the bracket. */
int starts_tag(const char *at, const char *end);

/* Adds an item whose text is [text, text_end). Returns 0 when there is no memory. */
int scan_add_item(struct pgn_scan *scan, enum game_item_kind kind, unsigned value, const char *text,
                  const char *text_end);

/* At '{', ';' or a '%' in the first column: reads it as an item at `place`. */
enum pgn_step scan_comment(struct pgn_scan *scan, unsigned place);

/* Reads tags, and comments among them, up to the movetext (STEP_ON) or the next game (STEP_GAME_END). */
enum pgn_step scan_tags(struct pgn_scan *scan);

/* Reads the movetext with its result. STEP_ON: a tag section begins where only comments were read so far. */
enum pgn_step scan_movetext(struct pgn_scan *scan);

/* Reads what stands behind the result and still belongs to the game. */
enum pgn_step scan_behind_result(struct pgn_scan *scan);

#endif
