/*
 * What numbers in comments are foretold from, where they go to mixed models (comment_numbers.h): each column has one or
 * two *formulas*, which the packer chose; the one that was nearer of late, on the same side, foretells the next number.
 * docs/FORMAT.md, "Numbers of comments".
 *
 *     ZERO      0
 *     OWN       the side's last number
 *     LAST      the last number of any side
 *     TIME      a clock: the side's last number + the increment; at first the time that the game begins with
 *     LESS      the side's last number - x + constant
 *     SCALED    the side's last number * x / the side's last x
 *     PRODUCT   x * y / 1000
 *     RATE      how often something came so far in the game, of all the side's numbers before, in per cent: as often
 *               as the last number says
 *     BOARD     constant + a count from the board
 *
 * x and y are numbers of other columns in the same comment, as they are written there without their points. Where one is
 * not there, OWN stands in. A side is of the player who moved last. At a game's beginning the last number of a side is
 * its first in the game before, and so are those of any side. A constant is of a side; it becomes what would have been
 * right as soon as that was the same twice in a row.
 */
#ifndef PGNPACK_COMMENTS_COMMENT_FORMULA_H
#define PGNPACK_COMMENTS_COMMENT_FORMULA_H

#include <stddef.h>
#include <stdint.h>

#include "comments/comment_columns.h"
#include "comments/comment_place.h"
#include "util/buffer.h"
#include "util/varint.h"

enum comment_operation {
    COMMENT_ZERO = 0,
    COMMENT_OWN,
    COMMENT_LAST,
    COMMENT_TIME,
    COMMENT_LESS,
    COMMENT_SCALED,
    COMMENT_PRODUCT,
    COMMENT_RATE,
    COMMENT_BOARD,
    COMMENT_OPERATION_COUNT
};

/* What can be counted on the board: White's men less Black's, by type; moves that the 50-move rule does not count yet. */
enum { COMMENT_COUNT_FIFTY_MOVES = 5, COMMENT_BOARD_COUNTS };

/* A RATE's numbers have so many decimals at most. */
enum { COMMENT_RATE_DECIMALS_MAX = 4, COMMENT_FORMULAS_MAX = 2, COMMENT_STEP_MIN = 8 };

/* Numbers beyond this no field has. */
#define COMMENT_NUMBER_LIMIT (INT64_C(1) << 52)

struct comment_formula {
    uint8_t operation;
    uint8_t columns[2]; /* x and y; or, BOARD, what is counted */
};

/* A formula at work. */
struct comment_foreteller {
    struct comment_formula formula;
    int64_t constants[2], candidates[2]; /* by side */
    uint32_t misses[2];                  /* how far off it was of late */
};

/* Numbers of a side, without the column's factor. */
struct comment_side {
    int64_t last;
    int64_t before; /* the last one when the present comment was begun */
    int64_t start;  /* the first of its game */
    uint32_t game;
    uint32_t count; /* in its game */
};

struct comment_series {
    uint8_t kind;
    uint8_t latest;   /* side of the last number */
    uint8_t in_ticks; /* numbers may be ticks of a clock: comment_numbers.c */
    int64_t factor;   /* power of ten that divides all numbers */
    int64_t present;  /* with the factor; of the comment ... */
    uint32_t comment;
    struct comment_side sides[2];
    struct comment_foreteller foretellers[COMMENT_FORMULAS_MAX];
    unsigned foreteller_count;
};

/* The comment whose numbers come next. */
struct comment_moment {
    uint32_t game;
    uint32_t ply;
    uint32_t base, increment; /* of the game's time control, in seconds */
    uint16_t mark;            /* the last NAG or suffix behind the last move, 0: none */
    int8_t counts[COMMENT_BOARD_COUNTS];
};

struct comment_numbers_state {
    struct comment_series *series; /* COMMENT_COLUMN_COUNT_MAX */
    struct comment_moment moment;
    uint32_t comment; /* its number, from 1 */
    uint8_t side;
};

struct comment_moment comment_moment_of(const struct comment_place *place);

/* All series as if no comment had come; their kinds, factors and formulas stay. */
void comment_state_reset(struct comment_numbers_state *state);

/* Goes to the next comment. */
void comment_state_begin(struct comment_numbers_state *state, const struct comment_moment *moment);

/*
 * What the formula says of the column's next number, without the factor; then, the number being known,
 * learns.
 */
int64_t comment_foretell_by(const struct comment_numbers_state *state, unsigned column,
                            const struct comment_foreteller *foreteller);

/*
 * Some formulas are told by steps first: PRODUCT by how much it grows when y grows by 1 (a program's own y
 * may be a few units off the one that was written), if that is COMMENT_STEP_MIN or more, RATE by what one
 * time more makes. 0: no steps.
 */
int64_t comment_step(const struct comment_numbers_state *state, unsigned column,
                     const struct comment_formula *formula);

/* What the formula says so many steps further. Returns 0 when that is too large. */
int comment_foretell_stepped(const struct comment_numbers_state *state, unsigned column,
                             const struct comment_formula *formula, int64_t steps, int64_t *number_ret);

/* On what it depends how far off a number is that is told by steps: y, or of how many the RATE is. */
int64_t comment_step_scale(const struct comment_numbers_state *state, unsigned column,
                           const struct comment_formula *formula);

/* How many steps come nearest to a difference. */
static inline int64_t comment_count_steps(int64_t difference, int64_t step)
{
    return (difference + (difference < 0 ? -step / 2 : step / 2)) / step;
}

void comment_foreteller_learn(const struct comment_numbers_state *state,
                              struct comment_foreteller *foreteller, int64_t foretold, int64_t number);

/* Enters a number (without the factor) into its series. */
void comment_series_enter(struct comment_numbers_state *state, unsigned column, int64_t number);

void comment_formula_write(const struct comment_formula *formula, struct buffer *out);

/* `kind`: of the column. Returns 0 when it is not in order. */
int comment_formula_read(struct comment_formula *formula, uint8_t kind, struct byte_source *source,
                         unsigned column_count, struct error *error);

/* Are there steps in it, comment_step() permitting? */
static inline int comment_formula_has_steps(const struct comment_formula *formula)
{
    return formula->operation == COMMENT_PRODUCT || formula->operation == COMMENT_RATE;
}

/* Does it have to know what is on the board? */
static inline int comment_formula_needs_boards(const struct comment_formula *formula)
{
    return formula->operation == COMMENT_BOARD;
}

#endif
