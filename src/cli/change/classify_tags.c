#include "cli/change/classify_tags.h"

#include <string.h>

#include "cli/base/tag_text.h"
#include "cli/openings/opening_moves.h"

const char *const classify_tag_names[CLASSIFY_TAGS] = {"ECO", "Opening", "Variation", "SubVariation"};

/* ---- Edits ---- */

static struct classify_edit set(struct pgnpack_text had, struct pgnpack_text wanted)
{
    enum classify_action action =
        had.data != NULL && texts_are_equal(had, wanted) ? CLASSIFY_LEAVE : CLASSIFY_SET;
    return (struct classify_edit){action, wanted};
}

/* "" is as good as no tag. */
static struct classify_edit set_or_unset(struct pgnpack_text had, struct pgnpack_text wanted)
{
    if (wanted.size != 0)
        return set(had, wanted);
    return (struct classify_edit){had.data != NULL ? CLASSIFY_UNSET : CLASSIFY_LEAVE, wanted};
}

/* A variation belongs to the name before it: where that stays, it stays. */
static void edit_names(const struct pgnpack_text values[CLASSIFY_TAGS], const struct opening *opening,
                       int keeps, struct classify_edit edits[CLASSIFY_TAGS])
{
    static const struct pgnpack_text none = {NULL, 0};
    if (opening->name.size == 0 || (keeps && text_is_known(values[CLASSIFY_OPENING])))
        return;
    edits[CLASSIFY_OPENING] = set(values[CLASSIFY_OPENING], opening->name);
    if (keeps && (text_is_known(values[CLASSIFY_VARIATION]) || text_is_known(values[CLASSIFY_SUBVARIATION])))
        return;
    edits[CLASSIFY_VARIATION] = set_or_unset(values[CLASSIFY_VARIATION], opening->variation);
    edits[CLASSIFY_SUBVARIATION] = set_or_unset(values[CLASSIFY_SUBVARIATION], none);
}

int classify_edits(const struct pgnpack_text values[CLASSIFY_TAGS], const struct opening *opening, int keeps,
                   struct classify_edit edits[CLASSIFY_TAGS])
{
    int is_edited = 0;
    memset(edits, 0, CLASSIFY_TAGS * sizeof *edits);
    if (opening->eco.size != 0 && !(keeps && text_is_known(values[CLASSIFY_ECO])))
        edits[CLASSIFY_ECO] = set(values[CLASSIFY_ECO], opening->eco);
    edit_names(values, opening, keeps, edits);
    for (size_t i = 0; i < CLASSIFY_TAGS; i++)
        is_edited |= edits[i].action != CLASSIFY_LEAVE;
    return is_edited;
}

/* ---- Codes ---- */

void classify_compare(struct classify_agreement *agreement, struct pgnpack_text had,
                      struct pgnpack_text found)
{
    if (!opening_is_code(had) || found.size == 0)
        return;
    agreement->codes++;
    agreement->same += memcmp(had.data, found.data, 3) == 0;
    agreement->same_ten += memcmp(had.data, found.data, 2) == 0;
}
