/*
 * What was written and measured: clocks, evaluations, glyphs and comments behind a half-move, and what queries ask of them.
 * docs/QUERIES.md, "What was written and measured".
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_WRITTEN_TEST_H
#define PGNPACK_SEARCH_CONDITIONS_WRITTEN_TEST_H

#include "search/conditions/board_view.h"
#include "search/text/number_ranges.h"
#include "search/text/signed_range.h"
#include "search/text/text_pattern.h"
#include "util/error.h"

/* Bits. */
enum written_thing {
    WRITTEN_CLOCK = 1,
    WRITTEN_EVAL = 2,
    WRITTEN_NAG = 4,
    WRITTEN_COMMENT = 8,
    WRITTEN_VARIATION = 16,
    WRITTEN_SPENT = 32,
    WRITTEN_NO_CLOCKS = 64, /* without clocks nothing can be answered */
    WRITTEN_NO_EVALS = 128
};

/* Behind a half-move, or before the first one. Only what a query asks for need be set. */
struct written {
    int32_t clock, spent;      /* milliseconds; PGNPACK_NO_CLOCK: not known */
    int32_t eval, eval_before; /* behind this half-move and the one before, as PGNPACK_NO_EVAL says */
    unsigned things;           /* that are there: bits of enum written_thing up to WRITTEN_VARIATION */
    const uint16_t *nags;
    size_t nag_count;
    const struct written_comment {
        size_t start, size;
    } * comments;
    size_t comment_count;
    const char *folded; /* all comments, without commands: "[%clk 1:23:45]" */
};

enum written_kind {
    WRITTEN_CLOCK_IS, /* the mover's, in whole seconds */
    WRITTEN_SPENT_IS,
    WRITTEN_EVAL_IS,  /* ours, in centipawns */
    WRITTEN_SWING_IS, /* the mover's, in centipawns or hundredths of a percent */
    WRITTEN_HAS_NAG,
    WRITTEN_FITS, /* one of the comments */
    WRITTEN_HAS   /* one of some things */
};

enum { WRITTEN_NAGS_MAX = 32, WRITTEN_CHANCES_MAX = 1000 /* centipawns */ };

struct written_test {
    uint8_t kind;
    uint8_t movers;      /* bits by colour, one or both: who made the half-move */
    uint8_t is_reversed; /* we are Black */
    union {
        struct number_ranges seconds; /* WRITTEN_CLOCK_IS, WRITTEN_SPENT_IS */
        struct {
            struct signed_range range; /* WRITTEN_EVAL_IS, WRITTEN_SWING_IS */
            uint32_t chances[WRITTEN_CHANCES_MAX + 1];
        } number;
        struct {
            uint16_t numbers[WRITTEN_NAGS_MAX];
            size_t count;
        } nags;                      /* WRITTEN_HAS_NAG */
        struct text_pattern pattern; /* WRITTEN_FITS */
        unsigned things;             /* WRITTEN_HAS: bits of enum written_thing */
    } of;
};

/* Readers of texts. Return 0, with the cause in *error, where it is not understood. */
int written_clock_read(struct text text, struct written_test *test, struct error *error);
int written_spent_read(struct text text, struct written_test *test, struct error *error);
int written_eval_read(struct text text, struct written_test *test, struct error *error);
int written_swing_read(struct text text, struct written_test *test, struct error *error);
int written_nag_read(struct text text, struct written_test *test, struct error *error);
int written_comment_read(struct text text, struct written_test *test, struct error *error);
int written_has_read(struct text text, struct written_test *test, struct error *error);

/*
 * Winning chances in thousandths of a percent, by centipawns from 0 to WRITTEN_CHANCES_MAX: 100 / (1 + e^(-0.00368208 * centipawns)), as
 * lichess.org has it; of -c they are 100 percent less those of c. By whole numbers alone, so that all machines answer alike.
 */
void written_chances_fill(uint32_t chances[WRITTEN_CHANCES_MAX + 1]);

/* The same of one evaluation, which is known; beyond the last one, and of mates, those of the last one. */
uint32_t written_chances(int32_t eval);

/* What it has to be told: bits of enum written_thing. */
unsigned written_test_asks(const struct written_test *test);

/* Is it known what it asks for, of this half-move, and is that one of those that it is about? Of what is no number it is. */
int written_test_is_measured(const struct written_test *test, const struct board_view *view);

/* Does it hold? `unknown`: the answer where a number is not known, whoever moved. */
int written_test_holds(const struct written_test *test, const struct board_view *view, int unknown);

/* We are the other colour. */
void written_test_reverse(struct written_test *test);

#endif
