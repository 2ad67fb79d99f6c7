/*
 * Conditions about men from their texts. Each function returns 0, with the cause in *error, where the text is not understood;
 * docs/QUERIES.md explains the texts.
 */
#ifndef PGNPACK_SEARCH_CONDITIONS_MEN_TEXT_H
#define PGNPACK_SEARCH_CONDITIONS_MEN_TEXT_H

#include "search/conditions/men_test.h"
#include "util/error.h"
#include "util/text.h"

/* "KRPPkrp", "Q0-1 R2 P3+", "P=p+2", "RvB", "opposite-bishops". */
int material_read(struct text text, struct men_tests *tests, struct error *error);

/* "Nd5 !Qd1 [BN]f3 Pa* _e4 P*2:3+", or eight rows, "8/8/2n5/3pP3/8/8/8/8". */
int pattern_read(struct text text, struct men_tests *tests, struct error *error);

/* "..-3": White's points less Black's. */
int balance_read(struct text text, struct men_tests *tests, struct error *error);

/* "iqp", "d4 e5 - c* / d5 e6", "passed@[a-c]*:2+". */
int pawns_read(struct text text, struct men_tests *tests, struct error *error);

/* A structure that pawns_read() knows by name. */
struct pawn_structure {
    const char *name, *text; /* what it is, as the names' user could have written it */
};

/* NULL: there are not so many. */
const struct pawn_structure *pawn_structure_at(size_t i);

#endif
