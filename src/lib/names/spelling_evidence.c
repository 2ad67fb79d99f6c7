#include <stdlib.h>

#include "lib/names/spelling.h"
#include "util/bisect.h"
#include "util/hash32.h"
#include "util/xxh64.h"

/*
 * One round notes of each rarer name some opponents, events and rounds that it has; the next one looks for them in the games
 * of the names that it is compared with. An opponent counts by surname and initial, whose spelling may differ, too.
 */
enum {
    FACTS_MAX = 6 << 20, /* of all pairs together: 96 MB */
    FACTS_OF_NAME_MIN = 3,
    FACTS_OF_NAME_MAX = 48, /* of a kind */
    FACTS_TRIED_MAX = 64,   /* for a game's name: those that a name has in common with thousands say little */
    EVENT_SLOT_BITS = 18,
    EVENT_GAMES_MAX = 2000, /* what has more is no event, but a site where everybody plays */
    DIRECTORY_BITS = 16
};

enum fact_kind { FACT_OPPONENT, FACT_EVENT, FACT_ROUND, FACT_KINDS };

struct fact {
    uint64_t key;
    uint32_t owner; /* name; then the pair */
    uint32_t sign;  /* of rounds: the game that was played; the lowest two bits are the kind */
};

struct evidence {
    struct spelling *spelling;
    uint32_t *groups; /* of each name: surname and initial, as a hash */
    uint8_t *roles;   /* of each name: bits of enum role */
    uint8_t (*counts)[FACT_KINDS];
    uint32_t facts_of_name;
    struct fact *facts;
    size_t fact_count, fact_capacity;
    uint16_t *events;    /* games of each, by the key's last bits */
    uint32_t *directory; /* facts by the first bits of their key */
};

enum role { ROLE_FROM = 1, ROLE_TO = 2 };

/* ---- Facts of a game ---- */

static uint64_t mix(uint64_t key, uint64_t other)
{
    key = (key ^ other) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 29;
}

static int is_known(const char *data, size_t size)
{
    return size != 0 && data[0] != '?' && data[0] != '-';
}

/* The event and its year; 0: unknown. */
static uint64_t event_key(const struct spelling_game *game)
{
    const struct pgnpack_text *event = game->tags[SPELLING_EVENT];
    return !is_known(event->data, event->size) ? 0 : mix(xxh64(event->data, event->size), game->year + 1);
}

/* "5.14" is board 14 of round 5. */
static size_t round_size(const struct pgnpack_text *round)
{
    const char *point = memchr(round->data, '.', round->size);
    return point == NULL ? round->size : (size_t)(point - round->data);
}

/* A round of an event, on its day if that is known. */
static uint64_t round_key(const struct spelling_game *game, uint64_t event)
{
    const struct pgnpack_text *round = game->tags[SPELLING_ROUND], *site = game->tags[SPELLING_SITE];
    if (event == 0 || !is_known(round->data, round->size))
        return 0;
    event = mix(event, game->date);
    if (is_known(site->data, site->size))
        event = mix(event, xxh64(site->data, site->size));
    return mix(event, xxh64(round->data, round_size(round)));
}

struct game_facts {
    uint64_t keys[FACT_KINDS]; /* 0: unknown */
    uint32_t sign;
};

static void take_facts(const struct evidence *evidence, const struct spelling_game *game, unsigned side,
                       struct game_facts *facts)
{
    uint32_t opponent = evidence->groups[game->names[!side]];
    uint64_t event = event_key(game);
    facts->keys[FACT_OPPONENT] = opponent;
    facts->keys[FACT_EVENT] = event;
    facts->keys[FACT_ROUND] = round_key(game, event);
    facts->sign = hash32(hash32(hash32(side, opponent), game->plies), game->result) << 2;
}

/* ---- The first round ---- */

static void note_fact(struct evidence *evidence, uint32_t name, unsigned kind, const struct game_facts *facts)
{
    if (facts->keys[kind] == 0 || evidence->counts[name][kind] >= evidence->facts_of_name ||
        !MEMORY_GROW(evidence->spelling->memory, evidence->facts, evidence->fact_capacity,
                     evidence->fact_count + 1))
        return;
    evidence->counts[name][kind]++;
    evidence->facts[evidence->fact_count++] =
        (struct fact){facts->keys[kind], name, (kind == FACT_ROUND ? facts->sign : 0) | kind};
}

static void note_game(void *opaque, const struct spelling_game *game)
{
    struct evidence *evidence = opaque;
    uint64_t event = event_key(game);
    uint16_t *games = &evidence->events[event & ((1u << EVENT_SLOT_BITS) - 1)];
    if (event != 0 && *games < UINT16_MAX)
        ++*games;
    for (unsigned side = 0; side < 2; side++) {
        struct game_facts facts;
        if ((evidence->roles[game->names[side]] & ROLE_FROM) == 0)
            continue;
        take_facts(evidence, game, side, &facts);
        for (unsigned kind = 0; kind < FACT_KINDS; kind++)
            note_fact(evidence, game->names[side], kind, &facts);
    }
}

/* ---- Between the rounds ---- */

static int compare_by_owner(const void *a, const void *b)
{
    const struct fact *first = a, *second = b;
    if (first->owner != second->owner)
        return first->owner < second->owner ? -1 : 1;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return (first->sign > second->sign) - (first->sign < second->sign);
}

static int compare_by_key(const void *a, const void *b)
{
    const struct fact *first = a, *second = b;
    if (first->key != second->key)
        return first->key < second->key ? -1 : 1;
    return compare_by_owner(a, b);
}

static int is_crowded(const struct evidence *evidence, const struct fact *fact)
{
    return (fact->sign & 3) == FACT_EVENT &&
           evidence->events[fact->key & ((1u << EVENT_SLOT_BITS) - 1)] > EVENT_GAMES_MAX;
}

static void sort_facts(struct evidence *evidence, int (*compare)(const void *, const void *))
{
    if (evidence->fact_count != 0)
        qsort(evidence->facts, evidence->fact_count, sizeof *evidence->facts, compare);
}

/* Each name's facts once, without crowds. */
static void sort_out_facts(struct evidence *evidence)
{
    size_t kept = 0;
    sort_facts(evidence, compare_by_owner);
    for (size_t i = 0; i < evidence->fact_count; i++)
        if ((kept == 0 || compare_by_owner(&evidence->facts[kept - 1], &evidence->facts[i]) != 0) &&
            !is_crowded(evidence, &evidence->facts[i]))
            evidence->facts[kept++] = evidence->facts[i];
    evidence->fact_count = kept;
}

static uint64_t wanted_key(const struct fact *fact, uint32_t name)
{
    return mix(mix(fact->key, fact->sign & 3), (uint64_t)name + 1);
}

/* What is looked for in the games of each pair's commoner name: the facts of the rarer one. */
static int ask_for_facts(struct evidence *evidence)
{
    struct spelling *spelling = evidence->spelling;
    struct fact *asked = NULL;
    size_t count = 0, capacity = 0, from = 0;
    for (size_t i = 0; i < spelling->pair_count; i++) { /* both are sorted by the rarer name */
        const struct spelling_pair *pair = &spelling->pairs[i];
        while (from < evidence->fact_count && evidence->facts[from].owner < pair->from)
            from++;
        for (size_t j = from; j < evidence->fact_count && evidence->facts[j].owner == pair->from; j++) {
            const struct fact *fact = &evidence->facts[j];
            if (!MEMORY_GROW(spelling->memory, asked, capacity, count + 1))
                break;
            asked[count++] = (struct fact){wanted_key(fact, pair->to), (uint32_t)i, fact->sign};
        }
    }
    memory_release(spelling->memory, evidence->facts, evidence->fact_capacity * sizeof *evidence->facts);
    evidence->facts = asked;
    evidence->fact_count = count;
    evidence->fact_capacity = capacity;
    sort_facts(evidence, compare_by_key);
    size_t next = 0;
    for (uint32_t i = 0; i <= 1u << DIRECTORY_BITS; i++) {
        while (next < count && asked[next].key >> (64 - DIRECTORY_BITS) < i)
            next++;
        evidence->directory[i] = (uint32_t)next;
    }
    return spelling->memory->refusal == MEMORY_NOT_REFUSED;
}

/* ---- The second round ---- */

enum { FACT_SEEN = 3 }; /* in place of the kind */

static void count_up(uint8_t *count)
{
    *count = (uint8_t)(*count + (*count != UINT8_MAX));
}

static void see_fact(struct evidence *evidence, struct fact *fact, unsigned kind, uint32_t sign)
{
    struct spelling_pair *pair = &evidence->spelling->pairs[fact->owner];
    if (kind == FACT_OPPONENT)
        count_up(&pair->opponents);
    else if (kind == FACT_EVENT)
        count_up(&pair->events);
    else if ((fact->sign ^ sign) >> 2 == 0)
        count_up(&pair->same_games);
    else
        count_up(&pair->same_rounds);
    fact->sign |= FACT_SEEN;
}

/* The first fact from `start` on, before `end`, whose key is not smaller. */
static size_t find_fact(const struct fact *facts, size_t start, size_t end, uint64_t key)
{
    size_t i;
    BISECT(i, start, end, facts[i].key >= key);
    return i;
}

static void look_for_facts(struct evidence *evidence, uint32_t name, const struct game_facts *facts)
{
    for (unsigned kind = 0; kind < FACT_KINDS; kind++) {
        const struct fact fact = {facts->keys[kind], name, kind};
        uint64_t key = wanted_key(&fact, name);
        const uint32_t *place = &evidence->directory[key >> (64 - DIRECTORY_BITS)];
        size_t i = find_fact(evidence->facts, place[0], place[1], key), end = i + FACTS_TRIED_MAX;
        for (; facts->keys[kind] != 0 && i < place[1] && i < end && evidence->facts[i].key == key; i++)
            if ((evidence->facts[i].sign & 3) == kind)
                see_fact(evidence, &evidence->facts[i], kind, facts->sign);
    }
}

/* The pair's place, or its count: there is none. */
static size_t find_pair(const struct spelling *spelling, uint32_t from, uint32_t to)
{
    size_t i;
    BISECT(i, 0, spelling->pair_count, spelling->pairs[i].from >= from);
    while (i < spelling->pair_count && spelling->pairs[i].from == from && spelling->pairs[i].to != to)
        i++;
    return i < spelling->pair_count && spelling->pairs[i].from == from ? i : spelling->pair_count;
}

static void see_game(void *opaque, const struct spelling_game *game)
{
    struct evidence *evidence = opaque;
    struct spelling *spelling = evidence->spelling;
    for (unsigned side = 0; side < 2; side++) {
        struct game_facts facts;
        uint32_t name = game->names[side], other = game->names[!side];
        if ((evidence->roles[name] & ROLE_TO) == 0)
            continue;
        take_facts(evidence, game, side, &facts);
        look_for_facts(evidence, name, &facts);
        size_t pair = (evidence->roles[other] & ROLE_FROM) != 0 ? find_pair(spelling, other, name) : SIZE_MAX;
        if (pair < spelling->pair_count)
            count_up(&spelling->pairs[pair].games_together);
    }
}

/* 0: nobody. */
static uint32_t group_of(struct text name)
{
    struct name_form form;
    if (!is_known(name.data, name.size))
        return 0;
    if (!name_form_make(&form, name))
        return (uint32_t)xxh64(name.data, name.size) | 1;
    unsigned surname = form.surname != 0 ? form.surname - 1 : form.count - 1;
    unsigned given = form.surname != 0 ? form.surname : 0;
    struct text key = name_form_key(&form, surname);
    uint32_t hash = (uint32_t)xxh64(key.data, key.size);
    if (given < form.count && given != surname && form.words[given].key_size != 0)
        hash = hash32(hash, (unsigned char)name_form_key(&form, given).data[0]);
    return hash | 1;
}

static void set_roles(struct evidence *evidence)
{
    const struct spelling *spelling = evidence->spelling;
    for (size_t i = 0; i < spelling->name_count; i++)
        evidence->groups[i] = group_of(spelling_text(spelling, i));
    for (size_t i = 0; i < spelling->pair_count; i++) {
        evidence->roles[spelling->pairs[i].from] |= ROLE_FROM;
        evidence->roles[spelling->pairs[i].to] |= ROLE_TO;
    }
    size_t facts = FACTS_MAX / FACT_KINDS / spelling->pair_count;
    evidence->facts_of_name = facts > FACTS_OF_NAME_MAX   ? FACTS_OF_NAME_MAX
                              : facts < FACTS_OF_NAME_MIN ? FACTS_OF_NAME_MIN
                                                          : (uint32_t)facts;
}

enum { EVENTS_SIZE = sizeof(uint16_t) << EVENT_SLOT_BITS };
enum { DIRECTORY_SIZE = sizeof(uint32_t) * ((1 << DIRECTORY_BITS) + 1) };

static int start(struct evidence *evidence)
{
    struct memory *memory = evidence->spelling->memory;
    size_t count = evidence->spelling->name_count;
    evidence->groups = memory_get(memory, count * sizeof *evidence->groups);
    evidence->roles = memory_get(memory, count);
    evidence->counts = memory_get(memory, count * sizeof *evidence->counts);
    evidence->events = memory_get(memory, EVENTS_SIZE);
    evidence->directory = memory_get(memory, DIRECTORY_SIZE);
    if (memory->refusal != MEMORY_NOT_REFUSED)
        return 0;
    memset(evidence->roles, 0, count);
    memset(evidence->counts, 0, count * sizeof *evidence->counts);
    memset(evidence->events, 0, EVENTS_SIZE);
    set_roles(evidence);
    return 1;
}

static void end(struct evidence *evidence)
{
    struct memory *memory = evidence->spelling->memory;
    size_t count = evidence->spelling->name_count;
    memory_release(memory, evidence->groups, count * sizeof *evidence->groups);
    memory_release(memory, evidence->roles, count);
    memory_release(memory, evidence->counts, count * sizeof *evidence->counts);
    memory_release(memory, evidence->events, EVENTS_SIZE);
    memory_release(memory, evidence->directory, DIRECTORY_SIZE);
    memory_release(memory, evidence->facts, evidence->fact_capacity * sizeof *evidence->facts);
}

enum pgnpack_status spelling_gather_evidence(struct spelling *spelling)
{
    struct evidence evidence = {.spelling = spelling};
    if (spelling->pair_count == 0)
        return PGNPACK_OK;
    if (start(&evidence) && spelling_scan(spelling, note_game, &evidence) == PGNPACK_OK) {
        sort_out_facts(&evidence);
        if (ask_for_facts(&evidence))
            spelling_scan(spelling, see_game, &evidence);
    }
    end(&evidence);
    return memory_check(spelling->memory, &spelling->error);
}
