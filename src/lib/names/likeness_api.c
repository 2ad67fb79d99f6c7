/* Public functions: how alike two names are. */
#include "pgnpack_extra.h"
#include "search/text/name_likeness.h"

unsigned pgnpack_name_likeness(struct pgnpack_text a, struct pgnpack_text b,
                               enum pgnpack_name_difference *difference_ret)
{
    struct name_form forms[2];
    enum name_difference difference = NAMES_MISSPELT;
    if (!name_form_make(&forms[0], (struct text){a.data, a.size}) ||
        !name_form_make(&forms[1], (struct text){b.data, b.size}))
        return 0;
    unsigned points = name_likeness(&forms[0], &forms[1], &difference);
    if (difference_ret != NULL && points != 0)
        *difference_ret = (enum pgnpack_name_difference)difference;
    return points;
}
