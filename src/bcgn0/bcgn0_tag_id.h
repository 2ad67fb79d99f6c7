/* The tags that BCGN 0 knows: those with a fixed field, and those that follow from the rest of an entry. */
#ifndef PGNPACK_BCGN0_BCGN0_TAG_ID_H
#define PGNPACK_BCGN0_BCGN0_TAG_ID_H

#include "util/text.h"

/* In the order in which the reader prints them. */
enum bcgn0_tag_id {
    BCGN0_TAG_EVENT,
    BCGN0_TAG_SITE,
    BCGN0_TAG_DATE,
    BCGN0_TAG_ROUND,
    BCGN0_TAG_WHITE,
    BCGN0_TAG_BLACK,
    BCGN0_TAG_RESULT,
    BCGN0_TAG_WHITE_ELO,
    BCGN0_TAG_BLACK_ELO,
    BCGN0_TAG_ECO,
    BCGN0_TAG_SETUP,
    BCGN0_TAG_FEN,
    BCGN0_TAG_OTHER /* any other name; also the number of known ones */
};

enum bcgn0_tag_id bcgn0_tag_identify(struct text name);

/* Of a known tag. */
struct text bcgn0_tag_name(enum bcgn0_tag_id id);

#endif
