#include "cli/names/list_names.h"

#include <stdlib.h>
#include <string.h>

#include "cli/base/tag_text.h"

/*
 * Players by the hash of their surname: folded, and nothing but letters. Of a name without a comma that is its first word, and its last
 * one. A letter too many, too few, another one or two exchanged are looked for by trying all of them. Names are only compared where the
 * rest begins alike, or, with a slip in the surname, is the same: for the points that are asked for it has to be.
 */
enum {
    SURNAME_MAX = 40, /* of more bytes nothing is tried */
    SURNAME_SIZE_MAX = 200,
    KEY_SIZE = 3 * SURNAME_SIZE_MAX + 16,
    SLIP_SIZE_MIN = 6, /* of shorter ones another letter makes another name */
    POINTS_MIN = 75,
    LOOKED_MAX = 20000 /* entries that are looked at for a name: of more it cannot be said whose it is */
};

struct entry {
    uint32_t hash, next; /* 1 + the next entry of the slot; 0: none */
    uint32_t player;
    uint16_t given; /* a hash of the rest */
    char initial;   /* of the rest */
};

struct list_names {
    const struct rating_list *list;
    uint32_t *slots; /* 1 + the first entry */
    size_t slot_count;
    struct entry *entries;
    size_t count;
    uint64_t crowded; /* names that were given up */
};

struct surname {
    char bytes[KEY_SIZE];
    size_t size;
    uint16_t given; /* a hash of the rest */
    char initial;   /* of the rest; '\0': there is none */
};

/* ---- Surnames ---- */

static int is_kept(char c)
{
    return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

enum { HASH_START = 0x01c9dc5 };

static uint32_t add_to_hash(uint32_t hash, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * UINT32_C(0x01000193); /* FNV-1a */
    return hash;
}

/* Returns the size. `out`: of KEY_SIZE. */
static size_t fold(const char *from, const char *end, char *out)
{
    const struct pgnpack_text text = {from, (size_t)(end - from)};
    if (text.size > SURNAME_SIZE_MAX)
        return 0;
    size_t size = pgnpack_sort_key(NULL, text, out), kept = 0;
    for (size_t i = 0; i < size; i++)
        if (is_kept(out[i]))
            out[kept++] = out[i];
    return kept;
}

/* Letters for one sound, as far as names have either, are one. */
static char initial_of(char c)
{
    static const char alike[][2] = {{'y', 'i'}, {'j', 'i'}, {'w', 'v'}, {'c', 'k'}, {'q', 'k'}};
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        if (c == alike[i][0])
            return alike[i][1];
    return c;
}

/* From `from` to `end`, the rest being from `given` to `given_end`. */
static void take_surname(struct surname *surname, const char *from, const char *end, const char *given,
                         const char *given_end)
{
    size_t size = fold(given, given_end, surname->bytes);
    surname->initial = size == 0 ? '\0' : initial_of(surname->bytes[0]);
    surname->given = (uint16_t)add_to_hash(HASH_START, surname->bytes, size);
    surname->size = size == 0 ? 0 : fold(from, end, surname->bytes);
}

/* Returns how many there are: up to two. Without anything else there is no surname. */
static unsigned take_surnames(struct pgnpack_text name, struct surname surnames[2])
{
    if (name.size == 0)
        return 0;
    const char *end = name.data + name.size, *last = end;
    const char *comma = memchr(name.data, ',', name.size), *blank = memchr(name.data, ' ', name.size);
    if (comma != NULL) {
        take_surname(&surnames[0], name.data, comma, comma + 1, end);
        return 1;
    }
    if (blank == NULL)
        return 0;
    while (last[-1] != ' ')
        last--;
    take_surname(&surnames[0], name.data, blank, blank, end);
    take_surname(&surnames[1], last, end, name.data, last);
    return 2;
}

/* ---- The list ---- */

static void enter(struct list_names *names, const struct surname *surname, size_t player)
{
    uint32_t hash = add_to_hash(HASH_START, surname->bytes, surname->size);
    uint32_t *slot = &names->slots[(hash ^ hash >> 15) & (names->slot_count - 1)];
    names->entries[names->count] =
        (struct entry){hash, *slot, (uint32_t)player, surname->given, surname->initial};
    *slot = (uint32_t)++names->count;
}

struct list_names *list_names_new(const struct rating_list *list)
{
    const size_t players = rating_list_count(list);
    struct list_names *names = calloc(1, sizeof *names);
    if (names == NULL)
        return NULL;
    names->list = list;
    for (names->slot_count = 64; names->slot_count < players;)
        names->slot_count *= 2;
    names->slots = calloc(names->slot_count, sizeof *names->slots);
    names->entries = malloc(2 * players * sizeof *names->entries);
    if (names->slots == NULL || names->entries == NULL) {
        list_names_free(names);
        return NULL;
    }
    for (size_t i = 0; i < players; i++) {
        struct surname surnames[2];
        unsigned count = take_surnames(rating_list_player(list, i).name, surnames);
        for (unsigned j = 0; j < count; j++)
            if (surnames[j].size != 0)
                enter(names, &surnames[j], i);
    }
    return names;
}

void list_names_free(struct list_names *names)
{
    free(names->slots);
    free(names->entries);
    free(names);
}

/* ---- A name ---- */

struct matching {
    struct list_names *names;
    struct pgnpack_text name;
    unsigned first_year;
    const struct surname *surname; /* that is tried */
    unsigned count;                /* of players that are like it: 2 are several, or too many to look at */
    unsigned looked;
    struct list_match *match;
};

static void compare(struct matching *matching, const struct rated_player *player)
{
    enum { AGE_MIN = 4 };
    enum pgnpack_name_difference difference = PGNPACK_NAMES_MISSPELT;
    unsigned points = pgnpack_name_likeness(matching->name, player->name, &difference);
    int is_too_young =
        matching->first_year != 0 && player->born != 0 && matching->first_year < player->born + AGE_MIN;
    if (points < POINTS_MIN || is_too_young ||
        (matching->count != 0 && texts_are_equal(matching->match->player.id, player->id)))
        return;
    matching->count++;
    *matching->match = (struct list_match){*player, points, difference};
}

static int may_be(const struct surname *surname, const struct entry *entry, uint32_t hash, int has_slip)
{
    return entry->hash == hash && entry->initial == surname->initial &&
           (!has_slip || entry->given == surname->given);
}

static void try_hash(struct matching *matching, uint32_t hash, int has_slip)
{
    const struct list_names *names = matching->names;
    uint32_t at = names->slots[(hash ^ hash >> 15) & (names->slot_count - 1)];
    for (; at != 0 && matching->count < 2; at = names->entries[at - 1].next) {
        if (++matching->looked > LOOKED_MAX)
            matching->count = 2;
        else if (may_be(matching->surname, &names->entries[at - 1], hash, has_slip)) {
            const struct rated_player player = rating_list_player(names->list, names->entries[at - 1].player);
            compare(matching, &player);
        }
    }
}

/* With another letter at this place, one more before it, one less, or exchanged with the next one. */
static void try_slips_at(struct matching *matching, size_t at)
{
    const char *bytes = matching->surname->bytes;
    const size_t size = matching->surname->size;
    uint32_t before = add_to_hash(HASH_START, bytes, at);
    for (char c = 'a'; c <= 'z' && matching->count < 2; c++) {
        uint32_t hash = add_to_hash(before, &c, 1);
        try_hash(matching, add_to_hash(hash, bytes + at, size - at), 1);
        if (at < size && c != bytes[at])
            try_hash(matching, add_to_hash(hash, bytes + at + 1, size - at - 1), 1);
    }
    if (at < size)
        try_hash(matching, add_to_hash(before, bytes + at + 1, size - at - 1), 1);
    if (at + 1 < size) {
        const char exchanged[2] = {bytes[at + 1], bytes[at]};
        try_hash(matching, add_to_hash(add_to_hash(before, exchanged, 2), bytes + at + 2, size - at - 2), 1);
    }
}

static void try_surname(struct matching *matching, const struct surname *surname)
{
    if (surname->size == 0)
        return;
    matching->surname = surname;
    try_hash(matching, add_to_hash(HASH_START, surname->bytes, surname->size), 0);
    if (surname->size >= SLIP_SIZE_MIN && surname->size <= SURNAME_MAX)
        for (size_t at = 0; at <= surname->size && matching->count < 2; at++)
            try_slips_at(matching, at);
}

int list_names_match(struct list_names *names, struct pgnpack_text name, unsigned first_year,
                     struct list_match *match_ret)
{
    struct matching matching = {.names = names, .name = name, .first_year = first_year, .match = match_ret};
    struct surname surnames[2];
    unsigned count = take_surnames(name, surnames);
    for (unsigned i = 0; i < count && matching.count < 2; i++)
        try_surname(&matching, &surnames[i]);
    names->crowded += matching.looked > LOOKED_MAX;
    return matching.count == 1;
}

uint64_t list_names_crowded(const struct list_names *names)
{
    return names->crowded;
}
