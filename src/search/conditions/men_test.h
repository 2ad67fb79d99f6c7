/*
 * Tests of where men stand and how many there are, which material, pawn structures and patterns are made of. A test is a few
 * operations on words of 64 squares.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_MEN_TEST_H
#define PGNPACK_SEARCH_CONDITIONS_MEN_TEST_H

#include <stddef.h>

#include "chess/position.h"
#include "search/conditions/board_needs.h"

/* In the order in which they are made: cheap ones first. */
enum men_test_kind {
    MEN_ALL,             /* such a man on each of the squares */
    MEN_NONE,            /* on none of them */
    MEN_SOME,            /* on one of them, or more */
    MEN_BISHOPS_OPPOSED, /* a bishop a side, on squares of different colours */
    MEN_BISHOPS_ALIKE,   /* a bishop a side, on squares of one colour */
    MEN_COUNT,           /* `min` to `max` of them there; less those of `against` on any square */
    MEN_BALANCE          /* White's points less Black's are `min` to `max`, cut at MEN_BALANCE_MAX */
};

/* What pawns are to the others. */
enum pawn_sort {
    PAWN_ANY,
    PAWN_ISOLATED, /* none of its side on the files beside it */
    PAWN_DOUBLED,  /* another of its side on its file */
    PAWN_PASSED,   /* no enemy pawn before it, on its file or one beside it */
    PAWN_BACKWARD /* those of its side on the files beside it are all further on, and an enemy pawn attacks the
                      square before it */
};

/* Bits by man (1 << man). */
enum {
    MEN_WHITE = 0x555,
    MEN_BLACK = 0xaaa,
    MEN_PAWNS = 0x003,
    MEN_BISHOPS = 0x030,
    MEN_KINGS = 0xc00,
    MEN_ON_LINES = 0x3f0, /* who attack along lines */
    MEN_ANY = 0xfff,
    MEN_EMPTY = 0x1000 /* squares where nobody stands */
};

#define ALL_SQUARES (~UINT64_C(0))

struct men_test {
    uint64_t squares;
    uint16_t men;     /* of these kinds, at least one */
    uint16_t against; /* MEN_COUNT */
    int8_t min, max;  /* MEN_COUNT, MEN_BALANCE */
    uint8_t kind;     /* enum men_test_kind */
    uint8_t sort;     /* enum pawn_sort; not PAWN_ANY: `men` is one colour's pawns */
};

enum { MEN_TESTS_MAX = 40, MEN_BALANCE_MAX = 127 };

/* All of them must hold. */
struct men_tests {
    size_t count;
    struct men_test tests[MEN_TESTS_MAX];
};

/* Alternatives: those of one must hold. */
struct men_choice {
    size_t count;
    struct men_tests alternatives[];
};

static inline size_t men_choice_size(size_t count)
{
    return sizeof(struct men_choice) + count * sizeof(struct men_tests);
}

/* Adds the squares of `test` to one MEN_ALL of the same men; returns 0 where there is none. */
int men_tests_join(struct men_tests *tests, const struct men_test *test);

/* Brings them into the order of kinds, and makes one of those MEN_ALL of the same men. */
void men_tests_arrange(struct men_tests *tests);

/* Squares of the test where such men stand, whatever their sort. */
uint64_t men_test_squares(const struct men_test *test, const struct position *position);

int men_tests_hold(const struct men_tests *tests, const struct position *position);
int men_choice_holds(const struct men_choice *choice, const struct position *position);

/* Colours reversed, and the board turned, so that a white pawn's home becomes a black one's. */
void men_tests_reverse(struct men_tests *tests);

/* The a-file becomes the h-file. */
void men_tests_mirror(struct men_tests *tests);

/* The half-moves that can make a difference: bits of enum board_change. */
unsigned men_tests_depend_on(const struct men_tests *tests);
unsigned men_choice_depends_on(const struct men_choice *choice);

/* What must be where the tests hold. */
struct board_needs men_tests_needs(const struct men_tests *tests);
struct board_needs men_choice_needs(const struct men_choice *choice);

/* Squares, turned over. */
static inline uint64_t squares_reversed(uint64_t squares)
{
    return __builtin_bswap64(squares);
}

static inline uint64_t squares_mirrored(uint64_t squares)
{
    squares = (squares >> 1 & UINT64_C(0x5555555555555555)) | (squares & UINT64_C(0x5555555555555555)) << 1;
    squares = (squares >> 2 & UINT64_C(0x3333333333333333)) | (squares & UINT64_C(0x3333333333333333)) << 2;
    return (squares >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (squares & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
}

/* Men of the other colour. */
static inline uint16_t men_reversed(unsigned men)
{
    return (uint16_t)((men & MEN_WHITE) << 1 | (men & MEN_BLACK) >> 1 | (men & MEN_EMPTY));
}

#endif
