#include "tags/write/tag_pattern_choice.h"

#include <string.h>

/* By argument, from `a` on. */
static const char *const argument_names[TAG_ARGUMENT_COUNT] = {
    "Event",        "Date",        "Round",           "White",           "Black",
    "WhiteElo",     "BlackElo",    "WhiteRatingDiff", "BlackRatingDiff", "ECO",
    "Opening",      "UTCTime",     "StartTime",       "TimeControl",     "Termination",
    "GameDuration", "GameEndTime", "EndTime",
};

/* By pattern; of several that fit a name the first one is taken. The first two are for all others. */
static const char *const pattern_names[] = {
    "",
    "",
    "Event",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "WhiteRatingDiff",
    "BlackRatingDiff",
    "ECO",
    "Opening",
    "Variation",
    "UTCDate",
    "UTCTime",
    "StartTime",
    "EndTime",
    "TimeControl",
    "PlyCount",
    "GameEndTime",
    "GameStartTime",
    "WhiteFideId",
    "BlackFideId",
    "White*",
    "Black*",
    "", /* ECO, where no player is in most games: the packer asks for it by its number */
};

_Static_assert(sizeof pattern_names / sizeof *pattern_names == TAG_PATTERN_COUNT, "a name a pattern");

static int fits(const char *pattern, struct text name)
{
    size_t size = strlen(pattern);
    if (size != 0 && pattern[size - 1] == '*')
        return name.size >= size && memcmp(name.data, pattern, size - 1) == 0;
    return size != 0 && text_is(name, pattern);
}

const char *tag_pattern_name(unsigned number)
{
    return pattern_names[number - 1];
}

unsigned tag_pattern_for(struct text name, int is_number)
{
    for (unsigned i = 1; i <= TAG_PATTERN_COUNT; i++)
        if (fits(tag_pattern_name(i), name))
            return i;
    return is_number ? TAG_PATTERN_NUMBER : TAG_PATTERN_TEXT;
}

void tag_find_arguments(const struct text *names, unsigned name_count, struct tag_arguments *arguments)
{
    *arguments = (struct tag_arguments){{0}};
    for (unsigned i = 0; i < TAG_ARGUMENT_COUNT; i++)
        for (unsigned j = 0; j < name_count && arguments->of[i] == 0; j++)
            if (text_is(names[j], argument_names[i]))
                arguments->of[i] = (uint16_t)(j + 1);
}
