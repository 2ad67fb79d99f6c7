/*
 * The style of a writer: the few parameters that say how it lays out the text of a game. Packing finds a style
 * under which most games render to their very bytes; unpacking renders with it. docs/FORMAT.md, "Styles".
 */
#ifndef PGNPACK_LAYOUT_STYLE_H
#define PGNPACK_LAYOUT_STYLE_H

#include <stdint.h>

#include "chess/san.h"
#include "util/buffer.h"
#include "util/text.h"
#include "util/varint.h"

/* What stands before and behind a gap. The numbers are part of the format. */
enum layout_class {
    LAYOUT_START = 0, /* before a gap only: nothing of the game yet */
    LAYOUT_TAG,
    LAYOUT_WHITE_MOVE, /* null moves too */
    LAYOUT_BLACK_MOVE,
    LAYOUT_NAG,
    LAYOUT_SUFFIX,
    LAYOUT_COMMENT,
    LAYOUT_LINE_COMMENT,
    LAYOUT_ESCAPE,
    LAYOUT_OPEN,
    LAYOUT_CLOSE,
    LAYOUT_TOKEN,
    LAYOUT_RESULT,
    LAYOUT_END, /* behind a gap only: the game's last byte was written */
    LAYOUT_CLASS_COUNT
};

/* When a space becomes a line end. "Unit": what follows up to the next space of the template or the token's end. */
enum layout_wrap {
    WRAP_NEVER = 0,
    WRAP_GREEDY,       /* when the unit would pass the width */
    WRAP_BEHIND_COLUMN /* before a move number, once the line is as long as the width */
};

enum {
    STYLE_TEMPLATE_MAX = 60,      /* templates of a style */
    STYLE_TEMPLATE_SIZE_MAX = 63, /* bytes of a template */
    STYLE_WIDTH_MAX = 100000
};

/* In a template: \n is the style's line end, STYLE_NUMBER the move's number in decimal, all else stands for itself. */
enum { STYLE_NUMBER = 1 };

struct style_template {
    uint8_t size;
    uint8_t text[STYLE_TEMPLATE_SIZE_MAX];
};

/* How a writer's moves differ from canonical SAN (bits). */
enum style_spelling {
    SPELLS_NO_CHECKS = 1,       /* neither "+" nor "#" */
    SPELLS_MATE_AS_CHECK = 2,   /* "+" for "#" */
    SPELLS_PLAIN_PROMOTION = 4, /* "e8Q" */
    SPELLS_ZEROS = 8,           /* "0-0" */
    SPELLS_BARE_DROPS = 16,     /* of pawns: "@e4" */
    SPELLS_ALL = 31
};

struct style {
    uint8_t spelling;      /* enum style_spelling */
    uint8_t crlf;          /* line ends are CR LF */
    uint8_t wrap;          /* enum layout_wrap */
    uint8_t comment_words; /* lines break inside comments: only a comment's first word has to fit */
    uint32_t width;        /* bytes a line may have, or (WRAP_BEHIND_COLUMN) must have before it ends */
    unsigned template_count;
    uint8_t gaps[LAYOUT_CLASS_COUNT][LAYOUT_CLASS_COUNT]; /* template by class before and class behind */
    struct style_template templates[STYLE_TEMPLATE_MAX];
};

/* PGN export format on one line; template 0 is a single space, which every gap has until it is told otherwise. */
void style_init(struct style *style);

/* The template's number, entered if it is new; -1 when there is no room or it is too long. */
int style_add_template(struct style *style, const uint8_t *text, size_t size);

void style_write(const struct style *style, struct buffer *out);

/* Fails the source when the style is not in order. */
void style_read(struct style *style, struct byte_source *source, struct error *error);

static inline int style_is_line_end(const struct style_template *template)
{
    return template->size == 1 && template->text[0] == '\n';
}

/* Does a move's canonical SAN hold anything that the style spells otherwise? */
int style_respells(const struct style *style, struct text san);

/* The same, where that is to be found out quickly: nearly always the text ends in its square's rank, and there is nothing. */
static inline int style_may_respell(const struct style *style, struct text san)
{
    return style->spelling != 0 && (unsigned char)(san.data[san.size - 1] - '1') >= 8 &&
           style_respells(style, san);
}

/* Writes a move's canonical SAN as the style spells it; returns the size, which is not larger. */
size_t style_spell(const struct style *style, struct text san, char *out);

#endif
