#include "bcgn0/bcgn0_tag_id.h"

static const struct text names[BCGN0_TAG_OTHER] = {
    [BCGN0_TAG_EVENT] = {"Event", 5},        [BCGN0_TAG_SITE] = {"Site", 4},
    [BCGN0_TAG_DATE] = {"Date", 4},          [BCGN0_TAG_ROUND] = {"Round", 5},
    [BCGN0_TAG_WHITE] = {"White", 5},        [BCGN0_TAG_BLACK] = {"Black", 5},
    [BCGN0_TAG_RESULT] = {"Result", 6},      [BCGN0_TAG_WHITE_ELO] = {"WhiteElo", 8},
    [BCGN0_TAG_BLACK_ELO] = {"BlackElo", 8}, [BCGN0_TAG_ECO] = {"ECO", 3},
    [BCGN0_TAG_SETUP] = {"SetUp", 5},        [BCGN0_TAG_FEN] = {"FEN", 3},
};

enum bcgn0_tag_id bcgn0_tag_identify(struct text name)
{
    for (unsigned id = 0; id < BCGN0_TAG_OTHER; id++)
        if (text_equal(name, names[id]))
            return (enum bcgn0_tag_id)id;
    return BCGN0_TAG_OTHER;
}

struct text bcgn0_tag_name(enum bcgn0_tag_id id)
{
    return names[id];
}
