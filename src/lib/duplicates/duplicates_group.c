#include "lib/duplicates/duplicates_group.h"

#include <stdlib.h>

#include "pgnpack_extra.h"

void duplicates_grouping_init(struct duplicates_grouping *grouping, struct memory *memory)
{
    *grouping = (struct duplicates_grouping){.memory = memory};
}

void duplicates_grouping_free(struct duplicates_grouping *grouping)
{
    memory_release(grouping->memory, grouping->items, grouping->item_capacity * sizeof *grouping->items);
    memory_release(grouping->memory, grouping->groups, grouping->group_capacity * sizeof *grouping->groups);
    duplicates_grouping_init(grouping, grouping->memory);
}

int duplicates_grouping_add(struct duplicates_grouping *grouping, uint32_t game, uint32_t line)
{
    const struct duplicates_game *known = &grouping->rule.games[game];
    if (!MEMORY_GROW(grouping->memory, grouping->items, grouping->item_capacity, grouping->count + 1))
        return 0;
    grouping->items[grouping->count++] =
        (struct duplicates_item){.game = game,
                                 .white = known->white,
                                 .black = known->black,
                                 .known = duplicates_known(&grouping->rule, game),
                                 .line = line};
    return 1;
}

/* ---- Order ---- */

static int same_names(const struct duplicates_grouping *grouping, const struct duplicates_item *a,
                      const struct duplicates_item *b)
{
    const struct duplicates_game *games = grouping->rule.games;
    return duplicates_same_names(&games[a->game], &games[b->game]);
}

/* By line and names, then by how much is known. No two are equal. */
static int compare_items(const void *first, const void *second)
{
    const struct duplicates_item *a = first, *b = second;
    if (a->line != b->line)
        return duplicates_compare(a->line, b->line);
    if (a->white != b->white)
        return duplicates_compare(a->white, b->white);
    if (a->black != b->black)
        return duplicates_compare(a->black, b->black);
    if (a->known == b->known)
        return duplicates_compare(a->game, b->game);
    unsigned a_count = known_count(a->known), b_count = known_count(b->known);
    if (a_count != b_count)
        return duplicates_compare(b_count, a_count);
    uint64_t a_date = a->known & KNOWN_DATE, b_date = b->known & KNOWN_DATE;
    return a_date != b_date ? duplicates_compare(a_date, b_date) : duplicates_compare(a->known, b->known);
}

/* ---- Who is kept ---- */

static int rank_of(const struct duplicates_rule *rule, uint32_t game)
{
    return rule->ranks[duplicates_block_of(rule->blocks, rule->block_count, game)->reader];
}

static int is_better(const struct duplicates_rule *rule, uint32_t game, uint32_t than)
{
    if (rule->keep == PGNPACK_KEEP_RANK && rule->ranks != NULL) {
        int rank = rank_of(rule, game), other = rank_of(rule, than);
        if (rank != other)
            return rank > other;
    }
    if (rule->keep == PGNPACK_KEEP_LAST)
        return game > than;
    uint32_t weight = rule->games[game].weight, other = rule->games[than].weight;
    return weight != other ? weight > other : game < than;
}

/* ---- Groups ---- */

/* The group for games of which that is known. SIZE_MAX: there is none yet. */
static size_t find_group(const struct duplicates_grouping *grouping, uint64_t known)
{
    size_t count =
        grouping->group_count < DUPLICATES_GROUPS_MAX ? grouping->group_count : (size_t)DUPLICATES_GROUPS_MAX;
    if (known_mask(known) ==
        grouping->known_parts) /* as much is known of the groups so far, and it is another game's */
        return SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        if (known_agree(grouping->groups[i].known, known))
            return i;
    return SIZE_MAX;
}

static int enter(struct duplicates_grouping *grouping, struct duplicates_item *item, size_t group)
{
    if (group == SIZE_MAX) {
        group = grouping->group_count;
        if (!MEMORY_GROW(grouping->memory, grouping->groups, grouping->group_capacity, group + 1))
            return 0;
        grouping->groups[grouping->group_count++] = (struct duplicates_group){item->known, item->game};
    }
    grouping->known_parts |= known_mask(item->known);
    struct duplicates_group *found = &grouping->groups[group];
    found->known |= item->known; /* parts that both know are the same */
    if (is_better(&grouping->rule, item->game, found->kept))
        found->kept = item->game;
    item->group = (uint32_t)group;
    return 1;
}

/* The items of one line and of the same names; or in the loose sense of one line. */
static int part_range(struct duplicates_grouping *grouping, struct duplicates_item *items, size_t count,
                      int is_one)
{
    size_t group = SIZE_MAX;
    grouping->group_count = 0;
    grouping->known_parts = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || (!is_one && items[i].known != items[i - 1].known))
            group = find_group(grouping, items[i].known);
        if (!enter(grouping, &items[i], group))
            return 0;
        group = items[i].group;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t kept = grouping->groups[items[i].group].kept;
        grouping->kept_of[items[i].game] = kept == items[i].game ? DUPLICATES_NONE : kept;
    }
    grouping->groups_found += count > grouping->group_count ? grouping->group_count : 0;
    return 1;
}

int duplicates_grouping_part(struct duplicates_grouping *grouping)
{
    struct duplicates_item *items = grouping->items;
    size_t count = grouping->count, end;
    grouping->count = 0;
    if (count != 0)
        qsort(items, count, sizeof *items, compare_items);
    for (size_t i = 0; i < count; i = end) {
        const struct duplicates_game *game = &grouping->rule.games[items[i].game];
        int is_one = game->is_text || grouping->kind == PGNPACK_DUPLICATE_VERSION ||
                     (grouping->kind == PGNPACK_DUPLICATE_LOOSE && game->plies >= DUPLICATES_LOOSE_PLIES);
        for (end = i + 1; end < count && items[end].line == items[i].line; end++)
            if (!is_one && !same_names(grouping, &items[end], &items[i]))
                break;
        if (items[i].line != 0 && !part_range(grouping, items + i, end - i, is_one))
            return 0;
    }
    return 1;
}
