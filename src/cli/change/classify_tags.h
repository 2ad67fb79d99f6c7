/* What a game's opening means for its tags. */
#ifndef PGNPACK_CLI_CHANGE_CLASSIFY_TAGS_H
#define PGNPACK_CLI_CHANGE_CLASSIFY_TAGS_H

#include <stdint.h>

#include "cli/openings/opening_table.h"

enum classify_tag {
    CLASSIFY_ECO,
    CLASSIFY_OPENING,
    CLASSIFY_VARIATION,
    CLASSIFY_SUBVARIATION,
    CLASSIFY_TAGS
};

extern const char *const classify_tag_names[CLASSIFY_TAGS];

/* What is to be done with a tag: nothing, taken away, or set to the value. */
enum classify_action { CLASSIFY_LEAVE, CLASSIFY_UNSET, CLASSIFY_SET };

struct classify_edit {
    enum classify_action action;
    struct pgnpack_text value;
};

/*
 * From the values that a game has, without escapes (`data` NULL: no such tag). What the opening does not tell stays; but with the
 * name of an opening go the variation and its part that are not of it. `keeps`: what is known stays. Returns 0 where nothing is to
 * be done.
 */
int classify_edits(const struct pgnpack_text values[CLASSIFY_TAGS], const struct opening *opening, int keeps,
                   struct classify_edit edits[CLASSIFY_TAGS]);

/* How codes that games had agree with those found. */
struct classify_agreement {
    uint64_t codes; /* that can be compared */
    uint64_t same;
    uint64_t same_ten; /* letter and first digit */
};

void classify_compare(struct classify_agreement *agreement, struct pgnpack_text had,
                      struct pgnpack_text found);

#endif
