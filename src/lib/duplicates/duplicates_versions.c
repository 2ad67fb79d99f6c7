#include "lib/duplicates/duplicates_versions.h"

#include <stdlib.h>
#include <string.h>

#include "search/columns/line_bytes.h"

enum { STEPS_MAX = 100, TRUNKS_MAX = 16, COMMON_PLIES_MIN = 10 };

#define NO_GROUP UINT32_MAX

struct duplicates_version {
    uint32_t hash, game;
    uint64_t known;                      /* where this is its group's first: of all games of the group ... */
    struct duplicates_occasion occasion; /* ... the same */
    uint32_t plies;
    uint32_t group;               /* the place of its first game */
    uint32_t family;              /* of the first game: of another group that it is a branch of, or itself */
    uint32_t game_count, number;  /* of the family, and what its games get; 0: none yet */
    uint8_t branch, branch_count; /* of the group; those of the family */
    const uint8_t *line;
    size_t start, size; /* of the line, in the bytes of all */
};

struct duplicates_day {
    uint32_t date, round;
    uint32_t plies, first; /* game of the group */
};

void duplicates_versions_init(struct duplicates_versions *versions, struct memory *memory)
{
    *versions = (struct duplicates_versions){.memory = memory};
    buffer_init(&versions->lines, memory);
}

void duplicates_versions_free(struct duplicates_versions *versions)
{
    memory_release(versions->memory, versions->versions, versions->capacity * sizeof *versions->versions);
    memory_release(versions->memory, versions->days, versions->day_capacity * sizeof *versions->days);
    buffer_free(&versions->lines);
    duplicates_versions_init(versions, versions->memory);
}

size_t duplicates_versions_size(uint32_t plies)
{
    return sizeof(struct duplicates_version) + sizeof(struct duplicates_day) + (size_t)plies;
}

int duplicates_versions_add(struct duplicates_versions *versions, size_t hash, uint32_t game,
                            struct duplicates_occasion occasion, const uint8_t *bytes, size_t size)
{
    if (!MEMORY_GROW(versions->memory, versions->versions, versions->capacity, versions->count + 1))
        return 0;
    versions->versions[versions->count++] = (struct duplicates_version){.hash = (uint32_t)hash,
                                                                        .game = game,
                                                                        .occasion = occasion,
                                                                        .start = versions->lines.size,
                                                                        .size = size};
    buffer_append(&versions->lines, bytes, size);
    return !buffer_failed(&versions->lines);
}

/* Initials, rounds and times are asked of short games only. */
static uint64_t asked(const struct duplicates_version *version)
{
    return version->plies < DUPLICATES_LOOSE_PLIES ? version->known
                                                   : version->known & (KNOWN_DATE | KNOWN_RESULT);
}

/* ---- Order ---- */

/*
 * By hash; then lines from the last to the first, so that each stands behind those that go on with it; equal ones from that of
 * which most is known. No two are equal.
 */
static int compare_versions(const void *first, const void *second)
{
    const struct duplicates_version *a = first, *b = second;
    if (a->hash != b->hash)
        return duplicates_compare(a->hash, b->hash);
    int order = memcmp(b->line, a->line, a->size < b->size ? a->size : b->size);
    if (order != 0)
        return order;
    if (a->size != b->size)
        return duplicates_compare(b->size, a->size);
    unsigned a_count = known_count(asked(a)), b_count = known_count(asked(b));
    return a_count != b_count ? duplicates_compare(b_count, a_count) : duplicates_compare(a->game, b->game);
}

static int goes_on_with(const struct duplicates_version *longer, const struct duplicates_version *line)
{
    return longer->size >= line->size && memcmp(longer->line, line->line, line->size) == 0;
}

/* ---- What may be one game ---- */

static int has_day(uint64_t known)
{
    return (known & KNOWN_DAY) != 0 && (known & KNOWN_MONTH) != 0 && (known & KNOWN_YEAR) != 0;
}

static int is_same_day(uint64_t a, uint64_t b)
{
    return has_day(a) && has_day(b) && (a & KNOWN_DATE) == (b & KNOWN_DATE);
}

static int agree(uint32_t a, uint32_t b)
{
    return a == 0 || b == 0 || a == b;
}

/* The group of `first`, and a game whose line its games go on with. */
static int may_be_shorter(const struct duplicates_version *first, const struct duplicates_version *version)
{
    return agree(first->occasion.round, version->occasion.round) &&
           agree(first->occasion.time, version->occasion.time) &&
           (version->plies >= DUPLICATES_LOOSE_PLIES || is_same_day(first->known, version->known));
}

/* Moves from the start position in front of the first that differs. */
static size_t common_plies(const struct duplicates_version *a, const struct duplicates_version *b)
{
    size_t least = a->size < b->size ? a->size : b->size, common = 0;
    size_t width = a->line[0] & LINE_WIDE ? 2 : 1, moves_size = a->plies * width;
    while (common < least && a->line[common] == b->line[common])
        common++;
    return common + moves_size > a->size ? (common + moves_size - a->size) / width : 0;
}

/* First games of groups of the same day and round, of which `b` has the shorter line. */
static int are_branches(const struct duplicates_version *a, const struct duplicates_version *b)
{
    size_t shorter = a->plies < b->plies ? a->plies : b->plies;
    if (!known_agree(a->known, asked(b)) || !agree(a->occasion.time, b->occasion.time))
        return 0;
    size_t common = common_plies(a, b);
    return common >= COMMON_PLIES_MIN && 2 * common >= shorter;
}

/* ---- Groups: lines that go on with one another ---- */

/*
 * The group of game `i` of those from `from` on: one that has its line; else the only one whose games go on with it.
 * NO_GROUP: there is none, or it may be of several.
 */
static uint32_t find_group(const struct duplicates_version *all, size_t from, size_t i)
{
    const struct duplicates_version *version = &all[i];
    size_t at = i, end = i - from > STEPS_MAX ? i - STEPS_MAX : from;
    uint32_t group = NO_GROUP;
    for (; at > end && goes_on_with(&all[at - 1], version); at--) {
        const struct duplicates_version *longer = &all[at - 1], *first = &all[longer->group];
        int is_equal = longer->size == version->size;
        if (longer->group == group || !known_agree(first->known, asked(version)) ||
            (!is_equal && !may_be_shorter(first, version)))
            continue;
        if (is_equal)
            return longer->group;
        if (group != NO_GROUP)
            return NO_GROUP;
        group = longer->group;
    }
    int has_more = at > from && at == end && goes_on_with(&all[at - 1], version);
    return has_more ? NO_GROUP : group;
}

static void join(struct duplicates_version *all, size_t i, uint32_t group)
{
    struct duplicates_version *version = &all[i], *first = &all[group == NO_GROUP ? i : group];
    version->group = version->family = group == NO_GROUP ? (uint32_t)i : group;
    first->known |= asked(version); /* parts that both know are the same */
    if (first->occasion.round == 0)
        first->occasion.round = version->occasion.round;
    if (first->occasion.time == 0)
        first->occasion.time = version->occasion.time;
}

/* ---- Branches: groups of one day and round ---- */

static int compare_days(const void *first, const void *second)
{
    const struct duplicates_day *a = first, *b = second;
    if (a->date != b->date)
        return duplicates_compare(a->date, b->date);
    if (a->round != b->round)
        return duplicates_compare(a->round, b->round);
    return a->plies != b->plies ? duplicates_compare(b->plies, a->plies)
                                : duplicates_compare(a->first, b->first);
}

static int note_days(struct duplicates_versions *versions, size_t from, size_t end)
{
    versions->day_count = 0;
    for (size_t i = from; i < end; i++) {
        const struct duplicates_version *version = &versions->versions[i];
        if (version->group != i || !has_day(version->known) || version->occasion.round == 0)
            continue;
        if (!MEMORY_GROW(versions->memory, versions->days, versions->day_capacity, versions->day_count + 1))
            return 0;
        versions->days[versions->day_count++] = (struct duplicates_day){
            (uint32_t)(version->known & KNOWN_DATE), version->occasion.round, version->plies, (uint32_t)i};
    }
    if (versions->day_count != 0)
        qsort(versions->days, versions->day_count, sizeof *versions->days, compare_days);
    return 1;
}

/* The first of the families from `from` on that the group is a branch of. NULL: there is none. */
static struct duplicates_version *find_trunk(const struct duplicates_versions *versions, size_t from,
                                             size_t i)
{
    const struct duplicates_day *days = versions->days;
    size_t end = i - from > TRUNKS_MAX ? from + TRUNKS_MAX : i;
    for (size_t at = from; at < end; at++) {
        struct duplicates_version *trunk = &versions->versions[days[at].first];
        if (trunk->family == days[at].first && trunk->branch_count < DUPLICATES_BRANCH_MAX &&
            are_branches(trunk, &versions->versions[days[i].first]))
            return trunk;
    }
    return NULL;
}

/* Each group is held against those of its day and round whose lines are longer. */
static void find_branches(struct duplicates_versions *versions)
{
    const struct duplicates_day *days = versions->days;
    for (size_t i = 0, from = 0; i < versions->day_count; i++) {
        struct duplicates_version *group = &versions->versions[days[i].first];
        if (days[i].date != days[from].date || days[i].round != days[from].round)
            from = i;
        struct duplicates_version *trunk = find_trunk(versions, from, i);
        if (trunk == NULL)
            continue;
        group->family = trunk->family;
        group->branch = ++trunk->branch_count;
        trunk->known |= asked(group);
    }
}

/* ---- Games of one hash ---- */

static struct duplicates_version *family_of(struct duplicates_version *all, size_t i)
{
    return &all[all[all[i].group].family];
}

static void number_families(struct duplicates_version *all, size_t from, size_t end,
                            struct duplicates_game *games, uint16_t *line_of)
{
    uint32_t count = 0;
    for (size_t i = from; i < end; i++)
        family_of(all, i)->game_count++;
    for (size_t i = from; i < end; i++) {
        struct duplicates_version *family = family_of(all, i);
        if (family->game_count > 1 && family->number == 0 && count < UINT16_MAX)
            family->number = ++count;
        line_of[all[i].game] = (uint16_t)family->number;
        games[all[i].game].branch = all[all[i].group].branch;
    }
}

static void look_up(struct duplicates_versions *versions, const struct duplicates_game *games)
{
    for (size_t i = 0; i < versions->count; i++) {
        struct duplicates_version *version = &versions->versions[i];
        version->known = games[version->game].known | version->occasion.details;
        version->plies = games[version->game].plies;
        version->line = versions->lines.data + version->start;
    }
}

int duplicates_versions_part(struct duplicates_versions *versions, struct duplicates_game *games,
                             uint16_t *line_of)
{
    struct duplicates_version *all = versions->versions;
    if (versions->count == 0)
        return 1;
    look_up(versions, games);
    qsort(all, versions->count, sizeof *all, compare_versions);
    for (size_t from = 0, end; from < versions->count; from = end) {
        for (end = from; end < versions->count && all[end].hash == all[from].hash; end++)
            join(all, end, find_group(all, from, end));
        if (!note_days(versions, from, end))
            return 0;
        find_branches(versions);
        number_families(all, from, end, games, line_of);
    }
    return 1;
}
