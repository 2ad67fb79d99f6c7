#include <stdlib.h>

#include "lib/names/spelling.h"
#include "util/hash32.h"

/*
 * Names that may be alike have a hash in common: that of all keys of the name, or of these without one letter (which finds
 * one letter more, less, other or exchanged in either), or the same of the surname with an initial. Of those that have one, each is
 * compared with the commonest ones only: so all takes time in proportion to the names, whatever they are.
 */
enum {
    KEY_SIZE_MAX = 40,       /* of names from which letters are left out */
    COMPARED_MAX = 24,       /* names of one hash that each is compared with */
    ENTRIES_MAX = 4 << 20,   /* at once: names go in as many rounds as it takes */
    PAIRS_AT_ONCE = 1 << 20, /* that may be double, besides twice those that are not */
    LIKENESS_MIN = 40,
    PAIRS_OF_NAME_MAX = 12
};

struct entry {
    uint32_t hash;
    uint32_t rank;
};

struct finder {
    struct spelling *spelling;
    uint32_t *names; /* by rank: the commonest first */
    struct entry *entries;
    size_t entry_count, entry_capacity;
    uint32_t round, round_count;
};

/* ---- Ranks ---- */

struct ranked {
    uint32_t games, name;
};

static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *first = a, *second = b;
    if (first->games != second->games)
        return first->games < second->games ? 1 : -1;
    return (first->name > second->name) - (first->name < second->name);
}

/* Sets finder->names. Returns 0 when there is no memory. */
static int rank_names(struct finder *finder)
{
    struct spelling *spelling = finder->spelling;
    size_t count = spelling->name_count;
    struct ranked *ranked = memory_get(spelling->memory, count * sizeof *ranked);
    finder->names = memory_get(spelling->memory, count * sizeof *finder->names);
    if (ranked != NULL && finder->names != NULL) {
        for (size_t i = 0; i < count; i++)
            ranked[i] = (struct ranked){spelling->names[i].games, (uint32_t)i};
        qsort(ranked, count, sizeof *ranked, compare_ranked);
        for (size_t i = 0; i < count; i++)
            finder->names[i] = ranked[i].name;
    }
    memory_release(spelling->memory, ranked, count * sizeof *ranked);
    return finder->names != NULL && spelling->memory->refusal == MEMORY_NOT_REFUSED;
}

/* ---- Hashes ---- */

enum { BY_KEYS = 1, BY_INITIAL = 2, BY_SURNAME = 3 };

static uint32_t hash_text(uint32_t hash, struct text text)
{
    for (size_t i = 0; i < text.size; i++)
        hash = hash32(hash, (unsigned char)text.data[i]);
    return hash;
}

static int add_entry(struct finder *finder, uint32_t hash, uint32_t rank)
{
    if ((hash >> 8) % finder->round_count != finder->round)
        return 1;
    if (!MEMORY_GROW(finder->spelling->memory, finder->entries, finder->entry_capacity,
                     finder->entry_count + 1))
        return 0;
    finder->entries[finder->entry_count++] = (struct entry){hash, rank};
    return 1;
}

/* The keys of the words from `first` on, one after the other and then from the beginning on. */
static struct text join_keys(const struct name_form *form, unsigned first, char *room)
{
    size_t size = 0;
    for (unsigned i = 0; i < form->count; i++) {
        struct text key = name_form_key(form, (first + i) % form->count);
        memcpy(room + size, key.data, key.size);
        size += key.size;
    }
    return (struct text){room, size};
}

/* The keys, and these without each of their letters in turn; after `seed`, which says what they are keys of. */
static int add_neighbours(struct finder *finder, uint32_t seed, struct text keys, uint32_t rank)
{
    if (!add_entry(finder, hash_text(seed, keys), rank))
        return 0;
    for (size_t i = 0; i < keys.size && keys.size <= KEY_SIZE_MAX; i++) {
        if (i > 0 && keys.data[i] == keys.data[i - 1])
            continue;
        uint32_t hash = hash_text(seed, (struct text){keys.data, i});
        if (!add_entry(finder, hash_text(hash, (struct text){keys.data + i + 1, keys.size - i - 1}), rank))
            return 0;
    }
    return 1;
}

/* A surname's word that tells most: the first one of four letters, or the last one. */
static unsigned surname_word(const struct name_form *form, unsigned first, unsigned count)
{
    for (unsigned i = first; i < first + count; i++)
        if (form->words[i].size >= 4)
            return i;
    return first + count - 1;
}

/* By surname and initial; the surname alone brings those together that lack a given name. */
static int add_by_surname(struct finder *finder, const struct name_form *form, unsigned first, unsigned count,
                          uint32_t rank)
{
    struct text surname = name_form_key(form, surname_word(form, first, count));
    unsigned given = first == 0 ? count : 0;
    if (!add_entry(finder, hash_text(BY_SURNAME, surname), rank))
        return 0;
    if (count == form->count || form->words[given].key_size == 0)
        return 1;
    struct text initial = {name_form_key(form, given).data, 1};
    return add_neighbours(finder, hash_text(BY_INITIAL, initial), surname, rank);
}

static int add_name(struct finder *finder, uint32_t rank)
{
    struct name_form form;
    char room[2 * NAME_FORM_SIZE];
    if (!spelling_form(finder->spelling, &form, spelling_text(finder->spelling, finder->names[rank])))
        return 1;
    unsigned last = form.count - 1;
    if (form.surname != 0)
        return add_neighbours(finder, BY_KEYS, join_keys(&form, 0, room), rank) &&
               add_by_surname(finder, &form, 0, form.surname, rank);
    return add_neighbours(finder, BY_KEYS, join_keys(&form, last, room), rank) &&
           (last == 0 || add_entry(finder, hash_text(BY_KEYS, join_keys(&form, 0, room)), rank)) &&
           add_by_surname(finder, &form, last, 1, rank) &&
           (last == 0 || add_by_surname(finder, &form, 0, 1, rank));
}

/* ---- Pairs ---- */

static int compare_entries(const void *a, const void *b)
{
    const struct entry *first = a, *second = b;
    if (first->hash != second->hash)
        return first->hash < second->hash ? -1 : 1;
    return (first->rank > second->rank) - (first->rank < second->rank);
}

static int add_pair(struct finder *finder, uint32_t rarer, uint32_t commoner, const struct name_form *a,
                    const struct name_form *b)
{
    struct spelling *spelling = finder->spelling;
    enum name_difference difference;
    unsigned likeness = spelling_likeness(spelling, a, b, &difference);
    if (likeness < LIKENESS_MIN)
        return 1;
    if (!MEMORY_GROW(spelling->memory, spelling->pairs, spelling->pair_capacity, spelling->pair_count + 1))
        return 0;
    spelling->pairs[spelling->pair_count++] = (struct spelling_pair){.from = finder->names[rarer],
                                                                     .to = finder->names[commoner],
                                                                     .likeness = (uint8_t)likeness,
                                                                     .difference = (uint8_t)difference};
    return 1;
}

/* Entries of one hash, the commonest name first. */
static int compare_group(struct finder *finder, const struct entry *group, size_t count)
{
    struct name_form forms[COMPARED_MAX], form;
    uint32_t ranks[COMPARED_MAX];
    size_t kept = 0;
    for (size_t i = 0; i < count && count > 1; i++) {
        uint32_t rank = group[i].rank;
        if (i > 0 && rank == group[i - 1].rank)
            continue;
        spelling_form(finder->spelling, &form, spelling_text(finder->spelling, finder->names[rank]));
        for (size_t j = 0; j < kept; j++)
            if (!add_pair(finder, rank, ranks[j], &form, &forms[j]))
                return 0;
        if (kept == COMPARED_MAX)
            continue;
        ranks[kept] = rank;
        forms[kept++] = form;
    }
    return 1;
}

static int compare_pairs(const void *a, const void *b)
{
    const struct spelling_pair *first = a, *second = b;
    if (first->from != second->from)
        return first->from < second->from ? -1 : 1;
    if (first->likeness != second->likeness)
        return first->likeness > second->likeness ? -1 : 1;
    return (first->to > second->to) - (first->to < second->to);
}

/* Each once, and of each rarer name those most alike. */
static void sort_out(struct spelling *spelling)
{
    size_t kept = 0, of_name = 0;
    if (spelling->pair_count != 0)
        qsort(spelling->pairs, spelling->pair_count, sizeof *spelling->pairs, compare_pairs);
    for (size_t i = 0; i < spelling->pair_count; i++) {
        const struct spelling_pair *pair = &spelling->pairs[i];
        const struct spelling_pair *before = kept == 0 ? NULL : &spelling->pairs[kept - 1];
        if (before != NULL && before->from == pair->from && before->to == pair->to)
            continue;
        of_name = before != NULL && before->from == pair->from ? of_name + 1 : 0;
        if (of_name < PAIRS_OF_NAME_MAX)
            spelling->pairs[kept++] = *pair;
    }
    spelling->pair_count = kept;
}

static int go_round(struct finder *finder)
{
    struct spelling *spelling = finder->spelling;
    finder->entry_count = 0;
    for (size_t rank = 0; rank < spelling->name_count; rank++)
        if (!add_name(finder, (uint32_t)rank))
            return 0;
    if (finder->entry_count != 0)
        qsort(finder->entries, finder->entry_count, sizeof *finder->entries, compare_entries);
    for (size_t i = 0, end; i < finder->entry_count; i = end) {
        for (end = i + 1; end < finder->entry_count && finder->entries[end].hash == finder->entries[i].hash;
             end++)
            ;
        if (!compare_group(finder, finder->entries + i, end - i))
            return 0;
        if (spelling->pair_count > spelling->pair_room) {
            sort_out(spelling);
            spelling->pair_room = 2 * spelling->pair_count + PAIRS_AT_ONCE;
        }
    }
    sort_out(spelling);
    return 1;
}

enum pgnpack_status spelling_find_pairs(struct spelling *spelling)
{
    struct finder finder = {.spelling = spelling};
    spelling->pair_room = PAIRS_AT_ONCE;
    size_t count = spelling->name_count, entries_of_name = 30;
    if (count == 0)
        return PGNPACK_OK;
    finder.round_count = (uint32_t)(count * entries_of_name / ENTRIES_MAX + 1);
    if (rank_names(&finder))
        while (finder.round < finder.round_count && go_round(&finder))
            finder.round++;
    memory_release(spelling->memory, finder.names, count * sizeof *finder.names);
    memory_release(spelling->memory, finder.entries, finder.entry_capacity * sizeof *finder.entries);
    return memory_check(spelling->memory, &spelling->error);
}
